"""The resamples of a bootstrap: infinitely many where p can be computed, else random ones.

One trick serves every metric and every pair. A resample counts for a over b if

    score*(a) - score*(b)  >  2 (score(a) - score(b)),

that is, if score*(a) - 2 score(a) > score*(b) - 2 score(b). So each system gets one number a
resample, and pairs are only compared. For a mean that number is a sum of n independent draws
from one small table. If the table lies on a lattice (0/1 scores, counts, fixed decimals), the
law of the sum is the n-th power of the law of one draw, by a Fourier transform on a circle so
large that what it wraps round is below e^-40. Real scores of very many items are rounded to
such a lattice.

Resamples of a few items are listed, for any metric. Whatever is left is drawn: a chunk of
resamples is a matrix of counts, and one product of it with the statistics of *all* systems gives
all their sums (Berg-Kirkpatrick, Burkett & Klein 2012, footnotes 4 and 5). Every chunk has a seed
of its own: the answer never depends on how many processors share the chunks.
"""

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
from joblib import Parallel, delayed
from scipy.fft import irfft, next_fast_len, rfft
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from labkit.metrics import Metric
from labkit.notebook_env import progress
from labkit.significance.items import Array, Drawing, Pairs, Systems

Summary = TypeVar("Summary")

#: Which resamples count: gains above twice the observed one, or below 0.
VARIANTS = ("recentred", "below-zero")
#: What a circle wraps round, as a power of e; and what a tail may be off, for each draw.
WRAPPED, ROUNDING = 40, 2e-16
#: Size of the frequencies that are left out.
NEGLIGIBLE = 1e-20
#: Most points on a circle, and on those of all pairs.
MOST_POINTS, MOST_POINTS_IN_ALL = 2**22, 2**28
#: Most sums in a list of resamples.
MOST_LISTED = 2**22
#: Items drawn for one pair from which on real scores are put on a lattice: minutes of work.
LONG_DRAWING = 2**34
#: Scores, and drawn items, in a chunk of resamples: about a tenth of a second of work.
SCORES_IN_CHUNK, DRAWS_IN_CHUNK = 2**18, 2**24
#: Points, or counts, held at once: fewer are slow, more leave the memory close to the processor.
NUMBERS_IN_BLOCK = 1_000_000
#: A multinomial draw costs about as much for an outcome as ten drawn items.
COST_OF_OUTCOME = 10


class PairPvalues(NamedTuple):
    """p-values of pairs, how each was found, and the resamples that count (nan where none were drawn)."""

    pvalue: Array
    method: Array
    n_extreme: Array


def bootstrap_pvalues(
    systems: Systems, pairs: Pairs, method: str, drawing: Drawing, variants: Sequence[str]
) -> PairPvalues:
    """Do `bootstrap_test` of the first row over the second of each pair, by the first way that fits.

    The first row is the one further up; with both `variants`, for both sides, the better one.
    """
    (pvalue, n_extreme), rounded = np.full((2, len(pairs[0])), np.nan), False
    if method != "monte-carlo":
        long = method == "auto" and systems.n * drawing.n_resamples > LONG_DRAWING
        pvalue = np.sum([_by_lattice(systems, pairs, side, long) for side in variants], axis=0)
        rounded = systems.integer_scores is None and not np.isnan(pvalue).any()
        if np.isnan(pvalue).any():
            pvalue = np.where(np.isnan(pvalue), _by_listing(systems, variants)[pairs], pvalue)
    drawn = np.isnan(pvalue)
    if drawn.any():
        if method == "exact":
            raise ValueError(
                "method must be 'auto' or 'monte-carlo' for these scores, not 'exact': it does not fit them"
            )
        count = functools.partial(_count, systems, variants)
        counts = over_resamples(systems.statistics, systems.metric, count, drawing)
        n_extreme[drawn] = functools.reduce(np.add, counts)[pairs][drawn]
        pvalue = np.where(drawn, n_extreme / drawing.n_resamples, pvalue)
    # No gain, and none in any resample: nothing to test, so nothing significant.
    nothing = (pvalue == 0) & (systems.gains(pairs) <= systems.noise)
    pvalue = np.where(nothing, 1.0, np.minimum(pvalue, 1.0))
    n_extreme = np.where(nothing & drawn, drawing.n_resamples, n_extreme)
    methods = np.where(drawn, "monte-carlo", "asymptotic" if rounded else "exact").astype(object)
    return PairPvalues(pvalue, methods, np.minimum(n_extreme, drawing.n_resamples))


def _by_lattice(systems: Systems, pairs: Pairs, variant: str, long: bool) -> Array:
    """Compute p of linear metrics on a lattice, or rounded to one where drawing is `long`; else nan."""
    (first, second), n, below_zero = pairs, systems.n, variant == "below-zero"
    if systems.linear is None or (systems.integer_scores is None and not long):
        return np.full(len(first), np.nan)
    scores, sizes = systems.integer_scores or systems.linear
    scores = systems.direction * (-scores if below_zero else scores)
    if systems.integer_scores and np.ptp(scores) == 1 and (sizes == sizes[0]).all():
        right = (scores > scores.min()).astype(int)
        both = right @ right.T  # counts the items for all pairs
        alone = np.diag(both)[:, None] - both
        plus, minus = alone[first, second], alone[second, first]
        weights = np.stack([plus, minus, n - plus - minus], axis=1) / n
        thresholds = 2 * (plus - minus) * (not below_zero)
        return tail_of_draws(np.array([1, -1, 0]), weights, thresholds, n)
    # Terms of each system, so that a sum of draws above 0 counts.
    terms = scores if below_zero else scores * sizes.sum() - 2 * np.outer(scores.sum(axis=1), sizes)
    whole, most_points = terms, min(MOST_POINTS, MOST_POINTS_IN_ALL // len(first))
    if not systems.integer_scores:
        terms = terms * (MOST_POINTS / 20 / math.sqrt(n) / (np.ptp(terms, axis=0).max() or 1))
        whole = np.rint(terms).astype(int)
    drift = (whole - terms).sum(axis=1)  # of the sums, by rounding
    tails = [
        lattice_tail(whole[i] - whole[j], n, drift[i] - drift[j], most_points)
        for i, j in zip(*pairs, strict=True)
    ]
    return np.array(tails)


def lattice_tail(
    values: Array, n_draws: int, threshold: float = 0, most_points: int = MOST_POINTS
) -> float:
    """Compute P(X > threshold) for the sum X of `n_draws` draws from whole `values` (n,).

    nan where more than `most_points` points on the circle would be needed.

    Examples
    --------
    Two dice show more than 10 in three of 36 throws:

    >>> round(lattice_tail(np.arange(1, 7), 2, 10) * 36, 12)
    3.0
    """
    lowest = int(values.min())
    unit = int(np.gcd.reduce(values - lowest)) or 1
    steps, counts = np.unique((values - lowest) // unit, return_counts=True)
    limit = np.array([math.floor(threshold - n_draws * lowest) // unit])
    weights = counts[None] / len(values)
    return tail_of_draws(steps, weights, limit, n_draws, most_points).item()


def tail_of_draws(
    values: Array,
    weights: Array,
    thresholds: Array,
    n_draws: int,
    most_points: int = MOST_POINTS,
) -> Array:
    """Compute P(X > threshold), (cases,), for sums X of draws from whole values (v,) with weights (cases, v).

    A tail below the rounding error is given as that: p is never said to be smaller than it is.

    Examples
    --------
    Of 2000 items 120 are won and 90 lost: resampled gains above twice the observed one.

    >>> values, weights = np.array([1, -1, 0]), np.array([[120, 90, 1790]]) / 2000
    >>> round(float(tail_of_draws(values, weights, np.array([60]), 2000)[0]), 12)
    0.017728039594
    """
    mean = weights @ values
    variance = n_draws * (weights @ values**2.0 - mean**2).max()
    # Bernstein: a sum is further from its mean with a chance below e^-WRAPPED.
    jump = WRAPPED / 3 * abs(values - mean[:, None]).max()
    reach = jump + math.sqrt(jump**2 + 2 * WRAPPED * abs(variance)) + 2
    length = next_fast_len(math.ceil(2 * reach), real=True)
    if length > most_points:
        return np.full(len(thresholds), np.nan)
    if 1 < len(weights) > NUMBERS_IN_BLOCK / length:
        halves = zip(np.array_split(weights, 2), np.array_split(thresholds, 2), strict=True)
        return np.concatenate([tail_of_draws(values, *half, n_draws) for half in halves])
    circle = np.zeros((len(weights), length))
    np.add.at(circle.T, values % length, weights.T)
    psi = rfft(circle)
    last = np.flatnonzero((abs(psi) > NEGLIGIBLE ** (1 / n_draws)).any(axis=0))[-1]
    law = irfft(psi[:, : last + 1] ** n_draws, length)
    # Half a circle to each side of the mean.
    sums = np.floor(n_draws * mean - length / 2).astype(int)[:, None] + np.arange(1, length + 1)
    law = np.take_along_axis(law, sums % length, axis=1)
    tail = np.where(sums > thresholds[:, None], law, 0).sum(axis=1)
    possible = n_draws * np.where(weights > 0, values, values.min()).max(axis=1) > thresholds
    return np.where(possible, np.clip(tail, n_draws * ROUNDING, 1), 0)


def _by_listing(systems: Systems, variants: Sequence[str]) -> Array:
    """Compute p of any metric for each pair of rows from a list of all resamples; nan if too many.

    Equal rows are one outcome, and so are resamples that differ only in order: n draws from m
    outcomes leave C(n + m - 1, n) of them instead of n^n (Hall 1992, *The Bootstrap and Edgeworth
    Expansion*, appendix I).
    """
    m, n, k = systems.statistics.shape
    columns = systems.statistics.transpose(1, 0, 2).reshape(n, m * k)
    outcomes, counts = np.unique(columns, axis=0, return_counts=True)
    others = len(outcomes) - 1
    if math.comb(n + others, n) > MOST_LISTED // (m * k):
        return np.full((m, m), np.nan)
    from scipy.stats import multinomial  # imported late: most of a second

    # Bars between the draws: as many draws fall on an outcome as stand between two of them.
    bars = np.array(list(itertools.combinations(range(n + others), others)), int)
    drawn = np.diff(bars, prepend=-1, append=n + others) - 1
    scores = systems.metric((drawn @ outcomes).reshape(-1, m, k)).T
    return _count(systems, variants, scores, multinomial.pmf(drawn, n, counts / n))


def _count(
    systems: Systems, variants: Sequence[str], scores: Array, weights: Array | None = None
) -> Array:
    """Count the resamples (m, resamples) that count for each pair of rows, or sum their weights."""
    scores, observed = systems.direction * scores, systems.direction * systems.observed[:, None]
    recentred = {"recentred": scores - 2 * observed, "below-zero": -scores}
    return np.sum(
        [exceedances(recentred[each], systems.noise, weights) for each in variants], axis=0
    )


def exceedances(scores: Array, noise: float, weights: Array | None = None) -> Array:
    """Count how often row i is above row j by more than `noise`, for all i < j: (m, m) of (m, resamples).

    Or sum the `weights` of these resamples.

    Examples
    --------
    >>> exceedances(np.array([[3, 1, 2], [2, 2, 2]]), noise=0.5).tolist()
    [[0, 1], [0, 0]]
    """
    counts = np.zeros((len(scores), len(scores)), int if weights is None else float)
    # What all systems share (an easy resample) plays no part: without it, most pairs far apart
    # never meet, and need no comparison.
    scores = scores - scores.mean(axis=0)
    lowest, highest = scores.min(axis=1), scores.max(axis=1)
    for i in range(len(scores) - 1):
        for j in i + 1 + np.flatnonzero(highest[i] - noise > lowest[i + 1 :]):
            above = scores[i] - noise > scores[j]
            counts[i, j] = np.count_nonzero(above) if weights is None else above @ weights
    return counts


def in_threads() -> Parallel:
    """Return workers that share the memory, as many as `joblib.parallel_config` says, or one."""
    # One that prefers threads does not ask the configuration how many.
    return Parallel(Parallel().n_jobs, prefer="threads", return_as="generator")


def over_resamples(
    statistics: Array,
    metric: Metric,
    summarize: Callable[[Array], Summary],
    drawing: Drawing,
) -> Iterator[Summary]:
    """Draw resamples in chunks, and yield what `summarize` makes of the scores of each.

    `statistics` (m, n, k) are of systems, items (or clusters) and columns; `summarize` gets
    scores (m, resamples in the chunk). Of the generator, only the seed sequence is used.
    """
    (m, n, k), (n_resamples, rng) = statistics.shape, drawing
    # The gold counts of all systems are the same column: multiply it once.
    rows, where = np.unique(
        statistics.transpose(1, 0, 2).reshape(n, m * k), axis=1, return_inverse=True
    )
    outcomes, counts = np.unique(rows, axis=0, return_counts=True)
    few = len(outcomes) * COST_OF_OUTCOME < n
    rows = outcomes if few else rows
    # Whole numbers below 2^24 are exact in single precision, which is twice as fast.
    single = rows.dtype.kind == "i" and n * abs(rows).max() < 2**24
    rows = np.ascontiguousarray(rows, np.float32 if single else np.float64)
    block = max(1, NUMBERS_IN_BLOCK // max(rows.shape))

    def draw(rng: np.random.Generator) -> Array:
        """Draw how often each outcome, or item, is in each of a block of resamples."""
        if few:
            return rng.multinomial(n, counts / n, block).astype(rows.dtype)
        # A sparse matrix with a one for each drawn item: writing it out adds up the
        # repeated ones. Faster than numpy.bincount, and without Python's lock.
        items, ends = rng.integers(0, n, block * n, np.int32), np.arange(0, block * n + 1, n)
        return csr_array((np.ones_like(items, rows.dtype), items, ends), (block, n)).toarray()

    def chunk(size: int, seed: np.random.SeedSequence) -> Summary:
        rng, sums = np.random.default_rng(seed), np.empty((rows.shape[1], size))
        for start in range(0, size, block):
            part = sums[:, start : start + block]
            part[:] = rows.T @ draw(rng)[: part.shape[1]].T
        return summarize(metric(sums[where].reshape(m, k, size).swapaxes(1, 2)))

    size = max(1, min(SCORES_IN_CHUNK // m, DRAWS_IN_CHUNK // n))
    sizes = [min(size, n_resamples - start) for start in range(0, n_resamples, size)]
    # Every generator that numpy makes has a seed sequence that can spawn.
    seeds = rng.bit_generator.seed_seq.spawn(len(sizes))  # type: ignore[attr-defined]
    # The jobs share the processors; a product that wants all of them would only get in their way.
    with threadpool_limits(1, "blas"):
        chunks = in_threads()(delayed(chunk)(*each) for each in zip(sizes, seeds, strict=True))
        yield from progress(chunks, "resampling", len(sizes))
