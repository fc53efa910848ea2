"""Drawing resamples: the right law, the same for any number of jobs, in bounded memory."""

import functools
import tracemalloc

import numpy as np
import pytest

from labkit import metrics
from labkit.significance.engine.resampling import exceedances, over_resamples


def item_counts(n, n_resamples, rng, statistics=None):
    """How often each item was drawn in each resample, by giving every item a column of its own."""
    statistics = np.eye(n, dtype=int)[None] if statistics is None else statistics
    chunks = over_resamples(
        statistics, lambda sums: sums @ 100.0 ** np.arange(n), np.copy, n_resamples, rng
    )
    codes = np.concatenate(list(chunks), axis=1)[0].astype(np.int64)
    return codes[:, None] // 100 ** np.arange(n) % 100


@pytest.mark.parametrize("n, repeats", [(5, 1), (5, 12)])
def test_draws_are_multinomial(n, repeats):
    # Each of the n kinds of items occurs `repeats` times; many repeats collapse into multinomial draws.
    statistics = np.repeat(np.eye(n, dtype=int), repeats, axis=0)[None]
    counts = item_counts(n, 50_000, np.random.default_rng(6), statistics)
    draws = n * repeats
    assert (counts.sum(axis=1) == draws).all()
    np.testing.assert_allclose(counts.mean(axis=0), draws / n, atol=5 * np.sqrt(draws / n / 50_000))
    expected = draws * (np.eye(n) / n - 1 / n**2)
    np.testing.assert_allclose(np.cov(counts.T, bias=True), expected, atol=0.03 * draws / n)


def test_chunks_have_seeds_of_their_own():
    statistics = np.random.default_rng(0).normal(size=(3, 500, 1))
    metric = functools.partial(metrics.recall(500))

    def draw(seed, n_jobs):
        chunks = over_resamples(
            statistics, metric, np.copy, 100_000, np.random.default_rng(seed), n_jobs=n_jobs
        )
        return np.concatenate(list(chunks), axis=1)

    one, two = draw(1, 1), draw(1, 2)
    assert one.shape == (3, 100_000)
    assert np.array_equal(one, two)
    assert not np.array_equal(one, draw(2, 1))
    assert len(np.unique(one[0])) > 99_000  # no chunk repeats another


def test_no_chunk_is_empty():
    statistics = np.ones((2, 3, 1))
    draw = functools.partial(over_resamples, statistics, metrics.recall(3), np.shape)
    (first, *_) = draw(10**6, np.random.default_rng(1))
    sizes = [shape[1] for shape in draw(2 * first[1], np.random.default_rng(1))]
    assert sizes == [first[1]] * 2


def test_more_items_than_a_block_holds_are_drawn_one_resample_at_a_time(monkeypatch):
    monkeypatch.setattr("labkit.significance.engine.resampling.COUNTS_IN_BLOCK", 3)
    assert (item_counts(5, 20, np.random.default_rng(6)).sum(axis=1) == 5).all()


def test_memory_does_not_grow_with_the_number_of_resamples():
    statistics = np.random.default_rng(0).normal(size=(2, 1000, 1))

    def peak(n_resamples):
        tracemalloc.start()
        for _ in over_resamples(
            statistics, metrics.recall(1), len, n_resamples, np.random.default_rng(1)
        ):
            pass
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert peak(80_000) < 1.2 * peak(20_000) < 100e6


@pytest.mark.parametrize("weights", [None, "random"])
def test_exceedances_are_comparisons_of_all_pairs(weights):
    rng = np.random.default_rng(4)
    scores = (
        rng.normal(size=(20, 300)) + np.sort(rng.normal(0, 3, 20))[:, None] + rng.normal(size=300)
    )
    weights = None if weights is None else rng.random(300)
    counts = exceedances(scores, 0.25, weights)
    for i in range(20):
        for j in range(20):
            above = scores[i] - scores[j] > 0.25
            expected = (above if weights is None else above * weights).sum() if i < j else 0
            assert counts[i, j] == pytest.approx(expected)
