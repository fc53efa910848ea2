"""Folders for a while go with their process, however it ends."""

import os
import subprocess
import sys
import tempfile
import time

import pytest

from labkit.grading.notebook import scratch
from labkit.grading.notebook.scratch import Scratch, remove_left

pytestmark = pytest.mark.skipif(os.name != "posix", reason="files are locked as POSIX does it")

MAKE = "from labkit.grading.notebook.scratch import Scratch; s = Scratch('tick'); "


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def run(place, more):
    ran = subprocess.run(
        [sys.executable, "-c", MAKE + more], env=os.environ | {"TMPDIR": str(place)}
    )
    return ran.returncode


def names(place):
    return sorted(path.name.rpartition("-")[0] for path in place.iterdir())


def test_a_folder_is_gone_when_it_is_removed_or_forgotten(place):
    one, other = Scratch("tick"), Scratch("kernel")
    assert one.path.is_dir() and names(place) == ["labkit-kernel", "labkit-tick"]
    one.remove()
    del other
    assert names(place) == []


def test_a_folder_is_gone_at_the_end_of_python(place):
    assert run(place, "") == 0
    assert names(place) == []


def test_what_a_killed_process_left_goes_with_the_next_and_nothing_else(place):
    mine = Scratch("tick")
    (place / "labkit-test-class-x").mkdir()
    (place / "labkit-file").write_text("x")
    (place / "labkit-link").symlink_to(mine.path)
    assert run(place, "(s.path / 'hidden.py').touch(); import os; os.kill(os.getpid(), 9)") == -9
    assert names(place).count("labkit-tick") == 2
    remove_left()
    assert mine.path.is_dir() and names(place).count("labkit-tick") == 1
    assert len(names(place)) == 4


def test_what_was_never_locked_goes_when_it_is_old(place):
    for name, age in (("labkit-new-a", 0), ("labkit-new-b", 2 * scratch.OLD)):
        (place / name).mkdir()
        os.utime(place / name, (time.time() - age,) * 2)
    # As versions before this one left them.
    (place / "labkit-tick-c").mkdir()
    os.utime(place / "labkit-tick-c", (1, 1))
    remove_left()
    assert [path.name for path in place.iterdir()] == ["labkit-new-a"]


def test_a_copy_of_the_process_removes_nothing(place):
    mine = Scratch("tick")
    child = os.fork()
    if child == 0:
        mine.remove()
        os._exit(0)
    os.waitpid(child, 0)
    assert mine.path.is_dir()
    remove_left()
    assert mine.path.is_dir()
