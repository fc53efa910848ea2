"""What lies in nbgrader's inbound folder, read as what it is: folders that are still their students'.

A student owns what the Assignments list hands in, and can write to it as long as it is there. So
nothing in it is believed. Whose it is says its owner on the disk, and when it was handed in the
time of its last change, which the system's kernel keeps (ctime) and nobody but the machine's
administrator can set: the file ``timestamp.txt``, the folder's name and the files' other times are
the student's own. It is read once, no link in it is followed, no pipe is waited for, and what it
may hold is bounded.
"""

import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from labkit.grading.base.identity import display

#: Files and folders in one version. More than this is not a student's work.
MOST_FILES = 1_000

#: Bytes of one version, all files together. Notebooks with many figures have some millions.
MOST_BYTES = 50_000_000

#: Folders within folders.
DEEPEST = 5

#: A folder in which nothing has changed for so long is not being written any more.
SETTLED = timedelta(minutes=2)

#: What nbgrader writes beside a student's files, and how many bytes that may have.
TIMESTAMP, SECRET = "timestamp.txt", "submission_secret.txt"
_FEW_BYTES = 1_000

#: nbgrader's is of 128 digits; pages are filed under its digest.
_SECRET = re.compile(r"[0-9A-Za-z_-]{32,256}")

#: What nbgrader itself leaves out, and what no student means to hand in.
_PASSED_OVER = re.compile(r"\..*|__pycache__|feedback|.*\.pyc", re.DOTALL)

_NAME = re.compile(r"(?P<student>[^+]+)\+(?P<tick>[^+]+)\+[^+]+(\+[^+]+)?", re.DOTALL)

#: Why a file of somebody else's is left out: nothing of another student is read for this one.
FOREIGN = "another user's"

#: All permissions of a folder: the last thing that nbgrader gives one that it hands in.
_ALL = 0o777

_FOLDER = os.O_RDONLY | os.O_NOFOLLOW | os.O_DIRECTORY | os.O_NONBLOCK | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class _Refused(ValueError):
    """A version that will never do; the message tells its student why."""


class NotYet(Exception):
    """A version that cannot be taken at this moment, and perhaps at the next."""


@dataclass(frozen=True)
class Content:
    """What was handed in.

    Attributes
    ----------
    files : dict
        Path in the folder -> content.
    left_out : tuple of str
        What else there is, each with why it is not taken.
    handed_in : datetime
        In UTC: the last change of the folder or of anything in it.
    secret : str
        What its student's nbgrader looks for feedback with; "" if it has none.
    refusal : str
        Why it will never do; "" if it may. Then there are no files.
    notebooks : tuple of str
        The names of notebooks that lie outermost, without their ending.
    """

    files: Mapping[str, bytes]
    left_out: tuple[str, ...]
    handed_in: datetime
    secret: str = ""
    refusal: str = ""
    notebooks: tuple[str, ...] = ()


def named(folder: str) -> tuple[str, str] | None:
    """Read the name of a folder that nbgrader has handed in.

    Parameters
    ----------
    folder : str
        As ``ada+tick1+2026-11-22 14:00:00.000000 UTC+c2VjcmV0``.

    Returns
    -------
    tuple of str, or None
        Whose it is said to be, and which tick; None of any other name.

    Examples
    --------
    >>> named("ada+tick1+2026-11-22 14:00:00.000000 UTC+c2VjcmV0")
    ('ada', 'tick1')
    """
    found = _NAME.fullmatch(folder)
    return (found["student"], found["tick"]) if found else None


def read(inbound: int, folder: str, owner: int) -> Content:
    """Read a version.

    Parameters
    ----------
    inbound : int
        A descriptor of the folder with all that was handed in.
    folder : str
        The version's name in it.
    owner : int
        The number of the Unix user who must own all of it.

    Returns
    -------
    Content
        Its files, as they were at one moment.

    Raises
    ------
    NotYet
        If it is being written, or cannot be read now.
    """
    reading = _Reading(owner)
    try:
        with _opened(folder, _FOLDER, inbound) as handle:
            return reading.content(handle)
    except OSError as error:
        raise NotYet(f"it cannot be read ({error.strerror})") from None


def _is_fresh(changed: int) -> bool:
    return datetime.now(UTC).timestamp() - changed / 1e9 < SETTLED.total_seconds()


@contextmanager
def _opened(name: str, flags: int, above: int) -> Iterator[int]:
    handle = os.open(name, flags, dir_fd=above)
    try:
        yield handle
    finally:
        os.close(handle)


def is_notebook(name: str) -> bool:
    """Tell whether a file is called as notebooks are."""
    return name.lower().endswith(".ipynb")


def is_handed_in(path: str) -> bool:
    """Tell whether a file is a student's work, and nothing that nbgrader or an editor left there."""
    parts = path.split("/")
    return path not in (TIMESTAMP, SECRET) and not any(map(_PASSED_OVER.fullmatch, parts))


class _Reading:
    """One version while it is read."""

    def __init__(self, owner: int) -> None:
        self.owner, self._room = owner, MOST_BYTES
        self.files: dict[str, bytes] = {}
        self.left_out: list[str] = []
        self.notebooks: list[str] = []
        self.latest, self.secret, self._seen = 0, "", 0

    def content(self, handle: int) -> Content:
        """Take a version, once it is whole."""
        before, refusal = os.fstat(handle), ""
        if before.st_uid != self.owner:
            raise NotYet("it belongs to another user")
        if not self.is_finished(handle) and _is_fresh(before.st_ctime_ns):
            raise NotYet("it is being written")
        try:
            self.folder(handle, ())
            if not self.secret:
                raise _Refused("it was not handed in whole, perhaps as a disk was full")
            if not self.notebooks:
                raise _Refused("there is no notebook in it")
        except _Refused as reason:
            refusal, self.files = str(reason), {}
        if os.fstat(handle).st_ctime_ns != before.st_ctime_ns:
            raise NotYet("it was changed while it was read")
        when = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=self.latest // 1_000)
        # Of the future is only what a file server with another clock says.
        when = min(when, datetime.now(UTC))
        left_out, notebooks = tuple(self.left_out), tuple(self.notebooks)
        return Content(self.files, left_out, when, self.secret, refusal, notebooks)

    def is_finished(self, handle: int) -> bool:
        """Tell whether nbgrader has come to its end with a folder, and take its secret."""
        try:
            text = self._bytes(handle, SECRET, _FEW_BYTES).decode("ascii", "replace").strip()
            os.stat(TIMESTAMP, dir_fd=handle, follow_symlinks=False)
        except (OSError, NotYet, _Refused):
            return False
        self.secret = text if _SECRET.fullmatch(text) else ""
        return bool(self.secret) and stat.S_IMODE(os.fstat(handle).st_mode) & _ALL == _ALL

    def folder(self, handle: int, above: tuple[str, ...]) -> None:
        """Take what is in a folder, notebooks before all else."""
        self.latest = max(self.latest, os.fstat(handle).st_ctime_ns)
        for name in sorted(self._names(handle), key=lambda name: (not is_notebook(name), name)):
            info = os.stat(name, dir_fd=handle, follow_symlinks=False)
            path = (*above, name)
            if own := info.st_uid == self.owner:
                self.latest = max(self.latest, info.st_ctime_ns)
            if not is_handed_in("/".join(path)):
                continue
            if own and not above and is_notebook(name) and name.isprintable():
                self.notebooks.append(name[: -len(".ipynb")])
            if why := self._obstacle(info, path):
                self._leave_out(path, why)
            elif stat.S_ISDIR(info.st_mode):
                with _opened(name, _FOLDER, handle) as inner:
                    self.folder(inner, path)
            else:
                data = self._bytes(handle, name, self._room)
                self._room -= len(data)
                self.files["/".join(path)] = data

    def _names(self, handle: int) -> list[str]:
        names = []
        with os.scandir(handle) as found:
            for item in found:
                self._seen += 1
                if self._seen > MOST_FILES:
                    raise _Refused(f"it has more than {MOST_FILES:,} files")
                names.append(item.name)
        return names

    def _obstacle(self, info: os.stat_result, path: tuple[str, ...]) -> str:
        name = path[-1]
        if info.st_uid != self.owner:
            return FOREIGN
        if not name.isprintable() or len(name.encode("utf8", "replace")) > 200:
            return "named in a way that cannot be shown"
        if stat.S_ISDIR(info.st_mode):
            too_deep = len(path) >= DEEPEST
            return f"a folder within {DEEPEST - 1} folders" if too_deep else ""
        if stat.S_ISLNK(info.st_mode):
            return "a link, which is not followed"
        if not stat.S_ISREG(info.st_mode):
            return "not a plain file"
        if info.st_size > self._room:
            return f"too large: all files together may have {MOST_BYTES // 1_000_000} MB"
        return ""

    def _leave_out(self, path: tuple[str, ...], why: str) -> None:
        # A notebook that somebody else has put there is not its student's doing.
        if is_notebook(path[-1]) and why != FOREIGN:
            raise _Refused(f"{_shown(path)} is {why}")
        self.left_out.append(f"{_shown(path)}: {why}")

    def _bytes(self, handle: int, name: str, most: int) -> bytes:
        """Read a plain file, whatever its student does with it meanwhile."""
        with _opened(name, _FILE, handle) as file:
            before = os.fstat(file)
            plain = stat.S_ISREG(before.st_mode) and before.st_uid == self.owner
            if not plain or before.st_size > most:
                raise NotYet("it was changed while it was read")
            with open(file, "rb", closefd=False) as opened:
                data = opened.read(most + 1)
            after = os.fstat(file)
        same = (before.st_ctime_ns, before.st_size) == (after.st_ctime_ns, len(data))
        if not same:
            raise NotYet("it was changed while it was read")
        self.latest = max(self.latest, after.st_ctime_ns)
        return data


def _shown(path: tuple[str, ...]) -> str:
    return display("/".join(path))
