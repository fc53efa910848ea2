"""Attacks by notebooks: none gains a mark, changes anything outside, or stalls the grader."""

import hashlib
import json
import re
import shutil
import socket
import sqlite3
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from resource import RUSAGE_SELF, getrusage

import nbformat
import psutil
import pytest

from labkit.checks.in_kernel import asking
from labkit.checks.marking import CellError, Mark, Status, errors_of, mark_answer
from labkit.instructor.grading.sandbox import run as module
from labkit.instructor.grading.sandbox.bubblewrap import Limits
from labkit.instructor.grading.sandbox.run import run
from tests.attacks.attacks import ATTACKS, FIRST, HONEST, NAME, TICK, aimed, questions, submission
from tests.attacks.handed_in import CHANGES
from tests.instructor.grading.tiny import write

SECRETS = {"SECRET-OF-THE-ENVIRONMENT", "SECRET-OF-ADA", "SECRET-SOLUTION", "SECRET-GRADEBOOK"}
#: An attack that stops with an error of another kind than these has not even begun.
STOPPED = "KernelDied|MemoryError|NotRun|OutOfMemory|StdinNotImplementedError|SystemExit|TimedOut|TooMuchOutput"  # fmt: skip
MODULE = b"print('BREACH: a module in the place of another')\n"
#: Seconds that any submission may take, and kB that a grader may need on top for all of the attacks.
MOST, MEMORY = 300, 1_000_000
#: Name -> attacks that share a notebook: two at most, if each ends more than itself.
GROUPS = {}
for attack in ATTACKS.values():
    GROUPS.setdefault(attack.beside or attack.name, []).append(attack)


@dataclass
class Classroom:
    """A folder with what is not for students, and a server on this machine."""

    folder: Path
    server: socket.socket

    def digest(self):
        everything = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {path: hashlib.sha256(path.read_bytes()).digest() for path in everything}

    def was_reached(self):
        with suppress(BlockingIOError):
            self.server.accept()[0].close()
            return True


@pytest.fixture(scope="module")
def classroom(tmp_path_factory, sandbox):
    folder = tmp_path_factory.mktemp("classroom")
    shutil.copytree(TICK, folder / "source" / NAME)
    write(folder / "source" / "solution.ipynb", "SECRET-SOLUTION")
    write(folder / "submitted" / "ada" / NAME / f"{NAME}.ipynb", "SECRET-OF-ADA")
    with sqlite3.connect(folder / "gradebook.db") as gradebook:
        gradebook.execute("CREATE TABLE grade (student, auto_score)")
        gradebook.execute("INSERT INTO grade VALUES ('SECRET-GRADEBOOK', 1)")
    with (
        pytest.MonkeyPatch.context() as patch,
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as unnamed,
    ):
        patch.setenv("LABKIT_GRADER", "SECRET-OF-THE-ENVIRONMENT")
        unnamed.bind(f"\0labkit-attacked-{server.getsockname()[1]}")
        unnamed.listen()
        server.setblocking(False)
        yield Classroom(folder, server)


def run_attacks(attacks, classroom, **options):
    """Return the notebook, report, shown outputs and points of several attacks, each with a target of its own."""
    port = classroom.server.getsockname()[1]
    targets = [f"target_{i}" for i in range(len(attacks))]
    cells, files = [FIRST], {".course/checks.py": (TICK / ".course" / "checks.py").read_bytes()}
    for attack, target in zip(attacks, targets, strict=True):
        cells += aimed(attack, target, classroom.folder, port)
        files |= dict.fromkeys(attack.files, MODULE)
    notebook = submission(cells)
    slow = any(attack.status is Status.TIMED_OUT for attack in attacks)
    limits = Limits(cell_seconds=2 if slow else 20, output=100_000)
    report = mark(notebook, questions(targets), files, limits, **options)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    # A traceback repeats the attack's own words.
    shown = json.dumps([output for output in outputs if output.output_type != "error"])
    return notebook, report, shown, {mark.question: mark.points for mark in report.marks}


@dataclass
class Report:
    """What a run in the sandbox showed, and earned."""

    marks: list[Mark]
    errors: list[CellError]
    status: Status
    confined: bool


def mark(notebook, questions, files=None, limits=None, **more):
    """Run a notebook in a sandbox, and judge its answers outside of it, as the grader does."""
    ask = [asking(question) for question in questions.values()]
    ran = run(notebook, files or {}, limits or Limits(), ask=ask, **more)
    marks = list(map(mark_answer, questions.values(), ran.answers))
    return Report(marks, errors_of(notebook.cells), ran.status, ran.confined)


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_attack_fails(group, classroom):
    before, memory = classroom.digest(), getrusage(RUSAGE_SELF).ru_maxrss
    running = set(psutil.Process().children(recursive=True))
    begun = time.monotonic()
    notebook, report, shown, points = run_attacks(GROUPS[group], classroom)
    assert time.monotonic() - begun < MOST
    assert {attack.status for attack in GROUPS[group]} == {report.status}
    if len(GROUPS[group]) > 1 and report.status is not Status.RAN:  # each has ended its own cell
        ended = [e for e in report.errors if e.exception == module.NOTES[report.status][0]]
        assert len(ended) == len(GROUPS[group])
    assert points.pop("double") == points.pop("label") == HONEST / 2
    assert list(points.values()) == [0] * len(GROUPS[group])
    assert not [error for error in report.errors if not re.fullmatch(STOPPED, error.exception)]
    assert not re.findall(r"(?:BREACH|SECRET).{,200}", shown)
    assert report.confined and len(shown) < 2 * 100_000
    assert not re.findall(r"31, 7|400\.0", json.dumps(asdict(report)) + shown)  # hidden inputs
    assert classroom.digest() == before and not classroom.was_reached()
    assert set(psutil.Process().children(recursive=True)) <= running
    assert getrusage(RUSAGE_SELF).ru_maxrss - memory < MEMORY
    nbformat.validate(notebook)


@pytest.mark.slow
def test_attacks_succeed_where_nothing_stops_them(classroom, tmp_path, monkeypatch):
    """Or they would prove nothing: run without confinement, on a classroom of its own."""
    shutil.copytree(classroom.folder, tmp_path / "classroom")
    outside = Classroom(tmp_path / "classroom", classroom.server)
    names = ("read-what-is-not-for-students", "write-to-the-gradebook", "read-the-environment")
    before = outside.digest()
    monkeypatch.setattr(module, "available", lambda: "There is none.")
    _, report, shown, _ = run_attacks([ATTACKS[name] for name in names], outside, unsafe=True)
    assert report.status is Status.RAN and not report.confined
    assert {secret for secret in SECRETS if secret in shown} == SECRETS
    changed = {path.name for path, digest in outside.digest().items() if digest != before[path]}
    assert changed == {"gradebook.db", "tick-attacked.ipynb"}
    with socket.create_connection(outside.server.getsockname()):
        time.sleep(0.05)
        assert outside.was_reached()


def test_honest_notebook_gets_full_marks_and_a_changed_one_what_it_earned(classroom):
    honest = submission(answers=("target", "double", "label"))
    report = mark(honest, questions())
    assert (report.status, [mark.points for mark in report.marks]) == (Status.RAN, [2, 2, 3])
    assert report.errors == [] and len(ATTACKS) >= 60
    notebook = submission()
    for name, change in CHANGES.items():
        if name != "duplicated-cells":  # in the opposite order the unanswered ones come last
            change(notebook)
    report = mark(notebook, questions(), limits=Limits(output=100_000))
    assert sum(mark.points for mark in report.marks) == HONEST
    assert len(json.dumps(notebook)) < 200_000
