"""Only plain data leaves a student's kernel, and nothing changes on the way."""

import json
import math
from collections import Counter, defaultdict, namedtuple
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import reduce

import numpy as np
import pytest
from hypothesis import given

from labkit.checks.plain_data import MAX_VALUES, NotPlain, decode, encode
from tests.checks.values import VALUES


def spelt(value):
    """A value as text with the type of each part, whatever the order of sets."""
    parts = value.items() if isinstance(value, dict) else value
    if isinstance(value, (dict, list, tuple)):
        parts = [spelt(part) for part in parts]
    elif isinstance(value, (set, frozenset)):
        parts = sorted(spelt(part) for part in parts)
    return f"{type(value).__name__}:{parts!r}"


@given(VALUES)
def test_plain_data_survive_the_crossing_as_json_in_ascii(value):
    text = encode(value)
    json.loads(text)
    assert text.isascii()
    assert spelt(decode(text)) == spelt(value)


#: Equal to everything.
Agreeable = type("Agreeable", (float,), {"__eq__": lambda *_: True, "__hash__": float.__hash__})
Items, Whole, Row = type("Items", (list,), {}), type("Whole", (int,), {}), type("Row", (tuple,), {})
Side = Enum("Side", {"LEFT": "POS"})
Pair = namedtuple("Pair", "a b")


@pytest.mark.parametrize(
    ("value", "crossed"),
    [
        *((number(0.1), 0.1) for number in (np.float32, np.float64)),
        *((np.int64(3), 3), (np.bool_(True), True), (np.str_("POS"), "POS")),
        (np.where(True, "POS", "NEG"), "POS"),
        *((Counter("aab"), {"a": 2, "b": 1}), (defaultdict(int, a=1), {"a": 1})),
        *((Decimal("3.0"), 3), (Decimal("0.25"), 0.25)),
        *((Decimal("-Infinity"), -math.inf), (Decimal("1e999999999"), math.inf)),
        ({Pair(1, 2): Pair(1, [2])}, {(1, 2): (1, [2])}),
    ],
    ids=repr,
)
def test_other_types_cross_as_what_they_equal(value, crossed):
    assert spelt(decode(encode(value))) == spelt(crossed)


@pytest.mark.parametrize(
    ("value", "what"),
    [
        *((Agreeable(0.5), "an Agreeable"), (Items([1]), "an Items"), (Whole(3), "a Whole")),
        *((Row([1]), "a Row"), (Side.LEFT, "a Side"), (np.array([1, 2]), "an ndarray")),
        (Fraction(1, 4), "a Fraction: put float(...) around it"),
        *((map(abs, []), "a map"), (len, "a builtin_function_or_method")),
        (..., "three dots (...), where a value should stand"),
    ],
    ids=lambda one: type(one).__name__,  # a map shows its address, another in each process
)
def test_nothing_else_is_plain_and_the_message_says_what_it_is(value, what):
    inside = f"something that holds {what}"
    for hidden, words in ((value, what), ([value], inside), ({"a": (1, value)}, inside)):
        with pytest.raises(NotPlain) as refused:
            encode(hidden)
        assert str(refused.value) == words


def test_a_number_that_cannot_be_written_is_refused():
    for number in (Decimal("sNaN"), 10**10_000):
        with pytest.raises(NotPlain, match=r"^something that cannot be written down \(.+"):
            encode([number])


def test_too_many_values_are_refused():
    assert len(decode(encode([0] * (MAX_VALUES - 1)))) == MAX_VALUES - 1
    for many in ([0] * MAX_VALUES, [[0] * 1000] * 200):
        with pytest.raises(NotPlain, match="more than 200,000 values"):
            encode(many)


def nested(depth, kind):
    return reduce(lambda value, _: kind([value]), range(depth), 0)


@pytest.mark.parametrize("kind", [list, tuple, frozenset, lambda items: {0: items[0]}])
def test_a_hundred_levels_pass_and_no_more(kind):
    assert decode(encode(nested(100, kind))) == nested(100, kind)
    circle = []
    circle.append(circle)
    for deep in (nested(101, kind), nested(10_000, kind), circle):
        with pytest.raises(NotPlain, match="more than 100 levels"):
            encode(deep)


SETS = ["{}", '{"set": [1], "tuple": [2]}', '{"set": [[1]]}', '{"set": 1}']
DICTS = ['{"dict": [[1]]}', '{"dict": [[[1], 2]]}']


@pytest.mark.parametrize("text", ["", *SETS, *DICTS, '{"tuple": ' * 100_000], ids=lambda t: t[:30])
def test_decode_refuses_what_encode_does_not_write(text):
    with pytest.raises((TypeError, ValueError, KeyError, RecursionError)):
        decode(text)


@pytest.mark.parametrize("kind", ["set", "frozenset", "dict"])
def test_many_members_with_one_hash_are_refused(kind):
    alike = [k * (2**61 - 1) for k in range(1, 52)]
    members = [[k, 0] for k in alike] if kind == "dict" else alike
    assert len(decode(json.dumps({kind: members[:50]}))) == 50
    with pytest.raises(ValueError, match="many members with one hash"):
        decode(json.dumps({kind: members}))
