"""Friedman's test asks by ranks whether any of many systems differs, on items or data sets.

On each item the systems are ranked, 1 for the best; ties share their ranks. If no
system is better than another, all ranks average to the same. The test needs no scores that
can be compared from one item to the next, and so it suits tables of systems on
different data sets (Demsar 2006). Which pairs differ, Nemenyi's test says afterwards: those whose
average ranks are further apart than the critical difference.
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.stats import friedmanchisquare, rankdata, studentized_range

from labkit import arguments, text
from labkit.metrics import Metric, MetricFunction, mean
from labkit.significance.items import NOISE, Outputs, as_systems, check_finite, merge_near


@dataclass(frozen=True, eq=False)
class Friedman:
    """The outcome of Friedman's test.

    Parameters
    ----------
    statistic, pvalue : float
        Chi-squared with a correction for ties, and the probability of one at least as large
        if no system differs from another, by the law of chi-squared.
    n : int
        Number of items, or data sets.
    ranks : Series
        Average rank of each system, 1 for the best; best first.

    See Also
    --------
    friedman_test : Makes one.

    Examples
    --------
    >>> friedman_test({"A": [9, 8, 9], "B": [7, 6, 5], "C": [1, 2, 3]})
    <Friedman test: chi-squared = 6, p = 0.0498, 3 systems, n = 3 items>
    """

    statistic: float
    pvalue: float
    n: int
    ranks: pd.Series

    def critical_difference(self, alpha: float = 0.05) -> float:
        """Return how far apart two average ranks have to be for Nemenyi's test.

        Parameters
        ----------
        alpha : float, default 0.05
            Significance level of all pairs together.

        Returns
        -------
        float
            In ranks.
        """
        m = len(self.ranks)
        size = studentized_range.ppf(1 - arguments.as_level(alpha), m, np.inf)
        return float(size * np.sqrt(m * (m + 1) / (12 * self.n)))

    def groups(self, alpha: float = 0.05) -> list[list[object]]:
        """Return the largest groups of systems whose ranks are too close to tell them apart.

        Parameters
        ----------
        alpha : float, default 0.05
            Significance level of all pairs together.

        Returns
        -------
        list of lists of names
            Each of two systems or more, best first; a system may be in several.
        """
        ranks, names = self.ranks.to_numpy(), list(self.ranks.index)
        ends = np.searchsorted(ranks, ranks + self.critical_difference(alpha))
        reaches_further = np.diff(ends, prepend=0) > 0
        return [
            names[start:end]
            for start, end in enumerate(ends)
            if reaches_further[start] and end - start > 1
        ]

    def in_words(self, alpha: float = 0.05) -> str:
        """Describe what a critical-difference diagram shows, for those who do not see it.

        Parameters
        ----------
        alpha : float, default 0.05
            Significance level of all pairs together.

        Returns
        -------
        str
            Average ranks, the critical difference, and who cannot be told apart.
        """
        ranks = ", ".join(f"{name} {rank:.2f}" for name, rank in self.ranks.items())
        critical = f"{self.critical_difference(alpha):.2f} at α = {alpha:g}"
        alike = [", ".join(map(str, group)) for group in self.groups(alpha)]
        apart = "Not told apart: " + "; ".join(alike) if alike else "All are told apart"
        return f"Average ranks, best first: {ranks}. Critical difference {critical}. {apart}."

    def __repr__(self) -> str:
        """Return all facts on one line."""
        return (
            f"<Friedman test: chi-squared = {self.statistic:.4g}, "
            f"{text.equation('p', text.write_p(self.pvalue))}, "
            f"{len(self.ranks)} systems, n = {self.n} items>"
        )


def friedman_test(outputs: Outputs, metric: MetricFunction = mean) -> Friedman:
    """Test whether three or more systems differ, by their ranks on each item.

    Parameters
    ----------
    outputs : mapping, DataFrame or array
        Of each system, scores (n,) or statistics (n, k) on the same items, or data sets, as
        in `compare_all`.
    metric : callable, default `labkit.metrics.mean`
        Gives the score of each item from its statistics; where it is an error rate, the
        lowest is best.

    Returns
    -------
    Friedman
        With p by the law of chi-squared, which suits ten items or more, and the critical
        difference of Nemenyi's test of all pairs.

    See Also
    --------
    labkit.plots.critical_difference : The diagram.
    sign_test : The same for two systems.

    Notes
    -----
    Assumes independent items. It asks whether any systems differ, not which.

    References
    ----------
    Friedman (1937), *JASA* 32; Nemenyi (1963); Demsar (2006), *Statistical Comparisons of
    Classifiers over Multiple Data Sets*, JMLR 7, section 3.2.2.

    Examples
    --------
    Six data sets, four systems:

    >>> scores = {
    ...     "SVM": [0.91, 0.84, 0.77, 0.95, 0.88, 0.81],
    ...     "Naive Bayes": [0.88, 0.85, 0.74, 0.93, 0.86, 0.80],
    ...     "lexicon": [0.80, 0.79, 0.70, 0.85, 0.80, 0.74],
    ...     "guess": [0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
    ... }
    >>> found = friedman_test(scores)
    >>> round(found.statistic, 2), round(found.critical_difference(), 3)
    (17.0, 1.915)
    >>> found.groups()
    [['SVM', 'Naive Bayes', 'lexicon'], ['lexicon', 'guess']]
    """
    metric = Metric.of(metric)
    names, statistics = as_systems(outputs, metric)
    m, n = statistics.shape[:2]
    if m < 3:
        raise ValueError(f"outputs must hold at least three systems, not {m}: see `sign_test`")
    if n < 2:
        raise ValueError(f"outputs must hold at least two items, not {n}")
    scores = np.asarray(metric(statistics), float)
    check_finite(scores, "the score of each item")
    best_first = -scores if metric.higher_is_better else scores
    # Ties are decided by the size of the item's largest score.
    ranks = np.transpose(
        [rankdata(merge_near(item, NOISE * abs(item).max())) for item in best_first.T]
    )
    averages = pd.Series(ranks.mean(axis=1), pd.Index(names, tupleize_cols=False))
    averages = averages.rename("average rank").sort_values(kind="stable")
    if np.ptp(ranks, axis=0).max() == 0:  # all tied everywhere: nothing to test
        return Friedman(0.0, 1.0, n, averages)
    statistic, pvalue = friedmanchisquare(*ranks)
    return Friedman(float(statistic), float(pvalue), n, averages)
