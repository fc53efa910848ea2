"""The audit log keeps what was written, whatever happens afterwards."""

import json
import os
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from labkit.grading.results import audit
from labkit.grading.results.audit import NAME, entries, me, note


def test_a_line_says_who_when_what_and_why(tmp_path):
    before = datetime.now(UTC).replace(microsecond=0)
    note(tmp_path / "out", "ann", "waive", "a misprint", question="t-test", points=[1, 2.5, None])
    (line,) = entries(tmp_path / "out")
    assert before <= datetime.fromisoformat(line.pop("when")) <= datetime.now(UTC)
    assert line == {
        "who": "ann", "what": "waive", "why": "a misprint",
        "question": "t-test", "points": [1, 2.5, None],
    }  # fmt: skip


def test_nothing_there_is_an_empty_log(tmp_path):
    assert entries(tmp_path) == entries(tmp_path / "nowhere") == []


@pytest.mark.parametrize("text", ["Ünï\u2028 code\n{}", "\ud800", '"}\r\n{"'])
def test_any_text_stays_one_line(tmp_path, text):
    note(tmp_path, text, "waive", text, student=text)
    note(tmp_path, "ann", "waive", "")
    assert [line["who"] for line in entries(tmp_path)] == [text, "ann"]
    assert (tmp_path / NAME).read_bytes().count(b"\n") == 2


def test_a_torn_line_is_lost_alone(tmp_path):
    """Cut after every byte of the last line: the lines before and the next one are read."""
    note(tmp_path, "ann", "waive", "first")
    whole = len((tmp_path / NAME).read_bytes())
    note(tmp_path, "ann", "waive", "second")
    content = (tmp_path / NAME).read_bytes()
    for cut in range(whole, len(content)):
        (tmp_path / NAME).write_bytes(content[:cut])
        note(tmp_path, "bob", "waive", "third")
        reasons = [line["why"] for line in entries(tmp_path)]
        complete = cut == len(content) - 1  # only the end of the line is missing
        assert reasons == ["first", "second", "third"] if complete else ["first", "third"]


@pytest.mark.parametrize("text", [b"[1]", b"{}", b"\xff\xfe", b"null", b'{"when": 1}', b"\0" * 99])
def test_what_is_no_entry_is_left_out(tmp_path, text):
    (tmp_path / NAME).write_bytes(text + b"\n")
    note(tmp_path, "ann", "waive", "")
    assert [line["who"] for line in entries(tmp_path)] == ["ann"]


def test_writers_at_the_same_time_do_not_mix(tmp_path):
    def write(number):
        note(tmp_path, "ann", "waive", "x" * 5000, number=number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(80)))
    assert {line["number"] for line in entries(tmp_path)} == set(range(80))


def test_the_earlier_lines_stay_byte_for_byte(tmp_path):
    note(tmp_path, "ann", "waive", "")
    first = (tmp_path / NAME).read_bytes()
    note(tmp_path, "bob", "waive", "")
    assert (tmp_path / NAME).read_bytes().startswith(first)


def test_what_cannot_be_kept_is_refused(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match="details must be plain data"):
        note(tmp_path, "ann", "waive", "", points={1, 2})
    with pytest.raises(ValueError, match="details must be plain data"):
        note(tmp_path, "ann", "waive", "", points=float("nan"))
    with pytest.raises(ValueError, match="what must be"):
        note(tmp_path, "ann", "", "")
    assert entries(tmp_path) == []
    monkeypatch.setattr(os, "write", lambda handle, data: len(data) - 1)
    with pytest.raises(OSError, match="room"):
        note(tmp_path, "ann", "waive", "")


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="the system has no such flag")
def test_a_link_in_the_place_of_the_log_is_not_followed(tmp_path):
    (tmp_path / "elsewhere").write_text("")
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError):
        note(tmp_path, "ann", "waive", "")
    assert (tmp_path / "elsewhere").read_text() == ""


def test_i_have_a_name(monkeypatch):
    monkeypatch.setenv("SUDO_USER", "ann")
    assert me() == "ann"
    monkeypatch.delenv("SUDO_USER")

    def nobody():
        raise OSError("no such account")

    monkeypatch.setattr(audit.getpass, "getuser", nobody)
    assert me()


def test_a_line_is_json(tmp_path):
    note(tmp_path, "ann", "waive", "")
    assert json.loads((tmp_path / NAME).read_text())["what"] == "waive"
