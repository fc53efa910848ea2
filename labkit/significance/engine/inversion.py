"""Limits for the law of a sum of real-valued draws, from its characteristic function.

Scores that lie on no coarse lattice have a characteristic function still,
phi(t) = E exp(itX), and that of a sum of n draws is phi(t)^n. What phi does on
0 <= t <= U is enough to lock P(sum > 0) between two limits a distance
2 pi f(0) / U apart, f(0) being the density at 0, whatever the shape of the law.

The limits are Prawitz's (1972, "Limits for a distribution, if the
characteristic function is given in a finite domain", *Skandinavisk
Aktuarietidskrift*), in the form of Selberg's and Vaaler's trigonometric
polynomials (Montgomery 1994, *Ten Lectures*, chapter 1), which turn his
integral into a finite sum. With S the sum, H a length so large that |S| < H,
and g(u) = (1 - u) cot(pi u) + 1/pi,

    P(S > 0) = 1/2 + 2/(N+1) * sum over odd k <= N of g(k/(N+1)) Im phi(pi k/H)^n  +- w,
    w        = 1/(N+1) * (1 + 2 * sum over even k <= N of (1 - k/(N+1)) Re phi(pi k/H)^n).

Three things are added to w: the chance that |S| >= H (Bernstein's inequality),
a bound on the terms that are left out because |phi|^n is tiny there, and the
rounding of the arithmetic.

All pairs of many systems share the work: if X = u_a - u_b, then
phi(t) = E exp(it u_a) conj(exp(it u_b)), so that one matrix product gives phi
at one t for all pairs.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, DTypeLike
from threadpoolctl import threadpool_limits
from tqdm.auto import tqdm

from labkit.significance.engine.generating_function import power

#: Chance that the sum leaves the window, each side.
ESCAPE = 1e-14

#: |phi(t)|^n at which terms are left out.
NEGLIGIBLE = 1e-13

#: Terms times items that are computed even where the search might do without them.
EXPLICIT = 2**20

#: Step of the search for large |phi|, and widest spread of the pairs that share
#: one grid, in standard deviations of a draw.
STEP, SPREAD = 0.7, 4.0

#: Most items of which single precision adds up phi well enough for the search.
LONGEST_IN_SINGLE = 10_000


def tail_limits(
    values: ArrayLike,
    first: np.ndarray,
    second: np.ndarray,
    n_steps: int = 320,
    progress: bool = False,
) -> tuple[np.ndarray, np.ndarray]:
    """Lock P(S > 0) between limits, S the sum of n draws from the differences of two rows.

    The differences are ``values[first] - values[second]``, of `values` ``(m, n)``, a
    row a system, and row numbers ``(pairs,)``. The search for large |phi| takes
    `n_steps`: the limits ``(pairs,)`` close as 1/n_steps. They are proven; 0 and 1
    where nothing better can be.

    Examples
    --------
    >>> draws = np.random.default_rng(1).normal(size=1000) - 0.05
    >>> low, high = tail_limits([draws, 0 * draws], np.array([0]), np.array([1]))
    >>> print(f"{low[0]:.5f} < P(S > 0) < {high[0]:.5f}")
    0.00041 < P(S > 0) < 0.00042
    """
    values = np.asarray(values, float)
    mean, sd, largest, kurtosis = _moments(values, first, second)
    low = (mean > 0).astype(float)
    high = low.copy()
    vary = np.flatnonzero(sd > 1e-13 * abs(values).max())
    order = vary[np.argsort(sd[vary])]
    while len(order):
        block = order[sd[order] <= SPREAD * sd[order[0]]]
        order = order[len(block) :]
        moments = (moment[block] for moment in (mean, sd, largest, kurtosis))
        draws = _Draws(values, first[block], second[block], *moments)
        # Small products: sharing them out costs more than it gains.
        with threadpool_limits(1, "blas"):
            low[block], high[block] = _limits(draws, n_steps, progress)
    return low, high


class _Draws(NamedTuple):
    """The pairs of one block, and the moments of one draw of each."""

    values: np.ndarray
    first: np.ndarray
    second: np.ndarray
    mean: np.ndarray
    sd: np.ndarray
    largest: np.ndarray
    kurtosis: np.ndarray

    def characteristic(
        self, step: float, count: int, dtype: DTypeLike = np.complex128
    ) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Yield blocks of k = 1, 2, ..., count and of phi(k * step), shape (block, pairs)."""
        if direct := len(self.first) <= len(self.values):
            values = self.values[self.first] - self.values[self.second]
        else:
            values = self.values
        m, n = values.shape
        length = max(1, min(count, 2**19 // (m * n)))
        k = np.arange(1, length + 1)
        z = np.exp(1j * step * k[:, None, None] * values).astype(dtype)
        turn = np.exp(1j * step * length * values).astype(dtype)
        while True:
            if direct:
                phi = z.mean(axis=2)
            else:
                phi = np.stack([_products(at_t)[self.first, self.second] for at_t in z]) / n
            yield k[k <= count], phi[k <= count]
            if k[-1] >= count:
                return
            k = k + length
            z *= turn


def _limits(draws: _Draws, n_steps: int, progress: bool) -> tuple[np.ndarray, np.ndarray]:
    """Find the limits for pairs of similar spread."""
    n = draws.values.shape[1]
    # Bernstein: |S - ES| >= reach with a probability below 2 ESCAPE.
    log_escape = -np.log(ESCAPE)
    jump = log_escape * draws.largest / 3
    reach = jump + np.sqrt(jump**2 + 2 * log_escape * n * draws.sd**2)
    centre = n * draws.mean
    window = np.where(abs(centre) < reach, reach + abs(centre), 0).max()
    if window == 0:
        return np.where(centre > 0, 1 - ESCAPE, 0), np.where(centre > 0, 1, ESCAPE)

    n_terms = int(np.ceil(_small_from(draws, n).max() * window / np.pi))
    n_terms = max(n_terms, min(2**16, EXPLICIT // (n * len(draws.first))))
    horizon, missing = _search(draws, n, n_terms * np.pi / window, n_steps, progress)
    degree = np.maximum(np.floor(horizon * window / np.pi), n_terms + 1)  # N + 1
    missing = np.where(degree > n_terms + 1, missing * (1 + np.log(degree / n_terms)), 0)

    estimate, width = np.full(len(centre), 0.5), 1 / degree
    terms = draws.characteristic(np.pi / window, n_terms)
    for k, phi in tqdm(terms, desc="inversion", unit="term", disable=not progress):
        phi_n = power(phi, n)
        u = np.divide.outer(k, degree)
        odd, even = k % 2 == 1, k % 2 == 0
        g = (1 - u[odd]) / np.tan(np.pi * u[odd]) + 1 / np.pi
        estimate += 2 / degree * (g * phi_n[odd].imag).sum(axis=0)
        width += 2 / degree * ((1 - u[even]) * phi_n[even].real).sum(axis=0)
    rounding = 2e-14 * n  # of phi, after a hundred products, in the n-th power
    error = np.maximum(width, 0) + missing + 2 * ESCAPE + rounding
    low, high = np.clip(estimate - error, 0, 1), np.clip(estimate + error, 0, 1)
    low = np.where(centre < -reach, 0, np.where(centre > reach, 1 - ESCAPE, low))
    return low, np.where(centre < -reach, ESCAPE, np.where(centre > reach, 1, high))


def _small_from(draws: _Draws, n: int) -> np.ndarray:
    """Find a t from which on |phi|^n is negligible, or where the moments cease to tell (pairs,)."""
    # |phi|^2 = E cos t(X - X') <= 1 - y + y^2 (kurtosis + 3)/12 with y = (sd t)^2.
    lowest = 6 / (draws.kurtosis + 3)
    drop = 1 - NEGLIGIBLE ** (2 / n)
    y = lowest * (1 - np.sqrt(np.maximum(0, 1 - 2 * drop / lowest)))
    return np.sqrt(y) / draws.sd


def _search(
    draws: _Draws, n: int, start: float, n_steps: int, progress: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Find the U up to which |phi|^n stays small after `start`, and a bound on it there (pairs,)."""

    def moment_bound(t: float) -> np.ndarray:
        y = (draws.sd * t) ** 2
        return 1 - y + y**2 * (draws.kurtosis + 3) / 12

    step = STEP / draws.sd.max()
    # |phi|^2 has a second derivative of at most 2 sd^2: between two grid points
    # it exceeds the larger of both by no more than this.
    slack = (step * draws.sd) ** 2 / 4
    # Single precision will do, if its rounding errors over the steps and the items are allowed for.
    dtype = np.complex64 if n <= LONGEST_IN_SINGLE else np.complex128
    slack += (5e-7 * n_steps + 2.5e-7 * n) * (dtype is np.complex64)
    spacing = np.pi * 0.4 / (draws.sd * np.sqrt(n))
    square, left = np.zeros(len(spacing)), np.ones(len(spacing))
    horizon, missing, least = np.zeros(len(spacing)), np.zeros(len(spacing)), spacing / start
    for k, phi in tqdm(
        draws.characteristic(step, n_steps, dtype), desc="search", unit="step", disable=not progress
    ):
        for t, right in zip(k * step, abs(phi) ** 2, strict=True):
            if t > start:
                by_moments = np.maximum(moment_bound(max(start, t - step)), moment_bound(t))
                square = np.maximum(square, np.minimum(by_moments, np.maximum(left, right) + slack))
                bound = np.minimum(square, 1) ** (n / 2)
                better = spacing / t + bound < least
                least = np.where(better, spacing / t + bound, least)
                horizon, missing = np.where(better, t, horizon), np.where(better, bound, missing)
            left = right
    return horizon, missing


def _products(z: np.ndarray) -> np.ndarray:
    """Sum z_a conj(z_b) over the items for all rows a, b: (m, n) -> (m, m)."""
    # In real arithmetic, with two symmetric products and an antisymmetric one.
    real, imaginary = np.ascontiguousarray(z.real), np.ascontiguousarray(z.imag)
    mixed = imaginary @ real.T
    return real @ real.T + imaginary @ imaginary.T + 1j * (mixed - mixed.T)


def _moments(values: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Compute mean, sd, largest deviation and kurtosis of the differences of each pair."""
    rows = max(1, 2**18 // values.shape[1])
    moments = [
        _moments_of(values[first[i : i + rows]] - values[second[i : i + rows]])
        for i in range(0, len(first), rows)
    ]
    return np.concatenate(moments, axis=1)


def _moments_of(draws: np.ndarray) -> np.ndarray:
    mean = draws.mean(axis=1)
    draws -= mean[:, None]
    squares = draws * draws
    variance = squares.mean(axis=1)
    fourth = np.einsum("ij,ij->i", squares, squares) / draws.shape[1]
    kurtosis = np.divide(fourth, variance**2, out=np.ones_like(fourth), where=variance > 0)
    return np.stack([mean, np.sqrt(variance), np.sqrt(squares.max(axis=1)), kurtosis])
