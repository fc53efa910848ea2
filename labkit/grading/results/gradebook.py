"""nbgrader's gradebook and folders, so that Formgrader opens on the marks.

Marks by machine are written here, marks by hand are read from here and are
never overwritten.
"""

import json
import logging
import os
import sysconfig
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import nbformat
from nbgrader.api import Grade, Gradebook, InvalidEntry, SubmittedNotebook
from nbgrader.preprocessors import SaveCells
from sqlalchemy.exc import DatabaseError, IntegrityError, OperationalError, SAWarning

from labkit.grading.base.atomic import UNFINISHED, AnyPath, write_whole
from labkit.grading.results.audit import me, note
from labkit.grading.results.entered import Entered, enter, entered, notice
from labkit.grading.results.kept import Extra, Kept
from labkit.grading.results.late import Policy
from labkit.grading.results.marks import Manual, Row, machines_points
from labkit.grading.submission.cells import grade_id, question_of
from labkit.grading.submission.record import Record
from labkit.grading.submission.sanitize import text_of
from labkit.grading.submission.tick import Tick

#: Rows that are committed together.
_AT_ONCE = 50

#: The form in which submissions are written here: with another, all are written anew.
_FORM = 1

#: What JupyterLab reads when it is started in the folder of the class.
CONFIG = '''\
"""For Formgrader, in JupyterLab started in this folder. Written by labkit grade."""

from pathlib import Path

c = get_config()  # noqa: F821
c.CourseDirectory.root = str(Path(__file__).parent)

# Students' pages are shown without what could act in the browser.
c.HTMLExporter.sanitize_html = True
c.HTMLExporter.filters = {
    "clean_html": "labkit.grading.submission.sanitize.clean_html",
    "markdown2html": "labkit.grading.submission.sanitize.rendered",
}

# labkit has run and marked the notebooks, confined. Formgrader's own button
# Autograde would run them unconfined: let it leave them as they are.
c.Autograde.sanitize_preprocessors = []
c.Autograde.autograde_preprocessors = []
'''


def _database(out: AnyPath) -> Path:
    """Give the gradebook's file, made whole if there is none."""
    path = Path(out).resolve() / "gradebook.db"
    if path.is_file() and not path.stat().st_size:
        raise DatabaseError(None, None, ValueError("the file is empty"))
    if not path.is_file():
        new = path.with_name(f"{UNFINISHED}gradebook.db")
        with _own_programs(), Gradebook(_url(new)):
            pass
        os.replace(new, path)
    return path


@contextmanager
def _own_programs() -> Iterator[None]:
    """Let nbgrader find the program that it calls, which was installed with it."""
    before = os.environ.get("PATH")
    os.environ["PATH"] = os.pathsep.join([sysconfig.get_path("scripts"), before or os.defpath])
    try:
        yield
    finally:  # nbgrader's own setenv would leave no PATH behind
        del os.environ["PATH"]
        if before is not None:
            os.environ["PATH"] = before


def _url(path: Path) -> str:
    return f"sqlite:///{path}"


@contextmanager
def _open(out: AnyPath) -> Iterator[Gradebook]:
    log = logging.getLogger("tornado.application")  # nbgrader's, where it tells all that it did
    was = log.disabled
    try:
        log.disabled = True
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # nbgrader's own, and harmless
            with Gradebook(_url(_database(out))) as gradebook:
                yield gradebook
    except (DatabaseError, InvalidEntry) as error:
        # Of some errors of the database nbgrader makes one of its own.
        cause = error.__context__ if isinstance(error, InvalidEntry) else error
        if not isinstance(cause, DatabaseError) or isinstance(cause, IntegrityError):
            raise
        raise OSError(_trouble(out, cause)) from None
    finally:
        log.disabled = was


def _trouble(out: AnyPath, error: DatabaseError) -> str:
    """Say why a gradebook cannot be read or written, and what to do."""
    begun = "out must be a folder whose gradebook"
    if isinstance(error, OperationalError):
        todo = "make room on its disk" if "full" in str(error.orig) else "close Formgrader"
        return f"{begun} can be written, not {out} ({error.orig}); {todo} and try again"
    return (
        f"{begun}.db is whole, not {out} ({error.orig}); put a copy of that file back, or remove it: "
        "then it is made anew, without the marks by hand, which audit.jsonl lists"
    )


def manual_marks(out: AnyPath) -> dict[tuple[str, str], Manual]:
    """Read what people have entered in Formgrader.

    Parameters
    ----------
    out : path
        The folder of the class.

    Returns
    -------
    dict
        (student, tick) -> Manual.
    """
    if not (Path(out) / "gradebook.db").is_file():
        return {}
    with _open(out) as gradebook:
        return {place: found.manual for place, found in entered(gradebook).items()}


def enter_manual(out: AnyPath, marks: Mapping[tuple[str, str], Manual]) -> None:
    """Enter marks as if a person typed them in Formgrader, all of them or none.

    It writes nothing into the log: whoever calls it knows who changed what, and why.

    Parameters
    ----------
    out : path
        The folder of the class.
    marks : dict
        (student, tick) -> Manual. A question that is not in ``points`` or
        ``comments`` stays as it is; one in ``points`` loses its extra credit
        unless ``extra`` has some; one in ``again`` is to be read.

    Raises
    ------
    ValueError
        If the gradebook has no such submission or question; the message names
        it.
    OSError
        If Formgrader is at work in the gradebook.
    """
    with _open(out) as gradebook:
        enter(gradebook, marks)


def write_gradebook(
    out: AnyPath,
    rows: Iterable[Row],
    ticks: Mapping[str, Tick],
    sources: AnyPath,
    policy: Policy,
) -> None:
    """Bring the gradebook and nbgrader's folders up to date.

    Parameters
    ----------
    out : path
        The folder of the class.
    rows : iterable of Row
        All of the class; those with marks are written.
    ticks : dict
        Name -> Tick.
    sources : path
        The instructor's folder of ticks.
    policy : Policy
        When ticks are due.

    Raises
    ------
    ValueError
        If a tick has other graded cells than when its first submission was
        graded.
    OSError
        If Formgrader is at work in the gradebook.
    """
    out = Path(out)
    write_whole(out / "nbgrader_config.py", CONFIG)
    rows = [row for row in rows if row.graded and row.record.tick in ticks]
    one_of = {row.record.tick: row for row in rows}
    for name in sorted(one_of):
        _write_tick(out, ticks[name], Path(sources) / name, one_of[name], policy)
    with _open(out) as gradebook:
        notice(gradebook, out)
        before, kept = entered(gradebook), Kept(gradebook.db)
        todo = [row for row in rows if not _is_written(out, row, before, kept)]
        for start in range(0, len(todo), _AT_ONCE):
            some = todo[start : start + _AT_ONCE]
            with _one_commit(gradebook):
                for row in some:
                    _write_row(gradebook, kept, _autograded(out, row.record), row, policy)
            # Last of all: until they are there, a rerun sees which answers have changed.
            for row in some:
                notebook = json.dumps(row.record.notebook, indent=1)
                write_whole(_autograded(out, row.record), notebook)
        after = entered(gradebook) if todo else {}
        _log(out, todo, after, kept)
        for row in todo:
            found = after[row.record.student, row.record.tick]
            kept.set_written(found.id, *_state(row, found))
        gradebook.db.commit()


def _log(
    out: Path, rows: Iterable[Row], after: Mapping[tuple[str, str], Entered], kept: Kept
) -> None:
    """Write into the log, in one line, which marks by machine and which penalties have changed."""
    changes = {}
    for row in rows:
        student, tick = row.record.student, row.record.tick
        place = f"machine {after[student, tick].id}"
        now = machines_points(row.record) | {"penalty": row.penalty or 0.0}
        before = kept.seen.get(place)
        if before == now:
            continue
        kept.see(place, now)
        if before is not None:
            changes[f"{student}/{tick}"] = {
                name: [before.get(name), now.get(name)]
                for name in sorted(before.keys() | now)
                if before.get(name) != now.get(name)
            }
    if changes:
        note(out, me(), "graded anew", "the work, its time or the rules changed", changes=changes)


@contextmanager
def _one_commit(gradebook: Gradebook) -> Iterator[None]:
    """Let nbgrader's own commits wait: each costs the disk some hundredths of a second."""
    gradebook.db.commit = gradebook.db.flush
    try:
        yield
    finally:
        del gradebook.db.commit
    gradebook.db.commit()


def _is_written(out: Path, row: Row, before: Mapping[tuple[str, str], Entered], kept: Kept) -> bool:
    found = before.get((row.record.student, row.record.tick))
    there = _autograded(out, row.record).is_file()
    return found is not None and there and kept.is_written(found.id, *_state(row, found))


def _autograded(out: Path, record: Record) -> Path:
    return out / "autograded" / record.student / record.tick / f"{record.tick}.ipynb"


def _state(row: Row, found: Entered) -> tuple[object, ...]:
    """Give what changes if anything that is written of a row does, or has been changed there."""
    record = row.record
    marks = [(mark.question, mark.points, mark.told) for mark in record.marks]
    made = (record.fingerprint, record.seconds, marks, dict(record.written), record.errors)
    counts = (dict(row.earned), dict(row.points_of), sorted(row.ruled), row.penalty)
    times = (record.handed_in, row.late.by.total_seconds())
    return (_FORM, made, counts, times, found.grades)


def _write_tick(out: Path, tick: Tick, folder: Path, row: Row, policy: Policy) -> None:
    due = policy.deadlines.get(tick.name)
    left_out = sorted(q for q in row.ruled if not row.points_of[q])
    made = out / "source" / tick.name / f"{tick.name}.ipynb"
    state = (_FORM, tick.digest, left_out, due)
    with _open(out) as gradebook:
        if made.is_file() and Kept(gradebook.db).is_written(f"tick {tick.name}", *state):
            return
    _write_sources(out, tick, folder)
    _write_cells(out, tick)
    with _open(out) as gradebook:
        gradebook.update_or_create_assignment(tick.name, duedate=due and _naive(due))
        for cell in gradebook.find_notebook(tick.name, tick.name).grade_cells:
            if question_of(cell.name) in left_out:
                cell.max_score = 0
        Kept(gradebook.db).set_written(f"tick {tick.name}", *state)
        gradebook.db.commit()


def _write_sources(out: Path, tick: Tick, folder: Path) -> None:
    for place, notebook in (
        ("source", (folder / f"{tick.name}.ipynb").read_bytes()),
        ("release", tick.released),
    ):
        write_whole(out / place / tick.name / f"{tick.name}.ipynb", notebook)
        write_whole(out / place / tick.name / "checks.py", tick.checks)


def _write_cells(out: Path, tick: Tick) -> None:
    names = {"notebook": tick.name, "assignment": tick.name}
    resources = {"nbgrader": names | {"db_url": _url(_database(out))}}
    with _open(out) as gradebook:
        gradebook.update_or_create_assignment(tick.name)
    try:
        SaveCells().preprocess(tick.notebook(), resources)
    except (RuntimeError, InvalidEntry) as error:
        raise ValueError(
            f"out must be a folder whose gradebook has the graded cells of {tick.name}, not {out} "
            f"({error}); grade into another folder"
        ) from None


def _naive(time: datetime) -> datetime:
    return time.astimezone(UTC).replace(tzinfo=None)


def _write_row(gradebook: Gradebook, kept: Kept, path: Path, row: Row, policy: Policy) -> None:
    record = row.record
    student, tick = record.student, record.tick
    gradebook.update_or_create_student(student)
    submission = gradebook.update_or_create_submission(tick, student)
    submission.timestamp = _naive(record.submitted)
    submission.extension = _extension(policy, student, tick)
    for notebook in submission.notebooks:
        notebook.late_submission_penalty = row.penalty
        _write_grades(notebook, kept, row, _texts(path))
        _write_comments(notebook, record)


def _extension(policy: Policy, student: str, tick: str) -> timedelta | None:
    deadline = policy.deadlines.get(tick)
    own = policy.deadline(student, tick)
    return own - deadline if own and deadline and own != deadline else None


def _texts(path: Path) -> dict[str | None, str]:
    """Read the graded cells that a person may have seen, by name."""
    if not path.is_file():
        return {}
    cells = nbformat.read(path, as_version=4).cells
    return {grade_id(cell): text_of(cell) for cell in cells if grade_id(cell)}


def _write_grades(
    notebook: SubmittedNotebook, kept: Kept, row: Row, before: Mapping[str | None, str]
) -> None:
    points = machines_points(row.record)
    checked = {mark.question for mark in row.record.marks}
    cells = {grade_id(c): c for c in nbformat.from_dict(row.record.notebook).cells if grade_id(c)}
    for grade in notebook.grades:
        if grade.name not in cells:  # marked when the tick had other cells
            continue
        question = question_of(grade.name)
        auto = points.get(question)
        if question in checked:
            changed = grade.auto_score != auto
        else:
            changed = before.get(grade.name) not in (None, text_of(cells[grade.name]))
        grade.auto_score = auto
        if grade.manual_score is None:
            grade.needs_manual_grade = auto is None and question not in row.ruled
        elif changed:
            grade.needs_manual_grade = True
        _write_ruling(grade, kept, question in row.ruled, row.earned.get(question))


def _write_ruling(grade: Grade, kept: Kept, ruled: bool, earned: float | None) -> None:
    """Make nbgrader's sum what a ruling says, by extra credit; or give a person's own back."""
    own = kept.own_extra(grade.id, grade.extra_credit)
    if not ruled or earned is None:
        if grade.id in kept.extra:
            grade.extra_credit = own
            kept.keep_extra(grade.id, None)
        return
    if grade.manual_score is None and grade.auto_score is None:
        grade.auto_score = 0.0  # nbgrader adds nothing to a grade that has no points
    base = grade.auto_score if grade.manual_score is None else grade.manual_score
    grade.extra_credit = round(earned - base, 6)
    kept.keep_extra(grade.id, Extra(own, grade.extra_credit))


def _write_comments(notebook: SubmittedNotebook, record: Record) -> None:
    told = {mark.question: mark.told for mark in record.marks}
    for comment in notebook.comments:
        comment.auto_comment = told.get(comment.name) or None
        if record.written.get(comment.name) is False:
            comment.auto_comment = "No response."
