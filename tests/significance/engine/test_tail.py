"""The tail of a signed sum, by every way to it, against enumeration."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit.significance.engine import tail
from tests.significance import oracles

ALTERNATIVES = ["two-sided", "greater", "less"]


def approx(value, relative=1e-12):
    return pytest.approx(float(value), rel=relative, abs=0)


@settings(max_examples=100)
@given(
    st.lists(st.integers(-4, 4), min_size=1, max_size=8),
    st.sampled_from([1, 2, 3, 7]),
    st.sampled_from(ALTERNATIVES),
)
def test_p_of_whole_gains_is_the_share_of_all_signs(gains, unit, alternative):
    zeros = [0] * len(gains)
    expected = oracles.randomization_pvalue(gains, zeros, oracles.METRICS["mean"], alternative)
    with warnings.catch_warnings(action="error"):
        assert tail.pvalue_of_gains(unit * np.array(gains), alternative) == approx(expected)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_gains_of_nothing_are_reached_by_every_shuffle(alternative):
    with warnings.catch_warnings(action="error"):
        assert tail.pvalue_of_gains(np.zeros(5, int), alternative) == 1


@pytest.mark.parametrize("kind", [int, float])
def test_a_sum_of_nothing_reaches_0_and_no_more(kind):
    nothing = np.array([], kind), np.array([], int)
    found = [tail.signed_sum_tail(*nothing, threshold) for threshold in (-3, -1, 0, 1, 2, 3)]
    assert found == [1, 1, 1, 0, 0, 0]


@pytest.mark.parametrize("noise, expected", [(0, 0.25), (0.5, 0.25), (1, 0.75), (2, 1), (4, 1)])
def test_sums_below_the_threshold_by_no_more_than_the_noise_count(noise, expected):
    # Two items of 0.5 and a threshold of 1: the sums are 1, 0 twice, and -1.
    steps, counts = np.array([0.5]), np.array([2])
    assert tail.signed_sum_tail(steps, counts, 1.0, noise) == expected
    # The same of two different steps, on the way through two tables.
    steps, counts = np.array([0.5, 0.5 + 1e-9]), np.array([1, 1])
    assert tail.signed_sum_tail(steps, counts, 1.0, noise + 1e-8) == expected


@settings(max_examples=100)
@given(st.lists(st.integers(1, 300), min_size=1, max_size=14), st.integers(-400, 400))
def test_every_route_to_the_tail_agrees(sizes, threshold):
    steps, counts = np.unique(sizes, return_counts=True)
    items = np.repeat(steps, counts)
    signs = 1 - 2 * (np.arange(2 ** len(items))[:, None] >> np.arange(len(items)) & 1)
    expected = ((signs @ items) >= threshold).mean()
    needed = -int(-(items.sum() + threshold) // 2)
    assert tail.signed_sum_tail(steps, counts, threshold) == approx(expected)
    assert tail._meet_in_the_middle(steps, counts, tail._half_of_cells(counts), needed) == approx(
        expected
    )
    assert tail._tail_on_lattice(items, needed, threshold) == approx(expected)
    assert tail.tail_by_counting(items, int(items.sum()) - needed) == approx(expected)


@pytest.mark.parametrize("share", [-1.02, -1.0, 0.0, 0.1, 0.3, 0.6, 1.0])
def test_long_tests_by_fft_equal_the_recursion_even_in_the_tail(share, monkeypatch):
    rng = np.random.default_rng(8)
    steps = rng.integers(1, 200, 400)
    threshold = int(share * steps.sum())
    threshold -= (threshold - steps.sum()) % 2
    needed = (steps.sum() + threshold) // 2
    expected = tail._tail_on_lattice(steps, needed, threshold)
    monkeypatch.setattr(tail, "LARGEST_RECURSION", 2**12)
    assert tail._tail_on_lattice(steps, needed, threshold) == approx(expected, relative=1e-9)


@pytest.mark.parametrize("n", [27, 53, 61, 62, 63, 66, 80])
def test_counts_and_probabilities_give_one_tail_around_the_longest_that_is_counted(n):
    rng = np.random.default_rng(n)
    steps = np.sort(rng.integers(1, 60, n))
    threshold = int(steps.sum() % 2 + 40)
    needed = (int(steps.sum()) + threshold) // 2
    found = tail.signed_sum_tail(*np.unique(steps, return_counts=True), threshold)
    assert found == approx(tail._tail_on_lattice(steps, needed, threshold), 1e-14)


def test_what_is_too_long_for_tables_and_lattices_is_left_to_drawing():
    rng = np.random.default_rng(1)
    whole = np.unique(rng.integers(1, 2**40, 200))
    for steps in (whole, whole / 3):
        assert tail.signed_sum_tail(steps, np.ones(len(steps), int), 0) is None
        # Only that no shuffle is less extreme than no gain is known without drawing.
        assert tail.signed_sum_pvalue(steps, np.ones(len(steps), int), 0, "two-sided") == 1


def test_a_common_unit_does_not_make_gains_too_long():
    gains = np.random.default_rng(2).integers(-50, 60, 300)
    expected = tail.pvalue_of_gains(gains)
    assert expected is not None
    assert tail.pvalue_of_gains(10**12 * gains) == expected
