"""Read what systems predicted, and the right answers: a label a line, or tables with names of items."""

import os
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from os.path import realpath  # which may be asked of a link that leads to itself
from pathlib import Path

from labkit.arguments import as_option
from labkit.comparison.columns import (
    HEADERS,
    OF_GOLD,
    OF_PREDICTIONS,
    Labels,
    are_columns,
    of_columns,
    of_objects,
    without_headers,
)
from labkit.comparison.sentences import NOTE, without_blank_lines, without_header
from labkit.comparison.vocabulary import (
    check_order,
    in_words_of,
    is_counted,
    is_real,
    named_alike,
    notes_on,
    spelt,
    without_nothing,
)
from labkit.tables import is_litter, read_text

#: Files of one system: with a label in each line, with columns, with an object in each line.
LINES = ("", ".txt", ".labels", ".pred", ".predictions", ".out", ".conll", ".bio")
COLUMNS = (".csv", ".tsv")
OBJECTS = (".jsonl", ".ndjson", ".json")

#: What to do with a missing prediction.
MISSING = ("refuse", "wrong")


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
    Byte order marks, any line ends and a header such as ``label`` are understood; hidden
    files and a README are passed over.

    Parameters
    ----------
    folder : path-like or str
        Files of predictions; a file in a sub-folder is the system "sub-folder/file". Or, with
        `gold`, the file of one system.
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
    if folder.is_file() and gold is not None:  # of one system
        files, folder = [folder], folder.parent
    else:
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
    known = {label for label in truth.labels if label is not None}
    others = [file for file in files if realpath(file) != realpath(gold)]
    check_one_gold(folder, gold, others)
    if not others:
        raise ValueError(f"{folder} must hold files of predictions, not only the right answers")
    read: dict[str, Labels] = {}
    for file in others:
        name = name_of(file, folder)
        if name in read:
            raise ValueError(f"{folder} must hold one file a system, not two for {name!r}")
        read[name] = read_labels(file, OF_PREDICTIONS, known)
    truth, read, of_words = without_blank_lines(truth, read)
    truth, read, header = without_header(truth, read)
    if None in truth.labels:
        line = truth.labels.index(None) + 1
        ends = "; blank lines that end sentences must be at the same places in all files"
        ends = "" if truth.items or {*truth.labels[line:]} == {None} else ends
        wanted = "must have a right answer for each item, not none for item"
        raise ValueError(f"{gold} {wanted} {line}{ends}")
    right = tuple(label for label in truth.labels if label is not None)
    if truth.items is None:
        check_order({one.path: one.items for one in read.values() if one.items}, gold)
    systems = {name: aligned(labels, truth, missing) for name, labels in read.items()}
    notes = [*([NOTE] if of_words else []), *header]
    notes += notes_on(systems, right)
    return Predictions(systems, right, truth.items, tuple(notes))


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
        if not is_open(file, folder):
            continue
        if kind_of(file) not in LINES + COLUMNS + OBJECTS:
            known = ", ".join(filter(None, LINES + COLUMNS + OBJECTS))
            raise ValueError(
                f"{folder} must hold files of predictions only ({known}), not {inside}: "
                "move it elsewhere, or begin its name with a point"
            )
        found.append(file)
    return found


def is_open(file: Path, folder: Path) -> bool:
    """Say whether a file of a folder is to be read: it is not hidden, and no litter."""
    hidden = any(part.startswith((".", "__")) for part in file.relative_to(folder).parts)
    return not (hidden or is_litter(file))


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
        return of_objects(file, text, kind != ".json", columns, known)
    lines = text.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise ValueError(f"{file} must have a label in each line, not be empty")
    if kind not in COLUMNS:
        _check_labels(file, lines)
    # A label may be missing behind its tab; a tab behind all labels says nothing.
    counts = {line.count("\t") for line in lines}
    tabs = len(counts) == 1 and any("\t" in line.strip() for line in lines)
    # CoNLL's lines have no header, and blank ones between sentences.
    head = lines[0].lower()
    usual = re.search("[;,|]", head) or HEADERS & {*head.split("\t")}
    of_words = "" in map(str.strip, lines) and not usual
    if (kind in COLUMNS and not of_words) or tabs or are_columns(lines):
        return of_columns(file, lines, columns, known)
    labels = without_headers([spelt(line) for line in lines], known)
    return Labels(file, tuple(label or None for label in labels))


def _check_labels(file: Path, lines: Sequence[str]) -> None:
    """Refuse lines with more than a label: a name of an item before it, or what is known of it after."""
    parts = {tuple(line.split()) for line in lines}
    several = len(parts) == len(lines) > 3 and min(map(len, parts)) > 1
    if several and all(re.search(r"^[^,;|\t]*\d[^,;|\t]*$", line) for line in lines):
        raise ValueError(
            f"{file} must have a label in each line and nothing else, not {lines[0].strip()[:40]!r} and "
            "others of which none comes twice; names of items go into a CSV with a header 'id,label'"
        )


def text_of(file: Path) -> str:
    """Read a text, unpacked, without a byte order mark, with plain line ends."""
    try:
        text = read_text(file)
    except FileNotFoundError:
        raise FileNotFoundError(f"{file} must be an existing file") from None
    except OSError as error:
        raise ValueError(f"{file} must be readable: {error.strerror or error}") from None
    # A Mac writes ö as o and its dots.
    text = unicodedata.normalize("NFC", text)
    return text


def aligned(found: Labels, truth: Labels, missing: str) -> tuple[str | None, ...]:
    """Bring the labels of a file into the order of the right answers."""
    if found.items is not None and truth.items is not None:
        items = named_alike(found.items, truth.items)
        if strange := set(items) - set(truth.items):
            item = min(strange)
            raise ValueError(f"{found.path} must have the items of {truth.path}, not {item!r}")
        check_same_rows(found, truth, items)
        by_item = dict(zip(items, found.labels, strict=True))
        labels: tuple[str | None, ...] = tuple(by_item.get(item) for item in truth.items)
    elif len(found) != len(truth):
        hint = ""
        if len(found) == len(truth) + 1 and not found.labels[0]:
            hint = "; is its first line one too many, which is blank?"
        elif len(found) == len(truth) + 1:
            hint = f"; if its first line, {found.labels[0]!r}, is a header, let it be 'label'"
        elif len(found) == len(truth) - 1:
            hint = f"; if the first line there, {truth.labels[0]!r}, is a header, let it be 'label'"
        raise ValueError(
            f"{found.path} must have {len(truth):,} labels as {truth.path} has, not {len(found):,}{hint}"
        )
    else:
        check_same_rows(found, truth)
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


def check_same_rows(found: Labels, truth: Labels, items: Sequence[str] | None = None) -> None:
    """Refuse the items of the right answers in another order, where a column of both shows it.

    With `items`, their names in `found`, refuse these names where such a column tells otherwise.
    """
    wanted = f"have the items in the order of {truth.path}, or both name them in a column 'id'"
    rows: Sequence[int] = range(len(found))
    if items is not None and truth.items is not None:
        wanted = f"name the items as {truth.path} does"
        places = {item: place for place, item in enumerate(items)}
        rows = [places[item] for item in truth.items if item in places]
    for name, own in found.beside.items():
        if 2 * len({*own}) <= len(own) or (items is not None and is_counted(own)):
            continue
        # A text may be called otherwise there; a number may be anything.
        others = [] if any(map(is_real, own)) else [*truth.beside.values()]
        for right in [truth.beside[name]] if name in truth.beside else others:
            pairs = enumerate(zip(rows, right, strict=False), 1)
            place = next((i for i, (row, text) in pairs if own[row] != text), None)
            if place is not None and Counter(own) == Counter(right):
                raise ValueError(
                    f"{found.path} must {wanted}: in the column {name!r} item {place} differs"
                )
