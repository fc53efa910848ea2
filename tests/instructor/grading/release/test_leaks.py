"""What would give an answer away is noticed, and then nothing is written."""

import json
import re
from contextlib import nullcontext

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks.questions import course_folder
from labkit.instructor.grading.release.leaks import find_notebooks, read_secrets, refuse_leaks
from labkit.instructor.grading.release.pack import release
from tests.instructor.grading.release.small_lab import ONE, SOLUTION_LINE, edit, small_lab
from tests.instructor.grading.tiny import write
from tests.ticks import nbgrader, notebook

COURSE = f"notebooks/ticks/.course/{ONE.name}"
HIDDEN_LINE = re.search(r".*INVENTED = .*", (course_folder(ONE) / "hidden.py").read_text("utf8"))[0]
(NOTES,) = (c.source for c in notebook(ONE).cells if c.cell_type == "markdown" and nbgrader(c))
ANSWER = "read-lexicon"
SOLUTION = {"nbgrader": {"solution": True}}
SAID = 'return "POS" if positive > negative\n    and not tie else "NEG"'
CALL, CALL_OF_A_CASE = "return sign_test(plus, ties).pvalue", "return sign_test(plus, 10).pvalue"
CASE = 'Case((["awful", "nice"], strong), says(NEG))'
CHECKS = """
from labkit.checks import Case, Hint, Question, equals
def judge_form(value):
    return None if type(value) is set else Hint("other")
QUESTIONS = [Question("reading", "readings", {points}, {{"other": "Look again."}}, ({case},))]
"""


@pytest.mark.parametrize(("spoil", "message"), [
    (lambda cells, cell: cell.update(source=f"{cell.source}\n# {SOLUTION_LINE}"), f"{ONE.name}.ipynb would give"),
    (lambda cells, cell: cell.update(source=cell.source.replace("    ### END SOLUTION", "")), f"^{ONE.name}.ipynb cannot be cleared"),
    (lambda cells, cell: cell.metadata.pop("nbgrader"), f"^{ONE.name}.ipynb cannot be cleared"),
    (lambda cells, cell: cells.append(new_code_cell(cell.source, metadata=cell.metadata)), f"{ONE.name}.ipynb cannot be cleared"),
    (lambda cells, cell: cells.append(new_markdown_cell(SOLUTION_LINE.replace("(", "(\n  "))), f"{ONE.name}.ipynb would give"),
    (("labkit/secret.py", f"    {SOLUTION_LINE}\n"), "^labkit/secret.py would give"), (("data/notes.txt", SOLUTION_LINE), "^data/notes.txt would give"),
    (("notebooks/README.md", NOTES.splitlines()[1]), "^README.md would give"),
    ((f"{COURSE}/checks.py", f"\n{HIDDEN_LINE}\n"), f"^{COURSE}/checks.py would give"),
])  # fmt: skip
def test_a_file_with_a_slip_is_named_and_the_earlier_pack_stays(tmp_path, spoil, message):
    """What is put at the end of a file, or done to the cells of the notebook and the answer."""
    source = small_lab(tmp_path / "lab")
    _, archive = release(tmp_path / "out", source.lab)
    before = archive.read_bytes()
    if callable(spoil):
        edit(source.notebook, lambda cells: spoil(cells, next(c for c in cells if c.id == ANSWER)))
    else:
        with (source.lab / spoil[0]).open("a", encoding="utf8") as spoilt:
            spoilt.write(spoil[1])
    with pytest.raises(ValueError, match=message):
        release(tmp_path / "out", source.lab, replace=True)
    assert archive.read_bytes() == before and archive.with_suffix("").is_dir()


@pytest.mark.parametrize(("file", "content", "origin", "says"), [
    ("a.ipynb", nbformat.writes(new_notebook(cells=[new_code_cell(f"if x:\n    {SAID}")])), "tick 1", "^a.ipynb would give"),
    ("a.py", SAID, "tick 1", "^a.py would give an answer away: '.*' is from tick 1$"), ("a.json", json.dumps({"lines": [SAID]}), "tick 1", "^a.json would give"),
    ("a.html", f"<p>{SAID.replace('>', '&gt;').replace('not tie', '<b>not tie</b>')}</p>", "tick 1", "^a.html would give"), ("a.html", SAID.replace("tie", ""), "tick 1", ""),
    *((file, "### BEGIN SOLUTION", "", f"^{file}: .*what programs leave behind") for file in ("__pycache__/a.py", "a.pyc", ".ipynb_checkpoints/a.ipynb", "teaching.md", "a/hidden.py")),
    ("a.ipynb", "### BEGIN SOLUTION", "", "^a.ipynb: a solution region was not cleared"), ("b.py", "### BEGIN SOLUTION", "", ""),
    # The course's versions call the library.
    ("stuck.py", CALL, "t/hidden.py", ""), ("checks.py", CALL, "t/hidden.py", "checks.py"), ("stuck.py", CALL_OF_A_CASE, "t/hidden.py", "stuck.py"),
    ("stuck.py", CASE, "t/hidden.py", "stuck.py"), ("stuck.py", CALL_OF_A_CASE, "t.ipynb, cell a", ""),
])  # fmt: skip
def test_what_must_not_be_in_a_pack_is_noticed(tmp_path, file, content, origin, says):
    write(tmp_path / file, content)
    secrets = {"".join(text.split()): origin for text in (SAID, CALL, CALL_OF_A_CASE, CASE)}
    with pytest.raises(ValueError, match=says) if says else nullcontext():
        refuse_leaks(tmp_path, secrets)


def test_secrets_are_lines_long_enough_and_the_whole_of_a_short_answer(tmp_path):
    tick, letters = tmp_path / "notebooks" / "ticks" / "t", "x" * 25
    course = tick.parent / ".course" / "t"
    solution = f"### BEGIN SOLUTION\n{letters} = 1\na = [11, 12]\n### END SOLUTION\n{letters}"
    cells = [
        new_code_cell(solution, id="s", metadata=SOLUTION), new_code_cell(f"a{letters}"),
        new_markdown_cell(f"m {letters}", id="m", metadata=SOLUTION),
    ]  # fmt: skip
    for folder in (tick, tick / ".ipynb_checkpoints"):
        write(folder / "t.ipynb", new_notebook(cells=cells))
    write(course / "checks.py", "QUESTIONS = []")
    write(course / "hidden.py", f"import {letters}\nCASES = {{}}\n{letters}\n{letters[1:]}")
    assert find_notebooks(tmp_path) == [tick / "t.ipynb"]
    assert read_secrets(tmp_path) == {
        f"{letters}=1a=[11,12]": "t.ipynb, cell s", f"{letters}=1": "t.ipynb, cell s", f"m{letters}": "t.ipynb, cell m",
        f"CASES={{}}{letters}{letters[1:]}": "t/hidden.py", letters: "t/hidden.py",
    }  # fmt: skip


def test_a_visible_case_of_a_value_judges_its_form(tmp_path):
    ticks = tmp_path / "notebooks" / "ticks"
    course = write(ticks / ".course" / "tick0" / "hidden.py", "CASES = {}").parent
    form, value = "Case(None, judge_form)", "Case(None, equals({'a', 'd'}))"
    for case, points in ((form, 1), (value, 0), ("Case((1,), equals(2))", 1)):
        write(course / "checks.py", CHECKS.format(case=case, points=points))
        read_secrets(tmp_path)
    write(course / "checks.py", CHECKS.format(case=value, points=1))
    with pytest.raises(
        ValueError, match=r"^tick0/checks\.py says the answer of 'reading': .* its form$"
    ):
        read_secrets(tmp_path)
