"""What becomes of a test where its assumptions fail: dropped ties, and items in clusters."""

import functools
import itertools

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import stats

from labkit import arguments
from labkit.arguments import Rng
from labkit.power.simulation import count_rejections
from labkit.significance import randomization_test
from labkit.significance.sign import TIES_POLICIES, pvalue_of_outcomes


def ties_table(
    n: int,
    tie_rates: ArrayLike = (0.0, 0.25, 0.5, 0.75, 0.9),
    *,
    win_rate: float = 0.7,
    alpha: float = 0.05,
) -> pd.DataFrame:
    """Find whether dropping ties makes the sign test reject too often, exactly.

    The lecture warns that leaving ties out leads to unjustified rejections (MLRD lecture 4,
    "Treatment of Ties"). If "no difference" means that a and b are equally likely to win an item
    that is no tie, it does not: given the number of ties, the wins are fair coins, and the test
    without ties keeps to alpha at any tie rate. It does err more often than the test that splits
    ties, but only because that one adds events that are half and half by construction: its Type I
    error falls towards 0, far below alpha, and most of its power is lost.

    Parameters
    ----------
    n : int
        Number of items, at most 2,000: the work grows as n squared.
    tie_rates : sequence of float, default (0, 0.25, 0.5, 0.75, 0.9)
        Probabilities that an item is a tie.
    win_rate, alpha : float, default 0.7 and 0.05
        Probability that a wins an item that is no tie, where it is better; the level.

    Returns
    -------
    DataFrame
        A row for each tie rate and policy: ``tie_rate, ties_policy, type_one_error, power``.

    See Also
    --------
    labkit.sign_test : The test, with both policies for ties.

    Examples
    --------
    >>> ties_table(100, [0.5]).round(3)
       tie_rate ties_policy  type_one_error  power
    0       0.5       split           0.004  0.472
    1       0.5        drop           0.037  0.789
    """
    n = arguments.as_count(n, "n", least=1, most=2_000)
    win_rate = arguments.as_fraction(win_rate, "win_rate")
    alpha = arguments.as_fraction(alpha, "alpha")
    rates = [arguments.as_fraction(rate, "tie_rates") for rate in np.atleast_1d(tie_rates)]
    ties, plus = np.mgrid[: n + 1, : n + 1]
    possible = ties + plus <= n
    minus = np.where(possible, n - ties - plus, 0)
    rejects = {
        policy: possible & (pvalue_of_outcomes(plus, minus, ties, policy, "two-sided") <= alpha)
        for policy in TIES_POLICIES
    }
    # The systems do not differ, and they do.
    wins = [stats.binom.pmf(plus, n - ties, rate) for rate in (0.5, win_rate)]
    rows = []
    for tie_rate, policy in itertools.product(rates, TIES_POLICIES):
        of_ties = stats.binom.pmf(np.arange(n + 1), n, tie_rate)
        rows.append(
            [tie_rate, policy, *[of_ties @ (each * rejects[policy]).sum(1) for each in wins]]
        )
    return pd.DataFrame(rows, columns=["tie_rate", "ties_policy", "type_one_error", "power"])


def clusters_table(
    *,
    n_clusters: int = 20,
    cluster_size: int = 10,
    correlations: ArrayLike = (0.0, 0.1, 0.3, 0.6),
    alpha: float = 0.05,
    n_simulations: int = 1000,
    n_jobs: int = 1,
    rng: Rng = None,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Find what dependent items do to the randomization test (Yeh 2000, section 4).

    Items come in clusters (the sentences of a document) whose differences correlate; the systems
    do not differ. The naive test swaps item by item, the clustered one swaps whole clusters
    (``groups=``). Yeh leaves open how large the effect is: the naive test's Type I error grows
    with the correlation, far beyond alpha, while the clustered test keeps to it.

    Parameters
    ----------
    n_clusters, cluster_size : int, default 20 and 10
        Number of clusters, and of items in each.
    correlations : sequence of float, default (0, 0.1, 0.3, 0.6)
        Correlations of two differences of a cluster, 0 to 1.
    alpha, n_simulations, n_jobs, rng, progress : as for `rejection_rate`, default 0.05, 1000, 1, None and None
        The simulation for each correlation.

    Returns
    -------
    DataFrame
        A row for each correlation: ``correlation, naive, clustered``, the Type I errors.

    See Also
    --------
    labkit.randomization_test : The test, whose argument `groups` names the clusters.

    Examples
    --------
    >>> clusters_table(correlations=[0, 0.3], n_simulations=400, rng=0)
       correlation   naive  clustered
    0          0.0  0.0550     0.0425
    1          0.3  0.3225     0.0300
    """
    n_clusters = arguments.as_count(n_clusters, "n_clusters", least=2)
    cluster_size = arguments.as_count(cluster_size, "cluster_size", least=1)
    n_simulations = arguments.as_count(n_simulations, "n_simulations", least=1)
    rates = [arguments.as_fraction(rate, "correlations") for rate in np.atleast_1d(correlations)]
    alpha = arguments.as_fraction(alpha, "alpha")
    generator, _ = arguments.as_generator(rng)

    groups = np.repeat(np.arange(n_clusters), cluster_size)
    rows = []
    for correlation, stream in zip(rates, generator.spawn(len(rates)), strict=True):
        judge = functools.partial(_judge_clusters, groups, correlation, alpha)
        errors = count_rejections(judge, n_simulations, n_jobs, stream, progress)
        rows.append([correlation, *errors / n_simulations])
    return pd.DataFrame(rows, columns=["correlation", "naive", "clustered"])


def _judge_clusters(
    groups: np.ndarray, correlation: float, alpha: float, stream: np.random.Generator
) -> np.ndarray:
    """Tell whether the naive and the clustered test reject on one pair of equal systems."""
    documents, items = stream.normal(size=groups[-1] + 1)[groups], stream.normal(size=len(groups))
    gains = np.sqrt(correlation) * documents + np.sqrt(1 - correlation) * items
    gains = gains.round(1)  # on a lattice, where both tests are exact
    equal = np.zeros_like(gains)
    naive, clustered = (randomization_test(gains, equal, groups=g) for g in (None, groups))
    return np.array([naive.is_significant(alpha), clustered.is_significant(alpha)], dtype=int)
