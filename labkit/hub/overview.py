"""How a class is doing: each student with each tick, and what each question got."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from statistics import mean

from labkit.hub.course import Course
from labkit.hub.listed import Listed, read_listed
from labkit.hub.names import lower_case
from labkit.hub.seen import Marked, Seen, User


class State(StrEnum):
    """How far a student is with a tick."""

    NOTHING = "not fetched"
    FETCHED = "fetched"
    HANDED_IN = "handed in"
    MARKED = "marked"
    TO_READ = "to be read"
    NOT_MARKED = "not marked"


@dataclass(frozen=True)
class Cell:
    """One student's state with one tick."""

    tick: str
    state: State
    points: float | None = None
    out_of: float = 0.0
    late: str = ""
    why: str = ""
    #: The student's folder in that of the pages of feedback; "" where there is no page.
    page: str = ""


@dataclass(frozen=True)
class Person:
    """A line of the table of students."""

    name: str
    display: str
    signed_in: bool
    running: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Asked:
    """What a question got from the class."""

    question: str
    answers: int
    mean: float | None
    out_of: float
    to_read: int
    hint: str = ""
    times: int = 0

    @property
    def share(self) -> float:
        """The mean as a share of all points."""
        return min(1.0, (self.mean or 0.0) / self.out_of) if self.out_of else 0.0


@dataclass(frozen=True)
class TickLine:
    """A line of the table of ticks, and the questions of it."""

    name: str
    released: bool
    deadline: str
    fetched: int
    handed_in: int
    marked: int
    to_read: int
    mean: float | None
    out_of: float
    questions: tuple[Asked, ...] = ()


@dataclass(frozen=True)
class Overview:
    """A whole class at one moment.

    Attributes
    ----------
    ticks : tuple of TickLine
    people : tuple of Person
        Students, by name; instructors are none.
    signed_in, running : int or None
        How many of them; None if JupyterHub did not answer.
    waiting : int
        Versions that are handed in and not yet marked.
    to_read : int
        Submissions with an answer for a person to read.
    """

    ticks: tuple[TickLine, ...]
    people: tuple[Person, ...]
    signed_in: int | None
    running: int | None
    waiting: int
    to_read: int


def overview(course: Course, ticks: Mapping[str, Mapping[str, float]], seen: Seen) -> Overview:
    """Put together what is known of a class.

    Parameters
    ----------
    course : Course
        Whose class it is.
    ticks : dict
        Name -> question -> points, of all ticks there are.
    seen : Seen
        What was read just now.

    Returns
    -------
    Overview
        For the page.
    """
    users = {user.name: user for user in seen.users or ()}
    listed = _listed(course)
    on_list = listed.signing_in({*users, *(name for name, _ in {*seen.handed_in, *seen.fetched})})
    # What is graded comes last, and stays: a copy handed in beside it is not marked.
    rows = {
        (on_list.get(row.student) or lower_case(row.student), row.tick): row
        for row in sorted(seen.marked, key=lambda row: row.graded)
        if row.student
    }

    def own(key: tuple[str, str]) -> tuple[str, str]:
        """Of who has two accounts, all is seen with one of them, where the marks are."""
        return on_list.get(listed.called(key[0]), key[0]), key[1]

    handed_in = {*map(own, seen.handed_in), *(key for key, row in rows.items() if row.submitted)}
    late = {own(key) for key, when in seen.handed_in.items() if _is_new(when, rows.get(own(key)))}
    kept = {own(key): why for key, why in seen.kept.items() if own(key) not in handed_in}
    late |= {key for key, why in kept.items() if not why}
    fetched = {*map(own, seen.fetched), *kept} | handed_in
    displays = {name: listed.display(student) for student, name in on_list.items()}
    names = _names(course, users, rows, fetched, displays)
    shown = [t for t in ticks if t in seen.released or any(tick == t for _, tick in fetched)]
    people = tuple(
        Person(
            name,
            display,
            signed_in=(user := users.get(name, User(name))).signed_in,
            running=user.running,
            cells=tuple(
                _cell(course, name, tick, rows, late, handed_in, fetched, kept) for tick in shown
            ),
        )
        for name, display in names.items()
    )
    known = seen.users is not None
    lines = (_line(course, t, ticks[t], t in seen.released, people, rows, late) for t in ticks)
    return Overview(
        ticks=tuple(lines),
        people=people,
        signed_in=sum(person.signed_in for person in people) if known else None,
        running=sum(person.running for person in people) if known else None,
        waiting=len(late),
        to_read=sum(bool(row.to_read) for row in rows.values()),
    )


def strangers(course: Course, view: Overview) -> tuple[str, ...]:
    """Say for whom there is an extension and who is not in the class: perhaps a name is misspelt.

    Parameters
    ----------
    course : Course
    view : Overview
        Who is in it.

    Returns
    -------
    tuple of str
        A line each; none while JupyterHub does not say who has signed in.
    """
    listed = _listed(course)
    known = {person.name for person in view.people} | set(course.instructors)
    names = sorted({student for student, _ in course.late.extensions} - known)
    return tuple(
        f"course.toml has an extension for {name}, and nobody in the class signs in by that name."
        for name in names
        if view.signed_in is not None and not listed.has(name)
    )


def _listed(course: Course) -> Listed:
    try:
        return read_listed(course)
    except (OSError, ValueError):
        return Listed(None)  # the service says so: the page shows who is there


def _is_new(when: datetime | None, row: Marked | None) -> bool:
    """Tell whether a version that was handed in is still to be marked."""
    if row is None or row.submitted is None:
        return True
    # Marks know seconds.
    return when is not None and int(when.timestamp()) > int(row.submitted.timestamp())


def _names(
    course: Course,
    users: Mapping[str, User],
    rows: Mapping[tuple[str, str], Marked],
    fetched: Iterable[tuple[str, str]],
    on_list: Mapping[str, str],
) -> dict[str, str]:
    """Give everybody in the class, with the name to show: the roster's, and who came without."""
    displays = {name: row.display for (name, _), row in rows.items()}
    listed = {name: "" for name, user in users.items() if not user.instructor}
    came = {student: "" for student, _ in fetched} | displays
    teach = set(course.instructors) | {name for name, user in users.items() if user.instructor}
    known = listed | came | dict(on_list)
    return {
        name: display or displays.get(name, "")
        for name, display in sorted(known.items())
        if name not in teach or name in displays
    }


def _cell(
    course: Course,
    name: str,
    tick: str,
    rows: Mapping[tuple[str, str], Marked],
    late: Collection[tuple[str, str]],
    handed_in: Collection[tuple[str, str]],
    fetched: Collection[tuple[str, str]],
    kept: Mapping[tuple[str, str], str],
) -> Cell:
    key = name, tick
    row = rows.get(key)
    if row and row.graded:
        days = "late: unknown" if row.late_days is None else ""
        days = days or (f"{row.late_days} d late" if row.late_days else "")
        state = State.TO_READ if row.to_read else State.MARKED
        state = State.HANDED_IN if key in late else state
        return Cell(tick, state, row.points, row.out_of, days, page=row.student)
    if key in late:
        return Cell(tick, State.HANDED_IN)
    if row and row.submitted:
        return Cell(tick, State.NOT_MARKED, why=row.why)
    if key in kept:
        return Cell(tick, State.NOT_MARKED, why=f"does not count: {kept[key]}")
    if key in handed_in:
        return Cell(tick, State.HANDED_IN)
    return Cell(tick, State.FETCHED if key in fetched else State.NOTHING)


def _line(
    course: Course,
    tick: str,
    points: Mapping[str, float],
    released: bool,
    people: Sequence[Person],
    rows: Mapping[tuple[str, str], Marked],
    late: Collection[tuple[str, str]],
) -> TickLine:
    states = Counter(cell.state for person in people for cell in person.cells if cell.tick == tick)
    graded = [row for row in rows.values() if row.tick == tick and row.graded]
    due = course.late.deadlines.get(tick)
    return TickLine(
        name=tick,
        released=released,
        deadline=f"{due.astimezone(course.late.zone):%a %d %b %Y, %H:%M}" if due else "",
        fetched=sum(states.values()) - states[State.NOTHING],
        handed_in=sum(states.values()) - states[State.NOTHING] - states[State.FETCHED],
        marked=len(graded),
        to_read=sum(bool(row.to_read) for row in graded),
        mean=mean(row.points for row in graded) if graded else None,
        out_of=max((row.out_of for row in graded), default=sum(points.values())),
        questions=tuple(_asked(q, points[q], graded) for q in points) if graded else (),
    )


def _asked(question: str, out_of: float, rows: Sequence[Marked]) -> Asked:
    earned = [row.earned[question] for row in rows if question in row.earned]
    known = [points for points in earned if points is not None]
    hints = Counter(row.hints[question] for row in rows if question in row.hints)
    hint, times = hints.most_common(1)[0] if hints else ("", 0)
    return Asked(
        question,
        answers=len(known),
        mean=mean(known) if known else None,
        out_of=out_of,
        to_read=sum(question in row.to_read for row in rows),
        hint=hint,
        times=times,
    )
