"""Demonstration of the sign test: the tails of a binomial distribution."""

import math

import numpy as np
from matplotlib.patches import Patch
from scipy import stats

from labkit import arguments
from labkit.demos.frame import (
    LEVELS,
    Demonstration,
    bars,
    choice,
    draw,
    fraction,
    mark,
    scale,
    show_p,
    whole,
)
from labkit.plots import ORANGE, VERMILION

ONE, TWO = "one tail", "two tails"


def binomial_tails_numbers(n=20, k=5, q=0.5, tails=TWO, alpha=0.05):
    """How extreme are k negative events among n?

    Parameters
    ----------
    n : int
        Number of events (documents that are no ties).
    k : int
        How many of them are negative, from 0 to n.
    q : float
        Probability of a negative event if the systems do not differ.
    tails : {"one tail", "two tails"}
        One tail: at most k negative events. Two tails: twice the smaller tail
        on either side of k, and 1 where that exceeds 1; at q = 1/2 this is
        ``sign_test(n - k, k)``.
    alpha : float
        Significance level.

    Returns
    -------
    dict
        The settings, and: `pvalue`; `rejected` (whether p <= alpha); `low` and
        `high` (the test rejects at most `low` and at least `high` negative
        events; None if no number is extreme enough); `size` (how probable
        rejection is under q).

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    Examples
    --------
    >>> numbers = binomial_tails_numbers(n=20, k=5)
    >>> round(numbers["pvalue"], 4), numbers["low"], numbers["high"]
    (0.0414, 5, 15)
    """
    n, k = arguments.as_count(n, "n", least=1), arguments.as_count(k, "k")
    if k > n:
        raise ValueError(f"k: expected a number of events from 0 to n = {n}; got {k}")
    q, alpha = arguments.as_fraction(q, "q"), arguments.as_fraction(alpha, "alpha")
    arguments.as_option(tails, "tails", (ONE, TWO))
    events = np.arange(n + 1)
    lower, upper, pvalues = _tails_of_all(n, q, tails)
    rejected = pvalues <= alpha
    left, right = rejected & (lower <= upper), rejected & (lower > upper)
    return {
        "n": n,
        "k": k,
        "q": q,
        "tails": tails,
        "alpha": alpha,
        "pvalue": float(pvalues[k]),
        "rejected": bool(rejected[k]),
        "low": int(events[left].max()) if left.any() else None,
        "high": int(events[right].min()) if right.any() else None,
        "size": float(stats.binom.pmf(events[rejected], n, q).sum()),
    }


def _tails_of_all(n, q, tails):
    """For 0, 1, ..., n negative events: P(at most so many), P(at least so many), and p."""
    events = np.arange(n + 1)
    lower, upper = stats.binom.cdf(events, n, q), stats.binom.sf(events - 1, n, q)
    return lower, upper, np.minimum(1, 2 * np.minimum(lower, upper)) if tails == TWO else lower


def binomial_tails(**initial):
    """Show the tails of a binomial distribution, p, and the region where the test rejects.

    Parameters
    ----------
    **initial
        Settings to begin with: n, k, q, tails, alpha, as in `binomial_tails_numbers`.

    Returns
    -------
    Demonstration

    Raises
    ------
    ValueError
        If a setting is unknown or out of the range of its control.

    References
    ----------
    MLRD lecture 4, "Binomial Distribution B(N, q)" and "Two-Tailed vs.
    One-Tailed Tests".

    Examples
    --------
    >>> binomial_tails(n=2000, k=753)
    Demonstration(n=2000, k=753, q=0.5, tails='two tails', alpha=0.05)
    """
    controls = {
        "n": whole("n events", 20, 1, 2000),
        "k": whole("k negative", 5, 0, 20),
        "q": fraction("q", 0.5, 0.01, 0.99),
        "tails": choice("test", [TWO, ONE]),
        "alpha": scale("alpha", LEVELS, 0.05),
    }

    def limit(controls):
        controls["k"].max = controls["n"].value

    return Demonstration(
        "binomial_tails",
        controls,
        initial,
        numbers=binomial_tails_numbers,
        say=_say_tails,
        picture=_picture_of_tails,
        caption=(
            "<p><b>What to notice.</b> p is the filled area: everything at least as extreme as what "
            "was observed. The shaded region depends on alpha alone and is fixed before anyone "
            "looks at k. With two tails each side gets half of alpha, so that the same k is harder "
            "to call significant. Source: MLRD lecture 4, “Binomial Distribution”, “Two-Tailed vs. "
            "One-Tailed Tests”.</p>"
        ),
        limit=limit,
    )


def _say_tails(numbers):
    verdict = "rejected" if numbers["rejected"] else "not rejected"
    edges = [f"at most {numbers['low']}"] * (numbers["low"] is not None)
    edges += [f"at least {numbers['high']}"] * (numbers["high"] is not None)
    region = " or ".join(edges) + " negative events" if edges else "no outcome at all"
    return (
        f"<p><b>p = {show_p(numbers['pvalue'])}</b></p>"
        f"<p>“No difference” is {verdict} at alpha = {numbers['alpha']:g}.</p>"
        f"<p>Rejected: {region}. If there is no difference, that happens in "
        f"{100 * numbers['size']:.2g}&nbsp;% of all experiments.</p>"
    )


def _picture_of_tails(numbers):
    n, k, q, tails = (numbers[name] for name in ("n", "k", "q", "tails"))

    def panels(figure):
        ax = figure.subplots()
        first, last = draw_tails(ax, n, k, q, tails)
        for start, end in (first, numbers["low"]), (numbers["high"], last):
            if start is not None and end is not None:
                ax.axvspan(start - 0.5, end + 0.5, color=ORANGE, alpha=0.25, zorder=0)
        ax.set_xlabel(f"negative events among {n:,}")
        ax.set_ylabel("probability")
        ax.legend(
            handles=_LEGEND,
            loc="upper center",
            ncols=2,
            bbox_to_anchor=(0.5, 1.14),
            frameon=False,
        )

    sides = "left tail" if tails == ONE else "two tails"
    alt = (
        f"Bars: the binomial distribution of negative events among {n}, q = {q:g}. Filled, {sides}: "
        f"the outcomes at least as extreme as {k}; p = {show_p(numbers['pvalue'])}. Shaded: the "
        f"outcomes rejected at alpha = {numbers['alpha']:g}."
    )
    return draw(panels, alt, top=0.89)


def draw_tails(ax, n, k, q, tails):
    """Draw the probabilities around the middle and k, the outcomes as extreme as k filled.

    Gives the first and the last outcome drawn.
    """
    middle, spread = n * q, 5 * math.sqrt(n * q * (1 - q)) + 1
    first = max(0, min(k, math.floor(middle - spread)))
    last = min(n, max(k, math.ceil(middle + spread)))
    events = np.arange(first, last + 1)
    pvalues = _tails_of_all(n, q, tails)[2]
    extreme = pvalues[events] <= pvalues[k] * (1 + 1e-9)
    ax.margins(x=0.02, y=0.22)
    bars(ax, events, stats.binom.pmf(events, n, q), extreme)
    mark(ax, k, f"observed: {k}")
    ax.xaxis.get_major_locator().set_params(integer=True)
    return first, last


_LEGEND = [
    Patch(
        facecolor=VERMILION, edgecolor="white", hatch="//", label="at least as extreme as observed"
    ),
    Patch(facecolor=ORANGE, alpha=0.25, label="rejected at alpha"),
]
