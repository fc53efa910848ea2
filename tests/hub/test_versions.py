"""Which version counts, and that each is kept whole or not at all."""

import errno
import os
import shutil
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from labkit.grading.results.late import Policy
from labkit.hub import versions
from labkit.hub.versions import HandedIn, Versions, counting, marked_as

DUE = datetime(2026, 11, 20, 17, tzinfo=UTC)
POLICY = Policy({"t": DUE}, {("eve", "t"): DUE + timedelta(days=7)}, grace=timedelta(minutes=10))


def at(minutes, student="ada", **more):
    when = DUE + timedelta(minutes=minutes, microseconds=7)
    return HandedIn(student, "t", when, f"{student}+t+{minutes}", **more)


@pytest.fixture
def store(tmp_path):
    return Versions(tmp_path / "versions")


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [
        ([-30], -30),
        ([-30, -20], -20),
        ([-20, -30], -20),  # in whatever order they are found
        ([-30, 10], 10),  # within the time of grace
        ([-30, 11], -30),  # what is late replaces nothing
        ([11, 12, 3000], 11),  # nothing in time: the first counts, once
        ([], None),
    ],
)
def test_until_the_deadline_the_last_counts_and_after_it_the_first(minutes, expected):
    found = counting([at(each) for each in minutes], POLICY)
    assert (found and found.handle) == (None if expected is None else f"ada+t+{expected}")


def test_an_extension_is_one_students_own_and_no_deadline_means_always_the_last():
    assert counting([at(-5, "eve"), at(60, "eve")], POLICY).handle == "eve+t+60"
    assert counting([at(-5), at(60)], Policy()).handle == "ada+t+60"


def test_what_cannot_be_read_counts_for_nothing():
    broken = at(-10, refusal="not a notebook")
    assert counting([at(-30), broken], POLICY) == at(-30)
    assert counting([broken], POLICY) is None


def test_a_version_is_as_it_was_and_known_by_what_the_exchange_calls_it(store, tmp_path):
    store.keep(at(0, notebooks=("t",), secret="s" * 32), {"t.ipynb": b"{}", "a/b.csv": b"1"})
    (found,) = store.of("ada", "t")
    assert found == at(0, notebooks=("t",), secret="s" * 32)
    assert HandedIn.time_of(found.key) == found.to_the_second == DUE
    assert store.works() == [("ada", "t")]
    assert store.unknown("ada", "t", ["ada+t+0", "ada+t+1"]) == {"ada+t+1"}
    store.put(found, tmp_path / "submitted")
    place = tmp_path / "submitted" / "ada" / "t"
    assert (place / "a" / "b.csv").read_bytes() == b"1"
    assert (place / "timestamp.txt").read_text() == "2026-11-20 17:00:00 UTC"
    assert marked_as(tmp_path / "submitted", "ada", "t") == found.key


def test_another_version_takes_the_place_and_leaves_nothing_of_the_one_before(store, tmp_path):
    for minutes, files in ((0, {"t.ipynb": b"1", "helper.py": b""}), (1, {"t.ipynb": b"2"})):
        store.keep(at(minutes), files)
        store.put(at(minutes), tmp_path)
    assert sorted(os.listdir(tmp_path / "ada" / "t")) == [".version", "t.ipynb", "timestamp.txt"]
    assert (tmp_path / "ada" / "t" / "t.ipynb").read_bytes() == b"2"
    assert list((tmp_path / "versions" / ".service").iterdir()) == []


def test_what_came_before_the_clock_was_set_back_is_older_than_what_comes_after(store, tmp_path):
    """Else what a student hands in again would not count, until the clock has come so far."""
    now = datetime.now(UTC)
    before, ahead, more, new = (
        replace(at(0), when=now + timedelta(hours=hours), handle=f"{hours}")
        for hours in (-1, 2, 3, 0)
    )
    for version in (before, ahead, more):
        store.keep(version, {"t.ipynb": version.handle.encode()})
    store.set_given(more, "digest")
    for version in (replace(before, student="ben"), new):
        store.date_back(version)
        store.keep(version, {"t.ipynb": b"new"})
    known = store.of("ada", "t")
    assert [version.handle for version in known] == ["-1", "2", "3", "0"]
    assert counting(known, Policy()) == new and known[0] == before
    assert now - known[1].when < timedelta(seconds=1) and store.given(known[2]) == "digest"
    store.put(known[2], tmp_path)
    assert (tmp_path / "ada" / "t" / "t.ipynb").read_bytes() == b"3"


def test_a_full_disk_keeps_nothing_by_halves(store, monkeypatch):
    written = []

    def full(path, content):
        if written:
            raise OSError(errno.ENOSPC, "No space left on device")
        written.append(path.write_bytes(content))

    with monkeypatch.context() as patch:
        patch.setattr(versions, "_write", full)
        with pytest.raises(OSError, match="No space"):
            store.keep(at(0), {"t.ipynb": b"{}", "more.csv": b"1"})
    assert store.of("ada", "t") == [] and list((store.folder / ".service").iterdir()) == []
    store.keep(at(0), {"t.ipynb": b"{}", "more.csv": b"1"})
    assert len(store.of("ada", "t")) == 1


def test_what_a_killed_service_left_is_no_version_and_goes(store, tmp_path):
    store.keep(at(0), {"t.ipynb": b"{}"})
    left = store.folder / ".service" / ".unfinished-abc" / "files"
    left.mkdir(parents=True)
    (left / "t.ipynb").touch()
    assert store.works() == [("ada", "t")] and len(store.of("ada", "t")) == 1
    store.clean()
    assert list((store.folder / ".service").iterdir()) == []


def test_a_version_that_a_power_cut_has_damaged_is_taken_anew(store):
    store.keep(at(0), {"t.ipynb": b"{}"})
    (about,) = store.folder.glob("ada/t/*/version.json")
    about.write_bytes(b"\0" * 40)
    assert store.of("ada", "t") == []
    assert store.unknown("ada", "t", ["ada+t+0"]) == {"ada+t+0"}
    assert store.works() == [("ada", "t")]


def test_what_is_left_of_a_damaged_version_is_kept_and_said(store):
    """It may be all that there is: of a backup, for instance, without the exchange."""
    for _ in range(2):
        store.keep(at(0), {"t.ipynb": b"work"})
        (about,) = store.folder.glob("ada/t/*/version.json")
        about.unlink()
        versions._about.cache_clear()
        assert store.of("ada", "t") == []
    store.clean()
    kept = list((store.folder / versions._DAMAGED).glob("ada+t+*/files/t.ipynb"))
    assert [path.read_bytes() for path in kept] == [b"work"] * 2
    (said,) = store.damaged()
    assert said.startswith("2 versions were damaged") and str(kept[0].parents[2]) in said


def test_what_is_remembered_of_a_version_does_not_bring_it_back(store):
    store.keep(at(0), {"t.ipynb": b"{}"})
    store.set_given(at(0), "digest")
    assert store.given(at(0)) == "digest"
    shutil.rmtree(store.folder / "ada")
    store.set_given(at(0), "digest")
    assert store.works() == [] and store.given(at(0)) == ""


def test_a_version_that_cannot_be_read_just_now_stays_where_it_is(store, monkeypatch):
    def too_many(path):
        raise OSError(errno.EMFILE, "Too many open files")

    store.keep(at(0), {"t.ipynb": b"work"})
    with monkeypatch.context() as patch:
        patch.setattr(versions, "_about", too_many)
        with pytest.raises(OSError, match="Too many"):
            store.of("ada", "t")
    assert store.of("ada", "t") == [at(0)] and store.damaged() == []


@pytest.mark.parametrize("content", [b"", b"\0" * 43, b"\xff", b"000179", b"1-x"])
def test_a_mark_that_is_none_is_of_no_version(tmp_path, content):
    place = tmp_path / "ada" / "t" / versions.MARKER
    place.parent.mkdir(parents=True)
    place.write_bytes(content)
    assert marked_as(tmp_path, "ada", "t") == ""
    place.write_text(at(0).key)
    assert marked_as(tmp_path, "ada", "t") == at(0).key


def test_files_of_old_versions_go_but_never_those_that_count(store, tmp_path, monkeypatch):
    monkeypatch.setattr(versions, "MOST_KEPT", 3)
    for minutes in (-9, -8, *range(20, 26)):  # two in time, then one after the other too late
        store.keep(at(minutes), {"t.ipynb": b"x" * 50})
        store.make_room("ada", "t", counting(store.of("ada", "t"), POLICY))
    known = store.of("ada", "t")
    assert len(known) == 8
    assert [v.handle for v in known if v.kept] == [
        f"ada+t+{minutes}" for minutes in (-9, -8, 24, 25)
    ]
    assert counting(known, POLICY).handle == "ada+t+-8"


def test_many_bytes_are_let_go_as_well(store, monkeypatch):
    monkeypatch.setattr(versions, "MOST_BYTES", 250)
    for minutes in range(-9, 0):
        store.keep(at(minutes), {"t.ipynb": b"x" * 100})
        store.make_room("ada", "t", counting(store.of("ada", "t"), POLICY))
    assert [v.handle for v in store.of("ada", "t") if v.kept] == [
        "ada+t+-9",
        "ada+t+-2",
        "ada+t+-1",
    ]


def test_who_hands_in_without_end_is_not_listened_to_without_end(store, monkeypatch):
    monkeypatch.setattr(versions, "MOST_VERSIONS", 3)
    store.keep(at(0), {"t.ipynb": b"x"})
    assert len(store.unknown("ada", "t", [f"ada+t+{n}" for n in range(9)])) == 2


def test_what_is_withdrawn_leaves_other_ticks_and_can_come_again(store, tmp_path):
    version, submitted = at(0), tmp_path / "submitted"
    other = replace(version, tick="u")
    for each in (version, other):
        store.keep(each, {"t.ipynb": b"{}"})
        store.put(each, submitted)
    store.withdraw(version, submitted)
    assert (marked_as(submitted, "ada", "t"), marked_as(submitted, "ada", "u")) == ("", other.key)
    store.withdraw(other, submitted)
    assert not any(submitted.iterdir())
    store.put(version, submitted)
    assert marked_as(submitted, "ada", "t") == version.key


def test_what_is_not_with_what_is_graded_waits_or_says_why_it_does_not_count(store):
    for version in (
        at(0),
        *(at(1, "ben"), at(2, "ben", refusal="not a notebook")),
        *(at(0, "eve", refusal="empty"), at(1, "eve", refusal="too large")),
        at(0, "zoe"),
    ):
        store.keep(version, {} if version.refusal else {"t.ipynb": b"{}"})
    assert store.waiting({("ada", "t")}) == {
        ("ben", "t"): "",
        ("eve", "t"): "too large",
        ("zoe", "t"): "",
    }
    assert Versions(store.folder / "none").waiting(()) == {}
