"""Brute force, in fractions: slow, and too simple to be wrong.

Nothing here comes from labkit. Metrics take a list of sums (Fractions) and give
a Fraction; tests go through every case.
"""

from fractions import Fraction
from itertools import combinations, product

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


def as_fractions(scores):
    return [Fraction(str(x)) for x in scores]


def sign_test_pvalue(a, b, alternative, policy="split"):
    gains = [x - y for x, y in zip(as_fractions(a), as_fractions(b), strict=True)]
    plus, minus = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    return sign_pvalue(plus, minus, len(gains) - plus - minus, policy, alternative)


def signed_rank_pvalue(a, b, alternative):
    """Share of all signs of the ranks of the differences, equal sizes sharing theirs."""
    gains = [x - y for x, y in zip(as_fractions(a), as_fractions(b), strict=True) if x != y]
    sizes = [abs(gain) for gain in gains]
    ranks = [Fraction(sum(s < x for s in sizes) * 2 + sizes.count(x) + 1, 2) for x in sizes]
    observed = sum(rank if gain > 0 else -rank for rank, gain in zip(ranks, gains, strict=True))
    extreme = [
        at_least_as_extreme(
            sum(s * r for s, r in zip(signs, ranks, strict=True)), observed, alternative
        )
        for signs in product([1, -1], repeat=len(ranks))
    ]
    return Fraction(sum(extreme), len(extreme))


def t_pvalue(a, b, alternative, paired=True):
    """Scipy's, where the scores have a spread; without one a gain is certain."""
    x, y = as_fractions(a), as_fractions(b)
    spread = [p - q for p, q in zip(x, y, strict=True)] if paired else [p - x[0] for p in x]
    spread += [] if paired else [q - y[0] for q in y]
    if len(set(spread)) > 1:
        test = stats.ttest_rel if paired else stats.ttest_ind
        return float(test(a, b, alternative=alternative).pvalue) if x != y else 1.0
    if x[0] == y[0]:
        return 1.0
    return float(alternative != "two-sided" and (alternative == "greater") != (x[0] > y[0]))


def unpaired_pvalue(a, b, alternative):
    """Share of all ways to deal out the scores that are at least as extreme."""
    scores = as_fractions([*a, *b])

    def gain_of(chosen):
        own = sum(scores[i] for i in chosen)
        return own / len(a) - (sum(scores) - own) / len(b)

    gains = [gain_of(chosen) for chosen in combinations(range(len(scores)), len(a))]
    extreme = [at_least_as_extreme(each, gains[0], alternative) for each in gains]
    return Fraction(sum(extreme), len(extreme))


def bootstrap_test_pvalue(a, b, alternative, metric=METRICS["mean"], variant="recentred"):
    """Both sides count resamples as far from the gain as 0 is; 1 where none counts without a gain."""
    observed = gain(rows(a), rows(b), metric)
    if alternative == "greater":
        p = bootstrap_pvalue(a, b, metric, variant)
        return 1 if p == 0 and observed <= 0 else p
    better, other = (a, b) if observed > 0 else (b, a)
    sides = (bootstrap_pvalue(better, other, metric, v) for v in ("recentred", "negative"))
    return sum(sides) or (0 if observed else 1)
