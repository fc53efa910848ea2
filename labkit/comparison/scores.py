"""Scores of named items in a file a system: a table, or objects such as lm-evaluation-harness writes."""

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from labkit.comparison.columns import column_of_items, parsed
from labkit.comparison.reading import COLUMNS, OBJECTS, files_of, is_open, kind_of, name_of, text_of
from labkit.comparison.vocabulary import EITHER, PREDICTED, is_higher_better, named_alike
from labkit.tables import SUMMARIES, is_number, records

#: What tells an item from others, whatever its name is.
_OF_CONTENT = {"doc_hash", "guid", "text", "sentence", "question", "src"}
#: Above what a system predicts.
LABELS = {*PREDICTED, *EITHER} - {"score"}
#: What lm-evaluation-harness calls its files: a folder is named after the model.
_SAMPLES = re.compile(r"(.+)/samples_([^/]*?)(?:_\d[\dT:.-]*)?")
#: ... and beside them, with the means of all tasks.
_RESULTS = re.compile(r"results(_[\dT:.-]*)?\.json")


def read_item_scores(
    folder: Path, metric: str | None = None
) -> tuple[dict[str, np.ndarray], str] | None:
    """Read the scores of each system, in the order of the first file's items, and give their name.

    Gives None where the first file has no scores with names of items; ValueError if another file
    then has none, or has other items.
    """
    kinds = (*COLUMNS, *OBJECTS)
    every = [*folder.rglob("*")] if folder.is_dir() else []
    if any(kind_of(file) not in kinds for file in every if is_open(file, folder)):
        return None
    files = files_of(folder) if every else []
    if any(_SAMPLES.fullmatch(name_of(file, folder)) for file in files):
        files = [file for file in files if not _RESULTS.fullmatch(file.name)]
    if not files or any(name_of(file, folder).lower() == "gold" for file in files):
        return None
    head = _entries(files[0])
    items = column_of_items(head[0], head[1:]) if head else None
    if items is None:
        return None
    chosen = _score_of(files[0], head[0], metric)
    if chosen is None:
        if metric is None:
            _check_no_other_scores(files[0], head, items)
        return None
    names = _names([name_of(file, folder) for file in files])
    found = {name: _scores(file, items, chosen) for name, file in zip(names, files, strict=True)}
    first, known = next(iter(found.values()))
    systems = {}
    for name, file in zip(names, files, strict=True):
        given, content = found[name]
        alike = named_alike([*given], [*first])
        scores = dict(zip(alike, given.values(), strict=True))
        if strange := sorted(first.keys() ^ scores.keys()):
            raise ValueError(
                f"{file} must have scores of the items of {files[0]}: {strange[0]!r} is in one of them only"
            )
        for item, what in zip(alike, content.values(), strict=True):
            if any(what[key] != known[item][key] for key in what.keys() & known[item].keys()):
                raise ValueError(f"{file} must have the same item {item!r} as {files[0]}, no other")
        systems[name] = np.array([scores[item] for item in first])
    return systems, name_of_scores(files[0], chosen, metric)


def _entries(file: Path) -> list[list[Any]]:
    """Give the names of the columns, or keys, and the values of each item; nothing if there are none."""
    text = text_of(file)
    if kind_of(file) in COLUMNS:
        lines = text.split("\n")
        table = records(file, lines, max("\t;,|", key=lines[0].count))
        rows = [row for _, row in table if any(row)]
        return rows if rows and all(len(row) == len(rows[0]) for row in rows) else []
    found = parsed(file, text, kind_of(file) != ".json")
    if not (isinstance(found, list) and found and all(isinstance(each, dict) for each in found)):
        return []
    keys = list(found[0])
    return [keys, *([each.get(key) for key in keys] for each in found)]


def _score_of(file: Path, head: Sequence[str], metric: str | None) -> str | None:
    """Choose the column of scores; ask where there are several."""
    if metric is not None:
        wanted = (metric.lower(), "score")
        return next((name for each in wanted for name in head if name.lower() == each), None)
    if any(name.lower() in LABELS for name in head):
        return None  # the score is how sure a system is of its label
    named = [name for name in head if name == "score" or is_higher_better(name) is not None]
    if len(named) > 1:
        raise ValueError(
            f"{file} must have one column of scores, not {' and '.join(named)}: --metric {named[0]} "
            "chooses one"
        )
    return named[0] if named else None


def name_of_scores(file: Path, column: str, metric: str | None) -> str:
    """Give the name that tells what scores are: their column's, or the metric if that is "score"."""
    if metric in (None, "mean") or column.lower() == str(metric).lower():
        return column
    if column.lower() != "score":
        raise ValueError(f"{file} must have scores called {metric!r}, not {column!r}")
    return str(metric)


def _check_no_other_scores(file: Path, head: list[list[Any]], items: str) -> None:
    """Ask which column has the scores, where numbers of items have names that nobody knows."""
    columns = zip(head[0], zip(*head[1:], strict=True), strict=True)
    named = [repr(n) for n, each in columns if n != items and all(is_number(str(x)) for x in each)]
    if named and not any(name.lower() in LABELS for name in head[0]):
        seen = f"not in {' or '.join(named)} beside {items!r}: --metric NAME says in which"
        raise ValueError(f"{file} must have its scores in a column 'score', {seen}")


def _names(names: list[str]) -> list[str]:
    """Name systems after their folders, where a program has given each the same file."""
    found = [match for match in map(_SAMPLES.fullmatch, names) if match]
    folders = [match[1] for match in found]
    if len(tasks := sorted({match[2] for match in found})) > 1:
        these = f"{tasks[0]!r} and {tasks[1]!r}"
        raise ValueError(f"samples must be of one task, not of {these}: give a folder a task")
    return folders if len({*folders}) == len(names) else names


def _scores(
    file: Path, items: str, chosen: str
) -> tuple[dict[str, float], dict[str, dict[str, str]]]:
    """Read the score of each item of a file, and of what it is."""
    head, *rows = _entries(file) or [[]]
    if items not in head or chosen not in head:
        raise ValueError(f"{file} must have columns {items!r} and {chosen!r} as the others have")
    item, score = head.index(items), head.index(chosen)
    told = {name: place for place, name in enumerate(head) if name in _OF_CONTENT and name != items}
    found: dict[str, float] = {}
    content: dict[str, dict[str, str]] = {}
    for row in rows:
        name = str(row[item]).strip()
        if name in found:
            raise ValueError(f"{file} must have each item once, not {name!r} again")
        if row is rows[-1] and name.lower() in SUMMARIES:
            raise ValueError(
                f"{file} must have scores of items only, not of {name!r}: leave it out"
            )
        found[name] = _as_score(row[score], f"{file}: item {name!r}")
        content[name] = {key: str(row[place]) for key, place in told.items()}
    return found, content


def _as_score(value: Any, where: str) -> float:
    text = str(value).strip()
    if text.lower() in ("true", "false"):
        return float(text.lower() == "true")
    if not is_number(text) or math.isinf(float(text)):
        raise ValueError(f"{where} must have a finite number, not {value!r}")
    return float(text)
