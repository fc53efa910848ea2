"""Who may sign in: a class, each with a password; or anybody with one password, to try out."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from socket import SO_PEERCRED, SOL_SOCKET
from struct import calcsize, unpack
from typing import Any

from jupyterhub import orm
from jupyterhub.apihandlers import APIHandler
from jupyterhub.auth import Authenticator
from jupyterhub.authenticators.shared import SharedPasswordAuthenticator
from jupyterhub.handlers.base import BaseHandler
from jupyterhub.utils import new_token
from sqlalchemy.orm import Session
from tornado.web import HTTPError, authenticated
from traitlets import Instance

from labkit.instructor.hub import accounts, api, passwords
from labkit.instructor.hub.course import Course, read_again
from labkit.instructor.hub.usernames import as_username

#: What the course's service has the right to, and nobody else.
RENEW = "custom:first-passwords"

#: Seconds that a wrong password waits for its answer.
_WRONG = 4

#: Passwords that are looked at together, each 32 MB; and at most from one address: a lecture room's.
_THREADS, _MOST = 2, 100


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
    """The first passwords that `labkit hub users` has given, and what people have made of them."""

    course = Instance(Course, config=True)

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._under_way: set[tuple[object, str]] = set()
        self._threads = ThreadPoolExecutor(_THREADS)

    def get_handlers(self, app: Any) -> list[tuple[str, Any]]:
        """Add the page on which people change their passwords, and what the service asks."""
        own = ("/change-password", PasswordHandler), ("/labkit/first-password", RenewHandler)
        return [*super().get_handlers(app), *own]

    async def authenticate(self, handler: Any, data: dict[str, str]) -> str | None:
        """Return the name of a user with the right password, else None.

        From one address, a name can try one password at a time; the next is refused and does not wait:
        guessing is slow, and keeps nobody elsewhere out. The time does not show who has an account.
        """
        try:
            name = as_username(data.get("username", ""))
        except ValueError:
            return None
        where = _address(handler.request) if handler else ""
        turn, from_there = (where, name), [each for each in self._under_way if each[0] == where]
        if turn in from_there or len(from_there) >= _MOST:
            raise HTTPError(
                429, reason="Another sign-in is being checked: wait a few seconds, then try again"
            )
        self._under_way.add(turn)
        try:
            known = await self.in_thread(passwords.is_right, name, data.get("password", ""))
            if not known:
                await asyncio.sleep(_WRONG)
        finally:
            self._under_way.remove(turn)
        if known and handler and (user := orm.User.find(handler.db, name)):
            handler.db.refresh(user)  # the command line may have revoked what the hub remembers
        return name if known else None

    async def in_thread(self, do: Callable[[Course, str, str], Any], name: str, word: str) -> Any:
        """Do what takes a processor a while where the hub goes on meanwhile."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, do, self.course, name, word)


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
        if not passwords.fits(new) or name in new.lower():
            least = passwords.SHORTEST
            await self._show(
                f"Choose at least {least} letters, digits or signs, and leave out your username."
            )
        elif not await self.authenticator.authenticate(self, {"username": name, "password": old}):
            await self._show("That is not your current password.")
        else:
            await self.authenticator.in_thread(passwords.set_password, name, new)
            revoke(self.db, name)
            self.db.commit()
            self.clear_login_cookie()
            self.redirect(self.settings["login_url"])

    async def _show(self, said: str) -> None:
        bounds = {"shortest": passwords.SHORTEST, "longest": passwords.LONGEST}
        self.finish(await self.render_template("password.html", said=said, **bounds))


class RenewHandler(APIHandler):
    """Where the course's service asks for a student's first password, for an instructor."""

    _accept_cookie_auth = False

    async def post(self) -> None:
        """Make an account, or a new password for one, and tell the password."""
        if RENEW not in self.expanded_scopes:
            raise HTTPError(403)
        asked = self.get_json_body()
        given = asked.get("name") if isinstance(asked, dict) else None
        if not isinstance(given, str):
            raise HTTPError(400, "name must be a text")
        course = read_again(self.authenticator.course)
        try:
            # The list of the class, Unix users and the end of a server take their time.
            name, password = await asyncio.to_thread(_renew, course, given)
        except (OSError, ValueError) as error:
            raise HTTPError(404, "%s", error) from None
        self.finish({"name": name, "password": password})


def _renew(course: Course, given: str) -> tuple[str, str]:
    name = as_username(given)
    if name in course.instructors:
        raise HTTPError(
            403, "only root gives an instructor a password: labkit hub users --add NAME"
        )
    if not_on_roster(course, [name]):
        raise ValueError(f"{name} is not on the list of the class")
    return name, add(course, name)


def without_account(
    course: Course, names: Iterable[str] | None = None
) -> tuple[list[str], dict[str, str]]:
    """Return who of the roster has no password yet, and student -> why one can have none.

    The service, which reads no passwords, gives the `names` of those who have an account.
    """
    if (roster := course.class_list) is None:
        raise ValueError(
            "there is no list of the class yet: give one on the class page, or as roster in course.toml"
        )
    have = set[str]()
    for name in passwords.find_names(course) if names is None else names:
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
    if (roster := course.class_list) is None:
        return []
    strangers = []
    for name in {*names} - {*course.instructors}:
        try:
            roster.find(name)
        except ValueError:
            strangers.append(name)
    return sorted(strangers)


def usernames(course: Course) -> list[str]:
    """Return who has an account in a course: a password, or a Unix user."""
    return sorted({*passwords.find_names(course), *accounts.usernames(course)})


def add(course: Course, name: str) -> str:
    """Make an account, or a new password for one that there is, and return the password."""
    name, password = as_username(name), passwords.first_password()
    accounts.make_user(course, name)
    passwords.set_password(course, name, password)
    sign_out(course, name)
    return password


def remove(course: Course, name: str) -> None:
    """Take an account away; files and what was handed in stay."""
    name = as_username(name)
    sign_out(course, name)
    if known := name in passwords.find_names(course):
        passwords.set_password(course, name, None)
    if not known or accounts.account_of(accounts.unix_name(name)):
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
