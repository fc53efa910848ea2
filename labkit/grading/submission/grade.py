"""Grade one submission: a job goes in, a record comes out."""

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbgrader.utils import compute_checksum

import labkit
from labkit.checks.marking import Report, Status
from labkit.checks.outcomes import FailureKind
from labkit.checks.questions import Hint, Question
from labkit.grading.notebook.marking import mark
from labkit.grading.notebook.sandbox import Limits
from labkit.grading.submission.cells import earns_points, grade_id, takes_answer
from labkit.grading.submission.record import Record
from labkit.grading.submission.restore import restored
from labkit.grading.submission.sanitize import without_harm
from labkit.grading.submission.slicing import needed_code
from labkit.grading.submission.tick import Tick


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
    notebook = nbformat.reads(job.notebook, as_version=4)
    notebook, repairs = restored(notebook, job.tick.notebook())
    questions = job.tick.questions
    report = run_and_mark(notebook, questions, job)
    return replace(
        _begun(job, report.status),
        confined=report.confined,
        marks=tuple(
            replace(mark, hint=mark.hint and as_told(mark.hint, questions[mark.question]))
            for mark in report.marks
        ),
        written=_written(notebook),
        errors=tuple(str(error)[:300] for error in report.errors),
        repairs=tuple(repairs),
        notebook=json.loads(json.dumps(without_harm(notebook))),
    )


def run_and_mark(notebook: NotebookNode, questions: Mapping[str, Question], job: Job) -> Report:
    """Run what the answers need of a notebook, and mark them.

    If then a name is missing, the whole notebook is run.

    Parameters
    ----------
    notebook : NotebookNode
        As ``restored`` gives it; its cells get their outputs.
    questions : dict
        Name -> Question.
    job : Job
        Says with which files, within which limits, and whether unconfined.

    Returns
    -------
    Report
        Of the run that counts.
    """

    def run_it() -> Report:
        return mark(notebook, questions, job.tick.files, job.limits, unsafe=job.unsafe)

    enough = needed_code(notebook)
    whole = {cell.id: cell.source for cell in notebook.cells}
    for cell in notebook.cells:
        cell.source = enough.get(cell.id, cell.source)  # a cell left empty keeps its number
    report = run_it()
    for cell in notebook.cells:
        cell.source = whole[cell.id]
    failures = (mark.hint.failure for mark in report.marks if mark.hint)
    names = {error.exception for error in report.errors}
    names |= {failure.exception for failure in failures if failure}
    if enough and NameError.__name__ in names:
        return run_it()
    return report


def _written(notebook: NotebookNode) -> dict[str, bool]:
    """Tell of each answer that a person reads whether the student wrote anything."""
    return {
        name: compute_checksum(cell) != cell.metadata.nbgrader.checksum
        for cell in notebook.cells
        if (name := grade_id(cell)) and earns_points(cell) and takes_answer(cell)
    }


def as_told(hint: Hint, question: Question) -> Hint:
    """Reword a hint so that it tells nothing of the inputs of a hidden case.

    The student's code chooses the message of an exception and the name of a
    class. Even in a visible case they could hold inputs that the code was given
    in a hidden case of an earlier question.

    Parameters
    ----------
    hint : Hint
        As the question's judges give it.
    question : Question
        What it is a hint on.

    Returns
    -------
    Hint
        Without its failure.

    Examples
    --------
    >>> from labkit.checks import Hint
    >>> from labkit.checks.outcomes import Failure, FailureKind
    >>> failure = Failure(FailureKind.RAISED, "ValueError", "(3, 17)")
    >>> as_told(Hint("raised", "Your code stopped with ValueError: (3, 17).", failure), None)
    Hint(key='raised', text='Your code stopped with ValueError in one of the cases.', failure=None)
    """
    text, failure = hint.text, hint.failure
    if failure and failure.kind is FailureKind.RAISED:
        name = failure.exception if failure.is_builtin else "an exception"
        text = f"Your code stopped with {name} in one of the cases."
        if hint.key != failure.kind:
            text += f" {question.hints[hint.key]}"
    elif failure and failure.kind is FailureKind.NOT_PLAIN:
        text = (
            "The result is of another kind than the question asks for: plain Python "
            "(numbers, strings, lists, dictionaries)."
        )
    return Hint(hint.key, text)
