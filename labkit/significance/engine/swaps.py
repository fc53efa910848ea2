"""The shuffles of a randomization test: what swapping two systems' items can do, and random swaps."""

import dataclasses
import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from tqdm.auto import tqdm

from labkit.metrics import Metric
from labkit.significance.engine.cells import (
    LARGEST_TABLE,
    collapse,
    merge_near,
    on_lattice,
    table_size,
)
from labkit.significance.engine.law import enumerate_cells, in_pieces, law_of_signed_sums
from labkit.significance.engine.statistics import (
    NOISE,
    as_paired_statistics,
    cluster_sums,
    differences,
    noise_of,
)
from labkit.significance.engine.tail import signed_sum_pvalue

#: Shuffles that are held in memory at a time.
CHUNK = 2**18


@dataclass(frozen=True)
class Swaps:
    """All shuffles of two systems: the observed one, and what the others are made of.

    A shuffle is V, the sum of the differences with random signs, in whole units
    of `unit` where the differences lie on a lattice. Its two systems have the
    sums (total + V) / 2 and (total - V) / 2.
    """

    metric: Metric
    total: np.ndarray  # (k,) sums of both systems
    columns: np.ndarray  # those in which the systems differ; V has only these
    unit: np.ndarray  # of V, a number a column
    steps: np.ndarray  # (c, columns) the cells of equal differences
    counts: np.ndarray  # (c,) items in a cell
    observed: np.ndarray  # (columns,) the V that was seen
    noise: float  # how far V may miss the observed one and still tie, if there is one column
    n_items: int
    n_groups: int

    @property
    def linear(self) -> bool:
        """Whether V is one number and the gain is proportional to it."""
        return getattr(self.metric, "linear", False) and self.columns.tolist() == [0]

    @functools.cached_property
    def scores(self) -> np.ndarray:
        """The two systems' scores as observed, ``(2,)``."""
        return self._score_both(self.observed[None])[:, 0]

    @property
    def gain(self) -> float:
        """Score of a minus score of b."""
        return float(self.scores[0] - self.scores[1])

    def is_extreme(self, sums: np.ndarray, alternative: str) -> np.ndarray:
        """Say which shuffles V, ``(s, columns)``, differ at least as much as the observed one."""
        if self.linear:
            size, target, noise = sums[:, 0], self.observed[0], self.noise
        else:
            score_a, score_b = self._score_both(sums)
            size, target = score_a - score_b, self.gain
            noise = NOISE * abs(self.scores).sum()
        if alternative == "two-sided":
            return abs(size) >= abs(target) - noise
        return size >= target - noise if alternative == "greater" else size <= target + noise

    def scored_by(self, metric: Metric) -> Self:
        """Score the same shuffles by another metric."""
        return dataclasses.replace(self, metric=metric)

    def _score_both(self, sums: np.ndarray) -> np.ndarray:
        """Score both systems in each shuffle, ``(2, s)``."""
        half = np.zeros((len(sums), len(self.total)))
        half[:, self.columns] = sums * self.unit / 2
        scores = self.metric(np.stack([self.total / 2 + half, self.total / 2 - half]))
        if not np.isfinite(scores).all():
            raise ValueError(
                "metric must give a finite score to every shuffle of the systems, not nan or infinity"
            )
        return scores


def swaps_of(
    a: ArrayLike, b: ArrayLike, metric: Metric, groups: ArrayLike | None, all_columns: bool = False
) -> Swaps:
    """Find out what swapping the two systems' items, or whole clusters, can do."""
    statistics = np.stack(as_paired_statistics(a, b, metric))
    one, two = cluster_sums(statistics, groups, a)
    gains = differences(one, two)
    width = None if all_columns else getattr(metric, "width", None)
    differing = gains[:, :width].any(axis=0)
    columns = np.flatnonzero(differing) if differing.any() else np.zeros(1, int)
    gains = gains[:, columns]
    noise = noise_of(one, two)[:, columns] * (gains != 0)  # a tie is one, and swaps nothing
    steps, unit = _in_units(gains, noise)
    cells, counts = collapse(steps)
    return Swaps(
        metric=metric,
        total=one.sum(axis=0) + two.sum(axis=0),
        columns=columns,
        unit=unit,
        steps=cells,
        counts=counts,
        observed=steps.sum(axis=0),
        noise=0.0 if steps.dtype.kind == "i" else float(noise.sum()),
        n_items=statistics.shape[1],
        n_groups=len(one),
    )


def _in_units(gains: np.ndarray, noise: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Write differences ``(n, k)``, each with its noise, as whole multiples of units ``(k,)``.

    If a column has no unit, they stay as they are, and all units are 1.
    """
    columns, multiples, units = list(zip(gains.T, noise.T, strict=True)), [], []
    for column, slack in columns:
        whole = on_lattice(column, slack)
        if whole is None:
            merged = [merge_near(column, slack) for column, slack in columns]
            return np.column_stack(merged), np.ones(len(columns))
        multiples.append(whole)
        units.append(abs(column).max() / max(1, abs(whole).max()))
    return np.column_stack(multiples), np.array(units)


def exact_pvalue(
    swaps: Swaps, alternative: str, progress: bool | None = None
) -> tuple[float | None, str]:
    """Compute p over all shuffles, and what to know about it; None if they are too many to go through."""
    if not len(swaps.counts):
        return 1.0, ""
    if swaps.linear:
        sums = swaps.steps[:, 0], swaps.counts, swaps.observed[0]
        return signed_sum_pvalue(*sums, alternative, swaps.noise, progress), ""
    law = law_of_signed_sums(swaps.steps, swaps.counts, CHUNK, progress)
    if law is None:
        return None, ""
    pvalue = math.fsum(p[swaps.is_extreme(sums, alternative)].sum() for sums, p in law.pieces)
    note = f"absolute error below {law.error:g}" if law.error else ""
    return min(1.0, max(pvalue, law.error)), note


def draw_shuffles(
    swaps: Swaps, n_resamples: int, generator: np.random.Generator, progress: bool | None = None
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Draw random shuffles V ``(s, columns)`` with how often each was drawn ``(s,)``, in bounded chunks.

    Where the items collapse into few outcomes, one multinomial draw says how
    often each was met; into few cells, a binomial draw a cell replaces its
    items; else sixteen items at a time are looked up by a random 16-bit word.
    """
    steps, counts = swaps.steps, swaps.counts
    if table_size(counts) <= min(n_resamples, LARGEST_TABLE):
        sums, probabilities = enumerate_cells(steps, counts)
        yield from in_pieces(sums, generator.multinomial(n_resamples, probabilities), CHUNK)
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
        signs = 2 * generator.binomial(count, 0.5, size) - count
        sums += signs[:, None] * step
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
