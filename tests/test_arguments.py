"""Every helper gives what it promises, and refuses in words that name the argument."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from labkit import arguments

NAN, INF = math.nan, math.inf
MIXED = pd.DataFrame({"system": ["NB"], "1": [1], "2": [0.5]})
TABLE = pd.DataFrame({"gain": [0.1], "pvalue": [0.5]})

#: (call, what comes out)
GOOD = {
    "a count": (lambda: arguments.as_count(3, "n"), 3),
    "a whole float": (lambda: arguments.as_count(3.0, "n"), 3),
    "a narrow count": (lambda: arguments.as_count(np.int8(3), "n", 3, 3), 3),
    "a count beyond floats": (
        lambda: arguments.as_count(2**60 + 1, "n", most=2**60 + 1),
        2**60 + 1,
    ),
    "no count": (lambda: arguments.as_count(0, "n"), 0),
    "a number": (lambda: arguments.as_number(-2, "x"), -2.0),
    "a number at its limits": (lambda: arguments.as_number(Fraction(1, 2), "x", 0.5, 0.5), 0.5),
    "a fraction": (
        lambda: [arguments.as_fraction(x, "x") for x in (0, np.float32(0.5), 1)],
        [0, 0.5, 1],
    ),
    "a level": (lambda: arguments.as_level(0.05), 0.05),
    "a positive number": (lambda: arguments.as_positive(1e-300, "x"), 1e-300),
    "an option": (lambda: arguments.as_option("b", "kind", ("a", "b")), "b"),
    "an option that is a number": (
        lambda: arguments.as_option(np.int64(50), "size", (50, 100)),
        50,
    ),
    "an option of a mapping": (lambda: arguments.as_option("a", "kind", {"a": 1}), "a"),
    "a text": (lambda: arguments.as_text(""), ""),
    "texts": (lambda: arguments.as_texts(pd.Series(["a", "b"])), ["a", "b"]),
    "no texts": (lambda: arguments.as_texts([]), []),
    "texts one by one": (lambda: arguments.as_texts(iter(["a", "b"]), least=2), ["a", "b"]),
    "one name": (lambda: arguments.as_names("kind", "by", least=1), ["kind"]),
    "names": (lambda: arguments.as_names(("kind", "size"), "by"), ["kind", "size"]),
    "a grid": (lambda: arguments.as_grid([2, 0.5, 1], "omegas").tolist(), [2.0, 0.5, 1.0]),
    "a grid at its limits": (
        lambda: arguments.as_grid(np.arange(3), "omegas", 0, 2).tolist(),
        [0, 1, 2],
    ),
    "numbers of any shape": (lambda: arguments.as_numbers([[1, 2]], "x").tolist(), [[1, 2]]),
    "a row beside texts": (
        lambda: arguments.as_scores(MIXED.iloc[0, 1:], "a").tolist(),
        [1.0, 0.5],
    ),
    "booleans beside texts": (
        lambda: arguments.as_scores(np.array([True, False], object), "a").tolist(),
        [1, 0],
    ),
    "booleans": (lambda: arguments.as_scores([True, False], "a").tolist(), [1, 0]),
    "narrow decimals": (lambda: arguments.as_scores(np.float32([0.1]), "a").tolist(), [0.1]),
    "groups": (lambda: arguments.as_groups(["y", "x", "y"], 3).tolist(), [0, 1, 0]),
    "groups of a pandas column": (
        lambda: arguments.as_groups(
            pd.Series([7, 5], [1, 2]), 2, pd.Series([0, 1], [1, 2])
        ).tolist(),
        [0, 1],
    ),
    "equal lengths": (lambda: arguments.check_same_length(a=[1, 2], b="xy", c={3, 4}), None),
    "one index": (lambda: arguments.check_same_index(TABLE, TABLE, "a", "b"), None),
    "an index and none": (lambda: arguments.check_same_index(TABLE, [1], "a", "b"), None),
    "columns": (lambda: arguments.check_columns(TABLE, "pairs", "gain", "pvalue"), None),
}

#: (call, error, the whole message)
BAD = {
    "a fraction of a count": (lambda: arguments.as_count(3.5, "n"), "n must be a whole number and at least 0, not 3.5"),
    "too few": (lambda: arguments.as_count(2, "n", 3), "n must be a whole number and at least 3, not 2"),
    "too many": (lambda: arguments.as_count(1001, "n", 1, 1000), "n must be a whole number from 1 to 1,000, not 1001"),
    "too many by 1 of many": (
        lambda: arguments.as_count(2**60 + 1, "n", most=2**60),
        f"n must be a whole number from 0 to {2**60:,}, not {2**60 + 1}",
    ),
    "endless": (lambda: arguments.as_count(INF, "n"), "n must be a whole number and at least 0, not inf"),
    "NaN of them": (lambda: arguments.as_count(NAN, "n"), "n must be a whole number and at least 0, not nan"),
    "more digits than a float": (lambda: arguments.as_count(10**400, "n"), "n must be a whole number of less than 300 digits"),
    "NaN": (lambda: arguments.as_number(NAN, "x"), "x must be a finite number, not nan"),
    "infinite": (lambda: arguments.as_number(-INF, "x"), "x must be a finite number, not -inf"),
    "below": (lambda: arguments.as_number(-1, "x", 0), "x must be a finite number of at least 0, not -1"),
    "above": (lambda: arguments.as_number(1.5, "x", -1, 1), "x must be between -1 and 1, not 1.5"),
    "no fraction": (lambda: arguments.as_fraction(NAN, "x"), "x must be between 0 and 1, not nan"),
    "level 0": (lambda: arguments.as_level(0), "alpha must be between 0 and 1, and neither of them, not 0"),
    "level 1": (lambda: arguments.as_level(1.0, "level"), "level must be between 0 and 1, and neither of them, not 1.0"),
    "not positive": (lambda: arguments.as_positive(0, "gold"), "gold must be a positive number, not 0"),
    "endlessly positive": (lambda: arguments.as_positive(INF, "gold"), "gold must be a positive number, not inf"),
    "no option": (lambda: arguments.as_option("c", "kind", ("a", "b")), "kind must be one of 'a', 'b', not 'c'"),
    "a list for an option": (lambda: arguments.as_option(["a"], "kind", ("a", "b")), "kind must be one of 'a', 'b', not ['a']"),
    "True for 1": (lambda: arguments.as_option(True, "size", (1, 2)), "size must be one of 1, 2, not True"),
    "a negative seed": (lambda: arguments.as_generator(-1), "rng must be a seed of at least 0, not -1"),
    "too few texts": (lambda: arguments.as_texts([], least=1), "texts must hold at least 1 text(s), not 0"),
    "an empty grid": (lambda: arguments.as_grid([], "omegas"), "omegas must hold numbers, not be empty"),
    "NaN in a grid": (lambda: arguments.as_grid([1, NAN], "omegas"), "omegas must be finite, without NaN or infinity"),
    "low in a grid": (lambda: arguments.as_grid([1, -1], "omegas", 0), "each number of omegas must be a finite number of at least 0, not -1"),
    "a table for a grid": (lambda: arguments.as_grid([[1]], "omegas"), "omegas must be a sequence of numbers, not an array of shape (1, 1)"),
    "too few items": (lambda: arguments.as_scores([1], "a", 2), "a must have at least 2 items, not 1"),
    "unequal lengths": (lambda: arguments.check_same_length(a=[1], b=[1, 2]), "a and b must be of equal length, not 1 and 2"),
    "unequal scores": (lambda: arguments.as_paired_scores([1], [1, 2], ("x", "y")), "x and y must be of equal length, not 1 and 2"),
    "unequal indexes": (
        lambda: arguments.check_same_index(TABLE, TABLE.set_axis([7]), "a", "b"),
        "a and b must have the same index, not scores of different items",
    ),
    "too few groups": (lambda: arguments.as_groups([1], 2), "groups must be one cluster label an item: 2 labels, not an array of shape (1,)"),
    "too few strata": (lambda: arguments.as_groups([1], 2, name="strata"), "strata must be one label an item: 2 labels, not an array of shape (1,)"),
    "no column": (
        lambda: arguments.check_columns(TABLE, "pairs", "gain", "kind"),
        "pairs must be a table (DataFrame) with the columns gain, kind, not one without 'kind'",
    ),
}  # fmt: skip

#: (call, the whole message) of what is of the wrong kind
WRONG_KIND = {
    "a string for a count": (lambda: arguments.as_count("3", "n"), "n must be a whole number, not '3'"),
    "True for a count": (lambda: arguments.as_count(True, "n"), "n must be a whole number, not True"),
    "numpy's True": (lambda: arguments.as_count(np.True_, "n"), "n must be a whole number, not np.True_"),
    "None for a count": (lambda: arguments.as_count(None, "n"), "n must be a whole number, not None"),
    "an array for a number": (lambda: arguments.as_number(np.ones(1), "x"), "x must be a number, not array([1.])"),
    "a decimal": (lambda: arguments.as_number(Decimal("0.5"), "x"), "x must be a number, not Decimal('0.5')"),
    "a complex number": (lambda: arguments.as_fraction(1j, "x"), "x must be a number, not 1j"),
    "a string for a level": (lambda: arguments.as_level("0.05"), "alpha must be a number between 0 and 1, not '0.05'"),
    "a string for a positive number": (lambda: arguments.as_positive("1", "x"), "x must be a positive number, not '1'"),
    "a float for a seed": (lambda: arguments.check_rng(1.0, "seed"), "seed must be a seed (a whole number) or a numpy.random.Generator, not 1.0"),
    "True for a seed": (lambda: arguments.check_rng(True), "rng must be a seed (a whole number) or a numpy.random.Generator, not True"),
    "a list for a text": (lambda: arguments.as_text(["a"]), "text must be a string, not of type list"),
    "None for a text": (lambda: arguments.as_text(None), "text must be a string, not None"),
    "one text": (lambda: arguments.as_texts("a film"), "texts must be a list of texts, not one string: use [text]"),
    "a number for texts": (lambda: arguments.as_texts(3), "texts must be a list of texts, not 3"),
    "a number among texts": (lambda: arguments.as_texts(["a", NAN]), "texts must hold strings only, not nan"),
    "a number for names": (lambda: arguments.as_names(3, "by"), "by must be a list of names, not 3"),
    "a grid of text": (lambda: arguments.as_grid(["a"], "omegas"), "omegas must hold numbers only, not <U1 (missing values, text, fractions, complex numbers?)"),
    "fractions": (lambda: arguments.as_scores([Fraction(1, 3)], "a"), "a must hold numbers only, not object (missing values, text, fractions, complex numbers?)"),
    "a missing value beside numbers": (lambda: arguments.as_scores(pd.Series([1, None], dtype=object), "a"), "a must hold numbers only, not object (missing values, text, fractions, complex numbers?)"),
    "a list for a table": (lambda: arguments.check_columns([1], "pairs", "gain"), "pairs must be a table (DataFrame) with the columns gain, not of type list"),
}  # fmt: skip


@pytest.mark.parametrize("case", GOOD)
def test_good_arguments(case):
    call, expected = GOOD[case]
    assert call() == expected


@pytest.mark.parametrize("case", [*BAD, *WRONG_KIND])
def test_bad_arguments(case):
    error = TypeError if case in WRONG_KIND else ValueError
    call, message = (BAD | WRONG_KIND)[case]
    with pytest.raises(error) as raised:
        call()
    assert str(raised.value) == message


def test_whole_numbers_stay_whole_as_long_as_their_sum_does():
    whole, large = arguments.as_scores([2**40, 1], "a"), arguments.as_scores([2**51, 1], "a")
    assert whole.dtype == np.int64 and large.dtype == np.float64
    assert [type(x) for x in arguments.as_paired_scores([1, 2], [0.5, 1])[0].tolist()] == [
        float,
        float,
    ]


def test_seeds_and_generators():
    generator, seed = arguments.as_generator(7)
    assert seed == 7 and generator.random() == np.random.default_rng(7).random()
    assert arguments.as_generator(generator) == (generator, None)
    fresh, seed = arguments.as_generator(None)
    assert fresh.random() == np.random.default_rng(seed).random()
    assert arguments.as_generator(None)[1] != seed
    assert arguments.as_generator(np.int32(3))[1] == 3
    assert arguments.check_rng(None) is None


def test_groups_need_a_label_for_each_item():
    for labels in ([1.0, NAN], ["x", None]):
        with pytest.raises(ValueError, match="groups must have a label for each item"):
            arguments.as_groups(labels, 2)
