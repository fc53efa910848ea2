"""nbgrader reads the gradebook as its own, and keeps what a person entered."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from unittest.mock import Mock

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_markdown_cell, new_notebook
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import compute_checksum
from traitlets.config import Config

from labkit.instructor.grading.base.atomic import write_whole
from labkit.instructor.grading.judging.tick import load_tick
from labkit.instructor.grading.marks import gradebook as module
from labkit.instructor.grading.marks.audit import entries, me
from labkit.instructor.grading.marks.gradebook import enter_manual, manual_marks, write_gradebook
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import Manual, rows
from labkit.instructor.grading.marks.rulings import Kind, Ruling
from tests.instructor.grading.tiny import NAME, NOON, answered, cell_of, make_tick, record, refused

PROGRAMS = os.environ["PATH"]
DUE = datetime(2026, 11, 19, 12, tzinfo=UTC)
POLICY = Policy({NAME: DUE}, penalty_per_day=0.1)


@dataclass
class Course:
    """A class of three in a gradebook."""

    folder: Path
    tick: object

    def __post_init__(self):
        self.out = self.folder / "out"

    def made(self, student, essay="Because.", **changes):
        notebook = json.loads(json.dumps(answered(self.tick, essay=essay)))
        changes = {"written": {"essay": essay is not None}} | changes
        return record(student, notebook=notebook, **changes)

    def write(self, *records, ruling=None):
        """Bring the gradebook up to date with these, and return the marks, as `publish` makes them."""
        marked = partial(rows, records, {NAME: self.tick}, POLICY)
        ruled = {(NAME, ruling.question, ""): ruling} if ruling else {}
        found = marked(manual_marks(self.out), ruled)
        self.changed = write_gradebook(self.out, found, {NAME: self.tick})
        return marked(manual_marks(self.out), ruled)

    def gradebook(self):
        return Gradebook(f"sqlite:///{self.out / 'gradebook.db'}")

    def grade(self, student, cell):
        """Manual mark, mark by machine, and whether it is to be read."""
        with self.gradebook() as gradebook:
            grade = gradebook.find_grade(cell, NAME, NAME, student)
            return grade.manual_score, grade.auto_score, grade.needs_manual_grade

    def enter(self, student, cell, score, comment=None, extra=None):
        """Do what Formgrader does when a marker types a mark."""
        with self.gradebook() as gradebook:
            grade = gradebook.find_grade(cell, NAME, NAME, student)
            grade.manual_score, grade.needs_manual_grade, grade.extra_credit = score, False, extra
            if comment:
                gradebook.find_comment(cell, NAME, NAME, student).manual_comment = comment
            gradebook.db.commit()


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    folder = tmp_path_factory.mktemp("first")
    course = Course(folder, make_tick(folder / "ticks"))
    course.out.mkdir()
    course.write(course.made("ann"), course.made("bob"), course.made("cat", essay=None))
    return course


@pytest.fixture
def course(first, tmp_path):
    shutil.copytree(first.folder, tmp_path / "course")
    return Course(tmp_path / "course", first.tick)


@pytest.mark.slow
def test_nbgrader_finds_the_class_and_shows_its_pages_without_what_acts(course):
    with course.gradebook() as gradebook:
        dicts = gradebook.notebook_submission_dicts(NAME, NAME)
        found = {d["student"]: (d["score"], d["needs_manual_grade"]) for d in dicts}
        assert found == {"ann": (2.5, True), "bob": (2.5, True), "cat": (2.5, False)}
        ann = gradebook.find_submission(NAME, "ann")
        assert (ann.timestamp, ann.max_score) == (NOON.replace(tzinfo=None), 5)
        assert ann.notebooks[0].late_submission_penalty == 0.5
    assert course.grade("cat", "essay") == (None, 0, False)
    path, config = course.out / "nbgrader_config.py", Config()
    exec(path.read_text(), {"get_config": lambda: config, "__file__": str(path)})
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    assert api.get_source_assignments() == {NAME} and os.environ["PATH"] == PROGRAMS
    notebook = nbformat.read(course.out / "autograded" / "ann" / NAME / f"{NAME}.ipynb", 4)
    essay = cell_of(notebook, "essay")
    assert essay.metadata.nbgrader.checksum != compute_checksum(essay)
    text = new_markdown_cell("<b>bold</b><img src=x onerror='act()'><script>act()</script>")
    body, _ = HTMLExporter(config=config).from_notebook_node(new_notebook(cells=[text]))
    assert "<b>bold</b>" in body and "act()" not in body


@pytest.mark.slow
def test_marks_by_hand_survive_and_a_changed_answer_is_to_be_read_again(course):
    for student in ("ann", "bob"):
        course.enter(student, "essay", 1.5)
    course.enter("cat", "triple-check", 0.75)
    assert manual_marks(course.out)["cat", NAME] == Manual({"triple": 0.75})
    again = [course.made("ann", display="Ann"), course.made("bob", essay="Another reason.")]
    for _ in range(2):  # nothing new: it stays to be read
        course.write(*again, course.made("cat", essay=None, points={"triple": 1}))
        assert course.grade("ann", "essay") == (1.5, None, False)
        assert course.grade("bob", "essay") == (1.5, None, True)
        assert course.grade("cat", "triple-check") == (0.75, 1, True)
        assert manual_marks(course.out)["bob", NAME].again == {"essay"}


@pytest.mark.parametrize(("kind", "cell", "decided"), [
    (Kind.WAIVE, "essay", 2), (Kind.LEAVE_OUT, "triple-check", 0),
])  # fmt: skip
def test_a_ruling_is_in_the_place_of_the_machine_until_taken_back(course, kind, cell, decided):
    ruling = Ruling(NAME, cell.removesuffix("-check"), kind, 0)
    course.enter("ann", "essay", 1.5, extra=0.25)
    course.enter("bob", "triple-check", None, extra=0.5)  # on top of the machine's
    records = [course.made("ann"), course.made("bob"), course.made("cat", essay=None)]
    before = course.write(*records)
    assert [row.before for row in before] == [4.25, 3, 2.5]
    course.write(*records, ruling=ruling)
    assert course.write(*records, ruling=ruling) != before
    assert course.grade("cat", cell) == (None, decided, False)
    assert course.grade("bob", "essay")[2] == (cell != "essay")
    assert course.grade("ann", "essay")[0] == 1.5 and course.write(*records) == before


def test_what_changes_in_formgrader_and_by_machine_is_in_the_log_once(course):
    records = [course.made("ann"), course.made("bob")]
    course.enter("ann", "essay", 1.5, "Well put.", extra=0.5)
    for _ in range(2):
        course.write(*records)
    (line,), words = entries(course.out), {"comments": {"essay": "Well put."}}
    entered = {"points": {"essay": 1.5}, "extra": {"essay": 0.5}} | words
    who = {"who": module.FORMGRADER, "student": "ann", "tick": NAME}
    assert (who | {"before": {}, "after": entered}).items() <= line.items()
    course.enter("ann", "essay", None)
    course.enter("bob", "essay", 1)
    course.write(*records)
    changes = {e["student"]: (e["before"], e["after"]) for e in entries(course.out)[1:]}
    assert changes == {"ann": (entered, words), "bob": ({}, {"points": {"essay": 1}})}
    for _ in range(2):
        course.write(
            course.made("ann", points={"triple": 1}), course.made("bob", display="Bob"),
            course.made("cat", essay=None, submitted=DUE + timedelta(days=2)), course.made("dan"),
            refused("eve"), course.made("ann", tick="tick9"),  # which is no longer there
        )  # fmt: skip
    lines = entries(course.out)[3:]
    changes = {e["student"]: e["before"].items() ^ e["after"].items() for e in lines}
    penalties = {("penalty", 0.5), ("penalty", 1)}
    assert changes == {"ann": {("triple", 0.5), ("triple", 1)}, "cat": penalties}
    assert [line["what"] for line in lines] == ["graded anew"] * 2


def test_marks_are_entered_for_a_marker_all_or_none(course):
    ann, good = ("ann", NAME), Manual({"essay": 2, "triple": 0}, {"essay": "Good."})
    course.enter("bob", "essay", 1)
    for key, wrong in ((("nobody", NAME), good), (("bob", NAME), Manual({"nothing": 1}))):
        with pytest.raises(ValueError, match="marks must be of .* in the gradebook"):
            enter_manual(course.out, {ann: good, key: wrong})
        assert manual_marks(course.out)[ann] == Manual()
    enter_manual(course.out, {ann: good})
    assert manual_marks(course.out)[ann] == good and not course.grade("ann", "essay")[2]
    course.write(course.made("ann"))
    found = [(e["who"], e["student"]) for e in entries(course.out)]
    assert found == [(module.FORMGRADER, "bob"), (me(), "ann")]


def test_only_what_changed_is_written(course, monkeypatch):
    records = [course.made("ann"), course.made("bob", points={"triple": 1})]
    course.write(*records)
    written = Mock(wraps=write_whole)
    monkeypatch.setattr(module, "write_whole", written)
    course.write(*records)
    assert not course.changed
    paths = [course.out / "autograded" / who / NAME / f"{NAME}.ipynb" for who in ("ann", "bob")]
    paths[0].unlink()
    course.write(records[0], course.made("bob"))
    config = course.out / "nbgrader_config.py"
    assert [call.args[0] for call in written.mock_calls] == [config, config, *paths]


@pytest.mark.slow
def test_a_gradebook_held_broken_or_of_another_tick_is_said_a_lost_one_made(course, monkeypatch):
    path = course.out / "gradebook.db"
    whole, words = path.read_bytes(), r"out must be .* gradebook\.db can be .*, not .*"
    with monkeypatch.context() as patched, closing(sqlite3.connect(path)) as other:
        patched.setattr(module.api, "Gradebook", lambda url: Gradebook(f"{url}?timeout=0.1"))
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OSError, match=rf"{words}close Formgrader"):
            manual_marks(course.out)
    for broken in (b"no database", whole[:60_000]):
        path.write_bytes(broken)
        with pytest.raises(OSError, match=rf"{words}If the file is broken, put a copy"):
            manual_marks(course.out)
        assert path.read_bytes() == broken
    path.unlink()
    course.write(course.made("ann"))
    assert course.grade("ann", "triple-check") == (None, 0.5, False)
    folder, notebook = course.folder / "ticks" / NAME, course.tick.notebook()
    notebook.cells.remove(cell_of(notebook, "triple-check"))
    nbformat.write(notebook, folder / f"{NAME}.ipynb")
    course.tick = load_tick(folder)
    with pytest.raises(ValueError, match="gradebook has the graded cells of tick0-tiny, not .*out"):
        course.write(course.made("ann"))
