"""One round of the grading service: take in what was handed in, have it graded, give it back.

All state is on the disk. A round that was killed at any moment is made good by the next: versions
are kept whole or not at all, the folder that is graded is derived from them, marks from that
(`labkit.grading`), and what is given back is compared with what was. One service at a time works
on a course.

A page is given back again whenever it changes: when a person has marked a written answer, when a
question was ruled on, when the version that counts is another one.
"""

import hashlib
import json
import os
import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from labkit.checks.marking import Status as Ended
from labkit.grading.base.atomic import alone, write_whole
from labkit.grading.classroom.batch import Done, grade
from labkit.grading.classroom.records import Store
from labkit.grading.classroom.settings import remembered
from labkit.hub import exchange
from labkit.hub.accounts import own_users
from labkit.hub.course import LAB, Course, Feedback
from labkit.hub.listed import Listed, known_to_marks, read_listed
from labkit.hub.memory import NEVER, REGULARLY, Memory, Work, is_past
from labkit.hub.notices import notice, with_marked
from labkit.hub.status import MARKED, read_status, service_folder, write_status
from labkit.hub.versions import HandedIn, Versions, counting, in_time, marked_as

#: Versions that are marked in one round: what came first is given back before all is marked.
MOST_AT_ONCE = 16

#: So soon all is graded again where something could not be, which may be this machine's fault.
SOON = timedelta(minutes=2)

#: Seconds to mark a work, beyond which its next version waits until the others are marked.
SLOW = 30.0

_LATE = "late.toml"


@dataclass(frozen=True)
class Step:
    """What a round did.

    Attributes
    ----------
    collected : tuple of HandedIn
        Versions that are known from now on, refused ones too.
    marked : int
        Works that were given to the grader: new ones, and such as count in another version.
    given : int
        Pages that were given back.
    more : bool
        Whether there is more to mark at once.
    trouble : tuple of str
        What somebody should look at.
    """

    collected: tuple[HandedIn, ...] = ()
    marked: int = 0
    given: int = 0
    more: bool = False
    trouble: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Marked:
    """What the grader came to last, of each work: "student/tick".

    Attributes
    ----------
    taken : dict
        Work -> the version that the grader was given.
    keys : dict
        Work -> the version that its marks and its page are of.
    names : dict
        Work -> what its student is called in the marks.
    refusals : dict
        Work -> why the grader has not taken it.
    rules : str
        A digest of what the grader was told besides, and of the gradebook as it left it.
    when : datetime
    complete : bool
        Whether all could be graded.
    """

    taken: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    refusals: Mapping[str, str] = field(default_factory=dict)
    rules: str = ""
    when: datetime = NEVER
    complete: bool = False


def step(
    course: Course,
    lab: Path = LAB,
    *,
    now: datetime | None = None,
    memory: Memory | None = None,
) -> Step:
    """Take in, grade and give back, once.

    Parameters
    ----------
    course : Course
    lab : Path
        The lab's folder, with its solutions and hidden cases.
    now : datetime, optional
        What time it is, for feedback that waits for a deadline.
    memory : Memory, optional
        Of the round before, so that less has to be read.

    Returns
    -------
    Step
        What was done.

    Raises
    ------
    BlockingIOError
        If another service is at work on the course, or somebody with its marks.
    OSError, ValueError
        If the exchange, the disk or the grader will not do; the next round tries again.
    """
    versions, memory = Versions(course.versions), memory or Memory()
    with alone(service_folder(course)):
        versions.clean()
        collected = exchange.collect(course, lab)
        said = (*collected.trouble, *versions.damaged())
        state = _rules(course), course.feedback
        if not collected.versions and memory.is_fresh(state):
            return Step(trouble=said)
        trouble: list[str] = []
        listed = read_listed(course)
        as_it_is, course = course, known_to_marks(course, listed, versions.students())
        memory.bring_up_to_date(course, versions, collected.versions, trouble)
        more, there = _put(course, versions, memory.works, listed, trouble)
        marked, number = _grade(course, lab, there, listed)
        given = _give_back(course, memory, listed, marked, now or datetime.now(UTC), trouble)
        memory.looked(None if more or trouble else (_rules(as_it_is), course.feedback))
    return Step(collected.versions, number, given, more, (*said, *trouble))


def _put(
    course: Course,
    versions: Versions,
    works: Mapping[Work, Sequence[HandedIn]],
    listed: Listed,
    trouble: list[str],
) -> tuple[bool, dict[str, str]]:
    """Put the versions that count where they are graded; tell which are there."""
    there, todo = {}, []
    for student, tick in works:
        if key := marked_as(course.submitted, student, tick):
            there[f"{student}/{tick}"] = key
    together = _together(works, listed)
    for known in together:
        counts = counting(known, course.late)
        if counts and there.get(_work(counts)) != counts.key:
            todo.append(counts)
    # A round ends with its slowest: who hands in a loop without end, again and again, holds up
    # nobody but such as do the same.
    slow = (
        {version.key for version in todo if _was_slow(course, listed, version)}
        if len(todo) > 1
        else {}
    )
    todo.sort(key=lambda version: (version.key in slow, version.key))
    now = [version for version in todo if version.key not in slow] or todo
    for version in now[:MOST_AT_ONCE]:
        try:
            versions.put(version, course.submitted)
        except Exception as error:  # whatever it is, it is one student's; or our disk is full
            trouble.append(f"{version.student}, {version.tick}: it cannot be marked yet: {error}")
            continue
        there[_work(version)] = version.key
    for known in together:
        _withdraw(course, versions, known, there)
    return len(todo) > len(now[:MOST_AT_ONCE]), there


def _work(version: HandedIn) -> str:
    return f"{version.student}/{version.tick}"


def _together(works: Mapping[Work, Sequence[HandedIn]], listed: Listed) -> list[list[HandedIn]]:
    """Gather versions by whose they are in the marks: who has two accounts hands in as one."""
    found: dict[Work, list[HandedIn]] = {}
    for (student, tick), known in works.items():
        found.setdefault((listed.called(student), tick), []).extend(known)
    return list(found.values())


def _withdraw(
    course: Course, versions: Versions, known: Sequence[HandedIn], there: dict[str, str]
) -> None:
    """Take away what a student's other accounts have there, once what counts is there."""
    counts = counting(known, course.late)
    if counts and there.get(_work(counts)) == counts.key:
        for version in known:
            if version.student != counts.student and there.pop(_work(version), ""):
                versions.withdraw(version, course.submitted)


def _was_slow(course: Course, listed: Listed, version: HandedIn) -> bool:
    """Tell whether the work that this version replaces took long to mark."""
    record = Store(course.marks).of(listed.called(version.student), version.tick)
    return record is not None and (record.seconds or 0.0) > SLOW


def _grade(
    course: Course, lab: Path, there: Mapping[str, str], listed: Listed
) -> tuple[_Marked, int]:
    """Have graded what has changed, or whose rules have."""
    before = _read_marked(course)
    fresh = [work for work, key in there.items() if before.taken.get(work) != key]
    old = is_past(before.when, REGULARLY if before.complete else SOON)
    if not there or not (fresh or old or before.rules != _rules(course)):
        return before, 0
    # Should this be killed, or fail: nothing is given back of what is not marked anew.
    keys = {work: key for work, key in before.keys.items() if there.get(work) == key}
    _write_marked(course, replace(before, keys=keys, refusals={}, rules=""))
    write_status(course, replace(read_status(course), since=datetime.now(UTC), marking=len(fresh)))
    _forget_the_list(course)
    late = service_folder(course) / _LATE
    write_whole(late, course.late_text)
    done = grade(
        course.submitted,
        course.marks,
        lab / "notebooks" / "ticks",
        late=late,
        roster=course.roster,
        # The course file is what an instructor edits: what it says of deadlines is meant.
        change_penalties=True,
        jobs=len(os.sched_getaffinity(0)),
        progress=False,
    )
    if own_users(course):
        _let_instructors_mark(course)
    marked = _marked(done, there, _rules(course), listed)
    _write_marked(course, marked)
    return marked, len(fresh)


def _forget_the_list(course: Course) -> None:
    """Have the grader forget the list of a class that is no longer in the course's file."""
    if course.roster is None:
        with alone(course.marks):
            before = remembered(course.marks)
            if before.roster is not None:
                replace(before, roster=None).save(course.marks)


def _let_instructors_mark(course: Course) -> None:
    """Let Formgrader write: SQLite makes its file so that a group may only read it."""
    book = course.marks / "gradebook.db"
    with suppress(OSError):  # there is none yet
        book.chmod(stat.S_IMODE(book.stat().st_mode) | stat.S_IRGRP | stat.S_IWGRP)


def _marked(done: Done, there: Mapping[str, str], rules: str, listed: Listed) -> _Marked:
    """Tell which versions have marks: of one that was refused, an earlier one's are still there."""
    graded, refused = {}, {}
    for row in done.rows:
        record = row.record
        if record.batch is None and row.graded:
            graded[record.student, record.tick] = record.submitted
        elif record.status is Ended.REFUSED:
            refused["/".join(record.file.split("/")[:2])] = record.reason
    names = {work: listed.called(work.split("/")[0]) for work in there}
    keys = {
        work: key
        for work, key in there.items()
        if graded.get((names[work], work.split("/")[1])) == HandedIn.time_of(key)
    }
    # The grader refuses a file, or all that a student has.
    why = {work: refused.get(work) or refused.get(work.split("/")[0], "") for work in there}
    refusals = {work: reason for work, reason in why.items() if reason and work not in keys}
    complete = not done.statuses[Ended.FAILED]
    return _Marked(
        dict(there),
        keys,
        {work: names[work] for work in keys},
        refusals,
        rules,
        datetime.now(UTC),
        complete,
    )


def _rules(course: Course) -> str:
    """Give what changes when the marks are to be made anew for another reason than new work."""
    digest = hashlib.sha256(course.late_text.encode())
    if course.roster:
        digest.update(course.roster.read_bytes())
    with suppress(OSError):  # there is none yet
        info = (course.marks / "gradebook.db").stat()
        digest.update(f"{info.st_mtime_ns} {info.st_size}".encode())
    return digest.hexdigest()


def _give_back(
    course: Course,
    memory: Memory,
    listed: Listed,
    marked: _Marked,
    now: datetime,
    trouble: list[str],
) -> int:
    given = 0
    for known in _together(memory.works, listed):
        counts = counting(known, course.late)
        for version in known:
            try:
                given += _give(course, memory, version, counts, marked, now)
            except Exception as error:  # whatever it is, it stops no other's
                who = f"{version.student}, {version.tick}"
                trouble.append(f"{who}: nothing can be given back yet: {error}")
    return given


def _give(
    course: Course,
    memory: Memory,
    version: HandedIn,
    counts: HandedIn | None,
    marked: _Marked,
    now: datetime,
) -> bool:
    """Give a version's student the page that it is to have, unless it is there; none, or none yet."""
    student, tick = version.student, version.tick
    name = marked.names.get(f"{student}/{tick}", student)
    place = course.marks / "feedback" / name / tick / f"{tick}.html"
    due = course.late.deadline(student, tick)
    told = _untold(course, version, counts, marked)
    if told is not None:
        state: object = (told.refusal, counts and counts.key, due)
    elif counts and version.key == counts.key == marked.keys.get(f"{student}/{tick}"):
        if course.feedback is Feedback.AT_DEADLINE and due and now <= due + course.late.grace:
            return False
        info = place.stat()
        state = (info.st_mtime_ns, info.st_size, info.st_ino)
    else:
        return False
    key = student, tick, version.key
    if memory.given.get(key) == state:
        return False
    page = notice(told, counts, due) if told else place.read_text(encoding="utf8")
    record = None if told else Store(course.marks).of(name, tick)
    page = with_marked(page, version, Path(record.file).stem) if record else page
    given = exchange.give_back(course, version, page)
    memory.given[key] = state
    return given


def _untold(
    course: Course, version: HandedIn, counts: HandedIn | None, marked: _Marked
) -> HandedIn | None:
    """Give a version as its student is told of it, where it does not count; else None."""
    work = f"{version.student}/{version.tick}"
    if version.refusal:
        return version
    if counts and version.key != counts.key:
        # What was replaced in time keeps the page that it had.
        return None if in_time(version, course.late) else version
    if work in marked.refusals and marked.taken.get(work) == version.key:
        return replace(version, refusal=marked.refusals[work])
    return None


def _read_marked(course: Course) -> _Marked:
    try:
        found = json.loads((service_folder(course) / MARKED).read_text(encoding="utf8"))
        found["when"] = datetime.fromisoformat(found["when"])
        return _Marked(**found)
    except (OSError, ValueError, TypeError, KeyError):  # none yet, or the power failed
        return _Marked()


def _write_marked(course: Course, marked: _Marked) -> None:
    text = json.dumps(asdict(marked), default=datetime.isoformat, indent=1)
    write_whole(service_folder(course) / MARKED, text)
