"""A class at a hub, and what it costs: time to the notebook, to an answer, to feedback; memory.

Run from the top of the repository, as root for a hub as a class has it, with a Unix user for each
student: ``python -m tests.benchmarks.hub [STUDENTS]``. Each student signs in as a browser would,
gets tick 1 from the list of assignments, runs it with right answers over the kernel's websocket,
and hands it in, all within a minute. At the end the hub, its users and its folder are gone.
"""

import argparse
import os
import pwd
import signal
import statistics
import subprocess
import sys
import threading
import time
import traceback
from contextlib import contextmanager, suppress
from pathlib import Path

import nbformat
import psutil

from labkit.grading.judging.tick import grade_id
from labkit.grading.sandbox.bubblewrap import Limits
from labkit.hub import accounts
from labkit.hub.settings import read_course
from tests.benchmarks.classroom import Family
from tests.benchmarks.hub_student import Student
from tests.benchmarks.tables import as_markdown, duration, judged
from tests.hub.live import Hub, closed_copy, is_root, open_folder, running

ROOT = Path(__file__).parents[2]
TICK = "tick1-lexicon-classifier"

#: Seconds for the last of 30 to get the feedback, on two cores; MB of a server before it is used.
FEEDBACK, IDLE = 60, 250

#: Seconds within which all hand in.
HANDING_IN = 60

#: Seconds that nothing may take.
PATIENCE = 1200

#: Of the class that is calculated.
CLASS = 200


@contextmanager
def course(students: int, own_users: bool):
    """Run a hub for trying out, with tick 1 handed out."""
    with open_folder() as folder:
        lab = closed_copy(folder / "lab") if own_users else ROOT
        try:
            with running(folder / "course", one_user=not own_users, lab=lab) as hub:
                hub.labkit("release", TICK)
                yield hub
        finally:
            for name in names(students) if own_users else ():
                remove(name)


def names(students: int) -> list[str]:
    return [f"bench{number:03}" for number in range(1, students + 1)]


def remove(name: str) -> None:
    """Remove a student's Unix user, which the hub has made."""
    with suppress(KeyError):
        pwd.getpwnam(unix := accounts.unix_name(name))
        subprocess.run(["userdel", "--force", unix], capture_output=True, check=True)


def answers() -> dict[str, str]:
    """Give the instructors' answers to the tick: cell -> code."""
    notebook = nbformat.read(ROOT / "notebooks" / "ticks" / TICK / f"{TICK}.ipynb", 4)
    return {grade_id(cell): cell.source for cell in notebook.cells if grade_id(cell)}


class Stages:
    """Students begin each stage together, so that it is known what the machine was doing."""

    def __init__(self, students: list[Student]):
        self.students, self.failed = students, []

    def all(self, do) -> None:
        """Let all who are still there do something at once, and wait for them."""
        threads = [threading.Thread(target=self._one, args=(do, s)) for s in self.students]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE)
        self.students = [s for s in self.students if s not in self.failed]
        if not self.students:
            raise RuntimeError("no student has come so far")

    def _one(self, do, student: Student) -> None:
        try:
            do(student)
        except Exception:
            self.failed.append(student)
            print(f"{student.name}: {traceback.format_exc(limit=-3)}", file=sys.stderr)


def memory(students: list[Student]) -> tuple[list[float], list[float]]:
    """Give MB of each student's server alone, and of all of their processes.

    What processes share is divided among them (PSS).
    """
    servers, whole = {}, {}
    for process in psutil.process_iter():
        with suppress(psutil.Error, KeyError):
            name = process.environ()["JUPYTERHUB_USER"]
            used = process.memory_full_info().pss / 1e6
            whole[name] = whole.get(name, 0) + used
            if "start.py" in " ".join(process.cmdline()):
                servers[name] = used
    of = [s.name for s in students if s.name in servers]
    return [servers[name] for name in of], [whole[name] for name in of]


def memory_of_hub() -> float:
    """Give MB of what belongs to no student: hub, proxy, services."""
    found = 0.0
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if "JUPYTERHUB_USER" not in process.environ():
                found += process.memory_full_info().pss / 1e6
    return found


class Work(threading.Thread):
    """Processor seconds of the hub and of all that it has started."""

    def __init__(self):
        super().__init__(daemon=True)
        self.family = Family()

    def run(self):
        while True:
            self.family.look()
            time.sleep(0.2)

    def so_far(self) -> float:
        return sum(self.family.used.copy().values())


def measure(hub: Hub, number: int) -> list[list[str]]:
    """Let the class work, and give the rows of the table."""
    slug, work = read_course(hub.folder).id, Work()
    work.family.look()  # what was before is no student's
    work.start()
    stages = Stages([Student(hub.url, name, hub.password(name), slug) for name in names(number)])
    used = work.so_far()
    stages.all(lambda s: s.sign_in())
    signing_in = (work.so_far() - used) / number
    time.sleep(5)
    idle, _ = memory(stages.students)
    hub_itself = memory_of_hub()

    stages.all(lambda s: s.open_tick(TICK))
    _, opened = memory(stages.students)
    to_notebook = [s.signed_in + s.opened for s in stages.students]
    solved = answers()
    used = work.so_far()
    stages.all(lambda s: s.work(solved))
    working = (work.so_far() - used) / len(stages.students)
    _, whole = memory(stages.students)

    used, begun = work.so_far(), time.monotonic()
    order = {s: index for index, s in enumerate(stages.students)}

    def hand_in(student: Student) -> None:
        wait = order[student] * HANDING_IN / len(order)
        time.sleep(max(0, begun + wait - time.monotonic()))
        student.hand_in(TICK, PATIENCE)

    stages.all(hand_in)
    grading = (work.so_far() - used) / len(stages.students)
    missing = f"; {len(stages.failed)} did not get so far" if stages.failed else ""
    handed_in = max(s.handed_in_at for s in stages.students)
    last = max(s.feedback_at for s in stages.students) - handed_in
    cells = [seconds for s in stages.students for seconds in s.cells]
    turns = [seconds for s in stages.students for seconds in s.turns]
    rows = [
        ["students at once", f"{len(stages.students)}{missing}", ""],
        ["sign-in to JupyterLab", spread([s.signed_in for s in stages.students]), ""],
        ["sign-in to tick 1 open, its kernel ready", spread(to_notebook), ""],
        ["a cell that computes nothing, there and back", spread(turns), ""],
        [f"a cell of tick 1, all {number} at work", spread(cells), ""],
        ["pressing Submit until it is taken", spread([s.submitting for s in stages.students]), ""],
        ["Submit to feedback", spread([s.feedback for s in stages.students]), ""],
        ["after the last Submit, until all have feedback", duration(last), goal(last, FEEDBACK, "s")],
        ["memory of hub, proxy and services", f"{hub_itself:.0f} MB", ""],
        ["memory of a server, nothing open", megabytes(idle), goal(max(idle), IDLE, "MB")],
        ["memory of a student, tick 1 open and nothing run", megabytes(opened), goal(max(opened), IDLE, "MB")],
        ["memory of a student who has run all of tick 1", megabytes(whole), ""],
        ["processor seconds of signing in", f"{signing_in:.1f} s", ""],
        ["processor seconds of tick 1", f"{working:.1f} s", ""],
        ["processor seconds of handing in and marking", f"{grading:.1f} s", ""],
    ]  # fmt: skip
    return rows + calculated(max(whole), hub_itself, signing_in, working, grading)


def calculated(
    whole: float, hub_itself: float, signing_in: float, working: float, grading: float
) -> list[list[str]]:
    """Return what a class needs, by calculation: memory for all who have run the tick and for graders,
    processors to sign in within 10 minutes and do the tick in an hour, and the wait for the last feedback.
    """
    cores = psutil.cpu_count() or 1
    # A grader for each processor, and each may take as much as a notebook may.
    gigabytes = (CLASS * whole + hub_itself) / 1e3 + cores * Limits.memory / 1e9
    lesson = CLASS * (signing_in / 600 + working / 3600)
    minutes = CLASS * grading / 60
    last = f"after {minutes / cores:.0f} min on {cores} processors, {minutes / 8:.0f} on 8"
    return [
        [f"{CLASS} students: memory, with graders", f"{gigabytes:.0f} GB", "calculated"],
        [f"{CLASS} students: processors for a lesson", f"{lesson:.1f}", "calculated"],
        [f"{CLASS} students: feedback for the last, all handing in at once", last, "calculated"],
    ]


def goal(found: float, most: float, unit: str) -> str:
    return judged(f"at most {most} {unit}", found <= most)


def spread(seconds: list[float]) -> str:
    """Give the median and the largest."""
    return f"{duration(statistics.median(seconds))}, at most {duration(max(seconds))}"


def megabytes(sizes: list[float]) -> str:
    return f"{statistics.median(sizes):.0f} MB, at most {max(sizes):.0f} MB"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("students", type=int, nargs="?", default=30)
    options = parser.parse_args()
    # Ended from outside, it still ends the hub and removes the users.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    load = os.getloadavg()[0]
    with course(options.students, is_root) as hub:
        rows = measure(hub, options.students)
    print(
        f"\n{options.students} students, {'each' if is_root else 'all as'} a Unix user, on "
        f"{psutil.cpu_count()} processors and {psutil.virtual_memory().total / 2**30:.0f} GB, which "
        f"had {load:.1f} jobs at work before.\n"
    )
    print(as_markdown(["measured", "median, most", "goal"], rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
