"""Intervals against other programs, against their definitions, and by how often they cover."""

import math

import numpy as np
import pytest
from scipy import optimize, special, stats

from labkit.significance import intervals

LEVELS = (0.8, 0.95, 0.999)


@pytest.mark.parametrize("level", LEVELS)
def test_a_proportion_is_scipy_s_exact_interval(level):
    for events, n in ((0, 5), (5, 5), (3, 20), (120, 210), (1, 10**6)):
        expected = stats.binomtest(events, n).proportion_ci(level, method="exact")
        found = intervals.of_proportion(events, n, level)
        assert found == pytest.approx((expected.low, expected.high), rel=1e-7, abs=1e-12)


@pytest.mark.parametrize("share", [0.5, 0.1, 0.9999])
def test_proportions_go_on_where_scipy_s_beta_law_ends(share):
    for n in (10**9, 10**13, 10**18):
        low, high = intervals.of_proportion(int(share * n), n)
        half = stats.norm.isf(0.025) * math.sqrt(share * (1 - share) / n)
        assert (high - low) / 2 == pytest.approx(half, rel=1e-3 if n < 10**18 else 0.1)
        assert low < share < high


@pytest.mark.parametrize(
    "counts, low, high",
    [  # statsmodels 0.15.0, confint_proportions_2indep(..., method="newcomb")
        (
            (56, 70, 48, 80),
            0.05243147240236498,
            0.33387265403690614,
        ),  # Newcombe prints .0524, .3339
        ((150, 200, 130, 200), 0.010152758576193757, 0.187691754758323),
        ((9, 10, 3, 10), 0.1705227239345029, 0.809017973535488),
        ((10, 10, 0, 10), 0.6075093504305241, 1.0),
        ((0, 10, 0, 10), -0.27753279986288926, 0.27753279986288926),
    ],
)
def test_two_proportions_are_newcombe_s(counts, low, high):
    assert intervals.of_two_proportions(*counts, 0.95) == pytest.approx((low, high), abs=1e-12)


def likeliest(plus, minus, n, difference):
    """The likelihood of (plus, minus, ties) under a difference, maximized by a plain search."""

    def surprise(q):
        shares = q + difference, q, 1 - 2 * q - difference
        return -sum(
            special.xlogy(count, max(share, 0))
            for count, share in zip((plus, minus, n - plus - minus), shares, strict=True)
        )

    low, high = max(0.0, -difference), (1 - difference) / 2
    return optimize.minimize_scalar(
        surprise, bounds=(low, high), method="bounded", options={"xatol": 1e-14}
    ).x


@pytest.mark.parametrize("counts", [(1, 7, 21), (40, 20, 160), (6, 16, 161), (0, 3, 30), (2, 2, 5)])
@pytest.mark.parametrize("level", LEVELS)
def test_paired_proportions_are_tango_s_by_his_definition(counts, level):
    plus, minus, n = counts
    z = stats.norm.isf((1 - level) / 2)
    for limit, wanted in zip(
        intervals.of_paired_proportions(plus, minus, n, level), (z, -z), strict=True
    ):
        q = likeliest(plus, minus, n, limit)
        score = (plus - minus - n * limit) / math.sqrt(n * (2 * q + limit * (1 - limit)))
        assert score == pytest.approx(wanted, rel=2e-6)
        assert intervals.score_of_paired_proportions(plus, minus, n, limit) == pytest.approx(wanted)


def test_paired_proportions_are_mirrored():
    low, high = intervals.of_paired_proportions(1, 7, 21, 0.95)
    assert intervals.of_paired_proportions(7, 1, 21, 0.95) == pytest.approx((-high, -low))


def test_paired_proportions_at_the_ends():
    """Where the variance vanishes there are formulas: z^2 / (n + z^2), (n - z^2) / (n + z^2)."""
    z2 = stats.norm.isf(0.025) ** 2
    for n in (1, 2, 10, 10**6):
        end, inner = z2 / (n + z2), (n - z2) / (n + z2)
        assert intervals.of_paired_proportions(0, 0, n, 0.95) == pytest.approx((-end, end))
        assert intervals.of_paired_proportions(n, 0, n, 0.95) == pytest.approx((inner, 1))
        assert intervals.of_paired_proportions(0, n, n, 0.95) == pytest.approx((-1, -inner))
    # They go on from the counts beside them.
    near = intervals.of_paired_proportions(1, 0, 10**6, 0.95)
    assert near[1] == pytest.approx(1e-6 * (1 + z2 / 2 + math.sqrt(z2 + z2 * z2 / 4)), rel=1e-3)


def test_tango_s_interval_covers_as_often_as_it_says():
    """Every outcome of 25 items, with its probability: no simulation."""
    n, shares = 25, (0.3, 0.2, 0.5)
    covered = total = 0.0
    for plus in range(n + 1):
        for minus in range(n + 1 - plus):
            probability = stats.multinomial.pmf((plus, minus, n - plus - minus), n, shares)
            low, high = intervals.of_paired_proportions(plus, minus, n, 0.95)
            covered += probability * (low <= shares[0] - shares[1] <= high)
            total += probability
    assert total == pytest.approx(1)
    assert 0.94 < covered < 0.965


def law_of_t(t, degrees, delta):
    """P(T <= t) as an integral over the standard deviation: no noncentral t of anybody's."""
    s = np.linspace(1e-9, 1 + 12 / math.sqrt(degrees), 200_001)
    logs = (degrees - 1) * np.log(s) - degrees * s * s / 2
    density = np.exp(logs - logs.max())
    return np.trapezoid(density * special.ndtr(t * s - delta), s) / np.trapezoid(density, s)


@pytest.mark.parametrize(
    "t, degrees", [(0, 14), (2.148, 14), (-2.148, 14), (1.2, 1), (30, 5), (3, 999)]
)
@pytest.mark.parametrize("level", LEVELS)
def test_noncentrality_by_its_definition(t, degrees, level):
    low, high = intervals.of_noncentrality(t, degrees, level)
    assert law_of_t(t, degrees, low) == pytest.approx((1 + level) / 2, abs=2e-6)
    assert law_of_t(t, degrees, high) == pytest.approx((1 - level) / 2, abs=2e-6)


@pytest.mark.parametrize("degrees", [1, 2, 14, 10**4, 10**6])
def test_noncentrality_goes_on_where_scipy_s_law_ends(degrees):
    below = intervals.of_noncentrality(0.9999e4, degrees, 0.95)
    beyond = intervals.of_noncentrality(1.0001e4, degrees, 0.95)
    assert np.array(beyond) / np.array(below) == pytest.approx([1.0002, 1.0002], rel=2e-6)
    huge = intervals.of_noncentrality(1e200, degrees, 0.95)
    limits = np.sqrt(special.chdtri(degrees, [0.975, 0.025]) / degrees)
    assert np.array(huge) == pytest.approx(1e200 * limits, rel=1e-9)


@pytest.mark.parametrize("unbiased, low, high", [(False, -0.7265846, 0.3890062)])
def test_order_is_effsize_s_interval(unbiased, low, high):
    """R's effsize 0.8.1 on its own example, with the variance that it finds there."""
    a, b = np.array([10, 10, 20, 20, 20, 30, 30, 30, 40, 50]), np.array([10, 20, 30, 40, 40, 50])
    signs = np.sign(a[:, None] - b)
    rows, columns, delta = signs.mean(axis=1), signs.mean(axis=0), signs.mean()
    variance = 36 * ((rows - delta) ** 2).sum() + 100 * ((columns - delta) ** 2).sum()
    variance = (variance - ((signs - delta) ** 2).sum()) / (60 * 9 * 5)
    assert intervals.of_order(delta, variance, 14, 0.95) == pytest.approx((low, high), abs=1e-6)


def test_all_events():
    low = stats.binomtest(9, 9).proportion_ci(0.95, method="exact").low
    assert intervals.all_events(9, 0.95) == pytest.approx(low)
