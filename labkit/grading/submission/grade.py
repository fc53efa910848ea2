"""Grade one submission: a job goes in, a record comes out."""

import hashlib
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_notebook
from nbgrader.utils import compute_checksum

import labkit
from labkit.checks import Hint
from labkit.checks.marking import CellError, Mark, Status, keeping, mark_answers
from labkit.checks.outcomes import FailureKind
from labkit.grading.notebook.sandbox import Limits, Ran, run
from labkit.grading.submission import steps
from labkit.grading.submission.bounded import Bounds, OverBounds, bounded
from labkit.grading.submission.cells import earns_points, grade_id, question_of, takes_answer
from labkit.grading.submission.matching import defined
from labkit.grading.submission.record import Record
from labkit.grading.submission.steps import Asked
from labkit.grading.submission.tick import Tick
from labkit.report.paragraph import WRITTEN

#: What each step on the judge's side may take. A step that took too much is taken again in a simpler
#: form: one question at a time, without what takes longest. So a submission that is made to cost
#: the judge as much as it can costs some ten seconds, besides those of its own run.
_TO_LOAD = Bounds(seconds=60, megabytes=2048, doing="load")
_TO_PREPARE = Bounds(seconds=5, megabytes=1024, doing="restore")
_TO_JUDGE = Bounds(seconds=5, megabytes=1024, doing="judge")
_TO_JUDGE_ONE = Bounds(seconds=2, megabytes=1024, doing="judge")
_TO_SHOW = Bounds(seconds=5, megabytes=1024, doing="show")
#: Both of what costs little, as most do: each step needs a process of its own.
_TO_FINISH = Bounds(seconds=2, megabytes=1024, doing="judge")


#: What code for a newer Python stops with.
_LACKING = ("SyntaxError", "ImportError", "AttributeError")


@dataclass(frozen=True)
class Job:
    """One submission, with all that its grading depends on.

    Attributes
    ----------
    file, student : str
    tick : Tick
    submitted : datetime
    notebook : str
        As ``intake`` gives it.
    limits : Limits
    unsafe : bool
        Whether the student's code may run unconfined.
    files : tuple of (str, bytes)
        What lay beside the notebook: modules and data, by their names relative to it.
    """

    file: str
    student: str
    tick: Tick
    submitted: datetime
    notebook: str
    limits: Limits = field(default_factory=Limits)
    unsafe: bool = False
    files: tuple[tuple[str, bytes], ...] = ()

    @property
    def fingerprint(self) -> str:
        """What changes if the outcome may: the work, the tick, labkit, the limits."""
        parts = [self.notebook, self.tick.digest, code_digest(), repr(self.limits), self.unsafe]
        parts += [(name, hashlib.sha256(content).hexdigest()) for name, content in self.files]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@cache
def code_digest() -> str:
    """Tell this state of labkit from every other."""
    digest = hashlib.sha256()
    for path in sorted(Path(labkit.__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def grade_one(job: Job) -> Record:
    """Grade a submission, whatever is in it.

    Parameters
    ----------
    job : Job
        The submission.

    Returns
    -------
    Record
        If grading itself fails, one that says why.
    """
    start = time.perf_counter()
    try:
        record = _graded(job)
    except Exception as error:  # one broken submission is a row, and not the end of the batch
        record = ungraded(job, f"{type(error).__name__}: {error}"[:300])
    return replace(record, seconds=round(time.perf_counter() - start, 1))


def ungraded(job: Job, reason: str) -> Record:
    """Give the record of a submission that could not be graded."""
    return replace(_begun(job, Status.FAILED), reason=reason, seconds=0.0)


def _begun(job: Job, status: Status) -> Record:
    return Record(
        job.student,
        job.tick.name,
        job.file,
        job.submitted,
        status,
        fingerprint=job.fingerprint,
    )


def _graded(job: Job) -> Record:
    prepared = _prepared(job)
    asked = _asked(job.tick)
    handed_in, notebook = (nbformat.from_dict(json.loads(prepared.notebook)) for _ in range(2))
    ran = run_answers(notebook, asked, job, prepared.enough)
    errors = mark_answers(notebook, {}, []).errors
    for cell, own in zip(notebook.cells, handed_in.cells, strict=True):
        own.metadata["run"] = cell.get("outputs", [])
    absent = {name: _absent(modules, job) for name, modules in prepared.imported.items()}
    in_all = [module for modules in absent.values() for module in modules]
    marks, unjudged, shown = _finished(job.tick, asked, ran, handed_in, in_all)
    return replace(
        _begun(job, ran.status),
        confined=ran.confined,
        marks=tuple(_with_cause(mark, job.tick, notebook, errors, absent) for mark in marks),
        written=_written(notebook),
        errors=(*(str(error)[:300] for error in errors), *unjudged),
        repairs=(*prepared.repairs, *_of_a_newer_python(job, errors)),
        run=tuple(cell["metadata"].pop("run", []) for cell in shown["cells"]),
        notebook=shown,
    )


def _absent(modules: Sequence[str], job: Job) -> list[str]:
    """Give those modules that are neither installed here nor handed in."""
    beside = {Path(name).parts[0].removesuffix(".py") for name, _ in job.files}
    top = {module: module.partition(".")[0] for module in modules}
    return [
        module for module in modules if top[module] not in beside and not _is_there(top[module])
    ]


def _is_there(module: str) -> bool:
    with suppress(ValueError):  # of one that is loaded and has no place, as __main__
        return find_spec(module) is not None
    return True


def _prepared(job: Job) -> steps.Prepared:
    try:
        before = (steps.load, (job.tick,))
        return bounded(_TO_PREPARE, steps.prepare, job.notebook, job.tick, before=before)
    except OverBounds:  # the whole notebook is run, then
        return bounded(_TO_PREPARE, steps.prepare, job.notebook, job.tick, False)


@lru_cache(maxsize=16)
def _asked(tick: Tick) -> list[Asked]:
    return bounded(_TO_LOAD, steps.asked, tick, before=(steps.load, (tick,)))


def _finished(
    tick: Tick,
    asked: Sequence[Asked],
    ran: Ran,
    notebook: NotebookNode,
    absent: Sequence[str],
) -> tuple[list[Mark], list[str], dict[str, Any]]:
    """Judge all answers; of those that cannot be judged, also say why. Make the notebook harmless."""
    answers = [(one.question, reply) for one, reply in zip(asked, ran.answers, strict=True)]
    text, before = json.dumps(notebook), (steps.load, (tick,))
    with suppress(OverBounds):
        work = tick, answers, absent, text
        marks, shown = bounded(_TO_FINISH, steps.judged_and_shown, *work, before=before)
        return marks, [], shown

    def judge(bounds: Bounds, some: Sequence[tuple[str, str | None]]) -> list[Mark]:
        return bounded(bounds, steps.judged_all, tick, some, absent, before=before)

    return *_judged(answers, judge), _shown(text)


def _judged(
    answers: Sequence[tuple[str, str | None]],
    judge: Callable[[Bounds, Sequence[tuple[str, str | None]]], list[Mark]],
) -> tuple[list[Mark], list[str]]:
    """Judge all answers at once, or else one by one."""
    with suppress(OverBounds):
        return judge(_TO_JUDGE, answers), []
    marks, told = [], []
    for answer in answers:
        try:
            marks += judge(_TO_JUDGE_ONE, [answer])
        except OverBounds as error:
            marks += judge(_TO_JUDGE_ONE, [(answer[0], None)])
            told.append(f"the answer to {answer[0]} could not be judged: {error}")
    return marks, told


def _with_cause(
    mark: Mark,
    tick: Tick,
    notebook: NotebookNode,
    errors: Iterable[CellError],
    absent: Mapping[str, Sequence[str]],
) -> Mark:
    """Say of an answer that is not there which cell stopped that would have made it."""
    if mark.passed or mark.hint is None or mark.hint.key != FailureKind.UNANSWERED:
        return mark
    name = tick.questions[mark.question].answer
    code = ((n, cell) for n, cell in enumerate(notebook.cells, 1) if cell.cell_type == "code")
    makes = [number for number, cell in code if name in defined(cell.source)]
    stopped = next((error for error in errors if error.cell in makes[-1:]), None)
    if stopped is None:
        return mark
    # No more of the error: the student chooses its words, and may know hidden inputs of another's.
    words = f"The cell that makes {name} has not run to its end: cell {stopped.cell}."
    if missing := absent.get(notebook.cells[stopped.cell - 1].id):
        words += f" {steps.not_there(missing)}"
    return replace(mark, hint=Hint(mark.hint.key, words), told=words)


def _of_a_newer_python(job: Job, errors: Sequence[CellError]) -> Iterator[str]:
    """Say that an answer may be right, and be written for another Python than the grader's."""
    newer = json.loads(job.notebook)["metadata"].get("labkit", {}).get("python")
    if newer and any(error.exception in _LACKING for error in errors):
        yield (
            f"saved by Python {newer}, and run by Python {sys.version_info.major}."
            f"{sys.version_info.minor}, which does not know all that is new there"
        )


def _shown(text: str) -> dict[str, Any]:
    for simply in (False, True):
        with suppress(OverBounds):
            return bounded(_TO_SHOW, steps.harmless, text, simply)
    return bounded(_TO_SHOW, steps.bare, text)


def _paragraphs(notebook: NotebookNode) -> bytes:
    """Make a notebook of the answers in words: a check may read them there, as in the student's own."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "markdown"]
    written = [cell for cell in cells if cell.metadata.get("nbgrader", {}).get("grade")]
    return nbformat.writes(new_notebook(cells=written)).encode()


def run_answers(
    notebook: NotebookNode,
    asked: Sequence[Asked],
    job: Job,
    enough: Mapping[str, str],
    **more: Any,
) -> Ran:
    """Run what the answers need of a notebook, and ask for them.

    Each answer is kept behind the cell that checks it, and asked for as it was
    there. If a name is missing, the whole notebook is run instead: this is found
    out before anything is asked, so that hidden inputs enter one kernel only.

    Parameters
    ----------
    notebook : NotebookNode
        As ``restored`` gives it; its cells get their outputs.
    asked : list of Asked
        What is asked, in order.
    job : Job
        Says with which files, within which limits, and whether unconfined.
    enough : dict
        As ``Prepared.enough``.
    **more
        As for ``sandbox.run``.

    Returns
    -------
    Ran
        The run that counts, with an answer for each of `asked`.
    """
    after = dict(_keeping(notebook, asked))
    whole = {cell.id: cell.source for cell in notebook.cells}
    checks = dict.fromkeys(_checks(notebook, asked), "")

    def run_it(ask: Iterable[str], instead: Mapping[str, str]) -> Ran:
        for cell in notebook.cells:
            cell.source = instead.get(cell.id, cell.source)  # a cell left empty keeps its place
        try:
            return run(
                notebook,
                job.tick.files,
                job.limits,
                ask=ask,
                after=after,
                handed_in={**dict(job.files), WRITTEN: _paragraphs(notebook)},
                unsafe=job.unsafe,
                **more,
            )
        finally:
            for cell in notebook.cells:
                cell.source = whole[cell.id]

    expressions = [one.expression for one in asked]
    if enough:
        left_out = "\n".join(whole[name] for name in enough)
        wanted = _unless_a_name_is_missing(notebook, left_out, expressions)
        ran = run_it(wanted, {**enough, **checks})
        if len(ran.answers) == len(asked):
            return ran
    return run_it(expressions, checks)


def _keeping(notebook: NotebookNode, asked: Sequence[Asked]) -> Iterator[tuple[str, str]]:
    """Give for each cell that checks an answer the expression that keeps it."""
    answers = {one.question: one.answer for one in reversed(asked)}
    for cell in notebook.cells:
        name = question_of(grade_id(cell) or "")
        if name in answers and not takes_answer(cell):
            yield cell.id, keeping(name, answers[name])


def _checks(notebook: NotebookNode, asked: Sequence[Asked]) -> Iterator[str]:
    """Give the ids of the course's cells that do nothing but check an answer that is asked for.

    The grader asks for it, with these cases and more, and judges it where the student's code
    cannot be in the way. To load in the kernel what judges it as well would take most of the time.
    """
    wanted = {f'check("{one.question}", {one.answer})' for one in asked}
    for cell in notebook.cells:
        if grade_id(cell) and not takes_answer(cell) and cell.source.strip() in wanted:
            yield cell.id


def _unless_a_name_is_missing(
    notebook: NotebookNode, left_out: str, expressions: Iterable[str]
) -> Iterator[str]:
    """Give the expressions, or none if a name is missing that the code left out could have given.

    This is decided when the first is wanted, behind the cells.
    """
    could = {repr(name) for name in re.findall(r"[^\W\d]\w*", left_out)}
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            text = f"{output.get('ename')} {output.get('evalue')} {output.get('text')}"
            if NameError.__name__ in text and could.intersection(re.findall(r"'\w+'", text)):
                return
    yield from expressions


def _written(notebook: NotebookNode) -> dict[str, bool]:
    """Tell of each answer that a person reads whether the student wrote anything."""
    return {
        name: compute_checksum(cell) != cell.metadata.nbgrader.checksum
        for cell in notebook.cells
        if (name := grade_id(cell)) and earns_points(cell) and takes_answer(cell)
    }
