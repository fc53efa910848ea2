"""Run a notebook from top to bottom and judge its answers from outside.

The kernel gets the notebook's cells and then, question by question, the
inputs of the cases; the values that come back are judged in this process.
Expected values and judges never enter the kernel.
"""

import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat.v4 import new_code_cell

from labkit.grading.plain import MIMETYPE, decode, encode
from labkit.grading.questions import Hint, load_questions, most_telling

_KINDS = {"value", "raised", "not_plain", "not_callable", "unanswered"}


@dataclass(frozen=True)
class Mark:
    """What one question earned.

    Attributes
    ----------
    question : str
    passed, cases : int
        Cases judged right, and all cases.
    points, out_of : float
        The points earned - all of them if every case is right, else 0: a
        function that always says POS is right in half of the cases - and the
        question's points.
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
    """

    marks: list
    errors: list
    written: list


def mark_notebook(path, folder=None, *, hidden=False, timeout=60):
    """Run a notebook and mark it. The file itself is not changed.

    Parameters
    ----------
    path : path
        The notebook.
    folder : path, optional
        Where its ``checks.py`` (and ``hidden.py``) are; by default beside it.
    hidden : bool
        Whether to judge the hidden cases as well.
    timeout : float
        Seconds that a cell, or all cases of a question, may take.

    Returns
    -------
    Report

    Raises
    ------
    ValueError
        If the file is not a notebook.
    FileNotFoundError
        If the notebook, or ``checks.py`` or ``hidden.py``, is not there.
    """
    path = Path(path)
    notebook = _read(path)
    questions = load_questions(folder or path.parent, hidden=hidden)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []  # what it stored earlier is no outcome of this run
    before = len(notebook.cells)
    notebook.cells += [new_code_cell(_asking(question)) for question in questions.values()]
    _run(notebook, path.parent, timeout)
    answers = notebook.cells[before:]
    return Report(
        marks=[_mark(q, cell) for q, cell in zip(questions.values(), answers, strict=True)],
        errors=_errors(notebook.cells[:before]),
        written=[
            cell.metadata.nbgrader.grade_id
            for cell in notebook.cells[:before]
            if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("grade")
        ],
    )


def _read(path):
    try:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
    except FileNotFoundError:
        raise
    except Exception as error:  # nbformat's own errors are of many kinds
        raise ValueError(f"{path.name} cannot be read as a notebook: {error}") from None
    return notebook


def _asking(question):
    inputs = encode([case.inputs for case in question.cases])
    return (
        "from labkit.grading.plain import show_outcomes as _show_outcomes\n"
        f"_show_outcomes(globals(), {question.answer!r}, {inputs!r}, {question.without!r})"
    )


def _run(notebook, folder, timeout):
    client = NotebookClient(
        notebook,
        timeout=timeout,
        interrupt_on_timeout=True,
        allow_errors=True,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
    )
    with suppress(DeadKernelError):  # what has no output counts as not answered
        client.execute(stderr=subprocess.DEVNULL)  # the kernel's own log


def _errors(cells):
    found = []
    for position, cell in enumerate(cells, start=1):
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                found.append(f"cell {position}: {output.ename}: {output.evalue}")
    return found


def _mark(question, cell):
    hints = question.judge(_outcomes(cell, len(question.cases)))
    passed = hints.count(None)
    found = most_telling(hints)
    return Mark(
        question=question.name,
        passed=passed,
        cases=len(hints),
        points=question.points if passed == len(hints) else 0,
        out_of=question.points,
        hint=found and found[1],
    )


def _outcomes(cell, count):
    for output in cell.outputs:
        text = output.get("data", {}).get(MIMETYPE)
        if isinstance(text, str):
            with suppress(ValueError):  # something else that the student's code displayed
                outcomes = decode(text)
                if _well_formed(outcomes, count):
                    return outcomes
    return [{"lost": True}] * count


def _well_formed(outcomes, count):
    return (
        isinstance(outcomes, list)
        and len(outcomes) == count
        and all(isinstance(o, dict) and len(o) == 1 and set(o) <= _KINDS for o in outcomes)
    )
