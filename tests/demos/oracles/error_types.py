"""The two errors of a test, by its law from SciPy; and the page's experiments, one by one."""

from itertools import islice

import numpy as np
from scipy.special import bdtr, bdtrc, nctdtr, ndtr, roots_jacobi, stdtrit

from labkit import matched_pair_t, two_sample_t
from labkit.significance.result import monte_carlo_interval
from labkit.significance.sign import pvalue_of_outcomes
from labkit.text import write_share
from tests.demos.chance import random_words

TESTS = "sign test", "matched-pair t", "two-sample t"

#: Digits of a rate; no effect is always seen, so that none is written as 1.
DIGITS = 10


def numbers(test="sign test", n=50, effect=0.3, correlation=0, alpha=0.05, experiments=0, seed=1):
    """How often a two-sided test of two systems' scores on n items errs, by its law and in experiments.

    The scores are normal with standard deviation 1 and correlate; A is better by `effect`, or the
    systems do not differ. Where the effect is 0, there is nothing to miss, and no power.
    """
    type_one, power = (
        min(1 - 10**-DIGITS, rejection(test, n, gain, correlation, alpha)) for gain in (0, effect)
    )
    exact = _rates(type_one, power, effect)
    if not experiments:
        return {"exact": exact, "type_one": None, "power": None, "type_two": None}
    _, counts = experiments_of(test, n, effect, correlation, alpha, experiments, seed)
    type_one, power = (count / experiments for count in counts)
    return {"exact": exact, **_rates(type_one, power, effect), "counts": counts}


def _rates(type_one, power, effect):
    if not effect:
        return {"type_one": type_one, "power": None, "type_two": None}
    return {"type_one": type_one, "power": power, "type_two": round(1 - power, DIGITS)}


def _degrees(test, n):
    return n - 1 if test == "matched-pair t" else 2 * n - 2


def critical_lines(test, n, alpha):
    """Return what the statistic is rejected below and above; -0.5 and n + 0.5 where it never is."""
    if test == "sign test":
        counts = np.arange(n + 1)
        pvalues = pvalue_of_outcomes(counts, n - counts, 0, "split", "two-sided")
        low = int(np.argmax(pvalues > alpha)) - 0.5  # in the middle p is 1
        return low, n - low
    edge = float(-stdtrit(_degrees(test, n), alpha / 2))
    return -edge, edge


def rejection(test, n, effect, correlation, alpha):
    """Return how probable it is that a test rejects."""
    low, high = critical_lines(test, n, alpha)
    spread = np.sqrt(2 - 2 * correlation)  # standard deviation of a difference
    if test == "sign test":
        wins = ndtr(effect / spread)
        return float(bdtr(low - 0.5, n, wins) + bdtrc(high - 0.5, n, wins)) if low >= 0 else 0.0
    shift = effect / spread * np.sqrt(n)
    factors, weights = np.ones(1), np.ones(1)
    if test == "two-sample t" and correlation:
        # Its t has the wrong denominator, by a factor with a beta law.
        nodes, weights = roots_jacobi(60, (n - 3) / 2, (n - 3) / 2)
        factors = np.sqrt((1 + correlation * nodes) / (1 - correlation))
    tails = [nctdtr(_degrees(test, n), side * shift, low * factors) for side in (-1, 1)]
    # Where the farther tail is too small for a float, SciPy gives no number.
    return float((tails[0] + np.nan_to_num(tails[1])) @ weights / weights.sum())


def normal_pairs(seed, experiments, n):
    """Draw standard normal numbers (2, experiments, n), as Box and Muller do."""
    words = np.array(list(islice(random_words(seed, experiments), 2 * n)), dtype=float).T
    radius = np.sqrt(-2 * np.log((words[:, ::2] + 0.5) / 2**32))
    angle = 2 * np.pi * (words[:, 1::2] / 2**32)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)])


def statistics(test, one, two):
    """A test's statistic of each experiment: scores (experiments, n) to a list."""
    if test == "sign test":
        return (one > two).sum(axis=1).tolist()
    compute = {"matched-pair t": matched_pair_t, "two-sample t": two_sample_t}[test]
    return [compute(a, b).standardized for a, b in zip(one, two, strict=True)]


def experiments_of(test, n, effect, correlation, alpha, experiments, seed):
    """The statistics of both halves, and how many of each the test rejects."""
    first, second = normal_pairs(seed, experiments, n)
    second = correlation * first + np.sqrt(1 - correlation**2) * second
    low, high = critical_lines(test, n, alpha)
    halves = [statistics(test, first + gain, second) for gain in (0.0, effect)]
    return halves, [sum(each < low or each > high for each in half) for half in halves]


def readout(found):
    names = {"Type I error": "type_one", "Power": "power", "Type II error, β": "type_two"}
    nothing = [] if found["effect"] else ["No difference: every rejection is a Type I error"]
    lines = [
        f"{name}: {write_share(found['exact'][rate], 1)}"
        for name, rate in names.items()
        if found["exact"][rate] is not None
    ]
    if not (experiments := found["experiments"]):
        return [*lines, *nothing, "No experiments so far"]
    false, power = found["counts"]
    limits = [monte_carlo_interval(each, experiments) for each in (false, power)]
    said = [f" ({100 * low:.1f} to {100 * high:.1f})" for low, high in limits]
    shares = [each / experiments for each in (false, power, experiments - power)]
    seen = zip(lines, shares, [*said, ""], strict=False)
    return [
        f"{line}; seen: {write_share(share, 1)}{limit}" for line, share, limit in seen
    ] + nothing
