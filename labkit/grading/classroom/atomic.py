"""Files that are written whole or not at all, and a folder for one grader at a time."""

import hashlib
import os
import re
import tempfile
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None
    import msvcrt

UNFINISHED = ".unfinished-"
"""How the name of a file begins that is still being written."""


def write_whole(path, content):
    """Write a file so that at every moment it is the old one or the new one.

    Parameters
    ----------
    path : path
        Its folder is made if need be.
    content : str or bytes
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode("utf8", "replace") if isinstance(content, str) else content
    handle, name = tempfile.mkstemp(prefix=UNFINISHED, dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def remove_unfinished(folder):
    """Remove what was being written when an earlier run was killed."""
    for path in Path(folder).rglob(f"{UNFINISHED}*"):
        path.unlink(missing_ok=True)


@contextmanager
def alone(folder):
    """Keep other graders out of a folder.

    The lock goes with the process, however it ends.

    Parameters
    ----------
    folder : path
        It is made if need be.

    Raises
    ------
    BlockingIOError
        If another grader is at work in it.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "a+b") as lock:
        try:
            if fcntl:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError(
                f"out: another grader is at work in {folder}; wait until it has ended, "
                "or give another folder"
            ) from None
        yield


def file_name(text):
    """Turn any text into the name of a file, different texts into different names.

    Examples
    --------
    >>> file_name("ann-3")
    'ann-3'
    >>> file_name("../ann")
    '___ann-2a8c40f7'
    """
    plain = re.sub(r"[^\w@ -]", "_", text)[:60].strip()
    if plain == text and plain:
        return plain
    return f"{plain}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
