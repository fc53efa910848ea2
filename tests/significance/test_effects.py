"""Effect sizes: brute force, other programs, and what becomes of odd data."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from labkit.significance import discordant_odds, matched_pair_t, standardized_difference


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
@pytest.mark.parametrize("shift", [0, 5, 60, 1000, -30])
@pytest.mark.parametrize("n", [2, 5, 15])
def test_d_z_and_its_interval_are_those_of_the_noncentral_t(maize, n, shift, level):
    gains = np.array(maize[:n]) + shift
    effect = standardized_difference(gains, [0] * n, level=level)
    t = stats.ttest_1samp(gains, 0).statistic
    assert effect.value == pytest.approx(gains.mean() / gains.std(ddof=1), rel=1e-14)
    assert effect.value == pytest.approx(matched_pair_t(gains, [0] * n).standardized / n**0.5)
    for limit, tail in ((effect.low, (1 + level) / 2), (effect.high, (1 - level) / 2)):
        assert stats.nct.cdf(t, n - 1, limit * n**0.5) == pytest.approx(tail, abs=1e-9)


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_scale_does_not_matter(maize, scale):
    gains = np.array(maize) * scale
    plain = standardized_difference(maize, [0] * 15)
    assert standardized_difference(gains, 0 * gains) == pytest.approx(plain, rel=1e-9)


def test_d_z_covers_as_often_as_it_says():
    """Of normal differences with a d_z of .8, eight items: 95 % but for chance (4 errors)."""
    gains = np.random.default_rng(1).normal(0.8, 1, (400, 8))
    effects = [standardized_difference(each, 0 * each) for each in gains]
    covered = np.mean([effect.low <= 0.8 <= effect.high for effect in effects])
    assert covered == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / 400))


@given(st.integers(0, 300), st.integers(0, 300), st.sampled_from([0.5, 0.95]))
def test_odds_are_those_of_the_exact_share(plus, minus, level):
    if plus + minus == 0:
        plus = 1
    effect = discordant_odds(plus, minus, level=level)
    share = stats.binomtest(plus, plus + minus).proportion_ci(level, method="exact")
    assert effect.value == (plus / minus if minus else math.inf)
    assert effect.low == pytest.approx(share.low / (1 - share.low), rel=1e-6, abs=1e-12)
    high = share.high / (1 - share.high) if share.high < 1 else math.inf
    assert effect.high == pytest.approx(high, rel=1e-6)


def test_few_events_among_very_many_are_those_of_poisson():
    """1 of them: 0.0253 to 5.572 (Garwood 1936)."""
    rare, often = discordant_odds(1, 10**9), discordant_odds(10**9, 1)
    assert (rare.low, rare.high) == pytest.approx((0.025318e-9, 5.571643e-9), rel=1e-4)
    assert (1 / often.high, 1 / often.low) == pytest.approx((rare.low, rare.high), rel=1e-5)


@pytest.mark.parametrize("gains", [[0, 0, 0], [0.1, 0.1, 0.1], [1, 1 + 1.732e-4, 1 - 1.732e-4]])
def test_differences_without_spread_have_no_size_in_it(gains):
    with pytest.raises(ValueError, match="^a and b must not differ alike on every item"):
        standardized_difference(np.array([1.2, 1.4, 1.8]) + gains, [1.2, 1.4, 1.8])
