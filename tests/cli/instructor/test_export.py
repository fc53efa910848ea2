"""``labkit export``: what it says of the files, and of who is not in them."""

from pathlib import Path

import pytest

from labkit.cli import main
from labkit.grading.classroom import exporting
from labkit.grading.classroom.exporting import Platform
from labkit.grading.results.exports.final import Export


def test_it_says_what_is_in_the_files_and_what_is_not(said, capsys):
    done = Export({"b": b"", "a": b""}, ["ann"], {"bob": "to be\x1b[2J read"}, ["Cat 13"], ["ann"])
    calls = said(exporting, "export", (Path("marks/exports"), done))
    command = "export marks --moodle w.csv --tick tick4 --scale --source lab"
    assert main(command.split()) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 marks in marks/exports: a, b",
        "in the assignment: first Upload grading worksheet, and only then Upload multiple feedback "
        "files in a zip",
        "left out: 1",
        "  bob: to be?[2J read",
        "in the platform's table, and without a mark here: 1",
        "  Cat 13",
        "without a penalty, because nobody knows when it was handed in: 1",
        "  ann",
    ]
    ((arguments, options),) = calls
    assert [str(a) for a in arguments] == ["marks", "lab/notebooks/ticks", "moodle", "w.csv"]
    assert options == {"tick": "tick4", "column": None, "scale": True}


@pytest.mark.parametrize(
    ("words", "platform", "table"),
    [
        ("--canvas g.csv --column X", Platform.CANVAS, "g.csv"),
        ("--gradescope", Platform.GRADESCOPE, "None"),
    ],
)
def test_each_platform_is_passed_on(said, capsys, words, platform, table):
    done = Export({str(number): b"" for number in range(9)}, [], {})
    calls = said(exporting, "export", (Path("out"), done))
    assert main(f"export marks {words}".split()) == 0
    assert calls[0][0][2] is platform and str(calls[0][0][3]) == table
    assert "0, ..., 8" in capsys.readouterr().out


def test_one_platform_is_needed_and_errors_are_a_line(said, capsys):
    for words in ("export marks", "export marks --moodle a --canvas b"):
        with pytest.raises(SystemExit):
            main(words.split())
    said(exporting, "export", ValueError("--moodle must be a worksheet, not x"))
    capsys.readouterr()
    assert main(["export", "marks", "--moodle", "x"]) == 2
    assert capsys.readouterr().err == "labkit export: --moodle must be a worksheet, not x\n"
