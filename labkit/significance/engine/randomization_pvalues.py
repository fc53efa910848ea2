"""The randomization p-values of all pairs of systems whose scores are means.

Short tests are computed exactly; shuffles, where they have to be drawn, are shared
by all pairs. What `tail` does for one pair is done here for many: counting on a
lattice by the same function, meeting in the middle by one of its own, because all
pairs together take half to a twentieth of the time that they take one by one.
"""

import numpy as np

from labkit.significance.engine.cells import LARGEST_LATTICE
from labkit.significance.engine.statistics import differences, noise_of
from labkit.significance.engine.systems import PairPvalues, Pairs, Systems
from labkit.significance.engine.tail import MOST_ITEMS_TO_COUNT, tail_by_counting

#: Longest test whose 2^n shuffles are met in the middle for many pairs at a time.
MOST_ITEMS_TO_FLIP = 26
#: Shared shuffles of all systems that are drawn at a time.
SHUFFLES_AT_ONCE = 4096


def randomization_pvalues(
    systems: Systems,
    pairs: Pairs,
    method: str,
    n_resamples: int,
    alternative: str,
    rng: np.random.Generator,
) -> PairPvalues | None:
    """Test the rows of pairs against each other; None where that has to be done one by one.

    The best systems come first, and "greater" asks whether the first row is better. None
    unless the metric is a mean, and its test is short or to be drawn.
    """
    first, second = pairs
    if systems.linear is None:
        return None
    if method == "monte-carlo":
        counts = _flip_at_random(systems, first, second, n_resamples, alternative, rng)
        pvalue = (counts + 1) / (n_resamples + 1)
        return PairPvalues.settled(first, second, pvalue, "monte-carlo", counts, n_resamples)
    if systems.n <= MOST_ITEMS_TO_FLIP:
        pvalue = _flip_all(systems, first, second, alternative)
        return PairPvalues.settled(first, second, pvalue, "exact")
    if systems.whole is None or systems.n > MOST_ITEMS_TO_COUNT:
        return None
    scores = systems.direction * systems.whole[0]
    if systems.n * np.ptp(scores) > 2 * LARGEST_LATTICE:
        return None
    gains = (scores[i] - scores[j] for i, j in zip(first, second, strict=True))
    pvalue = np.array([_counted(each, alternative) for each in gains])
    return PairPvalues.settled(first, second, pvalue, "exact")


def _flip_all(
    systems: Systems, first: np.ndarray, second: np.ndarray, alternative: str
) -> np.ndarray:
    """Compute exact p of sums of signed differences, by meeting in the middle.

    With all sums of half the items sorted, each sum of the other half looks up
    how many of them reach the observed sum with it: 2^(n/2) steps for 2^n shuffles.
    """
    scores = _scores(systems)
    half = systems.n // 2
    pvalue = np.empty(len(first))
    rows = max(1, 2**20 >> (systems.n - half))
    for start in range(0, len(first), rows):
        part = slice(start, start + rows)
        flips, noise = _flips(scores[first[part]], scores[second[part]])
        needed = abs(flips.sum(axis=1)) - noise
        halves = _signed_sums(flips[:, :half]), _signed_sums(flips[:, half:])
        reached = [
            np.searchsorted(right, enough - left).sum()
            for left, right, enough in zip(*halves, needed, strict=True)
        ]
        tail = 1 - np.array(reached) / 2.0**systems.n
        pvalue[part] = tail if alternative == "greater" else np.where(needed > 0, 2 * tail, 1.0)
    return np.minimum(pvalue, 1.0)


def _signed_sums(flips: np.ndarray) -> np.ndarray:
    """List all sums of signed numbers, sorted: (pairs, h) to (pairs, 2^h)."""
    sums = np.zeros((len(flips), 1), flips.dtype)
    for column in flips.T:
        sums = np.concatenate([sums - column[:, None], sums + column[:, None]], axis=1)
    return np.sort(sums, axis=1)


def _counted(gains: np.ndarray, alternative: str) -> float:
    """Compute exact p of the sum of whole `gains` (n,), at least 0, if each had a fair sign."""
    steps = np.sort(abs(gains[gains != 0]))
    total = int(gains.sum())
    if total == 0 and alternative == "two-sided":
        return 1.0
    tail = tail_by_counting(steps, (int(steps.sum()) - total) // 2)
    return tail if alternative == "greater" else min(1.0, 2 * tail)


def _flip_at_random(
    systems: Systems,
    first: np.ndarray,
    second: np.ndarray,
    n_resamples: int,
    alternative: str,
    rng: np.random.Generator,
) -> np.ndarray:
    """Count how many shuffles are as extreme for each pair, of one set of random signs.

    Each system's signed sum comes from one matrix product; that of a pair is
    the difference of two.
    """
    scores = _scores(systems)
    needed = np.empty((len(scores), len(scores)))
    for i, row in enumerate(scores):
        flips, noise = _flips(row[None], scores)
        needed[i] = flips.sum(axis=1) - noise
    scores = (scores - scores.min(axis=0)).astype(float)  # what all have cancels
    counts = np.zeros(needed.shape, int)
    for start in range(0, n_resamples, SHUFFLES_AT_ONCE):
        size = min(SHUFFLES_AT_ONCE, n_resamples - start)
        sums = scores @ (2.0 * rng.integers(0, 2, (systems.n, size), np.int8) - 1)
        for i in range(len(sums) - 1):
            differences = sums[i] - sums[i + 1 :]
            if alternative == "two-sided":
                differences = abs(differences)
            counts[i, i + 1 :] += np.count_nonzero(differences >= needed[i, i + 1 :, None], axis=1)
    return counts[first, second]


def _scores(systems: Systems) -> np.ndarray:
    """Give the scores (m, n), higher is better, in whole numbers if they can be."""
    if systems.whole is not None:
        return systems.direction * systems.whole[0]
    if systems.linear is None:
        raise ValueError("systems must have scores of a mean, not of another metric")
    return systems.direction * systems.linear[0]


def _flips(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give the differences (pairs, n) of scores, and how far apart two sums of them may be and tie."""
    flips = differences(a, b)
    if flips.dtype.kind == "i":
        return flips, np.zeros(len(flips))
    return flips, (noise_of(a, b) * (flips != 0)).sum(axis=1)
