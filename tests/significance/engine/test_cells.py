"""Lattices, cells of equal differences, and the laws of coins."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.significance.engine.cells import (
    binomial_pmf,
    binomial_upper_tail,
    collapse,
    merge_near,
    on_lattice,
    table_size,
    toss_by_toss,
)


@pytest.mark.parametrize(
    "values, multiples",
    [
        ([0.5, -1.25, 0.0], [2, -5, 0]),
        ([0.1 + 0.2, 0.6], [1, 2]),
        ([1 / 3, 2 / 3, -1.0], [1, 2, -3]),
        ([1 / 64, 1.0], [1, 64]),
        ([1e-9, 1.0], [1, 10**9]),
        ([12, -18], [2, -3]),
        ([0.0, 0.0], [0, 0]),
        ([math.pi, 1.0], None),
        ([1 / 67, 1.0], None),
    ],
)
def test_whole_multiples_of_a_common_unit(values, multiples):
    found = on_lattice(np.array(values), 1e-15)
    assert found is None if multiples is None else found.tolist() == multiples


def test_noise_is_no_difference_of_size():
    values = np.array([0.3, -0.3 - 1e-14, 0.5, 1e-14, -0.5, 0.3 + 2e-14])
    merged = merge_near(values, 1e-13)
    assert sorted(set(abs(merged).tolist())) == sorted({0.0, abs(merged[0]), 0.5})
    assert np.sign(merged[[0, 1, 2, 4, 5]]).tolist() == [1, -1, 1, -1, 1]
    assert len(set(abs(merge_near(values, 1e-16)).tolist())) == 5


def test_a_chain_of_near_values_is_not_one_value():
    chain = 2 + 0.9 * np.arange(7)
    assert merge_near(chain, 1).tolist() == chain[[0, 0, 2, 2, 4, 4, 6]].tolist()
    assert merge_near(-chain[::-1], 1).tolist() == [-x for x in merge_near(chain, 1)[::-1]]


def test_each_value_has_its_own_noise():
    values, noise = np.array([5.0, 5.5, 8.0, -8.5, 0.5]), np.array([0.1, 0.1, 0.1, 1, 1])
    assert merge_near(values, noise).tolist() == [5, 5.5, 8, -8, 0]


def test_values_as_far_apart_as_the_noise_are_still_near():
    assert merge_near(np.array([1.0, 1.5, 2.25]), 0.5).tolist() == [1, 1, 2.25]
    assert on_lattice(np.array([0.5, 1.0001]), np.array([0, 1e-3])).tolist() == [1, 2]
    assert on_lattice(np.array([0.5001, 1.0]), np.array([0, 1e-3])) is None


@given(st.lists(st.lists(st.integers(-2, 2), min_size=3, max_size=3), min_size=1, max_size=12))
def test_cells_hold_each_row_that_differs_up_to_its_sign(rows):
    steps, counts = collapse(np.array(rows))
    expected = {}
    for row in map(tuple, rows):
        if any(row):
            key = max(row, tuple(-x for x in row))
            expected[key] = expected.get(key, 0) + 1
    found = {
        max(tuple(s), tuple(-x for x in s)): c for s, c in zip(steps.tolist(), counts, strict=True)
    }
    assert found == expected
    assert table_size(counts) == math.prod(count + 1 for count in expected.values())


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(0, 1)), max_size=7))
def test_coins_one_by_one(coins):
    steps, heads = (
        np.array([coin[i] for coin in coins], kind) for i, kind in ((0, int), (1, float))
    )
    expected = np.zeros(steps.sum() + 1)
    for shown in np.ndindex(*[2] * len(coins)):
        shown = np.array(shown, bool)
        expected[steps[shown].sum()] += np.prod(np.where(shown, heads, 1 - heads))
    np.testing.assert_allclose(toss_by_toss(steps, heads), expected, rtol=1e-12, atol=1e-300)


@given(st.integers(0, 60), st.integers(-2, 62))
def test_fair_coins_are_binomial(n, k):
    expected = sum(math.comb(n, i) for i in range(max(k, 0), n + 1)) / 2**n
    assert binomial_upper_tail(k, n) == pytest.approx(expected, rel=1e-12)
    np.testing.assert_allclose(
        binomial_pmf(n), [math.comb(n, i) / 2**n for i in range(n + 1)], rtol=1e-12
    )
