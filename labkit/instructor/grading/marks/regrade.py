"""One question anew for the class, or one student's work, with what changes shown before it does."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from labkit.arguments import as_number
from labkit.checks.questions import tick_order
from labkit.instructor.grading.base.atomic import alone
from labkit.instructor.grading.judging.grade_one import Job, grade_one, limits_of
from labkit.instructor.grading.judging.record import Record
from labkit.instructor.grading.judging.tick import Tick, load_ticks
from labkit.instructor.grading.marks.audit import me, note
from labkit.instructor.grading.marks.grade_class import Running, refuse_unconfined, run_here
from labkit.instructor.grading.marks.marks import Row
from labkit.instructor.grading.marks.publish import class_rows, publish, read_submitted
from labkit.instructor.grading.marks.rulings import (
    Kind,
    Ruling,
    read_rulings,
    rulings_on,
    write_rulings,
)
from labkit.instructor.grading.marks.settings import read_settings
from labkit.instructor.grading.marks.store import Store

#: The points of the question and of the tick; None where they wait or do not count.
Points: TypeAlias = tuple[float | None, float | None]


@dataclass(frozen=True)
class Plan:
    """What a regrade would do: student -> points before and after, where these are different."""

    tick: str
    question: str
    what: str
    changes: Mapping[str, tuple[Points, Points]]
    unchanged: int
    failed: Mapping[str, str]  # whose answers keep their marks, and why


@dataclass(frozen=True)
class Regrading:
    """What is to become of a question's points, and why.

    `kind` and `points` say what is done with them, `undo` takes that back, and with neither the
    answers are marked again. The reason, `why`, is logged and shown to students.
    """

    kind: Kind | None = None
    points: float | None = None
    undo: bool = False
    why: str = ""


def regrade(
    out: Path,
    question: str,
    ticks: Path,
    change: Regrading,
    running: Running,
    *,
    tick: str | None = None,
    student: str = "",
    who: str = "",
    confirm: Callable[[Plan], bool],
) -> Plan | None:
    """Rule on one question or one student's work, or mark a question again by its checks of today.

    With a `question` of "" it is about all of a student's work on a tick, also where that was
    refused; the `tick` is needed if several have the question, and `student`, by any name that a
    roster knows, is for this student's work alone. `who` does it: the account, if that is not said.

    `confirm` is given the plan and tells whether to carry it out. Return the plan; None if it was
    not confirmed, and nothing was changed.
    """
    store, known = Store.opened(out), load_ticks(ticks)
    with alone(out):
        records, before = store.all(), read_rulings(out)
        student = read_settings(out).find(student, records) if student else ""
        # Of all of a student's work also what was refused, or does not say which tick it is.
        whole = bool(student and not question)
        work = [replace(r, tick=r.tick or tick or "") for r in records if r.marks or whole]
        graded = [r for r in work if r.tick in known and tick in (None, r.tick)]
        names = {r.tick for r in graded if not question or question in known[r.tick].points}
        # Who is ill hands nothing in.
        excused = whole and (change.undo or change.kind is Kind.EXCUSE)
        if excused and tick in known:
            names = {tick}
        if len(names) != 1:
            there = " and ".join(sorted(names, key=tick_order))
            known_here = dict.fromkeys(q for r in graded for q in known[r.tick].points)
            raise ValueError(
                f"tick must be given with --tick: {question or 'marks'} may be of {there}"
                if there
                else f"question must be one of a tick with marks, not {question!r}; there are "
                f"{', '.join(known_here) or 'none'}"
            )
        (name,) = names
        marked = [r for r in graded if r.tick == name and student in ("", r.student)]
        if not (marked or excused):
            raise ValueError(
                f"student must be one with marks for {name}, not {student!r}"
                + "; without --question, --points gives points to what was refused" * bool(question)
            )
        after, key = dict(before), (name, question, student)
        anew: dict[str, Record] = {}
        failed: dict[str, str] = {}
        if change.undo:
            what = "take the ruling back"
            after.pop(key, None)
        elif (kind := change.kind) is not None:
            of_all = whole and kind in (Kind.EXCUSE, Kind.POINTS)
            if not of_all and (kind is Kind.EXCUSE or not question):
                raise ValueError(
                    "question must be given, or a student, to excuse from a whole tick or to give points"
                )
            points = known[name].points
            out_of = points.get(question, 0.0) if question else sum(points.values())
            given = as_number(change.points or 0.0, "points", 0, out_of)
            after[key] = Ruling(name, question, kind, given, change.why, student)
            if kind is Kind.KEEP:  # also what was ruled before
                ruled = rulings_on(before, name, student).get(question, after[key])
                after[key] = replace(ruled, why=change.why, student=student)
            what = f"{kind} {given:g}" if kind is Kind.POINTS else str(kind)
        else:
            what = "mark again by the checks as they are now"
            anew, failed = _mark_again(out, marked, known[name], question, running)
        changed = [anew.get(r.student, r) if r.tick == name else r for r in records]
        was = _points(class_rows(out, records, known, before), name, question)
        will_be = _points(class_rows(out, changed, known, after), name, question)
        students, none = {**was, **will_be}, (None, None)
        before_after = {s: (was.get(s, none), will_be.get(s, none)) for s in students}
        changes = {s: both for s, both in before_after.items() if both[0] != both[1]}
        plan = Plan(name, question, what, changes, len(students) - len(changes), failed)
        if not confirm(plan):
            return None
        of = {"tick": name, "question": question, "student": student}
        note(out, who or me(), f"regrade: {what}", change.why, **of, changes=changes)
        for record in anew.values():
            store.save(record)
        write_rulings(out, after.values())
        publish(out, known)
    return plan


def _points(rows: Iterable[Row], tick: str, question: str) -> dict[str, Points]:
    """Return student -> points, of those with marks for a tick."""
    of_tick = [row for row in rows if row.graded and row.record.tick == tick]
    return {row.record.student: (row.earned.get(question), row.points) for row in of_tick}


def _mark_again(
    out: Path, marked: Iterable[Record], tick: Tick, question: str, running: Running
) -> tuple[dict[str, Record], dict[str, str]]:
    """Run submissions of a tick again, and take over the mark of one question; or say why not."""
    if question not in tick.questions:
        raise ValueError(
            f"question must be one with checks, not {question!r}, which people read; give --waive, "
            "--points or --leave-out, or change the marks in Formgrader"
        )
    refuse_unconfined(running.unsafe)
    earlier = {record.student: record for record in marked}
    handed_in = filter(None, (read_submitted(out, record) for record in earlier.values()))
    work = [Job(submission, tick, limits_of(tick), running.unsafe) for submission in handed_in]
    anew: dict[str, Record] = {}
    failed = dict.fromkeys(earlier, "what was handed in is no longer there")
    for done in run_here(work, running.jobs, grade_one):
        if mark := done.mark(question):
            del failed[done.student]
            record = earlier[done.student]
            marks = {m.question: m for m in record.marks} | {question: mark}
            anew[done.student] = replace(record, marks=tuple(marks.values()))
        else:
            failed[done.student] = done.ended
    return anew, failed
