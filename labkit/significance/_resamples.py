"""The resamples of a bootstrap: with endless ones where p can be computed, else random ones.

One trick serves every metric and every pair. A resample counts for a over b if

    score*(a) - score*(b)  >  2 (score(a) - score(b)),

that is, if score*(a) - 2 score(a) > score*(b) - 2 score(b). So each system gets one number a
resample, and pairs are only compared. For a mean that number is a sum of n independent draws
from one small table. If the table lies on a lattice (0/1 scores, counts, fixed decimals), the
law of the sum is the n-th power of a characteristic function, taken on a circle of points so
large that what it wraps round is below e^-40. Each draw is tilted (loaded exponentially, as at
a saddle point; Flajolet & Sedgewick 2009, *Analytic Combinatorics*, chapter VIII), so that the
threshold is in the middle of the law, and a p of 1e-80 keeps its digits.

Resamples of a few items are listed, for any metric. Whatever is left is drawn: a chunk of resamples is a matrix of counts, and one product of it with the statistics of *all*
systems gives all their sums (Berg-Kirkpatrick, Burkett & Klein 2012, footnotes 4 and 5). Every
chunk has a seed of its own: the answer never depends on how many processors share the chunks.
"""

import functools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import ArrayLike
from scipy.fft import next_fast_len, rfft
from scipy.optimize import brentq
from scipy.sparse import csr_array
from scipy.stats import binom
from threadpoolctl import threadpool_limits
from tqdm.auto import tqdm

from labkit.metrics import Metric
from labkit.significance._items import Drawing, Pairs, Systems

Summary = TypeVar("Summary")

#: Which resamples count: gains above twice the observed one, or below 0.
VARIANTS = ("recentred", "below-zero")
#: What a circle wraps round, as a power of e.
WRAPPED = 40
#: Size of the terms that are left out.
NEGLIGIBLE = 1e-20
#: Most points on a circle, on those of all pairs, and most resamples in a list.
MOST_POINTS, MOST_POINTS_IN_ALL, MOST_RESAMPLES = 2**22, 2**28, 2**20
#: Items drawn for one pair from which on real scores are put on a lattice: minutes of work.
LONG_DRAWING = 2**34
#: Pairs from which on a computed p-value shows its progress: about a second of work.
MANY_PAIRS = 1000
#: Scores, and drawn items, in a chunk of resamples: about a tenth of a second of work.
SCORES_IN_CHUNK, DRAWS_IN_CHUNK = 2**18, 2**24
#: Counts held at once: small enough for the memory close to the processor.
COUNTS_IN_BLOCK = 2**19
#: A multinomial draw costs about as much for an outcome as ten drawn items.
COST_OF_OUTCOME = 10


class PairPvalues(NamedTuple):
    """p-values of pairs; all arrays of shape (pairs,), of draws nan where none were needed."""

    pvalue: np.ndarray
    method: np.ndarray
    n_extreme: np.ndarray
    n_drawn: np.ndarray


def bootstrap_pvalues(
    systems: Systems, pairs: Pairs, method: str, drawing: Drawing, variants: Sequence[str]
) -> PairPvalues:
    """Do `bootstrap_test` of the first row over the second of each pair, by the first way that fits.

    The first row is the one further up; with both `variants`, for both sides, the better one.
    """
    methods = np.full(len(pairs[0]), "exact", object)
    pvalue, n_extreme, n_drawn = np.full((3, len(pairs[0])), np.nan)
    sides = [Recentred(systems, variant == "below-zero") for variant in variants]
    if method != "monte-carlo":
        pvalue = np.sum([_by_lattice(side, pairs, drawing.progress) for side in sides], axis=0)
        if np.isnan(pvalue).any():
            listed = np.sum([_by_listing(side, pairs) for side in sides], axis=0)
            pvalue = np.where(np.isnan(pvalue), listed, pvalue)
    long = systems.n * drawing.n_resamples > LONG_DRAWING
    if method == "auto" and long and systems.linear is not None and np.isnan(pvalue).all():
        pvalue = np.sum([_by_rounding(side, pairs, *systems.linear) for side in sides], axis=0)
        methods[:] = "asymptotic"
    left = np.flatnonzero(np.isnan(pvalue))
    if len(left):
        if method == "exact":
            raise ValueError(
                "method must be 'auto' or 'monte-carlo' for these scores, not 'exact': it does not fit them"
            )
        n_extreme[left] = _by_drawing(sides, (pairs[0][left], pairs[1][left]), drawing)
        n_drawn[left], methods[left] = drawing.n_resamples, "monte-carlo"
        pvalue[left] = n_extreme[left] / drawing.n_resamples
    pvalue = np.minimum(pvalue, 1.0)  # a sum of shares may be an ulp more than 1
    # No gain, and none in any resample: nothing to test, so nothing significant.
    nothing = (pvalue == 0) & (systems.gains(pairs) <= systems.noise)
    pvalue[nothing], n_extreme[nothing] = 1.0, n_drawn[nothing]
    return PairPvalues(pvalue, methods, np.minimum(n_extreme, n_drawn), n_drawn)


@dataclass(frozen=True)
class Recentred:
    """What systems are compared by in a resample: to gain more than twice as observed, or to lose."""

    systems: Systems
    below_zero: bool

    def scores(self, scores: np.ndarray) -> np.ndarray:
        """Recentre scores (m, resamples)."""
        scores = self.systems.direction * scores
        if self.below_zero:
            return -scores
        return scores - 2 * self.systems.direction * self.systems.observed[:, None]

    def items(self, scores: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        """Split the recentred score of a linear metric, times a positive constant, into terms (m, n)."""
        scores = self.systems.direction * scores
        if self.below_zero:
            return -scores
        return scores * sizes.sum() - 2 * np.outer(scores.sum(axis=1), sizes)


def _by_lattice(side: Recentred, pairs: Pairs, progress: bool | None) -> np.ndarray:
    """Compute p of linear metrics on a lattice; nan for others."""
    systems, (first, second) = side.systems, pairs
    if systems.integer_scores is None:
        return np.full(len(first), np.nan)
    scores, sizes = systems.integer_scores
    if np.ptp(scores) == 1 and (sizes == sizes[0]).all():
        right = (scores > scores.min()).astype(np.float32 if systems.n < 2**24 else np.float64)
        both = right @ right.T  # counts the items for all pairs
        alone = np.rint(np.diag(both)[:, None] - both).astype(int)
        if systems.direction * (-1 if side.below_zero else 1) < 0:
            alone = alone.T
        plus, minus = alone[first, second], alone[second, first]
        return trinomial_tail(plus, minus, systems.n, (not side.below_zero) * 2 * (plus - minus))
    most_points = min(MOST_POINTS, max(2**12, MOST_POINTS_IN_ALL // len(first)))
    # As a rule: a seventh of the circle is the sd.
    if 2 * np.ptp(scores) * math.sqrt(systems.n) > most_points:
        return np.full(len(first), np.nan)
    terms = side.items(scores, sizes)
    show = len(first) > MANY_PAIRS if progress is None else progress
    rows = tqdm(zip(*pairs, strict=True), "exact p", len(first), unit="pair", disable=not show)
    return np.array([lattice_tail(terms[i] - terms[j], systems.n, 0, most_points) for i, j in rows])


def _by_listing(side: Recentred, pairs: Pairs) -> np.ndarray:
    """Compute p of any metric from a list of all resamples; nan if there are too many."""
    m, n, k = side.systems.statistics.shape
    columns = side.systems.statistics.transpose(1, 0, 2).reshape(n, m * k)
    resamples = list_resamples(columns, n, min(MOST_RESAMPLES, 2**22 // (m * k)))
    if resamples is None:
        return np.full(len(pairs[0]), np.nan)
    totals, probabilities = resamples
    scores = side.scores(side.systems.metric(totals.reshape(-1, m, k)).T)
    return exceedances(scores, side.systems.noise, probabilities)[pairs]


def _by_rounding(
    side: Recentred, pairs: Pairs, scores: np.ndarray, sizes: np.ndarray
) -> np.ndarray:
    """Approximate p of means of very many real scores on a fine lattice.

    Each score is split between its two neighbours on the lattice, which leaves the mean as it
    is and widens the law by less than 1e-4 of its sd; a sum of 0 counts for one half.
    """
    terms, pvalue = side.items(scores, sizes), []
    for i, j in zip(*pairs, strict=True):
        draws = terms[i] - terms[j]
        draws = draws / (abs(draws).max() or 1.0)
        n, mean = len(draws), draws.mean()
        draws = draws * (MOST_POINTS / 4 / (_reach(draws - mean, n * draws.var()) + n * abs(mean)))
        low = np.floor(draws)
        weights = np.concatenate([1 - draws + low, draws - low])
        values = np.concatenate([low, low + 1]).astype(np.int64)
        pvalue.append(
            sum(lattice_tail(values, n, s, 2 * MOST_POINTS, weights) for s in (0, -1)) / 2
        )
    return np.array(pvalue)


def trinomial_tail(plus: ArrayLike, minus: ArrayLike, n: int, threshold: ArrayLike) -> np.ndarray:
    """Compute P(X > threshold) for the sum X of n draws of +1, -1 and 0, many cases at once.

    Their probabilities are plus/n, minus/n and the rest.

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
    tail = np.zeros(len(s))
    rows = np.flatnonzero(s < np.where(up > 0, n, np.where(up + down < n, 0, -n)))
    up, down, s = up[rows], down[rows], s[rows]
    # The tilted draws have the mean rho: up (1-rho) z^2 - rho rest z - down (1+rho) = 0.
    rho, rest = (s + 0.5) / n, n - up - down
    square, linear, constant = up * (1 - rho), rho * rest, down * (1 + rho)
    root = np.sqrt(linear**2 + 4 * square * constant)
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(rho > 0, (linear + root) / (2 * square), 2 * constant / (root - linear))
    z = np.fmax(z, 1)
    total = up * z + down / z + rest
    up, down = up * z / total, down / z / total
    variance = n * (up + down - (up - down) ** 2)
    lengths = 2 ** np.ceil(np.log2(2 * _reach(2.0, variance))).astype(int)
    scale = np.exp(n * np.log(total / n) - (s + 1) * np.log(z))
    for length in np.unique(lengths):
        angle = 2 * np.pi / length * np.arange(length // 2 + 1)
        cos, sin, alike = np.cos(angle) - 1, np.sin(angle), np.flatnonzero(lengths == length)
        for part in np.array_split(alike, 1 + len(alike) * length // 2**22):
            real = 1 + np.multiply.outer(up[part] + down[part], cos)
            imaginary = np.multiply.outer(down[part] - up[part], sin)
            row, k = np.nonzero(real**2 + imaginary**2 > NEGLIGIBLE ** (2 / n))
            psi, pair = real[row, k] + 1j * imaginary[row, k], part[row]
            terms = _terms_above(psi**n, k, s[pair], 1 / z[pair], length)
            tail[rows[part]] = scale[part] * np.bincount(row, terms, len(part))
    tail = np.clip(tail, 0, 1)
    return np.where(mirrored, 1 - tail, tail)[where].reshape(cases.shape[1:])


def lattice_tail(
    values: ArrayLike,
    n_draws: int,
    threshold: int,
    most_points: int = MOST_POINTS,
    weights: np.ndarray | None = None,
) -> float:
    """Compute P(X > threshold) for the sum X of `n_draws` draws from whole `values` (n,).

    They are equally likely, or have probabilities. nan where more than `most_points` points on
    the circle would be needed.

    Examples
    --------
    Two dice show more than 10 in three of 36 throws:

    >>> round(lattice_tail([1, 2, 3, 4, 5, 6], 2, 10) * 36, 12)
    3.0
    """
    values, where = np.unique(values, return_inverse=True)
    weights = np.bincount(where, weights)
    weights = weights / weights.sum()
    if threshold + 0.5 < n_draws * (values @ weights):
        # The other tail is the small one: P(X > s) = 1 - P(-X > -s - 1).
        return 1 - lattice_tail(-values, n_draws, -threshold - 1, most_points, weights)
    unit = int(np.gcd.reduce(values - values[0])) or 1
    steps = (values - values[0]) // unit
    s = math.floor((threshold - n_draws * int(values[0])) / unit)
    if s >= n_draws * steps[-1]:
        return 0.0
    target = (s + 0.5) / n_draws

    def tilted(theta: float) -> np.ndarray:
        return weights * np.exp(theta * (steps - steps[-1]))

    def excess(theta: float) -> float:
        return tilted(theta) @ (steps - target)

    high = 1 / steps[-1]
    while excess(high) < 0:
        high *= 2
    theta = brentq(excess, 0, high, rtol=1e-6) if excess(0) < 0 else 0.0
    loaded, total = tilted(theta), tilted(theta).sum()
    loaded = loaded / total
    centre = loaded @ steps
    variance = n_draws * (loaded @ (steps - centre) ** 2)
    length = next_fast_len(2 * math.ceil(_reach(steps - centre, variance)), real=True)
    if length > most_points:
        return math.nan
    psi = rfft(np.bincount(steps % length, loaded, length))
    k = np.flatnonzero(abs(psi) > NEGLIGIBLE ** (1 / n_draws))
    terms = _terms_above(psi[k] ** n_draws, k, s, math.exp(-theta), length)
    scale = math.exp(n_draws * (math.log(total) + theta * steps[-1]) - (s + 1) * theta)
    return float(np.clip(scale * terms.sum(), 0, 1))


def _reach(deviations: ArrayLike, variance: ArrayLike) -> np.ndarray:
    """Return what a sum exceeds its mean by with a chance below e^-WRAPPED (Bernstein), and 2."""
    jump = WRAPPED / 3 * np.abs(deviations).max()
    return jump + np.sqrt(jump**2 + 2 * WRAPPED * np.asarray(variance)) + 2


def _terms_above(law: np.ndarray, k: np.ndarray, s: Any, ratio: Any, length: int) -> np.ndarray:
    """Return what frequencies k and length - k add to the sum of P(s + 1 + j) ratio^j over half the circle."""
    angle, half = 2 * np.pi / length, length // 2
    turn = ratio * np.exp(1j * angle * k)
    end = ratio**half * np.exp(1j * angle * (half * k % length))  # turn ** half, to its last digits
    with np.errstate(divide="ignore", invalid="ignore"):
        series = np.where(turn == 1, half, (1 - end) / (1 - turn))
    twice = np.where((k == 0) | (2 * k == length), 1, 2)
    return twice * (law * np.exp(1j * angle * ((s + 1) * k % length)) * series).real / length


def list_resamples(
    statistics: np.ndarray, n_draws: int, most: int = MOST_RESAMPLES
) -> tuple[np.ndarray, np.ndarray] | None:
    """List every resample of `n_draws` rows of `statistics` and its probability; None if more than `most`.

    Equal rows are one outcome, and so are resamples that differ only in order: n draws from m
    outcomes leave C(n + m - 1, n) of them instead of n^n (Hall 1992, *The Bootstrap and Edgeworth
    Expansion*, appendix I). Of statistics (n, c), totals (resamples, c) and probabilities.

    Examples
    --------
    >>> totals, probabilities = list_resamples(np.array([[0], [0], [1]]), n_draws=2)
    >>> totals.ravel().tolist(), (probabilities * 9).round().tolist()
    ([0, 1, 2], [4.0, 4.0, 1.0])
    """
    outcomes, counts = np.unique(statistics, axis=0, return_counts=True)
    if math.comb(n_draws + len(outcomes) - 1, n_draws) > most:
        return None
    totals = np.zeros((1, outcomes.shape[1]), outcomes.dtype)
    left, probabilities = np.array([n_draws]), np.ones(1)
    for j in range(len(outcomes) - 1, 0, -1):
        # `left` draws fall on outcomes 0..j; those that fall on j are binomial.
        parent = np.repeat(np.arange(len(left)), left + 1)
        drawn = np.arange(len(parent)) - np.repeat(np.cumsum(left + 1) - (left + 1), left + 1)
        share = counts[j] / counts[: j + 1].sum()
        probabilities = probabilities[parent] * binom.pmf(drawn, left[parent], share)
        totals = totals[parent] + drawn[:, None] * outcomes[j]
        left = left[parent] - drawn
    return totals + left[:, None] * outcomes[0], probabilities


def _by_drawing(sides: list[Recentred], pairs: Pairs, drawing: Drawing) -> np.ndarray:
    """Count how many shared resamples count for each pair, on any of the sides."""
    systems = sides[0].systems
    needed, rows = np.unique(np.stack(pairs), return_inverse=True)
    some = Systems(systems.statistics[needed], systems.metric)
    count = functools.partial(_count, [replace(side, systems=some) for side in sides])
    first, second = rows.reshape(2, -1)
    chunks = over_resamples(some.statistics, some.metric, count, drawing)
    return functools.reduce(np.add, chunks)[first, second]


def _count(sides: list[Recentred], scores: np.ndarray) -> np.ndarray:
    return np.asarray(sum(exceedances(side.scores(scores), side.systems.noise) for side in sides))


def exceedances(scores: np.ndarray, noise: float, weights: np.ndarray | None = None) -> np.ndarray:
    """Count how often row i is above row j by more than `noise`, for all i < j.

    Of scores (m, resamples), counts (m, m), or sums of the `weights` of the resamples.

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


def over_resamples(
    statistics: np.ndarray,
    metric: Metric,
    summarize: Callable[[np.ndarray], Summary],
    drawing: Drawing,
) -> Iterator[Summary]:
    """Draw resamples in chunks, and yield what `summarize` makes of the scores of each.

    `statistics` (m, n, k) are of systems, items (or clusters) and columns; `summarize` gets
    scores (m, resamples in the chunk). Of the generator, only the seed sequence is used.
    """
    drawer, (n_resamples, rng, n_jobs, progress) = _Drawer(statistics, metric), drawing
    size = max(1, min(SCORES_IN_CHUNK // len(statistics), DRAWS_IN_CHUNK // drawer.n))
    whole, rest = divmod(n_resamples, size)
    sizes = [size] * whole + [rest] * (rest > 0)
    # Every generator that numpy makes has a seed sequence that can spawn.
    seeds = rng.bit_generator.seed_seq.spawn(len(sizes))  # type: ignore[attr-defined]
    show = drawer.seconds(n_resamples) > 1 if progress is None else progress
    # The jobs share the processors; a product that wants all of them would only get in their way.
    with threadpool_limits(1, "blas"):
        chunks = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")(
            delayed(_chunk)(drawer, summarize, size, seed)
            for size, seed in zip(sizes, seeds, strict=True)
        )
        yield from tqdm(chunks, "resampling", len(sizes), unit="chunk", disable=not show)


class _Drawer:
    """Draws resamples of items and scores them."""

    def __init__(self, statistics: np.ndarray, metric: Metric) -> None:
        """Lay out what is drawn: items, or distinct outcomes where those are few."""
        m, n, k = statistics.shape
        self.metric, self.n, self.shape = metric, n, (m, k)
        columns = statistics.transpose(1, 0, 2).reshape(n, m * k)
        # The gold counts of all systems are the same column: multiply it once.
        columns, self.where = np.unique(columns, axis=1, return_inverse=True)
        outcomes, counts = np.unique(columns, axis=0, return_counts=True)
        self.weights, self.by_outcome = counts / n, len(outcomes) * COST_OF_OUTCOME < n
        if self.by_outcome:
            columns = outcomes
        # Whole numbers below 2^24 are exact in single precision, which is twice as fast.
        single = columns.dtype.kind == "i" and n * abs(columns).max() < 2**24
        self.columns = np.ascontiguousarray(columns, np.float32 if single else np.float64)

    def seconds(self, n_resamples: int) -> float:
        """Estimate the time on one processor, roughly."""
        draws = len(self.weights) * 5e-8 if self.by_outcome else self.n * 5e-9
        return n_resamples * (draws + self.columns.size * 3e-11 + self.shape[0] ** 2 * 2e-10)

    def scores(self, size: int, rng: np.random.Generator) -> np.ndarray:
        """Score all systems in `size` resamples, (m, size)."""
        sums = np.empty((size, self.columns.shape[1]), self.columns.dtype)
        block = max(1, COUNTS_IN_BLOCK // max(self.columns.shape))
        for start, counts in zip(range(0, size, block), self._counts(block, rng), strict=False):
            part = sums[start : start + block]
            np.matmul(counts[: len(part)], self.columns, out=part)
        sums = sums.astype(float)[:, self.where].reshape(size, *self.shape)
        return np.ascontiguousarray(self.metric(sums).T)

    def _counts(self, size: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
        """Yield how often each outcome, or item, is in each of `size` resamples, again and again."""
        # A sparse matrix with a one for each drawn item: writing it out adds up the
        # repeated ones. Faster than numpy.bincount, and without Python's lock.
        ones = np.ones(0 if self.by_outcome else size * self.n, self.columns.dtype)
        starts = np.arange(0, size * self.n + 1, self.n, dtype=np.int32)
        while True:
            if self.by_outcome:
                yield rng.multinomial(self.n, self.weights, size).astype(self.columns.dtype)
            else:
                items = rng.integers(0, self.n, size * self.n, dtype=np.int32)
                yield csr_array((ones, items, starts), shape=(size, self.n)).toarray()


def _chunk(
    drawer: _Drawer,
    summarize: Callable[[np.ndarray], Summary],
    size: int,
    seed: np.random.SeedSequence,
) -> Summary:
    return summarize(drawer.scores(size, np.random.default_rng(seed)))
