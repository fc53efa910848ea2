"""What two published accuracies say, and what they leave open.

A paper gives how many items each system gets right, not on how many of them the two differ; and on
that the sign test (McNemar's exact test) depends. The accuracies bound it: at best one system is
right wherever the other is, at worst they err apart as far as they can. So p, power and the items
that a power takes have a lower and an upper bound, which are exact.
"""

import functools
import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import special, stats

from labkit import arguments

#: Overlaps that are looked at, from the largest to the smallest; at both ends are the bounds, but
#: for tests of little power.
OVERLAPS = 9

#: From so many differing items on, the normal law says how many it takes.
MANY = 20_000

#: From so many on, it says also what the power is, within a thousandth.
TOO_MANY = 1_000_000

#: Numbers of items that are looked at one by one for the fewest; beyond, some are passed over.
MOST_LOOKED_AT = 1_000

#: What has a smaller probability is left out of sums, in standard deviations.
FAR = 12.0


@dataclass(frozen=True, repr=False)
class PublishedBounds:
    """The least and the most that two published accuracies allow.

    Parameters
    ----------
    what : str
        Of what: "power", "items" or "p".
    low, high : float
        Over all overlaps of what the two systems get right.
    independent : float
        If their errors are independent: systems that learn from the same data err together more
        often than that.

    See Also
    --------
    published_power, published_items, published_pvalue : Find these.

    Examples
    --------
    >>> published_pvalue(0.75, 0.70, 200)
    <p: 0.00195 to 0.391, 0.314 if errors are independent>
    """

    what: str
    low: float
    high: float
    independent: float

    def __repr__(self) -> str:
        """Put all facts on one line."""
        low, high, independent = (_short(x) for x in (self.low, self.high, self.independent))
        return f"<{self.what}: {low} to {high}, {independent} if errors are independent>"


def published_power(
    accuracy_a: float, accuracy_b: float, n: int, *, alpha: float = 0.05
) -> PublishedBounds:
    """Bound how often the sign test on `n` new items finds the difference of two accuracies.

    Parameters
    ----------
    accuracy_a, accuracy_b : float
        Shares of all items that the two systems get right.
    n : int
        Number of test items.
    alpha : float, default 0.05
        Significance level, two-sided; ties are dropped.

    Returns
    -------
    PublishedBounds
        Of the power. Where more than a million items differ, it is that of the normal law, within
        a thousandth.

    See Also
    --------
    published_items : The items that a power takes.
    power_table : Power where all is known.

    References
    ----------
    Miettinen, O. S. (1968). The matched pairs design in the case of all-or-none responses.
    Biometrics 24, 339-352: power given the number of pairs that differ, summed over that number.

    Examples
    --------
    >>> published_power(0.75, 0.70, 1000)
    <power: 0.553 to 1, 0.69 if errors are independent>
    """
    a, b = _accuracies(accuracy_a, accuracy_b)
    n, alpha = arguments.as_count(n, "n", least=1), arguments.as_level(alpha)
    return _bounds("power", a, b, lambda win, loss: sign_test_power(n, win, loss, alpha), 33)


def published_items(
    accuracy_a: float, accuracy_b: float, *, power: float = 0.8, alpha: float = 0.05
) -> PublishedBounds:
    """Bound the fewest test items on which the sign test finds the difference of two accuracies.

    Parameters
    ----------
    accuracy_a, accuracy_b : float
        Shares of all items that the two systems get right, not equal.
    power, alpha : float, default 0.8 and 0.05
        How often it should be found, and the two-sided significance level; ties are dropped.

    Returns
    -------
    PublishedBounds
        Of the number of items. Where more than 20,000 items differ, it is that of the normal law,
        within a thousandth.

    See Also
    --------
    items_needed : The same from the systems' outputs, which say where they overlap.

    References
    ----------
    Connor, R. J. (1987). Sample size for testing differences in proportions for the paired-sample
    design. Biometrics 43, 207-211: the largest and the smallest discordance; here without its
    normal approximation.

    Examples
    --------
    >>> published_items(0.75, 0.70)
    <items: 157 to 1,763, 1,291 if errors are independent>
    """
    a, b = _accuracies(accuracy_a, accuracy_b)
    power, alpha = arguments.as_fraction(power, "power", 0.0, 0.9999), arguments.as_level(alpha)
    if a == b:
        raise ValueError(f"accuracy_a and accuracy_b must differ, not both be {a:g}")
    return _bounds("items", a, b, lambda win, loss: fewest_items(win, loss, power, alpha))


def published_pvalue(accuracy_a: float, accuracy_b: float, n: int) -> PublishedBounds:
    """Bound the p of the sign test of two accuracies that were published for one test set.

    Parameters
    ----------
    accuracy_a, accuracy_b : float
        Shares of the `n` items that the two systems get right, to the nearest item.
    n : int
        Number of test items.

    Returns
    -------
    PublishedBounds
        Of the two-sided p; ties are dropped.

    See Also
    --------
    labkit.sign_test : The test, where it is known on how many items the systems differ.

    Examples
    --------
    >>> published_pvalue(0.853, 0.843, 2000)
    <p: 1.91e-06 to 0.441, 0.403 if errors are independent>
    """
    a, b = _accuracies(accuracy_a, accuracy_b)
    n = arguments.as_count(n, "n", least=1, most=10**8)
    right_a, right_b = round(a * n), round(b * n)
    more, fewer = max(right_a, right_b), min(right_a, right_b)
    gain = more - fewer
    # The better one loses between none of the items and all that it gets wrong. With the same gain,
    # p grows with the losses, so that these two are the bounds.
    most = min(fewer, n - more)
    losses = np.array([0, most, min(round(fewer * (n - more) / n), most)])
    pvalues = np.minimum(1, 2 * stats.binom.cdf(losses, gain + 2 * losses, 0.5))
    return PublishedBounds("p", *map(float, pvalues))


def sign_test_power(n: int, win: float, loss: float, alpha: float) -> float:
    """Find how often the sign test rejects: each item is a win or a loss with these probabilities."""
    differ = min(win + loss, 1.0)
    if not differ:
        return 0.0
    if n * differ > TOO_MANY:
        mean, spread = (
            (win - loss) * math.sqrt(n),
            math.sqrt(max(differ - (win - loss) ** 2, 1e-300)),
        )
        limit = stats.norm.isf(alpha / 2) * math.sqrt(differ)
        return float(stats.norm.sf(limit, mean, spread) + stats.norm.cdf(-limit, mean, spread))
    counts = _likely(n, differ)
    rejections = _rejections(counts, win / (win + loss), alpha)
    return min(1.0, float(stats.binom.pmf(counts, n, differ) @ rejections))


def fewest_items(win: float, loss: float, power: float, alpha: float) -> int:
    """Find the smallest number of items on which the sign test has a power."""
    differ, gain = min(win + loss, 1.0), abs(win - loss)
    usual = stats.norm.isf(alpha / 2) * math.sqrt(differ)
    above = stats.norm.ppf(power) * math.sqrt(max(differ - gain**2, 0)) if power > 0 else 0
    # As wins go up by one, so does p in a step: that takes some two more of the differing items.
    by_normal_law = ((usual + above) / gain) ** 2 + 2 / gain
    if by_normal_law * differ > MANY:
        return math.ceil(by_normal_law)
    low, high = 0, max(1, math.ceil(by_normal_law))
    known = np.empty(0)

    def power_of(n: int) -> float:
        nonlocal known
        counts = _likely(n, differ)
        if counts[-1] >= len(known):  # what the numbers of differing items give, once for all n
            known = _rejections(np.arange(2 * counts[-1] + 1), win / (win + loss), alpha)
        return float(stats.binom.pmf(counts, n, differ) @ known[counts])

    while power_of(high) < power:
        low, high = high, 2 * high
    high = _first_between(low, high, lambda n: power_of(n) >= power)
    # Power does not grow with each item: p is a step function. Steps are a few differing items apart,
    # and where few items differ, power hardly changes from one item to the next.
    first = max(1, high - math.ceil(12 / differ) - 12)
    stride = max(1, (high - first) // MOST_LOOKED_AT)
    enough = next((n for n in range(first, high, stride) if power_of(n) >= power), high)
    return _first_between(max(enough - stride, 0), enough, lambda n: power_of(n) >= power)


def _first_between(low: int, high: int, holds: Callable[[int], bool]) -> int:
    """Find by halving the first number above `low` for which it holds, as it does for `high`."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _rejections(counts: np.ndarray, rate: float, alpha: float) -> np.ndarray:
    """Give how often the sign test rejects, of so many items on which two systems differ."""
    if counts[-1] <= 2 * MANY:
        critical = _first_critical_values(alpha)[counts]
    else:
        critical = _critical_values(counts, alpha)
    lower = special.bdtr(np.maximum(critical, 0), counts, rate)
    upper = special.bdtr(np.maximum(critical, 0), counts, 1 - rate)
    return np.where(critical < 0, 0.0, lower + upper)


@functools.lru_cache(maxsize=8)
def _first_critical_values(alpha: float) -> np.ndarray:
    """Keep those of few differing items: all overlaps and all numbers of items need them."""
    return _critical_values(np.arange(2 * MANY + 1), alpha)


def _critical_values(counts: np.ndarray, alpha: float) -> np.ndarray:
    """Give for so many differing items the most losses that are significant; -1 if none are."""
    with warnings.catch_warnings():  # far in the tail the search may end early: it goes on below
        warnings.simplefilter("ignore", RuntimeWarning)
        critical = stats.binom.ppf(alpha / 2, counts, 0.5)
    level = alpha * (1 + 1e-12)

    def significant(losses: np.ndarray) -> np.ndarray:
        return (losses < 0) | (2 * special.bdtr(np.maximum(losses, 0), counts, 0.5) <= level)

    while not (right := significant(critical)).all():
        critical = critical - ~right
    while (more := significant(critical + 1)).any():
        critical = critical + more
    return critical


def _likely(n: int, rate: float) -> np.ndarray:
    """Give all numbers of n items that are not too far from the expected one to matter."""
    spread = FAR * math.sqrt(n * rate * (1 - rate)) + FAR
    least, most = math.floor(n * rate - spread), math.ceil(n * rate + spread)
    return np.arange(max(0, least), min(n, most) + 1)


def _bounds(
    what: str, a: float, b: float, of: Callable[[float, float], float], overlaps: int = OVERLAPS
) -> PublishedBounds:
    """Look at all overlaps that two accuracies allow."""
    gain, most = a - b, min(a + b, 2 - a - b)
    values = [
        of((differ + gain) / 2, (differ - gain) / 2)
        for differ in np.linspace(abs(gain), most, overlaps)
    ]
    independent = of(a * (1 - b), b * (1 - a))
    return PublishedBounds(what, min(*values, independent), max(*values, independent), independent)


def _accuracies(a: float, b: float) -> tuple[float, float]:
    return arguments.as_fraction(a, "accuracy_a"), arguments.as_fraction(b, "accuracy_b")


def _short(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:.3g}"
