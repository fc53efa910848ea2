"""Friedman's test asks by ranks whether any of many systems differs, on items or data sets.

On each item the systems are ranked, 1 for the best; ties share their ranks. If no
system is better than another, all ranks average to the same. The test needs no scores that
can be compared from one item to the next, and so it suits tables of systems on
different data sets (Demsar 2006). Which pairs differ, Nemenyi's test says afterwards: those whose
average ranks are further apart than the critical difference.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd
from scipy.stats import f, friedmanchisquare, rankdata, studentized_range

from labkit import arguments
from labkit.metrics import Metric, mean
from labkit.significance.engine.joint_shuffles import (
    JointShuffles,
    law_of_shuffles,
    over_joint_shuffles,
)
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.statistics import NOISE
from labkit.significance.engine.systems import Outputs, as_systems

#: How p may be computed: exactly where that is quick, by drawing, or by the law of chi-squared.
METHODS = ("auto", "exact", "monte-carlo", "asymptotic")


@dataclass(frozen=True, repr=False, eq=False)
class Friedman:
    """The outcome of Friedman's test.

    Parameters
    ----------
    statistic, pvalue : float
        Chi-squared with a correction for ties, and the probability of one at least as large
        if no system differs from another.
    method : str
        How p was found: "exact", "monte-carlo" or "asymptotic".
    n : int
        Number of items, or data sets.
    ranks : Series
        Average rank of each system, 1 for the best; best first.
    n_resamples, seed : int, optional
        Shuffles that were drawn, and the seed, where known.

    See Also
    --------
    friedman_test : Makes one.

    Examples
    --------
    >>> friedman_test({"A": [9, 8, 9], "B": [7, 6, 5], "C": [1, 2, 3]})
    <Friedman test: chi-squared = 6, p = 0.0278, method = exact, 3 systems, n = 3 items>
    """

    statistic: float
    pvalue: float
    method: str
    n: int
    ranks: pd.Series
    n_resamples: int | None = None
    seed: int | None = None

    @property
    def agreement(self) -> float:
        """Kendall's W: how much the items agree on the order, from 0 to 1 (all alike)."""
        return self.statistic / (self.n * (len(self.ranks) - 1))

    @property
    def f_pvalue(self) -> float:
        """P by the F law of Iman & Davenport (1980), which Demsar recommends: it finds more."""
        most = self.n * (len(self.ranks) - 1)
        if most - self.statistic <= NOISE * most:
            return 0.0
        ratio = (self.n - 1) * self.statistic / (most - self.statistic)
        degrees = len(self.ranks) - 1
        return float(f.sf(ratio, degrees, degrees * (self.n - 1)))

    def critical_difference(self, alpha: float = 0.05) -> float:
        """Give how far apart two average ranks have to be for Nemenyi's test.

        Parameters
        ----------
        alpha : float, optional
            Significance level of all pairs together.

        Returns
        -------
        float
            In ranks.
        """
        size = studentized_range.ppf(1 - arguments.as_level(alpha), len(self.ranks), np.inf)
        return float(size / np.sqrt(2) * self._standard_error)

    def nemenyi(self) -> pd.DataFrame:
        """Test all pairs of systems by the difference of their average ranks.

        Returns
        -------
        DataFrame
            A row a pair, best systems first: ``system_a, system_b, rank_a, rank_b,
            difference, pvalue``. p is corrected for the number of pairs already.
        """
        first, second = np.triu_indices(len(self.ranks), 1)
        names, ranks = list(self.ranks.index), self.ranks.to_numpy()
        difference = ranks[second] - ranks[first]
        distinct, where = np.unique(difference, return_inverse=True)
        sizes = distinct / self._standard_error * np.sqrt(2)
        pvalue = studentized_range.sf(sizes, len(ranks), np.inf)
        return pd.DataFrame(
            {
                "system_a": [names[i] for i in first],
                "system_b": [names[j] for j in second],
                "rank_a": ranks[first],
                "rank_b": ranks[second],
                "difference": difference,
                "pvalue": np.clip(np.where(distinct > 0, pvalue, 1.0), 0, 1)[where],
            }
        )

    def groups(self, alpha: float = 0.05) -> list[list[object]]:
        """Give the largest groups of systems whose ranks are too close to tell them apart.

        Parameters
        ----------
        alpha : float, optional
            Significance level of all pairs together.

        Returns
        -------
        list of lists of names
            Each of two systems or more, best first; a system may be in several.
        """
        ranks, names = self.ranks.to_numpy(), list(self.ranks.index)
        close = self.critical_difference(alpha) * (1 - NOISE)
        ends = np.searchsorted(ranks, ranks + close, side="left")
        longest = [(0, ends[0]), *((i, b) for i, (a, b) in enumerate(pairwise(ends), 1) if b > a)]
        return [names[start:end] for start, end in longest if end - start > 1]

    def in_words(self, alpha: float = 0.05) -> str:
        """Say what a critical-difference diagram shows, for those who do not see it.

        Parameters
        ----------
        alpha : float, optional
            Significance level of all pairs together.

        Returns
        -------
        str
            Average ranks, the critical difference, and who cannot be told apart.
        """
        ranks = ", ".join(f"{name} {rank:.2f}" for name, rank in self.ranks.items())
        critical = f"{self.critical_difference(alpha):.2f} at alpha = {alpha:g}"
        alike = [", ".join(map(str, group)) for group in self.groups(alpha)]
        told = "Not told apart: " + "; ".join(alike) if alike else "All are told apart"
        return f"Average ranks, best first: {ranks}. Critical difference {critical}. {told}."

    @property
    def _standard_error(self) -> float:
        """That of a difference of two average ranks, without ties."""
        m = len(self.ranks)
        return float(np.sqrt(m * (m + 1) / (6 * self.n)))

    def __repr__(self) -> str:
        """Put the outcome on one line."""
        p = f"p = {self.pvalue:.3g}" if self.pvalue > 0 else "p < 1e-300"
        drawn = f" ({self.n_resamples} shuffles, seed {self.seed})" if self.n_resamples else ""
        return (
            f"<Friedman test: chi-squared = {self.statistic:.4g}, {p}, "
            f"method = {self.method}{drawn}, {len(self.ranks)} systems, n = {self.n} items>"
        )


def friedman_test(
    outputs: Outputs,
    metric: Metric = mean,
    *,
    method: str = "auto",
    n_resamples: int = 10**5,
    n_jobs: int = 1,
    rng: arguments.Rng = None,
    progress: bool | None = None,
) -> Friedman:
    """Test whether three or more systems differ, by their ranks on each item.

    Parameters
    ----------
    outputs : mapping, DataFrame or array
        Of each system, scores (n,) or statistics (n, k) on the same items, or data sets, as
        in `compare_all`.
    metric : callable, default `labkit.metrics.mean`
        Gives the score of each item from its statistics; where it is an error rate, the
        lowest is best.
    method : {"auto", "exact", "monte-carlo", "asymptotic"}, optional
        "exact" looks at all orders of the ranks of each item, "monte-carlo" draws them,
        "asymptotic" takes the law of chi-squared. "auto" is exact where that is quick.
    n_resamples : int, default 10**5
        Shuffles to draw ("monte-carlo").
    n_jobs, rng, progress : optional
        Processors, seed and progress bar, as in `compare_all`.

    Returns
    -------
    Friedman
        With Nemenyi's test of all pairs and the critical difference.

    See Also
    --------
    labkit.plots.critical_difference : The diagram.
    randomized_tukey : All systems by their scores.
    sign_test : The same for two systems.

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
    arguments.as_option(method, "method", METHODS)
    n_resamples = arguments.as_count(n_resamples, "n_resamples", least=1)
    generator, seed = arguments.as_generator(rng)
    names, statistics = as_systems(outputs, metric)
    m, n = statistics.shape[:2]
    if m < 3:
        raise ValueError(f"outputs must hold at least three systems, not {m}: see `sign_test`")
    if n < 2:
        raise ValueError(f"outputs must hold at least two items, not {n}")
    ranks = _ranks(statistics, metric)
    index = pd.Index(names, tupleize_cols=False)
    averages = pd.Series(ranks.mean(axis=1), index, name="average rank")
    averages = averages.sort_values(kind="stable")
    if np.ptp(ranks, axis=0).max() == 0:  # all tied everywhere: nothing to test
        return Friedman(0.0, 1.0, "exact", n, averages)
    statistic, pvalue = map(float, friedmanchisquare(*ranks))
    work = Drawing(n_resamples, generator, n_jobs, progress)
    shuffled, how = _by_shuffles(ranks, method, work)
    if how == "monte-carlo":
        return Friedman(statistic, shuffled, how, n, averages, n_resamples, seed)
    return Friedman(statistic, shuffled if how == "exact" else pvalue, how, n, averages)


def _ranks(statistics: np.ndarray, metric: Metric) -> np.ndarray:
    """Rank the systems on each item (m, n), 1 for the best; scores that are tied share ranks."""
    scores = np.asarray(metric(statistics), float)
    if not np.isfinite(scores).all():
        raise ValueError("metric must give a finite score for each item, not nan or infinity")
    best_first = -scores if getattr(metric, "higher_is_better", True) else scores
    order = np.argsort(best_first, axis=0, kind="stable")
    apart = np.diff(np.take_along_axis(best_first, order, axis=0), axis=0)
    places = np.zeros(scores.shape, int)
    places[1:] = np.cumsum(apart > NOISE * abs(scores).max(axis=0), axis=0)
    kinds = np.empty_like(places)
    np.put_along_axis(kinds, order, places, axis=0)
    return np.asarray(rankdata(kinds, axis=0))


def _by_shuffles(ranks: np.ndarray, method: str, work: Drawing) -> tuple[float, str]:
    """Compute p by shuffling the ranks (m, n) of each item, and say how that was done."""
    twice = np.rint(2 * ranks).astype(int)  # whole numbers, where ties share a rank
    twice = twice[:, np.ptp(twice, axis=0) > 0]
    shuffles = JointShuffles(twice.T[:, :, None], np.zeros(1, int), None, 0.0)
    middle = (len(ranks) + 1) * twice.shape[1]

    def spread(sums: np.ndarray) -> np.ndarray:
        return ((sums[..., 0] - middle) ** 2).sum(axis=1)

    observed = spread(shuffles.outputs.sum(axis=0)[None])[0]
    law = law_of_shuffles(shuffles) if method in ("auto", "exact") else None
    if law is not None:
        sums, probabilities = law
        return min(1.0, float(probabilities[spread(sums) >= observed].sum())), "exact"
    if method == "exact":
        raise ValueError(
            "method must be 'auto', 'monte-carlo' or 'asymptotic' for these scores, "
            "not 'exact': their ranks have too many different orders"
        )
    if method != "monte-carlo":
        return np.nan, "asymptotic"
    counts = over_joint_shuffles(
        shuffles, lambda sums: np.count_nonzero(spread(sums) >= observed), work
    )
    return (sum(counts) + 1) / (work.n_resamples + 1), "monte-carlo"
