"""Only plain data leaves a student's kernel, and nothing changes on the way."""

import json
import math
from collections import Counter, defaultdict, namedtuple
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.checks.outcomes import FailureKind, outcome
from labkit.checks.plain_data import MAX_VALUES, NotPlain, decode, encode

ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
KEYS = st.recursive(
    ATOMS, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3), max_leaves=4
)
PLAIN = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.sets(KEYS, max_size=4)
        | st.dictionaries(KEYS, inner, max_size=4)
    ),
    max_leaves=20,
)


def spelt(value):
    """A value as text with the type of each part, whatever the order of sets."""
    name = type(value).__name__
    if isinstance(value, dict):
        return f"{name}{[(spelt(key), spelt(item)) for key, item in value.items()]}"
    if isinstance(value, (list, tuple)):
        return f"{name}{[spelt(item) for item in value]}"
    if isinstance(value, (set, frozenset)):
        return f"{name}{sorted(spelt(item) for item in value)}"
    return f"{name}:{value!r}"


@given(PLAIN)
def test_plain_data_survive_the_crossing_as_json_in_ascii(value):
    text = encode(value)
    json.loads(text)
    assert text.isascii()
    assert spelt(decode(text)) == spelt(value)


class EqualToEverything:
    def __eq__(self, other):
        return True

    __hash__ = object.__hash__


class Agreeable(EqualToEverything, float):
    """A float that is equal to every other."""

    __hash__ = float.__hash__


class Items(EqualToEverything, list):
    pass


class Whole(int):
    pass


class Side(Enum):
    LEFT = "POS"


class Class(StrEnum):
    POS = "POS"


class Kind(str, Enum):  # noqa: UP042  as older programs have it
    NEG = "NEG"


class Number(IntEnum):
    TWO = 2


Pair = namedtuple("Pair", "a b")


@pytest.mark.parametrize(
    ("value", "crossed"),
    [
        (np.float64(0.1), 0.1),
        (np.float32(0.1), 0.1),
        (np.longdouble(0.25), 0.25),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (np.str_("POS"), "POS"),
        (np.where(True, "POS", "NEG"), "POS"),
        (Counter("aab"), {"a": 2, "b": 1}),
        (defaultdict(int, a=1), {"a": 1}),
        (Fraction(6, 2), 3),
        (Fraction(1, 4), 0.25),
        (Decimal("0.25"), 0.25),
        (Decimal("-Infinity"), -math.inf),
        (Decimal("1e999999999"), math.inf),
        (Pair(1, [2]), (1, [2])),
        ({Pair(1, 2): 3}, {(1, 2): 3}),
        ([Number.TWO], [2]),
        ({Class.POS: Kind.NEG}, {"POS": "NEG"}),
    ],
    ids=repr,
)
def test_other_types_cross_as_what_they_equal(value, crossed):
    assert spelt(decode(encode(value))) == spelt(crossed)


@pytest.mark.parametrize(
    "value",
    [
        EqualToEverything(),
        Agreeable(0.5),
        Items([1]),
        Whole(3),
        np.array([1, 2]),
        Side.LEFT,
        Fraction(10**400, 3),
        10**10_000,
        range(3),
        (i for i in range(3)),
        len,
        ...,
    ],
    ids=lambda value: type(value).__name__,
)
def test_nothing_else_is_plain(value):
    for hidden in (value, [value], {"a": (1, value)}):
        with pytest.raises(NotPlain):
            encode(hidden)
    assert outcome(lambda: [value], ()).kind is FailureKind.NOT_PLAIN


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (..., "three dots (...), where a value should stand"),
        ({1: ..., 2: "POS"}, "something that holds three dots (...), where a value should stand"),
        ({"POS": np.zeros(1)}, "something that holds an ndarray"),
        ([(1, map(abs, []))], "something that holds a map"),
        ({EqualToEverything(): 1}, "something that holds an EqualToEverything"),
        (np.zeros(1), "an ndarray"),
        (Whole(1), "a Whole"),
    ],
)
def test_the_message_names_the_kind_and_whether_it_stands_inside(value, what):
    with pytest.raises(NotPlain) as found:
        encode(value)
    assert str(found.value) == what


def test_too_many_values_are_refused():
    assert len(decode(encode([0] * (MAX_VALUES - 1)))) == MAX_VALUES - 1
    for many in ([0] * MAX_VALUES, [[0] * 1000] * 200):
        with pytest.raises(NotPlain, match="more than 200,000 values"):
            encode(many)


def nested(depth, kind):
    value = 0
    for _ in range(depth):
        value = kind([value])
    return value


@pytest.mark.parametrize("kind", [list, tuple, frozenset])
def test_a_hundred_levels_pass_and_no_more(kind):
    assert decode(encode(nested(100, kind))) == nested(100, kind)
    circle = []
    circle.append(circle)
    for deep in (nested(101, kind), nested(100_000, kind), circle):
        with pytest.raises(NotPlain, match="more than 100 levels"):
            encode(deep)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"set": [1], "tuple": [2]}',
        '{"set": [[1]]}',
        '{"set": 1}',
        '{"dict": [[1]]}',
        '{"dict": [[[1], 2]]}',
        "[" * 100_000,
        '{"tuple": ' * 100_000,
    ],
    ids=lambda text: text[:30],
)
def test_decode_refuses_what_encode_does_not_write(text):
    with pytest.raises((TypeError, ValueError, KeyError, RecursionError)):
        decode(text)


@pytest.mark.parametrize("kind", ["set", "frozenset", "dict"])
def test_many_members_with_one_hash_are_refused(kind):
    alike = [k * (2**61 - 1) for k in range(1, 52)]
    for members, is_plain in ((alike[:50], True), (alike, False)):
        items = [[k, 0] for k in members] if kind == "dict" else members
        text = json.dumps({kind: items})
        if is_plain:
            assert len(decode(text)) == 50
        else:
            with pytest.raises(ValueError, match="many members with one hash"):
                decode(text)
