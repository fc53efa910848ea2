"""Read what was handed in, from a folder or a zip file, and nothing else.

Nothing is unpacked and no link is followed. A file is opened once, from its folder down
and without waiting; what it is and how large is asked of the opened file. What a student
has done to a file while it was read can spoil that file only.
"""

import io
import os
import re
import stat
import struct
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from labkit.grading.base.atomic import AnyPath
from labkit.grading.classroom.zip_records import (
    Copy,
    length_of_list,
    name_of_member,
    time_of_member,
    zip_of,
)
from labkit.grading.submission.kinds import is_other_archive

#: Bytes of one file. Notebooks with many figures have some millions.
LARGEST = 50_000_000

#: Files in the zip file of a class. More than this is not the work of one.
MOST_FILES = 100_000

#: Folders within folders.
DEEPEST = 20

#: Bytes of the list of contents of a zip file that a student made: some 1,500 files.
LARGEST_LIST = 100_000

LINK = "a symbolic link, which is not followed"
NOT_PLAIN = "not a plain file"
LEADS_OUT = "its path leads out of the zip file"

#: What a platform's zip file is made with; others take much memory, or no platform makes them.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

# What an open file needs that is not waited for and not followed, where there is such a thing.
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_FOLDER = os.O_RDONLY | _NO_LINKS | getattr(os, "O_DIRECTORY", 0)
_FILE = os.O_RDONLY | _NO_LINKS | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_BY_DESCRIPTOR = os.open in os.supports_dir_fd and os.scandir in os.supports_fd


@dataclass(frozen=True)
class Entry:
    """A file, or an empty folder, in what was handed in.

    Attributes
    ----------
    parts : tuple of str
        Its path, from the folder or the zip file down.
    modified : datetime
        What the file system or the zip file says; in UTC.
    size : int
        Bytes, as they are said to be.
    read : callable
        Gives the content, or raises an exception that says why not.
    refusal : str
        Why it cannot be read; "" if it can.
    empty_folder : bool
        Whether it is a folder with nothing in it.
    """

    parts: tuple[str, ...]
    modified: datetime
    size: int = 0
    read: Callable[[], bytes] = bytes
    refusal: str = ""
    empty_folder: bool = False

    @property
    def name(self) -> str:
        """The last part of its path."""
        return self.parts[-1]


#: What a walk asks of each file or folder: whether to go on with it.
Wanted = Callable[[tuple[str, ...]], bool]


class Source:
    """A folder or a zip file with what was handed in.

    Attributes
    ----------
    stem : str
        Its name; of a zip file, without ``.zip``.
    is_zip : bool
    """

    def __init__(self, stem: str, is_zip: bool) -> None:
        self.stem, self.is_zip = stem, is_zip

    def names(self, folder: tuple[str, ...] = ()) -> dict[str, bool]:
        """List what is directly in a folder: each name, and whether it is a folder."""
        raise NotImplementedError

    def walk(self, wanted: Wanted) -> Iterator[Entry]:
        """Give every file that is wanted."""
        raise NotImplementedError


@contextmanager
def opened(submissions: AnyPath, zone: tzinfo | None = None) -> Iterator[Source]:
    """Open a folder or a zip file for as long as it is read.

    Parameters
    ----------
    submissions : path
        Of the folder or the zip file.
    zone : tzinfo, optional
        Of the times in a zip file that do not say theirs; this machine's by default.

    Yields
    ------
    Source
        What is in it.

    Raises
    ------
    FileNotFoundError
        If there is no such folder or file.
    ValueError
        If it is neither a folder nor a zip file, or holds too many files.
    """
    path = Path(submissions)
    if not path.exists():
        raise FileNotFoundError(
            f"submissions must be a folder or a zip file that exists, not {path}"
        )
    if path.is_dir():
        folder = _Folder(path)
        try:
            yield folder
        finally:
            folder.close()
    elif path.is_file() and zipfile.is_zipfile(path):
        with _archive(path) as archive:
            yield _Zip(archive, path.stem if path.suffix.lower() == ".zip" else path.name, zone)
    else:
        raise ValueError(
            f"submissions must be a folder or a zip file, not {path.name}{_hint(path)}"
        )


@contextmanager
def _archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a zip file, also one with a member whose name is not in UTF-8 though it says so."""
    with ExitStack() as stack:
        try:
            try:
                archive = zipfile.ZipFile(path)
            except UnicodeDecodeError:
                archive = zip_of(stack.enter_context(Copy.of(path)))
        except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise ValueError(
                f"submissions must be a whole zip file, not {path.name} ({error})"
            ) from None
        yield stack.enter_context(archive)


def _hint(path: Path) -> str:
    """Say what to do with a file that is no zip file, and was to be one."""
    if not path.is_file():
        return ""
    with open(path, "rb") as file:
        begins = file.read(512)
    if begins.startswith(b"PK\x03\x04"):
        return ", which is cut off: download it again"
    return ", another archive: unpack it, and give the folder" if is_other_archive(begins) else ""


class _Folder(Source):
    def __init__(self, path: Path) -> None:
        super().__init__(path.resolve().name, is_zip=False)
        self._path = path
        self._root = os.open(path, os.O_RDONLY) if _BY_DESCRIPTOR else -1

    def close(self) -> None:
        if self._root >= 0:
            os.close(self._root)

    def names(self, folder: tuple[str, ...] = ()) -> dict[str, bool]:
        with self._scan(folder) as found:
            return {item.name: item.is_dir(follow_symlinks=False) for item in found}

    def walk(self, wanted: Wanted) -> Iterator[Entry]:
        return self._walk((), wanted)

    @contextmanager
    def _scan(self, folder: tuple[str, ...]) -> Iterator["Iterator[os.DirEntry[str]]"]:
        if not _BY_DESCRIPTOR:
            with os.scandir(self._path.joinpath(*folder)) as found:
                yield found
            return
        with self._opened(folder, _FOLDER) as handle, os.scandir(handle) as found:
            yield found

    @contextmanager
    def _opened(self, parts: tuple[str, ...], flags: int) -> Iterator[int]:
        """Open a file or a folder, folder by folder, so that none of them can be a link."""
        if not _BY_DESCRIPTOR:
            handles = [os.open(self._path.joinpath(*parts), flags)]
        else:
            handles = [os.dup(self._root)]
        try:
            for number, part in enumerate(parts if _BY_DESCRIPTOR else (), start=1):
                last = number == len(parts)
                handles.append(os.open(part, flags if last else _FOLDER, dir_fd=handles[-1]))
            yield handles[-1]
        finally:
            for handle in handles:
                os.close(handle)

    def _walk(self, folder: tuple[str, ...], wanted: Wanted) -> Iterator[Entry]:
        now = datetime.now(UTC)
        try:
            with self._scan(folder) as found:
                items = sorted(found, key=lambda item: item.name)
                known = [(item.name, item.stat(follow_symlinks=False)) for item in items]
        except OSError as error:
            yield Entry(folder, now, refusal=f"a folder that cannot be read ({error.strerror})")
            return
        if folder and not known:
            yield Entry(folder, now, empty_folder=True)
        for name, info in known:
            parts = (*folder, name)
            if not wanted(parts):
                continue
            when, mode = datetime.fromtimestamp(info.st_mtime, UTC), info.st_mode
            if stat.S_ISDIR(mode) and len(parts) > DEEPEST:
                yield Entry(parts, when, refusal=f"more than {DEEPEST} folders within one another")
            elif stat.S_ISDIR(mode):
                yield from self._walk(parts, wanted)
            elif refusal := _no_plain_file(mode, info.st_size):
                yield Entry(parts, when, info.st_size, refusal=refusal)
            else:
                yield Entry(parts, when, info.st_size, self._reader(parts))

    def _reader(self, parts: tuple[str, ...]) -> Callable[[], bytes]:
        def read() -> bytes:
            with self._opened(parts, _FILE) as handle:
                before = os.fstat(handle)
                if refusal := _no_plain_file(before.st_mode, before.st_size):
                    raise ValueError(refusal)
                with open(handle, "rb", closefd=False) as file:
                    data = file.read(LARGEST + 1)
                after = os.fstat(handle)
            if len(data) > LARGEST:
                raise ValueError(too_large(len(data)))
            if (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, len(data)):
                raise ValueError("it was changed while it was read; grade again")
            return data

        return read


def _no_plain_file(mode: int, size: int) -> str:
    if stat.S_ISLNK(mode):
        return LINK
    if not stat.S_ISREG(mode):
        return NOT_PLAIN
    return too_large(size) if size > LARGEST else ""


def too_large(size: int) -> str:
    """Say that a file has too many bytes."""
    return f"too large: {size / 1e6:,.0f} MB, where {LARGEST / 1e6:.0f} are allowed"


class _Zip(Source):
    def __init__(self, archive: zipfile.ZipFile, stem: str, zone: tzinfo | None) -> None:
        super().__init__(stem, is_zip=True)
        self._archive = archive
        files = [info for info in archive.infolist() if not _is_folder(info)]
        if len(files) > MOST_FILES:
            raise ValueError(
                f"submissions must hold at most {MOST_FILES:,} files, not {len(files):,} "
                f"({Path(archive.filename or '').name})"
            )
        self._entries = members(archive, zone)

    def names(self, folder: tuple[str, ...] = ()) -> dict[str, bool]:
        depth, found = len(folder), dict[str, bool]()
        for entry in self._entries:
            if entry.parts[:depth] == folder and len(entry.parts) > depth and not entry.refusal:
                name = entry.parts[depth]
                is_folder = len(entry.parts) > depth + 1 or entry.empty_folder
                found[name] = found.get(name, False) or is_folder
        return found

    def walk(self, wanted: Wanted) -> Iterator[Entry]:
        return (entry for entry in self._entries if wanted(entry.parts))


def members(archive: zipfile.ZipFile, zone: tzinfo | None = None) -> list[Entry]:
    """Give every file of a zip file, and every folder that is empty.

    Parameters
    ----------
    archive : ZipFile
        Open for as long as its entries are read.
    zone : tzinfo, optional
        As for `opened`.

    Returns
    -------
    list of Entry
        Of two with the same name each is refused: which one counts is not said.
    """
    return _each_once([_member(archive, info, zone) for info in archive.infolist()])


def _each_once(entries: list[Entry]) -> list[Entry]:
    seen: dict[tuple[str, ...], int] = {}
    inhabited = set[tuple[str, ...]]()
    for entry in entries:
        depth = len(entry.parts) + entry.empty_folder
        inhabited.update(entry.parts[:n] for n in range(1, depth) if n < len(entry.parts))
        if not entry.empty_folder:
            seen[entry.parts] = seen.get(entry.parts, 0) + 1
    found, number = [], dict[tuple[str, ...], int]()
    for entry in entries:
        if entry.empty_folder and (entry.parts in inhabited or entry.parts in seen):
            continue
        if seen.get(entry.parts, 0) > 1 and not entry.empty_folder:
            number[entry.parts] = number.get(entry.parts, 0) + 1
            parts = (*entry.parts[:-1], f"{entry.name} ({number[entry.parts]})")
            refusal = entry.refusal or "its name is in the zip file more than once"
            entry = replace(entry, parts=parts, read=bytes, refusal=refusal)
        found.append(entry)
    return found


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, zone: tzinfo | None) -> Entry:
    names = name_of_member(info).replace("\\", "/").split("/")
    parts = tuple(name for name in names if name not in ("", "."))
    mode = info.external_attr >> 16
    refusal = ""
    if stat.S_ISLNK(mode):
        refusal = LINK
    elif stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        refusal = NOT_PLAIN
    elif ".." in parts or names[0] == "" or re.match("[A-Za-z]:", names[0]):
        refusal = LEADS_OUT
        parts = tuple(part for part in parts if part != "..")
    elif info.flag_bits & 0x1:
        refusal = "locked with a password"
    elif info.compress_type not in _METHODS:
        refusal = "compressed in a way that is not read"
    elif info.file_size > LARGEST:
        refusal = too_large(info.file_size)
    empty = _is_folder(info) and not refusal
    read = bytes if refusal or empty else _reader(archive, info)
    size = 0 if refusal else info.file_size
    return Entry(
        parts or ("?",), time_of_member(info, zone), size, read, refusal, empty and bool(parts)
    )


def _is_folder(info: zipfile.ZipInfo) -> bool:
    # Before Python 3.12, zipfile's own way of telling stumbles over a member without a name.
    return info.filename.endswith("/")


def _reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], bytes]:
    def read() -> bytes:
        with archive.open(info) as member:
            data = member.read(LARGEST + 1)  # no more, whatever the file says of its size
        if len(data) > LARGEST:
            raise ValueError(too_large(len(data)))
        return data

    return read


def inner(data: bytes) -> list[Entry]:
    """Give what is in a zip file that a student made.

    Parameters
    ----------
    data : bytes
        The zip file.

    Returns
    -------
    list of Entry
        Its files; a zip file among them is not opened in its turn.

    Raises
    ------
    ValueError
        If it is broken, or lists more than a student's work.
    """
    length = length_of_list(data)
    if length is None:
        raise ValueError("a zip file that is broken")
    if length > LARGEST_LIST:
        raise ValueError("a zip file of more files than a student's work has")
    try:
        try:
            return members(zipfile.ZipFile(io.BytesIO(data)))
        except UnicodeDecodeError:
            return members(zip_of(Copy.of(data)))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, struct.error):
        raise ValueError("a zip file that is broken") from None
