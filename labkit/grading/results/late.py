"""Deadlines, extensions and the penalty for late work, from one small TOML file."""

import math
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cached_property
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from labkit.arguments import as_number
from labkit.grading.base.identity import from_name, twin_key

_KEYS = {"timezone", "penalty_per_day", "max_penalty", "grace_minutes", "deadlines", "extensions"}

#: What may be said of a line that is no TOML: what it looks like, and how that is written.
_HINTS = {
    r"\s*\[\s*extensions\s*\.": "a name with other signs than letters of ASCII stands in quotation "
    'marks: [extensions."a@b"]',
    r".*\d+[-./]\d+[-./]\d+": "a time is written with seconds, as 2026-11-20T17:00:00",
    r"\s*(penalty_per_day|max_penalty)\b": "a share is written as 0.1",
}

#: Minutes: a year. More than this is a mistake.
_MOST_GRACE = 525_600


def hundredths(points: float) -> float:
    """Round points to hundredths, and halves always up: by Python's rule some would go down.

    Examples
    --------
    >>> hundredths(3.125), hundredths(4.375), hundredths(1.005), hundredths(0.1 + 0.2)
    (3.13, 4.38, 1.01, 0.3)
    """
    return math.floor(100 * points + 0.5 + 1e-7) / 100


@dataclass(frozen=True)
class Lateness:
    """How late one submission is, and what that costs.

    Attributes
    ----------
    by : timedelta
        Since the student's own deadline; zero if in time.
    days : int
        Days begun since then; 0 within the time of grace.
    penalty : float
        The share of the tick's points that is taken off.
    unknown : bool
        Whether nobody can tell when the work was handed in, so that nothing
        is taken off.
    """

    by: timedelta = timedelta()
    days: int = 0
    penalty: float = 0.0
    unknown: bool = False

    def points(self, points: float, out_of: float) -> float:
        """Take the penalty off some points; nothing goes below zero.

        Parameters
        ----------
        points, out_of : float
            What the work earned, and all points of the tick.

        Returns
        -------
        float
            Rounded to hundredths.

        Examples
        --------
        >>> Lateness(timedelta(hours=30), days=2, penalty=0.2).points(9, out_of=12)
        6.6
        """
        return max(0.0, hundredths(points - self.penalty * out_of))


@dataclass(frozen=True)
class Policy:
    """When ticks are due, and what late work loses.

    A day is 24 hours from the deadline on, also when the clocks change.

    Attributes
    ----------
    deadlines : dict
        Tick -> datetime in UTC. A tick that is not here is never late.
    extensions : dict
        (student, tick) -> datetime in UTC, in place of the deadline.
    penalty_per_day, max_penalty : float
        Shares of the tick's points: for each day begun, and at most.
    grace : timedelta
        Work that is late by no more than this is still in time.
    zone : tzinfo
        Of times that do not say theirs.
    """

    deadlines: Mapping[str, datetime] = field(default_factory=dict)
    extensions: Mapping[tuple[str, str], datetime] = field(default_factory=dict)
    penalty_per_day: float = 0.0
    max_penalty: float = 1.0
    grace: timedelta = timedelta()
    zone: tzinfo = field(default=UTC, compare=False)

    def deadline(self, student: str, tick: str) -> datetime | None:
        """Give a student's own deadline.

        Parameters
        ----------
        student, tick : str
            Their names.

        Returns
        -------
        datetime or None
            In UTC; None if the tick has no deadline.
        """
        own = self.extensions.get((student, tick))
        return own or self._own.get((twin_key(student), tick)) or self.deadlines.get(tick)

    @cached_property
    def _own(self) -> dict[tuple[str, str], datetime]:
        """Extensions by names in which capitals do not matter: no two of a class differ by them."""
        return {
            (twin_key(student), tick): when for (student, tick), when in self.extensions.items()
        }

    def lateness(
        self, student: str, tick: str, submitted: datetime, dated: bool = True
    ) -> Lateness:
        """Tell how late a submission is.

        Parameters
        ----------
        student, tick : str
            Their names.
        submitted : datetime
            With its time zone.
        dated : bool
            Whether that is the time of handing in, and not only that of a file.

        Returns
        -------
        Lateness
            By how much, and what it costs; unknown where there is a deadline
            and the work is not dated.

        Examples
        --------
        >>> due = datetime(2026, 11, 20, 17, tzinfo=UTC)
        >>> policy = Policy({"tick4": due}, penalty_per_day=0.1, grace=timedelta(minutes=10))
        >>> policy.lateness("ann", "tick4", due + timedelta(minutes=10)).penalty
        0.0
        >>> policy.lateness("ann", "tick4", due + timedelta(minutes=11)).penalty
        0.1
        """
        deadline = self.deadline(student, tick)
        if deadline is None:
            return Lateness()
        if not dated:
            return Lateness(unknown=True)
        by = max(submitted - deadline, timedelta())
        days = math.ceil(by / timedelta(days=1)) if by > self.grace else 0
        penalty = min(round(days * self.penalty_per_day, 9), self.max_penalty)
        return Lateness(by, days, penalty)


def load_policy(path: os.PathLike[str] | str, ticks: Iterable[str] | None = None) -> Policy:
    """Read the late policy from a TOML file.

    Parameters
    ----------
    path : path
        For example::

            timezone = "Europe/London"    # of the times below; UTC if left out
            penalty_per_day = 0.1         # share of the tick's points for each day begun
            max_penalty = 0.5             # never more than this share
            grace_minutes = 15            # so much later is still in time

            [deadlines]
            tick4-sign-test = 2026-11-20T17:00:00

            [extensions.ann]              # a deadline of one student's own
            tick4-sign-test = 2026-11-27T17:00:00

        When the clocks go back, a time that comes twice means the first of
        the two; for the second, add the offset (``2026-10-25T01:30:00+00:00``).
    ticks : iterable of str, optional
        The ticks there are; another name in the file is then refused.

    Returns
    -------
    Policy
        What the file says, its times in UTC.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If an entry is not what it must be; the message names it.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"late must be a file that exists, not {path}")
    try:
        text = path.read_text(encoding="utf-8-sig")  # as Windows's editor writes it
    except (ValueError, OSError) as error:
        raise ValueError(f"late: {path.name}: {error}") from None
    return read_policy(text, path.name, ticks)


def read_policy(text: str, file: str, ticks: Iterable[str] | None = None) -> Policy:
    """Read the late policy from the text of its file.

    Parameters
    ----------
    text : str
        As `load_policy` describes it.
    file : str
        The name of its file, for errors.
    ticks : iterable of str, optional
        The ticks there are.

    Returns
    -------
    Policy
        What it says, its times in UTC.

    Raises
    ------
    ValueError
        If an entry is not what it must be; the message names it.
    """
    try:
        content = tomllib.loads(text)
    except ValueError as error:
        raise ValueError(f"late: {file}: {error}{how_written(text, str(error))}") from None
    try:
        return _policy(content, ticks)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"late: {file}: {error}") from None


def how_written(text: str, error: str) -> str:
    """Say how the line is written at which TOML's reader gave up, if it can be told what it means.

    Parameters
    ----------
    text : str
        Of the file.
    error : str
        What the reader has said of it.

    Returns
    -------
    str
        The end of a sentence that begins with the error; "" if it cannot be told.

    Examples
    --------
    >>> how_written("tick4 = 2026-11-20 17:00", "Expected newline (at line 1, column 19)")
    '; a time is written with seconds, as 2026-11-20T17:00:00'
    """
    if error.startswith("Invalid date"):
        return "; there is no such day"
    place, lines = re.search(r"at line (\d+)", error), text.split("\n")
    line = lines[int(place[1]) - 1] if place else ""
    return next((f"; {says}" for looks, says in _HINTS.items() if re.match(looks, line)), "")


def _policy(content: dict[str, Any], ticks: Iterable[str] | None) -> Policy:
    unknown = set(content) - _KEYS
    if unknown:
        raise ValueError(
            f"a setting must be one of {', '.join(sorted(_KEYS))}, not {min(unknown)!r}"
        )
    zone = _zone(content.get("timezone", "UTC"))
    deadlines = _table(content.get("deadlines", {}), "deadlines")
    extensions = {
        student: _table(own, f"extensions.{student}")
        for student, own in _table(content.get("extensions", {}), "extensions").items()
    }
    _check_names(extensions)
    named = {*deadlines, *(tick for own in extensions.values() for tick in own)}
    if ticks is not None and named - set(ticks):
        raise ValueError(f"there is no tick {min(named - set(ticks))!r}")
    return Policy(
        deadlines={t: _time(when, f"deadlines.{t}", zone) for t, when in deadlines.items()},
        extensions={
            (_identifier(student), tick): _time(when, f"extensions.{student}.{tick}", zone)
            for student, own in extensions.items()
            for tick, when in own.items()
        },
        penalty_per_day=as_number(content.get("penalty_per_day", 0), "penalty_per_day", 0, 1),
        max_penalty=as_number(content.get("max_penalty", 1), "max_penalty", 0, 1),
        grace=timedelta(
            minutes=as_number(content.get("grace_minutes", 0), "grace_minutes", 0, _MOST_GRACE)
        ),
        zone=zone,
    )


def _check_names(extensions: Mapping[str, Mapping[str, Any]]) -> None:
    """Refuse a name whose full stop TOML took for a table in another, and one that comes twice."""
    seen: dict[str, str] = {}
    for student, own in extensions.items():
        if within := next((name for name, when in own.items() if isinstance(when, dict)), None):
            raise ValueError(
                "extensions must have a name with a full stop or an @ in quotation marks, as "
                f'[extensions."{student}.{within}"], not [extensions.{student}.{within}]'
            )
        other = seen.setdefault(twin_key(_identifier(student)), student)
        if other != student:
            raise ValueError(
                f"extensions must have each student once, not {other!r} and {student!r}"
            )


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except Exception:  # names can be wrong in many ways
        raise ValueError(
            f'timezone must be the name of one, as "Europe/London", not {name!r}'
        ) from None


def _table(value: object, entry: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"{entry} must be a table, begun by [{entry}], not {value!r}")
    return value


def _identifier(name: str) -> str:
    """Give what a student is filed under, as a roster would; a name that is none is nobody's."""
    try:
        return from_name(name)
    except ValueError:
        return name


def _time(value: object, entry: str, zone: ZoneInfo) -> datetime:
    if not isinstance(value, datetime):
        raise ValueError(
            f"{entry} must be a time as 2026-11-20T17:00:00, without quotes, not {value!s}"
        )
    return (value if value.tzinfo else value.replace(tzinfo=zone)).astimezone(UTC)
