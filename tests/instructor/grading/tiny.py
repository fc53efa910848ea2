"""A tick of three questions, and submissions to it."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell

from labkit.checks import Hint
from labkit.checks.marking import Mark, Status
from labkit.instructor.grading.judging.grade_one import Job
from labkit.instructor.grading.judging.record import Record, Submission
from labkit.instructor.grading.judging.tick import load_tick
from labkit.instructor.grading.sandbox.bubblewrap import Limits, available
from tests.instructor.grading import golden_classes
from tests.instructor.grading.golden_classes import HIDDEN, write_tick

NAME, graded = golden_classes.TINY, golden_classes.graded
instructors_notebook = golden_classes.notebook
#: On a machine that cannot confine them, these notebooks may run as they are.
UNSAFE = available() is not None

SHARED = """
def shared_task():
    return "double", [(n,) for n in range(250)], ["POS", "NEG"] * 125
"""


def make_tick(ticks):
    """Write the tick's folder into the folder `ticks`, and load it."""
    return load_tick(write_tick(Path(ticks), NAME, HIDDEN + SHARED))


def answered(tick, double="return 2 * n", triple="return 3 * n", essay="Because.", own=None):
    """A student's notebook; an answer that is None was not written."""
    made = tick.notebook()
    for cell in made.cells:
        answer = {"double": double, "triple": triple}.get(cell.id)
        if answer is not None:
            cell.source = f"def {cell.id}(n):\n    {answer}"
        if cell.id == "essay" and essay is not None:
            cell.source = essay
    if own is not None:
        made.cells.append(new_code_cell(own, id="own"))
    return made


def cell_of(notebook, name):
    (found,) = [c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id") == name]
    return found


def write(path, notebook):
    """Write a notebook, or any text or bytes, as a submission."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(notebook, bytes):
        path.write_bytes(notebook)
    else:
        path.write_text(notebook if isinstance(notebook, str) else nbformat.writes(notebook))
    return path


NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
SQUARE = "This is the square."


def record(student="ann", **changes):
    """A record, as a worker gives it, without a kernel."""
    points = {"double": 2, "triple": 0.5} | changes.pop("points", {})
    marks = tuple(
        Mark(name, 4, 4, out_of, out_of, None)
        if points[name] == out_of
        else Mark(name, 2, 4, points[name], out_of, Hint("square", SQUARE), SQUARE)
        for name, out_of in (("double", 2), ("triple", 1))
    )
    made = Record(student, NAME, f"{student}_{NAME}.ipynb", NOON, Status.RAN)
    usual = {"fingerprint": "f", "confined": True, "seconds": 1.0, "written": {"essay": True}}
    made = replace(made, **usual | {"marks": marks} | changes)
    if made.notebook and not made.run:
        made = replace(made, run=tuple(cell.get("outputs", []) for cell in made.notebook["cells"]))
    return made


def refused(student, reason="the file is empty"):
    """The record of a file that is no submission."""
    return Record(student, NAME, f"{student}_{NAME}.ipynb", NOON, Status.REFUSED, reason)


def job_of(tick, notebook, student="ann", file="f", submitted=NOON, files=None, **rules):
    """Return the job of grading a notebook, as a text, that a student has handed in for a tick."""
    submission = Submission(file, student, tick.name, submitted, notebook, files=files or {})
    return Job(submission, tick, **{"limits": Limits()} | rules)


def changed(job, **values):
    return replace(job, submission=replace(job.submission, **values))
