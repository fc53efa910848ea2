"""Exact tail of signed sums of one number: for the mean, accuracy, recall, and signed ranks.

The score is proportional to V, the sum of the signed differences, so only
P(V >= threshold) is needed. The ways to it are on rung 2 of `engine`'s ladder.
"""

import math

import numpy as np
from scipy import fft
from scipy.optimize import brentq
from tqdm.auto import tqdm

from labkit.significance.engine.cells import (
    LARGEST_LATTICE,
    LARGEST_TABLE,
    binomial_pmf,
    binomial_upper_tail,
    table_size,
    toss_by_toss,
)

#: Longest test whose 2^n shuffles are counted: the counts are 64-bit integers.
MOST_ITEMS_TO_COUNT = 62
#: Recursions that touch more numbers than this are multiplied by FFT.
LARGEST_RECURSION = 2**26


def pvalue_of_gains(gains: np.ndarray, alternative: str = "two-sided") -> float | None:
    """Compute p of the sum of whole `gains` ``(n,)`` if each had a fair sign; None if too much work.

    The randomization test of a mean without its checks, for whoever has many
    pairs of systems and integers already.

    Examples
    --------
    >>> pvalue_of_gains(np.array([3, 1, -1, 4, 0])) * 2**4
    6.0
    """
    gains = gains // max(1, np.gcd.reduce(gains))
    return signed_sum_pvalue(
        *np.unique(abs(gains[gains != 0]), return_counts=True), gains.sum(), alternative
    )


def signed_sum_pvalue(
    steps: np.ndarray,
    counts: np.ndarray,
    observed: float,
    alternative: str,
    noise: float = 0.0,
    progress: bool | None = None,
) -> float | None:
    """Compute p of the sum `observed` by `signed_sum_tail`: the law is symmetric about 0."""
    if alternative != "two-sided":
        return signed_sum_tail(
            steps, counts, observed if alternative == "greater" else -observed, noise, progress
        )
    if abs(observed) <= noise:
        return 1.0
    tail = signed_sum_tail(steps, counts, abs(observed), noise, progress)
    return None if tail is None else min(1.0, 2 * tail)


def signed_sum_tail(
    steps: np.ndarray,
    counts: np.ndarray,
    threshold: float,
    noise: float = 0.0,
    progress: bool | None = None,
) -> float | None:
    """Compute P(V >= threshold) for one number V, the sum of fair signs times positive `steps`.

    The steps ``(c,)``, integers on a lattice or floats, are distinct; `counts` ``(c,)``
    says how many items have each. Sums up to `noise` below the threshold are ties.
    A bar of `progress` is shown by default if it takes over a second.
    None if neither a table nor a lattice is small enough.
    """
    span = (counts * steps).sum()
    needed = (span + threshold - noise) / 2  # of the sum of the steps that keep their sign
    if steps.dtype.kind == "i":
        needed = -int(-(int(span) + int(threshold)) // 2)
    if len(steps) == 0:
        return float(needed <= 0)
    if len(steps) == 1:
        return float(binomial_upper_tail(math.ceil(needed / steps[0]), counts[0]))
    cells = span / 2 if steps.dtype.kind == "i" else math.inf
    outcomes = math.sqrt(table_size(counts))
    # Measured: to sort and search an outcome of a half costs as much as 100 steps of the recursion.
    if cells * counts.sum() > 100 * outcomes or cells > LARGEST_LATTICE:
        left = _half_of_cells(counts) if outcomes <= LARGEST_TABLE else None
        if left is not None:
            return _meet_in_the_middle(steps, counts, left, needed)
    if cells > LARGEST_LATTICE:
        return None
    items = np.repeat(steps, counts)
    if len(items) <= MOST_ITEMS_TO_COUNT:
        return tail_by_counting(items, int(span) - int(needed))
    return _tail_on_lattice(items, int(needed), threshold, progress)


def _half_of_cells(counts: np.ndarray) -> np.ndarray | None:
    """Choose a mask of cells that splits the outcomes into two tables, or None if one is too large."""
    mask = np.zeros(len(counts), bool)
    sizes = [1, 1]
    for cell in np.argsort(-counts):
        side = int(sizes[1] < sizes[0])
        mask[cell] = side
        sizes[side] *= int(counts[cell]) + 1
    return mask if max(sizes) <= LARGEST_TABLE else None


def tail_by_counting(steps: np.ndarray, most: int) -> float:
    """Compute the share of the subsets of positive whole `steps` whose sum is at most `most`.

    It is P(V >= threshold) if `most` is half of what the steps have beyond the
    threshold: a shuffle reaches it if the steps that it turns negative add up to
    no more. Such subsets are counted in two halves, at most 31 steps in each, of
    which at most C(31, 15) have the same sum (Erdos 1945): 32 bits hold that.
    """
    if most < 0:
        return 0.0
    left, right = (_count_subsets(steps[part::2], most) for part in (0, 1))
    rest = np.minimum(most - np.arange(len(left)), len(right) - 1)
    return int(left @ np.cumsum(right, dtype=np.int64)[rest]) / 2 ** len(steps)


def _count_subsets(steps: np.ndarray, most: int) -> np.ndarray:
    """Count the subsets of the positive whole `steps` with the sums 0, 1, ..., `most` at most."""
    counts = np.zeros(min(int(steps.sum()), most) + 1, np.int32)
    counts[0], reached = 1, 1
    for step in steps.tolist():
        new = min(reached, len(counts) - step)
        if new > 0:
            counts[step : step + new] += counts[:new]
        reached = min(reached + step, len(counts))
    return counts


def _meet_in_the_middle(
    steps: np.ndarray, counts: np.ndarray, left: np.ndarray, needed: float
) -> float:
    """Let every sum of the left half look up how many sums of the right half reach `needed` with it."""
    left_sums, left_weights = _sorted_half(steps[left], counts[left])
    right_sums, right_weights = _sorted_half(steps[~left], counts[~left])
    tail = np.concatenate([np.cumsum(right_weights[::-1])[::-1], [0.0]])
    return float(left_weights @ tail[np.searchsorted(right_sums, needed - left_sums)])


def _sorted_half(steps: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """List the sums that swaps of these cells can reach, in order, with their probabilities."""
    sums, weights = np.zeros(1, steps.dtype), np.ones(1)
    all_different = counts.max(initial=1) == 1
    for step, count in zip(steps.tolist(), counts.tolist(), strict=True):
        sums = np.add.outer(step * np.arange(count + 1), sums).ravel()
        if not all_different:
            weights = np.multiply.outer(binomial_pmf(count), weights).ravel()
    if all_different:
        return np.sort(sums), np.full(len(sums), 1 / len(sums))
    order = np.argsort(sums)
    return sums[order], weights[order]


def _tail_on_lattice(
    steps: np.ndarray, needed: int, threshold: float, progress: bool | None = None
) -> float:
    """Compute P(total step >= needed) by the recursion.

    Of a short test the two halves are built up, and the last product is only a
    scalar product. A long one is tilted: coins loaded so that the expected sum
    is the threshold (exponential tilting) bring the tail where the FFT is
    accurate, and weights undo it. So even p = 1e-50 is right to 1e-9 of itself.
    """
    if len(steps) * steps.sum() / 4 <= LARGEST_RECURSION:
        left, right = toss_by_toss(steps[::2]), toss_by_toss(steps[1::2])
        tail = np.concatenate([np.cumsum(right[::-1])[::-1], [0.0]])
        return float(left @ tail[np.clip(needed - np.arange(len(left)), 0, len(right))])
    needed = max(needed, 0)
    theta = _tilt(steps, threshold)
    heads = 1 / (1 + np.exp(-2 * theta * steps))
    shown = {"delay": 0 if progress else 1, "disable": progress is False}
    with tqdm(total=len(steps), desc="exact distribution", unit="item", **shown) as bar:
        pmf = _multiplied_by_fft(steps, heads, bar)[needed:]
    log_scale = (np.logaddexp(theta * steps, -theta * steps) - math.log(2)).sum()
    log_scale -= theta * (2 * needed - steps.sum())
    return float(math.exp(log_scale) * (pmf @ np.exp(-2 * theta * np.arange(len(pmf)))))


def _multiplied_by_fft(steps: np.ndarray, heads: np.ndarray, bar: tqdm) -> np.ndarray:
    """Do `toss_by_toss` of many coins from its halves; its rounding errors are absolute, about 1e-16."""
    if len(steps) * steps.sum() <= LARGEST_RECURSION or len(steps) < 16:
        bar.update(len(steps))
        return toss_by_toss(steps, heads)
    left, right = (
        _multiplied_by_fft(steps[half], heads[half], bar)
        for half in (slice(0, None, 2), slice(1, None, 2))
    )
    length = len(left) + len(right) - 1
    padded = fft.next_fast_len(length, real=True)
    product = fft.irfft(fft.rfft(left, padded) * fft.rfft(right, padded), padded)[:length]
    return np.maximum(product, 0)


def _tilt(steps: np.ndarray, threshold: float) -> float:
    """Find theta >= 0 so that signs e with P(e) ~ exp(theta e step) sum to `threshold` on average."""
    # The very last sum would need an infinite theta.
    target = min(threshold, steps.sum() - steps.min())
    if target <= 0:
        return 0.0
    return brentq(lambda theta: steps @ np.tanh(theta * steps) - target, 0, 20 / steps.min())
