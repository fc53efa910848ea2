"""Pictures of a notebook's outputs: which of them a browser is given."""

import base64
import binascii

#: The most pixels of a picture. A file of a few kilobytes can unfold into gigabytes.
MOST_PIXELS = 40_000_000

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
#: The markers of a JPEG file before its size, and those without any content.
_FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE = {0x01, *range(0xD0, 0xD9)}


def can_be_shown(picture: str) -> bool:
    """Tell whether a picture is PNG or JPEG, and of a size that a browser can show.

    Parameters
    ----------
    picture : str
        In base 64.

    Returns
    -------
    bool
        Whether it is. A browser looks at the content and not at what it is called.
    """
    try:
        data = base64.b64decode("".join(picture.split()), validate=True)
    except (ValueError, binascii.Error):
        return False
    if data.startswith(_PNG):
        width, height = data[16:20], data[20:24]
        return _fits(width, height)
    return data.startswith(_JPEG) and _fits(*_size_of_jpeg(data))


def _fits(width: bytes, height: bytes) -> bool:
    return int.from_bytes(width) * int.from_bytes(height) <= MOST_PIXELS


def _size_of_jpeg(data: bytes) -> tuple[bytes, bytes]:
    """Read width and height from the first frame; empty if there is none."""
    at = len(_JPEG)
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _FRAMES:
            return data[at + 7 : at + 9], data[at + 5 : at + 7]
        at += 2 if marker in _BARE else 2 + int.from_bytes(data[at + 2 : at + 4])
    return b"", b""
