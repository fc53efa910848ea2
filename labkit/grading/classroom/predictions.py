"""The class as a shared task: what each student's classifier says of reviews it has not seen."""

import hashlib
import hmac
import json
import os
import re
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import nbformat
from tqdm import tqdm

from labkit.arguments import as_count
from labkit.checks.marking import Status, asking
from labkit.checks.outcomes import Returned, read_reply
from labkit.checks.questions import Case, Question
from labkit.grading.base.atomic import AnyPath, write_whole
from labkit.grading.classroom.executors import in_processes
from labkit.grading.classroom.intake import intake
from labkit.grading.classroom.tables import decoded, rows_of
from labkit.grading.notebook.confinement import Limits
from labkit.grading.submission import steps
from labkit.grading.submission.bounded import Bounds, OverBounds, bounded
from labkit.grading.submission.grade import Job, run_answers
from labkit.grading.submission.record import in_words
from labkit.grading.submission.steps import Asked
from labkit.grading.submission.tick import Tick, load_ticks

#: The folder for students who are in no lab group.
NO_GROUP = "no-group"

#: What a classifier may say of a review.
CLASSES = ("POS", "NEG")

#: Reviews in one message: there is a limit to what may go into a kernel at a time.
AT_ONCE = 100

_TO_LOAD = Bounds(seconds=60, megabytes=2048, doing="load")
_TO_READ = Bounds(seconds=10, megabytes=1024, doing="read")


@dataclass(frozen=True)
class Collected:
    """What was gathered.

    Attributes
    ----------
    systems : int
        Prediction files written.
    reviews : int
        Lines in each.
    left_out : dict
        Student -> why there is no file.
    """

    systems: int
    reviews: int
    left_out: dict[str, str]


@dataclass(frozen=True)
class Predictions:
    """What one student's classifier says.

    Attributes
    ----------
    student : str
    values : list
        Its value for each review, None where none came back; empty if it could
        not be asked.
    reason : str
        Why it may be left out, if the values are not all classes.
    """

    student: str
    values: list[object]
    reason: str


def collect_predictions(
    submissions: AnyPath,
    out: AnyPath,
    tick: str,
    key: AnyPath,
    ticks: AnyPath = "notebooks/ticks",
    *,
    groups: AnyPath | None = None,
    jobs: int = 1,
    replace: bool = False,
    unsafe: bool = False,
    limits: Limits | None = None,
    progress: bool | None = None,
) -> Collected:
    """Gather each submission's predictions, under a pseudonym, by lab group.

    Parameters
    ----------
    submissions : path
        See `intake.intake`.
    out : path
        Gets ``<lab group>/<pseudonym>.txt`` with a class on each line, and
        ``gold.txt`` with the true ones.
    tick : str
        A tick whose ``hidden.py`` has a function ``shared_task``.
    key : path
        A file with what the pseudonyms are made with; made if there is none.
        Whoever has it can find out whose work each file is, so it may not be
        in `out`.
    ticks : path
        The instructor's folder of ticks.
    groups : path, optional
        A CSV file with the columns ``student`` and ``group``.
    jobs : int
        Submissions at a time.
    replace : bool
        Whether an earlier `out` may be replaced.
    unsafe : bool
        Run the students' code unconfined.
    limits : Limits, optional
        What a notebook may use.
    progress : bool, optional
        Whether to show a bar; by default if someone watches.

    Returns
    -------
    Collected
        How many systems there are, and whose is not among them.

    Raises
    ------
    FileExistsError
        If `out` exists and `replace` is not set.
    FileNotFoundError, ValueError
        If an argument is not what it must be; the message names it.
    """
    out, key = Path(out), Path(key)
    if out.exists() and not replace:
        raise FileExistsError(
            f"out must be a new folder, not {out}; or give --replace to make that one anew"
        )
    if key.resolve().is_relative_to(out.resolve()):
        raise ValueError(f"key must be a file outside of the folder that is handed on, not {key}")
    jobs, limits = as_count(jobs, "jobs", least=1), limits or Limits()
    known = load_ticks(ticks)
    chosen = load_ticks(ticks, tick)[tick]
    gold = chosen.shared_task[2]
    group_of = _groups(groups)
    handed_in = [s for s in intake(submissions, known) if s.tick == tick]
    left_out = {s.student: s.refusal for s in handed_in if s.refusal}
    work = [
        Job(
            *(s.file, s.student, chosen, s.submitted, s.notebook, limits, unsafe),
            files=tuple(sorted(s.files.items())),
        )
        for s in handed_in
        if not s.refusal
    ]
    hide = not (sys.stderr.isatty() if progress is None else progress)
    systems: dict[str, list[str]] = {}
    done = in_processes(work, jobs, predict_one, no_predictions)
    for found in tqdm(done, total=len(work), disable=hide):
        left_out.pop(found.student, None)
        said = _classes(found.values)
        if len(said) == len(found.values) == len(gold):
            systems[found.student] = said
        else:
            left_out[found.student] = found.reason
    names = pseudonyms(systems, _key(key))
    files = {Path(group_of.get(s, NO_GROUP), f"{names[s]}.txt"): systems[s] for s in systems}
    _write_all(out, files | {Path("gold.txt"): gold})
    return Collected(len(systems), len(gold), left_out)


def predict_one(job: Job) -> Predictions:
    """Ask a submission's classifier for its predictions.

    The reviews that all students have, with their classes, hold those of the
    shared task: they are not in the kernel's reach, so that no classifier can look
    its input up. One that is trained on them in the notebook has no predictions,
    then; unconfined, or with its own copy of the reviews among its files, one can.

    Parameters
    ----------
    job : Job
        Its tick has a shared task.

    Returns
    -------
    Predictions
        A value for each review of the shared task.
    """
    asked = bounded(_TO_LOAD, _asked, job.tick, before=(_load, (job.tick,)))
    prepared = bounded(_TO_READ, steps.prepare, job.notebook, job.tick)
    notebook = nbformat.from_dict(json.loads(prepared.notebook))
    unseen = replace(job, limits=replace(job.limits, reviews=False))
    ran = run_answers(notebook, asked, unseen, prepared.enough)
    values: list[object] = []
    reasons = []
    for start, answer in enumerate(ran.answers):
        try:
            said, reason = bounded(_TO_READ, _said, job.tick, start * AT_ONCE, answer)
        except OverBounds as error:
            said, reason = [None], str(error)
        values += said
        reasons += [reason] if reason else []
    reason = reasons[0] if reasons else "it says something else than POS or NEG"
    return Predictions(job.student, values, reason)


def _load(tick: Tick) -> None:
    assert tick.shared_task and tick.questions


def _question(tick: Tick) -> Question:
    """Give the question of the shared task; or what stands for a function that earns no points."""
    name = tick.shared_task.question
    return tick.questions.get(name) or Question(name, name, 0, {"other": ""}, (), masked=True)


def _asked(tick: Tick) -> list[Asked]:
    """Ask for the classes of all reviews, so many at a time."""
    name, inputs, _ = tick.shared_task
    question, cases = _question(tick), [Case(case, _any) for case in inputs]
    parts = [cases[start : start + AT_ONCE] for start in range(0, len(cases), AT_ONCE)]
    return [
        Asked(name, question.answer, asking(replace(question, cases=tuple(part)))) for part in parts
    ]


def _any(value: object) -> None:
    """Find any value right, as a judge does by giving no hint."""


def _said(tick: Tick, start: int, answer: str | None) -> tuple[list[object], str]:
    """Read what a kernel handed over for the reviews from `start`; say why a class is missing."""
    inputs = tick.shared_task.inputs[start : start + AT_ONCE]
    cases = tuple(Case(case, _any) for case in inputs)
    question = replace(_question(tick), cases=cases)
    outcomes = read_reply(answer, len(cases))
    hints = [hint.text for hint in question.judge(outcomes) if hint]
    values = [one.value if isinstance(one, Returned) else None for one in outcomes]
    return [v if type(v) is str and v in CLASSES else None for v in values], "".join(hints[:1])


def no_predictions(job: Job, reason: str) -> Predictions:
    """Give the predictions of a job that could not be done.

    Parameters
    ----------
    job : Job
        One whose workers died.
    reason : str
        Why it could not be done.

    Returns
    -------
    Predictions
        Without values.
    """
    return Predictions(job.student, [], in_words(Status.FAILED, reason))


def _classes(values: Iterable[object]) -> list[str]:
    return [value for value in values if type(value) is str and value in CLASSES]


def pseudonyms(students: Iterable[str], key: bytes) -> dict[str, str]:
    """Give each student another name, the same each time with the same key.

    Parameters
    ----------
    students : iterable of str
        Their names.
    key : bytes
        What the pseudonyms are made with.

    Returns
    -------
    dict
        Student -> pseudonym.

    Examples
    --------
    >>> pseudonyms(["ann"], b"a key of your own, kept secret")
    {'ann': '04e625f8a9'}
    """
    names = {s: hmac.new(key, s.encode(), hashlib.sha256).hexdigest()[:10] for s in students}
    if len(set(names.values())) < len(names):
        raise ValueError(
            "key must be one that gives each student another pseudonym; remove the file, and a "
            "new one is made"
        )
    return names


def _key(path: Path) -> bytes:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32) + "\n")
    key = path.read_bytes().strip()
    if len(key) < 16:
        raise ValueError(
            f"key must be a file of at least 16 characters, not {path.name}; remove it, and a new "
            "one is made"
        )
    return key


def _groups(path: AnyPath | None) -> dict[str, str]:
    if path is None:
        return {}
    name = Path(path).name
    lines = rows_of(decoded(Path(path).read_bytes(), "groups", name), "groups", name)
    if not {"student", "group"} <= set(lines[0]):
        raise ValueError(f"groups must be a table with the columns student and group, not {name}")
    found = {line.get("student", ""): line.get("group") or NO_GROUP for line in lines}
    bad = [group for group in found.values() if not re.fullmatch(r"\w[\w .-]*", group)]
    if bad:
        raise ValueError(
            f"groups must be folders' names, of letters, digits, spaces and .-_, not {bad[0]!r}"
        )
    return found


def _write_all(out: Path, files: Mapping[Path, Iterable[str]]) -> None:
    """Write a folder whole, or leave the earlier one as it is."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent) as scratch:
        new = Path(scratch, "new")
        for name, lines in files.items():
            write_whole(new / name, "\n".join(lines) + "\n")
        if out.exists():
            shutil.move(out, Path(scratch, "old"))
        shutil.move(new, out)
