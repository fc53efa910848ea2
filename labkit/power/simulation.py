"""Type I error and power of any test, on systems that are made up."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import joblib
import numpy as np
from numpy.typing import ArrayLike
from tqdm.auto import tqdm

from labkit import arguments
from labkit.arguments import Rng
from labkit.significance import Result, count_outcomes, sign_test
from labkit.significance.result import monte_carlo_interval

#: A test takes the scores of two systems; a judge tells whether a test rejects in one simulated
#: comparison, or which of several do (0 and 1).
Test: TypeAlias = Callable[[np.ndarray, np.ndarray], Result]
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
        95 % interval of the rate that endless simulation would give.
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


def sign_test_of_scores(
    a: ArrayLike, b: ArrayLike, *, ties_policy: str = "split", alternative: str = "two-sided"
) -> Result:
    """Apply `sign_test` to the outcomes of two lists of scores: a test that can be simulated.

    Parameters
    ----------
    a, b : array of shape (n,)
        Scores of two systems.
    ties_policy, alternative : str, default "split" and "two-sided"
        As for `sign_test`.

    Returns
    -------
    Result
        The outcome of the sign test.

    See Also
    --------
    labkit.sign_test : The test of wins, losses and ties.

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
    rng: Rng = None,
    progress: bool | None = None,
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
    n_simulations, n_jobs : int, default 1000 and 1
        Pairs of systems to make up, and processes (joblib), which do not change the answer.
    rng : int or numpy.random.Generator, optional
        Seed of the simulation.
    progress : bool, optional
        False for no progress bar; by default one appears after a second.

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

    judge = functools.partial(_judge, test, n, settings, alpha)
    rejected = int(count_rejections(judge, n_simulations, n_jobs, generator, progress))
    low, high = monte_carlo_interval(rejected, n_simulations).tolist()
    return RejectionRate(n, rejected / n_simulations, (low, high), n_simulations, seed)


def count_rejections(
    judge: Rejects, n_simulations: int, n_jobs: int, rng: np.random.Generator, progress: bool | None
) -> Any:
    """Return the sum of `judge(stream)` over all simulations, the same for any `n_jobs`."""
    sizes = [min(BATCH, n_simulations - start) for start in range(0, n_simulations, BATCH)]
    batches = (
        joblib.delayed(_count_batch)(judge, size, stream)
        for size, stream in zip(sizes, rng.spawn(len(sizes)), strict=True)
    )
    done = joblib.Parallel(n_jobs=n_jobs, return_as="generator")(batches)
    shown = {"desc": "simulating", "unit": "batch", "delay": 1, "leave": False}
    return sum(tqdm(done, total=len(sizes), disable=progress is False, **shown))


def _count_batch(judge: Rejects, size: int, stream: np.random.Generator) -> Any:
    return sum(judge(stream) for _ in range(size))


def _judge(
    test: Test, n: int, settings: dict[str, float], alpha: float, stream: np.random.Generator
) -> bool:
    """Tell whether a test rejects on one simulated pair of systems."""
    return test(*simulate_scores(n, **settings, rng=stream)).pvalue <= alpha
