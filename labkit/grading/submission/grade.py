"""Grade one submission: a job goes in, a record comes out."""

import builtins
import hashlib
import json
import re
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import nbformat
from nbgrader.utils import compute_checksum

import labkit
from labkit.grading.notebook.marking import mark
from labkit.grading.notebook.sandbox import Limits
from labkit.grading.submission.restore import grade_id, restored
from labkit.grading.submission.sanitize import without_harm
from labkit.grading.submission.slicing import needed_code
from labkit.grading.submission.tick import Tick

FAILED = "could not be graded"


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
    """

    file: str
    student: str
    tick: Tick
    submitted: datetime
    notebook: str
    limits: Limits = Limits()
    unsafe: bool = False

    @property
    def fingerprint(self):
        """What changes if the outcome may: the work, the tick, labkit, the limits."""
        parts = [self.notebook, self.tick.digest, code_digest(), repr(self.limits), self.unsafe]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@cache
def code_digest():
    """Tell this state of labkit from every other."""
    digest = hashlib.sha256()
    for path in sorted(Path(labkit.__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def grade_one(job):
    """Grade a submission, whatever is in it.

    Parameters
    ----------
    job : Job

    Returns
    -------
    dict
        The record, plain data for JSON: who and what, ``status``, ``marks``
        (a dict for each question), ``written``, ``errors``, ``repairs``, and
        the ``notebook`` after its run. Where grading itself fails, the status
        begins with "could not be graded" and there are no marks.
    """
    start = time.perf_counter()
    record = {
        "student": job.student,
        "tick": job.tick.name,
        "file": job.file,
        "submitted": job.submitted.astimezone(UTC).isoformat(timespec="seconds"),
        "fingerprint": job.fingerprint,
    }
    try:
        record |= _graded(job)
    except Exception as error:  # one broken submission is a row, and not the end of the batch
        record |= failed(f"{type(error).__name__}: {error}"[:300])
    return record | {"seconds": round(time.perf_counter() - start, 1)}


def failed(reason):
    """Give the part of a record that says why there are no marks."""
    return _without_marks(f"{FAILED}: {reason}")


def refused(submission):
    """Give the record of a file that is not graded."""
    return {
        "student": submission.student,
        "tick": submission.tick,
        "file": submission.file,
        "submitted": submission.submitted.isoformat(timespec="seconds"),
        **_without_marks(submission.refusal),
    }


def _without_marks(status):
    nothing = {"marks": [], "written": {}, "errors": [], "repairs": [], "notebook": None}
    return {"status": status, **nothing}


def _graded(job):
    notebook = nbformat.reads(job.notebook, as_version=4)
    notebook, repairs = restored(notebook, job.tick.notebook())
    report = run_and_mark(notebook, job.tick.questions, job)
    return {
        "status": report.status,
        "confined": report.confined,
        "marks": [_plain(m, job.tick.questions[m.question]) for m in report.marks],
        "written": _written(notebook),
        "errors": [error[:300] for error in report.errors],
        "repairs": repairs,
        "notebook": json.loads(json.dumps(without_harm(notebook))),
    }


def run_and_mark(notebook, questions, job):
    """Run what the answers need of a notebook, and mark them.

    If then a name is missing, the whole notebook is run.

    Parameters
    ----------
    notebook : NotebookNode
        As ``restored`` gives it; its cells get their outputs.
    questions : dict
    job : Job

    Returns
    -------
    Report
    """
    rest = {"limits": job.limits, "unsafe": job.unsafe}
    enough = needed_code(notebook)
    whole = {cell.id: cell.source for cell in notebook.cells}
    for cell in notebook.cells:
        cell.source = enough.get(cell.id, cell.source)  # a cell left empty keeps its number
    report = mark(notebook, questions, job.tick.files, **rest)
    for cell in notebook.cells:
        cell.source = whole[cell.id]
    said = [*report.errors, *(mark.hint.text for mark in report.marks if mark.hint)]
    if enough and any("NameError" in text for text in said):
        return mark(notebook, questions, job.tick.files, **rest)
    return report


def _written(notebook):
    """Each answer that a person reads -> whether the student wrote anything."""
    return {
        grade_id(cell): compute_checksum(cell) != cell.metadata.nbgrader.checksum
        for cell in notebook.cells
        if grade_id(cell) and cell.metadata.nbgrader.grade and cell.metadata.nbgrader.solution
    }


def _plain(mark, question):
    return {
        "question": mark.question,
        "passed": mark.passed,
        "cases": mark.cases,
        "points": mark.points,
        "out_of": mark.out_of,
        "hint": mark.hint and {"key": mark.hint.key, "text": told(mark.hint, question)},
    }


def told(hint, question):
    """Word a hint so that it tells nothing of the inputs of a hidden case.

    The message of an exception, and the name of a class, are the student's
    code's to choose. Even in a visible case they could hold the inputs that
    the code was given in a hidden case of an earlier question.

    Parameters
    ----------
    hint : Hint
    question : Question

    Returns
    -------
    str

    Examples
    --------
    >>> from labkit.checks import Hint
    >>> told(Hint("raised", "Your code stopped with ValueError: (3, 17)."), None)
    'Your code stopped with ValueError in one of the cases.'
    """
    if hint.text.startswith("Your code stopped with "):
        name = re.match(r"\w+", hint.text.removeprefix("Your code stopped with "))[0]
        known = isinstance(getattr(builtins, name, None), type)
        told = f"Your code stopped with {name if known else 'an exception'} in one of the cases."
        return f"{told} {question.hints[hint.key]}" if hint.key != "raised" else told
    if hint.key == "wrong_type" and hint.text.startswith("The result is "):
        return (
            "The result is of another kind than the question asks for: plain Python "
            "(numbers, strings, lists, dictionaries)."
        )
    return hint.text
