"""Tick 8: the course's versions of answers that later cells need, from the library's functions."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from labkit import (
    adjust_pvalues,
    count_outcomes,
    metrics,
    randomization_test,
    significance_threshold,
)
from labkit.arguments import as_generator
from labkit.checks import version
from labkit.report import significance_triangle

Counts = Sequence[tuple[int, int, int]]


@version("draw")
def draw(n: int, rng: np.random.Generator) -> list[int]:
    """Draw from the generator as the lab's tests take it."""
    generator, _ = as_generator(rng)
    return generator.integers(n, size=n).tolist()


@version("by-chance")
def gains_by_chance(
    scores_a: Sequence[int], scores_b: Sequence[int], draws: Sequence[Sequence[int]]
) -> list[int]:
    """Let the lab's metric sum what is drawn, and what is not."""
    gains = np.subtract(scores_a, scores_b)
    n = np.ones(len(draws))
    drawn = np.array([gains[list(draw)].sum() for draw in draws])
    return [round(gain) for gain in metrics.mean(np.stack([drawn - gains.sum(), n], axis=1))]


@version("bootstrap")
def bootstrap_p(
    scores_a: Sequence[int], scores_b: Sequence[int], draws: Sequence[Sequence[int]]
) -> float:
    """Score how often each item was drawn."""
    times = np.array([np.bincount(draw, minlength=len(scores_a)) for draw in draws])
    gains = times @ np.subtract(scores_a, scores_b)
    twice = np.full(len(gains), 2 * (sum(scores_a) - sum(scores_b)))
    return count_outcomes(gains, twice).plus / len(gains)


@version("threshold")
def threshold(pairs: Sequence[tuple[float, float]]) -> float:
    """Ask the lab's function."""
    gains, pvalues = zip(*pairs, strict=True)
    return significance_threshold(pd.DataFrame({"gain": gains, "pvalue": pvalues}))


@version("f1-gain")
def f1_gain(counts_a: Counts, counts_b: Counts, draw: Sequence[int]) -> float:
    """Score both sums by the lab's metric."""
    both = np.array([counts_a, counts_b])[:, list(draw)]
    first, second = metrics.f1(both.sum(axis=1))
    return float(first - second)


@version("still-wins")
def still_wins(pairs: Sequence[tuple[float, int]], low: float, high: float) -> float:
    """Let pandas look for the bin."""
    table = pd.DataFrame(pairs, columns=["p", "ahead"])
    inside = table["p"].between(low, high, inclusive="left")
    ahead = table.loc[inside, "ahead"]
    return count_outcomes(ahead, ahead * 0).plus / len(ahead)


@version("shared-task")
def claims(outputs: Mapping[str, Sequence[int]], alpha: float) -> list[tuple[str, str]]:
    """Ask the lab's triangle of all pairs, and correct afterwards."""
    ranked = sorted(outputs, key=lambda name: -sum(outputs[name]))
    duels = list(combinations(ranked, 2))
    single = significance_triangle(outputs, randomization_test).pvalues
    corrected = adjust_pvalues([single[[*duel]].loc[[*duel]].max(axis=None) for duel in duels])
    return sorted(duel for duel, p in zip(duels, corrected, strict=True) if p <= alpha)
