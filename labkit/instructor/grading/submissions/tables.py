"""Tables in CSV: read however a spreadsheet wrote them, and written again in the same way."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from labkit.reading import separator_of


@dataclass(frozen=True)
class Table:
    """A table's headings and rows as they were written, and how."""

    header: list[str]
    rows: list[dict[str, str]]
    encoding: str = "utf-8"
    delimiter: str = ","
    end: str = "\n"

    @cached_property
    def headings(self) -> dict[str, str]:
        """Each heading in small letters -> as it was written."""
        return {heading.strip().casefold(): heading for heading in self.header}

    def cell(self, row: Mapping[str, str], *headings: str) -> str:
        """Return the first filled cell below these headings, in any case."""
        names = filter(None, (self.headings.get(heading.casefold()) for heading in headings))
        return next(filter(None, (row[name].strip() for name in names)), "")

    def write(self, rows: Iterable[Mapping[str, str]], header: Sequence[str]) -> bytes:
        """Return a file of these columns and rows, written as this one was."""
        text = io.StringIO(newline="")
        writer = csv.DictWriter(
            text, header, delimiter=self.delimiter, lineterminator=self.end, extrasaction="ignore"
        )
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue().encode(self.encoding)


def read_file(path: Path, argument: str) -> bytes:
    """Return a table's file; raise if there is none."""
    if not path.is_file():
        raise FileNotFoundError(f"{argument} must be a file that exists, not {path}")
    return path.read_bytes()


def decoded(data: bytes, argument: str, file: str) -> str:
    """Return a file's text; raise ValueError if it is in no encoding that spreadsheets write."""
    try:
        return data.decode(json.detect_encoding(data))
    except UnicodeDecodeError:
        raise ValueError(
            f"{argument} must be a file in UTF-8, not {file}; save it as CSV UTF-8"
        ) from None


def read_table(path: Path, argument: str) -> Table:
    """Read a table from a file; raise ValueError if it is none."""
    return parse_table(read_file(path, argument), argument, path.name)


def parse_table(data: bytes, argument: str, file: str) -> Table:
    """Read a table from a file's content; raise ValueError if it is none."""
    text = decoded(data, argument, file)
    delimiter = separator_of(text, argument) or ","
    cells = io.StringIO(text, newline="")
    lines = csv.DictReader(cells, delimiter=delimiter, restval="", strict=True)
    try:
        rows = list(lines)
    except csv.Error as error:
        raise ValueError(f"{argument} must be a table, not {file} ({error})") from None
    header = list(lines.fieldnames or ())
    if any(None in row for row in rows):  # where DictReader puts what is too much
        raise ValueError(
            f"{argument} must have at most {len(header)} cells in a line, as in its first, not more "
            f"as in {file}: a cell with {delimiter!r} in it stands between quotation marks"
        )
    rows = [row for row in rows if any(map(str.strip, row.values()))]
    if not rows:
        raise ValueError(
            f"{argument} must be a table with headings and at least a line, not {file}"
        )
    end = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    return Table(header, rows, json.detect_encoding(data), delimiter, end)


#: Where a spreadsheet, of whatever country, takes a cell to begin, and what begins a formula.
_CELL, _FORMULA = r"(\A|[;\t\r\n])", r"(?=[ \xa0]*[=+\-@＝＋－＠\t\r])"


def without_formula(text: str) -> str:
    """Put an apostrophe before what a spreadsheet would take for a formula."""
    return re.sub(_CELL + _FORMULA, r"\1'", text)


def as_written(text: str) -> str:
    """Take the apostrophes of `without_formula` away again, and no other."""
    return re.sub(f"{_CELL}'{_FORMULA}", r"\1", text)
