"""How a file of what systems gave is opened, and how systems are joined by the names of their items."""

import csv
import io
import json
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pandas as pd

#: Name of a column -> what is below it.
Columns: TypeAlias = dict[str, list[Any]]
#: What the column of values is called that nobody has named.
UNNAMED = "values without a name"
#: Files of a system: a value a line, columns, an object a line.
ENDS = ("", ".txt", ".csv", ".tsv", ".jsonl")


class Values(NamedTuple):
    """Values of a system, the names of their items if there are any, and what they are called."""

    values: list[Any]
    items: list[str] | None
    called: str


def files_of(folder: Path) -> dict[str, Path]:
    """Return the file of each system in a folder; hidden files and a README are none."""
    files: dict[str, Path] = {}
    for file in sorted(folder.rglob("*")):
        inside, small = file.relative_to(folder), file.name.lower()
        hidden = any(part.startswith(".") for part in inside.parts)
        if hidden or small.startswith("readme") or (file.exists() and not file.is_file()):
            continue
        name = unicodedata.normalize("NFC", inside.with_suffix("").as_posix())
        if file.suffix not in ENDS or name in files:
            raise ValueError(
                f"{folder} must hold one file a system ({', '.join(ENDS[1:])}), not {inside}: "
                "move it elsewhere, or begin its name with a point"
            )
        files[name] = file
    return files


def columns_of(file: Path) -> Columns:
    """Return the columns of a file: a value a line (.txt), a header and rows, or an object a line."""
    if file.suffix in (".csv", ".tsv"):
        head, *rows = read_fields(file)
        if len({*head}) < len(head):
            raise ValueError(f"{file} must have one column of each name, not {', '.join(head)}")
        return {name: [row[place] for row in rows] for place, name in enumerate(head)}
    if file.suffix not in ENDS:
        raise ValueError(
            f"{file} must be a folder, or a file {', '.join(ENDS[1:])} or .npz:\n"
            '  in pandas, read_excel, read_json or others, and table.to_csv("t.csv", index_label="item")'
        )
    lines = [*map(str.strip, read_text(file).removesuffix("\n").split("\n"))]
    if file.suffix != ".jsonl":
        return {UNNAMED: lines}
    try:
        table = pd.DataFrame([dict(json.loads(line)) for line in lines if line], dtype=object)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{file} must have an object with names in each line: {error}") from None
    return table.map(str).mask(table.isna(), "").to_dict("list")


def read_text(path: os.PathLike[str] | str) -> str:
    """Return the text of a file in UTF-8 with single blanks, each letter with its accent as one sign."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise ValueError(f"{path} must be a text file in UTF-8, not packed or of another encoding")
    return unicodedata.normalize("NFC", re.sub(r"[^\S\n\t]+", " ", text))


def read_fields(path: Path) -> list[list[str]]:
    """Return the fields of each line of a table that is not blank."""
    text = read_text(path)
    separator = next((sign for sign in "\t;," if sign in text.lstrip().partition("\n")[0]), None)
    rows: Iterable[list[str]] = (line.split() for line in text.split("\n"))
    if separator is not None and path.suffix != ".table":
        # Between tabs a quotation mark is a sign like others.
        signs = {"quoting": csv.QUOTE_NONE} if separator == "\t" else {"strict": True}
        rows = csv.reader(io.StringIO(text), delimiter=separator, **signs)
    try:
        table = [[field.strip() for field in row] for row in rows if any(row)]
    except csv.Error as error:
        raise ValueError(f"{path} must have quotation marks as CSV has them: {error}") from None
    widths = {len(row): row for row in table}
    if len(widths) != 1:
        raise ValueError(
            f"{path} must have as many fields in each line, not as in {[*widths.values()]}"
        )
    return table


def join_items(path: object, systems: dict[str, Values], gaps: bool = False) -> Columns:
    """Return the values of each system in the order of the first one's items; "" in gaps, if allowed."""
    joined: Columns = {}
    if not systems:
        raise ValueError(f"{path} must hold a system at least, not none")
    for name, (values, items, _) in systems.items():
        if not joined:
            whose, named, known = name, items, items or range(len(values))
            wanted = {*known}
        while items is None and len(values) > len(known) and values[-1] == "":
            values = values[:-1]
        # What has no names is in order, and numbers in their order are no more than that.
        plain = items is None or (named is None and is_counted(items))
        if joined and len(values) == len(known) and (plain or items == named):
            joined[name] = values
            continue
        places: Sequence[Any] = items or range(len(values))
        by_item = dict(zip(places, values, strict=True))
        if len(by_item) < len(places):
            again, _ = Counter(places).most_common(1)[0]
            raise ValueError(f"{path}: {name} must have each item once, not {again!r} again")
        if strange := by_item.keys() - wanted if gaps and items else by_item.keys() ^ wanted:
            raise ValueError(
                f"{path}: {name} must have the items of {whose}: {min(strange, key=str)!r} is in one of "
                f"them only ({len(known):,} and {len(places):,} items)"
            )
        joined[name] = [by_item.get(item, "") for item in known]
    return joined


def is_counted(names: Sequence[str]) -> bool:
    """Tell whether names are 0, 1, 2, ... or 1, 2, 3, ..., in this order."""
    return [*names] in [[str(place + first) for place in range(len(names))] for first in (0, 1)]
