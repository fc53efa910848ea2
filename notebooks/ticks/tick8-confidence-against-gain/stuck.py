"""Tick 8: the course's versions of answers that later cells need, from the library's functions."""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from labkit import adjust_pvalues, metrics, randomization_test, significance_threshold
from labkit.checks import version

Counts = Sequence[tuple[int, int, int]]


@version("recentre")
def recentre(gains: Sequence[int], observed: int) -> list[int]:
    """Subtract at once."""
    return np.subtract(gains, observed).tolist()


@version("bootstrap")
def bootstrap_p(
    scores_a: Sequence[int], scores_b: Sequence[int], draws: Sequence[Sequence[int]]
) -> float:
    """Score how often each item was drawn."""
    times = np.array([np.bincount(draw, minlength=len(scores_a)) for draw in draws])
    over = (times - 2) @ np.subtract(scores_a, scores_b)  # what a draw gains over twice the gain
    return float(np.heaviside(over, 0).mean())


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
    return float(table.loc[inside, "ahead"].gt(0).mean())


@version("shared-task")
def claims(outputs: Mapping[str, Sequence[int]], alpha: float) -> list[tuple[str, str]]:
    """Test a pair at a time, and correct afterwards."""
    ranked = sorted(outputs, key=lambda name: -sum(outputs[name]))
    duels = list(combinations(ranked, 2))
    single = [randomization_test(outputs[one], outputs[other]).pvalue for one, other in duels]
    corrected = adjust_pvalues(single)
    return sorted(duel for duel, p in zip(duels, corrected, strict=True) if p <= alpha)
