"""``labkit grade``, from the command line to what it prints."""

import json

import pytest

from labkit.checks.marking import Status
from labkit.cli import main
from labkit.grading.marks import grade_class
from labkit.grading.marks.late import Lateness
from labkit.grading.marks.marks import Row
from labkit.grading.sandbox.bubblewrap import SandboxUnavailable
from tests.grading.tiny import NAME, make_tick, record, write


def test_grade_says_what_was_done_and_what_is_left(said, capsys, tmp_path):
    points_of = {"double": 2, "essay": 2}
    rows = [
        Row(record("ann"), {"double": 2, "essay": None}, points_of, Lateness(unknown=True)),
        Row(
            record("bob", marks=[], status=Status.REFUSED, reason="the file is empty"),
            {},
            points_of,
            Lateness(),
        ),
    ]
    calls = said(grade_class, "grade", grade_class.Done(rows, 1, ["a note"]))
    command = (
        f"grade class.zip --tick {NAME} --out marks --late late.toml --jobs 3 --force --source lab "
        "--roster users.csv --times times.csv --no-file-times --change-penalties --timeout 90"
    )
    assert main(command.split()) == 0
    out = capsys.readouterr().out
    assert "graded now: 1 of 2; the others had not changed\n" in out
    assert "1 ran" in out and "1 refused" in out
    assert f"bob: bob_{NAME}.ipynb: refused: the file is empty" in out
    assert "waiting for a person to read an answer: 1\n  cd marks && jupyter lab" in out
    assert "\na note\n" in out
    ((arguments, options),) = calls
    assert options["file_times"] is False and options["change_penalties"]
    assert (str(options["roster"]), str(options["times"])) == ("users.csv", "times.csv")
    assert [str(a) for a in arguments] == ["class.zip", "marks", "lab/notebooks/ticks"]
    assert options["jobs"] == 3 and options["force"] and not options["unsafe"]
    assert options["timeout"] == 90
    assert options["tick"] == NAME and str(options["late"]) == "late.toml"


@pytest.mark.parametrize(
    "error",
    [
        BlockingIOError("out: another grader is at work"),
        SandboxUnavailable("bubblewrap is missing; or give --unsafe"),
        ValueError("tick: there is no tick 'x'"),
    ],
)
def test_grade_that_cannot_be_done_says_why_in_a_line(said, capsys, error):
    said(grade_class, "grade", error)
    assert main(["grade", "class", "--out", "marks"]) == 2
    assert capsys.readouterr().err == f"labkit grade: {error}\n"


def test_no_time_for_a_submission_is_refused(capsys):
    assert main(["grade", "class", "--out", "marks", "--timeout", "9"]) == 2
    assert "timeout must be a whole number and at least 10, not 9" in capsys.readouterr().err


def test_a_stopped_run_says_so(said, capsys):
    said(grade_class, "grade", KeyboardInterrupt())
    assert main(["grade", "class", "--out", "marks"]) == 130
    assert capsys.readouterr().err == "\nlabkit grade: stopped\n"


@pytest.mark.slow
def test_the_whole_way_from_the_command_line(tmp_path, capsys):
    """Without a kernel: the only file is none that can be graded."""
    make_tick(tmp_path / "notebooks" / "ticks")
    write(tmp_path / "class" / f"ann_{NAME}.ipynb", "")
    command = ["grade", str(tmp_path / "class"), "--out", str(tmp_path / "out"), "--unsafe"]
    assert main([*command, "--source", str(tmp_path)]) == 0
    (row,) = json.loads((tmp_path / "out" / "grades.json").read_text())
    assert row["status"] == "refused: the file is empty"
    assert main([*command, "--source", str(tmp_path / "class")]) == 2
    assert "run this in the lab's own folder" in capsys.readouterr().err
