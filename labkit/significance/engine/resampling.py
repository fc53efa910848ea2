"""Bootstrap resamples of many systems at once, drawn in chunks of bounded memory.

A resample is n items drawn with replacement, and all it does to a system is to
count some items more often than others. So a chunk of resamples is a matrix of
counts, one product of it with the per-item statistics of *all* systems gives
all their sums, and a metric turns the sums into scores (Berg-Kirkpatrick,
Burkett & Klein 2012, footnotes 4 and 5).

Every chunk has a seed of its own: the answer depends on the seed, never on how
many processors share the chunks.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

import numpy as np
from joblib import Parallel, delayed
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits
from tqdm.auto import tqdm

from labkit.metrics import Metric

Summary = TypeVar("Summary")

#: Scores, and drawn items, in a chunk of resamples: about a tenth of a second of work.
SCORES_IN_CHUNK, DRAWS_IN_CHUNK = 2**18, 2**24

#: Counts held at once: small enough for the memory close to the processor.
COUNTS_IN_BLOCK = 2**19

#: A multinomial draw costs about as much for an outcome as ten drawn items.
COST_OF_OUTCOME = 10


class Drawing(NamedTuple):
    """How resamples, or shuffles, are drawn: the last arguments of `over_resamples`."""

    n_resamples: int
    rng: np.random.Generator
    n_jobs: int = 1
    progress: bool | None = None


def over_resamples(
    statistics: np.ndarray,
    metric: Metric,
    summarize: Callable[[np.ndarray], Summary],
    n_resamples: int,
    rng: np.random.Generator,
    *,
    n_jobs: int = 1,
    progress: bool | None = None,
) -> Iterator[Summary]:
    """Draw resamples in chunks, and yield what `summarize` makes of the scores of each.

    `statistics` ``(m, n, k)`` are of systems, items (or clusters) and columns;
    `summarize` gets scores ``(m, resamples in the chunk)``. Of `rng`, only the seed
    sequence is used, to seed the chunks. A `joblib.parallel_config` around the call
    has its way. A progress bar is shown, by default, if it will take over a second.
    """
    drawer = _Drawer(statistics, metric)
    sizes = drawer.chunk_sizes(n_resamples)
    # Every generator that numpy makes has a seed sequence that can spawn.
    seeds = rng.bit_generator.seed_seq.spawn(len(sizes))  # type: ignore[attr-defined]
    if progress is None:
        progress = drawer.seconds(n_resamples) > 1
    # The jobs share the processors; a product that wants all of them would only get in their way.
    with threadpool_limits(1, "blas"):
        chunks = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")(
            delayed(_chunk)(drawer, summarize, size, seed)
            for size, seed in zip(sizes, seeds, strict=True)
        )
        yield from tqdm(
            chunks, total=len(sizes), desc="resampling", unit="chunk", disable=not progress
        )


def seconds_of_drawing(shape: tuple[int, ...], n_resamples: int) -> float:
    """Guess the time that it takes to draw and score items of (m, n, k) statistics, roughly.

    Less where few outcomes are distinct, and on many processors.
    """
    m, n, k = shape
    return n_resamples * (n * 5e-9 + n * m * k * 3e-11 + m**2 * 2e-10)


def exceedances(scores: np.ndarray, noise: float, weights: np.ndarray | None = None) -> np.ndarray:
    """Count how often row i is above row j by more than `noise`, for all i < j.

    Of scores ``(m, resamples)``, counts ``(m, m)``. With `weights` ``(resamples,)``,
    the probabilities of the resamples, these are added up instead.

    Examples
    --------
    >>> exceedances(np.array([[3, 1, 2], [2, 2, 2]]), noise=0.5).tolist()
    [[0, 1], [0, 0]]
    """
    m = len(scores)
    counts = np.zeros((m, m), int if weights is None else float)
    # What all systems share (an easy resample) plays no part: without it, most
    # pairs far apart never meet, and need no comparison.
    scores = scores - scores.mean(axis=0)
    lowest, highest = scores.min(axis=1), scores.max(axis=1)
    for i in range(m - 1):
        rivals = np.flatnonzero(highest[i] - noise > lowest[i + 1 :])
        if len(rivals):
            last = i + 2 + rivals[-1]
            above = scores[i] - noise > scores[i + 1 : last]
            if weights is None:
                counts[i, i + 1 : last] = [np.count_nonzero(row) for row in above]
            else:
                counts[i, i + 1 : last] = above @ weights
    return counts


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

    def __sizeof__(self) -> int:
        """Count its numbers, too: what is known to be large, a cluster is sent only once."""
        return object.__sizeof__(self) + self.columns.nbytes

    def chunk_sizes(self, n_resamples: int) -> list[int]:
        size = max(1, min(SCORES_IN_CHUNK // self.shape[0], DRAWS_IN_CHUNK // self.n))
        whole, rest = divmod(n_resamples, size)
        return [size] * whole + [rest] * (rest > 0)

    def seconds(self, n_resamples: int) -> float:
        """Guess the time on one processor, roughly."""
        draws = len(self.weights) * 5e-8 if self.by_outcome else self.n * 5e-9
        return n_resamples * (draws + self.columns.size * 3e-11 + self.shape[0] ** 2 * 2e-10)

    def scores(self, size: int, rng: np.random.Generator) -> np.ndarray:
        """Score all systems in `size` resamples, (m, size)."""
        sums = np.empty((size, self.columns.shape[1]), self.columns.dtype)
        block = max(1, COUNTS_IN_BLOCK // max(self.columns.shape))
        fill = self._multinomial_counts if self.by_outcome else self._drawn_counts
        for start, counts in zip(range(0, size, block), fill(block, rng), strict=False):
            part = sums[start : start + block]
            np.matmul(counts[: len(part)], self.columns, out=part)
        sums = sums.astype(float)[:, self.where].reshape(size, *self.shape)
        return np.ascontiguousarray(self.metric(sums).T)

    def _multinomial_counts(self, size: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
        """Count how often each distinct outcome is in each of `size` resamples, again and again."""
        while True:
            yield rng.multinomial(self.n, self.weights, size).astype(self.columns.dtype)

    def _drawn_counts(self, size: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
        """Count how often each item is in each of `size` resamples, again and again, in one array."""
        # A sparse matrix with a one for each drawn item: writing it out adds up the
        # repeated ones. Faster than numpy.bincount, and without Python's lock.
        ones = np.ones(size * self.n, self.columns.dtype)
        starts = np.arange(0, size * self.n + 1, self.n, dtype=np.int32)
        counts = np.empty((size, self.n), self.columns.dtype)
        while True:
            items = rng.integers(0, self.n, size * self.n, dtype=np.int32)
            csr_array((ones, items, starts), shape=counts.shape).toarray(out=counts)
            yield counts


def _chunk(
    drawer: _Drawer,
    summarize: Callable[[np.ndarray], Summary],
    size: int,
    seed: np.random.SeedSequence,
) -> Summary:
    return summarize(drawer.scores(size, np.random.default_rng(seed)))
