"""Grade a class: from a folder of submissions to marks and feedback.

The folder of the class holds a record for each submission. Whatever else is
in it is derived from these, so that a run which was ended at any moment is
completed by running it again, and only what has changed is graded anew.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from tqdm import tqdm

from labkit.arguments import as_count
from labkit.checks.marking import Status
from labkit.grading.base.atomic import AnyPath, alone, remove_unfinished
from labkit.grading.base.identity import twin_key
from labkit.grading.classroom import penalties
from labkit.grading.classroom.executors import in_processes, on_dask
from labkit.grading.classroom.intake import Submission, intake
from labkit.grading.classroom.publishing import publish
from labkit.grading.classroom.records import Store
from labkit.grading.classroom.roster import Roster
from labkit.grading.classroom.settings import FILE, Settings, remembered
from labkit.grading.notebook.sandbox import Limits, SandboxUnavailable, available
from labkit.grading.notebook.scratch import remove_left
from labkit.grading.results.marks import Row
from labkit.grading.submission.grade import Job, grade_one, ungraded
from labkit.grading.submission.record import Record
from labkit.grading.submission.tick import Tick, load_ticks

#: Where the rows of students who handed in nothing come from.
ROSTER = "roster"

#: They were handed in at no time.
_NEVER = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True)
class Done:
    """What a run did.

    Attributes
    ----------
    rows : list of Row
        All rows of the class, earlier ones too.
    graded : int
        Submissions graded in this run; the others had not changed.
    absent : list of str
        Students who have an extension and have handed in nothing: perhaps
        their names are spelt in another way.
    strangers : list of str
        Students who have marks from an earlier run and are not in the roster.
    """

    rows: list[Row]
    graded: int
    absent: list[str] = field(default_factory=list)
    strangers: list[str] = field(default_factory=list)

    @property
    def statuses(self) -> Counter[Status]:
        """Each status -> how many rows have it."""
        return Counter(row.record.status for row in self.rows)

    @property
    def undated(self) -> int:
        """How many rows have a deadline, and nobody to say when they were handed in."""
        return sum(row.late.unknown for row in self.rows)


def grade(
    submissions: AnyPath,
    out: AnyPath,
    ticks: AnyPath = "notebooks/ticks",
    *,
    tick: str | None = None,
    late: AnyPath | None = None,
    roster: AnyPath | None = None,
    times: AnyPath | None = None,
    file_times: bool | None = None,
    change_penalties: bool = False,
    jobs: int = 1,
    dask: str | None = None,
    force: bool = False,
    unsafe: bool = False,
    limits: Limits | None = None,
    progress: bool | None = None,
) -> Done:
    """Grade all submissions in a folder or a zip file.

    Parameters
    ----------
    submissions : path
        See `intake.intake`.
    out : path
        The folder of the class: records, ``grades.csv``, ``moodle.csv``,
        ``grades.json``, ``summary.html``, ``feedback/``, and a course that
        nbgrader's Formgrader opens.
    ticks : path
        The instructor's folder of ticks.
    tick : str, optional
        Grade only this one.
    late : path, optional
        The late policy, see `late.load_policy`. Like the next three it is
        remembered in `out`.
    roster : path, optional
        The class, see `roster.read_roster`.
    times : path, optional
        When work was handed in, see `times.read_times`.
    file_times : bool, optional
        Whether the files' own times are those of handing in.
    change_penalties : bool
        Whether penalties of earlier runs may change.
    jobs : int
        Submissions at a time, on this machine.
    dask : str, optional
        The address of a Dask cluster to grade on instead.
    force : bool
        Grade also what has not changed. Marks by hand stay.
    unsafe : bool
        Run the students' code unconfined. Every page will say so.
    limits : Limits, optional
        What a notebook may use.
    progress : bool, optional
        Whether to show a bar; by default if someone watches.

    Returns
    -------
    Done
        All rows of the class, and what this run added.

    Raises
    ------
    BlockingIOError
        If another grader is at work in `out`.
    FileNotFoundError, ValueError
        If an argument is not what it must be; the message names it.
    SandboxUnavailable
        If code cannot be confined here, and `unsafe` is not set.
    """
    submissions, out = Path(submissions), Path(out)
    _refuse_overlap(submissions, out)
    jobs, limits = as_count(jobs, "jobs", least=1), limits or Limits()
    obstacle = None if unsafe or dask else available()
    if obstacle:
        raise SandboxUnavailable(f"{obstacle}; or give --unsafe to run students' code unconfined")
    known = load_ticks(ticks)
    if tick is not None:
        load_ticks(ticks, tick)  # to say so if there is no such tick
    with alone(out):
        remove_unfinished(out)
        store, earlier = Store(out), remembered(out)
        settings = earlier.with_given(
            known, late=late, roster=roster, times=times, file_times=file_times
        )
        policy, people = settings.policy(known), settings.students()
        records = store.all()
        found = _found(submissions, out, known, tick, settings, records)
        accepted = {(s.student, s.tick): s for s in found if not s.refusal}
        work = [_job(s, known[s.tick], limits, unsafe) for s in accepted.values()]
        known_records = {(r.student, r.tick): r for r in records if r.batch is None}
        todo = [job for job in work if force or not _is_graded(job, known_records)]
        anew = {(job.student, job.tick.name) for job in todo}
        same = {key: s for key, s in accepted.items() if key not in anew}
        renewed = {id(record): _renewed(record, same) for record in records}
        if not change_penalties:
            old = earlier.policy(known)
            penalties.refuse(penalties.changes(records, old, policy, lambda r: renewed[id(r)]))
        settings.save(out)
        batch = str(submissions.resolve())
        others = [_refused(s) for s in found if s.status]
        store.keep_other(others, batch)
        for record in records:
            if record != renewed[id(record)]:
                store.save(renewed[id(record)])
        graded = on_dask(todo, dask) if dask else in_processes(todo, jobs, grade_one, ungraded)
        for record in _watched(graded, len(todo), progress):
            s = accepted[record.student, record.tick]
            store.save(replace(record, display=s.display, dated=s.dated))
        gone = _superseded(records, found, batch)
        for record in gone:
            store.remove(record)
        there = [r for r in records if r.batch not in (ROSTER, batch) and r not in gone] + others
        there_too = {(r.student, r.tick) for r in there} | accepted.keys()
        due = {tick} if tick else {*policy.deadlines} or {*known}
        _keep_missing(store, people, there_too, due)
        rows = publish(out, store, known, ticks, policy, work)
    remove_left()  # of the workers, which have ended
    here = {row.record.student for row in rows if row.graded}
    known_as = {twin_key(row.record.student) for row in rows}
    absent = {s for s, _ in policy.extensions if twin_key(s) not in known_as}
    strangers = here - people.students.keys() if people else set[str]()
    return Done(rows, len(todo), sorted(absent), sorted(strangers))


def _found(
    submissions: Path,
    out: Path,
    known: Mapping[str, Tick],
    tick: str | None,
    settings: Settings,
    records: Iterable[Record],
) -> list[Submission]:
    """Take in what was handed in, of one tick or of all."""
    found = intake(
        submissions,
        known,
        roster=settings.students(),
        times=settings.handed_in(),
        file_times=settings.file_times,
        others={record.student for record in records if record.marks},
        out=out,
    )
    # What could be of any tick is taken for the one that is graded.
    found = [replace(s, tick=s.tick or tick or "") for s in found]
    return [s for s in found if tick in (None, s.tick)]


def _job(submission: Submission, tick: Tick, limits: Limits, unsafe: bool) -> Job:
    s = submission
    files = tuple(sorted(s.files.items()))
    return Job(s.file, s.student, tick, s.submitted, s.notebook, limits, unsafe, files)


def _renewed(record: Record, same: dict[tuple[str, str], Submission]) -> Record:
    """Give the record of work that has not changed what is known of it today."""
    now = same.get((record.student, record.tick)) if record.batch is None else None
    if now is None:
        return record
    record = replace(record, file=now.file, display=now.display)
    if now.dated or not record.dated:  # what was once known is not forgotten
        record = replace(record, submitted=now.submitted, dated=now.dated)
    return record


def _superseded(records: Iterable[Record], found: Iterable[Submission], batch: str) -> list[Record]:
    """Give the rows of files that are not graded which this collection has anew, or mended.

    A class is downloaded again under another name, and its earlier refusals are not for ever.
    """
    work = {(s.student, s.tick) for s in found if s.student and s.tick}
    files = {(s.student, s.file) for s in found}
    earlier = [r for r in records if r.batch not in (None, ROSTER, batch)]
    return [
        r
        for r in earlier
        if (r.student, r.tick) in work or (not r.tick and (r.student, r.file) in files)
    ]


def _keep_missing(
    store: Store, roster: Roster | None, there: set[tuple[str, str]], ticks: set[str]
) -> None:
    """Give every student of the roster a row, also for what was not handed in.

    That is every tick that somebody has handed in; if nobody has any, those
    of `ticks`.
    """
    ticks = ({tick for _, tick in there} - {""}) or ticks
    students: Sequence[tuple[str, str]] = ()
    if roster:
        students = [(s.identifier, s.display) for s in roster.students.values()]
    missing = [
        Record(student, tick, "", _NEVER, Status.MISSING, display=name, dated=False)
        for student, name in students
        for tick in sorted(ticks)
        if not there & {(student, tick), (student, "")}
    ]
    store.keep_other(missing, ROSTER)


def _refuse_overlap(submissions: Path, out: Path) -> None:
    if (submissions / FILE).is_file() and Store(submissions).folder.is_dir():
        raise ValueError(
            f"submissions must be what students have handed in, not {submissions}, which is a folder "
            "of marks: that one goes behind --out"
        )
    inner, outer = out.resolve(), submissions.resolve()
    if submissions.is_dir() and (inner.is_relative_to(outer) or outer.is_relative_to(inner)):
        raise ValueError(
            f"out must be a folder outside of {submissions} and not around it, not {out}"
        )


def _refused(submission: Submission) -> Record:
    """Give the record of a file that is not graded."""
    s = submission
    status = s.status or Status.REFUSED
    return Record(
        s.student, s.tick, s.file, s.submitted, status, s.reason, display=s.display, dated=s.dated
    )


def _is_graded(job: Job, records: Mapping[tuple[str, str], Record]) -> bool:
    earlier = records.get((job.student, job.tick.name))
    return (
        earlier is not None
        and earlier.fingerprint == job.fingerprint
        and earlier.status is not Status.FAILED
    )


def _watched(records: Iterable[Record], total: int, progress: bool | None) -> Iterator[Record]:
    hide = not (sys.stderr.isatty() if progress is None else progress)
    # The time that is left, from the whole run so far: notebooks take very different times.
    with tqdm(
        records, total=total, desc="grading", unit="notebook", smoothing=0, disable=hide
    ) as bar:
        for record in bar:
            bar.set_postfix_str(record.student[:20], refresh=False)
            yield record
