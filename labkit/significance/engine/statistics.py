"""Per-item statistics of systems: what every test computes with.

The convention of all tests. Inside, a system on ``n`` items is a matrix of
shape ``(n, k)`` of per-item statistics, and a metric maps the sums of its
columns, ``(..., k)``, to a score, ``(...)`` (see `labkit.metrics`). Scores of
shape ``(n,)`` are statistics too: for `mean` and `accuracy` they become the
columns (score, 1), whose sums are the total and the number of items; for any
other metric they become a single column.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from labkit.arguments import as_groups, as_numbers, check_same_index, check_same_length
from labkit.metrics import Metric, accuracy, mean

#: Scores closer than this part of their size are tied: each may carry float noise of 1e-12.
NOISE = 4e-12


def as_statistics(values: ArrayLike, name: str, metric: Metric) -> np.ndarray:
    """Give the per-item statistics, ``(n, k)`` int64 or float64, of scores ``(n,)`` or a matrix ``(n, k)``."""
    array = as_numbers(values, name)
    if array.ndim == 1:
        if metric in (mean, accuracy):
            return np.column_stack([array, np.ones_like(array)])
        return array[:, None]
    if array.ndim != 2:
        raise ValueError(
            f"{name} must be scores (n,) or statistics (n, k), not an array of {array.ndim} dimensions"
        )
    return array


def as_paired_statistics(
    a: ArrayLike, b: ArrayLike, metric: Metric
) -> tuple[np.ndarray, np.ndarray]:
    """Give the statistics of two systems on the same items: two arrays ``(n, k)`` of one shape and type."""
    check_metric(metric)
    stats_a, stats_b = as_statistics(a, "a", metric), as_statistics(b, "b", metric)
    check_same_length(a=stats_a, b=stats_b)
    check_same_index(a, b, "a", "b")
    if stats_a.shape != stats_b.shape:
        raise ValueError(
            f"a and b must have the same columns, not {stats_a.shape[1]} and {stats_b.shape[1]}"
        )
    check_metric_on(metric, stats_a, "a")
    check_metric_on(metric, stats_b, "b")
    dtype = np.result_type(stats_a, stats_b)
    return stats_a.astype(dtype, copy=False), stats_b.astype(dtype, copy=False)


def check_metric(metric: object) -> None:
    """Refuse what is not a metric."""
    if not callable(metric):
        raise TypeError(
            f"metric must be a function of summed statistics, such as labkit.metrics.f1, not {metric!r}"
        )


def check_metric_on(metric: Metric, statistics: np.ndarray, name: str) -> None:
    """Refuse a metric that does not give one finite score a row of sums, and negative counts."""
    if getattr(metric, "counts", False) and (statistics < 0).any():
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
    if not np.isfinite(scores).all():
        raise ValueError(f"metric must give a finite score, not {scores[0]} for {name}")


def cluster_sums(statistics: np.ndarray, groups: ArrayLike | None, items: Any = None) -> np.ndarray:
    """Sum the statistics (m, n, k) of m systems over clusters of `items`; without groups, leave them."""
    if groups is None:
        return statistics
    codes = as_groups(groups, statistics.shape[1], items)
    sums = np.zeros((len(statistics), codes.max() + 1, statistics.shape[2]), statistics.dtype)
    for of_clusters, of_items in zip(sums, statistics, strict=True):
        np.add.at(of_clusters, codes, of_items)
    return sums


def differences(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Subtract b from a, with float noise set to zero: what is less than 4e-12 of the two scores' own size."""
    gain = a - b
    return np.where(abs(gain) <= noise_of(a, b), 0.0, gain) if gain.dtype.kind == "f" else gain


def noise_of(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Say how far the differences of two systems' scores may be off."""
    return NOISE * np.maximum(abs(a), abs(b))


def in_units(*scores: np.ndarray) -> tuple[float, list[np.ndarray]]:
    """Give a power of two and all `scores` divided by it: at most 1, so that no square overflows.

    Nothing is rounded. The squares of what is left of tiny scores do not vanish either.
    """
    size = max(float(abs(each).max()) for each in scores)
    unit = math.ldexp(1.0, min(math.frexp(size)[1], 1023)) if size else 1.0
    return unit, [each / unit for each in scores]
