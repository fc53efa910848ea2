"""The resamples of a bootstrap: laws of sums against convolution in fractions, and fair draws."""

import functools
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from labkit import metrics
from labkit.significance._items import Drawing, Systems
from labkit.significance._resamples import (
    Recentred,
    exceedances,
    lattice_tail,
    list_resamples,
    over_resamples,
    trinomial_tail,
)


def tail_by_convolution(values, n_draws, threshold):
    """P(sum of draws > threshold), one draw after the other."""
    pmf = {0: Fraction(1)}
    for _ in range(n_draws):
        after = {}
        for total, p in pmf.items():
            for value in values:
                after[total + value] = after.get(total + value, 0) + p / len(values)
        pmf = after
    return sum((p for total, p in pmf.items() if total > threshold), Fraction(0))


def test_trinomial_of_the_reference():
    assert trinomial_tail(120, 90, 2000, 60) == pytest.approx(0.017728039594, abs=5e-13)


@given(
    values=st.lists(st.integers(-4, 4), min_size=1, max_size=9),
    n_draws=st.integers(1, 9),
    threshold=st.integers(-40, 40),
)
@settings(max_examples=150, deadline=None)
def test_lattice_tail_is_the_convolution(values, n_draws, threshold):
    expected = float(tail_by_convolution(values, n_draws, threshold))
    assert lattice_tail(values, n_draws, threshold) == pytest.approx(
        expected, rel=1e-12, abs=1e-300
    )


@given(
    outcomes=st.lists(st.integers(-1, 1), min_size=1, max_size=10), threshold=st.integers(-12, 12)
)
@settings(max_examples=150, deadline=None)
def test_trinomial_tail_is_the_convolution(outcomes, threshold):
    plus, minus, n = outcomes.count(1), outcomes.count(-1), len(outcomes)
    expected = float(tail_by_convolution(outcomes, n, threshold))
    assert trinomial_tail(plus, minus, n, threshold) == pytest.approx(
        expected, rel=1e-12, abs=1e-300
    )


@pytest.mark.parametrize("threshold", [5, 100, 200, 600])
def test_trinomial_without_minus_is_binomial_to_its_last_digits(threshold):
    expected = stats.binom.sf(threshold, 2000, 0.05)
    assert trinomial_tail(100, 0, 2000, threshold) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize(
    "values", [[0, 0, 0, 1], [-1, 0, 0, 0, 0, 1], [0, 1, 2, 30], [-20, 1, 2, 3]]
)
@pytest.mark.parametrize("n_draws", [60, 300])
def test_skewed_laws_leave_no_image_on_the_circle(values, n_draws):
    pmf, step = np.ones(1), np.bincount(np.array(values) - min(values)) / len(values)
    for _ in range(n_draws):
        pmf = np.convolve(pmf, step)
    totals = np.arange(len(pmf)) + n_draws * min(values)
    for z in (-2, 0, 1, 3, 6):
        threshold = int(n_draws * np.mean(values) + z * np.sqrt(n_draws) * np.std(values))
        expected = pmf[totals > threshold].sum()
        assert lattice_tail(values, n_draws, threshold) == pytest.approx(
            expected, rel=1e-11, abs=1e-300
        )
        if set(values) <= {-1, 0, 1}:
            counts = [n_draws // len(values) * values.count(v) for v in (1, -1)]
            assert trinomial_tail(*counts, n_draws, threshold) == pytest.approx(
                expected, rel=1e-11, abs=1e-300
            )


def test_trinomial_broadcasts():
    tails = trinomial_tail([[1], [2]], [0, 1, 2], 10, 0)
    assert tails.shape == (2, 3)
    assert tails[1, 2] == trinomial_tail(2, 2, 10, 0)


@pytest.mark.parametrize("heavy", [10, 10_000])
def test_one_giant_among_many_items_leaves_no_image_on_the_circle(heavy):
    """Draws of it are nearly Poisson: far more of them than ten standard deviations allow."""
    values = np.r_[np.zeros(500, int), heavy]
    for times in (0, 1, 4, 9, 14):
        expected = stats.binom.sf(times, 501, 1 / 501)
        assert lattice_tail(values, 501, times * heavy) == pytest.approx(expected, rel=1e-10)


def test_values_have_the_probabilities_that_are_given():
    values, weights = np.array([0, 1, 3]), np.array([0.5, 0.3, 0.2])
    pmf = functools.reduce(np.convolve, [[0.5, 0.3, 0, 0.2]] * 8)
    for threshold in range(-1, 25):
        expected = pmf[threshold + 1 :].sum()
        assert lattice_tail(values, 8, threshold, weights=weights) == pytest.approx(
            expected, rel=1e-11, abs=1e-300
        )


def test_lattice_tail_respects_its_budget():
    values = np.arange(60) ** 2
    assert np.isnan(lattice_tail(values, 60, int(2 * values.sum()), most_points=1000))
    assert lattice_tail(values, 60, int(2 * values.sum()), most_points=2**20) > 0


def item_counts(n, n_resamples, rng, statistics=None):
    """How often each item was drawn in each resample, by giving every item a column of its own."""
    statistics = np.eye(n, dtype=int)[None] if statistics is None else statistics
    chunks = over_resamples(
        statistics, lambda sums: sums @ 100.0 ** np.arange(n), np.copy, Drawing(n_resamples, rng)
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
            statistics, metric, np.copy, Drawing(100_000, np.random.default_rng(seed), n_jobs)
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
    (first, *_) = draw(Drawing(10**6, np.random.default_rng(1)))
    sizes = [shape[1] for shape in draw(Drawing(2 * first[1], np.random.default_rng(1)))]
    assert sizes == [first[1]] * 2


def test_more_items_than_a_block_holds_are_drawn_one_resample_at_a_time(monkeypatch):
    monkeypatch.setattr("labkit.significance._resamples.COUNTS_IN_BLOCK", 3)
    assert (item_counts(5, 20, np.random.default_rng(6)).sum(axis=1) == 5).all()


def test_memory_does_not_grow_with_the_number_of_resamples():
    statistics = np.random.default_rng(0).normal(size=(2, 1000, 1))

    def peak(n_resamples):
        tracemalloc.start()
        for _ in over_resamples(
            statistics, metrics.recall(1), len, Drawing(n_resamples, np.random.default_rng(1))
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


@pytest.mark.parametrize("metric, sign", [(metrics.f1, 1), (metrics.aer, -1)])
def test_a_resample_counts_for_a_if_its_recentred_score_is_higher(metric, sign):
    rng = np.random.default_rng(1)
    some = Systems(rng.integers(1, 5, (3, 8, 4 if sign < 0 else 3)), metric)
    scores, seen = rng.random((3, 200)), some.observed
    above, below = (exceedances(Recentred(some, side).scores(scores), 0) for side in (False, True))
    for i, j in [(0, 1), (0, 2), (1, 2)]:
        gains = sign * (scores[i] - scores[j])
        assert above[i, j] == (gains > 2 * sign * (seen[i] - seen[j])).sum()
        assert below[i, j] == (gains < 0).sum()


@given(
    rows=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=6),
    n_draws=st.integers(1, 6),
)
@settings(max_examples=50, deadline=None)
def test_listed_resamples_are_all_resamples(rows, n_draws):
    totals, probabilities = list_resamples(np.array(rows), n_draws)
    assert probabilities.sum() == pytest.approx(1, abs=1e-13)
    np.testing.assert_allclose(probabilities @ totals, n_draws * np.mean(rows, axis=0), atol=1e-12)
    for column in (0, 1):
        mass = probabilities[totals[:, column] > n_draws].sum()
        expected = tail_by_convolution([row[column] for row in rows], n_draws, n_draws)
        assert mass == pytest.approx(float(expected), abs=1e-13)


def test_long_lists_are_refused():
    assert list_resamples(np.arange(40)[:, None], 40) is None
    # Three draws from three outcomes: ten resamples.
    few = np.arange(3)[:, None]
    assert list_resamples(few, 3, most=10) is not None
    assert list_resamples(few, 3, most=9) is None
