"""The resamples of a bootstrap: infinitely many where p can be computed, else random ones.

One trick serves every metric and every pair. A resample counts for a over b if

    score*(a) - score*(b)  >  2 (score(a) - score(b)),

that is, if score*(a) - 2 score(a) > score*(b) - 2 score(b). So each system gets one number a
resample, and pairs are only compared. For a mean that number is a sum of n independent draws
from one small table. If the table lies on a lattice (0/1 scores, counts, fixed decimals), the
law of the sum is the n-th power of the law of one draw, by a Fourier transform on a circle so
large that what it wraps round is below e^-40. Of real scores, `inversion` computes that power
alone.

Resamples of a few items are listed, for any metric. Whatever is left is drawn: a chunk of
resamples is a matrix of counts, and one product of it with the statistics of *all* systems gives
all their sums (Berg-Kirkpatrick, Burkett & Klein 2012, footnotes 4 and 5). Every chunk has a seed
of its own: the answer never depends on how many processors share the chunks.
"""

import functools
import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias, TypeVar, get_args

import numpy as np
from joblib import Parallel, delayed
from scipy.fft import irfft, next_fast_len, rfft
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from labkit.metrics import Metric
from labkit.notebook_env import progress
from labkit.significance.inversion import ROUNDING, law_of_draws, reach_of, tails_of_draws
from labkit.significance.items import Array, Drawing, Pairs, Systems, differences, noise_of
from labkit.significance.result import NOT_EXACT

Summary = TypeVar("Summary")

#: Which resamples count: gains above twice the observed one, or below 0.
Variant: TypeAlias = Literal["recentred", "below-zero"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
#: Size of the frequencies that are left out.
NEGLIGIBLE = 1e-20
#: Most points on a circle, and on those of all pairs; most sums in a list of resamples.
MOST_POINTS, MOST_POINTS_IN_ALL, MOST_LISTED = 2**22, 2**28, 2**22
#: Scores, and drawn items, in a chunk of resamples: about a tenth of a second of work.
SCORES_IN_CHUNK, DRAWS_IN_CHUNK = 2**18, 2**24
#: Points, or counts, held at once: fewer are slow, more leave the memory close to the processor.
NUMBERS_IN_BLOCK = 1_000_000
#: A multinomial draw costs about as much for an outcome as ten drawn items.
COST_OF_OUTCOME = 10


class PairPvalues(NamedTuple):
    """p-values of pairs, how each was found, and what goes with that; nan if it does not apply."""

    pvalue: Array
    method: Array
    n_extreme: Array  # resamples that count, of those drawn
    error: Array  # how far off a computed one may be


def bootstrap_pvalues(
    systems: Systems, pairs: Pairs, method: str, drawing: Drawing, variants: Sequence[str]
) -> PairPvalues:
    """Test the first row, which is better, over the second of each pair by the first way to fit."""
    pvalue, error, n_extreme = np.full((3, len(pairs[0])), np.nan)
    if method != "monte-carlo":
        pvalue, error = _by_law(systems, pairs, variants, method == "exact")
        left = np.isnan(pvalue)
        if left.any():
            pvalue[left], error[left] = _by_listing(systems, variants)[pairs][left], 0
    drawn = np.isnan(pvalue)
    if drawn.any():
        if method == "exact":
            raise ValueError(NOT_EXACT)
        count = functools.partial(_count, systems, variants)
        counts = over_resamples(systems.statistics, systems.metric, count, drawing)
        n_extreme[drawn] = functools.reduce(np.add, counts)[pairs][drawn]
        pvalue[drawn] = n_extreme[drawn] / drawing.n_resamples
    # No gain, and none in any resample: nothing to test, so nothing significant.
    nothing = (pvalue == 0) & (systems.gains(pairs) <= systems.noise)
    pvalue = np.where(nothing, 1.0, np.minimum(pvalue, 1.0))
    n_extreme = np.minimum(np.where(nothing & drawn, np.inf, n_extreme), drawing.n_resamples)
    methods = np.where(drawn, "monte-carlo", np.where(error > 0, "computed", "exact"))
    return PairPvalues(pvalue, methods.astype(object), n_extreme, error)


def _by_law(
    systems: Systems, pairs: Pairs, variants: Sequence[str], exactly: bool
) -> tuple[Array, Array]:
    """Compute p of linear metrics on a lattice or by inversion, and its error; nan if it cannot."""
    tails, errors = np.zeros((2, len(pairs[0])))
    if systems.linear is None:
        return tails + np.nan, errors
    (scores, sizes), whole, n = systems.linear, systems.integer_scores, systems.n
    whole_sizes = sizes if systems.whole_sizes is None else systems.whole_sizes
    alike = bool((sizes == sizes[0]).all())
    if alike and whole is not None and np.ptp(whole) == 1:
        return _of_right_or_wrong(systems.direction * whole, pairs, variants), errors

    def terms(side: str, scores: Array, sizes: Array) -> Array:
        """Return what each item adds to a sum of draws that counts above 0."""
        if side == "below-zero":
            return -systems.direction * sizes.sum() * scores
        totals = scores.sum(axis=-1, keepdims=True)
        return systems.direction * (scores * sizes.sum() - 2 * totals * sizes)

    # Of items alike, draws for the one side are those for the other of the pair turned round.
    sides = ["recentred"] if alike else variants
    values = np.concatenate([terms(side, scores - scores.mean(axis=0), sizes) for side in sides])
    most, left = min(MOST_POINTS, MOST_POINTS_IN_ALL // len(tails)), []
    for pair, (i, j) in enumerate(zip(*pairs, strict=True)):
        gains, noise = differences(scores[i], scores[j]), noise_of(scores[i], scores[j])
        units = systems.in_units(gains, noise) if whole is None else whole[i] - whole[j]
        steps = [None if units is None else terms(side, units, whole_sizes) for side in variants]
        tails[pair] = np.sum([np.nan if s is None else lattice_tail(s, n, 0, most) for s in steps])
        if exactly or not np.isnan(tails[pair]):
            continue
        tails[pair] = 0
        for place, (side, step) in enumerate(zip(variants, steps, strict=True)):
            if not (alike and place):  # of items alike, both sides have one law
                law = law_of_draws(terms(side, gains, sizes), step, noise.max() * sizes.sum())
            rows = (j, i) if alike and side == "below-zero" else (i, j)
            left.append((law, pair, *(row + (not alike) * place * len(scores) for row in rows)))
    if left:
        laws, places, *rows_of_pairs = zip(*left, strict=True)
        found, off = tails_of_draws(values, np.array(rows_of_pairs), list(laws))
        np.add.at(tails, list(places), found)
        np.add.at(errors, list(places), off)
    return tails, errors


def _of_right_or_wrong(scores: Array, pairs: Pairs, variants: Sequence[str]) -> Array:
    """Compute p of scores of two values (m, n), of all pairs at once."""
    right = (scores > scores.min()).astype(int)
    both = right @ right.T  # counts the items for all pairs
    alone = np.diag(both)[:, None] - both
    plus, minus = alone[pairs], alone[pairs[::-1]]
    n, signs = scores.shape[1], [1 if side == "recentred" else -1 for side in variants]
    weights, steps = np.stack([plus, minus, n - plus - minus], axis=1) / n, np.array([1, -1, 0])
    sides = [(sign * steps, weights, (1 + sign) * (plus - minus), n) for sign in signs]
    return np.sum([tail_of_draws(*side) for side in sides], axis=0)


def lattice_tail(values: Array, n: int, threshold: float = 0, most: int = MOST_POINTS) -> float:
    """Compute P(X > threshold) for the sum X of n draws from whole `values`; nan if too long."""
    lowest = int(values.min())
    unit = int(np.gcd.reduce(values - lowest)) or 1
    steps, counts = np.unique((values - lowest) // unit, return_counts=True)
    limit = np.array([math.floor(threshold - n * lowest) // unit])
    weights = counts[None] / len(values)
    return tail_of_draws(steps, weights, limit, n, most).item()


def tail_of_draws(
    values: Array, weights: Array, limits: Array, n_draws: int, most_points: int = MOST_POINTS
) -> Array:
    """Compute P(X > limit) for sums X of draws from whole values (v,) with weights (cases, v)."""
    mean = weights @ values
    variance = n_draws * (weights @ values**2.0 - mean**2).max()
    reach = reach_of(math.sqrt(abs(variance)), abs(values - mean[:, None]).max()) + 2
    length = next_fast_len(math.ceil(2 * reach), real=True)
    if length > most_points:
        return np.full(len(limits), np.nan)
    if 1 < len(weights) > NUMBERS_IN_BLOCK / length:
        halves = zip(np.array_split(weights, 2), np.array_split(limits, 2), strict=True)
        return np.concatenate([tail_of_draws(values, *half, n_draws) for half in halves])
    circle = np.zeros((len(weights), length))
    np.add.at(circle.T, values % length, weights.T)
    psi = rfft(circle)
    last = np.flatnonzero((abs(psi) > NEGLIGIBLE ** (1 / n_draws)).any(axis=0))[-1]
    law = irfft(psi[:, : last + 1] ** n_draws, length)
    # Half a circle to each side of the mean.
    sums = np.floor(n_draws * mean - length / 2).astype(int)[:, None] + np.arange(1, length + 1)
    law = np.take_along_axis(law, sums % length, axis=1)
    tail = np.where(sums > limits[:, None], law, 0).sum(axis=1)
    possible = n_draws * np.where(weights > 0, values, values.min()).max(axis=1) > limits
    # p is never said to be smaller than its rounding error.
    return np.where(possible, np.clip(tail, n_draws * ROUNDING, 1), 0)


def _by_listing(systems: Systems, variants: Sequence[str]) -> Array:
    """Compute p of any metric for all pairs of rows from all resamples; nan if too many."""
    m, n, k = systems.statistics.shape
    columns = systems.statistics.transpose(1, 0, 2).reshape(n, m * k)
    outcomes, counts = np.unique(columns, axis=0, return_counts=True)
    # Resamples that differ only in order are one (Hall 1992, *The Bootstrap and Edgeworth
    # Expansion*, appendix I): C(n + others, n) of them instead of n^n.
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
    sides = {"recentred": scores - 2 * observed, "below-zero": -scores}
    return np.sum([exceedances(sides[each], systems.noise, weights) for each in variants], axis=0)


def exceedances(scores: Array, noise: float, weights: Array | None = None) -> Array:
    """Count, or add the `weights`, where row i is above row j > i by more than `noise`."""
    counts = np.zeros((len(scores), len(scores)), int if weights is None else float)
    # Without what all systems share, most pairs far apart never meet, and need no comparison.
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
    statistics: Array, metric: Metric, summarize: Callable[[Array], Summary], drawing: Drawing
) -> Iterator[Summary]:
    """Draw resamples of statistics (m, n, k), and yield what `summarize` makes of each chunk."""
    (m, n, k), (n_resamples, rng) = statistics.shape, drawing
    # The gold counts of all systems are the same column: multiply it once.
    columns = statistics.transpose(1, 0, 2).reshape(n, m * k)
    rows, where = np.unique(columns, axis=1, return_inverse=True)
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
        """Draw a chunk of resamples block by block, and summarize their scores."""
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
