"""Marks from answers: what to ask a kernel, and what its replies earn.

Answers are judged in the process that asks: expected values and judges never enter the kernel.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from os import PathLike
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.reader import NotJSONError

from labkit.checks.judges import same
from labkit.checks.outcomes import Outcome, Returned, read_reply
from labkit.checks.plain_data import encode
from labkit.checks.questions import Hint, Question, most_telling


class Status(StrEnum):
    """How the run of a notebook ended; or, of what has no marks, why not."""

    RAN = "ran"  # every cell came to its end, with or without an error
    NOT_STARTED = "not started"
    DIED = "kernel died"
    TIMED_OUT = "timed out"
    MEMORY = "too much memory"
    OUTPUT = "too much output"
    FAILED = "could not be graded"
    REFUSED = "refused"
    REPLACED = "not graded"


@dataclass(frozen=True)
class CellError:
    """A cell that stopped with an error."""

    cell: int  # its place in the notebook, from 1
    exception: str  # the name of its class
    message: str

    def __str__(self) -> str:
        """Say it in a line."""
        return f"cell {self.cell}: {self.exception}: {self.message}"[:500]


@dataclass(frozen=True)
class Mark:
    """What one question earned, and the hint of the first failed case, if any.

    Each right case earns its share of the points, rounded down to two decimals - but one and the
    same value for every case, where not all are right, earns nothing: a function that always says
    POS is right in half of the cases.
    """

    question: str
    passed: int  # cases judged right
    cases: int
    points: float
    out_of: float
    hint: Hint | None


@dataclass(frozen=True)
class Report:
    """The marks of one notebook, one for each question."""

    marks: list[Mark]
    errors: list[CellError]  # in the notebook's order
    written: list[str]  # answers that wait for a marker
    status: Status = Status.RAN
    seconds: float = 0.0
    confined: bool = False  # whether the kernel was


def read_notebook(path: str | PathLike[str]) -> NotebookNode:
    """Read a notebook, in nbformat's form 4, or raise ValueError if the file is not one."""
    path = Path(path)
    if not path.is_file():
        here = ", ".join(
            sorted(each.name for each in path.parent.glob("*.ipynb") if each.is_file())
        )
        raise FileNotFoundError(f"there is no file {path}; the notebooks there: {here or 'none'}")
    try:
        text = path.read_text(encoding="utf-8-sig")
        notebook = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
    except Exception as error:  # nbformat's own errors are of many kinds
        raise ValueError(f"{path.name} cannot be read as a notebook: {_ailment(error)}") from None
    return notebook


def _ailment(error: Exception) -> str:
    match error:
        case OSError():
            reason = f"the system says {str(error.strerror).lower()!r}"
        case UnicodeDecodeError():
            reason = "it is not text in UTF-8"
        case NotJSONError():
            reason = "it is empty, cut off, or of another kind"
        case _:
            words = str(error).splitlines()[0].removesuffix(".")
            reason = f"it has not the form of a notebook ({words})"
    return f"{reason}. If it opens in JupyterLab, save it there; if not, take your last good copy"


def asking(question: Question) -> str:
    """Write the expression by which a kernel is asked for the answers to all cases of a question.

    Its value is what ``in_kernel.hand_over`` gives.
    """
    inputs = encode([case.inputs for case in question.cases])
    return (
        "__import__('labkit.checks.in_kernel', fromlist=['*'])"
        f".hand_over(globals(), {question.answer!r}, {inputs!r}, {question.without!r})"
    )


def mark_answers(
    notebook: NotebookNode,
    questions: Mapping[str, Question],
    answers: Sequence[str | None],
    *,
    status: Status = Status.RAN,
    seconds: float = 0.0,
    confined: bool = False,
) -> Report:
    """Mark what a kernel handed over, and list what else a run of a notebook showed.

    The `notebook` has the outputs of the run, `questions` are as ``load_questions`` gives them, and
    `answers` are the replies to each question's ``asking``, None where there was none. How the run
    ended, in how many seconds, and whether its kernel was confined goes into the report as it is.
    """
    return Report(
        marks=[_mark(q, answer) for q, answer in zip(questions.values(), answers, strict=True)],
        errors=_errors(notebook.cells),
        written=[
            cell.metadata.nbgrader.grade_id
            for cell in notebook.cells
            if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("grade")
        ],
        status=status,
        seconds=seconds,
        confined=confined,
    )


def _errors(cells: Sequence[NotebookNode]) -> list[CellError]:
    return [
        CellError(position, output.ename, output.evalue)
        for position, cell in enumerate(cells, start=1)
        for output in cell.get("outputs", [])
        if output.output_type == "error"
    ]


def _mark(question: Question, answer: str | None) -> Mark:
    outcomes = read_reply(answer, len(question.cases))
    hints = question.judge(outcomes)
    passed = hints.count(None)
    points = _points(question.points, passed, outcomes)
    found = most_telling(hints)
    hint = found[1] if found else None
    return Mark(question.name, passed, len(hints), points, question.points, hint)


def _points(out_of: float, passed: int, outcomes: Sequence[Outcome]) -> float:
    if passed == len(outcomes):
        return out_of
    values = [outcome.value for outcome in outcomes if isinstance(outcome, Returned)]
    if len(values) > 1 and all(same(value, values[0]) for value in values):
        return 0
    return math.floor(100 * out_of * passed / len(outcomes) + 1e-9) / 100
