"""Demonstration of the sign test: the tails of a binomial distribution."""

import numpy as np
from scipy import stats

from labkit import arguments
from labkit.demos.demonstration import Numbers, opener
from labkit.demos.words import p_equation

#: What counts as extreme: at most k events, or as few as k on either side.
ONE, TWO = "one tail", "two tails"


def binomial_tails_numbers(
    n: int = 20, k: int = 5, q: float = 0.5, tails: str = TWO, alpha: float = 0.05
) -> Numbers:
    """Compute how extreme k negative events among n are, and when the test rejects.

    Parameters
    ----------
    n, k : int
        Number of events (documents that are no ties; at most 2,000), and of negative ones among them.
    q : float
        Probability of a negative event if the systems do not differ.
    tails : {"one tail", "two tails"}
        One tail: at most k negative events. Two tails: twice the smaller tail on either side of k,
        and at most 1; at q = 1/2 this is ``sign_test(n - k, k)``.
    alpha : float
        Significance level.

    Returns
    -------
    dict
        The settings, and: `pvalue`; `rejected` (whether p <= alpha); `low` and `high` (the test
        rejects at most `low` and at least `high` negative events; None if no number is extreme
        enough); `size` (how probable rejection is under q).

    See Also
    --------
    binomial_tails, labkit.sign_test : The widget, and the test itself.

    Examples
    --------
    >>> numbers = binomial_tails_numbers(n=20, k=5)
    >>> round(numbers["pvalue"], 4), numbers["low"], numbers["high"]
    (0.0414, 5, 15)
    """
    n = arguments.as_count(n, "n", least=1, most=2000)
    k = arguments.as_count(k, "k", most=n)
    q, alpha = arguments.as_number(q, "q", 0.01, 0.99), arguments.as_level(alpha)
    arguments.as_option(tails, "tails", (ONE, TWO))
    events = np.arange(n + 1)
    lower, upper = stats.binom.cdf(events, n, q), stats.binom.sf(events - 1, n, q)
    pvalues = np.minimum(1, 2 * np.minimum(lower, upper)) if tails == TWO else lower
    rejected = pvalues <= alpha
    left, right = rejected & (lower <= upper), rejected & (lower > upper)
    return {
        **{"n": n, "k": k, "q": q, "tails": tails, "alpha": alpha},
        "pvalue": float(pvalues[k]),
        "rejected": bool(rejected[k]),
        "low": int(events[left].max()) if left.any() else None,
        "high": int(events[right].min()) if right.any() else None,
        "size": float(stats.binom.pmf(events[rejected], n, q).sum()),
    }


def _readout(numbers: Numbers) -> str:
    low, high, size = numbers["low"], numbers["high"], numbers["size"]
    sides = [] if low is None else [f"at most {low:,}"]
    sides += [] if high is None else [f"at least {high:,}"]
    region = f"{' or '.join(sides)} negative events" if sides else "no outcome at all"
    percent = f"{100 * size:.{2 if size < 0.995 else 3}g}\N{NO-BREAK SPACE}%"
    lines = [
        p_equation(numbers["pvalue"]),
        f"\u201cNo difference\u201d is {'' if numbers['rejected'] else 'not '}rejected "
        f"at alpha = {numbers['alpha']:g}.",
        f"Rejected: {region}. If there is no difference, that happens in {percent} of all experiments.",
    ]
    return "\n".join(lines)


binomial_tails = opener(
    binomial_tails_numbers,
    _readout,
    """Show the tails of a binomial distribution, p, and the region where the test rejects.

    Source: MLRD lecture 4, "Binomial Distribution B(N, q)", "Two-Tailed vs. One-Tailed Tests".""",
)
