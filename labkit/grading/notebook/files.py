"""The files that a notebook finds in its working folder: the course's, and those handed in with it."""

import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

MOST_FILES = 200
MOST_HANDED_IN = 100

#: Bytes of a part of a name, as file systems have it, and of a whole name.
LONGEST_PART = 255
LONGEST_NAME = 1000

#: As plain bytes; and if a file was exchanged since it was looked at, without following a link or
#: waiting for a writer. Each system lacks some of these.
OPEN = os.O_RDONLY
for _option in ("O_BINARY", "O_NOFOLLOW", "O_NONBLOCK"):
    OPEN |= getattr(os, _option, 0)


@dataclass(frozen=True)
class Copied:
    """A file that is to be copied.

    Attributes
    ----------
    name : str
        Where to, in the working folder; parts are separated by ``/``.
    content : Path or bytes
        A file with the content, or the content.
    """

    name: str
    content: Path | bytes

    def open(self) -> BinaryIO:
        """Open it for reading; OSError if it is no plain file any more."""
        if isinstance(self.content, Path):
            found = os.open(self.content, OPEN)
            if stat.S_ISREG(os.fstat(found).st_mode):
                return open(found, "rb")  # the caller closes it
            os.close(found)
            raise OSError(f"{self.name} must be a plain file")
        written = tempfile.TemporaryFile()  # noqa: SIM115
        written.write(self.content)
        written.seek(0)
        return written


def to_copy(folder: Path | None, handed_in: Mapping[str, bytes], largest: float) -> list[Copied]:
    """List what a notebook may find in its working folder.

    Parameters
    ----------
    folder : Path or None
        Of the course: all plain files that `plain_files` gives.
    handed_in : dict
        Name -> content, of files that were handed in with the notebook: helper
        modules and data. A name may have parts, as ``helpers/tables.py``.
    largest : float
        Bytes of all of them together; what comes later is left out.

    Returns
    -------
    list of Copied
        The course's files first. Of the others those are left out that have the
        name of one before or are in the way of one, and those with names that lead
        out of the folder, begin with a dot, or are of a notebook or of ``hidden.py``.

    Examples
    --------
    >>> [file.name for file in to_copy(None, {"a/b.py": b"1", "../c.py": b"2", "d.ipynb": b"3"}, 10)]
    ['a/b.py']
    """
    found = list(plain_files(folder, largest)) if folder else []
    names = {file.name for file in found}
    folders: set[str] = set()
    room = largest - sum(_size(file) for file in found)
    left = MOST_HANDED_IN
    for name, content in sorted(handed_in.items()):
        parents = {str(parent) for parent in PurePosixPath(name).parents} - {"."}
        if not left or not _is_fit(name) or len(content) > room:
            continue
        if name in names | folders or parents & names:
            continue
        found.append(Copied(name, content))
        names.add(name)
        folders |= parents
        room, left = room - len(content), left - 1
    return found


def _is_fit(name: str) -> bool:
    parts = name.split("/")
    return (
        name.isprintable()
        and len(name.encode()) <= LONGEST_NAME
        and not any(_is_withheld(part) for part in parts)
        and all(part and part[0] != "." and len(part.encode()) <= LONGEST_PART for part in parts)
    )


def _is_withheld(name: str) -> bool:
    return name.lower() == "hidden.py" or name.lower().endswith(".ipynb")


def _size(file: Copied) -> int:
    return file.content.lstat().st_size if isinstance(file.content, Path) else len(file.content)


def plain_files(folder: Path, largest: float) -> Iterator[Copied]:
    """Find the plain files of a folder.

    Parameters
    ----------
    folder : Path
        Where they are.
    largest : float
        Bytes of all of them together; what comes later is left out.

    Yields
    ------
    Copied
        Links and other special files, notebooks and ``hidden.py`` are left out.
    """
    room, left = largest, MOST_FILES
    for path in sorted(folder.iterdir()):
        found = path.lstat()
        special = not stat.S_ISREG(found.st_mode)
        if _is_withheld(path.name) or special or found.st_size > room or not left:
            continue
        room, left = room - found.st_size, left - 1
        yield Copied(path.name, path)
