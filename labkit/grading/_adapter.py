"""Temporary: the confined run's interface over an ordinary kernel."""
from dataclasses import dataclass
from nbformat.v4 import new_code_cell
from labkit.grading import marking


@dataclass(frozen=True)
class Limits:
    memory: int = 2_000_000_000
    processes: int = 64
    cell_seconds: float = 60
    notebook_seconds: float = 300


class SandboxUnavailable(OSError):
    pass


def available():
    return None


@dataclass(frozen=True)
class Report(marking.Report):
    status: str = "ran"


def mark(notebook, questions, files, limits=Limits(), *, unsafe=False):
    cells = notebook.cells
    notebook.cells = cells + [new_code_cell(marking._asking(q)) for q in questions.values()]
    marking._run(notebook, files, limits.cell_seconds)
    answers = notebook.cells[len(cells):]
    notebook.cells = cells
    marks = []
    for q, cell in zip(questions.values(), answers, strict=True):
        m = marking._mark(q, cell)
        points = int(100 * q.points * m.passed / m.cases) / 100
        marks.append(marking.Mark(m.question, m.passed, m.cases, points, m.out_of, m.hint))
    return Report(marks, marking._errors(cells), [
        c.metadata.nbgrader.grade_id for c in cells
        if c.cell_type == "markdown" and c.metadata.get("nbgrader", {}).get("grade")])
