"""What `labkit compare` is given: a folder or a table, of predictions or of scores; and groups."""

import os
from pathlib import Path
from typing import Any

from labkit.comparison.reading import (
    OF_GOLD,
    OF_GROUPS,
    Labels,
    aligned,
    files_of,
    kind_of,
    name_of,
    notes_on,
    read_labels,
    read_predictions,
)
from labkit.experiments import load_system_outputs
from labkit.tables import read_fields, read_table


def read_outputs(
    path: os.PathLike[str] | str, gold: os.PathLike[str] | str | None, missing: str = "refuse"
) -> tuple[dict[str, Any], tuple[str, ...] | None, tuple[str, ...]]:
    """Read what `labkit compare` is given: a folder or a table, of predictions or of scores.

    Gives the systems, the right answers if these are predictions, and what should be said of them.
    """
    path = Path(path)
    if path.is_dir():
        names = {name_of(file, path).lower() for file in files_of(path)}
        if gold is not None or "gold" in names:
            found = read_predictions(path, gold, missing)
            return dict(found.systems), found.gold, found.notes
        return dict(load_system_outputs(path)), None, ()
    texts = _texts_of_table(path)
    own = next((name for name in texts if name.lower() == "gold"), None)
    if gold is None and own is None:
        return dict(load_system_outputs(path)), None, ()
    truth = (
        read_labels(Path(gold), OF_GOLD)
        if gold is not None
        else Labels(path, tuple(texts[own or ""]))
    )
    systems = {
        name: aligned(Labels(path, tuple(text or None for text in each)), truth, missing)
        for name, each in texts.items()
        if name != own
    }
    if not systems:
        raise ValueError(f"{path} must hold predictions, not only the right answers")
    if None in truth.labels or "" in truth.labels:
        raise ValueError(f"{truth.path} must have a right answer for each item, not none for some")
    right = tuple(label for label in truth.labels if label)
    return dict(systems), right, tuple(notes_on(systems, right))


def _texts_of_table(path: Path) -> dict[str, list[str]]:
    """Read the texts of a wide table by system; nothing of a table of another kind."""
    kind = kind_of(path)
    if kind not in (".csv", ".tsv", ".table") or not path.is_file():
        return {}
    rows = read_fields(path, kind)
    if rows and {"system", "item"} <= {field.lower() for field in rows[0][1]}:
        return {}
    read = read_table(path, kind)
    return read.by_system(read.rows)


def read_groups(path: os.PathLike[str] | str) -> list[str]:
    """Read the group of each item, a line an item."""
    found = read_labels(Path(path), OF_GROUPS)
    if None in found.labels:
        place = found.labels.index(None) + 1
        raise ValueError(f"{path} must have a group for each item, not none for item {place}")
    return [label for label in found.labels if label is not None]
