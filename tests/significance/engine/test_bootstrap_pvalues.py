"""The ladder of the bootstrap: each pair by the first method that fits it."""

import numpy as np
import pytest

from labkit import metrics
from labkit.significance.engine.bootstrap_pvalues import bootstrap_pvalues
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.systems import Systems, as_systems


def pvalues(scores, method="auto", metric=metrics.mean, n_resamples=20_000, variant="recentred"):
    _, statistics = as_systems(scores, metric)
    systems = Systems(statistics, metric, variant)
    pairs = np.triu_indices(len(statistics), 1)
    return bootstrap_pvalues(systems, pairs, method, Drawing(n_resamples, np.random.default_rng(4)))


def scores_of(kind, m=4, n=120):
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(m, n)) + rng.normal(size=n) + np.linspace(0.4, 0, m)[:, None]
    return {"right": scores > 0, "tenths": np.round(scores, 1), "real": scores}[kind]


@pytest.mark.parametrize("variant", ["recentred", "below-zero"])
@pytest.mark.parametrize(
    "kind, method", [("right", "exact"), ("tenths", "exact"), ("real", "inversion")]
)
def test_computed_p_agrees_with_drawn_p(kind, method, variant):
    computed, drawn = (
        pvalues(scores_of(kind), m, variant=variant) for m in ("auto", "monte-carlo")
    )
    assert set(computed.method) == {method} and set(drawn.method) == {"monte-carlo"}
    assert (computed.low <= computed.pvalue).all() and (computed.pvalue <= computed.high).all()
    assert (computed.low == computed.high).all() == (method == "exact")
    p = computed.pvalue
    assert (abs(drawn.pvalue - p) <= 5 * np.sqrt(p * (1 - p) / 20_000) + computed.high - p).all()
    np.testing.assert_array_equal(drawn.n_extreme / 20_000, drawn.pvalue)


def test_limits_that_are_wider_than_the_error_of_drawing_are_not_used():
    found = pvalues(scores_of("real", 2), "inversion", n_resamples=1000)
    width, p = (found.high - found.low)[0], found.pvalue[0]
    assert 0 < width <= 2 * np.sqrt(p * (1 - p) / 1000)
    enough = 4 * p * (1 - p) / width**2  # draws whose standard error is half of the width
    assert pvalues(scores_of("real", 2), "inversion", n_resamples=int(0.9 * enough)).pvalue == p
    with pytest.raises(ValueError, match="method must be 'auto' or 'monte-carlo'"):
        pvalues(scores_of("real", 2), "inversion", n_resamples=int(1.1 * enough))


def test_each_pair_has_a_method_of_its_own():
    scores = scores_of("real", 3)
    scores[1] = scores[0]  # the same twice: nothing to invert
    found = pvalues(scores)
    same = (found.first == 0) & (found.second == 1)
    assert found.pvalue[same] == 1
    assert (found.pvalue[~same] < 1).all()


def test_few_items_of_any_metric_are_listed():
    counts = np.random.default_rng(6).integers(1, 5, (3, 6, 3))
    assert set(pvalues(counts, metric=metrics.f1).method) == {"exact"}
    many = np.random.default_rng(6).integers(1, 50, (3, 60, 3))
    assert set(pvalues(many, metric=metrics.f1).method) == {"monte-carlo"}
    with pytest.raises(ValueError, match="not 'exact'"):
        pvalues(many, "exact", metrics.f1)


@pytest.mark.slow
def test_pairs_of_very_different_size_share_nothing():
    """Three systems of scores around 1, and two of scores around 1e-20: each pair as alone."""
    scores = np.concatenate([scores_of("real", 3), 1e-20 * scores_of("real", 2)])
    for method in ("auto", "monte-carlo"):
        found = pvalues(scores, method)
        for i, j, p in zip(found.first, found.second, found.pvalue, strict=True):
            alone = pvalues(scores[[i, j]], method).pvalue[0]
            assert p == pytest.approx(alone, abs=0.015 if method == "monte-carlo" else 3e-3)
