"""Take in what a class handed in: a folder, or a zip file from a learning platform.

Every file becomes a submission, goes with one, or is a row that says why not. Each
student's work is taken in by itself: whatever it is, it spoils no other's. How files are
read says `sources`, whose they are `layouts` and `roster`, what they come to `work`, and
when they were handed in `times`.
"""

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from labkit.checks.marking import Status
from labkit.grading.base.atomic import AnyPath
from labkit.grading.base.identity import display, from_name, look_key, twin_key
from labkit.grading.classroom.layouts import (
    Layout,
    Owner,
    Platform,
    is_around,
    is_of_sakai,
    is_system,
    layout_of,
)
from labkit.grading.classroom.pieces import Person, Piece, Submission, is_hidden, shown
from labkit.grading.classroom.roster import Roster, Student
from labkit.grading.classroom.sources import Entry, Source, opened
from labkit.grading.classroom.taken import Taken
from labkit.grading.classroom.times import Submitted, Times, read_gradescope
from labkit.grading.classroom.work import SPARE, Clock, first_line, work_of
from labkit.grading.submission.tick import Tick

__all__ = ["Submission", "intake"]

#: Files of one student. More than this is not a student's work.
MOST_OF_ONE = 1_000

#: What Gradescope says of the folders around it.
_GRADESCOPE = "submission_metadata.yml"


@dataclass(frozen=True)
class _Unit:
    """An outermost folder or file, and what it is of."""

    path: tuple[str, ...]
    entries: Sequence[Entry]
    owner: Owner
    is_file: bool
    student: str = ""
    display: str = ""
    refusal: str = ""

    @property
    def pieces(self) -> list[Piece]:
        """Its files, each with the path that its student gave it."""
        in_folder = not self.is_file and not self.owner.tick
        return [Piece(e, self.owner, self._own_path(e), in_folder) for e in self.entries]

    def _own_path(self, entry: Entry) -> tuple[str, ...]:
        """Give the path that its student gave a file; of several attempts, each in its own folder."""
        own = entry.parts[len(self.path) :]
        if self.is_file:
            own = (self.owner.rest or self.path[-1],)
        elif self.owner.is_feedback(own):
            return ()
        return (str(self.owner.order), *own) if own and self.owner.platform.writes_attempts else own


def intake(
    submissions: AnyPath,
    ticks: Mapping[str, Tick],
    *,
    roster: Roster | None = None,
    times: Times | None = None,
    file_times: bool = False,
    others: Collection[str] = (),
    out: AnyPath | None = None,
) -> list[Submission]:
    """Read every submission in a folder or a zip file.

    Parameters
    ----------
    submissions : path
        As a learning platform gives it out, or nbgrader's folder
        ``student/tick/notebook.ipynb``, or files ``student_tick.ipynb``.
    ticks : dict
        Name -> Tick.
    roster : Roster, optional
        The class. Work of others is refused.
    times : Times, optional
        When work was handed in.
    file_times : bool
        Whether the files' own times are those of handing in.
    others : collection of str
        Identifiers that are taken by earlier work.
    out : path, optional
        The folder of the class, to remember there what was read in.

    Returns
    -------
    list of Submission
        At least one for each student, and one for each file that is no
        submission and does not go with one. Of several notebooks of one student
        and tick, the last that can be read is to be graded.

    Raises
    ------
    FileNotFoundError
        If there is no such folder or file.
    ValueError
        If it is neither a folder nor a zip file, or holds too many files.
    """
    times = times or Times()
    zone = None if times.zone is UTC else times.zone  # the class's, if somebody has named it
    with opened(submissions, zone) as source:
        layout = layout_of(source, ticks)
        units, times = _units(source, layout, times)
        units = [one for unit in units for one in _identified(unit, roster)]
        units = _apart(units, roster, others)
        clock = Clock(times, by_nbgrader=not source.is_zip, by_files=file_times)
        found = [row for unit in units if unit.refusal for row in [_refused(unit)]]
        taken_in = Taken(ticks, out)
        taken_in.forget_others()
        for person in _people(unit for unit in units if not unit.refusal):
            try:
                found += work_of(person, layout, taken_in, clock)
            except Exception as error:  # whatever it is, it is one student's
                found.append(_spoilt(person, error))
    return _named_once(sorted(_hinted(found, units), key=lambda s: s.file))


def _units(source: Source, layout: Layout, times: Times) -> tuple[list[_Unit], Times]:
    """Gather what is in a collection by its outermost folders and files."""
    found: dict[tuple[str, ...], list[Entry]] = {}
    count: dict[tuple[str, ...], int] = {}
    about = (*layout.around, _GRADESCOPE)
    said: dict[str, Submitted] = {}
    passed_over: dict[tuple[str, ...], None] = {}

    def wanted(parts: tuple[str, ...]) -> bool:
        unit = layout.unit(parts)
        if any(map(is_system, parts)) or any(map(is_hidden, parts[len(unit) :])):
            if not any(map(is_system, unit)):
                passed_over[unit] = None
            return False
        count[unit] = count.get(unit, 0) + 1
        return count[unit] <= MOST_OF_ONE

    units: list[_Unit] = []
    for entry in source.walk(wanted):
        if entry.parts == about and not entry.refusal:
            try:
                said = read_gradescope(entry.read())
            except Exception as error:  # the folders are graded under their own numbers
                spoilt = replace(entry, read=bytes, refusal=first_line(error))
                units.append(_Unit(about, [spoilt], Owner(""), is_file=True))
        elif entry.parts[:-1] == layout.around and entry.name in layout.lists:
            continue
        elif entry.parts:
            found.setdefault(layout.unit(entry.parts), []).append(entry)
    for path in passed_over:  # a folder in which there is nothing else is a student's all the same
        found.setdefault(path, [Entry(path, datetime.now(UTC), empty_folder=True)])
        count.setdefault(path, 1)
    when: dict[tuple[str, str], datetime] = {}
    for path, entries in found.items():
        is_file = [entry.parts for entry in entries] == [path] and not entries[0].empty_folder
        owner = layout.owner(path, is_file)
        refusal = f"more than {MOST_OF_ONE:,} files" if count[path] > MOST_OF_ONE else ""
        unit = _Unit(path, entries, owner, is_file, refusal=refusal)
        told = said.get(path[-1]) if owner.platform is Platform.GRADESCOPE else None
        units += (
            [replace(unit, owner=replace(who, tick=owner.tick)) for who in told.students]
            if told
            else [unit]
        )
        if told and told.when:
            when |= {(who.name, who.number): told.when for who in told.students}
    return units, replace(times, gradescope=when)


def _identified(unit: _Unit, roster: Roster | None) -> list[_Unit]:
    """Tell whose an outermost folder or file is; of a team's work, give it to each of the team."""
    owner, identifier, refusal = unit.owner, "", unit.refusal
    name = display(owner.name)
    try:
        if not (owner.name or owner.number):
            raise ValueError("its name says which tick it is, and not whose")
        if is_around(owner.name) and not unit.is_file:
            raise ValueError("a folder around students' work, and no student's: grade it by itself")
        if is_of_sakai({part for e in unit.entries for part in e.parts[len(unit.path) :][:1]}):
            raise ValueError(
                "Sakai's folder around students' work, and no student's: unpack it, and grade it by itself"
            )
        if owner.platform.has_own_numbers:
            identifier = from_name(owner.number)
        else:
            identifier = from_name(owner.name, owner.number)
    except ValueError as error:
        refusal = refusal or first_line(error)
    if roster is not None:
        try:
            return [_of(unit, student) for student in roster.find_all(owner)]
        except ValueError as error:
            untold = unit.path[-1] == f"submission_{owner.number}"  # by Gradescope, of whom it is
            refusal = refusal or (
                f"{_GRADESCOPE} does not say whose it is" if untold else first_line(error)
            )
    shown_as = "" if name == identifier else name
    return [replace(unit, student=identifier, display=shown_as, refusal=refusal)]


def _of(unit: _Unit, student: Student) -> _Unit:
    """Give a student what is theirs; times are listed by a student's number, not by a team's."""
    owner = unit.owner
    if owner.platform is Platform.MOODLE and student.number:
        owner = replace(owner, number=student.number)
    return replace(unit, owner=owner, student=student.identifier, display=student.display)


def _apart(units: Sequence[_Unit], roster: Roster | None, others: Collection[str]) -> list[_Unit]:
    """Refuse what two students could be mixed up by, where nobody says that they are one."""
    # A roster knows that two of its students are two, however alike they look.
    key_of = twin_key if roster else look_key
    by_key: dict[str, set[str]] = {}
    for name in (*others, *(unit.student for unit in units if unit.student)):
        by_key.setdefault(key_of(name), set()).add(name)
    sources: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for unit in units:
        told = {_said(unit.owner, roster)} - {""}
        sources.setdefault((unit.student, unit.path[:-1]), set()).update(told)
    found = []
    for unit in units:
        twins = by_key[key_of(unit.student)] - {unit.student} if unit.student else set()
        names = sources[unit.student, unit.path[:-1]]
        reason = ""
        if twins and unit.student not in others:
            reason = (
                f"{unit.student} and {min(twins)} differ only in what disks and eyes take for the "
                "same; rename one of them, or give a roster"
            )
        elif unit.student and len(names) > 1:
            reason = f"{' and '.join(sorted(names)[:3])} would be one student, {unit.student}"
        found.append(replace(unit, refusal=reason) if reason and not unit.refusal else unit)
    return found


def _said(owner: Owner, roster: Roster | None) -> str:
    """Give what tells a student from others in an outermost name."""
    if owner.number:
        return owner.number
    # With a roster a student may go by the name and by the identifier.
    return "" if roster else display(unicodedata.normalize("NFC", owner.name).strip())


def _people(units: Iterable[_Unit]) -> list[Person]:
    found: dict[str, Person] = {}
    for unit in units:
        known = found.get(unit.student, Person(unit.student, unit.display, []))
        found[unit.student] = replace(known, pieces=[*known.pieces, *unit.pieces])
    return list(found.values())


def _refused(unit: _Unit) -> Submission:
    entry = unit.entries[0]
    reason = entry.refusal if all(e.refusal for e in unit.entries) else unit.refusal
    return Submission(
        shown(unit.path),
        unit.student,
        unit.owner.tick,
        entry.modified.replace(microsecond=0),
        status=Status.REFUSED,
        reason=reason,
        display=unit.display,
        dated=False,
    )


def _spoilt(person: Person, error: Exception) -> Submission:
    entry = person.pieces[0].entry
    return Submission(
        shown(entry.parts),
        person.student,
        "",
        datetime.now(UTC).replace(microsecond=0),
        status=Status.REFUSED,
        reason=f"it cannot be taken in ({type(error).__name__}: {first_line(error)})",
        display=person.display,
        dated=False,
    )


def _hinted(found: Iterable[Submission], units: Sequence[_Unit]) -> list[Submission]:
    """Say of notebooks in several folders of the only folder that it may be around a class."""
    if len(units) != 1 or units[0].owner.platform is not Platform.PLAIN:
        return list(found)
    depth = len(units[0].path) + 1
    if len({e.parts[:depth] for e in units[0].entries if len(e.parts) > depth}) < 2:
        return list(found)
    hint = (
        f"; if {display(units[0].path[-1])} is a folder around several students' work, grade that "
        "folder by itself"
    )
    return [replace(s, reason=s.reason + hint) if s.reason in SPARE else s for s in found]


def _named_once(found: Iterable[Submission]) -> list[Submission]:
    """Give each file a path of its own, also where what cannot be printed was all that differed."""
    count: dict[tuple[str, str], int] = {}
    result = []
    for row in found:
        key = (row.student if row.refusal == "" else "", row.file)
        count[key] = count.get(key, 0) + 1
        result.append(row if count[key] == 1 else replace(row, file=f"{row.file} ({count[key]})"))
    return result
