"""What a result says of the draws behind it: all that were asked for, or fewer if these decide."""

import dataclasses
from typing import cast

import numpy as np

from labkit.significance.engine.sequential import RISK, anytime_intervals, is_certain
from labkit.significance.result import Result, monte_carlo_intervals


def with_draws(
    result: Result,
    n_extreme: int,
    n_drawn: int,
    n_resamples: int,
    stop_at: float | None,
    seed: int | None,
) -> Result:
    """Add to a result the draws that it comes from, and the Monte Carlo error of its p.

    With `stop_at`, also whether the verdict at that level is certain, which may have taken
    fewer than `n_resamples` draws.

    Examples
    --------
    >>> result = Result("a test", 0.1, 0.004, "greater", "monte-carlo", n=100)
    >>> with_draws(result, 2, 500, 10**6, 0.05, seed=1).note
    'stopped after 500 of 1000000 draws: that p is below 0.05 is wrong with a chance of at most 1e-06'
    """
    note = result.note
    if stop_at is not None:
        note = "; ".join(
            [*filter(None, [note]), _verdict(n_extreme, n_drawn, n_resamples, stop_at)]
        )
    return dataclasses.replace(
        result,
        n_resamples=n_drawn,
        n_extreme=n_extreme,
        seed=seed,
        note=note,
    )


def intervals(
    n_extreme: np.ndarray, n_drawn: np.ndarray, stop_at: float | None
) -> tuple[np.ndarray, np.ndarray]:
    """Find the 95 % intervals of p of many counts, as they hold with or without stopping."""
    if stop_at is None:
        return monte_carlo_intervals(n_extreme, cast(int, n_drawn))  # an array will do
    return anytime_intervals(n_extreme, n_drawn)


def _verdict(n_extreme: int, n_drawn: int, n_resamples: int, stop_at: float) -> str:
    decided = is_certain(np.array([n_extreme]), np.array([n_drawn]), stop_at, n_resamples)[0]
    if not decided:
        return f"all {n_resamples} draws leave it uncertain on which side of {stop_at:g} p is"
    side = "below" if n_extreme / n_drawn < stop_at else "above"
    return (
        f"stopped after {n_drawn} of {n_resamples} draws: that p is {side} {stop_at:g} "
        f"is wrong with a chance of at most {RISK:g}"
    )
