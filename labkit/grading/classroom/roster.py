"""Who is in a class: from a learning platform's list of it.

Read are Moodle's grading worksheet and its list of participants, Canvas's gradebook, nbgrader's list
of students, GitHub Classroom's roster, and any table with a column ``student``. Where a list has the
platform's numbers, or its accounts, these alone tell who a submission is from, because students can
be called alike, and can change names.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from labkit.grading.base.identity import (
    as_identifier,
    display,
    filed,
    from_name,
    same_name,
    twin_key,
)
from labkit.grading.classroom.layouts import Owner, Platform
from labkit.grading.classroom.tables import first_of, rows_of

#: Headings, in small letters, of what a student is called by: the first that is filled counts.
_IDENTIFIERS = (
    "student", "username", "student_id", "crsid", "sis login id", "id number", "sid",
    "orgdefinedid", "display id", "sis user id", "student id", "studentid", "student number",
    "user name", "user id", "user_id", "userid", "login", "login id", "login_id", "netid", "uid",
    "email address", "email", "e-mail address", "e-mail", "mail",
)  # fmt: skip
_EMAILS = ("email address", "email", "e-mail address", "e-mail", "mail", "sis login id")
#: Those of these that are in other languages too: a worksheet of Moodle's may have them.
_NOT_ENGLISH = {"e-mail", "mail", "login"}
_NAMES = ("full name", "name", "student name", "display name")

#: What nbgrader's list of students has.
_NBGRADER = {"id", "first_name", "last_name"}

#: What GitHub Classroom's roster has: whom the course calls what, and the account there.
_GITHUB = {"identifier", "github_username"}

#: Canvas's heading of its own numbers, and what only its gradebook has.
_CANVAS = {"student", "id", "section"}

#: "Participant 1001", in whatever language Moodle is.
_PARTICIPANT = re.compile(r"\D*?(\d{1,18})")

#: What a spreadsheet makes of a long number, or of "1e5"; what a data frame makes of any.
_CHANGED = re.compile(r"\d([.,]\d+)?E\+\d+|\d+\.0")


@dataclass(frozen=True)
class Student:
    """One student of a class.

    Attributes
    ----------
    identifier : str
        What everything of the student's is filed under.
    display : str
        The name to show.
    number : str
        The learning platform's; "" if the list has none.
    email : str
    team : str
        The name of those with whom the student hands in; "" if alone.
    account : str
        What GitHub calls the student; "" if nobody says so.
    """

    identifier: str
    display: str = ""
    number: str = ""
    email: str = ""
    team: str = ""
    account: str = ""


@dataclass(frozen=True)
class Roster:
    """A class, as its list has it.

    Attributes
    ----------
    students : dict
        Identifier -> Student.
    platform : Platform
        Whose numbers the list has.
    """

    students: Mapping[str, Student]
    platform: Platform = Platform.PLAIN

    @cached_property
    def _by_number(self) -> dict[str, Student]:
        return {s.number: s for s in self.students.values() if s.number}

    @cached_property
    def _by_name(self) -> dict[str, list[Student]]:
        found: dict[str, list[Student]] = {}
        for student in self.students.values():
            keys = {_key(student.display), _key(student.email), *_sortable(student.display)}
            for name in keys - {""}:
                found.setdefault(name, []).append(student)
        return found

    @cached_property
    def _by_identifier(self) -> dict[str, Student]:
        return {twin_key(name): student for name, student in self.students.items()}

    @cached_property
    def _by_account(self) -> dict[str, Student]:
        return {twin_key(s.account): s for s in self.students.values() if s.account}

    @cached_property
    def _with_zeros(self) -> dict[str, str]:
        return {name.lstrip("0"): name for name in self.students if name.isdecimal()}

    @cached_property
    def _by_team(self) -> dict[str, list[Student]]:
        found: dict[str, list[Student]] = {}
        for student in self.students.values():
            if student.team:
                found.setdefault(_key(student.team), []).append(student)
        return found

    def find_all(self, owner: Owner) -> list[Student]:
        """Find the students whom an outermost name is of: one, or a team.

        Parameters
        ----------
        owner : Owner
            What the name says.

        Returns
        -------
        list of Student
            At least one.

        Raises
        ------
        ValueError
            As `find` does.
        """
        # A team has a number of its own, which may be that of a student who is not in it.
        team = self._by_team.get(_key(owner.name)) if owner.platform is Platform.MOODLE else None
        return team or [self.find(owner)]

    def find(self, owner: Owner) -> Student:
        """Find the student whom an outermost name is of.

        Parameters
        ----------
        owner : Owner
            What the name says.

        Returns
        -------
        Student
            The one whose it is.

        Raises
        ------
        ValueError
            If it is nobody's in the class, or could be of several.
        """
        shown = display(" ".join(filter(None, (owner.name, owner.number))))
        is_listed = self._by_number and owner.platform is not Platform.SAKAI
        if owner.number and is_listed and self.platform in (owner.platform, Platform.PLAIN):
            student = self._by_number.get(owner.number)
            if student is None:
                raise ValueError(f"{shown} is not in the roster")
            stranger = self._by_team and _key(student.display) not in _key(owner.name)  # a team
            unlike = owner.platform is Platform.CANVAS and not _alike(owner.name, student.display)
            if stranger or unlike:
                raise ValueError(
                    f"its name has the number of one student of the roster and not the name: {shown}"
                )
            return student
        if owner.platform is Platform.PLAIN and self._by_account:
            # Anybody can have an account that is called as somebody else is in the course.
            for name in (owner.name, *owner.others):
                if account := self._by_account.get(twin_key(name)):
                    return account
            raise ValueError(f"{shown} is not in the roster, among its accounts")
        own = owner.number if owner.platform.has_own_numbers else ""
        told = own or ("" if owner.number else owner.name)
        if known := self._known(told, owner):
            return known
        found = self._by_name.get(_key(told), []) if "@" in told else []
        found = found or self._by_name.get(_key(owner.name), [])
        if told.isdecimal() and (known_as := self._with_zeros.get(told.lstrip("0"))):
            raise ValueError(
                f"{shown} is not in the roster, where {known_as} is: spreadsheets take zeros at "
                "the beginning away"
            )
        if len(found) > 1:
            raise ValueError(
                f"{len(found)} students of the roster are called {shown}; give a list with the "
                "platform's numbers (Moodle's grading worksheet, Canvas's gradebook)"
            )
        if not found:
            raise ValueError(f"{shown} is not in the roster")
        return found[0]

    def _known(self, told: str, owner: Owner) -> Student | None:
        """Find whom a name tells by an identifier; Blackboard's may end with those of several."""
        keys = map(_identifier_key, (told, *owner.others))
        names = {s.identifier: s for s in map(self._by_identifier.get, keys) if s}
        if owner.platform is Platform.BLACKBOARD and len(names) > 1:
            raise ValueError(f"its name could have the login of {' or of '.join(names)}")
        return next(iter(names.values()), None)


def _identifier_key(name: str) -> str:
    return twin_key(filed(name))


def _key(name: str) -> str:
    """Give the form in which names are compared: the order of "Lovelace, Ada" does not matter."""
    last, comma, first = name.partition(",")
    return re.sub(r"[\s.'’-]+", "", same_name(f"{first} {last}" if comma else name))


def _in_canvas(name: str) -> str:
    """Give a sortable name as Canvas writes it into the names of files."""
    found = re.sub(r"_(\d+)_", r"\1", unicodedata.normalize("NFC", name)).lower()
    return re.sub(r"\W", "", found)


def _alike(written: str, name: str) -> bool:
    """Tell whether the name of a file has this name, which a roster may have cut.

    Accents do not count: some programs that pack and unpack files leave them out.
    """
    one, other = (
        "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
        for text in (written, name)
    )
    return _in_canvas(one)[:80] == _in_canvas(other)[:80]


def _sortable(name: str) -> set[str]:
    """Give the forms that Canvas's sortable name can have in the names of files."""
    first, _, last = name.rpartition(" ")
    return {_in_canvas(name), _in_canvas(last + first)}


def read_roster(text: str, file: str) -> Roster:
    """Read the list of a class.

    Parameters
    ----------
    text : str
        A table: Moodle's grading worksheet or participants, Canvas's
        gradebook, or one with a column ``student``, and if it likes
        ``name``, ``email`` and ``number``.
    file : str
        The name of its file, for errors.

    Returns
    -------
    Roster
        Its students.

    Raises
    ------
    ValueError
        If it is no such table, or has two students whom nothing tells apart.
    """
    rows = rows_of(text, "roster", file, {*_IDENTIFIERS, *_NAMES, "identifier"})
    if not set(rows[0]) & {*_IDENTIFIERS, "identifier"} - _NOT_ENGLISH:
        rows = _in_english(rows)
    headings = set(rows[0])
    if "identifier" in headings and "full name" in headings:
        platform, found = Platform.MOODLE, map(_of_worksheet, rows)
    elif headings >= _CANVAS and (
        any(heading.startswith("sis ") for heading in headings)
        or any(row.get("student") == "Points Possible" for row in rows[:3])
    ):  # who may not see SIS numbers has none of these columns
        platform, found = Platform.CANVAS, map(_of_gradebook, rows)
    else:
        if headings >= _NBGRADER:
            rows = [row | {"student": row.get("id", "")} for row in rows]
        if headings >= _GITHUB:
            rows, headings = list(map(_of_github, rows)), {"student"}
        platform = Platform.GRADESCOPE if "sid" in headings else Platform.PLAIN
        if not headings & set(_IDENTIFIERS):
            raise ValueError(
                "roster must be Moodle's grading worksheet or participants, Canvas's gradebook, or "
                f"a table with a column student, not {file}"
            )
        found = map(_of_list, rows)
    return Roster(_students(found, file), platform)


def _in_english(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Name the columns of Moodle's grading worksheet in another language, if it is one."""
    columns = {name: [row.get(name, "") for row in rows] for name in rows[0]}
    number, name = [*columns, "", ""][:2]
    words = {re.sub(r"\d+\Z", "", cell) for cell in columns[number]}
    if not name or len(words) > 1 or not all(map(_PARTICIPANT.fullmatch, columns[number])):
        return rows
    emails = [h for h, c in columns.items() if all("@" in cell for cell in c)]
    # Where students are marked without their names, it is the status that stands there.
    if not "".join(words) or not (emails or len(set(columns[name])) > max(3, 0.8 * len(rows))):
        return rows
    called = {number: "identifier", name: "full name"} | dict.fromkeys(emails[:1], "email address")
    return [{called.get(h, h): cell for h, cell in row.items()} for row in rows]


def _of_worksheet(row: dict[str, str]) -> Student | None:
    number = _PARTICIPANT.fullmatch(row.get("identifier", ""))
    if number is None:
        return None
    name, email = row.get("full name", ""), first_of(row, _EMAILS)
    own = _as_written(first_of(row, ("username", "id number", "email address")))
    team = row.get("group", "")
    return Student(_identifier(own, name, number[1]), display(name), number[1], email, team)


def _of_gradebook(row: dict[str, str]) -> Student | None:
    number, name = _as_written(row.get("id", "")), row.get("student", "")
    # "Points Possible", what is muted, and the one whom Canvas has for trying out
    if not number.isascii() or not number.isdigit() or name == "Student, Test":
        return None
    own = _as_written(first_of(row, ("sis login id", "sis user id")))
    identifier = _identifier(own, _in_canvas(name), number)
    return Student(identifier, display(name), number, own if "@" in own else "")


def _as_written(text: str) -> str:
    """Refuse a number that is no longer what the platform wrote: several may have become one."""
    if _CHANGED.fullmatch(text):
        raise ValueError(
            f"roster must have its numbers as they were written, not {text}, which a spreadsheet "
            "has made of one; download the list again, and do not save it in a spreadsheet"
        )
    return text


def _identifier(own: str, name: str, number: str) -> str:
    """Take what a platform calls a student, or, where that will not do, the name and number."""
    try:
        return as_identifier(own)
    except ValueError:
        return from_name(name, number)


def _of_github(row: dict[str, str]) -> dict[str, str]:
    """Call a student what the course does, and where that is none for files, what GitHub does."""
    own = row.get("identifier", "")
    try:
        student = from_name(own)
    except ValueError:
        student = row.get("github_username") or own
    return row | {"student": student, "name": row.get("name") or own}


def _of_list(row: dict[str, str]) -> Student | None:
    first = first_of(row, ("first name", "firstname", "first_name", "first"))
    last = first_of(row, ("last name", "lastname", "last_name", "surname", "last"))
    name = first_of(row, _NAMES) or f"{first} {last}".strip()
    # Brightspace writes "#ada", lest a spreadsheet takes it for a number.
    own = _as_written(first_of(row, _IDENTIFIERS).removeprefix("#"))
    email = first_of(row, _EMAILS)
    # Google Classroom's lines of each task's date and points stand below its addresses.
    if not own or (own == email and "@" not in own and not name):
        return None
    number = _as_written(row.get("number", ""))
    account = row.get("github_username", "")
    if "@" in own:  # an address may have the sign of O'Hara, a file not; it is still known by it
        email, own = email or own, re.sub("['’]", "-", own)
    identifier = from_name(own)
    shown = name or (own if own != identifier else "")
    return Student(identifier, display(shown), number, email, account=account)


def _students(found: Iterable[Student | None], file: str) -> dict[str, Student]:
    students: dict[str, Student] = {}
    taken: dict[str, str] = {}
    numbers: set[str] = set()
    for student in filter(None, found):
        key = twin_key(student.identifier)
        other = taken.setdefault(key, student.identifier)
        if students.get(student.identifier) == student:
            continue  # in two of the course's groups
        if other != student.identifier or student.identifier in students:
            raise ValueError(
                f"roster must tell its students apart, not have two called {other!r} ({file})"
            )
        if twice := {student.number, twin_key(student.account)} & numbers:
            raise ValueError(f"roster must not have the number {min(twice)} twice ({file})")
        numbers |= {student.number, twin_key(student.account)} - {""}
        students[student.identifier] = student
    if not students:
        raise ValueError(f"roster must have at least one student, not none ({file})")
    return students
