"""How precisely a score may be printed."""

import math

import numpy as np

from labkit.significance import sign_test


def smallest_significant_difference(n, alpha=0.05, ties_policy="split"):
    """The smallest difference in accuracy that a sign test on `n` items can find.

    It is that of a system which wins some items and loses none: with losses as
    well, the same difference is less significant.

    Parameters
    ----------
    n : int
        Number of test items.
    alpha : float
        Significance level, two-sided.
    ties_policy : {"split", "drop"}
        As in `sign_test`.

    Returns
    -------
    float
        A share of the items, between 0 and 1; infinity if no difference on so
        few items is significant.

    Raises
    ------
    ValueError
        If `n` is not a positive whole number, or `alpha` is not between 0 and 1.

    Examples
    --------
    >>> smallest_significant_difference(200)
    0.145
    >>> smallest_significant_difference(200, ties_policy="drop")
    0.03
    """
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < 1:
        raise ValueError(f"n: expected a positive whole number of test items; got {n!r}")
    low, high = 0, int(n) + 1
    while high - low > 1:  # p falls as the wins grow
        wins = (low + high) // 2
        found = sign_test(wins, 0, int(n) - wins, ties_policy=ties_policy).is_significant(alpha)
        low, high = (low, wins) if found else (wins, high)
    return high / n if high <= n else math.inf


def meaningful_digits(n, alpha=0.05, ties_policy="split"):
    """How many digits after the point of an accuracy mean anything on `n` items.

    Rounding to d digits moves a score by up to half a unit of the last one.
    The digit is worth printing if so large a difference could be significant
    on this test set; if not, it only looks scientific.

    Parameters
    ----------
    n : int
        Number of test items.
    alpha : float
        Significance level, two-sided.
    ties_policy : {"split", "drop"}
        As in `sign_test`.

    Returns
    -------
    int
        Digits after the point of a share such as 0.71. A percentage has two
        fewer.

    Raises
    ------
    ValueError
        As `smallest_significant_difference`.

    References
    ----------
    MLRD lecture 4, "Significant Digits".

    Examples
    --------
    >>> [meaningful_digits(n) for n in (200, 2_000, 200_000)]
    [1, 2, 3]
    """
    smallest = smallest_significant_difference(n, alpha, ties_policy)
    # Dropping digit d moves a score by up to 5 units of that digit.
    return 0 if smallest > 0.5 else int(math.floor(math.log10(5 / smallest) + 1e-9))
