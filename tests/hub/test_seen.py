"""What is known of a class: read from files that students can write beside, too."""

import json
import os
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

pytest.importorskip("jupyterhub", reason="JupyterHub is not installed (the extra hub)")

from labkit.grading.results.late import Policy
from labkit.hub import seen
from labkit.hub.course import Course
from labkit.hub.overview import State, overview
from labkit.hub.seen import look, read_fetched, read_handed_in, read_marks
from labkit.hub.status import Status, service_folder, write_status
from labkit.hub.versions import HandedIn, Versions
from tests.hub.class_page import NOON, TICK1, TICK2, TICKS
from tests.hub.live import open_folder

GRADED = {
    "student": "ada",
    "display": "Ada",
    "tick": TICK1,
    "file": "ada/tick1",
    "submitted": "2026-11-20T12:00:00+00:00",
    "status": "ran",
    "marks": [{"question": "classify", "hint": {"key": "k", "text": "Count once."}}],
    "earned": {"classify": 3.0, "essay": None},
    "waiting": ["essay"],
    "points": 3.0,
    "out_of": 7.0,
    "late_days": None,
}
MISSING = GRADED | {"student": "ben", "file": "", "marks": [], "status": "nothing handed in"}


def write(folder, content):
    folder.mkdir(exist_ok=True)
    new = folder / "new"
    new.write_text(content)
    new.rename(folder / "grades.json")


def test_marks_are_read_and_read_again_when_they_change(tmp_path):
    assert read_marks(tmp_path) == ()
    write(tmp_path, json.dumps([GRADED, MISSING | {"points": None}]))
    ada, ben = read_marks(tmp_path)
    assert (ada.display, ada.points, ada.to_read, ada.late_days) == ("Ada", 3.0, ("essay",), None)
    assert ada.hints == {"classify": "Count once."} and ada.submitted.tzinfo is not None
    assert (ben.graded, ben.submitted, ben.why) == (False, None, "nothing handed in")
    assert read_marks(tmp_path)[0] is ada  # not read again
    write(tmp_path, json.dumps([GRADED | {"points": 4.0}]))
    assert read_marks(tmp_path)[0].points == 4.0


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"a": 1}', "[{}]", "[null]", "\x00"])
def test_what_are_no_marks_is_told(tmp_path, content):
    write(tmp_path, content)
    with pytest.raises(ValueError):
        read_marks(tmp_path)


def test_what_was_collected_has_its_time(tmp_path):
    for name, text in (("ada", "2026-11-20 12:00:00 UTC"), ("ben", "yesterday"), (".aside", "")):
        (tmp_path / name / TICK1).mkdir(parents=True)
        (tmp_path / name / TICK1 / "timestamp.txt").write_text(text)
    found = {("ada", TICK1): datetime(2026, 11, 20, 12, tzinfo=UTC), ("ben", TICK1): None}
    assert read_handed_in(tmp_path) == found
    assert read_handed_in(tmp_path / "none") == {}


def test_whom_the_grader_has_not_taken_waits_for_nothing(course):
    """Who is not on the roster would be "to be marked" for ever, and nobody would know why."""
    ada, ben = (HandedIn(name, TICK1, NOON, name) for name in ("ada", "ben"))
    for each in (ada, ben):
        Versions(course.versions).keep(each, {f"{TICK1}.ipynb": b"{}"})
        Versions(course.versions).put(each, course.submitted)
    why = "ben is not in the roster"

    def refuse(key):
        said = {"taken": {f"ben/{TICK1}": key}, "refusals": {f"ben/{TICK1}": why}}
        (service_folder(course) / "marked.json").write_text(json.dumps(said))
        return look(course, (TICK1,), ())[0]

    found = refuse(ben.key)
    assert list(found.handed_in) == [("ada", TICK1)] and found.kept == {("ben", TICK1): why}
    (cell,) = overview(course, TICKS, found).people[1].cells
    assert (cell.state, cell.why) == (State.NOT_MARKED, f"does not count: {why}")
    assert overview(course, TICKS, found).waiting == 1
    found = refuse(ada.key)  # of an earlier version of ben's
    assert len(found.handed_in) == 2 and found.kept == {}


def test_whoever_owns_the_file_has_fetched_the_tick(tmp_path):
    for name in (f"ada+{TICK1}", f"ben+{TICK1}", "ada+tick99", f"+{TICK1}", f"Ada+{TICK1}", "x"):
        (tmp_path / name).touch()
    os.mkfifo(tmp_path / f"cleo+{TICK2}")
    (tmp_path / f"dora+{TICK1}").symlink_to("/proc/self/mem")
    mine, nobody = os.getuid(), -1
    numbers = {"ada": mine, "ben": nobody, "cleo": mine, "dora": nobody}
    found = read_fetched(tmp_path, lambda student: numbers.get(student, nobody), TICKS)
    assert found == {("ada", TICK1), ("cleo", TICK2)}
    assert ("ben", TICK1) in read_fetched(tmp_path, lambda student: None, TICKS)
    assert read_fetched(tmp_path / "none", lambda student: None, TICKS) == frozenset()


def test_no_number_of_files_keeps_the_page_waiting(tmp_path, monkeypatch):
    monkeypatch.setattr(seen, "MOST_FETCHED", 5)
    for number in range(20):
        (tmp_path / f"u{number}+{TICK1}").touch()
    assert len(read_fetched(tmp_path, lambda student: None, TICKS)) == 5


def test_marking_that_says_nothing_for_long_is_said(tmp_path):
    course = Course(tmp_path, "Language", "nlp", late=Policy(zone=ZoneInfo("Europe/Berlin")))
    ended = datetime(2026, 6, 20, 16, 30, tzinfo=UTC)
    write_status(course, Status(ended=ended))
    (said,) = look(course, (), ())[1]
    assert said.startswith("No round of marking has ended since 20 Jun 2026, 18:30: the disk may")
    write_status(course, Status(ended=ended, error="No space left"))
    (said,) = look(course, (), ())[1]
    assert "No space left" in said


@pytest.mark.skipif(os.geteuid() != 0, reason="root alone has a class of Unix users")
def test_a_list_that_students_can_read_is_said():
    with open_folder() as above:
        course = Course(above, "Language", "nlp", roster=above / "class.csv")
        for file in (course.roster, above / "course.toml"):
            file.write_text("student\nada\n")
            file.chmod(0o640)
        assert look(course, (), ())[1] == ()
        course.roster.chmod(0o644)
        (said,) = look(course, (), ())[1]
        assert said.startswith(f"Students can read {course.roster}: chmod")
        (above / "one-user").touch()
        assert look(course, (), ())[1] == ()
