"""Each item's outputs dealt out among all systems, against going through every way to do so."""

from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from labkit import metrics
from labkit.significance.engine import joint_shuffles as joint_shuffles_module
from labkit.significance.engine.joint_shuffles import (
    joint_shuffles,
    law_of_shuffles,
    orders_of,
    over_joint_shuffles,
)
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.systems import Systems, as_systems

RNG = np.random.default_rng(5)
OUTPUTS = {
    "0/1": (RNG.integers(0, 2, (3, 4)), metrics.mean),
    "decimals": (RNG.integers(0, 9, (3, 4)) / 10, metrics.mean),
    "on no lattice": (np.sqrt(RNG.integers(1, 99, (3, 4))), metrics.mean),
    "four systems": (RNG.integers(0, 3, (4, 2)), metrics.mean),
    "counts": (RNG.integers(0, 4, (3, 4, 3)), metrics.f1),
}


def every_spread(outputs, metric):
    """The range of scores after each of the (m!)^n shuffles, and how often it comes."""
    _, statistics = as_systems(outputs, metric)
    orders = [list(permutations(item)) for item in statistics.transpose(1, 0, 2).tolist()]
    spreads = Counter()
    for dealt in product(*orders):
        scores = metric(np.array(dealt).sum(axis=0))
        spreads[round(float(np.ptp(scores)), 9)] += 1
    total = sum(spreads.values())
    return {spread: count / total for spread, count in spreads.items()}


def unit_of(shuffles, outputs, metric):
    """The mean's scores are in units of their own."""
    systems = Systems(as_systems(outputs, metric)[1], metric)
    return np.ptp(systems.observed) / np.ptp(shuffles.observed)


@pytest.mark.parametrize("name", OUTPUTS)
def test_the_law_is_that_of_all_shuffles(name):
    outputs, metric = OUTPUTS[name]
    shuffles = joint_shuffles(Systems(as_systems(outputs, metric)[1], metric))
    sums, probabilities = law_of_shuffles(shuffles)
    found = Counter()
    unit = unit_of(shuffles, outputs, metric)
    for spread, probability in zip(shuffles.spreads(sums) * unit, probabilities, strict=True):
        found[round(float(spread), 9)] += probability
    assert dict(found) == pytest.approx(every_spread(outputs, metric))


@pytest.mark.parametrize("name", OUTPUTS)
def test_drawn_shuffles_follow_the_law(name):
    outputs, metric = OUTPUTS[name]
    shuffles = joint_shuffles(Systems(as_systems(outputs, metric)[1], metric))
    work = Drawing(20_000, np.random.default_rng(1))
    drawn = np.concatenate(list(over_joint_shuffles(shuffles, shuffles.spreads, work)))
    expected = every_spread(outputs, metric)
    unit = unit_of(shuffles, outputs, metric)
    middle = sorted(expected)[len(expected) // 2]
    share = sum(p for spread, p in expected.items() if spread >= middle - 1e-6)
    assert (drawn * unit >= middle - 1e-6).mean() == pytest.approx(share, abs=0.02)


def test_many_items_of_few_kinds_are_drawn_by_their_number():
    outputs = np.random.default_rng(2).integers(0, 2, (4, 3000))
    shuffles = joint_shuffles(Systems(as_systems(outputs, metrics.mean)[1], metrics.mean))
    work = Drawing(4000, np.random.default_rng(1))
    sums = np.concatenate(list(over_joint_shuffles(shuffles, lambda sums: sums[..., 0], work)))
    assert (sums.sum(axis=1) == shuffles.outputs.sum()).all()  # no output is lost
    # An item with c right of 4 gives a system 1 with probability c/4.
    right = shuffles.outputs[..., 0].sum(axis=1) / 4
    assert sums.mean(axis=0) == pytest.approx(np.full(4, right.sum()), abs=2)
    assert sums.std(axis=0) == pytest.approx(
        np.full(4, (right * (1 - right)).sum() ** 0.5), rel=0.05
    )


def test_too_many_cases_have_no_law(monkeypatch):
    monkeypatch.setattr(joint_shuffles_module, "CASES_AT_ONCE", 2**13)
    rng = np.random.default_rng(3)
    for outputs in (
        rng.normal(size=(3, 30)),
        rng.normal(size=(9, 3)),
        rng.integers(0, 99, (4, 50)),
    ):
        systems = Systems(as_systems(outputs, metrics.mean)[1], metrics.mean)
        assert law_of_shuffles(joint_shuffles(systems)) is None


def test_orders_are_all_different_ones():
    for item in ([1, 1, 0, 0], [3, 1, 2, 1], [5, 5, 5]):
        orders, shares = orders_of(np.array(item))
        assert sorted(map(tuple, orders.tolist())) == sorted(set(permutations(item)))
        assert shares.sum() == pytest.approx(1)
