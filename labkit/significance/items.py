"""Per-item statistics of systems: what every test computes with.

A system on ``n`` items is a matrix of shape ``(n, k)`` of per-item statistics, and a metric
maps the sums of its columns, ``(..., k)``, to a score, ``(...)`` (see `labkit.metrics`).
Scores of shape ``(n,)`` are statistics too: for `mean` and `accuracy` they become the
columns (score, 1), whose sums are the total and the number of items; for any other metric
they become a single column.

Here, too, is decided what is tied: floats that differ by no more than their noise. Scores
with a fixed number of decimals are written as whole multiples of a unit, a *lattice*, on
which ties are exact.
"""

import functools
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.metrics import Metric

if TYPE_CHECKING:
    import pandas as pd

#: Scores closer than this part of their size are tied: each may carry float noise of 1e-12.
NOISE = 4e-12
#: How many units of a lattice are 1 (fixed decimals, or a fraction), or are the smallest value.
UNITS_IN_ONE = np.concatenate([10.0 ** np.arange(10), np.arange(3.0, 65.0)])
UNITS_IN_SMALLEST = np.arange(1.0, 65.0)
#: Numbers, of one type or another.
Array: TypeAlias = np.ndarray
#: Rows of the systems of pairs: all that are first, and all that are second, in a pair.
Pairs: TypeAlias = tuple[Array, Array]
#: Systems by name, or in order: of each, scores (n,) or statistics (n, k).
Outputs: TypeAlias = "Mapping[Any, ArrayLike] | pd.DataFrame | Array | Sequence[ArrayLike]"


class Drawing(NamedTuple):
    """How shuffles or resamples are drawn."""

    n_resamples: int
    rng: np.random.Generator


def as_statistics(values: ArrayLike, name: str, metric: Metric) -> Array:
    """Return per-item statistics (n, k), int64 or float64, of scores (n,) or a matrix (n, k)."""
    array = arguments.as_numbers(values, name)
    if array.ndim == 1:
        return np.column_stack([array, np.ones_like(array)]) if metric.is_mean else array[:, None]
    if array.ndim != 2:
        wanted = "scores (n,) or statistics (n, k)"
        raise ValueError(f"{name} must be {wanted}, not an array of {array.ndim} dimensions")
    return array


def as_paired_statistics(a: ArrayLike, b: ArrayLike, metric: Metric) -> Array:
    """Return the statistics (2, n, k) of two systems on the same items."""
    return as_systems({"a": a, "b": b}, metric, "{}")[1]


def as_systems(
    outputs: Outputs, metric: Metric, label: str = "outputs[{!r}]"
) -> tuple[list[Hashable], Array]:
    """Return the names and statistics (m, n, k) of two or more systems on the same items."""
    named = _by_name(outputs)
    if len(named) < 2:
        raise ValueError(f"outputs must hold at least two systems, not {len(named)}")
    systems: list[Array] = []
    (first, values), *_ = named.items()
    known = label.format(first)
    for name, scores in named.items():
        shown = label.format(name)
        systems.append(as_statistics(scores, shown, metric))
        arguments.check_same_length(**{known: systems[0], shown: systems[-1]})
        arguments.check_same_index(values, scores, known, shown)
        if systems[-1].shape != systems[0].shape:
            widths = f"{systems[0].shape[1]}, not {systems[-1].shape[1]}"
            raise ValueError(f"{shown} must have as many columns as {known}, {widths}")
        _check_metric(metric, systems[-1], shown)
    return list(named), np.stack(arguments.as_precise_alike(systems))


def _by_name(outputs: Outputs) -> dict[Hashable, ArrayLike]:
    """Return the systems by name; refuse a table whose columns may be the systems."""
    if isinstance(outputs, Mapping):
        return dict(outputs)
    if isinstance(outputs, list | tuple | Array):
        return dict(enumerate(outputs))
    if not hasattr(outputs, "columns"):
        found = type(outputs).__name__
        raise TypeError(f"outputs must be a mapping, a DataFrame or an array, not {found}")
    import pandas as pd

    table: Any = outputs
    index = table.index
    counted = index.name is None and index.equals(pd.RangeIndex(len(index)))
    if counted and len(table.columns) and all(isinstance(c, str) for c in table.columns):
        raise ValueError(
            "outputs must have a row a system, named in its index, not a column such as "
            f"{table.columns[0]!r}: of systems in columns give outputs.T"
        )
    if not index.is_unique:
        raise ValueError("outputs must have a different name for each system, not one twice")
    return dict(table.T.infer_objects().items())


def _check_metric(metric: Metric, statistics: Array, name: str) -> None:
    """Raise if a metric does not give one finite score a row of sums, or counts are negative."""
    if metric.counts and (statistics < 0).any():
        raise ValueError(f"{name} must hold counts of at least 0, not {statistics.min()}")
    sums = statistics.sum(axis=0)[None].repeat(2, axis=0)
    try:
        scores = np.asarray(metric(sums))
    except (ValueError, IndexError, TypeError) as error:
        raise ValueError(f"metric must suit the statistics of {name}: {error}") from error
    if scores.shape != (2,) or scores.dtype.kind not in "biuf":
        raise ValueError(
            f"metric must map sums (..., k) to scores (...), not {sums.shape} to {scores.shape}"
        )
    check_finite(scores, f"the score of {name}")


def check_finite(scores: Array, what: str) -> None:
    """Raise if a metric gave a score that is no number."""
    if not np.isfinite(scores).all():
        found = scores[~np.isfinite(scores)][0]
        raise ValueError(f"metric must give a finite number as {what}, not {found}")


def cluster_sums(statistics: Array, groups: ArrayLike | None, items: Any = None) -> Array:
    """Sum the statistics (m, n, k) over clusters of `items`; leave them without groups."""
    if groups is None:
        return statistics
    codes = arguments.as_groups(groups, statistics.shape[1], items)
    sums = np.zeros((len(statistics), codes.max() + 1, statistics.shape[2]), statistics.dtype)
    np.add.at(sums, np.s_[:, codes], statistics)  # type: ignore[arg-type]
    return sums


def noise_of(a: Array, b: Array) -> Array:
    """Return how far the differences of two systems' scores may be off."""
    return NOISE * np.maximum(abs(a), abs(b))


def differences(a: Array, b: Array) -> Array:
    """Subtract b from a, and set what is only float noise to zero."""
    gain = a - b
    return np.where(abs(gain) <= noise_of(a, b), 0.0, gain) if gain.dtype.kind == "f" else gain


def on_lattice(values: Array, noise: float | Array) -> Array | None:
    """Return `values`, up to `noise`, as whole multiples of a common unit, or None."""
    if values.dtype.kind == "f":
        noise, sizes = np.broadcast_to(noise, values.shape), abs(values)
        smallest = sizes.min(initial=np.inf, where=sizes > noise)
        scales = np.concatenate([UNITS_IN_ONE, UNITS_IN_SMALLEST / smallest])
        scales = scales[noise.max(initial=0) * scales <= 0.01]
        # The first values rule out most units, so that few are tried on all of them.
        few, slack = values[:8, None] * scales, noise[:8, None] * scales
        for scale in scales[(abs(few - np.rint(few)) <= slack).all(axis=0)]:
            units = np.rint(values * scale)
            if (abs(values * scale - units) <= noise * scale).all():
                values = units.astype(np.int64)
                break
        else:
            return None
    return values // max(1, np.gcd.reduce(values))


def merge_near(values: Array, noise: float | Array) -> Array:
    """Make values equal in size that are within `noise` of the next one; those near 0 are 0."""
    order = np.argsort(abs(values))
    sizes, slack = abs(values)[order], np.broadcast_to(noise, values.shape)[order]
    new = np.diff(sizes, prepend=0) > slack
    merged = np.empty_like(values)
    merged[order] = np.concatenate([[0.0], sizes[new]])[np.cumsum(new)]
    return np.copysign(merged, values)


def collapse(rows: Array) -> tuple[Array, Array]:
    """Put items that differ by as much, d or -d, into cells: steps (c, k) and counts (c,)."""
    rows = rows[rows.any(axis=1)]
    if not rows[:, 1:].any():  # sorted much faster
        steps, counts = np.unique(abs(rows[:, 0]), return_counts=True)
        return np.column_stack([steps, rows[: len(steps), 1:]]), counts
    leading = np.take_along_axis(rows, (rows != 0).argmax(axis=1)[:, None], axis=1)
    return np.unique(rows * np.sign(leading) + 0, axis=0, return_counts=True)


@dataclass(frozen=True)
class Systems:
    """Statistics (m, n, k) of m systems on the same n items, or clusters of items."""

    statistics: Array
    metric: Metric

    @property
    def n(self) -> int:
        """Return how many items, or clusters, there are."""
        return self.statistics.shape[1]

    @property
    def direction(self) -> int:
        """Return -1 for error rates, whose lower score is the better one, else 1."""
        return 1 if self.metric.higher_is_better else -1

    @functools.cached_property
    def observed(self) -> Array:
        """Return the scores of the systems, (m,)."""
        return np.asarray(self.metric(self.statistics.sum(axis=1)), float)

    def gains(self, pairs: Pairs) -> Array:
        """Return how much better the first system of each pair is than the second."""
        return self.direction * (self.observed[pairs[0]] - self.observed[pairs[1]])

    @functools.cached_property
    def linear(self) -> tuple[Array, Array] | None:
        """Return scores (m, n) and sizes (n,) if the metric is the ratio of their sums, or None."""
        scores, others = self.statistics[:, :, 0], self.statistics[:, :, 1:]
        if self.metric.is_mean:
            sizes = others[0, :, 0]
            same = bool((others[:, :, 0] == sizes).all() and (sizes > 0).all())
            return (scores, sizes) if same else None
        if self.metric.linear and (others == others[:1, :1]).all():
            return scores, np.ones(self.n, int)
        return None

    @functools.cached_property
    def whole_sizes(self) -> Array | None:
        """Return the sizes of `linear` in whole units of a lattice, or None."""
        if self.linear is None:
            return None
        return on_lattice(self.linear[1], NOISE * abs(self.linear[1]).max())

    def in_units(self, scores: Array, noise: float | Array) -> Array | None:
        """Return scores of these items in whole units of a lattice, or None."""
        sizes = self.whole_sizes
        units = None if sizes is None else on_lattice(scores, noise)
        # The laws of resamples multiply two such sums.
        if sizes is None or units is None or float(abs(units).max()) * self.n * sizes.sum() > 2**60:
            return None
        return units

    @functools.cached_property
    def integer_scores(self) -> Array | None:
        """Return the scores (m, n) of `linear` in whole units of a lattice, or None."""
        if self.linear is None:
            return None
        scores = self.linear[0]
        units = self.in_units(scores.ravel(), NOISE * abs(scores).max())
        return None if units is None else units.reshape(scores.shape)

    @functools.cached_property
    def noise(self) -> float:
        """Return how far apart scores may be and tie."""
        sizes = abs(self.observed).max()
        if self.linear is not None:
            scores, weights = self.linear
            sizes = max(sizes, abs(scores).max() / weights.mean())
        return float(NOISE * sizes)
