"""What a zip file's own records say beyond what zipfile tells of it."""

import mmap
import struct
import unicodedata
import zipfile
import zlib
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from typing import BinaryIO, cast

from labkit.grading.base.atomic import AnyPath

#: What stands before the list of contents is told, in zip64's form before that, and again before.
_END = b"PK\x05\x06"
_LOCATOR, _LOCATOR_BYTES = b"PK\x06\x07", 20
_RECORD, _RECORD_BYTES = b"PK\x06\x06", 56

#: What a member's line in the list begins with, and the member itself; what says a name is UTF-8.
_MEMBER, _MEMBER_BYTES = b"PK\x01\x02", 46
_HEADER = b"PK\x03\x04"
_IS_UTF8 = 0x800

#: How far from a file's end its last record can begin.
_FARTHEST = 65_557

#: The kinds of fields in which programs add a member's exact time, and its name in Unicode.
_EXACT_TIME = 0x5455
_UNICODE_NAME = 0x7075

#: What names are in that do not say it: UTF-8 of macOS, and what Windows writes in the West.
_ENCODINGS = ("utf8", "cp437", "cp850")


def length_of_list(data: bytes) -> int | None:
    """Give the bytes of the list of contents, as zipfile will find it.

    Parameters
    ----------
    data : bytes
        The zip file.

    Returns
    -------
    int or None
        None if it is told in no way that every version of Python reads alike.
    """
    found = _list_in(data)
    return found and found[1]


def _list_in(data: bytes | mmap.mmap) -> tuple[int, int] | None:
    """Give where the list of contents ends, and its length; None as for `length_of_list`."""
    place = data.rfind(_END, max(0, len(data) - _FARTHEST))
    if place < 0 or len(data) < place + 16:
        return None
    locator = place - _LOCATOR_BYTES
    if locator < 0 or data[locator : locator + 4] != _LOCATOR:
        return place, int(struct.unpack_from("<I", data, place + 12)[0])
    # In zip64's form, as cloud drives write it also where little is in it. Versions of Python look
    # for the record right before this place, or where it is said to be: it must be both.
    record = locator - _RECORD_BYTES
    said = struct.unpack_from("<Q", data, locator + 8)[0]
    if record < 0 or said != record or data[record : record + 4] != _RECORD:
        return None
    return record, int(struct.unpack_from("<Q", data, record + 40)[0])


class Copy(mmap.mmap):
    """A file as it is on the disk; what is changed here is changed for nobody else."""

    @classmethod
    def of(cls, file: AnyPath | bytes) -> "Copy":
        """Open a copy of a file, or of what was in one, that is not empty."""
        if isinstance(file, bytes):
            copy = cls(-1, len(file))
            copy[:] = file
            return copy
        with open(file, "rb") as opened:
            return cls(opened.fileno(), 0, access=mmap.ACCESS_COPY)

    def seekable(self) -> bool:
        """Tell zipfile that it is; before Python 3.13 the class above does not say so."""
        return True


def zip_of(copy: Copy) -> zipfile.ZipFile:
    """Open a zip file in which a name says that it is UTF-8 and is not: zipfile refuses them all.

    Parameters
    ----------
    copy : Copy
        Of the zip file; the sign of UTF-8 is taken from such members in it.

    Returns
    -------
    ZipFile
        To be closed before the copy is.
    """
    end, length = _list_in(copy) or (0, 0)
    place = max(0, end - length)
    while place + _MEMBER_BYTES <= end and copy[place : place + 4] == _MEMBER:
        lengths = struct.unpack_from("<3H", copy, place + 28)
        first = place + _MEMBER_BYTES
        name = copy[first : first + lengths[0]]
        if name.decode("utf8", "ignore").encode() != name:
            _not_utf8(copy, place + 8)
        place = first + sum(lengths)
    archive = zipfile.ZipFile(cast(BinaryIO, copy))
    for info in archive.infolist():  # it is said again before what is in the member
        header = info.header_offset
        if not info.flag_bits & _IS_UTF8 and copy[header : header + 4] == _HEADER:
            _not_utf8(copy, header + 6)
    return archive


def _not_utf8(copy: Copy, place: int) -> None:
    (flags,) = struct.unpack_from("<H", copy, place)
    struct.pack_into("<H", copy, place, flags & ~_IS_UTF8)


def time_of_member(info: zipfile.ZipInfo, zone: tzinfo | None) -> datetime:
    """Give the time of a member.

    Parameters
    ----------
    info : ZipInfo
        The member.
    zone : tzinfo or None
        Of a time that does not say its own; None for this machine's.

    Returns
    -------
    datetime
        In UTC; the first that a zip file knows if it tells one that no calendar has.
    """
    try:
        if (seconds := _in_seconds(info.extra)) is not None:
            return datetime.fromtimestamp(seconds, UTC)
        return datetime(*info.date_time, tzinfo=zone).astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return datetime(1980, 1, 1, tzinfo=UTC)


def _in_seconds(extra: bytes) -> int | None:
    """Give the exact time among a member's other fields: in seconds since 1970, and so in UTC."""
    field = _field(extra, _EXACT_TIME)
    return int(struct.unpack_from("<i", field, 1)[0]) if len(field) >= 5 and field[0] & 1 else None


def name_of_member(info: zipfile.ZipInfo) -> str:
    """Give a member's name; what does not say how it is written, zipfile reads as cp437.

    Parameters
    ----------
    info : ZipInfo
        The member.

    Returns
    -------
    str
        The name in the first encoding in which its letters beyond ASCII are letters of names.
    """
    if info.flag_bits & _IS_UTF8:
        return info.filename
    try:
        written = info.orig_filename.encode("cp437")
    except UnicodeError:
        return info.filename
    field = _field(info.extra, _UNICODE_NAME)
    if field[:1] == b"\x01" and field[1:5] == struct.pack("<I", zlib.crc32(written)):
        return field[5:].decode("utf8", "replace").partition("\0")[0]
    for encoding in _ENCODINGS:
        with suppress(UnicodeError):
            found = info.filename.encode("cp437").decode(encoding)
            if encoding == "utf8" or all(map(_is_of_a_name, found)):
                return found
    return info.filename


def _is_of_a_name(letter: str) -> bool:
    is_letter = unicodedata.category(letter) in ("Lu", "Ll")
    return letter.isascii() or (is_letter and unicodedata.name(letter, "").startswith("LATIN"))


def _field(extra: bytes, wanted: int) -> bytes:
    """Give what is in one of a member's other fields; nothing if it is not there, or not whole."""
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        if kind == wanted and length <= len(extra) - 4:
            return extra[4 : 4 + length]
        extra = extra[4 + length :]
    return b""
