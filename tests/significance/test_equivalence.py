"""Two one-sided tests against statsmodels, scipy, whole enumeration, and their interval."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from labkit import metrics
from labkit.significance import equivalence_test, intervals
from tests.significance import oracles

COUNTS = np.array([[1, 2], [0, 1], [1, 1], [2, 2], [0, 3], [1, 2], [1, 1], [0, 1]])


@pytest.mark.parametrize(
    "margin, pvalue, low, high",
    [  # statsmodels 0.15.0, ttost_paired(maize, 0, *margin)
        (60, 0.0006469405516359135, 4.4199881528357043e-07, 0.0006469405516359135),
        ((-30, 45), 0.013505149901153268, 6.413462838983694e-05, 0.013505149901153268),
        (20, 0.537469749595485, 0.0004450941774078237, 0.537469749595485),
    ],
)
def test_t_is_statsmodels_ttost(maize, margin, pvalue, low, high):
    found = equivalence_test(maize, [0] * 15, margin)
    assert found.pvalue == pytest.approx(pvalue, rel=1e-9)
    assert (found.pvalue_low, found.pvalue_high) == pytest.approx((low, high), rel=1e-9)
    interval = stats.ttest_1samp(maize, 0).confidence_interval(0.9)
    assert found.interval == pytest.approx(interval, rel=1e-12)
    assert found.difference == pytest.approx(np.mean(maize))


@pytest.mark.parametrize("scale", [1e-300, 1e-170, 1e-9, 1e154, 1e300])
def test_scale_does_not_matter(maize, scale):
    gains = np.array(maize) * scale
    found = equivalence_test(gains, 0 * gains, (-30 * scale, 45 * scale))
    assert found.pvalue == pytest.approx(0.013505149901153268, rel=1e-9)
    assert found.interval[1] == pytest.approx(scale * 38.1, rel=1e-2)


@pytest.mark.parametrize(
    "counts", [(60, 58, 2000), (1, 7, 21), (0, 0, 50), (12, 0, 12), (0, 3, 40)]
)
def test_score_is_tango_s_and_agrees_with_its_interval(counts):
    """Where p is .05, the limit of the 90 % interval is at the margin."""
    plus, minus, n = counts
    a = [1] * plus + [0] * minus + [1] * (n - plus - minus)
    b = [0] * plus + [1] * minus + [1] * (n - plus - minus)
    low, high = equivalence_test(a, b, 0.1, test="score").interval
    for end, side in ((low, "pvalue_low"), (high, "pvalue_high")):
        if 1e-6 < abs(end) < 1:
            margin = (end, 0.999) if end < 0 else (-0.999, end)
            if (side == "pvalue_low") == (end < 0):
                found = equivalence_test(a, b, margin, test="score")
                assert getattr(found, side) == pytest.approx(0.05, rel=1e-6)


def test_score_needs_no_item_that_differs():
    """n right answers of both: what is at least z^2 / (n + z^2) would have been seen."""
    z2 = stats.norm.isf(0.01) ** 2
    edge = z2 / (50 + z2)
    for margin, found in ((edge * 1.001, True), (edge * 0.999, False)):
        assert (
            equivalence_test([1] * 50, [1] * 50, margin, test="score").is_equivalent(0.01) is found
        )


@pytest.mark.parametrize("n, margin", [(40, 3 / 40), (40, 0.1), (40, 0.2), (55, 0.15), (60, 0.3)])
def test_the_score_test_keeps_its_level(n, margin):
    """Every outcome, with its probability, where the true difference is the margin: .05 or so."""
    z = stats.norm.isf(0.05)
    outcomes = [(plus, minus) for plus in range(n + 1) for minus in range(n + 1 - plus)]
    equivalent = np.array(
        [
            abs(plus - minus) < margin * n
            and intervals.score_of_paired_proportions(plus, minus, n, -margin) >= z
            and intervals.score_of_paired_proportions(plus, minus, n, margin) <= -z
            for plus, minus in outcomes
        ]
    )
    chosen = np.array(outcomes)[equivalent]
    counts = np.column_stack([chosen, n - chosen.sum(axis=1)])
    for minus in np.linspace(0, (1 - margin) / 2, 12):
        shares = minus + margin, minus, max(0.0, 1 - 2 * minus - margin)
        assert stats.multinomial.pmf(counts, n, shares).sum() < 0.06


@pytest.mark.parametrize("n, margin", [(3, 0.5), (39, 0.5), (1000, 0.0029)])
def test_the_score_test_of_too_few_items_says_nothing(n, margin):
    found = equivalence_test([1] * n, [1] * n, margin, test="score")
    assert found.too_few and not found.is_equivalent(0.1) and "too few items" in found.note
    assert "is open at" in found.claim("A", "B", 0.1)
    assert not equivalence_test([1] * 1000, [1] * 1000, 0.0031, test="score").too_few


def test_forty_items_are_enough_for_the_score_test():
    assert not equivalence_test([1] * 40, [1] * 40, 0.5, test="score").too_few


@pytest.mark.parametrize("metric", ["mean", "precision"])
def test_bootstrap_is_the_share_of_all_resamples(metric):
    """Of all 5^5 resamples, in fractions: as far from the observed difference as the margin is."""
    a, b = COUNTS[:5], COUNTS[[3, 1, 2, 4, 0]]
    scored = getattr(metrics, metric)
    ours = [(a, b), (a[:, 0], b[:, 0])][metric == "mean"]
    theirs = [oracles.rows(each) for each in ours]
    score = oracles.METRICS[metric]
    observed = float(oracles.gain(*theirs, score))
    drawn = np.array(
        [
            float(oracles.gain([theirs[0][i] for i in draw], [theirs[1][i] for i in draw], score))
            for draw in np.ndindex(5, 5, 5, 5, 5)
        ]
    )
    found = equivalence_test(*ours, (-0.2, 0.4), scored, test="bootstrap", rng=1)
    low, high = (drawn >= 2 * observed + 0.2 - 1e-9), (drawn <= 2 * observed - 0.4 + 1e-9)
    assert found.pvalue_low == pytest.approx(low.mean(), abs=5e-3)
    assert found.pvalue_high == pytest.approx(high.mean(), abs=5e-3)
    assert found.pvalue == max(found.pvalue_low, found.pvalue_high)
    assert found.difference == pytest.approx(observed)
    assert found.too_few and not found.is_equivalent() and "too few items differ" in found.note


def test_bootstrap_and_t_agree_on_many_items():
    rng = np.random.default_rng(1)
    a = rng.normal(0.5, 0.1, 1000)
    b = a + rng.normal(0.001, 0.05, 1000)
    t = equivalence_test(a, b, 0.005)
    drawn = equivalence_test(a, b, 0.005, test="bootstrap", n_resamples=20_000, rng=1)
    assert drawn.pvalue == pytest.approx(t.pvalue, abs=0.01)
    assert drawn.interval == pytest.approx(t.interval, abs=2e-4)
    again = equivalence_test(a, b, 0.005, test="bootstrap", n_resamples=20_000, rng=1, n_jobs=2)
    assert again == drawn


def test_clusters_are_drawn_whole():
    rng = np.random.default_rng(2)
    gains = np.repeat(rng.normal(0, 1, 30), 10)
    groups = np.repeat(np.arange(30), 10)
    options = {"test": "bootstrap", "n_resamples": 5000, "rng": 1}
    items = equivalence_test(gains, 0 * gains, 0.3, **options)
    clusters = equivalence_test(gains, 0 * gains, 0.3, groups=groups, **options)
    assert clusters.interval[1] - clusters.interval[0] > 2.5 * (
        items.interval[1] - items.interval[0]
    )
    assert clusters.n == 300 and clusters.note == "30 clusters, drawn whole"


def test_systems_without_spread_have_p_1_by_t():
    for a, b in (([1, 2, 3], [1, 2, 3]), ([0.3, 0.5, 0.9], [0.2, 0.4, 0.8])):
        found = equivalence_test(a, b, 5)
        assert found.pvalue == 1 and "no spread" in found.note and not found.is_equivalent()
    drawn = equivalence_test([1, 2, 3], [1, 2, 3], 5, test="bootstrap", n_resamples=100, rng=1)
    assert not drawn.is_equivalent() and drawn.claim("A", "B").endswith(": too few items to say.")


def test_one_item_that_differs_says_little():
    """Of 30 answers a has one more right. With three more expected, that happens in 18 % of cases."""
    found = equivalence_test([1] * 30, [0] + [1] * 29, 0.1)
    assert found.pvalue < 0.05 and found.too_few and not found.is_equivalent()
    assert found.note == "too few items differ for a t test to know how much they vary: 1"
    assert found.claim("A", "B").endswith("(p = 0.0275): too few items to say.")
    assert not equivalence_test([3, 2, 5], [2.9, 2.1, 4.8], 1).too_few


def test_the_level_is_kept_at_the_margin():
    """Normal differences whose true mean is the margin: 5 % are called equivalent, or fewer."""
    gains = np.random.default_rng(3).normal(0.5, 1, (1000, 40))
    called = np.mean([equivalence_test(each, 0 * each, 0.5).is_equivalent() for each in gains])
    assert called < 0.05 + 3 * math.sqrt(0.05 * 0.95 / 1000)


def test_claims():
    close = [0.71, 0.64, 0.80, 0.55, 0.62], [0.70, 0.66, 0.79, 0.56, 0.61]
    found = equivalence_test(*close, 0.05)
    assert found.claim("A", "B") == (
        "The scores of A and B differ by less than 0.05 at alpha = 0.05 (p = 0.000692)."
    )
    assert found.claim("A", "B", alpha=1e-4) == (
        "Whether the scores of A and B differ by less than 0.05 is open at alpha = 0.0001 "
        "(p = 0.000692)."
    )
    lopsided = equivalence_test(*close, (-0.05, 0.1)).claim("A", "B")
    assert "differ by an amount between -0.05 and 0.1 at" in lopsided
    text = repr(found)
    assert "\n" not in text and "margin -0.05 to 0.05" in text and "p = 0.000692" in text
    none = equivalence_test(
        np.arange(40) % 3, np.arange(40) % 3, 50, test="bootstrap", n_resamples=100, rng=1
    )
    assert "p < 0.01" in repr(none) and "100 resamples, seed 1" in repr(none)


@pytest.mark.parametrize(
    "convert", [list, tuple, np.float32, pd.Series, lambda x: np.array(x, bool)]
)
def test_forms_of_scores(convert):
    a, b = [1, 0, 1, 1, 0, 1], [0, 0, 1, 0, 1, 0]
    for test in ("t", "score"):
        assert equivalence_test(convert(a), convert(b), 0.5, test=test) == equivalence_test(
            a, b, 0.5, test=test
        )


@pytest.mark.parametrize(
    "options, argument",
    [
        ({"margin": 0}, "margin"),
        ({"margin": -1}, "margin"),
        ({"margin": float("inf")}, "margin"),
        ({"margin": "0.1"}, "margin"),
        ({"margin": None}, "margin"),
        ({"margin": (0.1, 0.2)}, "margin"),
        ({"margin": (-0.1, 0)}, "margin"),
        ({"margin": (-1, 1, 2)}, "margin"),
        ({"margin": (-1, float("nan"))}, "margin"),
        ({"margin": 1, "test": "score"}, "margin"),
        ({"test": "randomization"}, "test"),
        ({"metric": metrics.f1}, "metric"),
        ({"metric": "f1"}, "metric"),
        ({"groups": [1, 1, 2]}, "groups"),
        ({"test": "bootstrap", "n_resamples": 0}, "n_resamples"),
        ({"test": "bootstrap", "rng": "x"}, "rng"),
        ({"test": "bootstrap", "groups": [1]}, "groups"),
        ({"a": [1], "b": [0]}, "a"),
        ({"a": [1, 2, 3], "test": "score"}, "a"),
        ({"b": [1, float("nan"), 0]}, "b"),
    ],
)
def test_bad_arguments(options, argument):
    call = {"a": [1, 0, 1], "b": [1, 1, 0], "margin": 0.1, **options}
    with pytest.raises((ValueError, TypeError), match=rf"(^|\W){argument} must"):
        equivalence_test(**call)
