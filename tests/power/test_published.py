"""Bounds from two accuracies against sums over all outcomes, and against statsmodels."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from labkit.power import published, published_items, published_power, published_pvalue
from labkit.power.published import fewest_items, sign_test_power
from labkit.significance import sign_test


def brute_power(n, win, loss, alpha):
    """Sum over all numbers of wins and losses, with the lab's own sign test."""
    total = 0.0
    for plus in range(n + 1):
        for minus in range(n - plus + 1):
            ways = math.comb(n, plus) * math.comb(n - plus, minus)
            probability = ways * win**plus * loss**minus * (1 - win - loss) ** (n - plus - minus)
            result = sign_test(plus, minus, n - plus - minus, ties_policy="drop")
            total += probability * (result.pvalue <= alpha)
    return total


@pytest.mark.parametrize("alpha", [0.05, 0.2])
@pytest.mark.parametrize(
    ("win", "loss"), [(0.3, 0.1), (0.5, 0.5), (0.4, 0.0), (0.05, 0.01), (0.9, 0.1)]
)
def test_power_is_the_sum_over_all_outcomes(win, loss, alpha):
    for n in (1, 7, 12):
        loss = min(loss, 1 - win)
        expected = brute_power(n, win, loss, alpha)
        assert sign_test_power(n, win, loss, alpha) == pytest.approx(expected, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize(
    ("win", "loss"), [(0.3, 0.1), (0.4, 0.0), (0.2, 0.1), (0.6, 0.4), (0.08, 0.02)]
)
@pytest.mark.parametrize("power", [0.3, 0.8])
def test_no_smaller_number_of_items_has_the_power(win, loss, power):
    found = fewest_items(win, loss, power, 0.05)
    first = next(n for n in itertools.count(1) if sign_test_power(n, win, loss, 0.05) >= power)
    assert found == first


@pytest.mark.parametrize(("win", "loss"), [(0.5055, 0.4945), (0.1025, 0.0975), (0.0208, 0.0192)])
def test_where_many_items_differ_the_normal_law_agrees(win, loss, monkeypatch):
    exact = fewest_items(win, loss, 0.8, 0.05)
    assert exact * (win + loss) > 4_000
    monkeypatch.setattr(published, "MANY", 0)
    assert fewest_items(win, loss, 0.8, 0.05) == pytest.approx(exact, rel=1e-3)
    assert fewest_items(0.5 + 1e-4, 0.5 - 1e-4, 0.8, 0.05) == pytest.approx(7.849 / 4e-8, rel=1e-3)


@pytest.mark.parametrize("gain", [0.0, 0.0005, -0.001, 0.002, 0.5])
def test_the_power_of_a_million_items_that_differ_is_the_normal_law_s(gain, monkeypatch):
    shares = (0.5 + gain) / 2, (0.5 - gain) / 2
    by_normal_law = sign_test_power(2_000_100, *shares, 0.05)
    monkeypatch.setattr(published, "TOO_MANY", 10**9)
    assert by_normal_law == pytest.approx(sign_test_power(2_000_100, *shares, 0.05), abs=1e-3)


def test_bounds_are_those_of_all_overlaps():
    a, b, n = 0.7, 0.6, 9
    # a right where b is: from all of b's items to as few as there can be.
    powers = [brute_power(n, a - both, b - both, 0.05) for both in np.linspace(a + b - 1, b, 33)]
    powers.append(brute_power(n, 0.7 * 0.4, 0.6 * 0.3, 0.05))
    found = published_power(a, b, n)
    assert (found.low, found.high) == (pytest.approx(min(powers)), pytest.approx(max(powers)))
    assert found.independent == pytest.approx(powers[-1])


@pytest.mark.parametrize(
    ("a", "b", "n"),
    [(0.75, 0.7, 40), (0.9, 0.4, 20), (0.5, 0.5, 10), (1, 0.9, 30), (0.2, 0.35, 20)],
)
def test_p_is_bounded_by_that_of_each_overlap(a, b, n):
    right_a, right_b = round(a * n), round(b * n)
    pvalues = []
    for both in range(max(0, right_a + right_b - n), min(right_a, right_b) + 1):
        plus, minus = right_a - both, right_b - both
        pvalues.append(sign_test(plus, minus, n - plus - minus, ties_policy="drop").pvalue)
    found = published_pvalue(a, b, n)
    assert (found.low, found.high) == (pytest.approx(min(pvalues)), pytest.approx(max(pvalues)))
    assert found.low <= found.independent <= found.high


def test_p_of_a_pair_is_statsmodels():
    # statsmodels 0.15.0, contingency_tables.mcnemar([[0, b], [c, 0]], exact=True).pvalue
    values = {(10, 0): 0.001953125, (25, 15): 0.1538599441628321, (60, 40): 0.05688793364098089}
    for (plus, minus), pvalue in values.items():
        assert sign_test(plus, minus, 0, ties_policy="drop").pvalue == pytest.approx(pvalue)
    assert published_pvalue(0.75, 0.70, 200).low == pytest.approx(values[10, 0])


def test_items_grow_as_the_overlap_shrinks():
    found = published_items(0.75, 0.70)
    assert found.low == fewest_items(0.05, 0.0, 0.8, 0.05) < found.independent < found.high
    assert found.high == fewest_items(0.30, 0.25, 0.8, 0.05)
    assert published_items(0.70, 0.75) == found
    powers = published_power(0.75, 0.70, found.high)
    assert powers.low >= 0.8 > published_power(0.75, 0.70, found.low - 1).high
    assert found.what == "items" and repr(found).startswith("<items: 157 to 1,")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: published_items(0.7, 0.7),
            "accuracy_a and accuracy_b must differ, not both be 0.7",
        ),
        (lambda: published_items(70, 0.7), "accuracy_a must be between 0 and 1, not 70"),
        (lambda: published_power(0.7, -0.1, 10), "accuracy_b must be between 0 and 1"),
        (lambda: published_power(0.7, 0.6, 0), "n must be a whole number and at least 1"),
        (lambda: published_power(0.7, 0.6, 10, alpha=1), "alpha must be between 0 and 1"),
        (lambda: published_items(0.7, 0.6, power=1), "power must be between 0 and 0.9999"),
        (lambda: published_pvalue(0.7, 0.6, 10.5), "n must be a whole number"),
        (lambda: published_pvalue(float("nan"), 0.6, 10), "accuracy_a must be between 0 and 1"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_extremes_are_no_errors():
    assert published_power(0, 0, 10).high == 0
    assert published_power(1, 0, 10).low == 1
    assert published_pvalue(1, 1, 10).low == 1
    assert published_items(1, 0).high == 6  # six wins and no loss: p = 1/32


@pytest.mark.parametrize("differ", [1e-3, 1e-6, 1e-12])
def test_systems_that_hardly_differ_need_the_items_for_six_wins(differ):
    """No fewer wins have p <= 0.05, and the items up to the sixth win are a negative binomial number."""
    most = int(stats.nbinom.ppf(0.8, 6, differ)) + 6
    found = fewest_items(differ, 0.0, 0.8, 0.05)
    assert found == pytest.approx(most, rel=1e-9)
    assert sign_test_power(found, differ, 0.0, 0.05) >= 0.8 - 1e-9


def test_a_hundred_million_items_take_no_time():
    found = published_pvalue(0.8, 0.79999, 10**8)
    assert found.low == 2.0**-999 and found.low < found.independent < found.high < 1
    assert published_power(0.8, 0.79, 10**15).low == 1
    power = published_power(0.9, 0.9 - 1e-6, 10**6)
    assert power.low < 1e-3 and 0.049 < power.high < 0.0501  # one differing item, and 190,000


@pytest.mark.parametrize("alpha", [1e-300, 1e-100, 1e-12, 0.05])
def test_critical_values_are_right_however_far_in_the_tail(alpha):
    counts = np.array([0, 1, 5, 40, 350, 999, 1000, 1001, 2000, 50_000])
    critical = published._critical_values(counts, alpha)
    for n, most in zip(counts.tolist(), critical.astype(int).tolist(), strict=True):
        assert most < 0 or 2 * stats.binom.cdf(most, n, 0.5) <= alpha * (1 + 1e-11)
        assert 2 * stats.binom.cdf(most + 1, n, 0.5) > alpha
