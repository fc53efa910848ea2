"""Run one's own notebook in its own folder, and judge its answers: ``labkit check``.

The kernel is not confined: it may do all that the notebook may do in Jupyter. Its answers still
leave it as plain data, and are judged in this process.
"""

import math
import os
import re
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from queue import Empty
from subprocess import DEVNULL

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import KernelManager
from nbformat import NotebookNode
from nbformat.v4 import new_output, output_from_msg

from labkit.arguments import as_positive
from labkit.checks.code import TEXT_STUB, graded_cell, makes, starred
from labkit.checks.in_kernel import asking, keeping
from labkit.checks.marking import (
    CellError,
    Mark,
    Status,
    carry_forward,
    errors_of,
    mark_answer,
    read_notebook,
)
from labkit.checks.outcomes import FailureKind
from labkit.checks.plain_data import MIMETYPE
from labkit.checks.questions import Hint, Question, load_questions

#: Seconds that a cell may take after an answer that took too long: it may use it.
AFTER_LATE = 10
#: Seconds in which a kernel is to start, and in which it is to obey an interrupt.
TO_START, TO_OBEY = 60.0, 2
#: Seconds between looks at whether a silent kernel is alive.
LOOK = 0.5
#: Characters that one cell may print: an endless loop of prints does not fill the memory.
MOST_PRINTED = 250_000


@dataclass(frozen=True)
class Report:
    """What a run of a notebook showed."""

    marks: list[Mark]  # one for each question
    errors: list[CellError]  # in the notebook's order
    written: dict[str, bool]  # each answer in words, which waits for a marker, and if it is there
    status: Status
    starred: set[str]  # questions of parts with a star


def mark_notebook(
    path: str | PathLike[str],
    folder: str | PathLike[str] | None = None,
    *,
    hidden: bool = False,
    timeout: float = 60,
    told: Callable[[CellError | Mark], None] = lambda one: None,
) -> Report:
    """Run one's own notebook, in its own folder, and mark it. The file is not changed.

    All cells run in order, although some fail; a cell that ends Python, or does not obey an interrupt,
    ends the run. Each answer is judged as it was at its check. After an answer that took too long in
    its check, no cell gets so much time again. `told` is called with each error of a cell, and then with
    each mark. ValueError if the file is no notebook, OSError if no Python can be started for it.
    """
    path = Path(path)
    timeout = as_positive(timeout, "timeout")
    notebook = read_notebook(path)
    questions = load_questions(folder or path.parent, hidden=hidden).values()
    with closing(_started(path, timeout)) as kernel:
        stopped = _run_cells(notebook, kernel, questions, told)
        marks, wrong = list[Mark](), list[str]()
        code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
        for question in questions:
            mark = _mark(question, kernel, stopped)
            if mark.passed < mark.cases:
                if wrong:
                    made = question.asks_value and graded_cell(code, question.name, question.answer)
                    again = asking(question, instead=wrong, source=made or "")
                    more = "" if hidden else "Hidden cases may decide otherwise."
                    mark = carry_forward(mark, mark_answer(question, kernel.ask(again)), more)
                wrong.append(question.name)
            if question.provisional and not (hidden or mark.hint):
                note = "only its form is checked here; grading shows whether it is right."
                mark = replace(mark, points=0.0, hint=Hint("noted", note, doubt=True))
            marks.append(mark)
            told(mark)
    written = {
        cell.metadata.nbgrader.grade_id: cell.source.strip() not in ("", TEXT_STUB)
        for cell in notebook.cells
        if cell.cell_type == "markdown" and cell.metadata.get("nbgrader", {}).get("grade")
    }
    return Report(marks, errors_of(notebook.cells), written, kernel.status, starred(notebook.cells))


def _started(notebook: Path, timeout: float) -> "_Kernel":
    """Return a kernel for a notebook, or raise OSError and say what may help."""
    try:
        with suppress(RuntimeError):  # once more: another program may have taken one of its ports
            return _Kernel(notebook, timeout)
        return _Kernel(notebook, timeout)
    except (OSError, RuntimeError) as error:
        raise OSError(
            f"Python could not be started for the notebook: {error}. Is there room on the disk? "
            "If so, set the lab up anew: make lab"
        ) from None


def _run_cells(
    notebook: NotebookNode,
    kernel: "_Kernel",
    questions: Iterable[Question],
    told: Callable[[CellError | Mark], None],
) -> list[tuple[str, CellError]]:
    """Run all cells, and keep each answer at its check; return what the cells with errors hold."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in code:
        cell.outputs = []
    stopped: list[tuple[str, CellError]] = []
    most = math.inf
    for cell in code:
        began = time.monotonic()
        cell.outputs = kernel.execute(cell.source, most)
        for error in errors_of(notebook.cells)[len(stopped) :]:
            # Without the name that IPython gives a cell.
            message = re.sub(r" \(\S+, line (\d+)\)$", r", in line \1 of the cell", error.message)
            kind = error.exception.replace("_IncompleteInput", "Syntax")  # from Python 3.13 on
            error = replace(error, exception=kind, message=message)
            missing = re.match(r"name '(\w+)' is not defined", message)
            if not (missing and _stopped_cell(missing[1], stopped)):
                told(error)
            stopped.append((cell.source, error))
        for question in questions:
            if re.search(rf"""^\s*check\(\s*["']{question.name}["']""", cell.source, re.MULTILINE):
                if time.monotonic() - began >= min(case.seconds for case in question.cases):
                    most = AFTER_LATE
                kernel.execute(_displaying(keeping(question.name, question.answer)))
    return stopped


def _mark(question: Question, kernel: "_Kernel", stopped: Sequence[tuple[str, CellError]]) -> Mark:
    """Ask for an answer and mark it; where there is none, name the cell that would have made it."""
    mark = mark_answer(question, kernel.ask(asking(question)))
    if mark.hint and mark.hint.key == FailureKind.UNANSWERED:
        error = _stopped_cell(question.answer, stopped)
        if error:
            words = f"The cell that makes {question.answer} has not run to its end: {error.exception} in cell "
            hint = Hint(FailureKind.UNANSWERED, f"{words}[{error.shown}].")
            mark = replace(mark, hint=hint)
    return mark


def _stopped_cell(name: str, stopped: Iterable[tuple[str, CellError]]) -> CellError | None:
    """Return the error of the first cell that would have made what has this name."""
    return next((error for source, error in stopped if makes(source, name)), None)


class _Kernel:
    """A kernel of this Python, in a notebook's folder; OSError or RuntimeError if it does not start."""

    def __init__(self, notebook: Path, timeout: float) -> None:
        self._timeout, self.status = TO_START, Status.RAN
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
        self._client = self._manager.client()
        self._client.start_channels()
        try:
            self._client.wait_for_ready(timeout=TO_START)
            begin = f"__import__('labkit.checks.in_kernel', fromlist=['*']).begin({MOST_PRINTED})"
            if any("data" not in output for output in self.execute(begin)):
                raise RuntimeError("the kernel has started, but labkit cannot be imported in it")
            self._timeout = timeout
        except RuntimeError:
            self.close()
            raise

    def execute(self, source: str, most: float = math.inf) -> list[NotebookNode]:
        """Run code for the seconds of a cell, or `most`; return its errors, and what it hands over."""
        outputs: list[NotebookNode] = []
        if self.status is Status.DIED:
            return outputs
        seconds = min(self._timeout, most)
        request = self._client.execute(source, allow_stdin=False)
        status = self._receive(request, seconds, outputs)
        if status is Status.TIMED_OUT:
            self._manager.interrupt_kernel()
            obeyed = self._receive(request, TO_OBEY, outputs) is Status.RAN
            words = f"stopped after {seconds:g} seconds"
            if not obeyed:
                words += "; an interrupt did nothing, so the check ended here, and no answer could be asked for"
                status = Status.DIED
            outputs[-1:] = [_error("TimedOut", words)]
        elif status is Status.DIED:
            outputs.append(_error("KernelDied", "Python ended in this cell, and with it the check"))
        if status is not Status.RAN:
            self.status = status
        return outputs

    def ask(self, expression: str) -> str | None:
        """Return the text that an expression hands over, if it does."""
        outputs = self.execute(_displaying(expression))
        # The last one: earlier ones may be of an answer's own making.
        text: str | None = outputs[-1].get("data", {}).get(MIMETYPE) if outputs else None
        return text

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


def _displaying(expression: str) -> str:
    # Displayed, not only evaluated: a notebook may have changed which values are shown.
    return f"__import__('IPython.display', fromlist=['*']).display({expression})"
