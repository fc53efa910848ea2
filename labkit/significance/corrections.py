"""Corrections for many comparisons, which otherwise make many false discoveries."""

from typing import Literal, TypeAlias, get_args

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit import arguments

#: By which p-values can be corrected.
Correction: TypeAlias = Literal["bonferroni", "holm", "benjamini-hochberg"]
CORRECTIONS: tuple[Correction, ...] = get_args(Correction)


def adjust_pvalues(p: ArrayLike, method: Correction = "holm") -> np.ndarray | pd.Series:
    """Correct p-values for the number of comparisons.

    Parameters
    ----------
    p : array of shape (m,) or Series
        Numbers from 0 to 1.
    method : {"holm", "bonferroni", "benjamini-hochberg"}, default "holm"
        "bonferroni" and the more powerful "holm" bound the chance of *any* false discovery,
        "benjamini-hochberg" the expected *share* of false ones among the discoveries.

    Returns
    -------
    array of shape (m,) or Series
        Corrected p-values, in the order of `p`; of a Series with its index and name.

    See Also
    --------
    compare_all : Corrects with its argument `adjust`.

    Notes
    -----
    "bonferroni" and "holm" assume nothing of how the tests depend on each other; "benjamini-hochberg"
    assumes independent tests, or positively dependent ones.

    References
    ----------
    Holm (1979), *Scandinavian Journal of Statistics* 6. Benjamini & Hochberg
    (1995), *Journal of the Royal Statistical Society B* 57.

    Examples
    --------
    >>> adjust_pvalues([0.01, 0.02, 0.2]).round(3).tolist()
    [0.03, 0.04, 0.2]
    """
    arguments.as_option(method, "method", CORRECTIONS)
    array = arguments.as_numbers(p, "p", of_scores=False).astype(float)
    if array.ndim != 1:
        raise ValueError(f"p must be a list of p-values, (m,), not of {array.ndim} dimensions")
    adjusted = _adjusted(array, method)
    return pd.Series(adjusted, p.index, name=p.name) if isinstance(p, pd.Series) else adjusted


def _adjusted(p: np.ndarray, method: str) -> np.ndarray:
    for limit in (float(p.min()), float(p.max())):
        arguments.as_fraction(limit, "p")
    if method == "benjamini-hochberg":
        from scipy.stats import false_discovery_control  # imported late: most of a second

        return false_discovery_control(p)
    if method == "bonferroni":
        return np.minimum(len(p) * p, 1)
    # Holm: the smallest p of m is multiplied by m, the next by m - 1, ... and
    # none gets ahead of a smaller one.
    order = np.argsort(p)
    adjusted = np.empty(len(p))
    adjusted[order] = np.maximum.accumulate(np.arange(len(p), 0, -1) * p[order])
    return np.minimum(adjusted, 1)
