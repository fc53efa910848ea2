"""Where four tests reject, and how often: the law of each one's statistic under both hypotheses.

Two systems' scores on n items are normal with standard deviation 1 and a correlation; system 1
is better by an effect, or by nothing. Then the sign test counts binomial events; the statistic
of the matched-pair t test has a noncentral t law; and that of the two-sample t test a mixture of
such laws (see `_spread`). The law of Wilcoxon's signed ranks is exact without a difference; with
one it has no closed form, and is taken from many experiments.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import stats
from scipy.special import ndtr, roots_jacobi, stdtr, stdtrit

from labkit.significance._shuffles import toss_by_toss
from labkit.significance.sign import pvalue_of_outcomes

TESTS = "sign test", "Wilcoxon", "matched-pair t", "two-sample t"
MOST_ITEMS = 200

#: What each test computes.
STATISTICS = {
    "sign test": "items on which I is better",
    "Wilcoxon": "sum of the ranks in favour of I",
    "matched-pair t": "t",
    "two-sample t": "t",
}

#: Experiments that stand for the law of Wilcoxon's test where there is a difference.
MANY = 10_000

_BARS = 60  # at most about so many for a discrete law
_POINTS = 240  # of a curve
_FINE = 800  # points of a grid to sum over


class Law(NamedTuple):
    """The law of a test's statistic without a difference and with one, to draw and to sum.

    Attributes
    ----------
    places : array of shape (m,), or (m + 1,) if `steps`
        Of the curves' points, or the edges of their steps.
    null, other : array of shape (m,)
        Densities without and with the difference.
    low, high : float or None
        The critical lines: the test rejects what is below `low` or above `high`.
    type_one, power : float
        The two laws' shares beyond the lines.
    steps : bool
        Whether the statistic is a whole number.
    """

    places: np.ndarray
    null: np.ndarray
    other: np.ndarray
    low: float | None
    high: float | None
    type_one: float
    power: float
    steps: bool


def statistic(test: str, one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Compute the statistic of many experiments at once: scores (experiments, n) to (experiments,)."""
    gains = one - two
    n = gains.shape[1]
    if test == "sign test":
        return (gains > 0).sum(axis=1)
    if test == "Wilcoxon":
        return _rank_sums(gains)
    if test == "matched-pair t":
        return gains.mean(axis=1) / (gains.std(axis=1, ddof=1) / np.sqrt(n))
    pooled = (one.var(axis=1, ddof=1) + two.var(axis=1, ddof=1)) / 2
    return gains.mean(axis=1) / np.sqrt(pooled * 2 / n)


def pvalues(test: str, statistics: np.ndarray, n: int) -> np.ndarray:
    """Look up the two-sided p of each statistic."""
    if test == "sign test":
        return pvalue_of_outcomes(statistics, n - statistics, 0, "split", "two-sided")
    if test == "Wilcoxon":
        return _rank_sum_law(n)[1][statistics]
    return 2 * stdtr(_degrees(test, n), -abs(statistics))


@lru_cache(maxsize=64)
def law(test: str, n: int, effect: float, correlation: float, alpha: float) -> Law:
    """Find the law of a test's statistic on n items, without a difference and with this effect."""
    spread = np.sqrt(2 - 2 * correlation)  # standard deviation of a difference
    if test == "sign test":
        counts = np.arange(n + 1)
        null, other = (stats.binom.pmf(counts, n, q) for q in (0.5, ndtr(effect / spread)))
        return _discrete(null, other, pvalues(test, counts, n) <= alpha)
    if test == "Wilcoxon":
        null, p = _rank_sum_law(n)
        sums = _rank_sums(_many_normal()[:, :n] + np.float32(effect / spread))
        other = np.bincount(sums, minlength=len(null)) / MANY
        return _discrete(null, other, p <= alpha)
    return _continuous(test, n, effect / spread * np.sqrt(n), correlation, alpha)


def _discrete(null: np.ndarray, other: np.ndarray, rejected: np.ndarray) -> Law:
    """Make bars of the values 0, 1, ..., each wholly on one side of a critical line."""
    kept = np.flatnonzero(~rejected)  # never empty: in the middle p is 1
    first, last = int(kept[0]), int(kept[-1])
    rare = [
        np.flatnonzero(np.minimum(f.cumsum(), f[::-1].cumsum()[::-1]) > 5e-4) for f in (null, other)
    ]
    left = max(0, min(first - 1, *(int(found[0]) for found in rare)))
    right = min(len(null) - 1, max(last + 1, *(int(found[-1]) for found in rare)))
    width = max(1, round((right - left) / _BARS))
    # Edges in whole steps from the upper line outwards and inwards, and one at the lower line.
    high_edge, low_edge = last + 1, first
    edges = np.arange(high_edge - width * -(-(high_edge - left) // width), right + width + 1, width)
    edges = np.unique(np.append(np.clip(edges, 0, len(null)), low_edge))
    flat, shifted = (
        np.add.reduceat(np.append(f, 0), edges[:-1]) / np.diff(edges) for f in (null, other)
    )
    return Law(
        edges - 0.5,
        flat,
        shifted,
        low_edge - 0.5 if first > 0 else None,
        high_edge - 0.5 if last < len(null) - 1 else None,
        float(null[rejected].sum()),
        float(other[rejected].sum()),
        steps=True,
    )


def _continuous(test: str, n: int, shift: float, correlation: float, alpha: float) -> Law:
    """Make curves of the laws of t, which reach as far as they are not too rare."""
    edge = float(-stdtrit(_degrees(test, n), alpha / 2))
    spreads, weights = _spread(test, n, correlation)
    common = np.interp(0.05, np.cumsum(weights), spreads)  # 95 % are larger
    left = min((min(0.0, shift) - 2.8) / common, -1.15 * edge)
    right = max((max(0.0, shift) + 2.8) / common, 1.15 * edge)
    places = np.unique(np.concatenate([np.linspace(left, right, _POINTS), [-edge, edge]]))
    scaled = places[:, None] * spreads
    null, other = ((_bell(scaled - mean) * spreads) @ weights for mean in (0.0, shift))
    type_one, power = (
        float((ndtr(mean - edge * spreads) + ndtr(-mean - edge * spreads)) @ weights)
        for mean in (0.0, shift)
    )
    return Law(places, null, other, -edge, edge, type_one, power, steps=False)


def _degrees(test: str, n: int) -> int:
    """Count the degrees of freedom of a t test on n items of two systems."""
    return n - 1 if test == "matched-pair t" else 2 * n - 2


def _bell(x: np.ndarray) -> np.ndarray:
    return np.exp(-0.5 * x**2) / np.sqrt(2 * np.pi)


@lru_cache(maxsize=32)
def _spread(test: str, n: int, correlation: float) -> tuple[np.ndarray, np.ndarray]:
    """Give the law of what t is divided by: values, and how probable each of them is.

    t is (Z + shift) / S with Z standard normal and S, independent of it, the estimate of the
    difference's standard deviation over the true one. For matched pairs S^2 is chi-squared
    over its degrees of freedom. The two-sample test estimates it from the sums of squares of both
    systems, which together are those of the sum and of the difference of their scores. These are
    independent, with variances 2 (1 + r) and 2 (1 - r); so S^2 is W / (2n - 2) times
    (1 - r + 2 r B) / (1 - r), with W chi-squared of 2n - 2 degrees and B, independent of it,
    Beta((n - 1) / 2, (n - 1) / 2). B has the nodes of Gauss and Jacobi; log S a fine grid, on
    which sums of smooth functions are right to nearly all digits.
    """
    degrees = _degrees(test, n)
    logs, shares = np.zeros(1), np.ones(1)
    if test == "two-sample t" and correlation:
        nodes, shares = roots_jacobi(60, (n - 3) / 2, (n - 3) / 2)
        logs = np.log((1 + correlation * nodes) / (1 - correlation)) / 2
        shares = shares / shares.sum()
    low, high = np.log(stats.chi2.ppf([1e-15, 1 - 1e-15], degrees) / degrees) / 2
    grid = np.linspace(low + logs.min(), high + logs.max(), _FINE)
    squares = degrees * np.exp(2 * (grid[:, None] - logs))
    weights = np.exp(stats.chi2.logpdf(squares, degrees)) * squares @ shares
    return np.exp(grid), weights / weights.sum()


@lru_cache(maxsize=8)
def _rank_sum_law(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Compute how probable each sum of the positive ranks among 1, ..., n is; and its p."""
    probabilities = toss_by_toss(np.arange(1, n + 1))
    lower = np.cumsum(probabilities)
    return probabilities, np.minimum(1, 2 * np.minimum(lower, lower[::-1]))


def _rank_sums(gains: np.ndarray) -> np.ndarray:
    """Sum the ranks of the positive gains, row by row; normal gains have no ties.

    The last bit of each size says whether the gain is positive: to sort sizes takes half as
    long as to rank them, and a slider waits for it.
    """
    bits = np.int32 if gains.dtype == np.float32 else np.int64
    sizes: np.ndarray = abs(gains).view(bits)
    sizes = (sizes & ~1) | (gains > 0)
    sizes.sort(axis=1)
    return (sizes & 1) @ np.arange(1, gains.shape[1] + 1)


@lru_cache(maxsize=1)
def _many_normal() -> np.ndarray:
    """Draw standard normal numbers (experiments, items), always the same."""
    return np.random.default_rng(0).standard_normal((MANY, MOST_ITEMS), dtype=np.float32)
