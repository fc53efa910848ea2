"""Exact distributions of sums of fair signs: the engine under the randomization test.

Swapping two systems' rows on item i flips the sign of their difference d_i, so
every shuffle is a vector V = sum of e_i d_i with fair signs e_i = +1 or -1.
Going through all 2^n shuffles is only one way to its distribution:

* items with equal differences (up to sign) collapse into a *cell*: how many of
  its m items are swapped is binomial, m + 1 cases instead of 2^m;
* differences on a *lattice* (whole numbers, fixed decimals) have few different
  sums, which a recursion over the items builds up coin by coin; several columns
  of whole numbers are one number in a mixed radix, so the same recursion serves
  F1 and the like (Zmigrod, Vieira & Cotterell 2022);
* for a mean, it is enough to enumerate two halves of the items and to *meet in
  the middle*: 2 * 2^(n/2) sums instead of 2^n.

All probabilities are sums of positive terms (relative accuracy 1e-12), except
that long recursions multiply by FFT: their rounding errors are about 1e-16 of
the largest term, see `lattice_pmf`.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import fft
from scipy.optimize import brentq
from scipy.special import betainc

#: Most outcomes that are enumerated: 2^20, as in Yeh (2000), section 3.3.
LARGEST_TABLE = 2**20
#: Most different sums that the recursion keeps.
LARGEST_LATTICE = 2**22
#: Recursions that touch more numbers than this are multiplied by FFT.
LARGEST_RECURSION = 2**24


def binomial_upper_tail(k, n):
    """P(X >= k) for X ~ Bin(n, 1/2), as an incomplete beta function: any n, no overflow; arrays too."""
    k, n = np.asarray(k), np.asarray(n)
    tail = betainc(np.maximum(k, 1), np.maximum(n - k, 0) + 1, 0.5)
    return np.where(k <= 0, 1.0, np.where(k <= n, tail, 0.0))[()]


def binomial_pmf(n: int) -> np.ndarray:
    """P(X = 0), ..., P(X = n) for X ~ Bin(n, 1/2)."""
    k = np.arange(-(-n // 2), n)
    right = np.concatenate([[1.0], np.cumprod((n - k) / (k + 1))])  # relative to the middle: cannot overflow
    pmf = np.concatenate([right[:0:-1] if n % 2 == 0 else right[::-1], right])
    return pmf / pmf.sum()


def on_lattice(values: np.ndarray, noise: float) -> np.ndarray | None:
    """`values` as whole multiples of a common unit, or None if none is found.

    Tried are fixed decimals (up to nine) and fractions with denominators up to
    64. A value may be `noise` away from its multiple.
    """
    if values.dtype.kind == "f":
        # Few values rule out most units; the last one left must suit them all.
        suits = _near_multiples(values[:8, None], noise) & (noise * _SCALES <= 0.01)
        scales = [scale for scale in _SCALES[suits.all(axis=0)] if _near_multiples(values, noise, scale).all()]
        if not scales:
            return None
        values = np.rint(values * scales[0]).astype(np.int64)
    return values // max(1, np.gcd.reduce(values))


_SCALES = np.concatenate([10.0 ** np.arange(10), np.arange(3.0, 65.0)])


def _near_multiples(values, noise, scales=_SCALES):
    """Which values are whole multiples of 1 / scale, but for `noise` and rounding."""
    scaled = values * scales
    return abs(scaled - np.rint(scaled)) <= noise * scales + 1e-15 * abs(scaled)


def merge_near(values: np.ndarray, noise: float) -> np.ndarray:
    """`values` whose sizes differ by less than `noise` made equal in size; those near 0 made 0."""
    order = np.argsort(abs(values))
    sizes = abs(values)[order]
    new = np.diff(sizes, prepend=0) > noise
    merged = np.empty_like(values)
    merged[order] = np.concatenate([[0.0], sizes[new]])[np.cumsum(new)]
    return np.copysign(merged, values)


def collapse(differences: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cells of items with equal differences: steps ``(c, k)`` and counts ``(c,)``.

    A fair sign makes d and -d the same thing; items without a difference drop out.
    """
    rows = differences[differences.any(axis=1)]
    codes = _signed_ranks(rows[:, 0])
    for column in rows.T[1:]:  # the ranks are digits: equal rows get equal codes, opposite rows opposite ones
        codes = _signed_ranks(codes * (2 * len(rows) + 1) + _signed_ranks(column))
    _, first, counts = np.unique(abs(codes), return_index=True, return_counts=True)
    return rows[first] * np.sign(codes[first])[:, None] + 0, counts


def _signed_ranks(values):
    """0 for 0, and for others the rank of their size, 1, 2, ..., with their sign."""
    _, ranks = np.unique(abs(values), return_inverse=True)
    return np.sign(values).astype(np.int64) * (ranks + 1)


def enumerate_cells(steps: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All prod(m + 1) sums V ``(s, k)`` of the cells, with their probabilities ``(s,)``."""
    sums, probabilities = np.zeros((1, steps.shape[1]), steps.dtype), np.ones(1)
    for step, count in zip(steps, counts):
        signs = np.arange(-count, count + 1, 2)
        sums = (sums[:, None] + signs[:, None] * step).reshape(-1, steps.shape[1])
        probabilities = np.multiply.outer(probabilities, binomial_pmf(count)).ravel()
    return sums, probabilities


def table_size(counts: np.ndarray) -> float:
    """How many outcomes the cells have, prod(m + 1)."""
    with np.errstate(over="ignore"):
        return float(np.prod(counts + 1.0))


def lattice_size(steps: np.ndarray, counts: np.ndarray) -> float:
    """How many vectors of whole numbers the recursion has room for; infinite off the lattice."""
    if steps.dtype.kind != "i":
        return math.inf
    return float(np.prod(counts @ abs(steps) + 1.0))


def enumerate_lattice(steps: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """All sums V ``(s, k)`` of integer steps that can occur, with their probabilities ``(s,)``."""
    widths = counts @ abs(steps) + 1
    place_values = np.concatenate([np.cumprod(widths[:0:-1])[::-1], [1]])
    codes = steps @ place_values
    pmf = lattice_pmf(np.repeat(abs(codes), counts))
    possible = np.flatnonzero(pmf > 0)
    # Where 0 <= b <= 1 counts the swap, a step adds b d; V = 2 (sum of b d) - (sum of d).
    steps = steps * np.sign(codes)[:, None]
    lowest = counts @ np.minimum(steps, 0)
    digits = (possible - lowest @ place_values)[:, None] // place_values % widths
    return 2 * (digits + lowest) - counts @ steps, pmf[possible]


def lattice_pmf(steps: np.ndarray, heads: np.ndarray | None = None) -> np.ndarray:
    """Distribution over 0, 1, ..., sum(steps) of the total step of coins that show heads.

    Coin i moves by the whole number ``steps[i] >= 0`` with probability
    ``heads[i]``, one half by default. Short tests are built up coin by coin.
    Long ones are split in two and multiplied by FFT, whose rounding errors are
    absolute: about 1e-16.
    """
    heads = np.full(len(steps), 0.5) if heads is None else heads
    if len(steps) * (steps.sum() + 1) <= LARGEST_RECURSION or len(steps) < 16:
        return _toss_by_toss(steps, heads)
    left, right = (lattice_pmf(steps[half], heads[half]) for half in (slice(0, None, 2), slice(1, None, 2)))
    length = len(left) + len(right) - 1
    padded = fft.next_fast_len(length, real=True)
    product = fft.irfft(fft.rfft(left, padded) * fft.rfft(right, padded), padded)[:length]
    return np.maximum(product, 0)


def _toss_by_toss(steps, heads):
    pmf = np.zeros(int(steps.sum()) + 1)
    moved, reached = np.empty_like(pmf), 1
    pmf[0] = 1
    for step, p in zip(steps.tolist(), heads.tolist()):
        np.multiply(pmf[:reached], p, out=moved[:reached])
        pmf[:reached] *= 1 - p
        pmf[step : step + reached] += moved[:reached]
        reached += step
    return pmf


def pvalue_of_gains(gains: np.ndarray, alternative: str = "two-sided") -> float | None:
    """p of the sum of whole-numbered `gains` ``(n,)`` if each had a fair sign; None if that is too much work.

    The randomization test of a mean without its checks, for whoever has many
    pairs of systems and integers already.

    Examples
    --------
    >>> pvalue_of_gains(np.array([3, 1, -1, 4, 0])) * 2**4
    6.0
    """
    return signed_sum_pvalue(*np.unique(abs(gains[gains != 0]), return_counts=True), gains.sum(), alternative)


def signed_sum_pvalue(steps, counts, observed, alternative: str, noise: float = 0.0) -> float | None:
    """p of the sum `observed`, from `signed_sum_tail`: the law is symmetric about 0."""
    if alternative != "two-sided":
        return signed_sum_tail(steps, counts, observed if alternative == "greater" else -observed, noise)
    if abs(observed) <= noise:
        return 1.0
    tail = signed_sum_tail(steps, counts, abs(observed), noise)
    return None if tail is None else min(1.0, 2 * tail)


def signed_sum_tail(steps: np.ndarray, counts: np.ndarray, threshold, noise: float = 0.0) -> float | None:
    """P(V >= threshold) for one number V, the sum of fair signs times positive `steps`.

    Parameters
    ----------
    steps : array of shape (c,)
        Distinct positive differences: integers on a lattice, or floats.
    counts : array of shape (c,)
        How many items have each.
    threshold : number
        The sum to reach; sums up to `noise` below it count as ties.

    Returns
    -------
    float or None
        None if neither a table nor a lattice is small enough.
    """
    span = (counts * steps).sum()
    needed = (span + threshold - noise) / 2  # of the sum of the steps that keep their sign
    if steps.dtype.kind == "i":
        needed = -int(-(int(span) + int(threshold)) // 2)
    if len(steps) < 2:
        return float(binomial_upper_tail(math.ceil(needed / steps[0]), counts[0]) if len(steps) else needed <= 0)
    cells = span / 2 if steps.dtype.kind == "i" else math.inf
    outcomes = math.sqrt(table_size(counts))
    # Measured: to sort and search an outcome of a half costs as much as 100 steps of the recursion.
    if cells * counts.sum() > 100 * outcomes or cells > LARGEST_LATTICE:
        left = _half_of_cells(counts) if outcomes <= LARGEST_TABLE else None
        if left is not None:
            return _meet_in_the_middle(steps, counts, left, needed)
    return _tail_on_lattice(np.repeat(steps, counts), needed, threshold) if cells <= LARGEST_LATTICE else None


def _half_of_cells(counts):
    """Mask of cells that splits the outcomes into two tables, or None if one is too large."""
    mask = np.zeros(len(counts), bool)
    sizes = [1, 1]
    for cell in np.argsort(-counts):
        side = int(sizes[1] < sizes[0])
        mask[cell] = side
        sizes[side] *= int(counts[cell]) + 1
    return mask if max(sizes) <= LARGEST_TABLE else None


def _meet_in_the_middle(steps, counts, left, needed):
    """Every sum of the left half looks up how many sums of the right half reach `needed` with it."""
    left_sums, left_weights = _sorted_half(steps[left], counts[left])
    right_sums, right_weights = _sorted_half(steps[~left], counts[~left])
    tail = np.concatenate([np.cumsum(right_weights[::-1])[::-1], [0.0]])
    return float(left_weights @ tail[np.searchsorted(right_sums, needed - left_sums)])


def _sorted_half(steps, counts):
    """The sums that swaps of these cells can reach, in order, with their probabilities."""
    sums, weights = np.zeros(1, steps.dtype), np.ones(1)
    all_different = counts.max(initial=1) == 1
    for step, count in zip(steps.tolist(), counts.tolist()):
        sums = np.add.outer(step * np.arange(count + 1), sums).ravel()
        if not all_different:
            weights = np.multiply.outer(binomial_pmf(count), weights).ravel()
    if all_different:
        return np.sort(sums), np.full(len(sums), 1 / len(sums))
    order = np.argsort(sums)
    return sums[order], weights[order]


def _tail_on_lattice(steps, needed, threshold):
    """P(total step >= needed) by the recursion.

    Of a short test the two halves are built up, and the last product is only a
    scalar product. A long one is tilted: coins loaded so that the expected sum
    is the threshold (exponential tilting) bring the tail where the FFT is
    accurate, and weights undo it. So even p = 1e-50 is right to 1e-9 of itself.
    """
    if len(steps) * steps.sum() / 4 <= LARGEST_RECURSION:
        left, right = lattice_pmf(steps[::2]), lattice_pmf(steps[1::2])
        tail = np.concatenate([np.cumsum(right[::-1])[::-1], [0.0]])
        return float(left @ tail[np.clip(needed - np.arange(len(left)), 0, len(right))])
    theta = _tilt(steps, threshold)
    pmf = lattice_pmf(steps, 1 / (1 + np.exp(-2 * theta * steps)))[max(needed, 0) :]
    log_scale = (np.logaddexp(theta * steps, -theta * steps) - math.log(2)).sum()
    log_scale -= theta * (2 * max(needed, 0) - steps.sum())
    return float(math.exp(log_scale) * (pmf @ np.exp(-2 * theta * np.arange(len(pmf)))))


def _tilt(steps, threshold):
    """The theta >= 0 for which signs e with P(e) ~ exp(theta e step) sum to `threshold` on average."""
    target = min(threshold, steps.sum() - steps.min())  # the very last sum would need an infinite theta
    if target <= 0:
        return 0.0
    return brentq(lambda theta: steps @ np.tanh(theta * steps) - target, 0, 20 / steps.min())
