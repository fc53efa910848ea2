"""Who may sign in: a class, by the system's passwords; or anybody with one password, to try out."""

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from socket import SO_PEERCRED, SOL_SOCKET
from struct import calcsize, unpack
from typing import Any

from jupyterhub import orm
from jupyterhub.auth import Authenticator, pamela
from jupyterhub.authenticators.shared import SharedPasswordAuthenticator
from jupyterhub.handlers.base import BaseHandler
from jupyterhub.utils import new_token
from sqlalchemy.orm import Session
from tornado.web import HTTPError, authenticated
from traitlets import Unicode

from labkit.instructor.hub import accounts, api
from labkit.instructor.hub.course import Course
from labkit.instructor.hub.usernames import as_username

#: Characters of a password that somebody chooses, at least.
SHORTEST = 10

#: Seconds from a wrong password to its answer, more than PAM takes for any.
_WRONG = 4

#: Passwords that are asked about at a time; and at most from one address: a lecture room's.
_THREADS, _MOST = 32, 100

#: A user whom no system has: PAM takes its time for them, too.
_NOBODY = "labx-nobody"


class Named(Authenticator):
    """A way to sign in, with names that all parts of the course can take."""

    def validate_username(self, username: str) -> bool:
        """Tell whether a name is one to sign in with."""
        try:
            return bool(as_username(username)) and super().validate_username(username)
        except ValueError:
            return False


class TrialAuthenticator(Named, SharedPasswordAuthenticator):
    """One password for everybody, for trying out."""


class ClassAuthenticator(Named, Authenticator):
    """The passwords of the Unix users that `labkit hub users` has made."""

    homes = Unicode(config=True)  # the folder of the homes of those who may sign in

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._under_way: set[tuple[object, str]] = set()
        self._threads = ThreadPoolExecutor(_THREADS)

    def get_handlers(self, app: Any) -> list[tuple[str, Any]]:
        """Add the page on which people change their passwords."""
        return [*super().get_handlers(app), ("/change-password", PasswordHandler)]

    async def authenticate(self, handler: Any, data: dict[str, str]) -> str | None:
        """Return the name of a user with the right password, else None.

        From one address, a name can try one password at a time; the next is refused and does not wait:
        guessing is slow, and keeps nobody else out. The time does not show who has an account.
        """
        try:
            name = as_username(data["username"])
        except ValueError:
            return None
        where = _address(handler.request) if handler else ""
        turn, from_there = (where, name), [each for each in self._under_way if each[0] == where]
        if turn in from_there or len(from_there) >= _MOST:
            raise HTTPError(429, reason="A sign-in is under way: wait some seconds, and try again")
        self._under_way.add(turn)
        try:
            known = await self._is_right(accounts.unix_name(name), data["password"])
        finally:
            self._under_way.remove(turn)
        if known and handler and (user := orm.User.find(handler.db, name)):
            handler.db.refresh(user)  # the command line may have revoked what the hub remembers
        return name if known else None

    async def _is_right(self, unix: str, password: str) -> bool:
        loop = asyncio.get_running_loop()
        begun, homes = loop.time(), Path(self.homes)
        ours = accounts.is_of(homes, accounts.account_of(unix)) and (homes / unix).is_dir()
        asked = unix if ours else _NOBODY
        known = await loop.run_in_executor(self._threads, _opens, asked, password)
        if not (known and ours):
            await asyncio.sleep(begun + _WRONG - loop.time())
        return known and ours


def _opens(unix: str, password: str) -> bool:
    """Tell whether the system takes a password. That the account has expired is on purpose."""
    if "\0" in password:  # where PAM would stop to read
        return False
    with suppress(pamela.PAMError):
        pamela.authenticate(unix, password, service="other", check=False)
        return True
    return False


def _address(request: Any) -> object:
    """Return where a sign-in comes from: the proxy knows, and a program on this machine is its user."""
    about = request.connection.stream.socket.getsockopt(SOL_SOCKET, SO_PEERCRED, calcsize("3i"))
    user = unpack("3i", about)[1]
    return user or request.remote_ip  # the proxy is root's


class PasswordHandler(BaseHandler):
    """The page on which people change their passwords."""

    @authenticated
    async def get(self) -> None:
        """Show the form."""
        await self._show("")

    @authenticated
    async def post(self) -> None:
        """Change the password, and have the browser sign in anew, as all others must."""
        name = self.current_user.name
        old, new = (self.get_body_argument(key, "", strip=False) for key in ("old", "new"))
        if len(new) < SHORTEST or not new.isprintable() or name in new.lower():
            await self._show(
                f"Take at least {SHORTEST} letters, digits or signs, without your name."
            )
        elif not await self.authenticator.authenticate(self, {"username": name, "password": old}):
            await self._show("That is not your password.")
        else:
            accounts.set_password(name, new)
            revoke(self.db, name)
            self.db.commit()
            self.clear_login_cookie()
            self.redirect(self.settings["login_url"])

    async def _show(self, said: str) -> None:
        self.finish(await self.render_template("password.html", said=said, shortest=SHORTEST))


def without_account(course: Course) -> tuple[list[str], dict[str, str]]:
    """Return who of the roster has no account yet, and student -> why one can have none."""
    if course.roster is None:
        raise ValueError("course.toml must name a roster, whose accounts are to be added")
    # Tables come in by pandas, which takes its time.
    from labkit.instructor.grading.submissions.roster import read_roster

    roster = read_roster(course.roster.read_bytes(), course.roster.name)
    have = set[str]()
    for name in accounts.usernames(course):
        with suppress(ValueError):  # nobody of the roster
            have.add(roster.find(name).identifier)
    new, left_out = [], dict(roster.left_out)
    for student in roster.students:
        try:
            if student not in have:
                new.append(as_username(student))
        except ValueError as error:
            left_out[student] = str(error)
    return new, left_out


def not_on_roster(course: Course, names: Iterable[str]) -> list[str]:
    """Return the names that are neither on the roster, if there is one, nor an instructor's."""
    from labkit.instructor.grading.submissions.roster import read_roster

    if course.roster is None:
        return []
    roster, strangers = read_roster(course.roster.read_bytes(), course.roster.name), []
    for name in {*names} - {*course.instructors}:
        try:
            roster.find(name)
        except ValueError:
            strangers.append(name)
    return sorted(strangers)


def add(course: Course, name: str) -> str:
    """Make an account, or a new password for one that there is, and return the password."""
    name, password = as_username(name), accounts.first_password()
    accounts.make_user(course, name)
    accounts.set_password(name, password)
    sign_out(course, name)
    return password


def remove(course: Course, name: str) -> None:
    """Take an account away; files and what was handed in stay."""
    name = as_username(name)
    sign_out(course, name)
    accounts.remove_user(course, name)


def sign_out(course: Course, name: str) -> None:
    """Make all tokens and cookies of somebody worthless, and end their server."""
    if api.is_running(course):
        with suppress(LookupError):  # has never signed in
            api.end_server(course, name)
    if course.database.exists():
        make_session = orm.new_session_factory(f"sqlite:///{course.database}")
        with closing(make_session()) as session:
            revoke(session, name)
            session.commit()
            session.get_bind().dispose()


def revoke(session: Session, name: str) -> None:
    """Make all tokens and cookies of somebody worthless, in the hub's database."""
    user = orm.User.find(session, name)
    if user is not None:
        for each in (*user.api_tokens, *user.oauth_codes):
            session.delete(each)
        user.cookie_id = new_token()
