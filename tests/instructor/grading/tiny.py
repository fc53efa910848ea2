"""Two ticks of three questions, and submissions to them."""

import io
import os
import stat
import warnings
import zipfile
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from labkit.checks import Hint
from labkit.checks.marking import Mark, Status
from labkit.instructor.grading.judging.grade_one import Job
from labkit.instructor.grading.judging.record import Record, Submission
from labkit.instructor.grading.judging.tick import load_tick
from labkit.instructor.grading.sandbox.bubblewrap import Limits, available

NAME, OTHER = "tick0-tiny", "tick1-other"
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
"""
#: The questions of each tick.
QUESTIONS = {NAME: ("double", "triple"), OTHER: ("twofold", "threefold")}
#: When files were last written: times of their own, which are not those of handing in.
TIME = 1_795_000_000
SOLVED = tuple(f"### BEGIN SOLUTION\n    return {n} * n\n    ### END SOLUTION" for n in (2, 3))
SENSE = "What a marker looks for: sense."
WORKSHEET = """Identifier,"Full name","Email address",Status,Grade,"Maximum grade","Grade can be changed",\
"Last modified (submission)","Last modified (grade)","Feedback comments"
"""
#: On a machine that cannot confine them, these notebooks may run as they are.
UNSAFE = available() is not None

SHARED = """
def shared_task():
    return "double", [(n,) for n in range(250)], ["POS", "NEG"] * 125
"""


def graded(name: str, **fields: Any) -> dict[str, Any]:
    common = {"grade": False, "solution": False, "locked": False, "task": False}
    return {"nbgrader": common | {"grade_id": name, "schema_version": 3} | fields}


def notebook(tick: str = NAME, answers: Iterable[str] = SOLVED, essay: str = SENSE) -> Any:
    """Return a notebook of a tick, the instructor's, or a student's with these answers."""
    cells = [new_markdown_cell("# Tiny", id="title"), new_code_cell("import math", id="setup")]
    for name, body, points in zip(QUESTIONS[tick], answers, (2, 1), strict=True):
        answer, marks = graded(name, solution=True), f"{name}-check"
        cells.append(new_code_cell(f"def {name}(n):\n    {body}", id=name, metadata=answer))
        check = graded(marks, grade=True, locked=True, points=points)
        cells.append(new_code_cell(f"print({name}(3))", id=marks, metadata=check))
    written = graded("essay", grade=True, solution=True, points=2)
    cells.append(new_markdown_cell(essay, id="essay", metadata=written))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def write_tick(ticks: Path, tick: str, hidden: str = HIDDEN) -> Path:
    folder, course = ticks / tick, ticks / ".course" / tick
    for made in (folder, course):
        made.mkdir(parents=True)
    for name, text in (("checks", CHECKS), ("hidden", hidden)):
        for usual, own in zip(QUESTIONS[NAME], QUESTIONS[tick], strict=True):
            text = text.replace(usual, own)
        (course / f"{name}.py").write_text(text, "utf8")
    nbformat.write(notebook(tick), folder / f"{tick}.ipynb")
    return folder


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
    submission = Submission(
        student, tick.name, file, submitted, notebook=notebook, files=files or {}
    )
    return Job(submission, tick, **{"limits": Limits()} | rules)


def changed(job, **values):
    return replace(job, submission=replace(job.submission, **values))


def cell(made: Any, name: str) -> Any:
    return next(each for each in made.cells if each.id == name)


def zipped(files: dict[str, bytes | str] | Iterable[tuple[Any, bytes | str]]) -> bytes:
    """Return a zip file of these members, which may have one name twice."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive, warnings.catch_warnings(action="ignore"):
        for info, content in files.items() if isinstance(files, dict) else files:
            if isinstance(info, str):
                info = zipfile.ZipInfo(info, (2026, 11, 20, 12, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
            if content[:5] == b"LINK ":
                info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, content)
    return data.getvalue()


def put(root: Path, files: dict[str, bytes | str]) -> None:
    """Write files; a link where it says so."""
    for name, content in files.items():
        path, data = root / name, content.encode() if isinstance(content, str) else content
        path.parent.mkdir(parents=True, exist_ok=True)
        if data.startswith(b"LINK "):
            path.symlink_to(data[5:].decode())
        else:
            path.write_bytes(data)
            os.utime(path, (TIME + len(data),) * 2)
