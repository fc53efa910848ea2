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
    """Tell how extreme k negative events among n are, and when the test rejects.

    Each is negative with probability q if the systems do not differ. Two tails are twice the
    smaller one, and at most 1. Rejected are at most `low` and at least `high` negative events.
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
        "pvalue": float(pvalues[k]),
        "rejected": bool(rejected[k]),
        "low": int(events[left].max()) if left.any() else None,
        "high": int(events[right].min()) if right.any() else None,
        "size": float(stats.binom.pmf(events[rejected], n, q).sum()),
    }


def _readout(found: Numbers) -> list[str]:
    low, high, size = found["low"], found["high"], found["size"]
    sides = [] if low is None else [f"at most {low:,}"]
    sides += [] if high is None else [f"at least {high:,}"]
    region = f"{' or '.join(sides)} negative events" if sides else "no outcome at all"
    percent = f"{100 * size:.{2 if size < 0.995 else 3}g}\N{NO-BREAK SPACE}%"
    return [
        p_equation(found["pvalue"]),
        f"\u201cNo difference\u201d is {'' if found['rejected'] else 'not '}rejected "
        f"at alpha = {found['alpha']:g}.",
        f"Rejected: {region}. If there is no difference, that happens in {percent} of all experiments.",
    ]


binomial_tails = opener(
    binomial_tails_numbers,
    _readout,
    """Show the tails of a binomial distribution, p, and the region where the test rejects.

    Source: MLRD lecture 4, "Binomial Distribution B(N, q)", "Two-Tailed vs. One-Tailed Tests".""",
)
