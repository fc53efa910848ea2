"""How large a difference is, which no p-value says.

With enough test items the smallest difference is significant. An effect size says how
large it is, in units that do not depend on how many items there were, and its interval
says how well that is known. Whether it is "small" or "large" depends on what it is for.
For the difference of two scores itself, by any metric, see `bootstrap_interval`.
"""

import math
from typing import NamedTuple

from numpy.typing import ArrayLike
from scipy.optimize import brentq
from scipy.special import chdtri, nctdtr, ndtri

from labkit import arguments
from labkit.significance.matched import moments_of
from labkit.significance.result import monte_carlo_interval
from labkit.significance.sign import MOST_EVENTS, refuse_scores

#: Beyond this t, SciPy's noncentral t has no digits left.
LARGEST_T = 1e4


class Effect(NamedTuple):
    """How large a difference between two systems is, and how well that is known.

    Parameters
    ----------
    value : float
        The estimate.
    low, high : float
        Limits of the confidence interval.

    See Also
    --------
    standardized_difference, discordant_odds, bootstrap_interval : Find one.

    Examples
    --------
    >>> discordant_odds(plus=12, minus=3).value
    4.0
    """

    value: float
    low: float
    high: float


def standardized_difference(a: ArrayLike, b: ArrayLike, *, level: float = 0.95) -> Effect:
    """Measure the mean difference of pairs in standard deviations of the differences, d_z.

    The standardizer is that of `matched_pair_t`: the sample standard deviation of the
    differences, so that ``d_z = t / sqrt(n)``. It is not that of the scores (Cohen's d_av),
    and the two are not to be compared: where systems agree on what is hard, d_z is larger.

    Parameters
    ----------
    a, b : array of shape (n,)
        Scores of the two systems on the same items, whose difference is not always the same.
    level : float, default 0.95
        How often such intervals cover the true value.

    Returns
    -------
    Effect
        The interval is exact for normal differences, through the noncentral t.

    See Also
    --------
    matched_pair_t : The test of this difference.

    References
    ----------
    Cohen (1988), *Statistical Power Analysis*, section 2.3.5. Steiger & Fouladi (1997), in
    *What If There Were No Significance Tests?*.

    Examples
    --------
    Darwin's maize, in eighths of an inch:

    >>> gains = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    >>> [round(number, 3) for number in standardized_difference(gains, [0] * 15)]
    [0.555, 0.001, 1.092]
    """
    level = arguments.as_level(level, "level")
    gain, deviation, n = moments_of(*arguments.as_paired_scores(a, b, least=2))
    root = math.sqrt(n)
    if abs(gain) * root >= LARGEST_T * deviation:
        raise ValueError("a and b must not differ alike on every item: that has no spread")
    value = gain / deviation
    t, degrees, z = abs(value) * root, n - 1, float(ndtri((1 + level) / 2))

    def limit(side: int) -> float:
        """Return the d_z under which t is just not too large (-1), or not too small (1)."""
        tail = (1 - side * level) / 2
        near = t + side * math.hypot(t - t * math.sqrt(chdtri(degrees, tail) / degrees), z)
        return (
            float(brentq(lambda x: nctdtr(degrees, x, t) - tail, near - 2, near + 2, xtol=1e-12))
            / root
        )

    low, high = limit(-1), limit(1)
    return Effect(value, low, high) if value >= 0 else Effect(value, -high, -low)


def discordant_odds(plus: int, minus: int, *, level: float = 0.95) -> Effect:
    """Measure how many items only a wins for each that only b wins: the odds of discordant items.

    Ties tell nothing about it. For right and wrong answers it is the odds ratio of matched
    pairs.

    Parameters
    ----------
    plus, minus : int
        Items on which a beats b, and on which b beats a, not both 0.
    level : float, default 0.95
        How often such intervals cover the true value.

    Returns
    -------
    Effect
        The interval is exact, from Clopper & Pearson's for plus / (plus + minus). With
        `minus` 0, odds and upper limit are infinite.

    See Also
    --------
    sign_test, count_outcomes : The test; count.

    References
    ----------
    Clopper & Pearson (1934), *Biometrika* 26, 404-413. Breslow & Day (1980), *Statistical
    Methods in Cancer Research* 1, section 5.2.

    Examples
    --------
    >>> [round(number, 3) for number in discordant_odds(plus=120, minus=90)]
    [1.333, 1.006, 1.772]
    """
    refuse_scores(plus)
    plus = arguments.as_count(plus, "plus", most=MOST_EVENTS)
    minus = arguments.as_count(minus, "minus", most=MOST_EVENTS)
    if plus + minus == 0:
        raise ValueError("plus and minus must be above 0 together, not both 0")
    level = arguments.as_level(level, "level")
    limits = monte_carlo_interval(plus, plus + minus, level).tolist()
    low, high = (share / (1 - share) if share < 1 else math.inf for share in limits)
    return Effect(plus / minus if minus else math.inf, low, high)
