"""What students are told of an answer, and what of missing packages."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from labkit.checks.marking import CellError
from labkit.checks.outcomes import Failure, FailureKind, Returned, write_reply
from labkit.instructor.grading.judging.hints import judge_answer, missing_modules, name_stopped_cell


def replied(*outcomes):
    """Two visible cases of `double`, for 3 and 5, and two hidden ones, for 770077 and 2."""
    return write_reply([o if isinstance(o, Failure) else Returned(o) for o in outcomes])


ERROR = Failure(FailureKind.RAISED, "I770077", "770077")
LABEL = "Hidden cases that are not right: large."


@pytest.mark.parametrize(("outcomes", "key", "told"), [
    ((ERROR, 10, ERROR, 4), "raised", f"Your code stopped with an error. {LABEL}"), ((6, 10, ERROR, 4), "raised", LABEL),
    ((6, 10, Failure(FailureKind.NOT_PLAIN, "", "an I770077"), 4), "wrong_type", LABEL),
    ((6, 10, 770077**2, 4), "other", LABEL), ((6, 10, 1540154, 4), None, ""),
    ((7, 7, 7, 7), "constant", None),  # nothing is right: no label
])  # fmt: skip
def test_of_a_hidden_case_a_student_is_told_right_or_not_and_its_label(tick, outcomes, key, told):
    mark = judge_answer(tick, "double", replied(*outcomes))
    assert (mark.hint and mark.hint.key) == key
    assert mark.told == (mark.hint.text if told is None else told)
    assert "770077" not in repr(mark)


def test_labels_are_counted_and_missing_modules_named_where_something_is_not_right(tick):
    question = tick.questions["double"]
    cases = tuple(replace(case, label=case.label and "same") for case in question.cases)
    again = SimpleNamespace(questions={"double": replace(question, cases=cases)})
    told = judge_answer(again, "double", replied(6, 10, 1, 2)).told
    assert told == "Hidden cases that are not right: same (2)."
    words = "Your notebook imports nowhere, beyond, which the lab does not have and you did not"
    for outcome in (6, 9):
        mark = judge_answer(tick, "double", replied(outcome, 10, 1540154, 4), ["nowhere", "beyond"])
        assert (words in mark.told) is (outcome == 9)


def test_of_an_answer_that_is_right_in_part_no_cell_is_blamed(tick):
    mark = judge_answer(tick, "double", replied(6, Failure(FailureKind.UNANSWERED), 1, 2))
    stopped = new_notebook(cells=[new_code_cell("double = 1")]), [CellError(1, "E", "")]
    assert name_stopped_cell(mark, tick, *stopped) == mark
    assert name_stopped_cell(replace(mark, passed=0), tick, *stopped) != replace(mark, passed=0)


@pytest.mark.parametrize(("source", "missing"), [
    ("import os, sys\nimport nowhere.a as n\nimport nowhere, beside\nimport below.it", ["nowhere"]),
    ("def f():\n    from not_there.at_all import x\n", ["not_there"]),
    ("from . import x\nfrom ..a import b\nimport __main__\nimportant = 3", []), ("text = '''\nfrom there to here'''", []),
])  # fmt: skip
def test_modules_that_are_neither_installed_nor_handed_in(source, missing):
    assert missing_modules([source, "x = 1"], ["beside.py", "below/it.py"]) == missing
