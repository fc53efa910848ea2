"""Files that a notebook finds: which are taken, from where, and which are left out."""

import os

import pytest

from labkit.grading.notebook import files as module
from labkit.grading.notebook.files import Copied, plain_files, to_copy
from tests.grading.notebook.files import write_files


def names(found):
    return [file.name for file in found]


def test_plain_files_are_found_as_far_as_there_is_room(tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "files").mkdir()
    folder = write_files(tmp_path / "files")
    assert names(plain_files(folder, 10**6)) == [".ipython", "data.txt", "mine.py", "random.py"]
    assert names(plain_files(folder, 45)) == [".ipython", "mine.py"]
    assert names(plain_files(folder, 11)) == ["mine.py"]
    assert names(plain_files(tmp_path / "empty", 10**6)) == []


def test_so_many_plain_files_are_found_and_no_more(tmp_path, monkeypatch):
    for name in "abc":
        (tmp_path / name).write_text("x")
    monkeypatch.setattr(module, "MOST_FILES", 2)
    assert names(plain_files(tmp_path, 10)) == ["a", "b"]
    assert names(to_copy(tmp_path, {}, 10)) == ["a", "b"]


@pytest.mark.parametrize("instead", ["link", "pipe", "folder"])
def test_a_file_that_became_another_is_not_opened(tmp_path, instead):
    path = tmp_path / "data.txt"
    path.write_text("plain")
    (found,) = plain_files(tmp_path, 10**6)
    with found.open() as opened:
        assert opened.read() == b"plain"
    path.unlink()
    {"link": lambda: path.symlink_to("/etc/passwd"), "pipe": lambda: os.mkfifo(path)}.get(
        instead, path.mkdir
    )()
    before = os.listdir("/proc/self/fd")
    with pytest.raises(OSError):
        found.open()
    assert os.listdir("/proc/self/fd") == before


def test_what_was_handed_in_is_taken_behind_the_courses_own(tmp_path):
    (tmp_path / "checks.py").write_text("the course's")
    handed_in = {"checks.py": b"mine", "checks.py/more.py": b"x", "helpers/tables.py": b"y = 2"}
    found = to_copy(tmp_path, handed_in, 10**6)
    assert names(found) == ["checks.py", "helpers/tables.py"]
    with found[0].open() as first, found[1].open() as second:
        assert (first.read(), second.read()) == (b"the course's", b"y = 2")


@pytest.mark.parametrize(
    "name",
    [
        "",
        "/etc/passwd",
        "../up.py",
        "a/../../up.py",
        "a//b.py",
        "./a.py",
        "a/",
        "hidden.py",
        "sub/Hidden.py",
        "work.ipynb",
        "work.IPYNB",
        ".ipython/profile.py",
        "a/.netrc",
        "line\nbreak.py",
        "null\0.py",
        "\udcff.py",
        "x" * 300,
        "/".join(["part"] * 300),
    ],
)
def test_names_that_are_not_fit_are_left_out(name):
    assert names(to_copy(None, {name: b"", "good.py": b""}, 10)) == ["good.py"]


def test_what_was_handed_in_is_bounded(monkeypatch, tmp_path):
    (tmp_path / "data.txt").write_bytes(b"12345")
    handed_in = {"a": b"12", "b": b"123456", "c": b"123"}
    assert names(to_copy(tmp_path, handed_in, 10)) == ["data.txt", "a", "c"]
    monkeypatch.setattr(module, "MOST_HANDED_IN", 1)
    assert names(to_copy(None, handed_in, 10)) == ["a"]


def test_content_is_read_from_the_beginning():
    with Copied("a", b"content").open() as first, Copied("a", b"content").open() as second:
        assert first.read() == second.read() == b"content"
