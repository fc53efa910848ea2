"""p-values corrected by the largest statistic of all pairs, resample by resample.

The gain of a pair is divided by its own standard error: otherwise the pair with the
largest spread would set the bar for all. The most extreme pair is held against the
largest of all pairs in each resample, the next one against the largest of those that
are left, and so on (Westfall & Young 1993, section 2.6; Romano & Wolf 2005,
*Econometrica* 73, section 4).
"""

import functools
from dataclasses import dataclass

import numpy as np

from labkit.significance.engine.statistics import in_units
from labkit.significance.engine.systems import Systems

#: Gains of pairs in resamples that are held at a time.
GAINS_AT_ONCE = 2**21
#: Statistics closer than this part of their size are tied.
TIED = 1e-9


def standard_errors(
    systems: Systems, first: np.ndarray, second: np.ndarray, *, around_zero: bool = False
) -> np.ndarray:
    """Estimate those of the gains of pairs, (pairs,), from scores without one item at a time.

    It is the spread of a gain around the observed one, or `around_zero`, where random
    signs put it. As a divisor it need not be exact: all resamples share it.
    """
    statistics, n = systems.statistics, systems.n
    if n == 1:
        return np.zeros(len(first))
    with np.errstate(divide="ignore", invalid="ignore"):
        left_out = systems.metric(statistics.sum(axis=1, keepdims=True) - statistics)
    influence = (n - 1) * (systems.observed[:, None] - left_out)
    influence = np.where(np.isfinite(influence), influence, 0.0)
    errors = np.empty(len(first))
    for pair, (i, j) in enumerate(zip(first, second, strict=True)):
        beyond = influence[i] - influence[j]
        centre = -(systems.observed[i] - systems.observed[j]) if around_zero else beyond.mean()
        unit, (spread,) = in_units(beyond - centre)
        errors[pair] = unit * np.sqrt((spread**2).sum()) / n
    return errors


@dataclass(frozen=True)
class StepDown:
    """Pairs of systems, their observed `gains` (of either sign), and the standard errors of these."""

    first: np.ndarray
    second: np.ndarray
    gains: np.ndarray
    errors: np.ndarray
    noise: np.ndarray  # (pairs,): gains no further from 0 than this are none

    @functools.cached_property
    def statistics(self) -> np.ndarray:
        """Sizes of the observed gains in standard errors, (pairs,)."""
        return self._in_errors(self.gains[:, None])[:, 0]

    @functools.cached_property
    def order(self) -> np.ndarray:
        """The pairs, the most extreme one last."""
        return np.argsort(self.statistics, kind="stable")

    def count_scores(self, beyond: np.ndarray) -> np.ndarray:
        """Do `count` for what scores (m, resamples) have beyond the expected ones."""
        counts = np.zeros(len(self.first), int)
        step = max(1, GAINS_AT_ONCE // len(self.first))
        for start in range(0, beyond.shape[1], step):
            part = beyond[:, start : start + step]
            counts += self.count(part[self.first] - part[self.second])
        return counts

    def count(self, gains: np.ndarray) -> np.ndarray:
        """Count, for each pair, the resamples whose largest statistic is as extreme as its own.

        Of `gains` (pairs, resamples) beyond the expected ones. The largest is that of the
        pairs that are no more extreme.
        """
        largest = np.maximum.accumulate(self._in_errors(gains)[self.order], axis=0)
        needed = (1 - TIED) * self.statistics[self.order, None]
        counts = np.empty(len(gains), int)
        counts[self.order] = np.count_nonzero(largest >= needed, axis=1)
        return counts

    def adjusted(self, counts: np.ndarray, n_resamples: int, pvalue: np.ndarray) -> np.ndarray:
        """Make corrected p-values (pairs,), never below `pvalue`, nor below that of a more extreme pair."""
        shares = (counts[self.order] + 1) / (n_resamples + 1)
        adjusted = np.empty(len(shares))
        adjusted[self.order] = np.maximum.accumulate(shares[::-1])[::-1]
        return np.maximum(adjusted, pvalue)

    def _in_errors(self, gains: np.ndarray) -> np.ndarray:
        sizes = abs(gains)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            return np.where(sizes <= self.noise[:, None], 0.0, sizes / self.errors[:, None])
