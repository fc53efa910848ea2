"""Shuffles that all pairs share, against enumeration of all shuffles of each pair."""

import itertools

import numpy as np
import pytest

from labkit import metrics
from labkit.significance import compare_all, randomization_test
from labkit.significance.engine.shuffled_pairs import over_shuffles
from labkit.significance.engine.systems import Systems

FIRST, SECOND = np.triu_indices(3, 1)


def drawn_gains(statistics, metric, n_resamples=20_000, **how):
    systems = Systems(np.asarray(statistics), metric)
    rng = np.random.default_rng(4)
    gains = over_shuffles(systems, FIRST, SECOND, np.asarray, n_resamples, rng, **how)
    return systems, np.concatenate(list(gains), axis=1)


def all_gains(statistics, metric, i, j):
    """Swap the items of one pair in all ways, one after the other."""
    for swap in itertools.product([False, True], repeat=len(statistics[i])):
        chosen = np.array(swap)[:, None]
        a = np.where(chosen, statistics[j], statistics[i]).sum(axis=0)
        b = np.where(chosen, statistics[i], statistics[j]).sum(axis=0)
        yield float(metric(a) - metric(b))


@pytest.mark.parametrize(
    ("metric", "columns"),
    [(metrics.f1, 3), (metrics.aer, 4), (metrics.mean, 2), (metrics.recall(9), 1)],
)
def test_the_law_of_each_pair_is_that_of_all_its_shuffles(metric, columns):
    rng = np.random.default_rng(7)
    right = rng.integers(0, 3, (3, 6))
    table = [right, right + 1, right + 2, np.full((3, 6), 4)][:columns]
    if metric is metrics.mean:
        table[1] = np.ones((3, 6), int)
    if metric is metrics.aer:  # |A & S|, |A & P|, |A|, |S|
        table[2] = right + 3
    statistics = np.stack(table, axis=2)
    systems, gains = drawn_gains(statistics, metric)
    for pair, (i, j) in enumerate(zip(FIRST, SECOND, strict=True)):
        expected = systems.direction * np.array(list(all_gains(statistics, metric, i, j)))
        for value in (0.0, *np.quantile(expected, [0.8, 0.95])):
            share = (expected >= value - 1e-12).mean()
            error = np.sqrt(share * (1 - share) / gains.shape[1])
            assert abs((gains[pair] >= value - 1e-12).mean() - share) < 5 * error + 1e-4


def test_all_pairs_share_each_shuffle():
    scores = np.random.default_rng(1).normal(size=(3, 30))
    statistics = np.stack([scores, np.ones((3, 30))], axis=2)
    _, gains = drawn_gains(statistics, metrics.mean, 50)
    np.testing.assert_allclose(gains[0] + gains[2], gains[1], atol=1e-12)


def test_a_large_item_that_all_have_costs_no_digits():
    scores = np.random.default_rng(1).normal(size=(3, 30))
    with_large = np.column_stack([scores, np.full(3, 1e15)])
    short, long = (
        drawn_gains(np.stack([s, np.ones(s.shape)], axis=2), metrics.mean, 4000)[1] * s.shape[1]
        for s in (scores, with_large)
    )
    assert np.ptp(long) == pytest.approx(np.ptp(short), rel=0.2)


def test_processors_do_not_change_the_shuffles():
    scores = np.random.default_rng(1).integers(0, 5, (3, 300, 3))
    one, two = (drawn_gains(scores, metrics.f1, 30_000, n_jobs=jobs)[1] for jobs in (1, 2))
    assert (one == two).all()


def test_a_metric_without_a_score_for_some_shuffle_is_refused():
    def ratio(sums):
        with np.errstate(divide="ignore", invalid="ignore"):
            return sums[..., 0] / sums[..., 1]

    outputs = [[[1, 1], [0, 0]], [[0, 0], [1, 1]], [[1, 1], [1, 1]]]
    with pytest.raises(ValueError, match="^metric must give a finite score to every shuffle"):
        compare_all(outputs, ratio, test="randomization", method="monte-carlo", n_resamples=100)


def test_pairs_that_are_drawn_together_agree_with_each_alone():
    rng = np.random.default_rng(2)
    gold = rng.integers(3, 9, 60)
    outputs = [np.column_stack([rng.binomial(gold, p), gold + 1, gold]) for p in (0.7, 0.72, 0.75)]
    how = dict(method="monte-carlo", n_resamples=20_000, alternative="two-sided", rng=1)
    for row in compare_all(outputs, metrics.f1, test="randomization", **how).itertuples():
        alone = randomization_test(outputs[row.system_a], outputs[row.system_b], metrics.f1, **how)
        assert abs(row.pvalue - alone.pvalue) < 5 * np.sqrt(2 * 0.25 / 20_000)
