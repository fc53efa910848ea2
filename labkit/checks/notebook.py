"""Run one's own notebook in its own folder, and judge its answers: ``labkit check``.

The kernel is not confined: it may do all that the notebook may do in Jupyter. Its answers still
leave it as plain data, and are judged in this process.
"""

import ast
import math
import os
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from queue import Empty
from subprocess import DEVNULL

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager
from nbformat import NotebookNode
from nbformat.v4 import new_output, output_from_msg

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

#: Seconds that a cell may take which uses an answer that took too long before.
AFTER_LATE = 2
#: Seconds in which a kernel is to start, and in which it is to obey an interrupt.
TO_START, TO_OBEY = 60, 2
#: Seconds between looks at whether a silent kernel is alive.
LOOK = 0.5
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
    questions = load_questions(folder or path.parent, hidden=hidden).values()
    began = time.monotonic()
    run = _Run(path, timeout)
    try:
        stopped = _run_cells(notebook, run, questions, told)
        marks = []
        for question in questions:
            marks.append(_mark(question, run, stopped))
            told(marks[-1])
    finally:
        run.close()
    seconds = time.monotonic() - began
    report = mark_answers(notebook, {}, [])
    return replace(report, marks=marks, status=run.status, seconds=seconds)


def _run_cells(
    notebook: NotebookNode,
    run: "_Run",
    questions: Iterable[Question],
    told: Callable[[CellError | Mark], None],
) -> list[tuple[str, CellError]]:
    """Run all cells, and keep each answer at its check; return what the cells with errors hold."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in code:
        cell.outputs = []
    stopped: list[tuple[str, CellError]] = []
    endless: set[str] = set()  # answers that took too long in their check
    for cell in code:
        began = time.monotonic()
        again = any(re.search(rf"\b{name}\b", cell.source) for name in endless)
        cell.outputs = run.execute(cell.source, most=AFTER_LATE if again else math.inf)
        for error in errors_of(notebook.cells)[len(stopped) :]:
            error = _plainer(error, cell.source)
            stopped.append((cell.source, error))
            told(error)
        for question in questions:
            if re.search(rf"""^\s*check\(\s*["']{question.name}["']""", cell.source, re.MULTILINE):
                if time.monotonic() - began >= min(case.seconds for case in question.cases):
                    endless.add(question.answer)
                run.execute(_displaying(keeping(question.name, question.answer)))
    return stopped


def _mark(question: Question, run: "_Run", stopped: Sequence[tuple[str, CellError]]) -> Mark:
    """Ask for an answer and mark it; where there is none, name the cell that would have made it."""
    outputs = run.execute(_displaying(asking(question)), again=False)
    # The last text that is handed over: earlier ones may be of an answer's own making.
    text = outputs[-1].get("data", {}).get(MIMETYPE) if outputs else None
    mark = mark_answer(question, text)
    if mark.hint and mark.hint.key == FailureKind.UNANSWERED:
        name = question.answer
        makes = re.compile(rf"^(async )?(def|class) {name}\b|^{name}\s*(:.*)?=", re.MULTILINE)
        error = next((error for source, error in stopped if makes.search(source)), None)
        if error:
            words = f"The cell that makes {name} has not run to its end: {error.exception} in cell "
            hint = Hint(FailureKind.UNANSWERED, f"{words}[{error.shown}].")
            mark = replace(mark, hint=hint)
    return mark


class _Run:
    """A run of a notebook, over as many kernels as it takes."""

    def __init__(self, notebook: Path, timeout: float) -> None:
        self._notebook, self._timeout = notebook, timeout
        self._kernel: _Kernel | None = None
        self._again: list[str] = []  # what a new kernel has to run
        self.status = Status.RAN

    def execute(
        self, source: str, *, again: bool = True, most: float = math.inf
    ) -> list[NotebookNode]:
        """Run code in the kernel, or in a new one if the last was lost: its errors, or what it shows.

        What comes to its end is run `again` in each kernel that comes after. It takes the seconds of
        a cell, or `most` if that is less.
        """
        while not self._kernel:
            self._start()
        status, outputs = self._kernel.execute(source, min(self._timeout, most))
        self.status = max(
            self.status, status, key=[Status.RAN, Status.TIMED_OUT, Status.DIED].index
        )
        if again and status is Status.RAN:
            self._again.append(source)
        if self._kernel.lost:
            self.close()
        return outputs

    def _start(self) -> None:
        try:
            self._kernel = _Kernel(self._notebook)
        except (OSError, RuntimeError) as error:
            raise OSError(
                f"Python could not be started for the notebook: {error}. Is there room on the disk? "
                "If so, set the lab up anew: make lab"
            ) from None
        earlier, self._again = self._again, []
        for source in earlier:
            self.execute(source)

    def close(self) -> None:
        """End the kernel, if there is one."""
        if self._kernel:
            self._kernel.close()
            self._kernel = None


class _Kernel:
    """A kernel of this Python, in a notebook's folder; OSError or RuntimeError if it does not start."""

    def __init__(self, notebook: Path) -> None:
        # Without folders to look in, the one kernel is the Python that runs here.
        self._manager = KernelManager(kernel_spec_manager=KernelSpecManager(kernel_dirs=[]))
        # -P and ignore_cwd: no module of the notebook's folder is taken for one of the kernel's.
        self._manager.kernel_spec.argv.insert(1, "-P")  # type: ignore[union-attr]
        self._manager.start_kernel(
            extra_arguments=[
                "--IPKernelApp.ignore_cwd=True",
                "--HistoryManager.hist_file=:memory:",
            ],
            cwd=str(notebook.parent),
            env=os.environ | {"LABKIT_NOTEBOOK": str(notebook.resolve())},
            stdout=DEVNULL,
            stderr=DEVNULL,
        )
        self.lost = False
        self._client = self._manager.client()
        self._client.start_channels()
        try:
            self._client.wait_for_ready(timeout=TO_START)
            begin = f"__import__('labkit.checks.in_kernel', fromlist=['*']).begin({MOST_PRINTED})"
            _, outputs = self.execute(begin, TO_START)
            if any("data" not in output for output in outputs):
                raise RuntimeError("the kernel has started, but labkit cannot be imported in it")
        except RuntimeError:
            self.close()
            raise

    def execute(self, source: str, seconds: float) -> tuple[Status, list[NotebookNode]]:
        """Run code, and interrupt it when its time is up; return how it ended, and its outputs."""
        outputs: list[NotebookNode] = []
        request = self._client.execute(source, allow_stdin=False)
        status = self._receive(request, seconds, outputs)
        if status is Status.TIMED_OUT:
            self._manager.interrupt_kernel()
            self.lost = self._receive(request, TO_OBEY, outputs) is not Status.RAN
            if self.lost:
                outputs.append(_error("TimedOut", "the cell took too long"))
            elif outputs:
                outputs[-1] = _error("TimedOut", f"stopped after {seconds:g} seconds")
        elif status is Status.DIED:
            self.lost = True
            outputs.append(_error("KernelDied", "Python ended in this cell"))
        return status, outputs

    def _receive(self, request: str, seconds: float, outputs: list[NotebookNode]) -> Status:
        """Collect the errors of a request, and what it hands over, until it ends or its time is up."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                message = self._client.get_iopub_msg(timeout=min(left, LOOK))
            except Empty:
                if not self._manager.is_alive():
                    return Status.DIED
                continue
            content = message["content"]
            if message["parent_header"].get("msg_id") != request:
                continue
            if content.get("execution_state") == "idle":
                return Status.RAN
            if message["msg_type"] == "error" or MIMETYPE in content.get("data", {}):
                outputs.append(output_from_msg(message))
        return Status.TIMED_OUT

    def close(self) -> None:
        """End the kernel, and the processes that it has started."""
        self._manager.shutdown_kernel(now=True)
        self._client.stop_channels()


def _error(name: str, words: str) -> NotebookNode:
    return new_output("error", ename=name, evalue=words)


def _plainer(error: CellError, source: str) -> CellError:
    """Name the line of an error in the spelling, without the name that IPython gives a cell."""
    if error.exception in ("SyntaxError", "IndentationError", "TabError", "_IncompleteInputError"):
        try:
            ast.parse(source)
        except SyntaxError as found:
            # IPython has its own words on a cell that is not finished, and from Python 3.13 on a name.
            where = f"{found.msg}, in line {found.lineno} of the cell"
            return replace(error, exception=type(found).__name__, message=where)
    return error


def _displaying(expression: str) -> str:
    # Displayed, not only evaluated: a notebook may have changed which values are shown.
    return f"__import__('IPython.display', fromlist=['*']).display({expression})"
