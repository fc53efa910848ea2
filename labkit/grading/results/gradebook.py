"""nbgrader's gradebook and folders, so that Formgrader opens on the marks.

Marks by machine are written here, marks by hand are read from here and are
never overwritten.
"""

import json
import os
import sysconfig
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import nbformat
from nbgrader.api import Gradebook, InvalidEntry, SubmittedAssignment, SubmittedNotebook
from nbgrader.preprocessors import SaveCells
from sqlalchemy.exc import OperationalError, SAWarning

from labkit.grading.classroom.atomic import UNFINISHED, AnyPath, write_whole
from labkit.grading.results.late import Policy
from labkit.grading.results.marks import Manual, Row
from labkit.grading.submission.cells import grade_id, question_of
from labkit.grading.submission.record import Record
from labkit.grading.submission.tick import Tick

#: What JupyterLab reads when it is started in the folder of the class.
CONFIG = '''\
"""For Formgrader, in JupyterLab started in this folder. Written by labkit grade."""

from pathlib import Path

c = get_config()  # noqa: F821
c.CourseDirectory.root = str(Path(__file__).parent)

# Students' pages are shown without what could act in the browser.
c.HTMLExporter.sanitize_html = True
c.HTMLExporter.filters = {"clean_html": "labkit.grading.submission.sanitize.cleaned"}

# labkit has run and marked the notebooks, confined. Formgrader's own button
# Autograde would run them unconfined: let it leave them as they are.
c.Autograde.sanitize_preprocessors = []
c.Autograde.autograde_preprocessors = []
'''


def _database(out: AnyPath) -> Path:
    """Give the gradebook's file, made whole if there is none."""
    path = Path(out).resolve() / "gradebook.db"
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
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # nbgrader's own, and harmless
            with Gradebook(_url(_database(out))) as gradebook:
                yield gradebook
    except OperationalError as error:
        raise OSError(
            f"out must be a folder whose gradebook can be written, not {out} ({error.orig}); close "
            "Formgrader and try again"
        ) from None


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
        return {
            (submission.student_id, assignment.name): _manual(submission)
            for assignment in gradebook.assignments
            for submission in assignment.submissions
        }


def _manual(submission: SubmittedAssignment) -> Manual:
    points: dict[str, float] = {}
    comments: dict[str, str] = {}
    again: set[str] = set()
    for notebook in submission.notebooks:
        for grade in notebook.grades:
            question = question_of(grade.name)
            if grade.manual_score is not None:
                points[question] = grade.manual_score + (grade.extra_credit or 0)
                if grade.needs_manual_grade:
                    again.add(question)
            elif grade.extra_credit and grade.auto_score is not None:
                points[question] = grade.auto_score + grade.extra_credit
        for comment in notebook.comments:
            if comment.manual_comment:
                comments[comment.name] = comment.manual_comment
    return Manual(points, comments, frozenset(again))


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
    for name in sorted({row.record.tick for row in rows}):
        _write_sources(out, ticks[name], Path(sources) / name)
        _write_cells(out, ticks[name])
    with _open(out) as gradebook:
        for name in sorted({row.record.tick for row in rows}):
            due = policy.deadlines.get(name)
            gradebook.update_or_create_assignment(name, duedate=due and _naive(due))
        for row in rows:
            _write_row(gradebook, out, row, policy)


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


def _write_row(gradebook: Gradebook, out: Path, row: Row, policy: Policy) -> None:
    record = row.record
    student, tick = record.student, record.tick
    gradebook.update_or_create_student(student)
    submission = gradebook.update_or_create_submission(tick, student)
    submission.timestamp = _naive(record.submitted)
    submission.extension = _extension(policy, student, tick)
    path = out / "autograded" / student / tick / f"{tick}.ipynb"
    for notebook in submission.notebooks:
        notebook.late_submission_penalty = row.penalty
        _write_grades(notebook, record, _texts(path))
        _write_comments(notebook, record)
    gradebook.db.commit()
    # Last of all: until it is there, a rerun sees which answers have changed.
    write_whole(path, json.dumps(record.notebook, indent=1))


def _extension(policy: Policy, student: str, tick: str) -> timedelta | None:
    deadline = policy.deadlines.get(tick)
    own = policy.extensions.get((student, tick))
    return own - deadline if own and deadline else None


def _texts(path: Path) -> dict[str | None, str]:
    """Read the graded cells that a person may have seen, by name."""
    if not path.is_file():
        return {}
    cells = nbformat.read(path, as_version=4).cells
    return {grade_id(cell): cell.source for cell in cells if grade_id(cell)}


def _write_grades(
    notebook: SubmittedNotebook, record: Record, before: Mapping[str | None, str]
) -> None:
    points = {mark.question: mark.points for mark in record.marks}
    cells = {grade_id(c): c for c in nbformat.from_dict(record.notebook).cells if grade_id(c)}
    for grade in notebook.grades:
        if grade.name not in cells:  # marked when the tick had other cells
            continue
        question = question_of(grade.name)
        auto: float | None
        if question in points:
            auto = points[question]
            changed = grade.auto_score != auto
        else:
            auto = None if record.written.get(question) else 0.0
            changed = before.get(grade.name) not in (None, cells[grade.name].source)
        grade.auto_score = auto
        if grade.manual_score is None:
            grade.needs_manual_grade = auto is None
        elif changed:
            grade.needs_manual_grade = True


def _write_comments(notebook: SubmittedNotebook, record: Record) -> None:
    hints = {mark.question: mark.hint for mark in record.marks}
    for comment in notebook.comments:
        hint = hints.get(comment.name)
        comment.auto_comment = hint and hint.text
        if record.written.get(comment.name) is False:
            comment.auto_comment = "No response."
