"""Canvas's gradebook with the marks of one assignment filled in.

The rules are those of Canvas's own importer, ``lib/gradebook_importer.rb``:

- The first line begins with Student and ID (or LastName, FirstName and ID), and the last column
  before the assignments is Section. A student is known by ID, else by SIS User ID or SIS Login ID.
- A column is known by the number in brackets at its end, "Tick 4 (5005)".
- The line of Points Possible is read, lines of Manual Posting or Muted are passed over, and so is
  a column whose Points Possible is "(read only)".
- An empty cell takes a score away that is there. A column that is not there is left alone, and so
  is a student without a line.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from labkit.grading.base.atomic import AnyPath
from labkit.grading.results.exports.final import Export, Person, final, matched, without_marks
from labkit.grading.results.exports.scale import scaled
from labkit.grading.results.exports.sheet import Sheet, read_sheet
from labkit.grading.results.formulas import as_known
from labkit.grading.results.marks import Row

_WITH_ID = re.compile(r"(.*)\s\((\d+)\)\s*")

#: What the line of the maxima says in its first cell.
_POSSIBLE = "Points Possible"

#: What a cell says in the place of a score.
_EXCUSED = "ex"

#: What a spreadsheet makes of a number of many digits, and a data frame of any.
_CHANGED = re.compile(r"\d+([.,]\d+)?E\+?\d+|\d+[.,]0+", re.IGNORECASE)

#: What a line says that is of no student.
_NO_STUDENT = re.compile(r"\s*(muted|manual posting.*)?\s*", re.IGNORECASE)

_LOGINS = ("sis user id", "sis login id", "integration id")


def canvas(
    rows: Sequence[Row],
    tick: str,
    gradebook: AnyPath,
    *,
    column: str | None = None,
    numbers: Mapping[str, str] | None = None,
    scale: bool = False,
) -> Export:
    """Fill in the gradebook's column of one assignment.

    Parameters
    ----------
    rows : list of Row
        All of a class.
    tick : str
        The tick that the assignment is.
    gradebook : path
        The CSV file that Canvas gave (Grades, Export).
    column : str, optional
        The assignment's heading there, with or without its number in
        brackets; by default the one whose name fits the tick's.
    numbers : dict, optional
        Student -> Canvas's ID, where a roster says so.
    scale : bool
        Turn the tick's points into the assignment's Points Possible.

    Returns
    -------
    Export
        The columns that say who a student is, and that of the assignment; of
        other assignments nothing, so that no score there is put back to what
        it was at the time of the export.

    Raises
    ------
    FileNotFoundError, ValueError
        If the gradebook is not what it must be; the message says what was
        seen and what to do.
    """
    sheet = read_sheet(gradebook, "--canvas")
    names = [name.replace("\ufeff", "").strip().casefold() for name in sheet.header]
    section = _section(sheet, names)
    place = _assignment(sheet, section, tick, column)
    key = names.index("id")
    _check_numbers(line[key].strip() for line in sheet.lines)
    above = [n for n, line in enumerate(sheet.lines) if _is_above(line, line[key])]
    possible = [sheet.lines[n][place] for n in above if _POSSIBLE in sheet.lines[n][0]]
    if any("read only" in text.casefold() for text in possible):
        raise ValueError(
            f"--canvas must have a column that Canvas takes in, not {sheet.header[place]!r}, which is "
            "read only; give the assignment's own column with --column"
        )
    people = _each_once(
        _of_line(number, line, names)
        for number, line in enumerate(sheet.lines)
        if number not in above
    )
    done, left_out = final(rows, tick)
    found, unknown = matched(done.values(), people, numbers or {})
    left_out |= unknown
    points, _ = scaled({s: done[s] for s in found}, possible, scale, "--canvas")
    filled: dict[int, str] = {}
    for student, person in found.items():
        if sheet.lines[person.line][place].strip().casefold() == _EXCUSED:
            left_out[student] = "Canvas says that this student is excused"
        else:
            filled[person.line] = student
    lines = []
    for number in sorted({*above, *filled}):
        who, mark = sheet.lines[number][: section + 1], sheet.lines[number][place]
        if number in filled:
            who, mark = _of_student(who), _written(points[filled[number]], sheet.delimiter)
        lines.append([*who, mark])
    header = [*sheet.header[: section + 1], sheet.header[place]]
    students = sorted(filled.values())
    return Export(
        {f"canvas-{tick}.csv": sheet.written(lines, header)},
        students,
        left_out,
        without_marks(rows, tick, people, numbers or {}),
        [student for student in students if done[student].late.unknown],
    )


def _each_once(people: Iterable[Person]) -> list[Person]:
    """Leave out further lines of a student, who may be in two of the course's sections."""
    found: dict[str, Person] = {}
    for person in people:
        found.setdefault(person.number or f"line {person.line}", person)
    return list(found.values())


def _check_numbers(numbers: Iterable[str]) -> None:
    if changed := next(filter(_CHANGED.fullmatch, numbers), None):
        raise ValueError(
            f"--canvas must have Canvas's own numbers in the column ID, not {changed}, which a "
            "spreadsheet has made of one; export the gradebook again and do not save it there"
        )


def _section(sheet: Sheet, names: Sequence[str]) -> int:
    begins = (names[:2] == ["student", "id"], names[:3] == ["lastname", "firstname", "id"])
    if not any(begins) or "section" not in names:
        raise ValueError(
            "--canvas must be Canvas's gradebook, whose first columns are Student, ID and so on to "
            f"Section, not {sheet.name}, which has {', '.join(sheet.header)[:300]}; in Canvas choose "
            "Grades, Export"
        )
    return names.index("section")


def _assignment(sheet: Sheet, section: int, tick: str, column: str | None) -> int:
    """Find the column of an assignment."""
    titles = {
        place: match[1]
        for place, name in enumerate(sheet.header)
        if place > section and (match := _WITH_ID.fullmatch(name))
    }
    if column is None:
        exact = [place for place, title in titles.items() if _words(title) == _words(tick)]
        found = exact or [p for p, title in titles.items() if _fits(_words(title), _words(tick))]
    else:
        found = [
            p for p, title in titles.items() if column.strip() in (title, sheet.header[p].strip())
        ]
    if len(found) != 1:
        seen = ", ".join(repr(sheet.header[place]) for place in titles) or "none with a number"
        wanted = f"for {tick}" if column is None else f"called {column!r}"
        raise ValueError(
            f"--canvas must have one column {wanted}, not {len(found)}; say which with --column: the "
            f"assignments there are {seen[:500]}"
        )
    return found[0]


def _words(text: str) -> list[str]:
    return re.findall(r"\d+|[^\W\d_]+", text.casefold())


def _fits(title: list[str], tick: list[str]) -> bool:
    """Tell whether one begins with the other: "Tick 4" is tick4-sign-test's, and not tick40's."""
    short = min(len(title), len(tick))
    return short > 1 and title[:short] == tick[:short]


def _written(points: float, delimiter: str) -> str:
    text = f"{points:.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if delimiter == ";" else text


def _is_above(line: Sequence[str], number: str) -> bool:
    return not number.strip() and (_POSSIBLE in line[0] or all(map(_NO_STUDENT.fullmatch, line)))


def _of_student(line: Sequence[str]) -> list[str]:
    """Give the cells that say who a student is, none of them a formula or another kind of line."""
    # Canvas knows a student by number; one of this name would set the assignment's maximum.
    return [as_known(cell.replace(_POSSIBLE, "Points-Possible")) for cell in line]


def _of_line(number: int, line: Sequence[str], names: Sequence[str]) -> Person:
    cells = dict(zip(names, line, strict=True))
    called = cells.get("student") or f"{cells.get('lastname', '')}, {cells.get('firstname', '')}"
    logins = tuple(filter(None, (cells.get(name, "").strip() for name in _LOGINS)))
    return Person(number, cells["id"].strip(), logins, called)
