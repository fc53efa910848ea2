"""Demonstration of the two errors of a test: a difference seen that is not there, and one missed."""

from itertools import islice

import numpy as np
from scipy.special import bdtr, bdtrc, nctdtr, ndtr, roots_jacobi, stdtrit

from labkit import arguments
from labkit.demos.chance import random_words
from labkit.demos.demonstration import Numbers, opener
from labkit.significance.result import monte_carlo_interval
from labkit.significance.sign import pvalue_of_outcomes
from labkit.text import write_share

#: Each test, and what it computes.
STATISTICS = {"sign test": "items on which I is better", "matched-pair t": "t", "two-sample t": "t"}
TESTS = tuple(STATISTICS)

MOST = 2000  # experiments of each kind
_DIGITS = 10  # of a rate; no effect is always seen, so that none is written as 1


def error_types_numbers(
    test: str = "sign test",
    n: int = 50,
    effect: float = 0.3,
    correlation: float = 0.0,
    alpha: float = 0.05,
    experiments: int = 0,
    seed: int = 1,
) -> Numbers:
    """Tell how often a test errs: by the law of its statistic, and in experiments.

    Two systems' scores on `n` items are normal with standard deviation 1. In one half of the
    experiments they do not differ; in the other, system 1 is better by `effect`. All settings
    share the same random numbers.

    Parameters
    ----------
    test : {"sign test", "matched-pair t", "two-sample t"}
        All are two-sided.
    n : int
        Items, from 2 to 200.
    effect, correlation : float
        Difference of the mean scores, in standard deviations of a score (0 to 1.5), and
        correlation of the two systems' scores on an item (-0.9 to 0.95).
    alpha : float
        Significance level.
    experiments, seed : int
        Experiments in each half, from 0 to 2,000; the same seed simulates the same ones.

    Returns
    -------
    dict
        The settings, and: `statistic` (what it is) and `critical` (rejected is what is below the
        first or above the second; None where nothing is); `exact`, a dict of `type_one`, `power`,
        `type_two`: how probable it is that the test sees a difference where there is none, that
        it sees the effect, and that it misses it; `type_one`, `power`, `type_two` and `intervals`
        (95 %, of the first two): their shares of the experiments, None without any; and for both
        halves, `without` and `with_effect`, a dict of `statistics` and `rejected_count`.

    See Also
    --------
    error_types, labkit.power.rejection_rate : The demonstration; the same for any test.

    Examples
    --------
    >>> numbers = error_types_numbers("sign test", n=50, effect=0.5, experiments=1000)
    >>> {error: round(share, 3) for error, share in numbers["exact"].items()}
    {'type_one': 0.033, 'power': 0.436, 'type_two': 0.564}
    """
    arguments.as_option(test, "test", TESTS)
    n = arguments.as_count(n, "n", least=2, most=200)
    effect = arguments.as_number(effect, "effect", 0, 1.5)
    correlation = arguments.as_number(correlation, "correlation", -0.9, 0.95)
    alpha = arguments.as_level(alpha)
    experiments = arguments.as_count(experiments, "experiments", most=MOST)
    seed = arguments.as_count(seed, "seed", most=2**32 - 1)
    low, high = critical_lines(test, n, alpha)
    first, second = normal_pairs(seed, experiments, n)
    second = correlation * first + np.sqrt(1 - correlation**2) * second
    halves: dict[str, Numbers] = {}
    for half, advantage in (("without", 0.0), ("with_effect", effect)):
        found = _statistics(test, first + advantage, second)
        rejected = int(((found < low) | (found > high)).sum())
        halves[half] = {"statistics": found.tolist(), "rejected_count": rejected}
    counts = [half["rejected_count"] for half in halves.values()]
    seen: Numbers = dict.fromkeys(("type_one", "power", "type_two", "intervals"))
    if experiments:
        intervals = [monte_carlo_interval(count, experiments).tolist() for count in counts]
        seen = {**_rates(*(count / experiments for count in counts)), "intervals": intervals}
    expected = [rejection(test, n, gain, correlation, alpha) for gain in (0.0, effect)]
    return {
        **{"test": test, "n": n, "effect": effect, "correlation": correlation, "alpha": alpha},
        **{"experiments": experiments, "seed": seed, "statistic": STATISTICS[test]},
        "critical": (low, high) if low >= 0 or test != "sign test" else (None, None),
        "exact": _rates(*(min(1 - 10**-_DIGITS, rate) for rate in expected)),
        **halves,
        **seen,
    }


def _rates(type_one: float, power: float) -> Numbers:
    return {"type_one": type_one, "power": power, "type_two": round(1 - power, _DIGITS)}


def normal_pairs(seed: int, experiments: int, n: int) -> np.ndarray:
    """Draw standard normal numbers (2, experiments, n) from the page's words, as Box and Muller do."""
    words = np.array(list(islice(random_words(seed, experiments), 2 * n)), dtype=float).T
    radius = np.sqrt(-2 * np.log((words[:, ::2] + 0.5) / 2**32))
    angle = 2 * np.pi * (words[:, 1::2] / 2**32)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)])


def _statistics(test: str, one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """Compute the statistic of many experiments at once: scores (experiments, n) to (experiments,)."""
    gains, n = one - two, one.shape[1]
    if test == "sign test":
        return (gains > 0).sum(axis=1)
    if test == "matched-pair t":
        return gains.mean(axis=1) / (gains.std(axis=1, ddof=1) / np.sqrt(n))
    pooled = (one.var(axis=1, ddof=1) + two.var(axis=1, ddof=1)) / 2
    return gains.mean(axis=1) / np.sqrt(pooled * 2 / n)


def _degrees(test: str, n: int) -> int:
    return n - 1 if test == "matched-pair t" else 2 * n - 2


def critical_lines(test: str, n: int, alpha: float) -> tuple[float, float]:
    """Return what the statistic is rejected below and above; -0.5 and n + 0.5 where it never is."""
    if test == "sign test":
        counts = np.arange(n + 1)
        pvalues = pvalue_of_outcomes(counts, n - counts, 0, "split", "two-sided")
        low = int(np.argmax(pvalues > alpha)) - 0.5  # in the middle p is 1
        return low, n - low
    edge = float(-stdtrit(_degrees(test, n), alpha / 2))
    return -edge, edge


def rejection(test: str, n: int, effect: float, correlation: float, alpha: float) -> float:
    """Return how probable it is that a test rejects."""
    low, high = critical_lines(test, n, alpha)
    spread = np.sqrt(2 - 2 * correlation)  # standard deviation of a difference
    if test == "sign test":
        wins = ndtr(effect / spread)
        return float(bdtr(low - 0.5, n, wins) + bdtrc(high - 0.5, n, wins)) if low >= 0 else 0.0
    shift = effect / spread * np.sqrt(n)
    factors, weights = np.ones(1), np.ones(1)
    if test == "two-sample t" and correlation:
        # Its t has the wrong denominator, by a factor with a beta law (js/tests_laws.js: sqrt(g)).
        nodes, weights = roots_jacobi(60, (n - 3) / 2, (n - 3) / 2)
        factors = np.sqrt((1 + correlation * nodes) / (1 - correlation))
    tails = [nctdtr(_degrees(test, n), side * shift, low * factors) for side in (-1, 1)]
    # Where the farther tail is too small for a float, SciPy gives no number.
    return float((tails[0] + np.nan_to_num(tails[1])) @ weights / weights.sum())


def _readout(numbers: Numbers) -> str:
    experiments, exact = numbers["experiments"], numbers["exact"]
    false, power = (numbers[half]["rejected_count"] for half in ("without", "with_effect"))
    intervals = numbers["intervals"] or [(0, 0), (0, 0)]
    limits = [f" ({100 * low:.1f} to {100 * high:.1f})" for low, high in intervals]
    lines = []
    for name, rate, count, limit in (
        ("Type I error", exact["type_one"], false, limits[0]),
        ("Power", exact["power"], power, limits[1]),
        ("Type II error, beta", exact["type_two"], experiments - power, ""),
    ):
        share = write_share(count / max(1, experiments), 1)
        seen = f"; seen: {share}{limit}" if experiments else ""
        lines.append(f"{name}: {write_share(rate, 1)}{seen}")
    return "\n".join(lines if experiments else [*lines, "No experiments so far"])


error_types = opener(
    error_types_numbers,
    _readout,
    """Show how often a test sees a difference, where there is none and where there is one.

    Source: MLRD lecture 4, "Specificity and Power of a Test".""",
)
