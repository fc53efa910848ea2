"""Files whole or not at all, and one grader at a time."""

import hashlib
import os
import stat
import subprocess
import sys
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.instructor.grading.base.atomic import (
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
    write_whole(path, "é\ud800")  # half a character
    assert path.read_bytes() == "é?".encode() and os.listdir(path.parent) == ["b.txt"]
    for mask, mode in ((0o022, 0o644), (0o077, 0o600)):  # read by whom its owner lets read
        before = os.umask(mask)
        write_whole(path, "1")
        os.umask(before)
        assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.parametrize("step", ["pathlib.Path.write_bytes", "os.replace"])
def test_a_write_that_stops_leaves_the_old_file(tmp_path, monkeypatch, step):
    write_whole(tmp_path / "b.txt", "first")
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(step, Mock(side_effect=KeyboardInterrupt))
        write_whole(tmp_path / "b.txt", "second")
    assert (tmp_path / "b.txt").read_text() == "first" and os.listdir(tmp_path) == ["b.txt"]


def test_what_a_killed_run_left_is_removed(tmp_path):
    write_whole(tmp_path / f"{UNFINISHED}folder" / "mine.txt", "1")  # none that a run has made
    (tmp_path / f"{UNFINISHED}folder" / f"{UNFINISHED}abc").touch()
    remove_unfinished(tmp_path)
    assert [path.name for path in tmp_path.rglob("*.*")] == [f"{UNFINISHED}folder", "mine.txt"]


def test_one_grader_works_in_a_folder_until_it_ends_or_is_killed(tmp_path):
    refused = pytest.raises(BlockingIOError, match="no other grader is at work")
    folder = tmp_path / "new" / "out"
    with alone(folder), refused, alone(folder):
        pass
    code = "import os, sys, pathlib\nfrom labkit.instructor.grading.base.atomic import alone\nwith alone(pathlib.Path(sys.argv[1])):\n    os.kill(os.getpid(), 15)"  # fmt: skip
    assert subprocess.run([sys.executable, "-c", code, str(folder)], check=False).returncode == -15
    with alone(folder):
        pass
    (tmp_path / "marks").write_text("mine")
    for place in ("marks", "marks/of/ann"):
        words = rf"out must be a folder, not .*{place}, where a file is"
        with pytest.raises(NotADirectoryError, match=words), alone(tmp_path / place):
            pass


@given(st.text(max_size=120), st.text(max_size=120))
def test_names_of_files_are_plain_and_differ(one, other):
    names = [file_name(text) for text in (one, other)]
    assert (names[0] == names[1]) == (one == other)
    assert not set(names[0]) & set('/\\\0:*?"<>|\n') and names[0] not in ("", ".", "..")


def test_a_name_of_any_length_is_the_name_of_a_file():
    for text in ("ann", "Ann Lee_1234", "a@b-c", "a" * 60):
        assert file_name(text) == text
    for text, plain in (("é ", "é"), ("\udcff", "_"), ("", ""), ("..", "__"), ("a" * 61, "a" * 60), ("李" * 61, "李" * 40), ("a" + "李" * 60, "a" + "李" * 39), ("😀" * 90, "_" * 60)):  # fmt: skip
        digits = hashlib.sha256(text.encode("utf8", "replace")).hexdigest()[:8]
        assert file_name(text) == f"{plain}-{digits}"
