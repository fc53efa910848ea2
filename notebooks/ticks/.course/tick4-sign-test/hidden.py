"""Tick 4: the hidden cases. This file stays with the instructor."""

from fractions import Fraction
from math import comb, isclose

import numpy as np
from scipy import stats

from labkit import sign_test
from labkit.checks import Case, Hint, equals

RNG = np.random.default_rng(44)
CLASSES = np.array(["POS", "NEG", "NEUTRAL"])


def three_classes(n):
    """Two systems' predictions and the truth, where both can be wrong in different ways."""
    return tuple(RNG.choice(CLASSES, n).tolist() for _ in range(3))


def outcomes(predicted_a, predicted_b, labels):
    """Wins, losses and ties, counted with arrays."""
    a, b = np.array(predicted_a) == labels, np.array(predicted_b) == labels
    return int((a & ~b).sum()), int((b & ~a).sum()), int((a == b).sum())


def p(plus, minus, ties):
    """The p-value that the lab's own test gives."""
    return sign_test(plus, minus, ties).pvalue


def tiny(k, n):
    """A judge of a tail far below what `equals` tells from 0, counted outcome by outcome."""
    expected = float(Fraction(sum(comb(n, i) for i in range(k + 1)), 2**n))

    usual = equals(expected)

    def judge(value):
        hint = usual(value)
        if hint or isclose(value, expected, rel_tol=1e-9):
            return hint
        return Hint("other" if expected / 1e6 < value < 1e6 * expected else "tiny")

    return judge


def rejection(n, q, alpha):
    """How often the test rejects, from scipy's distribution."""
    events = np.arange(n + 1)
    rejected = [p(n - k, k, 0) <= alpha for k in events.tolist()]
    return float(stats.binom.pmf(events, n, q)[rejected].sum())


PREDICTIONS = [three_classes(n) for n in (7, 25, 60)]

CASES = {
    "tail-probability": [
        Case(
            (k, n), equals(float(stats.binom.cdf(k, n, 0.5))), "ends of the range, and many events"
        )
        for k, n in ((0, 6), (6, 6), (41, 100), (0, 1300), (777, 1300))
    ]
    # Thousands of events, as the question says: far below what `equals` tells from 0.
    + [Case((1_300, 5_000), tiny(1_300, 5_000), "thousands of events")],
    "count-wins": [
        Case(inputs, equals(outcomes(*inputs)), "three classes") for inputs in PREDICTIONS
    ],
    "split-ties": [
        Case((40, 31, 129), equals((96, 201), down=(95, 199), dropped=(31, 71)), "many ties"),
        Case((0, 0, 7), equals((4, 8), down=(3, 6)), "nothing but ties"),
        Case((12, 12, 0), equals((12, 24)), "no ties"),
        # As few ties as there can be.
        Case((5, 3, 1), equals((4, 10), down=(3, 8)), "a single tie"),
        Case((7, 4, 2), equals((5, 13)), "few ties, an even number"),
        Case((2, 9, 6), equals((5, 17)), "few ties, an even number"),
    ],
    "sign-test": [
        Case((10, 20, 170), equals(0.5246223557223149), "many ties"),
        Case((0, 0, 10), equals(1.0, above_one=1.24609375), "nothing but ties"),
        Case((611, 489, 900), equals(p(611, 489, 900)), "many reviews, A ahead"),
        Case((490, 610, 901), equals(p(490, 610, 901)), "many reviews, B ahead"),
        Case((1, 0, 0), equals(1.0), "a single win"),
        Case((8, 0, 0), equals(2 / 256), "wins only"),
        # As far apart as the two sides of visible cases, and of more reviews.
        Case((33, 29, 0), equals(p(33, 29, 0)), "a small difference"),
        Case((13, 18, 1), equals(p(13, 18, 1)), "a single tie"),
    ],
    "claim": [
        Case((175, 105, 220, 0.01), equals("A is better"), "a clear winner"),
        Case(
            (175, 105, 220, 0.001), equals("inconclusive", always="A is better"), "a strict level"
        ),
        Case((105, 175, 220, 0.05), equals("B is better", direction="A is better"), "B ahead"),
        Case((2, 12, 80, 0.05), equals("inconclusive"), "many ties"),
        Case((0, 0, 30, 0.05), equals("inconclusive"), "nothing but ties"),
        # More ties than wins and losses, and a winner still.
        Case(
            (60, 10, 80, 0.05),
            equals("A is better"),
            "more ties than wins and losses",
        ),
        Case(
            (6, 0, 0, 0.03125),
            equals("A is better", boundary="inconclusive"),
            "p equal to the level",
        ),
        # A small difference among many reviews; and a level above the usual one.
        Case(
            (1_060, 940, 0, 0.05),
            equals("A is better"),
            "a small difference in many reviews",
        ),
        Case((30, 17, 0, 0.1), equals("A is better"), "a high level"),
        # So few decide if the level is high enough.
        Case(
            (0, 4, 0, 0.125), equals("B is better", boundary="inconclusive"), "p equal to the level"
        ),
        # p is 0.0501.
        Case(
            (22, 10, 0, 0.05),
            equals("inconclusive", always="A is better"),
            "p just above the level",
        ),
        # p is 0.0078125.
        Case(
            (8, 0, 0, 0.0078),
            equals("inconclusive", always="A is better"),
            "p just above the level",
        ),
    ],
    "power": [
        Case((n, q, alpha), equals(rejection(n, q, alpha)), "usual sizes and levels")
        for n, q, alpha in ((20, 0.3, 0.05), (35, 0.75, 0.01), (6, 0.1, 0.05), (50, 0.5, 0.1))
    ]
    # So few events never reject; and 10 of 32 come to a p of 0.0501.
    + [
        Case((4, 0.3, 0.05), equals(0.0), "too few events to reject"),
        Case((32, 0.3, 0.05), equals(rejection(32, 0.3, 0.05)), "p near the level"),
    ],
    "best-of-many": [
        Case((20, 0.05), equals(1 - 0.95**20, sum=1.0), "many tests"),
        Case((1, 0.01), equals(0.01), "a single test"),
        Case((2, 0.3), equals(1 - 0.7**2), "two tests"),
        Case((400, 0.05), equals(1 - 0.95**400), "hundreds of tests"),
        Case((200, 0.01), equals(1 - 0.99**200), "hundreds of tests"),
    ],
}
