"""The resamples of a bootstrap: laws of sums against convolution in fractions, and fair draws."""

import functools
import tracemalloc
from fractions import Fraction

import joblib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from labkit import metrics
from labkit.significance import bootstrap_test, resamples
from labkit.significance.items import Drawing, Systems
from labkit.significance.resamples import exceedances, lattice_tail, over_resamples, tail_of_draws


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


def tail_of(plus, minus, n, threshold):
    """Return P(X > threshold) of one case."""
    return tails_of([plus], [minus], n, [threshold])[0]


def tails_of(plus, minus, n, thresholds):
    """Return P(X > threshold) for n draws of +1, -1 and 0, case by case."""
    weights = np.column_stack([plus, minus, n - np.add(plus, minus)]) / n
    return tail_of_draws(np.array([1, -1, 0]), weights, np.array(thresholds), n)


@given(
    values=st.lists(st.integers(-4, 4), min_size=1, max_size=9),
    n_draws=st.integers(1, 9),
    threshold=st.integers(-40, 40),
)
def test_lattice_tail_is_the_convolution(values, n_draws, threshold):
    expected = float(tail_by_convolution(values, n_draws, threshold))
    found = lattice_tail(np.array(values), n_draws, threshold)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-14)
    assert found == expected or found > 0 < expected


@given(
    outcomes=st.lists(st.integers(-1, 1), min_size=1, max_size=10), threshold=st.integers(-12, 12)
)
def test_tail_of_outcomes_is_the_convolution(outcomes, threshold):
    plus, minus, n = outcomes.count(1), outcomes.count(-1), len(outcomes)
    expected = float(tail_by_convolution(outcomes, n, threshold))
    found = tail_of(plus, minus, n, threshold)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-14)
    assert found == expected or found > 0 < expected


@pytest.mark.parametrize("threshold", [5, 80, 100, 130, 200, 600])
def test_outcomes_without_minus_are_binomial_and_no_tail_is_told_too_small(threshold):
    expected, error = stats.binom.sf(threshold, 2000, 0.05), 2000 * 2e-16
    assert tail_of(100, 0, 2000, threshold) == pytest.approx(expected, abs=2 * error)
    assert tail_of(100, 0, 2000, threshold) >= error


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
        expected = pytest.approx(pmf[totals > threshold].sum(), abs=2e-13)
        assert lattice_tail(np.array(values), n_draws, threshold) == expected
        if set(values) <= {-1, 0, 1}:
            counts = [n_draws // len(values) * values.count(v) for v in (1, -1)]
            assert tail_of(*counts, n_draws, threshold) == expected


def test_many_cases_are_each_their_own(monkeypatch):
    plus, minus = np.array([50, 20, 0, 7, 9]), np.array([40, 0, 0, 9, 7])
    each = [tail_of(*case, 100, 4) for case in zip(plus, minus, strict=True)]
    rfft, held = resamples.rfft, []
    monkeypatch.setattr(resamples, "rfft", lambda circle: held.append(len(circle)) or rfft(circle))
    for points, blocks in ((2**20, [5]), (2 * 216, [2, 1, 2]), (2 * 216 - 1, [1, 1, 1, 2])):
        held.clear()
        monkeypatch.setattr(resamples, "NUMBERS_IN_BLOCK", points)
        found = tails_of(plus, minus, 100, np.full(5, 4))
        assert found == pytest.approx(each, abs=1e-13) and held == blocks
    assert found[2] == 0


@pytest.mark.parametrize("heavy", [10, 10_000])
def test_one_giant_among_many_items_leaves_no_image_on_the_circle(heavy):
    """Draws of it are nearly Poisson: far more of them than ten standard deviations allow."""
    values = np.r_[np.zeros(500, int), heavy]
    for times in (0, 1, 4, 9, 14):
        expected = stats.binom.sf(times, 501, 1 / 501)
        assert lattice_tail(values, 501, times * heavy) == pytest.approx(expected, abs=2e-13)


def test_values_have_the_probabilities_that_are_given():
    values, weights = np.array([0, 1, 3]), np.array([[0.5, 0.3, 0.2]])
    pmf = functools.reduce(np.convolve, [[0.5, 0.3, 0, 0.2]] * 8)
    for threshold in range(-1, 25):
        found = tail_of_draws(values, weights, np.array([threshold]), 8)
        assert found == pytest.approx(pmf[threshold + 1 :].sum(), abs=1e-14)


def test_a_circle_has_up_to_four_million_points_shared_by_all_pairs():
    assert lattice_tail(np.array([0, 1, 106_900]), 2, 106_901) == pytest.approx(1 / 9)
    assert np.isnan(lattice_tail(np.array([0, 1, 107_200]), 2))
    assert [lattice_tail(np.arange(1, 7), 2, 10, most) > 0 for most in (159, 160)] == [False, True]
    systems = Systems(np.array([[[0, 1], [1, 1], [17_500, 1]], [[0, 1]] * 3]), metrics.mean)
    for n_pairs, fits in ((256, True), (600, False)):
        pairs = np.r_[0, np.ones(n_pairs - 1, int)], np.ones(n_pairs, int)
        found, _ = resamples._by_law(systems, pairs, ["recentred"], exactly=True)
        assert np.isfinite(found).tolist() == [fits] + [True] * (n_pairs - 1)


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


@pytest.mark.slow
def test_chunks_have_seeds_of_their_own():
    statistics = np.random.default_rng(0).normal(size=(3, 500, 1))
    metric = functools.partial(metrics.recall(500))

    def draw(seed, n_jobs):
        drawing = Drawing(100_000, np.random.default_rng(seed))
        with joblib.parallel_config(n_jobs=n_jobs):
            chunks = over_resamples(statistics, metric, np.copy, drawing)
            return np.concatenate(list(chunks), axis=1)

    one, two = draw(1, 1), draw(1, 2)
    assert one.shape == (3, 100_000)
    assert np.array_equal(one, two)
    assert not np.array_equal(one, draw(2, 1))
    assert len(np.unique(one[0])) > 99_000  # no chunk repeats another


def test_no_chunk_is_empty():
    for m, n, size in ((2, 3, 2**17), (1, 2**14, 2**10)):  # a seed gives the same answer for ever
        how = Drawing(2 * size, np.random.default_rng(1))
        found = over_resamples(np.ones((m, n, 1)), metrics.recall(3), np.shape, how)
        assert [*found] == [(m, size)] * 2


def test_a_seed_gives_the_same_draws_for_ever_and_no_sum_is_rounded():
    for scores, sums in (
        (np.arange(20) % 2, [8, 9, 8, 9, 7]),  # ten items an outcome, drawn one by one
        (np.arange(21) % 2, [11, 8, 11, 9, 7]),  # and more, drawn as counts
        (np.full(3, 0.1), [0.3] * 5),
        (np.full(3, 2**23 + 1), [3 * 2**23 + 3] * 5),
    ):
        how = Drawing(5, np.random.default_rng(1))
        found = over_resamples(scores[None, :, None], metrics.recall(1), np.ravel, how)
        assert next(found).tolist() == pytest.approx(sums, rel=1e-12)


@pytest.mark.parametrize("n, method", [(646, "exact"), (647, "monte-carlo")])
def test_resamples_of_three_outcomes_are_listed_while_they_are_few(n, method):
    scores = np.arange(n)[:, None] % 3 + np.arange(10)  # C(n + 2, 2) resamples of 20 sums
    found = bootstrap_test(scores, 0 * scores, lambda sums: sums[..., 0], n_resamples=9, rng=1)
    assert found.method == method


def test_more_items_than_a_block_holds_are_drawn_one_resample_at_a_time(monkeypatch):
    monkeypatch.setattr("labkit.significance.resamples.NUMBERS_IN_BLOCK", 3)
    assert (item_counts(5, 20, np.random.default_rng(6)).sum(axis=1) == 5).all()


@pytest.mark.slow
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


def test_exceedances_are_comparisons_of_all_pairs():
    rng = np.random.default_rng(4)
    far = rng.normal(0, 3, (20, 1)) + rng.normal(size=(20, 300)) + rng.normal(size=300)
    for scores in (far, *(rng.integers(0, 4, (200, 4, 6)) / 1)):
        larger = (scores[:, None] - scores > 0.5).sum(axis=2)
        assert (exceedances(scores, 0.5) == np.triu(larger, 1)).all()
