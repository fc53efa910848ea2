"""One version read from the exchange: as it was at a moment, and never more than it may cost."""

import fcntl
import os
import signal
import time
from datetime import UTC, datetime

import pytest

from labkit.hub import inbound
from labkit.hub.inbound import FOREIGN, NotYet, is_handed_in, named, read

SECRET = "0123456789abcdef" * 8


@pytest.fixture
def place(tmp_path):
    """A folder as nbgrader hands it in."""
    place = tmp_path / "ada+t+now+abc"
    place.mkdir()
    for name, text in (
        ("t.ipynb", "{}"),
        ("timestamp.txt", "2001-01-01 00:00:00 UTC"),
        ("submission_secret.txt", SECRET),
    ):
        (place / name).write_text(text)
    place.chmod(0o777)
    return place


def content(place, owner=None):
    handle = os.open(place.parent, os.O_RDONLY)
    try:
        return read(handle, place.name, os.geteuid() if owner is None else owner)
    finally:
        os.close(handle)


def test_it_gives_the_files_the_secret_and_the_time_of_the_last_change(place):
    before = datetime.now(UTC)
    found = content(place)
    assert found.files == {"t.ipynb": b"{}"} and found.secret == SECRET and not found.refusal
    assert found.notebooks == ("t",) and found.left_out == ()
    assert abs((found.handed_in - before).total_seconds()) < 1
    changed = max(path.stat().st_ctime_ns for path in (place, *place.iterdir()))
    assert int(found.handed_in.timestamp() * 1e6) == pytest.approx(changed // 1000, abs=1)


@pytest.mark.parametrize("name", ["t.ipynb", "timestamp.txt", "submission_secret.txt", ".hidden"])
def test_a_change_of_any_file_is_a_change_of_all(place, name):
    (place / name).touch()
    first = content(place).handed_in
    time.sleep(0.02)
    os.utime(place / name, (10**9, 10**9))
    assert content(place).handed_in > first


def test_what_is_anothers_is_neither_taken_nor_waited_for(place):
    with pytest.raises(NotYet, match="another user"):
        content(place, owner=os.geteuid() + 1)
    if os.geteuid() == 0:
        (place / "more.ipynb").touch()
        os.chown(place / "more.ipynb", 12345, -1)
        found = content(place)
        assert found.left_out == (f"more.ipynb: {FOREIGN}",) and found.notebooks == ("t",)


def test_a_link_in_the_place_of_the_folder_is_not_followed(place):
    place.rename(place.with_name("aside"))
    place.symlink_to(place.with_name("aside"))
    with pytest.raises(NotYet, match="cannot be read"):
        content(place)


def test_files_that_are_passed_over_are_no_ones_work(place):
    (place / "feedback" / "then").mkdir(parents=True)
    (place / "feedback" / "then" / "t.html").touch()
    (place / ".ipynb_checkpoints").mkdir()
    (place / "x.pyc").touch()
    assert set(content(place).files) == {"t.ipynb"}
    assert not is_handed_in("a/.git/x") and is_handed_in("a/timestamp.txt")


def test_a_file_whose_opening_would_wait_is_left_for_the_next_round(place, request):
    """Its student holds a lease on it, by which who opens it waits for 45 seconds."""
    # Whoever holds a lease is sent a signal when another wants the file; unheeded, it ends a process.
    heeded = signal.signal(signal.SIGIO, signal.SIG_IGN)
    request.addfinalizer(lambda: signal.signal(signal.SIGIO, heeded))
    with open(place / "t.ipynb", "r+") as held:
        try:
            fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_WRLCK)
        except OSError:
            pytest.skip("there are no leases on this disk")
        began = time.monotonic()
        with pytest.raises(NotYet, match="cannot be read"):
            content(place)
        assert time.monotonic() - began < 5
        fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_UNLCK)
    assert content(place).files


def test_all_files_together_have_a_bound_and_notebooks_go_first(place, monkeypatch):
    monkeypatch.setattr(inbound, "MOST_BYTES", 100)
    (place / "a.csv").write_bytes(b"x" * 60)
    (place / "b.csv").write_bytes(b"x" * 60)
    found = content(place)
    assert set(found.files) == {"t.ipynb", "a.csv"} and "b.csv: too large" in found.left_out[0]
    (place / "t.ipynb").write_bytes(b"x" * 101)
    assert "t.ipynb is too large" in content(place).refusal


def test_folders_within_folders_have_a_bound(place):
    deep = place.joinpath(*"abcdef")
    deep.mkdir(parents=True)
    (place / "a" / "b" / "c" / "d" / "there").touch()
    found = content(place)
    assert "a/b/c/d/there" in found.files and "a/b/c/d/e" in found.left_out[0]


@pytest.mark.parametrize("name", ["ada", "ada+t", "+t+now+x", "ada++now+x", "a+t+n+o+w", ""])
def test_other_names_are_none(name):
    assert named(name) is None


def test_of_the_future_is_only_what_a_file_server_with_another_clock_says(place, monkeypatch):
    walk = inbound._Reading.folder

    def another_clock(self, handle, above):
        walk(self, handle, above)
        self.latest += 3600 * 10**9

    monkeypatch.setattr(inbound._Reading, "folder", another_clock)
    assert content(place).handed_in <= datetime.now(UTC)
