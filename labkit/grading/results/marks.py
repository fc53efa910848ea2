"""From records to marks: what each question earned, and what lateness costs."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from labkit.grading.results.late import Lateness, Policy
from labkit.grading.submission.record import Record
from labkit.grading.submission.tick import Tick


@dataclass(frozen=True)
class Manual:
    """What a person entered for one submission.

    Attributes
    ----------
    points : dict
        Question -> points.
    comments : dict
        Question -> comment.
    again : frozenset of str
        Questions whose answer has changed since.
    """

    points: Mapping[str, float] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)
    again: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Row:
    """One student's marks for one tick, or a file that was not graded.

    Attributes
    ----------
    record : Record
        What is known of the submission.
    earned : dict
        Question -> points; None where a person has still to read an answer.
    points_of : dict
        Question -> all its points.
    late : Lateness
        How late it is, and what that costs.
    by_hand : Manual
        What a person gave and said.
    """

    record: Record
    earned: Mapping[str, float | None]
    points_of: Mapping[str, float]
    late: Lateness
    by_hand: Manual = Manual()

    @property
    def out_of(self) -> float:
        """All points of the tick; 0 if it is unknown."""
        return sum(self.points_of.values())

    @property
    def graded(self) -> bool:
        """Whether there are marks."""
        return bool(self.record.marks)

    @property
    def waiting(self) -> list[str]:
        """The written answers that have still to be read, or read again."""
        return [n for n, points in self.earned.items() if points is None or n in self.by_hand.again]

    @property
    def before(self) -> float | None:
        """The points without the penalty; None without marks."""
        return round(sum(filter(None, self.earned.values())), 2) if self.graded else None

    @property
    def points(self) -> float | None:
        """The points that count; None without marks."""
        return None if self.before is None else self.late.points(self.before, self.out_of)

    @property
    def penalty(self) -> float | None:
        """The points that lateness costs; None without marks."""
        if self.before is None or self.points is None:
            return None
        return round(self.before - self.points, 2)


def rows(
    records: Iterable[Record],
    ticks: Mapping[str, Tick],
    policy: Policy,
    manual: Mapping[tuple[str, str], Manual],
) -> list[Row]:
    """Work out the marks of each record.

    Parameters
    ----------
    records : iterable of Record
        Those of a class, of any ticks.
    ticks : dict
        Name -> Tick.
    policy : Policy
        What late work loses.
    manual : dict
        (student, tick) -> Manual.

    Returns
    -------
    list of Row
        By tick and student.
    """
    found = []
    for record in records:
        student, name = record.student, record.tick
        tick = ticks.get(name)
        late = policy.lateness(student, name, record.submitted) if record.marks else Lateness()
        by_hand = manual.get((student, name), Manual())
        points_of = _points_of(record, tick)
        earned = _earned(record, points_of, by_hand.points) if record.marks else {}
        found.append(Row(record, earned, points_of, late, by_hand))
    return sorted(found, key=lambda r: (r.record.tick, r.record.student, r.record.file))


def _points_of(record: Record, tick: Tick | None) -> Mapping[str, float]:
    if tick:
        return tick.points
    return {mark.question: mark.out_of for mark in record.marks}


def _earned(
    record: Record, points_of: Iterable[str], by_hand: Mapping[str, float]
) -> dict[str, float | None]:
    checked = {mark.question: mark.points for mark in record.marks}
    unwritten = {name: 0.0 for name, written in record.written.items() if not written}
    known = {**checked, **unwritten, **by_hand}
    return {name: known.get(name) for name in points_of}


def grades_csv(rows: Sequence[Row]) -> str:
    """Write one line a row, with a column for each question.

    Parameters
    ----------
    rows : list of Row
        All of a class.

    Returns
    -------
    str
        The content of a CSV file.
    """
    columns = {f"{row.record.tick}/{question}": None for row in rows for question in row.earned}
    lines: list[list[object]] = [[
        "student", "tick", "status", "points", "out_of", "points_before_penalty", "penalty",
        "late_days", "submitted", "waiting", "file", *columns,
    ]]  # fmt: skip
    for row in rows:
        record = row.record
        earned = {f"{record.tick}/{q}": points for q, points in row.earned.items()}
        lines.append([
            record.student, record.tick, record.ended, row.points, row.out_of,
            row.before, row.penalty, row.late.days, record.handed_in,
            " ".join(row.waiting), record.file, *(earned.get(column) for column in columns),
        ])  # fmt: skip
    return _csv(lines)


def moodle_csv(rows: Sequence[Row]) -> str:
    """Write one line a student, with a column of points for each tick.

    A mark that waits for a person is left empty, as Moodle leaves alone what
    is empty.

    Parameters
    ----------
    rows : list of Row
        All of a class.

    Returns
    -------
    str
        The content of a CSV file.
    """
    graded = [row for row in rows if row.graded]
    names = sorted({row.record.tick for row in graded})
    marks = {(row.record.student, row.record.tick): row.points for row in graded if not row.waiting}
    students = sorted({row.record.student for row in rows if row.record.student})
    lines: list[list[object]] = [["username", *names]]
    lines += [[student, *(marks.get((student, name)) for name in names)] for student in students]
    return _csv(lines)


def _csv(lines: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([[_cell(value) for value in line] for line in lines])
    return text.getvalue()


def _cell(value: object) -> object:
    # A spreadsheet would run a text that begins like a formula.
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t"):
        return f"'{value}"
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def grades_json(rows: Iterable[Row]) -> str:
    """Write everything that is known of each row, except its notebook.

    Parameters
    ----------
    rows : iterable of Row
        All of a class.

    Returns
    -------
    str
        The content of a JSON file.
    """
    return json.dumps(
        [
            row.record.shown()
            | {
                "earned": dict(row.earned),
                "waiting": row.waiting,
                "points_before_penalty": row.before,
                "penalty": row.penalty,
                "points": row.points,
                "out_of": row.out_of,
                "late_days": row.late.days,
            }
            for row in rows
        ],
        indent=1,
    )
