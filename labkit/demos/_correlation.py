"""Demonstration of correlated systems: what the independence assumption costs."""

import math

import numpy as np

from labkit import arguments
from labkit.demos.controls import whole
from labkit.demos.frame import Controls, Demonstration, Numbers
from labkit.demos.words import p_equation, show_score
from labkit.plots import demonstrations
from labkit.significance import matched_pair_t, response_correlation, sd_of_difference, two_sample_t


def correlation_numbers(
    n: int = 103, found_1: int = 47, found_2: int = 35, both: int = 30
) -> Numbers:
    """Compare the recall of two systems with and without a look at their overlap.

    In Yeh's example (section 3.3) the counts are 103, 47, 25 and 19.

    Parameters
    ----------
    n, found_1, found_2, both : int
        Items to find; how many of them each system finds, at least 1 and not
        all; and how many both find.

    Returns
    -------
    dict
        The settings, and: `difference` (of the recalls); `r12`
        (`response_correlation`); `s_d` and `s_d_independent` (standard
        deviation of the difference by Yeh's equation 2, with r12 and with 0);
        `ratio` (s_d / s_d_independent); `two_sample` and `matched`: for each t
        test a dict of `t`, `degrees` (of freedom) and `pvalue`, two-sided.

    See Also
    --------
    correlation, labkit.response_correlation : The widget, and Yeh's r12.

    Examples
    --------
    >>> numbers = correlation_numbers(n=103, found_1=47, found_2=25, both=19)
    >>> round(numbers["r12"], 3), round(numbers["ratio"], 3)
    (0.345, 0.812)
    >>> {test: round(numbers[test]["pvalue"], 5) for test in ("two_sample", "matched")}
    {'two_sample': 0.00121, 'matched': 0.0001}
    """
    n = arguments.as_count(n, "n", least=2, most=1_000_000)
    found_1 = arguments.as_count(found_1, "found_1", least=1, most=n - 1)
    found_2 = arguments.as_count(found_2, "found_2", least=1, most=n - 1)
    low, high = _overlap(n, found_1, found_2)
    both = arguments.as_count(both, "both", least=low, most=high)
    kinds = [both, found_1 - both, found_2 - both, n - found_1 - found_2 + both]
    a, b = np.repeat([1, 1, 0, 0], kinds), np.repeat([1, 0, 1, 0], kinds)
    sd_a, sd_b = (scores.std(ddof=1) / math.sqrt(n) for scores in (a, b))
    r12 = response_correlation(a, b)
    s_d, independent = (sd_of_difference(sd_a, sd_b, r) for r in (r12, 0))
    if found_1 == found_2 == both:  # the same items: no noise is to be taken for a difference
        r12, s_d = 1.0, 0.0
    settings = {"n": n, "found_1": found_1, "found_2": found_2, "both": both}
    numbers: Numbers = {
        **settings,
        "difference": (found_1 - found_2) / n,
        "r12": r12,
        "s_d": s_d,
        "s_d_independent": independent,
        "ratio": s_d / independent,
    }
    tests = ("two_sample", two_sample_t, 2 * n - 2), ("matched", matched_pair_t, n - 1)
    for name, test, degrees in tests:
        result = test(a, b)
        numbers[name] = {"t": result.standardized, "degrees": degrees, "pvalue": result.pvalue}
    return numbers


def _overlap(n: int, found_1: int, found_2: int) -> tuple[int, int]:
    """Say how many of n items both systems find at least, and at most."""
    return max(0, found_1 + found_2 - n), min(found_1, found_2)


def correlation(**initial: object) -> Demonstration:
    """Show two systems' overlap, the spread of their difference, and what two t tests make of it.

    Source: Yeh (2000), sections 2.1 and 3.1.

    Parameters
    ----------
    **initial
        Settings to begin with: arguments of `correlation_numbers`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    correlation_numbers : What its readout says.

    Examples
    --------
    >>> correlation(both=25)
    Demonstration(n=103, found_1=47, found_2=35, both=25)
    """
    controls = {
        "n": whole("to find", 103, 10, 300, unit="items"),
        "found_1": whole("found by I", 47, 1, 102, unit="items"),
        "found_2": whole("found by II", 35, 1, 102, unit="items"),
        "both": whole("by both", 30, 0, 35, unit="items"),
    }

    def limit(controls: Controls) -> None:
        n, found_1, found_2, both = controls.values()
        found_1.max = found_2.max = n.value - 1
        low, high = _overlap(n.value, found_1.value, found_2.value)
        # The lower end must never be above the upper one, not even in between.
        if low > both.max:
            both.max, both.min = high, low
        else:
            both.min, both.max = low, high

    return Demonstration(
        "correlation", controls, initial, correlation_numbers, _picture, limit=limit
    )


def _picture(numbers: Numbers) -> str:
    alt = (
        f"Above, {numbers['n']} items: those found by I and by II overlap in {numbers['both']}. Below, "
        f"two bell curves around 0: for independent systems, dashed, with standard deviation "
        f"{numbers['s_d_independent']:.4f}, for these, solid, {numbers['s_d']:.4f}; the observed "
        f"difference is {show_score(numbers['difference'])}, "
        f"{p_equation(numbers['two_sample']['pvalue'])} as if independent and "
        f"{p_equation(numbers['matched']['pvalue'])} as they overlap."
    )
    return demonstrations.as_svg(
        lambda: demonstrations.correlation(
            *(numbers[name] for name in ("n", "found_1", "found_2", "both")),
            independent=(numbers["s_d_independent"], numbers["two_sample"]["degrees"]),
            overlapping=(numbers["s_d"], numbers["matched"]["degrees"]),
            observed=show_score(numbers["difference"]),
        ),
        alt,
    )
