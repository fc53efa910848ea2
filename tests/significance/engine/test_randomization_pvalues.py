"""Shuffles of all pairs: short, counted and drawn ones, against the test of one pair."""

import numpy as np
import pytest

from labkit import metrics
from labkit.significance import randomization_test
from labkit.significance.engine.randomization_pvalues import randomization_pvalues
from labkit.significance.engine.systems import Systems, as_systems


def pvalues(scores, method="auto", alternative="two-sided", metric=metrics.mean):
    _, statistics = as_systems(scores, metric)
    rng = np.random.default_rng(1)
    pairs = np.triu_indices(len(statistics), 1)
    systems = Systems(statistics, metric)
    return randomization_pvalues(systems, pairs, method, 20_000, alternative, rng)


def best_first(n, decimals, seed=0):
    rng = np.random.default_rng(seed)
    scores = rng.random((4, n))
    scores = scores if decimals is None else np.round(scores, decimals)
    scores[3] = scores[2]
    return scores[np.argsort(-scores.sum(axis=1), kind="stable")]


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("n, decimals", [(1, 2), (9, None), (25, 0), (26, 2), (27, 2), (62, 1)])
def test_short_tests_equal_those_of_one_pair(n, decimals, alternative):
    scores = best_first(n, decimals)
    found = pvalues(scores, alternative=alternative)
    assert set(found.method) == {"exact"}
    for i, j, p in zip(found.first, found.second, found.pvalue, strict=True):
        alone = randomization_test(scores[i], scores[j], alternative=alternative)
        assert p == pytest.approx(alone.pvalue, rel=1e-12)


def test_drawn_signs_are_within_five_standard_errors():
    scores = best_first(40, None)
    found = pvalues(scores, "monte-carlo")
    assert set(found.method) == {"monte-carlo"}
    for i, j, p in zip(found.first, found.second, found.pvalue, strict=True):
        exact = randomization_test(scores[i], scores[j]).pvalue
        assert abs(p - exact) <= 5 * np.sqrt(exact * (1 - exact) / 20_000) + 1e-4


def test_what_has_to_be_done_pair_by_pair():
    assert pvalues(best_first(27, None)) is None  # too long for real scores
    assert pvalues(best_first(63, 1)) is None  # too long to count
    assert pvalues(best_first(60, 6)) is None  # too fine a lattice
    counts = np.random.default_rng(3).integers(1, 4, (3, 8, 3))
    assert pvalues(counts, metric=metrics.f1) is None
    assert pvalues(counts, "monte-carlo", metric=metrics.f1) is None
