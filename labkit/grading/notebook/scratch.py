"""Folders for a while, which are gone when their process is: at its end, or by the next that looks.

A process that is killed cleans nothing up. So each such folder holds a file that its process has
locked; where nobody has, the owner is dead, and whoever makes the next folder removes it. Numbers
of processes would not do: they come again, and mean others in a container with the same ``/tmp``.
"""

import os
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where folders of killed graders stay
    fcntl = None  # type: ignore[assignment]

#: How the names of such folders begin, and of those that are not locked yet.
PREFIX, NEW = "labkit-", "labkit-new-"

#: The file that the owner has locked.
OWNER = ".owner"

#: Seconds after which one that was never locked is nobody's: its process was killed meanwhile.
OLD = 3600


class Scratch:
    """A folder of this process.

    Parameters
    ----------
    kind : str
        What it is for, to be seen in its name.

    Attributes
    ----------
    path : Path
        Where it is.
    """

    def __init__(self, kind: str) -> None:
        remove_left()
        made = Path(tempfile.mkdtemp(prefix=NEW))
        self._owner = open(made / OWNER, "w")  # noqa: SIM115  # open as long as this process lives
        if fcntl is not None:
            fcntl.flock(self._owner, fcntl.LOCK_EX)
        self.path = made.with_name(made.name.replace(NEW, f"{PREFIX}{kind}-", 1))
        made.rename(self.path)
        self._process = os.getpid()

    def remove(self) -> None:
        """Remove it, if it is this process that has made it, and not one that it was copied from."""
        if self._process == os.getpid():
            self._owner.close()
            shutil.rmtree(self.path, ignore_errors=True)

    def __del__(self) -> None:
        """Remove it with the last that knows of it."""
        with suppress(Exception):  # at the end of Python not all is there
            self.remove()


def remove_left() -> None:
    """Remove the folders of this user's processes that are dead."""
    if fcntl is None:
        return
    for path in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            found = path.lstat()
            if stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and _is_left(path):
                shutil.rmtree(path, ignore_errors=True)


def _is_left(path: Path) -> bool:
    age = time.time() - path.lstat().st_mtime
    if path.name.startswith(NEW) or not (path / OWNER).exists():
        return age > OLD and _is_known(path)
    handle = os.open(path / OWNER, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    finally:
        os.close(handle)
    return True


def _is_known(path: Path) -> bool:
    """Tell whether a folder that nobody has locked is of this lab's making."""
    return path.name.startswith((NEW, f"{PREFIX}tick-", f"{PREFIX}kernel-"))
