"""Matched tests: two systems on the same items, compared item by item.

The difference on each item already contains how the two systems interact, so
nothing has to be assumed about it (Yeh 2000, section 3.1). `response_correlation`
and `sd_of_difference` measure what the tests of `independence` leave out.
"""

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtr

from labkit import arguments
from labkit.metrics import mean
from labkit.significance.independence import standardize
from labkit.significance.items import NOISE, differences, merge_near, noise_of
from labkit.significance.result import ALTERNATIVES, LEAST_DIFFERING, Alternative, Result, favoured
from labkit.significance.shuffles import exact_pvalue, swaps_of

#: Most items that differ for which the signed ranks are summed exactly: about 30 ms.
LARGEST_EXACT_RANKING = 500


def moments_of(a: np.ndarray, b: np.ndarray) -> tuple[float, float, int]:
    """Return mean and standard deviation of the differences, and their number."""
    gains = differences(a, b)
    if np.ptp(gains) <= NOISE * abs(gains).max():  # all alike: no spread
        return float(gains[0]), 0.0, len(gains)
    return float(gains.mean()), float(gains.std(ddof=1)), len(gains)


def matched_pair_t(a: ArrayLike, b: ArrayLike, *, alternative: Alternative = "two-sided") -> Result:
    """Matched-pair t test of the mean difference.

    Yeh (2000), section 3.1, after Harnett (1982), section 8.7. The mean of the
    differences is taken to be normal.

    Parameters
    ----------
    a, b : array of shape (n,)
        Scores of the two systems on the same items.
    alternative : {"two-sided", "greater", "less"}, default "two-sided"
        What to ask: "greater" whether a scores higher, "less" whether b does.

    Returns
    -------
    Result
        ``statistic`` is the mean difference, ``standardized`` is t with n - 1
        degrees of freedom. If every item has the same difference, t is infinite
        (p = 0); if that difference is 0, t is 0 (p = 1).

    See Also
    --------
    two_sample_t, randomization_test : For independent systems; without a normal mean.

    Notes
    -----
    Assumes independent items, and differences that are normal or many. It asks whether their mean is
    0, not how often a wins.

    Examples
    --------
    Darwin's maize, in eighths of an inch:

    >>> gains = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    >>> result = matched_pair_t(gains, [0] * 15)
    >>> round(result.standardized, 3), round(result.pvalue, 4)
    (2.148, 0.0497)
    """
    arguments.as_option(alternative, "alternative", ALTERNATIVES)
    gain, deviation, n = moments_of(*arguments.as_paired_scores(a, b, least=2))
    error, same = deviation / math.sqrt(n), gain == deviation == 0
    t, pvalue = standardize(gain, error, lambda t: stdtr(n - 1, t), alternative, same)
    few = deviation == 0 and n < LEAST_DIFFERING
    return Result(
        test="matched-pair t test",
        statistic=gain,
        pvalue=pvalue,
        alternative=alternative,
        method="asymptotic",
        n=n,
        standardized=t,
        note=f"t = {t:.3g}, {n - 1} degrees of freedom",
        # Where all differences are equal, nobody knows their spread.
        better=None if few else favoured(gain, alternative),
    )


def wilcoxon_test(a: ArrayLike, b: ArrayLike, *, alternative: Alternative = "two-sided") -> Result:
    """Test the differences by their signed ranks, as Wilcoxon does.

    A sign test that also ranks the sizes of the differences (Yeh 2000, section
    3.1). Items without a difference are left out, equal sizes share their mean rank.
    The law of the signed ranks is exact, with or without equal sizes, for up to 500 items
    that differ; beyond that comes SciPy's normal approximation. For 501 items it is within a
    percent of p down to p = 0.01, and then too large: by 7 % at 6e-5, twofold at 1e-12.

    Parameters
    ----------
    a, b : array of shape (n,)
        Scores of the two systems on the same items.
    alternative : {"two-sided", "greater", "less"}, default "two-sided"
        What to ask: "greater" whether a scores higher, "less" whether b does.

    Returns
    -------
    Result
        ``statistic`` is the mean difference, ``standardized`` the sum of the
        signed ranks, which says whom a claim favours: the mean may not agree.

    See Also
    --------
    sign_test, randomization_test : Use the signs only, or the differences themselves.

    Notes
    -----
    Assumes independent items, and differences that are distributed symmetrically. Without symmetry a
    small p may come from the shape of the differences, and the mean favour the other system.

    Examples
    --------
    >>> gains = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    >>> result = wilcoxon_test(gains, [0] * 15)
    >>> result.method, round(result.pvalue, 4)
    ('exact', 0.0413)
    """
    from scipy import stats  # imported late: most of a second

    arguments.as_option(alternative, "alternative", ALTERNATIVES)
    a, b = arguments.as_paired_scores(a, b)
    gains = differences(a, b)
    changed = gains[gains != 0]
    sizes = abs(changed)
    if sizes.dtype.kind == "f":
        sizes = merge_near(sizes, noise_of(a, b)[gains != 0])
    ranks = np.rint(2 * stats.rankdata(sizes)).astype(np.int64)  # a shared rank may end in a half
    signed_ranks = np.sign(changed).astype(np.int64) * ranks
    rank_sum = int(signed_ranks.sum())
    few = len(changed) <= LARGEST_EXACT_RANKING
    swaps = swaps_of(signed_ranks[:, None], 0 * signed_ranks[:, None], mean)
    pvalue, method = exact_pvalue(swaps, alternative) if few else None, "exact"
    if pvalue is None:
        signed = np.sign(changed) * sizes
        approximation = stats.wilcoxon(signed, alternative=alternative, method="asymptotic")
        pvalue, method = float(approximation.pvalue), "asymptotic"
    return Result(
        test="Wilcoxon signed-rank test",
        statistic=float(gains.mean()),
        pvalue=pvalue,
        alternative=alternative,
        method=method,
        n=len(gains),
        standardized=rank_sum / 2,
        note=f"sum of signed ranks {rank_sum / 2:g} of {len(changed)} items that differ",
        better=favoured(rank_sum, alternative),
    )


def response_correlation(a: ArrayLike, b: ArrayLike) -> float:
    """Correlate two systems' scores on the same items: r12 of Yeh (2000), section 2.1.

    Parameters
    ----------
    a, b : array of shape (n,)
        Scores on the same items (such as 1 for a recalled item, else 0), not all equal.

    Returns
    -------
    float
        Between -1 and 1.

    See Also
    --------
    sd_of_difference : What the correlation does to the difference.

    Examples
    --------
    Yeh's modifiers: 19 relations recalled by both methods, 28 by I, 6 by II, 50 by neither.

    >>> import numpy as np
    >>> one = np.repeat([1, 1, 0, 0], [19, 28, 6, 50])
    >>> two = np.repeat([1, 0, 1, 0], [19, 28, 6, 50])
    >>> round(response_correlation(one, two), 3)
    0.345
    """
    a, b = arguments.as_paired_scores(a, b, least=2)
    for name, scores in (("a", a), ("b", b)):
        if np.ptp(scores) <= NOISE * abs(scores).max():
            raise ValueError(
                f"{name} must vary, not score the same on every item: that has no correlation"
            )
    return float(np.corrcoef(a, b)[0, 1])


def sd_of_difference(s1: float, s2: float, r12: float) -> float:
    """Compute the standard deviation of a difference of correlated results (Yeh 2000, equation 2).

    ``s_d^2 = s1^2 + s2^2 - 2 r12 s1 s2``. With r12 = 0 it is what the tests of
    `independence` take it to be.

    Parameters
    ----------
    s1, s2 : float
        Standard deviations of the two results, 0 or more.
    r12 : float
        Their correlation, -1 to 1.

    Returns
    -------
    float
        At least 0.

    See Also
    --------
    response_correlation : Measure r12.

    Examples
    --------
    How much smaller it is than under independence (the table of section 2.1):

    >>> [round(sd_of_difference(1, 1, r) / sd_of_difference(1, 1, 0), 3) for r in (0.38, 0.5, 0.8)]
    [0.787, 0.707, 0.447]
    """
    s1, s2 = arguments.as_number(s1, "s1", 0), arguments.as_number(s2, "s2", 0)
    r12 = arguments.as_number(r12, "r12", -1, 1)
    # By the law of cosines: the third side of a triangle, by its two parts along and across s1.
    return math.hypot(s1 - r12 * s2, s2 * math.sqrt(1 - r12**2))
