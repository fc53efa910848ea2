"""Every version that was handed in, kept once; and which of them counts.

Until the deadline - the student's own, with the time of grace - each version replaces the one
before. What is handed in later replaces nothing: it counts only where nothing was handed in by
then, and the first such version does. As all versions are kept, an extension that is given
afterwards finds what was handed in meanwhile.

A version is a folder that is made whole and then moved to its place, so that it is there or is
not; nothing in it changes afterwards. ``submitted`` in the course's folder is derived from these.
"""

import hashlib
import json
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from labkit.grading.base.atomic import UNFINISHED, AnyPath, write_whole
from labkit.grading.results.late import Policy

#: Versions of one student and tick that are taken at all. No student hands in so often.
MOST_VERSIONS = 500

#: Of these, so many are kept with their files, the latest and the first of all; and bytes of them.
MOST_KEPT = 20
MOST_BYTES = 200_000_000

#: In a folder of ``submitted``: which version it is. Hidden, it is not graded.
MARKER = ".version"

#: Where versions lie that a disk has damaged, for people to look at.
_DAMAGED = ".damaged"

_ABOUT, _FILES, _GIVEN = "version.json", "files", "given"

#: As `HandedIn.key` writes it.
_KEY = re.compile(r"[0-9]{18}-[0-9a-f]{24}")

_EPOCH = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True)
class HandedIn:
    """One version of a student's work on a tick.

    Attributes
    ----------
    student, tick : str
    when : datetime
        When it was handed in, in UTC.
    handle : str
        What the exchange calls it.
    refusal : str
        Why it does not count; "" if it may.
    left_out : tuple of str
        Files that were not taken, each with why.
    notebooks : tuple of str
        The names of its notebooks, without their ending: their feedback is filed under these.
    secret : str
        What its student's nbgrader looks for feedback with.
    kept : bool
        Whether its files are kept. Those of old versions are let go where there are very many.
    """

    student: str
    tick: str
    when: datetime
    handle: str
    refusal: str = ""
    left_out: tuple[str, ...] = ()
    notebooks: tuple[str, ...] = ()
    secret: str = ""
    kept: bool = True

    @property
    def key(self) -> str:
        """The name of its folder; in their order, versions are as they were handed in."""
        return f"{(self.when - _EPOCH) // timedelta(microseconds=1):018d}-{_digest(self.handle)}"

    @staticmethod
    def time_of(key: str) -> datetime:
        """Give the time of handing in, to the second, of the version of this key."""
        return _time_in(key).replace(microsecond=0)

    @property
    def to_the_second(self) -> datetime:
        """When it was handed in, as marks and deadlines go by it."""
        return self.when.replace(microsecond=0)


def in_time(version: HandedIn, policy: Policy) -> bool:
    """Tell whether a version came by its student's deadline, or within the time of grace."""
    due = policy.deadline(version.student, version.tick)
    return due is None or version.to_the_second - due <= policy.grace


def counting(versions: Iterable[HandedIn], policy: Policy) -> HandedIn | None:
    """Find the version that counts.

    Parameters
    ----------
    versions : iterable of HandedIn
        All of one student and tick.
    policy : Policy
        The deadlines.

    Returns
    -------
    HandedIn or None
        The last that came in time, or else the first one; None if there is none that may count.
    """
    valid = sorted((v for v in versions if v.kept and not v.refusal), key=lambda v: v.key)
    timely = [version for version in valid if in_time(version, policy)]
    return timely[-1] if timely else next(iter(valid), None)


class Versions:
    """All versions of a course.

    Parameters
    ----------
    folder : path
        Where they are: a folder a student, in it one a tick, in it one a version.
    """

    def __init__(self, folder: AnyPath) -> None:
        self.folder = Path(folder)

    def works(self) -> list[tuple[str, str]]:
        """List whose work on which tick there is: (student, tick), in their order."""
        return [
            (student.name, tick.name)
            for student in _folders(self.folder)
            for tick in _folders(Path(student.path))
        ]

    def students(self) -> list[str]:
        """Name who has handed in."""
        return [student.name for student in _folders(self.folder)]

    def of(self, student: str, tick: str) -> list[HandedIn]:
        """Give all versions of a student and tick that are known, in the order of time."""
        found = []
        for item in _folders(self.folder / student / tick):
            try:
                when = _time_in(item.name)
                version = replace(_about(Path(item.path) / _ABOUT), when=when)
            except (FileNotFoundError, ValueError, TypeError, KeyError):  # the power failed
                self._set_aside(student, tick, Path(item.path))
                continue
            if not (version.refusal or os.path.isdir(os.path.join(item.path, _FILES))):
                version = replace(version, kept=False)
            found.append(version)
        return sorted(found, key=lambda version: version.key)

    def waiting(self, marked: Container[tuple[str, str]]) -> dict[tuple[str, str], str]:
        """Tell what is kept and is not with what is graded.

        Parameters
        ----------
        marked : container of (str, str)
            Of whose work on which tick something is.

        Returns
        -------
        dict
            Others' (student, tick) -> why none of its versions counts; "" if one may.
        """
        found = {}
        for work in self.works():
            if work not in marked and (known := self.of(*work)):
                may = any(version.kept and not version.refusal for version in known)
                found[work] = "" if may else known[-1].refusal
        return found

    def _set_aside(self, student: str, tick: str, place: Path) -> None:
        """Take a damaged version out of the way: it is taken anew if the exchange still has it.

        What is left of it may be all that there is.
        """
        name = f"{student}+{tick}+{place.name}+{secrets.token_hex(4)}"
        with suppress(FileNotFoundError):  # somebody else, the page, has been here before
            place.rename(_made(self.folder / _DAMAGED) / name)

    def damaged(self) -> list[str]:
        """Say what was damaged and set aside, as long as it lies there."""
        number = len(_folders(self.folder / _DAMAGED))
        where = f"set aside in {self.folder / _DAMAGED}: look there for work that is nowhere else"
        return [f"{number} versions were damaged on the disk, and are {where}"] if number else []

    def unknown(self, student: str, tick: str, handles: Iterable[str]) -> set[str]:
        """Tell which of some versions are new; none, if their student has handed in far too many."""
        known = [item.name.rpartition("-")[2] for item in _folders(self.folder / student / tick)]
        room = MOST_VERSIONS - len(known)
        new = [handle for handle in handles if _digest(handle) not in set(known)]
        return set(new[: max(room, 0)])

    def keep(self, version: HandedIn, files: Mapping[str, bytes]) -> None:
        """Keep a version, whole or not at all, and no more of its student than there is room for.

        Parameters
        ----------
        version : HandedIn
            What is known of it.
        files : dict
            Path -> content; of one that is refused, none.
        """
        new = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=_made(self.folder / ".service")))
        try:
            if not version.refusal:
                _made(new / _FILES)
            for name, content in files.items():
                _made((new / _FILES / name).parent)
                _write(new / _FILES / name, content)
            about = json.dumps(asdict(version), default=datetime.isoformat)
            _write(new / _ABOUT, about.encode())
            _open_to_the_group(new)
            place = self._place(version)
            _made(place.parent)
            new.rename(place)
        except BaseException:
            shutil.rmtree(new, ignore_errors=True)
            raise

    def date_back(self, newer: HandedIn) -> None:
        """Date what is of the future by a newer version: it came before the clock was set back.

        Parameters
        ----------
        newer : HandedIn
            One that is about to be kept: no earlier one came after it.
        """
        now = datetime.now(UTC)
        ahead = [v for v in self.of(newer.student, newer.tick) if v.when > now]
        for number, version in enumerate(reversed(ahead), start=1):
            dated = replace(version, when=newer.when - timedelta(microseconds=number))
            self._place(version).rename(self._place(dated))

    def put(self, version: HandedIn, submitted: Path) -> None:
        """Put a version into the folder that is graded, in place of another.

        Parameters
        ----------
        version : HandedIn
            One that is kept.
        submitted : Path
            The folder of all that is graded.
        """
        place = submitted / version.student / version.tick
        aside = _made(self.folder / ".service")
        new, old = (Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=aside)) for _ in range(2))
        try:
            shutil.copytree(self._place(version) / _FILES, new, dirs_exist_ok=True)
            # Ours, and the only one that counts; grade knows it as nbgrader's.
            (new / "timestamp.txt").write_text(f"{version.when:%Y-%m-%d %H:%M:%S} UTC")
            (new / MARKER).write_text(version.key)
            _open_to_the_group(new)
            _made(place.parent)
            if place.exists():
                place.rename(old / "replaced")
            new.rename(place)
        finally:
            shutil.rmtree(new, ignore_errors=True)
            shutil.rmtree(old, ignore_errors=True)

    def withdraw(self, version: HandedIn, submitted: Path) -> None:
        """Take what its student has of its tick out of the folder that is graded.

        Parameters
        ----------
        version : HandedIn
            Any of that student and tick.
        submitted : Path
            The folder of all that is graded.
        """
        old = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=_made(self.folder / ".service")))
        try:
            (submitted / version.student / version.tick).rename(old / "withdrawn")
            with suppress(OSError):  # other ticks of theirs are there
                (submitted / version.student).rmdir()
        finally:
            shutil.rmtree(old, ignore_errors=True)

    def given(self, version: HandedIn) -> str:
        """Give the digest of what was given back to a version's student; "" if nothing was."""
        try:
            return (self._place(version) / _GIVEN).read_text()
        except OSError:
            return ""

    def set_given(self, version: HandedIn, digest: str) -> None:
        """Remember what was given back; not of a version that somebody has just taken away."""
        if self._place(version).is_dir():
            write_whole(self._place(version) / _GIVEN, digest)

    def clean(self) -> None:
        """Remove what was being made when an earlier service was killed."""
        for path in (self.folder / ".service").glob(f"{UNFINISHED}*"):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)

    def _place(self, version: HandedIn) -> Path:
        return self.folder / version.student / version.tick / version.key

    def make_room(self, student: str, tick: str, counts: HandedIn | None) -> None:
        """Let go the files of old versions of a student who hands in very often, or very much.

        Parameters
        ----------
        student, tick : str
            Whose work, on what.
        counts : HandedIn or None
            The version that counts: it is kept, as are the first one and the last.
        """
        kept = [v for v in self.of(student, tick) if v.kept and not v.refusal]
        room = MOST_BYTES
        for number, version in enumerate(reversed(kept[1:]), start=1):
            room -= _size(self._place(version) / _FILES)
            full = number >= MOST_KEPT or room < 0
            if full and number > 1 and not (counts and counts.key == version.key):
                # Aside in one step: half of a version's files must not pass for the version.
                aside = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=self.folder / ".service"))
                (self._place(version) / _FILES).rename(aside / _FILES)
                shutil.rmtree(aside, ignore_errors=True)


def marked_as(submitted: Path, student: str, tick: str) -> str:
    """Tell which version is in the folder that is graded: its key, or "" if nobody can tell."""
    try:
        key = (submitted / student / tick / MARKER).read_text(encoding="utf8", errors="replace")
    except OSError:
        return ""
    return key if _KEY.fullmatch(key) else ""


@lru_cache(maxsize=100_000)
def _about(path: Path) -> HandedIn:
    # Kept in memory: such a file never changes.
    found = json.loads(path.read_text(encoding="utf8"))
    found["when"] = datetime.fromisoformat(found["when"])
    found |= {name: tuple(found[name]) for name in ("left_out", "notebooks")}
    return HandedIn(**found)


def _time_in(key: str) -> datetime:
    return _EPOCH + timedelta(microseconds=int(key.partition("-")[0]))


def _folders(folder: Path) -> Sequence["os.DirEntry[str]"]:
    found: list[os.DirEntry[str]] = []
    with suppress(FileNotFoundError), os.scandir(folder) as items:
        found += (item for item in items if item.is_dir() and not item.name.startswith("."))
    return sorted(found, key=lambda item: item.name)


def _digest(handle: str) -> str:
    return hashlib.sha256(handle.encode("utf8", "surrogateescape")).hexdigest()[:24]


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in _walk(folder))


def _walk(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file())


def _write(path: Path, content: bytes) -> None:
    """Write a file that is on the disk when this is done: what is collected is not lost."""
    with open(path, "xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _open_to_the_group(folder: Path) -> None:
    """Let instructors look into a folder that was made for its owner alone."""
    folder.chmod(0o750)
