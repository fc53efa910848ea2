"""The templates of a new tick as an author may change them: one question, and eight."""

import re

ANSWER = re.compile(r"\b(review_lengths|middle|share_longer|longer_share)(?=[()])")
CHECKS = "Four checks give 6 points, a written answer 2;"


def change(templates, changes):
    for name, changed in changes.items():
        path = templates / name
        path.write_text(changed(path.read_text("utf8")), "utf8")


def entries(text):
    """The entries of the notebook, each as text."""
    return re.split(r"(?m)^(?=- id: )", text)[1:]


def leave_one_question(templates):
    """Leave the first one, and what a person reads out."""
    kept = re.compile(r"- id: (title|setup|review-lengths.*|lengths-of-classes|key-points)\n")

    def notebook(text):
        return "".join(filter(kept.match, entries(text))).replace(
            CHECKS, "One check gives 1 point;"
        )

    change(templates, {
        "notebook.yaml": notebook,
        "checks.py.j2": lambda text: f"{text}\nQUESTIONS = QUESTIONS[:1]\n",
        "hidden.py.j2": lambda text: f'{text}\nCASES = {{"review-lengths": CASES["review-lengths"]}}\n',
        "stuck.py.j2": lambda text: text.partition('@version("median")')[0],
        "samples.txt.j2": lambda text: text.partition("[median]")[0],
    })  # fmt: skip


def ask_eight_questions(templates):
    """Ask each question again, by another name."""

    def notebook(text):
        title, setup, *asked, written, answer, end = entries(text)
        title = title.replace("Four checks give 6 points", "Eight checks give 12 points")
        again = re.sub(r'(?m)^- id: |check\("', r"\g<0>again-", "".join(asked))
        again = ANSWER.sub(r"again_\1", again)
        return "".join([title, setup, *asked, again, written, answer, end])

    def checks(text):
        again = 'replace(each, name=f"again-{each.name}", answer=f"again_{each.answer}")'
        return f"from dataclasses import replace\n{text}\nQUESTIONS += [{again} for each in QUESTIONS]\n"

    def hidden(text):
        return f'{text}\nCASES |= {{f"again-{{name}}": cases for name, cases in CASES.items()}}\n'

    def stuck(text):
        again = text[text.index("@version") :].replace('@version("', '@version("again-')
        return "\n\n".join([text, ANSWER.sub(r"again_\1", again)])

    def samples(text):
        again = re.sub(r"(?m)^\[", "[again-", text)
        return "\n".join([text, ANSWER.sub(r"again_\1", again)])

    change(templates, {
        "notebook.yaml": notebook, "checks.py.j2": checks, "hidden.py.j2": hidden,
        "stuck.py.j2": stuck, "samples.txt.j2": samples,
    })  # fmt: skip
