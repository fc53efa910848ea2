"""On how many data sets is a system better? Counting small p-values gives too many.

Of 20 data sets on which two systems do not differ, one has p < .05 by chance. Replicability
analysis counts with a guarantee: the probability that it counts more data sets than those on
which there is a difference is at most alpha (Dror et al. 2017, section 4).
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import chdtrc

from labkit import arguments
from labkit.significance.corrections import adjust_pvalues

#: How the p-values of data sets are put together.
COMBINATIONS = ("bonferroni", "fisher")


@dataclass(frozen=True, repr=False)
class Replicability:
    """On how many data sets a system is better, and on which, as `replicability_analysis` finds it.

    Parameters
    ----------
    count : int
        The estimate k-hat: at least so many data sets have a difference.
    datasets : tuple
        Names of those on which there is one, by Holm's correction.
    partial_conjunction : tuple of float
        Of u = 1, 2, ..., all data sets: p of the hypothesis that fewer than u have a difference.
    n : int
        Number of data sets.
    combination : {"bonferroni", "fisher"}
        How the p-values were put together.
    alpha : float
        The probability of counting too many, at most.

    See Also
    --------
    replicability_analysis : Find it.

    Examples
    --------
    >>> replicability_analysis({"news": 0.001, "web": 0.02, "speech": 0.3})
    <replicability: a difference on at least 2 of 3 data sets (bonferroni, alpha = 0.05); by Holm, on news, web>
    """

    count: int
    datasets: tuple[Hashable, ...]
    partial_conjunction: tuple[float, ...]
    n: int
    combination: str
    alpha: float

    def __repr__(self) -> str:
        """Put all facts on one line."""
        names = ", ".join(map(str, self.datasets)) or "none"
        if any(isinstance(name, int) for name in self.datasets):  # "on 0" would be on none
            names = f"data set{'s' if len(self.datasets) > 1 else ''} {names}"
        return (
            f"<replicability: a difference on at least {self.count} of {self.n} data sets "
            f"({self.combination}, alpha = {self.alpha:g}); by Holm, on {names}>"
        )


def replicability_analysis(
    pvalues: Mapping[Any, float] | pd.Series | ArrayLike,
    *,
    combination: str = "bonferroni",
    alpha: float = 0.05,
) -> Replicability:
    """Count the data sets on which one system is better than another, and say which.

    Parameters
    ----------
    pvalues : mapping, Series, or array of shape (n,)
        The p-values of one comparison on each of `n` data sets, one-sided to count wins only;
        from names of data sets, which are 0, 1, ... in an array.
    combination : {"bonferroni", "fisher"}, optional
        "bonferroni" holds whatever the data sets have in common, "fisher" counts more and
        wants independent ones: domains or languages, and not test sets with the same texts.
    alpha : float, default 0.05
        The probability of counting more data sets than have a difference, at most.

    Returns
    -------
    Replicability
        The ``count`` k-hat, and the ``datasets`` by Holm's correction, which with
        "bonferroni" are as many, and with "fisher" may be fewer: it does not say which.

    See Also
    --------
    adjust_pvalues : Corrections of many p-values.

    References
    ----------
    Dror, Baumer, Bogomolov & Reichart (2017), *Replicability Analysis for Natural Language
    Processing: Testing Significance with Multiple Datasets*, TACL 5, 471-486, section 4.
    Benjamini & Heller (2008), *Biometrics* 64, 1215-1222.

    Examples
    --------
    The example of the authors' program:

    >>> pvalues = [0.168, 0.297, 0.357, 0.019, 0.218, 0.001]
    >>> replicability_analysis(pvalues).count, replicability_analysis(pvalues, combination="fisher").count
    (1, 2)
    >>> replicability_analysis(pvalues).datasets
    (5,)
    """
    arguments.as_option(combination, "combination", COMBINATIONS)
    alpha = arguments.as_level(alpha)
    names, p = _as_named(pvalues)
    ordered = np.sort(p)
    of_most = np.arange(len(p), 0, -1)  # n - u + 1 p-values, the largest ones, for u = 1, 2, ...
    if combination == "bonferroni":
        partial = np.minimum(of_most * ordered, 1)
    else:
        with np.errstate(divide="ignore"):  # p = 0 is infinitely surprising
            surprise = np.cumsum(-2 * np.log(ordered[::-1]))[::-1]
        partial = chdtrc(2 * of_most, surprise)
    # Fewer than u is never less surprising than fewer than u + 1.
    partial = np.maximum.accumulate(partial)
    found = adjust_pvalues(p, "holm") <= alpha
    return Replicability(
        count=int((partial <= alpha).sum()),
        datasets=tuple(name for name, is_found in zip(names, found, strict=True) if is_found),
        partial_conjunction=tuple(partial.tolist()),
        n=len(p),
        combination=combination,
        alpha=alpha,
    )


def _as_named(pvalues: Mapping[Any, float] | pd.Series | ArrayLike) -> tuple[list[Any], np.ndarray]:
    """Give the names of data sets, and their p-values."""
    series = pd.Series(dict(pvalues)) if isinstance(pvalues, Mapping) else pvalues
    p = arguments.as_grid(series, "pvalues", 0, 1)
    return series.index.tolist() if isinstance(series, pd.Series) else list(range(len(p))), p
