"""The store of records: what is kept, and what comes back."""

import pytest

from labkit.checks.marking import Status
from labkit.instructor.grading.judging.record import Submission
from labkit.instructor.grading.marks.store import Store
from tests.instructor.grading.tiny import NAME, NOON, record


def test_records_come_back_and_one_that_cannot_be_read_counts_as_not_there(tmp_path):
    with pytest.raises(FileNotFoundError, match="marks must be the folder that labkit grade wrote"):
        Store.opened(tmp_path)
    store = Store(tmp_path)
    assert store.all() == [] and store.of("ann", NAME) is None
    for student in ("bob", "ann", "../x"):
        store.save(record(student))
    assert store.of("../x", NAME) == record("../x")
    assert sorted(r.student for r in store.all()) == ["../x", "ann", "bob"]
    assert not list(tmp_path.parent.glob("x*"))
    for content in (b'{"status": "ra', b"[]", b"{}", b"\xff"):
        (store.folder / NAME / "ann.json").write_bytes(content)
        assert store.of("ann", NAME) is None and len(store.all()) == 2


def test_files_that_are_not_graded_are_those_of_today(tmp_path):
    def handed_in(student, *files, tick=NAME, status=Status.REFUSED):
        told = {"status": status, "display": "X", "dated": False}
        return [Submission(student, tick, file, NOON, **told) for file in files]

    def kept():
        return sorted((r.batch, r.student, r.file) for r in store.all() if r.batch)

    store = Store(tmp_path)
    store.save(record("ann"))
    store.save_ungraded([*handed_in("x", "a"), *handed_in("y", "b")], "monday.zip")
    store.save_ungraded(handed_in("z", "a"), "tuesday.zip")
    store.save_ungraded([*handed_in("y", "b"), *handed_in("", "c", "d", tick="")], "monday.zip")
    monday = [("monday.zip", who, file) for who, file in (("", "c"), ("", "d"), ("y", "b"))]
    assert kept() == [*monday, ("tuesday.zip", "z", "a")]
    assert {(r.display, r.dated) for r in store.all() if r.batch} == {("X", False)}
    # What was handed in again, by its file or its tick, is no longer refused; what is nobody's stays.
    mended = {"status": None}
    again = [*handed_in("y", "z", **mended), *handed_in("z", "a", tick="tick9", **mended)]
    store.save_ungraded([*again, *handed_in("", "d", "e", tick="", **mended)], "friday.zip")
    assert kept() == [("monday.zip", "", "c")] and len(store.all()) == 2
