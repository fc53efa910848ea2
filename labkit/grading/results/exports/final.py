"""Which marks may leave the house, and whose line of a platform's table each belongs to."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from labkit.grading.base.identity import IDENTIFIER, filed
from labkit.grading.results.marks import Row


@dataclass(frozen=True)
class Export:
    """What an export holds, and what it does not.

    Attributes
    ----------
    files : dict
        Name -> content.
    filled : list of str
        The students whose marks are in it.
    left_out : dict
        Student -> why there is no mark of theirs in it.
    without_marks : list of str
        Who is in the platform's table and has no mark here, as the table
        names them.
    undated : list of str
        Those of `filled` of whom nobody knows whether they were late: their
        marks are without a penalty.
    """

    files: Mapping[str, bytes]
    filled: list[str]
    left_out: dict[str, str]
    without_marks: list[str] = field(default_factory=list)
    undated: list[str] = field(default_factory=list)


def final(rows: Iterable[Row], tick: str) -> tuple[dict[str, Row], dict[str, str]]:
    """Part the marks that are final from those that are not.

    Parameters
    ----------
    rows : iterable of Row
        All of a class.
    tick : str
        The tick whose marks are wanted.

    Returns
    -------
    final : dict
        Student -> Row.
    left_out : dict
        Student -> why there is no final mark.
    """
    found: dict[str, Row] = {}
    others: dict[str, str] = {}
    for row in rows:
        record = row.record
        if record.tick != tick or not record.student:
            continue
        if not _is_identifier(record.student):  # graded by an earlier version
            others[record.student] = "the name is none that can be a file's; grade again"
        elif not row.graded:
            others.setdefault(record.student, record.ended)
        elif row.waiting:
            others[record.student] = f"a person has still to read {', '.join(row.waiting)}"
        else:
            found[record.student] = row
    return found, {student: why for student, why in others.items() if student not in found}


def without_marks(
    rows: Iterable[Row], tick: str, people: Sequence["Person"], numbers: Mapping[str, str]
) -> list[str]:
    """Name who is in a platform's table, and of whom nothing is known here.

    Parameters
    ----------
    rows : iterable of Row
        All of a class.
    tick : str
        The tick whose marks are wanted.
    people : list of Person
        The platform's lines.
    numbers : dict
        Student -> the platform's number, where a roster says so.

    Returns
    -------
    list of str
        As the table names them. Whose mark is left out is not among them.
    """
    handed_in = [row for row in rows if row.record.tick == tick and row.record.student]
    lines = {person.line for person in matched(handed_in, people, numbers)[0].values()}
    return [person.shown for person in people if person.line not in lines]


def _is_identifier(student: str) -> bool:
    """Tell whether a name can be a folder's. Earlier versions allowed others at its beginning."""
    return bool(IDENTIFIER.fullmatch(student)) and not student.startswith(".")


@dataclass(frozen=True)
class Person:
    """A line of a platform's table, as whom it may be known by.

    Attributes
    ----------
    line : int
        Its place.
    number : str
        The platform's own; "" if there is none.
    names : tuple of str
        What else alone tells a person from all others: login, email, ID number.
    called : str
        The name, which two can share; "" if the table does not say.
    """

    line: int
    number: str
    names: tuple[str, ...]
    called: str

    @property
    def shown(self) -> str:
        """Give what a message says of the line."""
        return " ".join(filter(None, (self.called, self.number)))


def matched(
    rows: Iterable[Row], people: Sequence[Person], numbers: Mapping[str, str]
) -> tuple[dict[str, Person], dict[str, str]]:
    """Find each student's line.

    Parameters
    ----------
    rows : iterable of Row
        One a student.
    people : list of Person
        The platform's lines.
    numbers : dict
        Student -> the platform's number, where a roster says so.

    Returns
    -------
    found : dict
        Student -> Person, no two of them the same.
    unknown : dict
        Student -> why there is no line.
    """
    found: dict[str, Person] = {}
    unknown: dict[str, str] = {}
    for row in rows:
        student = row.record.student
        try:
            found[student] = _person(row, people, numbers.get(student, ""))
        except LookupError as error:
            unknown[student] = str(error.args[0])
    times = Counter(person.line for person in found.values())
    for student, person in list(found.items()):
        if times[person.line] > 1:
            unknown[student] = f"another student's mark would go to the same line: {person.shown}"
            del found[student]
    return found, unknown


def _person(row: Row, people: Sequence[Person], number: str) -> Person:
    record = row.record
    student, key = record.student, _key(record.student)
    stem, _, tail = student.rpartition("_")
    own_name = record.display or stem
    exact = [p for p in people if key in map(_key, (p.number, *p.names))]
    local = [p for p in people if key in {_key(n.partition("@")[0]) for n in p.names if "@" in n}]
    called = {_letters(student), _letters(record.display)} - {""}
    alike = [p for p in people if called & _orders(p.called)]
    for wanted, shown in ((number, record.display), (_of_file(record.file), own_name)):
        if wanted and (by_number := [p for p in people if p.number == wanted]):
            return _agreed(by_number[0], shown)
    if not exact and tail.isascii() and tail.isdigit():
        numbered = [p for p in people if p.number == tail and (not p.called or _letters(own_name))]
        if numbered:
            return _agreed(numbered[0], own_name)
    for candidates in (exact, local, alike):
        if len(candidates) > 1:
            both = " and ".join(p.shown for p in candidates[:2])
            raise LookupError(f"more than one line could be meant: {both}")
        if candidates:
            return candidates[0]
    raise LookupError("there is no such student in the table")


#: Moodle's folder of one student, and Canvas's file, which carry the platform's number.
_PLATFORMS = (
    re.compile(r"[^/]*_(\d+)_assignsubmission_(?:file|onlinetext)[_/]"),
    re.compile(r"[^_/]+_(?:LATE_)?(\d+)_\d+_[^/]*\Z"),
)


def _of_file(file: str) -> str:
    # Only the outermost name is the platform's; what is inside of it a student chose.
    outermost = file if "/" not in file else file[: file.index("/") + 1]
    found = (pattern.match(outermost) for pattern in _PLATFORMS)
    return next((match[1] for match in found if match), "")


def _agreed(person: Person, shown: str) -> Person:
    """Refuse a number that is one person's here and another's in the table.

    Moodle counts its participants anew for each assignment.
    """
    other, name = _letters(shown), person.called
    words = [_letters(word) for word in re.findall(r"[^\W\d_]+", _plain(name))]
    words = [word for word in words if len(word) > 1 or not word.isascii()]
    if other and words and not any(word in other for word in words):
        raise LookupError(
            f"number {person.number} is {shown} here and {name} in the table: is the table that of "
            "this assignment?"
        )
    return person


def _orders(name: str) -> set[str]:
    """Give a name's letters as it is said, and as Canvas writes it before a file."""
    return {_letters(name), _letters(name.replace(",", " "))} - {""}


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in parts if not unicodedata.combining(c))


def _key(text: str) -> str:
    """Give the form in which a line's own names and a student's are compared: that of files."""
    return re.sub("['’]", "-", filed(unicodedata.normalize("NFC", text).strip()).casefold())


def _letters(text: str) -> str:
    """Give a name's letters, so that "Lee, Ann", "Ann Lee" and "ann-lee_7" can be compared."""
    last, comma, first = text.partition(",")
    return "".join(c for c in _plain(f"{first} {last}" if comma else text) if c.isalpha())
