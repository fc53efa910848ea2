"""The tails of a binomial distribution, by SciPy."""

import numpy as np
from scipy import stats

from tests.demos.words import p_equation


def numbers(n=20, k=5, tails="two tails", alpha=0.05):
    """How extreme k negative events among n are, and when the test rejects.

    Each is negative with probability 1/2 if the systems do not differ. Two tails are twice the
    smaller one, and at most 1. Rejected are at most `low` and at least `high` negative events.
    """
    events = np.arange(n + 1)
    lower, upper = stats.binom.cdf(events, n, 0.5), stats.binom.sf(events - 1, n, 0.5)
    pvalues = np.minimum(1, 2 * np.minimum(lower, upper)) if tails == "two tails" else lower
    rejected = pvalues <= alpha
    left, right = rejected & (lower <= upper), rejected & (lower > upper)
    return {
        "pvalue": float(pvalues[k]),
        "rejected": bool(rejected[k]),
        "low": int(events[left].max()) if left.any() else None,
        "high": int(events[right].min()) if right.any() else None,
        "size": float(stats.binom.pmf(events[rejected], n, 0.5).sum()),
    }


def readout(found):
    low, high, size = found["low"], found["high"], found["size"]
    sides = [] if low is None else [f"at most {low:,}"]
    sides += [] if high is None else [f"at least {high:,}"]
    region = f"{' or '.join(sides)} negative events" if sides else "no outcome at all"
    percent = f"{100 * size:.{2 if size < 0.995 else 3}g}\N{NO-BREAK SPACE}%"
    return [
        p_equation(found["pvalue"]),
        f"“No difference” is {'' if found['rejected'] else 'not '}rejected "
        f"at α = {found['alpha']:g}.",
        f"Rejected: {region}. If there is no difference, that happens in {percent} of all experiments.",
    ]
