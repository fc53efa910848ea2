"""``labkit grade``, from the command line to what it prints."""

import shlex
import sys
from pathlib import Path

import pytest

from labkit.checks.marking import Status
from labkit.cli import main
from labkit.instructor.grading.marks import grade_class
from labkit.instructor.grading.marks.grade_class import Running
from labkit.instructor.grading.marks.late import Lateness
from labkit.instructor.grading.marks.marks import Row
from labkit.instructor.grading.sandbox.bubblewrap import SandboxUnavailable
from tests.instructor.grading.tiny import NAME, record

ENDED = {"marks": [], "reason": "the file \x1b[2J is empty"}
ROWS = [
    Row(record("ann"), {"double": 2, "essay": None}, {"double": 2, "essay": 2}, Lateness()),
    Row(record("bob", status=Status.REFUSED, **ENDED), {}, {}, Lateness()),
    Row(record("cat", status=Status.FAILED, **ENDED), {}, {}, Lateness()),
]
SAID = f"""\
graded now: 1 of 3; the others had not changed
     1 could not be graded
     1 ran
     1 refused
  bob: bob_{NAME}.ipynb: refused: the file ?[2J is empty
  cat: cat_{NAME}.ipynb: could not be graded: the file ?[2J is empty
waiting for a person to read an answer: 1
  (cd marks && {shlex.quote(str(Path(sys.executable).with_name("jupyter")))} lab)   then Formgrader, and this command again
a note
marks/grades.csv, and for reading marks/summary.html
"""


def test_grade_says_what_was_done_and_what_is_left(said, capsys):
    calls = said(grade_class, "grade", grade_class.Done(ROWS, 1, ["a note"]))
    files = {
        name: Path(f"{name}.csv") for name in ("late", "roster", "groups", "platform", "times")
    }
    values = {"tick": NAME, "jobs": 3, "timeout": 90}
    words = " ".join(f"--{name} {value}" for name, value in (files | values).items())
    flags = "--force --unsafe --change-penalties --no-file-times --source /lab"
    assert main(f"grade class.zip --out marks {words} {flags}".split()) == 0
    assert capsys.readouterr().out == SAID
    running = Running(jobs=3, unsafe=True, timeout=90)
    given = (Path("class.zip"), Path("marks"), Path("/lab/notebooks/ticks"), running)
    more = {"tick": NAME, "force": True, "change_penalties": True, "file_times": False}
    assert calls.pop() == (given, files | more | {"source": "/lab"})
    assert main(["grade", "class.zip", "--out", "marks"]) == 0
    (*_, running), options = calls[0]
    rest = {"force": False, "change_penalties": False, "source": str(Path.cwd())}
    assert running == Running() and options == dict.fromkeys([*files, "tick", "file_times"]) | rest


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (
            BlockingIOError("another grader is at work"),
            2,
            "labkit grade: another grader is at work",
        ),
        (SandboxUnavailable("bubblewrap is missing"), 2, "labkit grade: bubblewrap is missing"),
        (ValueError("there is no tick 'x'"), 2, "labkit grade: there is no tick 'x'"),
        (KeyboardInterrupt(), 130, "\nlabkit grade: stopped"),
    ],
)
def test_what_ends_it_is_said_in_a_line(said, capsys, error, status, words):
    said(grade_class, "grade", error)
    assert main(["grade", "class", "--out", "marks"]) == status
    assert capsys.readouterr().err == f"{words}\n"
