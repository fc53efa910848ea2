"""The demonstration of the two errors: its experiments one by one, against the exact rates."""

from itertools import accumulate, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from labkit import demos, matched_pair_t, two_sample_t
from labkit.demos._error_types import TESTS, critical_lines, error_types_numbers, rejection
from labkit.power import rejection_rate, sign_test_of_scores
from tests.demos.binomial import law as binomial
from tests.demos.drawn import experiments_of, normal_pairs, statistics

LIBRARY = {
    "sign test": sign_test_of_scores,
    "matched-pair t": matched_pair_t,
    "two-sample t": two_sample_t,
}


@pytest.mark.parametrize("test", TESTS)
@pytest.mark.parametrize("n", [7, 24])
def test_what_is_rejected_is_what_the_librarys_test_rejects(test, n):
    one, two = np.random.default_rng(n).normal([[[0.7]], [[0]]], size=(2, 50, n))
    low, high = critical_lines(test, n, 0.2)
    pvalues = [LIBRARY[test](a, b).pvalue for a, b in zip(one, two, strict=True)]
    for statistic, pvalue in zip(statistics(test, one, two), pvalues, strict=True):
        assert (statistic < low or statistic > high) == (pvalue <= 0.2)


@settings(max_examples=25, deadline=None)
@given(
    test=st.sampled_from(TESTS),
    n=st.integers(2, 60),
    effect=st.floats(0, 1.5),
    correlation=st.floats(-0.9, 0.95),
    alpha=st.sampled_from([0.001, 0.05, 0.1]),
    seed=st.integers(0, 3),
)
def test_experiments_reject_as_often_as_the_law_says(test, n, effect, correlation, alpha, seed):
    _, rejected = experiments_of(test, n, effect, correlation, alpha, 300, seed)
    exact = error_types_numbers(test, n, effect, correlation, alpha)["exact"]
    for count, rate in zip(rejected, ("type_one", "power"), strict=True):
        # Six standard deviations of a share of 300.
        assert count / 300 == pytest.approx(exact[rate], abs=6 * np.sqrt(0.25 / 300))
    assert exact["type_two"] == pytest.approx(1 - exact["power"], abs=1e-10)


def test_the_power_is_that_of_the_librarys_simulation():
    exact = error_types_numbers("sign test", 30, 0.5)["exact"]
    other = rejection_rate(
        sign_test_of_scores, 30, effect=0.5, n_simulations=1000, rng=5, progress=False
    )
    assert exact["power"] == pytest.approx(other.rate, abs=4 * np.sqrt(0.25 / 1000))


def test_the_drawn_numbers_are_normal_and_independent():
    drawn = normal_pairs(seed=5, experiments=2000, n=50)
    first, second = drawn.reshape(2, -1)
    for each in (first, second, (first + second) / np.sqrt(2), first[1:50_000], second[:50_000]):
        assert stats.kstest(each, "norm").pvalue > 0.001
    assert abs(stats.spearmanr(first, second).statistic) < 4 / np.sqrt(len(first))
    assert abs(np.corrcoef(drawn[0, :-1, 0], drawn[0, 1:, 0])[0, 1]) < 4 / np.sqrt(2000)


def test_no_effect_is_always_seen():
    exact = error_types_numbers("matched-pair t", 200, 1.5, 0.95)["exact"]
    assert (exact["power"], exact["type_two"]) == (1 - 1e-10, 1e-10)


def test_the_two_sample_test_loses_power_when_systems_correlate():
    tests = "two-sample t", "matched-pair t"
    unmatched, matched = (error_types_numbers(test, correlation=0.8)["exact"] for test in tests)
    assert unmatched["power"] < matched["power"] - 0.2 and unmatched["type_one"] < 0.01


def test_the_readout_says_the_rates():
    lines = ["Type I error: 3.3 %", "Power: 17.3 %", "Type II error, beta: 82.7 %"]
    readout = demos.error_types(experiments=200).readout().replace("\N{NO-BREAK SPACE}", " ")
    assert readout.splitlines() == lines
    assert demos.error_types().readout().splitlines()[3:] == ["No experiments so far"]


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


@pytest.mark.parametrize(
    ("n", "correlation"), [(2, 0.5), (3, -0.9), (12, 0.95), (60, 0.3), (200, -0.5)]
)
def test_the_two_sample_t_test_of_correlated_scores_by_experiments(n, correlation):
    draw = np.random.default_rng(n)
    total = sum(
        (1 + sign * correlation) * draw.chisquare(n - 1, 200_000) for sign in (-1, 1)
    )  # both systems' sums of squares, as those of their sum and of their difference
    noise = np.sqrt((2 - 2 * correlation) / n) * draw.normal(size=200_000)
    for effect in (0, 0.4):
        t = (noise + effect) / np.sqrt(total / (n - 1) / n)
        expected = (abs(t) >= stats.t.ppf(0.95, 2 * n - 2)).mean()
        found = rejection("two-sample t", n, effect, correlation, 0.1)
        assert found == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize("test", TESTS)
def test_every_rate_is_a_probability_at_the_ends_of_all_settings(test):
    for n, effect, correlation, alpha in product(
        (2, 3, 200), (0, 1.5), (-0.9, 0.95), (1e-9, 0.999)
    ):
        numbers = error_types_numbers(test, n, effect, correlation, alpha)
        assert all(0 <= rate <= 1 for rate in numbers["exact"].values())
        if test != "two-sample t":
            assert numbers["exact"]["type_one"] <= alpha * (1 + 1e-9)
    assert rejection("sign test", 2, 0.3, 0, 0.05) == 0


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"test": "t"},
            "test must be one of 'sign test', 'matched-pair t', 'two-sample t', not 't'",
        ),
        ({"n": 201}, "n must be a whole number from 2 to 200, not 201"),
        ({"n": 1}, "n must be a whole number from 2 to 200, not 1"),
        ({"effect": float("nan")}, "effect must be between 0 and 1.5, not nan"),
        ({"correlation": 1}, "correlation must be between -0.9 and 0.95"),
        ({"alpha": 0}, "alpha must be between 0 and 1, and neither of them, not 0"),
        ({"experiments": 2001}, "experiments must be a whole number from 0 to 2,000, not 2001"),
    ],
)
def test_bad_numbers_are_named(wrong, message):
    with pytest.raises(ValueError, match=message):
        demos.error_types(**wrong)
