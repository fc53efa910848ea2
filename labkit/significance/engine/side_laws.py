"""Resamples of two test sets, each drawn from itself: exactly where that is quick, or by drawing."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
from scipy.stats import binom
from tqdm.auto import tqdm

from labkit.significance.engine.generating_function import enumerate_resamples
from labkit.significance.engine.resampling import Drawing, over_resamples
from labkit.significance.engine.subsets import Budget, Law, added, dense_sum
from labkit.significance.engine.two_sets import TwoSets

#: Resamples of all strata that are held at a time.
BLOCK = 2**16
#: Longest test whose resamples are listed by their outcomes.
MOST_ITEMS_LISTED = 500


def law_of_resampled_scores(sets: TwoSets) -> tuple[Law, Law] | None:
    """List the scores of a's resamples and of b's, with probabilities; None if too many."""
    laws = [
        _law_of_side(side, weights)
        for side, weights in zip((sets.of_a, sets.of_b), sets.weights, strict=True)
    ]
    scored = [(np.asarray(sets.metric(law[0]), float), law[1]) for law in laws if law is not None]
    return (scored[0], scored[1]) if len(scored) == 2 else None


def _law_of_side(strata: tuple[np.ndarray, ...], weights: list[Fraction]) -> Law | None:
    """List the weighted sums of all resamples of one side."""
    budget = Budget()
    total: Law | None = None
    for rows, weight in zip(strata, weights, strict=True):
        law = _law_of_rows(rows, budget)
        if law is None:
            return None
        if weight != 1:
            law = float(weight) * law[0], law[1]
        total = law if total is None else added(total, law, budget)
        if total is None:
            return None
    return total


def _law_of_rows(rows: np.ndarray, budget: Budget) -> Law | None:
    """List the sums of all resamples of rows (n, k)."""
    n = len(rows)
    outcomes, counts = np.unique(rows, axis=0, return_counts=True)
    if len(outcomes) == 1:
        return n * outcomes, np.ones(1)
    if len(outcomes) == 2:
        drawn = np.arange(n + 1)
        sums = np.multiply.outer(n - drawn, outcomes[0]) + np.multiply.outer(drawn, outcomes[1])
        return sums, binom.pmf(drawn, n, counts[1] / n)
    listed = enumerate_resamples(rows, n) if n <= MOST_ITEMS_LISTED else None
    if listed is not None:
        return listed
    vary = np.flatnonzero(np.ptp(outcomes, axis=0))
    if len(vary) > 1 or rows.dtype.kind != "i":
        return None
    one = outcomes[:, vary], counts / n
    law = dense_sum((np.zeros((1, 1), int), np.ones(1)), one, n, budget)
    if law is None:
        return None
    sums = np.repeat(n * outcomes[:1], len(law[0]), axis=0)
    sums[:, vary] = law[0]
    return sums, law[1]


def over_sides(sets: TwoSets, work: Drawing) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Draw resamples in blocks, and yield the scores of a and of b in each, (resamples,)."""
    blocks = range(0, work.n_resamples, BLOCK)
    show = work.n_resamples * sets.n_units > 2**27 if work.progress is None else work.progress
    for start in tqdm(blocks, desc="resampling", unit="block", disable=not show):
        size = min(BLOCK, work.n_resamples - start)
        block = work._replace(n_resamples=size, progress=False)
        score_a, score_b = (
            sets.metric(sets.weighted([_sums(rows, block) for rows in side], weights))
            for side, weights in zip((sets.of_a, sets.of_b), sets.weights, strict=True)
        )
        yield score_a, score_b


def _sums(rows: np.ndarray, work: Drawing) -> np.ndarray:
    """Draw the sums (resamples, k) of rows (n, k): each column is a system, its score the sum."""
    columns = rows.T[:, :, None]
    return np.hstack(list(over_resamples(columns, _first, _as_it_is, **work._asdict()))).T


def _first(sums: np.ndarray) -> np.ndarray:
    return sums[..., 0]


def _as_it_is(scores: np.ndarray) -> np.ndarray:
    return scores
