"""``labkit export``: what it says of the files, and of who is not in them."""

from pathlib import Path

import pytest

from labkit.cli import main
from labkit.instructor.grading.marks import export as exporting
from labkit.instructor.grading.marks.export import Export

UPLOAD = (
    "in the assignment: first Upload grading worksheet, and only then Upload multiple feedback "
    "files in a zip"
)
NONE = {
    "tick": None,
    "column": None,
    "scale": False,
    "zero": False,
    "questions": False,
    "differ": set(),
}


def test_it_says_what_is_in_the_files_and_what_is_not(said, capsys):
    why = {
        "bob": "refused: \x1b[2J",
        "cat": "excused: ill",
        "Dan (d)": "refused: no: file",
        "eve": "none",
    }
    done = Export({"b": b"", "a": b""}, ["ann"], why)
    said(exporting, "export", (Path("marks/exports"), done))
    assert main(["export", "marks", "--moodle", "w.csv", "--source", "lab"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        *("marks/exports: 1 marks in a, b", UPLOAD, "left out: 4", "  excused: 1", "    cat: ill"),
        *("  none: 1", "    eve", "  refused: 2", "    Dan (d): no: file", "    bob: ?[2J"),
    ]


@pytest.mark.parametrize(
    ("words", "platform", "table", "options"),
    [
        ("--moodle", "moodle", "marks/settings/roster.csv", {}),
        ("--moodle w --tick t --scale", "moodle", "w", {"tick": "t", "scale": True}),
        ("--canvas g --zero", "canvas", "g", {"zero": True}),
        ("--canvas g --column X --questions", "canvas", "g", {"column": "X", "questions": True}),
    ],
)
def test_each_option_is_passed_on(said, capsys, words, platform, table, options):
    calls = said(exporting, "export", (Path("out"), Export({"a": b""}, [], {})))
    assert main(f"export marks --source lab {words}".split()) == 0
    places = [Path("marks"), Path("lab/notebooks/ticks"), platform, Path(table)]
    assert calls == [((*places,), NONE | options)]
    what_next = UPLOAD if platform == "moodle" else "in the course: Grades, Import"
    assert capsys.readouterr().out == f"out: 0 marks in a\n{what_next}\n"
