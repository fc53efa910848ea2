"""What instructors change in the browser: deadlines, extensions and the list of the class.

The files are those that the command line reads, and people may write in them, too: what they wrote,
comments and all, stays. Nothing is written that could not be read again.
"""

import fcntl
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.grading.marks.late import read_policy
from labkit.instructor.grading.submissions.identify import filed, twin_key
from labkit.instructor.grading.submissions.roster import Student, read_roster
from labkit.instructor.grading.submissions.tables import decoded
from labkit.instructor.hub.course import CHANGED, FILE, LATE, ROSTER, Course, read_plain

#: How a browser writes a time, without its zone.
_TIMES = "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"


def as_time(text: str) -> datetime | None:
    """Read a time as a form has it, None where it is empty; raise ValueError if it is none."""
    for form in _TIMES if text else ():
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    if text:
        raise ValueError(f"when must be a time such as 2026-11-20T17:00, not {text[:40]!r}")
    return None


def set_deadline(course: Course, ticks: Sequence[str], tick: str, when: datetime | None) -> None:
    """Give a tick a deadline in the class's time zone, or with None, none."""

    def change(late: dict[str, Any]) -> None:
        _set(late, "deadlines", tick, when)

    _change_late(course, ticks, change)


def set_extension(
    course: Course, ticks: Sequence[str], tick: str, student: str, when: datetime | None
) -> None:
    """Give a student a deadline of their own, or with None, that of the class."""

    def change(late: dict[str, Any]) -> None:
        # By hand, one student may be there in several spellings, of which the last counts.
        own = late.setdefault("extensions", {})
        same = [name for name in own if twin_key(filed(name)) == twin_key(student)]
        for name in same or [student]:
            _set(own, name, tick, when)

    _change_late(course, ticks, change)


def replace_roster(course: Course, data: bytes, file: str) -> tuple[list[Student], list[Student]]:
    """Put a list of the class in the place of the one before; return who has joined and who has left."""
    place = _place(course, "roster", ROSTER)
    new = read_roster(data, file).students
    with _alone(course):
        old = course.class_list.students if course.class_list else {}
        write_whole(place, data)
    joined = [student for name, student in new.items() if name not in old]
    return joined, [student for name, student in old.items() if name not in new]


def _set(tables: dict[str, Any], name: str, tick: str, when: datetime | None) -> None:
    """Give a tick a time in a table, which is made if need be, or take it away."""
    if when is None:
        tables.get(name, {}).pop(tick, None)
    elif name in tables:
        tables[name][tick] = when
    else:
        tables[name] = {tick: when}


def _change_late(
    course: Course, ticks: Sequence[str], change: Callable[[dict[str, Any]], None]
) -> None:
    """Change the deadlines' file, and nothing in it but what is to be changed."""
    place = _place(course, "late", LATE)
    with _alone(course):
        data = read_plain(place)
        read_policy(data, place.name, ticks)  # which refuses what would take long to read
        text = decoded(data, "late", place.name)
        document, wanted = tomlkit.parse(text), tomllib.loads(text)
        change(wanted)
        try:
            change(document)
            new = tomlkit.dumps(document)
            done = tomllib.loads(new) == wanted
        except (TOMLKitError, ValueError):
            done = False
        if not done:  # tomlkit is not sure of tables in pieces
            raise ValueError(
                f"this page cannot change {place} as it is written: edit the file instead"
            )
        read_policy(new.encode(), place.name, ticks)
        write_whole(place, new)


def _place(course: Course, entry: str, file: str) -> Path:
    """Return where the service may write a file; raise ValueError where the course has it elsewhere."""
    named = tomllib.loads((course.folder / FILE).read_text("utf-8-sig")).get(entry)
    if named != f"{CHANGED}/{file}":
        raise ValueError(
            f"this page changes files in {course.changed} only: as root, put the file there, and write "
            f'{entry} = "{CHANGED}/{file}" into {FILE}'
        )
    return course.changed / file


@contextmanager
def _alone(course: Course) -> Iterator[None]:
    """Wait until nobody else changes a file: what two people change at once is kept of both."""
    with open(course.changed / ".lock", "a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
