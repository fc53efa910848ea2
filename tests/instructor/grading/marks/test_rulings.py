"""Rulings are kept as they were made, and never lost in silence."""

from dataclasses import replace

import pytest

from labkit.instructor.grading.marks.rulings import (
    NAME,
    Kind,
    Ruling,
    read_rulings,
    rulings_on,
    write_rulings,
)

MISPRINT = Ruling("tick4", "t-test", Kind.WAIVE, 0, "a misprint")
REPORT = Ruling("tick4", "report", Kind.POINTS, 1.5)
AGAIN = Ruling("tick4", "report", Kind.POINTS, 2, "read again", student="ann")
ILL = Ruling("tick4", "", Kind.EXCUSE, 0, "ill", student="bob")
OUT = Ruling("tick1", "sign-test", Kind.LEAVE_OUT, 0)


def test_rulings_are_read_as_they_were_written(tmp_path):
    assert read_rulings(tmp_path) == read_rulings(tmp_path / "nowhere") == {}
    write_rulings(tmp_path, [MISPRINT, AGAIN, REPORT, ILL, OUT])
    rulings = read_rulings(tmp_path)
    assert {*rulings.values()} == {MISPRINT, AGAIN, REPORT, ILL, OUT}
    assert rulings_on(rulings, "tick4", "ann") == {"t-test": MISPRINT, "report": AGAIN}
    assert rulings_on(rulings, "tick4", "bob") == {"t-test": MISPRINT, "report": REPORT, "": ILL}
    write_rulings(tmp_path, [])
    assert read_rulings(tmp_path) == {}
    for content in ("{", '[{"tick": "t", "question": "q", "kind": "double it"}]'):
        (tmp_path / NAME).write_text(content)
        with pytest.raises(ValueError, match="Expecting|not a valid Kind"):
            read_rulings(tmp_path)


@pytest.mark.parametrize(("ruling", "earned", "out_of", "says"), [
    (MISPRINT, [2, 2, 3], 2, "Everybody got all the points of this question: a misprint"),
    (REPORT, [1.5, 1.5, 1.5], 2, "Everybody got the same points for this question."),
    (AGAIN, [2, 2, 2], 2, "An instructor gave these points: read again"),
    (OUT, [0, 0, 0], 0, "This question was left out of the total."),
    (replace(MISPRINT, student="dan"), [2, 2, 3], 2, "An instructor gave these points: a misprint"),
    (replace(AGAIN, kind=Kind.KEEP), [0.5, None, 3], 2, "An instructor has looked again, and the points stay: read again"),
    (ILL, [0, 0, 0], 2, "This student is excused from the tick: ill"),
])  # fmt: skip
def test_what_a_ruling_gives_and_says(ruling, earned, out_of, says):
    assert [ruling.earned(points, 2) for points in (0.5, None, 3)] == earned
    assert ruling.says == says and ruling.out_of(2) == out_of
