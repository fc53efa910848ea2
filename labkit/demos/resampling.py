"""What the demonstrations of resampling draw: shuffles and test sets, one after the other.

The first m resamples of a seed are always the same, so that "how many so far"
is a setting like any other.
"""

from functools import lru_cache

import numpy as np

from labkit.arguments import as_count
from labkit.demos.controls import counter, field, reveal, seed_field
from labkit.demos.frame import Controls

#: Resamples that a demonstration draws at most.
MOST = 10_000

#: Resamples from which on their share is shown as a p: of a few, it would be a guess.
ENOUGH = 100


@lru_cache(maxsize=6)
def random_signs(n: int, seed: int) -> np.ndarray:
    """Say whether each of n things is swapped, in each of `MOST` shuffles: booleans (MOST, n)."""
    return np.random.default_rng(seed).integers(0, 2, (MOST, n), dtype=np.int8) > 0


@lru_cache(maxsize=6)
def random_items(n: int, seed: int) -> np.ndarray:
    """Draw items with replacement, n of n, in each of `MOST` resamples: numbers (MOST, n)."""
    return np.random.default_rng(seed).integers(0, n, (MOST, n), dtype=np.int16)


def resampling_controls(things: str, seed: int) -> Controls:
    """Make the controls that count resamples, choose the one that is looked at, and show more."""
    look = field("", 0, 0, MOST, name=f"which of the {things} to look at, 0 for the latest")
    controls = counter(things, MOST)
    # Whoever draws more wants to see them.
    controls[things].observe(lambda change: setattr(look, "value", 0), "value")
    return {**controls, "exact": reveal("Show exact"), "seed": seed_field(seed), "look": look}


def looked_at(look: int, drawn: int) -> int:
    """Say which of the resamples is looked at, counted from 1; 0 where there is none."""
    return as_count(look, "look", most=drawn) or drawn
