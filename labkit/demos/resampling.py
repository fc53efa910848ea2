"""What the demonstrations of resampling draw: shuffles and test sets, one after the other.

The first m resamples of a seed are always the same, so that "how many so far"
is a setting like any other.
"""

from functools import lru_cache

import numpy as np

#: Resamples that a demonstration draws at most.
MOST = 10_000


@lru_cache(maxsize=16)
def random_signs(n: int, seed: int) -> np.ndarray:
    """Say whether each of n things is swapped, in each of `MOST` shuffles: booleans (MOST, n)."""
    return np.random.default_rng(seed).integers(0, 2, (MOST, n), dtype=np.int8) > 0


@lru_cache(maxsize=16)
def random_items(n: int, seed: int) -> np.ndarray:
    """Draw items with replacement, n of n, in each of `MOST` resamples: numbers (MOST, n)."""
    return np.random.default_rng(seed).integers(0, n, (MOST, n), dtype=np.int16)
