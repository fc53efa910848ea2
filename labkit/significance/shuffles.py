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
from labkit.significance.inversion import tail_of_signs
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
#: Shuffles of two systems, and of many, in a chunk; and the items in them, about a second of work.
CHUNK, SHARED_CHUNK = 2**18, 4096
ITEMS_IN_CHUNK, SHARED_ITEMS_IN_CHUNK = 2**29, 2**32
#: Coins after which probabilities are halved as often: later they might be too large for a float.
HALVED_AT_ONCE = 512
#: Items whose signs are held at a time, 8 MB in all: a multiple of the four a random number holds.
ITEMS_IN_BLOCK = 256


@dataclass(frozen=True)
class Swaps:
    """What swaps can do: two shuffled systems have the sums (total + V) / 2 and (total - V) / 2."""

    metric: Metric
    total: Array  # (k,) sums of both systems
    unit: Array  # (k,) of V, which is whole where the differences lie on a lattice
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
        """Return the two systems' scores, (2, s), of shuffles V (s, k)."""
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
    """Compute p over all shuffles; None if they are too many to go through."""
    if swaps.linear:
        times, threshold = _tails_of(swaps, alternative)
        if threshold == -math.inf:
            return 1.0
        tail = _signed_sum_tail(swaps.steps[:, 0], swaps.counts, threshold - swaps.noise)
        return None if tail is None else min(1.0, times * tail)
    if _table_size(swaps.counts) > LARGEST_TABLE:
        return None
    sums, probabilities = _list_cells(swaps.steps, swaps.counts)
    return min(1.0, float(probabilities[swaps.is_extreme(sums, alternative)].sum()))


def computed_pvalue(swaps: Swaps, alternative: str) -> tuple[float, float]:
    """Compute p nearly, and how far off it may be; nan if only drawing helps."""
    if not swaps.linear:
        return math.nan, math.nan
    times, threshold = _tails_of(swaps, alternative)
    tail, error = tail_of_signs(swaps.steps[:, 0], swaps.counts, threshold)
    return float(np.minimum(1, times * tail)), times * error


def _tails_of(swaps: Swaps, alternative: str) -> tuple[int, float]:
    """Return which tail of the first column of V is p, and how many times."""
    size = float(swaps.observed[0])
    if alternative == "two-sided":
        return (2, abs(size)) if abs(size) > swaps.noise else (1, -math.inf)
    return 1, -size if alternative == "less" else size


def _signed_sum_tail(steps: Array, counts: Array, threshold: float) -> float | None:
    """Compute P(V >= threshold) of one number V in the cheapest way; None if all are too long."""
    order = np.argsort(-counts)
    steps, counts = steps[order], counts[order]
    whole = steps.dtype.kind == "i"
    additions = counts.sum() * int(counts @ steps) / 4 if whole else math.inf
    # Measured: to sort and search an outcome of a half costs as much as 50 additions.
    if _table_size(counts[::2]) <= min(LARGEST_TABLE, additions / 50):
        left, weights = _list_cells(steps[::2, None], counts[::2])
        right, others = _list_cells(steps[1::2, None], counts[1::2])
        # Each sum of one half, in order, looks up how many of the other reach the threshold with it.
        left_order, order = np.argsort(-left[:, 0]), np.argsort(right[:, 0])
        reached = np.searchsorted(right[order, 0], threshold - left[left_order, 0])
        # Not by @, whose second processor only waits.
        return float((weights[left_order] * np.append(_sums_from(others[order]), 0)[reached]).sum())
    if additions > LONGEST_RECURSION:
        return None
    return _tail_of_coins(np.repeat(steps, counts), threshold)


def _tail_of_coins(steps: Array, threshold: float) -> float:
    """Compute P(V >= threshold) from the laws of two halves of whole `steps` (n,)."""
    steps = np.sort(steps)  # the small ones first: their laws are short
    left, right = toss_by_toss(steps[::2]), toss_by_toss(steps[1::2])
    least = max(0, math.ceil((threshold + steps.sum()) / 2))  # that the coins move in all
    first, last = max(0, least + 1 - len(right)), min(len(left), least)
    rest = _sums_from(right)[least + 1 - last : least + 1 - first][::-1]
    return float((left[first:last] * rest).sum() + left[least:].sum())


def _sums_from(probabilities: Array) -> Array:
    """Return the sums of all probabilities from each on."""
    return np.cumsum(probabilities[::-1])[::-1]


@functools.lru_cache(32)
def _binomial_pmf(n: int) -> Array:
    """Compute P(X = 0), ..., P(X = n) for X ~ Bin(n, 1/2)."""
    if n < 54:  # whole parts of 2^n, so that p can be an alpha of 1/16
        return toss_by_toss(np.ones(n, int))
    from scipy.stats import binom  # imported late: most of a second

    upper = binom.pmf(np.arange(n // 2, n + 1), n, 0.5)
    return np.append(upper[: n % 2 : -1], upper)


def _table_size(counts: Array) -> float:
    """Return how many outcomes the cells have, inf if far too many."""
    return math.prod((counts + 1).tolist()) if len(counts) < 64 else math.inf


def toss_by_toss(steps: Array) -> Array:
    """Build up the law of the sum of those whole steps whose fair coins show heads, from 0 on."""
    # Only positive numbers are added: every probability keeps its relative accuracy.
    pmf, reached = np.zeros(int(steps.sum()) + 1), 1
    heads = np.empty_like(pmf)  # new memory for each coin would cost more than the additions
    pmf[0] = 1
    for start in range(0, len(steps), HALVED_AT_ONCE):
        some = steps[start : start + HALVED_AT_ONCE].tolist()
        pmf[:reached] *= 2.0 ** -len(some)
        for step in some:
            heads[:reached] = pmf[:reached]
            pmf[step : step + reached] += heads[:reached]
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
    """Draw random shuffles V (s, k) with how often each was drawn (s,), in bounded chunks."""
    steps, counts = swaps.steps, swaps.counts
    if _table_size(counts) <= min(n_resamples, LARGEST_TABLE):
        sums, probabilities = _list_cells(steps, counts)
        yield sums, generator.multinomial(n_resamples, probabilities)
        return
    draw = _binomial_sums if counts.sum() > 200 * len(counts) else _packed_sums
    chunk = min(CHUNK, max(1, ITEMS_IN_CHUNK // int(counts.sum())))
    for start in progress(range(0, n_resamples, chunk), "shuffling"):
        size = min(chunk, n_resamples - start)
        yield draw(steps, counts, size, generator), np.ones(size, dtype=np.int64)


def _binomial_sums(steps: Array, counts: Array, size: int, generator: np.random.Generator) -> Array:
    """Draw shuffles V (size, k) cell by cell."""
    sums = np.zeros((size, steps.shape[1]))
    for step, count in zip(steps, counts, strict=True):
        sums += (2 * generator.binomial(count, 0.5, size) - count)[:, None] * step
    return sums


def _packed_sums(steps: Array, counts: Array, size: int, generator: np.random.Generator) -> Array:
    """Draw shuffles V (size, k) from lists of the sums of up to sixteen items."""
    # To list the sums of a few items costs less than to look them up, for each shuffle.
    at_once = min(16, max(1, size.bit_length() - 4))
    items = np.repeat(steps, counts, axis=0)
    items = np.concatenate([items, np.zeros((-len(items) % at_once, items.shape[1]))])
    signs = 2.0 * (np.arange(2**at_once)[:, None] >> np.arange(at_once) & 1) - 1
    sums = np.zeros((size, items.shape[1]))
    blocks = items.reshape(-1, at_once, items.shape[1])
    for some in np.array_split(blocks, math.ceil(len(blocks) * size / 2**16)):
        # The number that the bits of a word spell is the place of its signs in the list.
        words = generator.integers(0, 2**at_once, (len(some), size), np.uint16)
        for lists, places in zip(signs @ some, words, strict=True):
            sums += lists.take(places, axis=0)
    return sums


def count_shared_shuffles(
    systems: Systems, pairs: Pairs, alternative: str, drawing: Drawing
) -> Array:
    """Count the random shuffles that are as extreme for each pair, the better row first."""
    n_resamples, rng = drawing
    statistics, rows = systems.statistics, list(zip(*pairs, strict=True))
    m, n, k = statistics.shape
    # Pairs are many: one cell in the place of all is enough to judge shuffles.
    each = (swaps_of(statistics[i], statistics[j], systems.metric) for i, j in rows)
    swaps = [replace(one, steps=abs(one.steps).max(0, keepdims=True, initial=0)) for one in each]
    # One sign of an item serves all pairs: the signed sums of all systems are one matrix product.
    # Their common part cancels, and would only add rounding error.
    columns = (statistics - statistics.min(axis=0)).transpose(0, 2, 1)
    columns = np.ascontiguousarray(columns, float).reshape(m * k, n)
    counts = np.zeros(len(rows), int)
    chunk = min(SHARED_CHUNK, max(1, SHARED_ITEMS_IN_CHUNK // columns.size))
    for start in progress(range(0, n_resamples, chunk), "shuffling"):
        size = min(chunk, n_resamples - start)
        total = np.zeros((m * k, size))
        for first in range(0, n, ITEMS_IN_BLOCK):
            block = columns[:, first : first + ITEMS_IN_BLOCK]
            total += block @ (2.0 * rng.integers(0, 2, (block.shape[1], size), np.int8) - 1)
        sums = total.reshape(m, k, size).swapaxes(1, 2)
        for pair, ((i, j), swap) in enumerate(zip(rows, swaps, strict=True)):
            shuffled = (sums[i] - sums[j]) / swap.unit
            if swap.steps.dtype.kind == "i":
                shuffled = np.rint(shuffled)
            counts[pair] += np.count_nonzero(swap.is_extreme(shuffled, alternative))
    return counts
