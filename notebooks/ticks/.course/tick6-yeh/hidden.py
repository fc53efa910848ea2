"""Tick 6: the hidden cases. This file stays with the instructor."""

import math

import numpy as np

from labkit import randomization_test, response_correlation, sd_of_difference
from labkit.checks import Case, equals
from labkit.checks.draws import fair_coins
from labkit.checks.plain_data import Seeded
from labkit.metrics import precision

RNG = np.random.default_rng(66)
KINDS = [((1, 1), (1, 1)), ((1, 1), (0, 0)), ((0, 0), (1, 1))]


def correlation(both, only_1, only_2, neither):
    """The correlation that the lab finds in two columns of 0 and 1."""
    counts = both, only_1, only_2, neither
    return response_correlation(np.repeat([1, 1, 0, 0], counts), np.repeat([1, 0, 1, 0], counts))


def responses(correct, spurious):
    """Two systems as lists of pairs, from how many responses of each kind there are."""
    pairs = [kind for kind, count in zip(KINDS, correct, strict=True) for _ in range(count)]
    for ((_, a), (_, b)), count in zip(KINDS, spurious, strict=True):
        pairs += [((0, a), (0, b))] * count
    return tuple(list(system) for system in zip(*pairs, strict=True))


def exact(correct, spurious):
    """The exact two-sided p-value, from the lab's own test."""
    a, b = responses(correct, spurious)
    return randomization_test(a, b, precision, method="exact").pvalue


def shuffled(a, b, coins):
    """The sums after the exchange, with arrays."""
    a, b, heads = np.array(a), np.array(b), np.array(coins)[:, None] == 1
    after = np.where(heads, b, a), np.where(heads, a, b)
    return tuple(tuple(system.sum(axis=0).tolist()) for system in after)


def shuffle_of(correct, spurious):
    a, b = responses(correct, spurious)
    return a, b, RNG.integers(2, size=len(a)).tolist()


MANY = RNG.integers(-40, 41, size=5000) / 32
SIZE = (2, 4, 3), (1, 2, 2)  # fourteen responses, as in the notebook
GAINS = RNG.integers(-20, 21, size=400) / 16
SHUFFLES = [shuffle_of((4, 7, 5), (3, 6, 8)), shuffle_of((0, 2, 0), (1, 0, 3))]
SHUFFLES += [shuffle_of((0, 90, 60), (20, 70, 110))]
COUNTS = [((3, 1, 2), (0, 1, 2)), ((0, 4, 0), (1, 1, 3)), ((2, 0, 4), (2, 4, 0))]
COUNTS += [((0, 3, 2), (0, 1, 2)), ((0, 2, 3), (0, 3, 0))]
LARGE = [((19, 28, 6), (5, 43, 9)), ((0, 11, 20), (7, 16, 12)), ((2, 4, 4), (2, 1, 1))]

CASES = {
    "sd-difference": [
        Case(inputs, equals(sd_of_difference(*inputs)), "usual and extreme values")
        for inputs in ((1.0, 1.0, 0.8), (0.03, 0.05, 0.0), (12.5, 7.5, 0.35), (0.7, 0.2, -1.0))
    ],
    "correlation": [
        Case(counts, equals(correlation(*counts)), "usual and extreme counts")
        for counts in ((19, 28, 6, 50), (5, 0, 0, 5), (0, 3, 9, 0), (700, 40, 60, 200))
    ]
    # The product of the four sums is beyond numpy's whole numbers.
    + [
        Case(
            (70_000, 20_000, 30_000, 90_000),
            equals(57 / math.sqrt(90 * 120 * 100 * 110 / 10**4)),
            "very large counts",
        )
    ],
    "scores": [
        Case((47, 95, 103), equals((47 / 103, 47 / 95, 94 / 198)), "usual counts"),
        Case((9, 9, 9), equals((1.0, 1.0, 1.0)), "everything right"),
        Case((1, 40, 2), equals((0.5, 0.025, 2 / 42)), "few right"),
        Case((0, 17, 3), equals((0.0, 0.0, 0.0)), "none right"),
        # So few are right that what is added below the line, against a 0, shows.
        Case(
            (1, 5_000, 20_000),
            equals((1 / 20_000, 1 / 5_000, 2 / 25_000)),
            "few right among very many",
        ),
        Case((0, 0, 9), equals((0.0, 0.0, 0.0)), "nothing found"),
    ],
    "toss": [
        Case((n, Seeded(n + 66, calls)), fair_coins(n, calls), label)
        for n, calls, label in (
            (2, 500, "two coins, very often"),
            (999, 20, "an odd number of coins"),
            (4000, 10, "very many coins"),
        )
    ],
    "shuffled-sums": [
        Case(inputs, equals(shuffled(*inputs)), "shuffles of many responses") for inputs in SHUFFLES
    ],
    "sampled-p": [
        Case(
            (GAINS.tolist(), gain, alternative),
            equals((int((size >= bound).sum()) + 1) / 401),
            "many shuffles, both alternatives",
        )
        for gain in (0.75, -0.5, 1.5)
        for alternative, size, bound in (
            ("greater", GAINS, gain),
            ("two-sided", abs(GAINS), abs(gain)),
        )
    ]
    + [
        Case(
            ([0.7, -0.1, 0.2], 7 * 0.1, "two-sided"),
            equals(0.5, no_margin=0.25),
            "sizes that differ by rounding only",
        ),
        Case(
            ([0.5, -0.4999999, -0.46, 0.1], -0.5, "two-sided"),
            equals(0.4),
            "sizes that differ by very little",
        ),
        Case(
            ([0.125, 3e-9 - 0.125, -0.06, 0.1], -0.125, "two-sided"),
            equals(0.4, margin=0.6),
            "sizes that differ by very little",
        ),
        Case(
            ([8e-10 - 0.5, 0.1, 0.3], 0.5, "two-sided"),
            equals(0.5, margin=0.25),
            "sizes that differ by rounding only",
        ),
        Case(([], 0.25, "greater"), equals(1.0), "no shuffles"),
        Case(
            (MANY.tolist(), 0.75, "two-sided"),
            equals((int((abs(MANY) >= 0.75).sum()) + 1) / 5001),
            "very many shuffles",
            seconds=2,
        ),
    ],
    "exact-p": [
        Case(responses(*counts), equals(exact(*counts)), "few responses") for counts in COUNTS
    ]
    + [
        Case(
            responses(*SIZE), equals(exact(*SIZE)), "as many responses as there can be", seconds=10
        )
    ],
    "exact-from-counts": [
        Case(counts, equals(p, sign=1.0) if p != 1 else equals(p), "counts of each kind")
        for counts, p in ((counts, exact(*counts)) for counts in (*COUNTS, *LARGE))
    ],
}
