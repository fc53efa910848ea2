"""The steps on the judge's side: what they tell students, and what of missing packages."""

import json
import time
from dataclasses import replace
from types import SimpleNamespace

import nbformat
import pytest

from labkit.checks.outcomes import Failure, FailureKind, Returned, read_reply, write_reply
from labkit.grading.submission.restore import read
from labkit.grading.submission.steps import (
    asked,
    bare,
    harmless,
    judged,
    load,
    not_there,
    prepare,
)
from tests.grading.tiny import answered, cell_of, make_tick


@pytest.fixture(scope="module")
def tick(tmp_path_factory):
    made = make_tick(tmp_path_factory.mktemp("ticks"))
    load(made)
    return made


def prepared(tick, **answers):
    return prepare(read(nbformat.writes(answered(tick, **answers)).encode()), tick)


def test_a_notebook_is_restored_and_what_it_imports_is_known(tick):
    found = prepared(tick, double="import pandas.io, os\n    from ..a import b\n    return 3")
    notebook = nbformat.from_dict(json.loads(found.notebook))
    imported = {cell.source.split()[0]: found.imported.get(cell.id) for cell in notebook.cells}
    assert imported["import"] == ("math",) and imported["def"] is None  # of triple, the last
    assert ("pandas.io", "os") in found.imported.values()
    assert found.repairs == ()
    assert set(found.enough.values()) == {""}


def test_each_question_is_asked_for(tick):
    assert [(one.question, one.answer) for one in asked(tick)] == [
        ("double", "double"),
        ("triple", "triple"),
    ]


def replied(visible, hidden=6):
    """Two visible cases and two hidden ones of `double`, for 3, 5, 770077 and 2."""
    outcomes = [*[visible] * 2, hidden, 4]
    return write_reply([o if isinstance(o, Failure) else Returned(o) for o in outcomes])


def failure(exception, detail="770077"):
    return Failure(FailureKind.RAISED, exception, detail)


RAISED = "Your code stopped with an error."


@pytest.mark.parametrize(
    ("visible", "hidden", "key", "told"),
    [
        (failure("ValueError"), 1540154, "raised", RAISED),
        (failure("Input770077"), 1540154, "raised", RAISED),
        (failure("Input770077"), failure("Input770077"), "raised", f"{RAISED} LABEL"),
        (None, failure("Input770077"), "raised", "LABEL"),
        (None, Failure(FailureKind.SLOW), "slow", "LABEL"),
        (None, Failure(FailureKind.NOT_PLAIN, "", "an Input770077"), "wrong_type", "LABEL"),
        (None, 770077**2, "other", "LABEL"),
        (None, 1540154, None, ""),
    ],
)
def test_of_a_hidden_case_a_student_is_told_right_or_not_and_its_label(
    tick, visible, hidden, key, told
):
    right = write_reply([Returned(6), Returned(10), *read_reply(replied(6, hidden), 4)[2:]])
    mark = judged(tick, "double", right if visible is None else replied(visible, hidden))
    assert (mark.hint and mark.hint.key) == key
    assert mark.told == told.replace("LABEL", "Hidden cases that are not right: large.")
    assert "770077" not in repr(mark)


def test_labels_are_counted_and_left_out_where_nothing_is_right(tick):
    wrong = judged(tick, "double", write_reply([Returned(7)] * 4))
    assert wrong.told == wrong.hint.text and "Hidden" not in wrong.told
    question = tick.questions["double"]
    cases = tuple(replace(case, label=case.label and "same") for case in question.cases)
    again = SimpleNamespace(questions={"double": replace(question, cases=cases)})
    answers = write_reply([Returned(n) for n in (6, 10, 1, 2)])
    assert judged(again, "double", answers).told == "Hidden cases that are not right: same (2)."


@pytest.mark.parametrize("exception", ["ModuleNotFoundError", "NameError", "ImportError"])
def test_a_missing_package_is_named(tick, exception):
    mark = judged(tick, "double", replied(failure(exception)), ("nowhere",))
    assert mark.hint.key == "ModuleNotFoundError"
    assert mark.told.startswith(
        "Your notebook imports nowhere, which is not in the lab, and was not handed in with it"
    )


@pytest.mark.parametrize(
    ("visible", "hidden", "absent"),
    [
        (failure("NameError"), 1540154, ()),
        (failure("KeyError", "'nowhere'"), 1540154, ("nowhere",)),
        (9, 1540154, ("nowhere",)),
        (6, failure("NameError"), ("nowhere",)),
    ],
)
def test_no_other_failure_names_a_package(tick, visible, hidden, absent):
    assert "nowhere" not in judged(tick, "double", replied(visible, hidden), absent).told


def test_modules_in_words():
    assert not_there(["a.b", "a.c", "d"]).startswith("Your notebook imports a and d, which are not")


def test_a_notebook_that_cannot_be_shown_keeps_what_the_course_wrote(tick):
    found = nbformat.from_dict(json.loads(prepared(tick, essay="Because.").notebook))
    cell_of(found, "double").outputs = [nbformat.v4.new_output("stream", text="out")]
    assert "Because." in json.dumps(harmless(json.dumps(found)))
    left = json.dumps(bare(json.dumps(found)))
    assert "Because." not in left and '"out"' not in left and "return 2 * n" in left


def test_code_without_end_is_not_parsed_and_the_whole_notebook_is_needed(tick):
    """Each of these took the parser up to a minute."""
    for code in (
        "x = " + "+".join(["1"] * 200_000),
        'x = f"' + "{1}" * 60_000 + '"',
        "a=1;" * 200_000,
    ):
        began = time.process_time()
        made = prepared(tick, own=code)
        assert time.process_time() - began < 4
        assert made.enough == {} and made.imported == {}
        assert code in made.notebook.replace('\\"', '"')
