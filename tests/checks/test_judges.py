"""Judges: one rule for numbers, exact types, named misconceptions, and no value that breaks them."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from labkit.checks import Hint, equals, says
from labkit.checks.plain_data import decode, encode
from tests.checks.values import VALUES


def hint(judge, value):
    found = judge(value)
    return found and found.key


@pytest.mark.parametrize(
    ("expected", "value", "key"),
    [
        (0.5, 0.5, None),
        (0.3, 0.1 + 0.2, None),
        (0.5, 0.500001, "other"),
        (1.0, 1, None),
        (0.5, 1, "other"),
        (1.0, True, "wrong_type"),
        (1, 1.0, None),
        (1, 1 + 1e-12, "wrong_type"),
        (1, 2.0, "other"),
        (1, 0.5, "wrong_type"),
        (1, math.nan, "wrong_type"),
        (1, True, "wrong_type"),
        (True, 1, "wrong_type"),
        (False, 0, "wrong_type"),
        ("POS", "POS", None),
        ("POS", "pos", "other"),
        ("0.5", 0.5, "wrong_type"),
        ([1, 2], [1, 2], None),
        ([1, 2], (1, 2), "wrong_type"),
        ([1, 2], [1, 2.0], None),
        ([1.0, (0.5, {"a": 2.0})], [1, (0.5, {"a": 2})], None),
        ([1, 2], [1, True], "wrong_type"),
        ([1, 2], [1, 2, 3], "other"),
        ([1, 2], [2, 1], "other"),
        ({"a": 0.5}, {"a": 0.5}, None),
        ({"a": 0.5, "b": 1}, {"b": 1, "a": 0.5}, None),
        ({"a": 0.5}, {"a": "0.5"}, "wrong_type"),
        ({"a": 0.5}, {"a": 0.5, "b": 0.5}, "other"),
        ({"a": 0.5}, {}, "other"),
        ({1: "a"}, {True: "a"}, "other"),
        ({1: "a"}, {1.0: "a"}, None),
        ({1, 2}, {2, 1}, None),
        ({1, 2}, frozenset({1, 2}), "wrong_type"),
        ({1, 2}, {True, 2}, "other"),
        ({1, 2}, {1.0, 2}, None),
        (math.nan, math.nan, None),
        (math.nan, 0.5, "other"),
        (-math.inf, -math.inf, None),
        (-math.inf, -1e308, "other"),
        (0.0, 1e-15, None),
        (0.0, 1e-6, "other"),
    ],
)
def test_equals_wants_the_value_and_its_type(expected, value, key):
    assert hint(equals(expected), value) == key


def forms(number):
    """A number in each form that equals it, as it leaves a kernel."""
    found = [Fraction(number), Decimal(number), np.float64(number)]
    if number == int(number):
        found += [int(number), float(number), np.int64(number), np.int8(number)]
    if float(np.float32(number)) == number:
        found.append(np.float32(number))
    return [decode(encode(form)) for form in found]


@pytest.mark.parametrize("expected", [0.1, 0.5, 1.0, 0.0, -2.0, 1, 0, -7, 120])
def test_a_number_is_right_in_every_form_that_equals_it(expected):
    judge = equals({"a": [(expected, "x")]}, mistake={"a": [(3.25, "x")]})
    assert len(forms(expected)) >= 3
    for form in forms(expected):
        assert judge({"a": [(form, "x")]}) is None, form
        assert hint(judge, {"a": [(form + 11, "x")]}) == "other"
    for form in forms(3.25):
        assert hint(judge, {"a": [(form, "x")]}) == "mistake"
    assert hint(judge, {"a": [(bool(expected), "x")]}) == "wrong_type"


def test_mistakes_are_recognised_whatever_the_type_of_number():
    judge = equals({"POS": 0.5}, percentage={"POS": 50.0}, count={"POS": 3})
    assert hint(judge, {"POS": 50}) == "percentage"
    assert hint(judge, {"POS": 3.0}) == "count"
    assert hint(judge, {"POS": True}) == "wrong_type"


def test_the_first_mistake_that_fits_is_named():
    assert hint(equals(1, first=2, second=2), 2) == "first"


def test_wrong_type_says_which():
    for value, expected, words in (
        ("0.5", 0.5, "a str where a float is asked for"),
        ({"a": [1.5]}, {"a": [1]}, "a float where an int is asked for"),
        ([1, True], [1, 1], "a bool where an int is asked for"),
        (1, "1", "an int where a str is asked for"),
    ):
        assert words in equals(expected)(value).text


@given(VALUES, VALUES)
def test_equals_never_breaks(expected, value):
    found = equals(expected, mistake=0.25)(value)
    assert found is None or isinstance(found, Hint)


@given(VALUES)
def test_equals_accepts_the_value_itself(value):
    assert equals(value)(value) is None


@pytest.mark.parametrize(
    ("value", "key"),
    [("POS", None), ("NEG", "swapped"), ("pos", "names"), ("", "names"), (1, "wrong_type")],
)
def test_says_wants_a_class(value, key):
    assert hint(says("POS", mistake="swapped"), value) == key
    other = {"POS": "NEG", "NEG": "POS"}.get(value, value)
    assert hint(says("NEG", mistake="swapped"), other) == key
