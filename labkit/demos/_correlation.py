"""Demonstration of correlated systems: what the independence assumption costs."""

import math

import numpy as np
from scipy import stats

from labkit import arguments
from labkit.demos.frame import TALL, Demonstration, draw, mark, show_p, whole
from labkit.plots import BLUE, ORANGE, VERMILION
from labkit.significance import (
    matched_pair_t,
    response_correlation,
    sd_of_difference,
    two_sample_t,
)


def correlation_numbers(n=103, found_1=47, found_2=35, both=30):
    """Compare the recall of two systems with and without a look at their overlap.

    In Yeh's example (section 3.3) the counts are 103, 47, 25 and 19.

    Parameters
    ----------
    n : int
        Items to find.
    found_1, found_2 : int
        How many of them each system finds; at least 1, and not all.
    both : int
        How many both find.

    Returns
    -------
    dict
        The settings, and: `difference` (of the recalls); `r12`
        (`response_correlation`); `s_d` and `s_d_independent` (standard
        deviation of the difference by Yeh's equation 2, with r12 and with 0);
        `ratio` (s_d / s_d_independent); `two_sample` and `matched`: for each t
        test a dict of `t`, `degrees` (of freedom) and `pvalue`, two-sided.

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    References
    ----------
    Yeh (2000), sections 2.1 and 3.1.

    Examples
    --------
    >>> numbers = correlation_numbers(n=103, found_1=47, found_2=25, both=19)
    >>> round(numbers["r12"], 3), round(numbers["ratio"], 3)
    (0.345, 0.812)
    >>> {test: round(numbers[test]["pvalue"], 5) for test in ("two_sample", "matched")}
    {'two_sample': 0.00121, 'matched': 0.0001}
    """
    n = arguments.as_count(n, "n", least=2)
    found_1, found_2 = (
        arguments.as_count(found, name, least=1)
        for name, found in (("found_1", found_1), ("found_2", found_2))
    )
    for name, found in (("found_1", found_1), ("found_2", found_2)):
        if found >= n:
            raise ValueError(f"{name}: expected fewer than all n = {n} items; got {found}")
    low, high = max(0, found_1 + found_2 - n), min(found_1, found_2)
    if not low <= arguments.as_count(both, "both") <= high:
        raise ValueError(f"both: expected {low} to {high} items; got {both}")
    kinds = [both, found_1 - both, found_2 - both, n - found_1 - found_2 + both]
    a, b = np.repeat([1, 1, 0, 0], kinds), np.repeat([1, 0, 1, 0], kinds)
    deviations = [scores.std(ddof=1) / math.sqrt(n) for scores in (a, b)]
    r12 = response_correlation(a, b)
    s_d, independent = (sd_of_difference(*deviations, r) for r in (r12, 0))
    numbers = {
        "n": n,
        "found_1": found_1,
        "found_2": found_2,
        "both": both,
        "difference": (found_1 - found_2) / n,
        "r12": r12,
        "s_d": s_d,
        "s_d_independent": independent,
        "ratio": s_d / independent,
    }
    for name, test, degrees in (
        ("two_sample", two_sample_t, 2 * n - 2),
        ("matched", matched_pair_t, n - 1),
    ):
        result = test(a, b)
        numbers[name] = {"t": result.standardized, "degrees": degrees, "pvalue": result.pvalue}
    return numbers


def correlation(**initial):
    """Show two systems' overlap, the spread of their difference, and what two t tests make of it.

    Parameters
    ----------
    **initial
        Settings to begin with: n, found_1, found_2, both, as in
        `correlation_numbers`.

    Returns
    -------
    Demonstration

    Raises
    ------
    ValueError
        If a setting is unknown or out of the range of its control.

    References
    ----------
    Yeh (2000), sections 2.1 and 3.1.

    Examples
    --------
    >>> correlation(both=25)
    Demonstration(n=103, found_1=47, found_2=35, both=25)
    """
    controls = {
        "n": whole("to find", 103, 10, 300),
        "found_1": whole("found by I", 47, 1, 102),
        "found_2": whole("found by II", 35, 1, 102),
        "both": whole("by both", 30, 0, 35),
    }

    def limit(controls):
        n, found_1, found_2, both = controls.values()
        found_1.max = found_2.max = n.value - 1
        low, high = (
            max(0, found_1.value + found_2.value - n.value),
            min(found_1.value, found_2.value),
        )
        # The lower end must never be above the upper one, not even in between.
        if low > both.max:
            both.max, both.min = high, low
        else:
            both.min, both.max = low, high

    return Demonstration(
        "correlation",
        controls,
        initial,
        numbers=correlation_numbers,
        say=_say,
        picture=_picture,
        caption=(
            "<p><b>What to notice.</b> Move “by both” alone: the difference stays, and so does the "
            "two-sample t test, which never looks at the overlap. But the more items both find, the "
            "less the difference varies, and the surer the matched test. Systems tested on the same "
            "items nearly always overlap. (Yeh’s two methods: 103, 47, 25, 19.) Source: Yeh (2000), "
            "sections 2.1 (equation 2) and 3.1.</p>"
        ),
        limit=limit,
    )


def _say(numbers):
    tests = "".join(
        f"<p>{name}: t = {numbers[test]['t']:.2f}<br><b>p = {show_p(numbers[test]['pvalue'])}</b></p>"
        for test, name in (("two_sample", "Two-sample t"), ("matched", "Matched t"))
    )
    return (
        f"<p>Difference {numbers['difference']:.3f}; r<sub>12</sub> = {numbers['r12']:.2f}</p>"
        f"<p>s<sub>d</sub> = {numbers['s_d']:.4f}, {numbers['ratio']:.3f} times that of independent "
        f"systems, {numbers['s_d_independent']:.4f}</p>{tests}"
    )


def _picture(numbers):
    difference = numbers["difference"]

    def panels(figure):
        items, ax = figure.subplots(2, height_ratios=(1, 2.4))
        _draw_overlap(items, numbers)
        reach = max(4 * numbers["s_d_independent"], 1.1 * abs(difference))
        x = np.linspace(-reach, reach, 401)
        for test, spread, colour, line, name in (
            ("two_sample", "s_d_independent", VERMILION, "--", "if they were independent"),
            ("matched", "s_d", BLUE, "-", "as they overlap"),
        ):
            if numbers[spread] > 0:
                density = stats.t.pdf(x / numbers[spread], numbers[test]["degrees"])
                ax.plot(x, density / numbers[spread], line, color=colour, label=name, linewidth=2.5)
                outside = abs(x) >= abs(difference)
                ax.fill_between(
                    x, density / numbers[spread], where=outside, color=colour, alpha=0.4
                )
        ax.set_ylim(0, 1.25 * ax.dataLim.y1)
        ax.set_xlim(-reach, reach)
        mark(ax, difference, f"observed: {difference:.3f}")
        ax.set_xlabel("difference of the recalls, if there were none")
        ax.set_ylabel("density")
        ax.legend(loc="lower center", bbox_to_anchor=(0.45, 0.98), ncols=2, frameon=False)

    alt = (
        f"Above, {numbers['n']} items: those found by I and by II overlap in {numbers['both']}. Below, "
        f"two bell curves around 0: for independent systems with standard deviation "
        f"{numbers['s_d_independent']:.4f}, for these {numbers['s_d']:.4f}; the observed difference is "
        f"{difference:.3f}."
    )
    return draw(panels, alt, size=TALL, bottom=0.13, hspace=0.62)


def _draw_overlap(ax, numbers):
    """The items as a strip for each system; what it found is filled."""
    n, found_1, both = numbers["n"], numbers["found_1"], numbers["both"]
    strips = ((1, 0, found_1, BLUE), (0, found_1 - both, numbers["found_2"], ORANGE))
    for row, start, found, colour in strips:
        ax.barh(row, n, height=0.7, color="#E8E8E8")
        ax.barh(row, found, left=start, height=0.7, color=colour)
    for edge in (found_1 - both, found_1):
        ax.plot([edge, edge], [-0.6, 1.6], color="black", linestyle=":", linewidth=2)
    ax.set_yticks([1, 0], ["I", "II"])
    ax.set_xlim(0, n)
    ax.set_ylim(-0.6, 1.6)
    ax.set_xlabel(f"items; both found {both} of them")
    ax.grid(visible=False)
