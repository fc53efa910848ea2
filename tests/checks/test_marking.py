"""Marks from the replies of a kernel, whatever they are."""

import math
from itertools import product

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from labkit.checks import Case, Question, equals
from labkit.checks.marking import CellError, Status, guessed, mark_answers
from labkit.checks.outcomes import Returned, write_reply
from labkit.checks.plain_data import encode


def mark_replied(reply, expected):
    """Mark a question, one case for each expected value, whose kernel replied with a text."""
    cases = tuple(Case((n,), equals(value)) for n, value in enumerate(expected))
    question = Question("asked", "asked", 1, {"other": "No."}, cases)
    return mark_answers(new_notebook(), {"asked": question}, [reply]).marks[0]


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
        pair({"not_plain": ["", "x" * 501]}),
        pair({"value": 17}).replace("17", "1" + "0" * 5_000),
        pair({"value": [17]}).replace("17", ", ".join(["0"] * 200_000)),
        pair({"value": [17]}).replace("17", "[" * 200 + "]" * 200),
        pair({"value": "TEXT"}).replace("TEXT", "x" * 2**23),
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
        ([0, 2, 5], 0),
        ([2, 2, 2], 0),
        ([2, 2, 2.0], 0),
        ([math.nan, 2, math.inf], 0),
        ([[[[7]]], None, True], 0),
    ],
)
def test_points_by_the_values_that_come_back(values, points):
    reply = write_reply(list(map(Returned, values)))
    assert mark_replied(reply, [0, 2, 4]).points == points


def points_of(answer, expected):
    """The points of an answer, a list of values, of 1."""
    reply = write_reply([Returned(value) for value in answer])
    return mark_replied(reply, expected).points


def test_of_different_values_two_may_be_met_by_chance_and_each_more_is_earned():
    numbers = list(range(10))
    points = [points_of(numbers[:right] + [99] * (10 - right), numbers) for right in range(11)]
    assert points == [0, 0, 0, 0.12, 0.25, 0.37, 0.5, 0.62, 0.75, 0.87, 1]


def test_a_guess_between_two_classes_earns_nothing_and_what_is_beyond_it_does():
    expected = ["POS", "NEG"] * 10
    assert points_of(["POS"] * 20, expected) == 0
    toss = ["POS"] * 13 + ["NEG"] * 7  # twelve right, or thirteen
    assert points_of(toss, expected) <= 0.12
    assert points_of(["NEG", "POS"] * 10, expected) == 0
    assert points_of([*expected[:-1], "POS"], expected) == 0.87  # nineteen: (19 - 12) / (20 - 12)


@pytest.mark.parametrize(
    "counts", [[], [1], [3], [1, 1], [2, 1], [1, 1, 1], [4, 3], [3, 2, 2], [5, 1, 1, 1]]
)
def test_the_best_guess_by_one_bit_is_that_of_all_tosses(counts):
    """Held against all tosses of a coin for each case, counted."""
    cases = [value for value, count in enumerate(counts) for _ in range(count)]
    total = 0
    for sides in product((False, True), repeat=len(cases)):
        for side in (False, True):
            there = [case for case, tossed in zip(cases, sides, strict=True) if tossed is side]
            total += max(map(there.count, there), default=0)
    assert guessed(counts) == pytest.approx(total / 2 ** len(cases))


def test_errors_and_written_answers_are_listed():
    stopped = new_output("error", ename="KeyError", evalue="'a'")
    essay = new_markdown_cell(metadata={"nbgrader": {"grade": True, "grade_id": "essay"}})
    cells = [new_code_cell("x"), new_code_cell("y", outputs=[stopped, stopped]), essay]
    report = mark_answers(new_notebook(cells=cells), {}, [])
    assert report.errors == [CellError(2, "KeyError", "'a'")] * 2
    assert str(report.errors[0]) == "cell 2: KeyError: 'a'"
    assert report.written == ["essay"]
    assert report.status is Status.RAN
    assert len(str(CellError(3, "ValueError", "x" * 10_000))) == 500


def test_every_question_needs_a_reply():
    with pytest.raises(ValueError):
        mark_answers(new_notebook(), {"asked": Question("a", "a", 1, {}, ())}, [])
