"""Exact laws of a sum of independent draws: the bootstrap with endless resamples.

A bootstrap resample of a mean is a sum of independent draws from one small
table of numbers. Nothing needs to be simulated then: if the numbers lie on a
lattice (0/1 scores, counts, scores with a fixed number of decimals), the whole
law of the sum is in a power of its generating function G(z) = E z^v, and

    P(sum of n draws > s)  =  1/(2 pi i)  *  integral of  G(z)^n / (z^(s+1) (z - 1)) dz

around a circle of any radius above 1 (Cauchy's coefficient formula; Flajolet &
Sedgewick 2009, *Analytic Combinatorics*, chapter IV). Equally spaced points on
the circle give the integral with an error that falls exponentially in their
number. The radius is that of the saddle point (chapter VIII): there the
integrand does not cancel, and a p-value of 1e-80 keeps its digits. What is left is
rounding, which grows with the number of points: up to 1e-11 of p on a circle of
millions.

Where the items are few, every resample can be listed, for any metric at all.
"""

import math
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike
from scipy.fft import next_fast_len, rfft
from scipy.optimize import brentq

#: Error of the points on the circle, relative to the p-value, as a power of e.
LOG_ERROR = -40

#: Most points on a circle, and most resamples in a list, for one comparison.
MOST_POINTS = 2**22
MOST_RESAMPLES = 2**20


def trinomial_tail(plus: ArrayLike, minus: ArrayLike, n: int, threshold: ArrayLike) -> np.ndarray:
    """Compute P(X > threshold) for the sum X of n draws of +1, -1 and 0.

    Their probabilities are plus/n, minus/n and the rest; many cases at once.

    Examples
    --------
    A gain of 120 - 90 items of 2000, and resampled gains above twice that:

    >>> round(float(trinomial_tail(120, 90, 2000, 60)), 12)
    0.017728039594
    """
    cases = np.stack(np.broadcast_arrays(plus, minus, threshold)).astype(int)
    distinct, where = np.unique(cases.reshape(3, -1), axis=1, return_inverse=True)
    wins, losses, limit = distinct
    # Below the mean, the other tail is the small one: P(X > s) = 1 - P(-X > -s - 1).
    mirrored = limit < wins - losses
    up, down = np.where(mirrored, losses, wins), np.where(mirrored, wins, losses)
    s = np.where(mirrored, -limit - 1, limit)
    largest = np.where(up > 0, n, np.where(up + down < n, 0, -n))
    tail = np.zeros(len(s))
    todo = np.flatnonzero(s < largest)
    points = _circle_length(_TrinomialLaw(up[todo], down[todo], n), s[todo], 64)
    for length in np.unique(points):
        rows = todo[points == length]
        tail[rows] = _trinomial_on_circle(up[rows], down[rows], n, s[rows], length)
    return np.where(mirrored, 1 - tail, tail)[where].reshape(cases.shape[1:])


def lattice_tail(
    values: ArrayLike, n_draws: int, threshold: int, most_points: int = MOST_POINTS
) -> float | None:
    """Compute P(X > threshold) for the sum X of `n_draws` draws from equally likely `values`.

    The values are whole numbers ``(n,)``. None where more than `most_points` points on
    the circle would be needed.

    Examples
    --------
    Two dice show more than 10 in three of 36 throws:

    >>> round(lattice_tail([1, 2, 3, 4, 5, 6], 2, 10) * 36, 12)
    3.0
    """
    values, counts = np.unique(values, return_counts=True)
    weights = counts / counts.sum()
    if (2 * threshold + 1) * int(counts.sum()) < 2 * n_draws * int(values @ counts):
        # The other tail is the small one: P(X > s) = 1 - P(-X > -s - 1).
        other = lattice_tail(np.repeat(-values, counts), n_draws, -threshold - 1, most_points)
        return None if other is None else 1 - other
    if threshold >= n_draws * values[-1]:
        return 0.0
    law = _Law(values, weights, n_draws)
    start = next_fast_len(64 + math.ceil(10 * law.sd), real=True)
    length = int(_circle_length(law, np.array([threshold]), start, most_points)[0])
    if length > most_points:
        return None
    theta = _radius(law.saddle(np.array([threshold])), length)[0]
    tilted = weights * np.exp(theta * (values - values[-1]))
    log_g = math.log(tilted.sum()) + theta * values[-1]
    psi = rfft(np.bincount(values % length, tilted / tilted.sum(), minlength=length))
    k = np.arange(len(psi))
    large = np.flatnonzero(abs(psi) ** n_draws > 1e-20)
    terms = _circle_terms(psi[large].conj(), k[large], length, n_draws, threshold, theta)
    return float(np.clip(math.exp(n_draws * log_g - threshold * theta) * terms.sum(), 0, 1))


def enumerate_resamples(
    statistics: ArrayLike, n_draws: int, most: int = MOST_RESAMPLES
) -> tuple[np.ndarray, np.ndarray] | None:
    """List every resample of `n_draws` rows of `statistics` and its probability.

    Equal rows are one outcome, and resamples that differ only in order are one
    resample: n draws from m outcomes leave C(n + m - 1, n) of them instead of
    n^n (Hall 1992, *The Bootstrap and Edgeworth Expansion*, appendix I). Of statistics
    ``(n, c)``, totals ``(resamples, c)`` and probabilities; None if more than `most`.

    Examples
    --------
    >>> totals, probabilities = enumerate_resamples([[0], [0], [1]], n_draws=2)
    >>> totals.ravel().tolist(), (probabilities * 9).round().tolist()
    ([0, 1, 2], [4.0, 4.0, 1.0])
    """
    outcomes, counts = np.unique(np.asarray(statistics), axis=0, return_counts=True)
    if math.comb(n_draws + len(outcomes) - 1, n_draws) > most:
        return None
    weights = counts / counts.sum()
    totals = np.zeros((1, outcomes.shape[1]), outcomes.dtype)
    left, probabilities = np.array([n_draws]), np.ones(1)
    for j in range(len(outcomes) - 1, 0, -1):
        # `left` draws fall on outcomes 0..j; those that fall on j are binomial.
        share = weights[j] / weights[: j + 1].sum()
        parent = np.repeat(np.arange(len(left)), left + 1)
        first = np.repeat(np.cumsum(left + 1) - (left + 1), left + 1)
        drawn = np.arange(len(parent)) - first
        probabilities = probabilities[parent] * _binomial(drawn, left[parent], share)
        totals = totals[parent] + drawn[:, None] * outcomes[j]
        left = left[parent] - drawn
    return totals + left[:, None] * outcomes[0], probabilities


class _SumLaw(Protocol):
    """What a circle needs to know about the law of a sum."""

    def saddle(self, s: np.ndarray) -> np.ndarray:
        """Find the log radius of the saddle point of G(z)^n / z^(s + 1/2)."""

    def log_tail(self, s: np.ndarray) -> np.ndarray:
        """Bound log P(X > s) as Chernoff does."""


class _TrinomialLaw:
    """Sums of n draws of +1 (up of n), -1 (down of n) and 0; many laws at once."""

    def __init__(self, up: np.ndarray, down: np.ndarray, n: int) -> None:
        """Keep the counts of the three outcomes."""
        self.up, self.down, self.n = up, down, n
        self.largest = np.where(up > 0, n, np.where(up + down < n, 0, -n))

    def saddle(self, s: np.ndarray) -> np.ndarray:
        """Solve a quadratic equation."""
        rest = self.n - self.up - self.down
        rho = (np.clip(s, -self.n, self.largest - 1) + 0.5) / self.n
        # G'(z) z / G(z) = rho is the quadratic up (1-rho) z^2 - rho rest z - down (1+rho) = 0.
        square, linear, constant = self.up * (1 - rho), rho * rest, self.down * (1 + rho)
        root = np.sqrt(linear**2 + 4 * square * constant)
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.where(rho > 0, (linear + root) / (2 * square), 2 * constant / (root - linear))
        return np.log(np.fmax(z, 1))

    def log_tail(self, s: np.ndarray) -> np.ndarray:
        """Bound log P(X > s) as Chernoff does."""
        theta = self.saddle(s)
        g = self.up * np.exp(theta) + self.down * np.exp(-theta) + self.n - self.up - self.down
        return np.where(s < self.largest, self.n * np.log(g / self.n) - theta * s, -np.inf)


class _Law:
    """Sums of n draws from integer values with given probabilities."""

    def __init__(self, values: np.ndarray, weights: np.ndarray, n: int) -> None:
        """Keep the values in order, with their probabilities."""
        self.values, self.weights, self.n = values, weights, n
        self.sd = math.sqrt(n * self._moments(0)[1])

    def _moments(self, theta: float) -> tuple[float, float, float]:
        """Find mean and variance of a draw tilted by exp(theta value), and the log of that's mean."""
        tilted = self.weights * np.exp(theta * (self.values - self.values[-1]))
        total = tilted.sum()
        mean = tilted @ self.values / total
        variance = tilted @ (self.values - mean) ** 2 / total
        return mean, variance, math.log(total) + theta * self.values[-1]

    def saddle(self, s: np.ndarray) -> np.ndarray:
        """Search for the tilt with the mean s + 1/2."""
        target = (min(s[0], self.n * int(self.values[-1]) - 1) + 0.5) / self.n
        if self._moments(0)[0] >= target:
            return np.zeros(1)
        high = 1 / (self.values[-1] - self.values[0])
        while self._moments(high)[0] < target:
            high *= 2
        root = brentq(lambda theta: self._moments(theta)[0] - target, 0, high, rtol=1e-6)
        return np.array([root])

    def log_tail(self, s: np.ndarray) -> np.ndarray:
        """Bound log P(X > s) as Chernoff does."""
        if s[0] >= self.n * self.values[-1]:
            return np.array([-np.inf])
        theta = self.saddle(s)
        return self.n * self._moments(theta[0])[2] - theta * s


def _radius(saddle: np.ndarray, length: int | np.ndarray) -> np.ndarray:
    """Choose the log radius of a circle of `length` points: z^-length is well below exp(LOG_ERROR)."""
    return np.maximum(saddle, (4 - LOG_ERROR) / length)


def _circle_length(law: _SumLaw, s: np.ndarray, start: int, most: float = np.inf) -> np.ndarray:
    """Say how many points on the circle give P(X > s) to a relative error of exp(LOG_ERROR)."""
    # `length` points add up P(X > s + m length) r^(m length) for all whole m, not only m = 0.
    length = np.full(len(s), start)
    wanted = law.log_tail(s) + LOG_ERROR
    while True:
        theta = _radius(law.saddle(s), length)
        error = np.maximum(
            theta * length + law.log_tail(s + length), -theta * length + law.log_tail(s - length)
        )
        short = (error > wanted) & (length <= most)
        if not short.any():
            return length
        length = np.where(short, 2 * length, length)


def _trinomial_on_circle(
    up: np.ndarray, down: np.ndarray, n: int, s: np.ndarray, length: int
) -> np.ndarray:
    """Compute P(X > s) for many trinomial sums on circles of `length` points."""
    theta = _radius(_TrinomialLaw(up, down, n).saddle(s), length)
    a, b, rest = up * np.exp(theta), down * np.exp(-theta), n - up - down
    g = a + b + rest
    k = np.arange(length // 2 + 1)
    cos, sin = np.cos(2 * np.pi * k / length), np.sin(2 * np.pi * k / length)
    real = (np.multiply.outer(a + b, cos) + rest[:, None]) / g[:, None]
    imaginary = np.multiply.outer((a - b) / g, sin)
    row, column = np.nonzero(real**2 + imaginary**2 > 1e-20 ** (2 / n))
    psi = real[row, column] + 1j * imaginary[row, column]
    terms = _circle_terms(psi, k[column], length, n, s[row], theta[row])
    sums = np.bincount(row, terms, minlength=len(s))
    return np.clip(np.exp(n * np.log(g / n) - s * theta) * sums, 0, 1)


def power(z: np.ndarray, n: int) -> np.ndarray:
    """Raise complex z to n by repeated squaring: ten times faster than numpy, which takes a logarithm."""
    result = np.ones_like(z)
    while n:
        if n % 2:
            result *= z
        z, n = z * z, n // 2
    return result


def _circle_terms(
    psi: np.ndarray,
    k: np.ndarray,
    length: int,
    n: int,
    s: int | np.ndarray,
    theta: float | np.ndarray,
) -> np.ndarray:
    """Compute terms k and length - k of the sum over the circle exp(theta + 2 pi i k / length)."""
    angle = 2 * np.pi / length
    turn = np.exp(-1j * angle * ((k * s) % length))
    kernel = np.exp(theta + 1j * angle * k) - 1
    twice = np.where((k == 0) | (2 * k == length), 1, 2)
    return twice * (power(psi, n) * turn / kernel).real / length


def _binomial(k: np.ndarray, n: np.ndarray, p: float) -> np.ndarray:
    """Compute P(K = k) for K ~ Bin(n, p), n small."""
    rows = range(n.max() + 1)
    pascal = np.array([[math.comb(i, j) for j in rows] for i in rows], float)
    return pascal[n, k] * p**k * (1 - p) ** (n - k)
