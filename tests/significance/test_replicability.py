"""Replicability: the authors' example, scipy's combinations, and how often it counts too many."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from labkit.significance import replicability_analysis

#: The example in the README of the program of Dror et al. (2017): k-hat 1 and 2, data set 6.
README = {f"dataset{i}": p for i, p in enumerate((0.168, 0.297, 0.357, 0.019, 0.218, 0.001), 1)}
PVALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def test_the_authors_example():
    found = replicability_analysis(README)
    assert (found.count, found.datasets, found.n) == (1, ("dataset6",), 6)
    fisher = replicability_analysis(README, combination="fisher")
    assert (fisher.count, fisher.datasets) == (2, ("dataset6",))


@settings(max_examples=40)
@given(PVALUES, st.sampled_from(["bonferroni", "fisher"]), st.sampled_from([0.01, 0.05, 0.3]))
def test_the_definition(pvalues, combination, alpha):
    """Section 4: of each u, the n - u + 1 largest p-values together; k-hat is the last small one."""
    found = replicability_analysis(pvalues, combination=combination, alpha=alpha)
    ordered, n, so_far = sorted(pvalues), len(pvalues), 0.0
    for u, partial in enumerate(found.partial_conjunction, 1):
        largest = ordered[u - 1 :]
        if combination == "bonferroni":
            own = min(1, (n - u + 1) * largest[0])
        elif largest[0] == 0:
            own = 0.0
        else:
            own = stats.combine_pvalues(largest, "fisher").pvalue
        so_far = max(so_far, own)
        assert partial == pytest.approx(so_far, rel=1e-9, abs=1e-300)
    assert found.count == sum(p <= alpha for p in found.partial_conjunction)
    if combination == "bonferroni":
        assert len(found.datasets) == found.count


@pytest.mark.parametrize("combination", ["bonferroni", "fisher"])
def test_it_seldom_counts_too_many(combination):
    """Two of six data sets have a difference; three or more are counted in 5 % of cases at most."""
    rng = np.random.default_rng(1)
    p = rng.uniform(size=(1500, 6))
    p[:, :2] = rng.uniform(0, 1e-4, (1500, 2))
    counts = [replicability_analysis(each, combination=combination).count for each in p]
    assert np.mean(np.array(counts) > 2) < 0.05 + 3 * np.sqrt(0.05 * 0.95 / 1500)
    assert np.mean(counts) > 1.9


def test_independence_is_worth_something_and_costs_something():
    """Many middling p-values count together, but for no data set in particular."""
    middling = dict.fromkeys("abcdefgh", 0.06)
    assert replicability_analysis(middling).count == 0
    fisher = replicability_analysis(middling, combination="fisher")
    assert fisher.count == 7 and fisher.datasets == ()


def test_forms_of_pvalues():
    series = pd.Series(README)
    assert replicability_analysis(series) == replicability_analysis(README)
    plain = replicability_analysis(list(README.values()))
    assert plain == replicability_analysis(np.array(list(README.values())))
    assert plain.datasets == (5,)
    assert replicability_analysis(series.iloc[::-1]).datasets == ("dataset6",)


def test_the_place_of_a_data_set_is_no_number_of_data_sets():
    assert "by Holm, on data set 0>" in repr(replicability_analysis([0.01]))
    assert "by Holm, on data sets 0, 2>" in repr(replicability_analysis([0.001, 0.5, 0.002]))
    assert "by Holm, on none>" in repr(replicability_analysis([0.5]))


def test_the_ends():
    assert replicability_analysis([0, 0, 1], combination="fisher").partial_conjunction[:2] == (0, 0)
    assert replicability_analysis([0.05]).count == 1 and replicability_analysis([0.06]).count == 0
    assert replicability_analysis([1, 1]).partial_conjunction == (1, 1)


def test_it_is_told_in_one_line():
    text = repr(replicability_analysis(README))
    assert text == (
        "<replicability: a difference on at least 1 of 6 data sets (bonferroni, alpha = 0.05); "
        "by Holm, on dataset6>"
    )
    assert repr(replicability_analysis([1])).endswith("by Holm, on none>")


@pytest.mark.parametrize(
    "pvalues", [{}, [], 0.5, None, "abc", [0.5, 1.2], [-0.1], [float("nan")], {"a": None}, [[0.1]]]
)
def test_bad_pvalues(pvalues):
    with pytest.raises((ValueError, TypeError), match="pvalues"):
        replicability_analysis(pvalues)


def test_bad_options():
    with pytest.raises(ValueError, match="^combination must be one of"):
        replicability_analysis([0.1], combination="holm")
    with pytest.raises(ValueError, match="^alpha must be between"):
        replicability_analysis([0.1], alpha=0)
