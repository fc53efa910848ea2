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
from nbgrader.api import Gradebook, InvalidEntry
from nbgrader.apps import NbGraderAPI
from nbgrader.coursedir import CourseDirectory
from nbgrader.utils import compute_checksum
from traitlets.config import Config
from traitlets.utils.importstring import import_item

from labkit.grading.base.atomic import write_whole
from labkit.grading.results import gradebook as module
from labkit.grading.results.audit import entries
from labkit.grading.results.gradebook import enter_manual, manual_marks, write_gradebook
from labkit.grading.results.late import Policy
from labkit.grading.results.marks import Manual, rows
from labkit.grading.results.rulings import Kind, Ruling
from labkit.grading.submission.sanitize import clean_html
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

    def rows(self, *records, ruling=None):
        """The marks of these, as `publish` makes them."""
        ruled = {(NAME, ruling.question): ruling} if ruling else {}
        return rows(records, {NAME: self.tick}, POLICY, manual_marks(self.out), ruled)

    def write(self, *records, ruling=None):
        """Bring the gradebook up to date with these."""
        found = self.rows(*records, ruling=ruling)
        write_gradebook(self.out, found, {NAME: self.tick}, self.folder / "ticks", POLICY)
        return self.rows(*records, ruling=ruling)


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


def enter(ask, student, cell, score, comment=None, extra=None):
    """Do what Formgrader does when a marker types a mark."""

    def entered(gradebook):
        grade = grade_of(gradebook, student, cell)
        grade.manual_score, grade.needs_manual_grade = score, False
        grade.extra_credit = extra
        if comment:
            gradebook.find_comment(cell, NAME, NAME, student).manual_comment = comment
        gradebook.db.commit()

    ask(entered)


@pytest.mark.slow
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
    assert import_item(config.HTMLExporter.filters["clean_html"]) is clean_html
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


def assert_agree(ask, found):
    """Formgrader's sums are those of the tables, to hundredths."""

    def look(gradebook):
        for row in found:
            student = row.record.student
            submission = gradebook.find_submission(NAME, student)
            assert round(submission.score, 2) == row.before
            assert submission.late_submission_penalty == row.penalty
            assert submission.max_score == row.out_of
            (counted,) = (s for s in gradebook.submission_dicts(NAME) if s["student"] == student)
            assert counted["needs_manual_grade"] == bool(row.waiting)
            scores = {
                g.name.removesuffix("-check"): g.score for g in submission.notebooks[0].grades
            }
            assert scores == {q: points or 0 for q, points in row.earned.items()}

    ask(look)


RULINGS = [
    Ruling(NAME, "essay", Kind.WAIVE),
    Ruling(NAME, "essay", Kind.POINTS, 1.25),
    Ruling(NAME, "essay", Kind.LEAVE_OUT),
    Ruling(NAME, "triple", Kind.WAIVE),
    Ruling(NAME, "triple", Kind.POINTS, 0),
    Ruling(NAME, "triple", Kind.LEAVE_OUT),
]


@pytest.mark.parametrize(
    "ruling",
    [
        pytest.param(r, id=f"{r.question} {r.kind}", marks=[pytest.mark.slow] if number % 2 else [])
        for number, r in enumerate(RULINGS)
    ],
)
def test_formgrader_agrees_with_the_tables_under_a_ruling_and_without_it_again(course, ask, ruling):
    enter(ask, "ann", "essay", 1.5, extra=0.25)
    enter(ask, "bob", "triple-check", None, extra=0.5)  # on top of the machine's
    records = [course.made("ann"), course.made("bob"), course.made("cat", essay=None)]
    before = course.write(*records)
    assert_agree(ask, before)
    assert [row.before for row in before] == [4.25, 3, 2.5]
    ruled = course.write(*records, ruling=ruling)
    assert_agree(ask, ruled)
    assert any(
        row.points != old.points or row.out_of != old.out_of
        for row, old in zip(ruled, before, strict=True)
    )
    assert_agree(ask, course.write(*records, ruling=ruling))  # twice is once
    after = course.write(*records)
    assert_agree(ask, after)
    assert after == before


def test_what_a_marker_enters_under_a_ruling_counts_when_it_is_taken_back(course, ask):
    records = [course.made("ann"), course.made("bob")]
    ruling = Ruling(NAME, "essay", Kind.POINTS, 2)
    course.write(*records, ruling=ruling)
    enter(ask, "ann", "essay", 0.5, extra=2)  # the 2 is what the ruling has written there
    enter(ask, "bob", "essay", 0.5, extra=0.25)
    ruled = course.write(*records, ruling=ruling)
    assert_agree(ask, ruled)
    assert [row.earned["essay"] for row in ruled] == [2, 2]
    after = course.write(*records)
    assert_agree(ask, after)
    assert [row.earned["essay"] for row in after] == [0.5, 0.75]


def test_a_ruling_does_not_make_an_answer_look_changed(course, ask):
    enter(ask, "ann", "triple-check", 0.75)
    enter(ask, "ann", "essay", 1)
    for ruling in (RULINGS[0], RULINGS[5], None):
        (row,) = course.write(course.made("ann"), ruling=ruling)
    assert row.waiting == [] and (row.earned["triple"], row.earned["essay"]) == (0.75, 1)


def test_what_is_changed_in_formgrader_is_in_the_log_once(course, ask):
    records = [course.made("ann"), course.made("bob")]
    course.write(*records)
    assert entries(course.out) == []
    enter(ask, "ann", "essay", 1.5, "Well put.", extra=0.5)
    for _ in range(2):
        course.write(*records)
    found = {line["what"]: line for line in entries(course.out)}
    assert len(entries(course.out)) == 3
    assert found["mark by hand"]["after"] == 1.5 and found["extra credit"]["after"] == 0.5
    assert found["comment by hand"]["after"] == "Well put."
    assert {(e["student"], e["tick"], e["question"], e["before"]) for e in found.values()} == {
        ("ann", NAME, "essay", None)
    }
    enter(ask, "ann", "essay", None)
    course.write(*records, ruling=RULINGS[0])
    course.write(*records)
    assert [(e["what"], e["before"], e["after"]) for e in entries(course.out)[3:]] == [
        ("mark by hand", 1.5, None),
        ("extra credit", 0.5, None),
    ]


def test_marks_by_machine_and_penalties_that_change_are_in_the_log_once(course):
    course.write(course.made("ann"), course.made("bob"))
    later = DUE + timedelta(days=2)
    for _ in range(2):
        course.write(
            course.made("ann", points={"triple": 1}),
            course.made("bob"),
            course.made("cat", essay=None, submitted=later),
        )
    (line,) = entries(course.out)
    assert line["what"] == "graded anew" and line["who"] and line["why"]
    assert line["changes"] == {
        f"ann/{NAME}": {"triple": [0.5, 1]},
        f"cat/{NAME}": {"penalty": [0.5, 1]},
    }


def test_marks_are_entered_for_a_marker_all_or_none(course, ask):
    ann = ("ann", NAME)
    for wrong, named in (
        ({("nobody", NAME): Manual({"essay": 1})}, "'nobody' in tick0-tiny"),
        ({("ann", "tick9"): Manual({"essay": 1})}, "'ann' in tick9"),
        ({("ann", NAME): Manual({"nothing": 1})}, "'nothing'"),
        ({("ann", NAME): Manual({}, {"nothing": "x"})}, "'nothing'"),
    ):
        with pytest.raises(ValueError, match=named):
            enter_manual(course.out, {ann: Manual({"essay": 2})} | wrong)
        assert manual_marks(course.out)[ann] == Manual()
    enter_manual(course.out, {ann: Manual({"essay": 2, "triple": 0}, {"essay": "Good."})})
    assert manual_marks(course.out)[ann] == Manual({"essay": 2, "triple": 0}, {"essay": "Good."})
    (row,) = course.write(course.made("ann"))
    assert_agree(ask, [row])
    assert entries(course.out) == []  # whoever enters them knows who and why
    enter_manual(course.out, {ann: Manual(again=frozenset(["essay"]))})
    assert manual_marks(course.out)[ann].again == {"essay"}


def test_only_what_changed_is_written(course, monkeypatch):
    records = [course.made("ann"), course.made("bob", points={"triple": 1})]
    course.write(*records)
    written = []
    as_before = module._write_row
    monkeypatch.setattr(module, "_write_row", lambda *a: (written.append(a[3]), as_before(*a)))
    course.write(*records)
    assert written == []
    course.write(records[0], course.made("bob"))
    (course.out / "autograded" / "ann" / NAME / f"{NAME}.ipynb").unlink()
    course.write(records[0], course.made("bob"))
    assert [row.record.student for row in written] == ["bob", "ann"]


def test_a_grade_stays_of_a_cell_that_the_notebook_has_no_more(course, ask):
    """Marked when the tick had other cells: what a person gave for it is kept."""
    enter(ask, "ann", "essay", 1.5)
    made = course.made("ann", points={"triple": 1})
    made.notebook["cells"] = [c for c in made.notebook["cells"] if c["id"] != "essay"]
    course.write(made)
    grade = ask(lambda g: grade_of(g, "ann", "essay").to_dict())
    assert (grade["manual_score"], grade["needs_manual_grade"]) == (1.5, False)
    assert ask(lambda g: grade_of(g, "ann", "triple-check").auto_score) == 1


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


@pytest.mark.parametrize("begins", [b"", b"no database", None])
def test_a_gradebook_that_is_not_whole_is_said_with_what_to_do(course, begins):
    path = course.out / "gradebook.db"
    path.write_bytes(path.read_bytes()[:60_000] if begins is None else begins)
    before = path.read_bytes()
    with pytest.raises(OSError, match=r"whose gradebook\.db is whole, not .* put a copy of that"):
        manual_marks(course.out)
    assert path.read_bytes() == before


def test_a_full_disk_is_said_without_all_that_was_tried(course, caplog):
    said = r"\(database or disk is full\); make room on its disk and try"
    with pytest.raises(OSError, match=said), module._open(course.out) as gradebook:
        connection = gradebook.db.connection()
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        gradebook.add_student("x" * 2_000_000)
    assert not caplog.records
    with pytest.raises(InvalidEntry), module._open(course.out) as gradebook:
        gradebook.add_student("ann")
        gradebook.add_student("ann")
