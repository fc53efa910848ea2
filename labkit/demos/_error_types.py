"""Demonstration of the two errors of a test: a difference seen that is not there, and one missed."""

import numpy as np
from scipy.special import bdtr, bdtrc, nctdtr, ndtr, roots_jacobi, stdtrit

from labkit import arguments
from labkit.demos.demonstration import Numbers, opener
from labkit.significance.sign import pvalue_of_outcomes
from labkit.text import write_share

TESTS = "sign test", "matched-pair t", "two-sample t"

#: Digits of a rate; no effect is always seen, so that none is written as 1.
_DIGITS = 10


def error_types_numbers(
    test: str = "sign test",
    n: int = 50,
    effect: float = 0.3,
    correlation: float = 0.0,
    alpha: float = 0.05,
) -> Numbers:
    """Tell how often a two-sided test of two systems' scores on n items errs, by its law.

    The scores are normal with standard deviation 1 and correlate; system 1 is better by `effect`,
    or the systems do not differ.
    """
    arguments.as_option(test, "test", TESTS)
    n = arguments.as_count(n, "n", least=2, most=200)
    effect = arguments.as_number(effect, "effect", 0, 1.5)
    correlation = arguments.as_number(correlation, "correlation", -0.9, 0.95)
    alpha = arguments.as_level(alpha)
    type_one, power = (
        min(1 - 10**-_DIGITS, rejection(test, n, gain, correlation, alpha)) for gain in (0, effect)
    )
    type_two = round(1 - power, _DIGITS)
    return {"exact": {"type_one": type_one, "power": power, "type_two": type_two}}


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
        # Its t has the wrong denominator, by a factor with a beta law (js/parts/tests_laws.js: sqrt(g)).
        nodes, weights = roots_jacobi(60, (n - 3) / 2, (n - 3) / 2)
        factors = np.sqrt((1 + correlation * nodes) / (1 - correlation))
    tails = [nctdtr(_degrees(test, n), side * shift, low * factors) for side in (-1, 1)]
    # Where the farther tail is too small for a float, SciPy gives no number.
    return float((tails[0] + np.nan_to_num(tails[1])) @ weights / weights.sum())


def _readout(found: Numbers) -> list[str]:
    names = {"Type I error": "type_one", "Power": "power", "Type II error, beta": "type_two"}
    lines = [f"{name}: {write_share(found['exact'][rate], 1)}" for name, rate in names.items()]
    return lines if found["experiments"] else [*lines, "No experiments so far"]


error_types = opener(
    error_types_numbers,
    _readout,
    """Show how often a test sees a difference, where there is none and where there is one.

    Source: MLRD lecture 4, "Specificity and Power of a Test".""",
    {"experiments": 0, "seed": 1},
)
