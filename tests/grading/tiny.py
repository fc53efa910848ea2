"""A tick of three questions, submissions to it, and work that goes wrong in a worker."""

import os
import signal
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks import Hint
from labkit.checks.marking import Mark, Status
from labkit.grading.notebook.confinement import available
from labkit.grading.submission.record import Record
from labkit.grading.submission.tick import load_tick

NAME = "tick0-tiny"
#: On a machine that cannot confine them, these notebooks may run as they are.
UNSAFE = available() is not None

CHECKS = """
from labkit.checks import Case, Question, equals

def question(name, points, factor):
    hints = {"square": "This is the square.", "other": "Compute it by hand."}
    cases = tuple(Case((n,), equals(factor * n, square=n * n)) for n in (3, 5))
    return Question(name, name, points, hints, cases)

QUESTIONS = [question("double", 2, 2), question("triple", 1, 3)]
"""

HIDDEN = """
from labkit.checks import Case, equals

CASES = {
    "double": [Case((n,), equals(2 * n), label) for n, label in ((770077, "large"), (2, "small"))],
    "triple": [Case((n,), equals(3 * n), label) for n, label in ((880088, "large"), (3, "small"))],
}

def shared_task():
    return "double", [(n,) for n in range(250)], ["POS", "NEG"] * 125
"""


def graded(grade_id, **wanted):
    """nbgrader's metadata of a cell."""
    common = {"grade": False, "solution": False, "locked": False, "task": False}
    return {"nbgrader": common | {"grade_id": grade_id, "schema_version": 3} | wanted}


def instructors_notebook():
    """The notebook with its solutions."""
    cells = [new_markdown_cell("# Tiny", id="title"), new_code_cell("import math", id="setup")]
    for name, factor, points in (("double", 2, 2), ("triple", 3, 1)):
        body = f"    ### BEGIN SOLUTION\n    return {factor} * n\n    ### END SOLUTION"
        cells.append(
            new_code_cell(f"def {name}(n):\n{body}", id=name, metadata=graded(name, solution=True))
        )
        marks = graded(f"{name}-check", grade=True, locked=True, points=points)
        cells.append(new_code_cell(f"print({name}(3))", id=f"{name}-check", metadata=marks))
    essay = graded("essay", grade=True, solution=True, points=2)
    cells.append(new_markdown_cell("What a marker looks for: sense.", id="essay", metadata=essay))
    return new_notebook(cells=cells, metadata={"kernelspec": KERNEL})


KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def make_tick(ticks):
    """Write the tick's folder into the folder `ticks`, and load it."""
    folder = Path(ticks) / NAME
    folder.mkdir(parents=True)
    (folder / "checks.py").write_text(CHECKS)
    (folder / "hidden.py").write_text(HIDDEN)
    nbformat.write(instructors_notebook(), folder / f"{NAME}.ipynb")
    return load_tick(folder)


def answered(tick, double="return 2 * n", triple="return 3 * n", essay="Because.", own=None):
    """A student's notebook; an answer that is None was not written."""
    notebook = tick.notebook()
    for cell in notebook.cells:
        answer = {"double": double, "triple": triple}.get(cell.id)
        if answer is not None:
            cell.source = f"def {cell.id}(n):\n    {answer}"
        if cell.id == "essay" and essay is not None:
            cell.source = essay
    if own is not None:
        notebook.cells.append(new_code_cell(own, id="own"))
    return notebook


def cell_of(notebook, name):
    """The cell of a grade_id."""
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
    made = Record(
        student,
        NAME,
        f"{student}_{NAME}.ipynb",
        NOON,
        Status.RAN,
        fingerprint="f",
        confined=True,
        marks=marks,
        written={"essay": True},
        seconds=1.0,
    )
    made = replace(made, **changes)
    if made.notebook and not made.run:
        made = replace(made, run=tuple(cell.get("outputs", []) for cell in made.notebook["cells"]))
    return made


def refused(student, reason="the file is empty"):
    """The record of a file that is no submission."""
    return Record(student, NAME, f"{student}_{NAME}.ipynb", NOON, Status.REFUSED, reason)


# --- work for a worker: a job is any object here


def echo(job):
    return record(job.student, fingerprint=job.fingerprint)


def die_at_first(job):
    """End the worker the first time that this student's job is done."""
    if job.student == "cat":
        sign = Path(job.file)
        if not sign.exists():
            sign.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return echo(job)


def die_always(job):
    if job.student == "cat":
        os._exit(3)
    return echo(job)


def wait_for_long(job):
    import time

    Path(job.file).write_text(str(os.getpid()))
    time.sleep(600)
