"""The effect that comes with each test: its own statistic's, or a reason why there is none."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from labkit import metrics
from labkit.significance import (
    Result,
    bootstrap_interval,
    bootstrap_test,
    chi2_precision,
    discordant_odds,
    matched_pair_t,
    randomization_test,
    sign_test,
    standardized_difference,
    two_proportion_z,
    two_sample_t,
    wilcoxon_test,
)
from labkit.significance.measures import (
    N_RESAMPLES,
    SEED,
    _variance_of_sums,
    of_signed_ranks,
)

COUNTS = np.array([[1, 2], [0, 1], [1, 1], [2, 2], [0, 3], [1, 2], [1, 1], [0, 1]])


def test_each_test_has_its_natural_effect(maize):
    zero = [0] * 15
    assert sign_test(12, 3, 5).effect == discordant_odds(12, 3)
    assert matched_pair_t(maize, zero).effect == standardized_difference(maize, zero)
    for result in (two_proportion_z(56, 70, 48, 80), chi2_precision(56, 14, 48, 32)):
        effect = result.effect
        assert effect.value == result.statistic == pytest.approx(0.2)
        assert (round(effect.low, 4), round(effect.high, 4)) == (0.0524, 0.3339)  # Newcombe (1998)


def test_the_effect_of_two_samples_is_the_pooled_d():
    a, b = [1.0, 2, 3, 4, 5], [2.0, 4, 5, 6, 8, 9]
    effect = two_sample_t(a, b).effect
    pooled = np.sqrt((4 * np.var(a, ddof=1) + 5 * np.var(b, ddof=1)) / 9)
    assert effect.value == pytest.approx((np.mean(a) - np.mean(b)) / pooled, rel=1e-12)
    scale = np.sqrt(1 / 5 + 1 / 6)
    t = stats.ttest_ind(a, b).statistic
    for limit, tail in ((effect.low, 0.975), (effect.high, 0.025)):
        assert stats.nct.cdf(t, 9, limit / scale) == pytest.approx(tail, abs=1e-9)


@pytest.mark.parametrize("test", [randomization_test, bootstrap_test])
def test_the_effect_of_a_metric_is_its_difference_with_a_bca_interval(test, maize):
    for a, b, metric in (
        (maize, [0] * 15, metrics.mean),
        (COUNTS, COUNTS[::-1] + 1, metrics.precision),
    ):
        effect = test(a, b, metric).effect
        interval = bootstrap_interval(a, b, metric, n_resamples=N_RESAMPLES, rng=SEED)
        assert (effect.value, effect.low, effect.high) == interval[2:3] + interval[:2]
        assert effect.method == f"BCa bootstrap, {N_RESAMPLES} resamples, seed {SEED}"
    scipy = stats.bootstrap((np.array(maize),), np.mean, method="BCa", rng=1).confidence_interval
    effect = test(maize, [0] * 15).effect
    assert (effect.low, effect.high) == pytest.approx(scipy, abs=1.0)


def test_the_effect_of_clusters_draws_them_whole(maize):
    groups = [0] * 5 + [1] * 5 + [2] * 5
    effect = bootstrap_test(maize, [0] * 15, groups=groups).effect
    expected = bootstrap_interval(maize, [0] * 15, groups=groups, n_resamples=N_RESAMPLES, rng=SEED)
    assert (effect.low, effect.high) == expected[:2] and effect.n == 15


@settings(max_examples=40)
@given(st.lists(st.integers(-9, 9), min_size=4, max_size=20))
def test_rank_biserial_is_the_share_of_sums_of_two_gains(gains):
    """W is the number of pairs i <= j with d_i + d_j > 0 less that with d_i + d_j < 0 (Tukey's walk)."""
    changed = np.array([gain for gain in gains if gain])
    result = wilcoxon_test(gains, [0] * len(gains))
    if len(changed) < 2:
        assert result.effect is None
        return
    signs = np.sign(changed[:, None] + changed)
    walk = np.triu(signs).sum()
    effect = result.effect
    m = len(changed)
    assert effect.value == pytest.approx(walk / (m * (m + 1) / 2), abs=1e-12)
    assert -1 <= effect.low <= effect.value <= effect.high <= 1
    assert effect.low < effect.high and effect.n == m
    mirrored = wilcoxon_test([0] * len(gains), gains).effect
    assert (mirrored.low, mirrored.high) == pytest.approx((-effect.high, -effect.low), abs=1e-12)


@pytest.mark.parametrize("n, low, high", [(12, 0.92, 0.985), (60, 0.925, 0.975)])
def test_rank_biserial_covers_nearly_as_often_as_it_says(n, low, high):
    """The sum of two normal differences of mean .3 is above 0 with probability Phi(.3 sqrt 2)."""
    rng = np.random.default_rng(3)
    pairs, alone = 2 * stats.norm.cdf([0.3 * np.sqrt(2), 0.3]) - 1
    truth = (pairs * (n - 1) + 2 * alone) / (n + 1)
    effects = [wilcoxon_test(rng.normal(0.3, 1, n), np.zeros(n)).effect for _ in range(300)]
    assert low < np.mean([effect.low <= truth <= effect.high for effect in effects]) < high


def test_the_variance_of_a_rank_biserial_correlation_has_no_bias():
    """Over all 4^5 samples of five from four gains, its mean is the variance of the share."""
    gains = np.array([-3.0, -1.0, 0.5, 2.0])
    samples = gains[np.stack(np.meshgrid(*[range(4)] * 5)).reshape(5, -1).T]
    shares = [(np.sign(each[:, None] + each).sum() - np.sign(each).sum()) / 20 for each in samples]
    estimates = [_variance_of_sums(each) for each in samples]
    assert np.mean(estimates) == pytest.approx(np.var(shares), rel=1e-12)


def test_gains_of_one_sign_are_not_certainty():
    effect = wilcoxon_test([1, 2, 3, 4, 5, 6], [0] * 6).effect
    low = stats.binomtest(6, 6).proportion_ci(0.95, method="exact").low
    assert (effect.value, effect.low, effect.high) == (1, pytest.approx(2 * low**2 - 1), 1)
    assert wilcoxon_test([0] * 6, [1, 2, 3, 4, 5, 6]).effect.high == pytest.approx(1 - 2 * low**2)
    assert of_signed_ranks(np.ones(6), 21).low == pytest.approx(2 * low**2 - 1)


@pytest.mark.parametrize(
    "result, reason",
    [
        (lambda: sign_test(0, 0, 5), "no item differs"),
        (lambda: matched_pair_t([1, 2, 3], [1, 2, 3]), "all differences are the same"),
        (lambda: matched_pair_t([0.3, 0.5, 0.9], [0.2, 0.4, 0.8]), "all differences are the same"),
        (lambda: wilcoxon_test([1, 2, 3], [1, 2, 3]), "fewer than two items differ"),
        (lambda: wilcoxon_test([1, 2, 4], [1, 2, 3]), "fewer than two items differ"),
        (lambda: two_sample_t([1, 1], [2, 2]), "no score differs from the mean"),
        (lambda: randomization_test([1, 2, 3], [1, 2, 3]), "all items differ alike"),
        (lambda: bootstrap_test([0.7], [0.3]), "one item or one cluster"),
        (lambda: bootstrap_test([7, 4], [3, 5], groups=["x", "x"]), "one item or one cluster"),
        (lambda: bootstrap_test([0.7, 0.6], [0.3, 0.2]), "all items differ alike"),
        (lambda: randomization_test([0.1 + 0.2, 0.5], [0.3, 0.5]), "all items differ alike"),
        (lambda: Result("by hand", 1, 0.5, "two-sided", "exact", 3), "put together by hand"),
    ],
)
def test_where_there_is_no_effect_a_reason_is_given(result, reason):
    made = result()
    assert made.effect is None and reason in made.why_no_effect
    assert "interval" not in made._repr_html_()


def test_a_card_has_an_effect_that_costs_nothing(maize):
    card = matched_pair_t(maize, [0] * 15)._repr_html_()
    assert ">d_z</th>" in card and "0.555 (95 % interval" in card
    drawn = randomization_test(maize, [0] * 15)
    assert "95 % interval" not in drawn._repr_html_()
    assert drawn.effect is not None and drawn.why_no_effect == ""
    assert "20.9 (95 % interval" in drawn._repr_html_()
    assert drawn._repr_html_().count(">difference</th>") == 1
    card = sign_test(12, 3)._repr_html_()
    assert card.index(">difference<") < card.index(">odds of discordant items<") < card.index(">p<")


def test_the_claim_of_wilcoxon_s_test_is_that_of_its_ranks():
    """Twelve small gains and one great loss: the ranks favour a, the mean b."""
    result = wilcoxon_test([*range(1, 13), 0], [0] * 12 + [200])
    assert result.statistic < 0 < result.standardized
    assert result.claim("A", "B").startswith("A is significantly better than B at alpha = 0.05")
    assert result.claim("A", "B").endswith("although its score is worse.")
    one_sided = wilcoxon_test([*range(1, 13), 0], [0] * 12 + [200], alternative="greater")
    assert one_sided.claim("A", "B").endswith("although its score is worse.")


def test_effects_of_scores_alone_are_the_tests_own():
    a, b = [1, 0, 1, 1, 0, 1], [0, 0, 1, 0, 1, 0]
    plus, minus = 3, 1
    assert wilcoxon_test(a, b).effect.value == pytest.approx((plus - minus) / (plus + minus))
