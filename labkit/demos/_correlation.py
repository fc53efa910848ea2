"""Demonstration of correlated systems: what the independence assumption costs."""

import math

import numpy as np

from labkit import arguments
from labkit.demos.demonstration import Numbers, opener
from labkit.demos.words import p_equation, show_score
from labkit.significance import matched_pair_t, response_correlation, sd_of_difference, two_sample_t

#: Floats below this have fewer digits; what is less is written as less than this.
LEAST = 1e-300


def correlation_numbers(
    n: int = 103, found_1: int = 47, found_2: int = 35, both: int = 30
) -> Numbers:
    """Compare the recall of two systems, of n to find, with and without a look at their overlap."""
    n = arguments.as_count(n, "n", least=2, most=300)
    found_1 = arguments.as_count(found_1, "found_1", least=1, most=n - 1)
    found_2 = arguments.as_count(found_2, "found_2", least=1, most=n - 1)
    low, high = max(0, found_1 + found_2 - n), min(found_1, found_2)
    both = arguments.as_count(both, "both", least=low, most=high)
    kinds = [both, found_1 - both, found_2 - both, n - found_1 - found_2 + both]
    a, b = np.repeat([1, 1, 0, 0], kinds), np.repeat([1, 0, 1, 0], kinds)
    sd_a, sd_b = (scores.std(ddof=1) / math.sqrt(n) for scores in (a, b))
    r12 = response_correlation(a, b)
    s_d, independent = (sd_of_difference(sd_a, sd_b, r) for r in (r12, 0))
    if found_1 == found_2 == both:  # the same items: no noise is to be taken for a difference
        r12, s_d = 1.0, 0.0
    numbers: Numbers = {"difference": (found_1 - found_2) / n, "r12": r12, "s_d": s_d}
    numbers |= {"s_d_independent": independent, "ratio": s_d / independent}
    tests = ("two_sample", two_sample_t, 2 * n - 2), ("matched", matched_pair_t, n - 1)
    for name, test, degrees in tests:
        result = test(a, b)
        pvalue = result.pvalue if result.pvalue > LEAST else 0.0
        numbers[name] = {"t": result.standardized, "degrees": degrees, "pvalue": pvalue}
    return numbers


def _readout(found: Numbers) -> list[str]:
    tests = ("Two-sample", found["two_sample"]), ("Matched", found["matched"])
    return [
        f"Difference {show_score(found['difference'])}; correlation r₁₂ = {show_score(found['r12'])}",
        f"Standard deviation of the difference: {show_score(found['s_d'], 4)}, "
        f"{show_score(found['ratio'], 3)} times that of independent systems, "
        f"{show_score(found['s_d_independent'], 4)}",
        *(
            f"{name} t test: {p_equation(test['pvalue'])}; t = {show_score(test['t'])}"
            for name, test in tests
        ),
    ]


correlation = opener(
    correlation_numbers,
    _readout,
    """Show two systems' overlap, the spread of their difference, and what two t tests make of it.

    Source: Yeh (2000), sections 2.1 and 3.1.""",
)
