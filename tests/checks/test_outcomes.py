"""What becomes of a case; and questions that ask for code of one's own notice the library's."""

import inspect
import math
import pkgutil
import sys
from functools import cache, partial, wraps

import pytest

from labkit import sign_test
from labkit.checks.guards import judging
from labkit.checks.outcomes import (
    Failure,
    FailureKind,
    Returned,
    outcome,
    outcomes,
    read_reply,
    write_reply,
)
from labkit.checks.questions import load_questions
from labkit.report import significance_triangle
from labkit.significance import sign
from tests.ticks import TICKS


def test_a_function_gets_a_copy_of_the_inputs():
    inputs = ([3, 1, 2], {"a": [1]})

    def careless(numbers, table):
        numbers.sort()
        table["a"].append(numbers.pop())
        return table

    assert outcome(careless, inputs) == Failure(FailureKind.CHANGED)
    assert inputs == ([3, 1, 2], {"a": [1]})


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["list"].append(1),
        lambda data: data["list"].sort(),
        lambda data: data["set"].discard(1),
        lambda data: data.pop("nan"),
        lambda data: data["list"].append(data),
        lambda data: data["list"].__setitem__(0, {1: [2]}),
        lambda data: data.update(list=Sullen()),
    ],
)
def test_an_answer_that_changes_what_it_is_given(change):
    given = {"list": [3, 1, 2], "set": {1, 2}, "nan": math.nan}
    assert outcome(lambda data: change(data) or 1, (given,)) == Failure(FailureKind.CHANGED)


class Sullen:
    """Compares itself with nothing."""

    def __eq__(self, other):
        raise TypeError

    __hash__ = None


def test_an_answer_that_leaves_its_inputs_alone():
    given = ([math.nan, 1], {"a": {(1, 2): math.inf}}, {"b", "c"})
    assert outcome(lambda *inputs: len(inputs), given) == Returned(3)


def test_an_answer_that_prints():
    def prints(value):
        print(value)

    assert outcome(prints, (3,)) == Failure(FailureKind.PRINTED)
    assert outcome(lambda value: print(value) or 4, (3,)) == Returned(4)
    assert outcome(lambda value: None, (3,)) == Failure(FailureKind.UNANSWERED)


def keyword_only(tokens, *, lexicon):
    return lexicon


@pytest.mark.parametrize(
    "answer",
    [
        lambda: 1,
        lambda tokens: 1,
        lambda tokens, lexicon, weight: 1,
        keyword_only,
        partial(keyword_only, ["a"]),
        type("Answer", (), {"__call__": lambda self, tokens: 1})(),
    ],
)
def test_an_answer_with_other_parameters_than_the_question_says(answer):
    assert outcome(answer, (["a"], {"a": 1})) == Failure(FailureKind.ARGUMENTS)


def test_an_answer_that_passes_on_too_many_arguments_has_parameters_enough():
    @wraps(keyword_only)
    def passes_on(*arguments):
        return keyword_only(*arguments)

    for answer in (passes_on, lambda tokens, lexicon: tokens + lexicon, cache(passes_on)):
        assert outcome(answer, (["a"], {"a": 1})).exception == "TypeError"
    assert outcome(lambda *all_of_them: len(all_of_them), (1, 2)) == Returned(2)


def test_an_answer_that_ends_python_is_an_error():
    assert outcome(lambda: sys.exit("done"), ()) == Failure(
        FailureKind.RAISED, "SystemExit", "done"
    )


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
        (Drastic("no"), "no"),
        (GeneratorExit(), ""),
        (Speechless(1), "1 is missing"),
        (ValueError("\ud83d!"), "\\ud83d!"),
    ],
)
def test_an_error_of_any_kind_is_an_error(error, message):
    def fails(word):
        raise error

    expected = Failure(FailureKind.RAISED, type(error).__name__, message)
    assert outcome(fails, ("good",)) == expected


def test_somebody_may_stop_a_check():
    def stopped(word):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        outcome(stopped, ("good",))


def test_a_value_is_taken_as_it_is():
    assert outcome({1: "POS"}, None) == Returned({1: "POS"})
    assert outcome(0, None) == Returned(0)
    assert outcome(False, None) == Returned(False)


@pytest.mark.parametrize("answer", [..., None])
@pytest.mark.parametrize("inputs", [None, (1,)])
def test_a_stub_is_unanswered(answer, inputs):
    assert outcome(answer, inputs) == Failure(FailureKind.UNANSWERED)


@pytest.mark.parametrize("value", [..., None])
def test_a_function_that_gives_nothing_is_unanswered(value):
    assert outcome(lambda: value, ()) == Failure(FailureKind.UNANSWERED)


@pytest.mark.parametrize("answer", [3, "classify", [len]])
def test_what_is_no_function_cannot_be_called(answer):
    assert outcome(answer, (1,)) == Failure(FailureKind.NOT_CALLABLE)


def test_an_exception_becomes_its_name_and_message():
    def fails(word):
        return {}[word]

    assert outcome(fails, ("good",)) == Failure(FailureKind.RAISED, "KeyError", "'good'")
    assert outcome(fails, (["good"],)).exception == "TypeError"


def test_a_long_message_is_cut():
    def fails():
        raise RuntimeError("x" * 10_000)

    found = outcome(fails, ())
    assert len(f"{found.exception}: {found.detail}") == 500


def test_endless_recursion_is_an_exception_like_others():
    def again(n):
        return again(n + 1)

    assert outcome(again, (0,)).exception == "RecursionError"


# --- code of one's own


NAMES = ("labkit.significance.sign:sign_test",)
REFUSED = Failure(FailureKind.RAISED, "PermissionError", "this question asks for code of your own")


def by_earlier_import(plus, minus):
    return sign_test(plus, minus).pvalue


def by_module(plus, minus):
    return sign.sign_test(plus=plus, minus=minus, ties=0).pvalue


def by_another_function(plus, minus):
    scores = {"a": [1] * plus + [0] * minus, "b": [0] * plus + [1] * minus}
    return significance_triangle(scores).pvalues.iloc[1, 0]


ways = pytest.mark.parametrize("answer", [by_earlier_import, by_module, by_another_function])


@ways
def test_every_way_to_the_function_is_refused(answer):
    assert outcomes(answer, [(8, 2), (3, 3)], NAMES) == [REFUSED, REFUSED]


@ways
def test_afterwards_the_function_is_itself_again(answer):
    before = outcomes(answer, [(8, 2)])
    assert before == [Returned(pytest.approx(0.109375))]
    outcomes(answer, [(8, 2)], NAMES)
    assert outcomes(answer, [(8, 2)]) == before


def test_the_function_comes_back_when_the_answer_breaks():
    with pytest.raises(KeyboardInterrupt), judging("test", NAMES):
        raise KeyboardInterrupt
    assert sign_test(8, 2).pvalue == pytest.approx(0.109375)


def test_code_of_one_s_own_runs():
    assert outcomes(lambda plus, minus: plus - minus, [(8, 2)], NAMES) == [Returned(6)]


def test_what_the_ticks_reserve_is_there_and_has_its_hint():
    found = 0
    for tick in TICKS:
        for question in load_questions(tick).values():
            for reference in question.without:
                function = inspect.unwrap(pkgutil.resolve_name(reference))
                assert outcomes(function, [()], [reference]) == [REFUSED]
                assert question.hints["PermissionError"]
                found += 1
    assert found >= 4


def test_values_too_large_together_cost_those_that_are_the_largest():
    """Each of a function's values may pass alone, as it collects what every case brings."""
    kept = []

    def collects(piece):
        kept.extend(piece)
        return list(kept)

    found = outcomes(collects, [(["\x00" * 250_000],)] * 4)
    assert all(isinstance(one, Returned) for one in found)
    read = read_reply(write_reply([*found, Returned(3)]), 5)
    assert read[0] == found[0] and read[-1] == Returned(3)
    assert read[1:4] == [Failure(FailureKind.NOT_PLAIN, "", read[1].detail)] * 3
    assert "other cases" in read[1].detail


def test_values_of_the_largest_size_together_are_read():
    found = [Returned([0] * 199_000), Returned([1] * 199_000)]
    assert read_reply(write_reply(found), 2) == found
