"""Files that are written whole or not at all, and a folder for one grader at a time."""

import hashlib
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TypeAlias

try:
    import fcntl
except ImportError:  # Windows
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]  # Windows'
else:

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


#: What a file or a folder may be given as.
AnyPath: TypeAlias = os.PathLike[str] | str

#: The beginning of the name of a file that is still being written.
UNFINISHED = ".unfinished-"

#: Bytes of a file's name, without its ending. Disks allow 255 in all, some fewer.
MOST_BYTES = 120


def write_whole(path: AnyPath, content: str | bytes) -> None:
    """Write a file so that at every moment it is the old one or the new one.

    Parameters
    ----------
    path : path
        Its folder is made if need be.
    content : str or bytes
        What is to be in it; text is written in UTF-8.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = content.encode("utf8", "replace") if isinstance(content, str) else content
    new = path.with_name(f"{UNFINISHED}{secrets.token_hex(8)}")
    try:
        # As the process makes any file: where its umask keeps others out, marks are not for them.
        with open(new, "xb") as file:
            file.write(data)
        os.replace(new, path)
    except BaseException as error:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)  # of a full disk the system does not say which file it was
        raise


def remove_unfinished(folder: AnyPath) -> None:
    """Remove what was being written when an earlier run was killed.

    Parameters
    ----------
    folder : path
        It is looked through with all folders in it.
    """
    for path in Path(folder).rglob(f"{UNFINISHED}*"):
        if path.is_file():
            path.unlink()


@contextmanager
def alone(folder: AnyPath) -> Iterator[None]:
    """Keep other graders out of a folder.

    The lock goes with the process, however it ends.

    Parameters
    ----------
    folder : path
        It is made if need be.

    Yields
    ------
    None
        As long as the folder is this grader's.

    Raises
    ------
    BlockingIOError
        If another grader is at work in it.
    NotADirectoryError
        If it is a file, or in one.
    """
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise NotADirectoryError(f"out must be a folder, not {folder}, where a file is") from None
    with open(folder / ".lock", "a+b") as file:
        try:
            _lock(file)
        except OSError:
            raise BlockingIOError(
                f"out must be a folder in which no other grader is at work, not {folder}; wait "
                "until that one has ended, or give another folder"
            ) from None
        yield


def file_name(text: str) -> str:
    """Turn any text into the name of a file, different texts into different names.

    Parameters
    ----------
    text : str
        A student's name, for instance.

    Returns
    -------
    str
        The text itself where it is plain, and else what is plain in it with a
        few digits that no other text has.

    Examples
    --------
    >>> file_name("ann-3")
    'ann-3'
    >>> file_name("../ann")
    '___ann-2a8c40f7'
    """
    text = text.encode("utf8", "replace").decode("utf8")  # no half characters
    plain = re.sub(r"[^\w@ -]", "_", text)[:60].strip()
    while len(plain.encode()) > MOST_BYTES:
        plain = plain[:-1]
    if plain == text and plain:
        return plain
    return f"{plain}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
