"""The demonstration of the two errors: its experiments one by one, against the exact rates."""

from itertools import accumulate, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from tests.demos.binomial import law as binomial
from tests.demos.oracles import error_types as oracle
from tests.demos.oracles.error_types import (
    TESTS,
    critical_lines,
    experiments_of,
    normal_pairs,
    rejection,
)


@pytest.mark.parametrize("test", TESTS)
def test_experiments_reject_as_often_as_the_law_says(test):
    for correlation in (-0.5, 0.8):
        settings = {"n": 24, "effect": 0.4, "correlation": correlation, "alpha": 0.1}
        _, rejected = experiments_of(test, **settings, experiments=1000, seed=3)
        exact = oracle.numbers(test, **settings)["exact"]
        for count, rate in zip(rejected, (exact["type_one"], exact["power"]), strict=True):
            assert count / 1000 == pytest.approx(rate, abs=4 * np.sqrt(0.25 / 1000))


def test_the_drawn_numbers_are_normal_and_independent():
    drawn = normal_pairs(seed=5, experiments=2000, n=50)
    first, second = drawn.reshape(2, -1)
    for each in (first, second, (first + second) / np.sqrt(2)):
        assert stats.kstest(each, "norm").pvalue > 0.001
    assert abs(stats.spearmanr(first, second).statistic) < 4 / np.sqrt(len(first))
    assert abs(np.corrcoef(drawn[0, :-1, 0], drawn[0, 1:, 0])[0, 1]) < 4 / np.sqrt(2000)


def test_no_effect_is_always_seen():
    exact = oracle.numbers("matched-pair t", 200, 1.5, 0.95)["exact"]
    assert (exact["power"], exact["type_two"]) == (1 - 1e-10, 1e-10)


@given(
    n=st.integers(2, 200),
    effect=st.floats(0, 1.5),
    correlation=st.floats(-0.9, 0.95),
    alpha=st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.2, 0.9]),
)
def test_the_sign_test_by_the_binomial_distribution(n, effect, correlation, alpha):
    # In fractions: the most items of the weaker system with p of at most alpha.
    below = [2 * tail <= alpha for tail in accumulate(binomial(n)[: n // 2 + 1])]
    low = sum(below) - 1
    assert critical_lines("sign test", n, alpha) == (low + 0.5, n - low - 0.5)
    wins = stats.norm.cdf(effect / np.sqrt(2 - 2 * correlation))
    expected = stats.binom.cdf(low, n, wins) + stats.binom.sf(n - low - 1, n, wins)
    found = rejection("sign test", n, effect, correlation, alpha)
    assert found == pytest.approx(expected if low >= 0 else 0, abs=1e-12)


@pytest.mark.parametrize(
    ("n", "effect", "correlation", "alpha"),
    [(2, 0.3, 0, 0.05), (10, 0.8, -0.9, 0.01), (40, 0.4, 0.5, 0.05), (200, 0.1, 0.95, 0.001)],
)
def test_the_matched_t_test_by_an_integral(n, effect, correlation, alpha):
    edge = stats.t.ppf(1 - alpha / 2, n - 1)
    shift = effect / np.sqrt((2 - 2 * correlation) / n)

    def beyond(spread):  # t is rejected, given the estimated standard deviation over the true one
        upper, lower = stats.norm.sf(edge * spread - shift), stats.norm.cdf(-edge * spread - shift)
        return (upper + lower) * stats.chi.pdf(spread * np.sqrt(n - 1), n - 1) * np.sqrt(n - 1)

    power, _ = integrate.quad(beyond, 0, 8, points=[0.5, 1, 1.5], limit=200)
    found = rejection("matched-pair t", n, effect, correlation, alpha)
    assert found == pytest.approx(power, abs=1e-6)
    assert rejection("matched-pair t", n, 0, correlation, alpha) == pytest.approx(alpha)


@pytest.mark.parametrize(("n", "correlation"), [(2, 0.5), (3, -0.9), (12, 0.95), (200, -0.5)])
def test_the_two_sample_t_test_of_correlated_scores_by_experiments(n, correlation):
    draw = np.random.default_rng(n)
    # Both systems' sums of squares, as those of their sum and of their difference.
    total = sum((1 + sign * correlation) * draw.chisquare(n - 1, 200_000) for sign in (-1, 1))
    noise = np.sqrt((2 - 2 * correlation) / n) * draw.normal(size=200_000)
    for effect in (0, 0.4):
        t = (noise + effect) / np.sqrt(total / (n - 1) / n)
        expected = (abs(t) >= stats.t.ppf(0.95, 2 * n - 2)).mean()
        found = rejection("two-sample t", n, effect, correlation, 0.1)
        assert found == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize("test", TESTS)
def test_every_rate_is_a_probability_at_the_ends_of_all_settings(test):
    ends = (2, 3, 200), (0, 1.5), (-0.9, 0.95), (1e-9, 0.999)
    for settings in product(*ends):
        exact = oracle.numbers(test, *settings)["exact"]
        assert all(0 <= rate <= 1 for rate in exact.values() if rate is not None)
        assert (exact["power"] is None) == (settings[1] == 0)
        if test != "two-sample t":
            assert exact["type_one"] <= settings[-1] * (1 + 1e-9)
    assert rejection("sign test", 2, 0.3, 0, 0.05) == 0
