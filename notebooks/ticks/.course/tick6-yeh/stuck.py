"""Tick 6: the course's versions of answers that later cells need, from the library's functions."""

from collections.abc import Sequence

import numpy as np

from labkit import (
    arguments,
    count_outcomes,
    metrics,
    randomization_test,
    response_correlation,
    sd_of_difference,
)
from labkit.checks import version

Responses = Sequence[tuple[int, int]]


@version("sd-difference")
def sd_difference(s1: float, s2: float, r12: float) -> float:
    """Give equation 2."""
    return sd_of_difference(s1, s2, r12)


@version("correlation")
def correlation_from_counts(both: int, only_1: int, only_2: int, neither: int) -> float:
    """Correlate two columns of 0 and 1."""
    kinds = np.repeat([[1, 1], [1, 0], [0, 1], [0, 0]], [both, only_1, only_2, neither], axis=0)
    return response_correlation(*kinds.T)


@version("scores")
def scores(correct: int, found: int, gold: int) -> tuple[float, float, float]:
    """Score by the lab's metrics."""
    sums = [correct, found]
    three = metrics.recall(gold), metrics.precision, metrics.f_score(gold)
    recall, precision, f = (float(metric(sums)) if correct else 0.0 for metric in three)
    return recall, precision, f


@version("toss")
def toss(n: int, rng: np.random.Generator) -> list[int]:
    """Toss with the generator as the library takes it."""
    generator, _ = arguments.as_generator(rng)
    return generator.integers(2, size=n).tolist()


@version("shuffled-sums")
def shuffled_sums(
    a: Responses, b: Responses, coins: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Move what the systems differ by, where the coin says so."""
    one, two, heads = np.asarray(a), np.asarray(b), np.asarray(coins)
    columns = [
        count_outcomes(heads * own, heads * other) for own, other in zip(one.T, two.T, strict=True)
    ]
    moved = np.array([plus - minus for plus, minus, _ in columns])
    first, second = one.sum(axis=0) - moved, two.sum(axis=0) + moved
    return tuple(first.tolist()), tuple(second.tolist())


@version("sampled-p")
def sampled_p(differences: Sequence[float], observed: float, alternative: str) -> float:
    """Take away from all shuffles those that the observed difference exceeds."""
    size = np.abs if alternative == "two-sided" else np.asarray
    least = np.full(len(differences), size(observed) - 1e-9)
    return 1 - count_outcomes(size(differences), least).minus / (len(differences) + 1)


@version("exact-p")
def exact_p(a: Responses, b: Responses) -> float:
    """Run the lab's test."""
    return randomization_test(a, b, metrics.precision, method="exact").pvalue


@version("exact-from-counts")
def exact_p_from_counts(correct: Sequence[int], spurious: Sequence[int]) -> float:
    """Write the responses of both systems out, and run the lab's test."""
    gave = np.array([[1, 1], [1, 0], [0, 1]])  # both, the first only, the second only
    found = np.repeat(np.concatenate([gave, gave]), [*correct, *spurious], axis=0)
    right = np.repeat([1, 0], [sum(correct), sum(spurious)])[:, None]
    one, two = np.stack([found * right, found], axis=-1).swapaxes(0, 1)
    return exact_p(one, two)
