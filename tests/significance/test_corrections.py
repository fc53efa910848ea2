"""Corrections for many comparisons, against their definitions and all resamples."""

import itertools

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from labkit.significance import adjust_pvalues


def holm_by_closure(p):
    """Holm's procedure as the closure of Bonferroni's: the largest Bonferroni p of any set with the hypothesis."""
    indexes = range(len(p))
    subsets = [s for size in range(1, len(p) + 1) for s in itertools.combinations(indexes, size)]
    return [max(min(1, len(s) * min(p[j] for j in s)) for s in subsets if i in s) for i in indexes]


@given(p=st.lists(st.floats(0, 1), min_size=1, max_size=6))
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
