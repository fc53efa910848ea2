"""Marks from answers: what to ask a kernel, and what its replies earn.

Answers are judged in the process that asks. Expected values and judges never
enter the kernel.
"""

import math
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import nbformat

from labkit.checks.plain_data import NotPlain, decode, encode
from labkit.checks.questions import Hint, most_telling, same

_WORDS = {"raised", "not_plain"}
_KINDS = _WORDS | {"value", "not_callable", "unanswered"}
_LONGEST = 8 * 2**20  # characters of a reply


@dataclass(frozen=True)
class Mark:
    """What one question earned.

    Attributes
    ----------
    question : str
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

    Attributes
    ----------
    marks : list of Mark
    errors : list of str
        Cells that stopped with an error, in order.
    written : list of str
        Written answers, which wait for a marker.
    status : str
        How the run ended, as ``sandbox.Ran`` says it.
    seconds : float
        How long it took.
    confined : bool
        Whether the kernel was confined.
    """

    marks: list
    errors: list
    written: list
    status: str = "ran"
    seconds: float = 0.0
    confined: bool = False


def read_notebook(path):
    """Read a notebook.

    Parameters
    ----------
    path : path

    Returns
    -------
    NotebookNode

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


def asking(question):
    """Write the expression by which a kernel is asked for a question's answers.

    Parameters
    ----------
    question : Question

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


def mark_answers(notebook, questions, answers, *, status="ran", seconds=0.0, confined=False):
    """Mark what a kernel handed over, and list what else a run of a notebook showed.

    Parameters
    ----------
    notebook : NotebookNode
        With the outputs of the run.
    questions : dict
        Question name -> Question, as ``load_questions`` gives them.
    answers : sequence of (str or None)
        The reply to each question's ``asking``; None if there was none.
    status, seconds, confined
        As for `Report`.

    Returns
    -------
    Report
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


def _errors(cells):
    found = []
    for position, cell in enumerate(cells, start=1):
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                found.append(f"cell {position}: {output.ename}: {output.evalue}"[:500])
    return found


def _mark(question, answer):
    outcomes = _outcomes(answer, len(question.cases))
    hints = question.judge(outcomes)
    passed = hints.count(None)
    found = most_telling(hints)
    return Mark(
        question=question.name,
        passed=passed,
        cases=len(hints),
        points=_points(question.points, passed, outcomes),
        out_of=question.points,
        hint=found and found[1],
    )


def _points(out_of, passed, outcomes):
    if passed == len(outcomes):
        return out_of
    values = [outcome["value"] for outcome in outcomes if "value" in outcome]
    if len(values) > 1 and all(same(value, values[0]) for value in values):
        return 0
    return math.floor(100 * out_of * passed / len(outcomes) + 1e-9) / 100


def _outcomes(answer, count):
    """Read a reply, whatever it is: what is not of the right form counts as lost."""
    if answer is not None and len(answer) <= _LONGEST:
        with suppress(ValueError, NotPlain):
            outcomes = decode(answer)
            if _well_formed(outcomes, count) and encode(outcomes):  # not too large either
                return outcomes
    return [{"lost": True}] * count


def _well_formed(outcomes, count):
    return (
        isinstance(outcomes, list)
        and len(outcomes) == count
        and all(isinstance(o, dict) and len(o) == 1 and _known(*o.items()) for o in outcomes)
    )


def _known(item):
    kind, detail = item
    return kind in _KINDS and (kind not in _WORDS or (type(detail) is str and len(detail) <= 1000))
