"""Run ngshare for a course: ``python -m labkit.hub.ngshare_server FOLDER``, which the hub does.

ngshare's own command would listen on all of the machine's addresses, and keep its files in a folder
of the system.
"""

import os
import sys
from collections import namedtuple

from sqlalchemy import event
from sqlalchemy.orm import configure_mappers, object_session
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop, PeriodicCallback

from labkit.hub.course import Course, read_course
from labkit.hub.names import SERVICE

#: Bytes of one request: a submission in base64, and that written as a form.
MOST_BYTES = 50_000_000

#: What Alembic calls the options of its command.
_Options = namedtuple("_Options", ["x"])


def serve(course: Course) -> HTTPServer:
    """Listen on this machine's own address, with the hub's settings from the environment.

    Parameters
    ----------
    course : Course

    Returns
    -------
    HTTPServer
        It answers as soon as tornado's loop runs.
    """
    from ngshare import dbutil  # of an SQLAlchemy of long ago, as it says when it is imported
    from ngshare.ngshare import MyApplication

    for name in ("http_proxy", "https_proxy", "all_proxy"):  # it asks nobody but the hub
        os.environ.pop(name, None)
        os.environ.pop(name.upper(), None)
    os.umask(0o077)
    folder = course.exchange_root / "ngshare"
    files = folder / "files"
    files.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    _keep_what_is_made()
    database = f"sqlite:///{folder / 'ngshare.db'}"
    dbutil.upgrade(database, cmd_opts=_Options(["data=true", f"storage={files}/"]))
    application = MyApplication(
        os.environ["JUPYTERHUB_SERVICE_PREFIX"],
        database,
        f"{files}/",
        admin=[SERVICE],
        autoreload=False,
    )
    server = HTTPServer(application, max_body_size=MOST_BYTES, max_buffer_size=MOST_BYTES)
    server.listen(course.ngshare_port, "127.0.0.1")
    return server


def _keep_what_is_made() -> None:
    """Let SQLAlchemy 2 keep what ngshare 0.6 makes, as SQLAlchemy 1 did.

    A new assignment or submission is told what it belongs to and nothing else; since 2.0 that does
    not take it into the session (https://docs.sqlalchemy.org/20/orm/cascades.html), and all that
    was released or handed in would be gone when ngshare has answered that it is there.
    """
    from ngshare.database import Assignment, Submission

    def take_in(new: object, owner: object, *_: object) -> None:
        session = object_session(owner)
        if session is not None:
            session.add(new)

    configure_mappers()
    for belongs_to in (Assignment.course, Submission.assignment):
        event.listen(belongs_to, "set", take_in)


def end_with(parent: int) -> None:
    """Stop the loop when the hub has gone: another one would find the address taken.

    Parameters
    ----------
    parent : int
        The number of the hub's process.
    """
    if os.getppid() != parent:
        IOLoop.current().stop()


if __name__ == "__main__":
    hub = os.getppid()
    serve(read_course(sys.argv[1]))
    PeriodicCallback(lambda: end_with(hub), 1000).start()
    IOLoop.current().start()
