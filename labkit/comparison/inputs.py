"""What `labkit compare` is given: a folder or a table, of predictions or of scores; and groups."""

import os
from collections.abc import Iterable, Sequence
from os.path import realpath
from pathlib import Path
from typing import Any

from labkit.comparison.columns import NAMES_OF_ITEMS as OF_IDS
from labkit.comparison.columns import OF_GOLD, OF_GROUPS, OF_PREDICTIONS, Labels
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
)
from labkit.comparison.vocabulary import (
    RIGHT,
    check_order,
    is_counted,
    is_real,
    named_alike,
    notes_on,
)
from labkit.experiments import load_system_outputs
from labkit.tables import check_systems, columns_of_long, read_fields, read_table

#: Above the names of a wide table's rows.
NAMES_OF_ITEMS = ("", "id", "item", "index", "name", "text", "sentence", "review", "unnamed: 0")
#: Above what was classified, wherever it stands.
OF_TEXTS = ("text", "texts", "sentence", "review", "document", "tweet", "tokens", "premise",
            "hypothesis", "question", "title")  # fmt: skip
#: Nobody calls a system so.
ANSWERS = {*RIGHT, "label", "labels", "y", "answer"} - {"gold", "reference"}
NAMES_OF_SYSTEMS = ("system", "run", "model", "classifier")


def read_outputs(
    path: os.PathLike[str] | str, gold: os.PathLike[str] | str | None, missing: str = "refuse"
) -> tuple[dict[str, Any], tuple[str, ...] | None, tuple[str, ...]]:
    """Read what `labkit compare` is given: a folder or a table, of predictions or of scores.

    Gives the systems, the right answers if these are predictions, and what should be said of them.
    """
    path = Path(path)
    if path.is_dir():
        chosen = None if gold is None else realpath(gold)
        files = [file for file in files_of(path) if realpath(file) != chosen]
        names = [name_of(file, path) for file in files]
        given = chosen is not None or "gold" in map(str.lower, names)
        within = {part for name in names for part in Path(name).parent.parts}
        if folders := [part for part in within if part.lower() in {*ANSWERS, "gold"}]:
            raise ValueError(
                f"{path} must hold right answers in a file 'gold', not in a folder {folders[0]!r}"
            )
        if not given:
            _check_scores(path, files)
        _check_no_answers(path, [Path(name).name for name in names])
        if not given:
            return dict(load_system_outputs(path)), None, ()
        found = read_predictions(path, gold, missing)
        return dict(found.systems), found.gold, found.notes
    if gold is not None and path.is_file() and _is_of_one_system(path):
        found = read_predictions(path, gold, missing)
        return dict(found.systems), found.gold, found.notes
    truth = None if gold is None else read_labels(Path(gold), OF_GOLD)
    texts, items = _texts_of_table(path, truth)
    own = next((name for name in texts if name.lower() == "gold"), None)
    _check_no_answers(path, texts)
    if truth is not None and not texts and path.is_file():
        raise ValueError(
            f"{path} must be a table of a column a system (CSV, TSV) beside a file of right answers, "
            "or have them in it, as a system 'gold'"
        )
    if truth is None and own is None:
        outputs = load_system_outputs(path)
        _check_no_answers(path, outputs)  # of an NPZ, or of a Parquet file
        check_systems(str(path), outputs)
        return dict(outputs), None, ()
    if truth is None:
        truth, items = Labels(path, tuple(texts[own or ""])), None
    aside = _of_texts(texts, {*truth.labels} - {None})  # type: ignore[arg-type]
    systems = {
        name: aligned(Labels(path, tuple(text or None for text in each), items), truth, missing)
        for name, each in texts.items()
        if name != own and name not in aside
    }
    if not systems:
        raise ValueError(f"{path} must hold predictions, not only the right answers")
    if None in truth.labels or "" in truth.labels:
        raise ValueError(f"{truth.path} must have a right answer for each item, not none for some")
    right = tuple(label for label in truth.labels if label)
    notes = [f"The column {name!r} was read as texts, not as a system." for name in aside]
    return dict(systems), right, (*notes, *notes_on(systems, right))


def _is_of_one_system(path: Path) -> bool:
    """Say whether a file has a label in each line, or objects, and no columns."""
    kind = kind_of(path)
    return kind in (*LINES, *OBJECTS) or (
        kind in COLUMNS and all(len(fields) == 1 for _, fields in read_fields(path, kind))
    )


def _check_scores(folder: Path, files: Sequence[Path]) -> None:
    """Ask for the right answers where the first file of a folder has words, and no scores."""
    first = next((file for file in files if kind_of(file) in LINES), None)
    labels = () if first is None else read_labels(first, OF_PREDICTIONS).labels
    words = {each for each in labels if each and each.isalpha() and not is_real(each)}
    word = min(words, default=None)
    if {each.lower() for each in words} <= {"true", "false"} and None not in labels:
        return  # right and wrong
    if word is not None:
        called = [file for file in files if name_of(file, folder).lower() in (*RIGHT, "labels")]
        which = called[0] if called else "FILE"
        raise ValueError(
            f"gold must be the file of the right answers, for predictions such as {word!r}: "
            f"{folder} has no gold.txt; give it with --gold {which}"
        )


def _check_no_answers(path: Path, names: Iterable[str]) -> None:
    """Refuse a system that is called as right answers are: one that makes no mistake."""
    called = next((name for name in names if name.lower().strip() in ANSWERS), None)
    if called is not None:
        raise ValueError(
            f"{path} must call the right answers 'gold', if {called!r} is what they are, or be "
            "without them: else they would be a system"
        )


def _of_texts(columns: dict[str, list[str]], known: set[str]) -> list[str]:
    """Name the columns of what was classified: called so, and without any right answer."""
    return [n for n, each in columns.items() if n.lower() in OF_TEXTS and not known & {*each}]


def _texts_of_table(
    path: Path, truth: Labels | None
) -> tuple[dict[str, list[str]], tuple[str, ...] | None]:
    """Read the texts of a wide table by system, and its items; nothing of a table of another kind.

    `truth` are the right answers if they are given elsewhere; else they are in the table.
    """
    kind = kind_of(path)
    if kind not in (".csv", ".tsv", ".table") or not path.is_file():
        return {}, None
    rows = read_fields(path, kind)
    if rows and columns_of_long(rows[0][1]) is not None:
        return {}, None
    found = _columns_of_labels(path, rows, truth)
    if found:
        texts, names = found
        return texts, None if truth is None else _items(path, rows[0][1][0], names, truth)
    read = read_table(path, kind)
    named = rows[0][0] < read.lines[0]  # there is a header
    if read.items_in_rows:
        named = len(rows[-1][1]) > len(read.columns)
    word = rows[0][1][0] if read.items_in_rows and len(rows[0][1]) == len(rows[-1][1]) else ""
    names = read.items if named else []
    texts = read.by_system(read.rows)
    return texts, None if truth is None else _items(path, word, names, truth)


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
    path: Path, rows: list[tuple[int, list[str]]], truth: Labels | None
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
