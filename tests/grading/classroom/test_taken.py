"""A file that has not changed is not read in again, and whatever was kept can be lost."""

from dataclasses import replace

import nbformat
import pytest

from labkit.grading.classroom import taken
from labkit.grading.classroom.taken import FOLDER, Taken
from tests.grading.tiny import NAME, answered, make_tick


@pytest.fixture(scope="module")
def ticks(tmp_path_factory):
    return {NAME: make_tick(tmp_path_factory.mktemp("ticks"))}


@pytest.fixture
def good(ticks):
    return nbformat.writes(answered(ticks[NAME])).encode()


@pytest.fixture
def reads(monkeypatch):
    """How often a notebook is really read."""
    real, calls = taken.read, []
    monkeypatch.setattr(taken, "read", lambda data: calls.append(1) or real(data))
    return calls


def test_what_has_not_changed_is_read_once(tmp_path, ticks, good, reads):
    first = Taken(ticks, tmp_path).read(good, "")
    assert Taken(ticks, tmp_path).read(good, "") == first and first[1] == NAME
    assert len(reads) == 1
    Taken(ticks, tmp_path).read(good + b" ", "")
    Taken(ticks, tmp_path).read(good, NAME)
    Taken({NAME: replace(ticks[NAME], hidden="")}, tmp_path).read(good, "")
    assert len(reads) == 4


def test_without_a_folder_nothing_is_kept(ticks, good, reads):
    keeper = Taken(ticks)
    assert keeper.read(good, "") == keeper.read(good, "") and len(reads) == 2
    keeper.forget_others()


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", "3"])
def test_what_was_spoilt_is_read_anew(tmp_path, ticks, good, reads, content):
    first = Taken(ticks, tmp_path).read(good, "")
    (path,) = (tmp_path / FOLDER).iterdir()
    path.write_text(content)
    assert Taken(ticks, tmp_path).read(good, "") == first and len(reads) == 2


def test_what_is_refused_is_not_kept(tmp_path, ticks):
    with pytest.raises(ValueError, match="empty"):
        Taken(ticks, tmp_path).read(b"", "")
    assert not (tmp_path / FOLDER).exists()


def test_not_without_end(tmp_path, ticks, good, monkeypatch):
    monkeypatch.setattr(taken, "MOST_KEPT", 2)
    keeper = Taken(ticks, tmp_path)
    for number in range(4):
        keeper.read(good + b" " * number, "")
    assert len(list((tmp_path / FOLDER).iterdir())) == 2
    keeper.forget_others()
    assert list((tmp_path / FOLDER).iterdir()) == []
