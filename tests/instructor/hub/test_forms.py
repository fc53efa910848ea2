"""Excuses and answers: what a form does is what `labkit regrade` does, in an instructor's name."""

from dataclasses import replace

import pytest

from labkit.instructor.grading.base.atomic import alone
from labkit.instructor.grading.marks.audit import entries
from labkit.instructor.grading.marks.publish import publish
from labkit.instructor.grading.marks.store import Store
from labkit.instructor.grading.review.requests import find_requests
from labkit.instructor.grading.submissions.roster import Student
from labkit.instructor.hub import forms
from labkit.instructor.hub.class_page import overview
from tests.instructor.grading.review.class_of import handed_in
from tests.instructor.grading.tiny import NAME
from tests.instructor.hub.room import Room

ASKED = "Regrade request: double: it is <b>right</b>\n\nRegrade request: nothing: why?"


@pytest.fixture
def state(tmp_path, monkeypatch):
    """A class of two, of whom ada has handed in, and asks for another look."""
    room = Room(tmp_path, monkeypatch.setattr, "student,name\nada,Ada Lovelace\nben,\n")
    state = room.state()
    record = replace(
        handed_in(room.tick, "ada", ASKED), submitted=state.course.policy.deadlines[NAME]
    )
    Store(state.course.marks).save(record)
    state.loop._settings(state.course).save(state.course.marks)
    state.loop.rows = publish(state.course.marks, state.ticks)
    return state


@pytest.fixture
def send(state):
    """Send a form, and return question -> points of a student, with the student's page."""
    people = {"ada": Student("ada", "Ada Lovelace"), "ben": Student("ben")}

    def send(form, student="ada", **fields):
        sent = {"tick": NAME, "student": student, **fields}
        forms.FORMS[form](forms.Sent(state, "ines", people, sent))
        state.loop.rows = publish(state.course.marks, state.ticks)
        (row,) = (row for row in state.loop.rows if row.record.student == student)
        page = state.course.marks / "feedback" / student / NAME / f"{NAME}.html"
        return row, page.read_text() if page.exists() else ""

    return send


def test_a_request_is_answered_by_words_alone_or_by_points(state, send):
    assert [(r.question, r.answered) for r in state.requests] == [("", ""), ("double", "")]
    before = state.loop.rows[0].points
    row, page = send("answer", question="double", points="", why="see <i>slide</i> 4")
    assert row.points == before
    assert "the points stay: see &lt;i&gt;slide&lt;/i&gt; 4" in page
    assert "the points stay" in dict((r.question, r.answered) for r in state.requests)["double"]
    row, page = send("answer", question="double", points="0.5", why="half of it")
    assert row.earned["double"] == 0.5 and "gave these points: half of it" in page
    row, page = send("answer", question="double", points="", why="and so it stays")
    assert row.earned["double"] == 0.5 and "gave these points: and so it stays" in page
    row, _ = send("answer", question="essay", why="not yet read")
    assert "essay" in row.waiting  # words give no points to what nobody has read
    assert [(e["who"], e["what"], e["why"]) for e in entries(state.course.marks)][:2] == [
        ("ines", "regrade: keep", "see <i>slide</i> 4"), ("ines", "regrade: points 0.5", "half of it"),
    ]  # fmt: skip
    assert overview(state, None)["requests"] == find_requests(state.loop.rows)


def test_who_is_ill_is_excused_with_work_or_without_and_that_is_taken_back(send):
    for student in ("ada", "ben"):
        row, page = send("excuse", student, why="ill")
        assert (row.excused, row.points) == ("ill", None) and ("Excused: ill" in page) == (
            student == "ada"
        )
        row, page = send("excuse", student, **{"take back": "yes"})
        assert not row.excused and "Excused" not in page


REFUSED = [
    ("answer", {"question": "double", "why": ""}, "needs some words"), ("answer", {"question": "x", "why": "y"}, "question must be one of"),
    ("answer", {"question": "double", "points": "9", "why": "y"}, "points must be .*2"), ("answer", {"question": "double", "points": "nan", "why": "y"}, "points"),
    ("answer", {"question": "double", "points": "two", "why": "y"}, "must be a number"), ("answer", {"question": "", "why": "y"}, "question must be one of"),
    ("excuse", {"student": "nobody"}, "student must be one student of the class"), ("excuse", {"tick": "tick9"}, "tick must be one"),
    ("extension", {"when": ""}, "needs a deadline"), ("excuse", {"why": "x" * 1001}, "1,000 letters at most"), ("excuse", {"why": "a\nb"}, "on one line"),
]  # fmt: skip


def test_what_cannot_be_done_is_refused_and_not_done(state, send):
    before = state.loop.rows, entries(state.course.marks)
    for form, fields, said in REFUSED:
        with pytest.raises(ValueError, match=said):
            send(form, **fields)
        assert (state.loop.rows, entries(state.course.marks)) == before, fields


def test_while_work_is_marked_an_instructor_is_told_so(state, send, monkeypatch):
    monkeypatch.setattr(forms, "_PATIENCE", 0.5)
    with alone(state.course.marks), pytest.raises(ValueError, match="the service is marking work"):
        send("excuse", why="ill")
    assert send("excuse", why="ill")[0].excused
