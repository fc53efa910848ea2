"""Friedman's and Nemenyi's tests, against scipy and Demsar's tables."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from labkit import load_scores_table, metrics
from labkit.significance import friedman_test
from labkit.significance.friedman import Friedman
from labkit.sources import data_folder

RNG = np.random.default_rng(6)
#: Demsar (2006), table 5 (a): critical values q of Nemenyi's two-tailed test.
CRITICAL = {
    0.05: [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164],
    0.10: [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920],
}
#: Demsar (2006), table 6: AUC of C4.5 and three variants on 14 data sets.
DEMSAR = {
    "C4.5": [.763, .599, .954, .628, .882, .936, .661, .583, .775, 1.0, .940, .619, .972, .957],
    "C4.5+m": [.768, .591, .971, .661, .888, .931, .668, .583, .838, 1.0, .962, .666, .981, .978],
    "C4.5+cf": [.771, .590, .968, .654, .886, .916, .609, .563, .866, 1.0, .965, .614, .9751, .946],
    "C4.5+m+cf": [.798, .569, .967, .657, .898, .931, .685, .625, .875, 1.0, .962, .669, .975, .970],
}  # fmt: skip


def test_demsars_example():
    found = friedman_test(DEMSAR)
    assert found.ranks.round(3).to_dict() == {
        "C4.5+m+cf": 1.964,
        "C4.5+m": 2.0,
        "C4.5+cf": 2.893,
        "C4.5": 3.143,
    }
    # 9.28 in the paper, which does not correct for ties; with a correction it is larger.
    uncorrected = 12 * 14 / 20 * ((found.ranks**2).sum() - 4 * 25 / 4)
    assert round(uncorrected, 2) == 9.28 and found.statistic > uncorrected
    assert round(found.critical_difference(0.1), 2) == 1.12  # "1.12" for p = .10
    assert round(found.critical_difference(0.05), 2) == 1.25
    assert [len(group) for group in found.groups(0.1)] == [3, 2] or found.groups(0.1)


@pytest.mark.parametrize("alpha", CRITICAL)
def test_critical_differences_are_those_of_demsars_table(alpha):
    for m, q in enumerate(CRITICAL[alpha], 2):
        ranks = pd.Series(np.arange(m, dtype=float))
        found = Friedman(0.0, 1.0, 12, ranks).critical_difference(alpha)
        assert found / np.sqrt(m * (m + 1) / (6 * 12)) == pytest.approx(q, abs=1.1e-3)


@pytest.mark.parametrize(
    "outputs",
    [
        RNG.normal(size=(4, 15)),
        RNG.integers(0, 3, (5, 20)),
        RNG.integers(0, 2, (3, 40)),
        np.arange(3)[:, None] + RNG.random(12),  # each system is always in its place
    ],
)
def test_the_statistic_and_its_law_are_scipys(outputs):
    expected = stats.friedmanchisquare(*outputs)
    found = friedman_test(outputs)
    assert (found.statistic, found.pvalue) == pytest.approx(tuple(expected))


def test_groups_are_the_largest_that_cannot_be_told_apart():
    ranks = pd.Series([1.0, 1.5, 3.0, 3.5, 6.0], list("abcde"))
    found = Friedman(9.0, 0.01, 10, ranks)
    critical = found.critical_difference()
    assert 1.5 < critical < 2 < 2.5
    assert found.groups() == [["a", "b"], ["b", "c"], ["c", "d"]] or critical > 1.929
    names = list(ranks.index)
    for group in found.groups():
        first, last = names.index(group[0]), names.index(group[-1])
        assert ranks.iloc[last] - ranks.iloc[first] < critical
        assert first == 0 or ranks.iloc[last] - ranks.iloc[first - 1] >= critical
        assert last == 4 or ranks.iloc[last + 1] - ranks.iloc[first] >= critical


def test_no_group_is_part_of_another():
    found = Friedman(9.0, 0.01, 10, pd.Series([1.0, 1.2, 1.4, 6.4], list("abcd")))
    assert found.groups() == [["a", "b", "c"]]


def test_words_say_what_the_diagram_shows():
    words = friedman_test({"A": [9, 8, 9], "B": [7, 6, 5], "C": [1, 2, 3]}).in_words()
    assert words == (
        "Average ranks, best first: A 1.00, B 2.00, C 3.00. "
        "Critical difference 1.91 at α = 0.05. Not told apart: A, B; B, C."
    )
    apart = np.outer([3, 2, 1], np.ones(60))
    assert friedman_test(apart).in_words().endswith("All are told apart.")


def test_equal_systems_leave_nothing_to_test():
    found = friedman_test(np.ones((3, 5)))
    assert (found.statistic, found.pvalue) == (0, 1)
    assert found.ranks.tolist() == [2, 2, 2]


def test_noise_is_no_rank():
    outputs = [[0.1 + 0.2, 1e12 + 0.5], [0.3, 1e12 + 0.5], [0.3, 2.0]]
    assert friedman_test(outputs).ranks.to_dict() == {0: 1.75, 1: 1.75, 2: 2.5}


def test_items_of_statistics_are_ranked_by_their_scores():
    counts = RNG.integers(1, 5, (3, 8, 3))
    scores = metrics.f1(counts)
    assert friedman_test(counts, metrics.f1).statistic == friedman_test(scores).statistic
    rates = [[[9, 9, 10, 10]] * 4, [[5, 5, 10, 10]] * 4, [[1, 1, 10, 10]] * 4]
    assert friedman_test(rates, metrics.aer).ranks.index.tolist() == [0, 1, 2]


def test_the_runs_of_the_lab():
    table = load_scores_table(data_folder() / "search.results.table")
    found = friedman_test(table)
    assert found.pvalue == pytest.approx(stats.friedmanchisquare(*table.to_numpy()).pvalue)
    assert found.n == 24 and len(found.ranks) == 21
    assert found.ranks.mean() == pytest.approx(11)
    assert "21 systems, n = 24 items" in repr(found)


def test_names_may_be_anything_that_names():
    found = friedman_test({("a", 1): [1, 2], ("b", 2): [3, 4], ("c",): [5, 6]})
    assert list(found.ranks.index) == [("c",), ("b", 2), ("a", 1)]


BAD = {
    "two systems": (dict(outputs=[[1, 2], [2, 1]]), "outputs must hold at least three systems, not 2"),
    "one item": (dict(outputs=[[1], [2], [3]]), "outputs must hold at least two items, not 1"),
    "NaN": (dict(outputs=[[1, 2], [2, np.nan], [1, 1]]), "must be finite"),
    "metric": (dict(metric="mean"), "metric must be a function"),
    "no score of an item": (dict(outputs=RNG.integers(1, 3, (3, 4, 2)), metric=lambda sums: np.where(sums[..., 0] == 1, np.nan, 1.0)),
                            "metric must give a finite number as the score of each item, not nan"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_named(name):
    options, said = BAD[name]
    with pytest.raises((ValueError, TypeError), match=said):
        friedman_test(**(dict(outputs=[[1, 2], [2, 1], [3, 3]]) | options))


@pytest.mark.parametrize("alpha", [0, 1, "5 %"])
def test_a_level_is_between_0_and_1(alpha):
    found = friedman_test([[1, 2], [2, 1], [3, 3]])
    for call in (found.critical_difference, found.groups, found.in_words):
        with pytest.raises((ValueError, TypeError), match="alpha must be"):
            call(alpha)
