"""Tick 8: the hidden cases. This file stays with the instructor."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pandas as pd

from labkit import adjust_pvalues, randomization_test, significance_threshold
from labkit.checks import Case, Hint, equals
from labkit.checks.draws import resampled
from labkit.checks.plain_data import Seeded
from labkit.metrics import f1

RNG = np.random.default_rng(88)


def right_or_wrong(n, accuracy):
    """Scores of a made-up system, 0 or 1."""
    return (RNG.random(n) < accuracy).astype(int).tolist()


def resamples(n, b):
    """Item numbers of b new test sets."""
    return RNG.integers(n, size=(b, n)).tolist()


def moved(a, b, draws):
    """The drawn gains without the observed one, from how often each item was drawn."""
    times = np.array([np.bincount(draw, minlength=len(a)) for draw in draws])
    return ((times - 1) @ np.subtract(a, b)).tolist()


def share_above(a, b, draws):
    """The share that figure 1 counts."""
    return float(np.mean(np.array(moved(a, b, draws)) > sum(a) - sum(b)))


def classes(n, share):
    return np.where(RNG.random(n) < share, "POS", "NEG").tolist()


def statistics(predicted, gold):
    """The triples, by comparing arrays."""
    guessed, true = np.array(predicted) == "POS", np.array(gold) == "POS"
    return list(map(tuple, np.stack([guessed & true, guessed, true], axis=1).astype(int).tolist()))


def gain_in_f1(a, b, draw):
    """The lab's own metric, of the sums over a draw."""
    first, second = (f1(np.array(counts)[draw].sum(axis=0)) for counts in (a, b))
    return float(first - second)


def percentile(pairs):
    return significance_threshold(pd.DataFrame(pairs, columns=["gain", "pvalue"]))


def share_of_wins(pairs, low, high):
    """Counted with fractions, sorted by p."""
    inside = [ahead for p, ahead in sorted(pairs) if not (p < low or p >= high)]
    return float(Fraction(sum(ahead >= 1 for ahead in inside), len(inside)))


def decided(outputs, alpha):
    """What Holm's correction leaves of the two-sided tests, a pair at a time."""
    ranked = sorted(outputs, key=lambda name: -sum(outputs[name]))
    couples = list(combinations(ranked, 2))
    single = [randomization_test(outputs[x], outputs[y]).pvalue for x, y in couples]
    corrected = adjust_pvalues(single, "holm")
    return sorted(couple for couple, p in zip(couples, corrected, strict=True) if p <= alpha)


# What the notebook's numbers say of its statements; tests/notebooks/test_tick8.py computes them.
HOLDS = {"a": True, "b": False, "c": False, "d": True, "e": False, "f": True}
BESIDE = {
    "a": "the mean gains in part 3.",
    "b": "the smallest significant gain in part 3.",
    "c": "the thresholds by size in part 4, for instance for 5,000 and 10,000 reviews.",
    "d": "the thresholds by size in part 4.",
    "e": "the last row of table 1.",
    "f": "the table of both kinds in part 5. Which share would a coin have?",
}


def judge_reading(value):
    """The hint is for the first statement that is judged wrongly."""
    if not isinstance(value, frozenset | set):
        return Hint("shape")
    wrong = (x for x, holds in HOLDS.items() if (x in value) != holds)
    hints = (Hint(x, f"Look at statement {x} again, beside {BESIDE[x]}") for x in wrong)
    return next(hints, None)


TWO_SYSTEMS = [
    (right_or_wrong(n, 0.7), right_or_wrong(n, 0.6), resamples(n, b))
    for n, b in ((1, 4), (12, 50), (40, 300))
]
LABELS = [(classes(n, share), classes(n, 0.5)) for n, share in ((1, 0.5), (30, 0.6), (8, 0.0))]
COUNTED = [
    (statistics(a, gold), statistics(b, gold), draw)
    for n in (4, 25)
    for a, b, gold, (draw,) in [
        (classes(n, 0.5), classes(n, 0.7), classes(n, 0.4), resamples(n, 1)),
    ]
]
TWICE = (
    [(0, 1, 0), (1, 1, 1), (0, 0, 1), (1, 1, 1), (0, 0, 0)],
    [(0, 0, 1), (1, 1, 1), (1, 1, 1), (0, 1, 0), (0, 0, 1)],
    [3, 3, 1, 0, 4],
)
COMPARED = [
    list(
        zip(
            RNG.random(n).round(3).tolist(),
            RNG.uniform(0.02, 0.08, n).round(3).tolist(),
            strict=True,
        )
    )
    for n in (30, 200)
]
# Beside the band by so little that three digits would let them in.
EDGES = [(0.01, 0.0397), (0.02, 0.041), (0.03, 0.05), (0.05, 0.059), (0.09, 0.0603)]
WHOLE = [(7, 0.06), (5, 0.04), (9, 0.0401), (30, 0.039), (2, 0.052), (11, 0.0599)]
AHEAD = list(
    zip(
        RNG.uniform(0, 0.1, 60).round(2).tolist(),
        RNG.integers(-4, 8, 60).tolist(),
        strict=True,
    )
)
TEAMS = [
    {f"team-{i}/run": right_or_wrong(n, quality) for i, quality in enumerate(qualities)}
    for n, qualities in ((24, (0.3, 0.9, 0.6, 0.8)), (60, (0.9, 0.55, 0.7, 0.85, 0.5, 0.75)))
]

BEHIND, AHEAD_OF_IT, FEW = [0, 1, 0, 0], [1, 1, 1, 0], [[0, 0, 2, 1], [3, 3, 1, 1], [2, 0, 3, 3]]
STOPPED = {"x": [1] * 6 + [0] * 3, "y": [0] * 3 + [1] * 6, "z": [0] * 9}
#: Of ten items A is ahead on four, B on one, and three are right in both.
TEN = (
    [1, 1, 1, 1, 1, 1, 1, 0, 0, 0],
    [0, 0, 0, 0, 1, 1, 1, 1, 0, 0],
    [
        [0, 1, 2, 3, 0, 1, *last]
        for last in ([8, 8, 8, 9], [2, 7, 8, 9], [4, 5, 8, 9], [2, 9, 9, 9])
    ],
)

CASES = {
    "draw": [
        Case((n, Seeded(n, calls)), resampled(n, calls), "test sets of one item and of many")
        for n, calls in ((1, 3), (2, 200), (12, 400), (300, 20))
    ],
    "by-chance": [
        Case(inputs, equals(moved(*inputs)), "draws of one and of many items")
        for inputs in TWO_SYSTEMS
    ]
    + [
        Case((BEHIND, AHEAD_OF_IT, FEW), equals(moved(BEHIND, AHEAD_OF_IT, FEW)), "A behind B"),
    ],
    "bootstrap": [
        Case(inputs, equals(share_above(*inputs)), "resamples of one and of many items")
        for inputs in TWO_SYSTEMS
    ]
    + [
        Case(
            ([1, 0, 0], [0, 1, 0], [[0, 0, 2], [1, 1, 1], [0, 1, 2], [2, 2, 0]]),
            equals(0.5),
            "few resamples",
        )
    ]
    # Exactly twice the observed gain, in three ways: 2 * (0.7 - 0.4) is below 0.6.
    + [Case(TEN, equals(0.25, at_least=1.0), "a gain of exactly twice the observed one")],
    "f1-statistics": [
        Case(labels, equals(statistics(*labels)), "labels of one and of many items")
        for labels in LABELS
    ],
    "f1-gain": [
        Case(inputs, equals(gain_in_f1(*inputs)), "statistics of one and of many items")
        for inputs in (*COUNTED, TWICE)
    ]
    + [
        Case(
            ([(0, 0, 1), (0, 0, 0)], [(1, 1, 1), (0, 1, 0)], [0, 1]),
            equals(-2 / 3),
            "an F1 of zero",
        )
    ]
    # Something is guessed and something is gold, and nothing of it correct.
    + [
        Case(
            ([(0, 1, 0), (0, 0, 1)], [(0, 1, 0), (1, 1, 1)], [0, 1]),
            equals(-2 / 3),
            "an F1 of zero",
        )
    ],
    "threshold": [
        Case((pairs,), equals(percentile(pairs)), "pairs of systems, some at the edge")
        for pairs in (*COMPARED, EDGES, WHOLE)
    ],
    "still-wins": [
        Case((AHEAD, *ends), equals(share_of_wins(AHEAD, *ends)), "ranges of gains")
        for ends in ((0.04, 0.08), (0.0, 0.01), (0.02, 0.03), (0.0, 1.0))
    ],
    "reading": [Case(None, judge_reading, "each statement of your choice")],
    "shared-task": [
        Case((outputs, alpha), equals(decided(outputs, alpha)), "teams with several runs")
        for outputs in TEAMS
        for alpha in (0.05, 0.01)
    ]
    # 3 times the smallest p is above alpha, twice the next one below it: Holm stops at the first.
    + [
        Case(
            (STOPPED, 0.07),
            equals(decided(STOPPED, 0.07)),
            "a procedure that stops at the first step",
        )
    ],
}
