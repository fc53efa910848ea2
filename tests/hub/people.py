"""A course in a folder that students can reach, and students who are Unix users of their own."""

import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from labkit.grading.results.late import read_policy
from labkit.hub import exchange
from labkit.hub.accounts import unix_name
from labkit.hub.course import read_course
from tests.grading.tiny import NAME, answered, make_tick
from tests.superuser import is_root

ROOT = Path(__file__).parents[2]

#: nbgrader leaves a file open for the garbage collector when it gives feedback back.
unclosed = pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")

COURSE = """
name = "Language and numbers"
id = "nlp"
instructors = ["lecturer"]
"""


class Failed(Exception):
    """What a student's session was told to do did not come off."""


class Session:
    """A process that runs as a user; see `as_student`.

    Parameters
    ----------
    room : Room
    username : str
        As the student signs in.
    unix : str
        The Unix user; the one of this process where users cannot be made.
    """

    def __init__(self, room, username, unix=None):
        self.room, self.username = room, username
        self.account = pwd.getpwnam(unix or unix_name(username)) if is_root else None
        user, group = (self.account.pw_uid, self.account.pw_gid) if self.account else (0, 0)
        self.home = room.course.homes / username
        self.home.mkdir(parents=True, exist_ok=True)
        if is_root:
            os.chown(self.home, user, group)
            self.home.chmod(0o700)
        words = [sys.executable, "-m", "tests.hub.as_student", str(user), str(group)]
        self.process = subprocess.Popen(
            [*words, str(self.home)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, cwd=ROOT,
        )  # fmt: skip
        self(f"ROOT, SLUG, NAME = {[str(room.course.exchange_root), 'nlp', username]!r}")
        # The verbs read the module's own names.
        self(
            "for verb in (settings, newest): verb.__globals__.update(ROOT=ROOT, SLUG=SLUG, NAME=NAME)"
        )

    def __call__(self, code):
        """Run code as the user, and give what it calls `answer`."""
        self.process.stdin.write(json.dumps(code) + "\n")
        self.process.stdin.flush()
        said = json.loads(self.process.stdout.readline())
        if "error" in said:
            raise Failed(said["error"] + "\n" + said["at"])
        return said["answer"]

    def write(self, content, tick=NAME, name=None):
        """Save a notebook as its student does, in the folder of the tick."""
        text = content if isinstance(content, str) else json.dumps(content)
        path = self.home / tick / (name or f"{tick}.ipynb")
        self(
            f"p = Path({str(path)!r}); p.parent.mkdir(parents=True, exist_ok=True); p.write_text({text!r})"
        )

    def hand_in(self, tick=NAME, **answers):
        """Answer as `tiny.answered` does, and submit."""
        self.write(answered(self.room.tick, **answers), tick)
        return self.submit(tick)

    def submit(self, tick=NAME):
        """Submit what is there, and give the folder that lies in the exchange now."""
        before = set(os.listdir(self.room.inbound))
        self(f"answer = submit({tick!r})")
        (new,) = set(os.listdir(self.room.inbound)) - before
        return self.room.inbound / new

    def pages(self, tick=NAME):
        """Fetch the feedback, and give it: the newest last."""
        found = self(f"answer = fetch_feedback({tick!r})")
        return [found[key] for key in sorted(found)]

    def end(self):
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


class Room:
    """A course with one small tick, and its students.

    Attributes
    ----------
    lab : Path
        A lab of one tick.
    tick : Tick
    course : Course
    """

    def __init__(self, folder):
        self.lab = folder / "lab"
        self.tick = make_tick(self.lab / "notebooks" / "ticks")
        self.lab.chmod(0o700)
        self.folder = folder / "course"
        self.folder.mkdir(mode=0o755)
        (self.folder / "hub").mkdir(mode=0o700)
        (self.folder / "course.toml").write_text(COURSE)
        self.course = read_course(self.folder)
        exchange.prepare(self.course)
        self.sessions = {}

    @property
    def inbound(self):
        return self.course.exchange_root / self.course.slug / "inbound"

    def release(self):
        exchange.release(self.course, NAME, self.lab)

    def student(self, username):
        """Give a student's session: begun at the first time."""
        if username not in self.sessions:
            self.sessions[username] = Session(self, username)
        return self.sessions[username]

    def with_late(self, text, **more):
        """Give the course with other deadlines."""
        policy = read_policy(text, "late", [NAME])
        return replace(self.course, late=policy, late_text=text, **more)

    def clear(self):
        """Take away all that was handed in, marked and given back, and what students have of it."""
        own = self.course.exchange_root / self.course.slug
        top = (self.course.versions, self.course.submitted, self.course.marks)
        for place in (*top, own / "inbound", own / "feedback"):
            for each in place.iterdir():
                is_folder = each.is_dir() and not each.is_symlink()
                shutil.rmtree(each) if is_folder else each.unlink()
        for session in self.sessions.values():
            shutil.rmtree(session.home / ".cache-of-nbgrader", ignore_errors=True)
            shutil.rmtree(session.home / NAME / "feedback", ignore_errors=True)
        exchange.prepare(self.course)

    def end(self):
        for session in self.sessions.values():
            session.end()


def useradd(name):
    """Make a Unix user; somebody else may be making one at this moment."""
    for _ in range(100):
        words = ["useradd", "--no-create-home", "--shell", "/bin/sh", name]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode == 0:
            return
        time.sleep(0.1)
    raise OSError(done.stderr)


@contextmanager
def users(*names):
    """Have Unix users for as long as a test file runs."""
    made = []
    try:
        for name in names if is_root else ():
            useradd(name)
            made.append(name)
        yield
    finally:
        for name in made:
            for _ in range(100):
                done = subprocess.run(["userdel", name], capture_output=True, text=True)
                if done.returncode in (0, 6):
                    break
                time.sleep(0.1)
            else:
                raise OSError(f"a user is left on this machine: {done.stderr}")


@contextmanager
def rooms():
    """Have a way to make courses; their folders, which all users can reach, go at the end."""
    made, folders = [], []

    def make():
        folder = Path(tempfile.mkdtemp(prefix="labroom-"))
        folder.chmod(0o755)
        folders.append(folder)
        made.append(Room(folder))
        return made[-1]

    try:
        yield make
    finally:
        for room in made:
            room.end()
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
