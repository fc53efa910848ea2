"""How ngshare is asked: over HTTP, with the grading service's own token."""

import json
import os
from collections.abc import Mapping
from functools import cache
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

from labkit.hub.course import Course
from labkit.hub.names import NGSHARE

#: Where ngshare is, if it is not on this machine.
ADDRESS = "LABKIT_NGSHARE"

#: Bytes of one answer.
MOST_BYTES = 100_000_000

#: Seconds to wait for one.
PATIENCE = 30.0


class Unavailable(OSError):
    """ngshare could not be reached, or would not: what was to be done is to be tried again."""


class Refused(Unavailable):
    """An answer that is no.

    Parameters
    ----------
    status : int
        Of HTTP.
    why : str
        As it says it.
    """

    def __init__(self, status: int, why: str) -> None:
        super().__init__(f"ngshare says no ({status}): {why}")
        self.status = status


def address(course: Course) -> str:
    """Where ngshare answers the grading service.

    Parameters
    ----------
    course : Course

    Returns
    -------
    str
        Without a slash at the end.
    """
    here = f"http://127.0.0.1:{course.ngshare_port}/services/{NGSHARE}"
    return os.environ.get(ADDRESS, here).rstrip("/")


def call(
    course: Course, method: str, *path: str, data: Mapping[str, str] | None = None, **query: str
) -> dict[str, Any]:
    """Ask ngshare.

    Parameters
    ----------
    course : Course
    method : str
        Of HTTP.
    *path : str
        The parts of the address behind that of ngshare.
    data : dict, optional
        What is posted, as a form.
    **query : str
        What is asked.

    Returns
    -------
    dict
        What it says.

    Raises
    ------
    Refused
        If ngshare says no.
    Unavailable
        If it says nothing that can be understood.
    """
    where = "/".join([address(course), *(quote(part, safe="") for part in path)])
    form = urlencode(data or {}).encode() if method == "POST" else None
    found = _ask(f"{where}?{urlencode(query)}" if query else where, method, form)
    if not isinstance(found, dict) or not found.get("success"):
        raise Unavailable(f"ngshare says no: {found!r:.200}")
    return found


def _token() -> dict[str, str]:
    return {"Authorization": f"token {os.environ.get('JUPYTERHUB_API_TOKEN', '')}"}


def _ask(where: str, method: str, form: bytes | None) -> Any:
    try:
        request = Request(where, form, _token(), method=method)
        with _opener().open(request, timeout=PATIENCE) as answer:
            content = answer.read(MOST_BYTES + 1)
    except HTTPError as error:
        with error:
            raise Refused(error.code, _reason(error)) from None
    except (OSError, HTTPException, ValueError) as error:  # ValueError: no address
        raise Unavailable(f"ngshare cannot be reached: {error}") from None
    if len(content) > MOST_BYTES:
        raise ValueError(f"what ngshare sends must be of at most {MOST_BYTES:,} bytes")
    try:
        return json.loads(content)
    except ValueError:
        raise Unavailable("ngshare must answer with JSON") from None


def _reason(error: HTTPError) -> str:
    try:
        return str(json.loads(error.read(1000))["message"])
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return "it does not say why"


@cache
def _opener() -> OpenerDirector:
    return build_opener(ProxyHandler({}))  # never by way of a proxy: it would read the token
