"""nbgrader reads the gradebook as its own, and keeps what a person entered."""

import json
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_markdown_cell, new_notebook
from nbgrader.api import Gradebook
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import compute_checksum
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from labkit.grading.classroom.atomic import write_whole
from labkit.grading.results import gradebook as module
from labkit.grading.results.gradebook import manual_marks, write_gradebook
from labkit.grading.results.late import Policy
from labkit.grading.results.marks import rows
from labkit.grading.submission.sanitize import cleaned
from labkit.grading.submission.tick import load_tick
from tests.grading.tiny import NAME, answered, cell_of, make_tick, record

PATH = os.environ["PATH"]
DUE = datetime(2026, 11, 19, 12, tzinfo=UTC)
POLICY = Policy({NAME: DUE}, {("bob", NAME): DUE + timedelta(days=3)}, penalty_per_day=0.1)


@dataclass
class Course:
    """A class of three in a gradebook."""

    folder: Path
    tick: object

    @property
    def out(self):
        return self.folder / "out"

    def made(self, student, essay="Because.", **changes):
        """A record, with its notebook."""
        notebook = json.loads(json.dumps(answered(self.tick, essay=essay)))
        changes = {"written": {"essay": essay is not None}} | changes
        return record(student, notebook=notebook, **changes)

    def write(self, *records):
        """Bring the gradebook up to date with these."""
        ticks = {NAME: self.tick}
        found = rows(records, ticks, POLICY, manual_marks(self.out))
        write_gradebook(self.out, found, ticks, self.folder / "ticks", POLICY)


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    # To make a gradebook takes nbgrader some seconds: make one for all tests.
    folder = tmp_path_factory.mktemp("first")
    course = Course(folder, make_tick(folder / "ticks"))
    course.out.mkdir()
    course.write(course.made("ann"), course.made("bob"), course.made("cat", essay=None))
    return course


@pytest.fixture
def course(first, tmp_path):
    shutil.copytree(first.folder, tmp_path / "course")
    return Course(tmp_path / "course", first.tick)


@pytest.fixture
def ask(course):
    def ask(question):
        with Gradebook(f"sqlite:///{course.out / 'gradebook.db'}") as gradebook:
            return question(gradebook)

    return ask


def grade_of(gradebook, student, cell):
    return gradebook.find_grade(cell, NAME, NAME, student)


def enter(ask, student, cell, score, comment=None):
    """Do what Formgrader does when a marker types a mark."""

    def entered(gradebook):
        grade = grade_of(gradebook, student, cell)
        grade.manual_score, grade.needs_manual_grade = score, False
        if comment:
            gradebook.find_comment(cell, NAME, NAME, student).manual_comment = comment
        gradebook.db.commit()

    ask(entered)


def test_a_new_gradebook_leaves_the_path_of_programs_as_it_was(first):
    assert os.environ["PATH"] == PATH


def test_nbgrader_finds_the_class_with_its_marks(ask):
    def look(gradebook):
        assert [a.name for a in gradebook.assignments] == [NAME]
        assert gradebook.find_assignment(NAME).max_score == 5
        dicts = {d["student"]: d for d in gradebook.notebook_submission_dicts(NAME, NAME)}
        assert {s: d["score"] for s, d in dicts.items()} == {"ann": 2.5, "bob": 2.5, "cat": 2.5}
        waiting = {s: d["needs_manual_grade"] for s, d in dicts.items()}
        assert waiting == {"ann": True, "bob": True, "cat": False}
        assert dicts["ann"]["max_written_score"] == 2
        assert grade_of(gradebook, "ann", "triple-check").auto_score == 0.5
        assert grade_of(gradebook, "cat", "essay").auto_score == 0
        comments = [
            gradebook.find_comment(n, NAME, NAME, "cat").comment for n in ("triple", "essay")
        ]
        assert comments == ["This is the square.", "No response."]

    ask(look)


def test_lateness_is_in_it(ask):
    def look(gradebook):
        ann, bob = (gradebook.find_submission(NAME, s) for s in ("ann", "bob"))
        assert ann.total_seconds_late == 24 * 3600 and bob.total_seconds_late == 0
        assert bob.extension == timedelta(days=3)
        assert ann.notebooks[0].late_submission_penalty == 0.5
        assert bob.notebooks[0].late_submission_penalty == 0

    ask(look)


def test_formgrader_finds_its_folders(course):
    for student in ("ann", "bob", "cat"):  # as `grade` puts it there
        write_whole(
            course.out / "submitted" / student / NAME / "timestamp.txt", "2026-11-20 12:00:00 UTC"
        )
    config = Config()
    settings = (course.out / "nbgrader_config.py").read_text()
    exec(
        settings, {"get_config": lambda: config, "__file__": str(course.out / "nbgrader_config.py")}
    )
    assert config.CourseDirectory.root == str(course.out)
    assert import_item(config.HTMLExporter.filters["clean_html"]) is cleaned
    api = NbGraderAPI(CourseDirectory(config=config), config=config)
    assert api.get_source_assignments() == {NAME}
    assert api.get_autograded_students(NAME) == {"ann", "bob", "cat"}
    (found,) = api.get_assignments()
    assert (found["num_submissions"], found["max_score"]) == (3, 5)
    notebook = nbformat.read(
        course.out / "autograded" / "ann" / NAME / f"{NAME}.ipynb", as_version=4
    )
    nbformat.validate(notebook)
    essay = cell_of(notebook, "essay")
    assert essay.source == "Because." and essay.metadata.nbgrader.checksum != compute_checksum(
        essay
    )


def test_marks_by_hand_are_read(course, ask):
    enter(ask, "ann", "essay", 1.5, "Well put.")
    enter(ask, "bob", "triple-check", 1)
    found = manual_marks(course.out)
    assert found["ann", NAME].points == {"essay": 1.5}
    assert found["ann", NAME].comments == {"essay": "Well put."}
    assert found["bob", NAME].points == {"triple": 1}
    assert found["cat", NAME].points == {}


def test_marks_by_hand_survive_and_a_changed_answer_is_to_be_read_again(course, ask):
    for student in ("ann", "bob"):
        enter(ask, student, "essay", 1.5)
    enter(ask, "cat", "triple-check", 0.75)
    course.write(
        course.made("ann"),
        course.made("bob", essay="Another reason."),
        course.made("cat", points={"triple": 1}),
    )

    def look(gradebook):
        found = [grade_of(gradebook, s, "essay") for s in ("ann", "bob")]
        assert [(g.manual_score, g.score, g.needs_manual_grade) for g in found] == [
            (1.5, 1.5, False), (1.5, 1.5, True),
        ]  # fmt: skip
        cat = grade_of(gradebook, "cat", "triple-check")
        assert (cat.manual_score, cat.auto_score, cat.needs_manual_grade) == (0.75, 1, True)

    ask(look)
    assert manual_marks(course.out)["bob", NAME].again == {"essay"}
    course.write(
        course.made("ann"), course.made("bob", essay="Another reason.")
    )  # nothing new: it stays to be read
    assert manual_marks(course.out)["bob", NAME].again == {"essay"}


def test_writing_again_changes_nothing(course, ask):

    def everything(gradebook):
        return [n.to_dict() | {"grades": sorted((g.name, g.auto_score, g.needs_manual_grade) for g in n.grades)}
                for a in gradebook.assignments for s in a.submissions for n in s.notebooks]  # fmt: skip

    before = ask(everything)
    course.write(course.made("ann"), course.made("bob"), course.made("cat", essay=None))
    assert ask(everything) == before and len(before) == 3


def test_other_graded_cells_than_before_are_said(course):
    folder = course.folder / "ticks" / NAME
    notebook = nbformat.read(folder / f"{NAME}.ipynb", as_version=4)
    notebook.cells.remove(cell_of(notebook, "triple-check"))
    nbformat.write(notebook, folder / f"{NAME}.ipynb")
    changed = {NAME: load_tick(folder)}
    with pytest.raises(ValueError, match="gradebook has the graded cells of tick0-tiny, not .*out"):
        write_gradebook(
            course.out,
            rows([course.made("ann")], changed, POLICY, {}),
            changed,
            folder.parent,
            POLICY,
        )


def test_formgraders_pages_are_shown_without_what_acts(course):
    settings, config = course.out / "nbgrader_config.py", Config()
    exec(settings.read_text(), {"get_config": lambda: config, "__file__": str(settings)})
    text = new_markdown_cell("<b>bold</b><img src=x onerror='act()'><script>act()</script>")
    body, _ = HTMLExporter(config=config).from_notebook_node(new_notebook(cells=[text]))
    assert "<b>bold</b>" in body and "act()" not in body


def test_a_gradebook_that_another_program_holds_is_said(course, monkeypatch):
    monkeypatch.setattr(module, "_url", lambda path: f"sqlite:///{path}?timeout=0.1")
    with closing(sqlite3.connect(course.out / "gradebook.db")) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(OSError, match="out must be .* whose gradebook can be written, not "):
            manual_marks(course.out)


def test_an_unfinished_gradebook_is_none(course):
    assert [p.name for p in course.out.glob("*gradebook.db*")] == ["gradebook.db"]
    assert manual_marks(course.out.parent) == {}
