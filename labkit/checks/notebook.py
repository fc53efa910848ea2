"""Run one's own notebook in its own folder, and judge its answers: ``labkit check``.

The kernel is not confined: it may do all that the notebook may do in Jupyter. Its answers still
leave it as plain data, and are judged in this process.
"""

import ast
import asyncio
import os
import re
import sys
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto
from os import PathLike
from pathlib import Path
from subprocess import DEVNULL
from typing import Any, NamedTuple, Self

from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_notebook, new_output, output_from_msg

from labkit.arguments import as_positive
from labkit.checks.marking import (
    CellError,
    Mark,
    Report,
    Status,
    asking,
    errors_of,
    keeping,
    mark_answer,
    mark_answers,
    read_notebook,
)
from labkit.checks.outcomes import FailureKind
from labkit.checks.plain_data import MIMETYPE
from labkit.checks.questions import Hint, Question, load_questions

#: So many kernels one notebook may use up.
MOST_KERNELS = 10
#: Seconds in which a kernel is to obey an interrupt.
GRACE = 2
#: Seconds that a cell may take which uses an answer that took too long before.
AFTER_LATE = 2
#: Seconds in which such an answer is to be judged.
TO_ANSWER = 10
#: Characters that one cell may print: an endless loop of prints does not fill the memory.
MOST_PRINTED = 250_000


def mark_notebook(
    path: str | PathLike[str],
    folder: str | PathLike[str] | None = None,
    *,
    hidden: bool = False,
    timeout: float = 60,
    told: Callable[[CellError | Mark], None] = lambda one: None,
) -> Report:
    """Run one's own notebook, in its own folder, and mark it. The file is not changed.

    All cells run in order, although some fail. A cell that the kernel does not survive - it ends
    Python, or does not obey an interrupt - costs itself only: a new kernel runs the cells before
    it again, leaves it out, and goes on. Each answer is judged as it was at its check. What took
    too long once is not given so much time again: cells after it that use it get little.

    Parameters
    ----------
    path : str or path
        The notebook.
    folder : str or path, optional
        Where its ``checks.py`` (and ``hidden.py``) are; by default beside it.
    hidden : bool, optional
        Whether to judge the hidden cases as well.
    timeout : float, optional
        Seconds that a cell, or all cases of a question, may take.
    told : callable, optional
        Called with each error of a cell, and then with each mark, as soon as it is known.

    Returns
    -------
    Report
        The marks, the cells that stopped with an error, and what a person has to read.

    Raises
    ------
    ValueError, FileNotFoundError
        If the file is not a notebook, or `timeout` is not above 0; if a file is not there.
    OSError
        If no Python can be started for the notebook: the disk may be full.
    """
    path = Path(path)
    timeout = as_positive(timeout, "timeout")
    notebook = read_notebook(path)
    questions = load_questions(folder or path.parent, hidden=hidden)
    began = time.monotonic()
    run = _Run(path, timeout, questions, told)
    marks = _finished(run.carry_out(notebook))
    seconds = time.monotonic() - began
    report = mark_answers(notebook, {}, [], status=run.status, seconds=seconds)
    return replace(report, marks=marks)


def _finished(work: Coroutine[Any, Any, list[Mark]]) -> list[Mark]:
    def finish() -> list[Mark]:
        # Windows' own loop cannot wait for a kernel's sockets.
        with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
            return runner.run(work)

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return finish()
    with ThreadPoolExecutor(1) as pool:  # in Jupyter this thread may not run a second loop
        return pool.submit(finish).result()


class _Ending(Enum):
    """What became of a request; with the last three the kernel is lost."""

    DONE = auto()
    LATE = auto()  # it had to be interrupted
    STUCK = auto()  # it did not obey the interrupt
    DIED = auto()
    NO_KERNEL = auto()


#: What may happen -> the run's status, the worst first.
_STATUSES = {
    _Ending.DIED: Status.DIED,
    _Ending.STUCK: Status.TIMED_OUT,
    _Ending.LATE: Status.TIMED_OUT,
}

#: What may happen -> the error that the cell shows.
_NOTES = {
    _Ending.DIED: ("KernelDied", "Python ended in this cell"),
    _Ending.STUCK: ("TimedOut", "the cell took too long"),
    _Ending.NO_KERNEL: ("NotRun", "Python could not be started for this cell"),
}

#: Errors in a cell's spelling.
_OF_SPELLING = "SyntaxError", "IndentationError", "TabError", "_IncompleteInputError"

#: The words on the first kernel, if it does not come, and what to do then.
NOT_STARTED = "Python could not be started for the notebook:"
NEXT = "Is there room on the disk? If so, set the lab up anew: make lab"


class _Ran(NamedTuple):
    ending: _Ending
    outputs: list[NotebookNode]


class _Run:
    """A run of a notebook, over as many kernels as it takes."""

    def __init__(
        self,
        notebook: Path,
        timeout: float,
        questions: Mapping[str, Question],
        told: Callable[[CellError | Mark], None],
    ) -> None:
        self._notebook, self._timeout = notebook, timeout
        self._questions, self._told = questions, told
        self._kernel: _Kernel | None = None
        self._started = False
        self._left = MOST_KERNELS
        self._again: list[str] = []  # the cells that a new kernel has to run
        self._happened: set[_Ending] = set()
        self._late: set[str] = set()  # answers that took too long
        self._failed: list[tuple[str, CellError]] = []  # cells' text, and why they stopped

    @property
    def status(self) -> Status:
        return next((_STATUSES[e] for e in _STATUSES if e in self._happened), Status.RAN)

    async def carry_out(self, notebook: NotebookNode) -> list[Mark]:
        """Run all cells, which get the errors of this run as outputs; then ask for answers."""
        shown = 0
        try:
            for position, cell in enumerate(notebook.cells, start=1):
                if cell.cell_type == "code" and cell.source.strip():
                    shown += 1
                    cell.outputs = await self._run_cell(cell.source)
                    for error in errors_of(cell, position, shown):
                        error = _plainer(error, cell.source)
                        self._failed.append((cell.source, error))
                        self._told(error)
                    await self._keep(cell.source)
                elif cell.cell_type == "code":
                    cell.outputs = []
            return [await self._mark(question) for question in self._questions.values()]
        finally:
            await self._close()

    async def _run_cell(self, source: str) -> list[NotebookNode]:
        late = any(_mentions(source, name) for name in self._late)
        seconds = min(AFTER_LATE, self._timeout) if late else self._timeout
        ran = await self._execute(source, seconds)
        if ran.ending is _Ending.DONE:
            self._again.append(source)
        elif ran.ending in (_Ending.LATE, _Ending.STUCK):
            answers = (question.answer for question in self._questions.values())
            self._late.update(name for name in answers if _mentions(source, name))
        if ran.ending is _Ending.LATE and ran.outputs:  # of the interrupt
            ran.outputs[-1].update(ename="TimedOut", evalue=f"stopped after {seconds:g} seconds")
        if ran.ending not in _NOTES:
            return ran.outputs
        name, words = _NOTES[ran.ending]
        return [*ran.outputs, new_output("error", ename=name, evalue=words)]

    async def _keep(self, source: str) -> None:
        """Keep the answer that a cell checks, as it is there."""
        for question in self._questions.values():
            if _checks(source, question.name):
                expression = _displaying(keeping(question.name, question.answer))
                ran = await self._execute(expression, self._timeout)
                self._again.append(expression)
                if _handed_over(ran) == "late":
                    self._late.add(question.answer)

    async def _mark(self, question: Question) -> Mark:
        seconds = self._timeout
        if question.answer in self._late:
            seconds = min(seconds, TO_ANSWER)
        ran = await self._execute(_displaying(asking(question)), seconds)
        answer = _handed_over(ran) if ran.ending is _Ending.DONE else None
        mark = mark_answer(question, answer)
        if mark.hint and mark.hint.key == FailureKind.UNANSWERED:
            mark = replace(mark, hint=self._cause(question.answer) or mark.hint)
        self._told(mark)
        return mark

    def _cause(self, name: str) -> Hint | None:
        """Say which cell stopped that would have given an answer its value."""
        for source, error in self._failed:
            if re.search(
                rf"^(async )?(def|class) {name}\b|^{name}\s*(:.*)?=", source, re.MULTILINE
            ):
                words = f"The cell that makes {name} has not run to its end: {error.exception} in "
                return Hint(FailureKind.UNANSWERED, f"{words}cell [{error.shown}].")
        return None

    async def _execute(self, source: str, seconds: float) -> _Ran:
        """Run code in the kernel, or in a new one if the last was lost."""
        while not self._kernel and self._left:
            await self._renew()
        return await self._request(source, seconds) if self._kernel else _Ran(_Ending.NO_KERNEL, [])

    async def _renew(self) -> None:
        self._left -= 1
        try:
            self._kernel = await _Kernel.start(self._notebook)
        except (OSError, RuntimeError) as error:  # nor would it start the next time
            if not self._started:
                raise OSError(f"{NOT_STARTED} {error}. {NEXT}") from None
            self._left = 0
            return
        self._started = True
        for source in list(self._again):
            if (
                self._kernel
                and (await self._request(source, self._timeout)).ending is not _Ending.DONE
            ):
                self._again.remove(source)

    async def _request(self, source: str, seconds: float) -> _Ran:
        assert self._kernel is not None
        ran = await self._kernel.execute(source, seconds)
        self._happened.add(ran.ending)
        if ran.ending not in (_Ending.DONE, _Ending.LATE):
            await self._close()
        return ran

    async def _close(self) -> None:
        if self._kernel:
            await self._kernel.close()
            self._kernel = None


class _Kernel:
    """A kernel of this Python."""

    def __init__(self, manager: AsyncKernelManager) -> None:
        self._manager = manager
        self._client = _Client(new_notebook(), km=manager, allow_errors=True)

    @classmethod
    async def start(cls, notebook: Path) -> Self:
        """Start a kernel in a notebook's folder; OSError or RuntimeError if it cannot be started."""
        kernel = cls(AsyncKernelManager(kernel_spec_manager=_ThisPython()))
        await kernel._client.async_start_new_kernel(
            cwd=str(notebook.parent),
            env=os.environ | {"LABKIT_NOTEBOOK": str(notebook.resolve())},
            stdout=DEVNULL,
            stderr=DEVNULL,
        )
        await kernel._client.async_start_new_kernel_client()
        begin = f"__import__('labkit.checks.in_kernel', fromlist=['*']).begin({MOST_PRINTED})"
        ready = await kernel.execute(_displaying(begin), kernel._client.startup_timeout)
        if _handed_over(ready) != "ready":
            await kernel.close()
            raise RuntimeError("the kernel has started, but labkit cannot be imported in it")
        return kernel

    async def execute(self, source: str, seconds: float) -> _Ran:
        """Run code, and interrupt it when its time is up."""
        cell = new_code_cell(source)
        self._client.nb = new_notebook(cells=[cell])
        running = asyncio.ensure_future(self._client.async_execute_cell(cell, 0))
        ending = _Ending.DONE
        try:
            await asyncio.wait({running}, timeout=seconds)
            if not running.done():
                ending = _Ending.LATE
                await self._manager.interrupt_kernel()
                await asyncio.wait({running}, timeout=GRACE)
            if not running.done():
                ending = _Ending.STUCK
            elif running.exception():  # nbclient's DeadKernelError
                ending = _Ending.DIED
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        return _Ran(ending, cell.outputs)

    async def close(self) -> None:
        """End the kernel, and the processes that it has started."""
        with suppress(RuntimeError):  # it has ended already
            await self._manager.shutdown_kernel(now=True)
        if self._client.kc:
            self._client.kc.stop_channels()


class _Client(NotebookClient):
    """Keeps of a cell's outputs what is looked at: its errors, and what it hands over."""

    def output(
        self, outs: list[NotebookNode], msg: dict[str, Any], display_id: str | None, cell_index: int
    ) -> NotebookNode | None:
        """Add an output to a cell's, if it is one to keep."""
        if msg["msg_type"] != "error" and MIMETYPE not in msg["content"].get("data", {}):
            return None
        outs.append(output_from_msg(msg))
        return outs[-1]

    def handle_comm_msg(
        self, outs: list[NotebookNode], msg: dict[str, Any], cell_index: int
    ) -> None:
        """Pass over what widgets say: nobody sees them."""


class _ThisPython(KernelSpecManager):
    """Knows one kernel: the Python that runs here, whatever else is installed."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Give the kernel's command line."""
        # -P and ignore_cwd: no module of the notebook's folder is taken for one of the kernel's.
        return KernelSpec(
            argv=[
                *(sys.executable, "-P", "-m", "ipykernel_launcher"),
                *("-f", "{connection_file}", "--IPKernelApp.ignore_cwd=True"),
            ],
            language="python",
            display_name="Python",
        )


def _plainer(error: CellError, source: str) -> CellError:
    """Say of an error in the spelling where it is, without the name that IPython gives a cell."""
    try:
        ast.parse(source)
    except SyntaxError as found:
        # IPython has its own words on a cell that is not finished, and from Python 3.13 on a name.
        if error.exception in _OF_SPELLING:
            where = f"{found.msg}, in line {found.lineno} of the cell"
            return replace(error, exception=type(found).__name__, message=where)
    except (ValueError, RecursionError, MemoryError):
        pass
    return error


def _mentions(source: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", source) is not None


def _checks(source: str, question: str) -> bool:
    """Tell whether a cell checks a question."""
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
        return any(
            isinstance(call.func, ast.Name)
            and call.func.id == "check"
            and isinstance(call.args[0] if call.args else None, ast.Constant)
            and call.args[0].value == question  # type: ignore[attr-defined]
            for call in calls
        )
    return False


def _displaying(expression: str) -> str:
    # Displayed, not only evaluated: a notebook may have changed which values are shown.
    return f"__import__('IPython.display', fromlist=['*']).display({expression})"


def _handed_over(ran: _Ran) -> str | None:
    """Give the last text that a cell handed over: earlier ones may be of an answer's own making."""
    found = [output.data[MIMETYPE] for output in ran.outputs if "data" in output]
    return found[-1] if found and isinstance(found[-1], str) else None
