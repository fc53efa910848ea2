"""Load the outputs of many systems on one test set: the lab's, a class's, or a shared task's."""

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit.arguments import as_count
from labkit.numerals import NOTHING, as_float, check_alike, is_number, what_is_wrong
from labkit.tables import (
    OF_EITHER,
    columns_of_long,
    is_litter,
    read_fields,
    read_text,
    table_of,
    text_lines,
)

#: Name of a system -> its scores (n,) or statistics (n, k).
Outputs: TypeAlias = dict[str, np.ndarray]

#: The system of this name is the right answers; the others are then predictions.
GOLD = "gold"

#: A class that is named by a number which no float can hold.
_NAME_OF_DIGITS = re.compile(r"[+-]?\d{16,}")
#: Kinds of tables; kinds of files of one system's predictions.
TABLES = (".csv", ".tsv", ".table", ".parquet")
PREDICTIONS = (".txt", ".csv", ".tsv")


def load_system_outputs(
    path: os.PathLike[str] | str,
    positive: str | float | None = None,
    *,
    header: bool | None = None,
    transpose: bool | None = None,
) -> Outputs:
    r"""Load systems x items from a file, or from a folder with a file a system.

    - **CSV, TSV, .table, Parquet** (which needs pyarrow): a row a system, its name first, then
      a column an item; or, with columns ``system`` and ``item``, a row for each system and
      item, with one or more columns of statistics. A first row of numbers, or of labels that
      the other rows have too, is a system's; any other is a header. Rows are items below a
      header such as "item, NB, LR", or where no column has names; below one that says neither
      "system" nor "item" only if they, or the columns, are numbered. Semicolons, decimal commas
      and ``.gz`` are understood.
    - **NPZ**: an array a system, of shape (n,), or (n, k) for k statistics.
    - **A folder**: a text file a system (.txt, .csv or .tsv), a line an item; several
      statistics in a line stand apart by blanks, tabs or commas. A file in a sub-folder is the
      system "sub-folder/file".

    Values are numbers - 0 and 1 (or False and True) for wrong and right, or any scores. If there is a system
    ``gold``, the values of the others are predictions, words such as POS or numbers, and are
    compared with it.

    Parameters
    ----------
    path : path-like or str
        The file or folder.
    positive : str or float, optional
        With ``gold`` only: the class whose F1 is wanted.
    header, transpose : bool, optional
        Of a table of text: whether the first row is a header, and whether rows are items; by
        default as it looks.

    Returns
    -------
    dict
        Name -> scores (n,) or statistics (n, k), for `compare_all`. With ``gold`` 1 for right
        and 0 for wrong predictions (n,); with `positive` the statistics (n, 3) of
        `metrics.f1`: correct, guessed, gold.

    Raises
    ------
    ValueError, FileNotFoundError, ModuleNotFoundError
        If it is no such file or folder, systems differ in their items, something is no number,
        or pyarrow is not installed.

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
    return score_systems(read_systems(Path(path), header, transpose), Path(path), positive)


def read_systems(path: Path, header: bool | None = None, transpose: bool | None = None) -> Outputs:
    """Read the outputs of systems as they stand there: texts, or the arrays of an NPZ."""
    if not path.exists():
        raise FileNotFoundError(f"path must be an existing file or folder, not {path}")
    kind = Path(path.name.removesuffix(".gz")).suffix.lower()
    if path.is_dir():
        outputs = _folder(path)
    elif kind == ".npz":
        outputs = _npz(path)
    elif kind in TABLES:
        outputs = _table(path, kind, header, transpose)
    else:
        known = ", ".join([*TABLES, ".npz"])
        hint = "; call it .table if it is a table of text" if kind in (".txt", ".dat") else ""
        raise ValueError(f"path must be a folder or a file {known}, not {path.name}{hint}")
    _same_items(outputs, path)
    return outputs


def score_systems(outputs: Outputs, path: Path, positive: str | float | None = None) -> Outputs:
    """Turn what was read into numbers: scores or statistics, or whether a prediction is right."""
    outputs = _as_numbers_if_all(outputs, path)
    if GOLD in outputs:
        return _against_gold(outputs, positive, path)
    if positive is not None:
        raise ValueError(f"positive must be left out, not {positive!r}, without a system {GOLD!r}")
    return {name: _numbers(values, name, path) for name, values in outputs.items()}


def _folder(path: Path) -> Outputs:
    outputs: Outputs = {}
    for file in sorted(path.rglob("*")):
        inside = file.relative_to(path)
        hidden = any(part.startswith(".") for part in inside.parts)
        if hidden or is_litter(file):
            continue
        name = unicodedata.normalize("NFC", inside.as_posix().removesuffix(".gz"))
        if Path(name).suffix not in PREDICTIONS:
            known = ", ".join(PREDICTIONS)
            wanted = f"files of predictions only ({known})"
            if file.suffix in (".json", ".jsonl"):
                wanted += ", or JSON beside the right answers (gold.txt, or --gold)"
            raise ValueError(f"path must hold {wanted}, not {inside}")
        name = Path(name).with_suffix("").as_posix()
        if name in outputs:
            raise ValueError(f"path must hold one file a system, not two for {name!r} in {path}")
        outputs[name] = _lines(file)
    if not outputs:
        raise ValueError(f"path must be a folder with files of predictions, not {path}")
    return outputs


def _lines(file: Path) -> np.ndarray:
    try:
        lines = text_lines(read_text(file).rstrip())
    except ValueError as error:
        raise ValueError(f"path must hold text files (UTF-8), not {file.name}: {error}") from None
    rows = [re.split(r"[,\s]+", line.strip()) for line in lines]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]) or "" in row:
            wanted = f"{len(rows[0])} value(s) a line, as in line 1 of {file}"
            raise ValueError(f"path must hold {wanted}, not {' '.join(row)!r} as in line {number}")
    below = [text for row in rows[1:] for text in row]
    if below and all(map(is_number, below)) and all(map(_is_word, rows[0])):
        rows = rows[1:]  # a header
    return np.array(rows)[:, 0] if len(rows[0]) == 1 else np.array(rows)


def _is_word(text: str) -> bool:
    """Tell the name of a column from a number, and from what stands where one is missing."""
    missing = text.lower().lstrip("+-") in (*NOTHING, "inf", "infinity")
    return text[0].isalpha() and not missing and not is_number(text)


def _npz(path: Path) -> Outputs:
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (ValueError, OSError) as error:
        raise ValueError(f"path must be an NPZ file, not {path}: {error}") from None


def _table(path: Path, kind: str, header: bool | None, transpose: bool | None) -> Outputs:
    if kind != ".parquet":
        return _text_table(path, kind, header, transpose)
    try:
        table = pd.read_parquet(path)
    except ImportError:
        raise ModuleNotFoundError(
            f"a Parquet file such as {path.name} needs the package pyarrow: install it with "
            "'python -m pip install pyarrow' and restart the kernel, or save the table as CSV",
            name="pyarrow",
        ) from None
    except (ValueError, OSError) as error:
        raise ValueError(f"path must be a table, not {path}: {error}") from None
    if not isinstance(table.index, pd.RangeIndex):  # Parquet keeps the names of rows
        table = table.reset_index()
    texts = [[*map(_text, row)] for row in _values(table)]
    rows = list(enumerate([[str(name) for name in table.columns], *texts], 1))
    return _of_rows(path, rows, True if header is None else header, transpose)


def _values(table: pd.DataFrame) -> Iterator[tuple[Any, ...]]:
    """Give the rows of a table, each value of its column's own type: str of a float32 is the shortest."""
    return zip(*(table.iloc[:, place].to_numpy() for place in range(table.shape[1])), strict=True)


def _text(value: Any) -> str:
    return "" if pd.api.types.is_scalar(value) and pd.isna(value) else str(value)


def _text_table(path: Path, kind: str, header: bool | None, transpose: bool | None) -> Outputs:
    try:
        rows = read_fields(path, kind)
    except ValueError as error:
        raise ValueError(f"path must be a table, not {path}: {error}") from None
    return _of_rows(path, rows, header, transpose)


def _of_rows(
    path: Path, rows: list[tuple[int, list[str]]], header: bool | None, transpose: bool | None
) -> Outputs:
    try:
        columns = [field.lower() for field in rows[0][1]] if rows else []
        if (long := columns_of_long(columns)) is not None and transpose is None:
            called = dict(zip(long, ("system", "item"), strict=True))
            columns = [called.get(column, column) for column in columns]
            table = pd.DataFrame([row for _, row in rows[1:]], columns=columns, dtype=object)
            return _long(table.drop(columns=[*OF_EITHER], errors="ignore"), path)
        read = table_of(path, rows, header, transpose)
        return {name: np.array(texts) for name, texts in read.by_system(read.rows).items()}
    except ValueError as error:
        if str(error).startswith("path must "):
            raise
        raise ValueError(f"path must be a table, not {path}: {error}") from None


def _long(table: pd.DataFrame, path: Path) -> Outputs:
    statistics = table.columns.drop(["system", "item"])
    if statistics.empty:
        raise ValueError(f"path must have a column of scores, not 'system' and 'item' only: {path}")
    again = table[table.duplicated(["system", "item"])]
    if not again.empty:
        name, item = again.iloc[0][["system", "item"]]
        raise ValueError(
            f"path must have each item once, not item {item} of {name!r} twice: {path}"
        )
    items: pd.Index | None = None
    outputs: Outputs = {}
    for name, rows in table.groupby("system", sort=False):
        rows = rows.set_index("item")
        items = rows.index if items is None else items
        if missing := set(items) ^ set(rows.index):
            item, first = min(missing, key=str), next(iter(outputs))
            raise ValueError(
                "path must have the same items for all systems, "
                f"not item {item} for only one of {first!r} and {name!r}: {path}"
            )
        values = rows.loc[items, statistics].to_numpy()
        outputs[str(name)] = values[:, 0] if len(statistics) == 1 else values
    return outputs


def _as_numbers_if_all(outputs: Outputs, path: Path) -> Outputs:
    """Read texts as numbers where all of them are: 1 and 1.0 are one class."""
    texts = dict.fromkeys(
        text for values in outputs.values() if values.dtype.kind in "UO" for text in values.flat
    )
    if not texts or not all(isinstance(text, str) for text in texts):
        return outputs
    comma = not any("." in text for text in texts)
    if GOLD not in outputs and {text.lower() for text in texts} <= {"true", "false"}:
        return {name: np.char.lower(values) == "true" for name, values in outputs.items()}
    if not all(is_number(text, comma) for text in texts):
        return outputs
    if GOLD in outputs and any(_NAME_OF_DIGITS.fullmatch(text) for text in texts):
        return outputs
    check_alike((str(text) for text in texts), f"path must hold a table: {path}")
    return {
        name: np.vectorize(lambda text: as_float(text, comma), otypes=[float])(values)
        for name, values in outputs.items()
    }


def _same_items(outputs: Outputs, path: Path) -> None:
    sizes = {name: len(values) for name, values in outputs.items()}
    first = next(iter(sizes))
    for name, size in sizes.items():
        if size != sizes[first]:
            raise ValueError(
                "path must have the same number of items for all systems, "
                f"not {sizes[first]:,} for {first!r} but {size:,} for {name!r}: {path}"
            )


def _numbers(values: ArrayLike, name: str, path: Path) -> np.ndarray:
    try:
        if any(isinstance(text, str) and "_" in text for text in np.ravel(values)):
            raise ValueError  # 1_2 is a name, though not to Python
        numbers = np.asarray(values, dtype=float)
    except (ValueError, TypeError):
        texts = [str(text) for text in np.ravel(values)]
        place = next((i for i, text in enumerate(texts) if not is_number(text, comma=False)), 0)
        raise ValueError(
            f"path must hold numbers only, not what {name!r} has in {path} (value {place + 1} is "
            f"{what_is_wrong(texts[place])}); for predicted classes, add the right ones as a "
            f"system {GOLD!r}"
        ) from None
    if not np.isfinite(numbers).all():
        place = int(np.flatnonzero(~np.isfinite(np.ravel(numbers)))[0])
        raise ValueError(
            f"path must hold finite numbers only, not what {name!r} has in {path} (value "
            f"{place + 1} is {np.ravel(numbers)[place]:g})"
        )
    whole = numbers.astype(np.int64) if abs(numbers).max(initial=0) < 2**53 else numbers
    return whole if (whole == numbers).all() else numbers


def _against_gold(outputs: Outputs, positive: str | float | None, path: Path) -> Outputs:
    predictions = {name: np.asarray(values) for name, values in outputs.items()}
    for name, values in predictions.items():
        if values.ndim != 1:
            raise ValueError(f"path must hold one prediction an item, not several as for {name!r}")
    if not all(values.dtype.kind in "biuf" for values in predictions.values()):
        predictions = {name: values.astype(str) for name, values in predictions.items()}
    gold = predictions.pop(GOLD)
    classes = sorted(set(gold.tolist()))
    named = ", ".join(map(str, classes))
    if positive is not None and positive not in classes:
        raise ValueError(f"positive must be one of the classes {named}, not {positive!r}")
    scored = {}
    for name, predicted in predictions.items():
        if not np.isin(predicted, classes).any():
            wanted = f"predictions of the classes {named}"
            raise ValueError(f"path must hold {wanted}, not what {name!r} has in {path}")
        if positive is None:
            scored[name] = (predicted == gold).astype(int)
        else:
            guessed, right = predicted == positive, gold == positive
            scored[name] = np.stack([guessed & right, guessed, right], axis=1).astype(int)
    return scored


def system_kinds(names: Iterable[str], pattern: str = r"^(.*)/") -> dict[str, str]:
    """Tell the kind of each system, which is a part of its name.

    Parameters
    ----------
    names : iterable of str
        Such as the outputs themselves.
    pattern : str, default "^(.*)/"
        Regular expression that occurs in each name: its first group, or else all of it, is the
        kind; by default what stands before the last "/".

    Returns
    -------
    dict
        Name -> kind, for the argument `kinds` of `compare_all`.

    See Also
    --------
    load_system_outputs : Load systems with such names.

    Examples
    --------
    >>> system_kinds(["svm/full-01", "lexicon/half-02"])
    {'svm/full-01': 'svm', 'lexicon/half-02': 'lexicon'}
    """
    try:
        rule = re.compile(pattern)
    except re.error as error:
        raise ValueError(
            f"pattern must be a regular expression, not {pattern!r}: {error}"
        ) from None
    kinds = {}
    for name in names:
        found = rule.search(name)
        if found is None:
            raise ValueError(f"pattern must occur in each name, not {pattern!r} for {name!r}")
        kinds[name] = found.group(1) if found.re.groups else found.group()
    return kinds


def take_items(outputs: Mapping[str, ArrayLike], items: int | slice | ArrayLike) -> Outputs:
    """Take the outputs of the same systems on some of the items.

    Parameters
    ----------
    outputs : mapping
        Name -> scores (n,) or statistics (n, k).
    items : int, slice or array of int
        A number takes the first so many.

    Returns
    -------
    dict
        Name -> scores or statistics of these items.

    See Also
    --------
    compare_each : Compare the systems on several such parts.

    Examples
    --------
    >>> take_items({"a": np.array([1, 0, 1]), "b": np.array([1, 1, 0])}, 2)
    {'a': array([1, 0]), 'b': array([1, 1])}
    """
    n = len(np.asarray(next(iter(outputs.values()))))
    if isinstance(items, int | np.integer) and not isinstance(items, bool):
        items = slice(as_count(int(items), "items", least=1, most=n))
    chosen = np.arange(n)[items] if isinstance(items, slice) else np.asarray(items)
    if chosen.dtype == bool and chosen.shape == (n,):
        chosen = np.flatnonzero(chosen)
    whole = chosen.dtype.kind in "iu" and chosen.ndim == 1
    if not (whole and len(chosen) and chosen.min() >= 0 and chosen.max() < n):
        raise ValueError(
            f"items must be a number of items or positions from 0 to {n - 1:,}, not {items!r}"
        )
    return {name: np.asarray(scores)[chosen] for name, scores in outputs.items()}
