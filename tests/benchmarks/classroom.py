"""Grade a large class of tick 4 on this machine and say what it costs.

Run from the top of the repository: ``python -m tests.benchmarks.classroom``. The
class hands in typical answers, right and wrong. Then the same is graded again with
nothing changed, which only reads what is there.
"""

import argparse
import ctypes
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path

import nbformat
import psutil

from labkit.instructor.grading.judging.tick import grade_id, load_tick
from tests.benchmarks.tables import as_markdown, duration, judged
from tests.grader_accuracy import load_mutants

ROOT = Path(__file__).parents[2]
TICK = ROOT / "notebooks" / "ticks" / "tick4-sign-test"

#: Of 300 submissions on two quiet cores: seconds in all, processor seconds of each, and seconds of a
#: rerun with nothing changed.
WHOLE, EACH, RERUN = 240, 1.3, 3


def make_class(folder: Path, students: int, seed: int = 4) -> None:
    """Hand in a notebook for each student: to each question some typical answer."""
    rng, tick, mutants = random.Random(seed), load_tick(TICK), defaultdict(list)
    cells = nbformat.read(TICK / f"{TICK.name}.ipynb", 4).cells
    solutions = {grade_id(cell): cell.source for cell in cells}
    for mutant in load_mutants(TICK):
        mutants[mutant.question].append(mutant)
    for number in range(students):
        notebook = tick.notebook()
        for cell in notebook.cells:
            name = grade_id(cell)
            if name in mutants:
                wrong = rng.random() < 0.3
                answers = [m.code for m in mutants[name] if bool(m.key) == wrong]
                cell.source = rng.choice(answers if wrong else [*answers, solutions[name]])
            elif name and cell.metadata.nbgrader.solution and rng.random() < 0.9:
                cell.source = f"Written answer number {number}."
        nbformat.write(notebook, folder / f"student{number:03}_{TICK.name}.ipynb")


class Family:
    """All processes that come from here, also those whose parents have died.

    What a confined kernel used is told to nobody when it ends. So each process
    is looked at five times a second, and its last moments are not seen.
    """

    def __init__(self):
        adopt_orphans = 36  # PR_SET_CHILD_SUBREAPER
        ctypes.CDLL(None, use_errno=True).prctl(adopt_orphans, 1, 0, 0, 0)
        self.used = {}

    def look(self):
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                times = process.cpu_times()
                self.used[process] = times.user + times.system

    def wait_for(self, process):
        """Wait until a child has ended, taking in every orphan; its exit status."""
        while True:
            self.look()
            pid, status = os.waitpid(-1, os.WNOHANG)
            if pid == process.pid:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.2)

    def end(self):
        """Wait for what is left, and return the processor seconds of all."""
        with suppress(ChildProcessError):
            while os.waitpid(-1, 0):
                pass
        return sum(self.used.values())


def pages(out: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in out.glob("feedback/**/*.html")}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    students, load, family = options.students, os.getloadavg()[0], Family()
    with tempfile.TemporaryDirectory() as scratch:
        handed_in, out = Path(scratch, "class"), Path(scratch, "here")
        handed_in.mkdir()
        make_class(handed_in, students)
        grade = [sys.executable, "-m", "labkit", "grade", handed_in, "--out", out, "--source", ROOT]
        begun = time.perf_counter()
        status = family.wait_for(subprocess.Popen([*grade, "--jobs", str(options.jobs)]))
        assert status == 0, f"labkit grade ended with {status}"
        used, seconds = family.end(), time.perf_counter() - begun
        rows = json.loads((out / "grades.json").read_text(encoding="utf8"))
        written, begun = pages(out), time.perf_counter()
        done = subprocess.run(grade, check=True, capture_output=True, text=True)
        again = time.perf_counter() - begun
        assert len(rows) == len(written) == students and pages(out) == written, done.stdout
    ends = Counter(row["status"] for row in rows)
    share, each = students / 300, used / students
    body = [
        ["graded", duration(seconds), judged(f"{WHOLE * share:.3g} s", seconds <= WHOLE * share)],
        ["processor time of each", duration(each), judged(f"{EACH} s", each <= EACH)],
        ["again, nothing changed", duration(again), judged(f"{RERUN} s", again <= RERUN)],
        ["how they ended", ", ".join(f"{n} {status}" for status, n in ends.items()), ""],
    ]
    print(
        f"\n{students} submissions of {TICK.name}, {options.jobs} at a time, on {os.cpu_count()} "
        f"processors, which had {load:.1f} jobs at work before.\n"
    )
    print(as_markdown(["measured", "", "at most"], body))
    return 0


if __name__ == "__main__":
    # Ended from outside, it still ends the graders that it has started.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        sys.exit(main())
    finally:
        for process in psutil.Process().children(recursive=True):
            with suppress(psutil.Error):
                process.kill()
