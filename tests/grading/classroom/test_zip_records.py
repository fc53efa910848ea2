"""Names that a zip file's members have, in whatever encoding they were written."""

import struct
import zipfile
import zlib

import pytest

from labkit.grading.classroom.zip_records import length_of_list, name_of_member


def member(written, extra=b"", flags=0):
    """A member as zipfile reads it, whose name was written in these bytes."""
    info = zipfile.ZipInfo(written.decode("utf8" if flags else "cp437"))
    info.flag_bits, info.extra = flags, extra
    return info


def unicode_name(name, written, version=1):
    """The field in which programs add a name in Unicode, with a sum of the one beside it."""
    content = struct.pack("<BI", version, zlib.crc32(written)) + name.encode()
    return struct.pack("<HH", 0x7075, len(content)) + content


@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("Müller_tick4.ipynb", "cp437"),
        ("Müller_tick4.ipynb", "cp850"),
        ("Søren_tick4.ipynb", "cp850"),
        ("João Simões_1_assignsubmission_file_/a.ipynb", "cp850"),
        ("Иван_tick4.ipynb", "utf8"),
        ("plain.ipynb", "ascii"),
    ],
)
def test_a_name_that_does_not_say_its_encoding_is_read(name, encoding):
    assert name_of_member(member(name.encode(encoding))) == name


def test_a_name_that_says_so_is_read_as_it_says():
    assert name_of_member(member("S¢ren".encode(), flags=0x800)) == "S¢ren"
    for name in ("5°C, ½ π", "5°C"):
        assert name_of_member(member(name.encode("cp437"))) == name


def test_a_name_that_was_added_in_unicode_counts_if_it_is_of_this_one():
    written = "Ιωάννα".encode("cp737", "replace")
    whole = unicode_name("Ιωάννα.ipynb", written)
    assert name_of_member(member(written, b"\x01\x00\x00\x00" + whole)) == "Ιωάννα.ipynb"
    as_before = name_of_member(member(written))
    for extra in (
        unicode_name("other", b"of another name"),
        unicode_name("other", written, version=2),
        whole[:-1],
        b"\x75",
    ):
        assert name_of_member(member(written, extra)) == as_before


def test_the_length_of_a_list_is_not_told_where_the_first_bytes_say_it_is_before_them():
    end = b"PK\x05\x06" + struct.pack("<4H2IH", 0, 0, 0, 0, 7, 0, 0)
    assert length_of_list(end) == 7
    locator = b"PK\x06\x07" + struct.pack("<IQI", 0, 0, 1)
    assert length_of_list(locator + end) is None
