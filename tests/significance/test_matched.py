"""The matched tests against SciPy, enumeration and the paper."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from labkit import metrics
from labkit.significance import (
    matched_pair_t,
    response_correlation,
    sd_of_difference,
    sign_test,
    two_sample_t,
    wilcoxon_test,
)
from labkit.significance.shuffles import exact_pvalue, swaps_of

PAIRS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=10)
ALTERNATIVES = ["two-sided", "greater", "less"]


@given(
    st.lists(st.integers(-30, 30).filter(bool), min_size=1, max_size=20, unique_by=abs),
    st.sampled_from(ALTERNATIVES),
)
def test_wilcoxon_without_equal_sizes_equals_scipy_s_exact_law(gains, alternative):
    result = wilcoxon_test(gains, [0] * len(gains), alternative=alternative)
    expected = stats.wilcoxon(gains, alternative=alternative, method="exact")
    assert result.method == "exact"
    assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-12)


@pytest.mark.parametrize("n, method, rel", [(500, "exact", 0.01), (501, "asymptotic", 1e-12)])
def test_a_long_wilcoxon_test_is_exact_and_a_very_long_one_approximates(n, method, rel):
    gains = np.random.default_rng(1).normal(0.1, 1, n)
    result = wilcoxon_test(gains, 0 * gains)
    assert result.method == method
    assert result.pvalue == pytest.approx(
        stats.wilcoxon(gains, method="asymptotic").pvalue, rel=rel
    )


def test_the_sum_of_signed_ranks_of_the_maize(maize):
    result = wilcoxon_test(maize, [0] * 15)
    assert result.standardized == stats.wilcoxon(maize, alternative="greater").statistic - 24 == 72
    assert matched_pair_t(maize, [0] * 15).note == "t = 2.15, 14 degrees of freedom"
    assert result.note == "sum of signed ranks 72 of 15 items that differ"


def test_a_spread_just_above_float_noise_is_one():
    assert response_correlation([1, 1, 1 - 6e-12], [1, 1, 0]) == pytest.approx(1)


def test_ranks_favour_the_better_system_where_the_mean_does_not():
    ahead = [*range(1, 13), -200], [0] * 13
    assert (wilcoxon_test(*ahead).better, wilcoxon_test(*ahead).statistic < 0) == ("a", True)
    assert wilcoxon_test(*ahead[::-1], alternative="less").better == "b"


@pytest.mark.parametrize(
    ("p", "low", "high"), [(0.01, -0.01, 0.01), (6e-5, 0.06, 0.08), (1.2e-12, 0.9, 1.2)]
)
def test_the_normal_approximation_is_as_far_off_as_the_docstring_says(p, low, high):
    ranks = np.arange(1, 502)
    wanted = int(stats.norm.isf(p / 2) * np.sqrt((ranks.astype(float) ** 2).sum()))
    signs, total = np.ones(501, int), int(ranks.sum())
    for i in range(500, -1, -1):  # turn the largest that do not go below the sum wanted
        if total - 2 * ranks[i] >= wanted:
            signs[i], total = -1, total - 2 * ranks[i]
    signed = (signs * ranks)[:, None]
    exact = exact_pvalue(swaps_of(signed, 0 * signed, metrics.mean), "two-sided")
    assert low < wilcoxon_test(signs * ranks, 0 * ranks).pvalue / exact - 1 < high


@pytest.mark.parametrize("size", [1e-6, 0.1, 3, 1e6])
@pytest.mark.parametrize(
    "spread, constant", [(0, True), (3.9e-12, True), (4.1e-12, False), (1e-3, False)]
)
def test_differences_that_vary_by_no_more_than_float_noise_are_constant(size, spread, constant):
    """The tolerance is a part of the largest difference, whatever its size: t is infinite, or it is not."""
    gains = size * np.array([1, 1 - spread, 1, 1])
    t = matched_pair_t(gains, np.zeros(4)).standardized
    assert (t == math.inf) == constant
    assert (matched_pair_t(-gains, np.zeros(4)).standardized == -math.inf) == constant


def test_yeh_section_3_3_correlation_and_sign_test_of_recall():
    one, two = np.repeat([[1, 1, 0, 0], [1, 0, 1, 0]], [19, 28, 6, 50], axis=1)
    assert response_correlation(one, two) == pytest.approx(0.345, abs=5e-4)
    assert sign_test(28, 6, ties_policy="drop", alternative="greater").pvalue == pytest.approx(
        9.756279177963745e-05
    )


@pytest.mark.parametrize(
    "r12, shrinks, inverse", [(0.38, 0.787, 1.27), (0.50, 0.707, 1.41), (0.80, 0.447, 2.24)]
)
def test_yeh_table_of_section_2_1(r12, shrinks, inverse):
    share = sd_of_difference(3, 3, r12) / sd_of_difference(3, 3, 0)
    assert share == pytest.approx(shrinks, abs=5e-4)
    assert 1 / share == pytest.approx(inverse, abs=5e-3)
    assert sd_of_difference(2.759, 2.759, 1) == 0  # whose squares cancel to less than 0 in floats


@given(PAIRS)
def test_equation_2_is_the_standard_deviation_of_the_differences(pairs):
    a, b = np.array(pairs).T
    assume(np.ptp(a) > 0 and np.ptp(b) > 0)
    s_d = sd_of_difference(a.std(ddof=1), b.std(ddof=1), response_correlation(a, b))
    assert s_d == pytest.approx((a - b).std(ddof=1), abs=1e-6)


def test_correlation_makes_the_matched_test_the_sharper_one():
    rng = np.random.default_rng(0)
    items = rng.normal(0, 3, 50)
    a, b = items + rng.normal(0.6, 1, 50), items + rng.normal(0, 1, 50)
    assert matched_pair_t(a, b).pvalue < 0.05 < two_sample_t(a, b).pvalue


@pytest.mark.parametrize("n", [2, 5, 6])
def test_a_few_equal_differences_have_no_spread_to_claim_by(n):
    result = matched_pair_t([1.0] * n, [0.0] * n)
    assert (result.pvalue, result.standardized) == (0, math.inf)
    assert result.better == (None if n < 6 else "a") and result.is_significant() == (n == 6)
    assert ("too few data" in result.claim("A", "B")) == (n < 6)
