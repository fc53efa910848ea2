"""What a zip file's own records say beyond what zipfile tells of it."""

import struct
import zipfile
from datetime import UTC, datetime, tzinfo

#: What stands before the list of contents is told, in zip64's form before that, and again before.
_END = b"PK\x05\x06"
_LOCATOR, _LOCATOR_BYTES = b"PK\x06\x07", 20
_RECORD, _RECORD_BYTES = b"PK\x06\x06", 56

#: How far from a file's end its last record can begin.
_FARTHEST = 65_557

#: The kind of the field in which programs of Unix add a member's time.
_EXACT_TIME = 0x5455


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
    place = data.rfind(_END, max(0, len(data) - _FARTHEST))
    if place < 0 or len(data) < place + 16:
        return None
    locator = place - _LOCATOR_BYTES
    if locator < 0 or not data.startswith(_LOCATOR, locator):
        return int(struct.unpack_from("<I", data, place + 12)[0])
    # In zip64's form, as cloud drives write it also where little is in it. Versions of Python look
    # for the record right before this place, or where it is said to be: it must be both.
    record = locator - _RECORD_BYTES
    said = struct.unpack_from("<Q", data, locator + 8)[0]
    if record < 0 or said != record or not data.startswith(_RECORD, record):
        return None
    return int(struct.unpack_from("<Q", data, record + 40)[0])


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
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        if kind == _EXACT_TIME and 5 <= length <= len(extra) - 4 and extra[4] & 1:
            return int(struct.unpack_from("<i", extra, 5)[0])
        extra = extra[4 + length :]
    return None
