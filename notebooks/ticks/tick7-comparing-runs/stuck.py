"""Tick 7: the course's versions of answers that later cells need, from the library's functions."""

from collections.abc import Iterable, Sequence

import numpy as np

from labkit import adjust_pvalues, randomization_test
from labkit.checks import version


@version("shuffled-mean")
def shuffled_mean(
    scores_a: Sequence[float], scores_b: Sequence[float], signs: Sequence[int]
) -> float:
    """Weigh the differences by their signs."""
    return float(np.mean(np.multiply(signs, np.subtract(scores_a, scores_b))))


@version("count-extreme")
def count_extreme(gains: Sequence[int], sign_vectors: Iterable[Sequence[int]]) -> int:
    """Count the sums that are as large as the observed one, without their signs."""
    sums = np.array(list(sign_vectors)) @ np.array(gains)
    return int((np.abs(sums) >= abs(sum(gains))).sum())


@version("sampled-p")
def sampled_p(count: int, generated: int) -> float:
    """Divide both numbers, each with what was observed."""
    return float(np.true_divide(*np.add([count, generated], 1)))


@version("exact-p")
def exact_p(gains: Sequence[int]) -> float:
    """Run the lab's test."""
    return randomization_test(gains, np.zeros(len(gains), int), method="exact").pvalue


@version("holm")
def holm(pvalues: Sequence[float]) -> list[float]:
    """Correct by the lab's function."""
    return [float(p) for p in adjust_pvalues(list(pvalues))]
