"""Limits from the characteristic function: the exact p-value must lie between them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit.significance.engine import inversion
from labkit.significance.engine.generating_function import lattice_tail
from labkit.significance.engine.inversion import tail_limits

FIRST, SECOND = np.array([0]), np.array([1])


def limits_of(draws, n_steps=1024):
    low, high = tail_limits([draws, np.zeros(len(draws))], FIRST, SECOND, n_steps)
    return float(low[0]), float(high[0])


@given(
    seed=st.integers(0, 2**32 - 1),
    n=st.integers(8, 400),
    spread=st.sampled_from([3, 20, 300]),
    shift=st.floats(-3, 3),
    shape=st.sampled_from(["normal", "skewed", "mostly zero"]),
)
@settings(max_examples=30, deadline=None)
def test_the_exact_tail_lies_within(seed, n, spread, shift, shape):
    rng = np.random.default_rng(seed)
    draws = rng.exponential(size=n) - 1 if shape == "skewed" else rng.normal(size=n)
    if shape == "mostly zero":
        draws *= rng.random(n) < 0.2
    whole = np.rint(spread * draws).astype(int)
    threshold = int(whole.sum() + shift * spread * np.sqrt(n))
    # A lattice between the whole numbers: nothing ties with 0.
    low, high = limits_of(whole - (threshold + 0.5) / n)
    exact = lattice_tail(whole, n, threshold)
    assert low - 1e-12 <= exact <= high + 1e-12


@pytest.mark.parametrize("n, widest", [(24, 1e-3), (100, 1e-4), (2000, 5e-5)])
def test_limits_are_close_for_real_scores(n, widest):
    rng = np.random.default_rng(n)
    draws = rng.normal(-1.5 / np.sqrt(n), 1, n)
    low, high = limits_of(draws, 4096)
    assert 0 < low <= high <= low + widest
    sums = rng.choice(draws, (20_000, n)).sum(axis=1) if n < 1000 else None
    if sums is not None:
        share = (sums > 0).mean()
        assert (
            abs(share - (low + high) / 2)
            < 5 * np.sqrt(share * (1 - share) / len(sums)) + high - low
        )


def test_many_pairs_agree_with_each_alone():
    rng = np.random.default_rng(3)
    values = rng.normal(size=300) + rng.normal(size=(12, 300)) * np.geomspace(0.01, 3, 12)[:, None]
    values += np.linspace(0, 0.1, 12)[:, None]
    first, second = np.triu_indices(12, 1)
    low, high = tail_limits(values, first, second)
    assert (low <= high).all() and (high - low).max() < 0.01
    for pair in range(0, len(first), 7):
        alone_low, alone_high = tail_limits(
            values, first[pair : pair + 1], second[pair : pair + 1], 2048
        )
        assert max(low[pair], alone_low[0]) <= min(high[pair], alone_high[0])


def test_constant_draws_need_no_inversion():
    assert limits_of(np.full(50, 0.25)) == (1, 1)
    assert limits_of(np.full(50, -0.25)) == (0, 0)


def test_hopeless_draws_get_honest_limits():
    draws = np.zeros(1000)
    draws[:2] = [np.sqrt(2), -np.pi]  # the sum is often exactly 0: no small p can be proven
    low, high = limits_of(draws)
    assert high - low > 0.05


@pytest.mark.parametrize("unit", [1e-4, 1e4])
def test_limits_do_not_hang_on_the_unit(unit):
    draws = np.random.default_rng(2).normal(-0.05, 1, 400)
    assert limits_of(unit * draws) == pytest.approx(limits_of(draws), rel=1e-6)


def test_heavy_tailed_draws_lose_nothing_by_the_terms_left_out(monkeypatch):
    """With a kurtosis far from 3, terms are left out only from where they are tiny."""
    draws = np.random.default_rng(1).exponential(size=1000) - 1.05
    low, high = limits_of(draws)
    monkeypatch.setattr(inversion, "EXPLICIT", 1)
    assert limits_of(draws) == pytest.approx((low, high), abs=1e-9)
    assert high - low < 1e-4


def test_limits_reach_no_further_than_pays(monkeypatch):
    """Scores very near whole numbers: beyond 2 pi, where |phi| is nearly 1 again, all is lost."""
    rng = np.random.default_rng(1)
    draws = rng.integers(-3, 3, 150) + rng.normal(0, 0.03, 150) + 0.1
    monkeypatch.setattr(inversion, "EXPLICIT", 1)
    low, high = limits_of(draws)
    assert high - low < 0.01


def test_far_tails():
    rng = np.random.default_rng(5)
    assert limits_of(rng.normal(-3, 1, 500))[1] <= 1e-12
    assert limits_of(rng.normal(3, 1, 500))[0] >= 1 - 1e-12


def sum_of_terms(draws, last, degree, window):
    """Estimate and half width of the limits by the module's formula, of the terms up to the last."""
    k = np.arange(1, last + 1)
    phi = np.array([np.exp(1j * np.pi * j / window * draws).mean() for j in k]) ** len(draws)
    u, odd = k / degree, k % 2 == 1
    g = (1 - u[odd]) / np.tan(np.pi * u[odd]) + 1 / np.pi
    estimate = 0.5 + 2 / degree * (g * phi[odd].imag).sum()
    return estimate, 1 / degree * (1 + 2 * ((1 - u[~odd]) * phi[~odd].real).sum())


@pytest.mark.parametrize("n, jitter, seed", [(60, 0.08, 0), (150, 0.06, 1), (150, 0.065, 1)])
def test_terms_that_are_left_out_are_in_the_limits(n, jitter, seed, monkeypatch):
    """Scores near whole numbers: |phi|^n is large again around 2 pi, beyond the terms that are computed."""
    rng = np.random.default_rng(seed)
    draws = rng.integers(-3, 3, n) + rng.normal(0, jitter, n) + 0.1
    seen = {}
    search, characteristic = inversion._search, inversion._Draws.characteristic

    def remembered_search(*arguments):
        seen["horizon"], seen["bound"] = search(*arguments)
        return seen["horizon"], seen["bound"]

    def remembered_terms(self, step, count, *arguments):
        seen["window"], seen["computed"] = np.pi / step, count
        return characteristic(self, step, count, *arguments)

    monkeypatch.setattr(inversion, "EXPLICIT", 1)
    monkeypatch.setattr(inversion, "_search", remembered_search)
    monkeypatch.setattr(inversion._Draws, "characteristic", remembered_terms)
    low, high = limits_of(draws, 1024)
    degree = int(seen["horizon"][0] * seen["window"] / np.pi)
    assert degree > 2 * seen["computed"]  # most terms are left out
    estimate, width = sum_of_terms(draws, degree - 1, degree, seen["window"])
    assert abs((low + high) / 2 - estimate) > 1e-9  # what they add up to matters
    assert low <= estimate - width and estimate + width <= high
    # Terms k of at most 2/k times the bound of the search, from the last computed one on.
    _, computed = sum_of_terms(draws, seen["computed"], degree, seen["window"])
    left_out = seen["bound"][0] * (1 + np.log(degree / seen["computed"]))
    assert (high - low) / 2 == pytest.approx(computed + left_out, abs=1e-11)
