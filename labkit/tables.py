"""The one reader of what systems gave on the same items: tables, folders and NPZ files.

A table has a row a system and a column an item, or the other way round, or a row for each system
and item. Fields stand apart by tabs, semicolons or commas, else by blanks. What the first row and
the first column are is told by a word such as "system" or "item" above the names; where it cannot
be told, the reader asks.
"""

import csv
import os
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pandas as pd

from labkit.arguments import as_numbers
from labkit.sources import data_folder

#: Name of a system -> its scores (n,) or statistics (n, k); number of a line and its fields.
Outputs: TypeAlias = dict[str, np.ndarray]
Rows: TypeAlias = list[tuple[int, list[str]]]
#: The system of this name is the right answers; the others are then predictions.
GOLD = "gold"

#: First words of a header, in any case, above names of systems, of items, and of either.
OF_SYSTEMS = {"run", "runs", "runid", "run_id", "system", "systems", "model",
              "classifier", "method"}  # fmt: skip
OF_IDS = {"id", "ids", "idx", "guid", "qid", "uid", "item_id", "doc_id", "sentence_id"}
OF_ITEMS = {"item", "items", "topic", "topics", "query", "sentence", "document", "text", "review",
            "question", *OF_IDS}  # fmt: skip
OF_EITHER = {"", "index", "unnamed: 0"}
#: What a row or column may be called that sums up the others.
SUMMARIES = {"all", "average", "avg", "mean", "median", "overall", "std", "sum", "total"}

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
#: Files that Windows and Macs put into folders.
LITTER = {"thumbs.db", "desktop.ini", "ehthumbs.db", "icon\r"}


def load_system_outputs(
    path: os.PathLike[str] | str, positive: str | float | None = None
) -> Outputs:
    r"""Load systems x items from a file, or from a folder with a file a system.

    - **CSV, TSV, .table**: a row a system, its name first, then a column an item, below a header
      such as "system, 1, 2"; or a row an item, below one such as "item, NB, LR"; or, with columns
      ``system`` and ``item``, a row for each of both and one or more columns of statistics. A
      header may lack where a row begins with a system's name.
    - **NPZ**: an array a system, of shape (n,), or (n, k) for k statistics.
    - **A folder**: a text file a system (.txt, .csv or .tsv), a line an item; several
      statistics in a line stand apart by blanks or commas. A file in a sub-folder is the
      system "sub-folder/file".

    Values are numbers - 0 and 1 (or False and True) for wrong and right, or any scores. If there is
    a system ``gold``, the values of the others are predictions, words such as POS or numbers, and
    are compared with it.

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
    return score_systems(read_systems(Path(path)), Path(path), positive)


def load_scores_table(path: os.PathLike[str] | str | None = None) -> pd.DataFrame:
    r"""Load a table of runs' scores on topics, such as TRECVID's ``search.results.table``.

    Each row has a run's name and one score a topic, with blanks or tabs between them, in a .csv
    file commas or semicolons. The first row is a header if it begins with a word such as "run", or has no
    number after its first word; below a word such as "topic" the rows are topics.

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
    texts = table_of(file, read_fields(file))
    scores = score_systems({"": texts.to_numpy()}, file)[""]
    table = pd.DataFrame(scores.astype(float), texts.index, texts.columns)
    table.attrs["source"] = str(path or own)
    table.attrs["read"] = "{} systems x {} items".format(*table.shape)
    return table


def read_systems(path: Path) -> Outputs:
    """Return the outputs of systems as they stand there: texts, or the arrays of an NPZ."""
    if not path.exists():
        raise FileNotFoundError(f"path must be an existing file or folder, not {path}")
    if path.is_dir():
        outputs = _folder(path)
    elif path.suffix in (".csv", ".tsv", ".table"):
        rows = read_fields(path)
        if long := columns_of_long(rows):
            outputs = _long(path, rows, *long)
        else:
            table = table_of(path, rows)
            outputs = dict(zip(table.index, table.to_numpy(), strict=True))
    elif path.suffix == ".npz":
        try:
            with path.open("rb") as file, np.load(file) as arrays:
                outputs = dict(arrays)
        except (ValueError, OSError, zipfile.BadZipFile) as error:
            raise ValueError(f"path must be an NPZ file, not {path}: {error}") from None
    else:
        raise ValueError(
            f"path must be a folder, or a file .csv, .tsv, .table or .npz, not {path.name}: in pandas, "
            "DataFrame(scores, index=systems, columns=items).to_csv('t.csv', index_label='system')"
        )
    sizes = {len(values): name for name, values in outputs.items()}
    if len(sizes) != 1:
        found = ", ".join(f"{size:,} for {name!r}" for size, name in sizes.items())
        raise ValueError(
            f"path must have the same number of items for all systems, not {found}: {path}"
        )
    return outputs


def score_systems(outputs: Outputs, path: Path, positive: str | float | None = None) -> Outputs:
    """Return what was read as numbers: scores or statistics, or whether a prediction is right."""
    if ids := [name for name in outputs if name.lower() in OF_IDS]:
        raise ValueError(
            f"{path} must name its items in the first column of a table, not as a system {ids[0]!r}"
        )
    outputs = _numbers_for_texts(outputs, path)
    if GOLD in outputs:
        return _against_gold(outputs, positive, path)
    if positive is not None:
        raise ValueError(f"positive must be left out, not {positive!r}, without a system {GOLD!r}")
    return {name: as_numbers(each, f"{path}: {name}") for name, each in outputs.items()}


def read_text(path: os.PathLike[str] | str) -> str:
    """Return the text of a file in UTF-8."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise ValueError(f"{path} must be a text file in UTF-8, not packed or of another encoding")
    return text


def text_lines(text: str) -> list[str]:
    """Split a text at its line ends, and nowhere else: a text may hold Unicode's separators."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def read_fields(path: os.PathLike[str] | str) -> Rows:
    """Return the number of each line of a table that is not blank, and its fields."""
    lines = text_lines(read_text(path))
    head = next((line for line in lines if line.strip()), "")
    separator = next((sign for sign in "\t;," if sign in head), None)
    if separator is None or Path(path).suffix not in (".csv", ".tsv"):
        return [(number, line.split()) for number, line in enumerate(lines, 1) if line.strip()]
    return [row for row in records(path, lines, separator) if any(row[1])]


def records(path: os.PathLike[str] | str, lines: Sequence[str], separator: str) -> Rows:
    """Split lines into fields, with the number of each line; between tabs a quotation mark is a sign."""
    reader = csv.reader(
        (f"{line}\n" for line in lines),
        delimiter=separator,
        quoting=csv.QUOTE_NONE if separator == "\t" else csv.QUOTE_MINIMAL,
        strict=True,
    )
    try:
        return [(reader.line_num, [" ".join(text.split()) for text in row]) for row in reader]
    except csv.Error as error:
        raise ValueError(
            f"{path}: line {reader.line_num} must have quotation marks as CSV does: {error}"
        ) from None


def table_of(path: os.PathLike[str] | str, rows: Rows) -> pd.DataFrame:
    """Return the texts of a wide table: a row a system, a column an item.

    ``attrs["word"]`` is what stood above the names of items; None where these have no names.
    """
    first, *rest = [list(fields) for _, fields in rows] or [[""]]
    word, width = first[0].lower(), len(first)
    _check_widths(path, rows, width)
    is_told = word in OF_SYSTEMS | OF_ITEMS
    has_header = is_told or word in OF_EITHER or not any(map(is_number, first[1:]))
    head, body = (first, rest) if has_header else (["", *map(str, range(1, width))], [first, *rest])
    names, items_in_rows = [fields[0] for fields in body], word in OF_ITEMS
    if is_told:
        is_clear = not (items_in_rows and all(map(is_number, first[1:])))
    elif not has_header:
        is_clear = not (_may_be_names(first[1:]) or any(map(is_number, names)))
    elif names == [str(place) for place in range(len(names))]:  # as pandas writes them
        is_clear = items_in_rows = word in OF_EITHER
    elif all(map(is_number, names)):  # the scores of a system
        is_clear, items_in_rows = not _may_be_names(names), True
        head, body = ["", *head], [[str(n), *fields] for n, fields in enumerate(body, 1)]
    else:
        again = {text for fields in rest for text in fields[1:]} & {*first[1:]}
        is_clear = word in OF_EITHER and len(body) < width and not again
    if not is_clear:
        raise ValueError(
            f"{path} must say in its first field what its rows are, 'system' or 'item', not begin with "
            f"{', '.join(first[:3])}: in pandas, table.to_csv('t.csv', index_label='system')"
        )
    texts = [fields[1:] for fields in body]
    table = pd.DataFrame(texts, [fields[0] for fields in body], head[1:], dtype=object)
    table = table.T if items_in_rows else table
    _check_names(path, table)
    named = word if items_in_rows else ""
    table.attrs["word"] = named if has_header and len(head) == width else None
    return table


def _check_widths(path: object, rows: Rows, width: int) -> None:
    for number, fields in rows:
        if len(fields) != width or width < 2:
            raise ValueError(
                f"{path}: line {number} must have fields apart by commas or tabs, and as many as the "
                f"first line ({width}), not {len(fields)}"
            )


def columns_of_long(rows: Rows) -> tuple[int, int] | None:
    """Return the places of the systems and items in a table with a row for each system and item."""
    head = [field.lower() for field in rows[0][1]] if rows else []
    systems, items = (
        [place for place, field in enumerate(head) if field in words]
        for words in (OF_SYSTEMS, OF_ITEMS)
    )
    return (systems[0], items[0]) if len(systems) == 1 and items else None


def is_number(text: str) -> bool:
    """Tell whether a text is a number as programs write it; 1_2 is a name, though not to Python."""
    return NUMBER.fullmatch(text) is not None


def is_litter(file: Path) -> bool:
    """Tell whether a file is hidden, a README, what a system keeps for itself, or no file."""
    name = file.name.lower()
    litter = name.startswith((".", "readme", "~$")) or name.endswith("~") or name in LITTER
    return litter or (file.exists() and not file.is_file())


def _may_be_names(texts: Sequence[str]) -> bool:
    """Tell whether numbers are whole and all different, as years, seeds and numbers of topics are."""
    whole = all(is_number(text) and float(text).is_integer() for text in texts)
    return whole and len({*texts}) == len(texts) > 2


def _check_names(path: object, table: pd.DataFrame) -> None:
    """Raise if systems or items have no name of their own, or one of something else."""
    for what, names in (("system", table.index), ("item", table.columns)):
        if strange := [*names[names.duplicated()], *names[names == ""]]:
            raise ValueError(f"{path} must have one name a {what}, not two for {strange[0]!r}")
        if sums := [name for name in names if name.lower() in SUMMARIES]:
            raise ValueError(f"{path} must be without {sums[0]!r}, which sums up the others")
    if len(table) > 1 and sorted(table.index) == sorted(table.columns):
        raise ValueError(f"{path} must hold a score for each item, not classes against each other")


def _long(path: Path, rows: Rows, system: int, item: int) -> Outputs:
    head, *body = [fields for _, fields in rows]
    _check_widths(path, rows, len(head))
    values = [p for p, name in enumerate(head) if p not in (system, item) and name not in OF_EITHER]
    outputs: dict[str, dict[str, list[str]]] = {}
    for fields in body:
        of_system = outputs.setdefault(fields[system], {})
        if fields[item] in of_system or not values:
            wanted = "each item of a system once, and a column of scores"
            raise ValueError(f"path must have {wanted}, not {', '.join(fields)}: {path}")
        of_system[fields[item]] = [fields[place] for place in values]
    items = list(next(iter(outputs.values()), {}))
    for name, of_system in outputs.items():
        if other := {*items} ^ {*of_system}:
            raise ValueError(
                "path must have the same items for all systems, not item "
                f"{min(other)} for only one of {next(iter(outputs))!r} and {name!r}: {path}"
            )
    arrays = {
        name: np.array([of_system[item] for item in items]) for name, of_system in outputs.items()
    }
    return {name: each[:, 0] if len(values) == 1 else each for name, each in arrays.items()}


def _folder(path: Path) -> Outputs:
    outputs: Outputs = {}
    for file in sorted(path.rglob("*")):
        inside = file.relative_to(path)
        if is_litter(file) or any(part.startswith(".") for part in inside.parts):
            continue
        name = inside.with_suffix("").as_posix()
        if file.suffix not in (".txt", ".csv", ".tsv") or name in outputs:
            raise ValueError(
                f"path must hold one file (.txt, .csv or .tsv) a system, not {inside}: {path}"
            )
        rows = [line.replace(",", " ").split() for line in text_lines(read_text(file).rstrip())]
        widths = {len(row) for row in rows}
        if len(widths) != 1 or not min(widths):
            raise ValueError(f"path must hold as many values in each line as in others: {file}")
        outputs[name] = np.array(rows)[:, 0] if widths == {1} else np.array(rows)
    return outputs


def _numbers_for_texts(outputs: Outputs, path: Path) -> Outputs:
    """Return numbers in the place of texts, if all of them are; beside right answers, words stay."""
    texts = {text for each in outputs.values() if each.dtype.kind in "UO" for text in each.flat}
    truths = {} if GOLD in outputs else {"true": "1", "false": "0"}
    written = {text: truths.get(text.lower(), text) for text in texts}
    strange = [text for text, number in written.items() if not is_number(number)]
    if not texts or (GOLD in outputs and strange):
        return outputs
    if strange:
        raise ValueError(
            f"path must hold numbers only, not {str(min(strange))!r} (missing, or with a decimal comma, a "
            f"percent sign?); for predicted classes, add the right ones as a system {GOLD!r}: {path}"
        )
    numbers = {text: float(number) for text, number in written.items()}
    numbers = {text: int(n) if n.is_integer() else n for text, n in numbers.items()}
    return {
        name: np.reshape([numbers[text] for text in each.flat], each.shape)
        for name, each in outputs.items()
    }


def _against_gold(outputs: Outputs, positive: str | float | None, path: Path) -> Outputs:
    """Return whether predictions are right, or the statistics of the F1 of one class."""
    gold = outputs[GOLD]
    classes = np.unique(gold).tolist()
    listed = ", ".join(map(str, classes))
    if positive is not None and positive not in classes:
        raise ValueError(f"positive must be one of the classes {listed}, not {positive!r}")
    scored = {}
    for name, predicted in outputs.items():
        if predicted.shape != gold.shape or not np.isin(predicted, gold).any():
            wanted = f"one prediction an item of the classes {listed}"
            raise ValueError(f"path must hold {wanted}, not what {name!r} has in {path}")
        guessed, right = predicted == positive, gold == positive
        of_class = np.stack([guessed & right, guessed, right], axis=-1)
        scored[name] = (predicted == gold if positive is None else of_class).astype(int)
    del scored[GOLD]
    return scored
