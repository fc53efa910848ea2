"""Run a notebook whose code is not trusted, and bring back what it gave.

The cells run in order in a confined kernel; the `course` of the run goes on over
those that the kernel does not survive. Then, behind the last cell, questions are
asked: what is printed from then on is in no output of the notebook.
"""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode

from labkit.checks.marking import Status
from labkit.grading.notebook.confinement import Limits, SandboxUnavailable, available
from labkit.grading.notebook.course import Course
from labkit.grading.notebook.files import to_copy
from labkit.grading.notebook.kernel import Kernel

__all__ = ["Limits", "Ran", "SandboxUnavailable", "available", "run"]


@dataclass(frozen=True)
class Ran:
    """How a run ended.

    Attributes
    ----------
    status : Status
        `Status.RAN` if every cell came to its end, with or without an error;
        else the worst that happened.
    seconds : float
    confined : bool
        Whether the kernel was confined.
    answers : tuple of (str or None)
        What the kernel handed over for each expression; None if nothing.
    """

    status: Status
    seconds: float
    confined: bool
    answers: tuple[str | None, ...] = ()


def run(
    notebook: NotebookNode,
    files: Path | None = None,
    limits: Limits | None = None,
    *,
    ask: Iterable[str] = (),
    after: Mapping[str, str] | None = None,
    handed_in: Mapping[str, bytes] | None = None,
    unsafe: bool = False,
) -> Ran:
    """Run a notebook's code cells, and then ask for the values of expressions.

    Nothing that the code does raises an error here. The run returns within
    ``limits.notebook_seconds`` and a few seconds more, and leaves no process
    behind. An output that comes after its cell has ended is not kept, and none
    that comes after the first of `ask` was asked, whatever cells are run again.

    Parameters
    ----------
    notebook : NotebookNode
        Its cells get the outputs of this run, shortened to ``limits.output``.
    files : Path, optional
        A folder, whose plain files - no links, no notebooks, not
        ``hidden.py`` - are copied into the working folder.
    limits : Limits, optional
        What the run may use.
    ask : iterable of str
        Expressions in the form of ``in_kernel.hand_over``. The first is wanted when
        the last cell has run.
    after : dict, optional
        A cell's id -> an expression that is evaluated directly behind the cell,
        each time that it is run, even if it stops with an error. Outputs of later
        cells are shown, so it must tell the kernel nothing that is not to be told.
    handed_in : dict, optional
        Files of the student's own: name -> content, as ``files.to_copy`` takes them.
    unsafe : bool
        Whether an ordinary kernel may do where confinement is not available.

    Returns
    -------
    Ran
        How it ended, and the answers.

    Raises
    ------
    SandboxUnavailable
        If confinement is not available and `unsafe` is not set.
    """
    bounds = limits or Limits()
    confined = _can_confine(unsafe)

    copied = to_copy(files, handed_in or {}, bounds.file_size)

    def start(seconds: float) -> Kernel:
        return Kernel(bounds, copied, confined=confined, seconds=seconds)

    course = Course(bounds, start)
    try:
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        course.run_cells(cells, after or {})
        answers = tuple(course.ask(expression) for expression in ask)
    finally:
        course.close()
    return Ran(course.status(), time.monotonic() - course.began, confined, answers)


def _can_confine(unsafe: bool) -> bool:
    reason = available()
    if reason and not unsafe:
        raise SandboxUnavailable(
            f"{reason} With --unsafe the notebooks run without confinement: "
            "only for notebooks that you would run yourself."
        )
    return reason is None
