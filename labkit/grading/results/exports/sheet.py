"""A platform's own CSV file: read, filled in, and written as the platform wrote it."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from labkit.grading.base.atomic import AnyPath

#: Bytes. A gradebook of ten thousand students has some millions.
LARGEST = 20_000_000

_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Quotes(Enum):
    """Which cells stand in quotation marks."""

    NEEDED = auto()
    #: Those with a space too, as PHP's fputcsv does it.
    SPACES = auto()
    ALL = auto()


@dataclass(frozen=True)
class Sheet:
    """The cells of a CSV file, and how it was written.

    Attributes
    ----------
    name : str
        The file's, for messages.
    header : list of str
        Its first line.
    lines : list of list of str
        The others, each as long as the first.
    encoding, delimiter, end : str
        Of the text, between cells, and behind a line.
    quotes : Quotes
        Which cells stood in quotation marks.
    """

    name: str
    header: list[str]
    lines: list[list[str]]
    encoding: str = "utf-8"
    delimiter: str = ","
    end: str = "\n"
    quotes: Quotes = Quotes.NEEDED

    def written(self, lines: Iterable[Sequence[str]], header: Sequence[str] | None = None) -> bytes:
        """Write other lines in the same way.

        Parameters
        ----------
        lines : iterable of list of str
            What stands below the first line.
        header : list of str, optional
            Another first line.

        Returns
        -------
        bytes
            The content of the file.
        """
        table = [self.header if header is None else header, *lines]
        text = "".join(self.delimiter.join(map(self._cell, line)) + self.end for line in table)
        return text.encode(self.encoding)

    def _cell(self, cell: str) -> str:
        special = f'{self.delimiter}"\r\n' + (" \t\\" if self.quotes is Quotes.SPACES else "")
        if self.quotes is Quotes.ALL or any(character in cell for character in special):
            doubled = cell.replace('"', '""')
            return f'"{doubled}"'
        return cell


def read_sheet(path: AnyPath, argument: str) -> Sheet:
    """Read a CSV file.

    Parameters
    ----------
    path : path
        The file as the platform gave it.
    argument : str
        What it was given as, for messages.

    Returns
    -------
    Sheet
        Its cells.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it is no CSV file, or has no line below the first.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"{argument} must be a file that exists, not {path}")
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{argument} must be a table of at most 20 MB, not {path.name}")
    data = path.read_bytes()
    begins = data[:512].lstrip().lower()
    for sign, kind in ((b"pk\x03\x04", "an Excel or zip file"), (b"<", "a page of HTML")):
        if begins.startswith(sign):
            raise ValueError(
                f"{argument} must be a CSV file as the platform gives it, not {path.name}, which is "
                f"{kind}; download it again, as CSV"
            )
    encoding = "utf-16" if data[:2] in _UTF16 else "utf-8"
    encoding = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else encoding
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise ValueError(
            f"{argument} must be text in UTF-8, not {path.name}; save it as CSV UTF-8, or download "
            "it again and do not open it in a spreadsheet"
        ) from None
    return _parsed(text, encoding, path.name, argument)


def _parsed(text: str, encoding: str, name: str, argument: str) -> Sheet:
    # Excel's own line, which says what separates the columns, is no platform's.
    text = re.sub(r"\Asep=.\r?\n", "", text, flags=re.IGNORECASE)
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    end = "\r\n" if first.endswith("\r") else "\n"
    try:
        csv.field_size_limit(LARGEST)
        cells = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise ValueError(f"{argument} must be a CSV file, not {name} ({error})") from None
    lines = [line for line in cells if any(cell.strip() for cell in line)]
    if len(lines) < 2:
        raise ValueError(
            f"{argument} must have a line for each student, not {name}, which has none"
        )
    header, *lines = lines
    whole = len(lines) if text.endswith(("\r", "\n")) else len(lines) - 1
    for number, line in enumerate(lines, 2):
        # Excel writes no separators for empty cells at the end, from the seventeenth line on. A
        # file that breaks off in its last line is another thing.
        if number > 2 and len(line) < len(header) and number - 2 < whole:
            line += [""] * (len(header) - len(line))
        if len(line) != len(header):
            raise ValueError(
                f"{argument} must have {len(header)} cells in every line, as in its first, not "
                f"{len(line)}, as in line {number} of {name}"
            )
    return Sheet(name, header, lines, encoding, delimiter, end, _quotes(first, header))


def _quotes(first: str, header: Sequence[str]) -> Quotes:
    """Tell from the first line which cells stand in quotation marks."""
    quoted = [name for name in header if f'"{name}"' in first]
    if len(quoted) == len(header):
        return Quotes.ALL
    spaces = [name for name in header if " " in name]
    return Quotes.SPACES if spaces and quoted == spaces else Quotes.NEEDED
