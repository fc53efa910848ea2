"""The tests of pairs that `compare_all` offers, each against the test of two systems alone."""

import functools

import numpy as np
import pytest

from labkit import metrics
from labkit.significance import (
    compare_all,
    count_outcomes,
    matched_pair_t,
    randomization_test,
    sign_test,
    wilcoxon_test,
)
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.systems import Systems, as_systems
from labkit.significance.pair_tests import BY_SCORES, by_scores, randomizations
from tests.significance.made import real_scores, three_counts

SCORES = np.round(real_scores(4, 40), 1)
ALONE = {
    "sign": lambda a, b, **how: sign_test(*count_outcomes(a, b), **how),
    "matched-t": matched_pair_t,
    "wilcoxon": wilcoxon_test,
}


def systems_of(outputs, metric=metrics.mean):
    """Rows in the order of their scores, best first, as `compare_all` has them."""
    systems = Systems(as_systems(outputs, metric)[1], metric)
    order = np.argsort(-systems.direction * systems.observed, kind="stable")
    return Systems(systems.statistics[order], metric)


def all_pairs(systems):
    return np.triu_indices(len(systems.statistics), 1)


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("test", BY_SCORES)
def test_each_pair_is_tested_as_if_it_were_alone(test, alternative):
    systems = systems_of(SCORES)
    found = by_scores(systems, all_pairs(systems), test, alternative, progress=False)
    scores = systems.statistics[:, :, 0]
    for i, j, pvalue, method in zip(
        found.first, found.second, found.pvalue, found.method, strict=True
    ):
        alone = ALONE[test](scores[i], scores[j], alternative=alternative)
        assert (pvalue, method) == (alone.pvalue, alone.method)


@pytest.mark.parametrize("test", BY_SCORES)
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_equal_systems_have_p_1(test, alternative):
    outputs = np.vstack([SCORES[0], SCORES[0], SCORES[1]])
    pairs = compare_all(outputs, test=test, alternative=alternative).set_index(
        ["system_a", "system_b"]
    )
    assert pairs.loc[(0, 1), "pvalue"] == 1
    positive = abs(SCORES[0]) + 1
    noisy = np.vstack([positive + 0.1 + 0.2, positive + 0.3])  # equal but for the last bits
    assert compare_all(noisy, test=test, alternative=alternative)["pvalue"].tolist() == [1]


@pytest.mark.parametrize("test", ["sign", "matched-t", "wilcoxon", "randomization"])
def test_what_is_no_mean_is_refused_where_scores_of_items_are_needed(test):
    counts = three_counts(3, 20)
    if test == "randomization":
        assert len(compare_all(counts, metrics.f1, test=test, n_resamples=50)) == 3
        return
    with pytest.raises(
        ValueError, match=f"outputs must be one score an item, .* for test '{test}'"
    ):
        compare_all(counts, metrics.f1, test=test)


def test_one_item_is_too_few_for_a_t_test_and_enough_for_others():
    with pytest.raises(
        ValueError, match="outputs must have at least 2 items for test 'matched-t', not 1"
    ):
        compare_all([[1], [0]], test="matched-t")
    for test, expected in (("sign", 0.5), ("wilcoxon", 0.5), ("randomization", 0.5)):
        assert compare_all([[1], [0]], test=test)["pvalue"].tolist() == [expected]


@pytest.mark.parametrize("test", BY_SCORES)
def test_progress_is_shown_only_when_asked_for(test, capsys):
    compare_all(SCORES, test=test, progress=False)
    compare_all(SCORES, test=test)
    assert capsys.readouterr().err == ""
    compare_all(SCORES, test=test, progress=True)
    assert test in capsys.readouterr().err


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("metric", [metrics.f1, metrics.precision])
def test_shuffles_of_pairs_that_are_exact_are_those_of_two_systems(metric, alternative):
    outputs = three_counts(3, 9)[:, :, : 3 if metric is metrics.f1 else 2]
    systems = systems_of(outputs, metric)
    work = Drawing(100, np.random.default_rng(1), progress=False)
    found = randomizations(systems, all_pairs(systems), "auto", alternative, work)
    for i, j, pvalue, method in zip(
        found.first, found.second, found.pvalue, found.method, strict=True
    ):
        one = functools.partial(randomization_test, *systems.statistics[[i, j]], metric)
        assert method == "exact"
        assert pvalue == pytest.approx(one(alternative=alternative).pvalue, rel=1e-9)


def test_drawing_of_means_stops_when_the_verdict_is_certain():
    systems = systems_of(real_scores(2), metrics.mean)
    work = Drawing(50_000, np.random.default_rng(1), progress=False)
    options = all_pairs(systems), "monte-carlo", "greater", work
    in_full, stopped = (randomizations(systems, *options, stop_at) for stop_at in (None, 0.05))
    assert in_full.n_drawn.tolist() == [50_000] and stopped.n_drawn[0] < 5_000
    assert (in_full.pvalue <= 0.05) == (stopped.pvalue <= 0.05)


def test_error_rates_are_shuffled_in_the_direction_of_the_better_system():
    good, bad = np.array([[9, 9, 10, 10]] * 7), np.array([[6, 6, 10, 10]] * 7)
    (row,) = compare_all({"bad": bad, "good": good}, metrics.aer, test="randomization").itertuples()
    assert (row.system_a, row.system_b) == ("good", "bad") and row.gain == pytest.approx(0.3)
    assert row.pvalue == pytest.approx(2.0**-7)
