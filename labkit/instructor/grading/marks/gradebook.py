"""nbgrader's gradebook and folders, so that Formgrader opens on the marks.

Marks by machine are written here; marks by hand are read from here and never overwritten. A ruling
takes the place of the mark by machine; where it overrules one by hand, only the tables say so.
"""

import json
import os
import sysconfig
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import nbformat
from nbgrader import api
from nbgrader.preprocessors import SaveCells
from sqlalchemy import JSON, text
from sqlalchemy.exc import DatabaseError, SAWarning
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.grading.judging.render import text_of
from labkit.instructor.grading.judging.tick import Tick, digest, grade_id, question_of
from labkit.instructor.grading.marks.audit import entries, me, note
from labkit.instructor.grading.marks.marks import Manual, Row, machines_points

#: Who changed a mark in Formgrader: nbgrader does not take down names.
FORMGRADER = "a marker in Formgrader"

#: All that people have entered, by one query: to ask for each student takes seconds.
_ENTERED = """
SELECT student_id, assignment.name, base_cell.name, points, needs_reading, extra, text
FROM (
    SELECT notebook_id, cell_id, manual_score AS points, needs_manual_grade AS needs_reading,
        extra_credit AS extra, NULL AS text
    FROM grade
    UNION ALL SELECT notebook_id, cell_id, NULL, NULL, NULL, manual_comment FROM comment
) AS entered
JOIN base_cell ON base_cell.id = cell_id
JOIN submitted_notebook ON submitted_notebook.id = entered.notebook_id
JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
JOIN assignment ON assignment.id = submitted_assignment.assignment_id
"""

#: What the log calls what people have entered.
_BY_HAND = "marks by hand"

#: A student and a tick.
_Key = tuple[str, str]


class _Base(DeclarativeBase):
    """The tables that are not nbgrader's."""


class _Memory(_Base):
    """What labkit remembers of a submission or a tick, in the same file: both change in one piece."""

    __tablename__ = "labkit_memory"
    place: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[dict[str, Any]] = mapped_column(JSON)


@contextmanager
def _open(out: Path) -> Iterator[api.Gradebook]:
    path = out.resolve() / "gradebook.db"
    if not path.exists():
        path.touch()  # with the group's right to write, which SQLite would not give
    programs = os.environ.get("PATH", os.defpath)
    # To make a gradebook, nbgrader calls a program that was installed with it.
    os.environ["PATH"] = f"{sysconfig.get_path('scripts')}{os.pathsep}{programs}"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # nbgrader's own, and harmless
            with api.Gradebook(f"sqlite:///{path}") as gradebook:
                _Base.metadata.create_all(gradebook.engine)
                yield gradebook
    except (DatabaseError, api.InvalidEntry) as error:
        raise OSError(
            f"out must be a folder whose gradebook.db can be read and written, not {out} "
            f"({getattr(error, 'orig', error)}); close Formgrader and try again. If the file is "
            "broken, put a copy of it back, or remove it: then it is made anew, without the marks "
            "by hand, which audit.jsonl lists"
        ) from None
    finally:
        os.environ["PATH"] = programs


def _entered(gradebook: api.Gradebook) -> dict[_Key, Manual]:
    """Read what people have entered for each submission."""
    entered: dict[_Key, Manual] = defaultdict(Manual)
    found = gradebook.db.execute(text(_ENTERED))
    for student, tick, name, points, needs_reading, extra, comment in found:
        manual, question = entered[student, tick], question_of(name)
        if points is not None:
            manual.points[question] = points
            if needs_reading:
                manual.again.add(question)
        if extra:
            manual.extra[question] = extra
        if comment:
            manual.comments[name] = comment
    return entered


def manual_marks(out: Path) -> dict[_Key, Manual]:
    """Read what people have entered in Formgrader, by student and tick."""
    with _open(out) as gradebook:
        return _entered(gradebook)


def enter_manual(out: Path, marks: Mapping[_Key, Manual]) -> None:
    """Enter marks and comments as if a person typed them in Formgrader, all or none."""
    with _open(out) as gradebook:
        _log_entered(gradebook, out, FORMGRADER)
        try:
            for (student, tick), manual in marks.items():
                notebook = gradebook.find_submission_notebook(tick, tick, student)
                grades = {question_of(each.name): each for each in notebook.grades}
                comments = {each.name: each for each in notebook.comments}
                for question, points in manual.points.items():
                    grades[question].manual_score = points
                    grades[question].needs_manual_grade = False
                for question, comment in manual.comments.items():
                    comments[question].manual_comment = comment
        except (api.MissingEntry, KeyError) as error:
            raise ValueError(
                f"marks must be of submissions and questions in the gradebook ({error})"
            ) from None
        _log_entered(gradebook, out, me())
        gradebook.db.commit()


def _log_entered(gradebook: api.Gradebook, out: Path, who: str) -> None:
    """Write into the log what differs from what it says that people have entered."""
    logged = {(e["student"], e["tick"]): e["after"] for e in entries(out) if e["what"] == _BY_HAND}
    for (student, tick), manual in _entered(gradebook).items():
        before = logged.get((student, tick), {})
        after = {kind: of for kind, of in asdict(manual).items() if of and kind != "again"}
        if before != after:
            note(out, who, _BY_HAND, "", student=student, tick=tick, before=before, after=after)


def write_gradebook(out: Path, rows: Iterable[Row], ticks: Mapping[str, Tick]) -> bool:
    """Bring the gradebook and nbgrader's folders up to date with the marked rows; tell if any was new."""
    changed = False
    # For JupyterLab, which is started there.
    config = Path(__file__).with_name("templates") / "nbgrader_config.py.txt"
    write_whole(out / "nbgrader_config.py", config.read_bytes())
    with _open(out) as gradebook:
        _log_entered(gradebook, out, FORMGRADER)
        memory = {each.place: each.value for each in gradebook.db.query(_Memory)}
        for row in rows:
            student, tick = row.record.student, row.record.tick
            if not row.record.marks or tick not in ticks:
                continue
            value = {"state": ticks[tick].digest}
            if memory.get(tick) != value:
                _write_tick(gradebook, out, ticks[tick])
                gradebook.db.merge(_Memory(place=tick, value=value))
                memory[tick] = value
            place = f"{student}/{tick}"
            known, path = memory.get(place, {}), out / "autograded" / place / f"{tick}.ipynb"
            if known.get("state") != row.digest or not path.is_file():
                changed = True
                write_whole(path, json.dumps(row.record.notebook))
                new = _write_row(gradebook, out, row, known) | {"state": row.digest}
                gradebook.db.merge(_Memory(place=place, value=new))
        gradebook.db.commit()
    return changed


def _write_tick(gradebook: api.Gradebook, out: Path, tick: Tick) -> None:
    file = f"{tick.name}.ipynb"
    write_whole(out / "source" / tick.name / file, (tick.folder / file).read_bytes())
    gradebook.update_or_create_assignment(tick.name)  # which ends what was begun: SaveCells waits
    names = {"notebook": tick.name, "assignment": tick.name, "db_url": str(gradebook.engine.url)}
    try:
        SaveCells().preprocess(tick.notebook(), {"nbgrader": names})
    except RuntimeError as error:
        raise ValueError(
            f"out must be a folder whose gradebook has the graded cells of {tick.name}, not {out} "
            f"({error}); grade into another folder"
        ) from None


def _write_row(
    gradebook: api.Gradebook, out: Path, row: Row, known: Mapping[str, Any]
) -> dict[str, Any]:
    """Write one submission, log what changes of its marks by machine, return what to remember."""
    record = row.record
    cells = nbformat.from_dict(record.notebook).cells
    answers = {question_of(grade_id(cell)): digest(text_of(cell)) for cell in cells}
    marks = {**machines_points(record), "penalty": row.penalty}
    answers_before, marks_before = known.get("answers", {}), known.get("marks", {})
    gradebook.update_or_create_student(record.student)
    submission = gradebook.update_or_create_submission(
        record.tick, record.student, timestamp=record.submitted
    )
    (notebook,) = submission.notebooks
    notebook.late_submission_penalty = row.penalty
    for grade in notebook.grades:
        question = question_of(grade.name)
        points = marks.get(question)
        same_answer = answers_before.get(question) == answers.get(question)
        if grade.manual_score is None:
            grade.needs_manual_grade = points is None and question not in row.ruled
        elif known and not (same_answer and marks_before.get(question) == points):
            grade.needs_manual_grade = True
        grade.auto_score = row.earned[question] if question in row.ruled else points
    if known and marks_before != marks:
        changes = {"before": marks_before, "after": marks}
        why = "the work, its time or the rules changed"
        note(out, me(), "graded anew", why, student=record.student, tick=record.tick, **changes)
    return {"answers": answers, "marks": marks}
