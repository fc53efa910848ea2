"""The copy of the repository that the grading service and instructors run; students cannot read it.

A hub runs for a term, and the repository is edited meanwhile. The copy is brought up to date file by
file, and its folders stay: what has its working folder there must not lose it. The service sees from
`made_from` that its own code, or a tick, is another now, and begins anew.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from labkit.grading.base.atomic import write_whole
from labkit.grading.release.pack import TOP_LEVEL
from labkit.hub.course import LAB, Course

#: What grading and teaching need of the repository.
PARTS = (*TOP_LEVEL, "notebooks")

#: In the copy: the state of what it was made from, written last.
_MADE_FROM = ".made-from"

_LEFTOVERS = ("__pycache__", ".ipynb_checkpoints")


def bring_lab(course: Course) -> None:
    """Bring the copy up to date.

    Parameters
    ----------
    course : Course
        Of students who are Unix users of their own: the folder of marks says who instructors are.
    """
    group = course.marks.stat().st_gid  # the instructors'
    now = f"{state_of(LAB / name for name in PARTS)} {group}"
    if made_from(course.lab) == now:
        return
    _make_folder(course.lab, group)
    for name in PARTS:
        if (LAB / name).is_dir():
            _bring_folder(LAB / name, course.lab / name, group)
        else:
            _bring_file(LAB / name, course.lab / name, group)
    for name in set(os.listdir(course.lab)) - {*PARTS, _MADE_FROM}:
        _remove(course.lab / name)
    write_whole(course.lab / _MADE_FROM, now)
    _close(course.lab / _MADE_FROM, group)


def made_from(lab: Path) -> str:
    """Give the state of the repository that a copy was made from.

    Parameters
    ----------
    lab : Path
        The copy.

    Returns
    -------
    str
        It is another after each change; empty if there is no copy, or it is the repository itself.
    """
    try:
        return (lab / _MADE_FROM).read_text(encoding="utf8")
    except OSError:
        return ""


def state_of(paths: Iterable[Path]) -> str:
    """Say in a line what is in some files, so that it is another line when they change.

    Parameters
    ----------
    paths : iterable of Path
        Files, and folders with all that is in them.

    Returns
    -------
    str
    """
    found = hashlib.sha256()
    for path in paths:
        for each in (path, *sorted(path.rglob("*"))):
            if each.is_file() and not set(_LEFTOVERS) & set(each.parts):
                about = each.stat()
                found.update(f"{each}:{about.st_size}:{about.st_mtime_ns}\n".encode())
    return found.hexdigest()


def unwanted(folder: str, names: list[str]) -> set[str]:
    """Say what is not copied: leftovers, and what is neither a file nor a folder, as sockets are.

    Parameters
    ----------
    folder : str
    names : list of str
        What is in it.

    Returns
    -------
    set of str
        Some of the names.
    """
    paths = [Path(folder, name) for name in names]
    return {p.name for p in paths if p.name in _LEFTOVERS or not (p.is_file() or p.is_dir())}


def _bring_folder(source: Path, place: Path, group: int) -> None:
    _make_folder(place, group)
    names = os.listdir(source)
    wanted = set(names) - unwanted(str(source), names)
    for name in wanted:
        bring = _bring_folder if (source / name).is_dir() else _bring_file
        bring(source / name, place / name, group)
    for name in set(os.listdir(place)) - wanted:
        _remove(place / name)


def _make_folder(place: Path, group: int) -> None:
    if place.is_symlink() or not place.is_dir():
        _remove(place)
        place.mkdir(mode=0o750)
    _close(place, group)


def _bring_file(source: Path, place: Path, group: int) -> None:
    about = source.stat()
    if place.is_file():
        there = place.stat()
        if (there.st_size, there.st_mtime_ns) == (about.st_size, about.st_mtime_ns):
            _close(place, group)
            return
    else:
        _remove(place)
    # Beside the folders that are read, so that nobody meets a file that is not whole.
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".new-") as scratch:
        new = Path(scratch) / "file"
        shutil.copy2(source, new)
        _close(new, group)
        new.replace(place)


def _close(path: Path, group: int) -> None:
    """Let root write, instructors and the grader read, and nobody else do anything."""
    os.chown(path, 0, group)
    path.chmod(0o750 if path.is_dir() else 0o640)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
