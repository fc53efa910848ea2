"""The one reader of what systems gave on the same items: tables, folders and NPZ files.

A table has a row a system and a column an item, or the other way round, or a row for each system
and item. Fields stand apart by tabs, semicolons or commas, else by blanks. A word such as "system"
or "item" above the names says what they are; without one, the reader asks.
"""

import os
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pandas as pd

from labkit.arguments import as_numbers
from labkit.files import (
    UNNAMED,
    Columns,
    Values,
    columns_of,
    files_of,
    is_counted,
    join_items,
    read_fields,
)
from labkit.sources import data_folder

#: Name of a system -> its scores (n,) or statistics (n, k).
Outputs: TypeAlias = dict[str, np.ndarray]

#: What columns are called, in any case: of systems, of names of items (the best first), of an index,
#: of right answers, of predictions, of either of these, of groups.
OF_SYSTEMS = ("system", "run", "runid", "run_id", "model", "classifier", "method")
OF_ITEMS = ("id", "ids", "guid", "uid", "qid", "item_id", "doc_id", "sentence_id", "idx", "item",
            "topic", "query", "sentence", "text", "review", "question", "document")  # fmt: skip
OF_INDEX = ("index", "unnamed: 0", "")
OF_GOLD = ("gold", "gold_label", "y_true", "target", "truth", "true_label", "reference", "actual")
OF_PREDICTIONS = ("prediction", "predictions", "pred", "predicted", "predicted_label", "y_pred")
OF_EITHER = ("label", "labels", "class", "sentiment", "answer")
OF_GROUPS = ("group", "groups", "document", "doc", "cluster")
#: What is known of an item, and is no system.
OF_FACTS = (*OF_GROUPS, "epoch", "fold", "seed", "trial", "turn", "weight")
#: What a row or column may be called that is no system and no item.
NO_NAMES = ("all", "average", "avg", "item", "mean", "median", "overall", "std", "sum", "total")

#: Match a text that is a number as programs write it; 1_2 is a name, though not to Python.
is_number = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII).fullmatch


def load_system_outputs(
    path: os.PathLike[str] | str, positive: str | float | None = None
) -> Outputs:
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
    outputs = as_scores(arrays, path)
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
    systems, items = read_wide(file)
    scores = as_scores({name: np.array(texts) for name, texts in systems.items()}, file)
    rows = [as_numbers(each, f"{file}: {name}") for name, each in scores.items()]
    table = pd.DataFrame(rows, [*scores], items, float)
    table.attrs["source"] = str(path or own)
    table.attrs["read"] = "{} systems x {} items".format(*table.shape)
    return table


def read_columns(path: Path) -> dict[str, Columns]:
    """Return the columns of each system: of a folder with a file each, of arrays, or of a table."""
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
    head = read_fields(path)[0] if path.suffix in (".csv", ".tsv", ".table") else [OF_EITHER[0]]
    system, item = (find_column(head, names) for names in (OF_SYSTEMS, OF_ITEMS))
    if system and item:
        parts = pd.DataFrame(columns_of(path)).groupby(system, sort=False)
        return {str(name): each.drop(columns=system).to_dict("list") for name, each in parts}
    if find_column(head, OF_PREDICTIONS + OF_EITHER):
        return {path.stem: columns_of(path)}
    texts, items = read_wide(path)
    return {name: {"item": items, UNNAMED: values} for name, values in texts.items()}


def value_columns(columns: Columns) -> list[str]:
    """Return the columns that name no items."""
    return [name for name in columns if name.lower() not in OF_ITEMS + OF_INDEX]


def values_of(path: object, columns: Columns, names: Sequence[str] = ()) -> Values:
    """Return the column that has one of these names, or is the only one that names no items."""
    others = value_columns(columns)
    item = find_column(columns.keys() - {*others}, OF_ITEMS + OF_INDEX)
    called = find_column(columns, names) or "".join(others[:1])
    is_sure = called.lower() in names and (item is not None or len(others) == 1)
    if not is_sure and (len(others) != 1 or called in columns[called]):
        raise ValueError(
            f"{path} must have one column of values beside 'id', not {', '.join(columns)}:\n  in pandas,"
            ' table[["id", "prediction", "gold"]].to_csv("t.csv", index=False)'
        )
    items = None if item is None else columns[item]
    is_index = items is not None and item in OF_INDEX and is_counted(items)
    return Values(columns[called], None if is_index else items, called)


def find_column(columns: Iterable[str], names: Sequence[str]) -> str | None:
    """Return the column that has the first of these names, in any case."""
    called = {name.lower(): name for name in columns}
    return next((called[name] for name in names if name in called), None)


def read_wide(path: Path) -> tuple[Columns, list[str]]:
    """Return the texts of each system in a table with a row or a column a system, and the items."""
    table = read_fields(path)
    word, *head = table[0]
    index = word.lower() in OF_INDEX and is_counted([row[0] for row in table[1:]])
    if (word.lower() in OF_ITEMS or index) and not all(map(is_number, head)):
        table = [list(column) for column in zip(*table, strict=True)]
    elif word.lower() not in OF_SYSTEMS:
        if path.suffix in (".csv", ".tsv"):
            raise ValueError(
                f"{path} must say in its first field what its rows are, 'system' or 'item', not "
                f"{word!r}: in pandas, table.to_csv('t.csv', index_label='system')"
            )
        table = [["", *map(str, range(1, len(head) + 1))], *table]
    (_, *items), *rows = table
    systems = {name: values for name, *values in rows}
    check_names(path, "system", [name for name, *_ in rows])
    check_names(path, "item", items)
    if len(rows) > 1 and sorted(systems) == sorted(items):
        raise ValueError(f"{path} must hold a score for each item, not classes against each other")
    return systems, items


def check_names(path: object, what: str, names: Sequence[str]) -> None:
    """Raise if systems or items have no name of their own, or one of something else."""
    if len({*names} - {""}) < len(names):
        again = "" if "" in names else Counter(names).most_common(1)[0][0]
        raise ValueError(f"{path} must have one name a {what}, not two for {again!r}")
    if odd := find_column(names, NO_NAMES + OF_ITEMS * (what == "system")):
        raise ValueError(f"{path} must name its items first, and no {what} {odd!r}, which is none")
    facts = [name for name in names if name.lower() in OF_FACTS]
    if facts and what == "system":
        raise ValueError(
            f"{path} must hold systems only, not {', '.join(facts)} of each item:\n  in pandas, "
            f"table.drop(columns={facts}); groups go into a file of their own, for --groups"
        )


def as_scores(outputs: Outputs, path: object) -> Outputs:
    """Return numbers in the place of texts, if all of them are; beside right answers, words stay."""
    truths = {} if "gold" in outputs else {"true": "1", "false": "0"}
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
        )
    return scores


def _against_gold(outputs: Outputs, positive: str | float | None, path: object) -> Outputs:
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
