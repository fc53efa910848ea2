"""What `labkit compare` is given: a folder or a table, of predictions or of scores; and groups."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os.path import realpath
from pathlib import Path
from typing import Any

import numpy as np

from labkit.comparison.columns import NAMES_OF_ITEMS as OF_IDS
from labkit.comparison.columns import OF_GOLD, OF_GROUPS, Labels
from labkit.comparison.measures import OF_COUNTS
from labkit.comparison.reading import (
    COLUMNS,
    LINES,
    OBJECTS,
    aligned,
    files_of,
    kind_of,
    name_of,
    read_labels,
    read_predictions,
    text_of,
)
from labkit.comparison.scores import name_of_scores
from labkit.comparison.vocabulary import (
    EITHER,
    PREDICTED,
    RIGHT,
    check_order,
    column_of_predictions,
    is_called_right,
    is_counted,
    is_higher_better,
    named_alike,
    notes_on,
)
from labkit.tables import (
    OF_EITHER,
    Rows,
    columns_of_long,
    is_number,
    load_system_outputs,
    read_fields,
    read_systems,
    score_systems,
    table_of,
)

#: Files that hold one table.
TABLES = (".csv", ".tsv", ".table")
#: Above the names of a wide table's rows.
NAMES_OF_ITEMS = ("", "id", "item", "index", "name", "text", "sentence", "review", "unnamed: 0")
#: Above what was classified, wherever it stands.
OF_TEXTS = ("text", "texts", "sentence", "review", "document", "tweet", "tokens", "premise",
            "hypothesis", "question", "title")  # fmt: skip
NAMES_OF_SYSTEMS = ("system", "run", "model", "classifier")


@dataclass(frozen=True)
class Read:
    """What was read: labels of each system and the right answers, or scores or statistics.

    What the scores are is told by the `metric`, and in words by `described`.
    """

    systems: dict[str, Any]
    gold: Sequence[Any] | None = None
    metric: str | None = None
    described: str | None = None
    notes: tuple[str, ...] = ()


def read_outputs(
    path: os.PathLike[str] | str,
    gold: os.PathLike[str] | str | None,
    missing: str = "refuse",
    metric: str | None = None,
) -> Read:
    """Read what `labkit compare` is given: a folder or a table, of predictions or of scores."""
    path = Path(path)
    if path.is_dir():
        return _read_folder(path, gold, missing, metric)
    if gold is not None and path.is_file() and _is_of_one_system(path):
        found = read_predictions(path, gold, missing)
        return Read(found.systems, found.gold, metric, notes=found.notes)
    rows = read_fields(path) if path.is_file() and kind_of(path) in TABLES else []
    long = columns_of_long(rows)
    if not rows or long is not None:
        if gold is not None and path.is_file():
            raise ValueError(
                f"{path} must be a table of a column a system (CSV, TSV) beside a file of right "
                "answers, or have them in it, as a system or column 'gold'"
            )
        systems: dict[str, Any] = read_systems(path)
        _check_no_answers(path, systems)
        if own := [name for name in systems if name.lower() == "gold"]:
            gold_values = systems.pop(own[0])
            if gold_values.dtype.kind in "biuf":  # of an NPZ
                return Read(systems, list(gold_values), metric)
            return _against(path, systems, Labels(path, tuple(gold_values)), missing, metric)
        if long is not None:
            head = [name.lower() for place, name in enumerate(rows[0][1]) if place not in long]
            return _of_long(path, head, systems, missing, metric)
        return Read(score_systems(systems, path), metric=metric)
    truth = None if gold is None else read_labels(Path(gold), OF_GOLD)
    texts, items = _texts_of_table(path, rows, truth)
    own = [name for name in texts if name.lower() == "gold"]
    _check_no_answers(path, texts)
    if truth is None and not own:
        return Read(score_systems({n: np.array(t) for n, t in texts.items()}, path), metric=metric)
    if truth is None:
        truth, items = Labels(path, tuple(texts[own[0]])), None
    aside = _of_texts(texts, {*truth.labels} - {None})  # type: ignore[arg-type]
    systems = {name: each for name, each in texts.items() if name not in (*own, *aside)}
    read = _against(path, systems, truth, missing, metric, items)
    notes = [f"The column {name!r} was read as texts, not as a system." for name in aside]
    return replace(read, notes=(*notes, *read.notes))


def _against(
    path: Path,
    systems: Mapping[str, Any],
    truth: Labels,
    missing: str,
    metric: str | None,
    items: tuple[str, ...] | None = None,
) -> Read:
    """Bring the labels of systems into the order of the right answers."""
    if not systems:
        raise ValueError(f"{path} must hold predictions, not only the right answers")
    if None in truth.labels or "" in truth.labels:
        raise ValueError(f"{truth.path} must have a right answer for each item, not none for some")
    labels = {
        name: aligned(Labels(path, tuple(text or None for text in each), items), truth, missing)
        for name, each in systems.items()
    }
    right = tuple(label for label in truth.labels if label)
    return Read(labels, right, metric, notes=tuple(notes_on(labels, right)))


def _read_folder(
    path: Path, gold: os.PathLike[str] | str | None, missing: str, metric: str | None
) -> Read:
    chosen = None if gold is None else realpath(gold)
    files = {name_of(file, path): file for file in files_of(path) if realpath(file) != chosen}
    within = [part for name in files for part in Path(name).parent.parts if is_called_right(part)]
    if within:
        raise ValueError(
            f"{path} must hold right answers in a file 'gold', not in a folder {within[0]!r}"
        )
    for name, file in files.items():
        if is_called_right(Path(name).name) and Path(name).name.lower() != "gold":
            what = (
                f"give {file.name} as --gold {file}"
                if gold is None
                else f"move {file.name} elsewhere"
            )
            raise ValueError(f"{path} must hold a file for each system, not right answers: {what}")
    if chosen is not None or "gold" in map(str.lower, files):
        found = read_predictions(path, gold, missing)
        return Read(found.systems, found.gold, metric, notes=found.notes)
    _check_scores(path, [*files.values()])
    return Read(dict(load_system_outputs(path)), metric=metric)


def _of_long(
    path: Path, head: list[str], systems: dict[str, Any], missing: str, metric: str | None
) -> Read:
    """Choose the columns of a table with a row for each system and item."""
    names = [name for name in head if name not in OF_EITHER]
    columns = {
        name: {
            system: np.reshape(each, (len(each), -1))[:, place] for system, each in systems.items()
        }
        for place, name in enumerate(names)
    }
    right = next((name for name in names if name in ("gold", *RIGHT)), None)
    said = [name for name in names if name in PREDICTED or ("pred" in name and "prob" not in name)]
    said = said or [name for name in names if name in EITHER and name not in ("score", right)]
    if said and right is None:
        right = next((name for name in names if name not in said and is_called_right(name)), None)
    if said and right:
        gold, *others = columns[right].values()
        if any((gold != each).any() for each in others):
            raise ValueError(f"{path} must have the same {right!r} of an item for all systems")
        texts = {
            name: [*np.concatenate([*each.values()])]
            for name, each in columns.items()
            if name != right
        }
        named = column_of_predictions(path, texts, {*gold}) or said[0]
        return _against(path, columns[named], Labels(path, tuple(gold)), missing, metric)
    chosen = [name for name in names if metric is not None and name == metric.lower()]
    if not chosen and said:
        raise ValueError(
            f"{path} must have the right answers in a column 'gold', beside the predictions in {said[0]!r}"
        )
    if not chosen and metric in OF_COUNTS and len(names) > 1:
        return Read(score_systems(systems, path), metric=metric)
    chosen = chosen or [name for name in names if len(names) == 1]
    if not chosen:
        listed = " or ".join(map(repr, names))
        raise ValueError(
            f"{path} must have one column of scores, not {listed}: --metric NAME says which"
        )
    name = name_of_scores(path, chosen[0], metric)
    return Read(score_systems(columns[chosen[0]], path), None, "mean", f"mean {name}")


def _is_of_one_system(path: Path) -> bool:
    """Say whether a file has a label in each line, or objects, and no columns."""
    kind = kind_of(path)
    return kind in (*LINES, *OBJECTS) or (
        kind in COLUMNS and all(len(fields) == 1 for _, fields in read_fields(path))
    )


def _check_scores(folder: Path, files: Sequence[Path]) -> None:
    """Ask for the right answers where the first file of a folder has words, and for names of columns."""
    first, *rest = [re.split(r"[,;\s]+", line) for line in text_of(files[0]).split("\n")[:9]]
    if kind_of(files[0]) in OBJECTS:
        raise ValueError(
            f"gold must be the right answers (--gold FILE), for predictions such as {files[0].name}; "
            "scores must have names of items beside them, such as 'id'"
        )
    if len(first) > 1 and not any(map(is_number, first)):
        raise ValueError(
            f"{files[0]} must have a column 'id' and one of scores, such as 'accuracy' or 'loss', not "
            f"{', '.join(map(repr, first[:5]))}; of predictions give the right answers with --gold FILE"
        )
    words = [word for row in rest for word in row if word.isalpha() and not is_number(word)]
    if words and not {word.lower() for word in words} <= {"true", "false"}:
        raise ValueError(
            f"gold must be the file of the right answers, for predictions such as {words[0]!r}: "
            f"{folder} has no gold.txt; give it with --gold FILE"
        )


def _check_no_answers(path: Path, names: Iterable[str]) -> None:
    """Refuse a system that is called as right answers are: one that makes no mistake."""
    called = [name for name in names if is_called_right(name)]
    if called := [name for name in called if name.lower() not in ("gold", "reference")]:
        raise ValueError(
            f"{path} must call the right answers 'gold', if {called[0]!r} is what they are, or be "
            "without them: else they would be a system"
        )


def _check_items(path: Path, items: Sequence[str], systems: Sequence[str]) -> None:
    """Refuse a table of results: metrics are no items, and no systems if not all are better higher."""
    known = [item for item in items if is_higher_better(item) is not None]
    if {True, False} <= {*map(is_higher_better, systems)}:
        known = [system for system in systems if is_higher_better(system) is not None]
    elif 2 * len(known) < len(items):
        return
    if known:
        listed = ", ".join(known[:3])
        raise ValueError(
            f"{path} must hold a score of each item and system, not by metrics: {listed}"
        )


def _of_texts(columns: dict[str, list[str]], known: set[str]) -> list[str]:
    """Name the columns of what was classified: called so, and without any right answer."""
    return [n for n, each in columns.items() if n.lower() in OF_TEXTS and not known & {*each}]


def _texts_of_table(
    path: Path, rows: Rows, truth: Labels | None
) -> tuple[dict[str, list[str]], tuple[str, ...] | None]:
    """Read the texts of a wide table by system, and its items.

    `truth` are the right answers if they are given elsewhere; else they are in the table.
    """
    found = _columns_of_labels(path, rows, truth)
    if found:
        texts, names = found
        return texts, None if truth is None else _items(path, rows[0][1][0], names, truth)
    table = table_of(path, rows)
    _check_items(path, [*table.columns], [*table.index])
    word = table.attrs["word"]
    texts = {name: [*each] for name, each in zip(table.index, table.to_numpy(), strict=True)}
    named = truth is not None and word is not None
    return texts, _items(path, word, [*table.columns], truth) if truth and named else None


def _items(path: Path, word: str, names: Sequence[str], truth: Labels) -> tuple[str, ...] | None:
    """Give the names of a table's items, below a word, if right answers can be found by them."""
    if len({*names}) < len(names) or not names:
        return None
    numbered = word.lower() in ("", "index", "unnamed: 0") and is_counted(names)
    if truth.items is None or numbered:
        if truth.items is None and word.lower() in OF_IDS:
            check_order({path: names}, truth.path)
        return None
    same = {*named_alike(names, truth.items)} & {*truth.items}
    return tuple(names) if same or word.lower() in OF_IDS else None


def _columns_of_labels(
    path: Path, rows: Rows, truth: Labels | None
) -> tuple[dict[str, list[str]], list[str]] | None:
    """Read a table as pandas writes it, a column of labels a system and perhaps names of items."""
    header, body = ([field.strip() for field in rows[0][1]], rows[1:]) if rows else ([], [])
    body = [row for row in body if row[1] != rows[0][1]]  # the header again, of files put together
    names = [name.lower() for name in header]
    labels = {field.strip() for _, fields in body for field in fields}
    # Without right answers among the columns, and without names of items, a few labels come again.
    few = 1 < len(labels) <= max(2, len(body) // 4) and not labels & set(header)
    known = "gold" in names or (truth is not None and (few or names[0] in OF_TEXTS))
    if not known or names[0] in NAMES_OF_SYSTEMS:
        return None
    if all(len(fields) == len(header) + 1 for _, fields in body):  # no word above the items
        return None
    wrong = next((number for number, fields in body if len(fields) != len(header)), None)
    if wrong is not None:
        raise ValueError(
            f"{path}: line {wrong} must have {len(header)} fields as the first line has"
        )
    columns = {name: [fields[i].strip() for _, fields in body] for i, name in enumerate(header)}
    if len(columns) < len(header):
        raise ValueError(f"{path} must have one column a system, not two of one name")
    first = columns[header[0]]
    right = {*next((columns[n] for n in columns if n.lower() == "gold"), [])}
    right |= {*truth.labels} if truth else set()  # type: ignore[arg-type]
    if names[0] in NAMES_OF_ITEMS or (len(set(first)) == len(first) and not {*first} & right):
        del columns[header[0]]
        return columns, first
    return columns, []


def read_groups(path: os.PathLike[str] | str, items: Sequence[str] | None = None) -> list[str]:
    """Read the group of each item: in the order of `items`, if the file names its own as well."""
    found = read_labels(Path(path), OF_GROUPS)
    if None in found.labels:
        place = found.labels.index(None) + 1
        raise ValueError(f"{path} must have a group for each item, not none for item {place}")
    groups = [label for label in found.labels if label is not None]
    if found.items is None:
        return groups
    if items is None:
        check_order({found.path: found.items}, Path("the file of right answers"))
        return groups
    named = named_alike(found.items, items)
    if strange := sorted({*items} ^ {*named}):
        raise ValueError(
            f"{path} must have a group for each item, and no others: {strange[0]!r} is there or in the "
            "right answers only"
        )
    by_item = dict(zip(named, groups, strict=True))
    return [by_item[item] for item in items]


def items_of(
    path: os.PathLike[str] | str, gold: os.PathLike[str] | str | None
) -> tuple[str, ...] | None:
    """Give the names of the items that are compared, in their order; None if they have none."""
    path = Path(path)
    try:
        if gold is not None:
            return read_labels(Path(gold), OF_GOLD).items
        if path.is_dir():
            own = [file for file in files_of(path) if name_of(file, path).lower() == "gold"]
            return read_labels(own[0], OF_GOLD).items if own else None
        return read_labels(path, ("gold",)).items if kind_of(path) in COLUMNS else None
    except ValueError:  # not of labels
        return None
