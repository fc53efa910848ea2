"""A class as its pages show it."""

import shutil
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Event
from unittest.mock import Mock

import pytest

from labkit.checks import Hint
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import rows
from labkit.instructor.hub import class_state
from labkit.instructor.hub.class_page import overview
from labkit.instructor.hub.student_page import own_ticks
from tests.instructor.grading.tiny import NAME, SQUARE, record
from tests.instructor.hub.room import LATE, Room

CLASS = [f"s{number}" for number in range(200)]


@pytest.fixture
def room(tmp_path, monkeypatch):
    return Room(tmp_path, monkeypatch.setattr, "\n".join(["student", *CLASS]))


def test_a_tick_is_handed_out_again_in_the_place_of_what_was(room):
    (old := room.course.release / NAME / "old.txt").touch()
    data = "kinds/a.csv", b"\xff"
    class_state.hand_out(room.course, replace(room.tick, beside=(data,)), room.lab)
    assert (room.course.release / NAME / data[0]).read_bytes() == data[1]
    assert not old.exists() and room.state().released == [NAME]


def test_who_asks_while_a_new_deadline_is_read_waits_for_it(room, monkeypatch):
    state, reading, go_on = room.state(), Event(), Event()
    assert state.course.policy.deadlines
    read, due = class_state.read_course, datetime(2126, 12, 1, tzinfo=UTC)

    def read_slowly(folder):
        reading.set()
        go_on.wait()
        return read(folder)

    monkeypatch.setattr(class_state, "read_course", read_slowly)
    room.due(due)
    with ThreadPoolExecutor() as people:
        first = people.submit(lambda: state.course.policy.deadlines[NAME])
        reading.wait()
        second = people.submit(lambda: state.course.policy.deadlines[NAME])
        wait([second], 0.2)  # who does not wait is done by then
        go_on.set()
        assert first.result() == second.result() == due


def test_a_tick_is_on_the_page_of_who_can_have_it_or_has_handed_it_in(room):
    state = room.state()
    _, when = (state.versions.keep(("s1", NAME), data) for data in (b"1", b"2"))
    state.loop.add(("s1", NAME), when)
    due = {"name": NAME, "deadline": "Wed 20 Nov 2126 17:00 UTC", "extended": False}
    has = due | {"handed_in": f"{when:%a %d %b %Y %H:%M UTC}", "versions": 2, "waiting": True}
    has_not = due | {"handed_in": None, "versions": 0, "waiting": False}
    marks = {"row": None, "out_of": 5}
    assert (own_ticks(state, "s1"), own_ticks(state, "s2")) == ([has | marks], [has_not | marks])
    shutil.rmtree(room.course.release / NAME)
    assert (own_ticks(state, "s1"), own_ticks(state, "s2")) == ([has | marks], [])
    page = overview(state, {"s1": True, "s2": False, "ines": True, "s0": True})
    told = ("signed_in", "running", "shown", "notices", "waiting")
    assert [page[what] for what in told] == [3, 2, [NAME], [], {("s1", NAME): when}]


def test_for_a_page_a_class_is_read_once_and_again_only_after_a_change(room, monkeypatch):
    state, reads = room.state(), Mock(wraps=class_state.read_course)
    records = [record(name) for name in CLASS]
    double, triple = records[0].marks  # one has another hint than the rest, which is not shown
    records[0] = replace(records[0], marks=(double, replace(triple, hint=Hint("sum", "A sum."))))
    state.loop.rows = rows(records, state.ticks, Policy(), {})
    (line,) = overview(state, dict.fromkeys(CLASS, True))["ticks"]
    of_tick = [line[what] for what in ("begun", "handed_in", "marked", "to_read", "mean", "out_of")]
    assert of_tick == [0, 0, 200, 200, 2.5, 3]  # of what has points: the rest is still to be read
    assert [(q["answers"], q["mean"], q["to_read"], *q["hints"]) for q in line["questions"]] == [(200, 2, 0), (200, 0.5, 0, (SQUARE, 199)), (0, None, 200)]  # fmt: skip
    monkeypatch.setattr(class_state, "read_course", reads)
    for times in (0, 1):
        if times:
            room.course.late.write_text(LATE + f"[extensions.s7]\n{NAME} = 2127-01-01T12:00:00\n")
        assert len(overview(state, dict.fromkeys(CLASS, True))["people"]) == len(CLASS)
        extended = [name for name in CLASS if own_ticks(state, name)[0]["extended"]]
        assert (reads.call_count, extended) == (times, ["s7"][:times])


@pytest.mark.parametrize("wrong", ["nothing =\nof use\n", None])
@pytest.mark.parametrize("file", ["course.toml", "class/late.toml", "class/roster.csv"])
def test_a_file_that_is_wrong_is_named_and_what_was_counts_until_it_is_right(room, file, wrong):
    state, path = room.state(), room.course.folder / file
    right, before = path.read_text(), (state.course, state.roster)
    path.unlink() if wrong is None else path.write_text(wrong)
    for _ in range(2):
        assert (state.course, state.roster) == before and "S7" not in state.roster.students
        assert any(path.name in said for said in overview(state, None)["notices"])
    path.write_text(right)
    assert not overview(state, None)["notices"] and (state.course, state.roster) == before


def test_a_file_that_course_toml_names_may_come_later(room):
    state, named = room.state(), room.course.folder / "other.csv"
    assert state.student("s1") == "s1"
    file = room.course.folder / "course.toml"
    file.write_text(file.read_text().replace("class/roster.csv", "other.csv"))
    assert "s1" in state.roster.students and "other.csv" in state.trouble
    for number in ("1001", "1002"):  # the second time, nobody is renamed for ever
        named.write_text(f"student,email\n{number},Ada@uni.example\n")
        assert state.student("ada@uni.example") == number and not state.trouble
    assert state.student("s1") == "s1"


@pytest.mark.parametrize(("feedback", "minutes_after", "sees_marks"), [
    ("at once", -600, True), ("at the deadline", -600, False), ("at the deadline", 7, True),
    ("at the deadline", 2, False),  # within the time of grace
    ("at the deadline", None, True),  # there is none
])  # fmt: skip
def test_students_see_their_marks_when_the_course_says(room, feedback, minutes_after, sees_marks):
    file = room.course.folder / "course.toml"
    file.write_text(file.read_text().replace('"at once"\n', f'"{feedback}"\n'))
    if minutes_after is None:
        room.course.late.write_text("")
    else:
        room.due(datetime.now(UTC) - timedelta(minutes=minutes_after))
    state = room.state()
    state.loop.rows = rows([record("s1")], state.ticks, Policy(), {})
    (own,), (others,) = own_ticks(state, "s1"), own_ticks(state, "s2")
    assert (own["row"] is not None) == sees_marks and others["row"] is None
