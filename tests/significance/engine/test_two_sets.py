"""Outputs of two systems on different items: scores at the same shares of the strata."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from labkit import metrics
from labkit.significance.engine.statistics import NOISE
from labkit.significance.engine.subsets import law_of_subsets
from labkit.significance.engine.two_sets import OneNumber, codes_of_both, one_number, two_sets


def test_scores_are_standardized_to_the_shares_of_both_sets():
    # a: 3 of 4 easy right and 0 of 1 hard; b: 1 of 1 easy and 2 of 4 hard: half of all are easy.
    a, b = [1, 1, 1, 0, 0], [1, 1, 1, 0, 0]
    sets = two_sets(a, b, metrics.mean, strata=(list("eeeeh"), list("ehhhh")))
    assert sets.scores == pytest.approx((0.5 * 0.75 + 0.5 * 0, 0.5 * 1 + 0.5 * 0.5))
    assert sets.weights == ([Fraction(5, 8), Fraction(5, 2)], [Fraction(5, 2), Fraction(5, 8)])
    assert not sets.balanced
    plain = two_sets(a, b, metrics.mean)
    assert plain.balanced and plain.scores == (0.6, 0.6)


@pytest.mark.parametrize("strata", [None, (list("xxyyy"), list("xyxx"))])
@pytest.mark.parametrize("kind", [int, float])
def test_one_number_tells_the_gain_of_each_shuffle(strata, kind):
    a, b = np.array([3, 1, 4, 1, 5], kind), np.array([9, 2, 6, 5], kind)
    sets = two_sets(a, b, metrics.mean, strata=strata)
    known = one_number(sets)
    assert known.strata[0].rows.dtype.kind == "i"  # exact, also where whole numbers came as floats
    gains = sets.gains(law_of_subsets(sets.strata)[0])
    numbers = law_of_subsets(known.strata)[0][:, 0]
    lowest, highest = numbers.min() - known.expected, numbers.max() - known.expected
    assert gains.min() / gains.max() == pytest.approx(lowest / highest)
    assert (known.observed - known.expected) / highest == pytest.approx(sets.gain / gains.max())


def test_scores_of_no_unit_are_counted_from_the_lowest_and_tied_within_their_rounding():
    a, b = np.sqrt([2, 3, 5]), np.sqrt([7, 11, 13, 17])
    known = one_number(two_sets(a, b, metrics.mean))
    (stratum,) = known.strata
    scores = np.concatenate([a, b])
    scale = np.ptp(stratum.rows) / np.ptp(scores)
    np.testing.assert_allclose(stratum.rows[:, 0], scale * (scores - scores.min()), rtol=1e-13)
    assert known.noise == pytest.approx(NOISE * scale * scores.sum())
    assert known.observed == pytest.approx(scale * (a - scores.min()).sum())


def test_what_is_extreme_lies_beyond_the_observed_sum_on_its_side():
    known = OneNumber([], observed=3.0, expected=1.0, noise=0.25, rounding=0.0)
    assert known.thresholds("greater") == [(1, 2.75)]
    assert known.thresholds("less") == [(-1, -3.25)]
    assert known.thresholds("two-sided") == [(1, 3.0), (-1, 1.0)]


def test_only_means_of_equally_large_units_are_one_number():
    assert one_number(two_sets([1, 0], [0, 1, 1], metrics.mean)) is not None
    assert one_number(two_sets([1, 0, 1], [0, 1], metrics.mean, ([1, 1, 2], [1, 2]))) is None
    counts = [[1, 2], [0, 1]]
    assert one_number(two_sets(counts, counts, metrics.precision)) is None


def test_labels_of_any_kind_are_numbered_together():
    codes, names = codes_of_both((["x", None, 3], pd.Series([3, "x"])))
    assert codes[[0, 2, 3, 4]].tolist() == [codes[0], codes[2], codes[2], codes[0]]
    assert list(names) == ["x", 3]


def test_items_of_pandas_must_be_those_of_their_labels():
    a = pd.Series([1, 0], index=["p", "q"])
    with pytest.raises(ValueError, match="strata must have the index of the items"):
        two_sets(a, [1, 0], metrics.mean, strata=(pd.Series([1, 1], index=["q", "p"]), [1, 1]))
