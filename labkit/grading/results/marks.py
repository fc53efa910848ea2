"""From records to marks: what each question earned, and what lateness costs."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from labkit.grading.results.formulas import as_known, without_formula
from labkit.grading.results.late import Lateness, Policy, hundredths
from labkit.grading.results.rulings import Ruling, Rulings
from labkit.grading.submission.record import Record
from labkit.grading.submission.tick import Tick

#: Behind the point: what sums of floats have behind that is not meant.
_DIGITS = 9


@dataclass(frozen=True)
class Manual:
    """What a person entered for one submission.

    Attributes
    ----------
    points : dict
        Question -> points, in the place of those by machine.
    comments : dict
        Question -> comment.
    again : frozenset of str
        Questions whose answer has changed since.
    extra : dict
        Question -> points on top of those by machine or by hand.
    """

    points: Mapping[str, float] = field(default_factory=dict)
    comments: Mapping[str, str] = field(default_factory=dict)
    again: frozenset[str] = frozenset()
    extra: Mapping[str, float] = field(default_factory=dict)


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
    ruled : dict
        Question -> the ruling that decides its points. `earned` and
        `points_of` are as the ruling makes them.
    """

    record: Record
    earned: Mapping[str, float | None]
    points_of: Mapping[str, float]
    late: Lateness
    by_hand: Manual = Manual()
    ruled: Mapping[str, Ruling] = field(default_factory=dict)

    @property
    def out_of(self) -> float:
        """All points of the tick; 0 if it is unknown."""
        return round(sum(self.points_of.values()), _DIGITS)

    @property
    def graded(self) -> bool:
        """Whether there are marks."""
        return bool(self.record.marks)

    @property
    def waiting(self) -> list[str]:
        """The written answers that have still to be read, or read again."""
        again = self.by_hand.again - self.ruled.keys()
        return [n for n, points in self.earned.items() if points is None or n in again]

    @property
    def before(self) -> float | None:
        """The points without the penalty, not below zero; None without marks."""
        known = sum(filter(None, self.earned.values()))
        return max(0.0, hundredths(known)) if self.graded else None

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
    rulings: Rulings | None = None,
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
    rulings : dict, optional
        (tick, question) -> the ruling on it.

    Returns
    -------
    list of Row
        By tick and student.
    """
    found = []
    for record in records:
        student, name = record.student, record.tick
        tick = ticks.get(name)
        late = Lateness()
        if record.marks:
            late = policy.lateness(student, name, record.submitted, record.dated)
        by_hand = manual.get((student, name), Manual())
        points_of = _points_of(record, tick)
        earned = _earned(record, points_of, by_hand) if record.marks else {}
        ruled = {q: r for (of, q), r in (rulings or {}).items() if of == name and q in points_of}
        for question, ruling in ruled.items():
            if record.marks:
                earned[question] = ruling.earned(earned[question], points_of[question])
            points_of[question] = ruling.out_of(points_of[question])
        found.append(Row(record, earned, points_of, late, by_hand, ruled))
    return sorted(found, key=lambda r: (r.record.tick, r.record.student, r.record.file))


def _points_of(record: Record, tick: Tick | None) -> dict[str, float]:
    if tick:
        return dict(tick.points)
    return {mark.question: mark.out_of for mark in record.marks}


def _earned(record: Record, points_of: Iterable[str], by_hand: Manual) -> dict[str, float | None]:
    known = machines_points(record) | dict(by_hand.points)
    # Nothing on top of an answer that nobody has read: it waits, and the rest is kept for it.
    extra = {q: more for q, more in by_hand.extra.items() if q in known}
    known |= {q: round(known[q] + more, _DIGITS) for q, more in extra.items()}
    return {name: known.get(name) for name in points_of}


def machines_points(record: Record) -> dict[str, float]:
    """Give what a submission earned before any person read it.

    Parameters
    ----------
    record : Record
        Of the submission.

    Returns
    -------
    dict
        Question -> points. An answer that was not written has 0 of them, and
        one that a person is to read is not here.
    """
    unwritten = {name: 0.0 for name, written in record.written.items() if not written}
    return {mark.question: mark.points for mark in record.marks} | unwritten


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
        "late_days", "submitted", "waiting", "file", "ruled", "name", *columns,
    ]]  # fmt: skip
    for row in rows:
        record = row.record
        earned = {f"{record.tick}/{q}": points for q, points in row.earned.items()}
        lines.append([
            record.student, record.tick, record.ended, row.points, row.out_of,
            row.before, row.penalty, _days(row), record.handed_in if record.file else "",
            " ".join(row.waiting), record.file, " ".join(row.ruled), record.display,
            *(earned.get(column) for column in columns),
        ])  # fmt: skip
    return _csv(lines)


def moodle_tables(rows: Sequence[Row]) -> dict[str, str]:
    """Write the final marks for the import of Moodle's gradebook.

    Moodle takes an empty cell for the wish to have no grade there: in
    ``grade/import/csv/classes/load_data.php`` it becomes null. So there is no
    line with an empty cell, and each tick has a table of its own if there are
    several.

    Parameters
    ----------
    rows : list of Row
        All of a class.

    Returns
    -------
    dict
        File name -> content. ``moodle.csv`` has the students all of whose
        marks are final.
    """
    names = sorted({row.record.tick for row in rows if row.graded})
    tables = {"moodle.csv": moodle_csv(rows)}
    if len(names) > 1:
        for name in names:
            of_tick = [row for row in rows if row.record.tick == name]
            tables[f"moodle-{name}.csv"] = moodle_csv(of_tick)
    return tables


def moodle_csv(rows: Sequence[Row]) -> str:
    """Write one line a student, with a column of points for each tick.

    Parameters
    ----------
    rows : list of Row
        All of a class.

    Returns
    -------
    str
        The content of a CSV file, without the students who would have an
        empty cell.
    """
    graded = [row for row in rows if row.graded]
    names = sorted({row.record.tick for row in graded})
    marks = {(row.record.student, row.record.tick): row.points for row in graded if not row.waiting}
    lines: list[list[object]] = [["username", *names]]
    for student in sorted({student for student, _ in marks}):
        points = [marks.get((student, name)) for name in names]
        if None not in points:
            lines.append([student, *points])
    return _csv(lines, platforms=True)


def _csv(lines: Iterable[Iterable[object]], *, platforms: bool = False) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    safe = as_known if platforms else without_formula
    for line in lines:
        writer.writerow([safe(v) if isinstance(v, str) else _number(v) for v in line])
    return text.getvalue()


def _days(row: Row) -> object:
    return "unknown" if row.late.unknown else row.late.days


def _number(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


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
                "late_days": None if row.late.unknown else row.late.days,
                "ruled": {question: ruling.says for question, ruling in row.ruled.items()},
            }
            for row in rows
        ],
        indent=1,
    )
