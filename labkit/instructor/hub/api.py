"""What the command line asks a running hub, through JupyterHub's own interface."""

import json
import socket
import urllib.parse
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from typing import Any

from labkit.instructor.hub import sockets
from labkit.instructor.hub.course import Course

#: Seconds to wait for an answer: the hub ends a student's server before it answers some questions.
_PATIENCE = 90


def is_running(course: Course) -> bool:
    """Tell whether the course's hub runs."""
    try:
        return bool(_ask(course, "GET", ""))
    except (OSError, ValueError, HTTPException):
        return False


def end_server(course: Course, name: str) -> None:
    """End somebody's server; raise LookupError if they have never signed in."""
    _ask(course, "DELETE", f"/users/{urllib.parse.quote(name, safe='')}/server")


def _ask(course: Course, method: str, path: str) -> Any:
    with closing(HTTPConnection("hub")) as connection, socket.socket(socket.AF_UNIX) as to_hub:
        to_hub.settimeout(_PATIENCE)
        to_hub.connect(str(sockets.find_socket(course, "hub")))
        connection.sock = to_hub
        token = course.cli_token.read_text().strip()
        connection.request(method, f"/hub/api{path}", headers={"Authorization": f"token {token}"})
        answer = connection.getresponse()
        text = answer.read()
    if answer.status == 404:
        raise LookupError(path)
    if answer.status >= 400:
        raise OSError(f"the hub does not {method} {path}: {answer.status} {answer.reason}")
    return json.loads(text) if text else None
