"""Publishing a class again changes nothing; nothing goes outside of its folder, nor acts."""

import json
from dataclasses import replace

import pytest

from labkit.checks.marking import Status
from labkit.grading.classroom.publishing import publish
from labkit.grading.classroom.records import Store
from labkit.grading.classroom.regrade import _job
from labkit.grading.results.late import Policy
from labkit.grading.submission.grade import Job
from labkit.grading.submission.sanitize import prepared
from labkit.grading.submission.tick import load_tick
from tests.grading.tiny import NAME, NOON, answered, make_tick, record


@pytest.fixture
def published(tmp_path):
    tick = make_tick(tmp_path / "ticks")
    notebook = answered(tick, essay="[Table 1](javascript:act())")

    def publish_them(*students, **changes):
        store = Store(tmp_path / "class" / "out")
        made = json.loads(json.dumps(prepared(notebook)))
        for student in students:
            store.save(replace(record(student, notebook=made), **changes))
        return publish(
            tmp_path / "class" / "out", store, {NAME: tick}, tmp_path / "ticks", Policy()
        )

    publish_them.folder, publish_them.notebook = tmp_path / "class", notebook
    return publish_them


def files(folder):
    return {
        path: path.stat().st_mtime_ns
        for path in folder.rglob("*")
        if path.is_file() and path.name != "gradebook.db"
    }


def test_nothing_is_written_anew_that_has_not_changed(published):
    published("ann", "bob")
    before = files(published.folder / "out" / "feedback")
    summary = (published.folder / "out" / "summary.html").stat().st_mtime_ns
    published()
    assert files(published.folder / "out" / "feedback") == before and len(before) == 2
    assert (published.folder / "out" / "summary.html").stat().st_mtime_ns == summary
    published("bob", seconds=2.0, repairs=("cells were in another order",))
    after = files(published.folder / "out" / "feedback")
    assert [p.parts[-3] for p in after if after[p] != before[p]] == ["bob"]


@pytest.mark.slow
def test_who_has_no_marks_has_no_page_and_no_place_in_the_gradebook(published):
    rows = published("bob", status=Status.MISSING, marks=(), written={})
    assert [row.record.student for row in rows] == ["bob"]
    assert not (published.folder / "out" / "feedback").exists()


@pytest.mark.slow
def test_a_page_that_was_changed_or_lost_is_made_again(published):
    published("ann", "bob")
    pages = sorted(files(published.folder / "out" / "feedback"))
    texts = [page.read_text() for page in pages]
    pages[0].write_text("12 of 12")
    pages[1].unlink()
    published()
    assert [page.read_text() for page in pages] == texts


def test_a_name_that_is_no_identifier_names_no_folder(published):
    rows = published("ann", " ..", "../../eve", "<img src=x onerror=act()>")
    assert len(rows) == 4
    made = {path.parts[-3] for path in (published.folder / "out" / "feedback").rglob("*.html")}
    assert made == {"ann"} and {p.name for p in published.folder.iterdir()} == {"out"}
    assert "<img" not in (published.folder / "out" / "summary.html").read_text()


@pytest.mark.slow
def test_a_time_that_only_a_file_tells_is_not_told_to_nbgrader(published):
    made = json.loads(json.dumps(prepared(published.notebook)))

    def hand_in(dated):
        store = Store(published.folder / "out")
        for student in ("ann", "bob"):
            store.save(record(student, notebook=made, dated=dated or student == "bob"))
        tick = load_tick(published.folder.parent / "ticks" / NAME)
        jobs = [Job("f", student, tick, NOON, "{}") for student in ("ann", "bob")]
        rows = [store, {NAME: tick}, published.folder.parent / "ticks", Policy(), jobs]
        publish(published.folder / "out", *rows)
        return {p.parts[-3] for p in published.folder.rglob("timestamp.txt")}

    assert hand_in(dated=True) == {"ann", "bob"}
    assert hand_in(dated=False) == {"bob"}


def test_what_came_with_a_notebook_is_kept_for_when_it_is_run_again(published):
    tick = load_tick(published.folder.parent / "ticks" / NAME)
    out = published.folder / "out"

    def hand_in(files):
        job = Job("f", "ann", tick, NOON, "{}", files=tuple(files.items()))
        publish(out, Store(out), {NAME: tick}, published.folder.parent / "ticks", Policy(), [job])
        there = out / "submitted" / "ann" / NAME
        again = _job(record("ann"), tick, there, unsafe=False)
        return {p.relative_to(there).as_posix() for p in there.rglob("*")}, dict(again.files)

    own = {f"{NAME}.ipynb", "timestamp.txt"}
    files = {"helpers/tables.py": b"A = 1\n", "data.bin": b"\xff\x00"}
    assert hand_in(files) == (own | {"helpers"} | set(files), files)
    assert hand_in({"helpers": b"a file now"}) == (own | {"helpers"}, {"helpers": b"a file now"})
    assert hand_in({}) == (own, {})
