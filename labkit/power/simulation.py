"""Type I error and power of any test, on systems that are made up."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from dataclasses import dataclass

import joblib
import numpy as np
import pandas as pd
from tqdm.auto import tqdm

from labkit import arguments
from labkit.significance import Result, count_outcomes, sign_test
from labkit.significance.result import monte_carlo_interval

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
    rejected = int(count_rejections(judge, n_simulations, n_jobs, generator, progress))
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


def count_rejections(judge, n_simulations, n_jobs, generator, progress):
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
