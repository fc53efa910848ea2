"""The store of records: what is kept, what comes back, and what is left of an earlier day."""

import json
from dataclasses import replace

import pytest

from labkit.checks.marking import Status
from labkit.grading.classroom.records import Store
from tests.grading.tiny import NAME, record, refused


def test_records_come_back(tmp_path):
    store = Store(tmp_path)
    assert store.all() == [] and store.of("ann", NAME) is None
    for student in ("bob", "ann", "../x"):
        store.save(record(student))
    assert store.of("../x", NAME) == record("../x")
    assert sorted(r.student for r in store.all()) == ["../x", "ann", "bob"]
    assert not list(tmp_path.parent.glob("x*"))


@pytest.mark.parametrize("content", ["", '{"status": "ra', "[]", "{}", "\udcff"])
def test_a_record_that_cannot_be_read_counts_as_not_there(tmp_path, content):
    store = Store(tmp_path)
    store.save(record("ann"))
    (path,) = store.folder.glob("*/*.json")
    path.write_bytes(content.encode("utf8", "surrogateescape"))
    assert store.of("ann", NAME) is None and store.all() == []


def test_files_that_are_not_graded_are_those_of_today(tmp_path):
    def other(file):
        return replace(refused("x"), file=file)

    store = Store(tmp_path)
    store.save(record("ann"))
    store.keep_other([other("a"), other("b")], "monday.zip")
    store.keep_other([other("a")], "tuesday.zip")
    store.keep_other([other("b"), other("c")], "monday.zip")
    found = [(r.batch, r.file) for r in store.all() if r.batch]
    assert sorted(found) == [("monday.zip", "b"), ("monday.zip", "c"), ("tuesday.zip", "a")]
    assert len(store.all()) == 4
    assert json.loads(next(store.folder.glob(f"{NAME}/*")).read_text())["student"] == "ann"


def test_of_what_was_not_handed_in_each_student_and_tick_has_a_row(tmp_path):
    store = Store(tmp_path)
    nothing = [replace(refused(s), file="", tick=t) for s in ("ann", "bob") for t in ("t1", "t2")]
    store.keep_other(nothing, "roster")
    assert len(store.all()) == 4
    store.keep_other(nothing[:1], "roster")
    assert len(store.all()) == 1


def test_a_record_of_another_version_is_a_row_that_says_so(tmp_path):
    store = Store(tmp_path)
    store.save(record("ann"))
    (path,) = store.folder.glob("*/*.json")
    path.write_text(json.dumps(json.loads(path.read_text()) | {"schema": 999}))
    (found,) = store.all()
    assert (found.student, found.tick, found.marks) == ("ann", NAME, ())
    assert found.status is Status.FAILED and found.reason
