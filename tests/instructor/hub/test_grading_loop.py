import re
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from unittest.mock import Mock

import pytest

from labkit.instructor.grading.base.atomic import alone
from labkit.instructor.grading.marks.gradebook import enter_manual
from labkit.instructor.grading.marks.marks import Manual
from labkit.instructor.hub import grading_loop
from tests.instructor.grading.tiny import NAME
from tests.instructor.hub.room import Room

pytestmark = pytest.mark.usefixtures("sandbox")


def points(state):
    """Student -> points, of those who have marks."""
    return {row.record.student: row.points for row in state.loop.rows if row.graded}


@pytest.mark.slow
def test_what_is_handed_in_is_marked_once_also_by_the_next_service(tmp_path, monkeypatch):
    table = "student,name,email\n12345,Ada Lovelace,ada@uni.example\nben,,\ncem,,\ndi,,\n"
    room = Room(tmp_path, monkeypatch.setattr, table)
    state = room.state()
    for name, double in (("ada@uni.example", "return 2 * n"), ("ben", "return n * n")):
        state.hand_in(name, NAME, room.work(double=double))
    assert set(state.loop.waiting) == {("12345", NAME), ("ben", NAME)}
    assert state.loop.mark_waiting() == [] and not state.loop.waiting
    assert points(state)["12345"] == 3 > points(state)["ben"]
    assert state.loop.rows[0].record.display == "Ada Lovelace"
    page = room.course.marks / "feedback" / "12345" / NAME / f"{NAME}.html"
    assert "double" in page.read_text() and (room.course.marks / "grades.csv").is_file()

    records = {path: path.stat().st_mtime_ns for path in room.course.marks.glob("records/*/*")}
    # One that was handed in while no service ran is found, and no other is marked again.
    state.versions.keep(("cem", NAME), room.work())
    again = room.state()
    again.loop.mark_waiting()
    assert points(again) == {**points(state), "cem": 3} and len(again.loop.rows) == 4
    assert {path: path.stat().st_mtime_ns for path in records} == records


@pytest.mark.slow
def test_what_comes_while_the_version_before_is_marked_is_marked_next(room, monkeypatch):
    state, publish = room.state(), grading_loop.publish

    def hand_in_again(*arguments):
        monkeypatch.setattr(grading_loop, "publish", publish)
        state.hand_in("ada", NAME, room.work())
        return publish(*arguments)

    monkeypatch.setattr(grading_loop, "publish", hand_in_again)
    state.hand_in("ada", NAME, room.work(double="return n * n"))
    state.loop.mark_waiting()
    assert points(state)["ada"] < 3 and set(state.loop.waiting) == {("ada", NAME)}
    state.loop.mark_waiting()
    assert points(state) == {"ada": 3} and not state.loop.waiting


@pytest.mark.slow
def test_versions_count_as_deadlines_and_extensions_say(room):
    state, now = room.state(), datetime.now(UTC)
    room.due(now - timedelta(hours=47))
    for double in ("return n * n", "return 2 * n"):
        state.hand_in("ada", NAME, room.work(double=double))
    state.loop.mark_waiting()
    (row,) = state.loop.rows
    assert row.late.days == 2 and row.before < 3  # the first that was late
    extension = f"[extensions.ada]\n{NAME} = {now + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}\n"
    room.due(now - timedelta(hours=47), extension)
    state.loop.mark_waiting()
    assert points(state) == {"ada": 3}
    room.due(now + timedelta(days=2))
    state.hand_in("ada", NAME, room.work(triple="return 0"))
    state.loop.mark_waiting()
    assert points(state)["ada"] == 2  # the last in time


@pytest.mark.slow
def test_one_version_that_cannot_be_read_stops_no_other_and_a_mark_by_hand_is_taken_over(room):
    state = room.state()
    for name in ("ada", "ben"):
        state.hand_in(name, NAME, room.work(essay="Because."))
    (kept,) = (room.course.versions / "ada" / NAME).glob("*.zip")
    kept.write_bytes(b"of a damaged disk")
    (said,) = state.loop.mark_waiting()
    assert re.match(f"{NAME} of ada cannot be marked: ", said)
    assert points(state) == {"ben": 3} and state.loop.rows[0].waiting == ["essay"]
    enter_manual(room.course.marks, {("ben", NAME): Manual(points={"essay": 1.5})})
    state.loop.mark_waiting()
    assert points(state) == {"ben": 4.5} and state.loop.rows[0].waiting == []


@pytest.mark.slow
def test_what_ends_in_the_middle_is_done_again(room, monkeypatch):
    state = room.state()
    state.hand_in("ada", NAME, room.work())

    fails = Mock(side_effect=OSError("No space left on device"))
    with monkeypatch.context() as full, pytest.raises(OSError, match="No space left"):
        full.setattr(grading_loop, "publish", fails)
        state.loop.mark_waiting()
    assert set(state.loop.waiting) == {("ada", NAME)}
    state.loop.mark_waiting()
    assert points(state) == {"ada": 3} and not state.loop.waiting


@pytest.mark.slow
def test_the_thread_marks_says_what_is_wrong_and_tries_again(room, monkeypatch):
    def wait(wanted):
        end = time.monotonic() + 60
        while not wanted():
            assert time.monotonic() < end

    monkeypatch.setattr(grading_loop, "PAUSE", 0.1)
    state = room.state()
    with alone(room.course.marks):
        state.loop.start()
        state.hand_in("ada", NAME, room.work())
        wait(lambda: any("Another command" in each for each in state.loop.trouble))
    wait(lambda: points(state) == {"ada": 3} and not state.loop.trouble)
    state.loop.mark_waiting = partial(time.sleep, 10_000)  # the thread ends with the tests
