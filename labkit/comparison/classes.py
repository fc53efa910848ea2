"""A column for each class, with the probability or score that a system gives it."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from labkit.comparison.vocabulary import EITHER, PREDICTED, RIGHT
from labkit.numerals import as_float, is_number

#: What may stand before the class: of these words the highest value is the best.
_BEFORE = re.compile(
    r"(?:(?:prob|probs|proba|probability|p|logit|logits|score|scores|pred|prediction|predicted"
    r"|confidence|conf|softmax|class|label)[\s_.:-]*)?",
    re.IGNORECASE,
)


def best_of_columns(
    file: Path, columns: Mapping[str, Sequence[Any]], known: set[str]
) -> list[str] | None:
    """Give the class with the highest value of each item; None if the classes have no columns.

    Empty where an item has no values; ValueError where two classes are equally high, or a column
    of labels says something else.
    """
    if len(known) < 2 or any(name.lower().strip() in PREDICTED for name in columns):
        return None
    texts = {name.strip().lower(): [*map(_text, values)] for name, values in columns.items()}
    named = _columns_of(texts, known)
    if named is None:
        return None
    rows = enumerate(zip(*named.values(), strict=True), 1)
    labels = [_best(file, number, dict(zip(named, row, strict=True))) for number, row in rows]
    for name in EITHER:
        if {*texts.get(name, labels)} <= known and texts.get(name, labels) != labels:
            raise ValueError(
                f"{file} must name its column of predictions 'prediction': {name!r} and the class "
                "with the highest score differ, and one may be the right answers"
            )
    return labels


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()


def _columns_of(columns: Mapping[str, list[str]], known: set[str]) -> dict[str, list[str]] | None:
    """Give the column of each class, all with the same words before the class, and of no other."""
    classes = {label.lower(): label for label in sorted(known)}
    if len(classes) < len(known):
        return None
    some = next(iter(classes))
    for name in columns:
        words = name.removesuffix(some)
        named = {words + each: label for each, label in classes.items()}
        if not (name in named and _BEFORE.fullmatch(words) and named.keys() <= columns.keys()):
            continue
        # A class that is no right answer here may be the best all the same.
        others = [each for each in columns if each.startswith(words) and each not in named]
        others = [each for each in others if each not in (*EITHER, *RIGHT)]
        if all(_are_numbers(columns[each]) for each in named) and not any(
            _are_numbers(columns[each]) for each in others
        ):
            return {label: columns[each] for each, label in named.items()}
    return None


def _are_numbers(texts: Sequence[str]) -> bool:
    some = [text for text in texts if text]
    return bool(some) and all(is_number(text, comma=False) for text in some)


def _best(file: Path, number: int, row: Mapping[str, str]) -> str:
    if not any(row.values()):
        return ""
    if not all(row.values()):
        raise ValueError(f"{file} must have a score for each class or for none for item {number}")
    scores = {label: as_float(text, comma=False) for label, text in row.items()}
    best = [label for label, score in scores.items() if score == max(scores.values())]
    if len(best) > 1:
        raise ValueError(
            f"{file} must have one highest score for item {number}, not the same for {best[0]!r} "
            f"and {best[1]!r}: write the class that is predicted"
        )
    return best[0]
