"""Marks from answers: what to ask a kernel, and what its replies earn.

Answers are judged in the process that asks. Expected values and judges never
enter the kernel.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from os import PathLike
from pathlib import Path

import nbformat
from nbformat import NotebookNode

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
    """A cell that stopped with an error.

    Parameters
    ----------
    cell : int
        Its place in the notebook, from 1.
    exception, message : str
        The name of the exception's class, and what it says.
    """

    cell: int
    exception: str
    message: str

    def __str__(self) -> str:
        """Say it in a line."""
        return f"cell {self.cell}: {self.exception}: {self.message}"[:500]


@dataclass(frozen=True)
class Mark:
    """What one question earned.

    Parameters
    ----------
    question : str
        Its name.
    passed, cases : int
        Cases judged right, and all cases.
    points, out_of : float
        The points earned and the question's points. Each right case earns its
        share, rounded down to two decimals - but one and the same value for
        every case, where not all are right, earns nothing: a function that
        always says POS is right in half of the cases.
    hint : Hint or None
        Of the first failed case; None if all passed.
    """

    question: str
    passed: int
    cases: int
    points: float
    out_of: float
    hint: Hint | None


@dataclass(frozen=True)
class Report:
    """The marks of one notebook.

    Parameters
    ----------
    marks : list of Mark
        One for each question.
    errors : list of CellError
        The cells that stopped with an error, in order.
    written : list of str
        Written answers, which wait for a marker.
    status : Status
        How the run ended.
    seconds : float
        How long it took.
    confined : bool
        Whether the kernel was confined.
    """

    marks: list[Mark]
    errors: list[CellError]
    written: list[str]
    status: Status = Status.RAN
    seconds: float = 0.0
    confined: bool = False


def read_notebook(path: str | PathLike[str]) -> NotebookNode:
    """Read a notebook.

    Parameters
    ----------
    path : str or path
        The file.

    Returns
    -------
    NotebookNode
        As nbformat reads it, in form 4.

    Raises
    ------
    ValueError
        If the file is not a notebook.
    FileNotFoundError
        If it is not there.
    """
    path = Path(path)
    try:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
    except FileNotFoundError:
        raise
    except Exception as error:  # nbformat's own errors are of many kinds
        raise ValueError(f"{path.name} cannot be read as a notebook: {error}") from None
    return notebook


def asking(question: Question) -> str:
    """Write the expression by which a kernel is asked for a question's answers.

    Parameters
    ----------
    question : Question
        All its cases are asked for.

    Returns
    -------
    str
        Python; its value is what ``in_kernel.hand_over`` gives.
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

    Parameters
    ----------
    notebook : NotebookNode
        With the outputs of the run.
    questions : dict
        Question name -> Question, as ``load_questions`` gives them.
    answers : sequence of (str or None)
        The reply to each question's ``asking``; None if there was none.
    status : Status, optional
        How the run ended.
    seconds : float, optional
        How long it took.
    confined : bool, optional
        Whether the kernel was confined.

    Returns
    -------
    Report
        A mark for each question, and what else there is to say.
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
    found = most_telling(hints)
    return Mark(
        question=question.name,
        passed=passed,
        cases=len(hints),
        points=_points(question.points, passed, outcomes),
        out_of=question.points,
        hint=found[1] if found else None,
    )


def _points(out_of: float, passed: int, outcomes: Sequence[Outcome]) -> float:
    if passed == len(outcomes):
        return out_of
    values = [outcome.value for outcome in outcomes if isinstance(outcome, Returned)]
    if len(values) > 1 and all(same(value, values[0]) for value in values):
        return 0
    return math.floor(100 * out_of * passed / len(outcomes) + 1e-9) / 100
