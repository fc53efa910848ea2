"""What the command line asks a running hub, through JupyterHub's own interface."""

import json
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

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
    last_activity : str
        As ISO 8601 has times; "" if never.
    """

    name: str
    running: bool
    last_activity: str


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
    except (OSError, ValueError, HTTPException):  # or another program is there
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
        Member(each["name"], bool(each["server"]), each["last_activity"] or "")
        for each in sorted(found, key=lambda each: str(each["name"]))
    )


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
    try:
        _ask(course, "DELETE", f"/users/{urllib.parse.quote(name, safe='')}")
    except urllib.error.HTTPError as error:
        if error.code != 404:
            raise
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


def port_file(course: Course) -> Path:
    """Give the file of the port that the hub was last started on.

    Parameters
    ----------
    course : Course

    Returns
    -------
    Path
        In the private folder.
    """
    return course.private / "port"


def _ask(course: Course, method: str, path: str) -> Any:
    port = int(port_file(course).read_text()) + 2
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/hub/api{path}",
        method=method,
        headers={"Authorization": f"token {token_file(course).read_text().strip()}"},
    )
    # Not through a proxy that the machine may have for the world outside.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=_PATIENCE) as answer:
        text = answer.read()
    return json.loads(text) if text else None
