"""How often does a test err? Type I error and power, by simulation.

A test can err in two ways (MLRD lecture 4, "Specificity and Power of a Test"):
it declares a difference that is not there (Type I; a proper test does so in at
most alpha of all cases), or it misses one that is there (Type II; its power is
how often it does not). Both are found by letting the test judge pairs of
systems whose true difference is known, because they were made up.

`rejection_rate` answers it for one case, `power_table` for a grid of test
sizes, effects, tie rates and correlations, `sample_size` finds how many items a
wanted power takes. Two questions that the papers leave open get their own
functions: `ties_table` (does dropping ties make the sign test reject too
often?) and `clusters_table` (what do dependent items do?).
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass

import joblib
import numpy as np
import pandas as pd
from scipy import stats
from tqdm.auto import tqdm

from labkit import arguments
from labkit.significance import Result, count_outcomes, randomization_test, sign_test
from labkit.significance.result import monte_carlo_interval
from labkit.significance.sign import TIES_POLICIES, pvalue_of_outcomes

Test = Callable[[np.ndarray, np.ndarray], Result]

#: Simulated comparisons in a unit of work. Each unit has its own random stream,
#: so that the answer does not depend on who does it.
BATCH = 50


@dataclass(frozen=True)
class RejectionRate:
    """How often a test rejected "no difference" on `n` items.

    Attributes
    ----------
    n : int
        Items in each comparison.
    rate : float
        Share of the comparisons with p <= alpha: the Type I error where the
        systems do not differ, the power where they do.
    interval : (float, float)
        95 % interval of the rate that endless simulation would give.
    n_simulations : int
    seed : int or None
    """

    n: int
    rate: float
    interval: tuple[float, float]
    n_simulations: int
    seed: int | None


def simulate_scores(
    n: int, *, effect: float = 0.0, tie_rate: float = 0.0, correlation: float = 0.0, rng=None
) -> tuple[np.ndarray, np.ndarray]:
    """Scores of two made-up systems on `n` items.

    Scores are normal with standard deviation 1. The systems correlate because
    items are easy or hard for both; on some items they tie.

    Parameters
    ----------
    n : int
        Items.
    effect : float
        Mean advantage of a on items that are no ties, in standard deviations.
    tie_rate : float
        Probability that an item is a tie, 0 to 1.
    correlation : float
        Correlation of the two scores of an item that is no tie, -1 to 1.
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    a, b : arrays of shape (n,)

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    Examples
    --------
    >>> a, b = simulate_scores(1000, effect=1, tie_rate=0.25, rng=0)
    >>> round(float((a == b).mean()), 2)
    0.25
    """
    n = arguments.as_count(n, "n", least=1)
    effect = arguments.as_fraction(effect, "effect", -1e6, 1e6)
    tie_rate = arguments.as_fraction(tie_rate, "tie_rate")
    correlation = arguments.as_fraction(correlation, "correlation", -1, 1)
    generator, _ = arguments.as_generator(rng)
    a, independent = generator.normal(size=(2, n))
    b = correlation * a + np.sqrt(1 - correlation**2) * independent
    a = a + effect
    return a, np.where(generator.random(n) < tie_rate, a, b)


def sign_test_of_scores(
    a, b, *, ties_policy: str = "split", alternative: str = "two-sided"
) -> Result:
    """`sign_test` of the outcomes of two lists of scores, as a test that can be simulated.

    Examples
    --------
    >>> sign_test_of_scores([1, 1, 1, 1, 0], [0, 0, 0, 0, 0], ties_policy="drop").pvalue
    0.125
    """
    return sign_test(*count_outcomes(a, b), ties_policy=ties_policy, alternative=alternative)


def rejection_rate(
    test: Test,
    n: int,
    *,
    effect: float = 0.0,
    tie_rate: float = 0.0,
    correlation: float = 0.0,
    alpha: float = 0.05,
    n_simulations: int = 1000,
    n_jobs: int = 1,
    rng=None,
    progress: bool | None = None,
) -> RejectionRate:
    """Type I error (``effect=0``) or power of a test on `n` items, by simulation.

    Parameters
    ----------
    test : callable
        Takes the scores of two systems, arrays of shape (n,), and gives a `Result`.
    n, effect, tie_rate, correlation
        See `simulate_scores`.
    alpha : float
        The test rejects where p <= alpha.
    n_simulations : int
        Pairs of systems to make up and test.
    n_jobs : int
        Processes (joblib); the answer does not depend on it.
    rng : int or numpy.random.Generator, optional
    progress : bool, optional
        False for no progress bar; by default one appears after a second.

    Returns
    -------
    RejectionRate

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    Examples
    --------
    >>> from labkit.significance import matched_pair_t
    >>> rejection_rate(matched_pair_t, 20, n_simulations=500, rng=0).rate  # about alpha
    0.042
    >>> rejection_rate(matched_pair_t, 20, effect=1, n_simulations=500, rng=0).rate
    0.842
    """
    settings = dict(effect=effect, tie_rate=tie_rate, correlation=correlation)
    simulate_scores(n, **settings, rng=0)  # refuses bad arguments here, not in another process
    n_simulations = arguments.as_count(n_simulations, "n_simulations", least=1)
    alpha = arguments.as_fraction(alpha, "alpha")
    if not callable(test):
        raise TypeError(f"test must be a function of two lists of scores, not {test!r}")
    generator, seed = arguments.as_generator(rng)

    judge = functools.partial(_judge, test, n, settings, alpha)
    rejected = int(_count(judge, n_simulations, n_jobs, generator, progress))
    return RejectionRate(
        n=n,
        rate=rejected / n_simulations,
        interval=monte_carlo_interval(rejected, n_simulations),
        n_simulations=n_simulations,
        seed=seed,
    )


def power_table(
    test: Test,
    *,
    n=(50, 100, 200),
    effect=(0.0,),
    tie_rate=(0.0,),
    correlation=(0.0,),
    rng=None,
    **options,
) -> pd.DataFrame:
    """`rejection_rate` for every combination of test sizes, effects, tie rates and correlations.

    Parameters
    ----------
    test : callable
        See `rejection_rate`.
    n, effect, tie_rate, correlation : lists
        The values to combine. Effect 0 gives the Type I error.
    rng : int or numpy.random.Generator, optional
    **options
        ``alpha``, ``n_simulations``, ``n_jobs``, ``progress`` of `rejection_rate`.

    Returns
    -------
    DataFrame
        A row each: ``n, effect, tie_rate, correlation, rate, low, high``.

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    Examples
    --------
    Correlated systems are easier to tell apart with a matched test:

    >>> from labkit.significance import matched_pair_t
    >>> table = power_table(matched_pair_t, n=[20], effect=[0.5], correlation=[0, 0.8], n_simulations=400, rng=1)
    >>> table[["correlation", "rate"]].values.tolist()
    [[0.0, 0.32], [0.8, 0.9375]]
    """
    generator, _ = arguments.as_generator(rng)
    lists = dict(n=n, effect=effect, tie_rate=tie_rate, correlation=correlation)
    combinations = itertools.product(*(np.atleast_1d(values).tolist() for values in lists.values()))
    cases = [dict(zip(lists, values)) for values in combinations]
    rows = []
    for case, stream in zip(cases, generator.spawn(len(cases))):
        found = rejection_rate(test, **case, rng=stream, **options)
        rows.append(
            {**case, "rate": found.rate, "low": found.interval[0], "high": found.interval[1]}
        )
    return pd.DataFrame(rows)


def sample_size(
    test: Test, *, effect: float, power: float = 0.8, largest: int = 100_000, rng=None, **settings
) -> RejectionRate:
    """The number of items at which a test finds an effect as often as wanted.

    Doubles the number of items until the power suffices, then halves the gap
    until it is below 5 %; every size is judged on the same random stream.

    Parameters
    ----------
    test : callable
        See `rejection_rate`.
    effect : float
        The difference that should be found, not 0.
    power : float
        How often it should be found.
    largest : int
        Where to give up.
    rng : int or numpy.random.Generator, optional
    **settings
        ``tie_rate``, ``correlation``, ``alpha``, ``n_simulations``, ``n_jobs``,
        ``progress`` of `rejection_rate`.

    Returns
    -------
    RejectionRate
        With the size as ``n`` and the power reached as ``rate``.

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range, or `largest` items do not suffice.

    Examples
    --------
    >>> from labkit.significance import matched_pair_t
    >>> sample_size(matched_pair_t, effect=0.5, power=0.8, correlation=0.5, n_simulations=400, rng=0).n
    33
    """
    power = arguments.as_fraction(power, "power", 0.0, 0.9999)
    largest = arguments.as_count(largest, "largest", least=4)
    if effect == 0:
        raise ValueError(
            "effect must not be 0: no number of items finds a difference that is not there"
        )
    _, seed = arguments.as_generator(rng)
    seed = int(rng.integers(2**32)) if seed is None else seed

    def power_of(n):
        return rejection_rate(test, n, effect=effect, rng=seed, **settings)

    too_few, enough = 2, power_of(4)
    while enough.rate < power:
        if enough.n >= largest:
            raise ValueError(f"largest = {largest} items reach a power of only {enough.rate:.2f}")
        too_few, enough = enough.n, power_of(min(2 * enough.n, largest))
    while enough.n - too_few > max(1, 0.05 * enough.n):
        between = power_of((too_few + enough.n) // 2)
        if between.rate >= power:
            enough = between
        else:
            too_few = between.n
    return enough


def ties_table(
    n: int, tie_rates=(0.0, 0.25, 0.5, 0.75, 0.9), *, win_rate: float = 0.7, alpha: float = 0.05
) -> pd.DataFrame:
    """Does dropping ties make the sign test reject too often? Exactly, not by simulation.

    The lecture warns that leaving ties out leads to unjustified rejections (MLRD
    lecture 4, "Treatment of Ties"). If "no difference" means that a and b are
    equally likely to win an item that is no tie, it does not: given the number
    of ties, the wins are fair coins, and the test without ties keeps to alpha at
    any tie rate. It does err more often than the test that splits ties, but only
    because that one adds events that are half and half by construction: its Type
    I error falls towards 0, far below alpha, and most of its power is lost.

    Parameters
    ----------
    n : int
        Items; the work grows as n squared.
    tie_rates : list of float
        Probabilities that an item is a tie.
    win_rate : float
        Probability that a wins an item that is no tie, where it is better.
    alpha : float
        Significance level.

    Returns
    -------
    DataFrame
        A row for each tie rate and policy: ``tie_rate, ties_policy, type_one_error, power``
        (two-sided).

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    Examples
    --------
    >>> ties_table(100, [0, 0.5, 0.9]).round(3)
       tie_rate ties_policy  type_one_error  power
    0       0.0       split           0.035  0.979
    1       0.0        drop           0.035  0.979
    2       0.5       split           0.004  0.472
    3       0.5        drop           0.037  0.789
    4       0.9       split           0.000  0.000
    5       0.9        drop           0.022  0.150
    """
    n = arguments.as_count(n, "n", least=1)
    win_rate, alpha = (
        arguments.as_fraction(win_rate, "win_rate"),
        arguments.as_fraction(alpha, "alpha"),
    )
    rates = [arguments.as_fraction(rate, "tie_rates") for rate in np.atleast_1d(tie_rates)]
    ties, plus = np.mgrid[: n + 1, : n + 1]
    possible = ties + plus <= n
    rows = []
    for tie_rate, policy in itertools.product(rates, TIES_POLICIES):
        minus = np.where(possible, n - ties - plus, 0)
        rejects = possible & (pvalue_of_outcomes(plus, minus, ties, policy, "two-sided") <= alpha)
        rows.append(
            {
                "tie_rate": tie_rate,
                "ties_policy": policy,
                "type_one_error": _probability(rejects, n, tie_rate, 0.5),
                "power": _probability(rejects, n, tie_rate, win_rate),
            }
        )
    return pd.DataFrame(rows)


def clusters_table(
    *,
    n_clusters: int = 20,
    cluster_size: int = 10,
    correlations=(0.0, 0.1, 0.3, 0.6),
    alpha: float = 0.05,
    n_simulations: int = 1000,
    n_jobs: int = 1,
    rng=None,
    progress: bool | None = None,
) -> pd.DataFrame:
    """What dependent items do to the randomization test (Yeh 2000, section 4).

    Items come in clusters (the sentences of a document) whose differences
    correlate; the systems do not differ. The naive test swaps item by item, the
    clustered one swaps whole clusters (``groups=``). Yeh leaves open how large
    the effect is: the naive test's Type I error grows with the correlation, far
    beyond alpha, while the clustered test keeps to it.

    Parameters
    ----------
    n_clusters, cluster_size : int
        Clusters, and items in each.
    correlations : list of float
        Correlations of two differences of a cluster, 0 to 1.
    alpha : float
        Significance level.
    n_simulations : int
        Pairs of systems for each correlation.
    n_jobs, rng, progress
        As in `rejection_rate`.

    Returns
    -------
    DataFrame
        A row for each correlation: ``correlation, naive, clustered``, the Type I errors.

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

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
    correlations = [arguments.as_fraction(c, "correlations") for c in np.atleast_1d(correlations)]
    alpha = arguments.as_fraction(alpha, "alpha")
    generator, _ = arguments.as_generator(rng)

    errors = [
        _count(
            functools.partial(_judge_clusters, n_clusters, cluster_size, correlation, alpha),
            n_simulations,
            n_jobs,
            stream,
            progress,
        )
        / n_simulations
        for correlation, stream in zip(correlations, generator.spawn(len(correlations)))
    ]
    naive, clustered = np.transpose(errors)
    return pd.DataFrame({"correlation": correlations, "naive": naive, "clustered": clustered})


def _count(judge, n_simulations, n_jobs, generator, progress):
    """Sum of what `judge(stream)` gives in all simulations, the same for any `n_jobs`."""
    sizes = [min(BATCH, n_simulations - start) for start in range(0, n_simulations, BATCH)]
    batches = (
        joblib.delayed(_count_batch)(judge, size, stream)
        for size, stream in zip(sizes, generator.spawn(len(sizes)))
    )
    done = joblib.Parallel(n_jobs=n_jobs, return_as="generator")(batches)
    bar = dict(desc="simulating", unit="batch", delay=1, leave=False, disable=progress is False)
    return sum(tqdm(done, total=len(sizes), **bar))


def _count_batch(judge, size, stream):
    return sum(judge(stream) for _ in range(size))


def _judge(test, n, settings, alpha, stream):
    """Whether a test rejects on one simulated pair of systems."""
    return test(*simulate_scores(n, **settings, rng=stream)).pvalue <= alpha


def _judge_clusters(n_clusters, cluster_size, correlation, alpha, stream):
    """Whether the naive and the clustered test reject on one pair of equal systems."""
    groups = np.repeat(np.arange(n_clusters), cluster_size)
    documents, items = stream.normal(size=n_clusters)[groups], stream.normal(size=len(groups))
    gains = np.sqrt(correlation) * documents + np.sqrt(1 - correlation) * items
    gains = gains.round(1)  # on a lattice, where both tests are exact
    results = [
        randomization_test(gains, np.zeros_like(gains), groups=labels) for labels in (None, groups)
    ]
    return np.array([result.is_significant(alpha) for result in results], dtype=int)


def _probability(rejects, n, tie_rate, win_rate):
    """P(rejection), summed over all numbers of ties (rows) and of wins among the rest (columns)."""
    probability_of_ties = stats.binom.pmf(np.arange(n + 1), n, tie_rate)
    ties, plus = np.mgrid[: n + 1, : n + 1]
    return float(
        (rejects * probability_of_ties[:, None] * stats.binom.pmf(plus, n - ties, win_rate)).sum()
    )
