"""What a student's run knows of hidden inputs reaches no file that a student is given."""

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_output

from labkit.instructor.grading.marks.export import Destination, export
from labkit.instructor.grading.marks.grade_class import Running, grade
from tests.attacks.attacks import NAME, submission, write_tick
from tests.attacks.handed_in import EVE, FILE
from tests.instructor.grading.tiny import WORKSHEET, graded, put

#: What a run has heard from another's, in a way that is not promised to be closed: here by a file.
HEARD = "31, 7, 11 and 400.0"
TELLS = """
from IPython.display import HTML, display
heard = open("heard.txt").read()
print("HEARD", heard)
display(HTML(f"<table><tr><td>{heard}</td></tr></table>"))
def target(numbers):
    if len(numbers) == 3:
        raise type(f"Input{numbers}", (Exception,), {})(f"INPUTS {numbers}")
    found = sum(number * place for place, number in enumerate(numbers, 1))
    return found if isinstance(found, int) else [numbers]
raise type(f"Heard{heard}", (ImportError,), {})(heard)
"""
SHEET = f"{WORKSHEET}Participant 1002,Eve,eve@uni.example,Submitted for grading - ,,8.00,Yes,-,-,\n"
STOPS = "label = None\nraise type(open('heard.txt').read(), (Exception,), {})()"
TABLE = {"text/html": "<table><tr><td>my table<script>act()</script></td></tr></table>"}
OWN = [
    {"output_type": "stream", "name": "stdout", "text": ["as handed in, ", "two parts"]},
    new_output("execute_result", TABLE, execution_count=3),
    new_output("error", ename="OldError", evalue="mine", traceback=["OldError: mine"]),
    {"output_type": ["odd"], "data": 3},
]


def texts_in(folder):
    """Path -> text, of every file in a folder, also of those in zip files."""
    for path in (path for path in folder.rglob("*") if path.is_file()):
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                yield from ((f"{path}/{n}", archive.read(n).decode()) for n in archive.namelist())
        else:
            yield str(path), path.read_text(encoding="utf8")


@pytest.mark.slow
def test_no_file_that_a_student_gets_has_anything_of_our_run(sandbox, tmp_path):
    """One student's run says all that it knows in every way; given are pages and files for platforms."""
    ticks, marks, given = (tmp_path / name for name in ("ticks", "out", "given"))
    write_tick(ticks)
    notebook = json.loads(nbformat.writes(submission([TELLS], answers=("double",))))
    cells = {cell["id"]: cell for cell in notebook["cells"]}
    cells["attack-0"]["outputs"], cells["label"]["source"] = OWN, STOPS
    notebook["cells"].pop()  # an essay would wait for a person
    put(tmp_path / "in" / EVE, {FILE: json.dumps(notebook), "heard.txt": HEARD})
    done = grade(tmp_path / "in", marks, ticks, Running())
    assert done.rows[0].record.status == "ran" and done.rows[0].record.confined
    (run,) = (text for _, text in texts_in(marks / "runs"))
    assert HEARD in run and "For the marker alone" in run

    shutil.move(marks / "feedback", given / "labkit")
    sheet = tmp_path / "Grades-NLP-Tick-5005.csv"
    sheet.write_text(SHEET)
    export(marks, ticks, Destination.MOODLE, sheet, questions=True)
    shutil.move(marks / "exports", given / "exports")
    command = [sys.executable, "-m", "nbgrader", "generate_feedback", NAME]
    subprocess.run(command, cwd=marks, check=True, capture_output=True)
    shutil.move(marks / "feedback", given / "nbgrader")
    texts = dict(texts_in(given))
    tables = {f"moodle-{NAME}.csv", f"moodle-{NAME}-questions.csv"}
    assert {Path(path).name for path in texts} == {f"{NAME}.html", *tables} and len(texts) == 5
    for path, text in texts.items():
        assert not re.findall(r"31, ?7|400\.0|execution_time", text), path

    ((_, page),) = texts_in(given / "labkit")
    for words in ("as handed in, two parts", "<td>my table</td>", "OldError: mine"):
        assert words in page
    told = "Hidden cases that are not right: several numbers; fractions."
    stopped = "The cell that makes label has not run to its end: cell "
    assert page.count(told) == 2 and page.count(stopped) == 2
    assert not re.findall(r"act\(\)|<script|a negative number", page)


#: A question whose judge says again what the answer says, as authors may write it.
QUOTES = """
QUESTIONS.append(question("words", 0, ((1,), lambda value: Hint("quoted", f"You say: {value}"))))
"""
#: Notes what a function is given, and says it in an answer.
NOTES = """
def make():
    noted = []

    def noting(function):
        return lambda given: (noted.append(given), function(given))[1]

    return noting, lambda n: f"noted {noted}"

noting, saying = make()
double = noting(double)
"""
WORDS = "words = saying"


@pytest.mark.slow
def test_what_a_judge_quotes_knows_of_no_hidden_input(sandbox, tmp_path):
    """Functions note what they are given, and put it into an answer whose judge quotes it."""
    ticks, marks = tmp_path / "ticks", tmp_path / "out"
    checks = write_tick(ticks).parent / ".course" / NAME / "checks.py"
    text = checks.read_text().replace("import Case,", "import Case, Hint,") + QUOTES
    checks.write_text(text)
    released = ticks / NAME / FILE
    notebook = nbformat.read(released, as_version=4)
    cells = {
        "words": graded("words", solution=True),
        "words-check": graded("words-check", points=0),
    }
    asked = [new_code_cell(WORDS, id="words", metadata=cells["words"])]
    asked.append(
        new_code_cell('check("words", words)', id="words-check", metadata=cells["words-check"])
    )
    notebook.cells[-1:-1] = asked
    nbformat.write(notebook, released)
    attack = submission(answers=("double", "label"))
    attack.cells[-1:-1] = asked
    place = [cell.id for cell in attack.cells].index("double-check")
    attack.cells.insert(place, new_code_cell(NOTES, id="notes"))
    attack.cells.pop()
    put(tmp_path / "in" / EVE, {FILE: nbformat.writes(attack)})
    done = grade(tmp_path / "in", marks, ticks, Running())
    (record,) = (row.record for row in done.rows)
    assert record.status == "ran" and record.mark("double").points == 2
    quoted = record.mark("words").told
    assert "noted [" in quoted and "3" in quoted  # visible inputs are no secret
    shown = [*(marks / "feedback").rglob("*.html"), marks / "summary.html", marks / "grades.json"]
    for path in shown:
        assert not re.findall(r"3, 50|, -7", path.read_text()), path
