"""Run a notebook whose code is not trusted, and bring back what it gave.

The cells run in order in a confined kernel. A cell that the kernel does not
survive - it ends Python, or does not obey an interrupt - costs itself only: a
new kernel runs the cells before it again, leaves it out, and goes on.
"""

import time
from contextlib import suppress
from dataclasses import dataclass

from nbformat.v4 import new_output

from labkit.checks.marking import Status
from labkit.grading.notebook.confinement import Limits, SandboxUnavailable, available
from labkit.grading.notebook.kernel import Execution, Kernel, NotStarted

__all__ = ["Limits", "Ran", "SandboxUnavailable", "available", "run"]

MOST_KERNELS = 10
"""So many kernels one notebook may use up."""

CELLS_SHARE = 0.75
"""Of the whole time: what the cells may take before the questions are asked."""

STATUSES = {
    "died": Status.DIED,
    "stuck": Status.TIMED_OUT,
    "late": Status.TIMED_OUT,
    "no time": Status.TIMED_OUT,
    "memory": Status.MEMORY,
    "flood": Status.OUTPUT,
}
"""What may happen -> the run's status, the worst first."""

NOTES = {
    "died": ("KernelDied", "Python ended in this cell"),
    "stuck": ("TimedOut", "the cell took too long"),
    "no time": ("NotRun", "no time was left for this cell"),
    "memory": ("OutOfMemory", "the cell took too much memory"),
    "flood": ("TooMuchOutput", "the cell sent too much output"),
    "no kernel": ("NotRun", "Python could not be started for this cell"),
}
"""What may happen -> the error that the cell shows."""


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
    answers: tuple = ()


def run(notebook, files=None, limits=None, *, ask=(), unsafe=False, folder=None):
    """Run a notebook's code cells, and then ask for the values of expressions.

    Nothing that the code does raises an error here. The run returns within
    ``limits.notebook_seconds`` and a few seconds more, and leaves no process
    behind. An output that comes after its cell has ended is not kept.

    Parameters
    ----------
    notebook : NotebookNode
        Its cells get the outputs of this run, shortened to ``limits.output``.
    files : path, optional
        A folder, whose plain files - no links, no notebooks, not
        ``hidden.py`` - are copied into the working folder.
    limits : Limits, optional
    ask : sequence of str
        Expressions in the form of ``inside.hand_over``.
    unsafe : bool
        Whether an ordinary kernel may do where confinement is not available.
    folder : path, optional
        Run in this folder, in an ordinary kernel: for one's own notebook.

    Returns
    -------
    Ran

    Raises
    ------
    SandboxUnavailable
        If confinement is not available and `unsafe` is not set.
    """
    limits = limits or Limits()
    confined = folder is None and _can_confine(unsafe)

    def start(seconds):
        return Kernel(limits, files, folder, confined=confined, seconds=seconds)

    course = _Course(limits, start)
    try:
        course.run_cells([cell for cell in notebook.cells if cell.cell_type == "code"])
        answers = tuple(course.ask(expression) for expression in ask)
    finally:
        course.close()
    return Ran(course.status(), time.monotonic() - course.began, confined, answers)


def _can_confine(unsafe):
    reason = available()
    if reason and not unsafe:
        raise SandboxUnavailable(
            f"{reason} With --unsafe the notebooks run without confinement: "
            "only for notebooks that you would run yourself."
        )
    return reason is None


class _Course:
    """The course of a run, over as many kernels as it takes."""

    def __init__(self, limits, start):
        self.began = time.monotonic()
        self._limits = limits
        self._start = start
        self._kernel = None
        self._starts = 0
        self._started = False
        self._again = []  # the cells that a new kernel has to run
        self._happened = set()

    def run_cells(self, cells):
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
            if ran.ending == "done":
                self._again.append(cell.source)
            if any(output.get("ename") == "MemoryError" for output in ran.outputs):
                self._happened.add("memory")
            if ran.cut:
                self._happened.add("flood")

    def ask(self, expression):
        until = self.began + self._limits.notebook_seconds
        return self._execute("", until, expression=expression).answer

    def status(self):
        if self._starts and not self._started:
            return Status.NOT_STARTED
        worst = (status for event, status in STATUSES.items() if event in self._happened)
        return next(worst, Status.RAN)

    def close(self):
        if self._kernel:
            self._kernel.close()
            self._kernel = None

    def _execute(self, code, until, **options):
        """Run code in the kernel, or in a new one if the last was lost."""
        while not self._kernel:
            if self._starts == MOST_KERNELS:
                return Execution("no kernel")
            if time.monotonic() >= until:
                break
            self._renew(until)
        return self._request(code, until, **options)

    def _renew(self, until):
        self._starts += 1
        with suppress(NotStarted):
            self._kernel = self._start(until - time.monotonic())
            self._started = True
        for code in list(self._again):
            if not self._kernel:
                return
            if self._request(code, until).ending != "done":
                self._again.remove(code)

    def _request(self, code, until, **options):
        seconds = min(self._limits.cell_seconds, until - time.monotonic())
        if seconds <= 0:
            self._happened.add("no time")
            return Execution("no time")
        ran = self._kernel.execute(code, seconds, **options)
        self._happened.add(ran.ending)
        if ran.lost:
            self.close()
        return ran


def _note(ending):
    if ending not in NOTES:
        return []
    name, words = NOTES[ending]
    return [new_output("error", ename=name, evalue=words, traceback=[f"{name}: {words}"])]
