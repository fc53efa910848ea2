"""Run a notebook from top to bottom and judge its answers from outside.

The kernel gets the notebook's cells and then, question by question, the
inputs of the cases; the values that come back are judged in this process.
Expected values and judges never enter the kernel.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from nbformat import NotebookNode

from labkit.checks.marking import Report, asking, mark_answers
from labkit.checks.questions import Question
from labkit.grading.notebook.sandbox import Limits, run


def mark(
    notebook: NotebookNode,
    questions: Mapping[str, Question],
    files: Path | None = None,
    limits: Limits | None = None,
    *,
    after: Mapping[str, str] | None = None,
    handed_in: Mapping[str, bytes] | None = None,
    unsafe: bool = False,
) -> Report:
    """Run a student's notebook in a sandbox and mark it.

    Nothing that the student's code does raises an error here, takes longer
    than ``limits.notebook_seconds`` and a few seconds more, or changes
    anything outside of the sandbox.

    Parameters
    ----------
    notebook : NotebookNode
        As ``restored`` gives it. Its cells get the outputs of this run.
    questions : dict
        Question name -> Question, as ``load_questions`` gives them.
    files : Path, optional
        As for ``sandbox.run``.
    limits : Limits, optional
        What the run may use.
    after, handed_in : dict, optional
        As for ``sandbox.run``.
    unsafe : bool
        Whether an ordinary kernel may do where confinement is not available.

    Returns
    -------
    Report
        The marks, and how the run ended.

    Raises
    ------
    SandboxUnavailable
        If confinement is not available and `unsafe` is not set.
    """
    expressions = [asking(question) for question in questions.values()]
    ran = run(
        notebook,
        files,
        limits,
        ask=expressions,
        after=after,
        handed_in=handed_in,
        unsafe=unsafe,
    )
    report = mark_answers(notebook, questions, ran.answers)
    return replace(report, status=ran.status, seconds=ran.seconds, confined=ran.confined)
