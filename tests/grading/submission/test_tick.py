"""A tick as its graders need it: what is asked, what was given out, and what it is worth."""

import pickle
from dataclasses import replace

import pytest

from labkit.grading.submission.tick import load_tick, load_ticks
from tests.grading.tiny import NAME, make_tick


@pytest.fixture(scope="module")
def ticks(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ticks")
    make_tick(folder)
    return folder


@pytest.fixture(scope="module")
def tick(ticks):
    return load_tick(ticks / NAME)


def test_it_knows_its_cells_and_their_points(tick):
    assert tick.grade_ids == {"double", "double-check", "triple", "triple-check", "essay"}
    assert tick.points == {"double": 2, "triple": 1, "essay": 2}


def test_what_was_given_out_has_no_solution(tick):
    assert "2 * n" not in tick.released and "your code here" in tick.released
    tick.notebook().cells.clear()
    assert tick.notebook().cells  # a new copy each time


def test_its_questions_have_the_hidden_cases(tick):
    assert list(tick.questions) == ["double", "triple"]
    assert [case.label for case in tick.questions["double"].cases] == ["", "", "large", "small"]


def test_students_files_hold_nothing_hidden(tick):
    assert [path.name for path in tick.files.iterdir()] == ["checks.py"]
    assert (tick.files / "checks.py").read_text() == tick.checks


def test_it_can_be_sent(tick):
    sent = pickle.loads(pickle.dumps(tick))
    assert sent == tick and sent.digest == tick.digest


def test_its_digest_changes_with_each_part(tick):
    parts = ("name", "released", "checks", "hidden")
    digests = {replace(tick, **{part: "other"}).digest for part in parts}
    assert len(digests | {tick.digest}) == 5


def test_a_shared_task_is_for_a_classifier(tick):
    task = tick.shared_task
    assert (task.question, task.inputs[:2], task.gold[:2]) == (
        "double",
        [(0,), (1,)],
        ["POS", "NEG"],
    )
    without = replace(tick, hidden=tick.hidden.partition("def shared_task")[0])
    with pytest.raises(
        ValueError, match=f"tick must be one that asks for a classifier, not {NAME}"
    ):
        without.shared_task  # noqa: B018 - the property raises


def test_all_ticks_of_a_folder_are_loaded(ticks, tick):
    assert load_ticks(ticks) == load_ticks(ticks, NAME) == {NAME: tick}


def test_a_folder_without_ticks_is_refused(tmp_path):
    with pytest.raises(FileNotFoundError, match="ticks must be a folder with a folder for each"):
        load_ticks(tmp_path)


@pytest.mark.parametrize(
    ("name", "words"), [("tick0-tin", f"did you mean '{NAME}'"), ("x", f"there are {NAME}.")]
)
def test_a_tick_that_is_not_there_is_named(ticks, name, words):
    with pytest.raises(ValueError, match=f"tick must be one of those in .*, not '{name}'; {words}"):
        load_ticks(ticks, name)
