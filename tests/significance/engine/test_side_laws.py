"""Resamples of one test set, against going through all n^n of them."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy import stats

from labkit import metrics
from labkit.significance.engine import side_laws
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.side_laws import law_of_resampled_scores, over_sides
from labkit.significance.engine.two_sets import two_sets

RNG = np.random.default_rng(8)
SIDES = {
    "0/1": ([1, 0, 1, 1], [0, 1, 0], metrics.mean, None),
    "whole numbers": ([3, 1, 4, 1], [5, 9, 2, 6, 5], metrics.mean, None),
    "reals": (RNG.normal(size=4), RNG.normal(size=3), metrics.mean, None),
    "counts": (RNG.integers(1, 4, (4, 3)), RNG.integers(1, 4, (3, 3)), metrics.f1, None),
    "strata": ([1, 0, 1, 1, 0], [0, 1, 0], metrics.mean, (list("xxxyy"), list("xyy"))),
}


def every_score(rows, strata, weights, metric):
    """The score of each resample, drawn inside strata, and how often it comes."""
    parts = [np.flatnonzero(np.asarray(strata) == label) for label in sorted(set(strata))]
    scores = Counter()
    for drawn in product(*[product(part, repeat=len(part)) for part in parts]):
        sums = sum(
            float(w) * rows[list(some)].sum(axis=0) for w, some in zip(weights, drawn, strict=True)
        )
        scores[round(float(metric(sums)), 9)] += 1
    return {score: count / scores.total() for score, count in scores.items()}


@pytest.mark.parametrize("name", SIDES)
def test_scores_are_those_of_all_resamples(name):
    a, b, metric, strata = SIDES[name]
    sets = two_sets(a, b, metric, strata=strata)
    labels = strata or ("x" * len(a), "x" * len(b))
    laws = law_of_resampled_scores(sets)
    for law, rows, own, weights in zip(laws, (a, b), labels, sets.weights, strict=True):
        rows = np.asarray(rows)
        rows = np.column_stack([rows, np.ones(len(rows))]) if rows.ndim == 1 else rows
        found = Counter()
        for score, share in zip(*law, strict=True):
            found[round(float(score), 9)] += share
        expected = every_score(rows, list(own), weights, metric)
        assert {s: p for s, p in found.items() if p} == pytest.approx(expected)


def test_sums_of_many_small_whole_numbers_are_convolved():
    a = np.random.default_rng(1).integers(0, 6, 200)
    (scores, shares), _ = law_of_resampled_scores(two_sets(a, [0, 1, 1], metrics.mean))
    assert shares @ scores == pytest.approx(a.mean())
    assert shares @ scores**2 - a.mean() ** 2 == pytest.approx(a.var() / 200)
    right = np.random.default_rng(2).integers(0, 2, 5000)
    (scores, shares), _ = law_of_resampled_scores(two_sets(right, [0, 1], metrics.mean))
    tail = stats.binom.sf(2600, 5000, right.mean())
    assert shares[scores > 0.52 + 1e-9].sum() == pytest.approx(tail, rel=1e-9)


@pytest.mark.parametrize("name", SIDES)
def test_drawn_scores_follow_the_law(name):
    a, b, metric, strata = SIDES[name]
    sets = two_sets(a, b, metric, strata=strata)
    drawn = next(over_sides(sets, Drawing(20_000, np.random.default_rng(1))))
    for some, (scores, shares) in zip(drawn, law_of_resampled_scores(sets), strict=True):
        assert some.mean() == pytest.approx(shares @ scores, abs=0.03)


@pytest.mark.parametrize("n_resamples", [1, 7, 8, 20])
def test_as_many_resamples_are_drawn_as_were_asked_for(n_resamples, monkeypatch):
    monkeypatch.setattr(side_laws, "BLOCK", 8)
    sets = two_sets([1, 0, 1], [0, 1], metrics.mean)
    blocks = list(over_sides(sets, Drawing(n_resamples, np.random.default_rng(1))))
    assert [len(a) for a, _ in blocks] == [len(b) for _, b in blocks]
    assert sum(len(a) for a, _ in blocks) == n_resamples
    assert len(blocks) == -(-n_resamples // 8)
