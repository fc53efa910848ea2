"""A marker's worksheet: a CSV file with a line for each answer, in which the marker writes.

Of each line the columns ``items`` (names of the rubric's items, with spaces or
commas between them, or ``none``), ``adjust`` (points to add) and ``comment`` are
the marker's. A line with nothing in ``items`` is one that waits.
"""

import csv
import difflib
import io
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from labkit.grading.base.atomic import AnyPath, write_whole
from labkit.grading.results.formulas import as_written, without_formula
from labkit.grading.review.rubric import FOLDER, Question

NAME = "worksheet.csv"
COLUMNS = ("id", "question", "items", "adjust", "comment")

#: What stands in ``items`` if an answer was read and has none of them.
NO_ITEM = "none"

_BETWEEN = re.compile(r"[\s,;+|]+")

#: Bytes of a worksheet, and characters of a comment.
MOST_BYTES = 5_000_000
LONGEST_COMMENT = 5_000


@dataclass(frozen=True)
class Line:
    """What a marker says of one answer.

    Attributes
    ----------
    id, question : str
    items : tuple of str
        In the rubric's order.
    adjust : float
    comment : str
    """

    id: str
    question: str
    items: tuple[str, ...] = ()
    adjust: float = 0.0
    comment: str = ""


def folder_of(out: AnyPath, tick: str, marker: str) -> Path:
    """Say where a marker's files are.

    Parameters
    ----------
    out : path
        The folder of the class.
    tick, marker : str
        Their names.

    Returns
    -------
    path
        A folder, which may be handed to the marker as it is.
    """
    return Path(out) / FOLDER / tick / "markers" / marker


def read_worksheet(path: AnyPath, rubric: Mapping[str, Question]) -> dict[str, Line]:
    """Read what a marker has written.

    Parameters
    ----------
    path : path
        A CSV file as `write_worksheet` writes it, also as a spreadsheet saves
        it: with semicolons or tabs, or in Windows' own encoding.
    rubric : dict
        Question -> Question.

    Returns
    -------
    dict
        Id -> Line, for the answers that were read.

    Raises
    ------
    ValueError
        If a line is not what it must be; the message names file and line.
    """
    path = Path(path)
    text = _text(path)
    head = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=head.count)
    table = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    names = {str(name).strip().lower() for name in table.fieldnames or ()}
    missing = [name for name in COLUMNS[:3] if name not in names]
    if missing:
        raise ValueError(f"{path}: the first line must name the column {missing[0]}")
    found: dict[str, Line] = {}
    try:
        for row in table:
            where = f"{path}, line {table.line_num}"
            if any(row.get(None) or ()):  # cells beyond the last
                raise ValueError(
                    f"{where}: a line must have as many cells as the first one, not more: text with "
                    f"{delimiter!r} in it stands between quotation marks"
                )
            cells = {str(k).strip().lower(): v for k, v in row.items() if k and isinstance(v, str)}
            line = _line(cells, rubric, where)
            if line and found.setdefault(line.id, line) != line:
                raise ValueError(f"{where}: an answer must come once, not twice: {line.id}")
    except csv.Error as error:
        raise ValueError(f"{path}, line {table.line_num}: not a line of CSV ({error})") from None
    return found


def _text(path: Path) -> str:
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"{path} must be a worksheet, not a file of {path.stat().st_size:,} bytes")
    data = path.read_bytes()
    for encoding in (
        ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "cp1252")
    ):
        try:
            # Excel's own line, which says what separates the columns, is no heading.
            return re.sub(r"\Asep=.\r?\n", "", data.decode(encoding), flags=re.IGNORECASE)
        except UnicodeDecodeError:
            continue
    raise ValueError(f"{path} must be a CSV file in UTF-8")


def _line(cells: Mapping[str, str], rubric: Mapping[str, Question], where: str) -> Line | None:
    items = [word for word in _BETWEEN.split(cells.get("items", "")) if word]
    comment = as_written(cells.get("comment", "").strip())[:LONGEST_COMMENT]
    adjust = cells.get("adjust", "").strip()
    name = cells.get("question", "").strip()
    if not items and not adjust:
        if comment:  # it would be lost, and the answer would seem not to be read
            raise ValueError(
                f"{where}: a comment needs items beside it, or the word {NO_ITEM}; without them the "
                "answer counts as not read"
            )
        return None
    question = rubric.get(name)
    if question is None:
        raise ValueError(
            f"{where}: a question must be one of the rubric ({', '.join(rubric)}), not {name!r}"
        )
    key = cells.get("id", "").strip()
    try:
        return as_line(key, name, " ".join(items), _number(adjust), comment, rubric)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def as_line(
    key: str,
    name: str,
    items: str,
    adjust: float,
    comment: str,
    rubric: Mapping[str, Question],
) -> Line:
    """Make a line of what a marker has written.

    Parameters
    ----------
    key, name : str
        The answer's id and its question, one of the rubric.
    items : str
        Names of items, with spaces or commas between them, or `NO_ITEM`.
    adjust : float
        Points to add.
    comment : str
        For the student.
    rubric : dict
        Question -> Question.

    Returns
    -------
    Line
        Its items in the rubric's order.

    Raises
    ------
    ValueError
        If an item is none of the rubric.
    """
    words = [word for word in _BETWEEN.split(items) if word]
    known = rubric[name].items
    chosen = [] if [word.lower() for word in words] == [NO_ITEM] else words
    for word in chosen:
        if word not in known:
            near = difflib.get_close_matches(word, known, n=1)
            meant = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
            raise ValueError(f"items must be of the rubric, not {word!r}; {meant}")
    return Line(key, name, tuple(i for i in known if i in chosen), adjust, comment)


def _number(text: str) -> float:
    try:
        value = float(text.replace("−", "-").replace(",", ".").removeprefix("'") or 0)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"adjust must be a number of points, not {text!r}")
    return value


def write_worksheet(
    path: AnyPath, answers: Iterable[tuple[str, str]], lines: Mapping[str, Line]
) -> None:
    """Write a worksheet.

    Parameters
    ----------
    path : path
        The file.
    answers : iterable of tuple
        Id and question of each answer, in the order of the lines.
    lines : dict
        Id -> Line: what is known already.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for key, question in answers:
        line = lines.get(key)
        said = ["", "", ""]
        if line:
            items = " ".join(line.items) or NO_ITEM
            said = [items, f"{line.adjust:g}" if line.adjust else "", without_formula(line.comment)]
        writer.writerow([key, question, *said])
    write_whole(path, text.getvalue())
