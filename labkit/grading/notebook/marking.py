"""Run a notebook from top to bottom and judge its answers from outside.

The kernel gets the notebook's cells and then, question by question, the
inputs of the cases; the values that come back are judged in this process.
Expected values and judges never enter the kernel.
"""

import math
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import nbformat

from labkit.checks.plain_data import NotPlain, decode, encode
from labkit.checks.questions import Hint, load_questions, most_telling, same
from labkit.grading.notebook.sandbox import Limits, run

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


def mark_notebook(path, folder=None, *, hidden=False, timeout=60):
    """Run one's own notebook, in its own folder, and mark it. The file is not changed.

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
    notebook = read_notebook(path)
    questions = load_questions(folder or path.parent, hidden=hidden)
    limits = Limits(cell_seconds=timeout, notebook_seconds=math.inf)
    return _mark_all(notebook, questions, limits=limits, folder=path.parent)


def mark(notebook, questions, files=None, limits=None, *, unsafe=False):
    """Run a student's notebook in a sandbox and mark it.

    Nothing that the student's code does raises an error here, takes longer
    than ``limits.notebook_seconds`` and a few seconds more, or changes
    anything outside of the sandbox.

    Parameters
    ----------
    notebook : NotebookNode
        Its cells get the outputs of this run. Where no cell is left out or
        changed is the caller's to see to.
    questions : dict
        Question name -> Question, as ``load_questions`` gives them.
    files : path, optional
        As for ``sandbox.run``.
    limits : Limits, optional
    unsafe : bool
        Whether an ordinary kernel may do where confinement is not available.

    Returns
    -------
    Report

    Raises
    ------
    SandboxUnavailable
        If confinement is not available and `unsafe` is not set.
    """
    return _mark_all(notebook, questions, files=files, limits=limits, unsafe=unsafe)


def _mark_all(notebook, questions, **options):
    ran = run(notebook, ask=[_asking(question) for question in questions.values()], **options)
    return Report(
        marks=[_mark(q, answer) for q, answer in zip(questions.values(), ran.answers, strict=True)],
        errors=_errors(notebook.cells),
        written=[
            cell.metadata.nbgrader.grade_id
            for cell in notebook.cells
            if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("grade")
        ],
        status=ran.status,
        seconds=ran.seconds,
        confined=ran.confined,
    )


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


def _asking(question):
    inputs = encode([case.inputs for case in question.cases])
    return (
        "__import__('labkit.checks.in_kernel', fromlist=['*'])"
        f".hand_over(globals(), {question.answer!r}, {inputs!r}, {question.without!r})"
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
