"""Only plain data leaves a student's kernel, and nothing changes on the way."""

import json
import math
import time
from collections import Counter, OrderedDict, defaultdict, namedtuple
from datetime import date
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.checks.outcomes import FailureKind, outcome
from labkit.checks.plain_data import MAX_CHARACTERS, MAX_ITEMS, NotPlain, decode, encode

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
def test_plain_data_survive_the_crossing(value):
    assert spelt(decode(encode(value))) == spelt(value)


@given(PLAIN)
def test_the_text_is_json_and_ascii(value):
    text = encode(value)
    json.loads(text)
    assert text.isascii()


@pytest.mark.parametrize(
    ("value", "crossed"),
    [
        (np.float64(0.1), "float:0.1"),
        (np.float32(0.5), "float:0.5"),
        (np.int64(3), "int:3"),
        (np.uint8(3), "int:3"),
        (np.bool_(True), "bool:True"),
        (np.str_("POS"), "str:'POS'"),
        (math.nan, "float:nan"),
        (-math.inf, "float:-inf"),
        (-0.0, "float:-0.0"),
        (True, "bool:True"),
        (1, "int:1"),
        (1.0, "float:1.0"),
        ("\ud800", "str:'\\ud800'"),
        (Counter("aab"), "dict[(\"str:'a'\", 'int:2'), (\"str:'b'\", 'int:1')]"),
        (OrderedDict(a=1), "dict[(\"str:'a'\", 'int:1')]"),
        (defaultdict(int, a=1), "dict[(\"str:'a'\", 'int:1')]"),
    ],
)
def test_numpy_scalars_and_dictionaries_become_python_s_own(value, crossed):
    assert spelt(decode(encode(value))) == crossed


class EqualToEverything:
    def __eq__(self, other):
        return True

    __hash__ = object.__hash__


class Agreeable(EqualToEverything, float):
    """A float that is equal to every other."""

    __hash__ = float.__hash__


class Text(EqualToEverything, str):
    __hash__ = str.__hash__


class Items(EqualToEverything, list):
    pass


class Table(dict):
    def __getitem__(self, key):
        return 1


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


def nested(depth, kind):
    value = 0
    for _ in range(depth):
        value = kind([value])
    return value


def circle():
    value = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    "value",
    [
        EqualToEverything(),
        Agreeable(0.5),
        Text("POS"),
        Items([1]),
        Table(a=1),
        Whole(3),
        np.array([1, 2]),
        np.longdouble("1e400"),
        Side.LEFT,
        np.datetime64("2012-01-01"),
        Decimal("1e400"),
        Fraction(10**400, 3),
        1 + 2j,
        b"POS",
        date(2012, 7, 1),
        range(3),
        {}.keys(),
        (i for i in range(3)),
        len,
        float,
        ...,
    ],
    ids=lambda value: type(value).__name__,
)
def test_nothing_else_is_plain(value):
    for hidden in (value, [value], {"a": (1, value)}):
        with pytest.raises(NotPlain):
            encode(hidden)
    assert outcome(lambda: [value], ()).kind is FailureKind.NOT_PLAIN


def test_a_key_must_be_plain_too():
    with pytest.raises(NotPlain, match="EqualToEverything"):
        encode({EqualToEverything(): 1})


@pytest.mark.parametrize(
    ("value", "crossed"),
    [
        (Fraction(6, 2), 3),
        (Fraction(1, 4), 0.25),
        (Decimal("3.0"), 3),
        (Decimal("0.25"), 0.25),
        (Decimal("-Infinity"), -math.inf),
        ([Decimal("NaN")], [math.nan]),
        (namedtuple("Pair", "a b")(1, [2]), (1, [2])),
        ({namedtuple("Pair", "a b")(1, 2): 3}, {(1, 2): 3}),
        (np.longdouble(0.25), 0.25),
        ([np.longdouble("-inf")], [-math.inf]),
        (np.array(0.25), 0.25),
        (np.where(True, "POS", "NEG"), "POS"),
        ([Number.TWO], [2]),
        ({Class.POS: Kind.NEG}, {"POS": "NEG"}),
    ],
    ids=repr,
)
def test_other_numbers_and_named_tuples_cross_as_what_they_equal(value, crossed):
    assert spelt(decode(encode(value))) == spelt(crossed)


def test_a_huge_number_is_refused_at_once():
    began = time.perf_counter()
    for huge in (Decimal("1e999999999"), Decimal("-1e999999"), Fraction(10**400)):
        with pytest.raises(NotPlain, match="beyond every float"):
            encode(huge)
    assert time.perf_counter() - began < 1


def test_the_message_names_the_kind():
    for value, kind in ((np.array([1]), "ndarray"), (Whole(1), "a Whole")):
        with pytest.raises(NotPlain, match=kind):
            encode(value)


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (..., "three dots (...), where a value should stand"),
        ({1: ..., 2: "POS"}, "something that holds three dots (...), where a value should stand"),
        ({"POS": np.zeros(1)}, "something that holds an ndarray"),
        ([(1, map(abs, []))], "something that holds a map"),
        (np.zeros(1), "an ndarray"),
    ],
)
def test_what_stands_inside_is_not_said_of_the_whole(value, what):
    with pytest.raises(NotPlain) as found:
        encode(value)
    assert str(found.value) == what


def test_too_many_values_are_refused():
    assert len(decode(encode([0] * (MAX_ITEMS - 1)))) == MAX_ITEMS - 1
    with pytest.raises(NotPlain, match="more than 200,000 values"):
        encode([0] * MAX_ITEMS)


def test_too_long_strings_are_refused():
    assert decode(encode(["a" * MAX_CHARACTERS])) == ["a" * MAX_CHARACTERS]
    for one_more in ({"b": 0}, np.str_("b")):
        with pytest.raises(NotPlain, match="more than 1,000,000 characters"):
            encode(["a" * MAX_CHARACTERS, one_more])


@pytest.mark.parametrize("kind", ["set", "frozenset", "dict"])
def test_members_that_would_stall_a_hash_table_are_refused(kind):
    alike = [k * (2**61 - 1) for k in range(1, 30_000)]  # each hashes to 0
    members = [[member, 0] for member in alike] if kind == "dict" else alike
    start = time.process_time()
    with pytest.raises(ValueError, match="one hash"):
        decode(json.dumps({kind: members}))
    assert time.process_time() - start < 1
    few = (
        dict.fromkeys(alike[:20])
        if kind == "dict"
        else {"set": set}.get(kind, frozenset)(alike[:20])
    )
    assert decode(encode(few)) == few
    with pytest.raises(NotPlain, match="more than 200,000 values"):
        encode([[0] * 1000] * 1001)


def test_an_integer_too_long_to_write_is_refused():
    with pytest.raises(NotPlain):
        encode(10**10_000)


def test_a_circle_is_refused():
    with pytest.raises(NotPlain):
        encode(circle())


@pytest.mark.parametrize("kind", [list, tuple, frozenset])
def test_deep_values_pass_or_are_refused_and_never_break(kind):
    found = set()
    for depth in [*range(1, 1000, 37), *range(200, 520), 100_000]:
        found.add(getattr(outcome(lambda depth=depth: nested(depth, kind), ()), "kind", None))
    assert found == {None, FailureKind.NOT_PLAIN}


@pytest.mark.parametrize("kind", ["list", "tuple"])
def test_a_hundred_levels_pass_and_no_more(kind):
    opening, closing = ("[", "]") if kind == "list" else ('{"tuple": [', "]}")
    made = {"list": list, "tuple": tuple}[kind]
    text = opening * 100 + "0" + closing * 100
    assert json.loads(encode(nested(100, made))) == json.loads(text)
    assert decode(text) == nested(100, made)
    with pytest.raises(NotPlain, match="more than 100 levels"):
        encode(nested(101, made))
    with pytest.raises(ValueError, match="more than 100 levels"):
        decode(opening * 101 + "0" + closing * 101)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not json",
        "{}",
        '{"list": [1]}',
        '{"set": [1], "tuple": [2]}',
        '{"set": [[1]]}',
        '{"set": 1}',
        '{"dict": [[1]]}',
        '{"dict": [[[1], 2]]}',
        '{"dict": 3}',
        "[" * 100_000,
        '{"tuple": ' * 100_000,
    ],
    ids=lambda text: text[:30],
)
def test_decode_refuses_what_encode_does_not_write(text):
    with pytest.raises(ValueError):
        decode(text)
