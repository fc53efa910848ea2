"""Make small mistakes in the library, one at a time, and see whether its tests notice.

Run from the top of the repository: ``python -m tests.mutation --seed 7 metrics``, or ``make
mutants``. Each mutant (see `operators`) is put into a copy of the tree, and meets the tests of its
file there: ``tests/a/test_b.py`` for ``labkit/a/b.py``. One that survives them also meets what is
asked of every record, all tests of its room, and then the slow ones of its room: a hub is hardly
tested but by running it. mutmut and cosmic-ray know no such pairs and draw no fixed number.
"""

import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from datetime import date
from pathlib import Path
from queue import SimpleQueue
from threading import Lock

import psutil

from labkit.instructor.grading.sandbox.bubblewrap import available
from tests.mutation.operators import Mutant, drawn, mutants, mutated

ROOT = Path(__file__).parents[2]
#: What no room's tests ask, as it is the same for all.
OF_ALL = "tests/project/test_records.py"
PYTEST = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider"]
#: A mutant may allocate without end: 6 GB of addresses for each of its processes.
BOUNDED = ["sh", "-c", 'ulimit -v 6000000; exec "$@"', "sh"]
#: What the tests print, in the copy of the tree; and what is not copied.
OUTPUT = "output-of-the-tests"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv*", ".*_cache", "__pycache__", "*.egg-info")
#: Seconds for one run of tests; and what a mutant has beyond four times what they take without it.
LIMIT, PATIENCE = 1800, 20
#: What pytest ends with where no test was chosen; and what chooses those of `make test-slow`.
NONE_CHOSEN, SLOW = 5, ' -m "slow and not long"'
#: Where students' code can be confined, no test is skipped because a mutant cannot do it.
SANDBOX = {} if available() else {"LABKIT_REQUIRE_SANDBOX": "1"}
KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"
#: The share of mutants that a room's tests have to notice.
ENOUGH = 0.9


def relevant_tests(path: str, root: Path) -> list[str]:
    """Return the file's own tests, if it has some, those of all, and last those of its room."""
    own = Path("tests", *Path(path).parts[1:]).with_suffix("")
    room = next(str(folder) for folder in (own, *own.parents) if (root / folder).is_dir())
    own = own.with_name(f"test_{own.name.lstrip('_')}.py")
    if room == "tests":  # the modules that stand alone
        room = " ".join(sorted(f"tests/{each.name}" for each in root.glob("tests/test_*.py")))
    return [each for each in (str(own), OF_ALL, room) if (root / each.split()[0]).exists()]


def run(tests: str, tree: Path, limit: float) -> str:
    """Run tests in a tree, with pytest's options if some are named; say what became of its mutant."""
    environment = os.environ | {"PYTHONPATH": str(tree)} | SANDBOX
    with (tree / OUTPUT).open("w") as output:
        process = subprocess.Popen(
            [*BOUNDED, *PYTEST, *shlex.split(tests)], cwd=tree, env=environment,
            start_new_session=True, stdout=output, stderr=output,
        )  # fmt: skip
    try:
        return SURVIVED if process.wait(limit) in (0, NONE_CHOSEN) else KILLED
    except subprocess.TimeoutExpired:
        return TIMED_OUT
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for left in psutil.process_iter(["environ"]):  # with a session of its own
            if str(tree) in (left.info["environ"] or {}).get("PYTHONPATH", ""):
                with suppress(psutil.Error):
                    left.kill()
                    left.wait(PATIENCE)


def write_anew(file: Path, code: str) -> None:
    """Write code; Python takes what it compiled before for this if length and second are the same."""
    second = int(file.stat().st_mtime) + 1
    file.write_text(code, encoding="utf-8")
    os.utime(file, (second, second))


class Runner:
    """Copies of the tree, one for each job, in which mutants meet their tests."""

    def __init__(self, root: Path, folder: Path, jobs: int) -> None:
        self.seconds: dict[str, float] = {}
        self.trees: SimpleQueue[Path] = SimpleQueue()
        self.alone = Lock()  # slow tests make Unix users of the same names
        folder.chmod(0o711)  # a hub's users run what is in it
        for job in range(jobs):
            self.trees.put(Path(shutil.copytree(root, folder / f"tree{job}", ignore=LEFT_OUT)))

    def limit(self, tests: str, tree: Path) -> float:
        """Return the seconds for tests of a mutant; on the code as it is they must pass."""
        if tests not in self.seconds:
            start = time.monotonic()
            found = run(tests, tree, LIMIT)
            output = (tree / OUTPUT).read_text(errors="replace")[-2000:]
            if found != SURVIVED:
                raise RuntimeError(f"{tests} must pass without a mutant, not be {found}:\n{output}")
            self.seconds[tests] = time.monotonic() - start
        return min(LIMIT, PATIENCE + 4 * self.seconds[tests])

    def meet(self, mutant: Mutant) -> str:
        """Put the mutant into a tree for each of its tests until some notice, last the slow ones."""
        tree = self.trees.get()
        try:
            original = (tree / mutant.path).read_text(encoding="utf-8")
            *quick, room = relevant_tests(mutant.path, tree)
            for tests in (*quick, room, room + SLOW):
                with self.alone if tests.endswith(SLOW) else nullcontext():
                    limit = self.limit(tests, tree)
                    write_anew(tree / mutant.path, mutated(original, mutant.number))
                    found = run(tests, tree, limit)
                    write_anew(tree / mutant.path, original)
                if found != SURVIVED:
                    break
            return found
        finally:
            self.trees.put(tree)


def all_mutants(rooms: list[str], root: Path) -> list[Mutant]:
    """All mutants of the rooms' files, or of all files if none is named."""
    found: list[Mutant] = []
    for path in sorted((root / "labkit").rglob("*.py")):
        name = path.relative_to(root / "labkit").with_suffix("")
        if not rooms or any(name.is_relative_to(room) for room in rooms):
            found += mutants(str(path.relative_to(root)), path.read_text(encoding="utf-8"))
    return found


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Print each mutant that is not killed, and the share of those that are; 1 if it is too small."""
    today = int(f"{date.today():%Y%m%d}")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rooms", nargs="*", help="as significance or grading/marks (all of labkit)")
    parser.add_argument("-n", type=int, default=150, help="how many mutants are drawn (150)")
    parser.add_argument("--seed", type=int, default=today, help="of the draw (today's date)")
    parser.add_argument("--jobs", type=int, default=2, help="tests at the same time (2)")
    options = parser.parse_args(arguments)

    chosen = drawn(all_mutants(options.rooms, root), options.n, options.seed)
    print(f"{len(chosen)} mutants, drawn with seed {options.seed}", flush=True)
    missed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        runner = Runner(root, Path(folder), options.jobs)
        for mutant, fate in zip(chosen, pool.map(runner.meet, chosen), strict=True):
            missed += fate == SURVIVED
            if fate != KILLED:
                print(f"{fate}: {mutant}", flush=True)
    killed = 1 - missed / max(len(chosen), 1)
    print(f"killed in their room: {len(chosen) - missed} of {len(chosen)} ({killed:.0%})")
    return int(killed < ENOUGH)


if __name__ == "__main__":
    # Ending this program ends the tests that it has started, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
