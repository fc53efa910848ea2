"""The bootstrap p-values of all pairs of systems, by the first method that fits each pair.

The engine of `bootstrap_test` (two systems) and `compare_all` (many). One
trick serves every metric and every pair: a resample counts for a over b if

    score*(a) - score*(b)  >  2 (score(a) - score(b)),

that is, if score*(a) - 2 score(a) > score*(b) - 2 score(b). Each system gets
one number a resample, its *standing*, and pairs are only compared. For a mean,
the standing is itself a sum over the items drawn.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from tqdm.auto import tqdm

from labkit.metrics import Metric, accuracy, mean
from labkit.significance.engine.cells import on_lattice
from labkit.significance.engine.generating_function import (
    MOST_POINTS,
    MOST_RESAMPLES,
    enumerate_resamples,
    lattice_tail,
    trinomial_tail,
)
from labkit.significance.engine.inversion import tail_limits
from labkit.significance.engine.resampling import exceedances, over_resamples
from labkit.significance.engine.statistics import NOISE

METHODS = ("auto", "exact", "inversion", "monte-carlo")
VARIANTS = ("recentred", "below-zero")

#: Points on all the circles of many pairs: a second or two of work.
MOST_POINTS_IN_ALL = 2**26

#: Pairs from which on a computed p-value, too, shows its progress: about a second of work.
MANY_PAIRS = 1000

#: Steps of the search for limits: a pair alone can afford more, up to a budget of steps times items.
STEPS_EACH, STEPS_ALONE, STEPS_OF_ITEMS = 320, 4096, 2**24


class PairPvalues(NamedTuple):
    """p-values of system `first` over system `second`; all arrays of shape (pairs,)."""

    first: np.ndarray
    second: np.ndarray
    pvalue: np.ndarray
    method: np.ndarray
    low: np.ndarray
    high: np.ndarray
    n_extreme: np.ndarray


@dataclass(frozen=True)
class Standings:
    """What the scores of a resample are held against: little to send to another processor."""

    observed: np.ndarray
    direction: int
    variant: str
    noise: float

    def of(self, scores: np.ndarray) -> np.ndarray:
        """Standing in each resample, of scores (m, resamples)."""
        scores = self.direction * scores
        if self.variant == "below-zero":
            return -scores
        return scores - 2 * self.direction * self.observed[:, None]

    def count(self, scores: np.ndarray) -> np.ndarray:
        """How many resamples count for row i over row j, of scores (m, resamples)."""
        return exceedances(self.of(scores), self.noise)

    def spread(self, scores: np.ndarray) -> np.ndarray:
        """The largest gain of any system over any other beyond the observed one, of scores (m, resamples)."""
        beyond = scores - self.observed[:, None]
        return beyond.max(axis=0) - beyond.min(axis=0)


@dataclass(frozen=True)
class Systems:
    """Statistics (m, n, k) of m systems on the same n items, or clusters of items."""

    statistics: np.ndarray
    metric: Metric
    variant: str = "recentred"

    @property
    def n(self) -> int:
        """How many items, or clusters, a resample draws."""
        return self.statistics.shape[1]

    @property
    def direction(self) -> int:
        """-1 for error rates: there, the lower score is the better one."""
        return 1 if getattr(self.metric, "higher_is_better", True) else -1

    @functools.cached_property
    def observed(self) -> np.ndarray:
        """Scores of the systems, (m,)."""
        return np.asarray(self.metric(self.statistics.sum(axis=1)), float)

    @functools.cached_property
    def linear(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Scores (m, n) and sizes (n,), if the metric is their sums' ratio up to a factor; else None."""
        scores, others = self.statistics[:, :, 0], self.statistics[:, :, 1:]
        if self.metric in (mean, accuracy):
            sizes = others[0, :, 0]
            return (
                (scores, sizes) if (others[:, :, 0] == sizes).all() and (sizes > 0).all() else None
            )
        if getattr(self.metric, "linear", False) and (others == others[:1, :1]).all():
            return scores, np.ones(self.n, int)
        return None

    @functools.cached_property
    def noise(self) -> float:
        """Scores no further apart than this are ties."""
        size = abs(self.observed).max()
        if self.linear is not None:
            scores, sizes = self.linear
            size = max(size, abs(scores).max() / sizes.mean())
        return NOISE * size

    @functools.cached_property
    def whole(self) -> tuple[np.ndarray, np.ndarray] | None:
        """`linear` in whole units of a lattice, or None."""
        if self.linear is None:
            return None
        scores, sizes = self.linear
        if on_lattice(scores[0], NOISE * abs(scores).max()) is None:  # most often, one row tells
            return None
        scores = on_lattice(scores.ravel(), NOISE * abs(scores).max())
        sizes = on_lattice(sizes, NOISE * sizes.max())
        if scores is None or sizes is None:
            return None
        # The standings below are products of two such sums.
        if float(abs(scores).max()) * self.n * float(sizes.sum()) > 2**60:
            return None
        return scores.reshape(-1, self.n), sizes

    @property
    def standings(self) -> Standings:
        """Without the items."""
        return Standings(self.observed, self.direction, self.variant, self.noise)

    def standing_by_item(self, scores: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        """Terms (m, n) of the standing of a linear metric, times a positive constant."""
        scores = self.direction * scores
        if self.variant == "below-zero":
            return -scores
        return scores * sizes.sum() - 2 * np.outer(scores.sum(axis=1), sizes)

    def pvalues(
        self,
        method: str,
        n_resamples: int,
        rng: np.random.Generator,
        *,
        n_jobs: int = 1,
        progress: bool | None = None,
    ) -> PairPvalues:
        """p-values of row i over row j, for all i < j."""
        first, second = np.triu_indices(len(self.statistics), 1)
        low, high = np.full((2, len(first)), np.nan)
        found = PairPvalues(
            first, second, low.copy(), np.full(len(first), "", object), low, high, low.copy()
        )
        solvers = [
            ("exact", functools.partial(self._by_generating_function, progress=progress)),
            ("exact", self._by_listing),
            (
                "inversion",
                functools.partial(self._by_inversion, n_resamples=n_resamples, progress=progress),
            ),
        ]
        for name, solve in solvers:
            open_pairs = np.flatnonzero(np.isnan(low))
            if method in ("auto", name) and len(open_pairs):
                low[open_pairs], high[open_pairs] = solve(first[open_pairs], second[open_pairs])
                found.method[open_pairs[~np.isnan(low[open_pairs])]] = name
        open_pairs = np.flatnonzero(np.isnan(low))
        if len(open_pairs) and method in ("exact", "inversion"):
            raise ValueError(
                f"method {method!r} does not fit these scores: use 'auto' or 'monte-carlo'"
            )
        if len(open_pairs):
            draw = dict(n_jobs=n_jobs, progress=progress)
            counts = self._by_drawing(
                first[open_pairs], second[open_pairs], n_resamples, rng, **draw
            )
            found.n_extreme[open_pairs], found.method[open_pairs] = counts, "monte-carlo"
            low[open_pairs] = high[open_pairs] = counts / n_resamples
        found.pvalue[:] = (low + high) / 2
        # No gain, and none in any resample: nothing to test, so nothing significant.
        gain = self.direction * (self.observed[first] - self.observed[second])
        found.pvalue[(found.pvalue == 0) & (gain <= self.noise)] = 1.0
        return found

    def _by_generating_function(self, first, second, progress):
        """P of linear metrics on a lattice; nan for others."""
        unknown = np.full(len(first), np.nan)
        if self.whole is None:
            return unknown, unknown
        scores, sizes = self.whole
        if scores.max() - scores.min() == 1 and (sizes == sizes[0]).all():
            p = self._of_right_and_wrong(scores > scores.min(), first, second)
            return p, p
        most_points = min(MOST_POINTS, max(2**12, MOST_POINTS_IN_ALL // len(first)))
        if (
            2 * np.ptp(scores) * math.sqrt(self.n) > most_points
        ):  # as a rule; a seventh of the circle is the sd
            return unknown, unknown
        terms = self.standing_by_item(scores, sizes)
        show = len(first) > MANY_PAIRS if progress is None else progress
        pairs = tqdm(
            zip(first, second), total=len(first), desc="exact p", unit="pair", disable=not show
        )
        p = np.array([_tail_above_zero(terms[i] - terms[j], most_points) for i, j in pairs])
        return p, p

    def _of_right_and_wrong(self, right, first, second):
        """P of 0/1 scores (m, n): one matrix product counts the items for all pairs."""
        right = right.astype(np.float32 if self.n < 2**24 else np.float64)
        both = right @ right.T
        alone = np.rint(np.diag(both)[:, None] - both).astype(int)
        plus, minus = alone[first, second], alone[second, first]
        if self.direction < 0:
            plus, minus = minus, plus
        if self.variant == "below-zero":
            return trinomial_tail(minus, plus, self.n, 0)
        return trinomial_tail(plus, minus, self.n, 2 * (plus - minus))

    def _by_listing(self, first, second):
        """P of any metric, from a list of all resamples; nan if there are too many."""
        m, n, k = self.statistics.shape
        columns = self.statistics.transpose(1, 0, 2).reshape(n, m * k)
        resamples = enumerate_resamples(columns, n, min(MOST_RESAMPLES, 2**22 // (m * k)))
        if resamples is None:
            unknown = np.full(len(first), np.nan)
            return unknown, unknown
        totals, probabilities = resamples
        standing = self.standings.of(self.metric(totals.reshape(-1, m, k)).T)
        p = exceedances(standing, self.noise, probabilities)[first, second]
        return p, p

    def _by_inversion(self, first, second, n_resamples, progress):
        """Limits of p of linear metrics, where they beat `n_resamples` draws; nan elsewhere."""
        if self.linear is None:
            unknown = np.full(len(first), np.nan)
            return unknown, unknown
        scores, sizes = self.linear
        terms = self.standing_by_item(scores / abs(scores).max(), sizes / sizes.mean())
        n_steps = max(STEPS_EACH, min(STEPS_ALONE, STEPS_OF_ITEMS // (self.n * len(first))))
        show = len(first) > MANY_PAIRS if progress is None else progress
        low, high = tail_limits(terms, first, second, n_steps, show)
        middle = (low + high) / 2
        wide = high - low > 2 * np.sqrt(middle * (1 - middle) / n_resamples)
        return np.where(wide, np.nan, low), np.where(wide, np.nan, high)

    def _by_drawing(self, first, second, n_resamples, rng, **how):
        """How many of `n_resamples` shared resamples count for each pair."""
        needed = np.unique(np.concatenate([first, second]))
        some = Systems(self.statistics[needed], self.metric, self.variant)
        counts = sum(
            over_resamples(
                some.statistics, self.metric, some.standings.count, n_resamples, rng, **how
            )
        )
        return counts[np.searchsorted(needed, first), np.searchsorted(needed, second)]


def _tail_above_zero(terms: np.ndarray, most_points: int) -> float:
    """P(S > 0) for a sum S of n draws from n whole numbers; nan above the budget."""
    lowest, n = int(terms.min()), len(terms)
    unit = int(np.gcd.reduce(terms - lowest))
    if unit == 0:
        return float(lowest > 0)
    p = lattice_tail((terms - lowest) // unit, n, -n * lowest // unit, most_points)
    return math.nan if p is None else p
