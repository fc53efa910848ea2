"""Tables that learning platforms export, as text, and what their columns are called."""

import csv
import io
import re
from collections.abc import Collection, Iterable, Sequence
from itertools import takewhile

#: Bytes of a table that is read whole.
LARGEST_TABLE = 20_000_000

#: Spaces of all kinds, and characters without width, which copies from web pages have.
_UNSEEN = re.compile(r"\A[\s\u200b-\u200f\u2060\ufeff]+|[\s\u200b-\u200f\u2060\ufeff]+\Z")

#: How zeros at the beginning of a number are kept from a spreadsheet.
_GUARDED = re.compile(r'="[^"=]*"')


#: Lines above a table's headings in which people say what it is of.
_MOST_TITLES = 10


def rows_of(
    text: str, argument: str, file: str, known: Collection[str] = ()
) -> list[dict[str, str]]:
    """Read a table with a line of headings, separated as the file itself does it.

    Parameters
    ----------
    text : str
        The table; commas, semicolons or tabs separate its columns.
    argument, file : str
        What the table was given as, and the name of its file, for errors.
    known : collection of str
        Headings: lines of one cell above the first line with one of these are no part of the table.

    Returns
    -------
    list of dict
        Heading, in small letters -> text, for each line that has any. Of two columns with one
        heading, the first: a platform's own stand there.

    Raises
    ------
    ValueError
        If it has no lines or is no table.
    """
    if len(text) > LARGEST_TABLE:
        raise ValueError(f"{argument} must be a table of at most 20 MB, not {file}")
    # Excel's own line, which says what separates the columns, is no heading.
    text = re.sub(r"\Asep=.\r?\n", "", text.removeprefix("\ufeff"), flags=re.IGNORECASE)
    separator = max(",;\t", key=_head(text, known).count)
    try:
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise ValueError(f"{argument} must be a table, not {file} ({error})") from None
    lines = [[_plain(cell) for cell in line] for line in lines if any(map(_plain, line))]
    lines = lines[_titles(lines, known) :]
    if len(lines) < 2:
        raise ValueError(
            f"{argument} must be a table with headings and at least a line, not {file}"
        )
    names = [name.casefold() for name in lines[0]]
    for line in lines[1:]:
        if any(line[len(names) :]):
            raise ValueError(
                f"{argument} must have at most {len(names)} cells in a line, as in its first, not "
                f"{len(line)} ({','.join(line)[:80]!r} in {file}): a cell with {separator!r} in it "
                "stands between quotation marks"
            )
    places = {name: names.index(name) for name in names}
    return [{name: line[i] for name, i in places.items() if i < len(line)} for line in lines[1:]]


def _head(text: str, known: Collection[str]) -> str:
    """Give the line of headings: the first with one that is known, or else the first."""
    heads = text.splitlines()[: _MOST_TITLES + 1]
    cells = ((line, re.split("[,;\t]", line)) for line in heads)
    found = (
        line for line, own in cells if {_plain(c).strip('"').casefold() for c in own} & {*known}
    )
    return next(found, heads[0] if heads else "")


def _titles(lines: Sequence[Sequence[str]], known: Collection[str]) -> int:
    """Count the lines of one cell above the headings, if it is those that stand below them."""
    first = list(lines[: _MOST_TITLES + 1])
    above = len(list(takewhile(lambda line: sum(map(bool, line)) == 1, first)))
    headings = {cell.casefold() for cell in first[above]} if above < len(first) else set()
    titles = {cell.casefold() for line in first[:above] for cell in line}
    return above if headings & set(known) and not titles & set(known) else 0


def _plain(cell: str) -> str:
    """Give a cell's text without what is not seen at its ends, and without ``="007"`` around it."""
    text = _UNSEEN.sub("", cell)
    return text[2:-1] if _GUARDED.fullmatch(text) else text


def first_of(row: dict[str, str], names: Iterable[str]) -> str:
    """Give the first cell that is there and not empty; "" if none is."""
    return next((row[name] for name in names if row.get(name)), "")


def decoded(data: bytes, argument: str, file: str) -> str:
    """Read a table's text in the encodings that spreadsheets write.

    Parameters
    ----------
    data : bytes
        The file.
    argument, file : str
        What it was given as, and its name, for errors.

    Returns
    -------
    str
        The text.

    Raises
    ------
    ValueError
        If it is in none of them.
    """
    encodings: Sequence[str] = ("utf-8-sig",)
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encodings = ("utf-16",)
    elif b"\0" in data[:2]:  # a table begins with a letter, or a sign, of the Latin script
        encodings = ("utf-16-be" if data[:1] == b"\0" else "utf-16-le",)
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise ValueError(f"{argument} must be a file in UTF-8, not {file}; save it as CSV UTF-8")
