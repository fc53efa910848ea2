"""Deadlines, extensions and the penalty for late work, from one small TOML file."""

import math
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Annotated, TypeAlias
from zoneinfo import ZoneInfo

from pydantic import BaseModel, Field, ValidationError

from labkit.instructor.grading.submissions.identify import filed, twin_key
from labkit.instructor.grading.submissions.tables import decoded

#: What most files that are no TOML have got wrong.
HOW_WRITTEN = (
    "a time is written as 2026-11-20T17:00:00, and a name with a full stop or @ in quotation marks"
)


def hundredths(points: float) -> float:
    """Round points to hundredths, halves up: Python rounds some of them down."""
    return math.floor(100 * points + 0.5 + 1e-7) / 100


@dataclass(frozen=True)
class Lateness:
    """How late a submission is, in days begun, and the share of all points that this costs.

    It is `unknown` where there is a deadline and nobody can tell when the work was handed in: then
    nothing is taken off.
    """

    days: int = 0
    penalty: float = 0.0
    unknown: bool = False

    def points(self, points: float, out_of: float) -> float:
        """Return the points without the penalty, to hundredths; nothing goes below zero."""
        return max(0.0, hundredths(points - self.penalty * out_of))


@dataclass(frozen=True)
class Policy:
    """When ticks are due, and what late work loses.

    A day is 24 hours from the deadline on, also when the clocks change. All times are in UTC.
    Extensions are by (student, tick), the student as `twin_key` has it; work that is late by no
    more than `grace` is in time; `zone` is that of times that do not say theirs.
    """

    deadlines: Mapping[str, datetime] = field(default_factory=dict)
    extensions: Mapping[tuple[str, str], datetime] = field(default_factory=dict)
    penalty_per_day: float = 0.0
    max_penalty: float = 1.0
    grace: timedelta = timedelta()
    zone: tzinfo = field(default=UTC, compare=False)

    def deadline(self, student: str, tick: str) -> datetime | None:
        """Return a student's own deadline; None if the tick has none."""
        return self.extensions.get((twin_key(student), tick)) or self.deadlines.get(tick)

    def lateness(
        self, student: str, tick: str, submitted: datetime, dated: bool = True
    ) -> Lateness:
        """Return how late a submission is; `dated` if that is more than the time of a file."""
        deadline = self.deadline(student, tick)
        if deadline is None:
            return Lateness()
        if not dated:
            return Lateness(unknown=True)
        late_by = submitted - deadline
        if late_by <= self.grace:
            return Lateness()
        days = math.ceil(late_by / timedelta(days=1))
        # Of 3 days at 0.1 each floats make 0.30000000000000004.
        return Lateness(days, min(round(days * self.penalty_per_day, 9), self.max_penalty))


_Times: TypeAlias = Mapping[str, datetime]
_Share: TypeAlias = Annotated[float, Field(ge=0, le=1)]


class _File(BaseModel, extra="forbid", strict=True):
    """What a TOML file can say."""

    timezone: ZoneInfo = ZoneInfo("UTC")
    penalty_per_day: _Share = 0.0
    max_penalty: _Share = 1.0
    grace_minutes: Annotated[float, Field(ge=0, le=525_600)] = 0.0  # more than a year is a mistake
    deadlines: _Times = {}
    extensions: Mapping[str, _Times] = {}


#: Full stops on a line. A time has one, an address some; a key of thousands of parts would take hours.
_MOST_STOPS = 20


def read_policy(data: bytes, file: str, ticks: Collection[str] = ()) -> Policy:
    """Read the late policy from the content of a TOML file.

    For example::

        timezone = "Europe/London"    # of the times below; UTC if left out
        penalty_per_day = 0.1         # share of the tick's points for each day begun
        max_penalty = 0.5             # never more than this share
        grace_minutes = 15            # so much later is still in time

        [deadlines]
        tick4-sign-test = 2026-11-20T17:00:00

        [extensions.ann]              # a deadline of one student's own
        tick4-sign-test = 2026-11-27T17:00:00

    When the clocks go back, a time that comes twice means the first of the two; for the second, add
    the offset (``2026-10-25T01:30:00+00:00``).

    An entry that is not what it must be, or a name that is none of `ticks`, if any are
    given, is a ValueError.
    """
    text = decoded(data, "late", file)
    for line in text.split("\n"):
        if line.count(".") > _MOST_STOPS and not line.lstrip().startswith("#"):
            raise ValueError(
                f"late: {file}: a line must have at most {_MOST_STOPS} full stops; {HOW_WRITTEN}"
            )
    try:
        said = _File.model_validate(tomllib.loads(text))
    except ValidationError as error:
        raise ValueError(f"late: {file}: {first_wrong(error)}") from None
    except (ValueError, RecursionError) as error:
        raise ValueError(f"late: {file}: {error}; {HOW_WRITTEN}") from None
    try:
        deadlines = _in_utc(said.deadlines, said.timezone)
        extensions = {
            (twin_key(filed(student)), tick): when
            for student, own in said.extensions.items()
            for tick, when in _in_utc(own, said.timezone).items()
        }
    except ValueError as error:
        raise ValueError(f"late: {file}: {error}") from None
    named = {*deadlines, *(tick for _, tick in extensions)}
    if ticks and (wrong := named - {*ticks}):
        raise ValueError(f"late: {file}: there is no tick {min(wrong)!r}")
    grace = timedelta(minutes=said.grace_minutes)
    return Policy(
        deadlines, extensions, said.penalty_per_day, said.max_penalty, grace, said.timezone
    )


#: Between these years no zone and no time of grace leads out of the calendar.
_YEARS = range(1970, 9000)


def _in_utc(times: _Times, zone: ZoneInfo) -> _Times:
    if wrong := [tick for tick, when in times.items() if when.year not in _YEARS]:
        raise ValueError(f"{wrong[0]} must be between the years 1970 and 9000")
    return {
        tick: (when if when.tzinfo else when.replace(tzinfo=zone)).astimezone(UTC)
        for tick, when in times.items()
    }


def first_wrong(error: ValidationError) -> str:
    """Return what is wrong with the first entry of a TOML file that is."""
    wrong = error.errors()[0]
    entry = ".".join(map(str, wrong["loc"]))
    if wrong["type"] == "missing":
        return f"there must be an entry {entry}"
    if wrong["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
        return f"there is no entry {entry}"
    is_time = wrong["type"].startswith("datetime")
    says = HOW_WRITTEN if is_time else wrong["msg"].removeprefix("Value error, ")
    return f"{entry} must be another: {says}, not {wrong['input']!r}"
