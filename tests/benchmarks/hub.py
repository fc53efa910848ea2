"""A class at a hub, and what it costs: time to the notebook, to an answer, to feedback; memory.

Run from the top of the repository, as root for a hub as a class has it, with a Unix user for each
student: ``python -m tests.benchmarks.hub [STUDENTS]``. Each student signs in as a browser would,
gets tick 1, runs it with right answers over the kernel's websocket,
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
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import nbformat
import psutil

from labkit.instructor.grading.judging.tick import grade_id
from labkit.instructor.grading.sandbox.bubblewrap import Limits
from labkit.instructor.hub import accounts
from tests.benchmarks.classroom import Family
from tests.benchmarks.hub_student import Student
from tests.benchmarks.tables import as_markdown, duration, judged
from tests.instructor.hub.live import Hub, closed_copy, is_root, open_folder, running

ROOT = Path(__file__).parents[2]
TICK = "tick1-lexicon-classifier"

#: Seconds for the last of 30 to get the feedback, on two cores; MB of a server before it is used.
FEEDBACK, IDLE = 60, 250
#: Seconds within which all hand in; and that nothing may take.
HANDING_IN, PATIENCE = 60, 1200
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
    """Return the instructors' answers to the tick: cell -> code."""
    notebook = nbformat.read(ROOT / "notebooks" / "ticks" / TICK / f"{TICK}.ipynb", 4)
    return {grade_id(cell): cell.source for cell in notebook.cells if grade_id(cell)}


class Stages:
    """Students begin each stage together, so that it is known what the machine was doing."""

    def __init__(self, students: list[Student]):
        self.students, self.failed = students, 0

    def all(self, do) -> None:
        """Let all who are still there do something at once, and wait for them."""

        def can(student: Student) -> bool:
            try:
                do(student)
            except Exception:
                print(f"{student.name}: {traceback.format_exc(limit=-3)}", file=sys.stderr)
                return False
            return True

        with ThreadPoolExecutor(len(self.students)) as pool:
            done = list(pool.map(can, self.students))
        self.students = [s for s, was in zip(self.students, done, strict=True) if was]
        self.failed += done.count(False)
        if not self.students:
            raise RuntimeError("no student has come so far")

    def of(self, what: str) -> list[float]:
        """Return what those who are still there have measured."""
        return [getattr(student, what) for student in self.students]

    def memory(self) -> tuple[list[float], list[float]]:
        """Return MB of each student's server alone, and of all of their processes.

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
        of = [name for name in self.of("name") if name in servers]
        return [servers[name] for name in of], [whole[name] for name in of]


def memory_of_hub() -> float:
    """Return MB of what belongs to no student: hub, proxy, services."""
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
        self.family.look()  # what was before is no student's

    def run(self):
        while True:
            self.family.look()
            time.sleep(0.2)

    def so_far(self) -> float:
        return sum(self.family.used.copy().values())


def measure(hub: Hub, number: int) -> list[list[str]]:
    """Let the class work, and give the rows of the table."""
    work, solved = Work(), answers()
    work.start()
    stages = Stages([Student(hub.url, name, hub.password(name)) for name in names(number)])

    def costs(do) -> float:
        used = work.so_far()
        stages.all(do)
        return (work.so_far() - used) / len(stages.students)

    signing_in = costs(lambda s: s.sign_in())
    time.sleep(5)
    (idle, _), hub_itself = stages.memory(), memory_of_hub()
    stages.all(lambda s: s.open_tick(TICK))
    _, opened = stages.memory()
    working = costs(lambda s: s.work(solved))
    _, whole = stages.memory()

    begun = time.monotonic()
    order = {s: index for index, s in enumerate(stages.students)}

    def hand_in(student: Student) -> None:
        wait = order[student] * HANDING_IN / len(order)
        time.sleep(max(0, begun + wait - time.monotonic()))
        student.hand_in(TICK, PATIENCE)

    grading = costs(hand_in)
    missing = f"; {stages.failed} did not get so far" if stages.failed else ""
    to_notebook = [s.signed_in + s.opened for s in stages.students]
    cells = [seconds for s in stages.students for seconds in s.cells]
    turns = [seconds for s in stages.students for seconds in s.turns]
    last = max(stages.of("feedback_at")) - max(stages.of("handed_in_at"))
    # A grader for each processor, and each may take as much as a notebook may; a class signs in within
    # 10 minutes and does the tick in an hour.
    cores = psutil.cpu_count() or 1
    gigabytes = (CLASS * max(whole) + hub_itself) / 1e3 + cores * Limits.memory / 1e9
    lesson, minutes = CLASS * (signing_in / 600 + working / 3600), CLASS * grading / 60
    waits = f"after {minutes / cores:.0f} min on {cores} processors, {minutes / 8:.0f} on 8"
    return [
        ["students at once", f"{len(stages.students)}{missing}", ""],
        ["sign-in to JupyterLab", spread(stages.of("signed_in")), ""],
        ["sign-in to tick 1 open, its kernel ready", spread(to_notebook), ""],
        ["a cell that computes nothing, there and back", spread(turns), ""],
        [f"a cell of tick 1, all {number} at work", spread(cells), ""],
        ["pressing Submit until it is taken", spread(stages.of("submitting")), ""],
        ["Submit to feedback", spread(stages.of("feedback")), ""],
        ["after the last Submit, until all have feedback", duration(last), goal(last, FEEDBACK, "s")],
        ["memory of hub, proxy and services", f"{hub_itself:.0f} MB", ""],
        ["memory of a server, nothing open", megabytes(idle), goal(max(idle), IDLE, "MB")],
        ["memory of a student, tick 1 open and nothing run", megabytes(opened), goal(max(opened), IDLE, "MB")],
        ["memory of a student who has run all of tick 1", megabytes(whole), ""],
        ["processor seconds of signing in", f"{signing_in:.1f} s", ""],
        ["processor seconds of tick 1", f"{working:.1f} s", ""],
        ["processor seconds of handing in and marking", f"{grading:.1f} s", ""],
        [f"{CLASS} students: memory, with graders", f"{gigabytes:.0f} GB", "calculated"],
        [f"{CLASS} students: processors for a lesson", f"{lesson:.1f}", "calculated"],
        [f"{CLASS} students: feedback for the last, all handing in at once", waits, "calculated"],
    ]  # fmt: skip


def goal(found: float, most: float, unit: str) -> str:
    return judged(f"at most {most} {unit}", found <= most)


def spread(seconds: list[float]) -> str:
    """Return the median and the largest."""
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
