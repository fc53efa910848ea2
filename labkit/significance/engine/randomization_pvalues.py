"""The randomization p-values of all pairs of systems whose scores are means.

Short tests are computed exactly, all pairs together; shuffles, where they have to
be drawn, are shared by all pairs.
"""

import numpy as np

from labkit.significance.engine.cells import LARGEST_LATTICE
from labkit.significance.engine.systems import PairPvalues

#: Longest test whose 2^n shuffles are counted for many pairs at a time.
MOST_ITEMS_TO_FLIP = 26
#: The same for scores on a lattice: the counts are 64-bit integers.
MOST_ITEMS_TO_COUNT = 62
#: Shared shuffles of all systems that are drawn at a time.
SHUFFLES_AT_ONCE = 4096


def randomization_pvalues(systems, method, n_resamples, alternative, rng):
    first, second = np.triu_indices(len(systems.statistics), 1)
    if method != "monte-carlo" and systems.linear is not None and systems.n <= MOST_ITEMS_TO_FLIP:
        pvalue = _flip_all(systems, first, second, alternative)
        return PairPvalues.settled(first, second, pvalue, np.full(len(first), "exact", object))
    if method != "monte-carlo" and systems.whole is not None and systems.n <= MOST_ITEMS_TO_COUNT:
        scores = systems.direction * systems.whole[0]
        if systems.n * np.ptp(scores) <= 2 * LARGEST_LATTICE:
            pvalue = np.array(
                [_counted(scores[i] - scores[j], alternative) for i, j in zip(first, second)]
            )
            return PairPvalues.settled(first, second, pvalue, np.full(len(first), "exact", object))
    if method == "monte-carlo" and systems.linear is not None:
        pvalue = _flip_at_random(systems, first, second, n_resamples, alternative, rng)
        return PairPvalues.settled(
            first, second, pvalue, np.full(len(first), "monte-carlo", object)
        )
    return None


def _flip_all(systems, first, second, alternative):
    """Exact p of sums of signed differences, by meeting in the middle.

    With all sums of half the items sorted, each sum of the other half looks up
    how many of them reach the observed sum with it: 2^(n/2) steps for 2^n shuffles.
    """
    scores, noise = systems.linear[0], systems.noise * systems.n
    if systems.whole is not None:
        scores, noise = systems.whole[0], 0
    scores = systems.direction * scores
    half = systems.n // 2
    pvalue = np.empty(len(first))
    rows = max(1, 2**20 >> (systems.n - half))
    for start in range(0, len(first), rows):
        part = slice(start, start + rows)
        flips = scores[first[part]] - scores[second[part]]
        needed = abs(flips.sum(axis=1)) - noise
        left, right = _signed_sums(flips[:, :half]), _signed_sums(flips[:, half:])
        reached = [np.searchsorted(r, n - l).sum() for l, r, n in zip(left, right, needed)]
        tail = 1 - np.array(reached) / 2.0**systems.n
        pvalue[part] = tail if alternative == "greater" else np.where(needed > 0, 2 * tail, 1.0)
    return np.minimum(pvalue, 1.0)


def _signed_sums(flips):
    """All sums of signed numbers, sorted: (pairs, h) to (pairs, 2^h)."""
    sums = np.zeros((len(flips), 1), flips.dtype)
    for column in flips.T:
        sums = np.concatenate([sums - column[:, None], sums + column[:, None]], axis=1)
    return np.sort(sums, axis=1)


def _counted(gains, alternative):
    """Exact p of the sum of whole `gains` (n,), at least 0, if each had a fair sign.

    A shuffle reaches the observed sum if the gains that it turns negative do
    add up to no more than half the difference between the sum of their sizes
    and the observed sum. Such subsets are counted in two halves. Of 31 sizes at
    most C(31, 15) subsets have the same sum (Erdos 1945), which 32 bits hold.
    """
    steps = np.sort(abs(gains[gains != 0]))
    if gains.sum() == 0 and alternative == "two-sided":
        return 1.0
    most = int(steps.sum() - gains.sum()) // 2
    left, right = (_subsets(steps[part::2], most) for part in (0, 1))
    reached = np.cumsum(right, dtype=np.int64)[
        np.minimum(most - np.arange(len(left)), len(right) - 1)
    ]
    tail = int(left @ reached) / 2 ** len(steps)
    return tail if alternative == "greater" else min(1.0, 2 * tail)


def _subsets(steps, most):
    """How many subsets of the positive whole `steps` have the sum 0, 1, ..., `most` at most."""
    counts = np.zeros(min(int(steps.sum()), most) + 1, np.int32)
    counts[0], reached = 1, 1
    for step in steps.tolist():
        new = min(reached, len(counts) - step)
        if new > 0:
            counts[step : step + new] += counts[:new]
        reached = min(reached + step, len(counts))
    return counts


def _flip_at_random(systems, first, second, n_resamples, alternative, rng):
    """P = (nc + 1) / (nt + 1) of all pairs from one set of random signs.

    Each system's signed sum comes from one matrix product; that of a pair is
    the difference of two.
    """
    scores, noise = (
        (systems.linear[0], systems.noise * systems.n)
        if systems.whole is None
        else (systems.whole[0], 0)
    )
    scores = systems.direction * scores.astype(float)
    needed = np.subtract.outer(scores.sum(axis=1), scores.sum(axis=1)) - noise
    counts = np.zeros(needed.shape, int)
    for start in range(0, n_resamples, SHUFFLES_AT_ONCE):
        size = min(SHUFFLES_AT_ONCE, n_resamples - start)
        sums = scores @ (2.0 * rng.integers(0, 2, (systems.n, size), np.int8) - 1)
        for i in range(len(sums) - 1):
            differences = sums[i] - sums[i + 1 :]
            if alternative == "two-sided":
                differences = abs(differences)
            counts[i, i + 1 :] += np.count_nonzero(differences >= needed[i, i + 1 :, None], axis=1)
    return (counts[first, second] + 1) / (n_resamples + 1)
