"""Tick 7: the course's versions of answers that later cells need, from the library's functions."""

from collections.abc import Iterable, Sequence

import numpy as np

from labkit import adjust_pvalues, count_outcomes, metrics, randomization_test
from labkit.checks import version


@version("shuffled-mean")
def shuffled_mean(
    scores_a: Sequence[float], scores_b: Sequence[float], signs: Sequence[int]
) -> float:
    """Let the lab's metric divide the sum."""
    return float(metrics.mean([np.dot(signs, np.subtract(scores_a, scores_b)), len(signs)]))


@version("count-extreme")
def count_extreme(gains: Sequence[int], sign_vectors: Iterable[Sequence[int]]) -> int:
    """Count the sums that are as large as the observed one, without their signs."""
    sums = np.abs(np.array(list(sign_vectors)) @ np.array(gains))
    return len(sums) - count_outcomes(np.full(len(sums), abs(sum(gains))), sums).plus


@version("sampled-p")
def sampled_p(count: int, generated: int) -> float:
    """Let the lab's metric divide both numbers, each with what was observed."""
    return float(metrics.precision(np.add([count, generated], 1)))


@version("exact-p")
def exact_p(gains: Sequence[int]) -> float:
    """Run the lab's test."""
    return randomization_test(gains, np.zeros(len(gains), int), method="exact").pvalue


@version("holm")
def holm(pvalues: Sequence[float]) -> list[float]:
    """Correct by the lab's function."""
    return [float(p) for p in adjust_pvalues(list(pvalues))]
