"""Attacks by notebooks: none gains a mark, changes anything outside, or stalls the grader.

``README.md`` has the table of the attacks and says how to write another.
"""

import hashlib
import json
import pickle
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

from labkit.checks.marking import Status
from labkit.grading.notebook.sandbox import Limits, run
from tests.attacks import table
from tests.attacks.attacks import ATTACKS, HONEST, TICK, aimed_at, fill, questions, submission
from tests.attacks.handed_in import GRADED, LARGE, REFUSED, write_archive
from tests.grading.marking import mark

SECRETS = (
    "SECRET-OF-THE-HIDDEN-CASES",
    "SECRET-OF-THE-ENVIRONMENT",
    "SECRET-OF-ADA",
    "SECRET-SOLUTION",
    "SECRET-GRADEBOOK",
)
# An attack that stops with an error of another kind than these has not even begun.
STOPPED = {
    "KernelDied",
    "KeyboardInterrupt",
    "MemoryError",
    "NotRun",
    "OutOfMemory",
    "StdinNotImplementedError",
    "SystemExit",
    "TimedOut",
    "TooMuchOutput",
}
HIDDEN_INPUTS = ("31, 7", "400.0")
MODULE = "print('BREACH: a module in the place of another')\n"
MEMORY = 300_000  # kB that a grader may need on top for all of the attacks


def together():
    """The attacks, as lists of those that share a notebook."""
    groups = {}
    for attack in ATTACKS.values():
        groups.setdefault(attack.beside or attack.name, []).append(attack)
    return groups


GROUPS = together()

#: These wait for limits of time and of memory, and for what is to have ended.
LONGEST = ("files", "left-behind", "memory", "time")


def marked_slow(group):
    """A group of slow attacks is for ``make test-slow``."""
    slow = group in LONGEST or any(attack.slow for attack in GROUPS[group])
    return pytest.param(group, marks=pytest.mark.slow) if slow else group


@dataclass
class Classroom:
    """A folder with what is not for students, and a server on this machine."""

    folder: Path
    server: socket.socket

    @property
    def files(self):
        return self.folder / "source" / "tick-attacked"

    def digest(self):
        everything = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {path: hashlib.sha256(path.read_bytes()).digest() for path in everything}

    def was_reached(self):
        with suppress(BlockingIOError):
            connection, _ = self.server.accept()
            connection.close()
            return True
        return False


@pytest.fixture(scope="module")
def classroom(tmp_path_factory, sandbox):
    folder = tmp_path_factory.mktemp("classroom")
    fill_classroom(folder)
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


def fill_classroom(folder):
    files = folder / "source" / "tick-attacked"
    shutil.copytree(TICK, files)
    for name in {name for attack in ATTACKS.values() for name in attack.files}:
        (files / name).write_text(MODULE)
    other = folder / "submitted" / "ada" / "tick-attacked"
    other.mkdir(parents=True)
    (other / "tick-attacked.ipynb").write_text("SECRET-OF-ADA")
    (files / "solution.ipynb").write_text("SECRET-SOLUTION")
    (files / "linked.txt").symlink_to(other / "tick-attacked.ipynb")
    with sqlite3.connect(folder / "gradebook.db") as gradebook:
        gradebook.execute("CREATE TABLE grade (student, auto_score)")
        gradebook.execute("INSERT INTO grade VALUES ('SECRET-GRADEBOOK', 1)")


def assemble(attacks, classroom):
    """A notebook of several attacks, each aimed at a question of its own."""
    port = classroom.server.getsockname()[1]
    targets = [f"target_{i}" for i in range(len(attacks))]
    cells = []
    for attack, target in zip(attacks, targets, strict=True):
        cells += aimed_at(fill(attack, classroom.folder, port), target).cells
    return submission(cells), questions(targets)


def printed(notebook):
    """What the cells printed and showed; a traceback repeats the attack's own words."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return json.dumps([output for output in outputs if output.output_type != "error"])


def limits_for(attacks):
    slow = any(attack.status is Status.TIMED_OUT for attack in attacks)
    return Limits(cell_seconds=1 if slow else 20, notebook_seconds=120, output=100_000)


@pytest.mark.parametrize("group", [marked_slow(group) for group in GROUPS])
def test_attack_fails(group, classroom):
    attacks = GROUPS[group]
    notebook, asked = assemble(attacks, classroom)
    before, memory = classroom.digest(), getrusage(RUSAGE_SELF).ru_maxrss
    running = set(psutil.Process().children(recursive=True))
    begun = time.monotonic()
    report = mark(notebook, asked, classroom.files, limits_for(attacks))
    assert time.monotonic() - begun < 120 + 10
    assert [attack.status for attack in attacks] == [report.status] * len(attacks)
    marks = {mark.question: mark for mark in report.marks}
    assert marks["double"].points == marks["label"].points == HONEST / 2
    targets = [marks[f"target_{i}"].points for i in range(len(attacks))]
    assert [HONEST + points for points in targets] == [attack.points for attack in attacks]
    assert report.confined
    assert {error.exception for error in report.errors} <= STOPPED
    said = printed(notebook)
    assert not re.findall(r"(?:BREACH|SECRET).{,200}", said)
    assert len(said) < 2 * 100_000
    assert not any(text in told(report) + said for text in HIDDEN_INPUTS)
    assert classroom.digest() == before and not classroom.was_reached()
    assert set(psutil.Process().children(recursive=True)) <= running
    assert getrusage(RUSAGE_SELF).ru_maxrss - memory < MEMORY
    assert pickle.loads(pickle.dumps(report)) == report
    nbformat.validate(notebook)


def told(report):
    """All that a student may be told of the marks, as JSON."""
    return json.dumps(asdict(report))


def test_attacks_succeed_where_nothing_stops_them(classroom, tmp_path, monkeypatch):
    """Or they would prove nothing: run without confinement, on a classroom of its own."""
    shutil.copytree(classroom.folder, tmp_path / "classroom", symlinks=True)
    outside = Classroom(tmp_path / "classroom", classroom.server)
    names = ("read-what-is-not-for-students", "write-to-the-gradebook", "read-the-environment")
    notebook, _ = assemble([ATTACKS[name] for name in names], outside)
    before = outside.digest()
    monkeypatch.setattr("labkit.grading.notebook.sandbox.available", lambda: "There is none.")
    ran = run(notebook, outside.files, unsafe=True)
    assert ran.status is Status.RAN and not ran.confined
    said = printed(notebook)
    for secret in SECRETS:
        assert secret in said
    changed = {path.name for path, digest in outside.digest().items() if digest != before[path]}
    assert changed == {"gradebook.db", "tick-attacked.ipynb"}


def test_the_server_outside_can_be_reached(classroom):
    with socket.create_connection(classroom.server.getsockname()):
        time.sleep(0.05)
        assert classroom.was_reached()


def test_honest_notebook_gets_full_marks_and_a_changed_one_what_it_earned(classroom):
    honest = submission(answers=("target", "double", "label"))
    report = mark(honest, questions(), classroom.files)
    assert (report.status, [mark.points for mark in report.marks]) == (Status.RAN, [2, 2, 3])
    assert report.errors == [] and report.written == ["essay"]
    notebook = submission()
    for name, write in GRADED.items():
        if name not in (
            "duplicated-cells",
            *LARGE,
        ):  # in the opposite order the unanswered ones would come last
            write.change(notebook)
    report = mark(notebook, questions(), classroom.files, Limits(output=100_000))
    assert sum(mark.points for mark in report.marks) == HONEST
    assert len(json.dumps(notebook)) < 200_000


@pytest.mark.filterwarnings("ignore::nbformat.warnings.DuplicateCellId")
def test_files_that_are_handed_in_are_what_they_are_said_to_be(tmp_path):
    for name, write in GRADED.items():
        write(tmp_path)
        notebook = nbformat.read(tmp_path / f"{name}_tick-attacked.ipynb", as_version=4)
        assert notebook != submission()
    for name, write in REFUSED.items():
        write(tmp_path)
        path = tmp_path / f"{name}_tick-attacked.ipynb"
        if not path.is_symlink():
            with pytest.raises(
                (ValueError, RecursionError, nbformat.ValidationError, KeyError, AttributeError)
            ):
                nbformat.validate(nbformat.read(path, as_version=4))
    write_archive(tmp_path / "class.zip")
    assert (tmp_path / "class.zip").stat().st_size < 1_000_000


def test_table_of_attacks():
    """The README's tables have every attack and what the tests expect of it."""
    text = table.README.read_text(encoding="utf8")
    assert text == table.renewed(text), "python -m tests.attacks.table writes the tables anew"
    assert len(ATTACKS) >= 60 and len(table.file_rows()) >= 15
