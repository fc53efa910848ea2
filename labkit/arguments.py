"""Validated arguments: one function for each kind, so that every test refuses the same way.

The convention of all tests. Inside, a system on ``n`` items is a matrix of
shape ``(n, k)`` of per-item statistics, and a metric maps the sums of its
columns, ``(..., k)``, to a score, ``(...)`` (see `labkit.metrics`). Scores of
shape ``(n,)`` are statistics too: for `mean` and `accuracy` they become the
columns (score, 1), whose sums are the total and the number of items; for any
other metric they become a single column.

Integers stay integers, so that sums and ties are exact (unless they are so large
that their sum might overflow). Booleans count as 0 and 1, narrow integers are
widened, and float32 is read as the shortest decimal that it prints as (0.1, not
0.10000000149).

Everything here raises `ValueError` (the value is wrong) or `TypeError` (it is
the wrong kind of thing), and the message names the argument. Bad data never
becomes a p-value.
"""

from __future__ import annotations

import numbers

import numpy as np
import pandas as pd

from labkit.metrics import Metric, accuracy, mean

ALTERNATIVES = ("two-sided", "greater", "less")

#: Scores closer than this part of their size are tied: each may carry float noise of 1e-12.
NOISE = 4e-12


def as_statistics(value, name: str, metric: Metric) -> np.ndarray:
    """Per-item statistics, ``(n, k)`` int64 or float64, of scores ``(n,)`` or a matrix ``(n, k)``."""
    array = _as_numbers(value, name)
    if array.ndim == 1:
        if metric in (mean, accuracy):
            return np.column_stack([array, np.ones_like(array)])
        return array[:, None]
    if array.ndim != 2:
        raise ValueError(
            f"{name} must be scores (n,) or statistics (n, k), not an array of {array.ndim} dimensions"
        )
    if array.shape[1] == 0:
        raise ValueError(f"{name} must have at least one column of statistics")
    return array


def as_paired_statistics(a, b, metric: Metric) -> tuple[np.ndarray, np.ndarray]:
    """Statistics of two systems on the same items: two arrays ``(n, k)`` of one shape and type."""
    check_metric(metric)
    stats_a, stats_b = as_statistics(a, "a", metric), as_statistics(b, "b", metric)
    check_same_items(a, b, "a", "b")
    if stats_a.shape != stats_b.shape:
        raise ValueError(
            f"a and b must have the same columns, not {stats_a.shape[1]} and {stats_b.shape[1]}"
        )
    check_metric_on(metric, stats_a, "a")
    check_metric_on(metric, stats_b, "b")
    dtype = np.result_type(stats_a, stats_b)
    return stats_a.astype(dtype, copy=False), stats_b.astype(dtype, copy=False)


def as_scores(value, name: str, least: int = 1) -> np.ndarray:
    """Scores of one system, ``(n,)`` int64 or float64, on at least `least` items."""
    array = _as_numbers(value, name)
    if array.ndim != 1:
        raise ValueError(
            f"{name} must be one score an item, shape (n,), not an array of {array.ndim} dimensions"
        )
    if len(array) < least:
        raise ValueError(f"{name} must have at least {least} items, not {len(array)}")
    return array


def as_paired_scores(a, b, names=("a", "b"), least: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Scores of two systems on the same items, two arrays ``(n,)`` of one type."""
    scores = [as_scores(value, name, least) for value, name in zip((a, b), names)]
    check_same_items(a, b, *names)
    dtype = np.result_type(*scores)
    return scores[0].astype(dtype, copy=False), scores[1].astype(dtype, copy=False)


def as_groups(groups, n: int, items=None) -> np.ndarray:
    """Cluster numbers 0, 1, ... of `n` items, ``(n,)``, from labels of any kind.

    Where labels and `items` (a system's scores) are both pandas objects, their
    indexes must agree.
    """
    labels = pd.Series(groups).reset_index(drop=True) if np.ndim(groups) == 1 else None
    if labels is None or len(labels) != n:
        raise ValueError(
            f"groups must be one cluster label an item: {n} labels, not {_shape(groups)}"
        )
    if not _same_index(groups, items):
        raise ValueError("groups must have the index of the items: these are labels of other items")
    codes, _ = pd.factorize(labels)
    if (codes < 0).any():
        raise ValueError("groups must not have missing labels (NaN or None)")
    return codes


def sum_by_group(statistics: np.ndarray, codes: np.ndarray | None) -> np.ndarray:
    """Rows of `statistics` summed within clusters; unchanged where `codes` is None."""
    if codes is None:
        return statistics
    sums = np.zeros((codes.max() + 1, *statistics.shape[1:]), statistics.dtype)
    np.add.at(sums, codes, statistics)
    return sums


def as_count(value, name: str, least: int = 0) -> int:
    """A whole number, at least `least`."""
    if isinstance(value, (str, bytes, bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    if not np.isfinite(float(value)) or value != int(value) or value < least:
        raise ValueError(f"{name} must be a whole number and at least {least}, not {value!r}")
    return int(value)


def as_fraction(value, name: str, low: float = 0.0, high: float = 1.0) -> float:
    """A number between `low` and `high`, both included."""
    if isinstance(value, (str, bytes, bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not low <= value <= high:
        raise ValueError(f"{name} must be between {low:g} and {high:g}, not {value!r}")
    return float(value)


def as_option(value, name: str, options: tuple[str, ...]) -> str:
    """One of `options`."""
    if not (isinstance(value, str) and value in options):
        raise ValueError(f"{name} must be one of {', '.join(map(repr, options))}, not {value!r}")
    return value


def as_generator(rng) -> tuple[np.random.Generator, int | None]:
    """A generator and its seed from a seed, a generator (seed unknown) or None (a fresh seed)."""
    check_rng(rng)
    if isinstance(rng, np.random.Generator):
        return rng, None
    seed = int(np.random.SeedSequence().generate_state(1)[0]) if rng is None else int(rng)
    return np.random.default_rng(seed), seed


def check_rng(rng) -> None:
    """Refuse what is not a seed, a generator or None."""
    if rng is None or isinstance(rng, np.random.Generator):
        return
    if isinstance(rng, (bool, np.bool_)) or not isinstance(rng, numbers.Integral):
        raise TypeError(
            f"rng must be a seed (a whole number) or a numpy.random.Generator, not {rng!r}"
        )
    if rng < 0:
        raise ValueError(f"rng must not be a negative seed, but is {rng}")


def check_metric(metric) -> None:
    """Refuse what is not a metric."""
    if not callable(metric):
        raise TypeError(
            f"metric must be a function of summed statistics, such as labkit.metrics.f1, not {metric!r}"
        )


def check_metric_on(metric: Metric, statistics: np.ndarray, name: str) -> None:
    """Refuse a metric that does not give one finite score a row of sums, and negative counts."""
    if getattr(metric, "counts", False) and (statistics < 0).any():
        raise ValueError(f"{name} must not hold negative counts")
    sums = statistics.sum(axis=0)[None].repeat(2, axis=0)
    try:
        scores = np.asarray(metric(sums))
    except (ValueError, IndexError, TypeError) as error:
        raise ValueError(f"metric cannot score the statistics of {name}: {error}") from error
    if scores.shape != (2,) or scores.dtype.kind not in "biuf":
        raise ValueError(
            f"metric must map sums (..., k) to scores (...), not {sums.shape} to {scores.shape}"
        )
    if not np.isfinite(scores).all():
        raise ValueError(f"metric must give a finite score, not {scores[0]} for {name}")


def check_same_items(a, b, name_a: str, name_b: str) -> None:
    """Refuse two systems of different lengths, or pandas objects with different indexes."""
    if len(a) != len(b):
        raise ValueError(
            f"{name_a} and {name_b} must be of equal length, not {len(a)} and {len(b)}"
        )
    if not _same_index(a, b):
        raise ValueError(
            f"{name_a} and {name_b} must have the same index: they are not scores of the same items"
        )


def differences(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A - b, with float noise set to zero.

    Two scores are tied if they differ by less than 4e-12 of their size, or by
    what float arithmetic leaves of 0.1 + 0.2 - 0.3 on the scale of the scores.
    """
    gain = a - b
    if gain.dtype.kind != "f":
        return gain
    size = np.maximum(abs(a), abs(b))
    noise = np.maximum(NOISE * size, 1e-15 * size.max(axis=0, initial=0))
    return np.where(abs(gain) <= noise, 0.0, gain)


def _as_numbers(value, name: str) -> np.ndarray:
    """A non-empty int64 or float64 array of finite numbers."""
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name} must be an array, not a ragged list") from error
    if np.ma.is_masked(value):
        raise ValueError(f"{name} must not have masked values")
    if array.ndim == 0:
        raise ValueError(f"{name} must be an array of numbers, not {value!r}")
    if array.size == 0:
        raise ValueError(f"{name} must not be empty")
    if array.dtype.kind not in "biuf":
        raise TypeError(
            f"{name} must hold numbers only, not {array.dtype} (missing values, text, complex numbers?)"
        )
    if array.dtype.kind in "biu" and abs(array.astype(float)).max() * array.size < 2**52:
        return array.astype(np.int64)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, without NaN or infinity")
    if array.dtype.itemsize < 8:
        array = array.astype(str)
    return array.astype(np.float64)


def _same_index(one, other) -> bool:
    """False only if both are pandas objects and their indexes differ."""
    pandas = (pd.Series, pd.DataFrame)
    return not (isinstance(one, pandas) and isinstance(other, pandas)) or one.index.equals(
        other.index
    )


def _shape(value) -> str:
    return f"an array of shape {np.shape(value)}"
