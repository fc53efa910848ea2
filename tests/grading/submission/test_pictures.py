"""Which pictures a browser is given."""

import base64
import struct

import pytest

from labkit.grading.submission.pictures import MOST_PIXELS, can_be_shown


def png(width, height):
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)
    return base64.b64encode(head).decode()


def test_as_many_pixels_as_are_allowed_and_no_more():
    assert MOST_PIXELS == 8_000 * 5_000
    assert can_be_shown(png(8_000, 5_000))
    assert not can_be_shown(png(8_000, 5_001))


@pytest.mark.parametrize("picture", ["", "%%%", "AAAA", base64.b64encode(b"GIF89a").decode()])
def test_what_is_no_picture_of_these_kinds_is_not_shown(picture):
    assert not can_be_shown(picture)


def test_lines_of_base_64_are_read_as_one():
    whole = png(20, 20)
    assert can_be_shown(whole[:10] + "\n" + whole[10:] + "\n")
