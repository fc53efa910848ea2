"""When work was handed in: from what a learning platform says, not from a file's own time.

A file that was copied, unpacked or put into a zip file has the time of that. Only a
platform's export, nbgrader's ``timestamp.txt`` or the instructor's own list tells when
a student handed in.
"""

import json
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from functools import cached_property
from typing import Any
from zoneinfo import ZoneInfo

import yaml

from labkit.grading.base.identity import display, from_name, twin_key
from labkit.grading.classroom.layouts import Owner, Platform
from labkit.grading.classroom.tables import first_of, rows_of
from labkit.grading.submission.bounded import Bounds, bounded

#: How Moodle writes a time in English: "Wednesday, 10 June 2026, 2:14 PM", and otherwise.
_FORMS = (
    "%A, %d %B %Y, %I:%M %p",
    "%A, %B %d, %Y, %I:%M %p",
    "%A, %d %B %Y, %H:%M",
    "%d %B %Y, %I:%M %p",
    "%d/%m/%y, %H:%M",
    "%Y-%m-%d %H:%M:%S %Z",
)

#: To read what Gradescope says of a class, with all results in it.
_BOUNDS = Bounds(60, 2_000, "read")


@dataclass(frozen=True)
class Times:
    """When who handed in which tick.

    Attributes
    ----------
    by_number : dict
        (platform, its number) -> time in UTC, of the one tick that a platform's export is of.
    by_student : dict
        (identifier, tick) -> time in UTC; the tick is "" where the list has none.
    gradescope : dict
        (name, number) -> time in UTC, as Gradescope says in its own zip file.
    zone : tzinfo
        Of times that do not say theirs, as those in the names that Blackboard gives.
    """

    by_number: Mapping[tuple[Platform, str], datetime] = field(default_factory=dict)
    by_student: Mapping[tuple[str, str], datetime] = field(default_factory=dict)
    gradescope: Mapping[tuple[str, str], datetime] = field(default_factory=dict)
    zone: tzinfo = UTC

    @cached_property
    def _by_key(self) -> dict[tuple[str, str], datetime]:
        return {_key(*told): when for told, when in self.by_student.items()}

    def find(self, owner: Owner, student: str, tick: str) -> datetime | None:
        """Tell when a student handed in.

        Parameters
        ----------
        owner : Owner
            What the outermost name says.
        student, tick : str
            The identifier, and the tick.

        Returns
        -------
        datetime or None
            In UTC; None if that is not known.
        """
        if found := self.by_number.get((owner.platform, owner.number)):
            return found
        who = twin_key(student)
        listed = self._by_key.get((who, tick.casefold()), self._by_key.get((who, "")))
        if listed is None and owner.platform is Platform.GRADESCOPE:
            return self.gradescope.get((owner.name, owner.number))
        if listed is None and owner.platform.writes_attempts:
            return _of_attempt(owner, self.zone)
        return listed


def _of_attempt(owner: Owner, zone: tzinfo) -> datetime | None:
    """Read the time that a platform writes into a name; None if no calendar has it."""
    try:
        return time_of(datetime.strptime(str(owner.order), "%Y%m%d%H%M%S").isoformat(), zone)
    except ValueError:
        return None


def read_times(text: str, file: str, zone: tzinfo = UTC) -> Times:
    """Read when a class handed in.

    Parameters
    ----------
    text : str
        Moodle's grading worksheet, the JSON of Canvas's list of submissions
        (``/api/v1/courses/:id/assignments/:id/submissions``), or a table
        with the columns ``student``, ``submitted`` and, if it likes, ``tick``.
    file : str
        The name of its file, for errors.
    zone : tzinfo
        Of times that do not say theirs, as Moodle's do not.

    Returns
    -------
    Times
        What it says.

    Raises
    ------
    ValueError
        If it is none of these, or a time in it cannot be read.
    """
    # To a browser that is signed in, Canvas sends this before its JSON.
    plain = text.lstrip("\ufeff \r\n\t").removeprefix("while(1);")
    if plain[:1] in ("[", "{"):
        return Times(_of_canvas(plain, file))
    rows = rows_of(text, "times", file, ("identifier", "student"))
    if "identifier" in rows[0]:
        return Times(_of_worksheet(rows, zone))
    if not {"student", "submitted"} <= set(rows[0]):
        raise ValueError(
            "times must be Moodle's grading worksheet (in English), Canvas's list of submissions "
            f"(JSON), or a table with the columns student and submitted, not {file}"
        )
    return Times(by_student=_of_list(rows, file, zone))


def _of_list(
    rows: Iterable[dict[str, str]], file: str, zone: tzinfo
) -> dict[tuple[str, str], datetime]:
    found: dict[tuple[str, str], datetime] = {}
    seen: dict[tuple[str, str], datetime] = {}
    for row in rows:
        if not (row.get("student") and row.get("submitted")):
            continue
        key, when = (
            (_identifier(row["student"]), row.get("tick", "")),
            time_of(row["submitted"], zone),
        )
        found[key] = when
        if seen.setdefault(_key(*key), when) != when:
            raise ValueError(
                f"times must have one for each student and tick, not two for {display(key[0])} ({file})"
            )
    return found


def _key(student: str, tick: str) -> tuple[str, str]:
    """Give the form in which students and ticks are compared: of any case."""
    return twin_key(student), tick.casefold()


def _identifier(name: str) -> str:
    """Give what a student is filed under, as a roster would; a name that is none is nobody's."""
    try:
        return from_name(name)
    except ValueError:
        return name


def _of_canvas(text: str, file: str) -> dict[tuple[Platform, str], datetime]:
    try:
        listed = json.loads(text)
        return {
            (Platform.CANVAS, str(item["user_id"])): time_of(item["submitted_at"], UTC)
            for item in listed
            if item.get("submitted_at")
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise ValueError(
            f"times must be Canvas's list of submissions, if they are JSON, not {file}"
        ) from None


def _of_worksheet(
    rows: Iterable[dict[str, str]], zone: tzinfo
) -> dict[tuple[Platform, str], datetime]:
    found = {}
    for row in rows:
        said = first_of(row, ("last modified (submission)",))
        number = "".join(filter(str.isdigit, row.get("identifier", "")))
        if number and any(map(str.isdigit, said)):  # without work it is "-"
            found[Platform.MOODLE, number] = time_of(said, zone)
    return found


def time_of(text: str, zone: tzinfo) -> datetime:
    """Read a time.

    Parameters
    ----------
    text : str
        In ISO's form, as Moodle writes it in English, or as nbgrader does.
    zone : tzinfo
        Where it does not say its own.

    Returns
    -------
    datetime
        In UTC, to the second.

    Raises
    ------
    ValueError
        If it is in none of these forms.

    Examples
    --------
    >>> time_of("Wednesday, 10 June 2026, 2:14 PM", UTC).isoformat()
    '2026-06-10T14:14:00+00:00'
    """
    said = " ".join(text.split())[:80]
    found = None
    try:
        found = datetime.fromisoformat(
            said.removesuffix(" UTC") + ("Z" if said.endswith(" UTC") else "")
        )
    except ValueError:
        for form in _FORMS:
            try:
                found = datetime.strptime(said, form)
                break
            except ValueError:
                continue
    if found is not None and ":" not in said and not re.search(r"\dT\d", said):
        raise ValueError(
            f"times must have a time of day, as 2026-11-20T17:00:00 has, not {display(said)!r}: a day "
            "alone could be before a deadline or after it"
        )
    try:
        if found is not None:
            own = found if found.tzinfo else found.replace(tzinfo=zone)
            return own.astimezone(UTC).replace(microsecond=0)
    except OverflowError:
        pass
    raise ValueError(
        f"times must be as 2026-11-20T17:00:00, or as Moodle writes them in English, not {display(said)!r}"
    )


def stamp_of(text: str, zone: tzinfo) -> datetime:
    """Read the time that nbgrader writes beside a notebook, with the name of a zone behind it.

    nbgrader's own reader takes names as CEST, of which no list of zones has any, for UTC, and +0100
    for a hundred seconds: both would move work over a deadline.

    Parameters
    ----------
    text : str
        What is in its ``timestamp.txt``.
    zone : tzinfo
        That of the class, whose names are known.

    Returns
    -------
    datetime
        In UTC, to the second.

    Raises
    ------
    ValueError, LookupError
        If it cannot be told what it means.

    Examples
    --------
    >>> stamp_of("2026-06-10 17:00:00.123 CEST", ZoneInfo("Europe/Berlin")).isoformat()
    '2026-06-10T15:00:00+00:00'
    """
    said = " ".join(text.split())[:80]
    found = re.fullmatch(r"(\S+ \S+) ([A-Za-z][\w/+-]*|[+-]\d\d(:?\d\d)?)", said)
    if found is None or found[2] in ("UTC", "GMT", "AM", "PM"):
        return time_of(said.removesuffix(" GMT"), UTC)
    if found[2][0] in "+-":
        return time_of(found[1] + found[2], UTC)
    local = datetime.fromisoformat(found[1]).replace(tzinfo=zone)
    own = [time for time in (local, local.replace(fold=1)) if time.tzname() == found[2]]
    named = own[0] if own else local.replace(tzinfo=ZoneInfo(found[2]))
    return time_of(named.isoformat(), UTC)


@dataclass(frozen=True)
class Submitted:
    """What Gradescope says of one submission.

    Attributes
    ----------
    students : tuple of Owner
        Those who handed it in together: names as the roster may know them.
    when : datetime or None
        In UTC.
    """

    students: tuple[Owner, ...]
    when: datetime | None


def read_gradescope(data: bytes) -> dict[str, Submitted]:
    """Read the ``submission_metadata.yml`` that Gradescope puts into its zip file.

    Parameters
    ----------
    data : bytes
        The file. For each folder ``submission_123`` it has ``:submitters``,
        each with ``:name``, ``:sid`` and ``:email``, and ``:created_at``.

    Returns
    -------
    dict
        Folder -> Submitted, of those that it says it of in this form.

    Raises
    ------
    ValueError
        If it does so of none.
    """
    content = bounded(_BOUNDS, _plain, data)
    if not content:
        raise ValueError("submission_metadata.yml must be as Gradescope writes it, not otherwise")
    return {
        folder: Submitted(
            tuple(Owner(name, number, Platform.GRADESCOPE) for name, number in people),
            _perhaps(when),
        )
        for folder, people, when in content
    }


def _perhaps(when: str) -> datetime | None:
    """Give a time, or None if nobody can read it: then lateness is unknown, and its row says so."""
    with suppress(ValueError):
        return time_of(when, UTC)
    return None


def _plain(data: bytes) -> list[tuple[str, list[tuple[str, str]], str]]:
    found = []
    with suppress(yaml.YAMLError, AttributeError, TypeError, ValueError, RecursionError):
        # As texts: 00123 would be a number of base 8, and 12:30 one of base 60.
        content: Any = yaml.load(data, getattr(yaml, "CBaseLoader", yaml.BaseLoader))
        for folder, said in content.items():
            with suppress(
                AttributeError, KeyError, TypeError
            ):  # of a folder that it is not said of
                listed = [
                    (_said(who, ":name"), _said(who, ":sid") or _said(who, ":email"))
                    for who in said[":submitters"]
                ]
                people = [who for who in listed if any(who)]
                if people:
                    found.append((str(folder), people, _text_of_time(_said(said, ":created_at"))))
    return found


def _said(of: Mapping[str, object], name: str) -> str:
    found = of.get(name)
    return found if isinstance(found, str) and found not in ("~", "null") else ""


def _text_of_time(text: str) -> str:
    value = yaml.safe_load(text)
    if isinstance(value, datetime):  # PyYAML gives it in UTC where it has a zone
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).isoformat()
    return text
