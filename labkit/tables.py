"""Tables of many systems on the same items, however a program has written them.

Rows are systems or items, with or without a header, apart by commas, semicolons, tabs or
blanks, perhaps packed by gzip. No row is taken for a header, or the other way round, without
a sign of it: what cannot be told is asked for.
"""

import codecs
import csv
import gzip
import os
import re
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from labkit.numerals import as_float, check_alike, check_quoted, is_number, what_is_wrong

Value = TypeVar("Value")

#: First words of a header, in any case, above names of systems, and above names of items.
OF_SYSTEMS = {"run", "runs", "runid", "run_id", "run-id", "system", "systems", "model"}
OF_ITEMS = {"item", "items", "topic", "topics", "query", "qid", "id", "sentence", "document",
            "idx", "item_id", "topic_id", "query_id", "sentence_id", "doc_id", "document_id",
            "text", "texts", "review", "tweet", "question", "segment"}  # fmt: skip
OF_IDS = {"id", "ids", "idx", "index", "guid", "qid", "uid", "item_id", "doc_id", "sentence_id"}
#: The two columns that say of which system and item a row is, in a table with a row for each.
SYSTEMS_OF_LONG = {"system", "systems", "run", "runid", "run_id", "model", "classifier", "method"}
#: What may stand between two fields; where several would do, the first of them.
SEPARATORS = ("\t", ";", ",", "|")

#: Above a column of numbers that a program has given its rows, or above names of systems.
OF_EITHER = {"", "index", "unnamed: 0"}
#: Which separator follows, as Excel is told, and as another program then quotes it.
FOR_EXCEL = re.compile(r'(?i)"?sep=."?[;,\t]*')
#: How files begin that other programs packed, and what these are.
_PACKED = {b"PK\x03\x04": "a spreadsheet or ZIP", b"BZh": "packed by bzip2", b"\xfd7zXZ": "packed by xz",
           b"\x28\xb5\x2f\xfd": "packed by zstd", b"\xd0\xcf\x11\xe0": "a spreadsheet"}  # fmt: skip
#: Files that Windows and Macs put into folders.
LITTER = {"thumbs.db", "desktop.ini", "ehthumbs.db", "icon\r"}
#: What a row or column may be called that sums up the others.
SUMMARIES = {"all", "average", "avg", "best", "durchschnitt", "gesamt", "macro", "map", "max",
             "mean", "media", "median", "min", "mittel", "mittelwert", "moyenne", "overall",
             "promedio", "sd", "somme", "std", "stdev", "sum", "suma", "summe", "total"}  # fmt: skip
#: ... and that says how a system was run.
SETTINGS = {"epoch", "fold", "params", "random_state", "rank", "seed", "step"}
#: What pandas's describe(), R's summary() and scikit-learn's report put beside each other.
DESCRIBED = ({"mean", "std", "25%"}, {"mean", "1st"}, {"precision", "recall", "f1-score"})


@dataclass(frozen=True)
class Table:
    """The texts of a table: of each row its number in the file, its name, and one text a column."""

    path: str
    columns: list[str]
    lines: list[int]
    names: list[str]
    rows: list[list[str]]
    items_in_rows: bool

    @property
    def systems(self) -> list[str]:
        """Names of the systems."""
        return self.columns if self.items_in_rows else self.names

    @property
    def items(self) -> list[str]:
        """Names of the items."""
        return self.names if self.items_in_rows else self.columns

    @property
    def summary(self) -> str:
        """Say what was read: so many systems x so many items."""
        return f"{len(self.systems)} systems x {len(self.items)} items"

    def by_system(self, rows: Sequence[Sequence[Value]]) -> dict[str, list[Value]]:
        """Give the values of each system, of values in the place of all texts; refuse a name that comes twice."""
        if "" in self.systems:
            raise ValueError(f"{self.path} must have a name for each system, not a blank")
        if len(set(self.systems)) < len(self.systems):
            again = next(name for name in self.systems if self.systems.count(name) > 1)
            long = "; a row for each system and item needs a header, such as: system, item, score"
            one, hint = ("column", "") if self.items_in_rows else ("row", long)
            raise ValueError(
                f"{self.path} must have one {one} a system, not two for {again!r}{hint}"
            )
        check_systems(self.path, self.systems)
        values = zip(*rows, strict=True) if self.items_in_rows else rows
        return dict(zip(self.systems, map(list, values), strict=True))


def check_systems(path: str, names: Iterable[str]) -> None:
    """Refuse a system that is called as names of items are: a second column of these."""
    if ids := [name for name in names if name.lower() in OF_IDS]:
        where = "in the first column of a table if at all"
        raise ValueError(f"{path} must name its items {where}, not as a system {ids[0]!r}")


def read_table(
    path: os.PathLike[str] | str,
    kind: str = ".table",
    header: bool | None = None,
    transpose: bool | None = None,
) -> Table:
    """Read the texts of a wide table from a file, unpacked if it ends in ``.gz``.

    The kind is ".table", ".csv" or ".tsv": in a ``.table``, blanks part the fields where neither
    tabs, semicolons, commas nor bars do, and what follows a ``#`` is a comment. Whether the first
    row names the columns, the `header`, and whether rows are items, `transpose`, is by default as
    it looks. ValueError if rows differ in length, or it cannot be told what the first row is.
    """
    return table_of(path, read_fields(path, kind), header, transpose)


def table_of(
    path: os.PathLike[str] | str,
    rows: list[tuple[int, list[str]]],
    header: bool | None = None,
    transpose: bool | None = None,
) -> Table:
    """Make a wide table of the numbers of lines and their fields; see `read_table`."""
    if not rows:
        raise ValueError(f"{path} must have at least one system, not none")
    for words in (rows[0][1], [fields[0] for _, fields in rows]):
        if any(each <= {*map(str.lower, words)} for each in DESCRIBED):
            said = "what describe(), summary() or a report said of them"
            raise ValueError(f"{path} must hold the scores of each item, not {said}")
    head = _header(path, rows, header)
    body = rows if head is None else rows[1:]
    if not body:
        raise ValueError(f"{path} must have at least one system below its header, not none")
    names_first = _has_names(path, head, body)
    width = _fields_a_row(head, body) - names_first
    if not width:
        line = "|".join(body[0][1])[:60]
        raise ValueError(
            f"{path} must have fields apart by commas, semicolons or tabs, not {line!r}"
        )
    for number, fields in body:
        if len(fields) - names_first != width:
            model = "the first row" if head is None else "the header"
            had = f"{width} scores as {model} has, not {len(fields) - names_first}"
            raise ValueError(f"{path}: line {number} must have {had}")
    word, columns = _columns(path, head, width, names_first)
    if not names_first and head is not None:
        _check_no_numbering(path, head[0], [fields[0] for _, fields in body])
    if transpose is None:
        transpose = not names_first
        if names_first and word not in OF_SYSTEMS:
            names = [fields[0] for _, fields in body]
            transpose = _has_items_in_rows(path, word, head is not None, columns, names)
    if not names_first and (head is None or not transpose):
        raise ValueError(f"{path}: line {body[0][0]} must begin with a system's name, not a score")
    if strange := [name for name in columns if name.lower().startswith("unnamed: ")]:
        index = "an index that pandas wrote: save the table with index=False"
        raise ValueError(f"{path} must have columns of scores, not {strange[0]!r}, {index}")
    table = Table(
        path=str(path),
        columns=[unicodedata.normalize("NFC", name) for name in columns],
        lines=[number for number, _ in body],
        names=[
            unicodedata.normalize("NFC", fields[0]) if names_first else str(i)
            for i, (_, fields) in enumerate(body, 1)
        ],
        rows=[fields[names_first:] for _, fields in body],
        items_in_rows=transpose,
    )
    _check_no_confusion(table, word in OF_EITHER)
    _check_no_summary(table)
    return table


def numbers(table: Table) -> list[list[float]]:
    """Give the numbers of a table's rows; ValueError with the line if one is none.

    Commas are decimal commas where the table has no decimal point.
    """
    comma = not any("." in text for row in table.rows for text in row)
    check_alike((text for row in table.rows for text in row), table.path)
    found = []
    for line, row in zip(table.lines, table.rows, strict=True):
        if strange := [text for text in row if not is_number(text, comma)]:
            where = f"{table.path}: line {line}"
            raise ValueError(f"{where} must have finite numbers, not {what_is_wrong(strange[0])}")
        found.append([as_float(text, comma) for text in row])
    return found


def read_text(path: os.PathLike[str] | str) -> str:
    """Give the text of a file in UTF-8 or UTF-16, unpacked if packed; ValueError if it is none."""
    content = Path(path).read_bytes()
    if Path(path).suffix == ".gz" or content.startswith(b"\x1f\x8b"):
        try:
            content = gzip.decompress(content)
        except (OSError, EOFError, zlib.error):
            says = "as its name says" if Path(path).suffix == ".gz" else "and whole"
            raise ValueError(f"{path} must be packed by gzip, {says}") from None
    if packed := next((_PACKED[begin] for begin in _PACKED if content.startswith(begin)), ""):
        raise ValueError(
            f"{path} must be a text file (UTF-8), not {packed}: unpack it, or save as CSV"
        )
    marks = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)  # Excel's "Unicode text" has one
    try:
        text = content.decode("utf-16" if content.startswith(marks) else "utf-8-sig")
    except UnicodeDecodeError as error:
        where = (
            f"line {content.count(10, 0, error.start) + 1} has the byte {content[error.start]:#x}"
        )
        other = f"not of another kind or encoding ({where}): save it as UTF-8"
        raise ValueError(f"{path} must be a text file (UTF-8), {other}") from None
    if "\0" in text:
        where = f"line {text.count(chr(10), 0, text.index(chr(0))) + 1} has a zero byte"
        raise ValueError(f"{path} must be a text file (UTF-8), not of another kind ({where})")
    return text


def is_litter(file: Path) -> bool:
    """Say whether it is a README, what a system puts into folders for itself, or a folder or pipe."""
    name = file.name.lower()
    if name.startswith(("readme", "~$")) or name.endswith("~") or name in LITTER:
        return True  # "~$x.xlsx" is of a spreadsheet that is open, "x~" what an editor keeps
    return file.exists() and not file.is_file()  # a link to what is gone is for whoever reads it


def text_lines(text: str) -> list[str]:
    """Part a text where files end lines, and nowhere else: a text may hold Unicode's separators."""
    lines = re.split(r"\r\n|\n|\r", text)
    return lines if lines[-1] else lines[:-1]


def read_fields(path: os.PathLike[str] | str, kind: str) -> list[tuple[int, list[str]]]:
    """Give the number of each line of a file that has any fields, and these; see `read_table`.

    A line end within quotation marks is part of a field, and is read as a blank.
    """
    text = read_text(path)
    if kind == ".table":
        text = re.sub(r"(?m)(^|[ \t])#[^\r\n]*", "", text)
    lines = text_lines(text)
    if lines and FOR_EXCEL.fullmatch(lines[0]):
        lines[0] = ""
    usual = {".csv": ",", ".tsv": "\t"}.get(kind)
    for separator in SEPARATORS:
        rows = records(lines, separator) if separator in text else []
        rows = [row for row in rows if any(row[1])]
        if rows and len(rows[0][1]) == 1 and " " in rows[0][1][0]:
            continue  # no header, but a row with blanks between its fields
        widths = {len(fields) for _, fields in rows[1:]} or {len(fields) for _, fields in rows}
        # A header may be without a word above the names.
        if len(widths) == 1 and min(widths) > 1 and len(rows[0][1]) in {*widths, min(widths) - 1}:
            blanks = any(" " in line.strip() for line in lines)
            if kind == ".table" and separator == "," and blanks and ", " not in text:
                break  # decimal commas between blanks
            rows = _without_empty_columns(rows)
            if separator == ",":
                check_quoted((text for _, fields in rows for text in fields[1:]), str(path))
            return rows
    if usual:
        return [row for row in records(lines, usual) if any(row[1])]
    return [(number, _words(line)) for number, line in enumerate(lines, 1) if line.strip()]


def records(lines: Sequence[str], separator: str) -> list[tuple[int, list[str]]]:
    """Part lines into fields, and number them: each by itself where quotation marks do not pair."""
    # Where all lines have as many tabs, quotation marks are often those of a text.
    if separator == "\t" and len({line.count("\t") for line in lines if line.strip()}) == 1:
        rows = [[_unquoted(field.strip()) for field in line.split("\t")] for line in lines]
        return list(enumerate(rows, 1))
    found, number = [], 1
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=separator, strict=True)
    try:
        for fields in reader:
            found.append((number, [re.sub(r"\s*\n\s*", " ", field).strip() for field in fields]))
            number = reader.line_num + 1
    except csv.Error:  # a quotation mark without its other, or a line too long for one field
        return [(number, _split(line, separator)) for number, line in enumerate(lines, 1)]
    return found


def _unquoted(field: str) -> str:
    return field[1:-1].replace('""', '"') if re.fullmatch(r'"(?:[^"]|"")*"', field) else field


def _without_empty_columns(rows: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Leave out columns around the table that a spreadsheet has written without anything in them."""
    used = {place for _, fields in rows for place, text in enumerate(fields) if text}
    end = max(used) + 1
    # A blank first column may be that of the names.
    start = min(used) if rows[0][1][min(used)].lower() in {*OF_SYSTEMS, *OF_ITEMS} else 0
    return [(number, fields[start:end]) for number, fields in rows]


def _split(line: str, separator: str) -> list[str]:
    try:
        fields = next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        fields = line.split(separator)
    return [field.strip() for field in fields]


def _words(line: str) -> list[str]:
    """Part a line at its blanks, but for those within quotation marks."""
    if '"' not in line:
        return line.split()
    return _split(" ".join(line.split()), " ")


def _header(
    path: os.PathLike[str] | str, rows: list[tuple[int, list[str]]], header: bool | None
) -> list[str] | None:
    """Give the fields of the header, or None if the first row is that of a system."""
    first, others = rows[0][1], [fields for _, fields in rows[1:]]
    if header is not None:
        return first if header else None
    if first[0].lower() in {*OF_EITHER, *OF_SYSTEMS, *OF_ITEMS}:
        return first
    if others and len(first) == len(others[0]) - 1 and not any(map(is_number, first)):
        return first
    if not any(map(is_number, first[1:])):
        values = {field for fields in others for field in fields[1:]}
        if len(first) == 1 or (values and all(map(is_number, values))):
            return first
        if not values & set(first[1:]):
            return first
        return None
    places = [str(place) for place in range(1, len(first))]
    counted = first[1:] in (places, [str(int(place) - 1) for place in places])
    texts = [text for fields in others for text in fields[1:]]
    proper = all(map(is_number, texts)) and {len(fields) for fields in others} == {len(first)}
    # Whole numbers in their order above scores of at most 1 are hardly scores themselves.
    if counted and proper and max(as_float(text, True) for text in texts) <= 1 < len(first) - 1:
        raise ValueError(
            f"header must be True or False for {path}: its first row, {', '.join(first[:4])}, "
            "may name the items or be a system's; or begin it with a word such as 'system'"
        )
    return None


def _has_items_in_rows(
    path: os.PathLike[str] | str, word: str, headed: bool, columns: list[str], names: list[str]
) -> bool:
    """Tell items from systems by the word above the names, or as they are counted; else ask."""
    if word in OF_ITEMS and not all(map(is_number, columns)):
        return True
    counted = _are_counted(names) or "gold" in columns
    others = _are_counted(columns) or "gold" in names
    # Rows are systems where no word says otherwise, and their number does not.
    if not headed or word in OF_ITEMS:
        counted, others = False, len(names) <= len(columns)
    if counted == others:
        instead = f" in place of {word!r}" if headed else ", in a header,"
        raise ValueError(
            f"{path} must say above its first column{instead} what stands there: 'item' above "
            f"{', '.join(names[:2])}, ... if these are items, 'system' if they are systems"
        )
    return counted


def _are_counted(names: list[str]) -> bool:
    """Say whether names are 0, 1, 2, ... or 1, 2, 3, ..., as of R's matrices are [1,], [2,], ..."""
    names = [name.strip("[,]") for name in names if not _is_summary(name)]
    return names in ([str(place + first) for place in range(len(names))] for first in (0, 1))


def columns_of_long(header: Sequence[str]) -> tuple[str, str] | None:
    """Give the columns of systems and of items of a table with a row for each system and item."""
    names = [field.lower() for field in header]
    systems = [name for name in names if name in SYSTEMS_OF_LONG]
    items = [name for name in names if name in OF_ITEMS]
    # A text beside the name of an item names none.
    items = [name for name in items if name in {*OF_IDS, "item", "topic"}][:1] or items
    return (systems[0], items[0]) if len(systems) == len(items) == 1 else None


def _check_no_numbering(path: os.PathLike[str] | str, word: str, texts: list[str]) -> None:
    """Ask what a first column of growing whole numbers is: cases, years and seeds are no system."""
    values = [as_float(text, comma=True) for text in texts]
    whole = all(value.is_integer() for value in values)
    if len(values) > 2 and whole and all(a < b for a, b in pairwise(values)):
        raise ValueError(
            f"{path} must call its first column 'item' if it names the items, which cannot be told of "
            f"{word!r} ({', '.join(texts[:3])}, ...); a system's scores may stand in any other column"
        )


def _check_no_summary(table: Table) -> None:
    """Refuse a row or column of means, or sums, among the items or systems, and one of settings."""
    for names, rows in (
        (table.names, table.rows),
        (table.columns, [*zip(*table.rows, strict=True)]),
    ):
        for name, row in zip(names, rows, strict=True):
            what = (
                "which says how systems were run, not how well" if name.lower() in SETTINGS else ""
            )
            if what and not all(map(_is_whole, row)):
                continue
            if _is_summary(name) and len(names) > 2 and all(map(is_number, row)):
                what = "which sums up the others, and is no score of its own"
            if what:
                remedy = "leave it out, or rename it if it does not"
                raise ValueError(f"{table.path} must be without {name!r}, {what}: {remedy}")


def _check_no_confusion(table: Table, unnamed: bool) -> None:
    """Refuse right answers by predictions: as many counts in each row as there are rows without names."""
    counts = all(text.isdecimal() for row in table.rows for text in row)
    square = unnamed and table.items_in_rows and len(table.names) == len(table.columns) > 1
    if counts and (square or sorted(table.names) == sorted(table.columns)):
        raise ValueError(
            f"{table.path} must hold the score of each item, not {', '.join(table.columns[:3])} against "
            "each other, as a confusion matrix does: give the predictions themselves, and the right "
            "answers with --gold; or scores below a header that begins with 'item'"
        )


def _is_whole(text: str) -> bool:
    return is_number(text) and as_float(text, comma=True).is_integer()


def _is_summary(name: str) -> bool:
    return name.lower().strip(".:ø ") in SUMMARIES


def _has_names(
    path: os.PathLike[str] | str, head: list[str] | None, body: list[tuple[int, list[str]]]
) -> bool:
    """Say whether the first column has names, and no scores."""
    if head is not None and head[0].lower() in {*OF_EITHER, *OF_SYSTEMS, *OF_ITEMS}:
        return True
    if head is not None and body and len(head) == len(body[0][1]) - 1:
        return True
    first = [fields[0] for _, fields in body]
    if head is None or not any(
        is_number(text) and not text.lstrip("+-").isdigit() for text in first
    ):
        return not all(map(is_number, first))
    if strange := [text for text in first if not is_number(text)]:
        word = (
            "must have a word such as 'system' or 'item' above a first column of names, or finite"
        )
        raise ValueError(f"{path} {word} numbers there, not {what_is_wrong(strange[0])}")
    return False


def _fields_a_row(head: list[str] | None, body: list[tuple[int, list[str]]]) -> int:
    """Say how many fields each row should have: as many as the header, which may lack the first."""
    widths = [len(fields) for _, fields in body] or [len(head or [])]
    fitting = [] if head is None else [w for w in (len(head), len(head) + 1) if w in widths]
    return fitting[0] if fitting else widths[0]


def _columns(
    path: os.PathLike[str] | str, head: list[str] | None, width: int, names_first: bool
) -> tuple[str, list[str]]:
    """Give the word above the names, and the names of the columns."""
    if head is None:
        return "", [str(place) for place in range(1, width + 1)]
    if names_first and len(head) == width + 1:
        return head[0].lower(), head[1:]
    if len(head) != width:
        found = f"{width} columns, as the row below has, not {len(head)}"
        raise ValueError(f"{path}: line 1, the header, must name {found}")
    return "", head
