"""Where tests reject: their exact rates by other roads, and at the ends of all settings."""

from itertools import accumulate, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from labkit import matched_pair_t, two_sample_t, wilcoxon_test
from labkit.demos.rejections import MOST_ITEMS, TESTS, law, pvalues, statistic
from labkit.power import sign_test_of_scores
from tests.demos.binomial import law as binomial

LIBRARY = {
    "sign test": sign_test_of_scores,
    "Wilcoxon": wilcoxon_test,
    "matched-pair t": matched_pair_t,
    "two-sample t": two_sample_t,
}


@pytest.mark.parametrize("test", LIBRARY)
@pytest.mark.parametrize("n", [7, 24])
def test_each_p_is_that_of_the_librarys_test(test, n):
    one, two = np.random.default_rng(n).normal([[[0.7]], [[0]]], size=(2, 25, n))
    found = pvalues(test, statistic(test, one, two), n)
    expected = [LIBRARY[test](a, b).pvalue for a, b in zip(one, two, strict=True)]
    assert found == pytest.approx(expected)


@given(
    n=st.integers(2, MOST_ITEMS),
    effect=st.floats(-2, 2),
    correlation=st.floats(-0.99, 0.99),
    alpha=st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.2, 0.9]),
)
def test_the_sign_test_by_the_binomial_distribution(n, effect, correlation, alpha):
    # In fractions: the most items of the weaker system with p of at most alpha.
    below = [2 * tail <= alpha for tail in accumulate(binomial(n)[: n // 2 + 1])]
    low = sum(below) - 1
    found = law("sign test", n, effect, correlation, alpha)
    wins = stats.norm.cdf(effect / np.sqrt(2 - 2 * correlation))
    for rate, q in ((found.type_one, 0.5), (found.power, wins)):
        expected = (
            stats.binom.cdf(low, n, q) + stats.binom.sf(n - low - 1, n, q) if any(below) else 0
        )
        assert rate == pytest.approx(expected, abs=1e-12)
    assert found.low == (low + 0.5 if any(below) else None)
    assert found.high == (n - low - 0.5 if any(below) else None)


@pytest.mark.parametrize(
    ("n", "effect", "correlation", "alpha"),
    [(2, 0.3, 0, 0.05), (10, 0.8, -0.9, 0.01), (40, 0.4, 0.5, 0.05), (200, 0.1, 0.95, 0.001)],
)
def test_the_matched_t_test_by_an_integral(n, effect, correlation, alpha):
    found = law("matched-pair t", n, effect, correlation, alpha)
    edge = stats.t.ppf(1 - alpha / 2, n - 1)
    shift = effect / np.sqrt((2 - 2 * correlation) / n)

    def beyond(spread):  # t is rejected, given the estimated standard deviation over the true one
        upper, lower = stats.norm.sf(edge * spread - shift), stats.norm.cdf(-edge * spread - shift)
        return (upper + lower) * stats.chi.pdf(spread * np.sqrt(n - 1), n - 1) * np.sqrt(n - 1)

    power, _ = integrate.quad(beyond, 0, 8, points=[0.5, 1, 1.5], limit=200)
    assert found.power == pytest.approx(power, abs=1e-6)
    assert found.type_one == pytest.approx(alpha)


@pytest.mark.parametrize(
    ("n", "correlation"), [(2, 0.5), (3, -0.9), (12, 0.95), (60, 0.3), (200, -0.5)]
)
def test_the_two_sample_t_test_of_correlated_scores_by_experiments(n, correlation):
    found = law("two-sample t", n, 0.4, correlation, 0.1)
    draw = np.random.default_rng(n)
    total = sum(
        (1 + sign * correlation) * draw.chisquare(n - 1, 200_000) for sign in (-1, 1)
    )  # both systems' sums of squares, as those of their sum and of their difference
    noise = np.sqrt((2 - 2 * correlation) / n) * draw.normal(size=200_000)
    for rate, effect in ((found.type_one, 0), (found.power, 0.4)):
        t = (noise + effect) / np.sqrt(total / (n - 1) / n)
        expected = (abs(t) >= stats.t.ppf(0.95, 2 * n - 2)).mean()
        assert rate == pytest.approx(expected, abs=0.005)


def test_the_two_sample_t_test_of_independent_scores_is_noncentral():
    found = law("two-sample t", 17, 0.7, 0.0, 0.05)
    noncentral, edge = stats.nct(32, 0.7 * np.sqrt(17 / 2)), stats.t.ppf(0.975, 32)
    assert found.power == pytest.approx(noncentral.sf(edge) + noncentral.cdf(-edge))
    assert found.type_one == pytest.approx(0.05)


def test_wilcoxons_test_without_a_difference_by_enumeration():
    n, alpha = 9, 0.05
    sums = np.array([np.dot(signs, range(1, n + 1)) for signs in product((0, 1), repeat=n)])
    p = np.array([min(1, 2 * min((sums <= s).mean(), (sums >= s).mean())) for s in sums])
    found = law("Wilcoxon", n, 0.5, 0.0, alpha)
    assert found.type_one == pytest.approx((p <= alpha).mean())
    rejected = sums[p <= alpha]
    assert found.low == max(rejected[rejected < 22]) + 0.5
    assert found.high == min(rejected[rejected > 22]) - 0.5


def test_wilcoxons_power_where_it_needs_all_items_on_one_side():
    q = stats.norm.cdf(0.5 / np.sqrt(2))
    found = law("Wilcoxon", 6, 0.5, 0.0, 0.05)  # p = 2 / 64
    assert found.power == pytest.approx(q**6 + (1 - q) ** 6, abs=4 * np.sqrt(0.1 / 10_000))


@pytest.mark.parametrize("test", TESTS)
def test_nothing_breaks_at_the_ends_of_all_settings(test):
    sizes = (2, 3, MOST_ITEMS) if test != "Wilcoxon" else (2, 9)  # of which others are slow
    ends = product(sizes, (-10, 0, 10), (-0.99, 0.95), (1e-9, 0.001, 0.999))
    for n, effect, correlation, alpha in ends:
        found = law(test, n, effect, correlation, alpha)
        for heights in (found.null, found.other):
            assert np.isfinite(heights).all() and heights.min() >= 0 and heights.max() > 0
        assert (np.diff(found.places) > 0).all()
        assert len(found.places) == len(found.null) + found.steps
        assert 0 <= found.type_one <= 1 and 0 <= found.power <= 1 + 1e-9
        if test != "two-sample t":
            assert found.type_one <= alpha * (1 + 1e-9)
            assert found.power >= found.type_one - 1e-9 or test == "Wilcoxon"
        if found.high is not None:
            assert found.places[0] <= found.low < found.high <= found.places[-1]


@pytest.mark.parametrize("test", ["sign test", "matched-pair t", "two-sample t"])
def test_the_areas_of_the_curves_are_the_rates(test):
    found = law(test, 30, 0.4, 0.2, 0.1)
    for heights, rate in ((found.null, found.type_one), (found.other, found.power)):
        if found.steps:
            middles = (found.places[:-1] + found.places[1:]) / 2
            beyond = (middles < found.low) | (middles > found.high)
            area = (heights * np.diff(found.places))[beyond].sum()
        else:
            area = sum(
                integrate.trapezoid(heights[side], found.places[side])
                for side in (found.places <= found.low, found.places >= found.high)
            )
        assert area == pytest.approx(rate, abs=0.005)
