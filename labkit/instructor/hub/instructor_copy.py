"""The copy of the repository that the grading service and instructors run; students cannot read it.

A hub runs for a term, and the repository is edited meanwhile. The service sees from `made_from` that its
own code, or a tick, is another now, and begins anew.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from labkit.instructor.grading.base.atomic import UNFINISHED
from labkit.instructor.grading.release.leaks import LEFTOVERS
from labkit.instructor.grading.release.pack import TOP_LEVEL
from labkit.instructor.hub.course import LAB, Course

#: What grading and teaching need of the repository.
PARTS = (*TOP_LEVEL, "notebooks")

#: In the copy: the state of what it was made from, written last.
_MADE_FROM = ".made-from"

unwanted = shutil.ignore_patterns(*LEFTOVERS)


def bring_lab(course: Course) -> None:
    """Make the copy anew where the repository has changed."""
    group = course.marks.stat().st_gid  # the instructors'
    now = f"{state_of(LAB / name for name in PARTS)} {group}"
    if made_from(course.lab) == now:
        return
    with tempfile.TemporaryDirectory(dir=course.folder, prefix=UNFINISHED) as scratch:
        new = Path(scratch, "lab")
        new.mkdir()
        for name in PARTS:
            if (LAB / name).is_dir():
                shutil.copytree(
                    LAB / name, new / name, ignore=unwanted, ignore_dangling_symlinks=True
                )
            else:
                shutil.copy2(LAB / name, new / name)
        (new / _MADE_FROM).write_text(now)
        for path in (new, *new.rglob("*")):  # root writes, instructors and the grader read
            os.chown(path, 0, group)
            path.chmod(0o750 if path.is_dir() else 0o640)
        if course.lab.exists():
            course.lab.rename(Path(scratch, "old"))
        new.rename(course.lab)


def made_from(lab: Path) -> str:
    """Return the state of the repository that a copy was made from."""
    try:
        return (lab / _MADE_FROM).read_text(encoding="utf8")
    except OSError:
        return ""


def state_of(paths: Iterable[Path]) -> str:
    """Return in a line what is in some files, so that it is another line when they change."""
    found = hashlib.sha256()
    for path in paths:
        for each in (path, *sorted(path.rglob("*"))):
            if each.is_file() and not set(LEFTOVERS) & set(each.parts):
                about = each.stat()
                found.update(f"{each}:{about.st_size}:{about.st_mtime_ns}\n".encode())
    return found.hexdigest()
