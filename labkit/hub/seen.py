"""What is known of a class just now: on disk, in the exchange, and from JupyterHub.

Nothing is asked of a student's server, and nothing is kept: each look reads anew, so that a
restart changes nothing. What students can write, the files of the exchange, is bounded and counts
only where its owner is who it says.
"""

import json
import os
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path
from pwd import getpwnam
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientError, ClientTimeout
from jupyterhub.httpclient import fetch
from tornado.log import app_log

from labkit.grading.classroom.times import time_of
from labkit.hub import exchange, folder
from labkit.hub.accounts import open_to_others, own_users, unix_name
from labkit.hub.course import FILE, Course
from labkit.hub.names import INSTRUCTORS, USERNAME
from labkit.hub.status import notices_of, read_refused, read_status
from labkit.hub.versions import Versions

#: A file of marks larger than this is not one.
_MOST_BYTES = 200_000_000

#: No more files of students who have fetched something are looked at: anybody can make more.
MOST_FETCHED = 50_000

_PAGES = "application/jupyterhub-pagination+json"


@dataclass(frozen=True)
class User:
    """Somebody whom JupyterHub knows.

    Attributes
    ----------
    name : str
        What they sign in with.
    signed_in : bool
        Whether they ever have.
    running : bool
        Whether their server runs.
    instructor : bool
    """

    name: str
    signed_in: bool = False
    running: bool = False
    instructor: bool = False


@dataclass(frozen=True)
class Marked:
    """A row of the folder of marks.

    Attributes
    ----------
    student, tick, display : str
    graded : bool
        Whether it has marks.
    why : str
        Why not.
    submitted : datetime or None
    earned : dict
        Question -> points; None where a person has still to read an answer.
    hints : dict
        Question -> the hint that was met.
    to_read : tuple of str
        Questions whose answers wait for a person.
    points, out_of : float
    late_days : int or None
        None if unknown.
    """

    student: str
    tick: str
    display: str = ""
    graded: bool = False
    why: str = ""
    submitted: datetime | None = None
    earned: Mapping[str, float | None] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)
    to_read: tuple[str, ...] = ()
    points: float = 0.0
    out_of: float = 0.0
    late_days: int | None = 0


@dataclass(frozen=True)
class Seen:
    """What an overview is made of, besides the course.

    Attributes
    ----------
    users : tuple of User or None
        None if JupyterHub did not answer.
    marked : tuple of Marked
    handed_in : dict
        (student, tick) -> when the latest version was handed in; None if unknown.
    fetched : frozenset of (str, str)
        Students and ticks.
    released : tuple of str
    kept : dict
        What else was collected, (student, tick) -> why it does not count; "" if it waits its turn.
    """

    users: tuple[User, ...] | None = ()
    marked: tuple[Marked, ...] = ()
    handed_in: Mapping[tuple[str, str], datetime | None] = field(default_factory=dict)
    fetched: frozenset[tuple[str, str]] = frozenset()
    released: tuple[str, ...] = ()
    kept: Mapping[tuple[str, str], str] = field(default_factory=dict)


def read_marks(folder: Path) -> tuple[Marked, ...]:
    """Read the rows of a folder of marks.

    Parameters
    ----------
    folder : Path
        What ``labkit grade`` writes into.

    Returns
    -------
    tuple of Marked
        None where nothing has been graded yet.

    Raises
    ------
    ValueError
        If its ``grades.json`` is none.
    """
    path = folder / "grades.json"
    try:
        known = path.stat()
    except FileNotFoundError:
        return ()
    return _read_marks(path, known.st_mtime_ns, known.st_size, known.st_ino)


@lru_cache(maxsize=4)
def _read_marks(path: Path, _changed: int, size: int, _file: int) -> tuple[Marked, ...]:
    """Read the file once for each of its versions: it is written whole, as a new file."""
    if size > _MOST_BYTES:
        raise ValueError(f"{path.name} must be at most {_MOST_BYTES} bytes, not {size}")
    try:
        return tuple(map(_marked, json.loads(path.read_text(encoding="utf8"))))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{path.name} must be a table of marks, not something else") from error


def _marked(row: dict[str, Any]) -> Marked:
    graded = bool(row["marks"])
    return Marked(
        student=str(row["student"]),
        tick=str(row["tick"]),
        display=str(row.get("display") or ""),
        graded=graded,
        why="" if graded else str(row["status"]),
        # A row of the roster has no file: nothing was handed in.
        submitted=datetime.fromisoformat(row["submitted"]) if row["file"] else None,
        earned=dict(row["earned"]),
        hints={m["question"]: m["hint"]["text"] for m in row["marks"] if m["hint"]},
        to_read=tuple(row["waiting"]) if graded else (),
        points=float(row["points"] or 0),
        out_of=float(row["out_of"]),
        late_days=row["late_days"],
    )


@dataclass(frozen=True)
class Hub:
    """Where JupyterHub is, as its service is told.

    Attributes
    ----------
    api : str
        The address of its interface for programs.
    token : str
        The service's own, which may list users.
    prefix : str
        The path of the service.
    base : str
        The path of all that JupyterHub serves.
    """

    api: str
    token: str
    prefix: str
    base: str = "/"


def hub_of(environment: Mapping[str, str]) -> Hub:
    """Read where JupyterHub is from what it tells its services.

    Parameters
    ----------
    environment : dict
        The process's.

    Returns
    -------
    Hub
        Where it is.

    Raises
    ------
    ValueError
        If JupyterHub did not start this process.

    Examples
    --------
    >>> told = {"JUPYTERHUB_API_URL": "http://127.0.0.1:8002/hub/api", "JUPYTERHUB_API_TOKEN": "t"}
    >>> hub_of({**told, "JUPYTERHUB_SERVICE_PREFIX": "/services/labkit/"}).prefix
    '/services/labkit/'
    """
    try:
        return Hub(
            api=environment["JUPYTERHUB_API_URL"],
            token=environment["JUPYTERHUB_API_TOKEN"],
            prefix=environment["JUPYTERHUB_SERVICE_PREFIX"],
            base=environment.get("JUPYTERHUB_BASE_URL", "/"),
        )
    except KeyError as error:
        raise ValueError(
            f"the environment must have {error.args[0]}, as JupyterHub gives it to its services"
        ) from None


async def users_of(hub: Hub) -> tuple[User, ...] | None:
    """Ask JupyterHub who has signed in and whose server runs.

    Parameters
    ----------
    hub : Hub
        Where it is.

    Returns
    -------
    tuple of User or None
        None if it does not answer.
    """
    headers = {"Authorization": f"token {hub.token}", "Accept": _PAGES}
    found: list[User] = []
    offset: int | None = 0
    try:
        while offset is not None:
            url = f"{hub.api}/users?{urlencode({'offset': offset, 'limit': 200})}"
            answer = await fetch(url, headers=headers, timeout=ClientTimeout(total=10))
            part = json.loads(await answer.read())
            found += map(_user, part["items"])
            following = part["_pagination"]["next"]
            offset = following and following["offset"]
    except (OSError, ValueError, KeyError, TypeError, ClientError) as error:
        app_log.warning("JupyterHub does not say who its users are: %s", error)
        return None
    return tuple(found)


def _user(model: Mapping[str, Any]) -> User:
    return User(
        name=str(model["name"]),
        signed_in=model.get("last_activity") is not None,
        running=any(server.get("ready") for server in (model.get("servers") or {}).values()),
        instructor=INSTRUCTORS in (model.get("groups") or ()),
    )


def read_handed_in(folder: Path) -> dict[tuple[str, str], datetime | None]:
    """Tell what was collected, a folder a student and in it a tick: (student, tick) -> when."""
    return {
        (path.parent.name, path.name): _time(path / "timestamp.txt")
        for path in folder.glob("*/*/")
        if not path.parent.name.startswith(".")
    }


def _time(path: Path) -> datetime | None:
    try:
        return time_of(path.read_text(encoding="utf8")[:100].strip(), UTC)
    except (OSError, ValueError):
        return None


def read_fetched(
    folder: Path, owner: Callable[[str], int | None], ticks: Collection[str]
) -> frozenset[tuple[str, str]]:
    """Tell who has fetched what: each fetch leaves an empty file of the student's own.

    Parameters
    ----------
    folder : Path
        Where these files are. Students can put anything there.
    owner : callable
        Gives the number of a student's Unix user; None where all have the same.
    ticks : collection of str
        Those there are.

    Returns
    -------
    frozenset of (str, str)
        Students and ticks.
    """
    found = set()
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_FETCHED):
                student, _, tick = entry.name.rpartition("+")
                if tick in ticks and USERNAME.fullmatch(student) and _is_own(entry, owner(student)):
                    found.add((student, tick))
    except OSError:  # there is no such folder yet
        return frozenset()
    return frozenset(found)


def _is_own(entry: os.DirEntry[str], owner: int | None) -> bool:
    try:
        return owner is None or entry.stat(follow_symlinks=False).st_uid == owner
    except OSError:  # it has just gone
        return False


def look(
    course: Course, ticks: Collection[str], users: tuple[User, ...] | None
) -> tuple[Seen, tuple[str, ...]]:
    """Look at a class.

    Parameters
    ----------
    course : Course
        Whose it is.
    ticks : collection of str
        Those there are.
    users : tuple of User or None
        Whom JupyterHub knows; None if it does not answer.

    Returns
    -------
    seen : Seen
        What is known.
    notices : tuple of str
        What instructors should know of the hub itself.
    """
    notices = [] if users is not None else ["JupyterHub does not say who has signed in."]
    marked: tuple[Marked, ...] = ()
    try:
        marked = read_marks(course.marks)
    except (OSError, ValueError) as error:
        notices.append(f"The marks cannot be read: {error}")
    released: tuple[str, ...] = ()
    handed_in, kept = read_handed_in(course.submitted), dict[tuple[str, str], str]()
    try:
        kept = Versions(course.versions).waiting(handed_in) | read_refused(course)
        handed_in = {work: when for work, when in handed_in.items() if work not in kept}
        released = folder.released(course)
        for version in exchange.waiting(course):
            handed_in[version.student, version.tick] = version.submitted
    except (OSError, ValueError) as error:
        notices.append(f"The exchange cannot be read: {error}")
    fetched = read_fetched(course.exchange_root / course.slug / "fetched", _owner(course), ticks)
    notices += _open_to_students(course)
    seen = Seen(users, marked, handed_in, fetched, released, kept)
    return seen, (*notices, *notices_of(read_status(course), course.late.zone))


def _open_to_students(course: Course) -> list[str]:
    """Say which files students can read and must not: a new one of the same name is for everybody."""
    with suppress(OSError):
        files = (course.folder / FILE, course.roster) if own_users(course) else ()
        found = [file for file in files if file and open_to_others(file)]
        return [f"Students can read {file}: chmod o-rwx closes it to them." for file in found]
    return []


def _owner(course: Course) -> Callable[[str], int | None]:
    if not own_users(course):
        return lambda student: None

    def owner(student: str) -> int | None:
        try:
            return getpwnam(unix_name(student)).pw_uid
        except (KeyError, ValueError):
            return -1  # nobody's

    return owner
