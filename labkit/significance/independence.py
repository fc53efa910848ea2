"""Tests that assume independent systems: the ones Yeh (2000), section 2, warns about.

Two systems on the same test items are seldom independent: what is hard for one
tends to be hard for the other. These tests estimate the standard deviation of
the difference as if they were, find it too large when the correlation is
positive (`matched.sd_of_difference`), and so miss real differences. They are
here to be compared with the matched tests, which look at the pairs. As in every
test of the lab, identical outputs have p = 1, one-sided too.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc, ndtr, stdtr

from labkit import arguments
from labkit.significance.items import NOISE
from labkit.significance.result import ALTERNATIVES, Alternative, Result, favoured

#: Fewer ways than this of dealing out the items say too little, as with six pairs (2^6).
LEAST_WAYS = 64


def two_sample_t(a: ArrayLike, b: ArrayLike, *, alternative: Alternative = "two-sided") -> Result:
    """Two-sample t test of the difference of two mean scores, variances pooled.

    Yeh (2000), section 2.1, after Harnett (1982), section 8.7.

    Parameters
    ----------
    a, b : array of shape (n1,) and (n2,)
        Two or more scores of each system; the items need not be the same.
    alternative : {"two-sided", "greater", "less"}, default "two-sided"
        What to ask: "greater" whether a scores higher, "less" whether b does.

    Returns
    -------
    Result
        ``statistic`` is the difference of the means, ``standardized`` is t with
        n1 + n2 - 2 degrees of freedom. Two constant lists have t = 0 (p = 1) if
        equal, else t is infinite (p = 0).

    See Also
    --------
    matched_pair_t : The t test for scores on the same items.

    Notes
    -----
    Assumes that the two samples are independent of each other, as those of systems on the same items
    are not, and that scores are normal or many, with one variance.

    Examples
    --------
    >>> result = two_sample_t([1, 2, 3, 4, 5], [2, 4, 5, 6, 8])
    >>> round(result.standardized, 3), round(result.pvalue, 3)
    (-1.633, 0.141)
    """
    arguments.as_option(alternative, "alternative", ALTERNATIVES)
    a, b = _scores_of_each(a, b)
    degrees = len(a) + len(b) - 2
    pooled = ((len(a) - 1) * a.var(ddof=1) + (len(b) - 1) * b.var(ddof=1)) / degrees
    gain = clean_gain(a.mean(), b.mean())
    deviation = math.sqrt(pooled * (1 / len(a) + 1 / len(b)))
    same, few = np.array_equal(a, b), math.comb(len(a) + len(b), len(a)) < LEAST_WAYS
    t, pvalue = standardize(gain, deviation, lambda t: stdtr(degrees, t), alternative, same)
    return Result(
        test="two-sample t test",
        statistic=gain,
        pvalue=pvalue,
        alternative=alternative,
        method="asymptotic",
        n=len(a) + len(b),
        standardized=t,
        note=f"t = {t:.3g}, {degrees} degrees of freedom; assumes independent systems",
        better=None if few and pooled == 0 else favoured(gain, alternative),
    )


def two_proportion_z(
    successes_a: int,
    n_a: int,
    successes_b: int,
    n_b: int,
    *,
    alternative: Alternative = "two-sided",
) -> Result:
    """Test of two proportions by the normal approximation to the binomial.

    Yeh (2000), section 2.1, after Harnett (1982), section 8.11; the standard
    deviation is that of the pooled proportion.

    Parameters
    ----------
    successes_a, n_a, successes_b, n_b : int
        Items that each system got right, and how many it was given.
    alternative : {"two-sided", "greater", "less"}, default "two-sided"
        What to ask: "greater" whether a succeeds more often, "less" whether b does.

    Returns
    -------
    Result
        ``statistic`` is the difference of the proportions, ``standardized`` is z.

    See Also
    --------
    sign_test : Right and wrong answers on the same items.

    Notes
    -----
    Assumes that the two samples are independent of each other, as those of systems on the same items
    are not, and large ones.

    Examples
    --------
    >>> result = two_proportion_z(150, 200, 130, 200)
    >>> round(result.standardized, 3), round(result.pvalue, 4)
    (2.182, 0.0291)
    """
    arguments.as_option(alternative, "alternative", ALTERNATIVES)
    n_a, n_b = arguments.as_count(n_a, "n_a", least=1), arguments.as_count(n_b, "n_b", least=1)
    successes_a = arguments.as_count(successes_a, "successes_a", most=n_a)
    successes_b = arguments.as_count(successes_b, "successes_b", most=n_b)
    pooled = (successes_a + successes_b) / (n_a + n_b)
    gain = clean_gain(successes_a / n_a, successes_b / n_b)
    deviation = math.sqrt(pooled * (1 - pooled) * (1 / n_a + 1 / n_b))
    same = (successes_a, n_a) == (successes_b, n_b)
    z, pvalue = standardize(gain, deviation, ndtr, alternative, same)
    return Result(
        test="two-proportion z test",
        statistic=gain,
        pvalue=pvalue,
        alternative=alternative,
        method="asymptotic",
        n=n_a + n_b,
        standardized=z,
        note=f"z = {z:.3g}; assumes independent systems",
    )


def chi2_precision(r1: int, s1: int, r2: int, s2: int) -> Result:
    """Chi-squared test of two precisions from a 2 x 2 table, without Yates's correction.

    Yeh (2000), section 2.2: are the ratios R/S of correct to spurious responses
    of two systems the same?

    Parameters
    ----------
    r1, s1, r2, s2 : int
        Correct (R) and spurious (S) responses of the first system, and of the second.

    Returns
    -------
    Result
        Two-sided. ``statistic`` is the difference of the precisions,
        ``standardized`` is chi-squared with one degree of freedom.

    See Also
    --------
    randomization_test : With the metric `labkit.metrics.precision`, for systems on the same items.

    Notes
    -----
    Assumes that the four counts are independent of each other, as those of two systems on the same
    items are not.

    Examples
    --------
    >>> result = chi2_precision(47, 48, 25, 14)
    >>> round(result.standardized, 3), round(result.pvalue, 4)
    (2.38, 0.1229)
    """
    r1, s1, r2, s2 = (
        arguments.as_count(value, name)
        for value, name in ((r1, "r1"), (s1, "s1"), (r2, "r2"), (s2, "s2"))
    )
    if 0 in (r1 + s1, r2 + s2):
        raise ValueError("r1 + s1 and r2 + s2 must be at least 1, not 0: no precision of nothing")
    n = r1 + s1 + r2 + s2
    margins = (r1 + s1) * (r2 + s2) * (r1 + r2) * (s1 + s2)
    # If all responses are correct, or none, nothing can differ.
    chi2 = n * (r1 * s2 - s1 * r2) ** 2 / margins if margins else 0.0
    return Result(
        test="chi-squared test of precision",
        statistic=r1 / (r1 + s1) - r2 / (r2 + s2),
        pvalue=float(chdtrc(1, chi2)),
        alternative="two-sided",
        method="asymptotic",
        n=n,
        standardized=chi2,
        note=f"chi-squared = {chi2:.4g}, 1 degree of freedom; assumes independent systems",
    )


def unpaired_randomization_test(
    a: ArrayLike,
    b: ArrayLike,
    *,
    alternative: Alternative = "two-sided",
    n_resamples: int = 10**5,
    rng: arguments.Rng = None,
) -> Result:
    """Test whether two systems differ on *different* items, by shuffling all scores.

    If they do not differ, any of the scores could as well have been the first system's. It
    finds less than a test of pairs: how hard an item is does not cancel.

    Parameters
    ----------
    a, b : array of shape (n1,) and (n2,)
        Two or more scores of each system.
    alternative : {"two-sided", "greater", "less"}, default "two-sided"
        Count shuffles whose difference is at least as large as the observed one in either
        direction, or in favour of a ("greater") or b ("less").
    n_resamples : int, default 10**5
        Shuffles to draw, where there are more than these.
    rng : int or numpy.random.Generator, optional
        Seed of the shuffles.

    Returns
    -------
    Result
        Exact where there are at most `n_resamples` ways of dealing out the scores; else
        (nc + 1) / (nt + 1), as in `randomization_test`.

    See Also
    --------
    randomization_test, two_sample_t : For the same items; by the law of t.

    Notes
    -----
    Assumes exchangeable scores: without a difference, each could be of either system. A small p may also
    come from another spread.

    References
    ----------
    Efron & Tibshirani (1993), *An Introduction to the Bootstrap*, section 15.2.

    Examples
    --------
    Days that 16 mice survived, 7 of them treated (Efron & Tibshirani, table 2.1). Of
    the 11440 ways to choose seven, 1613 have a mean difference of 30.63 days or more.

    >>> treated, control = [94, 197, 16, 38, 99, 141, 23], [52, 104, 146, 10, 51, 30, 40, 27, 46]
    >>> result = unpaired_randomization_test(treated, control, alternative="greater")
    >>> result.method, round(result.statistic, 2), round(result.pvalue * 11440, 6)
    ('exact', 30.63, 1613.0)
    """
    from scipy.stats import permutation_test  # imported late: most of a second

    arguments.as_option(alternative, "alternative", ALTERNATIVES)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    a, b = _scores_of_each(a, b)
    generator, seed = arguments.as_generator(rng)
    n = len(a) + len(b)
    noise = NOISE * max(abs(a).max(), abs(b).max())
    shuffled = permutation_test(
        (a, b),
        lambda a, b, axis: a.mean(axis=axis) - b.mean(axis=axis),
        n_resamples=n_resamples,
        batch=50,  # which the processor holds
        rng=generator,
    )
    gain = clean_gain(a.mean(), b.mean())
    gains = np.append(gain, shuffled.null_distribution)
    if alternative == "less":
        gains = -gains
    sizes = abs(gains) if alternative == "two-sided" else gains
    extreme = int((sizes[1:] >= sizes[0] - noise).sum())
    drawn = math.comb(n, len(a)) > n_resamples
    return Result(
        test="unpaired randomization test",
        statistic=gain,
        pvalue=(extreme + drawn) / (len(gains) - 1 + drawn),
        alternative=alternative,
        method="monte-carlo" if drawn else "exact",
        n=n,
        n_resamples=n_resamples if drawn else None,
        n_extreme=extreme if drawn else None,
        seed=seed if drawn else None,
        note=f"{len(a)} and {len(b)} items",
    )


def _scores_of_each(a: ArrayLike, b: ArrayLike) -> list[np.ndarray]:
    """Return the scores of two systems, two or more of each, on any items."""
    return arguments.as_precise_alike(
        [arguments.as_scores(a, "a", least=2), arguments.as_scores(b, "b", least=2)]
    )


def clean_gain(mean_a: float, mean_b: float) -> float:
    """Subtract two means: exactly 0 where only float noise is left."""
    gain = float(mean_a - mean_b)
    return 0.0 if abs(gain) <= NOISE * max(abs(mean_a), abs(mean_b)) else gain


def standardize(
    gain: float, deviation: float, cdf: Callable[[float], float], alternative: str, same: bool
) -> tuple[float, float]:
    """Return d / s_d (Yeh 2000, equation 1) and its p by a law symmetric about 0; 1 for the same outputs."""
    value = gain / deviation if deviation > 0 else math.copysign(math.inf, gain) if gain else 0.0
    if same:
        return value, 1.0
    if alternative == "two-sided":
        return value, float(2 * cdf(-abs(value)))
    return value, float(cdf(-value if alternative == "greater" else value))
