"""``labkit export``: what it says of the files, and of who is not in them."""

from pathlib import Path

import pytest

from labkit.cli import main
from labkit.grading.marks import export as exporting
from labkit.grading.marks.export import Export, Platform


def test_it_says_what_is_in_the_files_and_what_is_not(said, capsys):
    done = Export({"b": b"", "a": b""}, ["ann"], {"bob": "to be\x1b[2J read"})
    calls = said(exporting, "export", (Path("marks/exports"), done))
    command = "export marks --moodle w.csv --tick tick4 --scale --zero --source lab"
    assert main(command.split()) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 marks in marks/exports: a, b",
        "in the assignment: first Upload grading worksheet, and only then Upload multiple feedback "
        "files in a zip",
        "left out: 1",
        "  bob: to be?[2J read",
    ]
    ((arguments, options),) = calls
    assert [str(a) for a in arguments] == ["marks", "lab/notebooks/ticks", "moodle", "w.csv"]
    assert options == {
        "tick": "tick4",
        "column": None,
        "scale": True,
        "zero": True,
        "questions": False,
    }


def test_each_option_is_passed_on(said, capsys):
    calls = said(exporting, "export", (Path("out"), Export({"a": b""}, [], {})))
    assert main(["export", "marks", "--canvas", "g.csv", "--column", "X", "--questions"]) == 0
    ((arguments, options),) = calls
    assert arguments[2] is Platform.CANVAS and str(arguments[3]) == "g.csv"
    assert (options["column"], options["questions"], options["zero"]) == ("X", True, False)
    assert main(["export", "marks", "--moodle"]) == 0
    assert str(calls[1][0][3]) == "marks/settings/roster.csv"
    capsys.readouterr()
    assert main(["export", "marks", "--canvas", "g.csv"]) == 0
    assert capsys.readouterr().out == "0 marks in out: a\nin the course: Grades, Import\n"


def test_one_platform_is_needed_and_errors_are_a_line(said, capsys):
    for words in ("export marks", "export marks --moodle a --canvas b"):
        with pytest.raises(SystemExit):
            main(words.split())
    said(exporting, "export", ValueError("--moodle must be a worksheet, not x"))
    capsys.readouterr()
    assert main(["export", "marks", "--moodle", "x"]) == 2
    assert capsys.readouterr().err == "labkit export: --moodle must be a worksheet, not x\n"
