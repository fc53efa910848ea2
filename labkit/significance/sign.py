"""The sign test, which counts the items on which one system beats the other.

The simplest test of two systems on the same items. It looks at who won each
item and not by how much, so it suits right-or-wrong answers, and it assumes
nothing about the scores (MLRD lecture 4, "Sign Test"; Yeh 2000, section 3.1;
Siegel & Castellan 1988, pp. 80-87).
"""

from typing import Literal, NamedTuple, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.significance.items import differences
from labkit.significance.result import ALTERNATIVES, Alternative, Result

#: What to do with items that neither system wins.
TiesPolicy: TypeAlias = Literal["split", "drop"]
TIES_POLICIES: tuple[TiesPolicy, ...] = get_args(TiesPolicy)
#: Upper bound of wins, losses and ties: more than any test set has.
MOST_EVENTS = 10**9


class Outcomes(NamedTuple):
    """How many items one system wins, loses and ties against another.

    Parameters
    ----------
    plus, minus, ties : int
        Items on which system a beats b, b beats a, and neither does.

    See Also
    --------
    count_outcomes, sign_test : Find the counts, and their p-value.

    Examples
    --------
    >>> plus, minus, ties = count_outcomes([1, 1, 0, 1], [0, 1, 1, 0])
    >>> sign_test(plus, minus, ties).pvalue
    1.0
    """

    plus: int
    minus: int
    ties: int


def count_outcomes(scores_a: ArrayLike, scores_b: ArrayLike) -> Outcomes:
    """Count the items on which a beats b, b beats a, or neither.

    Parameters
    ----------
    scores_a, scores_b : array of shape (n,)
        Scores of the two systems on the same items; correct / not is enough.
        Scores that differ by less than 4e-12 of their size are tied: that is
        float noise.

    Returns
    -------
    Outcomes
        The counts ``plus, minus, ties``.

    See Also
    --------
    sign_test : The p-value of these counts.

    Examples
    --------
    >>> count_outcomes([1, 1, 0, 1], [0, 1, 1, 0])
    Outcomes(plus=2, minus=1, ties=1)
    """
    a, b = arguments.as_paired_scores(scores_a, scores_b, ("scores_a", "scores_b"))
    gains = differences(a, b)
    return Outcomes(int((gains > 0).sum()), int((gains < 0).sum()), int((gains == 0).sum()))


def sign_test(
    plus: int,
    minus: int,
    ties: int = 0,
    *,
    ties_policy: TiesPolicy = "split",
    alternative: Alternative = "two-sided",
) -> Result:
    """Test whether wins and losses are further from half and half than a fair coin would be.

    Parameters
    ----------
    plus, minus, ties : int
        Number of items on which a wins, loses and ties, each at most 10^9.
    ties_policy : {"split", "drop"}, default "split"
        "split" gives half an event of each tie to each side and rounds up at the end
        (MLRD lecture 4, "Treatment of Ties"): n = 2 ceil(ties/2) + plus + minus.
        "drop" leaves ties out.
    alternative : {"two-sided", "greater", "less"}, default "two-sided"
        What to ask: "greater" whether a wins more often, "less" whether b does.

    Returns
    -------
    Result
        Exact for any counts. ``statistic`` is plus - minus. The two-sided p is
        twice the smaller tail, and 1 where that exceeds 1 (at plus = minus).

    See Also
    --------
    count_outcomes, wilcoxon_test, randomization_test : Count; use the sizes, too.

    Notes
    -----
    Assumes that items are independent. The null hypothesis is that a and b are equally likely to win
    an item, under both policies. Split as the course does, which is conservative: p depends on the
    number of items and on plus - minus alone, so where ties are many hardly anything is significant.
    Drop ties (McNemar's exact test) for a claim of your own. By how much an item is won does not count.

    Examples
    --------
    One win against eleven losses, but 88 ties:

    >>> round(sign_test(1, 11, 88).pvalue, 4)
    0.3682
    >>> round(sign_test(1, 11, 88, ties_policy="drop").pvalue, 4)
    0.0063
    """
    refuse_scores(plus)
    plus, minus, ties = (
        arguments.as_count(value, name, most=MOST_EVENTS)
        for value, name in ((plus, "plus"), (minus, "minus"), (ties, "ties"))
    )
    arguments.as_option(ties_policy, "ties_policy", TIES_POLICIES)
    arguments.as_option(alternative, "alternative", ALTERNATIVES)
    if plus + minus + ties == 0:
        raise ValueError("plus, minus and ties must be above 0 together, not all of them 0")

    return Result(
        test="sign test",
        statistic=plus - minus,
        pvalue=float(pvalue_of_outcomes(plus, minus, ties, ties_policy, alternative)),
        alternative=alternative,
        method="exact",
        n=plus + minus + ties,
        note=(f"{ties} ties " + ("split" if ties_policy == "split" else "dropped")) if ties else "",
    )


def refuse_scores(plus: ArrayLike) -> None:
    """Raise if somebody gives all scores of a system for a count, and tell how to count."""
    if np.ndim(plus):
        counts = "count_outcomes(a, b) gives the three counts of two systems' scores"
        raise TypeError(f"plus must be a whole number, not {np.size(plus)} values: {counts}")


def sign_test_of_scores(
    a: ArrayLike,
    b: ArrayLike,
    *,
    ties_policy: TiesPolicy = "split",
    alternative: Alternative = "two-sided",
) -> Result:
    """Apply `sign_test` to the outcomes of two lists of scores: a test that can be simulated.

    Parameters
    ----------
    a, b : array of shape (n,)
        Scores of two systems.
    ties_policy, alternative : str, default "split" and "two-sided"
        As for `sign_test`.

    Returns
    -------
    Result
        The outcome of the sign test.

    See Also
    --------
    sign_test : The test of wins, losses and ties.

    Examples
    --------
    >>> sign_test_of_scores([1, 1, 1, 1, 0], [0, 0, 0, 0, 0], ties_policy="drop").pvalue
    0.125
    """
    return sign_test(*count_outcomes(a, b), ties_policy=ties_policy, alternative=alternative)


def pvalue_of_outcomes(
    plus: ArrayLike, minus: ArrayLike, ties: ArrayLike, ties_policy: str, alternative: str
) -> np.ndarray:
    """Compute p of the sign test for many counts at once (or for one)."""
    plus, minus, ties = np.asarray(plus), np.asarray(minus), np.asarray(ties)
    half = -(-ties // 2) if ties_policy == "split" else 0
    events = 2 * half + plus + minus
    wins = {"greater": plus, "less": minus, "two-sided": np.maximum(plus, minus)}[alternative]
    from scipy.special import betainc  # imported late: twice the time of numpy

    # P(X >= k) for X ~ Bin(n, 1/2) is an incomplete beta function: any n, no overflow.
    k = wins + half
    # P(X >= 0) is 1, which SciPy does not know before version 1.16.
    tail = np.where(k == 0, 1.0, betainc(np.maximum(k, 1), events - k + 1, 0.5))[()]
    return np.minimum(1.0, 2 * tail) if alternative == "two-sided" else tail
