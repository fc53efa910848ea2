"""Demonstration of the sign test: the tails of a binomial distribution."""

import numpy as np
from scipy import stats

from labkit import arguments
from labkit.demos.controls import choice, fraction, level, whole
from labkit.demos.frame import Controls, Demonstration, Numbers
from labkit.demos.words import p_equation
from labkit.plots import demonstrations

#: What counts as extreme: at most k events, or as few as k on either side.
ONE, TWO = "one tail", "two tails"


def binomial_tails_numbers(
    n: int = 20, k: int = 5, q: float = 0.5, tails: str = TWO, alpha: float = 0.05
) -> Numbers:
    """Say how extreme k negative events among n are, and when the test rejects.

    Parameters
    ----------
    n, k : int
        Number of events (documents that are no ties; at most a million), and of negative ones among them.
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

    See Also
    --------
    binomial_tails, labkit.sign_test : The widget, and the test itself.

    Examples
    --------
    >>> numbers = binomial_tails_numbers(n=20, k=5)
    >>> round(numbers["pvalue"], 4), numbers["low"], numbers["high"]
    (0.0414, 5, 15)
    """
    n = arguments.as_count(n, "n", least=1, most=1_000_000)
    k = arguments.as_count(k, "k", most=n)
    q, alpha = arguments.as_fraction(q, "q"), arguments.as_fraction(alpha, "alpha")
    arguments.as_option(tails, "tails", (ONE, TWO))
    events = np.arange(n + 1)
    lower, upper, pvalues = tails_of_all(n, q, tails)
    rejected = pvalues <= alpha
    left, right = rejected & (lower <= upper), rejected & (lower > upper)
    settings = {"n": n, "k": k, "q": q, "tails": tails, "alpha": alpha}
    return {
        **settings,
        "pvalue": float(pvalues[k]),
        "rejected": bool(rejected[k]),
        "low": int(events[left].max()) if left.any() else None,
        "high": int(events[right].min()) if right.any() else None,
        "size": float(stats.binom.pmf(events[rejected], n, q).sum()),
    }


def tails_of_all(n: int, q: float, tails: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give P(at most so many), P(at least so many) and p of 0, 1, ..., n negative events."""
    events = np.arange(n + 1)
    lower, upper = stats.binom.cdf(events, n, q), stats.binom.sf(events - 1, n, q)
    return lower, upper, np.minimum(1, 2 * np.minimum(lower, upper)) if tails == TWO else lower


def binomial_tails(**initial: object) -> Demonstration:
    """Show the tails of a binomial distribution, p, and the region where the test rejects.

    Source: MLRD lecture 4, "Binomial Distribution B(N, q)", "Two-Tailed vs. One-Tailed Tests".

    Parameters
    ----------
    **initial
        Settings to begin with: arguments of `binomial_tails_numbers`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    binomial_tails_numbers : What its readout says.

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
        "alpha": level("alpha", 0.05),
    }

    def limit(controls: Controls) -> None:
        controls["k"].max = controls["n"].value

    return Demonstration(
        "binomial_tails", controls, initial, binomial_tails_numbers, _picture, limit=limit
    )


def _picture(numbers: Numbers) -> str:
    n, k, q, tails = (numbers[name] for name in ("n", "k", "q", "tails"))
    sides = "left tail" if tails == ONE else "two tails"
    alt = (
        f"Bars: the binomial distribution of negative events among {n}, q = {q:g}. Filled, {sides}: "
        f"the outcomes at least as extreme as {k}; {p_equation(numbers['pvalue'])}. Shaded: the "
        f"outcomes rejected at alpha = {numbers['alpha']:g}."
    )
    pvalues = tails_of_all(n, q, tails)[2]
    shown = k, q, pvalues, numbers["low"], numbers["high"]
    return demonstrations.as_svg(
        lambda: demonstrations.binomial_tails(*shown),
        alt,
        over=lambda figure: demonstrations.tail_targets(figure, "k"),
    )
