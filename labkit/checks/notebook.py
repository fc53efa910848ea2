"""Run one's own notebook in its own folder, and judge its answers: ``labkit check``.

The kernel is not confined: it may do all that the notebook may do in Jupyter. Its answers still
leave it as plain data, and are judged in this process.
"""

import asyncio
import sys
import time
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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
from labkit.checks.marking import Report, Status, asking, mark_answers, read_notebook
from labkit.checks.plain_data import MIMETYPE
from labkit.checks.questions import load_questions

#: So many kernels one notebook may use up.
MOST_KERNELS = 10
#: Seconds in which a kernel is to obey an interrupt.
GRACE = 2
#: Characters that one cell may print: an endless loop of prints does not fill the memory.
MOST_PRINTED = 250_000


def mark_notebook(
    path: str | PathLike[str],
    folder: str | PathLike[str] | None = None,
    *,
    hidden: bool = False,
    timeout: float = 60,
) -> Report:
    """Run one's own notebook, in its own folder, and mark it. The file is not changed.

    All cells run in order, although some fail. A cell that the kernel does not survive - it ends
    Python, or does not obey an interrupt - costs itself only: a new kernel runs the cells before
    it again, leaves it out, and goes on.

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

    Returns
    -------
    Report
        The marks, the cells that stopped with an error, and what a person has to read.

    Raises
    ------
    ValueError, FileNotFoundError
        If the file is not a notebook, or `timeout` is not above 0; if a file is not there.
    """
    path = Path(path)
    timeout = as_positive(timeout, "timeout")
    notebook = read_notebook(path)
    questions = load_questions(folder or path.parent, hidden=hidden)
    began = time.monotonic()
    run = _Run(path.parent, timeout)
    expressions = [asking(question) for question in questions.values()]
    answers = _finished(run.carry_out(notebook, expressions))
    seconds = time.monotonic() - began
    return mark_answers(notebook, questions, answers, status=run.status, seconds=seconds)


def _finished(work: Coroutine[Any, Any, list[str | None]]) -> list[str | None]:
    def finish() -> list[str | None]:
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


class _Ran(NamedTuple):
    ending: _Ending
    outputs: list[NotebookNode]


class _Run:
    """A run of a notebook, over as many kernels as it takes."""

    def __init__(self, folder: Path, timeout: float) -> None:
        self._folder, self._timeout = folder, timeout
        self._kernel: _Kernel | None = None
        self._started = False
        self._left = MOST_KERNELS
        self._again: list[str] = []  # the cells that a new kernel has to run
        self._happened: set[_Ending] = set()

    @property
    def status(self) -> Status:
        if not self._started and self._left < MOST_KERNELS:
            return Status.NOT_STARTED
        return next((_STATUSES[e] for e in _STATUSES if e in self._happened), Status.RAN)

    async def carry_out(
        self, notebook: NotebookNode, expressions: Sequence[str]
    ) -> list[str | None]:
        """Run all cells, which get the errors of this run as outputs; then ask for answers."""
        try:
            for cell in notebook.cells:
                if cell.cell_type == "code":
                    cell.outputs = await self._run_cell(cell.source)
            return [await self._ask(expression) for expression in expressions]
        finally:
            await self._close()

    async def _run_cell(self, source: str) -> list[NotebookNode]:
        if not source.strip():
            return []
        ran = await self._execute(source)
        if ran.ending is _Ending.DONE:
            self._again.append(source)
        if ran.ending not in _NOTES:
            return ran.outputs
        name, words = _NOTES[ran.ending]
        return [*ran.outputs, new_output("error", ename=name, evalue=words)]

    async def _ask(self, expression: str) -> str | None:
        ran = await self._execute(_displaying(expression))
        return _handed_over(ran) if ran.ending is _Ending.DONE else None

    async def _execute(self, source: str) -> _Ran:
        """Run code in the kernel, or in a new one if the last was lost."""
        while not self._kernel and self._left:
            await self._renew()
        return await self._request(source) if self._kernel else _Ran(_Ending.NO_KERNEL, [])

    async def _renew(self) -> None:
        self._left -= 1
        try:
            self._kernel = await _Kernel.start(self._folder)
        except (OSError, RuntimeError):  # nor would it start the next time
            self._left = 0
            return
        self._started = True
        for source in list(self._again):
            if self._kernel and (await self._request(source)).ending is not _Ending.DONE:
                self._again.remove(source)

    async def _request(self, source: str) -> _Ran:
        assert self._kernel is not None
        ran = await self._kernel.execute(source, self._timeout)
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
    async def start(cls, folder: Path) -> Self:
        """Start a kernel in a folder; OSError or RuntimeError if it cannot be started."""
        kernel = cls(AsyncKernelManager(kernel_spec_manager=_ThisPython()))
        await kernel._client.async_start_new_kernel(cwd=str(folder), stdout=DEVNULL, stderr=DEVNULL)
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


def _displaying(expression: str) -> str:
    # Displayed, not only evaluated: a notebook may have changed which values are shown.
    return f"__import__('IPython.display', fromlist=['*']).display({expression})"


def _handed_over(ran: _Ran) -> str | None:
    """Give the last text that a cell handed over: earlier ones may be of an answer's own making."""
    found = [output.data[MIMETYPE] for output in ran.outputs if "data" in output]
    return found[-1] if found and isinstance(found[-1], str) else None
