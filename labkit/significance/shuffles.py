"""The shuffles of a randomization test: all of them where that can be, else random ones.

Swapping two systems' rows on item i flips the sign of their difference d_i, so every shuffle
is a vector V = sum of e_i d_i with fair signs e_i = +1 or -1. Items with equal differences
form a *cell*: how many of its m items are swapped is binomial, m + 1 cases instead of 2^m.

Of a mean, only the tail of one sum is asked for: by a binomial tail (one cell), by meeting in
the middle (about 40 items with any scores), or on a lattice, where probabilities are built up
item by item, so that p = 1e-50 has all its digits. Any other metric needs the table of all
outcomes of the cells (up to 2^20). Whatever is too long for that is drawn.
"""

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from labkit.metrics import Metric
from labkit.notebook_env import progress
from labkit.significance.items import (
    NOISE,
    Array,
    Drawing,
    Pairs,
    Systems,
    check_finite,
    collapse,
    differences,
    merge_near,
    noise_of,
    on_lattice,
)

#: Most outcomes that are listed: 2^20, as in Yeh (2000), section 3.3.
LARGEST_TABLE = 2**20
#: Most additions that build up the probabilities on a lattice: a second of work.
LONGEST_RECURSION = 2**28
#: Shuffles of two systems, and of many, that are held in memory at a time.
CHUNK, SHARED_CHUNK = 2**18, 4096
#: Items whose signs are held at a time, 8 MB in all: a multiple of four, as many as a random number
#: holds signs.
ITEMS_IN_BLOCK = 256
#: Every other cell, or item, and the rest.
HALVES = slice(0, None, 2), slice(1, None, 2)


@dataclass(frozen=True)
class Swaps:
    """What swapping two systems' items can do.

    V is in whole units of `unit` where the differences lie on a lattice. The two systems of a
    shuffle have the sums (total + V) / 2 and (total - V) / 2.
    """

    metric: Metric
    total: Array  # (k,) sums of both systems
    unit: Array  # (k,) of V
    steps: Array  # (c, k) the cells of equal differences
    counts: Array  # (c,) items in a cell
    observed: Array  # (k,) the V that was seen
    noise: float  # how far V may miss the observed one and still tie, where only one column differs

    @property
    def linear(self) -> bool:
        """Tell whether the gain is proportional to the first column of V."""
        return self.metric.linear and not self.steps[:, 1:].any()

    @functools.cached_property
    def scores(self) -> Array:
        """Return the two systems' scores as observed, (2,)."""
        return self._score_both(self.observed[None])[:, 0]

    @property
    def gain(self) -> float:
        """Return the score of a minus the score of b."""
        return float(self.scores[0] - self.scores[1])

    def is_extreme(self, sums: Array, alternative: str) -> Array:
        """Tell which shuffles V (s, k) differ at least as much as the observed one."""
        if self.linear:
            size, target, noise = sums[:, 0], self.observed[0], self.noise
        else:
            score_a, score_b = self._score_both(sums)
            size, target, noise = score_a - score_b, self.gain, NOISE * abs(self.scores).sum()
        if alternative == "two-sided":
            return abs(size) >= abs(target) - noise
        return size >= target - noise if alternative == "greater" else size <= target + noise

    def _score_both(self, sums: Array) -> Array:
        shuffled = sums * self.unit
        scores = self.metric(np.stack([self.total + shuffled, self.total - shuffled]) / 2)
        check_finite(scores, "the score of every shuffle")
        return scores


def swaps_of(one: Array, two: Array, metric: Metric) -> Swaps:
    """Find out what swapping two systems' statistics (n, k) can do."""
    one, two = one.T.copy(), two.T.copy()  # a sum over items is many times as fast
    gains = differences(one, two)
    noise = noise_of(one, two) * (gains != 0)  # a tie is one, and swaps nothing
    columns = list(zip(gains, noise, strict=True))
    whole = [on_lattice(*each) for each in columns]
    if all(each is not None for each in whole):
        steps, slack = np.stack(whole), 0.0  # type: ignore[arg-type]
        unit = abs(gains).max(axis=1, initial=0) / np.maximum(1, abs(steps).max(axis=1, initial=0))
        unit[unit == 0] = 1
    else:
        steps, slack = np.stack([merge_near(*each) for each in columns]), noise.sum()
        unit = np.ones(len(columns))
    cells, counts = collapse(steps.T)
    total = one.sum(axis=1) + two.sum(axis=1)
    return Swaps(metric, total, unit, cells, counts, steps.sum(axis=1), slack)


def exact_pvalue(swaps: Swaps, alternative: str) -> float | None:
    """Compute p over all shuffles; None if they are too many to go through.

    Examples
    --------
    >>> from labkit.metrics import mean
    >>> gains = np.array([[3], [1], [-1], [4], [0]])
    >>> exact_pvalue(swaps_of(gains, 0 * gains, mean), "two-sided") * 2**4
    6.0
    """
    if swaps.linear:
        two_sided = alternative == "two-sided"
        size = swaps.observed[0]
        if alternative == "less":
            size = -size
        if two_sided:
            size = abs(size)
            if size <= swaps.noise:
                return 1.0
        tail = _signed_sum_tail(swaps.steps[:, 0], swaps.counts, size - swaps.noise)
        return None if tail is None else min(1.0, (1 + two_sided) * tail)
    if _table_size(swaps.counts) > LARGEST_TABLE:
        return None
    sums, probabilities = _list_cells(swaps.steps, swaps.counts)
    return min(1.0, float(probabilities[swaps.is_extreme(sums, alternative)].sum()))


def _signed_sum_tail(steps: Array, counts: Array, threshold: float) -> float | None:
    """Compute P(V >= threshold) of one number V in the cheapest way; None if all are too long."""
    order = np.argsort(-counts)
    steps, counts = steps[order], counts[order]
    additions = math.inf
    if steps.dtype.kind == "i":
        additions = counts.sum() * int(counts @ steps) / 4
    # Measured: to sort and search an outcome of a half costs as much as 50 additions.
    if _table_size(counts[::2]) <= min(LARGEST_TABLE, additions / 50):
        halves = [_list_cells(steps[half, None], counts[half]) for half in HALVES]
    elif additions <= LONGEST_RECURSION:
        items = np.repeat(steps, counts)
        halves = [_build_lattice(items[half]) for half in HALVES]
    else:
        return None
    # Every sum of one half looks up how many of the other reach the threshold with it.
    (left, weights), (right, others) = halves
    order = np.argsort(right[:, 0])
    reached = np.searchsorted(right[order, 0], threshold - left[:, 0])
    # Not by @, whose second processor only waits.
    return float((weights * np.append(np.cumsum(others[order][::-1])[::-1], 0)[reached]).sum())


@functools.lru_cache(32)
def _binomial_pmf(n: int) -> Array:
    """Compute P(X = 0), ..., P(X = n) for X ~ Bin(n, 1/2)."""
    if n < 54:  # whole parts of 2^n, so that p can be an alpha of 1/16
        return toss_by_toss(np.ones(n, int))
    from scipy.stats import binom  # imported late: most of a second

    upper = binom.pmf(np.arange(n // 2, n + 1), n, 0.5)
    return np.append(upper[: n % 2 : -1], upper)


def _table_size(counts: Array) -> int:
    """Return how many outcomes the cells have."""
    return math.prod((counts + 1).tolist())


def _build_lattice(steps: Array) -> tuple[Array, Array]:
    """Build up the law of V on a lattice: all sums (s, 1) of whole `steps` (n,), with probabilities."""
    return np.arange(-steps.sum(), steps.sum() + 1, 2)[:, None], toss_by_toss(steps)


def toss_by_toss(steps: Array) -> Array:
    """Build up the law of the total step of fair coins, on 0, 1, ..., sum(steps).

    Coin i moves by the whole number ``steps[i] >= 0`` if it shows heads. Only positive numbers
    are added: every probability keeps its relative accuracy.
    """
    pmf, reached = np.zeros(int(steps.sum()) + 1), 1
    pmf[0] = 1
    for step in steps.tolist():
        stayed = pmf[:reached] / 2
        pmf[:reached] = stayed
        pmf[step : step + reached] += stayed
        reached += step
    return pmf


def _list_cells(steps: Array, counts: Array) -> tuple[Array, Array]:
    """List all sums V (s, k) of the cells, with their probabilities (s,)."""
    sums, probabilities = np.zeros((1, steps.shape[1]), steps.dtype), np.ones(1)
    for step, count in zip(steps[::-1], counts[::-1].tolist(), strict=True):
        signs = np.arange(-count, count + 1, 2)
        sums = (signs[:, None, None] * step + sums).reshape(-1, steps.shape[1])
        probabilities = np.multiply.outer(_binomial_pmf(count), probabilities).ravel()
    return sums, probabilities


def draw_shuffles(
    swaps: Swaps, n_resamples: int, generator: np.random.Generator
) -> Iterator[tuple[Array, Array]]:
    """Draw random shuffles V (s, k) with how often each was drawn (s,), in bounded chunks.

    Where the items collapse into few outcomes, one multinomial draw says how often each was
    met; into few cells, a binomial draw a cell replaces its items; else sixteen items at a time
    are looked up by a random 16-bit word.
    """
    steps, counts = swaps.steps, swaps.counts
    if _table_size(counts) <= min(n_resamples, LARGEST_TABLE):
        sums, probabilities = _list_cells(steps, counts)
        yield sums, generator.multinomial(n_resamples, probabilities)
        return
    draw = _binomial_sums if counts.sum() > 200 * len(counts) else _packed_sums
    for start in progress(range(0, n_resamples, CHUNK), "shuffling"):
        size = min(CHUNK, n_resamples - start)
        yield draw(steps, counts, size, generator), np.ones(size, dtype=np.int64)


def _binomial_sums(steps: Array, counts: Array, size: int, generator: np.random.Generator) -> Array:
    sums = np.zeros((size, steps.shape[1]))
    for step, count in zip(steps, counts, strict=True):
        sums += (2 * generator.binomial(count, 0.5, size) - count)[:, None] * step
    return sums


def _packed_sums(steps: Array, counts: Array, size: int, generator: np.random.Generator) -> Array:
    items = np.repeat(steps, counts, axis=0)
    sums = np.zeros((size, items.shape[1]))
    for start in range(0, len(items), 16):
        block = items[start : start + 16]
        words = generator.integers(0, 2 ** len(block), size=size, dtype=np.uint16)
        # The number that the bits of a word spell is the place of its signs in the list.
        sums += _list_cells(block[::-1], np.ones(len(block), int))[0].take(words, axis=0)
    return sums


def count_shared_shuffles(
    systems: Systems, pairs: Pairs, alternative: str, drawing: Drawing
) -> Array:
    """Count the random shuffles that are as extreme for each pair, the better row first.

    Swapping the outputs of item i in every pair at once flips one sign for all of them: the
    signed sums of m systems are one matrix product, those of a pair the difference of two.
    """
    n_resamples, rng = drawing
    statistics, rows = systems.statistics, list(zip(*pairs, strict=True))
    m, n, k = statistics.shape
    swaps = [
        _without_items(swaps_of(statistics[i], statistics[j], systems.metric)) for i, j in rows
    ]
    # The common part cancels, and would only add rounding error.
    columns = (statistics - statistics.min(axis=0)).transpose(0, 2, 1)
    columns = np.ascontiguousarray(columns, float).reshape(m * k, n)
    counts = np.zeros(len(rows), int)
    for start in progress(range(0, n_resamples, SHARED_CHUNK), "shuffling"):
        size = min(SHARED_CHUNK, n_resamples - start)
        total = np.zeros((m * k, size))
        for first in range(0, n, ITEMS_IN_BLOCK):
            block = columns[:, first : first + ITEMS_IN_BLOCK]
            total += block @ (2.0 * rng.integers(0, 2, (block.shape[1], size), np.int8) - 1)
        sums = total.reshape(m, k, size).swapaxes(1, 2)
        for pair, (i, j) in enumerate(rows):
            swap = swaps[pair]
            shuffled = (sums[i] - sums[j]) / swap.unit
            if swap.steps.dtype.kind == "i":
                shuffled = np.rint(shuffled)
            counts[pair] += np.count_nonzero(swap.is_extreme(shuffled, alternative))
    return counts


def _without_items(swaps: Swaps) -> Swaps:
    """Return swaps that can still judge shuffles, with one cell in the place of all: pairs are many."""
    return replace(swaps, steps=abs(swaps.steps).max(axis=0, keepdims=True, initial=0))
