"""Deadlines, extensions and the penalty for late work, from one small TOML file."""

import math
import tomllib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

_KEYS = {"timezone", "penalty_per_day", "max_penalty", "grace_minutes", "deadlines", "extensions"}


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
    """

    by: timedelta = timedelta()
    days: int = 0
    penalty: float = 0.0

    def points(self, points, out_of):
        """Take the penalty off some points; nothing goes below zero.

        Examples
        --------
        >>> Lateness(timedelta(hours=30), days=2, penalty=0.2).points(9, out_of=12)
        6.6
        """
        return max(0.0, round(points - self.penalty * out_of, 2))


@dataclass(frozen=True)
class Policy:
    """When ticks are due, and what late work loses.

    Attributes
    ----------
    deadlines : dict
        Tick -> datetime in UTC. A tick that is not here is never late.
    extensions : dict
        (student, tick) -> datetime in UTC, in place of the deadline.
    penalty_per_day, max_penalty : float
        Shares of the tick's points: for each day begun, and at most.
    grace : timedelta
        So much later is still in time.
    """

    deadlines: dict = field(default_factory=dict)
    extensions: dict = field(default_factory=dict)
    penalty_per_day: float = 0.0
    max_penalty: float = 1.0
    grace: timedelta = timedelta()

    def deadline(self, student, tick):
        """Give a student's own deadline, or None."""
        return self.extensions.get((student, tick), self.deadlines.get(tick))

    def lateness(self, student, tick, submitted):
        """Tell how late a submission is.

        Parameters
        ----------
        student, tick : str
        submitted : datetime
            With its time zone.

        Returns
        -------
        Lateness

        Examples
        --------
        >>> due = datetime(2026, 11, 20, 17, tzinfo=timezone.utc)
        >>> policy = Policy({"tick4": due}, penalty_per_day=0.1, grace=timedelta(minutes=10))
        >>> policy.lateness("ann", "tick4", due + timedelta(minutes=10)).penalty
        0.0
        >>> policy.lateness("ann", "tick4", due + timedelta(minutes=11)).penalty
        0.1
        """
        deadline = self.deadline(student, tick)
        if deadline is None or submitted <= deadline:
            return Lateness()
        by = submitted - deadline
        days = math.ceil(by / timedelta(days=1)) if by > self.grace else 0
        penalty = min(round(days * self.penalty_per_day, 9), self.max_penalty) if days else 0.0
        return Lateness(by, days, penalty)


def load_policy(path, ticks=None):
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

    ticks : iterable of str, optional
        The ticks there are; another name in the file is then refused.

    Returns
    -------
    Policy

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it does not say what it should, naming the entry.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"late: there is no file {path}")
    try:
        content = tomllib.loads(path.read_text(encoding="utf8"))
        return _policy(content, ticks)
    except (ValueError, TypeError, AttributeError, KeyError, OSError) as error:
        raise ValueError(f"late: {path.name}: {error}") from None


def _policy(content, ticks):
    unknown = set(content) - _KEYS
    if unknown:
        raise ValueError(
            f"there is no setting {min(unknown)!r}; there are {', '.join(sorted(_KEYS))}"
        )
    zone = _zone(content.get("timezone", "UTC"))
    extensions = content.get("extensions", {})
    named = {*content.get("deadlines", {}), *(t for own in extensions.values() for t in own)}
    if ticks is not None and named - set(ticks):
        raise ValueError(f"there is no tick {min(named - set(ticks))!r}")
    return Policy(
        deadlines={
            t: _time(w, f"deadlines.{t}", zone) for t, w in content.get("deadlines", {}).items()
        },
        extensions={
            (student, tick): _time(when, f"extensions.{student}.{tick}", zone)
            for student, own in extensions.items()
            for tick, when in own.items()
        },
        penalty_per_day=_share(content, "penalty_per_day", 0.0),
        max_penalty=_share(content, "max_penalty", 1.0),
        grace=timedelta(minutes=_number(content, "grace_minutes", 0, math.inf)),
    )


def _zone(name):
    try:
        return ZoneInfo(name)
    except Exception:  # names can be wrong in many ways
        raise ValueError(f'timezone: {name!r} is none; write it as "Europe/London"') from None


def _time(value, entry, zone):
    if not isinstance(value, datetime):
        raise ValueError(f"{entry} should be a time as 2026-11-20T17:00:00, without quotes")
    return (value if value.tzinfo else value.replace(tzinfo=zone)).astimezone(UTC)


def _share(content, key, default):
    return _number(content, key, default, 1)


def _number(content, key, default, most):
    value = content.get(key, default)
    if type(value) not in (int, float) or not 0 <= value <= most:
        limits = "from 0 to 1" if most == 1 else "not below 0"
        raise ValueError(f"{key} should be a number {limits}, not {value!r}")
    return float(value)
