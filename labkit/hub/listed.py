"""Who on the list of the class is who on the hub.

A list can call a student by a number and have the address that the student signs in with beside it,
or write in capitals what JupyterHub has in small letters. Marks are filed under what the list says.
"""

import tomllib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import lru_cache

from labkit.grading.classroom.layouts import Owner
from labkit.grading.classroom.roster import Roster, read_roster
from labkit.grading.classroom.tables import decoded
from labkit.hub.course import Course
from labkit.hub.names import lower_case
from labkit.hub.toml import written


class Listed:
    """The list of a class, seen from the hub.

    Parameters
    ----------
    roster : Roster or None
        None if the course has no list.
    """

    def __init__(self, roster: Roster | None) -> None:
        self.roster = roster

    def has(self, username: str) -> bool:
        """Tell whether somebody on the list is meant."""
        return self._find(username) is not None

    def called(self, username: str) -> str:
        """Give what marks call who signs in by a name; the name itself of who is not on the list."""
        return self._find(username) or username

    def display(self, student: str) -> str:
        """Give the name to show of somebody whom marks call so; "" if the list has none."""
        known = self.roster.students.get(student) if self.roster else None
        return known.display if known else ""

    def signing_in(self, known: Iterable[str]) -> dict[str, str]:
        """Give what each student of the list signs in with.

        Parameters
        ----------
        known : iterable of str
            By what names people sign in, or have.

        Returns
        -------
        dict
            What marks call a student -> the name, which is what marks say, in small letters, where
            nobody has signed in yet. Of who cannot sign in by it, it is as marks have it.
        """
        students = self.roster.students if self.roster else {}
        found = {name: lower_case(name) for name in students}
        taken = set(known)
        for username in sorted(taken):
            name = self._find(username)
            if name is not None and found[name] not in taken:
                found[name] = username
        return found

    def _find(self, username: str) -> str | None:
        if self.roster is not None:
            with suppress(ValueError):  # nobody, or one of several
                return self.roster.find(Owner(username)).identifier
        return None


def read_listed(course: Course) -> Listed:
    """Read the list of a class.

    Parameters
    ----------
    course : Course

    Returns
    -------
    Listed

    Raises
    ------
    OSError, ValueError
        If it cannot be read.
    """
    if course.roster is None:
        return Listed(None)
    return _listed(course.roster.read_bytes(), course.roster.name)


@lru_cache(maxsize=2)
def _listed(data: bytes, name: str) -> Listed:
    return Listed(read_roster(decoded(data, "roster", name), name))


def known_to_marks(course: Course, listed: Listed, usernames: Iterable[str]) -> Course:
    """Give a course whose extensions count by either name of a student, and for the grader too.

    Parameters
    ----------
    course : Course
    listed : Listed
        The list of its class.
    usernames : iterable of str
        Who has handed in.

    Returns
    -------
    Course
        The same, where it has no list or no extensions. Where a student has two for one tick, the
        later one counts.
    """
    if listed.roster is None or not course.late.extensions:
        return course
    own: dict[tuple[str, str], datetime] = {}
    for (student, tick), when in course.late.extensions.items():
        key = listed.called(student), tick
        own[key] = max(when, own.get(key, when))
    extensions = dict(own)
    for username in usernames:
        name = listed.called(username)
        extensions |= {(username, tick): when for (who, tick), when in own.items() if who == name}
    table = tomllib.loads(course.late_text)
    table["extensions"] = {}
    for (student, tick), when in own.items():
        table["extensions"].setdefault(student, {})[tick] = when
    late = replace(course.late, extensions=extensions)
    return replace(course, late=late, late_text=written(table))
