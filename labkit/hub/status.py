"""What the grading service says of itself, for the page that instructors look at."""

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

from labkit.grading.base.atomic import write_whole
from labkit.hub.course import Course
from labkit.hub.versions import marked_as

#: The file beside the versions that were handed in.
FILE = "status.json"

#: Beside it: what the grader came to last, of each work.
MARKED = "marked.json"

#: The service says how it is doing twice a minute, and when it marks.
LONGEST_SILENCE = timedelta(minutes=5)


@dataclass(frozen=True)
class Status:
    """How the service is doing.

    Attributes
    ----------
    since : datetime or None
        When the round began that is running now.
    marking : int
        How many versions it marks.
    ended : datetime or None
        When the last round that came to its end did so.
    error : str
        Why the last round failed; "" if it did not.
    trouble : tuple of str
        What somebody should look at, a line each: an exchange that cannot be read, a version that
        pretends to be somebody else's.
    """

    since: datetime | None = None
    marking: int = 0
    ended: datetime | None = None
    error: str = ""
    trouble: tuple[str, ...] = ()


def silence(status: Status, zone: tzinfo) -> tuple[str, ...]:
    """Say that the service should have said something by now.

    Parameters
    ----------
    status : Status
        As it was written last.
    zone : tzinfo
        Of the course.

    Returns
    -------
    tuple of str
        None if it is not so. On a full disk it cannot even say that the disk is full.
    """
    if status.ended is None or status.since or status.error:
        return ()
    if datetime.now(UTC) - status.ended <= LONGEST_SILENCE:
        return ()
    when = f"{status.ended.astimezone(zone):%d %b %Y, %H:%M}"
    return (
        f"No round of marking has ended since {when}: the disk may be full, or marking may have "
        "stopped.",
    )


def notices_of(status: Status, zone: tzinfo) -> tuple[str, ...]:
    """Say what the service that marks is doing, where that is not what it always does.

    Parameters
    ----------
    status : Status
    zone : tzinfo
        Of the times that it says.

    Returns
    -------
    tuple of str
        A line each.
    """
    said = []
    if status.since and status.marking:
        said.append(f"Marking {status.marking} since {status.since.astimezone(zone):%H:%M}.")
    if status.error:
        said.append(f"The last round of marking failed, and is tried again: {status.error}")
    return (*said, *silence(status, zone), *status.trouble)


def write_status(course: Course, status: Status) -> None:
    """Write how the service is doing, whole or not at all."""
    write_whole(_file(course), json.dumps(asdict(status), default=datetime.isoformat, indent=1))


def read_status(course: Course) -> Status:
    """Read how the service is doing.

    Parameters
    ----------
    course : Course
        The course.

    Returns
    -------
    Status
        An empty one if it has never run, or if its file cannot be read.
    """
    try:
        found = json.loads(_file(course).read_text(encoding="utf8"))
        return Status(
            since=_time(found["since"]),
            marking=int(found["marking"]),
            ended=_time(found["ended"]),
            error=str(found["error"]),
            trouble=tuple(map(str, found["trouble"])),
        )
    except (OSError, ValueError, TypeError, KeyError):
        return Status()


def read_refused(course: Course) -> dict[tuple[str, str], str]:
    """Read whose work the grader has not taken, as it is now.

    Parameters
    ----------
    course : Course
        The course.

    Returns
    -------
    dict
        (student, tick) -> why: the student is not on the roster, for instance.
    """
    try:
        found = json.loads((service_folder(course) / MARKED).read_text(encoding="utf8"))
        taken, refusals = found["taken"], found["refusals"]
        refused = {work: tuple(work.split("/", 1)) for work in refusals}
        return {
            (student, tick): str(refusals[work])
            for work, (student, tick) in refused.items()
            if taken.get(work) == marked_as(course.submitted, student, tick)
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def _time(text: str | None) -> datetime | None:
    if not text:
        return None
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _file(course: Course) -> Path:
    return service_folder(course) / FILE


def service_folder(course: Course) -> Path:
    """Give the folder of the service's own state. No student is called so."""
    return course.versions / ".service"
