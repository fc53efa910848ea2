"""Publishing a class: nothing goes outside of its folder, nor acts, nor is lost."""

import json
from unittest.mock import Mock

import pytest

from labkit.instructor.grading.judging.record import Submission
from labkit.instructor.grading.judging.render import make_harmless
from labkit.instructor.grading.marks import publish as module
from labkit.instructor.grading.marks.gradebook import enter_manual
from labkit.instructor.grading.marks.marks import Manual
from labkit.instructor.grading.marks.publish import publish, publish_again, read_submitted
from labkit.instructor.grading.marks.settings import GradingSettings
from labkit.instructor.grading.marks.store import Store
from tests.instructor.grading.tiny import NAME, NOON, answered, make_tick, record, write


@pytest.fixture
def published(tmp_path, known_version):
    tick = make_tick(tmp_path / "ticks")

    def publish_them(*students, work=(), essay="[Table 1](javascript:act())", **changes):
        made = json.loads(json.dumps(make_harmless(answered(tick, essay=essay))))
        for student in students:
            Store(publish_them.out).save(record(student, notebook=made, **changes))
        return publish(publish_them.out, {NAME: tick}, work)

    publish_them.out, publish_them.ticks = tmp_path / "class" / "out", tmp_path / "ticks"
    return publish_them


@pytest.mark.slow
def test_a_page_is_made_again_where_it_is_lost_or_its_row_has_changed(published, monkeypatch):
    published("ann", "bob")
    pages = sorted([*published.out.glob("feedback/*/*/*"), *published.out.glob("runs/*/*")])
    texts = [page.read_text() for page in pages]
    assert len(texts) == 4 and "javascript" not in "".join(texts)
    page = Mock(wraps=module.feedback_page)
    monkeypatch.setattr(module, "feedback_page", page)

    def made():
        found = [call.args[0].record.student for call in page.mock_calls]
        page.reset_mock()
        return found

    for lost in (0, 3):  # a student's page, and a marker's
        pages[lost].unlink()
    publish_again(published.out, published.ticks)
    assert made() == ["ann", "ann", "bob", "bob"] and [page.read_text() for page in pages] == texts
    publish_again(published.out, published.ticks)
    assert made() == []
    monkeypatch.setattr(module, "TEMPLATES", published.ticks / NAME)  # as if a layout had changed
    publish_again(published.out, published.ticks)
    assert made() == ["ann", "ann", "bob", "bob"]
    published("bob", display="Bob Lee")
    assert made() == ["bob", "bob"] and "Bob Lee" in pages[1].read_text()
    # A changed answer waits at once.
    enter_manual(published.out, {("ann", NAME): Manual({"essay": 1})})
    ann, again = published()[0], published("ann", essay="Another reason.")[0]
    assert [(row.points, row.waiting) for row in (ann, again)] == [(3.5, []), (3.5, ["essay"])]


def test_before_anything_is_handed_in_everyone_of_the_roster_lacks_every_tick(published):
    with pytest.raises(FileNotFoundError, match="that labkit grade wrote marks into"):
        publish_again(published.out, published.ticks)
    roster = write(published.ticks.parent / "roster.csv", "student\nann\n")
    GradingSettings().with_given([], roster=roster).save(published.out)
    (row,) = published()
    assert (row.record.student, row.record.tick, row.record.file) == ("ann", NAME, "")
    assert row.record.submitted.timestamp() == 0 and not row.record.dated


@pytest.mark.slow
def test_what_was_handed_in_is_kept_for_when_it_is_run_again(published):
    def hand_in(files, dated=True):
        work = Submission("ann", NAME, "f", NOON, dated=dated, notebook="{}", files=files)
        published("ann", work=[work])
        folder = published.out / "submitted" / "ann" / NAME
        again = read_submitted(published.out, record("ann"))
        return {p.relative_to(folder).as_posix() for p in folder.rglob("*")}, dict(again.files)

    own = {f"{NAME}.ipynb", "timestamp.txt"}
    files = {"helpers/tables.py": b"A = 1\n", "data.bin": b"\xff\x00"}
    assert hand_in(files) == (own | {"helpers"} | set(files), files)
    assert hand_in({"helpers": b"a file now"}) == (own | {"helpers"}, {"helpers": b"a file now"})
    # nbgrader would take for the truth what only a file's own time says.
    assert hand_in({}, dated=False) == ({f"{NAME}.ipynb"}, {})
    assert read_submitted(published.out, record("bob")) is None
