"""JupyterHub's database: who has an account, with passwords, and which servers run."""

import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from jupyterhub import orm
from nativeauthenticator.orm import UserInfo
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from labkit.hub.course import Course

_UNREADABLE = (SQLAlchemyError, orm.DatabaseSchemaMismatch)

#: What is lost with it, and what brings that back.
_LOST = (
    "only accounts are in it: with the hub stopped, take it from a backup, or move it away and "
    "make them anew with labkit hub users --add"
)


def upgrade(course: Course) -> None:
    """Bring a database that an older JupyterHub has made to the form of this one.

    Parameters
    ----------
    course : Course
        JupyterHub keeps a copy of the old database beside it.

    Raises
    ------
    OSError
        If it is damaged, or that cannot be done; then the message is JupyterHub's.
    """
    if not course.database.exists():
        return
    _refuse_damaged(course.database)
    at = f"sqlite:///{course.database}"
    # JupyterHub's own command looks for another of this environment's on the path.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    done = subprocess.run(
        [sys.executable, "-m", "jupyterhub", "upgrade-db", f"--JupyterHub.db_url={at}"],
        cwd=course.private,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise OSError(f"{course.database} cannot be brought up to date: {done.stderr[-2000:]}")


def _refuse_damaged(file: Path) -> None:
    """Refuse what a disk has damaged in words: JupyterHub would answer with pages of its code."""
    try:
        with closing(sqlite3.connect(file)) as database:
            (found,) = database.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        raise _not_opened(file, error) from None
    if found != "ok":
        raise OSError(f"{file} is damaged, and {_LOST}: {found}")


@contextmanager
def opened(course: Course) -> Iterator[Session]:
    """Open the hub's database, made by JupyterHub itself if there is none, and write it at the end.

    Parameters
    ----------
    course : Course

    Yields
    ------
    Session

    Raises
    ------
    OSError
        If it cannot be opened; the message says what would do.
    """
    file = course.database
    logging.disable(logging.INFO)  # of a new database Alembic says at length that it is new
    try:
        session = orm.new_session_factory(f"sqlite:///{file}")()
    except _UNREADABLE as error:
        raise _not_opened(file, error) from None
    finally:
        logging.disable(logging.NOTSET)
    try:
        UserInfo.__table__.create(session.get_bind(), checkfirst=True)
        yield session
        session.commit()
    except _UNREADABLE as error:
        raise _not_opened(file, error) from None
    finally:
        session.close()
        session.get_bind().dispose()
        if file.exists():
            file.chmod(0o600)


def _not_opened(file: Path, error: Exception) -> OSError:
    reason = str(getattr(error, "orig", error))
    if "locked" in reason:
        return OSError(f"{file} is in use by another program: try again ({reason})")
    if "malformed" in reason or "not a database" in reason:
        return OSError(f"{file} is damaged, and {_LOST}: {reason}")
    known = "of which labkit hub start brings an older one up to date"
    return OSError(f"{file} must be the hub's database, {known}: {reason}")
