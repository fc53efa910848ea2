"""Run a notebook from top to bottom and judge its answers from outside.

The kernel gets the notebook's cells and then, question by question, the
inputs of the cases; the values that come back are judged in this process.
Expected values and judges never enter the kernel.
"""

import math
from pathlib import Path

from labkit.checks.marking import Mark, Report, asking, mark_answers, read_notebook
from labkit.checks.questions import load_questions
from labkit.grading.notebook.sandbox import Limits, run

__all__ = ["Mark", "Report", "mark", "mark_notebook", "read_notebook"]


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
    ran = run(notebook, ask=[asking(question) for question in questions.values()], **options)
    return mark_answers(
        notebook,
        questions,
        ran.answers,
        status=ran.status,
        seconds=ran.seconds,
        confined=ran.confined,
    )
