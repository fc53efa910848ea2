"""Grade a class: from a folder of submissions to marks and feedback.

The folder of the class holds a record for each submission. Whatever else is
in it is derived from these, so that a run which was ended at any moment is
completed by running it again, and only what has changed is graded anew.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tqdm import tqdm

from labkit.arguments import as_count
from labkit.checks.marking import Status
from labkit.grading.classroom.atomic import AnyPath, alone, remove_unfinished
from labkit.grading.classroom.executors import in_processes, on_dask
from labkit.grading.classroom.intake import Submission, intake
from labkit.grading.classroom.publishing import publish
from labkit.grading.classroom.records import Store
from labkit.grading.notebook.sandbox import Limits, SandboxUnavailable, available
from labkit.grading.results.late import Policy, load_policy
from labkit.grading.results.marks import Row
from labkit.grading.submission.grade import Job, grade_one, ungraded
from labkit.grading.submission.record import Record
from labkit.grading.submission.tick import load_ticks


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
    """

    rows: list[Row]
    graded: int
    absent: list[str] = field(default_factory=list)

    @property
    def statuses(self) -> Counter[Status]:
        """Each status -> how many rows have it."""
        return Counter(row.record.status for row in self.rows)


def grade(
    submissions: AnyPath,
    out: AnyPath,
    ticks: AnyPath = "notebooks/ticks",
    *,
    tick: str | None = None,
    late: AnyPath | None = None,
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
        The late policy, see `late.load_policy`.
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
    policy = load_policy(late, known) if late else Policy()
    with alone(out):
        remove_unfinished(out)
        store = Store(out)
        found = [s for s in intake(submissions, known) if tick in (None, s.tick) or not s.tick]
        batch = str(submissions.resolve())
        store.keep_other([_refused(s) for s in found if s.status], batch)
        work = [
            Job(s.file, s.student, known[s.tick], s.submitted, s.notebook, limits, unsafe)
            for s in found
            if not s.refusal
        ]
        todo = [job for job in work if force or not _is_graded(job, store)]
        records = on_dask(todo, dask) if dask else in_processes(todo, jobs, grade_one, ungraded)
        for record in _watched(records, len(todo), progress):
            store.save(record)
        rows = publish(out, store, known, ticks, policy, work)
    absent = {student for student, _ in policy.extensions} - {r.record.student for r in rows}
    return Done(rows, len(todo), sorted(absent))


def _refuse_overlap(submissions: Path, out: Path) -> None:
    inner, outer = out.resolve(), submissions.resolve()
    if submissions.is_dir() and (inner.is_relative_to(outer) or outer.is_relative_to(inner)):
        raise ValueError(
            f"out must be a folder outside of {submissions} and not around it, not {out}"
        )


def _refused(submission: Submission) -> Record:
    """Give the record of a file that is not graded."""
    s = submission
    return Record(s.student, s.tick, s.file, s.submitted, s.status or Status.REFUSED, s.reason)


def _is_graded(job: Job, store: Store) -> bool:
    earlier = store.of(job.student, job.tick.name)
    return (
        earlier is not None
        and earlier.fingerprint == job.fingerprint
        and earlier.status is not Status.FAILED
    )


def _watched(records: Iterable[Record], total: int, progress: bool | None) -> Iterator[Record]:
    hide = not (sys.stderr.isatty() if progress is None else progress)
    with tqdm(records, total=total, desc="grading", unit="notebook", disable=hide) as bar:
        for record in bar:
            bar.set_postfix_str(record.student[:20], refresh=False)
            yield record
