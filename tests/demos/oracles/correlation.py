"""Two correlated systems, item by item, by labkit's own tests."""

import math

import numpy as np

from labkit.significance import matched_pair_t, response_correlation, sd_of_difference, two_sample_t
from tests.demos.words import p_equation, show_score

#: Floats below this have fewer digits; what is less is written as less than this.
LEAST = 1e-300


def numbers(n=103, found_1=47, found_2=35, both=30):
    """Compare the recall of two systems, of n to find, with and without a look at their overlap."""
    kinds = [both, found_1 - both, found_2 - both, n - found_1 - found_2 + both]
    a, b = np.repeat([1, 1, 0, 0], kinds), np.repeat([1, 0, 1, 0], kinds)
    sd_a, sd_b = (scores.std(ddof=1) / math.sqrt(n) for scores in (a, b))
    r12 = response_correlation(a, b)
    s_d, independent = (sd_of_difference(sd_a, sd_b, r) for r in (r12, 0))
    if found_1 == found_2 == both:  # the same items: no noise is to be taken for a difference
        r12, s_d = 1.0, 0.0
    found = {"difference": (found_1 - found_2) / n, "r12": r12, "s_d": s_d}
    found |= {"s_d_independent": independent, "ratio": s_d / independent}
    tests = ("two_sample", two_sample_t, 2 * n - 2), ("matched", matched_pair_t, n - 1)
    for name, test, degrees in tests:
        result = test(a, b)
        pvalue = result.pvalue if result.pvalue > LEAST else 0.0
        found[name] = {"t": result.standardized, "degrees": degrees, "pvalue": pvalue}
    return found


def readout(found):
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
