"""How often the grader errs: typical answers, right and wrong, through the whole of it.

``python -m tests.grader_accuracy [--tick NAME] [--unsafe]`` prints how the lab's own mutants, the
answers in ``tests/mutants/<tick>.txt``, were judged; status 1 if one was misjudged.
"""

import argparse
import re
import sys
import tempfile
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

from labkit.checks.marking import mark_answer
from labkit.instructor.grading.judging.grade_one import Job, run_answers
from labkit.instructor.grading.judging.restore import restored
from labkit.instructor.grading.judging.tick import grade_id, load_ticks
from labkit.instructor.grading.sandbox.bubblewrap import Limits
from labkit.instructor.grading.submissions.collect import collect

ROOT = Path(__file__).parents[1]
HEADER = re.compile(r"right: (.+)|wrong(, hidden)? (\S+): (.+)")
#: One notebook answers each question many times.
LIMITS = Limits(total=1800)


@dataclass(frozen=True)
class Mutant:
    """A student's answer: right, or wrong with a hint to expect; `hidden` if hidden cases alone tell."""

    tick: Path
    question: str
    key: str | None
    note: str
    code: str
    hidden: bool = False

    def __str__(self):
        return f"{self.tick.name}/{self.question}: {self.note}"


def load_mutants(tick, file=None):
    """Read the answers to a tick's questions; none without a file, which a test has to notice.

    Below ``[question]`` each begins with ``right: how it differs``, with ``wrong key: belief`` for
    the hint's key and what the student believed, or with ``wrong, hidden key: ...``, if the cases
    that students see accept it. The answer follows, indented; or there are changes of the solution
    in place of the words: ``old -> new ;; old -> new``, with ``\\n`` for a line's end.
    """
    file = file or ROOT / "tests" / "mutants" / f"{tick.name}.txt"
    of_tick, mutants = solutions(tick), []
    text = file.read_text(encoding="utf8") if file.is_file() else ""
    for block in re.split(r"^(?=\S)", text, flags=re.M)[1:]:
        header, _, rest = block.partition("\n")
        if header.strip("[]") in of_tick:
            question = header.strip("[]")
        elif match := HEADER.fullmatch(header):
            right, hidden, key, belief = match.groups()
            if " -> " in (note := right or belief):
                code = _patched(of_tick[question], note, f"{tick.name}/{question}: {header!r}")
            else:
                code = re.sub(r"^    ", "", rest.rstrip(), flags=re.M) + "\n"
            mutants.append(Mutant(tick, question, key, note, code, bool(hidden)))
        else:
            raise ValueError(f"{tick.name}: cannot read the header {header!r}")
    return mutants


@cache
def solutions(tick):
    """Return the solutions of a tick's folder by question, without the marks around them."""
    cells = nbformat.read(tick / f"{tick.name}.ipynb", as_version=4).cells
    codes = {
        grade_id(c): c.source for c in cells if c.cell_type == "code" if "### BEGIN" in c.source
    }
    return {name: re.sub(r" *### (BEGIN|END) SOLUTION\n?", "", c) for name, c in codes.items()}


def _patched(code, patches, place):
    for patch in patches.replace("\\n", "\n").split(" ;; "):
        old, new = patch.split(" -> ")
        if code.count(old) != 1:
            raise ValueError(f"{place}: {old!r} must occur once, not {code.count(old)} times")
        code = code.replace(old, new)
    return code


@dataclass(frozen=True)
class Trial:
    """What the grader made of an answer: shares of its cases and points, and the key of the hint."""

    mutant: Mutant
    share: float
    key: str | None
    earned: float = 0

    @property
    def misjudged(self):
        """Tell whether a right answer lost something, or a wrong one lost nothing."""
        return any((got == 1) != (self.mutant.key is None) for got in (self.share, self.earned))


def grader_accuracy(name=None, *, unsafe=False):
    """Yield each tick's name (or this one's) with the trials of its answers, marked as submissions are."""
    ticks = ROOT / "notebooks" / "ticks"
    for each, tick in load_ticks(ticks, name).items():
        yield each, _trials(tick, ticks / each, load_mutants(ticks / each), unsafe)


def _trials(tick, folder, mutants, unsafe):
    """Hand in all answers of a tick in one notebook, each under a name of its own, and mark them."""
    by_name = {f"{tick.questions[m.question].answer}__{i}": m for i, m in enumerate(mutants)}
    original = nbformat.read(folder / f"{tick.name}.ipynb", as_version=4)
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch, f"mutants_{tick.name}.ipynb")
        nbformat.write(_handed_in(original, tick, by_name), path)
        (submission,) = collect(Path(scratch), {tick.name: tick})
    job = Job(submission, tick, LIMITS, unsafe)
    notebook, _ = restored(nbformat.reads(submission.notebook, as_version=4), tick.notebook())
    asked_of = {name: tick.questions[mutant.question] for name, mutant in by_name.items()}
    questions = {name: replace(q, answer=name, points=1) for name, q in asked_of.items()}
    ran = run_answers(notebook, list(questions.values()), job)
    marks = map(mark_answer, questions.values(), ran.answers)
    return [
        Trial(mutant, marked.passed / marked.cases, marked.hint and marked.hint.key, marked.points)
        for mutant, marked in zip(mutants, marks, strict=True)
    ]


def _handed_in(notebook, tick, by_name):
    """Return the instructor's notebook with the mutants behind the solutions, which come again last."""
    cells = []
    for cell in notebook.cells:
        of_cell = {n: m for n, m in by_name.items() if m.question == grade_id(cell)}
        cells.append(cell)
        if of_cell and cell.cell_type == "code":
            for name, mutant in of_cell.items():
                # An answer calls itself by its new name; an import, an attribute and a text stay.
                old = rf"(?<![.\w\"'`])(?<!import ){tick.questions[mutant.question].answer}\b(?!=)"
                cells.append(new_code_cell(re.sub(old, name, mutant.code)))
            cells.append(new_code_cell(cell.source))
    notebook.cells = cells
    return notebook


def main(arguments=None):
    """Run the command, and return its exit status."""
    parser = argparse.ArgumentParser(description="Mark every typical answer, right and wrong.")
    parser.add_argument("--tick", metavar="NAME", help="this tick only (default: all)")
    parser.add_argument("--unsafe", action="store_true", help="run the answers unconfined")
    options = parser.parse_args(arguments)
    misjudged = []
    for name, trials in grader_accuracy(options.tick, unsafe=options.unsafe):
        right = [trial.share == 1 for trial in trials if trial.mutant.key is None]
        wrong = [trial for trial in trials if trial.mutant.key is not None]
        full = sum(trial.earned == 1 for trial in wrong)
        part = sum(0 < trial.earned < 1 for trial in wrong)
        meant = sum(trial.key == trial.mutant.key for trial in wrong)
        accepted = (
            f"{sum(right)} of {len(right)} right answers accepted; of {len(wrong)} wrong ones"
        )
        earned = f"{full} earn all points, {part} some, and {meant} meet the hint that is meant"
        print(f"{name}: {accepted} {earned} for them", flush=True)
        misjudged += [trial.mutant for trial in trials if trial.misjudged]
    for mutant in misjudged:
        print(f"misjudged: {mutant}")
    return 1 if misjudged else 0


if __name__ == "__main__":
    sys.exit(main())
