"""Fleiss' kappa against published tables and a count of pairs in fractions."""

import ast
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.agreement import agreement_table, fleiss_kappa
from labkit.corpora import lexicon_lines

# Fleiss (1971), table 1: diagnoses of 30 patients by 6 psychiatrists each, as
# depression, personality disorder, schizophrenia, neurosis, other.
DIAGNOSES = """
    00060 03003 01401 00006 03030 20400 00402 20310 20040 00006
    10050 11040 03300 10050 02031 00501 30012 51000 02040 10203
    00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
"""

# The worked example of the encyclopedias: 14 raters, 10 items, 5 classes.
EXAMPLE = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]


def kappa_by_pairs(ratings):
    """Kappa from all pairs of raters of an item, and all draws of two ratings with replacement."""
    agree = [a == b for row in ratings for a, b in combinations(row, 2)]
    every = [rating for row in ratings for rating in row]
    by_chance = [a == b for a in every for b in every]
    observed = Fraction(sum(agree), len(agree))
    chance = Fraction(sum(by_chance), len(by_chance))
    return (observed - chance) / (1 - chance)


def test_kappa_of_published_tables():
    diagnoses = np.array([[int(count) for count in row] for row in DIAGNOSES.split()])
    assert diagnoses.sum(axis=0).tolist() == [26, 26, 30, 55, 43]
    assert round(fleiss_kappa(diagnoses), 3) == 0.430
    assert np.sum(EXAMPLE, axis=0).tolist() == [20, 28, 39, 21, 32]
    assert round(fleiss_kappa(EXAMPLE), 3) == 0.210


@st.composite
def ratings(draw):
    raters = draw(st.integers(2, 5))
    row = st.lists(st.sampled_from("abc"), min_size=raters, max_size=raters)
    return draw(st.lists(row, min_size=1, max_size=6))


@given(ratings())
def test_kappa_is_the_agreement_of_pairs_beyond_chance(rows):
    table = agreement_table(rows, "abc")
    if len({rating for row in rows for rating in row}) == 1:
        with pytest.raises(ValueError, match="0/0"):
            fleiss_kappa(table)
    else:
        assert fleiss_kappa(table) == pytest.approx(float(kappa_by_pairs(rows)), abs=1e-12)


def test_kappa_at_its_ends():
    assert fleiss_kappa([[4, 0], [0, 4], [4, 0]]) == 1
    # Two raters who never agree on two items: no agreement where chance has a half.
    assert fleiss_kappa([[1, 1], [1, 1]]) == -1


def test_kappa_of_vaders_raters():
    rated = [ast.literal_eval(line.split("\t")[3]) for line in lexicon_lines()]
    table = agreement_table([np.sign(row).tolist() for row in rated], [-1, 0, 1])
    assert table.shape == (7520, 3)
    assert round(fleiss_kappa(table), 3) == 0.630


def test_table_counts_and_keeps_the_order_of_classes():
    rows = [["b", "a", "b"], ["c", "c", "c"]]
    assert agreement_table(rows, ["c", "b", "a"]).tolist() == [[0, 2, 1], [3, 0, 0]]
    assert agreement_table([], ["a"]).shape == (0, 1)


@pytest.mark.parametrize(
    "table, message",
    [
        ([], "whole numbers"),
        ([3, 2], "whole numbers"),
        ([[1.0, 1.0]], "whole numbers"),
        ([[-1, 3], [1, 1]], "whole numbers"),
        ([[1, 1], [2, 1]], "same number"),
        ([[1, 0], [0, 1]], "at least 2"),
        ([[3, 0], [3, 0]], "more than one class"),
    ],
)
def test_bad_table_is_named(table, message):
    with pytest.raises(ValueError, match=f"^table must have .*{message}"):
        fleiss_kappa(table)


def test_bad_ratings_are_named():
    with pytest.raises(ValueError, match="^each rating must be one of .*, not 'd'"):
        agreement_table([["a", "d"]], ["a", "b"])
    with pytest.raises(ValueError, match="^classes must all be different, not"):
        agreement_table([["a"]], ["a", "a"])
