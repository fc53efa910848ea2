"""Random shuffles that all pairs of systems share, for any metric.

Swapping the outputs of item i in every pair at once flips one sign for all of them: the
signed sums of m systems are one matrix product, and those of a pair are the difference of two.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np
from joblib import Parallel, delayed
from threadpoolctl import threadpool_limits
from tqdm.auto import tqdm

from labkit.significance.engine.systems import Systems

Summary = TypeVar("Summary")

#: Numbers of a chunk of shuffles: about a tenth of a second of work.
NUMBERS_IN_CHUNK = 2**21
#: Shuffles times pairs from which on the progress is shown: about a second of work.
LONG = 2**24


def over_shuffles(
    systems: Systems,
    first: np.ndarray,
    second: np.ndarray,
    summarize: Callable[[np.ndarray], Summary],
    n_resamples: int,
    rng: np.random.Generator,
    *,
    n_jobs: int = 1,
    progress: bool | None = None,
) -> Iterator[Summary]:
    """Draw shuffles in chunks, and yield what `summarize` makes of the gains of each.

    It gets gains ``(pairs, shuffles in the chunk)``: how much better row `first` is than row
    `second` once both are shuffled. The chunks have seeds of their own, spawned by `rng`.
    """
    width = max(systems.n, len(first), len(systems.statistics) * systems.statistics.shape[2])
    size = max(1, min(n_resamples, NUMBERS_IN_CHUNK // width))
    whole, rest = divmod(n_resamples, size)
    sizes = [size] * whole + [rest] * (rest > 0)
    seeds = rng.bit_generator.seed_seq.spawn(len(sizes))  # type: ignore[attr-defined]
    show = n_resamples * len(first) > LONG if progress is None else progress
    with threadpool_limits(1, "blas"):
        chunks = Parallel(n_jobs=n_jobs, prefer="threads", return_as="generator")(
            delayed(_chunk)(systems, first, second, summarize, size, seed)
            for size, seed in zip(sizes, seeds, strict=True)
        )
        yield from tqdm(chunks, total=len(sizes), desc="shuffling", unit="chunk", disable=not show)


def _chunk(
    systems: Systems,
    first: np.ndarray,
    second: np.ndarray,
    summarize: Callable[[np.ndarray], Summary],
    size: int,
    seed: np.random.SeedSequence,
) -> Summary:
    signs = 2.0 * np.random.default_rng(seed).integers(0, 2, (size, systems.n), np.int8) - 1
    if systems.linear is not None:
        scores, _ = systems.linear
        totals = scores.sum(axis=1)
        one = int(abs(totals).argmax())
        score_of_one = systems.observed[one] / totals[one] if totals[one] else 1.0
        # What all systems have cancels, and so does its rounding.
        sums = (scores - scores.min(axis=0)) @ signs.T * (systems.direction * score_of_one)
        return summarize(sums[first] - sums[second])
    sums = np.einsum("sn,mnk->msk", signs, systems.statistics, optimize=True)
    totals = systems.statistics.sum(axis=1)
    gains = np.empty((len(first), size))
    for pair, (i, j) in enumerate(zip(first, second, strict=True)):
        middle, half = (totals[i] + totals[j]) / 2, (sums[i] - sums[j]) / 2
        scores = systems.metric(np.stack([middle + half, middle - half]))
        gains[pair] = systems.direction * (scores[0] - scores[1])
    if not np.isfinite(gains).all():
        raise ValueError(
            "metric must give a finite score to every shuffle of the systems, not nan or infinity"
        )
    return summarize(gains)
