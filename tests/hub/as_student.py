"""A student's session on a hub: a process that becomes a Unix user and then does what it is told.

    python -m tests.hub.as_student UID GID HOME

It reads Python, a JSON string a line, runs it as that user and answers with a line: what the code
has put into `answer`, or the error. What it needs is imported before, as root: the user may not
be able to read this Python. The verbs below are nbgrader's own, as JupyterLab's Assignments list
uses them.
"""

import codecs
import glob
import json
import os
import shutil
import socket
import stat
import sys
import time
import traceback
from pathlib import Path

from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import (
    ExchangeFetchAssignment,
    ExchangeFetchFeedback,
    ExchangeList,
    ExchangeSubmit,
)
from traitlets.config import Config

from labkit.hub import exchange
from labkit.hub.course import read_course

codecs.lookup("utf-8-sig")  # which a course's file is read in

ROOT = SLUG = NAME = ""


def settings(tick=""):
    config = Config()
    config.CourseDirectory.course_id = SLUG
    config.CourseDirectory.student_id = NAME
    config.CourseDirectory.assignment_id = tick
    config.Exchange.root = ROOT
    config.Exchange.assignment_dir = os.path.expanduser("~")
    config.Exchange.cache = os.path.expanduser("~/.cache-of-nbgrader")
    return config


def use(kind, tick="", **more):
    config = settings(tick)
    config[kind.__name__].update(more)
    coursedir = CourseDirectory(config=config)
    return kind(coursedir=coursedir, authenticator=Authenticator(config=config), config=config)


def fetch(tick):
    use(ExchangeFetchAssignment, tick).start()


def submit(tick):
    use(ExchangeSubmit, tick).start()
    return newest()


def fetch_feedback(tick):
    """Give every page that there is for a tick: (when it was handed in, notebook) -> HTML."""
    use(ExchangeFetchFeedback, tick).start()
    place = Path(os.path.expanduser("~"), tick, "feedback")
    return {
        f"{path.parent.name}/{path.stem}": path.read_text()
        for path in sorted(place.rglob("*.html"))
    }


def listed(**more):
    return use(ExchangeList, **more).start()


def newest():
    """Give the folder that was handed in last: its owner knows the name of what it has cached."""
    return sorted(glob.glob(os.path.expanduser(f"~/.cache-of-nbgrader/{SLUG}/*")))[-1]


def inbound_of():
    return Path(ROOT, SLUG, "inbound")


def may(what, *arguments):
    """Tell whether something that is tried comes off: "", or the error's name."""
    try:
        what(*arguments)
    except OSError as error:
        return type(error).__name__
    return ""


def main(user, group, home):
    if os.geteuid() == 0 and user:
        os.setgroups([])
        os.setresgid(group, group, group)
        os.setresuid(user, user, user)
    os.umask(0o022)
    os.environ["HOME"] = home
    os.chdir(home)
    space = dict(globals())
    for line in sys.stdin:
        space.pop("answer", None)
        try:
            exec(json.loads(line), space)
            said = {"answer": space.get("answer")}
        except BaseException as error:
            said = {"error": f"{type(error).__name__}: {error}", "at": traceback.format_exc()}
        print(json.dumps(said), file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    # Used by what is run here, and imported before the user changes.
    _ = shutil, socket, stat, time, glob, exchange, read_course
    sys.stdout = sys.stderr
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
