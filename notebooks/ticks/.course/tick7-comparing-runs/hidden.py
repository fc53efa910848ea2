"""Tick 7: the hidden cases. This file stays with the instructor."""

import numpy as np

from labkit.checks import Case, equals
from labkit.significance import adjust_pvalues, compare_all, randomization_test

RNG = np.random.default_rng(77)


def whole(n, shift=0.0):
    """Scores, or differences, in whole numbers."""
    return np.rint(100 * RNG.normal(shift, 1, n)).astype(int).tolist()


def p(gains):
    """The exact p-value that the lab's own test gives."""
    return float(randomization_test(gains, [0] * len(gains), method="exact").pvalue)


def as_extreme(gains, signs):
    """How many of the sign vectors are as extreme, counted with arrays."""
    sums = np.array(signs) @ np.array(gains)
    return int((abs(sums) >= abs(sum(gains))).sum())


def beaten(runs, alpha):
    """How many others each run beats, from the lab's comparison of all pairs."""
    pairs = compare_all(runs, test="randomization", alternative="two-sided")
    winners = pairs.loc[(pairs["pvalue"] <= alpha) & (pairs["gain"] > 0), "system_a"].tolist()
    return {name: winners.count(name) for name in runs}


def dealt_out(a, b):
    """The exact p-value of two independent groups, from masks of all splits, in whole numbers."""
    n = len(a) + len(b)
    masks = np.array([mask for mask in np.ndindex(*[2] * n) if sum(mask) == len(a)])
    centred = n * np.array(a + b) - sum(a + b)
    return float((abs(masks @ centred) >= abs(centred[: len(a)].sum())).mean())


SCORES = [(RNG.random(n).round(4).tolist(), RNG.random(n).round(4).tolist()) for n in (1, 24)]
SIGNS = [RNG.choice([-1, 1], len(a)).tolist() for a, _ in SCORES]
GAINS = [whole(6), whole(9, 0.4), whole(24, -0.3)]
VECTORS = [RNG.choice([-1, 1], (200, len(gains))).tolist() for gains in GAINS]
RUNS = [
    {f"F_A_1_X{run}": whole(7, run) for run in range(5)},
    {"one": [3, 1, 4, 1, 5, 9, 2, 6], "same": [3, 1, 4, 1, 5, 9, 2, 6], "more": [9] * 8},
    # Ahead on more topics, and behind in the sum.
    {
        "often": [31, 32, 33, 34, 35, 36, 1, 2, 3, 4],
        "far": [30, 31, 32, 33, 34, 35, 41, 42, 43, 44],
    },
]
PVALUES = [
    RNG.random(12).tolist(),
    [0.04, 0.001, 0.04, 0.9, 0.02],
    [0.5, 0.5, 0.5],
    [0.011, 0.9, 0.049, 0.012],
    [0.26, 0.0005],
]
GROUPS = [
    ([12, 7, 3], [5, 1, 1, 9, 2]),
    ([1, 6], [2, 3, 4]),
    (whole(4, 1), whole(5)),
    ([1, 4, 7, 0, 3], [9, 2, 8]),
]

CLOSE = [7, 7, 3, 12], [7, 9, 5, 4, 1]

TIED, FOUR = [4, 0, -1, 2], [[1, 1, 1, 1], [1, -1, -1, 1], [-1, -1, 1, 1], [1, 1, -1, -1]]

CASES = {
    "shuffled-mean": [
        Case(
            (a, b, signs),
            equals(float(np.mean(np.array(signs) * np.subtract(a, b)))),
            "scores of one topic and of many",
        )
        for (a, b), signs in zip(SCORES, SIGNS, strict=True)
    ]
    + [
        Case(
            ([0.25, 0.5, 0.0], [0.75, 0.125, 0.5], [1, -1, -1]),
            equals(-0.125),
            "scores of few topics",
        )
    ],
    "count-extreme": [
        Case((gains, signs), equals(as_extreme(gains, signs)), "gains of several topics")
        for gains, signs in zip(GAINS, VECTORS, strict=True)
    ]
    + [
        Case(([0, 0], [[1, 1], [-1, 1]]), equals(2, strict=0), "gains of zero"),
        # A topic without a difference keeps its place, and its sign.
        Case((TIED, FOUR), equals(as_extreme(TIED, FOUR)), "a topic without a difference"),
    ],
    "sampled-p": [
        Case((0, 9_999), equals(0.0001, plain=0.0), "none as extreme"),
        Case((700, 700), equals(1.0), "all as extreme"),
        Case((0, 0), equals(1.0), "no shuffles"),
        Case((41, 1_999), equals(0.021), "a usual count"),
        Case((12, 776), equals(13 / 777), "a usual count"),
        Case((0, 999_999), equals(1e-6), "very many shuffles"),
    ],
    "exact-p": [
        Case((gains,), equals(p(gains)), "gains of few and of many topics")
        for gains in (
            [7, 9],
            [1, 1, 1, 1, -1, -1, 1, 1],
            whole(8, 0.5),
            whole(10, -0.7),
            whole(13, 0.3),
            [0, 0, 0],
        )
    ],
    "runs-beaten": [
        Case((runs, alpha), equals(beaten(runs, alpha)), "several runs and levels")
        for runs, alpha in (
            (RUNS[0], 0.05),
            (RUNS[0], 0.2),
            (RUNS[1], 0.03125),
            (RUNS[1], 1 / 128),
            (RUNS[2], 0.125),
            # Five topics, all ahead: p is 2 / 32, which is above alpha by a little.
            ({"down": [1, 2, 3, 1, 2], "up": [5, 4, 6, 3, 7]}, 0.06),
            # Eight topics, all ahead: p is 0.0078125, and to four digits it is alpha.
            ({"up": [5, 4, 6, 3, 7, 2, 4, 6], "down": [1, 2, 3, 1, 2, 1, 3, 2]}, 0.0078),
            # Six topics of fourteen differ, all in one direction: the mean is below a half.
            ({"near": [2] * 6 + [7] * 8, "none": [1] * 6 + [7] * 8}, 0.05),
            # Scores below 1, as those of search runs: the sum of the differences is a half.
            (
                {
                    "up": [0.5, 0.25, 0.375, 0.5, 0.25, 0.375],
                    "down": [0.4375, 0.125, 0.3125, 0.4375, 0.125, 0.3125],
                },
                0.05,
            ),
        )
    ],
    "holm": [
        Case(
            (pvalues,),
            equals([float(q) for q in adjust_pvalues(pvalues)]),
            "p-values in any order, some equal",
        )
        for pvalues in PVALUES
    ],
    "permutation-p": [
        Case((a, b), equals(dealt_out(a, b)), "two groups of topics") for a, b in GROUPS
    ]
    # Two distances of the means differ by a twentieth.
    + [Case(CLOSE, equals(dealt_out(*CLOSE)), "means that differ by very little")],
}
