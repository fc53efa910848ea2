"""Make small mistakes in the library, one at a time, and see whether its tests notice.

Run from the top of the repository: ``python -m tests.mutation``, or ``make
mutants``. Each mutant (see `operators`) is put into a copy of the tree, and the
tests of its file are run there: ``tests/a/test_b.py`` for ``labkit/a/b.py``.
One that survives them also meets all tests of its room, what is asked of every
record, and the slow tests of its file. mutmut and
cosmic-ray know no such pairs of files and draw no fixed number at random, so a
run over these rooms would take them a day.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from queue import SimpleQueue

from labkit.grading.notebook.sandbox import available
from tests.mutation.operators import Mutant, drawn, mutants, mutated

ROOT = Path(__file__).parents[2]
ROOMS = ["labkit/significance", "labkit/metrics.py", "labkit/checks", "labkit/grading/notebook",
         "labkit/grading/submission", "labkit/grading/classroom", "labkit/grading/results",
         "labkit/grading/review", "labkit/grading/release", "labkit/grading/base"]  # fmt: skip
#: What no room's tests ask, as it is the same for all.
OF_ALL = Path("tests/project/test_records.py")
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
PYTEST = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider"]
#: A mutant may allocate without end: 6 GB of addresses for each of its processes.
BOUNDED = ["sh", "-c", 'ulimit -v 6000000; exec "$@"', "sh"]
#: What the tests print, in the copy of the tree.
OUTPUT = "output-of-the-tests"
#: Seconds that a mutant has beyond four times what its tests take on the code as it is.
PATIENCE = 20
#: What pytest ends with where no test was chosen; and what chooses those of `make test-slow`.
NONE_CHOSEN, SLOW = 5, ("-m", "slow and not long")
KILLED, SURVIVED, TIMED_OUT, EQUAL = "killed", "survived", "timed out", "equivalent"


def relevant_tests(path: str, rooms: list[str], root: Path) -> list[str]:
    """Give the mirrored test file, if there is one, and the folder of its room's tests, and those of all."""
    mirrored = Path("tests", *Path(path).parts[1:])
    mirrored = mirrored.with_name(f"test_{mirrored.name.lstrip('_')}")
    room = next(Path("tests", *Path(room).parts[1:]) for room in rooms if path.startswith(room))
    room = mirrored.parent if room.suffix else room
    found = [mirrored] * (root / mirrored).exists() + [room] * (room != Path("tests"))
    found += [OF_ALL] * (root / OF_ALL).exists()
    return [str(tests) for tests in found]


@cache
def sandbox() -> dict[str, str]:
    """Where students' code can be confined, no test is skipped because a mutant cannot do it."""
    return {} if available() else {"LABKIT_REQUIRE_SANDBOX": "1"}


def run(tests: str, tree: Path, limit: float, *chosen: str) -> str:
    """Run tests in a tree, or those of them that pytest's options choose; say what became of its mutant."""
    environment = os.environ | {"PYTHONPATH": str(tree)} | sandbox()
    with (tree / OUTPUT).open("w") as output:
        process = subprocess.Popen(
            [*BOUNDED, *PYTEST, *chosen, tests], cwd=tree, env=environment, start_new_session=True,
            stdout=output, stderr=output,
        )  # fmt: skip
    try:
        return SURVIVED if process.wait(limit) in (0, NONE_CHOSEN) else KILLED
    except subprocess.TimeoutExpired:
        return TIMED_OUT
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def write_anew(file: Path, code: str) -> None:
    """Write code; Python takes what it compiled before for this if length and second are the same."""
    second = int(file.stat().st_mtime) + 1
    file.write_text(code, encoding="utf-8")
    os.utime(file, (second, second))


class Runner:
    """Copies of the tree, one for each job, in which mutants meet their tests."""

    def __init__(self, root: Path, folder: Path, jobs: int, limit: float) -> None:
        self.limit = limit
        self.seconds: dict[str, float] = {}
        self.trees: SimpleQueue[Path] = SimpleQueue()
        for job in range(jobs):
            skip = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info")
            self.trees.put(Path(shutil.copytree(root, folder / f"tree{job}", ignore=skip)))

    @contextmanager
    def tree(self) -> Iterator[Path]:
        """Have a tree to oneself."""
        tree = self.trees.get()
        try:
            yield tree
        finally:
            self.trees.put(tree)

    def time(self, tests: str) -> None:
        """Time tests on the code as it is; they must pass."""
        with self.tree() as tree:
            start = time.monotonic()
            found = run(tests, tree, self.limit)
            self.seconds[tests] = time.monotonic() - start
            output = (tree / OUTPUT).read_text(errors="replace")[-2000:]
        if found != SURVIVED:
            raise RuntimeError(f"{tests} must pass on the code as it is, not be {found}:\n{output}")

    def meet(self, mutant: Mutant, all_tests: list[str]) -> str:
        """Put the mutant into a tree and run its tests until some notice."""
        with self.tree() as tree:
            file = tree / mutant.path
            original = file.read_text(encoding="utf-8")
            write_anew(file, mutated(original, mutant.number))
            try:
                for tests in all_tests:
                    found = run(tests, tree, min(self.limit, PATIENCE + 4 * self.seconds[tests]))
                    if found != SURVIVED:
                        return found
                return run(all_tests[0], tree, self.limit, *SLOW)
            finally:
                write_anew(file, original)


def known_equivalents() -> dict[tuple[str, str, str], str]:
    """(file, before, after) -> why no test can tell such a mutant from the original."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return {(entry["file"], entry["before"], entry["after"]): entry["why"] for entry in entries}


def place(room: str) -> str:
    """Return the folder or file of a room that is named without labkit."""
    if room.startswith("labkit/"):
        return room
    return f"labkit/{room}" if (ROOT / "labkit" / room).is_dir() else f"labkit/{room}.py"


def all_mutants(rooms: list[str], root: Path) -> list[Mutant]:
    """All mutants of the rooms' files."""
    files = [
        f for r in rooms for f in ([root / r] if r.endswith(".py") else (root / r).rglob("*.py"))
    ]
    paths = sorted(str(file.relative_to(root)) for file in files)
    return [m for path in paths for m in mutants(path, (root / path).read_text(encoding="utf-8"))]


def fates(chosen: list[Mutant], rooms: list[str], root: Path, jobs: int, limit: float) -> list[str]:
    """What becomes of each mutant; those that are not killed are printed at once."""
    known = known_equivalents()
    meeting = [m for m in chosen if (m.path, m.before, m.after) not in known]
    tests = [relevant_tests(m.path, rooms, root) for m in meeting]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        runner = Runner(root, Path(folder), jobs, limit)
        list(pool.map(runner.time, sorted({each for some in tests for each in some})))
        found = {}
        for mutant, fate in zip(meeting, pool.map(runner.meet, meeting, tests), strict=True):
            found[mutant] = fate
            if fate != KILLED:
                print(f"{fate}: {mutant}", flush=True)
            if len(found) % 25 == 0:
                print(
                    f"{len(found)} of {len(meeting)} mutants have met their tests", file=sys.stderr
                )
    return [found.get(mutant, EQUAL) for mutant in chosen]


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Print what became of the mutants, room by room; 1 if one survived."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "rooms", nargs="*", type=place, default=ROOMS, help="rooms of labkit, as significance"
    )
    parser.add_argument("-n", type=int, default=300, help="how many mutants are drawn (300)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (1)")
    parser.add_argument("--jobs", type=int, default=2, help="tests at the same time (2)")
    parser.add_argument(
        "--limit", type=float, default=300, help="seconds for one run of tests (300)"
    )
    options = parser.parse_args(arguments)

    chosen = drawn(all_mutants(options.rooms, root), options.n, options.seed)
    found = fates(chosen, options.rooms, root, options.jobs, options.limit)
    print(
        "| room | mutants | killed | survived | timed out | equivalent |\n| --- "
        + "| --- " * 5
        + "|"
    )
    for room in options.rooms:
        counts = Counter(f for m, f in zip(chosen, found, strict=True) if m.path.startswith(room))
        cells = [counts.total(), *(counts[fate] for fate in (KILLED, SURVIVED, TIMED_OUT, EQUAL))]
        print(f"| {room} | " + " | ".join(map(str, cells)) + " |")
    return int(SURVIVED in found)


if __name__ == "__main__":
    # Whoever ends this program ends the tests that it has started, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
