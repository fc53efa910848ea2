"""Marks from the replies of a kernel, whatever they are."""

import math

import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from labkit.checks import Case, Question, equals
from labkit.checks.marking import CellError, Status, mark_answers
from labkit.checks.outcomes import Failure, FailureKind, Returned, write_reply
from labkit.checks.plain_data import encode
from tests.checks.notebooks import written_cell


def mark_replied(reply, expected):
    """Mark a question, one case for each expected value, whose kernel replied with a text."""
    cases = tuple(Case((n,), equals(value)) for n, value in enumerate(expected))
    question = Question("asked", "asked", 1, {"other": "No."}, cases)
    return mark_answers(new_notebook(), {"asked": question}, [reply]).marks[0]


def test_a_reply_is_read():
    found = [Returned(1), Failure(FailureKind.RAISED, "ValueError", "no")]
    reply = write_reply([*found, Failure(FailureKind.UNANSWERED)])
    assert mark_replied(reply, [1, 2, 3]).passed == 1


def pair(second):
    return encode([{"value": 1}, second])


@pytest.mark.parametrize(
    "reply",
    [
        None,
        "",
        "[" * 100_000,
        "null",
        encode([{"value": 1}]),
        encode({"value": 1, "raised": 2}),
        pair({"correct": True}),
        pair({"value": 1, "raised": ["x", "y"]}),
        pair({}),
        pair(None),
        pair({"raised": {}}),
        pair({"raised": ["x"]}),
        pair({"raised": ["x", 1]}),
        pair({"not_plain": ["", "x" * 2_000]}),
        pair({"lost": ["", ""]}),
        pair({"value": "TEXT"}).replace("TEXT", "x" * 1_100_000),
        pair({"value": 17}).replace("17", "1" + "0" * 5_000),
        pair({"value": [17]}).replace("17", ", ".join(["0"] * 300_000)),
        pair({"value": [17]}).replace("17", "[" * 200 + "]" * 200),
        pair({"value": {17}}).replace("17", ", ".join(str(k * (2**61 - 1)) for k in range(9_999))),
    ],
    ids=lambda reply: str(reply)[:60],
)
def test_a_reply_of_another_form_counts_as_none(reply):
    found = mark_replied(reply, [1, 1])
    assert (found.passed, found.cases, found.points, found.hint.key) == (0, 2, 0, "lost")


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ([0, 2, 4], 1),
        ([0, 2, 5], 0.66),
        ([2, 2, 2], 0),
        ([2, 2, 2.0], 0.33),
        ([math.nan, 2, math.inf], 0.33),
        ([[[[7]]], None, True], 0),
    ],
)
def test_points_by_the_values_that_come_back(values, points):
    reply = write_reply(list(map(Returned, values)))
    assert mark_replied(reply, [0, 2, 4]).points == points


def test_errors_and_written_answers_are_listed():
    stopped = new_output("error", ename="KeyError", evalue="'a'")
    cells = [new_code_cell("x"), new_code_cell("y", outputs=[stopped, stopped]), written_cell()]
    report = mark_answers(new_notebook(cells=cells), {}, [])
    assert report.errors == [CellError(2, "KeyError", "'a'")] * 2
    assert str(report.errors[0]) == "cell 2: KeyError: 'a'"
    assert report.written == ["essay"]
    assert (report.status, report.confined, report.seconds) == (Status.RAN, False, 0)


def test_a_long_error_is_cut():
    assert len(str(CellError(3, "ValueError", "x" * 10_000))) == 500


def test_every_question_needs_a_reply():
    with pytest.raises(ValueError):
        mark_answers(new_notebook(), {"asked": Question("a", "a", 1, {}, ())}, [])
