"""Many systems on the same items, as the tests of all their pairs see them.

One trick serves every metric and every pair. A resample counts for a over b if

    score*(a) - score*(b)  >  2 (score(a) - score(b)),

that is, if score*(a) - 2 score(a) > score*(b) - 2 score(b). Each system gets
one number a resample, its *standing*, and pairs are only compared. For a mean,
the standing is itself a sum over the items drawn.
"""

import functools
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.metrics import Metric, accuracy, mean
from labkit.significance.engine.cells import on_lattice
from labkit.significance.engine.resampling import exceedances
from labkit.significance.engine.statistics import (
    NOISE,
    as_statistics,
    check_metric,
    check_metric_on,
)

#: Systems by name, or in order: of each, scores (n,) or statistics (n, k).
Outputs: TypeAlias = Mapping[Any, ArrayLike] | pd.DataFrame | np.ndarray | Sequence[ArrayLike]


#: Pairs whose scores differ by more in size share nothing.
ALIKE = 1e6

#: Rows of the systems of pairs: all that are first, and all that are second, in a pair.
Pairs: TypeAlias = tuple[np.ndarray, np.ndarray]


class PairPvalues(NamedTuple):
    """p-values of system `first` over system `second`; all arrays of shape (pairs,)."""

    first: np.ndarray
    second: np.ndarray
    pvalue: np.ndarray
    method: np.ndarray
    low: np.ndarray
    high: np.ndarray
    n_extreme: np.ndarray
    n_drawn: np.ndarray

    @property
    def limits(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Lower and upper limits, and p between them."""
        return self.low, self.high, self.pvalue

    @classmethod
    def settled(
        cls,
        first: np.ndarray,
        second: np.ndarray,
        pvalue: np.ndarray,
        method: str | np.ndarray,
        n_extreme: float | np.ndarray = np.nan,
        n_drawn: float | np.ndarray = np.nan,
    ) -> Self:
        """Make p-values without limits around them, all by one method or each by its own.

        `n_extreme` of `n_drawn` draws were extreme; nan where none were needed.
        """
        methods = np.full(len(first), method, object)
        counts = (np.full(len(first), count, float) for count in (n_extreme, n_drawn))
        return cls(first, second, pvalue, methods, pvalue, pvalue, *counts)


@dataclass(frozen=True)
class Standings:
    """What the scores of a resample are held against: little to send to another processor."""

    observed: np.ndarray
    direction: int
    variant: str
    noise: float

    def of(self, scores: np.ndarray) -> np.ndarray:
        """Find the standings of scores (m, resamples)."""
        scores = self.direction * scores
        if self.variant == "below-zero":
            return -scores
        return scores - 2 * self.direction * self.observed[:, None]

    def count(self, scores: np.ndarray) -> np.ndarray:
        """Count the resamples that count for row i over row j, of scores (m, resamples)."""
        return exceedances(self.of(scores), self.noise)


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
            same = bool((others[:, :, 0] == sizes).all() and (sizes > 0).all())
            return (scores, sizes) if same else None
        if getattr(self.metric, "linear", False) and (others == others[:1, :1]).all():
            return scores, np.ones(self.n, int)
        return None

    @functools.cached_property
    def sizes(self) -> np.ndarray:
        """How large the scores of each system are, (m,)."""
        if self.linear is None:
            return abs(self.observed)
        scores, sizes = self.linear
        return np.maximum(abs(self.observed), abs(scores).max(axis=1) / sizes.mean())

    @functools.cached_property
    def noise(self) -> float:
        """Scores no further apart than this are ties."""
        return float(NOISE * self.sizes.max())

    @functools.cached_property
    def whole(self) -> tuple[np.ndarray, np.ndarray] | None:
        """`linear` in whole units of a lattice, or None."""
        if self.linear is None:
            return None
        scores, sizes = self.linear
        noise = NOISE * abs(scores).max()
        if on_lattice(scores[0], noise) is None:  # most often, one row tells
            return None
        units = on_lattice(scores.ravel(), noise)
        whole_sizes = on_lattice(sizes, NOISE * sizes.max())
        if units is None or whole_sizes is None:
            return None
        # The standings below are products of two such sums.
        if float(abs(units).max()) * self.n * float(whole_sizes.sum()) > 2**60:
            return None
        return units.reshape(-1, self.n), whole_sizes

    @property
    def standings(self) -> Standings:
        """Without the items."""
        return Standings(self.observed, self.direction, self.variant, self.noise)

    def standing_by_item(self, scores: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        """Split the standing of a linear metric, times a positive constant, into terms (m, n)."""
        scores = self.direction * scores
        if self.variant == "below-zero":
            return -scores
        return scores * sizes.sum() - 2 * np.outer(scores.sum(axis=1), sizes)


def for_each_size(
    systems: Systems, pairs: Pairs, test: Callable[[Systems, Pairs], PairPvalues]
) -> PairPvalues:
    """Test the pairs together, but apart from those whose scores are a million times as large.

    What all pairs share (a lattice, the tolerance of ties) would be too coarse for the small ones.
    """
    first, second = pairs
    sizes = np.maximum(systems.sizes[first], systems.sizes[second])
    order = np.argsort(sizes, kind="stable")
    if sizes[order[-1]] / ALIKE <= sizes[order[0]]:
        return test(systems, pairs)
    counts = np.full((5, len(first)), np.nan)
    found = PairPvalues(first, second, counts[0], np.full(len(first), "", object), *counts[1:])
    while len(order):
        part = order[sizes[order] / ALIKE <= sizes[order[0]]]
        order = order[len(part) :]
        rows = np.unique(np.concatenate([first[part], second[part]]))
        some = replace(systems, statistics=systems.statistics[rows])
        alike = np.searchsorted(rows, first[part]), np.searchsorted(rows, second[part])
        for all_of_them, of_part in zip(found[2:], test(some, alike)[2:], strict=True):
            all_of_them[part] = of_part
    return found


def check_systems_in_rows(outputs: pd.DataFrame) -> None:
    """Refuse a table whose columns have names and whose rows have none: those may be the systems."""
    index = outputs.index
    counted = isinstance(index, pd.RangeIndex) and (index.start, index.step) == (0, 1)
    named = [name for name in outputs.columns if isinstance(name, str)]
    if counted and index.name is None and len(named) == len(outputs.columns):
        raise ValueError(
            f"outputs must have a row a system, named in its index, not a column such as {named[0]!r}: "
            "of systems in columns give outputs.T"
        )


def rows_of(outputs: pd.DataFrame) -> list[np.ndarray]:
    """Give the rows of a table of systems, each of its own type.

    A table whose columns are of several types, or of those that know missing values, has no type
    but that of any object.
    """
    check_systems_in_rows(outputs)
    rows = outputs.to_numpy()
    if rows.dtype != object:
        return list(rows)
    return [pd.Series(row).infer_objects().to_numpy() for row in rows]


def as_systems(outputs: Outputs, metric: Metric) -> tuple[list[Hashable], np.ndarray]:
    """Give names and statistics (m, n, k) of the systems."""
    check_metric(metric)
    named: dict[Hashable, ArrayLike]
    if isinstance(outputs, pd.DataFrame):
        named = dict(zip(outputs.index, rows_of(outputs), strict=True))
        if len(named) < len(outputs):
            raise ValueError("outputs must have a different name for each system, not one twice")
    elif isinstance(outputs, Mapping):
        named = dict(outputs)
    elif isinstance(outputs, list | tuple | np.ndarray):
        named = dict(enumerate(outputs))
    else:
        raise TypeError(
            f"outputs must be a mapping, a DataFrame or an array, not {type(outputs).__name__}"
        )
    if len(named) < 2:
        raise ValueError(f"outputs must hold at least two systems, not {len(named)}")
    labels = {name: f"outputs[{name!r}]" for name in named}
    systems = {name: as_statistics(named[name], labels[name], metric) for name in named}
    first = next(iter(named))
    for name, system in systems.items():
        arguments.check_same_length(**{labels[first]: systems[first], labels[name]: system})
        arguments.check_same_index(named[first], named[name], labels[first], labels[name])
        if system.shape != systems[first].shape:
            raise ValueError(
                f"{labels[name]} must have the columns of {labels[first]}, "
                f"{systems[first].shape[1]}, not {system.shape[1]}"
            )
        check_metric_on(metric, system, labels[name])
    return list(named), np.stack(list(systems.values()))
