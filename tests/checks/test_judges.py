"""Judges: one rule for numbers, exact types, named misconceptions, and no value that breaks them."""

import math

import numpy as np
import pytest
from hypothesis import given

from labkit.checks import Hint, equals, says
from labkit.checks.alike import is_rounded
from labkit.checks.judges import otherwise, sampled
from tests.checks.values import VALUES


def hint(judge, value):
    found = judge(value)
    return found and found.key


@pytest.mark.parametrize(
    ("expected", "value", "key"),
    [
        *((0.3, 0.1 + 0.2, None), (0.5, 0.500001, "other")),
        *((1.0, 1, None), (1.0, True, "wrong_type"), (False, 0, "wrong_type")),
        *((1, 1.0, None), (1, 1 + 1e-12, "wrong_type"), (1, 2.0, "other")),
        *((0.0, 1e-15, None), (0.0, 1e-6, "other"), (1, math.nan, "wrong_type")),
        *((math.nan, math.nan, None), (math.nan, 0.5, "other"), (-math.inf, -math.inf, None)),
        *(([1, 2], (1, 2), "wrong_type"), ([1, 2], [1, True], "wrong_type")),
        *(([1, 2], [1, 2, 3], "other"), ([1.0, (0.5, {"a": 2.0})], [1, (0.5, {"a": 2})], None)),
        *(({"a": 0.5, "b": 1}, {"b": 1, "a": 0.5}, None), ({"a": 0.5}, {"a": "0.5"}, "wrong_type")),
        *(({"a": 0.5}, {"a": 0.5, "b": 0.5}, "other"), ({"a": 0.5}, {}, "other")),
        *(({1: "a"}, {True: "a"}, "other"), ({1: "a"}, {1.0: "a"}, None)),
        *(({1, 2}, frozenset({1, 2}), "wrong_type"), ({1, 2}, {1.0, 2}, None)),
        *(((1, 2.5), [1, 2.5], None), ([("a", 2)], [["a", 2]], None), ((1, 2), [2, 1], "other")),
        *(((1, 2), [1], "other"), ((1, 2), [1, "2"], "wrong_type"), ([[1]], [(1,)], "wrong_type")),
        *(((1, 0), (True, False), None), (0, True, "other"), (2, True, "wrong_type")),
    ],
)
def test_equals_wants_the_value_and_its_type(expected, value, key):
    assert hint(equals(expected), value) == key


TURNED = equals(1, turned=2.5, turned_2=3, turned_10=4, n_minus_1=5, last=5)
LARGE = otherwise(equals(0.25, half=0.125), lambda value: "large" if value > 1 else None)


@pytest.mark.parametrize(
    ("judge", "keys"),
    [  # the first mistake that fits, of which one may have several values, and then a rule
        (TURNED, {1: None, 2.5: "turned", 3 + 1e-12: "turned", 4: "turned", 5: "n_minus_1"}),
        (TURNED, {1.0: None, 2: "other", 3.0: "turned", 5.0: "n_minus_1", 6: "other"}),
        (LARGE, {0.25: None, 0.125: "half", 2.0: "large", 0.5: "other", "0.25": "wrong_type"}),
        (says("POS", "swapped"), {"POS": None, "NEG": "swapped", "": "names", 1: "wrong_type"}),
        (says("NEG", "swapped"), {"NEG": None, "POS": "swapped", "neg": "names"}),
        (says("POS"), {"NEG": "other"}),
    ],
)
def test_a_judge_names_what_it_knows(judge, keys):
    assert {value: hint(judge, value) for value in keys} == keys
    assert TURNED(5).also == ("last",) and TURNED(4).also == ()


SHARE = 7 / 13
ROUNDED = [
    *((0.54, SHARE), (-0.54, -SHARE), (0.03, 0.0317), (0.1562, 0.15625)),
    (3e-11, 3.4e-11),  # a twelfth digit is no difference
    *(((20.09, 1.25), (math.exp(3), 1.25)), ([0.54, 0.31, 0.15], [0.538, 0.308, 0.154])),
    ({"a": {"b": -0.92, "c": -math.inf}}, {"a": {"b": -0.9163, "c": -math.inf}}),
    *((0.13, 0.125), ((0.78, 0.0972), (0.7833, 0.097222)), ([0.54, 0.31], (SHARE, 4 / 13))),
    # of fewer digits, if so many numbers, or so large ones, cannot be a coincidence
    *(
        (37, 1000 / 27),
        ((0.8, 0.1), (0.7833, 0.0972)),
        ([0.1, 0, 0.4, 0.8], [0.13, 0.02, 0.4, 0.77]),
    ),
]
NOT_ROUNDED = [
    (0.5, SHARE),  # of one digit, which other mistakes may lead to as well
    *((0.8, 14 / 17), ([1, 1], [0.8, 0.83]), ([0, 0], [0.001, 0.002]), (968, 968.4375 + 1)),
    *((0, 0.03), (0.53, SHARE), (0.6, 0.538), (3, 4), (True, 0.99)),
    *((math.inf, 0.5), (0.5, -math.inf), (10**400, 0.5), (1e300, 1e299)),
    *(([0.54], [SHARE, 4 / 13]), ([0.54, 0.4], [SHARE, 4 / 13]), ((0.54, 1), [SHARE, 1])),
    *(({"a": 0.54}, {"b": SHARE}), ({"a": 0.54, "b": "c"}, {"a": SHARE, "b": "d"})),
    (4 / (5 + 1e-6), 0.8),  # nearly, and not for the digits
]


@pytest.mark.parametrize(("value", "expected"), [*ROUNDED, *NOT_ROUNDED])
def test_a_value_is_rounded_or_not(value, expected):
    rounded = (value, expected) in ROUNDED
    assert is_rounded(value, expected) == rounded
    assert (hint(equals(expected), value) == "rounded") == rounded
    assert hint(equals(expected, known=value), value) == "known"


def test_a_share_that_was_sampled():
    rule = sampled(0.15625, 2**8)
    drawn = np.random.default_rng(16).binomial(10_000, 0.15625, 50) / 10_000
    assert [rule(float(share)) for share in drawn] == ["sampled"] * 50
    for counted in (0.15625, 41 / 256, 39 / 256, 0.0, 1.0, 0.9, 41, "0.15", True, -0.1, math.nan):
        assert rule(counted) is None
    assert sampled(0.15625, 2**8, near=False)(0.9) == sampled(0.15625)(41 / 256) == "sampled"
    wide = [sampled(0.15625, near=False)(share) for share in (0.0, 1e-9, 1 - 1e-9, 1.0)]
    assert wide == [None, "sampled", "sampled", None]
    sd = math.sqrt(0.15625 * 0.84375 / 2_000)  # of the fewest draws
    assert [rule(0.15625 + k * sd) for k in (-3.9, 3.9, 4.1)] == ["sampled", "sampled", None]


def test_wrong_type_says_which():
    for expected, value, words in (
        (0.5, "0.5", "is a str where a float"),
        ([1], 1, "is an int where a list"),
        ((1, 2), {1}, "is a set where a tuple"),
        ({"a": [1]}, {"a": [1.5]}, "holds a float where an int"),
        ([[1]], [1], "holds an int where a list"),
    ):
        assert equals(expected)(value).text == f"The result {words} is asked for."


@pytest.mark.slow
@given(VALUES, VALUES)
def test_equals_never_breaks_and_accepts_the_value_itself(expected, value):
    found = equals(expected, mistake=0.25)(value)
    assert found is None or isinstance(found, Hint)
    assert equals(value)(value) is None
