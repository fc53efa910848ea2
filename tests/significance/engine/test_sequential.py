"""Drawing until the verdict is certain, against the chances of every path, one draw at a time."""

import numpy as np
import pytest

from labkit.significance.engine.sequential import (
    RISK,
    anytime_intervals,
    boundaries,
    count_until_certain,
    is_certain,
)


def chances(alpha, p, n_resamples):
    """Of ending below and above, for draws that are extreme with chance p: path by path."""
    looks, lower, upper = boundaries(alpha, n_resamples)
    at = dict(zip(looks.tolist(), zip(lower.tolist(), upper.tolist(), strict=True), strict=True))
    law, below, above = np.array([1.0]), 0.0, 0.0
    for draws in range(1, n_resamples + 1):
        law = np.append(law * (1 - p), 0) + np.append(0, law * p)
        if draws in at:
            low, high = at[draws]
            below, above = below + law[: low + 1].sum(), above + law[max(high, 0) :].sum()
            law[: low + 1] = law[max(high, 0) :] = 0
    return below, above


@pytest.mark.parametrize(
    "alpha", [0.05, *(pytest.param(a, marks=pytest.mark.slow) for a in (0.01, 0.5))]
)
def test_the_risk_of_a_wrong_verdict_is_bounded_and_used(alpha):
    n = 3000
    below, above = chances(alpha, alpha, n)
    most = RISK * n / (1000 + n)
    assert most / 10 < below <= most and most / 10 < above <= most
    assert chances(alpha, 1.1 * alpha, n)[0] < below  # p is above alpha
    assert chances(alpha, 0.9 * alpha, n)[1] < above


@pytest.mark.parametrize("p, decided", [(0.01, 0), (0.2, 1)])
def test_p_far_from_alpha_is_decided_soon(p, decided):
    assert chances(0.05, p, 4000)[decided] > 0.999


@pytest.mark.parametrize("alpha", [1e-5, 0.3, 0.999])
@pytest.mark.parametrize("n_resamples", [1, 499, 500, 10**6])
def test_boundaries_grow_and_leave_room(alpha, n_resamples):
    looks, lower, upper = boundaries(alpha, n_resamples)
    assert looks[-1] == n_resamples and (np.diff(looks) > 0).all()
    assert (lower < upper).all() and (lower < alpha * looks).all() and (upper > alpha * looks).all()
    assert (np.diff(lower) >= 0).all() and (np.diff(upper) >= 0).all()


def test_intervals_without_an_extreme_draw_are_known():
    """(t + 1) (1 - p)^t = 1/20."""
    t = np.array([1, 10, 500, 10**6])
    low, high = anytime_intervals(np.zeros(4, int), t)
    np.testing.assert_allclose(high, 1 - (0.05 / (t + 1)) ** (1 / t), rtol=1e-9)
    assert (low == 0).all()
    mirrored = anytime_intervals(t, t)
    np.testing.assert_allclose(mirrored[0], 1 - high, atol=1e-12)
    assert (mirrored[1] == 1).all()


@pytest.mark.parametrize("p", [0.05, 0.4])
def test_intervals_hold_whenever_one_stops(p):
    """At the worst of many moments of each run, and not only at one fixed beforehand."""
    rng = np.random.default_rng(7)
    t = np.unique(np.geomspace(1, 3000, 60).astype(int))
    extreme = np.cumsum(rng.random((400, 3000)) < p, axis=1)[:, t - 1]
    low, high = anytime_intervals(extreme.ravel(), np.tile(t, 400))
    missed = ((low > p) | (p > high)).reshape(400, -1).any(axis=1)
    assert 0 < missed.sum() <= 0.05 * 400


def test_tests_stop_one_by_one():
    rng = np.random.default_rng(8)
    shares = np.array([0.0, 0.3, 0.05, 0.051, 1.0])
    calls = []

    def count(some, size):
        calls.append((some.tolist(), size))
        return rng.binomial(size, shares[some])

    n_extreme, n_drawn = count_until_certain(count, 5, 20_000, stop_at=0.05)
    assert n_drawn[2] == n_drawn[3] == sum(size for _, size in calls) == 20_000
    assert n_drawn[0] == n_drawn[1] == n_drawn[4] == 500 and n_extreme[4] == 500
    assert calls[0] == ([0, 1, 2, 3, 4], 500) and calls[1] == ([2, 3], 250)
    certain = is_certain(n_extreme, n_drawn, 0.05, 20_000)
    assert certain.tolist() == [True, True, False, False, True]
    assert abs(n_extreme[1:3] / n_drawn[1:3] - shares[1:3]).max() < 0.1


def test_without_a_level_all_is_drawn_at_once():
    n_extreme, n_drawn = count_until_certain(lambda some, size: some * size, 3, 70, None)
    assert n_extreme.tolist() == [0, 70, 140] and n_drawn.tolist() == [70] * 3


@pytest.mark.parametrize("alpha", [1e-9, 1e-300, 1 - 1e-9])
def test_extreme_levels_have_boundaries_and_warn_of_nothing(alpha, recwarn):
    found = boundaries(alpha, 5000)
    assert (found.lower < found.upper).all() and (np.diff(found.lower) >= 0).all()
    assert not recwarn.list
