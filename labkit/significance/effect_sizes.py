"""How large a difference is, which no p-value says.

With enough test items the smallest difference is significant. An effect size says how
large it is, in units that do not depend on how many items there were, and its interval
says how well that is known. The lab offers one for each of its tests, as
`Result.effect`, and never calls one "small" or "large": that depends on what it is for.
For the difference of two scores itself, by any metric, see `bootstrap_interval`.
"""

from numpy.typing import ArrayLike

from labkit import arguments
from labkit.significance import measures
from labkit.significance.measures import LEVEL, EffectSize
from labkit.significance.sign import MOST_EVENTS, refuse_scores

__all__ = ["EffectSize", "discordant_odds", "standardized_difference"]


def standardized_difference(
    a: ArrayLike, b: ArrayLike, *, level: float = LEVEL, corrected: bool = False
) -> EffectSize:
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
    corrected : bool, default False
        Whether to multiply the value by J(n - 1), about 1 - 3 / (4 n - 5), which makes it
        unbiased for normal differences ("Hedges' g_z"). The note says by how much, or how
        much it would be. The interval is the same.

    Returns
    -------
    EffectSize
        The interval is exact for normal differences, through the noncentral t.

    See Also
    --------
    matched_pair_t : The test of this difference.

    References
    ----------
    Cohen (1988), *Statistical Power Analysis*, section 2.3.5. Hedges (1981), *Journal of
    Educational Statistics* 6, equation 6e. Steiger & Fouladi (1997). Lakens (2013),
    *Frontiers in Psychology* 4:863.

    Examples
    --------
    Darwin's maize, in eighths of an inch:

    >>> gains = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    >>> effect = standardized_difference(gains, [0] * 15)
    >>> round(effect.value, 3), round(effect.low, 3), round(effect.high, 3)
    (0.555, 0.001, 1.092)
    """
    level = arguments.as_level(level, "level")
    moments = measures.moments_of(*arguments.as_paired_scores(a, b, least=2))
    effect = measures.of_pairs(moments, level, corrected)
    if isinstance(effect, str):
        raise ValueError(f"a and b must not differ alike on every item: {effect}")
    return effect


def discordant_odds(plus: int, minus: int, *, level: float = LEVEL) -> EffectSize:
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
    EffectSize
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
    >>> effect = discordant_odds(plus=120, minus=90)
    >>> round(effect.value, 3), round(effect.low, 3), round(effect.high, 3)
    (1.333, 1.006, 1.772)
    """
    refuse_scores(plus, "plus")
    plus = arguments.as_count(plus, "plus", most=MOST_EVENTS)
    minus = arguments.as_count(minus, "minus", most=MOST_EVENTS)
    effect = measures.of_outcomes(plus, minus, arguments.as_level(level, "level"))
    if isinstance(effect, str):
        raise ValueError("plus and minus must be above 0 together, not both 0")
    return effect
