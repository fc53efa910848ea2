"""A course on a hub: one folder, and what its ``course.toml`` says."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import labkit
from labkit.arguments import as_count, as_number
from labkit.grading.results.late import Policy, how_written
from labkit.hub.deadlines import read_late, why_no_toml
from labkit.hub.names import CLI, SERVICE, as_username, is_one_line

# fmt: off
__all__ = [
    "CLI", "FILE", "LAB", "PORT_VARIABLE", "SERVICE",
    "Course", "Feedback", "Limits", "Tls", "as_username", "read_course", "tick_names",
]
# fmt: on

#: The file that an instructor edits.
FILE = "course.toml"

#: The repository that this labkit is from: its solutions and hidden cases are what grades.
LAB = Path(labkit.__file__).resolve().parents[1]

#: The variable with the port of a hub that was started on another one than its file says.
PORT_VARIABLE = "LABKIT_HUB_PORT"

#: What no server has: 100 TB, processors; and a year. More is bytes for MB, or seconds.
_MOST_MB, _MOST_PROCESSORS, _MOST_MINUTES = 100_000_000, 10_000, 525_600

_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")

_KEYS = {
    "": {"name", "id", "instructors", "roster", "feedback", "late", "limits", "hub"},
    "limits": {"memory_mb", "processors", "idle_minutes", "storage_mb"},
    "hub": {"address", "port", "certificate", "key"},
}


class Feedback(StrEnum):
    """When students see what their machine-marked questions got."""

    AT_ONCE = "at once"
    AT_DEADLINE = "at the deadline"


@dataclass(frozen=True)
class Limits:
    """What one student's server may use.

    Attributes
    ----------
    memory : int
        MB of all its processes, kernels among them.
    processors : float
    idle : int
        Minutes without anybody's doing anything, after which it is ended.
    storage : int
        MB of the student's files; 0 for as much as there is.
    """

    memory: int = 1000
    processors: float = 1.0
    idle: int = 60
    storage: int = 1000


@dataclass(frozen=True)
class Tls:
    """The two files with which the hub speaks https itself.

    Attributes
    ----------
    certificate, key : Path
    """

    certificate: Path
    key: Path


@dataclass(frozen=True)
class Course:
    """A course on a hub.

    Attributes
    ----------
    folder : Path
        Absolute; all that belongs to the course is in it.
    name : str
        For people.
    slug : str
        For nbgrader: its course id.
    instructors : tuple of str
        The names that they sign in with.
    roster : Path or None
        The list of the class.
    late : Policy
        Deadlines, extensions and the penalty.
    late_text : str
        The same as TOML, for ``labkit grade --late``.
    feedback : Feedback
        When machine-marked questions are given back.
    limits : Limits
        Of each student's server.
    address : str
        Where the hub listens.
    port : int
    tls : Tls or None
    """

    folder: Path
    name: str
    slug: str
    instructors: tuple[str, ...] = ()
    roster: Path | None = None
    late: Policy = field(default_factory=Policy)
    late_text: str = ""
    feedback: Feedback = Feedback.AT_ONCE
    limits: Limits = field(default_factory=Limits)
    address: str = "127.0.0.1"
    port: int = 8000
    tls: Tls | None = None

    @property
    def private(self) -> Path:
        """JupyterHub's own: its database, its secrets, its log."""
        return self.folder / "hub"

    @property
    def student(self) -> Path:
        """What students' servers run: the pack and its virtual environment."""
        return self.folder / "student"

    @property
    def pack(self) -> Path:
        """The student pack, unpacked."""
        return self.student / "pack"

    @property
    def env(self) -> Path:
        """The virtual environment of students' servers."""
        return self.student / "env"

    @property
    def exchange_root(self) -> Path:
        """The root of nbgrader's folder exchange; the course is the folder `slug` in it."""
        return self.folder / "exchange"

    @property
    def release(self) -> Path:
        """Student versions of ticks that are or were handed out."""
        return self.folder / "release"

    @property
    def submitted(self) -> Path:
        """What was collected, a folder a student and in it one a tick."""
        return self.folder / "submitted"

    @property
    def versions(self) -> Path:
        """Every version that was handed in, kept once, and what the grading service notes."""
        return self.folder / "versions"

    @property
    def marks(self) -> Path:
        """The folder of marks of ``labkit grade``, which Formgrader opens too."""
        return self.folder / "marks"

    @property
    def database(self) -> Path:
        """JupyterHub's: who has an account, with passwords, and which servers run."""
        return self.private / "jupyterhub.sqlite"

    @property
    def homes(self) -> Path:
        """Students' homes, in both ways to run a course."""
        return self.folder / "homes"

    @property
    def lab(self) -> Path:
        """The repository as the grading service and instructors read it: a copy, no student's."""
        return self.folder / "lab"

    @property
    def grader_home(self) -> Path:
        """The home of the grading service's user."""
        return self.folder / "grader"


def tick_names() -> tuple[str, ...]:
    """Name the ticks that there are.

    Returns
    -------
    tuple of str
        In their order; none where the notebooks are elsewhere.
    """
    folder = LAB / "notebooks" / "ticks"
    return tuple(sorted(each.name for each in folder.glob("*") if each.is_dir()))


def read_course(folder: os.PathLike[str] | str) -> Course:
    """Read a course from its folder.

    Parameters
    ----------
    folder : path
        As ``labkit hub init`` makes it.

    Returns
    -------
    Course
        What its ``course.toml`` says, paths made absolute.

    Raises
    ------
    FileNotFoundError
        If there is no such file in it.
    ValueError
        If an entry is not what it must be; the message names it.
    """
    folder = Path(folder).resolve()
    path = folder / FILE
    if not path.is_file():
        raise FileNotFoundError(
            f"folder must be a course's, with a {FILE} in it, not {folder}; "
            "labkit hub init makes one"
        )
    try:
        return _course(folder, _content(path.read_bytes()))
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError(f"{path}: {error}") from None


def _content(data: bytes) -> dict[str, Any]:
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except ValueError:
        raise ValueError("it must be a text in UTF-8, and not in another encoding") from None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason = f"{error}{how_written(text, str(error))}"
        raise ValueError(why_no_toml(text) or reason) from None


def _course(folder: Path, content: dict[str, Any]) -> Course:
    _refuse_unknown(content, "")
    late, late_text = read_late(_table(content, "late"), tick_names() or None)
    hub = _table(content, "hub")
    return Course(
        folder=folder,
        name=_text(content.get("name"), "name"),
        slug=_slug(content.get("id")),
        instructors=_instructors(content.get("instructors", [])),
        roster=_file(folder, content, "roster"),
        late=late,
        late_text=late_text,
        feedback=_feedback(content.get("feedback", Feedback.AT_ONCE)),
        limits=_limits(_table(content, "limits")),
        address=_address(hub.get("address", "127.0.0.1")),
        port=as_count(_port(hub.get("port", 8000)), "hub.port", 1, 65_535),
        tls=_tls(folder, hub),
    )


def _refuse_unknown(table: Mapping[str, Any], name: str) -> None:
    unknown = set(table) - _KEYS[name]
    if unknown:
        known = ", ".join(sorted(_KEYS[name]))
        where = f" of [{name}]" if name else ""
        raise ValueError(f"an entry{where} must be one of {known}, not {min(unknown)!r}")


def _table(content: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = content.get(name, {})
    if not isinstance(table, dict):
        raise ValueError(f"{name} must be a table, begun by [{name}], not {table!r}")
    if name in _KEYS:
        _refuse_unknown(table, name)
    return table


def _text(value: object, entry: str) -> str:
    if not isinstance(value, str) or not value.strip() or not is_one_line(value):
        raise ValueError(f"{entry} must be a text on one line, not {value!r}")
    return value


def _slug(value: object) -> str:
    if not isinstance(value, str) or not _SLUG.fullmatch(value):
        raise ValueError(
            f"id must be of at most 40 small letters a to z and digits, hyphens between, not {value!r}"
        )
    return value


def _instructors(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f'instructors must be a list of usernames, as ["ada"], not {value!r}')
    return tuple(dict.fromkeys(map(as_username, value)))


def _file(folder: Path, table: Mapping[str, Any], key: str, name: str = "") -> Path | None:
    value = table.get(key, "")
    if value == "":
        return None
    path = folder / _text(value, name or key)
    if not path.is_file():
        raise ValueError(f"{name or key} must be a file that exists, not {value!r}")
    return path


def _feedback(value: object) -> Feedback:
    try:
        return Feedback(str(value))
    except ValueError:
        known = " or ".join(repr(str(option)) for option in Feedback)
        raise ValueError(f"feedback must be {known}, not {value!r}") from None


def _limits(table: Mapping[str, Any]) -> Limits:
    usual = Limits()
    return Limits(
        memory=as_count(table.get("memory_mb", usual.memory), "limits.memory_mb", 300, _MOST_MB),
        processors=as_number(
            table.get("processors", usual.processors), "limits.processors", 0.1, _MOST_PROCESSORS
        ),
        idle=as_count(
            table.get("idle_minutes", usual.idle), "limits.idle_minutes", 1, _MOST_MINUTES
        ),
        storage=as_count(table.get("storage_mb", usual.storage), "limits.storage_mb", 0, _MOST_MB),
    )


def _address(value: object) -> str:
    try:
        return str(ip_address(value)) if isinstance(value, str) else _no_address(value)
    except ValueError:
        return _no_address(value)


def _no_address(value: object) -> str:
    raise ValueError(
        'hub.address must be "127.0.0.1", this machine only, or "0.0.0.0", all the world, '
        f"or the number of one of its addresses, not {value!r}"
    ) from None


def _port(value: Any) -> Any:
    otherwise = os.environ.get(PORT_VARIABLE, "")
    return int(otherwise) if otherwise.isdecimal() else value


def _tls(folder: Path, hub: Mapping[str, Any]) -> Tls | None:
    certificate = _file(folder, hub, "certificate", "hub.certificate")
    key = _file(folder, hub, "key", "hub.key")
    if certificate and key:
        return Tls(certificate, key)
    if certificate or key:
        missing = "key" if certificate else "certificate"
        raise ValueError(
            f"hub.{missing} must be a file too, not left out, where the other is given"
        )
    return None
