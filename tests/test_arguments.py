"""Every helper returns what it promises, and refuses in words that name the argument."""

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from labkit import arguments as args

NAN, INF = math.nan, math.inf
MIXED = pd.DataFrame({"system": ["NB"], "1": [1], "2": [0.5]})
TABLE = pd.DataFrame({"gain": [0.1], "pvalue": [0.5]})
OTHERS = TABLE.set_axis([7])

#: (function, its arguments, what comes out)
GOOD = [
    (args.as_count, (3.0, "n"), 3),
    (args.as_count, (np.int8(3), "n", 3, 3), 3),
    (args.as_count, (10**400, "n"), 10**400),
    (args.as_number, (Fraction(1, 2), "x", 0.5, 0.5), 0.5),
    (args.as_fraction, (np.float32(0.5), "x"), 0.5),
    *((args.as_level, (level,), level) for level in (5e-324, 1 - 2**-53)),
    (args.as_positive, (5e-324, "x"), 5e-324),
    (args.as_option, (np.int64(50), "size", (50, 100)), 50),
    (args.as_texts, (iter(["a", "b"]), "texts", 2), ["a", "b"]),
    (args.as_numbers, ([[1, 2]], "x"), [[1, 2]]),
    (args.as_numbers, ([1e100], "x"), [1e100]),
    (args.as_numbers, ([1e-100, 0], "x"), [1e-100, 0]),
    (args.as_numbers, ([1e-300], "p", False), [1e-300]),
    (args.as_numbers, ([0.1, 13421773 / 2**27], "p", False), [0.1, 13421773 / 2**27]),
    (args.as_scores, (MIXED.iloc[0, 1:], "a"), [1.0, 0.5]),
    (args.as_scores, (np.array([True, False], object), "a"), [1, 0]),
    (args.as_scores, ([5, 6], "a", 2), [5, 6]),
    (args.as_groups, (["y", "x", "y"], 3), [0, 1, 0]),
    (args.as_groups, (pd.Series([7, 5], [1, 2]), 2, pd.Series([0, 1], [1, 2])), [0, 1]),
    (args.check_same_index, (TABLE, TABLE, "a", "b"), None),
    (args.check_columns, (TABLE, "pairs", "gain", "pvalue"), None),
]

#: (function, its arguments, the whole message) of wrong values, and of what is of the wrong kind.
BAD = [
    (args.as_count, (3.5, "n"), "n must be a whole number and at least 0, not 3.5"),
    (args.as_count, (2, "n", 3), "n must be a whole number and at least 3, not 2"),
    (args.as_count, (1001, "n", 1, 1000), "n must be a whole number from 1 to 1,000, not 1001"),
    (args.as_count, (2**60 + 1, "n", 0, 2**60), f"n must be a whole number from 0 to {2**60:,}, not {2**60 + 1}"),
    (args.as_number, (-1, "x", 0), "x must be a finite number of at least 0, not -1"),
    (args.as_number, (1.5, "x", -1, 1), "x must be between -1 and 1, not 1.5"),
    (args.as_number, (NAN, "x"), "x must be a finite number, not nan"),
    (args.as_fraction, (NAN, "x"), "x must be between 0 and 1, not nan"),
    (args.as_level, (0,), "alpha must be between 0 and 1, and neither of them, not 0"),
    (args.as_level, (1.0, "level"), "level must be between 0 and 1, and neither of them, not 1.0"),
    (args.as_positive, (0, "gold"), "gold must be a positive number, not 0"),
    (args.as_option, ("c", "kind", ("a", "b")), "kind must be one of 'a', 'b', not 'c'"),
    (args.as_option, (True, "size", (1, 2)), "size must be one of 1, 2, not True"),
    (args.as_numbers, ([0, -1e101], "x"), "x must be of a size up to 1e+100, not 1e+101"),
    (args.as_numbers, ([0.5, 1e-101], "x"), "x must be 0 or of a size of at least 1e-100, not 1e-101: multiply all scores by the same number, or write 0 for what is as small as that beside others"),
    *((args.as_numbers, (bad, "x"), f"x must be an array of numbers, neither empty nor masked, not {bad}") for bad in ([], 3)),
    (args.as_generator, (-1,), "rng must be a seed of at least 0, not -1"),
    (args.as_texts, ([], "texts", 1), "texts must hold at least 1 text(s), not 0"),
    (args.as_scores, ([1, NAN], "a"), "a must be finite, without NaN or infinity"),
    (args.as_scores, ([[1]], "a"), "a must be one score an item, shape (n,), not an array of 2 dimensions"),
    (args.as_scores, ([1], "a", 2), "a must have at least 2 items, not 1"),
    (args.as_scores, ([[1, 2], [3]], "a"), "a must be an array, not a ragged list"),
    (args.as_paired_scores, ([1], [1, 2], ("x", "y")), "x and y must be of equal length, not 1 and 2"),
    (args.as_paired_scores, ([NAN], [1], ("x", "y")), "x must be finite, without NaN or infinity"),
    (args.as_paired_scores, ([1], [NAN], ("x", "y")), "y must be finite, without NaN or infinity"),
    (args.check_same_index, (TABLE, OTHERS, "a", "b"), "a and b must have the same index, not that of other items"),
    (args.as_groups, (pd.Series([1]), 1, pd.Series([1], [7])), "groups and the items must have the same index, not that of other items"),
    (args.as_groups, ([1], 2), "groups must be one cluster label an item: 2 labels, not (1,)"),
    (args.as_groups, ([1.0, NAN], 2), "groups must have a label for each item, not NaN or None"),
    (args.check_columns, (TABLE, "pairs", "gain", "kind", "n"), "pairs must be a table (DataFrame) with the columns gain, kind, n, not one without 'kind'"),
]  # fmt: skip
WRONG_KIND = [
    (args.as_count, (True, "n"), "n must be a whole number, not True"),
    (args.as_count, (np.True_, "n"), "n must be a whole number, not np.True_"),
    (args.as_number, (np.ones(1), "x"), "x must be a number, not array([1.])"),
    (args.as_generator, (1.0,), "rng must be a seed (a whole number) or a numpy.random.Generator, not 1.0"),
    (args.as_text, (["a"],), "text must be a string, not ['a']"),
    (args.as_texts, ("a film",), "texts must be a list of texts, not 'a film'"),
    (args.as_texts, (["a", NAN],), "each of texts must be a string, not nan"),
    (args.as_scores, (["a"], "x"), "x must hold numbers only, not <U1 (missing values, text?)"),
    (args.check_columns, ([1], "pairs", "gain"), "pairs must be a table (DataFrame) with the columns gain, not [1]"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "given", "expected"), GOOD)
def test_good_arguments(function, given, expected):
    found = function(*given)
    assert (found.tolist() if isinstance(found, np.ndarray) else found) == expected


@pytest.mark.parametrize("error, cases", [(ValueError, BAD), (TypeError, WRONG_KIND)])
def test_bad_arguments(error, cases):
    for function, given, message in cases:
        with pytest.raises(error) as raised:
            function(*given)
        assert str(raised.value) == message


def test_lengths_are_those_of_sequences_of_any_kind():
    assert args.check_same_length(a=[1, 2], b="xy", c={3, 4}) is None
    with pytest.raises(ValueError, match="^a and b must be of equal length, not 1 and 2$"):
        args.check_same_length(a=[1], b=[1, 2])


def test_whole_numbers_stay_whole_as_long_as_their_sum_does():
    whole, large = args.as_scores([2**50, 1], "a"), args.as_scores([2**51, 1], "a")
    assert whole.dtype == np.int64 and large.dtype == np.float64
    assert [type(x) for x in args.as_paired_scores([1, 2], [0.5, 1])[0].tolist()] == [float, float]


#: Decimals as they are written, and how many digits a number of each kind may have to keep them.
RNG = np.random.default_rng(4)
DECIMALS = {
    "tenths": (RNG.integers(0, 11, 60) / 10, ("f2", "f4")),
    "tenths that are 1024ths in float16": ([0.8, 0.7] * 4, ("f2", "f4")),
    "of one size": ([0.9] * 8, ("f2", "f4")),
    "ratings": (RNG.integers(10, 51, 60) / 10, ("f2", "f4")),
    "per cent": (RNG.integers(0, 1001, 60) / 10, ("f4",)),
    "four decimals": (RNG.integers(0, 10001, 60) / 10000, ("f4",)),
    "thirds": ((RNG.integers(0, 4, 60) / 3).round(6), ("f4",)),
    "losses": (-RNG.integers(1, 10**6, 60) / 1e4, ("f4",)),
    "small": (RNG.integers(1, 99, 60) / 1e9, ("f4",)),
}
#: Numbers that are meant as they are, however few binary digits they have.
MEANT = {
    "reals": RNG.normal(size=60),
    "halves to 1024ths": [k / 2.0**m for m in range(1, 11) for k in (1, 3, 2**m - 1)],
    "sixteenths of per cent": RNG.integers(0, 1601, 60) / 16,
    "means of 512": RNG.integers(0, 513, 60) / 512,
    "products of shares": RNG.integers(0, 1025, 60) / 1024 * (RNG.integers(0, 1025, 60) / 1024),
    "whole floats": RNG.integers(2**23, 2**30, 60) * 128.0,
    "beyond float32": [1e39, 0.5, 1e-60],
    "1024ths": np.array([513, 514, 1023]) / 1024,
    "real float32": RNG.normal(size=60).astype("f4").astype(float),
    "thirds in float32": (RNG.integers(0, 4, 60) / 3).astype("f4").astype(float),
    "of both": [0.1, float(np.float32(0.1))],
}


@pytest.mark.parametrize("name, kind", [(name, kind) for name, (_, kinds) in DECIMALS.items() for kind in kinds])  # fmt: skip
def test_decimals_that_went_through_a_shorter_kind_are_decimals_again(name, kind):
    decimals = np.array(DECIMALS[name][0], float)
    rounded = decimals.astype(kind)
    assert (rounded != decimals).any()
    forms = [rounded, rounded.tolist(), rounded.astype("f8"), rounded.astype(f">{kind}"), rounded.astype(object),
             pd.Series(rounded), *[pd.Series(rounded, dtype="Float32")] * (kind == "f4")]  # fmt: skip
    for form in forms:
        assert args.as_scores(form, "a").tolist() == decimals.tolist()
    table = args.as_numbers(
        rounded[:40].reshape(4, 10) if len(rounded) > 40 else rounded[None], "x"
    )
    assert table.ravel().tolist() == decimals[: table.size].tolist()


@pytest.mark.parametrize(
    "values", [RNG.normal(size=60), RNG.integers(0, 4, 60) / 3, np.array([2 / 3, 1, 5 / 7])]
)
def test_numbers_that_float16_has_spoilt_are_refused(values):
    for form in (values.astype("f2"), values.astype("f2").tolist()):
        with pytest.raises(ValueError, match="^a must hold scores as precise as they were before"):
            args.as_scores(form, "a")
    assert args.as_scores(values.round(3), "a").tolist() == values.round(3).tolist()


@pytest.mark.parametrize("name", MEANT)
def test_numbers_that_are_meant_as_they_are_stay_so(name):
    assert args.as_scores(MEANT[name], "a").tolist() == [*map(float, MEANT[name])]


NINTHS, REALS = RNG.integers(0, 10, 60) / 9, RNG.normal(size=60)


@pytest.mark.parametrize(
    "doubles", [NINTHS, REALS, 1000 * REALS, RNG.integers(0, 4, 60) / 3, [0, 2 / 3] * 4]
)
def test_numbers_that_meet_those_of_float32_are_as_precise(doubles):
    doubles = np.array(doubles)
    single = args.as_scores(doubles.astype("f4"), "a")
    large = np.array([2.0**60 + 2**10, 1e-60, 1e60, *doubles[3:]])
    one, two, whole, three = args.as_precise_alike([single, doubles, np.arange(3), large])
    assert one.tolist() == two.tolist() == pytest.approx(doubles.tolist(), rel=1e-7)
    assert whole.tolist() == [0, 1, 2] and three.tolist() == [*large[:3], *two[3:]]


@pytest.mark.parametrize(
    "name", [*sorted(MEANT.keys() - {"real float32", "thirds in float32"}), *DECIMALS]
)
def test_numbers_that_are_not_of_float32_change_no_others(name):
    meant = np.array(MEANT[name] if name in MEANT else DECIMALS[name][0], float)
    for pair in ((meant, REALS), (NINTHS, meant), (meant, meant + 1e6)):
        found = args.as_precise_alike(pair)
        assert [each.tolist() for each in found] == [each.tolist() for each in pair]


def test_masked_values_and_long_messages():
    with pytest.raises(ValueError, match="nor masked") as raised:
        args.as_numbers(np.ma.masked_array(range(1000), [True] * 1000), "a")
    assert len(str(raised.value)) < 200 and "\n" not in str(raised.value)
    assert args.shown("x" * 118) == repr("x" * 118)
    assert args.shown("x" * 120) == "'" + "x" * 119 + " ..."


def test_seeds_and_generators():
    generator, seed = args.as_generator(np.int32(7))
    assert seed == 7 and generator.random() == np.random.default_rng(7).random()
    assert args.as_generator(generator) == (generator, None)
    fresh, seed = args.as_generator(None)
    assert fresh.random() == np.random.default_rng(seed).random()
    assert args.as_generator(None)[1] != seed
