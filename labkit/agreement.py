"""How far people agree who judge the same items, beyond what chance explains.

The ratings of one item by several people become a row of an *agreement table*:
how many of them chose each class. Fleiss' kappa is the agreement in such a
table, on a scale where 0 is what chance would bring and 1 is perfect. Source:
Fleiss (1971), *Measuring nominal scale agreement among many raters*,
Psychological Bulletin 76, 378-382.
"""

import numpy as np


def agreement_table(ratings, classes):
    """Count, for each item, how many raters chose each class.

    Parameters
    ----------
    ratings : sequence of sequences, n items of r ratings each
    classes : sequence, length k
        The classes, in the order of the table's columns.

    Returns
    -------
    ndarray of int, shape (n, k)

    Raises
    ------
    ValueError
        If a rating is none of the classes, or a class is named twice.

    Examples
    --------
    >>> agreement_table([["POS", "POS", "NEG"], ["NEG", "NEG", "NEG"]], ["POS", "NEG"]).tolist()
    [[2, 1], [0, 3]]
    """
    column = {name: number for number, name in enumerate(classes)}
    if len(column) < len(classes):
        raise ValueError(f"classes: expected different ones; got {list(classes)!r}")
    table = np.zeros((len(ratings), len(column)), dtype=int)
    for row, chosen in zip(table, ratings, strict=True):
        for rating in chosen:
            if rating not in column:
                raise ValueError(f"ratings: expected one of {list(classes)!r}; got {rating!r}")
            row[column[rating]] += 1
    return table


def fleiss_kappa(table):
    """Fleiss' kappa: the share of the agreement beyond chance that is reached.

    With the mean share P of agreeing pairs of raters, and the share P_e of
    agreeing pairs among ratings drawn at random from the whole table, kappa is
    (P - P_e) / (1 - P_e).

    Parameters
    ----------
    table : array of int, shape (n, k)
        How many raters chose each of k classes for each of n items; the same
        number of raters, at least 2, in every row.

    Returns
    -------
    float
        At most 1; 0 where the raters agree as often as chance would have it.

    Raises
    ------
    ValueError
        If `table` is no such table, or all its ratings are of one class, so
        that kappa is 0/0.

    Examples
    --------
    >>> round(fleiss_kappa([[3, 0], [0, 3], [3, 0], [2, 1]]), 3)
    0.625
    """
    table = np.asarray(table)
    if table.ndim != 2 or not table.size or table.dtype.kind not in "iu" or table.min() < 0:
        raise ValueError("table: expected a row of counts, whole numbers, for each item")
    raters = table[0].sum()
    if raters < 2 or (table.sum(axis=1) != raters).any():
        raise ValueError("table: expected the same number of ratings, at least 2, in every row")
    if np.count_nonzero(table.sum(axis=0)) == 1:
        raise ValueError("table: expected ratings of at least two classes; kappa is 0/0 otherwise")
    observed = np.sum(table * (table - 1)) / (len(table) * raters * (raters - 1))
    chance = np.sum((table.sum(axis=0) / table.sum()) ** 2)
    return float((observed - chance) / (1 - chance))
