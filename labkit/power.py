"""How often does a test err? Type I error and power, by simulation.

A test can err in two ways (MLRD lecture 4, "Specificity and Power of a Test"): it declares a
difference that is not there (Type I; with nothing to find, a proper test does so in at most alpha
of all cases), or it misses one that is there (Type II; its power is how often it does not). `rejection_rate` finds both
by letting the test judge pairs of systems whose true difference is known, because they were made up.
`ties_table` (does dropping ties make the sign test reject too often?) and `clusters_table` (what do
dependent items do?) answer what the papers leave open.
"""

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import joblib
import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import stats

from labkit import arguments
from labkit.arguments import Rng
from labkit.notebook_env import progress
from labkit.significance import randomization_test
from labkit.significance.result import TestOfScores, monte_carlo_interval
from labkit.significance.sign import TIES_POLICIES, pvalue_of_outcomes

__all__ = [
    "RejectionRate",
    "clusters_table",
    "rejection_rate",
    "simulate_scores",
    "ties_table",
]

#: Tells whether a test rejects in one simulated comparison, or which of several do (0 and 1).
Rejects: TypeAlias = Callable[[np.random.Generator], bool | np.ndarray]

#: Simulated comparisons in a unit of work, each with a random stream of its own: the answer
#: does not depend on who does it.
BATCH = 50


@dataclass(frozen=True)
class RejectionRate:
    """How often a test rejected "no difference" on `n` items.

    Parameters
    ----------
    n, rate : int, float
        Items in each comparison, and share of the comparisons with p <= alpha: the Type I error
        where the systems do not differ, the power where they do.
    interval : (float, float)
        95 % interval of the rate that infinitely many comparisons would give.
    n_simulations, seed : int, int or None
        Comparisons that were made up, and the seed, where known.

    See Also
    --------
    rejection_rate : Finds it.

    Examples
    --------
    >>> from labkit.significance import matched_pair_t
    >>> rejection_rate(matched_pair_t, 20, effect=1, n_simulations=50, rng=0).rate
    0.8
    """

    n: int
    rate: float
    interval: tuple[float, float]
    n_simulations: int
    seed: int | None


def simulate_scores(
    n: int, *, effect: float = 0.0, tie_rate: float = 0.0, correlation: float = 0.0, rng: Rng = None
) -> tuple[np.ndarray, np.ndarray]:
    """Make up the scores of two systems on `n` items.

    Scores are normal with standard deviation 1. The systems correlate because items are easy or
    hard for both; on some items they tie.

    Parameters
    ----------
    n : int
        Number of items.
    effect : float, default 0
        Mean advantage of a on items that are no ties, in standard deviations.
    tie_rate, correlation : float, default 0
        Probability that an item is a tie, and correlation of the two scores of one that is none.
    rng : int or numpy.random.Generator, optional
        Seed of the scores.

    Returns
    -------
    two arrays of shape (n,)
        Scores of a and b.

    See Also
    --------
    rejection_rate : Test many such pairs.

    Examples
    --------
    >>> a, b = simulate_scores(1000, effect=1, tie_rate=0.25, rng=0)
    >>> round(float((a == b).mean()), 2)
    0.25
    """
    n = arguments.as_count(n, "n", least=1)
    effect = arguments.as_number(effect, "effect")
    tie_rate = arguments.as_fraction(tie_rate, "tie_rate")
    correlation = arguments.as_number(correlation, "correlation", -1, 1)
    generator, _ = arguments.as_generator(rng)
    a, independent = generator.normal(size=(2, n))
    b = correlation * a + np.sqrt(1 - correlation**2) * independent
    a = a + effect
    return a, np.where(generator.random(n) < tie_rate, a, b)


def rejection_rate(
    test: TestOfScores,
    n: int,
    *,
    effect: float = 0.0,
    tie_rate: float = 0.0,
    correlation: float = 0.0,
    alpha: float = 0.05,
    n_simulations: int = 1000,
    rng: Rng = None,
) -> RejectionRate:
    """Find the Type I error (``effect=0``) or power of a test on `n` items, by simulation.

    Parameters
    ----------
    test : callable
        Takes the scores of two systems, arrays of shape (n,), and gives a `Result`.
    n : int
        Number of items.
    effect, tie_rate, correlation : float, default 0
        As for `simulate_scores`.
    alpha : float, default 0.05
        The test rejects where p <= alpha.
    n_simulations : int, default 1000
        Pairs of systems to make up.
    rng : int or numpy.random.Generator, optional
        Seed of the simulation. On more processors, ``with joblib.parallel_config(n_jobs=2):``,
        the answer is the same.

    Returns
    -------
    RejectionRate
        The rate with its interval.

    See Also
    --------
    ties_table, clusters_table : What becomes of a test where its assumptions fail.

    Examples
    --------
    >>> from labkit.significance import matched_pair_t
    >>> rejection_rate(matched_pair_t, 20, n_simulations=500, rng=0).rate  # about alpha
    0.042
    """
    settings = {"effect": effect, "tie_rate": tie_rate, "correlation": correlation}
    simulate_scores(n, **settings, rng=0)  # refuses bad arguments here, not in another process
    n_simulations = arguments.as_count(n_simulations, "n_simulations", least=1)
    alpha = arguments.as_fraction(alpha, "alpha")
    if not callable(test):
        raise TypeError(f"test must be a function of two lists of scores, not {test!r}")
    generator, seed = arguments.as_generator(rng)

    def rejects(stream: np.random.Generator) -> bool:
        return test(*simulate_scores(n, **settings, rng=stream)).pvalue <= alpha

    rejected = int(count_rejections(rejects, n_simulations, generator))
    low, high = monte_carlo_interval(rejected, n_simulations).tolist()
    return RejectionRate(n, rejected / n_simulations, (low, high), n_simulations, seed)


def count_rejections(judge: Rejects, n_simulations: int, rng: np.random.Generator) -> Any:
    """Return the sum of `judge(stream)` over all simulations, the same on any number of processors."""
    sizes = [min(BATCH, n_simulations - start) for start in range(0, n_simulations, BATCH)]
    batches = (
        joblib.delayed(_count_batch)(judge, size, stream)
        for size, stream in zip(sizes, rng.spawn(len(sizes)), strict=True)
    )
    done = joblib.Parallel(return_as="generator")(batches)
    return sum(progress(done, "simulating", len(sizes)))


def _count_batch(judge: Rejects, size: int, stream: np.random.Generator) -> Any:
    return sum(judge(stream) for _ in range(size))


def ties_table(
    n: int,
    tie_rates: ArrayLike = (0.0, 0.25, 0.5, 0.75, 0.9),
    *,
    win_rate: float = 0.7,
    alpha: float = 0.05,
) -> pd.DataFrame:
    """Find whether dropping ties makes the sign test reject too often, exactly.

    The lecture warns that leaving ties out leads to unjustified rejections (MLRD lecture 4,
    "Treatment of Ties"). It does not: both rules test the same null hypothesis, that a and b are
    equally likely to win an item, and given the number of ties the wins are then fair coins. The
    test without ties (McNemar's exact test) keeps to alpha at any tie rate. Splitting, as the course
    does, is conservative: it adds events that are half and half by construction, so its Type I
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
    rng: Rng = None,
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
    alpha, n_simulations, rng : as for `rejection_rate`, default 0.05, 1000 and None
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
        errors = count_rejections(judge, n_simulations, stream)
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
