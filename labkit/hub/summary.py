"""The live page for instructors: how the class is doing, what to read, one click to release a tick.

It answers at the address that JupyterHub gives its service, on this machine only, and knows who
asks by JupyterHub's own sign-in: the role ``instructors`` has the scope to come here. The page
holds no program but its own, and asks for itself anew every few seconds; what has not changed is
neither sent nor drawn again.
"""

import asyncio
import os
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader
from jupyterhub.services.auth import HubOAuth, HubOAuthCallbackHandler, HubOAuthenticated
from markupsafe import Markup
from tornado.httpserver import HTTPServer
from tornado.log import app_log
from tornado.netutil import bind_unix_socket
from tornado.web import Application, HTTPError, RedirectHandler, RequestHandler, authenticated

from labkit.grading.classroom.exporting import Platform
from labkit.grading.results import pages
from labkit.grading.submission.sanitize import visible
from labkit.grading.submission.tick import load_ticks
from labkit.hub import exchange
from labkit.hub.course import LAB, Course, read_course
from labkit.hub.exports import archive
from labkit.hub.overview import Overview, overview, strangers
from labkit.hub.seen import Hub, Seen, User, hub_of, look, read_marks, users_of

#: The page, its style and its program.
TEMPLATES = Path(__file__).with_name("templates") / "summary"

#: The variable with the socket that the page answers at.
PAGE_VARIABLE = "LABKIT_HUB_PAGE"

#: Milliseconds from one look of an open page to its next.
EVERY = 4000

#: Seconds for which one look serves everybody who asks.
FRESH = 1.0

#: Seconds for which a sign-in is not asked about again: who is no longer an instructor is out then.
REMEMBERED = 30

#: Bytes of a table that is uploaded.
LARGEST = 20_000_000

#: What of the folder of marks can be downloaded, and as what.
_FILES = re.compile(r"(grades|moodle(-[\w.-]+)?)\.csv")


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def _printable(value: object) -> object:
    """Let nothing on the page hide or turn round what is beside it."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader([TEMPLATES, pages.TEMPLATES]),
        autoescape=True,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["number"] = _number
    return environment


@dataclass(frozen=True)
class Sources:
    """What the page reads and does.

    Attributes
    ----------
    course : callable
        Gives the course, as its file has it now.
    users : callable
        Gives JupyterHub's list, or None.
    read : callable
        Gives, for these users, what is known of the class, and what went wrong.
    release : callable
        Hands a tick out.
    export : callable
        Gives, for a platform, a tick, its table and whether to scale, a zip file.
    """

    course: Callable[[], Course]
    users: Callable[[], Awaitable[tuple[User, ...] | None]]
    read: Callable[[Course, tuple[User, ...] | None], tuple[Seen, tuple[str, ...]]]
    release: Callable[[str], object]
    export: Callable[[Platform, str, bytes, bool], bytes]


class Desk:
    """What all requests share: one look at the class serves everybody who asks at about the same time.

    Parameters
    ----------
    sources : Sources
        What is looked at.
    ticks : dict
        Name -> question -> points.
    """

    def __init__(self, sources: Sources, ticks: Mapping[str, Mapping[str, float]]) -> None:
        self.course, self.sources, self.ticks = sources.course(), sources, ticks
        self._lock = asyncio.Lock()
        self._looked = -1.0
        self._seen: tuple[Overview, tuple[str, ...]] | None = None

    async def look(self) -> tuple[Overview, tuple[str, ...]]:
        """Give the class as it is, and what is to be said above it."""
        async with self._lock:
            now = asyncio.get_running_loop().time()
            if self._seen is None or now > self._looked + FRESH:
                users = await self.sources.users()
                self._seen = await asyncio.to_thread(self._read, users)
                self._looked = asyncio.get_running_loop().time()
            return self._seen

    def forget(self) -> None:
        """Have the next one look anew."""
        self._seen = None

    def _read(self, users: tuple[User, ...] | None) -> tuple[Overview, tuple[str, ...]]:
        self.course = self.sources.course()
        seen, notices = self.sources.read(self.course, users)
        view = overview(self.course, self.ticks, seen)
        return view, (*notices, *strangers(self.course, view))


class _Handler(HubOAuthenticated, RequestHandler):
    """A request of an instructor; everybody else is sent to sign in, or away.

    JupyterHub's part of it takes a cookie for nobody where a form, or a program on a page, sends it
    without the token that our page has: no other page can act for an instructor.
    """

    def initialize(self, desk: Desk, hub: Hub) -> None:
        self.desk, self.hub = desk, hub

    def set_default_headers(self) -> None:
        self.nonce = secrets.token_urlsafe(16)
        self.set_header(
            "Content-Security-Policy",
            f"default-src 'none'; script-src 'nonce-{self.nonce}'; style-src 'nonce-{self.nonce}'; "
            "img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
            "frame-ancestors 'none'",
        )
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("Cache-Control", "no-store")
        self.clear_header("Server")

    def show(self, name: str, **values: object) -> None:
        """Answer with a template."""
        page = _templates().get_template(name)
        common = {"course": self.desk.course, "prefix": self.hub.prefix, "base": self.hub.base}
        self.finish(page.render(common | {"nonce": self.nonce, "every": EVERY} | values))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Say what is wrong on a page of ours."""
        error = kwargs.get("exc_info", (None, None))[1]
        said = getattr(error, "reason", None) or HTTPStatus(status_code).phrase
        self.show("error.html.j2", status=status_code, said=said)


class _Page(_Handler):
    @authenticated
    async def get(self) -> None:
        """Show the whole page."""
        seen, notices = await self.desk.look()
        released = self.get_query_argument("released", "")
        self.show(
            "page.html.j2",
            view=seen,
            notices=notices,
            released=released if released in self.desk.ticks else "",
            xsrf=self.xsrf_token.decode(),
            who=self.current_user["name"],
        )


class _Live(_Handler):
    async def get(self) -> None:
        """Give what changes on the page, or nothing if nothing has."""
        if self.current_user is None:
            raise HTTPError(403, reason="You are signed out")
        seen, notices = await self.desk.look()
        self.show("live.html.j2", view=seen, notices=notices)


class _Release(_Handler):
    @authenticated
    async def post(self) -> None:
        """Hand a tick out."""
        tick = self.get_body_argument("tick")
        if tick not in self.desk.ticks:
            raise HTTPError(404, reason="There is no such tick")
        app_log.info("%s releases %s", self.current_user["name"], tick)
        try:
            await asyncio.to_thread(self.desk.sources.release, tick)
        except (OSError, ValueError, RuntimeError) as error:
            app_log.exception("%s was not released", tick)
            self.set_status(409)
            return self.show("error.html.j2", status=409, said=f"{tick} was not released: {error}")
        self.desk.forget()
        self.redirect(f"{self.hub.prefix}?{urlencode({'released': tick})}", status=303)


class _Export(_Handler):
    @authenticated
    async def post(self) -> None:
        """Fill in a platform's table."""
        tick, uploaded = self.get_body_argument("tick"), self.request.files.get("table", [])
        try:
            platform = Platform(self.get_body_argument("platform"))
        except ValueError:
            raise HTTPError(404, reason="There is no such platform") from None
        if tick not in self.desk.ticks:
            raise HTTPError(404, reason="There is no such tick")
        table, scale = (
            uploaded[0].body if uploaded else b"",
            bool(self.get_body_argument("scale", "")),
        )
        try:
            packed = await asyncio.to_thread(self.desk.sources.export, platform, tick, table, scale)
        except (OSError, ValueError) as error:
            self.set_status(409)
            return self.show("error.html.j2", status=409, said=f"Nothing was exported: {error}")
        self.set_header("Content-Type", "application/zip")
        self.set_header("Content-Disposition", f'attachment; filename="{platform}-{tick}.zip"')
        self.finish(packed)


class _File(_Handler):
    @authenticated
    async def get(self, name: str) -> None:
        """Give a table of marks to keep."""
        if not _FILES.fullmatch(name):
            raise HTTPError(404, reason="There is no such file")
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.finish(await _content(self.desk.course.marks / name))


class _Feedback(_Handler):
    @authenticated
    async def get(self, student: str, tick: str) -> None:
        """Show the page that a student gets, or the summary of the class: nothing on it acts."""
        marked = await asyncio.to_thread(read_marks, self.desk.course.marks)
        if not any((row.student, row.tick, row.graded) == (student, tick, True) for row in marked):
            raise HTTPError(404, reason="There is no such page")
        path = self.desk.course.marks / "feedback" / student / tick / f"{tick}.html"
        await self.show_page(path)

    async def show_page(self, path: Path) -> None:
        """Show a page of the folder of marks by its own policy."""
        self.set_header(
            "Content-Security-Policy", f"{pages.POLICY}; frame-ancestors 'none'; sandbox"
        )
        self.finish(await _content(path))


class _Summary(_Feedback):
    @authenticated
    async def get(self) -> None:
        """Show the summary of the class, with the analysis of its questions."""
        await self.show_page(self.desk.course.marks / "summary.html")


async def _content(path: Path) -> bytes:
    try:
        return await asyncio.to_thread(path.read_bytes)
    except OSError as error:
        raise HTTPError(404, reason="Nothing has been marked yet") from error


class _Elsewhere(_Handler):
    @authenticated
    async def prepare(self) -> None:
        """Say that there is no such page, to those who may know."""
        raise HTTPError(404, reason="There is no such page")


def application(desk: Desk, hub: Hub) -> Application:
    """Make what answers the requests of instructors.

    Parameters
    ----------
    desk : Desk
        What is shown.
    hub : Hub
        Who asks, it tells.

    Returns
    -------
    Application
        For an HTTP server.
    """
    own: dict[str, Any] = {"desk": desk, "hub": hub}
    at = re.escape(hub.prefix)
    return Application(
        [
            (at, _Page, own),
            (at.removesuffix("/"), RedirectHandler, {"url": hub.prefix, "permanent": False}),
            (f"{at}live", _Live, own),
            (f"{at}release", _Release, own),
            (f"{at}export", _Export, own),
            (f"{at}marks/summary", _Summary, own),
            (f"{at}marks/feedback/([^/]+)/([^/]+)", _Feedback, own),
            (f"{at}marks/([^/]+)", _File, own),
            (f"{at}oauth_callback", HubOAuthCallbackHandler),
        ],
        default_handler_class=_Elsewhere,
        default_handler_args=own,
        # Whoever was signed in when this process ended is signed in anew without a question.
        cookie_secret=secrets.token_bytes(32),
    )


def read_anew(course: Course) -> Callable[[], Course]:
    """Give what reads a course anew.

    Parameters
    ----------
    course : Course
        As it is now.

    Returns
    -------
    callable
        While its file cannot be read, of which the service tells, it gives what it gave last.
    """

    def current() -> Course:
        nonlocal course
        with suppress(OSError, ValueError):
            course = read_course(course.folder)
        return course

    return current


def listen(course: Course, environment: Mapping[str, str] = os.environ) -> HTTPServer:
    """Answer, from the running loop on, where JupyterHub sends those who ask for its service.

    Parameters
    ----------
    course : Course
        Whose class is shown.
    environment : dict
        As JupyterHub gives it to its services.

    Returns
    -------
    HTTPServer
        Its ``stop`` ends it.
    """
    hub = hub_of(environment)
    HubOAuth.instance(cache_max_age=REMEMBERED)
    ticks = {name: tick.points for name, tick in load_ticks(LAB / "notebooks" / "ticks").items()}
    sources = Sources(
        course=read_anew(course),
        users=lambda: users_of(hub),
        read=lambda course, users: look(course, tuple(ticks), users),
        release=lambda tick: exchange.release(course, tick),
        export=lambda platform, tick, table, scale: archive(
            course, platform, tick, table, scale=scale
        ),
    )
    server = HTTPServer(application(Desk(sources, ticks), hub), max_body_size=LARGEST)
    page = Path(environment[PAGE_VARIABLE])
    page.unlink(missing_ok=True)  # of an earlier service of this hub
    server.add_socket(bind_unix_socket(str(page)))
    return server
