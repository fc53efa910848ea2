"""The commands for a class, from the command line to what they print."""

import json

import pytest

from labkit.cli import main
from labkit.grading.classroom import batch, predictions
from labkit.grading.classroom.predictions import Collected
from labkit.grading.notebook.confinement import SandboxUnavailable
from labkit.grading.results.late import Lateness
from labkit.grading.results.marks import Row
from tests.grading.tiny import NAME, make_tick, record, write


@pytest.fixture
def said(monkeypatch):
    """Put another function in the place of what a command does, and take down its arguments."""

    def replace(module, name, result):
        calls = []

        def called(*arguments, **options):
            calls.append((arguments, options))
            if isinstance(result, BaseException):
                raise result
            return result

        monkeypatch.setattr(module, name, called)
        return calls

    return replace


def test_grade_says_what_was_done_and_what_is_left(said, capsys, tmp_path):
    points_of = {"double": 2, "essay": 2}
    rows = [
        Row(record("ann"), {"double": 2, "essay": None}, points_of, Lateness()),
        Row(
            record("bob", marks=[], status="refused: the file is empty"), {}, points_of, Lateness()
        ),
    ]
    calls = said(batch, "grade", batch.Done(rows, 1, ["anne"]))
    command = (
        f"grade class.zip --tick {NAME} --out marks --late late.toml --jobs 3 --force --source lab"
    )
    assert main(command.split()) == 0
    out = capsys.readouterr().out
    assert "graded now: 1; not changed, or not to be graded: 1" in out
    assert "1 ran" in out and "1 refused" in out
    assert "waiting for a person to read an answer: 1" in out
    assert "an extension for anne" in out
    ((arguments, options),) = calls
    assert [str(a) for a in arguments] == ["class.zip", "marks", "lab/notebooks/ticks"]
    assert options["jobs"] == 3 and options["force"] and not options["unsafe"]
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
    said(batch, "grade", error)
    assert main(["grade", "class", "--out", "marks"]) == 2
    assert capsys.readouterr().err == f"labkit grade: {error}\n"


def test_a_stopped_run_says_so(said, capsys):
    said(batch, "grade", KeyboardInterrupt())
    assert main(["grade", "class", "--out", "marks"]) == 130
    assert capsys.readouterr().err == "\nlabkit grade: stopped\n"


def test_collect_predictions_names_who_is_left_out(said, capsys):
    calls = said(predictions, "collect_predictions", Collected(2, 1000, {"bob": "refused: empty"}))
    command = "collect-predictions class --tick t --out shared --key k --groups g.csv --replace"
    assert main(command.split()) == 0
    out = capsys.readouterr().out
    assert "2 systems on 1000 reviews" in out and "left out: bob: refused: empty" in out
    assert calls[0][1]["replace"] and str(calls[0][1]["groups"]) == "g.csv"


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
