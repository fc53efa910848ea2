"""The class as a shared task: what each student's classifier says of reviews it has not seen."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from labkit.checks.judges import says
from labkit.checks.limits import bounded_memory
from labkit.checks.outcomes import Outcome, Returned, read_reply
from labkit.checks.questions import Case, Question
from labkit.instructor.grading.base.atomic import file_name, write_whole
from labkit.instructor.grading.base.pseudonyms import pseudonym, read_secret
from labkit.instructor.grading.judging.grade_one import (
    Job,
    limits_of,
    restore_and_note,
    run_answers,
)
from labkit.instructor.grading.judging.tick import load_ticks
from labkit.instructor.grading.marks.grade_class import refuse_unconfined, run_here
from labkit.instructor.grading.submissions.collect import collect
from labkit.instructor.grading.submissions.roster import read_groups
from labkit.instructor.grading.submissions.tables import read_file

#: The folder for students who are in no lab group.
NO_GROUP = "no-group"

#: What a classifier may say of a review.
CLASSES = ("POS", "NEG")

#: Reviews in one message: there is a limit to what may go into a kernel at a time.
AT_ONCE = 100


@dataclass(frozen=True)
class Collected:
    """How many prediction files were written, their lines, and student -> why there is none."""

    systems: int
    reviews: int
    left_out: dict[str, str]


@dataclass(frozen=True)
class Predictions:
    """What one student's classifier says of each review; or no classes, and why."""

    student: str
    classes: list[str]
    reason: str = ""


def collect_predictions(
    submissions: Path,
    out: Path,
    tick: str,
    key: Path,
    ticks: Path,
    *,
    groups: Path | None = None,
    jobs: int,
    replace: bool,
    unsafe: bool,
) -> Collected:
    """Gather each submission's predictions, under a pseudonym, by lab group.

    `out` gets ``<lab group>/<pseudonym>.txt`` with a class on each line, and ``gold.txt`` with the
    true ones. The `tick` has a function ``shared_task`` in its ``hidden.py``; `groups` is a CSV file
    with the columns ``student`` and ``group``. The file `key` has what the pseudonyms are made with,
    and is made if there is none: who has it can find out whose work each file is, so it may not be
    in `out`. All else is as for `grade`.
    """
    if out.exists() and not replace:
        raise FileExistsError(
            f"out must be a new folder, not {out}; or give --replace to make that one anew"
        )
    if key.resolve().is_relative_to(out.resolve()):
        raise ValueError(f"key must be a file outside of the folder that is handed on, not {key}")
    refuse_unconfined(unsafe)
    known, group_of = load_ticks(ticks), _read_groups(groups)
    gold = load_ticks(ticks, tick)[tick].shared_task.gold
    handed_in = [s for s in collect(submissions, known, tick=tick) if s.tick == tick]
    left_out = {s.student: s.ended for s in handed_in if s.status}
    work = [Job(s, known[tick], limits_of(known[tick]), unsafe) for s in handed_in if not s.status]
    if not work:
        raise ValueError(f"submissions must have some of {tick}, and {submissions} has none")
    files = {Path("gold.txt"): gold}
    for done in run_here(work, jobs, predict_one):
        if done.classes:
            left_out.pop(done.student, None)
            name = f"{pseudonym(read_secret(key), done.student)}.txt"
            files[Path(group_of.get(done.student, NO_GROUP), name)] = done.classes
        else:
            left_out[done.student] = done.reason
    if out.exists():
        shutil.rmtree(out)
    for path, lines in files.items():
        write_whole(out / path, "\n".join(lines) + "\n")
    return Collected(len(files) - 1, len(gold), left_out)


def predict_one(job: Job) -> Predictions:
    """Ask a submission's classifier for its predictions; whatever goes wrong is the reason.

    The reviews that all students have, with their classes, hold those of the shared task: they are
    not in the kernel's reach, so that no classifier can look its input up. One that is trained on
    them in the notebook has no predictions, then.
    """
    try:
        predictions: Predictions = job.in_child(_predict)
    except Exception as error:  # one broken submission is left out, and no other
        return Predictions(job.submission.student, [], f"{type(error).__name__}: {error}")
    return predictions


def _predict(job: Job) -> Predictions:
    notebook, *_ = restore_and_note(job)
    name, inputs, _ = job.tick.shared_task
    # A function that earns no points is no question of the tick.
    question = job.tick.questions.get(name) or Question(name, name, 0, {"other": ""}, ())
    cases = [Case(case, says("POS")) for case in inputs]
    parts = [tuple(cases[start : start + AT_ONCE]) for start in range(0, len(cases), AT_ONCE)]
    unseen = replace(job, limits=replace(job.limits, reviews=False))
    ran = run_answers(
        notebook, [replace(question, name=name, cases=part) for part in parts], unseen
    )
    classes = []
    with bounded_memory():
        for part, answer in zip(parts, ran.answers, strict=True):
            for outcome in read_reply(answer, len(part)):
                if not (isinstance(outcome, Returned) and outcome.value in CLASSES):
                    return Predictions(job.submission.student, [], _reason(outcome))
                classes.append(str(outcome.value))
    return Predictions(job.submission.student, classes)


def _reason(outcome: Outcome) -> str:
    """Return why an outcome is no class, in words that hold nothing of the review."""
    if isinstance(outcome, Returned):
        return f"it says something else than {' or '.join(CLASSES)}"
    return f"it came to no class: {outcome.kind} {outcome.exception}".strip()


def _read_groups(path: Path | None) -> Mapping[str, str]:
    """Read student -> the folder of the lab group."""
    if path is None:
        return {}
    group_of = read_groups(read_file(path, "groups"), path.name)
    return {student: file_name(group or NO_GROUP) for student, group in group_of.items()}
