"""Grade one submission: a job goes in, a record comes out."""

import ast
import json
import math
import time
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_notebook
from nbgrader.utils import compute_checksum

import labkit
from labkit.checks.code import graded_cell
from labkit.checks.in_kernel import asking, keeping
from labkit.checks.limits import bounded_memory
from labkit.checks.marking import Status, carry_forward, errors_of, mark_answer
from labkit.checks.outcomes import AFTER_SLOW, Failure, FailureKind, read_reply, write_reply
from labkit.checks.paragraph import WRITTEN
from labkit.checks.questions import Question
from labkit.instructor.grading.judging.child import in_child
from labkit.instructor.grading.judging.clean_html import hide_paths
from labkit.instructor.grading.judging.given import left_open, notes_on
from labkit.instructor.grading.judging.hints import (
    judge_answer,
    missing_modules,
    name_stopped_cell,
    part_of,
)
from labkit.instructor.grading.judging.record import Record, Submission
from labkit.instructor.grading.judging.render import clean_outputs, make_harmless
from labkit.instructor.grading.judging.restore import restored
from labkit.instructor.grading.judging.slicing import needed_code
from labkit.instructor.grading.judging.tick import (
    Tick,
    digest,
    earns_points,
    grade_id,
    question_of,
    takes_answer,
)
from labkit.instructor.grading.sandbox.bubblewrap import Limits, available, font_list
from labkit.instructor.grading.sandbox.run import Ran, run


@cache
def limits_of(tick: Tick, timeout: float | None = None) -> Limits:
    """Return what a submission may use: as ``LIMITS`` of checks.py says, or an instructor."""
    limits: dict[str, Any] = {}
    for statement in ast.parse(tick.checks).body:
        match statement:
            case ast.Assign([ast.Name("LIMITS")], value):
                limits = ast.literal_eval(value)
    if timeout:
        limits["total"] = timeout
    return Limits(**limits)


@dataclass(frozen=True)
class Job:
    """A submission, with all that its grading depends on."""

    submission: Submission
    tick: Tick
    limits: Limits
    unsafe: bool = False

    @property
    def fingerprint(self) -> str:
        """Return what changes if the outcome may: the work, the tick, labkit, the limits."""
        work = self.submission.notebook, sorted(self.submission.files.items())
        rules = self.tick.digest, self.limits, self.unsafe, code_digest()
        return digest(work, rules)

    def in_child(self, function: Any) -> Any:
        """Return what a function of the job gives, called where the tick is loaded already."""
        return in_child(
            function,
            self,
            seconds=self.limits.total,
            limit_memory=False,  # which the kernel would inherit
            first=partial(load, self.tick),
        )


@cache
def code_digest() -> str:
    """Return a hash of all code of labkit."""
    paths = sorted(Path(labkit.__file__).parent.rglob("*.py"))
    return digest(*(path.read_bytes() for path in paths))


def grade_one(job: Job) -> Record:
    """Return the record of a submission, whatever is in it."""
    start = time.perf_counter()
    try:
        record = job.in_child(grade_in_child)
    except Exception as error:  # one broken submission is a row, and not the end of the class
        kind = "" if isinstance(error, ValueError) else f"{type(error).__name__}: "
        record = ungraded(job, hide_paths(f"{kind}{error}")[:300])
    return replace(record, seconds=round(time.perf_counter() - start, 1))


def ungraded(job: Job, reason: str) -> Record:
    """Return the record of a submission that could not be graded, or is not yet."""
    known = job.submission.known | {"status": Status.FAILED, "reason": reason}
    return Record(**known, fingerprint=job.fingerprint)


@cache
def load(tick: Tick) -> None:
    """Load what all submissions of a tick share, so that each fork of this process has it."""
    assert tick.questions
    needed_code(make_harmless(restored(tick.notebook(), tick.notebook())[0]))
    available()
    font_list()


def grade_in_child(job: Job) -> Record:
    """Restore, run, judge and make harmless: in a child, for all of it depends on the student."""
    handed_in, repairs, taken = restore_and_note(job)
    notebook = deepcopy(handed_in)
    ran = run_answers(notebook, list(job.tick.questions.values()), job, carry=True)
    with bounded_memory():
        errors, marks = errors_of(notebook.cells), []
        code = (cell.source for cell in notebook.cells if cell.cell_type == "code")
        absent = missing_modules(code, {**job.submission.files, **job.tick.files})
        names = [*(f"cell {n + 1}" for n in range(len(notebook.cells)))]
        names += [f"the question {name}" for name in job.tick.questions]
        longest = "" if ran.longest is None else names[ran.longest]
        answers = zip(job.tick.questions.values(), ran.answers, *ran.later, ran.missed, strict=True)
        for question, answer, again, missed in answers:
            name = question.name
            mark = judge_answer(job.tick, name, answer, absent)
            mark = name_stopped_cell(mark, job.tick, notebook, errors, missed, longest)
            mark = carry_forward(mark, mark_answer(question, again))
            marks.append(left_open(mark) if name in taken else mark)
        return replace(
            ungraded(job, ""),
            status=ran.status,
            confined=ran.confined,
            marks=tuple(marks),
            written=_written(notebook),
            errors=tuple(hide_paths(str(error))[:300] for error in errors),
            repairs=tuple(repairs),
            run=tuple(clean_outputs(cell, hide_paths) for cell in notebook.cells),
            notebook=make_harmless(handed_in),
        )


def restore_and_note(job: Job) -> tuple[NotebookNode, list[str], set[str]]:
    """Return the restored notebook, what is to be said of it, and whose answers are the course's."""
    with bounded_memory():
        handed_in = nbformat.from_dict(json.loads(job.submission.notebook))
        notebook, repairs = restored(handed_in, job.tick.notebook())
        notes, taken = notes_on(notebook.cells, job.tick)
        return notebook, repairs + notes, taken


def run_answers(
    notebook: NotebookNode, questions: Sequence[Question], job: Job, *, carry: bool = False
) -> Ran:
    """Leave of a restored notebook what the answers need, run it, and ask for each as at its check.

    All visible cases are asked before any hidden one. To `carry` errors forward, what is not right
    is asked once more at last, with the course's versions in place of earlier answers that are not.
    """
    checked = {question.name: question for question in questions}
    checks = {f'check("{question.name}", {question.answer})' for question in questions}
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    made = {q.name: graded_cell(code, q.name, q.answer) for q in questions if q.asks_value}
    needed, after = needed_code(notebook), {}
    for cell in notebook.cells:
        question = checked.get(question_of(grade_id(cell)))
        is_check = bool(question) and not takes_answer(cell)
        if question and is_check:
            after[cell.id] = keeping(question.name, question.answer)
        if (is_check or cell.metadata.get("given")) and cell.source.strip() in checks:
            # To judge in the kernel, too, would take most of the time.
            cell.source = ""
        else:
            cell.source = needed.get(cell.id, cell.source)
    visible, hidden = ([part_of(q, is_hidden) for q in questions] for is_hidden in (False, True))

    def ask_hidden(answers: Sequence[str | None]) -> Iterator[str | None]:
        for seen, part, answer in zip(visible, hidden, answers, strict=True):
            # What was lost would be lost again, and what was slow has had its time.
            asks = part.cases and answer is not None
            yield asking(part, _most_of(seen, answer)) if asks else None

    def ask_again(*answers: Sequence[str | None]) -> Iterator[str | None]:
        replies = zip(questions, *answers, strict=True)
        with bounded_memory():
            marks = [mark_answer(one, _joined(one, *both)) for one, *both in replies]
        wrong: list[str] = []
        for question, seen, answer, mark in zip(questions, visible, answers[0], marks, strict=True):
            is_wrong = mark.passed < mark.cases
            asks = wrong and is_wrong and answer is not None
            source = made.get(question.name, "")
            yield asking(question, _most_of(seen, answer), wrong, source) if asks else None
            wrong += [question.name] * is_wrong

    ran = run(
        notebook,
        {**job.submission.files, WRITTEN: _paragraphs(notebook), **job.tick.files},
        job.limits,
        ask=map(asking, visible),
        then=[ask_hidden, ask_again] if carry else [ask_hidden],
        after=after,
        unsafe=job.unsafe,
    )
    nothing = [None] * len(questions)
    asked_hidden, carried = [*ran.later, nothing, nothing][:2]
    replies = zip(questions, ran.answers, asked_hidden, strict=True)
    return replace(ran, answers=tuple(_joined(*each) for each in replies), later=(tuple(carried),))


def _most_of(question: Question, answer: str | None) -> float:
    """Return the seconds that a case of a question may take after its first ones, and their answer."""
    slow = any(
        isinstance(each, Failure) and each.kind in (FailureKind.SLOW, FailureKind.MEMORY)
        for each in read_reply(answer, len(question.cases))
    )
    return AFTER_SLOW if slow else math.inf


def _joined(question: Question, visible: str | None, hidden: str | None) -> str | None:
    """Return the replies on a question's visible and hidden cases as one on all."""
    if visible is None:
        return None
    outcomes = {
        is_hidden: iter(read_reply(reply, len(part_of(question, is_hidden).cases)))
        for is_hidden, reply in ((False, visible), (True, hidden))
    }
    return write_reply([next(outcomes[bool(case.label)]) for case in question.cases])


def _paragraphs(notebook: NotebookNode) -> bytes:
    """Return a notebook of the answers in words, which a check may read as in the student's own."""
    cells = [c for c in notebook.cells if c.cell_type == "markdown" and earns_points(c)]
    return nbformat.writes(new_notebook(cells=cells)).encode()


def _written(notebook: NotebookNode) -> dict[str, bool]:
    """Tell of each answer that a person reads whether the student wrote anything."""
    return {
        grade_id(cell): compute_checksum(cell) != cell.metadata.nbgrader.checksum
        for cell in notebook.cells
        if earns_points(cell) and takes_answer(cell)
    }
