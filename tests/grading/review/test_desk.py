"""A marker's desk: answers are dealt out, lines are written, and what was said is not lost."""

import pytest

from labkit.grading.review.desk import mark, open_desk, share, third
from labkit.grading.review.sharing import THIRD
from labkit.grading.review.worksheets import NAME as WORKSHEET
from labkit.grading.review.worksheets import Line, folder_of, read_worksheet, write_worksheet
from tests.grading.review.class_of import class_of
from tests.grading.tiny import NAME


@pytest.fixture
def at(tmp_path):
    """Open the desk of a class of three, as it is at this moment."""
    essays = {"ann": "One.", "bob": "Two.", "cat": "Three."}
    lab, out = class_of(tmp_path, essays, tables=False)
    return lambda: open_desk(out, lab / "notebooks" / "ticks", NAME)


def lines_of(desk, marker):
    return read_worksheet(folder_of(desk.known.out, NAME, marker) / WORKSHEET, desk.rubric)


def test_a_line_that_is_marked_is_in_the_worksheet_and_others_stay(at):
    assert share(at(), ["mia"]) == {"mia": 3}
    first, second, _ = (answer.id for answer in at().answers)
    mark(at(), "mia", Line(first, "essay", ("clear",)))
    mark(at(), "mia", Line(second, "essay", ("true",), 0.5, "Nearly."))
    mark(at(), "mia", Line(first, "essay", ("long",)))
    assert lines_of(at(), "mia") == {
        first: Line(first, "essay", ("long",)),
        second: Line(second, "essay", ("true",), 0.5, "Nearly."),
    }
    share(at(), ["mia"])  # dealing again changes nothing
    assert len(lines_of(at(), "mia")) == 2
    page = (folder_of(at().known.out, NAME, "mia") / "answers.html").read_text()
    assert all(text in page for text in ("One.", "Two.", "Three."))


def test_where_two_differ_a_third_decides_and_nobody_else(at):
    assert share(at(), ["mia", "ned"], second=1) == {"mia": 3, "ned": 3}
    key = at().answers[0].id
    for marker, items in (("mia", ("clear",)), ("ned", ("clear", "true"))):
        mark(at(), marker, Line(key, "essay", items))
    assert third(at()) == 1
    mark(at(), THIRD, Line(key, "essay", ("clear", "true")))
    assert lines_of(at(), THIRD) == {key: Line(key, "essay", ("clear", "true"))}
    with pytest.raises(ValueError, match="one to whom the answer was dealt"):
        mark(at(), "ona", Line(key, "essay", ("clear",)))


def test_each_worksheet_that_was_written_anew_is_kept(at):
    share(at(), ["mia"])
    folder = folder_of(at().known.out, NAME, "mia")
    for number in (1, 2, 3):  # an answer that its student has written anew has another id
        line = Line(f"r{number}", "essay", ("clear",), comment=f"number {number}")
        write_worksheet(folder / WORKSHEET, [(line.id, line.question)], {line.id: line})
        share(at(), ["mia"])
    kept = sorted(folder.glob("worksheet.before*.csv"))
    assert ["number" in path.read_text() for path in kept] == [True] * 3
    assert {path.name for path in kept} >= {"worksheet.before.csv", "worksheet.before-2.csv"}
