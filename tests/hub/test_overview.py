"""How a class is doing: each student with each tick, and what each question got."""

from dataclasses import replace
from datetime import timedelta

import pytest

pytest.importorskip("jupyterhub", reason="JupyterHub is not installed (the extra hub)")

from labkit.grading.results.late import Policy
from labkit.hub.course import Course
from labkit.hub.overview import State, overview, strangers
from labkit.hub.seen import Seen, User
from tests.hub.class_page import EVIL, NOON, TICK1, TICK2, TICK4, TICKS, row, some_class


@pytest.fixture
def course(tmp_path):
    return Course(tmp_path, "Significance", "nlp", instructors=("ina",), late=Policy({TICK1: NOON}))


def states(view, tick):
    return {p.name: c.state for p in view.people for c in p.cells if c.tick == tick}


def test_each_student_is_in_one_state_with_each_tick(course):
    view = overview(course, TICKS, some_class())
    assert states(view, TICK1) == {
        "ada": State.TO_READ,
        "ben": State.NOT_MARKED,
        "cleo": State.NOTHING,
        "dora": State.HANDED_IN,  # again, after what was marked
    }
    assert states(view, TICK2) == {
        "ada": State.HANDED_IN,
        "ben": State.FETCHED,
        "cleo": State.NOTHING,
        "dora": State.FETCHED,
    }
    assert states(view, TICK4) == {}  # neither out nor in anybody's hands
    assert view.waiting == 2 and view.to_read == 1


def test_a_file_beside_the_one_that_was_marked_hides_no_marks(course):
    beside = row("ada", TICK1, graded=False, why="not graded: another file is", points=0.0)
    for marked in ((row("ada", TICK1), beside), (beside, row("ada", TICK1))):
        view = overview(course, TICKS, Seen(marked=marked))
        assert states(view, TICK1) == {"ada": State.MARKED} and view.ticks[0].marked == 1


def test_what_was_collected_and_waits_its_turn_is_handed_in_and_what_does_not_count_says_why(
    course,
):
    kept = {("ada", TICK1): "", ("ben", TICK1): "the file is empty", ("dora", TICK1): "late"}
    seen = replace(some_class(), kept=kept, marked=(row("dora", TICK1),), handed_in={})
    view = overview(course, TICKS, seen)
    assert states(view, TICK1) == {
        "ada": State.HANDED_IN,
        "ben": State.NOT_MARKED,
        "cleo": State.NOTHING,
        "dora": State.MARKED,
    }
    (why,) = {c.why for p in view.people for c in p.cells if p.name == "ben" and c.tick == TICK1}
    assert why == "does not count: the file is empty"
    assert (view.waiting, view.ticks[0].handed_in) == (1, 3)


def test_counts_of_a_tick_are_those_of_its_cells(course):
    line, other, closed = overview(course, TICKS, some_class()).ticks
    assert (line.fetched, line.handed_in, line.marked, line.to_read) == (3, 3, 2, 1)
    assert (line.mean, line.out_of) == ((6 + 9) / 2, 9)
    assert line.deadline == "Fri 20 Nov 2026, 12:00" and other.deadline == ""
    assert (other.fetched, other.handed_in, other.marked, other.mean) == (3, 1, 0, None)
    assert (closed.released, closed.fetched, closed.out_of) == (False, 0, 5)


def test_a_question_counts_the_answers_that_have_points(course):
    questions = {q.question: q for q in overview(course, TICKS, some_class()).ticks[0].questions}
    essay, classify = questions["essay"], questions["classify"]
    assert (essay.answers, essay.mean, essay.to_read, essay.share) == (1, 3.0, 1, 1.0)
    assert (classify.hint, classify.times) == ("Once <each> word.", 1)
    assert list(questions) == list(TICKS[TICK1])


def test_points_above_all_points_have_a_share_of_one(course):
    extra = row("ada", TICK4)
    seen = Seen(marked=(replace(extra, earned={"sign-test": 7.0}),))
    (asked,) = overview(course, TICKS, seen).ticks[2].questions
    assert asked.share == 1.0


def test_who_teaches_is_no_student(course):
    users = (User("ina", True, True), User("joe", True, instructor=True), User("ada", True))
    view = overview(course, TICKS, Seen(users=users, fetched=frozenset({("ina", TICK1)})))
    assert [person.name for person in view.people] == ["ada"]
    assert (view.signed_in, view.running) == (1, 0)


def test_a_student_is_one_however_the_roster_writes_the_name(course, tmp_path):
    (tmp_path / "class.csv").write_text("student,name\nAda@Uni,Ada Lovelace\nben,Ben\n")
    course = replace(course, roster=tmp_path / "class.csv")
    seen = Seen(users=(User("ada@uni", True),), marked=(row("Ada@Uni", TICK1),))
    view = overview(course, TICKS, seen)
    assert [(p.name, p.display) for p in view.people] == [
        ("ada@uni", "Ada Lovelace"),
        ("ben", "Ben"),
    ]
    assert view.people[0].cells[0].page == "Ada@Uni"  # the folder is as the marks have it


def test_a_name_that_cannot_sign_in_hides_nobody_else_of_the_roster(course, tmp_path):
    (tmp_path / "class.csv").write_text("student,name\nada,Ada\njosé,José\neve+x@uni,Eve\n")
    view = overview(replace(course, roster=tmp_path / "class.csv"), TICKS, Seen())
    assert [(p.name, p.display) for p in view.people] == [
        ("ada", "Ada"),
        ("eve+x@uni", "Eve"),
        ("josé", "José"),
    ]


def test_who_signs_in_by_an_address_is_one_with_the_number_of_the_roster(course, tmp_path):
    (tmp_path / "class.csv").write_text("student,name,email\n123,Ada Lee,ada@uni\n124,Ben,b@uni\n")
    course = replace(course, roster=tmp_path / "class.csv")
    seen = Seen(
        users=(User("ada@uni", True),),
        marked=(row("123", TICK1),),
        handed_in={("ada@uni", TICK1): NOON},
    )
    view = overview(course, TICKS, seen)
    assert [(p.name, p.display) for p in view.people] == [("124", "Ben"), ("ada@uni", "Ada Lee")]
    assert states(view, TICK1) == {"124": State.NOTHING, "ada@uni": State.MARKED}
    assert view.people[1].cells[0].page == "123" and view.waiting == 0


def test_who_has_two_accounts_waits_no_longer_when_one_is_marked(course, tmp_path):
    roster = tmp_path / "roster.csv"
    roster.write_text("student,name,email\n1001,Ada Lee,ada@uni.example\n")
    listed = replace(course, roster=roster)
    users = (User("1001", True), User("ada@uni.example", True))
    done = row("1001", TICK1)
    key = "ada@uni.example", TICK1
    view = overview(listed, TICKS, Seen(users, (done,), {key: done.submitted}, frozenset({key})))
    assert view.waiting == 0 and view.ticks[0].handed_in == 1
    assert states(view, TICK1)["1001"] in (State.MARKED, State.TO_READ)


def test_an_extension_for_nobody_is_said(course, tmp_path):
    (tmp_path / "class.csv").write_text("student,email\n123,ada@uni\n")
    names = ("ada@uni", "123", "adda", "ben", "ina")
    late = replace(course.late, extensions={(name, TICK1): NOON for name in names})
    course = replace(course, late=late, roster=tmp_path / "class.csv")
    view = overview(course, TICKS, Seen(users=(User("ben"),)))
    (said,) = strangers(course, view)
    assert "an extension for adda" in said
    assert strangers(course, overview(course, TICKS, Seen(users=None))) == ()


def test_a_roster_that_cannot_be_read_leaves_who_is_there(course, tmp_path):
    (tmp_path / "class.csv").write_text("nothing\nof use\n")
    course = replace(course, roster=tmp_path / "class.csv")
    view = overview(course, TICKS, Seen(users=(User("ada", True),)))
    assert [person.name for person in view.people] == ["ada"]


def test_without_jupyterhubs_answer_nobody_is_said_to_be_away(course):
    view = overview(course, TICKS, replace(some_class(), users=None))
    assert (view.signed_in, view.running) == (None, None)
    assert {"ada", "ben", "dora"} == {person.name for person in view.people}
    assert view.people[0].display == EVIL


def test_a_version_of_the_same_second_is_the_one_that_was_marked(course):
    seen = Seen(
        marked=(row("ada", TICK1),),
        handed_in={("ada", TICK1): NOON + timedelta(microseconds=900_000)},
    )
    assert states(overview(course, TICKS, seen), TICK1) == {"ada": State.MARKED}
    later = replace(seen, handed_in={("ada", TICK1): NOON + timedelta(seconds=1)})
    assert states(overview(course, TICKS, later), TICK1) == {"ada": State.HANDED_IN}


def test_nobody_is_a_class_too(course):
    view = overview(course, TICKS, Seen())
    assert view.people == () and [line.fetched for line in view.ticks] == [0, 0, 0]
