"""Who may sign in: nativeauthenticator, in which an instructor lets people in.

People give themselves a name and a password on the page *Sign up*, and can sign in once an
instructor has approved them; or an instructor makes accounts for a whole class and hands their
passwords out. Both work while the hub runs: they change its database, and nothing else.
"""

import secrets
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import bcrypt
from jupyterhub import orm
from jupyterhub.auth import Authenticator
from jupyterhub.authenticators.shared import SharedPasswordAuthenticator
from jupyterhub.utils import new_token
from nativeauthenticator import NativeAuthenticator
from nativeauthenticator.handlers import TEMPLATE_DIR, LoginHandler
from nativeauthenticator.orm import UserInfo
from sqlalchemy.orm import Session
from traitlets import Set, Unicode

from labkit.hub import api
from labkit.hub.course import Course, as_username, tick_names
from labkit.hub.database import opened
from labkit.hub.names import INSTRUCTORS

#: What a password is made of where one is made: no letters or digits that look alike.
_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"

#: Nativeauthenticator's pages, which JupyterHub is to find also where it cannot wait.
PAGES = TEMPLATE_DIR

#: Signs of such a password: 59 bits. Bytes of any that bcrypt looks at: it refuses longer ones.
_LENGTH, _MOST_BYTES = 12, 72


class _Untimed:
    """What nativeauthenticator 1.3 measures its time with, and JupyterHub 6 no longer has."""

    def timer(self, name: str) -> "_Untimed":
        return self

    def start(self) -> "_Untimed":
        return self

    def stop(self, send: bool) -> None:
        """Forget the time."""


class SignInHandler(LoginHandler):
    """Nativeauthenticator's page to sign in, as JupyterHub 6 wants it."""

    statsd = _Untimed()
    _sync = False

    def _render(
        self, login_error: str | None = None, username: str | None = None, **more: Any
    ) -> Any:
        self._sync = bool(more.get("sync"))  # the page is asked for where nothing can be waited for
        return super()._render(login_error=login_error, username=username)

    async def post(self) -> None:
        """Let somebody in, or say why not."""
        if len(self.get_argument("password", "", strip=False).encode()) > _MOST_BYTES:
            # Nobody has such a password, and bcrypt would raise an error.
            self.finish(await self._render(login_error="Invalid username or password."))
            return
        await super().post()

    def render_template(self, name: str, **values: Any) -> Any:
        """Show a page of JupyterHub's."""
        return super().render_template(name, **{**({"sync": True} if self._sync else {}), **values})


class _Named(Authenticator):
    """A way to sign in, with names that all parts of the course can take."""

    def validate_username(self, username: str) -> bool:
        """Tell whether a name is one to sign in with."""
        try:
            return is_clear(as_username(username)) and super().validate_username(username)
        except ValueError:
            return False


class TrialAuthenticator(_Named, SharedPasswordAuthenticator):
    """One password for everybody, for trying out."""


class ClassAuthenticator(_Named, NativeAuthenticator):
    """Nativeauthenticator, in which instructors let people in."""

    instructors = Set(Unicode(), config=True, help="Names that nobody can sign up with.")

    def get_handlers(self, app: Any) -> list[tuple[str, Any]]:
        """Give the pages of signing in and up."""
        handlers = [each for each in super().get_handlers(app) if each[0] != "/login"]
        return [("/login", SignInHandler), *handlers]

    def create_user(self, username: str, password: str, **more: Any) -> Any:
        """Note that somebody has signed up; an instructor's account is made by `add` alone."""
        if self.normalize_username(username) in self.instructors:
            return None
        return super().create_user(username, password, **more)

    def is_password_strong(self, password: str) -> bool:
        """Tell whether a password will do."""
        return len(password.encode()) <= _MOST_BYTES and super().is_password_strong(password)

    def change_password(self, username: str, new_password: str) -> bool:
        """Change a password, and revoke what was had by the old one."""
        changed = bool(super().change_password(username, new_password))
        if changed:
            revoke(self.db, self.normalize_username(username))
            self.db.commit()
        return changed

    async def authenticate(self, handler: Any, data: dict[str, str]) -> Any:
        """Give the name of who may come in with these data, or None."""
        if len(data.get("password", "").encode()) > _MOST_BYTES:
            return None
        username = await super().authenticate(handler, data)
        if username and (user := orm.User.find(self.db, username)):
            self.db.refresh(user)  # the command line may have revoked what the hub remembers
        return username


def is_clear(username: str) -> bool:
    """Tell whether the grader can take a username for nothing else than a student.

    Parameters
    ----------
    username : str
        As `as_username` gives it.

    Returns
    -------
    bool
        False of names that learning platforms give to folders.
    """
    from labkit.hub.exchange import is_clear_name  # reads notebooks, and takes its time

    return is_clear_name(username, tick_names())


@dataclass(frozen=True)
class User:
    """Somebody who has signed up, or for whom an account was made.

    Attributes
    ----------
    name : str
        To sign in with.
    approved : bool
        Whether they can.
    instructor : bool
    """

    name: str
    approved: bool
    instructor: bool


def password() -> str:
    """Make a password at random, to be typed from paper.

    Returns
    -------
    str
        Small letters and digits.
    """
    return "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))


def users(course: Course) -> tuple[User, ...]:
    """List who has an account.

    Parameters
    ----------
    course : Course

    Returns
    -------
    tuple of User
        By name.
    """
    with opened(course) as session:
        found = [(info.username, bool(info.is_authorized)) for info in UserInfo.all_users(session)]
    return tuple(User(name, ok, name in course.instructors) for name, ok in sorted(found))


def names(course: Course) -> set[str]:
    """Name everybody who has an account, or has signed in.

    Parameters
    ----------
    course : Course

    Returns
    -------
    set of str
        To sign in with.
    """
    with opened(course) as session:
        signed_in = {name for (name,) in session.query(orm.User.name)}
        return signed_in | {info.username for info in UserInfo.all_users(session)}


def of_roster(course: Course) -> tuple[tuple[str, ...], dict[str, str]]:
    """Name the class, as its list has it, without who has an account.

    Parameters
    ----------
    course : Course

    Returns
    -------
    names : tuple of str
        To sign in with, in the list's order.
    left_out : dict
        Who cannot sign in by what the list says -> why.

    Raises
    ------
    ValueError
        If the course has no list, or it cannot be read.
    """
    if course.roster is None:
        raise ValueError("course.toml must name a roster, whose accounts are to be added")
    # Tables come in by pandas, which takes its time.
    from labkit.hub.listed import read_listed

    have = {user.name for user in users(course)}
    new, left_out = [], {}
    for student, name in read_listed(course).signing_in(have).items():
        try:
            if name not in have:
                new.append(_clear(as_username(name)))
        except ValueError as error:
            left_out[student] = str(error)
    return tuple(new), left_out


def _clear(name: str) -> str:
    if not is_clear(name):
        raise ValueError(
            f"a username must not be what learning platforms call folders, as {name!r}"
        )
    return name


def approve(course: Course, name: str) -> None:
    """Let somebody in who has signed up.

    Parameters
    ----------
    course : Course
    name : str
        To sign in with.

    Raises
    ------
    ValueError
        If nobody has signed up by that name, or it is an instructor's: it may be anybody who
        has signed up by it.
    """
    if as_username(name) in course.instructors:
        raise ValueError(
            f"name must be a student's, not {name!r}: an instructor's account is added"
        )
    with opened(course) as session:
        _find(session, name).is_authorized = True


def revoke(session: Session, name: str) -> None:
    """Make worthless all tokens and cookies that somebody has.

    Parameters
    ----------
    session : Session
        Of the hub's database.
    name : str
        To sign in with.
    """
    user = orm.User.find(session, name)
    if user is not None:
        for each in (*user.api_tokens, *user.oauth_codes):
            session.delete(each)
        user.cookie_id = new_token()


def add(course: Course, name: str) -> str:
    """Make an account, or a new password for an account that there is, whose server ends.

    Parameters
    ----------
    course : Course
    name : str
        To sign in with.

    Returns
    -------
    str
        The password: it is nowhere else. Whoever may have signed up by that name before cannot
        sign in with another one.

    Raises
    ------
    ValueError
        If the name is none to sign in with.
    """
    name = _clear(as_username(name))
    new = password()
    if api.is_running(course):
        with suppress(ValueError):  # has never signed in
            api.end_server(course, name)
    with opened(course) as session:
        revoke(session, name)
        info = UserInfo.find(session, name)
        if info is None:
            info = UserInfo(username=name, password=b"")
            session.add(info)
        info.password = bcrypt.hashpw(new.encode(), bcrypt.gensalt())
        info.is_authorized, info.has_2fa = True, False
    return new


def remove(course: Course, name: str, *, running: bool = False) -> None:
    """Take somebody's account away; their files and what they handed in stay.

    Parameters
    ----------
    course : Course
    name : str
        To sign in with.
    running : bool
        Whether the hub runs: it then ends their server, and knows them no longer.

    Raises
    ------
    ValueError
        If there is no such account.
    """
    name = as_username(name)
    with opened(course) as session:
        _find(session, name)
    if running:
        with suppress(ValueError):  # has never signed in
            api.remove(course, name)
    with opened(course) as session:
        for found in (UserInfo.find(session, name), orm.User.find(session, name)):
            if found is not None:
                session.delete(found)


def dismiss_instructors(course: Course) -> None:
    """Take out of JupyterHub's group of instructors who is none any longer.

    Parameters
    ----------
    course : Course
        Its instructors stay; JupyterHub itself adds those who are new.
    """
    with opened(course) as session:
        group = orm.Group.find(session, INSTRUCTORS)
        if group is not None:
            group.users = [user for user in group.users if user.name in course.instructors]


def _find(session: Session, name: str) -> Any:
    info = UserInfo.find(session, as_username(name))
    if info is None:
        raise ValueError(f"name must be one that somebody has signed up with, not {name!r}")
    return info
