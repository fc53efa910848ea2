"""What runs beside the hub: it takes in work, marks it, and answers students and instructors.

    python -m labkit.instructor.hub.service FOLDER

JupyterHub starts it, ends it and starts it again; it may be killed at any moment. Where the copy of
the lab that it runs from is brought up to date, it begins anew.
"""

# ruff: noqa: E402
from labkit.instructor.hub.course import LAB, Course
from labkit.instructor.hub.instructor_copy import made_from

#: What the code that is read below was made from: noted first, because it can change during the reading.
BEGAN = made_from(LAB)

import asyncio
import csv
import faulthandler
import io
import json
import logging
import os
import re
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from threading import Event, Thread
from typing import Any

from aiohttp import ClientError, ClientTimeout
from jupyterhub.httpclient import fetch
from jupyterhub.services.auth import HubOAuth, HubOAuthCallbackHandler, HubOAuthenticated
from markupsafe import Markup
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_unix_socket
from tornado.web import (
    Application,
    HTTPError,
    RedirectHandler,
    RequestHandler,
    authenticated,
    stream_request_body,
)

from labkit.instructor.grading.base.atomic import files_in, packed
from labkit.instructor.grading.marks import pages
from labkit.instructor.grading.marks.audit import entries, me, note
from labkit.instructor.grading.marks.export import Destination, export
from labkit.instructor.grading.submissions.roster import Student
from labkit.instructor.grading.submissions.tables import without_formula
from labkit.instructor.hub import accounts
from labkit.instructor.hub.class_page import choose, overview
from labkit.instructor.hub.class_state import ClassState, hand_out
from labkit.instructor.hub.forms import FORMS, Sent
from labkit.instructor.hub.signing_in import without_account
from labkit.instructor.hub.sockets import BODY, PATIENCE
from labkit.instructor.hub.student_page import own_ticks, receipt
from labkit.instructor.hub.usernames import as_username
from labkit.server import LARGEST_HANDED_IN

#: The pages, their style and their program.
TEMPLATES = Path(__file__).with_name("templates") / "pages"

#: The variable with the socket that the service answers at.
SOCKET_VARIABLE = "LABKIT_HUB_PAGE"

#: Milliseconds from one look of an open page to its next; seconds for which a look serves everybody,
#: and for which a sign-in is not asked about again.
EVERY, FRESH, REMEMBERED = 4000, 1.0, 30

#: Seconds without an answer to anybody after which the service ends, and JupyterHub starts it anew.
STUCK = 30.0

#: Lines of the log that the page shows.
LOGGED = 10

#: Where the hub makes first passwords.
FIRST_PASSWORD = "labkit/first-password"

_PAGES = pages.templates(TEMPLATES).overlay(trim_blocks=True, lstrip_blocks=True)

_log = logging.getLogger("labkit.instructor.hub")


class Desk:
    """What all requests share."""

    def __init__(self, state: ClassState) -> None:
        self.state = state
        environ = os.environ
        self.prefix = environ["JUPYTERHUB_SERVICE_PREFIX"]
        #: With the hub's own origin, if each student's server has another.
        self.base = environ.get("JUPYTERHUB_HOST", "") + environ.get("JUPYTERHUB_BASE_URL", "/")
        self._lock = asyncio.Lock()
        self._looked, self._view = -FRESH, dict[str, Any]()

    async def look(self) -> dict[str, Any]:
        """Return the class as it is: one look serves everybody who asks at about the same time."""
        async with self._lock:
            if time.monotonic() > self._looked + FRESH:
                users = await _users()
                self._view = await asyncio.to_thread(overview, self.state, users)
                self._looked = time.monotonic()
            return self._view

    def forget(self) -> None:
        """Have the class looked at anew: something was changed."""
        self._looked = -FRESH


async def _users() -> dict[str, bool] | None:
    """Ask JupyterHub who has signed in, and whose server runs; None if it does not answer."""
    api, token = os.environ["JUPYTERHUB_API_URL"], os.environ["JUPYTERHUB_API_TOKEN"]
    headers, patience = {"Authorization": f"token {token}"}, ClientTimeout(total=10)
    found, page = list[Any](), None
    try:
        while page != []:
            url = f"{api}/users?offset={len(found)}&limit=200"
            answer = await fetch(url, headers=headers, timeout=patience)
            page = json.loads(await answer.read())
            found += page
        return {user["name"]: bool(user.get("servers")) for user in found}
    except (OSError, ValueError, LookupError, TypeError, ClientError) as error:
        _log.warning("JupyterHub does not say who its users are: %s", error)
        return None


async def first_password(name: str) -> str:
    """Ask the hub for a new first password, with an account if there is none; raise if it refuses."""
    url = f"{os.environ['JUPYTERHUB_API_URL'].removesuffix('/api')}/{FIRST_PASSWORD}"
    headers = {"Authorization": f"token {os.environ['JUPYTERHUB_API_TOKEN']}"}
    patience = ClientTimeout(total=100)  # a server that runs is ended first
    try:
        answer = await fetch(
            url,
            method="POST",
            json={"name": name},
            headers=headers,
            timeout=patience,
            raise_for_status=False,
        )
        told = json.loads(await answer.read())
        if answer.ok:
            return str(told["password"])
        why = told["message"]
    except (OSError, ValueError, LookupError, TypeError, ClientError) as error:
        why = f"the hub does not answer ({error}): try again in a minute"
    raise ValueError(f"{name}: {why}")


def account_name(state: ClassState, student: str) -> str:
    """Return the name by which a student signs in, or can."""
    own = (name for name in accounts.usernames(state.course) if state.student(name) == student)
    return next(own, None) or as_username(student)


def passwords_table(
    people: Mapping[str, Student], made: Mapping[str, str], left_out: Mapping[str, str]
) -> bytes:
    """Return who has which first password, and who has none and why, as a table to hand out."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(["student", "name", "first password", "no account"])
    for name in sorted({*made, *left_out}):
        known = people.get(name)
        line = name, known.display if known else "", made.get(name, ""), left_out.get(name, "")
        table.writerow(map(without_formula, line))
    return text.getvalue().encode()


class _Asking(HubOAuthenticated, RequestHandler):
    """A request about whose sender the hub is asked."""

    async def prepare(self) -> None:
        """Ask the hub before `current_user` does, which would keep everybody else waiting."""
        await self.hub_auth.get_user(self, sync=False)


class _Callback(_Asking, HubOAuthCallbackHandler):
    """Where the hub sends a browser that has signed in."""


class _Handler(_Asking):
    """A request of somebody who has signed in.

    JupyterHub's part of it takes a cookie for nobody where a form, or a program on a page, sends it
    without the token that our page has: no other page can act for anybody.
    """

    async def prepare(self) -> None:
        """Let in who may come in."""
        await super().prepare()
        self.admit()

    @authenticated
    def admit(self) -> None:
        """Send those to sign in who have not."""

    def initialize(self) -> None:
        self.desk = self.settings["desk"]
        self.state: ClassState = self.desk.state

    def set_default_headers(self) -> None:
        self.nonce = secrets.token_urlsafe(16)
        headers = {
            "Content-Security-Policy": f"default-src 'none'; script-src 'nonce-{self.nonce}'; "
            f"style-src 'nonce-{self.nonce}'; img-src data:; connect-src 'self'; form-action 'self'; "
            "base-uri 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "same-origin",
            "Cache-Control": "no-store",
        }
        for name, value in headers.items():
            self.set_header(name, value)
        self.clear_header("Server")

    @property
    def username(self) -> str:
        """Who asks."""
        return str(self.current_user["name"])

    def show(self, name: str, **values: object) -> None:
        """Answer with a template."""
        values |= {"course": self.state.course, "prefix": self.desk.prefix, "base": self.desk.base}
        self.finish(_PAGES.get_template(name).render(values, nonce=self.nonce, every=EVERY))

    def show_feedback(self, student: str, tick: str) -> None:
        """Show the page that a student gets on a tick."""
        self.show_page(f"feedback/{student}/{tick}/{tick}.html")

    def show_page(self, name: str) -> None:
        """Show a page of the folder of marks by its own policy: nothing on it acts."""
        policy = f"{pages.POLICY}; frame-ancestors 'none'; sandbox"
        self.set_header("Content-Security-Policy", policy)
        self.finish(self.read(name))

    def read(self, name: str) -> bytes:
        """Read a file of the folder of marks."""
        path = self.state.course.marks / name
        if not path.is_file():
            raise HTTPError(404, reason="Nothing has been marked yet")
        return path.read_bytes()

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Say what is wrong."""
        error = kwargs.get("exc_info", (None, None))[1]
        said = getattr(error, "reason", None) or HTTPStatus(status_code).phrase
        if said == HTTPStatus.FORBIDDEN.phrase:  # as a form of a page that was open before
            said = "You have signed out or in again since: reload the page"
        self.show("error.html.j2", status=status_code, said=said)

    def refuse(self, said: str) -> None:
        """Say why something was not done, by whatever error: a status line has no room for it."""
        self.set_status(409)
        self.show("error.html.j2", status=409, said=said)


class _Instructors(_Handler):
    """A request that instructors alone may make."""

    @authenticated
    def admit(self) -> None:
        """Send everybody else away."""
        if self.username not in self.state.course.instructors:
            raise HTTPError(403, reason="This page is for instructors")

    async def view(self) -> dict[str, Any]:
        """Return the class as it is, with those students whom the address asks for, in its order."""
        asked, order = (self.get_query_argument(name, "") for name in ("q", "sort"))
        return choose(await self.desk.look(), asked, order)

    @property
    def has_passwords(self) -> bool:
        """Whether people sign in with passwords of their own."""
        return accounts.own_users(self.state.course) and not self.state.course.signing_in

    def show_class(self, name: str, view: object, **values: object) -> None:
        """Answer with a page of the class, with forms."""
        token = Markup('<input type="hidden" name="_xsrf" value="{}">').format(
            self.xsrf_token.decode()
        )
        values |= {"token": token, "who": self.username, "view": view}
        self.show(name, passwords=self.has_passwords, **values)

    def download(self, name: str, kind: str, content: bytes) -> None:
        """Answer with a file to keep."""
        self.set_header("Content-Type", kind)
        self.set_header("Content-Disposition", f'attachment; filename="{name}"')
        self.finish(content)


class _ClassPage(_Instructors):
    async def get(self) -> None:
        """Show the whole page; after a change, with what the log says of it."""
        log = await asyncio.to_thread(entries, self.state.course.marks)
        log = [each for each in log if each["who"] != me()]  # not what was marked anew by itself
        own = [each for each in log if each["who"] == self.username]
        done = own[-1] if own and self.get_query_argument("done", "") else None
        self.show_class("class.html.j2", await self.view(), log=log[-LOGGED:], done=done)


class _Program(_Handler):
    """A request of a program, which cannot be sent to sign in."""

    def get_login_url(self) -> str:
        """Refuse whom JupyterHub does not know."""
        raise HTTPError(403, reason="You are signed out")


class _Live(_Program, _Instructors):
    async def get(self) -> None:
        """Return what changes on the page, or nothing if nothing has."""
        self.show("live.html.j2", view=await self.view())


class _Release(_Instructors):
    async def post(self) -> None:
        """Hand a tick out."""
        state, tick = self.state, self.get_body_argument("tick")
        if tick not in state.ticks:
            raise HTTPError(404, reason="There is no such tick")
        _log.info("%s releases %s", self.username, tick)
        try:
            await asyncio.to_thread(hand_out, state.course, state.ticks[tick], state.lab)
        except (OSError, ValueError) as error:
            return self.refuse(f"{tick} was not released: {error}")
        note(state.course.marks, self.username, "released", "", tick=tick)
        self.redirect(f"{self.desk.prefix}?done=yes", status=303)


class _Form(_Instructors):
    def refuse_trial(self) -> None:
        """Refuse to make passwords where nobody has one of their own."""
        if not self.has_passwords:
            raise ValueError("people in this course have no passwords of their own")

    async def sent(self) -> Sent:
        """Return the form that was sent."""
        view = await self.desk.look()
        names = self.request.body_arguments
        return Sent(
            self.state,
            self.username,
            {name: view["on_roster"].get(name) or Student(name) for name in view["people"]},
            {name: self.get_body_argument(name) for name in names},
            *((file["body"], file["filename"]) for file in self.request.files.get("table", [])[:1]),
        )


class _Change(_Form):
    async def post(self, name: str) -> None:
        """Do what a form asks for."""
        try:
            await asyncio.to_thread(FORMS[name], await self.sent())
        except (OSError, ValueError) as error:
            return self.refuse(f"Nothing was changed: {error}")
        self.desk.forget()
        self.redirect(f"{self.desk.prefix}?done=yes", status=303)


class _Requests(_Instructors):
    async def get(self) -> None:
        """Show who asks for another look, with a form for an answer."""
        self.show_class("requests.html.j2", await self.desk.look())


class _Password(_Form):
    async def post(self) -> None:
        """Have the hub make a new first password, and show it once."""
        try:
            self.refuse_trial()
            sent = await self.sent()
            name = await asyncio.to_thread(account_name, self.state, sent.student)
            password = await first_password(name)
        except (OSError, ValueError) as error:
            return self.refuse(f"No password was made: {error}")
        sent.note("new first password", student=sent.student)
        self.show_class("password.html.j2", None, account=name, password=password)


class _Accounts(_Form):
    async def post(self) -> None:
        """Have the hub make an account for each of the roster without one, and give the passwords once."""
        try:
            self.refuse_trial()
            sent = await self.sent()
            have = await asyncio.to_thread(accounts.usernames, self.state.course)
            new, left_out = await asyncio.to_thread(without_account, self.state.course, have)
        except (OSError, ValueError) as error:
            return self.refuse(f"No account was made: {error}")
        made = dict[str, str]()
        for name in sorted({*new} - {*self.state.course.instructors}):
            try:
                made[name] = await first_password(name)
            except (OSError, ValueError) as error:  # those who were made before have theirs
                left_out[name] = str(error)
        if not (made or left_out):
            return self.refuse("Nothing to do: everyone on the list of the class has an account")
        sent.note(f"accounts made: {len(made)}")
        self.desk.forget()
        known = self.state.roster.students if self.state.roster else {}
        table = passwords_table(known, made, left_out)
        self.download("first-passwords.csv", "text/csv; charset=utf-8", table)


def archive(
    course: Course, platform: Destination, tick: str, table: bytes, *, scale: bool
) -> bytes:
    """Fill in a platform's own table with the final marks of a tick, for one file to download."""
    with tempfile.TemporaryDirectory() as scratch:
        given = Path(scratch) / "table.csv"
        given.write_bytes(table)
        ticks = LAB / "notebooks" / "ticks"
        _, done = export(course.marks, ticks, platform, given, tick=tick, scale=scale)
    return packed({"read-me.txt": done.told(platform) + "\n", **done.files})


class _Export(_Instructors):
    async def post(self) -> None:
        """Fill in a platform's table."""
        tick, uploaded = self.get_body_argument("tick"), self.request.files.get("table", [])
        platform = self.get_body_argument("platform")
        if platform not in [*Destination] or tick not in self.state.ticks:
            raise HTTPError(404, reason="There is no such platform or tick")
        table, scale = uploaded[0].body if uploaded else b"", self.get_body_argument("scale", "")
        try:
            packed = await asyncio.to_thread(
                archive, self.state.course, Destination(platform), tick, table, scale=bool(scale)
            )
        except (OSError, ValueError) as error:
            return self.refuse(f"Nothing was exported: {error}")
        self.download(f"{platform}-{tick}.zip", "application/zip", packed)


class _File(_Instructors):
    def get(self, name: str) -> None:
        """Return a table of marks to keep."""
        self.download(name, "text/csv; charset=utf-8", self.read(name))


class _Feedback(_Instructors):
    def get(self, student: str, tick: str) -> None:
        """Show the page that a student gets."""
        records = (row.record for row in self.state.loop.rows if row.graded)
        if (student, tick) not in {(record.student, record.tick) for record in records}:
            raise HTTPError(404, reason="There is no such page")
        self.show_feedback(student, tick)


class _Summary(_Instructors):
    def get(self) -> None:
        """Show the summary of the class, with the analysis of its questions."""
        self.show_page("summary.html")


class _Me(_Handler):
    async def get(self) -> None:
        """Show a student the ticks, with deadlines, marks and feedback."""
        ticks = await asyncio.to_thread(own_ticks, self.state, self.username)
        own = accounts.own_users(self.state.course)
        self.show("me.html.j2", ticks=ticks, who=self.username, own_users=own)


class _MyFeedback(_Handler):
    def get(self, tick: str) -> None:
        """Show a student the page on a tick, when it is time."""
        lines = own_ticks(self.state, self.username)
        if tick not in {line["name"] for line in lines if line["row"]}:
            raise HTTPError(404, reason="There is no such page, at least not yet")
        self.show_feedback(self.state.student(self.username), tick)


class _Server(_Program):
    @authenticated
    def admit(self) -> None:
        """Send a server away that asks for a tick that is not handed out."""
        if not set(self.path_args) <= set(self.state.released):
            raise HTTPError(404, reason="This tick has not been released")


@stream_request_body
class _Tick(_Server):
    """What comes in is read only when the hub has said whose it is."""

    def set_default_headers(self) -> None:
        super().set_default_headers()
        # What is refused unread ends the connection: the proxy is to send nobody else's request there.
        self.set_header("Connection", "close")

    async def prepare(self) -> None:
        """Allow as much as a tick may have; keep nothing from anybody who is not let in."""
        connection: Any = self.request.connection
        connection.set_max_body_size(LARGEST_HANDED_IN)
        self.received = bytearray()
        await super().prepare()

    def turn_down(self, why: str) -> None:
        """Say why nothing was handed in."""
        self.set_status(409)
        self.finish({"refused": why})

    def data_received(self, chunk: bytes) -> None:
        """Take in a part."""
        self.received += chunk

    async def get(self, tick: str) -> None:
        """Return the files of a tick to a student's server, as a zip file."""
        self.state.versions.begin((self.state.student(self.username), tick))
        files = await asyncio.to_thread(files_in, self.state.course.release / tick)
        self.finish(await asyncio.to_thread(packed, files))

    async def post(self, tick: str) -> None:
        """Take what a student's server hands in, a zip file, and return a receipt."""
        who, content = self.username, bytes(self.received)
        try:
            when = await asyncio.to_thread(self.state.hand_in, who, tick, content)
        except ValueError as error:
            return self.turn_down(str(error))
        except OSError as error:  # as a rule it is full
            _log.exception("%s, %s: not kept", who, tick)
            return self.turn_down(
                f"the server cannot save it ({error.strerror}): tell your instructor"
            )
        _log.info("%s hands in %s", who, tick)
        self.finish(receipt(self.state, who, tick, when))


class _Elsewhere(_Handler):
    async def prepare(self) -> None:
        """Say that there is no such page."""
        raise HTTPError(404, reason="There is no such page")


def application(desk: Desk) -> Application:
    """Make what answers all requests."""
    at = re.escape(desk.prefix)
    handlers: dict[str, type[RequestHandler]] = {
        "": _ClassPage,
        "live": _Live,
        "release": _Release,
        f"({'|'.join(FORMS)})": _Change,
        "accounts": _Accounts,
        "password": _Password,
        "requests": _Requests,
        "export": _Export,
        "marks/summary": _Summary,
        "marks/feedback/([^/]+)/([^/]+)": _Feedback,
        r"marks/(grades\.csv)": _File,
        "me": _Me,
        "me/([^/]+)": _MyFeedback,
        "api/ticks/([^/]+)": _Tick,
    }
    return Application(
        [
            *[(f"{at}{path}", handler) for path, handler in handlers.items()],
            (at.removesuffix("/"), RedirectHandler, {"url": desk.prefix, "permanent": False}),
            (f"{at}oauth_callback", _Callback),
        ],
        default_handler_class=_Elsewhere,
        # Another one each time: people who were signed in are signed in anew without a question.
        cookie_secret=secrets.token_bytes(32),
        desk=desk,
    )


def listen(state: ClassState) -> HTTPServer:
    """Answer, from the running loop on, at the socket that JupyterHub's proxy speaks to."""
    HubOAuth.instance(
        cache_max_age=REMEMBERED,
        cookie_options={"expires_days": 1},
        # As the hub's own cookies, of which JupyterHub tells servers, but not services.
        cookie_host_prefix_enabled=os.environ.get("JUPYTERHUB_HOST", "").startswith("https:"),
    )
    server = HTTPServer(application(Desk(state)), max_body_size=BODY, body_timeout=PATIENCE)
    place = Path(os.environ[SOCKET_VARIABLE])
    place.unlink(missing_ok=True)  # of an earlier service of this hub
    # Students' servers hand in here, each with a token of its own.
    server.add_socket(bind_unix_socket(str(place), mode=0o666))
    return server


def watch(loop: asyncio.AbstractEventLoop, patience: float) -> None:
    """End the process, and say where it stood, when its loop has not run for some seconds."""
    while not loop.is_closed():
        ran = Event()
        loop.call_soon_threadsafe(ran.set)
        if not ran.wait(patience):
            _log.critical("nothing was answered for %s s: ending", patience)
            faulthandler.dump_traceback()
            os._exit(1)
        time.sleep(1)


async def _serve(state: ClassState) -> bool:
    """Answer until the process is told to end, and return True; or until the lab is another."""
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, ended.set)
    Thread(target=watch, args=(loop, STUCK), daemon=True).start()
    server = listen(state)
    state.loop.start()
    while not ended.is_set() and made_from(LAB) == BEGAN:
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), 1)
    server.stop()
    return ended.is_set()


def main(folder: Path) -> None:
    """Run the service of a course until a signal ends it, and anew when the lab was changed."""
    logging.basicConfig(format="%(asctime)s %(message)s", level=logging.INFO)
    os.umask(0o007)  # instructors may read and write marks, and nobody else
    os.nice(max(0, 5 - os.nice(0)))  # what students do in their notebooks goes before
    ended = asyncio.run(_serve(ClassState(folder, LAB)))
    if not ended:
        _log.info("the lab was changed: beginning anew")
    logging.shutdown()
    if not ended:
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    # What is being marked is ended as a killed one is, and its children see to it that they end.
    os._exit(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
