"""Effect sizes by themselves: brute force, other programs, and what becomes of odd data."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from labkit.significance import (
    EffectSize,
    discordant_odds,
    matched_pair_t,
    standardized_difference,
)


def test_d_z_of_the_maize(maize):
    """t = 2.148 on 15 pairs (Fisher 1935, section 17), and J(14) = .9453 (Hedges 1981, table 1)."""
    effect = standardized_difference(maize, [0] * 15)
    gains = np.array(maize)
    assert effect.value == pytest.approx(gains.mean() / gains.std(ddof=1), rel=1e-14)
    assert effect.value == pytest.approx(matched_pair_t(maize, [0] * 15).standardized / 15**0.5)
    # The limits leave 2.5 % of the noncentral t beyond what was seen.
    for limit, tail in ((effect.low, 0.975), (effect.high, 0.025)):
        t = effect.value * 15**0.5
        assert stats.nct.cdf(t, 14, limit * 15**0.5) == pytest.approx(tail, abs=1e-9)
    corrected = standardized_difference(maize, [0] * 15, corrected=True)
    assert corrected.value / effect.value == pytest.approx(0.9453, abs=5e-5)
    assert (corrected.low, corrected.high) == (effect.low, effect.high)
    assert "not corrected for the small sample (J = 0.9453)" in effect.note
    assert "corrected for the small sample by J = 0.9453" in corrected.note


@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_intervals_widen_with_the_level(maize, level):
    for function in (standardized_difference,):
        wide, effect = (
            function(maize, [0] * 15, level=0.9999),
            function(maize, [0] * 15, level=level),
        )
        assert wide.low < effect.low < effect.value < effect.high < wide.high
        assert effect.level == level and f"{100 * level:g} % interval" in repr(effect)


@pytest.mark.parametrize("scale", [1e-300, 1e-170, 1e-9, 1e9, 1e154, 1e300])
def test_scale_does_not_matter(maize, scale):
    gains, zero = np.array(maize) * scale, np.zeros(15)
    for function in (standardized_difference,):
        effect, plain = function(gains, zero), function(maize, zero)
        assert effect.value == pytest.approx(plain.value, rel=1e-12)
        assert (effect.low, effect.high) == pytest.approx((plain.low, plain.high), rel=1e-9)


def test_d_z_covers_as_often_as_it_says():
    """Of normal differences with a d_z of .8, eight items: 95 % but for chance (4 errors)."""
    gains = np.random.default_rng(1).normal(0.8, 1, (400, 8))
    effects = [standardized_difference(each, 0 * each) for each in gains]
    covered = np.mean([effect.low <= 0.8 <= effect.high for effect in effects])
    assert covered == pytest.approx(0.95, abs=4 * math.sqrt(0.95 * 0.05 / 400))


@settings(max_examples=40)
@given(st.integers(0, 300), st.integers(0, 300))
def test_odds_are_those_of_the_exact_share(plus, minus):
    if plus + minus == 0:
        plus = 1
    effect = discordant_odds(plus, minus)
    share = stats.binomtest(plus, plus + minus).proportion_ci(0.95, method="exact")
    assert effect.value == (plus / minus if minus else math.inf)
    assert effect.low == pytest.approx(share.low / (1 - share.low), rel=1e-6, abs=1e-12)
    high = share.high / (1 - share.high) if share.high < 1 else math.inf
    assert effect.high == pytest.approx(high, rel=1e-6)
    # Odds above 1 beyond doubt: p of the two-sided exact test is below 5 %.
    assert (effect.low > 1 or effect.high < 1) == (
        stats.binomtest(plus, plus + minus).pvalue < 0.05
    )


def test_odds_of_a_whole_population():
    effect = discordant_odds(10**15, 10**15 + 10**9)
    assert effect.low < effect.value < 1 and effect.high - effect.low < 1e-6
    # Few events among very many are Poisson's: 1 of them, 0.0253 to 5.572 (Garwood 1936).
    rare, often = discordant_odds(1, 10**17), discordant_odds(10**17, 1)
    assert (rare.low, rare.high) == pytest.approx((0.025318e-17, 5.571643e-17), rel=1e-4)
    assert (1 / often.high, 1 / often.low) == pytest.approx((rare.low, rare.high))
    with pytest.raises(ValueError, match="^plus must be a whole number from 0 to 2,000,000,000,0"):
        discordant_odds(10**25, 3)


@pytest.mark.parametrize(
    "convert",
    [
        list,
        tuple,
        np.array,
        lambda x: np.array(x, np.float32),
        pd.Series,
        lambda x: np.array(x, bool),
    ],
)
def test_forms_of_scores(convert):
    a, b = [1, 0, 1, 1, 0, 1], [0, 0, 1, 0, 1, 0]
    for function in (standardized_difference,):
        assert function(convert(a), convert(b)) == function(a, b)


def test_what_has_no_spread_is_refused():
    for a, b in (([1, 2, 3], [1, 2, 3]), ([1.3, 1.5, 1.9], [1.2, 1.4, 1.8])):
        with pytest.raises(ValueError, match="^a and b must not differ alike on every item"):
            standardized_difference(a, b)
    with pytest.raises(ValueError, match="^plus and minus must be above 0 together, not both 0"):
        discordant_odds(0, 0)


def test_two_items_have_no_correction():
    effect = standardized_difference([1, 3], [0, 0], corrected=True)
    assert effect.value == pytest.approx(math.sqrt(2))
    assert "two items are too few" in effect.note


def test_an_effect_is_told_in_one_line_and_escaped():
    effect = EffectSize("a < b", 0.5, 0.25, 0.75, 0.9, 12, "<b>", "x & y")
    assert repr(effect) == "<a < b = 0.5 (90 % interval 0.25 to 0.75): <b>, 12 items; x & y>"
    card = effect._repr_html_()
    assert "a &lt; b" in card and "&lt;b&gt;" in card and "x &amp; y" in card and "<b>" not in card
    assert "what it is" not in EffectSize("d", 0.5, 0.2, 0.8, 0.9, 12, "t")._repr_html_()
