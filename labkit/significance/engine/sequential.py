"""Drawing until the verdict at a level alpha is certain, instead of a fixed number of times.

After t draws, of which s were extreme, p is certainly above alpha if s has reached an
upper boundary, and below if it has reached a lower one. The boundaries are set so that
for p = alpha, the hardest case, each is ever reached with a chance of no more than `RISK`:
so the verdict differs from that of endless draws with a smaller chance still, whatever
p is (Gandy 2009, "Sequential implementation of Monte Carlo tests with uniformly bounded
resampling risk", *Journal of the American Statistical Association* 104, section 2).
Gandy looks after each draw, and spends the share t / (1000 + t) of the risk in the first
t; here the draws come in blocks, with a look after each.

Whoever stops at a favourable moment may not use the usual interval for s of t. That of
`anytime_intervals` holds at all moments at once (Robbins 1970, *Annals of Mathematical
Statistics* 41; Lai 1976, *Annals of Statistics* 4): all p for which
(t + 1) P(s of t | p) is above 1 - level.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from scipy.special import betaln, xlog1py, xlogy
from scipy.stats import binom

#: Chance that a verdict is wrong, each way.
RISK = 1e-6
#: Draws before the first look, and how much each look multiplies them by.
FIRST_LOOK, GROWTH = 500, 1.5
#: Of which the half of the risk is spent.
HALF_SPENT = 1000


class Boundaries(NamedTuple):
    """After how many draws to look, and how few or how many extreme ones decide: (looks,)."""

    looks: np.ndarray
    lower: np.ndarray
    upper: np.ndarray


def boundaries(alpha: float, n_resamples: int) -> Boundaries:
    """Find the boundaries of Gandy (2009), section 2, for looks up to `n_resamples` draws.

    Examples
    --------
    >>> at = boundaries(0.05, 2000)
    >>> at.looks.tolist(), at.lower.tolist(), at.upper.tolist()
    ([500, 750, 1125, 1688, 2000], [4, 11, 22, 42, 52], [53, 73, 98, 135, 155])
    """
    looks = [min(FIRST_LOOK, n_resamples)]
    while looks[-1] < n_resamples:
        looks.append(min(round(GROWTH * looks[-1]), n_resamples))
    lower, upper = np.empty((2, len(looks)), int)
    undecided, lowest, drawn = np.ones(1), 0, 0  # law of the extreme draws of whoever still draws
    spent = np.zeros(2)
    for k, look in enumerate(looks):
        size = look - drawn
        usual, spread = size * alpha, 10 * np.sqrt(size * alpha * (1 - alpha)) + 40
        block = np.arange(max(0, int(usual - spread)), min(size, int(usual + spread)) + 1)
        undecided = np.convolve(undecided, binom.pmf(block, size, alpha))
        lowest, drawn = lowest + block[0], look
        to_spend = RISK * look / (HALF_SPENT + look) - spent
        below, above = np.cumsum(undecided), np.cumsum(undecided[::-1])[::-1]
        n_below, n_above = (
            np.count_nonzero(below <= to_spend[0]),
            np.count_nonzero(above <= to_spend[1]),
        )
        spent += [below[n_below - 1] if n_below else 0, above[-n_above] if n_above else 0]
        undecided = undecided[n_below : len(undecided) - n_above]
        lower[k], upper[k] = lowest + n_below - 1, lowest + n_below + len(undecided)
        lowest += n_below
    return Boundaries(np.array(looks), lower, upper)


def count_until_certain(
    count: Callable[[np.ndarray, int], np.ndarray],
    n_tests: int,
    n_resamples: int,
    stop_at: float | None,
) -> tuple[np.ndarray, np.ndarray]:
    """Count the extreme ones of `n_resamples` draws of each of many tests, or of fewer if they decide.

    ``count(open_tests, size)`` draws `size` times more for the tests with these numbers. Without
    `stop_at` it is called once. Gives how many were extreme, and how many were drawn, (tests,).
    """
    n_extreme = np.zeros(n_tests, int)
    if stop_at is None:
        n_extreme += count(np.arange(n_tests), n_resamples)
        return n_extreme, np.full(n_tests, n_resamples)
    n_drawn, open_tests = np.zeros(n_tests, int), np.arange(n_tests)
    for look, lower, upper in zip(*boundaries(stop_at, n_resamples), strict=True):
        size = int(look - n_drawn[open_tests[0]])
        n_extreme[open_tests] += count(open_tests, size)
        n_drawn[open_tests] = look
        so_far = n_extreme[open_tests]
        open_tests = open_tests[(lower < so_far) & (so_far < upper)]
        if not len(open_tests):
            break
    return n_extreme, n_drawn


def is_certain(
    n_extreme: np.ndarray, n_drawn: np.ndarray, alpha: float, n_resamples: int
) -> np.ndarray:
    """Say which counts have reached a boundary."""
    looks, lower, upper = boundaries(alpha, n_resamples)
    at = np.searchsorted(looks, n_drawn)
    return (n_extreme <= lower[at]) | (n_extreme >= upper[at])


def anytime_intervals(
    n_extreme: np.ndarray, n_drawn: np.ndarray, level: float = 0.95
) -> tuple[np.ndarray, np.ndarray]:
    """Find the intervals of p that hold whenever the drawing stopped.

    Examples
    --------
    >>> low, high = anytime_intervals(np.array([0, 100]), np.array([500, 1000]))
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.0, 0.069], [0.018, 0.138])
    """
    share = n_extreme / n_drawn
    # log of (t + 1) C(t, s), a beta function, over 1 - level
    constant = -betaln(n_extreme + 1, n_drawn - n_extreme + 1) - np.log(1 - level)
    limits = []
    for outside in (np.zeros(len(share)), np.ones(len(share))):
        inside = share
        for _ in range(60):
            middle = (inside + outside) / 2
            likely = xlogy(n_extreme, middle) + xlog1py(n_drawn - n_extreme, -middle) > -constant
            inside, outside = np.where(likely, middle, inside), np.where(likely, outside, middle)
        limits.append(outside)
    return limits[0], limits[1]
