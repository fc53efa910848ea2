"""What should be said of the data that are compared: few items, perfect and equal systems."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from labkit.comparison.measures import Scored
from labkit.text import plain


def notes_of(
    scored: Scored, metric: str | None, pairs: Sequence[Any], n: int, n_groups: int | None
) -> list[str]:
    """Say what is remarkable about these data."""
    notes = []
    if metric == "f1" and scored.measure.name == "macro-f1":
        listed = ", ".join(map(plain, scored.classes[:20]))
        notes.append(
            f"F1 is macro-F1, the mean of the F1 of the classes {listed}: no class was chosen."
        )
    if n == 1:
        notes.append("One item says next to nothing about others.")
    elif (n_groups or n) < 20 and len(scored.names) > 1:
        units = "groups" if n_groups else "items"
        notes.append(
            f"So few {units} ({n_groups or n}) show large differences only; intervals are rough."
        )
    equal = [pair for pair in pairs if pair.ties == n]
    if equal:
        said = "; ".join(f"{plain(pair.better)} and {plain(pair.worse)}" for pair in equal[:5])
        more = f" and {len(equal) - 5} more pairs" if len(equal) > 5 else ""
        notes.append(f"The same on every item: {said}{more}.")
    notes += _other_scales(scored)
    sums = scored.statistics.sum(axis=1)
    notes += [
        f"{plain(name)} makes no mistake here: see whether it has seen the answers."
        for name, perfect in zip(scored.names, _without_mistakes(scored, sums), strict=True)
        if perfect
    ]
    if scored.measure.name in ("f1", "precision") and scored.right is not None:
        for name, row in zip(scored.names, sums, strict=True):
            if row[1] == 0:
                notes.append(
                    f"{plain(name)} never predicts this class: its score is 0 by convention."
                )
    return notes


def _other_scales(scored: Scored) -> list[str]:
    """Say which systems have scores up to 1 where the others have such up to 100, or the reverse."""
    values = np.zeros((1, 1)) if scored.right is None else np.asarray(scored.unit * scored.right)
    highest, whole = values.max(axis=1), np.asarray(np.isin(values, (0, 100)).all(axis=1))
    shares, percents = (highest > 0) & (highest <= 1), (highest > 10) & (highest <= 100)
    percents &= whole | (np.median(values, axis=1) > 1)
    few, others = sorted((shares, percents), key=np.sum)
    counts = (values % 1 == 0).all() and not whole[percents].all()
    if values.min() < 0 or counts or not few.any() or not (few | others | (highest == 0)).all():
        return []
    listed = ", ".join(plain(n) for n, one in zip(scored.names, few, strict=True) if one)
    of, beside = (f"{highest[which].max():.3g}" for which in (few, others))
    said = f"{listed}: scores of up to {of}, beside others of up to {beside}"
    return [f"{said}. If these are per cent, and those are not, they cannot be compared."]


def _without_mistakes(scored: Scored, sums: np.ndarray) -> np.ndarray:
    """Say which systems make no mistake; a recall or a precision of 1 alone does not say so."""
    if not (scored.measure.share and scored.measure.higher_is_better):
        return np.zeros(len(sums), bool)
    if scored.right is not None:
        return np.asarray((scored.unit * scored.right == 1).all(axis=1))
    best = np.asarray(scored.metric(sums), float) == 1
    return best if scored.measure.name != "precision" else np.zeros(len(sums), bool)
