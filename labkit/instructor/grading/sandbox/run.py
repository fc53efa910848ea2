"""Run a notebook whose code is not trusted: its cells, and behind the last the questions."""

import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from nbformat import NotebookNode
from nbformat.v4 import new_output

from labkit.checks.limits import as_work
from labkit.checks.marking import Status
from labkit.instructor.grading.sandbox.bubblewrap import Limits, SandboxUnavailable, available
from labkit.instructor.grading.sandbox.kernel import PREFIX, Kernel, NotStarted, open_kernel

#: Shares of the whole time after which the cells, and each round of questions, must have ended. The rest is
#: for judging. Processor time starts again with each kernel, the clock does not.
CELLS_SHARE = 0.6
SHARES = 0.8, 0.87, 0.94
#: Of its time, what a step has that has not run yet, when another has taken all, and Python with it.
AFTER_LOST = 0.25
#: So many kernels one notebook may use up; the last is for the hidden cases of what has been answered.
MOST_KERNELS = 7
#: Seconds in which a kernel shows that a cell has left something deadly behind; and of all pauses.
PAUSE = 0.4
ALL_PAUSES = 6.0
#: Seconds after which no run has a folder any more.
OLD = 3600
#: How a cell may end badly, the worst first -> the error that it shows.
NOTES = {
    Status.DIED: ("KernelDied", "Python ended in this cell, or answered no more"),
    Status.TIMED_OUT: (
        "TimedOut",
        "the cell took more than {:.0f} s of processor time, or waited too long",
    ),
    Status.MEMORY: ("OutOfMemory", "the cell took too much memory"),
    Status.OUTPUT: ("TooMuchOutput", "the cell sent too much output"),
    Status.NOT_STARTED: (
        "NotRun",
        "this cell was not run: the time of the whole notebook was used up, or Python did not start",
    ),
}


#: From the answers of all rounds of questions before, what to ask in the next; None is not asked.
Round: TypeAlias = Callable[..., Iterable[str | None]]


@dataclass(frozen=True)
class Ran:
    """How a run ended."""

    status: Status  # the worst that happened; RAN if every cell came to its end, also by an error
    confined: bool  # whether the kernel was
    answers: tuple[str | None, ...]  # what the kernel handed over for each expression
    later: tuple[tuple[str | None, ...], ...] = ()  # and for those of each later round
    #: For each expression the places of cells that had not run to their end when it was asked.
    missed: tuple[frozenset[int], ...] = ()
    #: If time was short in the first round: which cell, or behind them which question, took most.
    longest: int | None = None


@dataclass
class _Step:
    """A cell and an expression behind it, or a question, which has no cell."""

    place: int  # among the notebook's cells and, behind them, the questions
    code: str
    expression: str | None
    cell: NotebookNode | None = None
    answer: str | None = None
    missed: frozenset[int] = frozenset()
    seconds: float = 0  # that it took in the first round
    done: bool = False
    #: Not to be run again: it was a question, took too long, or a kernel did not survive it.
    over: bool = False

    def add_note(self, status: Status, seconds: float = 0) -> None:
        """Say in a cell how it ended, in the place of Python's own word for an interrupt."""
        if self.cell:
            name, words = NOTES[status]
            words = words.format(seconds)
            note = new_output("error", ename=name, evalue=words, traceback=[f"{name}: {words}"])
            others = [one for one in self.cell.outputs if one.get("ename") != "KeyboardInterrupt"]
            self.cell.outputs = [*others, note]


def run(
    notebook: NotebookNode,
    files: Mapping[str, bytes],
    limits: Limits,
    *,
    ask: Iterable[str] = (),
    then: Sequence[Round] = (),
    after: Mapping[str, str] = {},
    unsafe: bool = False,
) -> Ran:
    """Run a notebook's code cells, which get the outputs, and then ask for the values of expressions."""
    # The expressions `ask` are in the form of ``in_kernel.hand_over``, and asked when the last cell
    # has run; what is to be asked `then`, round by round, is decided by the answers of all rounds
    # before, and None is not asked. Those `after` a cell's id are evaluated behind it each time, and
    # must hold nothing hidden.
    reason = available()
    if reason and not unsafe:
        raise SandboxUnavailable(reason)
    steps = []
    for place, cell in enumerate(notebook.cells):
        if cell.cell_type != "code":
            continue
        cell.outputs, cell.execution_count = [], None  # what it stored earlier is of another run
        step = _Step(place, cell.source, after.get(cell.id), cell)
        if step.code.strip() or step.expression:
            steps.append(step)
    questions = [_Step(n, "", words) for n, words in enumerate(ask, len(notebook.cells))]
    course = _Course(limits, steps, questions, then)
    for attempt in range(MOST_KERNELS):
        if (seconds := course.time_left(SHARES[-1])) <= 0:
            break
        with (
            suppress(NotStarted),
            open_kernel(limits, files, confined=not reason, seconds=seconds) as kernel,
        ):
            if course.survives(kernel, careful=attempt > 0, last=attempt == MOST_KERNELS - 1):
                break
            course.ready += kernel.ready
    return course.end(confined=not reason)


class _Course:
    """The course of a run, over as many kernels as it takes."""

    def __init__(
        self,
        limits: Limits,
        cells: list[_Step],
        questions: list[_Step],
        then: Sequence[Round],
    ) -> None:
        self._limits, self._cells, self._questions, self._then = limits, cells, questions, then
        # The questions of each later round, once they are known.
        self._later: list[list[_Step]] = []
        self._began, self._room = time.monotonic(), limits.output
        self.ready = 0.0  # seconds that earlier kernels stood ready, and others ran
        self._most = limits.cell_seconds
        self._asked = False  # whether any question has been
        self._late = False  # whether time was short in the first round
        self._happened: set[Status] = set()

    def time_left(self, share: float, kernel: Kernel | None = None) -> float:
        """Return how many seconds are left of a share of the whole time, and for this kernel."""
        worked, ready = (kernel.worked, kernel.ready) if kernel else (0.0, 0.0)
        waited = as_work(time.monotonic() - self._began, self.ready + ready)
        return share * self._limits.total - max(worked, waited)

    def _answers(self) -> tuple[tuple[str | None, ...], ...]:
        return tuple(
            tuple(each.answer for each in some) for some in (self._questions, *self._later)
        )

    def _later_rounds(self) -> Iterator[_Step]:
        """Yield what is asked when all is asked in the first round, or its time is over."""
        for number, asked in enumerate(self._then):
            if number == len(self._later):
                for question in self._questions:
                    question.over = True  # none is asked behind a hidden input
                self._later.append(
                    [
                        _Step(-1, "", words, done=not words, over=not words)
                        for words in asked(*self._answers())
                    ]
                )
            yield from self._later[number]

    def survives(self, kernel: Kernel, careful: bool, last: bool) -> bool:
        """Take all steps, with pauses if `careful`; if the kernel is lost, find out which to leave out."""
        self._happened.add(Status.RAN)
        missing = {step.place for step in self._cells}
        questions = [] if last and any(self._answers()[0]) else self._questions
        for step in chain(self._cells, questions, self._later_rounds()):
            if step.over:
                continue
            self._asked |= step.cell is None
            share = SHARES[len(self._later)]
            if step.cell:  # to run one again must not need more time than there was for it
                share = SHARES[-1] if step.done else CELLS_SHARE
            most = self._limits.cell_seconds if step.done else self._most
            seconds = min(most, self.time_left(share, kernel))
            if seconds <= 0:
                self._late |= not self._later
                continue
            # Hidden inputs are in no output, whatever cells are run again behind the first question.
            shown = None if self._asked or step.done else step.cell
            keep = self._room if shown else None
            reply = kernel.execute(step.code, seconds, expression=step.expression, keep=keep)
            if shown:
                self._room -= reply.kept
                shown.outputs = reply.outputs
            step.answer, step.missed = reply.answer, frozenset(missing)
            if not self._later:  # what a student is told knows nothing of later times
                step.seconds += reply.seconds
                self._late |= reply.status is Status.TIMED_OUT
            if careful and not reply.lost:
                time.sleep(min(PAUSE, ALL_PAUSES / len(self._cells + self._questions)))
                alive = kernel.execute("", self._limits.cell_seconds)
                reply = alive if alive.lost else reply
            self._happened.add(reply.status)
            # Python may end later than by the cell that is the cause of it, as by a thread. So before
            # a cell is left out, all are run again with a pause behind each.
            if reply.status is Status.DIED and not careful:
                return False
            step.done = True
            step.over = not step.cell or reply.lost or reply.status is Status.TIMED_OUT
            if not step.over:
                missing.discard(step.place)
            elif not self._later:  # a note could tell of a hidden input
                step.add_note(reply.status, seconds)
            if reply.lost:
                if reply.status is Status.TIMED_OUT:
                    self._most = AFTER_LOST * self._limits.cell_seconds
                return False
        return True

    def end(self, confined: bool) -> Ran:
        """Say in each cell that was not run why, and return how all ended."""
        missed = Status.TIMED_OUT if self._happened else Status.NOT_STARTED
        first = self._cells + self._questions
        for step in chain(first, *self._later):
            if not step.done:
                self._happened.add(missed)
                step.add_note(Status.NOT_STARTED)
        status = next((each for each in NOTES if each in self._happened), Status.RAN)
        longest = max(first, key=lambda step: step.seconds).place if self._late else None
        answers, *later = self._answers()
        passed = tuple(question.missed for question in self._questions)
        return Ran(status, confined, answers, tuple(later), passed, longest)


def remove_left() -> None:
    """Remove the folders that killed runs of this user have left in the system's temporary folder."""
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if time.time() - path.lstat().st_mtime > OLD:
                shutil.rmtree(path)
