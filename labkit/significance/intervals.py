"""Confidence intervals that need no resampling: of proportions, of an order, of a standardized mean.

Each function takes plain numbers that somebody else has validated, and gives two limits.
"""

import math
from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq
from scipy.special import betaincinv, chdtri, nctdtr, ndtri, stdtrit

#: Beyond this t SciPy's noncentral t gives nan here and there.
LARGEST_T = 1e4
#: With more events of either kind a proportion is normal to five digits, and SciPy loses some.
NORMAL_EVENTS = 10**9

Limits = tuple[float, float]


def of_proportion(events: int, n: int, level: float = 0.95) -> Limits:
    """Find the exact interval of a proportion (Clopper & Pearson 1934)."""
    low, high = of_proportions(np.array(events), n, level)
    return float(low), float(high)


def of_proportions(
    events: np.ndarray, n: int | np.ndarray, level: float = 0.95
) -> tuple[np.ndarray, np.ndarray]:
    """Find the interval of `of_proportion` for each of many numbers of events."""
    tail, rest = (1 - level) / 2, n - events
    # At the ends the law of the beta distribution has no first, or no second, parameter.
    low = betaincinv(np.maximum(events, 1), rest + 1, tail)
    high = betaincinv(events + 1, np.maximum(rest, 1), 1 - tail)
    low, high = np.where(events > 0, low, 0.0), np.where(rest > 0, high, 1.0)
    share = events / n
    half = _z(level) * np.sqrt(share * (1 - share) / n)
    many = np.minimum(events, rest) > NORMAL_EVENTS
    return np.where(many, share - half, low), np.where(many, share + half, high)


def of_two_proportions(x1: int, n1: int, x2: int, n2: int, level: float) -> Limits:
    """Find the interval of a difference of independent proportions.

    Two of Wilson's score intervals put together: method 10 of Newcombe (1998), *Statistics in
    Medicine* 17, 873-890.
    """
    difference, spread_below, spread_above = x1 / n1 - x2 / n2, 0.0, 0.0
    for sign, events, n in ((1, x1, n1), (-1, x2, n2)):
        p, (low, high) = events / n, _wilson(events, n, level)
        below, above = (p - low, high - p) if sign > 0 else (high - p, p - low)
        spread_below, spread_above = (
            math.hypot(spread_below, below),
            math.hypot(spread_above, above),
        )
    return difference - spread_below, difference + spread_above


def of_paired_proportions(plus: int, minus: int, n: int, level: float) -> Limits:
    """Find the score interval of ``(plus - minus) / n`` (Tango 1998), *Statistics in Medicine* 17.

    The limits are the differences whose score statistic (his section 3), the likelihood being
    maximized under each, is as large as the normal law has it.
    """
    z, gain = _z(level), plus - minus
    # Where the score has no variance, both limits are roots of its statistic, and one is trivial.
    if plus + minus == 0:
        return -z * z / (n + z * z), z * z / (n + z * z)
    if n in (plus, minus):
        inner = (n - z * z) / (n + z * z)
        return (inner, 1.0) if plus else (-1.0, -inner)

    def excess(difference: float, side: int) -> float:
        return gain - n * difference - side * z * _score_deviation(plus, minus, n, difference)

    observed = gain / n
    low = brentq(excess, -1, observed, args=(1,), xtol=1e-13)
    return float(low), float(brentq(excess, observed, 1, args=(-1,), xtol=1e-13))


def score_of_paired_proportions(plus: int, minus: int, n: int, difference: float) -> float:
    """Compute Tango's score statistic, standard normal if the true difference is the given one."""
    return (plus - minus - n * difference) / _score_deviation(plus, minus, n, difference)


def _score_deviation(plus: int, minus: int, n: int, difference: float) -> float:
    """Estimate the standard deviation of plus - minus under a true difference of the proportions."""
    b = -plus - minus + (2 * n - plus + minus) * difference
    c = -minus * difference * (1 - difference)
    # The larger root of 2 n q^2 + b q + c = 0 is the likeliest share of minus; no cancellation.
    root = math.sqrt(max(0.0, b * b - 8 * n * c))
    q = (root - b) / (4 * n) if b <= 0 else -2 * c / (b + root)
    return math.sqrt(max(0.0, n * (2 * q + difference * (1 - difference))))


def of_order(delta: float, variance: float, degrees: float, level: float) -> Limits:
    """Find the asymmetric interval of Cliff's delta from its variance.

    Feng & Cliff (2004), *Journal of Modern Applied Statistical Methods* 3(2), 322-332,
    with Student's t. `delta` is neither 1 nor -1.
    """
    spread = stdtrit(degrees, (1 + level) / 2) ** 2 * variance
    room = 1 - delta**2
    half = math.sqrt(spread * (room**2 + spread))
    middle, whole = delta * room, room + spread
    return max(-1.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def all_events(n: int, level: float) -> float:
    """Find the lower limit of the probability of what happened `n` times out of `n`, two-sided."""
    return float(((1 - level) / 2) ** (1 / n))


def of_noncentrality(t: float, degrees: float, level: float) -> Limits:
    """Find the noncentrality parameters under which `t` is just not too large, or too small.

    The law of t is exact for normal scores (Steiger & Fouladi 1997, in *What If There Were No
    Significance Tests?*). Beyond a t of 10^4, where the standard deviation decides, those of
    it and of the mean are put together.
    """
    if t < 0:
        low, high = of_noncentrality(-t, degrees, level)
        return -high, -low
    tails = (1 + level) / 2, (1 - level) / 2
    least, most = (t * math.sqrt(chdtri(degrees, tail) / degrees) for tail in tails)
    z = _z(level)
    low, high = t - math.hypot(t - least, z), t + math.hypot(most - t, z)
    if t > LARGEST_T:
        return low, high

    def law(delta: float, probability: float) -> float:
        return float(nctdtr(degrees, delta, t)) - probability

    return _root(law, low, tails[0]), _root(law, high, tails[1])


def _root(law: Callable[[float, float], float], start: float, probability: float) -> float:
    """Find where a falling law has a probability, from about there."""
    step = 0.5
    while law(start - step, probability) < 0:
        step *= 2
    below = start - step
    step = 0.5
    while law(start + step, probability) > 0:
        step *= 2
    return float(brentq(law, below, start + step, args=(probability,), xtol=1e-12))


def _wilson(events: int, n: int, level: float) -> Limits:
    """Find the score interval of a proportion (Wilson 1927)."""
    z = _z(level)
    share = events / n
    middle = share + z * z / (2 * n)
    half = z * math.sqrt(share * (1 - share) / n + (z / (2 * n)) ** 2)
    whole = 1 + z * z / n
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def _z(level: float) -> float:
    return float(-ndtri((1 - level) / 2))
