"""The law of signed sums in several columns: three ways to it, and when each is taken."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from labkit import metrics
from labkit.significance import randomization_test
from labkit.significance.engine import law
from labkit.significance.engine.cells import collapse

TWO = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
#: Of different ranges: which column is which digit of a code, matters.
THREE = st.tuples(st.integers(-1, 1), st.integers(-3, 3), st.integers(-2, 2))


@settings(max_examples=60)
@given(st.lists(TWO, min_size=1, max_size=8) | st.lists(THREE, min_size=1, max_size=6))
def test_cells_lattice_and_window_give_the_same_law(rows):
    differences = np.array(rows)
    assume(differences.any())
    cells = collapse(differences)
    ways = [
        [law.enumerate_cells(*cells)],
        law._enumerate_lattice(*cells, piece=7),
        law._invert_on_window(*cells, piece=7),
    ]
    laws = []
    for pieces in ways:
        found = Counter()
        for sums, probabilities in pieces:
            for v, p in zip(map(tuple, sums.tolist()), probabilities, strict=True):
                found[v] += p
        laws.append({v: p for v, p in found.items() if p > 1e-14})
    assert laws[0] == pytest.approx(laws[1], rel=1e-12)
    assert laws[0] == pytest.approx(laws[2], abs=1e-14)


def test_a_fair_sign_does_not_mind_which_way_a_step_leads():
    steps, counts = np.array([[-2, 1], [1, 3], [-1, -1]]), np.array([1, 2, 1])
    laws = [Counter(), Counter()]
    for found, pieces in zip(
        laws,
        ([law.enumerate_cells(steps, counts)], law._enumerate_lattice(steps, counts, piece=5)),
        strict=True,
    ):
        for sums, probabilities in pieces:
            for v, p in zip(map(tuple, sums.tolist()), probabilities, strict=True):
                found[v] += p
    assert laws[0] == pytest.approx(laws[1], rel=1e-12)


@pytest.mark.parametrize("advantage", [0, 1])
def test_long_tests_of_several_columns_are_inverted_within_their_error(advantage, monkeypatch):
    rng = np.random.default_rng(9)
    gold = rng.integers(3, 9, 300)
    a, b = (
        np.c_[rng.integers(1, 4, 300) + better, gold + rng.integers(0, 3, 300), gold]
        for better in (advantage, 0)
    )
    expected = randomization_test(a, b, metrics.f1)
    monkeypatch.setattr(law, "LARGEST_RECURSION", 2**20)
    inverted = randomization_test(a, b, metrics.f1)
    assert expected.method == inverted.method == "exact"
    assert expected.note == "" and "error" in inverted.note
    assert inverted.pvalue == pytest.approx(expected.pvalue, abs=1e-12)
    assert inverted.pvalue >= law.FOURIER_ERROR


#: Seven cells of one item: 2^7 outcomes; 57 x 29 different sums need a lattice of 1,653.
STEPS = np.array([[2**i % 29 + 1, i + 1] for i in range(7)])
COUNTS = np.ones(7, int)
LATTICE = int(np.prod(COUNTS @ STEPS + 1))


def way(monkeypatch, steps=STEPS, counts=COUNTS, **budgets):
    """Which way is taken within these budgets; all others are as large as can be."""
    budgets = dict.fromkeys(["TABLE", "LATTICE", "RECURSION", "TRANSFORM"], 2**60) | budgets
    for name, budget in budgets.items():
        monkeypatch.setattr(law, f"LARGEST_{name}", budget)
    found = law.law_of_signed_sums(steps, counts, 2**10)
    if found is None:
        return None
    assert sum(p.sum() for _, p in found.pieces) == pytest.approx(1, abs=1e-12)
    if found.error:
        return "window"
    name = found.pieces.__name__
    return {"in_pieces": "table", "_enumerate_lattice": "recursion"}[name]


def test_the_cheapest_way_within_each_budget_and_none_beyond_all(monkeypatch):
    assert way(monkeypatch) == "table"
    assert way(monkeypatch, TABLE=2**7) == "table"
    assert way(monkeypatch, TABLE=2**7 - 1) == "recursion"
    short = dict(TABLE=2**7 - 1)
    assert way(monkeypatch, **short, RECURSION=7 * LATTICE, TRANSFORM=0) == "recursion"
    assert way(monkeypatch, **short, RECURSION=7 * LATTICE - 1, TRANSFORM=0) is None
    assert way(monkeypatch, **short, LATTICE=LATTICE, TRANSFORM=0) == "recursion"
    # So short a test leaves no window: it may reach every sum of the lattice.
    assert (
        way(monkeypatch, **short, LATTICE=LATTICE, RECURSION=0, TRANSFORM=7 * LATTICE) == "window"
    )
    assert way(monkeypatch, **short, LATTICE=LATTICE - 1) is None
    assert way(monkeypatch, **short, RECURSION=0, TRANSFORM=7 * LATTICE - 1) is None


def test_a_table_that_is_larger_than_the_lattice_is_not_made(monkeypatch):
    steps, counts = np.array([[1, 0], [0, 1], [1, 1], [2, 1]]), np.array([3, 3, 3, 3])
    lattice = int(np.prod(counts @ steps + 1))  # 13 x 10, of 4^4 outcomes
    assert lattice < 4**4
    assert way(monkeypatch, steps, counts) == "recursion"
    assert way(monkeypatch, steps, counts, RECURSION=12 * lattice - 1) == "table"
    # What inversion costs is a cosine a cell, not an item.
    assert way(monkeypatch, steps, counts, TABLE=0, RECURSION=0, TRANSFORM=4 * lattice) == "window"
    # Of two equally long ways, the table is the simpler.
    assert way(monkeypatch, steps[:1], counts[:1]) == "table"


def test_statistics_on_no_lattice_have_the_table_only(monkeypatch):
    assert way(monkeypatch, STEPS / 7.3) == "table"
    assert way(monkeypatch, STEPS / 7.3, TABLE=2**7 - 1) is None


@pytest.mark.parametrize("progress", [True, False])
def test_the_bar_of_an_inversion_is_shown_as_asked(progress, capsys):
    steps, counts = np.array([[3, 1], [1, 2]]), np.array([2, 3])
    list(law._invert_on_window(steps, counts, piece=7, progress=progress))
    assert ("exact distribution" in capsys.readouterr().err) == progress
