"""Run a notebook whose code is not trusted, and bring back what it gave.

The cells run in order in a confined kernel. A cell that the kernel does not
survive - it ends Python, or does not obey an interrupt - costs itself only: a
new kernel runs the cells before it again, leaves it out, and goes on.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_output

from labkit.checks.marking import Status
from labkit.grading.notebook.confinement import Limits, SandboxUnavailable, available
from labkit.grading.notebook.execution import Ending, Execution
from labkit.grading.notebook.kernel import Kernel
from labkit.grading.notebook.process import NotStarted

__all__ = ["Limits", "Ran", "SandboxUnavailable", "available", "run"]

#: So many kernels one notebook may use up.
MOST_KERNELS = 10

#: Of the whole time: what the cells may take before the questions are asked.
CELLS_SHARE = 0.75

#: What may happen -> the run's status, the worst first.
STATUSES = {
    Ending.DIED: Status.DIED,
    Ending.STUCK: Status.TIMED_OUT,
    Ending.LATE: Status.TIMED_OUT,
    Ending.NO_TIME: Status.TIMED_OUT,
    Ending.MEMORY: Status.MEMORY,
    Ending.FLOOD: Status.OUTPUT,
}

#: What may happen -> the error that the cell shows.
NOTES = {
    Ending.DIED: ("KernelDied", "Python ended in this cell"),
    Ending.STUCK: ("TimedOut", "the cell took too long"),
    Ending.NO_TIME: ("NotRun", "no time was left for this cell"),
    Ending.MEMORY: ("OutOfMemory", "the cell took too much memory"),
    Ending.FLOOD: ("TooMuchOutput", "the cell sent too much output"),
    Ending.NO_KERNEL: ("NotRun", "Python could not be started for this cell"),
}


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
    ask: Sequence[str] = (),
    unsafe: bool = False,
) -> Ran:
    """Run a notebook's code cells, and then ask for the values of expressions.

    Nothing that the code does raises an error here. The run returns within
    ``limits.notebook_seconds`` and a few seconds more, and leaves no process
    behind. An output that comes after its cell has ended is not kept.

    Parameters
    ----------
    notebook : NotebookNode
        Its cells get the outputs of this run, shortened to ``limits.output``.
    files : Path, optional
        A folder, whose plain files - no links, no notebooks, not
        ``hidden.py`` - are copied into the working folder.
    limits : Limits, optional
        What the run may use.
    ask : sequence of str
        Expressions in the form of ``in_kernel.hand_over``.
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

    def start(seconds: float) -> Kernel:
        return Kernel(bounds, files, confined=confined, seconds=seconds)

    course = _Course(bounds, start)
    try:
        course.run_cells([cell for cell in notebook.cells if cell.cell_type == "code"])
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


class _Course:
    """The course of a run, over as many kernels as it takes."""

    def __init__(self, limits: Limits, start: Callable[[float], Kernel]) -> None:
        self.began = time.monotonic()
        self._limits = limits
        self._start = start
        self._kernel: Kernel | None = None
        self._starts = 0
        self._started = False
        self._again: list[str] = []  # the cells that a new kernel has to run
        self._happened: set[Ending] = set()

    def run_cells(self, cells: Sequence[NotebookNode]) -> None:
        until = self.began + CELLS_SHARE * self._limits.notebook_seconds
        keep = self._limits.output
        for cell in cells:
            cell.outputs = []  # what it stored earlier is no outcome of this run
            cell.execution_count = None
        for count, cell in enumerate((c for c in cells if c.source.strip()), start=1):
            ran = self._execute(cell.source, until, keep=keep)
            cell.outputs = ran.outputs + _note(ran.ending)
            cell.execution_count = count
            keep -= ran.kept
            if ran.ending is Ending.DONE:
                self._again.append(cell.source)
            if any(output.get("ename") == "MemoryError" for output in ran.outputs):
                self._happened.add(Ending.MEMORY)
            if ran.cut:
                self._happened.add(Ending.FLOOD)

    def ask(self, expression: str) -> str | None:
        until = self.began + self._limits.notebook_seconds
        return self._execute("", until, expression=expression).answer

    def status(self) -> Status:
        if self._starts and not self._started:
            return Status.NOT_STARTED
        worst = (status for event, status in STATUSES.items() if event in self._happened)
        return next(worst, Status.RAN)

    def close(self) -> None:
        if self._kernel:
            self._kernel.close()
            self._kernel = None

    def _execute(
        self, code: str, until: float, *, expression: str | None = None, keep: int = 0
    ) -> Execution:
        """Run code in the kernel, or in a new one if the last was lost."""
        while not self._kernel:
            if self._starts == MOST_KERNELS:
                return Execution(Ending.NO_KERNEL)
            if time.monotonic() >= until:
                break
            self._renew(until)
        return self._request(code, until, expression, keep)

    def _renew(self, until: float) -> None:
        self._starts += 1
        with suppress(NotStarted):
            self._kernel = self._start(until - time.monotonic())
            self._started = True
        for code in list(self._again):
            if not self._kernel:
                return
            if self._request(code, until).ending is not Ending.DONE:
                self._again.remove(code)

    def _request(
        self, code: str, until: float, expression: str | None = None, keep: int = 0
    ) -> Execution:
        seconds = min(self._limits.cell_seconds, until - time.monotonic())
        if not self._kernel or seconds <= 0:
            self._happened.add(Ending.NO_TIME)
            return Execution(Ending.NO_TIME)
        ran = self._kernel.execute(code, seconds, expression=expression, keep=keep)
        self._happened.add(ran.ending)
        if ran.ending.loses_kernel:
            self.close()
        return ran


def _note(ending: Ending) -> list[NotebookNode]:
    if ending not in NOTES:
        return []
    name, words = NOTES[ending]
    return [new_output("error", ename=name, evalue=words, traceback=[f"{name}: {words}"])]
