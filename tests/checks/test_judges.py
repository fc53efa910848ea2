"""Judges: exact types, named misconceptions, and no value that breaks them."""

import math
import re

import pytest
from hypothesis import given

from labkit.checks import Hint, equals, says
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
        (1.0, 1, "wrong_type"),
        (1, 1.0, "wrong_type"),
        (1, True, "wrong_type"),
        (True, 1, "wrong_type"),
        (False, 0, "wrong_type"),
        ("POS", "POS", None),
        ("POS", "pos", "other"),
        ("0.5", 0.5, "wrong_type"),
        ([1, 2], [1, 2], None),
        ([1, 2], (1, 2), "wrong_type"),
        ([1, 2], [1, 2.0], "wrong_type"),
        ([1, 2], [1, True], "wrong_type"),
        ([1, 2], [1, 2, 3], "other"),
        ([1, 2], [2, 1], "other"),
        ({"a": 0.5}, {"a": 0.5}, None),
        ({"a": 0.5, "b": 1}, {"b": 1, "a": 0.5}, None),
        ({"a": 0.5}, {"a": "0.5"}, "wrong_type"),
        ({"a": 0.5}, {"a": 0.5, "b": 0.5}, "other"),
        ({"a": 0.5}, {}, "other"),
        ({1: "a"}, {True: "a"}, "other"),
        ({1: "a"}, {1.0: "a"}, "other"),
        ({1, 2}, {2, 1}, None),
        ({1, 2}, frozenset({1, 2}), "wrong_type"),
        ({1, 2}, {True, 2}, "other"),
        ({1, 2}, {1.0, 2}, "other"),
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
        ({"a": [1.0]}, {"a": [1]}, "a float where an? int is asked for"),
        ([1, True], [1, 1], "a bool where an? int is asked for"),
    ):
        assert re.search(words, equals(expected)(value).text)


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
