"""A hub that is killed in five ways at five moments: is what was handed in there once, and marked?

Run from the top of the repository, as root: ``python -m tests.benchmarks.hub_kills``. It writes a
table, and ends with 1 if anything was lost.
"""

import random
import re
import sys
import threading
import time
import zipfile
from contextlib import suppress

import psutil

from labkit.instructor.grading.marks.store import Store
from labkit.instructor.hub.course import read_course, tick_names
from tests.benchmarks import hub as bench
from tests.benchmarks.hub_student import Student
from tests.benchmarks.tables import as_markdown, duration

QUESTION, TICK, NAME = "read-lexicon", bench.TICK, bench.names(1)[0]
#: What is killed -> what is in the command lines of its processes.
KILLED = {"hub": "-m jupyterhub ", "proxy": "configurable-http-proxy"}
KILLED |= {"service": "labkit.instructor.hub.service", "server": "/student/start.py", "all": "hub"}
#: What goes on -> the seconds within which the kill comes.
MOMENTS = {"nothing": 0.1, "signing in": 3, "handing in": 0.2, "marking": 5, "releasing": 3}


class Class:
    """A course with one student, who writes a number into each version."""

    def __init__(self, hub):
        self.hub, self.course, self.password = hub, read_course(hub.folder), hub.password(NAME)
        self.number, self.taken, self.released = 0, set(), [TICK]
        self.sign_in()
        self.student.fetch(TICK)

    def sign_in(self):
        """Come anew, with a server that is started if there is none."""
        self.student = Student(self.hub.url, NAME, self.password)
        self.student.sign_in()

    def hand_in(self):
        """Write another version, every second one with a right answer, and press *Submit*."""
        self.number += 1
        number, right = self.number, bench.answers()[QUESTION]
        self.student.read(TICK)
        self.student.save({QUESTION: f"# version {number};\n{right if number % 2 else ''}"})
        self.student.submit(TICK)
        self.taken.add(number)

    def release(self):
        """Hand out another tick."""
        self.released.append(tick_names()[len(self.released)])
        self.hub.labkit("release", self.released[-1], check=False)

    def kept(self):
        """The numbers of the versions that are kept, in their order."""
        for path in sorted((self.course.versions / NAME / TICK).glob("*.zip")):
            text = zipfile.ZipFile(path).read(f"{TICK}.ipynb")
            yield int(re.search(rb"# version (\d+);", text)[1])

    def is_marked(self):
        """Tell whether a page has the marks of the last version."""
        record = Store(self.course.marks).of(NAME, TICK)
        if not record or f"# version {self.number};" not in str(record.notebook):
            return False
        right = (record.mark(QUESTION).points > 0) == self.number % 2
        return right and self.student.page_on(TICK)


def can(action):
    """Do something, and tell whether it could be done."""
    with suppress(OSError, ValueError, KeyError, AssertionError):
        action()
        return True
    return False


def kill(hub, what):
    """Kill processes of the hub, one after the other in any order."""
    top = psutil.Process(hub.process.pid)
    family = [top, *top.children(recursive=True)]
    for process in random.sample(family, len(family)):
        with suppress(psutil.Error):
            if KILLED[what] in " ".join(process.cmdline()):
                process.kill()
    with suppress(psutil.TimeoutExpired):
        top.wait(3)


def row(class_, what, moment):
    """Kill at a moment, start again what does not start by itself, and go on as people would."""
    hub, actions = class_.hub, {"signing in": class_.sign_in, "releasing": class_.release}
    actions |= dict.fromkeys(("handing in", "marking"), class_.hand_in)
    going_on = threading.Thread(target=can, args=[actions.get(moment, str)])
    going_on.start()
    if moment == "marking":
        going_on.join()
    time.sleep(random.uniform(0, MOMENTS[moment]))
    killed = time.monotonic()
    kill(hub, what)
    if hub.process.poll() is not None:
        hub.start()
    going_on.join()
    if moment == "releasing":  # again, as one whose command was cut off would
        hub.wait(lambda: can(lambda: hub.labkit("release", class_.released[-1])))
    hub.wait(lambda: can(class_.sign_in), 120)
    hub.wait(lambda: can(class_.hand_in), 60)
    again = time.monotonic() - killed
    hub.wait(class_.is_marked, 60)
    page = class_.student.ask("/services/labkit/me")
    listed = set(re.findall('aria-label="Open ([^"]*)"', page))
    kept = list(class_.kept())
    once, whole = kept == sorted({*kept}), class_.taken <= {*kept}
    right = once and whole and listed == {*class_.released}
    counts = f"{len(class_.taken & {*kept})} of {len(class_.taken)}, {len(kept)} in all"
    return [what, moment, duration(again), counts, "" if right else "LOST"]


def main():
    with bench.course(1, own_users=True) as hub:
        class_ = Class(hub)
        rows = [row(class_, what, moment) for what in KILLED for moment in MOMENTS]
    headings = ["killed", "while", "handed in again after", "versions kept of those taken", ""]
    print(as_markdown(headings, rows))
    return int(any(lost for *_, lost in rows))


if __name__ == "__main__":
    sys.exit(main())
