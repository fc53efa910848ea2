"""What becomes of a case when a student's answer is run."""

import math
import sys
from functools import cache, partial, wraps

import pytest

from labkit.checks.outcomes import (
    Failure,
    FailureKind,
    Returned,
    outcome,
    outcomes,
    read_reply,
    write_reply,
)

CHANGED, UNANSWERED, ARGUMENTS = (
    Failure(kind) for kind in (FailureKind.CHANGED, FailureKind.UNANSWERED, FailureKind.ARGUMENTS)
)


class Sullen:
    """Compares itself with nothing."""

    def __eq__(self, other):
        raise TypeError

    __hash__ = None


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["list"].append(1),
        lambda data: data.pop("nan"),
        lambda data: data["list"].append(data),
        lambda data: data["list"].__setitem__(0, {1: [2]}),
        lambda data: data.update(list=Sullen()),
    ],
)
def test_an_answer_that_changes_what_it_is_given_changes_a_copy(change):
    given = {"list": [3, 1, 2], "set": {1, 2}, "nan": math.nan}
    assert outcome(lambda data: change(data) or 1, (given,)) == CHANGED
    assert given == {"list": [3, 1, 2], "set": {1, 2}, "nan": math.nan}


def test_an_answer_that_leaves_its_inputs_alone():
    given = ([math.nan, 1], {"a": {(1, 2): math.inf}}, {"b", "c"})
    assert outcome(lambda *inputs: len(inputs), given) == Returned(3)


def test_an_answer_that_prints(capsys):
    printed = outcome(lambda value: print(value, flush=True), (3,))
    assert printed == Failure(FailureKind.PRINTED)
    assert outcome(lambda value: print(value) or 4, (3,)) == Returned(4)
    assert outcome(lambda value: None, (3,)) == UNANSWERED
    assert capsys.readouterr().out == "3\n3\n"


def keyword_only(tokens, *, lexicon):
    return lexicon


@pytest.mark.parametrize(
    "answer",
    [
        lambda: 1,
        lambda tokens, lexicon, weight: 1,
        keyword_only,
        partial(keyword_only, ["a"]),
        type("Answer", (), {"__call__": lambda self, tokens: 1})(),
    ],
)
def test_an_answer_with_other_parameters_than_the_question_says(answer):
    assert outcome(answer, (["a"], {"a": 1})) == ARGUMENTS


def test_an_answer_that_passes_on_too_many_arguments_has_parameters_enough():
    @wraps(keyword_only)
    def passes_on(*arguments):
        return keyword_only(*arguments)

    for answer in (passes_on, lambda tokens, lexicon: tokens + lexicon, cache(passes_on), max):
        assert outcome(answer, (["a"], {"a": 1})).exception == "TypeError"
    assert outcome(lambda *all_of_them: len(all_of_them), (1, 2)) == Returned(2)


class Speechless(Exception):
    """Cannot say what is wrong."""

    def __str__(self):
        return f"{self.args[0]} is missing"


class Drastic(BaseException):
    """Is no Exception."""


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (Speechless(), ""),
        (Speechless(1), "1 is missing"),
        (Drastic("no"), "no"),
        (SystemExit("done"), "done"),
        (KeyError("good"), "'good'"),
        (RuntimeError("x" * 10_000), "x" * 486),  # with the name, 500 characters
    ],
)
def test_an_error_of_any_kind_is_its_name_and_message(error, message):
    def fails(word):
        raise error

    expected = Failure(FailureKind.RAISED, type(error).__name__, message)
    assert outcome(fails, ("good",)) == expected


@pytest.mark.parametrize(
    ("answer", "inputs", "expected"),
    [
        ({1: "POS"}, None, Returned({1: "POS"})),
        (0, None, Returned(0)),
        (sys, None, Failure(FailureKind.NOT_PLAIN, detail="a module")),
        (..., None, UNANSWERED),
        (None, None, UNANSWERED),
        (..., (1,), UNANSWERED),
        (lambda: ..., (), UNANSWERED),
        (3, (1,), Failure(FailureKind.NOT_CALLABLE)),
        ([len], (1,), Failure(FailureKind.NOT_CALLABLE)),
    ],
)
def test_values_stubs_and_what_is_no_function(answer, inputs, expected):
    assert outcome(answer, inputs) == expected


def test_each_case_runs_within_its_own_time():
    assert outcomes(lambda n: n, [(1,), (2,)], seconds=[1, 2]) == [Returned(1), Returned(2)]
    with pytest.raises(ValueError):
        outcomes(lambda n: n, [(1,), (2,)], seconds=[1])


def test_what_takes_too_much_twice_is_not_tried_again():
    tried, full = [], Failure(FailureKind.MEMORY)

    def answer(n):
        tried.append(n)
        if n != 2:
            raise MemoryError
        return n

    found = outcomes(answer, [(n,) for n in (1, 2, 3, 4, 5)])
    assert found == [full, Returned(2), full, full, full]
    assert tried == [1, 2, 3]


def test_values_of_the_largest_size_together_are_read():
    found = [Returned([0] * 199_999), Returned([1] * 199_999), Failure(FailureKind.SLOW)]
    assert read_reply(write_reply(found), 3) == found
    lost = [Failure(FailureKind.LOST)]
    assert read_reply(write_reply([Returned("\x00" * 2_000_000)]), 1) == lost
