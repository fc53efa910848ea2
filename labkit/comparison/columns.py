"""Where a table, or JSON, has its labels and the names of its items."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from labkit.comparison.vocabulary import (
    EITHER,
    PREDICTED,
    column_of_predictions,
    is_counted,
    is_real,
    spelt,
)
from labkit.tables import records

#: What the column of an item's name, of a prediction, and of a right answer may be called.
NAMES_OF_ITEMS = ("id", "item", "item_id", "idx", "index", "guid", "qid", "uid", "sentence_id")
OF_PREDICTIONS = (*PREDICTED, *EITHER)
OF_GOLD = ("gold", "label", "labels", "accept", "answer", "target", "y_true", "true", "class",
           "sentiment", "score", "actual")  # fmt: skip
OF_GROUPS = ("group", "groups", "document", "doc", "cluster")
#: A first line that says one of these is a header.
HEADERS = {*OF_PREDICTIONS, *OF_GOLD, *OF_GROUPS}
#: ... that nobody calls a class.
_NO_CLASSES = {"label", "labels", "prediction", "predictions", "pred", "y_pred", "y_true"}

#: What else names items, if no name comes twice: review_id, PassengerId, docid.
_NAMING = re.compile(
    r"(?i:.*[\s_.-]id|(?:doc|example|image|item|phrase|query|question|review|sample|sent|sentence|test|"
    r"tweet)id|key|inst#|filename)|\w*[a-z](?:Id|ID)"
)
#: What Prodigy's annotators answer.
_ANSWERS = {"accept", "reject", "ignore"}


@dataclass(frozen=True)
class Labels:
    """The labels of one file, None where one is missing, and the names of its items, if it has any.

    `beside` are the columns that hold neither, by their names: texts, for example.
    """

    path: Path
    labels: tuple[str | None, ...]
    items: tuple[str, ...] | None = None
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __len__(self) -> int:
        """Count the items."""
        return len(self.labels)


def without_headers(labels: list[str], known: set[str] | None) -> list[str]:
    """Leave out a usual word above a column that is no label, and again where files were put together."""
    first = labels[0]
    if first.lower() in _NO_CLASSES:
        return [label for label in labels if label != first]
    is_header = first.lower() in HEADERS and first not in {*labels[1:], *(known or ())}
    return labels[1:] if is_header else labels


def are_columns(lines: Sequence[str]) -> bool:
    """Say whether lines of a text are rows of a table: below a usual header, or names and labels."""
    separator = max(";,|", key=lines[0].count)
    if separator not in lines[0]:
        return False
    rows = [[text.strip() for text in line.split(separator)] for line in lines]
    head = [name.lower() for name in rows[0]]
    if len(rows) > 1 and any(name in HEADERS for name in head):
        again = {text.lower() for row in rows[1:] for text in row}
        named = sum(name in HEADERS or name in NAMES_OF_ITEMS for name in head)
        return named > 1 or not again & {*head}
    pairs = len(rows) > 2 and all(len(row) == 2 and all(row) for row in rows)
    return pairs and _all_differ(rows)


def of_columns(
    file: Path, lines: list[str], columns: Sequence[str], known: set[str] | None
) -> Labels:
    """Read a table with a header that names a column of labels, and perhaps one of items."""
    separator = max("\t;,|", key=lines[0].count)
    rows = _rows(file, lines, separator)
    width = len(rows[0])
    if width == 1:
        labels = without_headers([row[0] if row else "" for row in rows], known)
        return Labels(file, tuple(label or None for label in labels))
    head = [field.lower() for field in rows[0]]
    body = rows[1:]
    item = _column_of_items(rows[0], {i: [row[i] for row in body if row] for i in range(width)})
    is_index = item is None and head[0] in ("", "unnamed: 0")  # that pandas or R wrote
    if is_index:
        index = [row[0] for row in body if row]
        # Who counts what they predicted says nothing of the items.
        item = 0 if known is None or not is_counted(index) else None
        item = item if len({*index}) == len(index) else None
    by_name = {n: [row[i] if row else "" for row in body] for i, n in enumerate(head) if i != item}
    named = _named_column(file, by_name, columns, known)
    label = None if named is None else head.index(named)
    if label is None and width == 2:
        if is_index:
            label = 1
        else:
            # A column of names, none of which comes twice, beside one of labels.
            body = body if item is not None or _has_header(file, rows, known) else rows
            item = 0 if item is None and _all_differ(body) else item
            label = None if item is None else 1 - item
    if label is None:
        raise ValueError(
            f"{file} must have a header that names the column of labels, such as {columns[0]!r}; "
            f"its first line is {separator.join(rows[0])[:80]!r}"
        )
    body = body if item is None else [row for row in body if row]  # a blank line names no item
    labels = [row[label] if row else "" for row in body]
    items = None if item is None else tuple(row[item] for row in body)
    others = {
        name: tuple(row[i] if row else "" for row in body)
        for i, name in enumerate(head)
        if i not in (item, label) and name
    }
    return _named(file, labels, items, others)


def _rows(file: Path, lines: list[str], separator: str) -> list[list[str]]:
    """Part lines into fields, without the empty rows and columns that a spreadsheet adds at the end."""
    found = records(file, lines, separator)
    while len(found) > 1 and not any(found[-1][1]):
        found.pop()
    used = max((at for _, row in found for at, text in enumerate(row, 1) if text), default=1)
    rows = [row[:used] if any(row) else [] for _, row in found]
    width = len(rows[0])
    for (number, _), row in zip(found, rows, strict=True):
        if len(row) != width and row:
            raise ValueError(f"{file}: line {number} must have {width} fields, not {len(row)}")
    again = width > 1 and HEADERS & {name.lower() for name in rows[0]}  # of files put together
    return [rows[0], *(row for row in rows[1:] if row != rows[0])] if again else rows


def _column_of_items(head: Sequence[str], columns: Mapping[int, Sequence[str]]) -> int | None:
    """Find the column that names the items: by its usual name, or by a name and values that differ."""
    lower = [name.lower() for name in head]
    usual = next((lower.index(name) for name in NAMES_OF_ITEMS if name in lower), None)
    if usual is not None:
        return usual
    for place, name in enumerate(head):
        values = columns[place]
        if _NAMING.fullmatch(name) and all(values) and len({*values}) == len(values):
            return place
    return None


def column_of_items(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str | None:
    """Name the column that names the items."""
    place = _column_of_items(head, {i: [str(row[i]) for row in rows] for i in range(len(head))})
    return None if place is None else head[place]


def _has_header(file: Path, rows: list[list[str]], known: set[str] | None) -> bool:
    """Say whether the first of several rows of two fields is no item; ask if that cannot be told."""
    for place in (0, 1):
        rest = [row[place] for row in rows[1:] if row]
        if rest and not is_real(rows[0][place]) and all(map(is_real, rest)):
            return True
    first, rest = rows[0][1], [row[1] for row in rows[1:] if row]
    if first in {*rest, *(known or ())} or is_real(first):
        return False
    if known is None and len(rest) > 1 and 2 * len({*rest}) <= len(rest) + 1:
        raise ValueError(
            f"{file} must begin with a line such as 'id,label': whether its first line, "
            f"{','.join(rows[0])!r}, is a header or an item cannot be told"
        )
    return known is not None


def _all_differ(rows: list[list[str]]) -> bool:
    rows = [row for row in rows if row]
    return len({row[0] for row in rows}) == len(rows) > len({row[1] for row in rows})


def _named_column(
    file: Path, by_name: dict[str, list[Any]], columns: Sequence[str], known: set[str] | None
) -> str | None:
    """Choose the column of labels by its name."""
    if known is not None:
        return column_of_predictions(file, by_name, known)
    lower = {name.lower(): name for name in by_name}
    return next((lower[name] for name in columns if name in lower), None)


def parsed(file: Path, text: str, is_lines: bool) -> Any:
    """Read JSON, or an object in each line; refuse a key twice, of which Python keeps the last."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(found := dict(pairs)) < len(pairs):
            again = next(name for name in found if sum(name == key for key, _ in pairs) > 1)
            raise ValueError(f"it has {again!r} twice in one object")
        return found

    texts = [line for line in text.split("\n") if line.strip()] if is_lines else [text]
    try:
        found = [json.loads(each, object_pairs_hook=once) for each in texts]
    except ValueError as error:
        raise ValueError(f"{file} must be JSON: {error}") from None
    return found if is_lines else found[0]


def of_objects(
    file: Path, text: str, is_lines: bool, columns: Sequence[str], known: set[str] | None = None
) -> Labels:
    """Read a list, an object of items and labels, or an object in each line."""
    found = parsed(file, text, is_lines)
    if isinstance(found, dict):
        return _named(file, [_label(each, file) for each in found.values()], tuple(found))
    entries = found if isinstance(found, list) else [found]
    if not entries:
        raise ValueError(f"{file} must have a label for each item, not be empty")
    if not all(isinstance(each, dict) for each in entries):
        return Labels(file, tuple(_label(each, file) or None for each in entries))
    return _of_entries(file, entries, columns, known)


def _of_entries(
    file: Path, entries: list[dict[str, Any]], columns: Sequence[str], known: set[str] | None
) -> Labels:
    """Read an object an item."""
    named = {key for each in entries for key in each if key in NAMES_OF_ITEMS}
    keys = [*entries[0], *sorted(named - entries[0].keys())]
    texts = {i: [str(each.get(key, "")) for each in entries] for i, key in enumerate(keys)}
    place = _column_of_items(keys, texts)
    item = None if place is None else keys[place]
    by_name = {key: [each.get(key) for each in entries] for key in keys if key != item}
    name = _named_column(file, by_name, columns, known)
    if name is None:
        raise ValueError(
            f"{file} must have a label in each object, under a name such as {columns[0]!r}; "
            f"the first has {', '.join(map(repr, entries[0]))}"
        )
    _check_accepted(file, name, entries)
    items = None if place is None else tuple(texts[place])
    others = {key.lower(): tuple(texts[i]) for i, key in enumerate(keys) if key not in (item, name)}
    labels = [_label(each.get(name), file) for each in entries]
    return _named(file, labels, items, others)


def _check_accepted(file: Path, name: str, entries: list[dict[str, Any]]) -> None:
    """Refuse labels that an annotator has rejected, or left."""
    answers = [each.get("answer") for each in entries]
    if name == "answer" or not all(isinstance(one, str) and one in _ANSWERS for one in answers):
        return
    for number, answer in enumerate(answers, 1):
        if answer != "accept":
            raise ValueError(
                f"{file} must hold labels that were accepted, not {answer!r} as for item {number}: "
                "leave it out everywhere, or write its right label"
            )


def _label(value: Any, file: Path) -> str:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict | list):
        shown = json.dumps(value)[:60]
        wanted = "a word or a number for each label (a list, or an object of items and labels)"
        raise ValueError(f"{file} must have {wanted}, not {shown}")
    return "" if value is None else str(value).strip()


def _named(
    file: Path,
    labels: list[str],
    items: tuple[str, ...] | None,
    beside: Mapping[str, tuple[str, ...]] | None = None,
) -> Labels:
    if items is not None:
        item, times = Counter(items).most_common(1)[0]
        if times > 1:
            raise ValueError(f"{file} must have each item once, not {item!r} {times} times")
    return Labels(file, tuple(spelt(label) or None for label in labels), items, beside or {})
