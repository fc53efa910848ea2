"""One question anew for all: what is listed is what is done, and it can be taken back."""

import shutil
from dataclasses import replace

import pytest
from nbgrader.api import Gradebook

from labkit.checks.marking import Mark, Status
from labkit.instructor.grading.base.atomic import alone
from labkit.instructor.grading.judging.grade_one import ungraded
from labkit.instructor.grading.marks import grade_class
from labkit.instructor.grading.marks import regrade as module
from labkit.instructor.grading.marks.audit import entries
from labkit.instructor.grading.marks.grade_class import Running
from labkit.instructor.grading.marks.late import Policy
from labkit.instructor.grading.marks.marks import rows
from labkit.instructor.grading.marks.publish import publish_again
from labkit.instructor.grading.marks.regrade import Regrading, regrade
from labkit.instructor.grading.marks.rulings import Kind
from labkit.instructor.grading.marks.store import Store
from tests.instructor.grading.marks.class_of import make_class
from tests.instructor.grading.tiny import NAME, OTHER, UNSAFE, record, refused

WAIVE, POINTS = {"kind": Kind.WAIVE}, {"kind": Kind.POINTS}
BEFORE = {"ann": 2.5, "bob": 2.5, "cat": 0}


@pytest.fixture
def course(tmp_path, known_version):
    return make_class(tmp_path / "class")


@pytest.fixture
def rule(course):
    """Rule, and return the plan; without a yes nothing is done."""

    def rule(question, yes=True, **options):
        plans = []
        running = {name: options.pop(name) for name in ("jobs", "unsafe") if name in options}
        which = {name: options.pop(name) for name in ("tick", "student") if name in options}
        what = course.out, question, course.ticks, Regrading(**options), Running(**running)

        def confirm(plan):
            plans.append(plan)
            return yes

        assert (regrade(*what, **which, confirm=confirm) is None) != yes
        return plans[0]

    return rule


def everything(course):
    files = [p for p in course.out.rglob("*") if p.suffix in (".csv", ".json", ".html", ".jsonl")]
    return {path: path.read_bytes() for path in files}


def sums(course):
    """What Formgrader shows: student -> score less penalty."""
    with Gradebook(f"sqlite:///{course.out / 'gradebook.db'}") as gradebook:
        found = gradebook.assignment_submissions(NAME)
        return {s.student_id: round(s.score - s.late_submission_penalty, 2) for s in found}


@pytest.mark.slow
def test_the_list_is_what_happens(course, rule, monkeypatch):
    monkeypatch.setattr(module, "me", lambda: "eva")
    page = course.out / "feedback" / "ann" / NAME / f"{NAME}.html"
    before = everything(course)
    assert course.points() == BEFORE
    for yes in (False, True):
        assert everything(course) == before
        plan, up = rule("triple", yes, **WAIVE, why="<b>a misprint"), ((0.5, 2.5), (1, 3))
        assert plan.changes == {"ann": up, "bob": up, "cat": ((0, 0), (1, 1))}
    assert course.points() == sums(course) == {"ann": 3, "bob": 3, "cat": 1}
    (line,) = entries(course.out)
    assert (line["who"], line["why"], line["question"]) == ("eva", "<b>a misprint", "triple")
    assert line["changes"]["cat"] == [[0, 0], [1, 1]]
    assert "Everybody got all the points of this question: &lt;b&gt;a" in page.read_text()
    rule("triple", undo=True)
    assert course.points() == BEFORE and "Everybody" not in page.read_text()


@pytest.mark.slow
def test_it_survives_a_rerun_takes_the_place_of_another_and_is_taken_back(course, rule):
    rule("essay", **POINTS, points=0.5)
    rule("essay", **POINTS, points=1.5)
    for _ in range(2):
        publish_again(course.out, course.ticks)
        assert course.points() == sums(course) == {"ann": 4, "bob": 4, "cat": 1.5}
    assert rule("essay", undo=True).changes["bob"] == ((1.5, 4), (None, 2.5))
    words = ["regrade: points 1.5", "regrade: take the ruling back"]
    assert [line["what"] for line in entries(course.out)][1:] == words
    plan = rule("double", kind=Kind.LEAVE_OUT)
    assert plan.changes["ann"] == ((2, 2.5), (0, 0.5)) and plan.unchanged == 1
    assert course.points() == sums(course) == {"ann": 0.5, "bob": 0.5, "cat": 0}


def test_those_with_marks_for_the_tick_are_counted():
    found = rows([record("ann"), refused("dan"), record("eve", tick="tick1")], {}, Policy(), {})
    assert [*module._points(found, NAME, "triple")] == ["ann"]


def test_one_students_mark_is_overruled_above_the_classs_or_excused(course, rule):
    rule("triple", **WAIVE)
    plan = rule("triple", student="ann", **POINTS, points=0.25, why="copied")
    assert plan.changes == {"ann": ((1, 3), (0.25, 2.25))} and plan.unchanged == 2
    assert course.points() == sums(course) == {"ann": 2.25, "bob": 3, "cat": 1}
    assert entries(course.out)[-1]["student"] == "ann"
    plan = rule("", student="bob", kind=Kind.EXCUSE, why="ill")
    assert plan.changes == {"bob": ((None, 3), (None, None))}
    rule("triple", student="ann", undo=True)
    assert course.points() == {"ann": 3, "bob": None, "cat": 1}


def test_what_was_refused_is_given_points_by_any_name_of_its_student(course, rule):
    pdf = replace(refused("dan@x.org", "a PDF"), display="Dan Lee", tick="", batch="class.zip")
    Store(course.out).save(pdf)
    with pytest.raises(ValueError, match="without --question, --points gives points to what was"):
        rule("double", student="dan@x.org", tick=NAME, **POINTS, points=1)
    with pytest.raises(ValueError, match=r"is dan@x\.org meant"):
        rule("", student="Dan", tick=NAME, **POINTS, points=3)
    plan = rule("", student="Dan Lee", tick=NAME, **POINTS, points=3, why="read on paper")
    assert plan.changes == {"dan@x.org": ((None, None), (None, 3))} and plan.unchanged == 3
    row, page = (
        course.rows()["dan@x.org"],
        course.out / "feedback/dan@x.org" / NAME / f"{NAME}.html",
    )
    assert (row["points"], row["submitted"]) == (3, pdf.submitted.isoformat())
    assert "read on paper" in page.read_text() and "confinement" not in page.read_text()
    assert sums(course) == BEFORE  # there is nothing of it for Formgrader to open
    for path in ("summary.html", "grades.csv"):
        assert "dan@x.org" in (course.out / path).read_text()
    rule("", student="dan@x.org", tick=NAME, undo=True)
    assert course.points() == BEFORE | {"dan@x.org": None} and not page.exists()


def test_what_cannot_be_done_is_said_and_not_done(course, rule, monkeypatch):
    before, ann, excuse = everything(course), {"student": "ann"}, {"kind": Kind.EXCUSE}
    for question, options, words in (
        ("zzz", {}, "not 'zzz'; there are double, triple, essay"), ("triple", {"tick": "tick9"}, "there are none"),
        ("triple", {"student": "zoe", "undo": True}, "one student of the class, not 'zoe'"), ("", ann | POINTS | {"points": 5.5}, "not 5.5"),
        ("", excuse, "must be given"), ("triple", ann | excuse, "must be given"),
        ("", ann | WAIVE, "must be given"), ("triple", POINTS | {"points": 1.5}, "not 1.5"),
        ("triple", POINTS | {"points": -1}, "not -1"), ("essay", {}, "which people read; give --waive"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=words):
            rule(question, **options)
    with alone(course.out), pytest.raises(BlockingIOError):
        rule("triple", **WAIVE)
    monkeypatch.setattr(grade_class, "available", lambda: "Install bubblewrap.")
    with pytest.raises(OSError, match=r"Install bubblewrap.*--unsafe"):
        rule("triple")
    assert everything(course) == before
    for folder in (course.ticks, course.ticks / ".course"):
        shutil.copytree(folder / NAME, folder / OTHER)
    (course.ticks / OTHER / f"{NAME}.ipynb").rename(course.ticks / OTHER / f"{OTHER}.ipynb")
    Store(course.out).save(record("ann", tick=OTHER))
    with pytest.raises(
        ValueError, match="with --tick: triple may be of tick0-tiny and tick1-other"
    ):
        rule("triple", **WAIVE)
    assert rule("triple", yes=False, tick=NAME, **WAIVE).tick == NAME


@pytest.mark.parametrize(("student", "anew"), [("", ["ann", "bob"]), ("bob", ["bob"])])
def test_only_the_mark_of_one_question_is_taken_over(course, rule, monkeypatch, student, anew):
    def again(jobs, number, work):
        assert number == 3
        for job in jobs:
            marks = tuple(Mark(q, 4, 4, 1.0, 1.0, None) for q in ("double", "triple"))
            done = replace(record(job.submission.student), marks=marks)
            yield done if job.submission.student != "cat" else ungraded(job, "it died")

    monkeypatch.setattr(module, "run_here", again)
    monkeypatch.setattr(module, "refuse_unconfined", bool)
    handed_in = course.out / "submitted" / "ann" / NAME / f"{NAME}.ipynb"
    handed_in.rename(course.folder / "kept")
    assert "no longer there" in rule("triple", yes=False, jobs=3).failed["ann"]
    (course.folder / "kept").rename(handed_in)
    plan = rule("triple", jobs=3, student=student)
    assert [*plan.changes] == anew and plan.unchanged == 3 - len(anew)
    assert [*plan.failed] == (["cat"] if not student else [])
    assert course.points() == sums(course) == BEFORE | dict.fromkeys(anew, 3)
    assert Store(course.out).of("cat", NAME).status is Status.RAN


@pytest.mark.slow
def test_changed_checks_mark_the_answers_that_were_handed_in(course, rule):
    """Really run: the tick takes the square for right from now on."""
    for file, before in (("checks", "factor * n, square=n * n"), ("hidden", "3 * n")):
        path = course.ticks / ".course" / NAME / f"{file}.py"
        path.write_text(path.read_text().replace(before, "n * n"))
    plan = rule("triple", jobs=2, unsafe=UNSAFE)
    assert not plan.failed and course.earned("triple") == {"ann": 1, "bob": 1, "cat": 1}
    assert course.earned("double") == {"ann": 2, "bob": 2, "cat": 0}
