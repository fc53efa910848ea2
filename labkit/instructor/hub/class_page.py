"""The page for instructors: each student with each tick, and what each question got."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from statistics import mean
from typing import Any

from labkit.instructor.grading.marks.marks import Row
from labkit.instructor.grading.submissions.identify import twin_key
from labkit.instructor.grading.submissions.roster import Student
from labkit.instructor.hub.class_state import ClassState
from labkit.instructor.hub.submissions import Work


def overview(state: ClassState, users: Mapping[str, bool] | None) -> dict[str, Any]:
    """Return what the page shows of a class; of `users`, if they are known, whose servers run."""
    course, roster, released = state.course, state.roster, state.released
    works = state.versions.works()
    rows = {(row.record.student, row.record.tick): row for row in state.loop.rows if row.graded}
    waiting = state.loop.waiting
    at_work = {state.student(name): runs for name, runs in (users or {}).items()}
    on_roster = roster.students if roster else {}
    students = {*on_roster, *at_work, *(student for student, _ in {*works, *rows})}
    students -= {state.student(name) for name in course.instructors} - on_roster.keys()
    extended = {name for name, _ in course.policy.extensions}
    misspelt = [
        f"{name} has an extension, but is not in the class: correct it in late.toml."
        for name in sorted(extended - set(map(twin_key, students)))
    ]
    return {
        "ticks": [_tick_line(state, tick, tick in released, rows, works) for tick in state.ticks],
        "shown": [t for t in state.ticks if t in released or any(tick == t for _, tick in works)],
        "people": sorted(students),
        "on_roster": on_roster,
        "called": {name: _called(name, on_roster.get(name)) for name in students},
        "works": works,
        "rows": rows,
        "waiting": waiting,
        "requests": state.requests,
        "extensions": _extensions(state, students),
        "excused": [row for row in state.loop.rows if row.excused],
        "at_work": at_work,
        "signed_in": None if users is None else len(students & at_work.keys()),
        "running": sum(at_work.get(student, False) for student in students),
        "notices": [*filter(None, [state.trouble]), *state.loop.trouble, *misspelt],
    }


def choose(view: Mapping[str, Any], asked: str, order: str) -> dict[str, Any]:
    """Return a class's page with those students alone who are asked for, in an order.

    An order is "" (by name) or the name of a tick (by points); "-" before it turns it round.
    """
    called, rows, by = view["called"], view["rows"], order.removeprefix("-")
    people = [name for name in view["people"] if asked.casefold() in called[name].casefold()]

    def key(name: str) -> tuple[bool, float, str]:
        row = rows.get((name, by))
        points = row.points if row else None
        return points is not None, points or 0.0, called[name].casefold()

    people.sort(key=key, reverse=order.startswith("-"))
    return {**view, "listed": people, "asked": asked, "order": order}


def _extensions(state: ClassState, students: Iterable[str]) -> list[tuple[str, str, str]]:
    """Return (student, tick, until when) of each extension."""
    names, policy = {twin_key(name): name for name in students}, state.course.policy
    found = ((names.get(key, key), tick, when) for (key, tick), when in policy.extensions.items())
    return [(name, tick, in_zone(state, when)) for name, tick, when in sorted(found)]


def _tick_line(
    state: ClassState,
    tick: str,
    released: bool,
    rows: Mapping[Work, Row],
    works: Mapping[Work, bool],
) -> dict[str, Any]:
    own = [row for (_, name), row in rows.items() if name == tick]
    begun = [came for (_, name), came in works.items() if name == tick]
    asked = state.ticks[tick].points
    questions = [_question(name, asked[name], own) for name in asked if own]
    known = [question for question in questions if question["mean"] is not None]
    return {
        "name": tick,
        "title": state.ticks[tick].title,
        "due": state.course.policy.deadlines.get(tick),
        "released": released,
        "deadline": in_zone(state, state.course.policy.deadlines.get(tick)),
        "begun": len(begun),
        "handed_in": sum(begun),
        "marked": len(own),
        "to_read": sum(bool(row.waiting) for row in own),
        # Of the questions below that somebody has points for: no answer that waits counts as 0.
        "mean": sum(question["mean"] for question in known) if known else None,
        "out_of": sum(question["out_of"] for question in known),
        "questions": questions,
    }


def _called(name: str, student: Student | None) -> str:
    """Return all that a student can be looked for by, what is shown first."""
    return f"{student.display} {name} {student.email}".strip() if student else name


def _question(question: str, out_of: float, rows: Sequence[Row]) -> dict[str, Any]:
    earned = [row.earned[question] for row in rows if question in row.earned]
    known = [points for points in earned if points is not None]
    marks = [row.record.mark(question) for row in rows]
    hints = Counter(mark.hint.text for mark in marks if mark and mark.hint)
    return {
        "name": question,
        "answers": len(known),
        "mean": mean(known) if known else None,
        "out_of": out_of,
        "to_read": sum(question in row.waiting for row in rows),
        "hints": hints.most_common(1),
    }


def in_zone(state: ClassState, when: datetime | None) -> str:
    """Return a time, if there is one, as the class reads it."""
    if when is None:
        return "none"
    return f"{when.astimezone(state.course.policy.zone):%a %d %b %Y %H:%M %Z}"
