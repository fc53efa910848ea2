"""Brute force, in fractions: slow, and too simple to be wrong.

Nothing here comes from labkit. Metrics take a list of sums (Fractions) and give
a Fraction; tests go through every case.
"""

from fractions import Fraction
from itertools import product

from scipy import stats


def ratio(part, whole):
    return Fraction(part) / whole if whole else Fraction(0)


METRICS = {
    "mean": lambda s: ratio(s[0], s[1]),
    "accuracy": lambda s: ratio(s[0], s[1]),
    "precision": lambda s: ratio(s[0], s[1]),
    "recall": lambda s: ratio(s[0], 7),
    "f_score": lambda s: ratio(2 * s[0], s[1] + 7),
    "f1": lambda s: ratio(2 * s[0], s[1] + s[2]),
    "aer": lambda s: 1 - ratio(s[0] + s[1], s[2] + s[3]),
}


def rows(matrix):
    """Statistics as rows of Fractions; scores (n,) as rows (score, 1). Floats mean the decimal they print as."""
    return [
        [Fraction(str(x)) for x in row]
        if hasattr(row, "__len__")
        else [Fraction(str(row)), Fraction(1)]
        for row in matrix
    ]


def column_sums(matrix):
    return [sum(column) for column in zip(*matrix, strict=True)]


def gain(a, b, metric):
    return metric(column_sums(a)) - metric(column_sums(b))


def clusters(a, b, groups):
    """Rows summed within groups."""
    labels = sorted(set(groups), key=str)

    def summed(matrix):
        return [
            column_sums([row for row, g in zip(matrix, groups, strict=True) if g == label])
            for label in labels
        ]

    return summed(a), summed(b)


def at_least_as_extreme(value, observed, alternative):
    if alternative == "two-sided":
        return abs(value) >= abs(observed)
    return value >= observed if alternative == "greater" else value <= observed


def randomization_pvalue(a, b, metric, alternative, groups=None):
    """Share of all 2^n swaps that are at least as extreme."""
    a, b = rows(a), rows(b)
    if groups is not None:
        a, b = clusters(a, b, groups)
    observed = gain(a, b, metric)
    extreme = 0
    for swaps in product([False, True], repeat=len(a)):
        x = [rb if swap else ra for ra, rb, swap in zip(a, b, swaps, strict=True)]
        y = [ra if swap else rb for ra, rb, swap in zip(a, b, swaps, strict=True)]
        extreme += at_least_as_extreme(gain(x, y, metric), observed, alternative)
    return Fraction(extreme, 2 ** len(a))


def binomial_tail(k, n):
    """P(X >= k), X ~ Bin(n, 1/2)."""
    from math import comb

    return Fraction(sum(comb(n, i) for i in range(max(k, 0), n + 1)), 2**n)


def sign_pvalue(plus, minus, ties, policy, alternative):
    """The course's rule, clipped at 1."""
    half = (ties + 1) // 2 if policy == "split" else 0
    n = 2 * half + plus + minus
    if alternative == "two-sided":
        return min(Fraction(1), 2 * binomial_tail(max(plus, minus) + half, n))
    return binomial_tail((plus if alternative == "greater" else minus) + half, n)


def bootstrap_pvalue(a, b, metric, variant="recentred", groups=None):
    """Share of all n^n resamples in which a gains more than twice the gain, or (variant "negative") loses."""
    a, b = rows(a), rows(b)
    if groups is not None:
        a, b = clusters(a, b, groups)
    observed = gain(a, b, metric)
    extreme = 0
    for draw in product(range(len(a)), repeat=len(a)):
        resampled = gain([a[i] for i in draw], [b[i] for i in draw], metric)
        extreme += resampled > 2 * observed if variant == "recentred" else resampled < 0
    return Fraction(extreme, len(a) ** len(a))


def expected_rejections(alpha, trials):
    """Fewest and most of `trials` tests that reject at a true rate of `alpha`, but for 1 run in 1,000."""
    low, high = stats.binom.ppf([0.0005, 0.9995], trials, alpha)
    return range(int(low), int(high) + 1)
