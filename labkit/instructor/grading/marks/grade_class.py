"""Grade a class: from a folder of submissions to marks and feedback.

The folder of the class holds a record for each submission. Whatever else is in it is derived from
these, so that a run that was ended at any moment is completed by running it again, and only what
has changed is graded anew.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from labkit.arguments import as_count
from labkit.instructor.grading.base.atomic import alone, remove_unfinished
from labkit.instructor.grading.judging.child import end_all
from labkit.instructor.grading.judging.grade_one import Job, grade_one, limits_of
from labkit.instructor.grading.judging.record import HandedIn, Record
from labkit.instructor.grading.judging.tick import load_ticks
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import Row
from labkit.instructor.grading.marks.publish import publish
from labkit.instructor.grading.marks.settings import GradingSettings, read_settings
from labkit.instructor.grading.marks.store import Store
from labkit.instructor.grading.sandbox.bubblewrap import SandboxUnavailable, available
from labkit.instructor.grading.sandbox.run import remove_left
from labkit.instructor.grading.submissions.collect import collect
from labkit.instructor.grading.submissions.identify import twin_key
from labkit.notebook_env import progress

#: How many students are named whose penalty would change.
_NAMED = 5

#: By student and tick.
_Records: TypeAlias = Mapping[tuple[str, str], Record]


@dataclass(frozen=True)
class Done:
    """What a run did: the rows of the class, how many it graded, and what to look at, in words."""

    rows: list[Row]
    graded: int
    notes: list[str]


@dataclass(frozen=True)
class Running:
    """How submissions are run: so many `jobs` at a time.

    With `unsafe` code runs unconfined, and every page says so. A submission may use `timeout` seconds
    of processor time, by default as the tick says, or 60, and last five times as long.
    """

    jobs: int = 1
    unsafe: bool = False
    timeout: int | None = None


def grade(
    submissions: Path,
    out: Path,
    ticks: Path,
    running: Running,
    *,
    tick: str | None = None,
    change_penalties: bool = False,
    force: bool = False,
    **given: Any,
) -> Done:
    """Grade all submissions in a folder or a zip file, or only those to a `tick`.

    `out` is the folder of the class, for records and all that is made of them; `ticks` is the
    instructor's folder of ticks. With `force` also what has not changed is graded; marks by hand
    stay. Penalties of earlier runs stay, unless `change_penalties` says otherwise.

    What else is `given`, the files `late`, `roster`, `groups`, `times` and `platform` and the values of
    `GradingSettings`, is remembered in `out`.
    """
    _refuse_overlap(submissions, out)
    if running.timeout is not None:
        as_count(running.timeout, "timeout", least=10)
    refuse_unconfined(running.unsafe)
    known = load_ticks(ticks)
    if tick is not None:
        load_ticks(ticks, tick)  # which raises if there is no such tick
    with alone(out):
        remove_unfinished(out)
        store, earlier = Store(out), read_settings(out)
        settings = earlier.with_given(known, **given)
        before = {_key(r): r for r in store.all() if r.batch is None}
        handed_in = collect(
            submissions,
            known,
            tick=tick or "",
            roster=settings.roster,
            groups=settings.groups,
            times=settings.times,
            file_times=settings.file_times,
            others={student for student, _ in before},
            platforms=settings.platforms,
        )
        handed_in = [s for s in handed_in if tick in (None, s.tick)]
        accepted = {_key(s): s for s in handed_in if not s.status}
        todo, kept = [], dict[tuple[str, str], Record]()
        for key, submission in accepted.items():
            limits, record = limits_of(known[submission.tick], running.timeout), before.get(key)
            job = Job(submission, known[submission.tick], limits, running.unsafe)
            if record and record.fingerprint == job.fingerprint and not force and record.marks:
                # Its name and time are as they are known today; how its run ended stays.
                today = submission.known | {"status": record.status, "reason": record.reason}
                kept[key] = replace(record, **today)
            else:
                todo.append(job)
        if not change_penalties:
            _refuse_other_penalties(before, earlier.policy, before | kept, settings.policy)
        settings.save(out)
        for key, record in kept.items():
            if record != before[key]:
                store.save(record)
        store.save_ungraded(handed_in, str(submissions.resolve()))
        together = defaultdict[tuple[str, str], list[Job]](list)
        for job in todo:  # a group's work is run once
            whose = job.submission.group or f"/{job.submission.student}"
            together[whose, job.fingerprint].append(job)
        jobs_of = {_key(jobs[0].submission): jobs for jobs in together.values()}
        first = [jobs[0] for jobs in together.values()]
        for record in run_here(first, running.jobs, grade_one):
            for job in jobs_of[_key(record)]:
                ended = {"status": record.status, "reason": record.reason}
                store.save(replace(record, **job.submission.known | ended))
        rows = publish(out, known, accepted.values())
    remove_left()  # of kernels, which have ended
    return Done(rows, len(todo), _notes(rows, settings))


def _key(work: HandedIn) -> tuple[str, str]:
    return work.student, work.tick


def refuse_unconfined(unsafe: bool) -> None:
    """Raise if this machine cannot grade, or cannot confine code that is not to run `unsafe`."""
    if not hasattr(os, "fork"):
        raise OSError("grading must run on Linux, on macOS or in WSL, not on Windows itself")
    if not unsafe and (obstacle := available()):
        raise SandboxUnavailable(f"{obstacle} --unsafe runs students' code unconfined.")


def _refuse_overlap(submissions: Path, out: Path) -> None:
    inner, outer = out.resolve(), submissions.resolve()
    if submissions.is_dir() and (inner.is_relative_to(outer) or outer.is_relative_to(inner)):
        raise ValueError(
            f"out must be a folder outside of {submissions} and not around it, not {out}"
        )


def _refuse_other_penalties(before: _Records, old: Policy, now: _Records, new: Policy) -> None:
    """Raise if a penalty would change; to learn when work was handed in is what was asked for."""
    changes = []
    for key, record in before.items():
        was = old.lateness(*key, record.submitted, record.dated)
        will_be = new.lateness(*key, now[key].submitted, now[key].dated)
        if record.marks and not was.unknown and was.penalty != will_be.penalty:
            shares = f"{100 * was.penalty:g}% -> {100 * will_be.penalty:g}%"
            changes.append(f"{record.student} ({record.tick}): {shares}")
    if changes:
        named = "; ".join(changes[:_NAMED])
        raise ValueError(
            f"late must leave the penalties of earlier runs as they are, and {len(changes)} would be "
            f"another one: {named}. Give --change-penalties if that is meant"
        )


def _notes(rows: list[Row], settings: GradingSettings) -> list[str]:
    """Return notes on what an instructor may have overlooked."""
    notes = []
    if undated := sum(row.late.unknown for row in rows):
        notes.append(
            f"with a deadline, but handed in nobody knows when: {undated}; nothing is taken off. "
            "Give --times FILE, or --file-times if the files' own times can be trusted"
        )
    if settings.roster:
        odd = settings.roster.left_out.items()
        notes += [f"{name} of the roster is left out: {why}" for name, why in odd]
    if settings.groups:
        if alone := settings.groups.alone:
            notes.append(f"in no group of --groups: {', '.join(alone)}")
        names = {*settings.groups.names.values()} - {row.record.group for row in rows}
        if names:
            notes.append(f"groups that have handed in nothing: {', '.join(sorted(names))}")
    students = {twin_key(row.record.student) for row in rows}
    for student in sorted({student for student, _ in settings.policy.extensions} - students):
        notes.append(f"an extension for {student}, who has handed in nothing: is the name right?")
    return notes


Value = TypeVar("Value")


def run_here(jobs: Sequence[Job], number: int, work: Callable[[Job], Value]) -> Iterator[Value]:
    """Do some work on each job, so many at a time, and yield what it gives in any order."""
    with ThreadPoolExecutor(as_count(number, "jobs", least=1)) as pool:
        try:
            futures = [pool.submit(work, job) for job in jobs]
            for future in progress(as_completed(futures), "grading", len(futures)):
                yield future.result()
        except BaseException:  # an interrupt, which does not wait for the notebooks that run
            pool.shutdown(wait=False, cancel_futures=True)
            end_all()
            raise
