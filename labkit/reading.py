"""The one reader of what systems gave on the same items: tables, folders and NPZ files.

A table has a row a system and a column an item, or the other way round, or a row for each system
and item. Fields stand apart by tabs, semicolons or commas, else by blanks, or are named in each row (JSON). A
word such as "system" or "item" above the names says what they are; without one, the reader asks.

What is refused is refused with what to type: an option, or a line of pandas that makes `t.csv` of `table`.
"""

import csv
import io
import json
import os
import re
import shlex
import unicodedata
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pandas as pd

from labkit.arguments import as_numbers
from labkit.sources import data_folder

#: Name of a column -> what is below it.
Columns: TypeAlias = dict[str, list[Any]]
#: What the column of values is called that nobody has named.
UNNAMED = "values without a name"
#: Files of a system: a value a line, columns, an object a row.
ENDS = ("", ".txt", ".csv", ".tsv", ".jsonl", ".json", ".parquet")
#: What R, pandas, spreadsheets and Python write where there is no label.
NOTHING = {"", "NA", "N/A", "n/a", "NaN", "nan", "<NA>", "None", "none", "NULL", "null"}
#: Words for right answers, where there is only one other word.
RIGHT_WORDS = ("c", "correct", "pass", "passed", "resolved", "right", "success", "yes")
#: The end of a line of pandas that makes a table readable.
SAVED = '.to_csv("t.csv", index=False)'


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
                "move it elsewhere, or begin its name with a dot"
            )
        files[name] = file
    return files


def columns_of(file: Path) -> Columns:
    """Return the columns of a file: a value a line (.txt), a header and rows, or an object a row."""
    if file.suffix not in ENDS:
        raise ValueError(
            f"{file} must be a folder, or a file {', '.join(ENDS[1:])} or .npz:\n"
            f"  in pandas, read_excel or others, and table{SAVED}"
        )
    if file.suffix in ENDS[:2]:
        return {UNNAMED: [*map(str.strip, read_text(file).removesuffix("\n").split("\n"))]}
    head, *rows = read_fields(file)
    if len({*head}) < len(head):
        raise ValueError(f"{file} must have one column of each name, not {', '.join(head)}")
    return {name: [row[place] for row in rows] for place, name in enumerate(head)}


def _objects_of(file: Path) -> pd.DataFrame:
    """Return the rows of a Parquet file, or the objects of a JSON file: a list of them, or one a line."""
    if file.suffix == ".parquet":
        try:
            table = pd.read_parquet(file)
        except ImportError:
            wanted = "a table that pandas can read, which needs pyarrow:\n  pip install pyarrow"
            raise ValueError(f"{file} must be {wanted}") from None
        return table.reset_index() if any(table.index.names) else table
    text = read_text(file)
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        try:
            found = [*map(json.loads, lines)] if lines[1:] else json.loads(text)
        except ValueError:
            found = json.loads(text)
        if isinstance(found, dict) and file.suffix == ".json":
            line = _rows_of(found)
            raise ValueError(
                "one object" + (f":\n  in pandas, {line}" if line else ", of many parts")
            )
        rows = [found] if isinstance(found, dict) else found
        if not any(rows):
            raise ValueError("an empty list")
        return pd.DataFrame([dict(row) for row in rows], dtype=object)
    except (TypeError, ValueError) as error:
        wanted = "an object with names in each line, or a list of such"
        raise ValueError(f"{file} must have {wanted}, not {error}") from None


def _rows_of(found: dict[str, Any]) -> str:
    """Return the line of pandas that makes a table of an object, if it is plain where its rows are."""
    if {"columns", "data"} <= found.keys():
        return f'pd.read_json(file, orient="split"){SAVED}'
    lists = {
        key: len(rows)
        for key, rows in found.items()
        if isinstance(rows, list) and rows and isinstance(rows[0], dict)
    }
    if lists:
        longest = max(lists, key=lambda key: lists[key])
        return f'pd.json_normalize(pd.read_json(file, typ="series")[{longest!r}]){SAVED}'
    parts = [part for part in found.values() if isinstance(part, dict)]
    if len(parts) == len(found) > 0:
        turned = ', orient="index"' * (len(found) > len(parts[0]))
        label = "index" if find_column(found, OF_ITEMS) else "id"
        return f'pd.read_json(file{turned}).to_csv("t.csv", index_label="{label}")'
    if not parts:
        return 'pd.read_json(file, typ="series").to_csv("t.csv", index_label="id", header=["prediction"])'
    return ""


def read_text(path: os.PathLike[str] | str) -> str:
    """Return the text of a file in UTF-8 with single blanks, each letter with its accent as one sign."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise ValueError(
            f"{path} must be a text file in UTF-8, not packed or of another encoding:\n  in pandas, "
            f'pd.read_csv(file, encoding="cp1252"){SAVED}'
        )
    return unicodedata.normalize("NFC", re.sub(r"[^\S\n\t]+", " ", text))


def read_fields(path: Path) -> list[list[str]]:
    """Return the fields of each line of a table that is not blank, or of each object."""
    if path.suffix in (".jsonl", ".json", ".parquet"):
        objects = _objects_of(path)
        texts = objects.astype(object).map(str).mask(objects.isna(), "")
        return [[*map(str, objects.columns)], *texts.to_numpy().tolist()]
    text = read_text(path)
    separator = None if path.suffix == ".table" else separator_of(text, path)
    rows: Iterable[list[str]] = (line.split() for line in text.split("\n"))
    if separator is not None:
        rows = _split(text, separator)
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


def separator_of(text: str, name: object) -> str | None:
    """Return the sign between the fields of a table, a tab, a semicolon or a comma; None without any.

    Of several in the first line it is the one by which all lines have as many fields, or else the most
    frequent; raise ValueError, about the table of this `name`, where that is so by two of them.
    """
    first = next((line for line in text.split("\n") if line.strip()), "")
    signs = [sign for sign in "\t;," if sign in first]
    even = [sign for sign in signs if len(signs) > 1 and _is_even(text, sign)]
    if len(even) > 1:
        raise ValueError(
            f"{name} must have one sign between its fields, and can be split by {even[0]!r} and by "
            f"{even[1]!r}: use only one of them in the first line"
        )
    return max(even or signs, key=first.count, default=None)


def _split(text: str, separator: str) -> Iterator[list[str]]:
    """Return the fields of each line; between tabs a quotation mark is a sign like others."""
    signs: Any = {"quoting": csv.QUOTE_NONE} if separator == "\t" else {"strict": True}
    return csv.reader(io.StringIO(text, newline=""), delimiter=separator, **signs)


def _is_even(text: str, separator: str) -> bool:
    """Tell whether all lines that are not blank have as many fields by this sign."""
    try:
        return len({len(fields) for fields in _split(text, separator) if any(fields)}) == 1
    except csv.Error:
        return False


def join_items(
    path: object, systems: dict[str, Values], gaps: bool = False, advice: str = ""
) -> Columns:
    """Return the values of each system in the order of the first one's items; "" in gaps, if allowed.

    The `advice` is given where a system only lacks items that have names.
    """
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
        if strange := by_item.keys() - wanted if gaps and items else by_item.keys() ^ wanted:
            raise ValueError(
                f"{path}: {name} must have the items of {whose}: {min(strange, key=str)!r} is in one of "
                f"them only ({len(known):,} and {len(places):,} items)"
                f"{advice if items and strange <= wanted else ''}"
            )
        joined[name] = [by_item.get(item, "") for item in known]
    return joined


def is_counted(names: Sequence[str]) -> bool:
    """Tell whether names are 0, 1, 2, ... or 1, 2, 3, ..., in this order."""
    return [*names] in [[str(place + first) for place in range(len(names))] for first in (0, 1)]


#: Name of a system -> its scores (n,) or statistics (n, k).
NamedArrays: TypeAlias = dict[str, np.ndarray]

#: What columns are called, in any case: of systems, of names of items (the best first), of an index,
#: of right answers, of predictions, of either of these, of groups.
OF_SYSTEMS = ("system", "run", "runid", "run_id", "model", "model_id", "model_name", "classifier", "method",
              "provider", "llm", "generator")  # fmt: skip
OF_ITEMS = ("id", "ids", "guid", "uid", "qid", "item_id", "question_id", "example_id", "problem_id",
            "prompt_id", "query_id", "doc_id", "instance_id", "task_id", "sample_id", "custom_id", "pid",
            "sentence_id", "segment_id", "idx", "key", "item", "topic", "query", "sentence", "text", "review",
            "question", "document", "prompt")  # fmt: skip
OF_INDEX = ("index", "unnamed: 0", "")
OF_GOLD = ("gold", "gold_label", "y_true", "target", "truth", "true_label", "reference", "actual")
OF_PREDICTIONS = ("prediction", "predictions", "pred", "predicted", "predicted_label", "y_pred")
OF_EITHER = ("label", "labels", "class", "sentiment", "answer")
OF_GROUPS = ("group", "groups", "document", "doc", "cluster")
#: What is known of an item, and is no system; the option that takes it, if there is one.
is_fact = re.compile(
    r"(?:(?P<samples>(?:random_)?(?:epoch|fold|seed|trial|turn|attempt|repeat|repetition|replicate|sample))|"
    r"(?P<groups>group|cluster|doc|document|category|subject|subset)|weight)s?(?:_id|_idx)?s?"
).fullmatch
#: What a row or column may be called that is no system and no item.
NO_NAMES = ("all", "average", "avg", "item", "mean", "median", "overall", "std", "sum", "total")

#: What counts as a number.
TRUTHS = {"true": "1", "false": "0"}
#: Match a text that is a number as programs write it; 1_2 is a name, though not to Python.
is_number = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII).fullmatch


def load_system_outputs(
    path: os.PathLike[str] | str, positive: str | float | None = None
) -> NamedArrays:
    r"""Load systems x items from a file, or from a folder with a file a system.

    - **CSV, TSV, .table**: a row a system, its name first, then a column an item, below a header
      such as "system, 1, 2", which a .table may lack; or a row an item, below one such as
      "item, NB, LR"; or a row for each of both, with columns ``system`` and ``item`` and one of scores.
    - **NPZ**: an array a system, of shape (n,), or (n, k) for k statistics.
    - **A folder**: a text file a system, a line an item. A file in a sub-folder is the system
      "sub-folder/file".

    Values are numbers: 0 and 1 (or False and True) for wrong and right, or any scores. Beside a
    system ``gold`` they are predictions, words such as POS or numbers, and are compared with it.

    Parameters
    ----------
    path : path-like or str
        The file or folder.
    positive : str or float, optional
        With ``gold`` only: the class whose F1 is wanted.

    Returns
    -------
    dict
        Name -> scores (n,) or statistics (n, k), for `compare_all`. With ``gold`` 1 for right
        and 0 for wrong predictions (n,); with `positive` the statistics (n, 3) of
        `metrics.f1`: correct, guessed, gold.

    Raises
    ------
    ValueError, FileNotFoundError
        If it is no such file or folder, systems differ in their items, or something is no number.

    See Also
    --------
    labkit.compare_all : Compare all pairs of these systems.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name, labels in {"gold": "POS\nNEG", "lexicon": "POS\nPOS"}.items():
    ...         _ = (Path(folder) / f"{name}.txt").write_text(labels)
    ...     right = load_system_outputs(folder)
    ...     counts = load_system_outputs(folder, positive="POS")
    >>> right["lexicon"].tolist(), counts["lexicon"].tolist()
    ([1, 0], [[1, 1, 1], [0, 1, 0]])
    """
    path = Path(path)
    found = {name: values_of(name, each) for name, each in read_columns(path).items()}
    arrays = {name: np.array(each) for name, each in join_items(path, found).items()}
    outputs = numbers_of(arrays, path)
    if "gold" in outputs:
        return _against_gold(outputs, positive, path)
    if positive is not None:
        raise ValueError(f"positive must be left out, not {positive!r}, without a system 'gold'")
    return {name: as_numbers(each, f"{path}: {name}") for name, each in outputs.items()}


def load_scores_table(path: os.PathLike[str] | str | None = None) -> pd.DataFrame:
    r"""Load a table of runs' scores on topics, such as TRECVID's ``search.results.table``.

    Each row has a run's name and one score a topic, with blanks or tabs between them, in a .csv
    file commas or semicolons. The first row is a header if it begins with a word such as "run", and a
    .csv or .tsv file has one; below a word such as "topic" the rows are topics.

    Parameters
    ----------
    path : path-like or str, optional
        By default the lab's own table.

    Returns
    -------
    DataFrame
        Index run name, in the file's order; one column a topic, named by the header, or
        1, 2, ... without one. ``attrs["source"]`` is the path, ``attrs["read"]`` says how many
        systems and items there are.

    Raises
    ------
    OSError, ValueError
        If the file cannot be read, or is no such table.

    See Also
    --------
    labkit.trecvid.compare_means : Compare all pairs of the runs.

    Examples
    --------
    >>> load_scores_table().loc[["F_A_1_NB01_1", "F_A_1_LR01_1"], ["zombie", "war"]]
                  zombie     war
    F_A_1_NB01_1  0.8264  0.9654
    F_A_1_LR01_1  0.8075  0.9790
    """
    own = "search.results.table"  # 21 runs on 24 topics, described in data/README.md
    file = data_folder() / own if path is None else Path(path)
    systems, items = read_wide(file, read_fields(file))
    scores = numbers_of({name: np.array(texts) for name, texts in systems.items()}, file)
    rows = [as_numbers(each, f"{file}: {name}") for name, each in scores.items()]
    table = pd.DataFrame(rows, [*scores], items, float)
    table.attrs["source"] = str(path or own)
    table.attrs["read"] = "{} systems x {} items".format(*table.shape)
    return table


def read_columns(
    path: Path, facts: Collection[str] = (), metric: str | None = None
) -> dict[str, Columns]:
    """Return the columns of each system: of a folder with a file each, of arrays, or of a table.

    `facts` are columns that are no systems; a table with a column of this `metric` is the log of one system.
    """
    if path.is_dir():
        return {name: columns_of(file) for name, file in files_of(path).items()}
    if path.suffix == ".npz":
        try:
            with path.open("rb") as file, np.load(file) as arrays:
                found = {name: {UNNAMED: each.tolist()} for name, each in arrays.items()}
        except (ValueError, zipfile.BadZipFile) as error:
            raise ValueError(f"{path} must be an NPZ file: {error}") from None
        check_names(path, "system", [*found])
        return found
    if path.suffix == ".table":
        table = read_fields(path)
        known: Columns = {}
    else:
        columns = columns_of(path)
        system, item = (find_column(columns, names) for names in (OF_SYSTEMS, OF_ITEMS))
        if system and item:
            parts = pd.DataFrame(columns).groupby(system, sort=False)
            return {str(name): each.drop(columns=system).to_dict("list") for name, each in parts}
        if find_column(columns, (UNNAMED, str(metric).lower(), *OF_PREDICTIONS, *OF_EITHER)):
            return {path.stem: columns}
        known = {name: columns.pop(name) for name in [*columns] if name.lower() in facts}
        head, item = [*columns], find_column(columns, OF_ITEMS)
        if item and head[0].lower() not in OF_ITEMS + OF_SYSTEMS:  # then it comes first
            index = find_column(columns, OF_INDEX)
            is_plain = index is not None and is_counted(columns[index])
            head = [
                item,
                *(name for name in head if name != item and not (is_plain and name == index)),
            ]
        table = [head, *map(list, zip(*(columns[name] for name in head), strict=True))]
    texts, items = read_wide(path, table, bool(known))
    return {name: {"item": items, UNNAMED: values, **known} for name, values in texts.items()}


def value_columns(columns: Columns) -> list[str]:
    """Return the columns that name no items."""
    return [name for name in columns if name.lower() not in OF_ITEMS + OF_INDEX]


def values_of(
    path: object, columns: Columns, names: Sequence[str] = (), repeated: bool = False
) -> Values:
    """Return the column that has one of these names, or is the only one that names no items.

    Each item comes once, unless it may be `repeated`.
    """
    others = value_columns(columns)
    item = find_column(columns.keys() - {*others}, OF_ITEMS + OF_INDEX)
    called = find_column(columns, names) or "".join(others[:1])
    is_sure = called.lower() in names and (item is not None or len(others) == 1)
    if not is_sure and (len(others) != 1 or called in columns[called]):
        raise ValueError(
            f"{path} must have one column of values beside 'id', not {', '.join(columns)}"
            f"{_how_to_choose(columns, names)}"
        )
    items = None if item is None else columns[item]
    if items is not None and len({*items}) < len(items) and not repeated:
        again, _ = Counter(items).most_common(1)[0]
        advice = _how_to_have_each_once(columns, str(item), called)
        raise ValueError(f"{path} must have each item once, not {again!r} again{advice}")
    is_index = items is not None and item in OF_INDEX and is_counted(items)
    return Values(columns[called], None if is_index else items, called)


def _how_to_choose(columns: Columns, names: Sequence[str]) -> str:
    """Say how to name an item and a value among columns: by --metric, or by a line of pandas."""
    others = value_columns(columns)
    if any(name in columns[name] for name in others):  # a header is missing
        head = [*["id"] * (len(columns) > 1), *names[:1]]
        return f":\n  in pandas, table.T.reset_index().T.set_axis({head}, axis=1){SAVED}"
    known = find_column(columns.keys() - {*others}, OF_ITEMS)
    item = known or _unique_column(columns)
    rest = [name for name in others if name != item and not is_fact(name.lower())]
    no_scores = OF_GOLD + OF_PREDICTIONS + OF_EITHER
    scores = [
        name
        for name in rest
        if name.lower() not in no_scores
        and len({*columns[name]}) > 1
        and are_numbers(columns[name])
    ]
    of_labels = find_column(names, ("gold", "prediction"))
    if known and scores and not of_labels:
        return f"; if {scores[0]} is the score, add --metric {shlex.quote(scores[0])}"
    words = [name for name in rest if not are_numbers(columns[name]) and len({*columns[name]}) > 1]
    value = find_column(rest, names) or next(iter(words + rest), None)
    renamed = ({} if known else {item: "id"}) | ({value: of_labels} if of_labels else {})
    if None in renamed or not renamed:
        return ""
    return f":\n  in pandas, table.rename(columns={renamed}){SAVED}"


def _how_to_have_each_once(columns: Columns, item: str, called: str) -> str:
    """Say what becomes of several rows an item: the mean of samples, or a choice."""
    rows = len(columns[item])
    for name, values in columns.items():
        if name in (item, called) or len({*zip(columns[item], values, strict=True)}) != rows:
            continue
        if are_numbers(values) and len({*values}) < rows:
            return f"; --samples {shlex.quote(name)} takes the mean of an item's rows"
        if len({*values}) < rows:
            chosen = f"table[table[{name!r}] == {values[0]!r}]"
            return f": choose one {name}\n  in pandas, {chosen}{SAVED}"
    if not are_numbers(columns[called]):
        return ""
    return f":\n  in pandas, table.groupby({item!r}, as_index=False)[{called!r}].mean(){SAVED}"


def _unique_column(columns: Columns) -> str | None:
    """Return the first column that has another value in each row, and may name the items."""
    names = [name for name in columns if name.lower() not in OF_GOLD + OF_PREDICTIONS + OF_EITHER]
    return next((name for name in names if len({*columns[name]}) == len(columns[name])), None)


def find_column(columns: Iterable[str], names: Sequence[str]) -> str | None:
    """Return the column that has the first of these names, in any case."""
    called = {name.lower(): name for name in columns}
    return next((called[name] for name in names if name in called), None)


def read_wide(
    path: Path, table: list[list[str]], repeated: bool = False
) -> tuple[Columns, list[str]]:
    """Return the texts of each system in a table with a row or a column a system, and the items.

    Each item comes once, unless it may be `repeated`.
    """
    if not table[0]:
        raise ValueError(f"{path} must hold a system at least, not none")
    word, *head = table[0]
    index = word.lower() in OF_INDEX and is_counted([row[0] for row in table[1:]])
    if (word.lower() in OF_ITEMS or index) and not all(map(is_number, head)):
        table = [list(column) for column in zip(*table, strict=True)]
    elif word.lower() not in OF_SYSTEMS:
        if path.suffix != ".table" and path.suffix not in ENDS[:2]:
            below = map(list, zip(*table[1:], strict=True))
            unique = _unique_column(dict(zip(table[0], below, strict=False)))
            renamed = {unique or "Unnamed: 0": "system" if len(table) <= len(head) else "item"}
            advice = f":\n  in pandas, table.rename(columns={renamed}){SAVED}"
            raise ValueError(
                f"{path} must say in its first field what its rows are, 'system' or 'item', not "
                f"{word!r}{'' if unique is None else advice}"
            )
        table = [["", *map(str, range(1, len(head) + 1))], *table]
    (_, *items), *rows = table
    systems = {name: values for name, *values in rows}
    check_names(path, "system", [name for name, *_ in rows])
    check_names(path, "item", [*dict.fromkeys(items)] if repeated else items)
    if len(rows) > 1 and sorted(systems) == sorted(items):
        raise ValueError(f"{path} must hold a score for each item, not classes against each other")
    return systems, items


def check_names(path: object, what: str, names: Sequence[str]) -> None:
    """Raise if systems or items have no name of their own, or one of something else."""
    facts = [fact for name in names if what == "system" and (fact := is_fact(name.lower()))]
    if facts:
        dropped = [name for name in names if is_fact(name.lower())]
        options = {fact.lastgroup: fact[0] for fact in facts if fact.lastgroup}
        advice = "".join(f"; add --{option} {name}" for option, name in options.items())
        raise ValueError(
            f"{path} must hold systems only, not {', '.join(dropped)} of each item{advice}; or without them:\n"
            f"  in pandas, table.drop(columns={dropped}){SAVED}"
        )
    if len({*names} - {""}) < len(names):
        again = "" if "" in names else Counter(names).most_common(1)[0][0]
        raise ValueError(f"{path} must have one name a {what}, not two for {again!r}")
    if odd := find_column(names, NO_NAMES + OF_ITEMS * (what == "system")):
        drop = f":\n  in pandas, table.drop(columns={odd!r}){SAVED}" if what == "system" else ""
        raise ValueError(
            f"{path} must name its items first, and no {what} {odd!r}, which is none{drop}"
        )


def are_numbers(values: Iterable[Any]) -> bool:
    """Tell whether values are numbers, True or False, but for what is missing."""
    texts = {*map(str, values)} - NOTHING
    return bool(texts) and all(is_number(TRUTHS.get(text.lower(), text)) for text in texts)


def numbers_of(outputs: NamedArrays, path: object) -> NamedArrays:
    """Return numbers in the place of texts, if all of them are; beside right answers, words stay."""
    truths = {} if "gold" in outputs else TRUTHS
    scores, strange = dict(outputs), set[str]()
    for name, each in outputs.items():  # one by one: texts want ten times the memory of numbers
        if each.dtype.kind not in "UO":
            continue
        texts = each.ravel().tolist()
        written = {text: truths.get(text.lower(), text) for text in texts}
        strange |= {text for text, number in written.items() if not is_number(number)}
        if not strange:
            numbers = {x: int(n) if (n := float(t)).is_integer() else n for x, t in written.items()}
            scores[name] = np.reshape([numbers[text] for text in texts], each.shape)
    if strange and "gold" in outputs:
        return outputs
    if strange:
        raise ValueError(
            f"{path} must hold numbers only, not {str(min(strange))!r} (missing, or with a decimal comma, a "
            "percent sign?); for predicted classes, add the right ones as a system 'gold', or by --gold FILE"
            f"{_how_to_have_numbers(outputs, strange)}"
        )
    return scores


def _how_to_have_numbers(outputs: NamedArrays, strange: set[str]) -> str:
    """Say what to do about what is missing, two words, or columns that are no systems."""
    if strange <= NOTHING:
        return "; --missing wrong counts what is missing as 0"
    if all(re.fullmatch(r"[-+]?\d+,\d+", text) for text in strange):
        return f':\n  in pandas, pd.read_csv(file, sep=";", decimal=","){SAVED}'
    words = sorted(strange - NOTHING, key=lambda word: word.lower() not in RIGHT_WORDS)
    if len(words) == 2 and words[0].lower() in RIGHT_WORDS:
        # Texts, as pandas before version 3 warns where numbers take the place of words.
        numbers = dict(zip(words, ("1", "0"), strict=True))
        return f":\n  in pandas, table.replace({numbers}){SAVED}"
    scores = [name for name, each in outputs.items() if each.ndim == 1 and are_numbers(each)]
    if scores:
        return f"; if this is the log of one system, add --metric {shlex.quote(scores[0])}"
    return ""


def _against_gold(outputs: NamedArrays, positive: str | float | None, path: object) -> NamedArrays:
    """Return whether predictions are right, or the statistics of the F1 of one class."""
    gold = outputs["gold"]
    classes = np.unique(gold).tolist()
    listed = ", ".join(map(str, classes))
    if positive is not None and positive not in classes:
        raise ValueError(f"positive must be one of the classes {listed}, not {positive!r}")
    scored = {}
    for name, predicted in outputs.items():
        if predicted.shape != gold.shape or not np.isin(predicted, gold).any():
            raise ValueError(
                f"path must hold one prediction an item of the classes {listed}, not what {name!r} has "
                f"in {path}"
            )
        guessed, right = predicted == positive, gold == positive
        of_class = np.stack([guessed & right, guessed, right], axis=-1)
        scored[name] = (predicted == gold if positive is None else of_class).astype(int)
    del scored["gold"]
    return scored
