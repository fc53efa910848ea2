"""The course of a run, over as many kernels as it takes, and whom a lost one is charged to.

A cell that the kernel does not survive costs itself only: a new kernel runs the
cells before it again, leaves it out, and goes on. The kernel may be lost later
than by the cell that is the cause of it - a thread ends Python while the next cell
runs - so before a cell is charged, the others are run again with a pause behind
each, in which the cause shows itself.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from nbformat import NotebookNode
from nbformat.v4 import new_output

from labkit.checks.marking import Status
from labkit.grading.notebook.confinement import Limits
from labkit.grading.notebook.execution import Ending, Execution
from labkit.grading.notebook.kernel import Kernel
from labkit.grading.notebook.process import NotStarted

#: So many kernels one notebook may use up, and so many may fail to start before the first does.
MOST_KERNELS = 20
MOST_FAILURES = 5

#: Of the whole time: what the cells may take before the questions are asked.
CELLS_SHARE = 0.75

#: Seconds in which a kernel shows that a cell has left something deadly behind; and of all pauses.
PAUSE = 0.5
ALL_PAUSES = 10.0

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

#: What another cell than the one that runs may be the cause of.
SUDDEN = (Ending.DIED, Ending.MEMORY, Ending.FLOOD, Ending.STUCK)


@dataclass(frozen=True, eq=False)  # two equal cells are two
class _Step:
    """A cell that a new kernel has to run again."""

    cell: NotebookNode
    expression: str | None


class Course:
    """The course of a run; close it at the end.

    Parameters
    ----------
    limits : Limits
        What the run may use.
    start : callable
        Starts a kernel, which may take so many seconds.
    """

    def __init__(self, limits: Limits, start: Callable[[float], Kernel]) -> None:
        self.began = time.monotonic()
        self._limits = limits
        self._start = start
        self._kernel: Kernel | None = None
        self._starts = 0
        self._started = False
        self._again: list[_Step] = []
        self._cleared: set[_Step] = set()  # those behind which a pause has shown nothing
        self._latest: _Step | None = None  # what the kernel ran last, if that was a cell
        self._asked = False  # whether this kernel was asked for an answer
        self._suspicious = False  # whether a cell may have left behind what loses the kernel
        self._careful = False  # whether one has
        self._happened: set[Ending] = set()

    def run_cells(self, cells: Sequence[NotebookNode], after: Mapping[str, str]) -> None:
        """Run cells in order; `after` has expressions to be evaluated behind some, by their ids."""
        until = self.began + CELLS_SHARE * self._limits.notebook_seconds
        keep = self._limits.output
        for cell in cells:
            cell.outputs = []  # what it stored earlier is no outcome of this run
            cell.execution_count = None
        count = 0
        for cell in cells:
            step = _Step(cell, after.get(cell.get("id", "")))
            if not cell.source.strip():
                if step.expression:
                    self._execute("", until, expression=step.expression)
                    self._again.append(step)
                continue
            count += 1
            ran = self._execute(cell.source, until, keep=keep)
            cell.outputs = ran.outputs + _note(ran.ending)
            cell.execution_count = count
            keep -= ran.kept
            if ran.ending is Ending.DONE:
                self._again.append(step)
                self._latest = step
            if step.expression:
                self._execute("", until, expression=step.expression)
            if any(output.get("ename") == "MemoryError" for output in ran.outputs):
                self._happened.add(Ending.MEMORY)
            if ran.cut:
                self._happened.add(Ending.FLOOD)

    def ask(self, expression: str) -> str | None:
        """Ask for an answer, behind all cells; what is printed meanwhile is dropped."""
        until = self.began + self._limits.notebook_seconds
        answer = self._execute("", until, expression=expression).answer
        self._latest, self._asked = None, True
        return answer

    def status(self) -> Status:
        """Tell the worst that happened."""
        if self._starts and not self._started:
            return Status.NOT_STARTED
        worst = (status for event, status in STATUSES.items() if event in self._happened)
        return next(worst, Status.RAN)

    def close(self) -> None:
        """End the kernel that is left."""
        if self._kernel:
            self._kernel.close()
            self._kernel = None

    def _execute(
        self, code: str, until: float, *, expression: str | None = None, keep: int = 0
    ) -> Execution:
        """Run code in the kernel, or in a new one if the last was lost; find out who lost it."""
        while True:
            if not self._renewed(until):
                return Execution(Ending.NO_KERNEL)
            latest, asked = self._latest, self._asked
            ran = self._request(code, until, expression, keep)
            if not ran.ending.loses_kernel or ran.ending is Ending.NO_TIME:
                return ran
            if self._finds_another(ran.ending, until):
                continue
            if not ran.sent:
                self._charge(latest, ran.ending)
            elif not asked:
                return ran
            # Else it is not to blame; or an answer that was given before may be, and this one,
            # asked again in a new kernel, comes first there.

    def _finds_another(self, ending: Ending, until: float) -> bool:
        """Run the cells again, and tell whether one of them is what loses the kernel."""
        if ending not in SUDDEN or self._cleared.issuperset(self._again):
            return False
        self._suspicious = True
        before = len(self._again)
        self._renewed(until)
        return len(self._again) < before

    def _renewed(self, until: float) -> bool:
        """Start a kernel if there is none; tell whether there still may be one."""
        while not self._kernel and time.monotonic() < until:
            hopeless = self._starts >= MOST_FAILURES and not self._started
            if hopeless or self._starts >= MOST_KERNELS:
                return False
            self._starts += 1
            self._latest, self._asked = None, False
            with suppress(NotStarted):
                self._kernel = self._start(until - time.monotonic())
                self._started = True
            self._run_again(until)
        return True

    def _run_again(self, until: float) -> None:
        """Run the cells again that were run before; if one loses the kernel, find out which."""
        for step in list(self._again):
            if not self._kernel:
                return
            ending = self._request(step.cell.source, until).ending
            if ending is Ending.NO_TIME:
                return
            if ending is Ending.DONE and self._careful and step not in self._cleared:
                ending = self._pause(ALL_PAUSES / len(self._again))
                self._cleared.add(step)  # if it is not charged at once
            if ending in SUDDEN and not self._careful:
                self._careful = True
            elif ending is not Ending.DONE:
                self._charge(step, ending)
            elif step.expression:
                self._request("", until, step.expression)
        if self._suspicious and not self._cleared.issuperset(self._again):
            self._careful = self._pause(PAUSE) is not Ending.DONE
            if not self._careful:
                self._cleared.update(self._again)

    def _pause(self, seconds: float) -> Ending:
        """Wait for what the cells may have left behind."""
        ending = self._kernel.pause(min(PAUSE, seconds)) if self._kernel else Ending.DIED
        if ending.loses_kernel:
            self.close()
        return ending

    def _charge(self, step: _Step | None, ending: Ending) -> None:
        """Leave a cell out from now on, and say so in it."""
        if step not in self._again:
            return
        self._again.remove(step)
        self._happened.add(ending)
        step.cell.outputs = step.cell.outputs + _note(ending)

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
