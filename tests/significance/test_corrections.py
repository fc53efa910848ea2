"""Corrections for many comparisons, against their definitions and all resamples."""

import itertools
import math
import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit import metrics
from labkit.significance import adjust_pvalues, compare_all
from tests.significance.made import three_counts


def holm_by_closure(p):
    """Holm's procedure as the closure of Bonferroni's: the largest Bonferroni p of any set with the hypothesis."""
    indexes = range(len(p))
    subsets = [s for size in range(1, len(p) + 1) for s in itertools.combinations(indexes, size)]
    return [max(min(1, len(s) * min(p[j] for j in s)) for s in subsets if i in s) for i in indexes]


@given(p=st.lists(st.floats(0, 1), min_size=1, max_size=6))
@settings(max_examples=80, deadline=None)
def test_corrections(p):
    np.testing.assert_allclose(adjust_pvalues(p, "holm"), holm_by_closure(p), rtol=1e-12)
    np.testing.assert_allclose(adjust_pvalues(p, "bonferroni"), np.minimum(1, len(p) * np.array(p)))
    ranked = sorted(p)
    steps = [
        min(1, min(len(p) / (k + 1) * ranked[k] for k in range(i, len(p)))) for i in range(len(p))
    ]
    np.testing.assert_allclose(sorted(adjust_pvalues(p, "benjamini-hochberg")), steps, rtol=1e-12)


def test_a_series_keeps_its_index():
    p = pd.Series([0.2, 0.01], index=["LR > NB", "NB > LEX"], name="p")
    for method in ("holm", "bonferroni", "benjamini-hochberg"):
        adjusted = adjust_pvalues(p, method)
        pd.testing.assert_series_equal(
            adjusted, pd.Series(adjust_pvalues(p.tolist(), method), p.index, name="p")
        )


def stepped_down(observed, drawn):
    """Correct p by the largest of the pairs that are no more extreme, one pair at a time."""
    corrected = {}
    for pair in sorted(observed, key=observed.get, reverse=True):
        others = [drawn[p] for p in observed if observed[p] <= observed[pair]]
        share = (np.max(others, axis=0) >= observed[pair] * (1 - 1e-9)).mean()
        corrected[pair] = max(share, max(corrected.values(), default=0))
    return corrected


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_max_statistic_is_the_largest_of_all_resamples(test):
    scores = np.array([[3, 1, 4, 1, 5], [2, 2, 2, 1, 4], [1, 0, 2, 3, 3]])
    resamples = np.array(list(itertools.product(range(5), repeat=5)))
    signs = np.array(list(itertools.product([-1, 1], repeat=5)))
    observed, drawn = {}, {}
    for i, j in itertools.combinations(range(3), 2):
        gains = scores[i] - scores[j]
        if test == "bootstrap":
            error = gains.std()
            drawn[i, j] = abs(gains[resamples].mean(axis=1) - gains.mean()) / error
        else:
            error = np.sqrt((gains**2).mean())
            drawn[i, j] = abs((gains * signs).mean(axis=1)) / error
        observed[i, j] = abs(gains.mean()) / error
    expected = stepped_down(observed, drawn)
    pairs = compare_all(scores, test=test, adjust="max-statistic", n_resamples=40_000, rng=1)
    for row in pairs.itertuples():
        p = max(expected[tuple(sorted([row.system_a, row.system_b]))], row.pvalue)
        assert abs(row.adjusted_pvalue - p) < 5 * math.sqrt(p * (1 - p) / 40_000) + 1e-4
    assert (pairs["adjusted_pvalue"] >= pairs["pvalue"]).all()


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_a_pair_of_small_spread_is_held_against_its_own(test):
    rng = np.random.default_rng(5)
    easy, noise = rng.random(200), rng.normal(size=(2, 200))
    outputs = {"a": easy, "b": easy - 0.01 + 0.001 * noise[0], "wild": easy + 5 * noise[1]}
    pairs = compare_all(outputs, test=test, adjust="max-statistic", n_resamples=5000, rng=1)
    of_a_and_b = pairs.query("system_a == 'a' and system_b == 'b'")["adjusted_pvalue"].item()
    assert of_a_and_b == pytest.approx(1 / 5001)
    assert (pairs["adjusted_pvalue"].drop(index=pairs["adjusted_pvalue"].idxmin()) > 0.05).all()


@pytest.mark.parametrize(("metric", "columns"), [(metrics.f1, 3), (metrics.precision, 2)])
def test_max_statistic_of_metrics_that_are_no_means(metric, columns):
    outputs = {name: counts[:, :columns] for name, counts in enumerate(three_counts(4, 150))}
    for test in ("bootstrap", "randomization"):
        how = dict(test=test, method="monte-carlo", n_resamples=2000, adjust="max-statistic")
        pairs = compare_all(outputs, metric, rng=3, **how)
        adjusted = pairs["adjusted_pvalue"]
        assert ((adjusted >= pairs["pvalue"]) & (adjusted <= 1)).all()
        assert (adjusted <= np.minimum(1, 2 * len(pairs) * pairs["pvalue"] + 0.02)).all()
        pd.testing.assert_frame_equal(pairs, compare_all(outputs, metric, rng=3, n_jobs=2, **how))


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_a_large_score_of_another_system_makes_no_gain_a_tie(test):
    rng = np.random.default_rng(3)
    a = rng.random(40)
    outputs = {"a": a, "b": a + 0.1 * rng.random(40), "c": np.append(a[:-1], 1e13)}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = compare_all(outputs, test=test, adjust="max-statistic", n_resamples=199, rng=1)
        compare_all(outputs | {"d": np.full(40, 1e-300)}, adjust="max-statistic", n_resamples=9)
        outputs = {"a": a, "b": np.full(40, 3e-151), "c": a[::-1] * 1e-300, "d": np.full(40, 1e300)}
        compare_all(outputs, test=test, adjust="max-statistic", n_resamples=99)
    pair = found[(found["system_a"] != "c") & (found["system_b"] != "c")]
    assert pair["adjusted_pvalue"].item() == pytest.approx(1 / 200)


@pytest.mark.parametrize("method", ["holm", "bonferroni", "benjamini-hochberg"])
def test_pvalues_of_0_and_1_may_be_whole_numbers(method):
    assert adjust_pvalues([1, 0, 0, 0], method).tolist() == [1, 0, 0, 0]
