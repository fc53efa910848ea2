"""Demonstration of the two errors of a test: a difference seen that is not there, and one missed."""

from functools import lru_cache

import numpy as np
from scipy.special import stdtr

from labkit import arguments
from labkit.demos.controls import LEVELS, field, fraction, scale, whole
from labkit.demos.frame import Demonstration, Numbers
from labkit.plots import demonstrations
from labkit.significance.engine.cells import toss_by_toss
from labkit.significance.result import monte_carlo_interval
from labkit.significance.sign import pvalue_of_outcomes

TESTS = "sign test", "Wilcoxon", "matched-pair t", "two-sample t"
EXPERIMENTS = 1000
MOST_ITEMS = 200


def error_types_numbers(
    test: str = "sign test",
    n: int = 50,
    effect: float = 0.3,
    correlation: float = 0.0,
    alpha: float = 0.05,
    seed: int = 1,
) -> Numbers:
    """Count how often a test errs in 1,000 experiments where the truth is known.

    Two systems' scores on `n` items are normal with standard deviation 1. In one
    half of the experiments they do not differ; in the other, system 1 is better
    by `effect`. All settings share the same random numbers.

    Parameters
    ----------
    test : {"sign test", "Wilcoxon", "matched-pair t", "two-sample t"}
        All are two-sided.
    n : int
        Items, from 2 to 200.
    effect : float
        Difference of the mean scores, in standard deviations of a score.
    correlation : float
        Of the two systems' scores on an item, -0.99 to 0.99.
    alpha : float
        Significance level.
    seed : int
        The same seed simulates the same experiments.

    Returns
    -------
    dict
        The settings, and: `type_one` (share of the experiments without a
        difference in which the test saw one), `power` (share of those with the
        effect in which it saw it), `type_two` (the rest of these), `intervals`
        (95 %, of `type_one` and `power`); `without` and `with_effect`:
        for the two halves a dict of `gains` (observed differences) and
        `rejected`.

    See Also
    --------
    error_types, labkit.power.rejection_rate : The widget; the same for any test.

    Examples
    --------
    >>> numbers = error_types_numbers("sign test", n=50, effect=0.5)
    >>> numbers["type_one"], numbers["power"], round(numbers["type_two"], 3)
    (0.034, 0.446, 0.554)
    """
    arguments.as_option(test, "test", TESTS)
    n = arguments.as_count(n, "n", least=2, most=MOST_ITEMS)
    effect = arguments.as_number(effect, "effect", -10, 10)
    correlation = arguments.as_number(correlation, "correlation", -0.99, 0.99)
    alpha = arguments.as_fraction(alpha, "alpha")
    seed = arguments.as_count(seed, "seed")
    one, independent = (scores[:, :n] for scores in _normal_scores(seed))
    two = correlation * one + np.sqrt(1 - correlation**2) * independent
    numbers: Numbers = {"test": test, "n": n, "effect": effect, "correlation": correlation}
    numbers |= {"alpha": alpha, "seed": seed}
    for name, advantage in (("without", 0.0), ("with_effect", effect)):
        gains = one + advantage - two
        rejected = two_sided_pvalues(test, one + advantage, two, gains) <= alpha
        numbers[name] = {"gains": gains.mean(axis=1).tolist(), "rejected": rejected.tolist()}
    counts = [sum(numbers[name]["rejected"]) for name in ("without", "with_effect")]
    return {
        **numbers,
        "type_one": counts[0] / EXPERIMENTS,
        "power": counts[1] / EXPERIMENTS,
        "type_two": 1 - counts[1] / EXPERIMENTS,
        "intervals": [monte_carlo_interval(count, EXPERIMENTS) for count in counts],
    }


@lru_cache(maxsize=4)
def _normal_scores(seed: int) -> np.ndarray:
    """Draw standard normal numbers (2, experiments, items)."""
    return np.random.default_rng(seed).normal(size=(2, EXPERIMENTS, MOST_ITEMS))


def two_sided_pvalues(test: str, one: np.ndarray, two: np.ndarray, gains: np.ndarray) -> np.ndarray:
    """Compute two-sided p of many experiments at once: scores (experiments, n) to (experiments,)."""
    n = gains.shape[1]
    if test == "sign test":
        plus, minus = (gains > 0).sum(axis=1), (gains < 0).sum(axis=1)
        return pvalue_of_outcomes(plus, minus, n - plus - minus, "split", "two-sided")
    if test == "Wilcoxon":
        ranks = abs(gains).argsort(axis=1).argsort(axis=1) + 1  # normal scores have no ties
        return _rank_sum_pvalues(n)[(ranks * (gains > 0)).sum(axis=1)]
    if test == "matched-pair t":
        spread, degrees = gains.std(axis=1, ddof=1) / np.sqrt(n), n - 1
    else:
        pooled = (one.var(axis=1, ddof=1) + two.var(axis=1, ddof=1)) / 2
        spread, degrees = np.sqrt(pooled * 2 / n), 2 * n - 2
    return 2 * stdtr(degrees, -abs(gains.mean(axis=1)) / spread)


@lru_cache(maxsize=8)
def _rank_sum_pvalues(n: int) -> np.ndarray:
    """Compute two-sided p of each sum of the positive ranks among 1, ..., n."""
    lower = np.cumsum(toss_by_toss(np.arange(1, n + 1)))
    return np.minimum(1, 2 * np.minimum(lower, lower[::-1]))


def error_types(**initial: object) -> Demonstration:
    """Show how often a test sees a difference, where there is none and where there is one.

    Source: MLRD lecture 4, "Specificity and Power of a Test".

    Parameters
    ----------
    **initial
        Settings to begin with: arguments of `error_types_numbers`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    error_types_numbers : What its readout says.

    Examples
    --------
    >>> error_types(n=100, seed=3).settings["n"]
    100
    """
    controls = {
        "test": scale("test", TESTS, TESTS[0]),
        "n": whole("items n", 50, 2, MOST_ITEMS),
        "effect": fraction("effect", 0.3, 0, 1.5, 0.05),
        "correlation": fraction("correlation", 0, -0.9, 0.95, 0.05),
        "alpha": scale("alpha", LEVELS, 0.05),
        "seed": field("seed", 1, 0, 999),
    }
    return Demonstration("error_types", controls, initial, error_types_numbers, _picture)


def _picture(numbers: Numbers) -> str:
    type_one, power = (f"{100 * numbers[rate]:.1f} %" for rate in ("type_one", "power"))
    effect = f"effect {numbers['effect']:g}"
    titles = {
        "without": f"no difference: {type_one} Type I errors",
        "with_effect": f"{effect}: {power} found",
    }
    halves = {
        title: (np.array(numbers[half]["gains"]), np.array(numbers[half]["rejected"]))
        for half, title in titles.items()
    }
    alt = (
        f"Two histograms of observed differences, {EXPERIMENTS:,} experiments each. Without a "
        f"difference the {numbers['test']} rejects in {type_one}, with the {effect} in {power}."
    )
    return demonstrations.as_svg(lambda: demonstrations.error_types(halves), alt)
