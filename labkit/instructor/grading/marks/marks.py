"""From records to marks: what each question earned, and what lateness costs."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import pandas as pd

from labkit.checks.questions import tick_order
from labkit.instructor.grading.judging.record import Record
from labkit.instructor.grading.judging.tick import Tick, digest
from labkit.instructor.grading.marks.late import Lateness, Policy, hundredths
from labkit.instructor.grading.marks.rulings import Kind, Ruling, Rulings, rulings_on
from labkit.instructor.grading.submissions.tables import without_formula

#: Behind the point: what sums of floats have behind that is not meant.
_DIGITS = 9

#: The columns of grades.csv, before those of the questions.
_COLUMNS = [
    "student", "tick", "status", "points", "out_of", "points_before_penalty", "penalty",
    "late_days", "submitted", "waiting", "file", "ruled", "excused", "name", "group",
]  # fmt: skip

#: How a table has points.
_NUMBER = "%.12g"

#: What is said where only Canvas's word LATE in a file's name says that work is late.
MARKED_LATE = "late by Canvas's own word; by how much is not known"


@dataclass(frozen=True)
class Manual:
    """What a person entered for one submission, by question."""

    #: In the place of the points by machine.
    points: dict[str, float] = field(default_factory=dict)
    comments: dict[str, str] = field(default_factory=dict)
    #: The questions whose answer has changed since.
    again: set[str] = field(default_factory=set)
    #: On top of the points by machine or by hand.
    extra: dict[str, float] = field(default_factory=dict)

    def with_own(self, own: "Manual") -> "Manual":
        """Return what was entered for a group, with what was for one member in its place."""
        again = self.again - own.points.keys() | own.again
        comments = self.comments | own.comments
        return Manual(self.points | own.points, comments, again, self.extra | own.extra)


@dataclass(frozen=True)
class Row:
    """One student's marks for one tick, or a file that was not graded."""

    record: Record
    #: Question -> points; None where a person has still to read an answer.
    earned: Mapping[str, float | None]
    #: Question -> all its points.
    points_of: Mapping[str, float]
    late: Lateness
    by_hand: Manual = field(default_factory=Manual)
    #: Question -> the ruling by which `earned` and `points_of` are as they are.
    ruled: Mapping[str, Ruling] = field(default_factory=dict)
    #: Why the student is excused from the tick; "" if not.
    excused: str = ""
    #: The ruling by which the work as a whole has its points, also where there are no marks.
    given: Ruling | None = None

    @cached_property
    def digest(self) -> str:
        """A hash of the whole row: where anything in it changes, the hash does."""
        return digest(self)

    @property
    def out_of(self) -> float:
        """All points of the tick; 0 if it is unknown."""
        return round(sum(self.points_of.values()), _DIGITS)

    @property
    def graded(self) -> bool:
        """Whether there are marks, or a person has given points."""
        return bool(self.record.marks or self.given)

    @property
    def waiting(self) -> list[str]:
        """The written answers that have still to be read, or read again."""
        if self.given:
            return []
        decided = {name for name, ruling in self.ruled.items() if ruling.kind is not Kind.KEEP}
        again = self.by_hand.again - decided
        return [n for n, points in self.earned.items() if points is None or n in again]

    @property
    def final(self) -> bool:
        """Whether the marks may leave the house."""
        return self.graded and not (self.waiting or self.excused)

    @property
    def before(self) -> float | None:
        """The points without the penalty, not below zero; None without marks."""
        known = self.given.points if self.given else sum(filter(None, self.earned.values()))
        return max(0.0, hundredths(known)) if self.graded else None

    @property
    def points(self) -> float | None:
        """The points that count; None without marks."""
        if self.before is None or self.excused:
            return None
        return self.late.points(self.before, self.out_of)

    @property
    def penalty(self) -> float | None:
        """The points that lateness costs; None without marks."""
        return None if self.points is None else round((self.before or 0.0) - self.points, 2)

    @property
    def late_days(self) -> int | str:
        """The days begun since the deadline, or why they are not known."""
        if not self.late.unknown:
            return self.late.days
        return MARKED_LATE if self.record.marked_late else "unknown"

    @property
    def obstacle(self) -> str:
        """Why the marks may not leave the house."""
        if self.excused:
            return f"excused: {self.excused}"
        waiting = ", ".join(self.waiting)
        return f"a person has still to read: {waiting}" if waiting else self.record.ended

    @cached_property
    def shown(self) -> dict[str, Any]:
        """Everything that is known of a row, except its notebook."""
        ruled = {**self.ruled, **({self.record.tick: self.given} if self.given else {})}
        same = ("earned", "waiting", "points", "out_of", "penalty", "excused")
        return self.record.shown() | {
            **{name: getattr(self, name) for name in same},
            "points_before_penalty": self.before,
            "late_days": None if self.late.unknown else self.late.days,
            "marked_late": self.late_days == MARKED_LATE,
            "ruled": {question: ruling.says for question, ruling in ruled.items()},
        }


def rows(
    records: Iterable[Record],
    ticks: Mapping[str, Tick],
    policy: Policy,
    manual: Mapping[tuple[str, str], Manual],
    rulings: Rulings | None = None,
) -> list[Row]:
    """Work out the marks of each record, by tick and student."""
    made, records = [], list(records)
    given = {
        _that_counts(records, tick, student): ruling
        for (tick, question, student), ruling in (rulings or {}).items()
        if not question and ruling.kind is Kind.POINTS
    }
    of_group = defaultdict[tuple[str, str], Manual](Manual)
    for record in records:
        entered = manual.get((record.student, record.tick))
        if record.group and entered:
            key = record.group, record.tick
            of_group[key] = of_group[key].with_own(entered)
    for place, record in enumerate(records):
        whole = given.get(place)
        if whole:  # also for a file that names no tick
            record = replace(record, tick=whole.tick)
        student, name = record.student, record.tick
        by_hand = manual.get((student, name), Manual())
        if record.group:
            by_hand = of_group[record.group, name].with_own(by_hand)
        points_of = {mark.question: mark.out_of for mark in record.marks}
        points_of = dict(ticks[name].points) if name in ticks else points_of
        in_force = rulings_on(rulings or {}, name, student)
        about = in_force.get("")
        excused = ""
        if about and about.kind is Kind.EXCUSE:
            excused = about.why or "no reason given"
        ruled = {question: r for question, r in in_force.items() if question in points_of}
        known = machines_points(record) | by_hand.points
        # Nothing on top of an answer that nobody has read: it waits, and the rest is kept for it.
        for question in by_hand.extra.keys() & known:
            known[question] = round(known[question] + by_hand.extra[question], _DIGITS)
        earned, late = dict[str, float | None](), Lateness()
        if record.marks or whole:
            late = policy.lateness(student, name, record.submitted, record.dated)
        if record.marks:
            earned = {question: known.get(question) for question in points_of}
            earned |= {q: ruling.earned(earned[q], points_of[q]) for q, ruling in ruled.items()}
        points_of |= {q: ruling.out_of(points_of[q]) for q, ruling in ruled.items()}
        made.append(Row(record, earned, points_of, late, by_hand, ruled, excused, whole))
    return sorted(made, key=lambda r: (tick_order(r.record.tick), r.record.student, r.record.file))


def _that_counts(records: Sequence[Record], tick: str, student: str) -> int:
    """Return the place of a student's work on a tick: with marks, or else the last that came."""
    own = [n for n, r in enumerate(records) if r.student == student and r.tick in (tick, "")]

    def best(place: int) -> tuple[object, ...]:
        record = records[place]
        return bool(record.marks), record.tick, record.submitted

    return max(own, key=best, default=-1)


def machines_points(record: Record) -> dict[str, float]:
    """Return the points that need no person: of checked questions, and 0 of unwritten answers."""
    unwritten = {name: 0.0 for name, written in record.written.items() if not written}
    return {mark.question: mark.points for mark in record.marks} | unwritten


def grades_json(rows: Iterable[Row]) -> str:
    """Write everything that is known of each row, except its notebook."""
    return json.dumps([row.shown for row in rows])


def grades_csv(rows: Iterable[Row]) -> str:
    """Write one line a row, with a column for each question."""
    lines, questions = [], dict[str, float | None]()
    for row in rows:
        line = row.shown | {"late_days": row.late_days, "name": row.record.display}
        line |= {"waiting": " ".join(row.waiting), "ruled": " ".join(row.shown["ruled"])}
        if not row.record.file:  # nothing was handed in, at no time
            line["submitted"] = ""
        earned = {f"{row.record.tick}/{question}": p for question, p in row.earned.items()}
        questions |= earned
        lines.append(line | earned)
    table = pd.DataFrame(lines, columns=[*_COLUMNS, *questions])
    table = table.map(lambda cell: without_formula(cell) if isinstance(cell, str) else cell)
    return table.to_csv(index=False, float_format=_NUMBER)
