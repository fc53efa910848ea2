"""The exchange through ngshare: a service that keeps what goes out and comes in, no shared folder.

ngshare (https://ngshare.readthedocs.io) asks the hub who a request is from, and takes the time of a
submission from its own clock. Students reach it through nbgrader's buttons; this is the course's
side, of which nbgrader's own collector knows only the latest version of each submission.
"""

import base64
import json
import os
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import md5
from pathlib import Path, PurePosixPath
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from labkit.hub.accounts import GRADER
from labkit.hub.course import LAB, Course
from labkit.hub.names import NGSHARE, USERNAME
from labkit.hub.ngshare_api import Refused, Unavailable, call

__all__ = [
    *("Unavailable", "Version", "enrol", "fetch", "give_back", "release", "released"),
    *("service", "student_config", "waiting"),
]

#: Files that one submission may have.
MOST_FILES = 1_000

_STAMP = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6})(?: UTC)?")


@dataclass(frozen=True)
class Version:
    """One version of a submission, as it lies in ngshare.

    Attributes
    ----------
    student : str
        The name that they sign in with: the hub vouches for it.
    tick : str
    submitted : datetime
        By ngshare's clock, in UTC.
    stamp : str
        The same as ngshare writes it: what feedback is filed under.
    """

    student: str
    tick: str
    submitted: datetime
    stamp: str


def service(course: Course, root: bool | None = None) -> dict[str, Any]:
    """Describe ngshare to JupyterHub, which starts it.

    Parameters
    ----------
    course : Course
    root : bool, optional
        Whether it runs as the grading service's own user; by default, if root runs the hub.

    Returns
    -------
    dict
        An entry of ``c.JupyterHub.services``.
    """
    root = os.geteuid() == 0 if root is None else root
    found: dict[str, Any] = {
        "name": NGSHARE,
        "url": f"http://127.0.0.1:{course.ngshare_port}",
        "command": [
            *(str(course.env / "bin" / "python"), "-m", "labkit.hub.ngshare_server"),
            str(course.folder),
        ],
        "cwd": "/",
        "environment": {"PYTHONPATH": str(course.lab if root else LAB)},
        "display": False,
    }
    return {**found, "user": GRADER} if root else found


def student_config(where: str) -> str:
    """Write what a student's ``nbgrader_config.py`` needs to hand in through ngshare.

    Parameters
    ----------
    where : str
        The address of ngshare as the student's server reaches it.

    Returns
    -------
    str
        Lines of Python; ``c`` is nbgrader's configuration.
    """
    templates = Environment(
        loader=PackageLoader("labkit.hub"), undefined=StrictUndefined, keep_trailing_newline=True
    )
    return templates.get_template("ngshare_config.py.j2").render(where=where)


def enrol(course: Course, students: Iterable[str]) -> None:
    """Make the course in ngshare, its instructors and these students in it, where they are not.

    Parameters
    ----------
    course : Course
    students : iterable of str
        Names to sign in with. Who is not enrolled sees no tick and can hand nothing in.

    Raises
    ------
    Unavailable
        If ngshare cannot be asked.
    """
    try:
        call(course, "POST", "course", course.slug)
    except Refused as reason:
        if reason.status != 409:  # it is there
            raise
    there = _names(call(course, "GET", "instructors", course.slug)["instructors"])
    for name in course.instructors:
        if name not in there:
            call(course, "POST", "instructor", course.slug, name, data=_person(name))
    for name in sorted(there - set(course.instructors)):
        call(course, "DELETE", "instructor", course.slug, name)
    known = _names(call(course, "GET", "students", course.slug)["students"])
    new = sorted(set(students) - known - set(course.instructors))
    if new:
        people = json.dumps([{"username": name, **_person(name)} for name in new])
        call(course, "POST", "students", course.slug, data={"students": people})


def release(course: Course, tick: str, folder: Path) -> None:
    """Hand a tick out.

    Parameters
    ----------
    course : Course
    tick : str
    folder : Path
        The student version with its files.

    Raises
    ------
    ValueError
        If another version of it is out and somebody has handed in: to replace a tick, ngshare would
        delete all that was handed in for it.
    Unavailable
        If ngshare cannot be asked.
    """
    files = {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
    if tick in released(course):
        out = call(course, "GET", "assignment", course.slug, tick, list_only="true")["files"]
        if _checksums(out) == {name: md5(data).hexdigest() for name, data in files.items()}:
            return
        if call(course, "GET", "submissions", course.slug, tick)["submissions"]:
            raise ValueError(
                f"tick must be one that nobody has handed in yet, not {tick}: it is released in "
                "another version, and replacing it in ngshare deletes all submissions of it"
            )
        call(course, "DELETE", "assignment", course.slug, tick)
    call(course, "POST", "assignment", course.slug, tick, data={"files": _packed(files)})


def released(course: Course) -> tuple[str, ...]:
    """Name the ticks that are out.

    Parameters
    ----------
    course : Course

    Returns
    -------
    tuple of str
        In the order of their names.

    Raises
    ------
    Unavailable
        If ngshare cannot be asked.
    """
    return tuple(sorted(call(course, "GET", "assignments", course.slug)["assignments"]))


def waiting(course: Course) -> tuple[Version, ...]:
    """List every version of every submission.

    Parameters
    ----------
    course : Course

    Returns
    -------
    tuple of Version
        Oldest first; those that were collected earlier as well.

    Raises
    ------
    Unavailable
        If ngshare cannot be asked.
    """
    found = [
        Version(each["student_id"], tick, _time(each["timestamp"]), each["timestamp"])
        for tick in released(course)
        for each in call(course, "GET", "submissions", course.slug, tick)["submissions"]
        if USERNAME.fullmatch(each["student_id"])  # others cannot be enrolled
    ]
    return tuple(sorted(found, key=lambda each: (each.submitted, each.student, each.tick)))


def fetch(course: Course, version: Version) -> dict[str, bytes]:
    """Give the files of one version.

    Parameters
    ----------
    course : Course
    version : Version
        As `waiting` lists it.

    Returns
    -------
    dict
        Relative path -> content. No path leads out of the folder that it is put into.

    Raises
    ------
    ValueError
        If the files are more or larger than may be, or their names are none.
    Unavailable
        If ngshare cannot be asked.
    """
    path = ("submission", course.slug, version.tick, version.student)
    listed = call(course, "GET", *path, timestamp=version.stamp)["files"]
    if len(listed) > MOST_FILES:
        raise ValueError(f"a submission must be of at most {MOST_FILES} files, not {len(listed)}")
    files: dict[str, bytes] = {}
    for each in listed:
        name = _as_path(each["path"])
        if name in files:
            raise ValueError(f"a submission's files must have a name each, not two {name!r}")
        files[name] = _unpacked(name, each["content"])
    above = {str(parent) for name in files for parent in PurePosixPath(name).parents}
    if both := above & set(files):
        raise ValueError(f"{min(both)!r} must be a file or a folder, not both")
    return files


def give_back(course: Course, version: Version, pages: Mapping[str, bytes]) -> None:
    """Give feedback on one version, in the place of what was given on it earlier.

    Parameters
    ----------
    course : Course
    version : Version
    pages : dict
        Name, as ``tick4-sign-test.html`` -> page.

    Raises
    ------
    Unavailable
        If ngshare cannot be asked.
    """
    data = {"timestamp": version.stamp, "files": _packed(pages)}
    call(course, "POST", "feedback", course.slug, version.tick, version.student, data=data)


def _as_path(name: object) -> str:
    parts = name.split("/") if isinstance(name, str) else [""]
    if not all(
        part not in ("", ".", "..") and len(part.encode()) <= 255 and part.isprintable()
        for part in parts
    ):
        raise ValueError(f"a submission's file must have a name that files can have, not {name!r}")
    return "/".join(parts)


def _person(name: str) -> dict[str, str]:
    # What else of a student ngshare would keep is in the roster, and stays there.
    return {"first_name": name, "last_name": "", "email": ""}


def _names(people: Collection[Mapping[str, str]]) -> set[str]:
    return {each["username"] for each in people}


def _checksums(files: Iterable[Mapping[str, str]]) -> dict[str, str]:
    return {each["path"]: each["checksum"] for each in files}


def _unpacked(name: str, content: object) -> bytes:
    try:
        # ngshare breaks it into lines.
        return base64.b64decode(
            "".join(content.split() if isinstance(content, str) else "?"), validate=True
        )
    except ValueError:
        raise ValueError(f"{name!r} must be in base64") from None


def _packed(files: Mapping[str, bytes]) -> str:
    listed = [
        {"path": name, "content": base64.b64encode(data).decode()} for name, data in files.items()
    ]
    return json.dumps(listed)


def _time(stamp: str) -> datetime:
    found = _STAMP.fullmatch(stamp)
    if not found:
        raise Unavailable(f"ngshare must say when a submission came in, not {stamp!r}")
    return datetime.strptime(found[1], "%Y-%m-%d %H:%M:%S.%f").replace(tzinfo=UTC)
