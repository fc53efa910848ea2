"""Tick 5: the course's versions of answers that later cells need, from the library's functions."""

from collections.abc import Hashable, Sequence

import numpy as np
import pandas as pd

from labkit import agreement, make_folds
from labkit.checks import version
from labkit.tuning import CrossValidation, best_candidate


@version("deal")
def deal(order: Sequence[int], folds: int) -> list[list[int]]:
    """Deal items to folds in turn."""
    return _by_fold(np.asarray(order), folds)


@version("stratified-folds")
def stratified_folds(order: Sequence[int], labels: Sequence[str], folds: int) -> list[list[int]]:
    """Deal the items of one class after the other."""
    items = np.asarray(order)
    return _by_fold(items[np.argsort(np.take(labels, items), kind="stable")], folds)


def _by_fold(items: np.ndarray, folds: int) -> list[list[int]]:
    fold_of = make_folds(items, folds, kind="round-robin")
    return [items[fold_of == fold].tolist() for fold in range(folds)]


@version("mean-and-variance")
def mean_and_variance(accuracies: Sequence[float]) -> tuple[float, float]:
    """Summarise a cross-validation."""
    result = CrossValidation(list(accuracies))
    return result.mean, result.variance


@version("tune-inside-folds")
def tune_inside_folds(
    inner: Sequence[dict[float, float]], outer: Sequence[dict[float, float]]
) -> list[float]:
    """Look up on each fold the candidate that is best within the others."""
    best = [best_candidate(pd.Series(means)) for means in inner]
    return [pd.Series(row)[value] for value, row in zip(best, outer, strict=True)]


@version("agreement-table")
def agreement_table(
    judgements: Sequence[dict[Hashable, str]], items: Sequence[Hashable], classes: Sequence[str]
) -> list[list[int]]:
    """Count who chose what."""
    ratings = pd.DataFrame(list(judgements))[list(items)].T.to_numpy().tolist()
    return agreement.agreement_table(ratings, classes).tolist()


@version("fleiss-kappa")
def fleiss_kappa(table: Sequence[Sequence[int]]) -> tuple[float, float, float]:
    """Solve kappa's formula for the observed agreement, given the chance agreement."""
    chosen = np.sum(table, axis=0) / np.sum(table)
    chance, kappa = float(chosen @ chosen), agreement.fleiss_kappa(table)
    return chance + kappa * (1 - chance), chance, kappa
