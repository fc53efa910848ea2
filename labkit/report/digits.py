"""How precisely a score may be printed."""

import bisect
import math
from decimal import ROUND_HALF_UP, Decimal

from labkit.arguments import as_count, as_level, as_number
from labkit.significance import sign_test

#: Digits after the point of a share that may always be printed: those of a whole per cent. One
#: digit less would make 0.1 of a difference of 0.055.
WHOLE_PERCENT = 2


def smallest_significant_difference(n: int, alpha: float = 0.05) -> float:
    """Find the smallest difference in accuracy that a sign test on `n` items can detect.

    Ties are split as the course does, which is conservative: p depends on `n` and on wins minus losses alone. With
    ties dropped, six wins without a loss are significant on any number of items.

    Parameters
    ----------
    n : int
        Number of test items, at least 1.
    alpha : float, default 0.05
        Significance level, two-sided.

    Returns
    -------
    float
        A share of the items; infinity if no difference on so few items is significant.

    See Also
    --------
    meaningful_digits : The digits that are worth printing on `n` items.

    Examples
    --------
    >>> smallest_significant_difference(200)
    0.145
    """
    n, alpha = as_count(n, "n", least=1), as_level(alpha)

    def significant(wins: int) -> bool:
        return sign_test(wins, 0, n - wins).is_significant(alpha)

    # p falls as the wins grow.
    wins = bisect.bisect_left(range(n + 1), True, key=significant)
    return wins / n if wins <= n else math.inf


def meaningful_digits(n: int, alpha: float = 0.05) -> int:
    """Count the digits after the point of an accuracy that mean anything on `n` items.

    Rounding to d digits moves a score by up to half a unit of the last one. The digit is worth
    printing if so large a difference could be significant on this test set; if not, it only looks
    scientific (MLRD lecture 4, "Significant Digits"). The rule is conservative, as it splits ties.

    Parameters
    ----------
    n, alpha : as for `smallest_significant_difference`
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
    smallest = smallest_significant_difference(n, alpha)
    # Dropping digit d moves a score by up to 5 units of that digit.
    return 0 if smallest > 0.5 else math.floor(math.log10(5 / smallest) + 1e-9)


def rounded(score: float, digits: int = WHOLE_PERCENT, *, signed: bool = False) -> str:
    """Write a score in so many digits, the half always away from 0.

    Printed by Python, 0.705 is 0.70 (as a float it is a little less) and 0.715 - 0.705 is 0.01.
    Here 0.705 is 0.71, and so is 141 of 200 in every table.

    Parameters
    ----------
    score : float
        A score, or a difference of two.
    digits : int, default 2
        Digits after the point: by default those of a whole per cent, which may always be printed.
    signed : bool, default False
        Whether to write the + of a positive difference.

    Returns
    -------
    str
        The number.

    See Also
    --------
    meaningful_digits : The digits that are worth printing.

    Examples
    --------
    >>> rounded(141 / 200), rounded(141 / 200 - 130 / 200, signed=True)
    ('0.71', '+0.06')
    """
    unit = Decimal(1).scaleb(-as_count(digits, "digits"))
    # Twelve digits are more than any score has, and fewer than a float's error reaches.
    exact = Decimal(repr(round(as_number(score, "score"), 12) + 0.0))  # no -0
    return f"{exact.quantize(unit, ROUND_HALF_UP):{'+' if signed else ''}f}"
