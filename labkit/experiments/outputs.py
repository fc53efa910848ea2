"""Load the outputs of many systems on one test set: the lab's, a class's, or a shared task's."""

import re
import warnings
from pathlib import Path

import numpy as np
import pandas as pd

DATA = Path(__file__).parents[2] / "data"
"""The lab's own files: ``systems/imdb.npz``, ``shared-task`` and others."""

GOLD = "gold"
"""The system of this name is the right answers; the others are then predictions."""

SEPARATORS = {".csv": ",", ".tsv": "\t", ".table": r"\s+"}
PREDICTIONS = (".txt", ".csv", ".tsv")


def load_system_outputs(path, positive=None):
    """Load systems x items from a file, or from a folder with a file a system.

    - **CSV, TSV, .table, Parquet**: a row a system, its name first, then a
      column an item; or, with columns ``system`` and ``item``, a row for each
      system and item, with one or more columns of statistics.
    - **NPZ**: an array a system, of shape (n,), or (n, k) for k statistics.
    - **A folder**: a text file a system (.txt, .csv or .tsv), a line an item;
      several statistics in a line stand apart by blanks, tabs or commas. A
      file in a sub-folder is the system "sub-folder/file".

    Values are numbers - 0 and 1 for wrong and right, or any scores. If there
    is a system ``gold``, the values of the others are predictions, words such
    as POS or numbers, and are compared with it.

    Parameters
    ----------
    path : path
    positive : str or number, optional
        With ``gold`` only: the class whose F1 is wanted.

    Returns
    -------
    dict
        Name -> scores (n,) or statistics (n, k), for `compare_all`. With
        ``gold`` 1 for right and 0 for wrong predictions (n,); with `positive`
        the statistics (n, 3) of `metrics.f1`: correct, guessed, gold.

    Raises
    ------
    FileNotFoundError
        If there is no such file or folder.
    ValueError
        If it cannot be read, or a system is there twice, has another number of
        items than the first, or holds something that is no number.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name, labels in {"gold": "POS NEG", "lexicon": "POS POS"}.items():
    ...         path = Path(folder) / f"{name}.txt"
    ...         _ = path.write_text(labels.replace(" ", "\\n"))
    ...     right = load_system_outputs(folder)
    ...     counts = load_system_outputs(folder, positive="POS")
    >>> right["lexicon"].tolist(), counts["lexicon"].tolist()
    ([1, 0], [[1, 1, 1], [0, 1, 0]])
    """
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"path: there is no file or folder {path}")
    if path.is_dir():
        outputs = _folder(path)
    elif path.suffix == ".npz":
        outputs = _npz(path)
    elif path.suffix == ".parquet" or path.suffix in SEPARATORS:
        outputs = _table(path)
    else:
        known = ", ".join([*SEPARATORS, ".npz", ".parquet"])
        raise ValueError(f"path: expected a folder or a file {known}; got {path.name}")
    _same_items(outputs, path)
    if GOLD in outputs:
        return _against_gold(outputs, positive, path)
    if positive is not None:
        raise ValueError(f"positive: needs the right answers, but {path} has no system {GOLD!r}")
    return {name: _numbers(values, name, path) for name, values in outputs.items()}


def _folder(path):
    outputs = {}
    for file in sorted(path.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if file.is_dir() or hidden or file.stem.upper() == "README":
            continue
        if file.suffix not in PREDICTIONS:
            raise ValueError(
                f"path: {file.relative_to(path)} is no file of predictions ({', '.join(PREDICTIONS)})"
            )
        name = file.relative_to(path).with_suffix("").as_posix()
        if name in outputs:
            raise ValueError(f"path: {path} has two files for the system {name!r}")
        outputs[name] = _lines(file)
    if not outputs:
        raise ValueError(f"path: there is no file of predictions in the folder {path}")
    return outputs


def _lines(file):
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"path: {file} is not a text file (UTF-8)") from None
    rows = [re.split(r"[,\s]+", line.strip()) for line in text.rstrip().split("\n")]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]) or "" in row:
            raise ValueError(
                f"path: {file}, line {number}: expected {len(rows[0])} value(s), as in line 1; "
                f"got {' '.join(row)!r}"
            )
    return np.array(rows)[:, 0] if len(rows[0]) == 1 else np.array(rows)


def _npz(path):
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (ValueError, OSError) as error:
        raise ValueError(f"path: {path} cannot be read as NPZ: {error}") from None


def _table(path):
    try:
        table = pd.read_parquet(path) if path.suffix == ".parquet" else _text_table(path)
    except (ValueError, OSError, pd.errors.ParserWarning) as error:
        raise ValueError(f"path: {path} cannot be read as a table: {error}") from None
    if not isinstance(table.index, pd.RangeIndex):  # Parquet keeps the names of rows
        table = table.reset_index()
    if {"system", "item"} <= set(table.columns):
        return _long(table, path)
    names = table.iloc[:, 0].astype(str)
    if twice := names[names.duplicated()].tolist():
        raise ValueError(f"path: {path} has two rows for the system {twice[0]!r}")
    return dict(zip(names, table.iloc[:, 1:].to_numpy(), strict=True))


def _text_table(path):
    comment = "#" if path.suffix == ".table" else None
    with warnings.catch_warnings():
        warnings.simplefilter("error", pd.errors.ParserWarning)  # a row is too long
        return pd.read_csv(
            path,
            sep=SEPARATORS[path.suffix],
            comment=comment,
            index_col=False,
            keep_default_na=False,
        )


def _long(table, path):
    statistics = table.columns.drop(["system", "item"])
    if statistics.empty:
        raise ValueError(f"path: {path} needs a column of scores beside 'system' and 'item'")
    if table.duplicated(["system", "item"]).any():
        twice = table[table.duplicated(["system", "item"])].iloc[0]
        raise ValueError(f"path: {path} has item {twice['item']} of {twice['system']!r} twice")
    items, outputs = None, {}
    for name, rows in table.groupby("system", sort=False):
        rows = rows.set_index("item")
        items = rows.index if items is None else items
        if missing := set(items) ^ set(rows.index):
            raise ValueError(
                f"path: in {path}, item {min(missing, key=str)} is of some systems only, "
                f"not of both {next(iter(outputs))!r} and {name!r}"
            )
        values = rows.loc[items, statistics].to_numpy()
        outputs[str(name)] = values[:, 0] if len(statistics) == 1 else values
    return outputs


def _same_items(outputs, path):
    first, *others = outputs
    for name in others:
        if len(outputs[name]) != len(outputs[first]):
            raise ValueError(
                f"path: in {path}, {name!r} has {len(outputs[name]):,} items "
                f"but {first!r} has {len(outputs[first]):,}"
            )


def _numbers(values, name, path):
    try:
        numbers = np.asarray(values, dtype=float)
    except ValueError as error:
        raise ValueError(
            f"path: in {path}, {name!r} holds something that is no number ({error}). "
            f"For predicted classes, add the right ones as a system {GOLD!r}."
        ) from None
    if not np.isfinite(numbers).all():
        raise ValueError(f"path: in {path}, {name!r} has an item without a finite number")
    whole = numbers.astype(np.int64) if abs(numbers).max(initial=0) < 2**53 else numbers
    return whole if (whole == numbers).all() else numbers


def _against_gold(outputs, positive, path):
    predictions = _predictions(outputs, path)
    gold = predictions.pop(GOLD)
    classes = sorted(set(gold.tolist()))
    named = ", ".join(map(str, classes))
    if positive is not None and positive not in classes:
        raise ValueError(f"positive: expected one of the classes {named}; got {positive!r}")
    scored = {}
    for name, predicted in predictions.items():
        if not np.isin(predicted, classes).any():
            raise ValueError(f"path: in {path}, {name!r} predicts none of the classes {named}")
        if positive is None:
            scored[name] = (predicted == gold).astype(int)
        else:
            guessed, right = predicted == positive, gold == positive
            scored[name] = np.stack([guessed & right, guessed, right], axis=1).astype(int)
    return scored


def _predictions(outputs, path):
    """One prediction an item: all numbers, or all words."""
    predictions = {name: np.asarray(values) for name, values in outputs.items()}
    for name, values in predictions.items():
        if values.ndim != 1:
            raise ValueError(f"path: in {path}, {name!r} must hold one prediction an item")
    if all(values.dtype.kind in "biuf" for values in predictions.values()):
        return predictions
    return {name: values.astype(str) for name, values in predictions.items()}


def system_kinds(names, pattern=r"^(.*)/"):
    """The kind of each system: a part of its name.

    Parameters
    ----------
    names : iterable of str
        Such as the outputs themselves.
    pattern : str
        Regular expression, whose first group, or else all of it, is the kind;
        by default what stands before the last "/".

    Returns
    -------
    dict
        Name -> kind, for the argument `kinds` of `compare_all`.

    Raises
    ------
    ValueError
        If the pattern does not occur in a name.

    Examples
    --------
    >>> system_kinds(["svm/full-01", "lexicon/half-02"])
    {'svm/full-01': 'svm', 'lexicon/half-02': 'lexicon'}
    >>> system_kinds(["F_A_1_NB01_1"], "[A-Z]{2,}")
    {'F_A_1_NB01_1': 'NB'}
    """
    kinds = {}
    for name in names:
        found = re.search(pattern, name)
        if found is None:
            raise ValueError(f"pattern: {pattern!r} does not occur in the name {name!r}")
        kinds[name] = found.group(1) if found.re.groups else found.group()
    return kinds


def take_items(outputs, items):
    """The same systems on some of the items.

    Parameters
    ----------
    outputs : mapping
        Name -> scores (n,) or statistics (n, k).
    items : int, slice or array of int
        A number takes the first so many.

    Returns
    -------
    dict

    Raises
    ------
    ValueError
        If there are not so many items.

    Examples
    --------
    >>> outputs = {"a": np.array([1, 0, 1]), "b": np.array([1, 1, 0])}
    >>> {name: scores.tolist() for name, scores in take_items(outputs, 2).items()}
    {'a': [1, 0], 'b': [1, 1]}
    """
    n = len(next(iter(outputs.values())))
    if isinstance(items, (int, np.integer)):
        if not 1 <= items <= n:
            raise ValueError(f"items: expected a number from 1 to {n:,}; got {items}")
        items = slice(items)
    elif not isinstance(items, slice):
        items = np.asarray(items)
        if not (items.ndim == 1 and len(items) and items.min() >= 0 and items.max() < n):
            raise ValueError(f"items: expected positions from 0 to {n - 1:,}")
    return {name: np.asarray(scores)[items] for name, scores in outputs.items()}
