"""A folder of marks, as this room reads it."""

from dataclasses import replace

import pytest

from labkit.grading.classroom.records import Store
from labkit.grading.review.classes import load_class, rows_of
from tests.grading.review.class_of import class_of
from tests.grading.tiny import NAME, refused


def test_what_was_graded_is_loaded(tmp_path):
    lab, out = class_of(tmp_path, {"ann": "One.", "bob": "Two."}, tables=False)
    store = Store(out)
    store.save(replace(store.of("ann", NAME), display="Ann\u202e A."))
    store.save(refused("cat"))
    known = load_class(out, lab / "notebooks" / "ticks")
    assert [record.student for record in known.records] == ["ann", "bob"]
    assert known.displays == {"ann": "Ann\u202e A. (ann)"}
    assert [row.earned["double"] for row in rows_of(known)] == [2, 2]


def test_a_folder_without_marks_is_refused(tmp_path):
    lab, out = class_of(tmp_path, {}, tables=False)
    ticks = lab / "notebooks" / "ticks"
    with pytest.raises(
        FileNotFoundError, match="marks must be a folder that labkit grade has made"
    ):
        load_class(lab, ticks)
    Store(out).save(refused("cat"))
    with pytest.raises(ValueError, match="graded submissions of a tick"):
        load_class(out, ticks)
    with pytest.raises(ValueError, match="tick must be one of those"):
        load_class(out, ticks, "tick9")
