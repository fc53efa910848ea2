"""Files whole or not at all, and one grader at a time."""

import errno
import hashlib
import os
import re
import runpy
import stat
import string
import subprocess
import sys
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.grading.base import atomic
from labkit.grading.base.atomic import (
    UNFINISHED,
    alone,
    file_name,
    remove_unfinished,
    write_whole,
)


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "new" / "a" / "b.txt"
    write_whole(path, "first")
    write_whole(path, b"second")
    assert path.read_text() == "second"
    assert os.listdir(path.parent) == ["b.txt"]


@pytest.mark.parametrize("step", ["open", "replace", "after"])
def test_a_write_that_stops_leaves_one_whole_file(tmp_path, monkeypatch, step):
    path, replace = tmp_path / "b.txt", os.replace
    write_whole(path, "first")

    def stops(*arguments, **options):
        if step == "after":
            replace(*arguments)
        raise KeyboardInterrupt

    if step == "open":
        monkeypatch.setattr("builtins.open", stops)
    else:
        monkeypatch.setattr(os, "replace", stops)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "second")
    monkeypatch.undo()
    assert path.read_text() == ("second" if step == "after" else "first")
    assert os.listdir(tmp_path) == ["b.txt"]


def test_what_a_killed_run_left_is_removed(tmp_path):
    write_whole(tmp_path / "x" / "kept.txt", "1")
    (tmp_path / "x" / f"{UNFINISHED}abc").touch()
    write_whole(tmp_path / f"{UNFINISHED}folder" / "mine.txt", "2")  # none that a run has made
    remove_unfinished(tmp_path)
    assert sorted(p.name for p in tmp_path.rglob("*.txt")) == ["kept.txt", "mine.txt"]
    assert [p.name for p in (tmp_path / "x").iterdir()] == ["kept.txt"]


def test_two_graders_at_once_refuse_politely(tmp_path):
    refused = pytest.raises(BlockingIOError, match="no other grader is at work")
    folder = tmp_path / "new" / "out"
    with alone(folder), refused, alone(folder):
        pass
    with alone(folder):
        pass


@pytest.mark.parametrize("taken", [False, True])
def test_the_lock_is_windows_own_where_there_is_no_other(tmp_path, monkeypatch, taken):
    calls = []

    def locking(descriptor, mode, count):
        calls.append((os.fstat(descriptor).st_ino, mode, count))
        if taken:
            raise PermissionError

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    alone = runpy.run_path(atomic.__file__)["alone"]
    if taken:
        with pytest.raises(BlockingIOError), alone(tmp_path):
            pass
    else:
        with alone(tmp_path):
            pass
    assert calls == [((tmp_path / ".lock").stat().st_ino, 2, 1)]


def test_the_lock_of_a_killed_grader_is_gone(tmp_path):
    code = (
        "import os, sys, signal\nfrom labkit.grading.base.atomic import alone\n"
        "with alone(sys.argv[1]):\n    os.kill(os.getpid(), signal.SIGTERM)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert (tmp_path / ".lock").exists()
    with alone(tmp_path):
        pass


@pytest.mark.skipif(os.name != "posix", reason="permissions as POSIX has them")
@pytest.mark.parametrize(("mask", "mode"), [(0o022, 0o644), (0o077, 0o600)])
def test_what_is_written_may_be_read_by_whom_its_owner_lets_read(tmp_path, mask, mode):
    before = os.umask(mask)
    try:
        for _ in range(2):
            write_whole(tmp_path / "a.txt", "1")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == mode


def test_of_a_full_disk_it_says_which_file_was_to_be_written(tmp_path, monkeypatch):
    write_whole(tmp_path / "a.txt", "the old one")

    def full(source, target):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match=r"No space left on device: .*a\.txt"):
        write_whole(tmp_path / "a.txt", "the new one")
    assert [p.read_text() for p in tmp_path.iterdir()] == ["the old one"]


def test_half_characters_do_not_stop_a_write(tmp_path):
    write_whole(tmp_path / "a.txt", "é\ud800")
    assert (tmp_path / "a.txt").read_bytes() == "é?".encode()


def test_a_name_stays_as_it_is_up_to_60_characters():
    assert file_name("a" * 60) == "a" * 60
    longer = [file_name("a" * 60 + end) for end in "bc"]
    assert all(re.fullmatch("a{60}-[0-9a-f]{8}", name) for name in longer)
    assert longer[0] != longer[1]
    assert file_name("é ") == f"é-{hashlib.sha256('é '.encode()).hexdigest()[:8]}"


@given(st.text(max_size=120), st.text(max_size=120))
def test_names_of_files_are_plain_and_differ(one, other):
    names = [file_name(text) for text in (one, other)]
    assert (names[0] == names[1]) == (one == other)
    for name in names:
        assert 0 < len(name.encode()) <= 250
        assert not set(name) & set('/\\\0:*?"<>|\n') and name not in (".", "..")


def test_usual_names_stay_as_they_are():
    for text in ("ann", "abc123", "Ann Lee_1234", string.ascii_letters, "a@b-c"):
        assert file_name(text) == text


@pytest.mark.parametrize(
    "text", ["😀" * 90, "𝒜" * 90, "李" * 90, "x" * 300, "\udcff", "a/" * 500, "..", "CON\0"]
)
def test_a_name_of_any_length_is_the_name_of_a_file(tmp_path, text):
    name = atomic.file_name(text)
    assert len(name.encode()) <= 140 and atomic.file_name(f"{text}!") != name
    atomic.write_whole(tmp_path / f"{name}.json", "x")
    assert [path.name for path in tmp_path.iterdir()] == [f"{name}.json"]


def test_a_file_is_no_folder_to_be_alone_in(tmp_path):
    (tmp_path / "marks").write_text("mine")
    for place in ("marks", "marks/of/ann"):
        said = rf"out must be a folder, not .*{place}, where a file is"
        with pytest.raises(NotADirectoryError, match=said), alone(tmp_path / place):
            pass
    assert (tmp_path / "marks").read_text() == "mine"
