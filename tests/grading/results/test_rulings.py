"""Rulings are kept as they were made, and never lost in silence."""

import json

import pytest

from labkit.grading.results.rulings import NAME, Kind, Ruling, rulings, write_rulings

ALL = [
    Ruling("tick4", "t-test", Kind.WAIVE, why="a misprint"),
    Ruling("tick4", "report", Kind.POINTS, 1.5),
    Ruling("tick1", "sign-test", Kind.LEAVE_OUT),
]


def test_rulings_are_read_as_they_were_written(tmp_path):
    assert rulings(tmp_path) == rulings(tmp_path / "nowhere") == {}
    write_rulings(tmp_path, ALL)
    assert rulings(tmp_path) == {(r.tick, r.question): r for r in ALL}
    write_rulings(tmp_path, [])
    assert rulings(tmp_path) == {}


def test_only_a_ruling_that_gives_points_has_some():
    assert [ruling.points for ruling in ALL] == [0, 1.5, 0]


@pytest.mark.parametrize(
    "content",
    [
        "", "{", "[1]", '{"a": 1}', "\udcff",
        json.dumps([{"tick": "t", "question": "q", "kind": "double it"}]),
        json.dumps([{"tick": "t", "question": "q", "kind": "points", "points": -1}]),
        json.dumps([{"tick": "t", "question": "q", "kind": "points", "points": "many"}]),
        json.dumps([{"tick": 4, "question": "q", "kind": "waive"}]),
        json.dumps([{"tick": "t", "question": "q", "kind": "waive", "who": "me"}]),
    ],
)  # fmt: skip
def test_rulings_that_cannot_be_read_are_said(tmp_path, content):
    (tmp_path / NAME).write_text(content, errors="surrogateescape")
    with pytest.raises(ValueError, match="out must be a folder whose rulings.json can be read"):
        rulings(tmp_path)


def test_a_student_is_told_of_a_ruling():
    assert ALL[0].says == "Everybody got all the points of this question: a misprint"
    assert ALL[2].says == "This question was left out of the total."
