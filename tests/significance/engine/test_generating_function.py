"""The laws of sums of draws, against convolution in fractions and scipy."""

import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from labkit.significance.engine.generating_function import (
    _TrinomialLaw,
    enumerate_resamples,
    lattice_tail,
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


@given(seed=st.integers(0, 1000), n=st.integers(2, 50), z=st.floats(-4, 4))
@settings(max_examples=100, deadline=None)
def test_circles_are_short(seed, n, z):
    values = np.rint(np.random.default_rng(seed).normal(0, 300, n)).astype(int)
    threshold = int(values.sum() + z * 300 * np.sqrt(n))
    assert (
        lattice_tail(values, n, threshold, most_points=10 * (3000 + int(30 * 300 * np.sqrt(n))))
        is not None
    )


def test_lattice_tail_respects_its_budget():
    values = np.arange(1000) ** 2
    assert lattice_tail(values, 1000, int(2 * values.sum()), most_points=1000) is None


@given(
    rows=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=6),
    n_draws=st.integers(1, 6),
)
@settings(max_examples=50, deadline=None)
def test_listed_resamples_are_all_resamples(rows, n_draws):
    totals, probabilities = enumerate_resamples(np.array(rows), n_draws)
    assert probabilities.sum() == pytest.approx(1, abs=1e-13)
    np.testing.assert_allclose(probabilities @ totals, n_draws * np.mean(rows, axis=0), atol=1e-12)
    for column in (0, 1):
        mass = probabilities[totals[:, column] > n_draws].sum()
        expected = tail_by_convolution([row[column] for row in rows], n_draws, n_draws)
        assert mass == pytest.approx(float(expected), abs=1e-13)


def test_long_lists_are_refused():
    assert enumerate_resamples(np.arange(40)[:, None], 40) is None
    # Three draws from three outcomes: ten resamples.
    few = np.arange(3)[:, None]
    assert enumerate_resamples(few, 3, most=10) is not None
    assert enumerate_resamples(few, 3, most=9) is None


def test_a_long_test_takes_milliseconds():
    rng = np.random.default_rng(0)
    gains = rng.integers(-5, 6, 20_000)
    start = time.perf_counter()
    lattice_tail(gains, len(gains), int(2 * gains.sum()))
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    "up, down, n", [(12, 9, 40), (9, 12, 40), (30, 0, 40), (0, 5, 40), (20, 20, 40)]
)
def test_chernoffs_bound_is_above_the_tail_and_not_far(up, down, n):
    law = _TrinomialLaw(np.array([up]), np.array([down]), n)
    pmf = np.ones(1)
    for _ in range(n):
        pmf = np.convolve(pmf, [down / n, (n - up - down) / n, up / n])
    largest = n if up else 0
    for s in range(-n - 1, n + 1):
        bound = law.log_tail(np.array([s]))[0]
        tail = pmf[np.arange(-n, n + 1) > s].sum()
        if s >= largest:
            assert bound == -np.inf
        else:
            assert np.log(tail) - 1e-9 <= bound <= max(0, np.log(tail) + 4)
