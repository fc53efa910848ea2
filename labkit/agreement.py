"""How far people agree who judge the same items, beyond what chance explains.

The ratings of one item by several people become a row of an *agreement table*: how many of them
chose each class. Fleiss' kappa is the agreement in such a table: 0 is what chance would bring, 1
is perfect. Source: Fleiss (1971), *Measuring nominal scale agreement among many raters*,
Psychological Bulletin 76, 378-382.
"""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import ArrayLike


def agreement_table(
    ratings: Sequence[Sequence[Hashable]], classes: Sequence[Hashable]
) -> np.ndarray:
    """Count, for each item, how many raters chose each class.

    Parameters
    ----------
    ratings : sequence of sequences of length r
        The r ratings of each of n items.
    classes : sequence of length k
        The classes, all different, in the order of the table's columns.

    Returns
    -------
    array of int of shape (n, k)
        A row for each item.

    See Also
    --------
    fleiss_kappa : Measure the agreement in such a table.

    Examples
    --------
    >>> agreement_table([["POS", "POS", "NEG"], ["NEG", "NEG", "NEG"]], ["POS", "NEG"]).tolist()
    [[2, 1], [0, 3]]
    """
    column = {name: number for number, name in enumerate(classes)}
    if len(column) < len(classes):
        raise ValueError(f"classes must all be different, not {list(classes)!r}")
    table = np.zeros((len(ratings), len(column)), dtype=int)
    for row, chosen in zip(table, ratings, strict=True):
        for rating in chosen:
            if rating not in column:
                raise ValueError(f"each rating must be one of {list(classes)!r}, not {rating!r}")
            row[column[rating]] += 1
    return table


def fleiss_kappa(table: ArrayLike) -> float:
    """Compute Fleiss' kappa: the share of the agreement beyond chance that is reached.

    With the mean share P of agreeing pairs of raters, and the share P_e of agreeing pairs among
    ratings drawn at random from the whole table, kappa is (P - P_e) / (1 - P_e).

    Parameters
    ----------
    table : array of int, shape (n, k)
        How many raters chose each of k classes for each of n items; the same number of raters, at
        least 2, in every row. Not all ratings are of one class, where kappa would be 0/0.

    Returns
    -------
    float
        At most 1; 0 where the raters agree as often as chance would have it.

    See Also
    --------
    agreement_table : Count the ratings.

    Examples
    --------
    >>> round(fleiss_kappa([[3, 0], [0, 3], [3, 0], [2, 1]]), 3)
    0.625
    """
    counts = np.asarray(table)
    if counts.ndim != 2 or not counts.size or counts.dtype.kind not in "iu" or counts.min() < 0:
        raise ValueError(
            "table must have a row of counts, whole numbers of at least 0, for each item, not "
            f"{counts.dtype} of shape {counts.shape}"
        )
    raters = counts.sum(axis=1)
    if raters.min() < 2 or np.ptp(raters):
        raise ValueError("table must have the same number of ratings, at least 2, in every row")
    if np.count_nonzero(counts.sum(axis=0)) == 1:
        raise ValueError("table must have ratings of more than one class, or kappa is 0/0")
    observed = np.sum(counts * (counts - 1)) / np.sum(raters * (raters - 1))
    chance = np.sum((counts.sum(axis=0) / counts.sum()) ** 2)
    return float((observed - chance) / (1 - chance))
