"""How precisely a score may be printed."""

import math

from labkit.arguments import as_count
from labkit.significance import sign_test

#: Digits after the point of a share that may always be printed: those of a whole per cent. One
#: digit less would make 0.1 of a difference of 0.055.
WHOLE_PERCENT = 2


def smallest_significant_difference(
    n: int, alpha: float = 0.05, ties_policy: str = "split"
) -> float:
    """Find the smallest difference in accuracy that a sign test on `n` items can detect.

    It is that of a system which wins some items and loses none: with losses as well, the same
    difference is less significant.

    Parameters
    ----------
    n : int
        Number of test items, at least 1.
    alpha : float, optional
        Significance level, two-sided.
    ties_policy : {"split", "drop"}, optional
        As in `sign_test`.

    Returns
    -------
    float
        A share of the items; infinity if no difference on so few items is significant.

    See Also
    --------
    meaningful_digits : The digits that are worth printing on `n` items.

    Examples
    --------
    >>> [smallest_significant_difference(200, ties_policy=policy) for policy in ("split", "drop")]
    [0.145, 0.03]
    """
    n = as_count(n, "n", least=1)
    low, high = 0, n + 1
    while high - low > 1:  # p falls as the wins grow
        wins = (low + high) // 2
        found = sign_test(wins, 0, n - wins, ties_policy=ties_policy).is_significant(alpha)
        low, high = (low, wins) if found else (wins, high)
    return high / n if high <= n else math.inf


def meaningful_digits(n: int, alpha: float = 0.05, ties_policy: str = "split") -> int:
    """Count the digits after the point of an accuracy that mean anything on `n` items.

    Rounding to d digits moves a score by up to half a unit of the last one. The digit is worth
    printing if so large a difference could be significant on this test set; if not, it only looks
    scientific (MLRD lecture 4, "Significant Digits").

    Parameters
    ----------
    n, alpha, ties_policy : as for `smallest_significant_difference`
        The test set, and the sign test on it.

    Returns
    -------
    int
        Digits after the point of a share such as 0.71. A percentage has two fewer.

    See Also
    --------
    smallest_significant_difference : What the digits are measured against.

    Examples
    --------
    >>> [meaningful_digits(n) for n in (200, 2_000, 200_000)]
    [1, 2, 3]
    """
    smallest = smallest_significant_difference(n, alpha, ties_policy)
    # Dropping digit d moves a score by up to 5 units of that digit.
    return 0 if smallest > 0.5 else math.floor(math.log10(5 / smallest) + 1e-9)
