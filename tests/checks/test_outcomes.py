"""What becomes of a case when a student's answer is run."""

import math
import operator
import sys
from functools import cache, partial, wraps

import numpy as np
import pytest

from labkit.checks.outcomes import Failure, FailureKind, Returned, outcome, outcomes
from labkit.checks.plain_data import Seeded, decode, encode

CHANGED, UNANSWERED = Failure(FailureKind.CHANGED), Failure(FailureKind.UNANSWERED)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda data: data["list"].append(1), CHANGED),
        (lambda data: data.pop("nan"), CHANGED),
        (lambda data: data["list"].append(data), CHANGED),
        (lambda data: data.update(list=np.zeros(3)), CHANGED),
        (lambda data: sorted(data["list"]), Returned(1)),
    ],
)
def test_an_answer_that_changes_what_it_is_given_changes_a_copy(change, found):
    given = {"list": [3, 1, 2], "set": {1, 2}, "nan": math.nan}
    assert outcome(lambda data: (change(data), 1)[1], (given,)) == found
    assert given == {"list": [3, 1, 2], "set": {1, 2}, "nan": math.nan}


OTHERS = [
    *(lambda: 1, lambda tokens, lexicon, weight: 1, lambda tokens, *, lexicon: 1),
    partial(lambda tokens, *, lexicon: 1, ["a"]),
    type("Answer", (), {"__call__": lambda self, tokens: 1})(),
]
WRAPPED, CACHED = wraps(len)(lambda *given: len(*given)), cache(lambda *given: 1)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        *((answer, FailureKind.ARGUMENTS) for answer in OTHERS),
        # These have parameters enough, and the error is another one.
        *((answer, FailureKind.RAISED) for answer in (max, operator.add, WRAPPED, CACHED)),
    ],
)
def test_an_answer_with_other_parameters_than_the_question_says(answer, kind):
    found = outcome(answer, (["a"], {"a": 1}))
    assert (found.kind, found.exception) == (kind, "TypeError" * (kind is FailureKind.RAISED))


Speechless = type("Speechless", (Exception,), {"__str__": lambda self: self.args[0]})
Drastic = type("Drastic", (BaseException,), {})


@pytest.mark.parametrize(
    ("error", "message"),
    [
        *((Speechless(), ""), (Drastic("no"), "no"), (KeyError("good"), "'good'")),
        (RuntimeError("x" * 10_000), "x" * 486),  # with the name, 500 characters
        (type("N" * 101, (Exception,), {})("no"), "no"),
    ],
)
def test_an_error_of_any_kind_is_its_name_and_message(error, message):
    def fails(word):
        raise error

    expected = Failure(FailureKind.RAISED, type(error).__name__[:100], message)
    assert outcome(fails, ("good",)) == expected


@pytest.mark.parametrize(
    ("answer", "inputs", "expected"),
    [
        ({1: "POS"}, None, Returned({1: "POS"})),
        (0, None, Returned(0)),
        (sys, None, Failure(FailureKind.NOT_PLAIN, detail="a module")),
        *((none, None, UNANSWERED) for none in (..., None)),
        *((none, (3,), UNANSWERED) for none in (..., lambda value: ..., lambda value: None)),
        (lambda value: print(value, flush=True), (3,), Failure(FailureKind.PRINTED)),
        (lambda value: print(value) or 4, (3,), Returned(4)),
        *((value, (1,), Failure(FailureKind.NOT_CALLABLE)) for value in (3, [len])),
    ],
)
def test_values_stubs_prints_and_what_is_no_function(capsys, answer, inputs, expected):
    assert outcome(answer, inputs) == expected
    assert capsys.readouterr().out in ("", "3\n")


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
    with pytest.raises(ValueError):  # each case has its own time
        outcomes(len, [(1,), (2,)], seconds=[1])


def test_calls_with_one_seeded_generator_come_to_a_list_of_their_results():
    inputs = decode(encode((3, Seeded(5, calls=4))))
    rng = np.random.default_rng(5)
    drawn = [rng.integers(9, size=3).tolist() for _ in range(4)]
    for _ in range(2):  # each time from the seed on
        assert outcome(lambda n, rng: rng.integers(9, size=n).tolist(), inputs) == Returned(drawn)
    assert outcome(lambda n, rng: None, inputs) == UNANSWERED
    found = outcome(lambda n, rng: rng.integers(9, size=n), inputs)
    assert found == Failure(FailureKind.NOT_PLAIN, detail="an ndarray")
    found = outcome(lambda n, rng: [0] * 60_000, inputs)
    assert found == Failure(FailureKind.NOT_PLAIN, detail="more than 200,000 values")
    assert repr(inputs[1]) == "np.random.default_rng(5)"
