"""Who is in a class: from a learning platform's list of it, or any table with a column student.

Where a list has the platform's numbers, these alone tell who a submission is from, because students
can be called alike, and can change names.
"""

import difflib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from labkit.instructor.grading.submissions.identify import (
    display,
    filed,
    from_name,
    letters,
    twin_key,
)
from labkit.instructor.grading.submissions.platforms import (
    PLAIN,
    Platform,
    read_platforms,
    read_rows,
)
from labkit.instructor.grading.submissions.tables import parse_table


@dataclass(frozen=True)
class Student:
    """One student of a class: an identifier, the name to show, the platform's number."""

    identifier: str
    display: str = ""
    number: str = ""
    email: str = ""

    @cached_property
    def names(self) -> set[str]:
        """What the student can be called: the name, in either order, or the address."""
        first, _, last = self.display.rpartition(" ")
        return {*map(letters, (self.display, f"{last}{first}", self.email))}


@dataclass(frozen=True)
class Roster:
    """A class as its list has it: identifier -> Student, and whose numbers the list has."""

    students: Mapping[str, Student]
    platform: str
    left_out: Mapping[str, str]  # lines that name nobody who could have an identifier -> why

    def find(self, name: str, number: str = "", platform: str = PLAIN) -> Student:
        """Return the student of a platform's number, or else of a name; raise ValueError if none."""
        shown, everyone = display(f"{name} {number}".strip()), self.students.values()
        has_numbers = self.platform in (platform, PLAIN) and any(s.number for s in everyone)
        if number and has_numbers:
            students = [s for s in everyone if s.number == number]
            if students and not _is_called(name, students[0].display):
                raise ValueError(
                    f"its name has the number of one student of the roster and not the name: {shown}"
                )
        else:
            key, called = "" if number else twin_key(filed(name)), letters(name)
            by_identifier = [s for s in everyone if twin_key(s.identifier) == key]
            students = by_identifier or [s for s in everyone if called and called in s.names]
        if len(students) > 1:
            raise ValueError(
                f"{len(students)} students of the roster are called {shown}; give a list with the "
                "platform's numbers (Moodle's grading worksheet, Canvas's gradebook)"
            )
        if not students:
            raise ValueError(f"{shown} is not in the roster")
        return students[0]


def find_meant(text: str, students: Iterable[Student], argument: str = "student") -> Student:
    """Return the student whom a person calls by identifier, name, number or address; else raise."""
    everyone = list(students)
    called = letters(text)
    found = [s for s in everyone if twin_key(s.identifier) == twin_key(filed(text))]
    found = found or [s for s in everyone if called and called in {*s.names, s.number}]
    if len(found) == 1:
        return found[0]
    names = {name: s for s in everyone for name in {letters(s.identifier), *s.names} - {""}}
    near = [name for name in names if called and called in name]
    near = near or difflib.get_close_matches(called, names)
    near_by = dict.fromkeys(s.identifier for s in found or map(names.__getitem__, near))
    said = f": is {' or '.join([*near_by][:3])} meant?" if near_by else ""
    raise ValueError(f"{argument} must be one student of the class, not {display(text)!r}{said}")


@dataclass(frozen=True)
class Groups:
    """Who hands in together: the name of each group by its `letters`, its members, and everyone."""

    names: Mapping[str, str]
    members: Mapping[str, list[Student]]
    everyone: Roster

    @property
    def alone(self) -> list[str]:
        """Those who are in no group."""
        grouped = {student.identifier for each in self.members.values() for student in each}
        return sorted(self.everyone.students.keys() - grouped)


def read_groups(data: bytes, file: str) -> dict[str, str]:
    """Return student -> group, "" for none, of a table; raise ValueError if it is none of groups."""
    table, group_of = parse_table(data, "groups", file), dict[str, str]()
    if not {"student", "group"} <= table.headings.keys():
        raise ValueError(f"groups must be a table with the columns student and group, not {file}")
    for row in table.rows:
        student, group = table.cell(row, "student"), table.cell(row, "group")
        if student and group_of.setdefault(student, group) != group:
            raise ValueError(f"groups must have {display(student)} once, not in two ({file})")
    return group_of


def form_groups(data: bytes, file: str, roster: Roster | None) -> Groups:
    """Return the groups of a table, whose students are those of the roster if there is one."""
    names, members, everyone = dict[str, str](), defaultdict[str, list[Student]](list), {}
    for name, group in read_groups(data, file).items():
        if roster:
            student = find_meant(name, roster.students.values(), f"each student of groups ({file})")
        else:
            student = Student(from_name(name), display(name), email=name if "@" in name else "")
        everyone[student.identifier] = student
        if group:
            key = letters(group) or group
            if names.setdefault(key, group) != group:
                raise ValueError(
                    "groups must tell its groups apart by letters and digits, as Canvas does, not have "
                    f"{display(names[key])} and {display(group)} ({file})"
                )
            members[key].append(student)
    return Groups(names, members, roster or Roster(everyone, PLAIN, {}))


def _is_called(written: str, name: str) -> bool:
    """Tell whether a name that a platform has written shares a word with another; "" is anybody's."""
    words = re.findall(r"[^\W_]+", name)
    return not (written and words) or any(letters(word) in letters(written) for word in words)


def read_roster(data: bytes, file: str, platforms: Mapping[str, Platform] | None = None) -> Roster:
    """Return the class of a table; raise ValueError if it is none, or two cannot be told apart."""
    table = parse_table(data, "roster", file)
    platform, rows = read_rows(table, platforms or read_platforms())
    students, called, left_out = dict[str, Student](), dict[str, Student](), dict[str, str]()
    for row in rows:
        own, name, number = row["student"].removeprefix("#"), row["name"], row["number"]
        if not own and not number:
            continue
        try:
            identifier = from_name(own)
        except ValueError as error:
            if not number:
                left_out[display(own)] = str(error)
                continue
            identifier = from_name(name, number)
        email = row["email"] or (own if "@" in own else "")
        name = name or (own if own != identifier else "")
        student = Student(identifier, display(name), number, email)
        for key in filter(None, (twin_key(identifier), number and f"the number {number}")):
            if called.setdefault(key, student) != student:  # the same one is in two sections
                raise ValueError(
                    f"roster must tell its students apart, not have two called {key!r} ({file})"
                )
        students[identifier] = student
    if not students:
        raise ValueError(
            "roster must be Moodle's grading worksheet (in English), Canvas's gradebook, or a table "
            f"with a column student, not {file}, which has {', '.join(table.header)[:200]}"
        )
    return Roster(students, platform.name, left_out)
