"""The copy of the repository that a hub's grading service runs from."""

import os
import socket
import stat
from pathlib import Path

import pytest

from labkit.hub import lab
from tests.hub.live import as_root

pytestmark = as_root  # the copy is root's


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A small repository of two parts."""
    top = tmp_path / "repository"
    (top / "code" / "room").mkdir(parents=True)
    (top / "code" / "room" / "one.py").write_text("1\n")
    (top / "code" / "two.py").write_text("2\n")
    (top / "Makefile").write_text("all:\n")
    monkeypatch.setattr(lab, "LAB", top)
    monkeypatch.setattr(lab, "PARTS", ("code", "Makefile"))
    return top


@pytest.fixture
def copied(course, repository):
    """Bring the copy up to date, and tell what is in it."""
    course.marks.mkdir()

    def bring():
        lab.bring_lab(course)
        files = (path for path in course.lab.rglob("*") if path.is_file())
        return {
            str(path.relative_to(course.lab)): path.read_text()
            for path in files
            if path.name != lab._MADE_FROM
        }

    return bring


WHOLE = {"code/room/one.py": "1\n", "code/two.py": "2\n", "Makefile": "all:\n"}


def test_instructors_and_the_grader_read_it_and_nobody_else(copied, course):
    os.chown(course.marks, 0, 4321)
    assert copied() == WHOLE
    for path in (course.lab, *course.lab.rglob("*")):
        about = path.stat()
        assert (about.st_uid, about.st_gid) == (0, 4321), path
        assert stat.S_IMODE(about.st_mode) == (0o750 if path.is_dir() else 0o640), path
    os.chown(course.marks, 0, 4322)  # another machine's number of the instructors' group
    copied()
    assert {path.stat().st_gid for path in course.lab.rglob("*")} == {4322}


def test_who_works_in_it_keeps_the_working_folder(copied, course, repository, monkeypatch):
    copied()
    monkeypatch.chdir(course.lab / "code" / "room")
    (repository / "code" / "room" / "one.py").write_text("one\n")
    assert copied() == {**WHOLE, "code/room/one.py": "one\n"}
    assert os.getcwd() == str(course.lab / "code" / "room")
    assert Path("one.py").read_text() == "one\n"


def test_it_is_another_state_only_after_a_change(copied, course, repository):
    assert lab.made_from(course.lab) == ""
    copied()
    first, made = lab.made_from(course.lab), (course.lab / lab._MADE_FROM).stat().st_mtime_ns
    (repository / "code" / "__pycache__").mkdir()
    (repository / "code" / "__pycache__" / "two.pyc").write_text("compiled")
    copied()
    assert lab.made_from(course.lab) == first
    assert (course.lab / lab._MADE_FROM).stat().st_mtime_ns == made
    (repository / "code" / "three.py").write_text("3\n")
    assert copied() == {**WHOLE, "code/three.py": "3\n"}
    assert lab.made_from(course.lab) != first


def test_a_file_that_became_a_folder_and_a_folder_that_became_a_file(copied, repository):
    copied()
    (repository / "code" / "two.py").unlink()
    (repository / "code" / "two.py").mkdir()
    (repository / "code" / "two.py" / "inner.py").write_text("i\n")
    (repository / "code" / "room" / "one.py").unlink()
    (repository / "code" / "room").rmdir()
    (repository / "code" / "room").write_text("r\n")
    assert copied() == {"code/two.py/inner.py": "i\n", "code/room": "r\n", "Makefile": "all:\n"}


def test_leftovers_and_what_is_no_file_are_not_copied(copied, repository):
    for name in ("__pycache__", ".ipynb_checkpoints"):
        (repository / "code" / name).mkdir()
        (repository / "code" / name / "x").write_text("x")
    (repository / "code" / "dangling").symlink_to("nowhere")
    os.mkfifo(repository / "code" / "pipe")
    with socket.socket(socket.AF_UNIX) as there:
        there.bind(os.path.relpath(repository / "code" / "socket"))
    assert copied() == WHOLE


def test_a_copy_that_was_cut_off_is_made_whole(copied, course, repository, monkeypatch):
    copied()
    first = lab.made_from(course.lab)
    (repository / "code" / "two.py").write_text("two\n")
    (repository / "Makefile").write_text("all: two\n")
    bring = lab._bring_file

    def cut_off(source, place, group):
        if source.name == "Makefile":
            (course.lab / ".new-left").mkdir()
            raise KeyboardInterrupt
        bring(source, place, group)

    with monkeypatch.context() as meanwhile, pytest.raises(KeyboardInterrupt):
        meanwhile.setattr(lab, "_bring_file", cut_off)
        copied()
    assert lab.made_from(course.lab) == first  # not yet said to be new
    assert copied() == {**WHOLE, "code/two.py": "two\n", "Makefile": "all: two\n"}
    assert not (course.lab / ".new-left").exists()
