"""nbgrader's folder exchange, from the course's side: made so that no student reaches another's.

Ticks go out, and feedback back, by nbgrader's own classes. What comes in is not taken by nbgrader's
collector, which believes what students can write: see `inbound`.

Students must be able to write into the exchange and into its folder ``inbound``, or nbgrader hands
nothing in. Both are sticky, as ``/tmp`` is: what is there is renamed or removed by its owner alone.
What others have handed in cannot be listed, and the names of its folders cannot be guessed.
"""

import os
import pwd
import stat
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange import ExchangeError
from nbgrader.exchange.default import ExchangeReleaseAssignment, ExchangeReleaseFeedback
from traitlets.config import Config

from labkit.grading.base.atomic import UNFINISHED
from labkit.grading.base.identity import display
from labkit.hub import inbound
from labkit.hub.accounts import own_users, unix_name
from labkit.hub.course import Course
from labkit.hub.names import USERNAME
from labkit.hub.versions import HandedIn

#: The folders of a course in the exchange, and who may do what there.
_MODES = {"outbound": 0o755, "inbound": 0o3733, "feedback": 0o711, "fetched": 0o3733}

#: The exchange itself: without the sticky bit a student could put another course in its place.
_ROOT_MODE = 0o1777

#: Lines of trouble that are told of one kind.
_MOST_TOLD = 5


@dataclass(frozen=True)
class Lying:
    """A folder that lies in the exchange.

    Attributes
    ----------
    student, tick : str
        Whose it is, which its owner on the disk proves, and of which tick.
    submitted : datetime
        When the folder itself was changed last, in UTC.
    handle : str
        Its name.
    """

    student: str
    tick: str
    submitted: datetime
    handle: str


def prepare(course: Course) -> None:
    """Make the exchange's folders, or put right who may do what there.

    Parameters
    ----------
    course : Course
        Whoever calls owns its exchange, or is to.

    Raises
    ------
    ValueError
        If nbgrader would take the folder's path for a pattern.
    OSError
        If they cannot be made, or the disk does not keep the time of changes.
    """
    if set("*?[") & set(str(course.exchange_root)):
        raise ValueError(
            f"folder must be one without * ? and [ in its path, which nbgrader takes for patterns, "
            f"not {course.folder}"
        )
    _make(course.exchange_root, _ROOT_MODE)
    own = course.exchange_root / course.slug
    _make(own, 0o755)
    for name, mode in _MODES.items():
        _make(own / name, mode)
    if own_users(course):
        _try_clock(own / "outbound")


def _make(folder: Path, mode: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    info = folder.lstat()
    if not stat.S_ISDIR(info.st_mode):
        raise NotADirectoryError(f"{folder} must be a folder, not a link")
    # In the exchange a student can make a folder before the course does, and would see all in it.
    if info.st_uid != os.geteuid():
        raise PermissionError(
            f"{folder} must belong to {_user(os.geteuid())}, as whom the course's exchange is "
            f"looked after, not to {_user(info.st_uid)}"
        )
    if stat.S_IMODE(info.st_mode) != mode:
        folder.chmod(mode)


def _try_clock(folder: Path) -> None:
    """Make sure that the disk says when a folder was moved in: deadlines go by that."""
    with tempfile.TemporaryDirectory(dir=folder, prefix=UNFINISHED) as scratch:
        there = Path(scratch, "a")
        there.mkdir()
        before = there.stat().st_ctime_ns
        time.sleep(0.05)
        there = there.rename(Path(scratch, "b"))
        if there.stat().st_ctime_ns <= before:
            raise OSError(
                f"exchange must be on a disk that keeps the time of changes (ctime), not {folder}"
            )


def released(course: Course) -> tuple[str, ...]:
    """Name the ticks that are out."""
    return tuple(
        sorted(
            path.name
            for path in (course.exchange_root / course.slug / "outbound").glob("[!.]*")
            if path.is_dir()
        )
    )


def release(course: Course, tick: str) -> None:
    """Hand a tick out, as it is in the course's folder of releases.

    Raises
    ------
    OSError
        If nbgrader will not.
    """
    coursedir, config = _nbgrader(course, course.folder, tick)
    config.ExchangeReleaseAssignment.force = tick in released(course)
    try:
        ExchangeReleaseAssignment(coursedir=coursedir, config=config).start()
    except ExchangeError as error:
        raise OSError(f"nbgrader: {error}") from None


def give_back(course: Course, version: HandedIn, pages: Mapping[str, bytes], scratch: Path) -> None:
    """Give feedback on a version: only who has its secret can find it.

    Parameters
    ----------
    course : Course
    version : HandedIn
    pages : dict
        Name of the notebook, without its ending -> page.
    scratch : Path
        A folder on the same disk, for a moment.
    """
    with tempfile.TemporaryDirectory(dir=scratch, prefix=UNFINISHED) as root:
        place = Path(root, "feedback", version.student, version.tick)
        place.mkdir(parents=True)
        (place / inbound.TIMESTAMP).write_text(f"{version.when:%Y-%m-%d %H:%M:%S} UTC")
        (place / inbound.SECRET).write_text(version.secret)
        for name, page in pages.items():
            (place / f"{name}.html").write_bytes(page)
            (place / f"{name}.html").chmod(0o644)  # nbgrader takes it over
        coursedir, config = _nbgrader(course, Path(root), version.tick)
        coursedir.student_id = version.student
        try:
            ExchangeReleaseFeedback(coursedir=coursedir, config=config).start()
        except ExchangeError as error:
            raise OSError(f"nbgrader: {error}") from None


def _nbgrader(course: Course, root: Path, tick: str) -> tuple[CourseDirectory, Config]:
    config = Config()
    config.CourseDirectory.root = str(root)
    config.CourseDirectory.course_id = course.slug
    config.CourseDirectory.assignment_id = tick
    config.Exchange.root = str(course.exchange_root)
    return CourseDirectory(config=config), config


def lying(course: Course) -> tuple[list[Lying], list[str]]:
    """List what lies in the exchange.

    Parameters
    ----------
    course : Course

    Returns
    -------
    found : list of Lying
        All that is its student's, the oldest first; what was collected earlier as well.
    trouble : list of str
        What is not whose it says, to be shown to people.
    """
    ticks, owner = set(released(course)), _owner(course)
    found, trouble = [], list[str]()
    with suppress(FileNotFoundError), os.scandir(_inbound(course)) as items:
        for item in items:
            said = inbound.named(item.name)
            if said is None or said[1] not in ticks or not USERNAME.fullmatch(said[0]):
                continue
            try:
                info = item.stat(follow_symlinks=False)
            except OSError:  # it has just gone
                continue
            if info.st_uid == owner(said[0]) and stat.S_ISDIR(info.st_mode):
                when = datetime.fromtimestamp(info.st_ctime, UTC)
                found.append(Lying(*said, when, item.name))
            elif len(trouble) < _MOST_TOLD:
                trouble.append(_told(said[0], info))
    return sorted(found, key=lambda each: (each.submitted, each.handle)), trouble


def _told(student: str, info: os.stat_result) -> str:
    who, what = display(student), "folder" if stat.S_ISDIR(info.st_mode) else "file"
    return (
        f"In the exchange lies a {what} that is said to be handed in by {who}, and is of the Unix "
        f"user {_user(info.st_uid)}: it is not taken."
    )


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def _owner(course: Course) -> Callable[[str], int | None]:
    """Give what tells the number of a student's Unix user; None of whom there is none."""
    if not own_users(course):
        return lambda student: os.geteuid()

    @cache  # for one look: a name may be asked for a million times
    def owner(student: str) -> int | None:
        try:
            return pwd.getpwnam(unix_name(student)).pw_uid
        except (KeyError, ValueError):
            return None

    return owner


def take(course: Course, version: Lying) -> inbound.Content:
    """Read what lies in the exchange.

    Parameters
    ----------
    course : Course
    version : Lying
        As `lying` lists it.

    Returns
    -------
    Content

    Raises
    ------
    NotYet
        If it is being written, or cannot be read now.
    """
    owner = _owner(course)(version.student)
    if owner is None:
        raise inbound.NotYet("its student has no Unix user any more")
    handle = os.open(_inbound(course), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        return inbound.read(handle, version.handle, owner)
    finally:
        os.close(handle)


def _inbound(course: Course) -> Path:
    return course.exchange_root / course.slug / "inbound"
