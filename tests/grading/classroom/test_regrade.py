"""One question anew for all: what is listed is what is done, and it can be taken back."""

import json
import os
import shutil
from dataclasses import replace

import pytest
from nbgrader.api import Gradebook

from labkit.checks.marking import Mark, Status
from labkit.grading.base.atomic import alone
from labkit.grading.classroom import regrade as module
from labkit.grading.classroom.again import renew
from labkit.grading.classroom.records import Store
from labkit.grading.classroom.regrade import Change, regrade
from labkit.grading.results.audit import entries
from labkit.grading.results.rulings import Kind
from labkit.grading.submission.sanitize import prepared
from labkit.grading.submission.tick import load_tick
from tests.grading.results.class_of import make_class
from tests.grading.tiny import NAME, UNSAFE, answered, record


@pytest.fixture
def course(tmp_path):
    return make_class(tmp_path / "class")


@pytest.fixture
def rule(course):
    def rule(question, yes=True, **options):
        plans = []
        done = regrade(
            course.out,
            question,
            course.ticks,
            confirm=lambda p: (plans.append(p), yes)[1],
            **options,
        )
        assert (done is None) != yes
        return plans[0]

    return rule


def everything(course):
    return {
        path.relative_to(course.out): path.read_bytes()
        for path in course.out.rglob("*")
        if path.is_file() and path.suffix in (".csv", ".json", ".html", ".jsonl")
    }


def sums(course):
    """What Formgrader shows: student -> score less penalty."""
    with Gradebook(f"sqlite:///{course.out / 'gradebook.db'}") as gradebook:
        return {
            s.student_id: round(s.score - s.late_submission_penalty, 2)
            for s in gradebook.assignment_submissions(NAME)
        }


def test_the_list_is_what_happens(course, rule):
    assert course.points() == {"ann": 2.5, "bob": 2.5, "cat": 0}
    plan = rule("triple", kind=Kind.WAIVE, why="a misprint", who="me")
    assert plan.changes == [
        Change("ann", 0.5, 1, 2.5, 3),
        Change("bob", 0.5, 1, 2.5, 3),
        Change("cat", 0, 1, 0, 1),
    ]
    assert (plan.same, plan.out_of) == (0, (5, 5))
    assert course.points() == sums(course) == {"ann": 3, "bob": 3, "cat": 1}
    (line,) = entries(course.out)
    assert (line["who"], line["why"], line["question"]) == ("me", "a misprint", "triple")
    assert line["changes"]["cat"] == {"before": 0, "after": 1, "total": [0, 1]}


def test_what_is_not_confirmed_is_not_done(course, rule):
    before = everything(course)
    rule("triple", yes=False, kind=Kind.WAIVE)
    assert everything(course) == before


def test_it_survives_a_rerun_and_is_taken_back(course, rule):
    before = course.points()
    rule("essay", kind=Kind.POINTS, points=1.5)
    for _ in range(2):
        renew(course.out, course.ticks)
        assert course.points() == sums(course) == {"ann": 4, "bob": 4, "cat": 1.5}
    assert "waiting" in (course.out / "grades.csv").read_text()
    assert rule("essay", undo=True).changes[1] == Change("bob", 1.5, None, 4, 2.5)
    assert course.points() == sums(course) == before
    assert [line["what"] for line in entries(course.out)] == [
        "regrade: points 1.5",
        "regrade: take the ruling back (points)",
    ]


def test_students_read_of_it_and_no_more_when_it_is_taken_back(course, rule):
    page = course.out / "feedback" / "ann" / NAME / f"{NAME}.html"
    assert "Everybody" not in page.read_text()
    rule("triple", kind=Kind.WAIVE, why="<script>a misprint</script>")
    assert "Everybody got all the points of this question" in page.read_text()
    assert "a misprint" in page.read_text() and "<script>a" not in page.read_text()
    rule("triple", undo=True)
    assert "Everybody" not in page.read_text()


def test_a_question_left_out_is_out_of_the_total(course, rule):
    plan = rule("double", kind=Kind.LEAVE_OUT)
    assert plan.out_of == (5, 3)
    assert course.points() == sums(course) == {"ann": 0.5, "bob": 0.5, "cat": 0}


def test_a_ruling_takes_the_place_of_another(course, rule):
    rule("triple", kind=Kind.WAIVE)
    assert rule("triple", kind=Kind.POINTS, points=0).changes[0] == Change("ann", 1, 0, 3, 2)
    assert rule("triple", undo=True).changes[0].after == 0.5


def test_a_ruling_holds_for_who_hands_in_later(course, rule):
    rule("triple", kind=Kind.WAIVE)
    notebook = json.loads(json.dumps(prepared(answered(load_tick(course.ticks / NAME)))))
    Store(course.out).save(record("dan", notebook=notebook, points={"triple": 0}))
    renew(course.out, course.ticks)
    assert course.earned("triple")["dan"] == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"question": "tripel"}, "question must be .* not 'tripel'; did you mean 'triple'"),
        ({"question": "zzz"}, "there are double, essay, triple"),
        ({"question": "triple", "tick": "tick9"}, "tick must be one with marks .*, not 'tick9'"),
        ({"question": "triple", "undo": True}, "not triple; there is no ruling at all"),
        ({"question": "triple", "kind": Kind.POINTS}, "points must be given"),
        ({"question": "triple", "kind": Kind.WAIVE, "points": 1}, "points must be given"),
        ({"question": "triple", "kind": Kind.POINTS, "points": 1.5}, "between 0 and 1, not 1.5"),
        ({"question": "triple", "kind": Kind.POINTS, "points": -1}, "between 0 and 1"),
        ({"question": "triple", "kind": Kind.POINTS, "points": float("nan")}, "between 0 and 1"),
        ({"question": "essay"}, "not essay, which people read; give --waive"),
    ],
)
def test_what_cannot_be_done_is_said_and_not_done(course, rule, options, said):
    before = everything(course)
    with pytest.raises(ValueError, match=said):
        rule(**options)
    assert everything(course) == before


def test_a_name_that_two_ticks_have_is_asked_for(course):
    other = course.ticks / "tick1-other"
    other.mkdir()
    for path in (course.ticks / NAME).iterdir():
        (other / path.name.replace(NAME, other.name)).write_bytes(path.read_bytes())
    Store(course.out).save(record("ann", tick=other.name))
    with pytest.raises(ValueError, match="triple is a question of tick0-tiny and tick1-other"):
        regrade(course.out, "triple", course.ticks, kind=Kind.WAIVE, confirm=lambda _: True)


def test_a_folder_without_marks_is_said(course, tmp_path):
    with pytest.raises(FileNotFoundError, match="out must be the folder that labkit grade wrote"):
        regrade(tmp_path, "triple", course.ticks, kind=Kind.WAIVE, confirm=lambda _: True)


def test_nothing_is_changed_while_a_grader_is_at_work(course, rule):
    with alone(course.out), pytest.raises(BlockingIOError):
        rule("triple", kind=Kind.WAIVE)


@pytest.mark.slow
def test_what_is_stopped_anywhere_is_completed_by_doing_it_again(
    course, rule, tmp_path, monkeypatch
):
    """Stop at the first, the third ... time that a file is put in its place, or the database is."""
    put, count, stop_at = os.replace, 0, 0

    def stops(*arguments):
        nonlocal count
        count += 1
        if count == stop_at:
            raise KeyboardInterrupt
        return put(*arguments)

    monkeypatch.setattr(os, "replace", stops)
    untouched = shutil.copytree(course.folder, tmp_path / "untouched")
    rule("essay", kind=Kind.POINTS, points=1)
    expected, steps = course.points(), count
    assert steps > 5 and sums(course) == expected
    for stop in range(1, steps + 1, 2):
        shutil.rmtree(course.folder)
        shutil.copytree(untouched, course.folder)
        count, stop_at = 0, stop
        with pytest.raises(KeyboardInterrupt):
            rule("essay", kind=Kind.POINTS, points=1)
        stop_at = 0
        rule("essay", kind=Kind.POINTS, points=1)
        assert course.points() == sums(course) == expected
        rule("essay", undo=True)
        assert course.points() == sums(course) == {"ann": 2.5, "bob": 2.5, "cat": 0}


# --- marked again


def test_only_the_mark_of_one_question_is_taken_over(course, rule, monkeypatch):
    def again(jobs, number, work, instead):
        assert number == 3
        for job in jobs:
            marks = tuple(Mark(q, 4, 4, 1.0, 1.0, None) for q in ("double", "triple"))
            done = replace(record(job.student), marks=marks)
            yield done if job.student != "cat" else instead(job, "it died")

    monkeypatch.setattr(module, "in_processes", again)
    monkeypatch.setattr(module, "available", lambda: None)
    plan = rule("triple", jobs=3)
    assert [c.student for c in plan.changes] == ["ann", "bob"] and plan.same == 1
    assert "it died" in plan.failed["cat"]
    assert course.points() == sums(course) == {"ann": 3, "bob": 3, "cat": 0}
    assert Store(course.out).of("cat", NAME).status is Status.RAN


def test_what_is_no_longer_there_keeps_its_mark(course, rule, monkeypatch):
    monkeypatch.setattr(module, "in_processes", lambda jobs, *_: iter(()))
    monkeypatch.setattr(module, "available", lambda: None)
    (course.out / "submitted" / "bob" / NAME / f"{NAME}.ipynb").unlink()
    assert "no longer in the folder" in rule("triple").failed["bob"]


def test_nothing_runs_unconfined_unless_told_to(rule, monkeypatch):
    monkeypatch.setattr(module, "available", lambda: "Install bubblewrap.")
    with pytest.raises(Exception, match="Install bubblewrap.*--unsafe"):
        rule("triple")


@pytest.mark.slow
def test_changed_checks_mark_the_answers_that_were_handed_in(course, rule):
    """Really run: the tick takes the square for right from now on."""
    checks = course.ticks / NAME / "checks.py"
    checks.write_text(
        checks.read_text().replace(
            "equals(factor * n, square=n * n)", "equals(n * n if factor == 3 else 2 * n)"
        )
    )
    hidden = course.ticks / NAME / "hidden.py"
    hidden.write_text(hidden.read_text().replace("equals(3 * n)", "equals(n * n)"))
    plan = rule("triple", jobs=2, unsafe=UNSAFE)
    assert not plan.failed and course.earned("triple") == {"ann": 1, "bob": 1, "cat": 1}
    assert course.earned("double") == {"ann": 2, "bob": 2, "cat": 0}
