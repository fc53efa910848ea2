"""Ticks out, work in, feedback back, through nbgrader's folder exchange.

What is collected is kept as it was at that moment (`versions`); what a student does with it in the
exchange afterwards changes nothing.
"""

import hashlib
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from labkit.checks.guards import VERSIONS
from labkit.grading.base.atomic import UNFINISHED
from labkit.grading.classroom.layouts import Platform, is_system, layout_of
from labkit.grading.classroom.sources import Source
from labkit.grading.classroom.taken import Taken
from labkit.grading.release.leaks import refuse_leaks, secrets
from labkit.grading.submission.tick import Tick, load_tick, load_ticks
from labkit.hub import folder
from labkit.hub.course import LAB, Course
from labkit.hub.folder import Lying
from labkit.hub.inbound import Content, NotYet, is_notebook
from labkit.hub.notices import with_left_out
from labkit.hub.status import service_folder
from labkit.hub.versions import MOST_VERSIONS, HandedIn, Versions

#: Versions of one student and tick that are taken in a round: who hands in without end waits longer.
MOST_AT_ONCE = 20

#: Notebooks of one version that are looked at.
_MOST_NOTEBOOKS = 20


@dataclass(frozen=True)
class Collected:
    """What a round of collecting has brought.

    Attributes
    ----------
    versions : tuple of HandedIn
        What is kept from now on, refused ones too.
    trouble : tuple of str
        What somebody should look at.
    """

    versions: tuple[HandedIn, ...] = ()
    trouble: tuple[str, ...] = ()


class _OneName(Source):
    """A collection in which one student alone has handed in."""

    def names(self, folder: tuple[str, ...] = ()) -> dict[str, bool]:
        return {} if folder else {self.stem: True}


def is_clear_name(username: str, ticks: Iterable[str] = ()) -> bool:
    """Tell whether a student may be called so: whether no folder of that name means something else.

    Parameters
    ----------
    username : str
        As students sign in.
    ticks : iterable of str
        The names of ticks.

    Returns
    -------
    bool
        Not of ``submission_12``, which is Gradescope's, or of ``class``.

    Examples
    --------
    >>> is_clear_name("ada"), is_clear_name("submission_12"), is_clear_name("class")
    (True, False, False)
    """
    layout = layout_of(_OneName(username, is_zip=False), [*ticks])
    plain = layout.owner((username,), is_file=False).platform is Platform.PLAIN
    return plain and not layout.around and not layout.tick(username) and not is_system(username)


def prepare(course: Course) -> None:
    """Make the folders that the exchange and the service need.

    Parameters
    ----------
    course : Course
        Where students have Unix users of their own, its folders are there and the caller's.

    Raises
    ------
    OSError
        If they cannot be made.
    """
    folder.prepare(course)
    for each in (course.release, course.submitted, course.versions, course.marks):
        each.mkdir(exist_ok=True, mode=0o750)
    service_folder(course).mkdir(exist_ok=True, mode=0o750)


def release(course: Course, tick: str, lab: Path = LAB) -> Path:
    """Hand a tick out: without its solutions, and searched for what would give them away.

    Parameters
    ----------
    course : Course
    tick : str
        Its name.
    lab : Path
        The lab's folder.

    Returns
    -------
    Path
        The student version.

    Raises
    ------
    ValueError
        If there is no such tick, or it cannot be handed out again.
    Leak
        If it would give an answer away. Nothing is handed out then.
    OSError
        If the exchange will not.
    """
    ticks = lab / "notebooks" / "ticks"
    (found,) = load_ticks(ticks, tick).values()
    prepare(course)
    place = course.release / tick
    with tempfile.TemporaryDirectory(dir=course.release, prefix=UNFINISHED) as scratch:
        new = Path(scratch, "new", tick)
        for name, content in _student_version(found).items():
            new.mkdir(parents=True, exist_ok=True)
            (new / name).write_text(content, encoding="utf8")
        refuse_leaks(new, secrets(lab))
        new.chmod(0o755)
        if place.exists():
            place.rename(Path(scratch, "old"))
        new.rename(place)
    folder.release(course, tick)
    return place


def _student_version(tick: Tick) -> dict[str, str]:
    beside = {VERSIONS: tick.versions} if tick.versions else {}
    return {f"{tick.name}.ipynb": tick.released, "checks.py": tick.checks, **beside}


def waiting(course: Course) -> tuple[Lying, ...]:
    """List what was handed in and is not collected yet.

    Parameters
    ----------
    course : Course

    Returns
    -------
    tuple of Lying
        The oldest first.

    Raises
    ------
    OSError
        If the exchange cannot be read.
    """
    return _waiting(course)[0]


def _waiting(course: Course) -> tuple[tuple[Lying, ...], list[str]]:
    lying, trouble = folder.lying(course)
    versions = Versions(course.versions)
    works: dict[tuple[str, str], list[Lying]] = {}
    for each in lying:
        works.setdefault((each.student, each.tick), []).append(each)
    found = []
    for (student, tick), some in works.items():
        if len(some) > MOST_VERSIONS:
            trouble.append(f"{student}, {tick}: handed in {MOST_VERSIONS} times; no more is taken.")
        new = versions.unknown(student, tick, [each.handle for each in some])
        found += [each for each in some if each.handle in new]
    return tuple(sorted(found, key=lambda each: (each.submitted, each.handle))), trouble


def collect(course: Course, lab: Path = LAB) -> Collected:
    """Take what was handed in, each version once.

    Parameters
    ----------
    course : Course
    lab : Path
        The lab's folder.

    Returns
    -------
    Collected
        A version that makes trouble is left for the next round, and stops no other.

    Raises
    ------
    OSError
        If the exchange cannot be read.
    """
    found, trouble = _waiting(course)
    kept, number = [], dict[tuple[str, str], int]()
    versions = Versions(course.versions)
    for each in found:
        number[each.student, each.tick] = number.get((each.student, each.tick), 0) + 1
        if number[each.student, each.tick] > MOST_AT_ONCE:
            continue
        try:
            kept.append(_keep(course, versions, each, lab))
        except NotYet:
            continue
        except Exception as error:  # whatever it is, it is one student's; or our disk is full
            trouble.append(f"{each.student}, {each.tick}: it cannot be collected yet: {error}")
    return Collected(tuple(kept), tuple(trouble))


def _keep(course: Course, versions: Versions, each: Lying, lab: Path) -> HandedIn:
    content = folder.take(course, each)
    refusal = content.refusal or _wrong(course, each, content, lab)
    version = HandedIn(
        each.student,
        each.tick,
        content.handed_in,
        each.handle,
        refusal,
        content.left_out,
        content.notebooks[:_MOST_NOTEBOOKS] or (each.tick,),
        content.secret,
    )
    versions.date_back(version)
    versions.keep(version, {} if refusal else content.files)
    return version


def _wrong(course: Course, each: Lying, content: Content, lab: Path) -> str:
    """Say why a version's notebooks will not do; "" if one of them will."""
    reasons = []
    if not is_clear_name(each.student, folder.released(course)):
        return "its student has a name that a folder of something else could have"
    taken = Taken(_ticks(lab / "notebooks" / "ticks"))
    own = [name for name in content.files if is_notebook(name) and "/" not in name]
    for name in own[:_MOST_NOTEBOOKS]:
        try:
            _, held = taken.read(content.files[name], each.tick)
        except Exception as error:  # notebooks can be broken in many ways
            reasons.append(f"{name}: {error}")
            continue
        if held in ("", each.tick):
            return ""
        reasons.append(f"{name}: it is handed in as {each.tick}, but its cells are those of {held}")
    return reasons[0] if reasons else "there is no notebook in it"


def _ticks(ticks: Path) -> Mapping[str, Tick]:
    return {path.parent.name: _tick(path.parent, _state(path.parent)) for path in _places(ticks)}


def _places(ticks: Path) -> list[Path]:
    return sorted(ticks.glob("*/hidden.py"))


def _state(place: Path) -> tuple[int, ...]:
    return tuple(path.stat().st_mtime_ns for path in sorted(place.glob("*.*")))


@lru_cache(maxsize=100)
def _tick(place: Path, state: tuple[int, ...]) -> Tick:
    return load_tick(place)


def give_back(course: Course, version: HandedIn, page: str) -> bool:
    """Give a page back to a version's student, if it is not what the student has already.

    Parameters
    ----------
    course : Course
    version : HandedIn
        The version that it is about.
    page : str
        HTML.

    Returns
    -------
    bool
        Whether there was anything new to give.

    Raises
    ------
    OSError
        If the exchange will not.
    """
    versions = Versions(course.versions)
    page = with_left_out(page, version)
    data = page.encode("utf8", "replace")
    digest = hashlib.sha256(data).hexdigest()
    if versions.given(version) == digest:
        return False
    if version.secret:
        pages = dict.fromkeys(version.notebooks, data)
        folder.give_back(course, version, pages, service_folder(course))
    versions.set_given(version, digest)
    return True
