"""The audit log keeps what was written, whatever happens afterwards."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from unittest.mock import Mock

from labkit.instructor.grading.marks import audit
from labkit.instructor.grading.marks.audit import NAME, entries, me, note


def test_a_line_says_who_when_what_and_why_in_any_words(tmp_path):
    assert entries(tmp_path) == []
    before = datetime.now(UTC).replace(microsecond=0)
    texts = ["Ünï\u2028\n{}", "\ud800", '"}\r\n{"']
    for text in texts:
        note(tmp_path / "out", text, "waive", text, points=[1, 2.5, None])
    lines = entries(tmp_path / "out")
    for line in lines:
        assert before <= datetime.fromisoformat(line.pop("when")) <= datetime.now(UTC)
    more = {"what": "waive", "points": [1, 2.5, None]}
    assert lines == [{"who": text, "why": text} | more for text in texts]
    assert (tmp_path / "out" / NAME).read_bytes().count(b"\n") == 3


def test_a_torn_line_is_lost_alone(tmp_path):
    """Cut after every byte of the last line: the lines before and the next one are read."""
    note(tmp_path, "ann", "waive", "first")
    first = (tmp_path / NAME).read_bytes()
    note(tmp_path, "ann", "waive", "second")
    content = (tmp_path / NAME).read_bytes()
    for cut in range(len(first), len(content)):
        (tmp_path / NAME).write_bytes(content[:cut])
        note(tmp_path, "bob", "waive", "third")
        assert [line["why"] for line in entries(tmp_path)] == ["first", "third"]


def test_writers_at_the_same_time_do_not_mix(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: note(tmp_path, "ann", "x", "y" * 50_000, number=n), range(40)))
    assert {line["number"] for line in entries(tmp_path)} == set(range(40))


def test_i_have_a_name(monkeypatch):
    monkeypatch.setenv("SUDO_USER", "ann")
    assert me() == "ann"
    monkeypatch.delenv("SUDO_USER")
    monkeypatch.setattr(audit.getpass, "getuser", Mock(side_effect=OSError("no such account")))
    assert me().startswith("user ")
