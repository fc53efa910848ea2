"""Folders and zip files are read, whatever is in them, and nothing is written."""

import os
import stat
import struct
import zipfile
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from labkit.instructor.grading.submissions import unpack as module
from labkit.instructor.grading.submissions.unpack import unpack
from tests.instructor.grading.tiny import write, zipped

LINK, NOT_PLAIN = "a symbolic link, which is not followed", "not a plain file"
LEADS_OUT = "its path leads out of the zip file"
TWO, BAD = {"a": "x", "b": "y" * 99}, zipfile.BadZipFile
LEFT = ["ann/.git/x", "ann/in/.venv/y", "bob/in/", "cat/.venv/lib/z.py", "dan/.DS_Store", "__MACOSX/eve/._a", ".DS_Store",
        "submission_metadata.yml", "ann/Feedback Attachment(s)/a.ipynb", ".x/a"]  # fmt: skip


def contents(entries):
    found = {}
    for entry in entries:
        try:
            found["/".join(entry.parts)] = entry.refusal or entry.read()
        except Exception as error:
            found["/".join(entry.parts)] = type(error)
    return found


@pytest.fixture
def everything(tmp_path):
    """What is in a zip file of these members, or in a folder."""

    def everything(members, in_zip=True, change=bytes):
        place = write(tmp_path / "class.zip", bytes(change(zipped(members))))
        if not in_zip:
            zipfile.ZipFile(place).extractall(place := tmp_path / "class")
        return contents(unpack(place))

    return everything


@pytest.mark.parametrize("in_zip", [True, False])
def test_files_are_given_without_what_programs_leave(everything, in_zip):
    empty = dict.fromkeys(("ann/in", "bob/in", "cat", "dan"), "an empty folder")
    tree = {"ann/a.ipynb": "ann's"} | dict.fromkeys(LEFT, "")
    assert everything(tree, in_zip) == {"ann/a.ipynb": b"ann's"} | empty


def test_what_is_too_large_or_too_much_or_unreadable_is_refused(everything, monkeypatch):
    monkeypatch.setattr(module, "LARGEST_HANDED_IN", 1_234_567)
    monkeypatch.setattr(module, "MOST_FILES", 2)
    files = {"a": "x" * 1_234_567, "b": "x" * 1_234_568}
    too_large = "too large: 1 MB, where 1 are allowed"
    assert everything(files) == {"a": files["a"].encode(), "b": too_large}
    with pytest.raises(ValueError, match="submissions must hold at most 2 files, not more"):
        everything(files | {"c": ""})
    words = r"a whole zip file, not class\.zip \('utf-8' codec .*\): "
    with pytest.raises(ValueError, match=words):
        everything({"Mü": "x"}, change=lambda data: data.replace("ü".encode(), b"\xfcx"))


def test_what_is_no_plain_file_is_not_opened(tmp_path):
    place = write(tmp_path / "class" / "a", "x").parent
    (place / "link").symlink_to(write(tmp_path / "secret", "the instructor's"))
    (place / "folder").symlink_to(tmp_path)
    os.mkfifo(place / "pipe")
    for size in (50_000_000, 50_000_001):  # which takes no place on the disk
        os.truncate(write(place / f"z{size}", ""), size)
    *found, full, fuller = unpack(place)
    assert (full.refusal, fuller.refusal[:9]) == ("", "too large")
    assert contents(found) == {"a": b"x", "link": LINK, "folder": LINK, "pipe": NOT_PLAIN}
    assert [entry.read() for entry in found if entry.refusal] == [b"", b"", b""]


def member(name="a", mode=0, method=zipfile.ZIP_STORED):
    info = zipfile.ZipInfo(name)
    info.external_attr, info.compress_type = (mode | 0o777) << 16, method
    return [(info, "x")]


def put(value, **offsets):
    """Change the last member, where its content begins and in the zip file's list of contents."""

    def change(data):
        for where, offset in offsets.items():
            place = data.rindex({"content": b"PK\x03\x04", "listed": b"PK\x01\x02"}[where]) + offset
            data = data[:place] + value + data[place + len(value) :]
        return data

    return change


@pytest.mark.parametrize(("members", "change", "found"), [
    (member(mode=stat.S_IFLNK), bytes, {"a": LINK}), (member(mode=stat.S_IFIFO), bytes, {"a": NOT_PLAIN}),
    (member(), bytes, {"a": b"x"}), (member(""), bytes, {"?": LEADS_OUT}), (member(method=zipfile.ZIP_LZMA), bytes, {"a": "compressed in a way that is not read"}),
    (dict.fromkeys(("../a", "/b", "x/../../c", "..\\d"), "x"), bytes, dict.fromkeys(("a", "b", "x/c", "d"), LEADS_OUT)),
    ({"./a//b/./c": "x", "dd: e/f": "y"}, bytes, {"a/b/c": b"x", "dd: e/f": b"y"}),
    ([("a/in", "1"), ("a/in", "2"), ("b", "3")], bytes, {"a/in": "its name is in the zip file more than once", "b": b"3"}),
    (TWO, put(b"\1", content=6, listed=8), {"a": b"x", "b": "locked with a password"}), (TWO, put(bytes(4), listed=42), {"a": b"x", "b": BAD}),
    (TWO, put(b"\1\2\3\4", listed=16), {"a": b"x", "b": BAD}), (TWO, put(struct.pack("<I", 1), listed=24), {"a": b"x", "b": BAD}),
    # Names as macOS and as Windows write them.
    ({"nnnnnn": "1"}, lambda data: data.replace(b"nnnnnn", b"Jose\xcc\x81"), {"Jose\u0301": b"1"}), ({"nn": "1"}, lambda data: data.replace(b"nn", b"M\x81"), {"Mü": b"1"}),
])  # fmt: skip
def test_a_trap_is_refused_and_what_is_broken_spoils_no_other(everything, members, change, found):
    assert everything(members, change=change) == found


def test_a_zip_files_time_is_that_of_the_class(tmp_path):
    data = zipped([(zipfile.ZipInfo("a", (2026, 6, 20, 17, 0, 0)), "x")])
    for when in (datetime(2026, 6, 20, 16, tzinfo=UTC), datetime(1980, 1, 1, tzinfo=UTC)):
        (entry,) = unpack(write(tmp_path / "class.zip", data), ZoneInfo("Europe/London"))
        assert entry.modified == when
        data = put(bytes(2), listed=14)(data)  # month 0 of 1980
