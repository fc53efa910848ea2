import os
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import nbformat
import pytest

from labkit.instructor.grading.base.atomic import packed
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.hub import submissions
from labkit.instructor.hub.submissions import Versions, as_submission, counting
from tests.instructor.grading.tiny import NAME, answered, make_tick

WORK = "ada", NAME
DUE = datetime(2026, 11, 20, 17, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def versions(tmp_path):
    return Versions(tmp_path / "versions")


def test_each_version_is_kept_once_in_the_order_in_which_it_came(versions, monkeypatch):
    assert (versions.works(), versions.times(WORK)) == ({}, [])
    versions.begin(WORK)
    assert (versions.works(), versions.times(WORK)) == ({WORK: False}, [])
    before = datetime.now(UTC)
    first = versions.keep(WORK, b"1")
    assert versions.keep(WORK, b"1") == first  # pressed twice
    assert versions.works() == {WORK: True}
    times = [first, versions.keep(WORK, b"2"), versions.keep(WORK, b"1")]
    assert versions.times(WORK) == times == sorted(set(times))
    assert before <= first and times[-1] <= datetime.now(UTC) + timedelta(microseconds=1)
    assert [versions.read(WORK, when) for when in times] == [b"1", b"2", b"1"]


@pytest.fixture
def set_clock(monkeypatch):
    def set_clock(when):
        now = SimpleNamespace(now=lambda zone: when, strptime=datetime.strptime)
        monkeypatch.setattr(submissions, "datetime", now)

    return set_clock


def test_a_clock_that_was_wrong_for_a_while_dates_nothing_later_than_what_came_after_it(
    versions, set_clock
):
    old = versions.folder.joinpath(*WORK, "20261120T160000.000000.zip")  # as they were called
    old.parent.mkdir(parents=True)
    old.write_bytes(b"0")
    noon, ahead = DUE - 60 * MINUTE, DUE + timedelta(days=365)
    for when, data in ((ahead, b"1"), (ahead + MINUTE, b"2")):
        set_clock(when)
        assert versions.keep(WORK, data) == when
    assert versions.times(WORK) == [noon, ahead, ahead + MINUTE]
    right = DUE - MINUTE
    set_clock(right)
    assert versions.keep(WORK, b"2") == right  # though nothing has changed
    first, *_, last = times = versions.times(WORK)
    assert (first, last) == (noon, right) and times == sorted({*times}) and len(times) == 4
    assert [versions.read(WORK, when) for when in times] == [b"0", b"1", b"2", b"2"]
    assert counting(times, WORK, Policy({NAME: DUE})) == right


def test_what_is_confirmed_is_on_the_disk_with_its_folders(versions, monkeypatch):
    written = []
    monkeypatch.setattr(
        os, "fsync", lambda file: written.append(os.readlink(f"/proc/self/fd/{file}"))
    )
    versions.keep(WORK, b"1")
    (file,) = versions.folder.rglob("*.zip")
    assert written == [str(path) for path in (file, *file.parents[:3])]


#: Sizes of what is there already: of 500 versions, and of 500 MB together, two are left.
@pytest.mark.parametrize("sizes", [[0] * 498, [499_999_980, 0]], ids=["versions", "bytes"])
def test_without_end_nobody_hands_in(versions, sizes):
    versions.begin(WORK)
    for number, size in enumerate(sizes):
        file = versions.folder.joinpath(*WORK, f"20260101T000000.{number:06}.zip")
        file.touch()
        os.truncate(file, size)
    for content in (b"1" * 10, b"2" * 10):
        versions.keep(WORK, content)
    with pytest.raises(ValueError, match=f"handed in {len(sizes) + 2} versions of this tick"):
        versions.keep(WORK, b"3" * 10)
    assert len(versions.times(WORK)) == len(sizes) + 2
    assert versions.keep(("ben", NAME), b"3" * 10)


#: Within 5 minutes of grace; or the first that is late.
@pytest.mark.parametrize(("minutes", "counts"), [
    ([], None), ([-2, -1], -1), ([-1, 1], 1), ([-1, 5, 6], 5), ([0, 5], 5), ([6, 7], 6),
])  # fmt: skip
def test_the_last_in_time_counts_or_else_the_first_late(minutes, counts):
    policy = Policy({NAME: DUE}, grace=5 * MINUTE)
    times = [DUE + minute * MINUTE for minute in minutes]
    expected = None if counts is None else DUE + counts * MINUTE
    assert counting(times, WORK, policy) == expected
    extended = Policy({NAME: DUE}, {WORK: DUE + 60 * MINUTE}, grace=5 * MINUTE)
    assert counting(times, WORK, extended) == (times[-1] if times else None)
    assert counting(times, WORK, Policy()) == (times[-1] if times else None)


@pytest.fixture
def ticks(tmp_path):
    return {NAME: make_tick(tmp_path / "ticks")}


def test_a_version_is_read_with_what_is_beside_it_as_its_student_s(ticks):
    notebook = nbformat.writes(answered(ticks[NAME]))
    data = packed({f"{NAME}.ipynb": notebook, "data.txt": "3", "helpers/h.py": "x = 1"})
    read = as_submission(data, WORK, DUE + timedelta(microseconds=7), ticks)
    assert (read.student, read.tick, read.submitted, read.dated) == ("ada", NAME, DUE, True)
    assert set(read.files) == {"data.txt", "helpers/h.py"} and not read.ended


@pytest.mark.parametrize(("data", "said"), [
    (packed({"essay.txt": "x"}), "not a notebook|no notebook"), (packed({f"{NAME}.ipynb": ""}), "empty"),
    (packed({f"{NAME}.ipynb": "{"}), "JSON|cut|whole"), (packed({"../../x.ipynb": "{}"}), "out of the zip file|no notebook"),
    *((data, "must|zip|notebook") for data in (packed({}), b"", b"no zip file", b"PK\x01\x02" * 3000)),
])  # fmt: skip
def test_what_will_not_do_is_said_at_once(ticks, data, said):
    with pytest.raises(ValueError, match=said):
        as_submission(data, WORK, DUE, ticks)
