"""Grade a class: from a folder of submissions to marks and feedback.

The folder of the class holds a record for each submission. Whatever else is
in it is derived from these, so that a run which was ended at any moment is
completed by running it again, and only what has changed is graded anew.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tqdm import tqdm

from labkit.checks.marking import Status
from labkit.grading.classroom.atomic import alone, remove_unfinished, write_whole
from labkit.grading.classroom.executors import in_processes, on_dask
from labkit.grading.classroom.intake import intake
from labkit.grading.classroom.records import Store
from labkit.grading.notebook.sandbox import Limits, SandboxUnavailable, available
from labkit.grading.results import marks as results
from labkit.grading.results.gradebook import manual_marks, write_gradebook
from labkit.grading.results.late import Policy, load_policy
from labkit.grading.results.pages import feedback_page, summary_page
from labkit.grading.submission.grade import Job, refused
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

    rows: list
    graded: int
    absent: list = field(default_factory=list)

    @property
    def statuses(self):
        """Each status, without its details -> how many rows have it."""
        return Counter(row.record.status for row in self.rows)


def grade(
    submissions,
    out,
    ticks="notebooks/ticks",
    *,
    tick=None,
    late=None,
    jobs=1,
    dask=None,
    force=False,
    unsafe=False,
    limits=Limits(),
    progress=None,
):
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
    limits : Limits
        What a notebook may use.
    progress : bool, optional
        Whether to show a bar; by default if someone watches.

    Returns
    -------
    Done

    Raises
    ------
    BlockingIOError
        If another grader is at work in `out`.
    FileNotFoundError, ValueError
        If an argument is not what it should be.
    SandboxUnavailable
        If code cannot be confined here, and `unsafe` is not set.
    """
    submissions, out = Path(submissions), Path(out)
    _refuse_overlap(submissions, out)
    if jobs < 1:
        raise ValueError(f"jobs should be at least 1, not {jobs}")
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
        store.keep_other([refused(s) for s in found if s.refusal], batch)
        work = [
            Job(s.file, s.student, known[s.tick], s.submitted, s.notebook, limits, unsafe)
            for s in found
            if not s.refusal
        ]
        todo = [job for job in work if force or not _is_graded(job, store)]
        records = on_dask(todo, dask) if dask else in_processes(todo, jobs)
        for record in _watched(records, len(todo), progress):
            store.save(record)
        rows = publish(out, store, known, ticks, policy, work)
    absent = {student for student, _ in policy.extensions} - {r.record.student for r in rows}
    return Done(rows, len(todo), sorted(absent))


def _refuse_overlap(submissions, out):
    inner, outer = out.resolve(), submissions.resolve()
    if submissions.is_dir() and (inner.is_relative_to(outer) or outer.is_relative_to(inner)):
        raise ValueError(
            f"out: {out} and the submissions in {submissions} should be two folders, neither in "
            "the other"
        )


def _is_graded(job, store):
    earlier = store.of(job.student, job.tick.name)
    return (
        earlier is not None
        and earlier.fingerprint == job.fingerprint
        and earlier.status is not Status.FAILED
    )


def _watched(records, total, progress):
    hide = not (sys.stderr.isatty() if progress is None else progress)
    with tqdm(records, total=total, desc="grading", unit="notebook", disable=hide) as bar:
        for record in bar:
            bar.set_postfix_str(record.student[:20], refresh=False)
            yield record


def publish(out, store, ticks, sources, policy, work=()):
    """Derive everything from the records: tables, pages, gradebook.

    Parameters
    ----------
    out : path
    store : Store
    ticks : dict
        Name -> Tick.
    sources : path
        The instructor's folder of ticks.
    policy : Policy
    work : list of Job
        Submissions whose notebooks are at hand.

    Returns
    -------
    list of Row
    """
    out = Path(out)
    for job in work:
        folder = out / "submitted" / job.student / job.tick.name
        write_whole(folder / f"{job.tick.name}.ipynb", job.notebook)
        write_whole(folder / "timestamp.txt", f"{job.submitted:%Y-%m-%d %H:%M:%S} UTC")
    records = store.all()
    rows = results.rows(records, ticks, policy, manual_marks(out))
    write_gradebook(out, rows, ticks, sources, policy)
    # Once more: the gradebook knows now which answers have to be read again.
    rows = results.rows(records, ticks, policy, manual_marks(out))
    for row in rows:
        if row.graded:
            student, tick = row.record.student, row.record.tick
            write_whole(out / "feedback" / student / tick / f"{tick}.html", feedback_page(row))
    write_whole(out / "summary.html", summary_page(rows, ticks))
    write_whole(out / "grades.json", results.grades_json(rows))
    write_whole(out / "moodle.csv", results.moodle_csv(rows))
    write_whole(out / "grades.csv", results.grades_csv(rows))
    return rows
