"""The tests that assume independence, against SciPy and the paper."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from labkit.significance import (
    chi2_precision,
    two_proportion_z,
    two_sample_t,
    unpaired_randomization_test,
)
from tests.significance.oracles import expected_rejections


def test_two_sample_t_is_harnett_s_formula():
    a, b = [3.0, 5.0, 4.0, 8.0], [1.0, 2.0, 6.0, 2.0, 3.0]
    n1, n2, s1, s2 = 4, 5, np.std(a, ddof=1), np.std(b, ddof=1)
    s_d = math.sqrt(((n1 - 1) * s1**2 + (n2 - 1) * s2**2) / (n1 + n2 - 2) * (n1 + n2) / (n1 * n2))
    assert two_sample_t(a, b).standardized == pytest.approx((np.mean(a) - np.mean(b)) / s_d)


def test_chi2_of_yeh_section_2_2():
    result = chi2_precision(47, 48, 25, 14)
    assert result.standardized == pytest.approx(2.380, abs=5e-4)
    assert result.pvalue == pytest.approx(0.1229, abs=5e-5)
    assert result.statistic == pytest.approx(-0.146289, abs=5e-7)
    assert "inconclusive" in result.claim("I", "II")


@given(*[st.integers(1, 500)] * 4)
def test_chi2_equals_scipy_without_yates_and_the_squared_z(r1, s1, r2, s2):
    result = chi2_precision(r1, s1, r2, s2)
    expected = stats.chi2_contingency([[r1, s1], [r2, s2]], correction=False)
    z = two_proportion_z(r1, r1 + s1, r2, r2 + s2)
    assert result.standardized == pytest.approx(expected.statistic, rel=1e-9, abs=1e-12)
    assert result.pvalue == pytest.approx(expected.pvalue, rel=1e-9)
    assert z.standardized**2 == pytest.approx(result.standardized, rel=1e-9, abs=1e-12)
    assert z.pvalue == pytest.approx(result.pvalue, rel=1e-9)


def test_one_sided_proportions_mirror():
    greater = two_proportion_z(60, 100, 45, 100, alternative="greater")
    less = two_proportion_z(45, 100, 60, 100, alternative="less")
    assert greater.pvalue == less.pvalue < 0.05
    assert two_proportion_z(60, 100, 45, 100).pvalue == pytest.approx(2 * greater.pvalue)


@pytest.mark.parametrize(
    "result, n, note",
    [
        (two_sample_t([1, 2, 3, 4, 5], [2, 4, 5, 6, 8]), 10, "t = -1.63, 8 degrees of freedom"),
        (two_proportion_z(150, 200, 130, 200), 400, "z = 2.18"),
        (chi2_precision(47, 48, 25, 14), 134, "chi-squared = 2.38, 1 degree of freedom"),
    ],
)
def test_notes_say_what_the_tables_are_asked_about(result, n, note):
    assert (result.n, result.note) == (n, f"{note}; assumes independent systems")


@pytest.mark.parametrize(
    "result",
    [
        two_sample_t([2, 2], [2, 2, 2]),
        two_proportion_z(5, 10, 5, 10, alternative="greater"),
        two_proportion_z(5, 10, 50, 100),
        two_proportion_z(0, 10, 0, 20),
        two_proportion_z(10, 10, 20, 20),
        chi2_precision(4, 6, 4, 6),
        chi2_precision(0, 3, 0, 5),
        chi2_precision(3, 0, 5, 0),
    ],
)
def test_identical_results_have_p_1(result):
    assert (result.pvalue, result.standardized, result.statistic) == (1, 0, 0)


def test_large_counts_do_not_overflow():
    assert chi2_precision(10**12, 10**12, 10**12, 10**12 + 10**7).standardized == pytest.approx(
        25, rel=1e-3
    )


def test_p_values_under_independence_are_not_too_small():
    rng = np.random.default_rng(3)
    counts = rng.binomial(200, 0.5, (4000, 2))
    z = np.array([two_proportion_z(x, 200, y, 200).pvalue for x, y in counts.tolist()])
    chi2 = np.array([chi2_precision(x, 200 - x, y, 200 - y).pvalue for x, y in counts.tolist()])
    for p in (z, chi2):
        for alpha in (0.01, 0.05, 0.2):
            rejected = (p <= alpha).sum()
            assert rejected <= max(expected_rejections(alpha, 4000))


def test_correlated_systems_make_them_miss_differences():
    """The paper's point: under positive correlation Type I errors are far rarer than alpha, and power is lost."""
    rng = np.random.default_rng(4)
    items = rng.normal(size=(500, 40, 1))
    scores = items + 0.5 * rng.normal(size=(500, 40, 2))
    rejected = [two_sample_t(*pair.T).is_significant(0.05) for pair in scores]
    assert np.mean(rejected) < 0.01


@pytest.mark.parametrize(("n", "few"), [(2, True), (3, True), (4, False)])
def test_a_few_equal_scores_have_no_spread_to_claim_by(n, few):
    result = two_sample_t([1.0] * n, [0.0] * n)
    assert result.pvalue == 0 and result.better == (None if few else "a")
    assert ("too few data" in result.claim("A", "B")) == few != result.is_significant()
    assert two_sample_t([1.0, 1.1], [0.0, 0.0]).better == "a"


def test_the_mice_of_efron_and_tibshirani():
    treated, control = [94, 197, 16, 38, 99, 141, 23], [52, 104, 146, 10, 51, 30, 40, 27, 46]
    found = unpaired_randomization_test(treated, control, alternative="greater")
    assert (found.method, found.pvalue) == ("exact", pytest.approx(1613 / 11440, rel=1e-12))


def test_unpaired_shuffles_are_listed_up_to_the_number_that_would_be_drawn():
    a, b = [1.5, 2.5, 3.0], [0.5, 1.0, 2.0]
    assert unpaired_randomization_test(a, b, n_resamples=20).method == "exact"
    assert unpaired_randomization_test(a, b[:2]).note == "3 and 2 items"
    many = np.random.default_rng(1).normal([[0.5], [0]], size=(2, 40))
    drawn = unpaired_randomization_test(*many, n_resamples=5000, rng=1)
    assert drawn == unpaired_randomization_test(*many, n_resamples=5000, rng=1)
    assert drawn.pvalue == pytest.approx(two_sample_t(*many).pvalue, abs=0.02)
    assert drawn.statistic == pytest.approx(many[0].mean() - many[1].mean())
