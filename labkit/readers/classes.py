"""Predicted classes, counted class by class."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit.arguments import check_same_index, check_same_length


def class_statistics(
    gold: ArrayLike, predicted: ArrayLike, classes: Sequence[Any] | None = None
) -> np.ndarray:
    """Count for each item and class what `labkit.metrics.macro_f1` is made of.

    Parameters
    ----------
    gold, predicted : sequence of labels, shape (n,)
        The right classes, and those that a system predicts.
    classes : sequence, optional
        All classes, c of them; by default those of `gold`. A prediction of another class is wrong,
        and counts against no class but the right one.

    Returns
    -------
    array of shape (n, 3c), int
        For each class in turn, sorted unless they are given: correct, guessed, gold (0 or 1).

    Raises
    ------
    ValueError
        If the lengths differ, a label is missing, `gold` has a class that `classes` lacks, or no
        prediction is of any class.

    See Also
    --------
    labkit.metrics.macro_f1 : The score of these.

    Examples
    --------
    >>> class_statistics(["NEG", "POS"], ["POS", "POS"]).tolist()
    [[0, 0, 1, 0, 1, 0], [0, 0, 0, 1, 1, 1]]
    """
    right, guessed = _labels(gold, "gold"), _labels(predicted, "predicted")
    check_same_length(gold=right, predicted=guessed)
    check_same_index(gold, predicted, "gold", "predicted")
    known = _sorted(set(right)) if classes is None else _labels(classes, "classes")
    if len(set(known)) < len(known):
        raise ValueError(f"classes must be different from each other, not {known!r}")
    named = ", ".join(map(str, known[:12])) + (", ..." if len(known) > 12 else "")
    if strange := [label for label in right if label not in set(known)]:
        raise ValueError(f"gold must hold labels of the classes {named}, not {strange[0]!r}")
    if not set(guessed) & set(known):
        raise ValueError(f"predicted must hold labels of the classes {named}, not {guessed[0]!r}")
    # Classes that are equal, such as 1 and 1.0, have one place.
    places = {label: place for place, label in enumerate(known)}
    found = np.array([places.get(label, -1) for label in guessed])
    wanted = np.array([places[label] for label in right])
    each = np.arange(len(known))
    is_found, is_wanted = found[:, None] == each, wanted[:, None] == each
    counts = np.stack([is_found & is_wanted, is_found, is_wanted], axis=2)
    return counts.reshape(len(right), -1).astype(np.int64)


def _labels(values: Any, name: str) -> list[Any]:
    """Give labels as a list of plain values, none of them missing."""
    if isinstance(values, str | bytes) or np.ndim(values) != 1:
        raise ValueError(f"{name} must be a sequence of labels, one an item, not {values!r}")
    labels = np.asarray(values, dtype=object).tolist()
    if not labels:
        raise ValueError(f"{name} must hold labels, not be empty")
    if any(pd.isna(label) for label in labels):
        raise ValueError(f"{name} must have a label for each item, not NaN or None")
    return [label.item() if isinstance(label, np.generic) else label for label in labels]


def _sorted(labels: set[Any]) -> list[Any]:
    try:
        return sorted(labels)
    except TypeError:  # of several types
        return sorted(labels, key=lambda label: (type(label).__name__, str(label)))
