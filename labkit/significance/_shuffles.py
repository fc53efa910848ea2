"""The shuffles of a randomization test: all of them where that can be, else random ones.

Swapping two systems' rows on item i flips the sign of their difference d_i, so every shuffle
is a vector V = sum of e_i d_i with fair signs e_i = +1 or -1. Items with equal differences
form a *cell*: how many of its m items are swapped is binomial, m + 1 cases instead of 2^m.

Of a mean, only the tail of one sum is asked for: by a binomial tail (one cell), by meeting in
the middle (about 40 items with any scores), or on a lattice, where probabilities are built up
item by item; of long tests in halves that are multiplied by FFT, tilted towards the tail, so
that even p = 1e-50 has nine correct digits. Any other metric
needs the whole law of V: a table of all outcomes of the cells (up to 2^20), or the same
build-up in several columns at once (up to 2^22 sums), where a vector of whole numbers is one
whole number in a mixed radix (Zmigrod, Vieira & Cotterell 2022, *Exact paired-permutation
testing for structured test statistics*, NAACL). Whatever is too long for that is drawn.
"""

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy import fft
from scipy.optimize import brentq
from tqdm.auto import tqdm

from labkit.metrics import Metric
from labkit.significance._items import (
    NOISE,
    Drawing,
    Pairs,
    Systems,
    binomial_upper_tail,
    check_finite,
    collapse,
    differences,
    merge_near,
    noise_of,
    on_lattice,
)

#: Most outcomes that are listed: 2^20, as in Yeh (2000), section 3.3.
LARGEST_TABLE = 2**20
#: Most different sums of a lattice that are kept.
LARGEST_LATTICE = 2**22
#: Recursions that touch more numbers than these are multiplied by FFT, or not done.
QUICK_RECURSION, LARGEST_RECURSION = 2**26, 2**28
#: Shuffles of two systems, and of many, that are held in memory at a time.
CHUNK, SHARED_CHUNK = 2**18, 4096


@dataclass(frozen=True)
class Swaps:
    """What swapping two systems' items can do.

    V is in whole units of `unit` where the differences lie on a lattice. The two systems of a
    shuffle have the sums (total + V) / 2 and (total - V) / 2.
    """

    metric: Metric
    total: np.ndarray  # (k,) sums of both systems
    columns: np.ndarray  # those in which the systems differ; V has only these
    unit: np.ndarray  # of V, a number a column
    steps: np.ndarray  # (c, columns) the cells of equal differences
    counts: np.ndarray  # (c,) items in a cell
    observed: np.ndarray  # (columns,) the V that was seen
    noise: float  # how far V may miss the observed one and still tie, if there is one column

    @property
    def linear(self) -> bool:
        """Tell whether V is one number, and the gain proportional to it."""
        return getattr(self.metric, "linear", False) and self.columns.tolist() == [0]

    @functools.cached_property
    def scores(self) -> np.ndarray:
        """Return the two systems' scores as observed, (2,)."""
        return self._score_both(self.observed[None])[:, 0]

    @property
    def gain(self) -> float:
        """Return the score of a minus the score of b."""
        return float(self.scores[0] - self.scores[1])

    def is_extreme(self, sums: np.ndarray, alternative: str) -> np.ndarray:
        """Tell which shuffles V (s, columns) differ at least as much as the observed one."""
        if self.linear:
            size, target, noise = sums[:, 0], self.observed[0], self.noise
        else:
            score_a, score_b = self._score_both(sums)
            size, target, noise = score_a - score_b, self.gain, NOISE * abs(self.scores).sum()
        if alternative == "two-sided":
            return abs(size) >= abs(target) - noise
        return size >= target - noise if alternative == "greater" else size <= target + noise

    def _score_both(self, sums: np.ndarray) -> np.ndarray:
        half = np.zeros((len(sums), len(self.total)))
        half[:, self.columns] = sums * self.unit / 2
        scores = self.metric(np.stack([self.total / 2 + half, self.total / 2 - half]))
        check_finite(scores, "the score of every shuffle")
        return scores


def swaps_of(one: np.ndarray, two: np.ndarray, metric: Metric, all_columns: bool = False) -> Swaps:
    """Find out what swapping two systems' statistics (n, k) can do."""
    gains = differences(one, two)
    differing = gains[:, : None if all_columns else getattr(metric, "width", None)].any(axis=0)
    columns = np.flatnonzero(differing) if differing.any() else np.zeros(1, int)
    gains = gains[:, columns]
    noise = noise_of(one, two)[:, columns] * (gains != 0)  # a tie is one, and swaps nothing
    pairs = list(zip(gains.T, noise.T, strict=True))
    whole = [multiples for pair in pairs if (multiples := on_lattice(*pair)) is not None]
    if len(whole) == len(pairs):
        steps, slack = np.column_stack(whole), 0.0
        unit = abs(gains).max(axis=0) / np.maximum(1, abs(steps).max(axis=0))
    else:
        steps, slack = np.column_stack([merge_near(*pair) for pair in pairs]), float(noise.sum())
        unit = np.ones(len(columns))
    cells, counts = collapse(steps)
    total = one.sum(axis=0) + two.sum(axis=0)
    return Swaps(metric, total, columns, unit, cells, counts, steps.sum(axis=0), slack)


def exact_pvalue(swaps: Swaps, alternative: str) -> float | None:
    """Compute p over all shuffles; None if they are too many to go through."""
    if not len(swaps.counts):
        return 1.0
    if swaps.linear:
        return _signed_sum_pvalue(
            swaps.steps[:, 0], swaps.counts, swaps.observed[0], alternative, swaps.noise
        )
    law = _law_of_signed_sums(swaps.steps, swaps.counts)
    if law is None:
        return None
    return min(1.0, math.fsum(p[swaps.is_extreme(sums, alternative)].sum() for sums, p in law))


def pvalue_of_gains(gains: np.ndarray, alternative: str = "two-sided") -> float | None:
    """Compute p of the sum of whole `gains` (n,) if each had a fair sign; None if too much work.

    Examples
    --------
    >>> pvalue_of_gains(np.array([3, 1, -1, 4, 0])) * 2**4
    6.0
    """
    gains = gains // max(1, np.gcd.reduce(gains))
    steps, counts = np.unique(abs(gains[gains != 0]), return_counts=True)
    return _signed_sum_pvalue(steps, counts, gains.sum(), alternative)


def _signed_sum_pvalue(
    steps: np.ndarray, counts: np.ndarray, observed: float, alternative: str, noise: float = 0.0
) -> float | None:
    """Compute p of the sum `observed` of fair signs times `steps` (c,), each met `counts` times."""
    if alternative == "two-sided":
        if abs(observed) <= noise:
            return 1.0
        tail = _signed_sum_tail(steps, counts, abs(observed), noise)
        return None if tail is None else min(1.0, 2 * tail)
    return _signed_sum_tail(
        steps, counts, observed if alternative == "greater" else -observed, noise
    )


def _signed_sum_tail(
    steps: np.ndarray, counts: np.ndarray, threshold: float, noise: float
) -> float | None:
    """Compute P(V >= threshold) of one number V in the cheapest way; None if all are too long."""
    on_grid, span = steps.dtype.kind == "i", (counts * steps).sum()
    needed = (span + threshold - noise) / 2  # of the sum of the steps that keep their sign
    if on_grid:
        needed = -int(-(int(span) + int(threshold)) // 2)
    if len(steps) == 0:
        return float(needed <= 0)
    if len(steps) == 1:
        return float(binomial_upper_tail(math.ceil(needed / steps[0]), counts[0]))
    sums = span / 2 if on_grid else math.inf
    outcomes = math.sqrt(_table_size(counts))
    # Measured: to sort and search an outcome of a half costs as much as 100 steps of the recursion.
    if sums * counts.sum() > 100 * outcomes or sums > LARGEST_LATTICE:
        left = _half_of_cells(counts) if outcomes <= LARGEST_TABLE else None
        if left is not None:
            return _meet_in_the_middle(steps, counts, left, needed)
    if sums > LARGEST_LATTICE:
        return None
    return _tail_on_lattice(np.repeat(steps, counts), int(needed), threshold)


def _binomial_pmf(n: int) -> np.ndarray:
    """Compute P(X = 0), ..., P(X = n) for X ~ Bin(n, 1/2)."""
    k = np.arange(-(-n // 2), n)
    # Relative to the middle: cannot overflow.
    right = np.concatenate([[1.0], np.cumprod((n - k) / (k + 1))])
    pmf = np.concatenate([right[:0:-1] if n % 2 == 0 else right[::-1], right])
    return pmf / pmf.sum()


def _table_size(counts: np.ndarray) -> float:
    """Return how many outcomes the cells have, prod(m + 1)."""
    with np.errstate(over="ignore"):
        return float(np.prod(counts + 1.0))


def _half_of_cells(counts: np.ndarray) -> np.ndarray | None:
    """Return a mask of cells that splits the outcomes into two tables; None if one is too large."""
    mask = np.zeros(len(counts), bool)
    sizes = [1, 1]
    for cell in np.argsort(-counts):
        side = int(sizes[1] < sizes[0])
        mask[cell] = side
        sizes[side] *= int(counts[cell]) + 1
    return mask if max(sizes) <= LARGEST_TABLE else None


def _meet_in_the_middle(
    steps: np.ndarray, counts: np.ndarray, left: np.ndarray, needed: float
) -> float:
    """Let every sum of the left half look up how many sums of the right half reach `needed` with it."""
    (left_sums, left_weights), (right_sums, right_weights) = (
        _sorted_half(steps[half], counts[half]) for half in (left, ~left)
    )
    tail = np.concatenate([np.cumsum(right_weights[::-1])[::-1], [0.0]])
    return float(left_weights @ tail[np.searchsorted(right_sums, needed - left_sums)])


def _sorted_half(steps: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """List the sums that swaps of these cells can reach, in order, with their probabilities."""
    sums, weights = np.zeros(1, steps.dtype), np.ones(1)
    all_different = counts.max(initial=1) == 1
    for step, count in zip(steps.tolist(), counts.tolist(), strict=True):
        sums = np.add.outer(step * np.arange(count + 1), sums).ravel()
        if not all_different:
            weights = np.multiply.outer(_binomial_pmf(count), weights).ravel()
    if all_different:
        return np.sort(sums), np.full(len(sums), 1 / len(sums))
    order = np.argsort(sums)
    return sums[order], weights[order]


def _tail_on_lattice(steps: np.ndarray, needed: int, threshold: float) -> float:
    """Compute P(total step >= needed) by the recursion.

    Of a short test the two halves are built up, and the last product is only a scalar product.
    A long one is tilted: coins loaded so that the expected sum is the threshold (exponential
    tilting) bring the tail where the FFT is accurate, and weights undo it.
    """
    if len(steps) * steps.sum() / 4 <= QUICK_RECURSION:
        left, right = toss_by_toss(steps[::2]), toss_by_toss(steps[1::2])
        tail = np.concatenate([np.cumsum(right[::-1])[::-1], [0.0]])
        return float(left @ tail[np.clip(needed - np.arange(len(left)), 0, len(right))])
    needed = max(needed, 0)
    theta = _tilt(steps, threshold)
    pmf = _multiply_by_fft(steps, 1 / (1 + np.exp(-2 * theta * steps)))[needed:]
    log_scale = (np.logaddexp(theta * steps, -theta * steps) - math.log(2)).sum()
    log_scale -= theta * (2 * needed - steps.sum())
    return float(math.exp(log_scale) * (pmf @ np.exp(-2 * theta * np.arange(len(pmf)))))


def toss_by_toss(steps: np.ndarray, heads: np.ndarray | None = None) -> np.ndarray:
    """Build up the law of the total step of coins that show heads, on 0, 1, ..., sum(steps).

    Coin i moves by the whole number ``steps[i] >= 0`` with probability ``heads[i]``, one half
    by default. Only positive numbers are added: every probability keeps its relative accuracy.
    """
    heads = np.full(len(steps), 0.5) if heads is None else heads
    pmf = np.zeros(int(steps.sum()) + 1)
    moved, reached = np.empty_like(pmf), 1
    pmf[0] = 1
    for step, p in zip(steps.tolist(), heads.tolist(), strict=True):
        np.multiply(pmf[:reached], p, out=moved[:reached])
        pmf[:reached] *= 1 - p
        pmf[step : step + reached] += moved[:reached]
        reached += step
    return pmf


def _multiply_by_fft(steps: np.ndarray, heads: np.ndarray) -> np.ndarray:
    """Do `toss_by_toss` of many coins from its halves; its rounding errors are absolute, about 1e-16."""
    if len(steps) * steps.sum() <= QUICK_RECURSION or len(steps) < 16:
        return toss_by_toss(steps, heads)
    left, right = (_multiply_by_fft(steps[part::2], heads[part::2]) for part in (0, 1))
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


def _law_of_signed_sums(
    steps: np.ndarray, counts: np.ndarray
) -> Iterator[tuple[np.ndarray, np.ndarray]] | None:
    """Find the law of V, sums (s, k) and probabilities (s,) in pieces; None if that is too long."""
    table = _table_size(counts)
    widths, recursion = counts @ abs(steps) + 1, math.inf
    if steps.dtype.kind == "i" and np.prod(widths.astype(float)) <= LARGEST_LATTICE:
        recursion = float(np.prod(widths))
    if recursion * counts.sum() > LARGEST_RECURSION:
        recursion = math.inf
    if table <= min(LARGEST_TABLE, recursion):
        return _in_pieces(*_list_cells(steps, counts))
    return None if recursion == math.inf else _build_up(steps, counts, widths)


def _in_pieces(sums: np.ndarray, weights: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    for start in range(0, len(sums), CHUNK):
        yield sums[start : start + CHUNK], weights[start : start + CHUNK]


def _list_cells(steps: np.ndarray, counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """List all prod(m + 1) sums V (s, k) of the cells, with their probabilities (s,)."""
    sums, probabilities = np.zeros((1, steps.shape[1]), steps.dtype), np.ones(1)
    for step, count in zip(steps, counts, strict=True):
        signs = np.arange(-count, count + 1, 2)
        sums = (sums[:, None] + signs[:, None] * step).reshape(-1, steps.shape[1])
        probabilities = np.multiply.outer(probabilities, _binomial_pmf(count)).ravel()
    return sums, probabilities


def _build_up(
    steps: np.ndarray, counts: np.ndarray, widths: np.ndarray
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Build up the law of whole-numbered V by the recursion, with a digit for each column."""
    place_values = np.concatenate([np.cumprod(widths[:0:-1])[::-1], [1]])
    codes = steps @ place_values
    steps = steps * np.where(codes < 0, -1, 1)[:, None]  # a fair sign does not mind
    lowest = counts @ np.minimum(steps, 0)
    pmf = toss_by_toss(np.repeat(abs(codes), counts))
    for start in range(0, len(pmf), CHUNK):
        part = pmf[start : start + CHUNK]
        codes = np.flatnonzero(part) + start - lowest @ place_values
        digits = codes[:, None] // place_values % widths
        yield 2 * (digits + lowest) - counts @ steps, part[part > 0]


def draw_shuffles(
    swaps: Swaps, n_resamples: int, generator: np.random.Generator, progress: bool | None = None
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Draw random shuffles V (s, columns) with how often each was drawn (s,), in bounded chunks.

    Where the items collapse into few outcomes, one multinomial draw says how often each was
    met; into few cells, a binomial draw a cell replaces its items; else sixteen items at a time
    are looked up by a random 16-bit word.
    """
    steps, counts = swaps.steps, swaps.counts
    if _table_size(counts) <= min(n_resamples, LARGEST_TABLE):
        sums, probabilities = _list_cells(steps, counts)
        yield from _in_pieces(sums, generator.multinomial(n_resamples, probabilities))
        return
    draw = _binomial_sums if counts.sum() > 200 * len(counts) else _packed_sums
    shown = {"delay": 0 if progress else 1, "disable": progress is False, "leave": False}
    for start in tqdm(range(0, n_resamples, CHUNK), desc="shuffling", unit="chunk", **shown):
        size = min(CHUNK, n_resamples - start)
        yield draw(steps, counts, size, generator), np.ones(size, dtype=np.int64)


def _binomial_sums(
    steps: np.ndarray, counts: np.ndarray, size: int, generator: np.random.Generator
) -> np.ndarray:
    sums = np.zeros((size, steps.shape[1]))
    for step, count in zip(steps, counts, strict=True):
        sums += (2 * generator.binomial(count, 0.5, size) - count)[:, None] * step
    return sums


def _packed_sums(
    steps: np.ndarray, counts: np.ndarray, size: int, generator: np.random.Generator
) -> np.ndarray:
    items = np.repeat(steps, counts, axis=0).astype(float)
    sums, found = np.zeros((items.shape[1], size)), np.empty(size)
    for start in range(0, len(items), 16):
        block = items[start : start + 16]
        words = generator.integers(0, 2 ** len(block), size=size, dtype=np.uint16)
        for column, values in enumerate(block.T):
            sums[column] += _all_signed_sums(values).take(words, out=found, mode="clip")
    return sums.T


def _all_signed_sums(values: np.ndarray) -> np.ndarray:
    """List the 2^m sums of m values with all combinations of signs, each at the number its bits spell."""
    if len(values) > 8:
        return np.add.outer(_all_signed_sums(values[8:]), _all_signed_sums(values[:8])).ravel()
    sums = np.zeros(1)
    for value in values:
        sums = np.add.outer([-value, value], sums).ravel()
    return sums


def count_shared_shuffles(
    systems: Systems, pairs: Pairs, alternative: str, drawing: Drawing
) -> np.ndarray:
    """Count the random shuffles that are as extreme for each pair, the better row first.

    Swapping the outputs of item i in every pair at once flips one sign for all of them: the
    signed sums of m systems are one matrix product, those of a pair the difference of two.
    """
    n_resamples, rng, _, progress = drawing
    statistics, direction, linear = systems.statistics, systems.direction, systems.linear
    observed, needed = systems.observed, systems.gains(pairs)
    if linear is None:
        needed -= NOISE * (abs(observed[pairs[0]]) + abs(observed[pairs[1]]))
    else:
        scores = direction * (systems.integer_scores or linear)[0]
        for pair, (i, j) in enumerate(zip(*pairs, strict=True)):
            gains = differences(scores[i], scores[j])
            noise = noise_of(scores[i], scores[j])[gains != 0].sum()
            needed[pair] = gains.sum() - noise * (gains.dtype.kind == "f")
        statistics = (scores - scores.min(axis=0))[:, :, None]  # the common part cancels
    m, n, k = statistics.shape
    columns = np.ascontiguousarray(statistics.transpose(0, 2, 1), float).reshape(m * k, n)
    totals, counts = statistics.sum(axis=1), np.zeros(len(needed), int)
    show = n_resamples * len(needed) > 2**24 if progress is None else progress
    for start in tqdm(range(0, n_resamples, SHARED_CHUNK), desc="shuffling", disable=not show):
        size = min(SHARED_CHUNK, n_resamples - start)
        signs = 2.0 * rng.integers(0, 2, (n, size), np.int8) - 1
        sums = (columns @ signs).reshape(m, k, size).swapaxes(1, 2)
        for pair, (i, j) in enumerate(zip(*pairs, strict=True)):
            gains = (sums[i] - sums[j])[:, 0]
            if linear is None:
                middle, half = (totals[i] + totals[j]) / 2, (sums[i] - sums[j]) / 2
                scores = systems.metric(np.stack([middle + half, middle - half]))
                check_finite(scores, "the score of every shuffle")
                gains = direction * (scores[0] - scores[1])
            reached = abs(gains) if alternative == "two-sided" else gains
            counts[pair] += np.count_nonzero(reached >= needed[pair])
    return counts
