"""What the grading service remembers, also where a disk or a clock is not what it was."""

from datetime import UTC, datetime, timedelta

import pytest

from labkit.hub import memory
from labkit.hub.course import Course
from labkit.hub.memory import Memory, is_past
from labkit.hub.versions import HandedIn, Versions

WHEN = datetime(2026, 11, 20, 17, tzinfo=UTC)


@pytest.fixture
def course(tmp_path):
    found = Course(tmp_path, "Significance", "nlp")
    for student in ("ada", "ben"):
        version = HandedIn(student, "t", WHEN, f"{student}+t")
        Versions(found.versions).keep(version, {"t.ipynb": b"{}"})
    return found


@pytest.mark.parametrize(
    ("minutes", "past"), [(-0.5, False), (-2, True), (1, True), (24 * 60, True), (-1e6, True)]
)
def test_what_is_of_the_future_is_long_past(minutes, past):
    """The clock was set back: nobody waits until it has come to that moment again."""
    when = datetime.now(UTC) + timedelta(minutes=minutes)
    assert is_past(when, timedelta(minutes=1)) is past


def test_after_the_clock_was_set_back_all_is_looked_at():
    found = Memory()
    found.looked("same")
    assert found.is_fresh("same") and not found.is_fresh("another")
    found.looked_at += timedelta(hours=1)
    assert not found.is_fresh("same")


def test_a_version_that_cannot_be_read_stops_no_other_and_is_tried_again(course, monkeypatch):
    found, versions, trouble = Memory(), Versions(course.versions), list[str]()
    of = Versions.of

    def failing(self, student, tick):
        if student == "ada":
            raise OSError(5, "Input/output error")
        return of(self, student, tick)

    with monkeypatch.context() as patch:
        patch.setattr(Versions, "of", failing)
        found.bring_up_to_date(course, versions, (), trouble)
    assert list(found.works) == [("ben", "t")]
    assert len(trouble) == 1 and trouble[0].startswith("ada, t: its versions cannot be read")
    found.bring_up_to_date(course, versions, (), trouble)
    assert list(found.works) == [("ada", "t"), ("ben", "t")] and len(trouble) == 1


def test_what_was_read_is_read_again_regularly_only(course, monkeypatch):
    found, versions = Memory(), Versions(course.versions)
    found.bring_up_to_date(course, versions, (), [])
    new = HandedIn("cleo", "t", WHEN, "cleo+t")
    versions.keep(new, {"t.ipynb": b"{}"})
    found.bring_up_to_date(course, versions, (), [])
    assert ("cleo", "t") not in found.works
    found.bring_up_to_date(course, versions, [new], [])
    assert found.works["cleo", "t"] == [new]
    monkeypatch.setattr(memory, "REGULARLY", timedelta())
    found.works.clear()
    found.bring_up_to_date(course, versions, (), [])
    assert len(found.works) == 3
