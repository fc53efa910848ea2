"""Shuffles of two systems: what they are made of, and that they are drawn fairly."""

from itertools import product

import numpy as np
import pytest

from labkit import metrics
from labkit.significance.engine import swaps as module
from labkit.significance.engine.swaps import draw_shuffles, exact_pvalue, swaps_of


def moments(steps, counts, size=100_000, table=2**20, monkeypatch=None):
    """Mean and standard deviation of V, drawn, by whichever way fits."""
    items = np.repeat(steps, counts)
    swaps = swaps_of(items, np.zeros(len(items)), metrics.mean, None)
    monkeypatch.setattr(module, "LARGEST_TABLE", table)
    drawn = list(draw_shuffles(swaps, size, np.random.default_rng(1)))
    sums = np.concatenate([v[:, 0] for v, _ in drawn]) * swaps.unit[0]
    weights = np.concatenate([w for _, w in drawn])
    assert weights.sum() == size and max(len(w) for w in weights[None]) <= size
    centre = (weights @ sums) / size
    return centre, np.sqrt(weights @ (sums - centre) ** 2 / size)


@pytest.mark.parametrize(
    "steps, counts, table",
    [
        ([1, 2, 5], [4, 3, 2], 2**20),  # one draw of the table
        ([1, 2, 5], [900, 500, 700], 0),  # a binomial number a cell
        (list(range(1, 38)), [1] * 37, 0),  # items looked up, sixteen at a time
        ([7, 8, 9, 10, 11], [1] * 5, 0),  # few of like size, each of which is felt
        ([0.1234567890123, np.pi], [20, 21], 0),
    ],
)
def test_shuffles_have_the_mean_and_spread_of_fair_signs(steps, counts, table, monkeypatch):
    centre, spread = moments(steps, counts, table=table, monkeypatch=monkeypatch)
    expected = np.sqrt(np.array(counts) @ np.array(steps, float) ** 2)
    assert abs(centre) < 5 * expected / np.sqrt(100_000)
    assert spread == pytest.approx(expected, rel=5 / np.sqrt(2 * 100_000))


def test_a_shuffle_is_extreme_as_its_scores_are():
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 4, (2, 6, 3))
    swaps = swaps_of(a, b, metrics.f1, None)
    signs = np.array(list(product([1, -1], repeat=6)))
    totals = (signs @ (a - b))[:, swaps.columns]
    x, y = (((a + b).sum(axis=0) + s * (signs @ (a - b))) / 2 for s in (1, -1))
    gains = metrics.f1(x) - metrics.f1(y)
    seen = swaps.gain
    assert seen == pytest.approx(metrics.f1(a.sum(axis=0)) - metrics.f1(b.sum(axis=0)))
    for alternative, extreme in {
        "two-sided": abs(gains) >= abs(seen) - 1e-9,
        "greater": gains >= seen - 1e-9,
        "less": gains <= seen + 1e-9,
    }.items():
        found = swaps.is_extreme(totals / swaps.unit, alternative)
        assert found.tolist() == extreme.tolist()


def test_columns_in_which_nothing_differs_are_left_out():
    a, b = np.array([[1, 1, 3], [0, 1, 2]]), np.array([[0, 2, 3], [0, 1, 2]])
    swaps = swaps_of(a, b, metrics.f1, None)
    assert swaps.columns.tolist() == [0, 1] and swaps.counts.tolist() == [1]
    assert (swaps.n_items, swaps.n_groups) == (2, 2)
    assert swaps_of(a, b, metrics.f1, [7, 7]).n_groups == 1


def test_probabilities_that_add_up_to_more_than_1_are_1():
    """Eighteen items of one kind, nine each way: rounded, all shuffles together are 1 + 2e-16."""
    a, b = (np.repeat(rows, 9, axis=0) for rows in ([[1, 2, 2], [1, 3, 4]], [[1, 3, 4], [1, 2, 2]]))
    swaps = swaps_of(a, b, metrics.f1, None)
    law = module.law_of_signed_sums(swaps.steps, swaps.counts, module.CHUNK)
    assert sum(p.sum() for _, p in law.pieces) > 1
    assert exact_pvalue(swaps, "two-sided") == (1.0, "")
