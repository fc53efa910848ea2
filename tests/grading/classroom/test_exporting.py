"""An export of a class: after a change in Formgrader, with a roster, of one of several ticks."""

import csv
import io
import json
import zipfile

import pytest
from nbgrader.api import Gradebook

from labkit.grading.classroom.exporting import Platform, export
from labkit.grading.classroom.records import Store
from labkit.grading.classroom.settings import remembered
from labkit.grading.results.audit import entries
from tests.grading.results.class_of import make_class
from tests.grading.results.exports.importers import canvas_takes, moodle_files, moodle_takes
from tests.grading.tiny import NAME, record

WORKSHEET = """Identifier,"Full name","Email address",Status,Grade,"Maximum grade",\
"Grade can be changed","Last modified (submission)","Last modified (grade)","Feedback comments"
"Participant 11","Ann Lee",ann@x.org,Submitted,,5.00,Yes,-,-,
"Participant 12","Bob Lee",bob@x.org,Submitted,,5.00,Yes,-,-,
"Participant 13","Cat Lee",cat@x.org,Submitted,,5.00,Yes,-,-,
""".replace("\\\n", "")
GRADEBOOK = """Student,ID,SIS Login ID,Section,Tick 0 (7)
    Points Possible,,,,5
"Lee, Ann",21,ann,A,
"Lee, Bob",22,bob,A,4
"""


@pytest.fixture
def course(tmp_path):
    (tmp_path / "worksheet.csv").write_text(WORKSHEET)
    (tmp_path / "gradebook.csv").write_text(GRADEBOOK)
    return make_class(tmp_path / "class")


def test_marks_and_pages_are_those_of_this_moment(course):
    with Gradebook(f"sqlite:///{course.out / 'gradebook.db'}") as gradebook:
        grade = gradebook.find_grade("essay", NAME, NAME, "bob")
        grade.manual_score, grade.needs_manual_grade = 1.25, False
        gradebook.db.commit()
    worksheet = course.folder.parent / "worksheet.csv"
    folder, done = export(course.out, course.ticks, Platform.MOODLE, worksheet)
    assert done.filled == ["ann", "bob", "cat"] and not done.left_out
    table, pages = (folder / f"moodle-{NAME}{end}" for end in (".csv", "-feedback.zip"))
    assert moodle_takes(table.read_bytes(), {11, 12, 13}, 5) == {11: 2.5, 12: 3.75, 13: 0}
    assert moodle_files(pages.read_bytes(), {11, 12, 13}).keys() == {11, 12, 13}
    with zipfile.ZipFile(io.BytesIO(pages.read_bytes())) as archive:
        page = archive.read(f"Bob Lee_12_assignfeedback_file/{NAME}.html").decode()
    assert "3.75" in page
    assert course.points()["bob"] == 3.75
    assert [line["what"] for line in entries(course.out)] == ["mark by hand"]


def test_a_roster_of_another_platform_has_other_numbers(course):
    """Ann is 21 in Canvas; in this worksheet 21 would be somebody else."""
    roster = course.folder.parent / "gradebook.csv"
    remembered(course.out).with_given([NAME], roster=roster).save(course.out)
    worksheet = course.folder.parent / "worksheet.csv"
    worksheet.write_text(WORKSHEET.replace("Participant 13", "Participant 21"))
    _, done = export(course.out, course.ticks, Platform.MOODLE, worksheet)
    taken = moodle_takes(done.files[f"moodle-{NAME}.csv"], {11, 12, 21}, 5)
    assert taken == {11: 2.5, 21: 0} and list(done.left_out) == ["bob"]
    folder, done = export(course.out, course.ticks, Platform.CANVAS, roster)
    assert canvas_takes((folder / f"canvas-{NAME}.csv").read_bytes(), {21, 22}, {7}) == {
        (21, 7): 2.5
    }
    assert list(done.left_out) == ["bob", "cat"]


def test_gradescope_gets_a_file_a_student(course):
    folder, done = export(course.out, course.ticks, Platform.GRADESCOPE)
    found = {
        p.parent.name: json.loads(p.read_text())["score"] for p in folder.rglob("results.json")
    }
    assert found == {"ann": 2.5, "cat": 0} and list(done.left_out) == ["bob"]


def test_one_of_several_ticks_is_asked_for(course):
    Store(course.out).save(record("ann", tick="tick1-other", written={}))
    with pytest.raises(
        ValueError, match="not None; there are tick0-tiny, tick1-other: give --tick"
    ):
        export(course.out, course.ticks, Platform.GRADESCOPE)
    with pytest.raises(ValueError, match="not tick9"):
        export(course.out, course.ticks, Platform.GRADESCOPE, tick="tick9")
    folder, _ = export(course.out, course.ticks, Platform.GRADESCOPE, tick=NAME)
    assert {p.name for p in folder.iterdir()} == {f"gradescope-{NAME}"}
    lines = list(csv.DictReader(io.StringIO((course.out / f"moodle-{NAME}.csv").read_text())))
    assert [line["username"] for line in lines] == ["ann", "cat"]


def test_unknown_lateness_is_told_everywhere(course):
    late = course.folder.parent / "late.toml"
    late.write_text(f"penalty_per_day = 0.1\n[deadlines]\n{NAME} = 2026-11-19T12:00:00\n")
    remembered(course.out).with_given([NAME], late=late).save(course.out)
    store = Store(course.out)
    ann = store.of("ann", NAME)
    store.save(record("ann", notebook=ann.notebook, written={"essay": False}, dated=False))
    _, done = export(course.out, course.ticks, Platform.GRADESCOPE)
    assert done.undated == ["ann"]
    lines = csv.DictReader(io.StringIO((course.out / "grades.csv").read_text()))
    assert {line["student"]: line["late_days"] for line in lines} == {
        "ann": "unknown", "bob": "1", "cat": "1",
    }  # fmt: skip
