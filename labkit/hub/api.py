"""What the command line asks a running hub, through JupyterHub's own interface."""

import json
import socket
import urllib.parse
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from labkit.hub import sockets
from labkit.hub.course import Course

#: Seconds to wait for an answer: the hub ends a student's server before it answers some questions.
_PATIENCE = 90


@dataclass(frozen=True)
class Member:
    """Somebody who has signed in.

    Attributes
    ----------
    name : str
        To sign in with.
    running : bool
        Whether their server runs.
    """

    name: str
    running: bool


def is_running(course: Course) -> bool:
    """Tell whether the course's hub runs.

    Parameters
    ----------
    course : Course

    Returns
    -------
    bool
        Whether it answers.
    """
    try:
        return bool(_ask(course, "GET", ""))
    except (OSError, ValueError, HTTPException):
        return False


def members(course: Course) -> tuple[Member, ...]:
    """List who has signed in, of a running hub.

    Parameters
    ----------
    course : Course

    Returns
    -------
    tuple of Member
        By name.

    Raises
    ------
    OSError
        If the hub does not run.
    """
    found: list[dict[str, Any]] = []
    while page := _ask(course, "GET", f"/users?limit=100&offset={len(found)}"):
        found += page
    return tuple(
        Member(each["name"], bool(each["server"]))
        for each in sorted(found, key=lambda each: str(each["name"]))
    )


def end_server(course: Course, name: str) -> None:
    """End somebody's server.

    Parameters
    ----------
    course : Course
    name : str
        To sign in with.

    Raises
    ------
    OSError
        If the hub does not run.
    ValueError
        If there is no such account.
    """
    _delete(course, name, "/server")


def remove(course: Course, name: str) -> None:
    """End somebody's server and take the account away; files and what was handed in stay.

    Parameters
    ----------
    course : Course
    name : str
        To sign in with.

    Raises
    ------
    OSError
        If the hub does not run.
    ValueError
        If there is no such account.
    """
    _delete(course, name)


def _delete(course: Course, name: str, what: str = "") -> None:
    try:
        _ask(course, "DELETE", f"/users/{urllib.parse.quote(name, safe='')}{what}")
    except LookupError:
        raise ValueError(f"name must be one that has signed in, not {name!r}") from None


def token_file(course: Course) -> Path:
    """Give the file of what proves to the hub that the command line asks.

    Parameters
    ----------
    course : Course

    Returns
    -------
    Path
        In the private folder.
    """
    return course.private / "cli-token"


def _ask(course: Course, method: str, path: str) -> Any:
    with closing(HTTPConnection("hub")) as connection, socket.socket(socket.AF_UNIX) as to_hub:
        to_hub.settimeout(_PATIENCE)
        to_hub.connect(str(sockets.hub_socket(course)))
        connection.sock = to_hub
        token = token_file(course).read_text().strip()
        connection.request(method, f"/hub/api{path}", headers={"Authorization": f"token {token}"})
        answer = connection.getresponse()
        text = answer.read()
    if answer.status == HTTPStatus.NOT_FOUND:
        raise LookupError(path)
    if answer.status >= HTTPStatus.BAD_REQUEST:
        raise OSError(f"the hub does not {method} {path}: {answer.status} {answer.reason}")
    return json.loads(text) if text else None
