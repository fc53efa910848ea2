"""Folders and zip files are read, whatever is in them and whatever happens to it meanwhile."""

import io
import os
import stat
import struct
import threading
import time
import unicodedata
import zipfile
from contextlib import contextmanager
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from labkit.grading.classroom import sources
from labkit.grading.classroom.sources import LEADS_OUT, inner, opened

POSIX = pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")


def everything(path, wanted=lambda parts: True):
    with opened(path) as source:
        return {"/".join(e.parts): (e.refusal or contents(e)) for e in source.walk(wanted)}


def contents(entry):
    if entry.empty_folder:
        return "an empty folder"
    try:
        return entry.read()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def zipped(members, **options):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content, **options)
    return data.getvalue()


@pytest.fixture
def place(tmp_path):
    folder = tmp_path / "class"
    (folder / "ann").mkdir(parents=True)
    (folder / "ann" / "a.ipynb").write_bytes(b"ann's")
    return folder


# --- folders


def test_a_folder_is_read_with_its_empty_folders(place):
    (place / "bob" / "in").mkdir(parents=True)
    assert everything(place) == {"ann/a.ipynb": b"ann's", "bob/in": "an empty folder"}
    with opened(place) as source:
        assert source.names() == {"ann": True, "bob": True} and source.names(("ann",)) == {
            "a.ipynb": False
        }
        assert not source.is_zip and source.stem == "class"


def test_a_folder_is_read_also_where_none_can_be_opened_by_another(place, monkeypatch):
    monkeypatch.setattr(sources, "_BY_DESCRIPTOR", False)  # as on Windows
    test_a_folder_is_read_with_its_empty_folders(place)


def test_what_is_not_wanted_is_not_looked_into(place):
    asked = []
    assert everything(place, lambda parts: asked.append(parts) or False) == {}
    assert asked == [("ann",)]


@POSIX
def test_what_is_no_plain_file_is_not_opened(place, tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(b"the instructor's")
    (place / "link").symlink_to(secret)
    (place / "folder").symlink_to(tmp_path)
    (place / "nowhere").symlink_to(tmp_path / "none")
    os.mkfifo(place / "pipe")
    found = everything(place)
    assert found.pop("ann/a.ipynb") == b"ann's"
    assert found == {
        "link": sources.LINK,
        "folder": sources.LINK,
        "nowhere": sources.LINK,
        "pipe": sources.NOT_PLAIN,
    }


@POSIX
@pytest.mark.parametrize("becomes", ["link", "pipe", "folder is a link", "gone", "large"])
def test_what_a_file_becomes_before_it_is_read_is_told_and_waited_for_by_nobody(
    place, tmp_path, becomes, monkeypatch
):
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "a.ipynb").write_bytes(b"the instructor's")
    path = place / "ann" / "a.ipynb"
    with opened(place) as source:
        (entry,) = source.walk(lambda parts: True)
        if becomes == "large":
            monkeypatch.setattr(sources, "LARGEST", 3)
        else:
            path.unlink()
        if becomes == "link":
            path.symlink_to(secret / "a.ipynb")
        elif becomes == "pipe":
            os.mkfifo(path)
        elif becomes == "folder is a link":
            path.parent.rmdir()
            path.parent.symlink_to(secret)
        begun = time.monotonic()
        with pytest.raises((OSError, ValueError)):
            entry.read()
        assert time.monotonic() - begun < 5


def test_a_file_that_changes_while_it_is_read_is_not_taken(place, monkeypatch):
    real = os.fstat
    changed = []

    def fstat(handle):
        found = real(handle)
        if stat.S_ISREG(found.st_mode):
            changed.append(1)
            with open(place / "ann" / "a.ipynb", "ab") as file:
                file.write(b"!")
        return found

    monkeypatch.setattr(os, "fstat", fstat)
    with opened(place) as source:
        (entry,) = source.walk(lambda parts: True)
        with pytest.raises(ValueError, match="it was changed while it was read; grade again"):
            entry.read()
    assert changed


@POSIX
def test_links_and_files_may_change_places_all_the_time(place, tmp_path):
    """Whoever reads gets the student's file or nothing, and never the other one."""
    secret = tmp_path / "secret"
    secret.write_bytes(b"the instructor's")
    path, spare, over = place / "ann" / "a.ipynb", place / "ann" / "b", threading.Event()

    def swap():
        while not over.is_set():
            spare.symlink_to(secret)
            os.replace(spare, path)
            spare.write_bytes(b"ann's")
            os.replace(spare, path)

    thread = threading.Thread(target=swap)
    thread.start()
    try:
        for _ in range(300):
            for content in everything(place).values():
                assert content != b"the instructor's"
    finally:
        over.set()
        thread.join()


def test_folders_without_end_are_a_row(place):
    where = os.open(place / "ann", os.O_RDONLY)
    if os.mkdir not in os.supports_dir_fd:
        pytest.skip("paths of this length cannot be made here")
    for _ in range(120):  # far longer than a path may be
        os.mkdir("d" * 200, dir_fd=where)
        inside = os.open("d" * 200, os.O_RDONLY, dir_fd=where)
        os.close(where)
        where = inside
    os.close(where)
    found = everything(place)
    assert found.pop("ann/a.ipynb") == b"ann's"
    assert list(found.values()) == ["more than 20 folders within one another"]


@contextmanager
def without_roots_rights():
    """Root may read everything: be somebody else for a while."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@POSIX
def test_what_may_not_be_read_is_a_row(place):
    (place / "bob").mkdir(mode=0)
    (place / "ann" / "b.ipynb").write_bytes(b"")
    (place / "ann" / "b.ipynb").chmod(0)
    for path in (place, place / "ann"):
        path.chmod(0o755)
    (place / "ann" / "a.ipynb").chmod(0o644)
    with opened(place) as source, without_roots_rights():
        entries = list(source.walk(lambda parts: True))
        found = {"/".join(e.parts): e.refusal or contents(e) for e in entries}
    assert found["ann/a.ipynb"] == b"ann's" and "a folder that cannot be read" in found["bob"]
    assert "PermissionError" in found["ann/b.ipynb"]


# --- zip files


@pytest.fixture
def archive(tmp_path):
    def make(*members):
        path = tmp_path / "class.zip"
        path.write_bytes(zipped(members))
        return path

    return make


def test_a_zip_file_is_read_with_its_empty_folders(archive):
    path = archive(("ann/", ""), ("ann/a.ipynb", "ann's"), ("bob/", ""), ("bob/in/", ""))
    assert everything(path) == {"ann/a.ipynb": b"ann's", "bob/in": "an empty folder"}
    with opened(path) as source:
        assert source.names() == {"ann": True, "bob": True} and source.is_zip
        assert source.stem == "class"


def test_two_members_of_one_name_are_told_in_their_folder(archive):
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = archive(("ann/in/a", "one"), ("ann/in/a", "two"))
    assert sorted(everything(path)) == ["ann/in/a (1)", "ann/in/a (2)"]


def test_two_members_of_one_name_are_both_refused(archive):
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = archive(("a", "one"), ("a", "two"), ("b", "three"))
    reason = "its name is in the zip file more than once"
    assert everything(path) == {"a (1)": reason, "a (2)": reason, "b": b"three"}


@pytest.mark.parametrize(
    ("mode", "refusal"),
    [(stat.S_IFLNK, sources.LINK), (stat.S_IFIFO, sources.NOT_PLAIN), (stat.S_IFCHR, sources.NOT_PLAIN)],
)  # fmt: skip
def test_members_that_are_no_files_are_not_read(archive, mode, refusal):
    info = zipfile.ZipInfo("a")
    info.external_attr = (mode | 0o777) << 16
    assert everything(archive((info, "/etc/passwd"))) == {"a": refusal}


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_compressions_are_not_read(tmp_path, method):
    (tmp_path / "class.zip").write_bytes(zipped([("a", "x")], compress_type=method))
    assert everything(tmp_path / "class.zip") == {"a": "compressed in a way that is not read"}


def patched(path, change):
    data = bytearray(path.read_bytes())
    change(data)
    path.write_bytes(bytes(data))
    return path


def test_a_locked_member_is_told(archive):
    def lock(data):
        for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            data[data.index(signature) + offset] |= 1

    assert everything(patched(archive(("a", "x")), lock)) == {"a": "locked with a password"}


def test_a_wrong_checksum_spoils_one_member(archive):
    def spoil(data):
        place = data.index(b"PK\x01\x02") + 16
        data[place : place + 4] = b"\1\2\3\4"

    found = everything(patched(archive(("a", "x"), ("b", "y")), spoil))
    assert found == {"a": "BadZipFile: Bad CRC-32 for file 'a'", "b": b"y"}


def test_members_that_lie_over_one_another_are_bounded(archive):
    def overlap(data):  # both names lead to the first one's bytes
        place = data.rindex(b"PK\x01\x02") + 42
        data[place : place + 4] = bytes(4)

    found = everything(patched(archive(("a", "x" * 9), ("b", "y" * 9)), overlap))
    assert found["b"] != b"y" * 9 and "BadZipFile" in str(found["b"])


def test_a_size_that_lies_is_not_believed(archive, monkeypatch):
    monkeypatch.setattr(sources, "LARGEST", 1_000)

    def lie(data):
        place = data.index(b"PK\x01\x02") + 24
        data[place : place + 4] = struct.pack("<I", 10)

    found = everything(patched(archive(("a", "x" * 5_000)), lie))
    assert isinstance(found["a"], str)


def test_names_that_macos_writes_without_saying_how_are_read(archive):
    name = unicodedata.normalize("NFD", "José")

    def unsaid(data):
        for signature, offset in ((b"PK\x03\x04", 7), (b"PK\x01\x02", 9)):
            data[data.index(signature) + offset] &= ~0x08

    assert everything(patched(archive((name, "x")), unsaid)) == {name: b"x"}
    assert everything(archive(("plain", "x"))) == {"plain": b"x"}


def lying(*members):
    """A zip file in which the names with a ``?`` say that they are UTF-8 and are not."""
    data = zipped([(name.replace("?", "\u00fc"), content) for name, content in members])
    return data.replace("\u00fc".encode(), b"\xfcx")


def test_a_name_that_is_not_what_it_says_spoils_no_other(tmp_path):
    path = tmp_path / "class.zip"
    given = lying(("ann/a.ipynb", "ann's"), ("bob/M?.ipynb", "bob's"), ("\u0418/i", "Ivan's"))
    path.write_bytes(given)
    assert everything(path) == {
        "ann/a.ipynb": b"ann's",
        "bob/M\u207fx.ipynb": b"bob's",
        "\u0418/i": b"Ivan's",
    }
    assert path.read_bytes() == given
    found = inner(lying(("a", "one"), ("?", "two")))
    assert [(e.name, e.read()) for e in found] == [("a", b"one"), ("\u207fx", b"two")]


def test_what_is_no_whole_zip_file_is_said_so(tmp_path, archive):
    path = archive(("a", "x"))
    place = path.read_bytes().rindex(b"PK\x01\x02")
    patched(path, lambda data: data.__setitem__(slice(place, place + 4), b"XXXX"))
    with pytest.raises(ValueError, match="submissions must be a whole zip file, not class.zip"):
        everything(path)


def test_a_time_no_calendar_has_is_the_first_that_a_zip_file_knows(archive):
    def zero(data):
        place = data.rindex(b"PK\x01\x02") + 14
        data[place : place + 2] = bytes(2)

    with opened(patched(archive(("a", "x")), zero)) as source:
        (entry,) = source.walk(lambda parts: True)
    assert entry.modified == datetime(1980, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("extra", "zone", "when"),
    [
        (b"", "Europe/Berlin", "2026-11-20T16:00:00"),
        (b"", "Asia/Kolkata", "2026-11-20T11:30:00"),
        (b"\x01\x00\x00\x00UT\x05\x00\x01" + struct.pack("<i", 1_795_194_000), "Asia/Kolkata", "2026-11-20T17:00:00"),
        (b"UT\x05\x00\x02" + bytes(4), "UTC", "2026-11-20T17:00:00"),  # of another kind
        (b"UT\x01\x00\x01", "UTC", "2026-11-20T17:00:00"),  # without a time
    ],
)  # fmt: skip
def test_a_zip_files_time_is_that_of_the_class_unless_it_is_exact(tmp_path, extra, zone, when):
    info = zipfile.ZipInfo("a", (2026, 11, 20, 17, 0, 0))
    info.extra = extra
    (tmp_path / "class.zip").write_bytes(zipped([(info, b"x")]))
    with opened(tmp_path / "class.zip", ZoneInfo(zone)) as source:
        (entry,) = source.walk(lambda _: True)
    assert entry.modified == datetime.fromisoformat(when).replace(tzinfo=UTC)


# --- zip files of students


def test_a_students_zip_file_is_read():
    found = inner(zipped([("work/a.ipynb", "x"), ("../b", "y"), ("c.zip", zipped([("d", "z")]))]))
    assert [(e.parts, e.refusal) for e in found] == [
        (("work", "a.ipynb"), ""),
        (("b",), sources.LEADS_OUT),
        (("c.zip",), ""),
    ]
    assert found[0].read() == b"x"


@pytest.mark.parametrize(
    "data",
    [b"", b"PK\x05\x06", b"PK\x05\x06" + bytes(18), b"x" * 100 + b"PK\x05\x06" + b"\x01" * 18],
)
def test_what_is_none_is_broken_or_empty(data):
    try:
        assert inner(data) == []
    except ValueError as error:
        assert str(error) == "a zip file that is broken" or "more files than" in str(error)


def test_a_list_of_contents_without_end_is_not_read():
    data = zipped([(f"{number}.txt", b"") for number in range(12_000)])
    begun = time.monotonic()
    with pytest.raises(ValueError, match="more files than a student's work has"):
        inner(data)
    assert time.monotonic() - begun < 0.5


def in_zip64s_form(data, length=None, said=None):
    """A zip file as cloud drives write it: what its list takes is told in a record of its own."""
    place = data.rindex(b"PK\x05\x06")
    count, listed, start = struct.unpack("<HII", data[place + 10 : place + 20])
    length = listed if length is None else length
    record = struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, length, start)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, place if said is None else said, 1)
    end = b"PK\x05\x06" + bytes(4) + b"\xff" * 12 + bytes(2)
    return data[:place] + b"PK\x06\x06" + record + locator + end


def test_a_students_zip_file_from_a_cloud_drive_is_read():
    data = in_zip64s_form(zipped([("work/a.ipynb", "x"), ("b.csv", "y")]))
    assert [(e.parts, e.read()) for e in inner(data)] == [
        (("work", "a.ipynb"), b"x"),
        (("b.csv",), b"y"),
    ]


def test_what_zip64s_form_says_of_the_list_is_bounded():
    data = zipped([(f"{number}.txt", b"") for number in range(12_000)])
    with pytest.raises(ValueError, match="more files than a student's work has"):
        inner(in_zip64s_form(data))
    with pytest.raises(ValueError, match="broken"):
        inner(in_zip64s_form(zipped([("a", "x")]), said=0))  # another list could be there
    with pytest.raises(ValueError, match="broken"):
        inner(in_zip64s_form(zipped([("a", "x")]), length=90_000))


def test_a_list_in_zip64s_form_is_not_believed():
    data = zipped([("a", "x")])
    place = data.rindex(b"PK\x05\x06")
    locator = b"PK\x06\x07" + bytes(16)
    with pytest.raises(ValueError, match="a zip file that is broken"):
        inner(data[:place] + locator + data[place:])


def test_a_member_without_a_name_is_a_row(tmp_path):
    """Python before 3.12 stumbles over it, and with it fell the whole class."""
    path = tmp_path / "class.zip"
    path.write_bytes(zipped([(zipfile.ZipInfo(""), b"x"), ("ann/a.ipynb", b"ann's")]))
    assert everything(path) == {"?": LEADS_OUT, "ann/a.ipynb": b"ann's"}
    assert len(inner(path.read_bytes())) == 2


def test_a_name_that_is_not_what_it_says_is_read_in_zip64s_form_too(tmp_path):
    path = tmp_path / "class.zip"
    path.write_bytes(in_zip64s_form(lying(("a", "one"), ("?", "two"))))
    assert set(everything(path).values()) == {b"one", b"two"}
