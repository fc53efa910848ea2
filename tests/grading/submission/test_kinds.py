"""What a file is shows at its beginning; a text that could be anything is given no name.

``test_reading`` has a file of each kind, and the refusal that comes of it.
"""

import time

import pytest

from labkit.grading.submission.kinds import what_it_is


@pytest.mark.parametrize("text", ["hello", "a, b", '{"cells": [', "print(1", "", "x" * 10])
def test_what_could_be_anything_has_no_name(text):
    assert what_it_is(text.encode() or b"x") == ""


@pytest.mark.parametrize(
    "data",
    [
        b"(" * 2_000_000,
        b"<!--" * 500_000,
        b"---\n" * 500_000,
        b"# a\n" * 500_000,
        b"\n " * 1_000_000 + b"```",
        b"PK\x03\x04" * 500_000,
        b"x = " + b"-" * 1_000_000 + b"1",
    ],
    ids=lambda data: str(data[:8]),
)
def test_it_is_quick_whatever_the_file(data):
    began = time.monotonic()
    what_it_is(data)
    assert time.monotonic() - began < 2
