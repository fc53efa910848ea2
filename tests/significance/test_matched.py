"""The matched tests against SciPy, enumeration and the paper."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from labkit.significance import (
    compare_all,
    count_outcomes,
    matched_pair_t,
    randomization_test,
    response_correlation,
    sd_of_difference,
    sign_test,
    two_sample_t,
    wilcoxon_test,
)
from labkit.significance.engine.tail import pvalue_of_gains
from tests.significance.oracles import expected_rejections

PAIRS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2, max_size=10)
ALTERNATIVES = ["two-sided", "greater", "less"]


@given(PAIRS, st.sampled_from(ALTERNATIVES))
def test_matched_pair_t_equals_scipy(pairs, alternative):
    a, b = np.array(pairs).T
    assume(np.ptp(a - b) > 0)
    result = matched_pair_t(a, b, alternative=alternative)
    expected = stats.ttest_rel(a, b, alternative=alternative)
    assert result.standardized == pytest.approx(expected.statistic, abs=1e-9)
    assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-9)


@pytest.mark.parametrize("scale", [1e-307, 1e-170, 1e-5, 1e154, 1e200, 2e306])
def test_the_unit_of_the_scores_does_not_matter(scale):
    a, b = np.array([1.0, 2, -1, 3]), np.array([0.0, 1, -1.5, 2.5])
    plain, scaled = matched_pair_t(a, b), matched_pair_t(a * scale, b * scale)
    assert scaled.pvalue == pytest.approx(plain.pvalue, rel=1e-12)
    assert scaled.statistic == pytest.approx(plain.statistic * scale, rel=1e-12)
    independent = two_sample_t(a * scale, b * scale)
    assert independent.pvalue == pytest.approx(two_sample_t(a, b).pvalue, rel=1e-12)
    assert independent.statistic == pytest.approx(plain.statistic * scale, rel=1e-12)
    correlation = response_correlation(a * scale, b)
    assert correlation == pytest.approx(response_correlation(a, b), rel=1e-12)


def test_tiny_differences_of_ordinary_scores_have_a_spread():
    tiny = np.array([1.0, 2, -1])
    result = matched_pair_t([1, *(1e-170 * tiny)], [1, 0, 0, 0])
    assert result.pvalue == pytest.approx(matched_pair_t([0, *tiny], [0] * 4).pvalue, rel=1e-12)


@pytest.mark.parametrize("large", [1e12, 1e15, 1e200])
def test_a_tied_item_of_another_size_changes_nothing(large):
    a, b = np.array([0.3, 0.2, 0.9, 0.8, 0.7, 0.6]), np.array([0.2, 0.3, 0.5, 0.1, 0.2, 0.1])
    more = np.append(a, large), np.append(b, large)
    assert wilcoxon_test(*more).pvalue == wilcoxon_test(a, b).pvalue
    assert randomization_test(*more).pvalue == randomization_test(a, b).pvalue
    assert sign_test(*count_outcomes(*more)).statistic == 4
    pairs = compare_all([*more, more[0] / 2], test="randomization", alternative="two-sided")
    found = pairs.query("system_a == 0 and system_b == 1")["pvalue"].iloc[0]
    assert found == pytest.approx(randomization_test(a, b).pvalue, rel=1e-12)
    drawn = compare_all(
        [*more], test="randomization", method="monte-carlo", n_resamples=4000, rng=1
    )
    one_sided = randomization_test(a, b, alternative="greater").pvalue
    assert drawn["pvalue"].iloc[0] == pytest.approx(one_sided, abs=0.02)


def test_a_constant_difference_is_infinitely_significant():
    assert matched_pair_t([0.3, 0.5, 0.9], [0.2, 0.4, 0.8]).pvalue == 0
    assert matched_pair_t([0.3, 0.5, 0.9], [0.2, 0.4, 0.8], alternative="less").pvalue == 1


@given(
    st.lists(st.integers(-30, 30).filter(bool), min_size=1, max_size=20, unique_by=abs),
    st.sampled_from(ALTERNATIVES),
)
def test_wilcoxon_without_equal_sizes_equals_scipy_s_exact_law(gains, alternative):
    result = wilcoxon_test(gains, [0] * len(gains), alternative=alternative)
    expected = stats.wilcoxon(gains, alternative=alternative, method="exact")
    assert result.method == "exact"
    assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-12)


@given(PAIRS, st.sampled_from(ALTERNATIVES))
def test_wilcoxon_with_equal_sizes_equals_enumeration(pairs, alternative):
    gains = np.array([x - y for x, y in pairs])
    changed = gains[gains != 0]
    ranks = stats.rankdata(abs(changed))
    signs = 1 - 2 * (np.arange(2 ** len(changed))[:, None] >> np.arange(len(changed)) & 1)
    sums, observed = signs @ ranks, np.sign(changed) @ ranks
    extreme = {
        "two-sided": abs(sums) >= abs(observed),
        "greater": sums >= observed,
        "less": sums <= observed,
    }
    result = wilcoxon_test(*np.array(pairs).T, alternative=alternative)
    assert result.pvalue == pytest.approx(extreme[alternative].mean(), rel=1e-12)
    assert result.standardized == observed


def test_a_long_wilcoxon_test_is_exact_and_near_the_normal_approximation():
    gains = np.random.default_rng(1).normal(0.1, 1, 500)
    result = wilcoxon_test(gains, 0 * gains)
    assert result.method == "exact"
    assert result.pvalue == pytest.approx(
        stats.wilcoxon(gains, method="asymptotic").pvalue, rel=0.01
    )


def test_a_very_long_wilcoxon_test_says_that_it_approximates():
    gains = np.random.default_rng(1).normal(0.1, 1, 501)
    result = wilcoxon_test(gains, 0 * gains)
    assert result.method == "asymptotic"
    assert result.pvalue == stats.wilcoxon(gains, method="asymptotic").pvalue


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
    exact = pvalue_of_gains(signs * ranks)
    assert low < wilcoxon_test(signs * ranks, 0 * ranks).pvalue / exact - 1 < high


@pytest.mark.parametrize("test", [matched_pair_t, wilcoxon_test])
@given(PAIRS, st.integers(0, 10**6))
def test_symmetries(test, pairs, seed):
    a, b = np.array(pairs).T / 4
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(a))
    noise = 1 + 1e-12 * rng.uniform(-1, 1, (2, len(a)))
    assume(test is wilcoxon_test or np.ptp(a - b) > 0)
    for alternative, mirrored in (("two-sided", "two-sided"), ("greater", "less")):
        pvalue = pytest.approx(test(a, b, alternative=alternative).pvalue, rel=1e-6)
        assert test(b, a, alternative=mirrored).pvalue == pvalue
        assert test(a[order], b[order], alternative=alternative).pvalue == pvalue
        assert test(a * math.pi, b * math.pi, alternative=alternative).pvalue == pvalue
        assert test(a * noise[0], b * noise[1], alternative=alternative).pvalue == pvalue


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("test", [matched_pair_t, wilcoxon_test])
def test_identical_outputs_have_p_1(test, alternative):
    assert test([0.1, 0.7, 0.3], [0.1, 0.7, 0.3], alternative=alternative).pvalue == 1


@pytest.mark.parametrize("test", [matched_pair_t, wilcoxon_test])
def test_p_values_under_the_null_are_not_too_small(test):
    rng = np.random.default_rng(5)
    items = rng.normal(size=(3000, 15, 1))
    pvalues = np.array([test(*pair.T).pvalue for pair in items + rng.normal(size=(3000, 15, 2))])
    # Ranks of 15 items have a p of just below 0.05, and of just below 0.2.
    for alpha, ranks in [(0.01, 0.00836), (0.05, 0.04791), (0.2, 0.18762)]:
        rate = alpha if test is matched_pair_t else ranks
        assert (pvalues <= alpha).sum() in expected_rejections(rate, 3000)


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


@pytest.mark.parametrize("scale", [1e-320, 1e-300, 1e-170, 1.0, 1e154, 1e300])
def test_the_spread_of_a_difference_at_any_scale(scale):
    assert sd_of_difference(3 * scale, 4 * scale, 0) == pytest.approx(5 * scale, rel=1e-3)
    assert sd_of_difference(scale, scale, -1) == pytest.approx(2 * scale)
    assert sd_of_difference(0, 0, 0.5) == 0


@pytest.mark.parametrize("n", [2, 5, 6])
def test_a_few_equal_differences_have_no_spread_to_claim_by(n):
    result = matched_pair_t([1.0] * n, [0.0] * n)
    assert (result.pvalue, result.standardized) == (0, math.inf)
    assert result.better == (None if n < 6 else "a") and result.is_significant() == (n == 6)
    assert ("too few data" in result.claim("A", "B")) == (n < 6)


@pytest.mark.parametrize("unit", [5e-324, 2.0**-1074 * 3, 1e-320, 1.0, 1e300])
def test_the_smallest_floats_and_the_largest_have_the_same_t(unit):
    a, b = np.array([1, 2, 0, 5]), np.array([0, 1, 1, 2])
    wanted = matched_pair_t(a, b)
    found = matched_pair_t(a * unit, b * unit)
    assert found.standardized == pytest.approx(wanted.standardized, rel=1e-12)
    assert found.pvalue == pytest.approx(wanted.pvalue, rel=1e-12)
