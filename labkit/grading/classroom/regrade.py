"""One question anew for the whole class, with a list of what changes that a marker confirms."""

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from labkit.arguments import as_count, as_number
from labkit.grading.base.atomic import AnyPath, alone
from labkit.grading.classroom.again import known_class, publish_records
from labkit.grading.classroom.executors import in_processes
from labkit.grading.classroom.settings import remembered_policy
from labkit.grading.notebook.sandbox import SandboxUnavailable, available
from labkit.grading.results import marks
from labkit.grading.results.audit import me, note
from labkit.grading.results.gradebook import manual_marks
from labkit.grading.results.marks import Row
from labkit.grading.results.rulings import Kind, Ruling, rulings, write_rulings
from labkit.grading.submission.grade import Job, grade_one, ungraded
from labkit.grading.submission.record import Record
from labkit.grading.submission.tick import Tick, load_ticks

#: Files beside a notebook that are no student's.
_NOT_HANDED_IN = ("timestamp.txt",)


@dataclass(frozen=True)
class Change:
    """What changes for one student.

    Attributes
    ----------
    student : str
    before, after : float or None
        The points of the question; None if the answer waits for a person.
    total_before, total_after : float or None
        Those of the tick, penalty taken off.
    """

    student: str
    before: float | None
    after: float | None
    total_before: float | None
    total_after: float | None


@dataclass(frozen=True)
class Plan:
    """What a regrade would do.

    Attributes
    ----------
    tick, question, what : str
        Which question, and what is done with it, in words.
    changes : list of Change
        Of the students whose points change, by name.
    same : int
        How many students' points do not.
    failed : dict
        Student -> why the answer could not be marked anew; the mark stays.
    out_of : tuple of float
        All points of the tick, before and after.
    """

    tick: str
    question: str
    what: str
    changes: list[Change]
    same: int
    failed: Mapping[str, str] = field(default_factory=dict)
    out_of: tuple[float, float] = (0.0, 0.0)


def regrade(
    out: AnyPath,
    question: str,
    ticks: AnyPath = "notebooks/ticks",
    *,
    tick: str | None = None,
    kind: Kind | None = None,
    points: float | None = None,
    undo: bool = False,
    why: str = "",
    who: str | None = None,
    confirm: Callable[[Plan], bool],
    jobs: int = 1,
    unsafe: bool = False,
) -> Plan | None:
    """Mark one question anew for all who handed in.

    With a `kind` the question is ruled on, see `rulings`; with `undo` the
    ruling is taken back; with neither, the answers are run and marked again by
    the tick's checks as they are now. What people gave by hand stays.

    Parameters
    ----------
    out : path
        The folder of the class.
    question : str
        Its name.
    ticks : path
        The instructor's folder of ticks.
    tick : str, optional
        The question's tick; needed if several have a question of that name.
    kind : Kind, optional
        What is done with the points.
    points : float, optional
        Of `Kind.POINTS`: how many everybody gets.
    undo : bool
        Take the ruling on the question back.
    why : str
        The reason, which is logged, and shown to students.
    who : str, optional
        Whoever rules; by default the account's name.
    confirm : callable
        Is shown the plan, and says whether it is to be carried out.
    jobs : int
        Submissions at a time, where answers are marked again.
    unsafe : bool
        Run the students' code unconfined.

    Returns
    -------
    Plan or None
        What was done; None if it was not confirmed, and nothing was changed.

    Raises
    ------
    BlockingIOError
        If a grader is at work in `out`.
    FileNotFoundError, ValueError
        If an argument is not what it must be; the message names it.
    SandboxUnavailable
        If answers are to be run and cannot be confined, and `unsafe` is not
        set.
    """
    store, known = known_class(out), load_ticks(ticks)
    with alone(out):
        records = store.all()
        name = _tick_of(question, tick, records, known)
        before = rulings(out)
        after = dict(before)
        anew: dict[str, Record] = {}
        failed: dict[str, str] = {}
        if undo:
            if after.pop((name, question), None) is None:
                raise ValueError(
                    f"question must be one with a ruling, not {question}; {_all(before)}"
                )
            what = f"take the ruling back ({before[name, question].kind})"
        elif kind is not None:
            ruling = _ruling(name, question, kind, points, why, known[name].points[question])
            after[name, question] = ruling
            what = f"{kind} {ruling.points:g}" if kind is Kind.POINTS else str(kind)
        else:
            anew, failed = _marked_again(out, records, known[name], question, jobs, unsafe)
            what = "mark again by the checks as they are now"
        plan = _plan(
            (name, question, what),
            _rows(out, records, known, before, name),
            _rows(
                out,
                [anew.get(r.student, r) if r.tick == name else r for r in records],
                known,
                after,
                name,
            ),
            failed,
        )
        if not confirm(plan):
            return None
        _log(out, plan, who or me(), why)
        for record in anew.values():
            store.save(record)
        write_rulings(out, after.values())
        publish_records(out, known, ticks)
    return plan


def _tick_of(
    question: str, tick: str | None, records: Iterable[Record], known: Mapping[str, Tick]
) -> str:
    graded = sorted({record.tick for record in records if record.marks} & set(known))
    if tick is not None and tick not in graded:
        raise ValueError(f"tick must be one with marks ({', '.join(graded)}), not {tick!r}")
    within = [tick] if tick else graded
    found = [name for name in within if question in known[name].points]
    if len(found) > 1:
        raise ValueError(f"tick must be given: {question} is a question of {' and '.join(found)}")
    if not found:
        names = sorted({q for name in within for q in known[name].points})
        near = difflib.get_close_matches(question, names, n=1)
        meant = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}."
        raise ValueError(f"question must be one of a tick with marks, not {question!r}; {meant}")
    return found[0]


def _all(found: Iterable[tuple[str, str]]) -> str:
    names = ", ".join(f"{question} of {tick}" for tick, question in sorted(found))
    return f"there are rulings on {names}" if names else "there is no ruling at all"


def _ruling(
    tick: str, question: str, kind: Kind, points: float | None, why: str, out_of: float
) -> Ruling:
    if (kind is Kind.POINTS) != (points is not None):
        raise ValueError("points must be given if and only if everybody is to get as many")
    value = 0.0 if points is None else as_number(points, "points", 0, out_of)
    return Ruling(tick, question, kind, value, why)


def _rows(
    out: AnyPath,
    records: Sequence[Record],
    known: Mapping[str, Tick],
    ruled: Mapping[tuple[str, str], Ruling],
    tick: str,
) -> dict[str, Row]:
    found = marks.rows(records, known, remembered_policy(out, known), manual_marks(out), ruled)
    return {row.record.student: row for row in found if row.graded and row.record.tick == tick}


def _plan(
    of: tuple[str, str, str],
    before: Mapping[str, Row],
    after: Mapping[str, Row],
    failed: Mapping[str, str],
) -> Plan:
    tick, question, what = of
    changes = []
    for student, old in before.items():
        new = after[student]
        change = Change(
            student, old.earned.get(question), new.earned.get(question), old.points, new.points
        )
        if (change.before, change.total_before) != (change.after, change.total_after):
            changes.append(change)
    out_of = tuple(
        max((row.out_of for row in rows.values()), default=0.0) for rows in (before, after)
    )
    return Plan(
        tick, question, what, changes, len(before) - len(changes), failed, (out_of[0], out_of[1])
    )


def _log(out: AnyPath, plan: Plan, who: str, why: str) -> None:
    changes = {
        c.student: {"before": c.before, "after": c.after, "total": [c.total_before, c.total_after]}
        for c in plan.changes
    }
    of = {"tick": plan.tick, "question": plan.question}
    note(out, who, f"regrade: {plan.what}", why, **of, changes=changes)


def _marked_again(
    out: AnyPath, records: Iterable[Record], tick: Tick, question: str, jobs: int, unsafe: bool
) -> tuple[dict[str, Record], dict[str, str]]:
    """Run and mark all submissions of a tick again, and take over the mark of one question."""
    if question not in tick.questions:
        raise ValueError(
            f"question must be one with checks, not {question}, which people read; give --waive, "
            "--points or --leave-out, or change the marks in Formgrader"
        )
    obstacle = None if unsafe else available()
    if obstacle:
        raise SandboxUnavailable(f"{obstacle}; or give --unsafe to run students' code unconfined")
    of = {record.student: record for record in records if record.marks and record.tick == tick.name}
    found: dict[str, Record] = {}
    failed: dict[str, str] = {}
    work = []
    for record in of.values():
        folder = Path(out) / "submitted" / record.student / tick.name
        if (folder / f"{tick.name}.ipynb").is_file():
            work.append(_job(record, tick, folder, unsafe))
        else:
            failed[record.student] = "what was handed in is no longer in the folder submitted"
    for done in in_processes(work, as_count(jobs, "jobs", least=1), grade_one, ungraded):
        record, mark = of[done.student], done.mark(question)
        if mark is None:
            failed[done.student] = done.ended
            continue
        others = {m.question: m for m in record.marks} | {question: mark}
        found[done.student] = replace(record, marks=tuple(others.values()))
    return found, failed


def _job(record: Record, tick: Tick, folder: Path, unsafe: bool) -> Job:
    own = f"{tick.name}.ipynb"
    beside = tuple(
        (path.relative_to(folder).as_posix(), path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and path.name not in (own, *_NOT_HANDED_IN)
    )
    notebook = (folder / own).read_text(encoding="utf8")
    return Job(
        record.file, record.student, tick, record.submitted, notebook, unsafe=unsafe, files=beside
    )
