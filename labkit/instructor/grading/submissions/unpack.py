"""What was handed in as entries: from a folder or a zip file, bounded, with nothing written."""

import io
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from itertools import takewhile
from pathlib import Path

from labkit.instructor.grading.submissions.identify import Parts, is_own
from labkit.server import LARGEST_HANDED_IN

#: Files of a class, and of a zip file that a student made.
MOST_FILES = 100_000
MOST_IN_ZIP = 2_000

#: Why a folder that stands in the place of a file is not read.
EMPTY = "an empty folder"


@dataclass(frozen=True)
class Entry:
    """A file or an empty folder; `read` gives its content, or raises; `refusal` says why it must not."""

    parts: Parts
    modified: datetime
    size: int = 0
    read: Callable[[], bytes] = bytes
    refusal: str = ""


def unpack(path: Path, zone: tzinfo = UTC) -> list[Entry]:
    """Return what is in a folder or a zip file; raise ValueError if it is neither, or too much."""
    if not path.exists():
        raise FileNotFoundError(
            f"submissions must be a folder or a zip file that exists, not {path}"
        )
    try:
        return _leave_out_hidden(_walk(path) if path.is_dir() else _list_zip(path, zone))
    except (zipfile.BadZipFile, UnicodeDecodeError) as error:
        raise ValueError(
            f"submissions must be a folder or a whole zip file, not {path.name} ({error}): download "
            "it again, or unpack it and give the folder"
        ) from None


def unpack_inner(data: bytes) -> list[Entry]:
    """Return the files of a zip file that a student made; raise if it cannot be read."""
    if data.count(b"PK\x01\x02") > MOST_IN_ZIP:  # before its list of contents takes memory
        raise ValueError("a zip file of more files than a student's work has")
    return _leave_out_hidden(_list_zip(io.BytesIO(data), UTC))


def _leave_out_hidden(entries: Iterable[Entry]) -> list[Entry]:
    """Leave out what programs put beside a student's work; a folder of nothing else is empty."""
    kept: dict[Parts, Entry] = {}
    for entry in entries:
        parts = tuple(takewhile(is_own, entry.parts))
        if parts != entry.parts:
            entry = Entry(parts, entry.modified, refusal=EMPTY)
        if not parts or (entry.refusal == EMPTY and parts in kept):
            continue
        if parts in kept:
            entry = replace(entry, refusal="its name is in the zip file more than once")
        kept[parts] = entry
        if len(kept) > MOST_FILES:
            raise ValueError(f"submissions must hold at most {MOST_FILES:,} files, not more")
    inhabited = {parts[:n] for parts in kept for n in range(1, len(parts))}
    return [entry for parts, entry in kept.items() if parts not in inhabited]


def _walk(root: Path) -> Iterator[Entry]:
    for path in sorted(root.rglob("*")):  # which follows no link
        info = path.lstat()
        refusal, parts = _refuse(info.st_mode, info.st_size), path.relative_to(root).parts
        read = bytes if refusal else path.read_bytes
        when = datetime.fromtimestamp(int(info.st_mtime), UTC)
        yield Entry(parts, when, info.st_size, read, refusal)


def _refuse(mode: int, size: int) -> str:
    if stat.S_ISDIR(mode):
        return EMPTY
    if stat.S_ISLNK(mode):
        return "a symbolic link, which is not followed"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "not a plain file"
    if size > LARGEST_HANDED_IN:
        return f"too large: {size / 1e6:,.0f} MB, where {LARGEST_HANDED_IN / 1e6:.0f} are allowed"
    return ""


def _list_zip(file: Path | io.BytesIO, zone: tzinfo) -> Iterator[Entry]:
    try:
        archive = zipfile.ZipFile(file, metadata_encoding="utf-8")
    except UnicodeDecodeError:  # of Windows in the West
        archive = zipfile.ZipFile(file, metadata_encoding="cp437")
    for info in archive.infolist():
        names = info.filename.replace("\\", "/").split("/")
        parts = tuple(name for name in names if name not in ("", ".", "..")) or ("?",)
        mode = info.external_attr >> 16 if names[-1] else stat.S_IFDIR
        refusal = _refuse(mode, info.file_size)
        if ".." in names or names[0] == "":
            refusal = "its path leads out of the zip file"
        elif info.flag_bits & 0x1:
            refusal = "locked with a password"
        elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            refusal = "compressed in a way that is not read"  # which can take much memory
        when = datetime(1980, 1, 1, tzinfo=UTC)
        with suppress(ValueError):  # of no calendar
            when = datetime(*info.date_time, tzinfo=zone).astimezone(UTC)

        def read(info: zipfile.ZipInfo = info) -> bytes:
            with archive.open(info) as member:
                return member.read(LARGEST_HANDED_IN)  # no more, whatever the file says of its size

        yield Entry(parts, when, info.file_size, read, refusal)
