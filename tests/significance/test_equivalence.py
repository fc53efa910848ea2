"""Two one-sided t tests against statsmodels, scipy and their interval."""

import math

import numpy as np
import pytest
from scipy import stats

from labkit.significance import equivalence_test


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("scale", [1e-9, 1, 1e9])
@pytest.mark.parametrize(
    "margin, pvalue",  # statsmodels 0.15.0, ttost_paired(maize, 0, -margin, margin)
    [(60, 0.0006469405516359135), (20, 0.537469749595485)],
)
def test_t_is_statsmodels_ttost(maize, margin, pvalue, scale, side):
    gains = side * scale * np.array(maize)
    found = equivalence_test(gains, 0 * gains, margin * scale)
    assert found.pvalue == pytest.approx(pvalue, rel=1e-9)
    interval = stats.ttest_1samp(gains, 0).confidence_interval(0.9)
    assert found.interval == pytest.approx(interval, rel=1e-12)
    assert found.difference == pytest.approx(np.mean(gains)) and found.n == 15


@pytest.mark.parametrize(
    "a, b, differing",
    [
        ([1, 2, 3], [1, 2, 3], 0),
        ([0.3, 0.5, 0.9], [0.2, 0.4, 0.8], 3),  # all by the same
        ([1] * 30, [0] + [1] * 29, 1),
        ([1] * 30, [0] * 5 + [1] * 25, 5),
    ],
)
def test_differences_without_spread_are_not_shown_to_be_small(a, b, differing):
    found = equivalence_test(a, b, 0.9)
    assert found.pvalue == 1 and not found.is_equivalent()


def test_six_items_that_differ_are_enough_and_fewer_if_there_are_no_more():
    assert equivalence_test([1] * 30, [0] * 6 + [1] * 24, 0.9).is_equivalent()
    assert equivalence_test([3, 2, 5], [2.9, 2.1, 4.8], 1).is_equivalent()
    assert equivalence_test([3, 2], [2.9, 2.2], 5).is_equivalent()


def test_the_level_is_kept_at_the_margin():
    """Normal differences whose true mean is the margin: 5 % are called equivalent, or fewer."""
    gains = np.random.default_rng(3).normal(0.5, 1, (1000, 40))
    called = np.mean([equivalence_test(each, 0 * each, 0.5).is_equivalent() for each in gains])
    assert called < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 1000)


def test_a_result_is_written_on_one_line():
    found = equivalence_test([0.71, 0.64, 0.80, 0.55, 0.62], [0.70, 0.66, 0.79, 0.56, 0.61], 0.05)
    assert repr(found) == (
        "<two one-sided t tests: difference = 0, 90 % interval -0.0135 to 0.0135, "
        "margin = 0.05, p = 0.000692, n = 5 items>"
    )
    assert found.is_equivalent(found.pvalue) and not found.is_equivalent(0.0006)


def test_a_margin_in_percent_is_no_margin_of_right_and_wrong():
    a, b = [1, 1, 0, 1] * 20, [1, 0, 1, 1] * 20
    for margin in (1, 5):
        with pytest.raises(ValueError, match=f"below 1 for scores of 0 and 1, not {margin}: no"):
            equivalence_test(a, b, margin)
    assert equivalence_test(np.multiply(a, 100), np.multiply(b, 100), 5).margin == 5
