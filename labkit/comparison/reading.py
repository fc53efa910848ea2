"""Read what systems predicted, and the right answers: a label a line, or tables with names of items."""

import csv
import gzip
import json
import os
import unicodedata
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from labkit.arguments import as_option
from labkit.comparison.vocabulary import (
    EITHER,
    PREDICTED,
    best_of,
    check_order,
    column_of_predictions,
    in_words_of,
    is_counted,
    notes_on,
    without_nothing,
)
from labkit.tables import is_litter

#: Files of one system: with a label in each line, with columns, with an object in each line.
LINES = ("", ".txt", ".labels", ".pred", ".predictions", ".out")
COLUMNS = (".csv", ".tsv")
OBJECTS = (".jsonl", ".ndjson", ".json")

#: What the column of an item's name, of a prediction, and of a right answer may be called.
NAMES_OF_ITEMS = ("id", "item", "item_id", "idx", "index", "guid", "qid", "uid", "sentence_id")
OF_PREDICTIONS = (*PREDICTED, *EITHER)
OF_GOLD = ("gold", "label", "labels", "answer", "target", "y_true", "true", "class", "sentiment",
           "score")  # fmt: skip
OF_GROUPS = ("group", "groups", "document", "doc", "cluster")
#: A first line that says one of these is a header.
HEADERS = {*OF_PREDICTIONS, *OF_GOLD, *OF_GROUPS}

#: What to do with a missing prediction.
MISSING = ("refuse", "wrong")


@dataclass(frozen=True)
class Labels:
    """The labels of one file, None where one is missing, and the names of its items, if it has any."""

    path: Path
    labels: tuple[str | None, ...]
    items: tuple[str, ...] | None = None

    def __len__(self) -> int:
        """Count the items."""
        return len(self.labels)


@dataclass(frozen=True)
class Predictions:
    """What several systems predicted on the same items.

    Parameters
    ----------
    systems : dict
        Name -> a label for each item, in the order of the right answers; None where missing.
    gold : tuple of str
        The right answers.
    items : tuple of str or None
        Names of the items, if the file of right answers has any.
    notes : tuple of str
        What is worth saying about the data.

    See Also
    --------
    read_predictions : Reads them.

    Examples
    --------
    >>> Predictions({"a": ("POS",)}, ("NEG",)).notes
    ()
    """

    systems: dict[str, tuple[str | None, ...]]
    gold: tuple[str, ...]
    items: tuple[str, ...] | None = None
    notes: tuple[str, ...] = ()


def read_predictions(
    folder: os.PathLike[str] | str,
    gold: os.PathLike[str] | str | None = None,
    missing: str = "refuse",
) -> Predictions:
    r"""Read a folder with a file of predictions for each system, and the right answers.

    A file has a label a line (which may be of several words); or columns (CSV, TSV) or an object
    in each line (JSONL), and then perhaps a name of each item, by which the files are aligned.
    Byte order marks, any line ends, a header such as ``label`` and ``.gz`` are understood; hidden
    files and a README are passed over.

    Parameters
    ----------
    folder : path-like or str
        Files of predictions; a file in a sub-folder is the system "sub-folder/file".
    gold : path-like or str, optional
        The right answers; by default the file ``gold`` of the folder.
    missing : {"refuse", "wrong"}, optional
        Whether a missing prediction is an error, or a wrong one.

    Returns
    -------
    Predictions
        In the order of the right answers.

    Raises
    ------
    OSError, ValueError
        If a file is missing, is of another kind, or has other items than the right answers.

    See Also
    --------
    labkit.experiments.load_system_outputs : Reads scores, too.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name, labels in {"gold": "POS\nNEG", "lexicon": "POS\nPOS\n"}.items():
    ...         _ = (Path(folder) / f"{name}.txt").write_text(labels)
    ...     read_predictions(folder).systems
    {'lexicon': ('POS', 'POS')}
    """
    as_option(missing, "missing", MISSING)
    folder = Path(folder)
    files = files_of(folder)
    if gold is None:
        own = [file for file in files if name_of(file, folder).lower() == "gold"]
        if not own:
            raise ValueError(
                f"gold must be the file of the right answers: {folder} has no gold.txt"
            )
        gold = own[0]
    gold = Path(gold)
    truth = read_labels(gold, OF_GOLD)
    if None in truth.labels:
        line = truth.labels.index(None) + 1
        raise ValueError(f"{gold} must have a right answer for each item, not none for item {line}")
    right = tuple(label for label in truth.labels if label is not None)
    others = [file for file in files if file.resolve() != gold.resolve()]
    check_one_gold(folder, gold, others)
    if not others:
        raise ValueError(f"{folder} must hold files of predictions, not only the right answers")
    read: dict[str, Labels] = {}
    for file in others:
        name = name_of(file, folder)
        if name in read:
            raise ValueError(f"{folder} must hold one file a system, not two for {name!r}")
        read[name] = read_labels(file, OF_PREDICTIONS, set(right))
    if truth.items is None:
        check_order({one.path: one.items for one in read.values() if one.items}, gold)
    systems = {name: aligned(labels, truth, missing) for name, labels in read.items()}
    return Predictions(systems, right, truth.items, tuple(notes_on(systems, right)))


def check_one_gold(folder: Path, gold: Path, others: Sequence[Path]) -> None:
    """Refuse a second file of right answers: it would be a system that makes no mistake."""
    again = [file for file in others if Path(name_of(file, folder)).name.lower() == "gold"]
    if again:
        raise ValueError(
            f"{folder} must hold no right answers beside {gold}, not {again[0].relative_to(folder)} "
            "as well: move it elsewhere, or begin its name with a point"
        )


def files_of(folder: Path) -> list[Path]:
    """List the files of a folder that may hold predictions; ValueError if another is among them."""
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder} must be a folder of predictions, or a table of scores")
    found = []
    for file in sorted(folder.rglob("*")):
        inside = file.relative_to(folder)
        hidden = any(part.startswith((".", "__")) for part in inside.parts)
        if hidden or is_litter(file):
            continue
        if kind_of(file) not in LINES + COLUMNS + OBJECTS:
            known = ", ".join(filter(None, LINES + COLUMNS + OBJECTS))
            raise ValueError(
                f"{folder} must hold files of predictions only ({known}; packed, .gz), not {inside}: "
                "move it elsewhere, or begin its name with a point"
            )
        found.append(file)
    return found


def kind_of(file: Path) -> str:
    """Give the end of a file's name, ``.gz`` aside."""
    return Path(file.name.removesuffix(".gz")).suffix.lower()


def name_of(file: Path, folder: Path) -> str:
    """Name a system after its file."""
    inside = file.relative_to(folder)
    name = inside.with_name(Path(inside.name.removesuffix(".gz")).stem).as_posix()
    return unicodedata.normalize("NFC", name)


def read_labels(file: Path, columns: Sequence[str], known: set[str] | None = None) -> Labels:
    """Read the labels of one file, of one of these columns if it has several.

    A first line that no label of the rest, and none of `known`, is taken to be, and that is a
    usual word above a column, is a header.
    """
    text = text_of(file)
    kind = kind_of(file)
    if kind in OBJECTS:
        return _of_objects(file, text, columns, known)
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise ValueError(f"{file} must have a label in each line, not be empty")
    # A label may be missing behind its tab; a tab behind all labels says nothing.
    counts = {line.count("\t") for line in lines}
    tabs = len(counts) == 1 and any("\t" in line.strip() for line in lines)
    if kind in COLUMNS or tabs:
        return _of_columns(file, lines, columns, known)
    labels = [line.strip() for line in lines]
    if _is_header(labels, known):
        labels = labels[1:]
    return Labels(file, tuple(label or None for label in labels))


def text_of(file: Path) -> str:
    """Read a text, unpacked, without a byte order mark, with plain line ends."""
    try:
        content = file.read_bytes()
        content = gzip.decompress(content) if file.suffix == ".gz" else content
        text = content.decode(
            "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
        )
    except FileNotFoundError:
        raise FileNotFoundError(f"{file} must be an existing file") from None
    except OSError as error:
        reason = "packed by gzip, as its name says" if file.suffix == ".gz" else "readable"
        raise ValueError(f"{file} must be {reason}: {error.strerror or error}") from None
    except (EOFError, zlib.error):
        raise ValueError(f"{file} must be packed by gzip, as its name says") from None
    except UnicodeDecodeError:
        raise ValueError(f"{file} must be a text file (UTF-8), not of another kind") from None
    if "\0" in text:
        raise ValueError(f"{file} must be a text file (UTF-8), not one with zero bytes")
    # A Mac writes ö as o and its dots.
    text = unicodedata.normalize("NFC", text)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _is_header(labels: Sequence[str], known: set[str] | None) -> bool:
    first = labels[0]
    return first.lower() in HEADERS and first not in {*labels[1:], *(known or ())}


def _of_columns(
    file: Path, lines: list[str], columns: Sequence[str], known: set[str] | None
) -> Labels:
    """Read a table with a header that names a column of labels, and perhaps one of items."""
    separator = max("\t;,", key=lines[0].count)
    rows = [row for row in csv.reader(lines, delimiter=separator)]
    rows = [[field.strip() for field in row] for row in rows]
    width = len(rows[0])
    for number, row in enumerate(rows, 1):
        if len(row) != width and row:
            raise ValueError(f"{file}: line {number} must have {width} fields, not {len(row)}")
    if width == 1:
        labels = [row[0] if row else "" for row in rows]
        labels = labels[1:] if _is_header(labels, known) else labels
        return Labels(file, tuple(label or None for label in labels))
    head = [field.lower() for field in rows[0]]
    item = next((head.index(name) for name in NAMES_OF_ITEMS if name in head), None)
    body = rows[1:]
    if item is None and head[0] in ("", "unnamed: 0"):  # an index that pandas wrote
        index = [row[0] for row in body if row]
        # Who counts what they predicted says nothing of the items.
        item = 0 if known is None or not is_counted(index) else None
        item = item if len({*index}) == len(index) else None
    by_name = {name: [row[i] for row in body if row] for i, name in enumerate(head) if i != item}
    named = _named_column(file, by_name, columns, known)
    label = None if named is None else head.index(named)
    if label is None and width == 2:
        # A column of names, none of which comes twice, beside one of labels.
        body = rows if item is None else body
        item = 0 if item is None and _all_differ(body) else item
        label = None if item is None else 1 - item
    if label is None:
        raise ValueError(
            f"{file} must have a header that names the column of labels, such as {columns[0]!r}; "
            f"its first line is {separator.join(rows[0])[:80]!r}"
        )
    labels = [row[label] if row else "" for row in body]
    items = None if item is None else tuple(row[item] if row else "" for row in body)
    return _named(file, labels, items)


def _all_differ(rows: list[list[str]]) -> bool:
    return len({row[0] for row in rows}) == len(rows) > len({row[1] for row in rows})


def _named_column(
    file: Path, by_name: dict[str, list[Any]], columns: Sequence[str], known: set[str] | None
) -> str | None:
    """Choose the column of labels by its name."""
    if known is not None:
        return column_of_predictions(file, by_name, known)
    lower = {name.lower(): name for name in by_name}
    return next((lower[name] for name in columns if name in lower), None)


def _of_objects(
    file: Path, text: str, columns: Sequence[str], known: set[str] | None = None
) -> Labels:
    """Read a list, an object of items and labels, or an object in each line."""
    try:
        if kind_of(file) == ".json":
            found = json.loads(text)
            entries = found if isinstance(found, list) else [found]
        else:
            entries = [json.loads(line) for line in text.split("\n") if line.strip()]
    except ValueError as error:
        raise ValueError(f"{file} must be JSON: {error}") from None
    if kind_of(file) == ".json" and isinstance(found, dict):
        return _named(file, [_label(each, file) for each in found.values()], tuple(found))
    if not entries:
        raise ValueError(f"{file} must have a label for each item, not be empty")
    if not all(isinstance(each, dict) for each in entries):
        return Labels(file, tuple(_label(best_of(each), file) or None for each in entries))
    keys = {key.lower(): key for key in entries[0]}
    own = next((keys[column] for column in NAMES_OF_ITEMS if column in keys), None)
    by_name = {key: [each.get(key) for each in entries] for key in entries[0] if key != own}
    name = _named_column(file, by_name, columns, known)
    if name is None:
        raise ValueError(
            f"{file} must have a label in each object, under a name such as {columns[0]!r}; "
            f"the first has {', '.join(map(repr, entries[0]))}"
        )
    item = next((keys[column] for column in NAMES_OF_ITEMS if column in keys), None)
    items = None if item is None else tuple(str(each.get(item, "")) for each in entries)
    return _named(file, [_label(each.get(name), file) for each in entries], items)


def _label(value: Any, file: Path) -> str:
    if isinstance(value, dict | list):
        shown = json.dumps(value)[:60]
        wanted = "a word or a number for each label (a list, or an object of items and labels)"
        raise ValueError(f"{file} must have {wanted}, not {shown}")
    return "" if value is None else str(value).strip()


def _named(file: Path, labels: list[str], items: tuple[str, ...] | None) -> Labels:
    if items is not None:
        item, times = Counter(items).most_common(1)[0]
        if times > 1:
            raise ValueError(f"{file} must have each item once, not {item!r} {times} times")
    return Labels(file, tuple(label or None for label in labels), items)


def aligned(found: Labels, truth: Labels, missing: str) -> tuple[str | None, ...]:
    """Bring the labels of a file into the order of the right answers."""
    if found.items is not None and truth.items is not None:
        if strange := set(found.items) - set(truth.items):
            item = min(strange)
            raise ValueError(f"{found.path} must have the items of {truth.path}, not {item!r}")
        by_item = dict(zip(found.items, found.labels, strict=True))
        labels: tuple[str | None, ...] = tuple(by_item.get(item) for item in truth.items)
    elif len(found) != len(truth):
        hint = ""
        if len(found) == len(truth) + 1:
            hint = f"; if its first line, {found.labels[0]!r}, is a header, let it be 'label'"
        raise ValueError(
            f"{found.path} must have {len(truth):,} labels as {truth.path} has, not {len(found):,}{hint}"
        )
    else:
        labels = found.labels
    known = {label for label in truth.labels if label is not None}
    labels = in_words_of(without_nothing(labels, known), known)
    if missing == "refuse" and None in labels:
        place = labels.index(None)
        item = repr(truth.items[place]) if truth.items else f"{place + 1:,}"
        raise ValueError(
            f"{found.path} must have a prediction for each item, not none for item {item}; "
            "--missing wrong counts what is missing as wrong"
        )
    return labels
