"""The copy of the repository that a hub's grading service runs from."""

import os
import stat
import subprocess
import sys

import pytest

from labkit.instructor.hub import instructor_copy
from tests.instructor.hub.live import as_root, closed_copy

pytestmark = as_root  # the copy is root's

WHOLE = {"code/one.py": "1\n", "Makefile": "all:\n"}


@pytest.fixture
def copied(course, tmp_path, monkeypatch):
    """Bring the copy of a small repository up to date, and tell what is in it."""
    monkeypatch.setattr(instructor_copy, "LAB", tmp_path)
    monkeypatch.setattr(instructor_copy, "PARTS", ("code", "Makefile"))
    (tmp_path / "code").mkdir()
    for name, text in WHOLE.items():
        (tmp_path / name).write_text(text)

    def bring():
        instructor_copy.bring_lab(course)
        files = {path for path in course.lab.rglob("*") if path.is_file()}
        files.remove(course.lab / instructor_copy._MADE_FROM)
        return {str(path.relative_to(course.lab)): path.read_text() for path in files}

    return bring


def test_instructors_and_the_grader_read_it_and_nobody_else(copied, course):
    copied()
    os.chown(course.marks, 0, 4321)  # as on another machine
    assert copied() == WHOLE
    for path in (course.lab, *course.lab.rglob("*")):
        about = path.stat()
        assert (about.st_uid, about.st_gid) == (0, 4321), path
        assert stat.S_IMODE(about.st_mode) == (0o750 if path.is_dir() else 0o640), path


def test_it_is_made_anew_only_after_a_change_and_as_a_whole(copied, course, tmp_path, monkeypatch):
    assert instructor_copy.made_from(course.lab) == ""
    copied()
    first, number = instructor_copy.made_from(course.lab), course.lab.stat().st_ino
    for name in ("__pycache__", ".ipynb_checkpoints"):
        (tmp_path / "code" / name).mkdir()
        (tmp_path / "code" / name / "x").write_text("x")
    (tmp_path / "code" / ".#one.py").symlink_to("me@here.1")  # as Emacs locks a file
    assert (copied(), course.lab.stat().st_ino) == (WHOLE, number)
    (tmp_path / "code" / "one.py").write_text("2\n")
    with monkeypatch.context() as meanwhile, pytest.raises(TypeError):
        meanwhile.setattr(os, "chown", None)  # it is cut off
        copied()
    assert (course.lab / "code" / "one.py").read_text() == "1\n"
    assert not list(course.folder.glob(".unfinished*"))
    assert copied() == {**WHOLE, "code/one.py": "2\n"}
    assert instructor_copy.made_from(course.lab) != first


RELEASED_MEANWHILE = """
import sys
from pathlib import Path

note = Path(sys.argv[1], ".made-from")
note.write_text("of before")

class Release:
    def find_spec(self, name, *_):
        if name == "labkit.instructor.hub.accounts":
            note.write_text("of now")

sys.meta_path.insert(0, Release())
from labkit.instructor.hub import service
print(service.BEGAN, service.made_from(service.LAB))
"""


@pytest.mark.slow
def test_a_service_sees_that_a_tick_was_released_while_it_began(tmp_path):
    lab = closed_copy(tmp_path / "lab")
    said = subprocess.check_output(
        [sys.executable, "-c", RELEASED_MEANWHILE, lab],
        text=True,
        cwd="/",
        env={"PYTHONPATH": str(lab)},
    )
    assert said == "of before of now\n"
