"""Sums of statistics, taken apart: what metrics have in common."""

import numpy as np
from numpy.typing import ArrayLike


def columns(sums: ArrayLike, metric: str, *names: str, least: int = -1) -> list[np.ndarray]:
    """Take apart sums with all columns, or `least`."""
    array = np.asarray(sums)
    width = array.shape[-1] if array.ndim else 0
    if width not in (len(names), least):
        wanted = f"{least} or {len(names)}" if least > 0 else len(names)
        listed = ", ".join(names)
        raise ValueError(
            f"statistics for {metric} must have {wanted} columns ({listed}), not {width}"
        )
    wide = _wide(array)
    return [wide[..., column] for column in range(width)]


def columns_of_each(sums: ArrayLike, metric: str, *names: str) -> list[np.ndarray]:
    """Take apart sums that have these columns for each of several classes: arrays (..., classes)."""
    array = np.asarray(sums)
    width = array.shape[-1] if array.ndim else 0
    if width == 0 or width % len(names):
        wanted = f"{len(names)} columns ({', '.join(names)}) for each"
        raise ValueError(f"statistics for {metric} must have {wanted}, not {width} in all")
    wide = _wide(array)
    return [wide[..., place :: len(names)] for place in range(len(names))]


def ratio(part: np.ndarray, whole: np.ndarray) -> np.ndarray:
    """Divide; 0 where there is nothing to be a part of."""
    return part / np.where(whole == 0, np.inf, whole)


def _wide(array: np.ndarray) -> np.ndarray:
    """Give counts in 64 bits, where adding them cannot overflow."""
    return array.astype(np.result_type(array, np.int64), copy=False)
