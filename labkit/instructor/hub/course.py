"""A course on a hub: one folder, and what its ``course.toml`` says."""

import os
import stat
import tomllib
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from ipaddress import IPv4Address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    IPvAnyAddress,
    StrictInt,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
)
from pydantic.dataclasses import dataclass

import labkit
from labkit.checks.plan import read_plan
from labkit.instructor.grading.marks.late import HOW_WRITTEN, Policy, first_wrong, read_policy
from labkit.instructor.hub.usernames import as_line, as_username

if TYPE_CHECKING:
    from labkit.instructor.grading.submissions.roster import Roster

#: The file that the administrator edits: root's alone.
FILE = "course.toml"

#: The folder of what instructors change on the class page, which the service writes: its files there.
CHANGED, LATE, ROSTER = "class", "late.toml", "roster.csv"

#: Bytes of the list of a class, or of its deadlines, at most.
_LARGEST = 2_000_000

#: The repository that this labkit is from: its solutions and hidden cases are what grades.
LAB = Path(labkit.__file__).resolve().parents[1]

#: The variable with the port of a hub that was started on another one than its file says.
PORT_VARIABLE = "LABKIT_HUB_PORT"

_CONFIG = ConfigDict(extra="forbid")


def _find_file(path: Path, info: ValidationInfo) -> Path:
    """Return a file of course.toml, from the folder that is the context on; raise if it is not there."""
    if info.context is None:
        return path
    if not (info.context / path).is_file():
        raise ValueError("it must be a file that exists")
    return Path(info.context, path)


_File = Annotated[Path, AfterValidator(_find_file)]


@dataclass(frozen=True, config=_CONFIG)
class ServerLimits:
    """What one student's server may use."""

    memory_mb: Annotated[StrictInt, Field(ge=300, le=100_000_000)] = 1000  # of all its processes
    processors: Annotated[float, Field(ge=0.1, le=10_000)] = 1.0
    idle_minutes: Annotated[StrictInt, Field(ge=1, le=525_600)] = 60  # idle for so long, it ends
    #: Of the student's files, where the disk has quotas; 0 for no limit.
    storage_mb: Annotated[StrictInt, Field(ge=0, le=100_000_000)] = 1000


@dataclass(frozen=True, config=_CONFIG)
class Listening:
    """Where a hub can be reached."""

    address: IPvAnyAddress = IPv4Address("127.0.0.1")
    port: Annotated[StrictInt, Field(ge=1, le=65_535)] = 8000
    certificate: _File | None = None  # with its key: the hub speaks https itself
    key: _File | None = None
    #: ``https://lab.uni.example``, where ``*.lab.uni.example`` is this machine, too: each student's
    #: server has an origin of its own below it.
    subdomain_host: Annotated[str, Field(pattern=r"^https?://[a-z0-9.-]+(:\d+)?$")] | None = None

    @property
    def subdomains(self) -> str | None:
        """The address above those of all servers; on one's own machine there is always one."""
        is_own = self.address.is_loopback and self.certificate is None
        return self.subdomain_host or (f"http://lab.localhost:{self.port}" if is_own else None)


@dataclass(frozen=True, config=_CONFIG)
class SigningIn:
    """A university's OpenID Connect, which people sign in by instead of by passwords."""

    issuer: Annotated[str, Field(pattern=r"^(https://|http://localhost:)[^\s?#]+$")]
    client_id: str
    client_secret: _File  # the file with it
    claim: str = "preferred_username"  # which of the university's words is the roster's identifier


class _Place:
    """Where something is in a course's folder."""

    def __init__(self, *parts: str) -> None:
        self.parts = parts

    def __get__(self, course: "Course", owner: type) -> Path:
        return course.folder.joinpath(*self.parts)


@dataclass(frozen=True, config=_CONFIG)
class Course:
    """A course on a hub; all that belongs to it is in its folder."""

    folder: Path
    name: Annotated[str, AfterValidator(as_line)]  # for people
    id: Annotated[str, Field(pattern=r"^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$")]  # for nbgrader
    instructors: tuple[Annotated[str, AfterValidator(as_username)], ...] = ()
    roster: _File | None = None  # the list of the class
    late: _File | None = None  # deadlines, extensions and penalties, as of ``labkit grade --late``
    #: When students see what their machine-marked questions got.
    feedback: Literal["at once", "at the deadline"] = "at once"
    limits: ServerLimits = ServerLimits()
    hub: Listening = Listening()
    signing_in: SigningIn | None = None

    @cached_property
    def policy(self) -> Policy:
        """The deadlines, extensions and penalties."""
        if self.late is None:
            return Policy()
        return read_policy(read_plain(self.late), self.late.name, tick_names())

    @cached_property
    def class_list(self) -> "Roster | None":
        """The class, if there is a list of it."""
        if self.roster is None:
            return None
        # Tables come in by pandas, which takes its time.
        from labkit.instructor.grading.submissions.roster import read_roster

        return read_roster(read_plain(self.roster), self.roster.name)

    #: What instructors change on the class page.
    changed = _Place(CHANGED)
    #: JupyterHub's own: its secrets, and its database: tokens, cookies, which servers run.
    private = _Place("hub")
    database = _Place("hub", "jupyterhub.sqlite")
    #: What proves to the hub that the command line asks.
    cli_token = _Place("hub", "cli-token")
    #: Hashes of people's passwords.
    passwords = _Place("hub", "passwords.json")
    #: Where it is, all servers run as one user, also where root starts them.
    one_user = _Place("one-user")
    #: What students' servers run: the student pack, unpacked, a virtual environment, a program.
    student = _Place("student")
    pack = _Place("student", "pack")
    env = _Place("student", "env")
    program = _Place("student", "start.py")
    #: Student versions of the ticks that are handed out.
    release = _Place("release")
    #: Every version that was handed in, kept once.
    versions = _Place("versions")
    #: The folder of marks of ``labkit grade``, which Formgrader opens too.
    marks = _Place("marks")
    #: Students' homes, in both ways to run a course.
    homes = _Place("homes")
    #: The repository as the grading service and instructors read it: a copy, no student's.
    lab = _Place("lab")
    #: The home of the grading service's user.
    grader_home = _Place("grader")


_read: dict[Path, Course] = {}


def read_again(course: Course) -> Course:
    """Return a course as its files are now, or as they were when they could last be read."""
    with suppress(OSError, ValueError):
        _read[course.folder] = read_course(course.folder)
    return _read.get(course.folder, course)


def read_plain(path: Path) -> bytes:
    """Read a file of a folder that others write in: root follows no link there, and waits for no pipe."""
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
    refused = ValueError(f"{path} must be a plain file of at most {_LARGEST:,} bytes, and no link")
    if path.is_symlink():
        raise refused
    with open(os.open(path, flags), "rb") as file:
        data = file.read(_LARGEST + 1) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
    if data is None or len(data) > _LARGEST:
        raise refused
    return data


def tick_names() -> tuple[str, ...]:
    """Return the names of the ticks in their order; none where the notebooks are elsewhere."""
    return tuple(read_plan(LAB / "notebooks" / "ticks"))


def read_course(folder: Path) -> Course:
    """Read a course from its folder; raise an error that names the entry that will not do."""
    folder = folder.resolve()
    path = folder / FILE
    if not path.is_file():
        raise FileNotFoundError(
            f"course must be a folder with a {FILE} in it, not {folder}; labkit hub init makes one"
        )
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise ValueError(f"{path}: {error}; {HOW_WRITTEN}") from None
    if "folder" in table:
        raise ValueError(f"{path}: there is no entry folder")
    try:
        course = TypeAdapter(Course).validate_python({**table, "folder": folder}, context=folder)
    except ValidationError as error:
        raise ValueError(f"{path}: {first_wrong(error)}") from None
    hub = course.hub
    if bool(hub.certificate) != bool(hub.key):
        raise ValueError(f"{path}: give both hub.certificate and hub.key, or neither")
    for file in (course.roster, course.late):
        if file and file.parent not in (folder, folder / CHANGED):
            raise ValueError(f"{path}: {file} must be in {folder}, where the hub can read it")
    port = int(os.environ.get(PORT_VARIABLE, hub.port))
    course = replace(course, hub=replace(hub, port=port))
    if course.roster == folder / CHANGED / ROSTER and not course.roster.lstat().st_size:
        course = replace(course, roster=None)  # until an instructor gives one
    if course.signing_in and not course.roster:
        raise ValueError(f"{path}: signing_in needs a roster, which says who may sign in")
    course.policy  # noqa: B018  # which raises if its file will not do
    return course
