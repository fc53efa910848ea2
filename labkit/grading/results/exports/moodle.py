"""Moodle's grading worksheet with the marks filled in, and a zip file of feedback pages.

The rules are those of Moodle's own importers:

- ``mod/assign/feedback/offline/importgradeslib.php`` and ``locallib.php``: a line is known by the
  number at the end of its column Identifier; Grade and Last modified (grade) must be there; a grade
  above the maximum is passed over, and so is one whose Last modified is older than Moodle's.
- ``mod/assign/feedback/file/importziplib.php`` (Moodle 4.1 and later): a folder is called
  ``name_number_plugintype_pluginname``, and files that begin with "." or "~" are passed over.
- ``assign::get_user_grade`` makes a grade, newer than the worksheet's, for whoever gets a page and
  has none: so the worksheet is imported first, and the zip file after it.
"""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from labkit.grading.base.atomic import AnyPath
from labkit.grading.results.exports.final import Export, Person, final, matched, without_marks
from labkit.grading.results.exports.scale import scaled
from labkit.grading.results.exports.sheet import Sheet, read_sheet
from labkit.grading.results.formulas import as_known
from labkit.grading.results.marks import Row

#: "Participant 1234", in whatever language.
_PARTICIPANT = re.compile(r"\D*?\s*(\d{1,18})\s*")

#: What the column Grade is called in some languages. In others it is found by where it is.
_GRADE = {
    "grade", "bewertung", "note", "calificación", "valutazione", "voto", "cijfer", "nota",
    "avaliação", "karakter", "betyg", "arvosana", "ocena", "оценка", "成绩", "評点", "not",
}  # fmt: skip

#: "No", below Grade can be changed.
_LOCKED = {
    "no", "nein", "non", "nee", "não", "nej", "nei", "ei", "ne", "nie", "нет", "否", "いいえ",
    "hayır", "nem",
}  # fmt: skip

_NUMBER = re.compile(r"\s*(\d{1,9}(?:[.,]\d{1,5})?)\s*")

#: What stands where there is no grade.
_NO_GRADE = {"", "-"}

#: The page's place in a folder's name, and when it was made: two exports of the same are the same.
_PLUGIN = "assignfeedback_file"
_ALWAYS = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class _Columns:
    """Where the worksheet has what is read of it."""

    identifier: int
    grade: int
    #: The maximum, which stands beside the grade.
    most: int
    #: Whether the grade can be changed, if the worksheet says so.
    changeable: int | None
    #: Full name; None where students are marked without their names.
    called: int | None


def moodle(
    rows: Sequence[Row],
    tick: str,
    worksheet: AnyPath,
    pages: AnyPath,
    *,
    numbers: Mapping[str, str] | None = None,
    scale: bool = False,
) -> Export:
    """Fill in the grading worksheet of one assignment.

    Parameters
    ----------
    rows : list of Row
        All of a class.
    tick : str
        The tick that the assignment is.
    worksheet : path
        The CSV file that Moodle gave (Assignment, Download grading
        worksheet). Its columns, their order and how it is written are kept.
    pages : path
        The folder with the feedback pages, ``student/tick/tick.html``.
    numbers : dict, optional
        Student -> participant number, where a roster says so.
    scale : bool
        Turn the tick's points into the assignment's, if its maximum is
        another.

    Returns
    -------
    Export
        The worksheet with the lines of final marks only, and the zip file.

    Raises
    ------
    FileNotFoundError, ValueError
        If the worksheet is not what it must be; the message says what was
        seen and what to do.
    """
    sheet = _without_sums(read_sheet(worksheet, "--moodle"))
    columns = _columns(sheet)
    people = [_of_line(number, line, columns) for number, line in enumerate(sheet.lines)]
    done, left_out = final(rows, tick)
    found, unknown = matched(done.values(), people, numbers or {})
    left_out |= unknown
    points, most = scaled(
        {s: done[s] for s in found}, [line[columns.most] for line in sheet.lines], scale, "--moodle"
    )
    filled: dict[int, str] = {}
    for student, person in found.items():
        line = sheet.lines[person.line]
        if points[student] > most:
            left_out[student] = (
                f"{points[student]:g} points are more than the {most:g} that Moodle takes; raise "
                "the assignment's maximum, or enter it by hand"
            )
        elif columns.changeable and line[columns.changeable].strip().casefold() in _LOCKED:
            left_out[student] = "the worksheet says that the grade cannot be changed in Moodle"
        else:
            filled[person.line] = student
    comma = any("," in line[columns.most] for line in sheet.lines)
    lines = []
    for number in sorted(filled):
        # What stands behind the grade markers wrote; a name or an address students chose.
        line = [as_known(cell) for cell in sheet.lines[number][: columns.grade]]
        line += sheet.lines[number][columns.grade :]
        text = f"{points[filled[number]]:.2f}"
        line[columns.grade] = text.replace(".", ",") if comma else text
        lines.append(line)
    folders = {student: _folder(people[number]) for number, student in filled.items()}
    files = {
        f"moodle-{tick}.csv": sheet.written(lines),
        f"moodle-{tick}-feedback.zip": _zip(folders, Path(pages), tick),
    }
    return Export(
        files,
        sorted(folders),
        left_out,
        without_marks(rows, tick, people, numbers or {}),
        [student for student in sorted(folders) if done[student].late.unknown],
    )


def _without_sums(sheet: Sheet) -> Sheet:
    """Leave out what somebody has put below the students in a spreadsheet, as a line of averages."""
    named = [name.strip().casefold() for name in sheet.header]
    if "identifier" not in named:
        return sheet
    place = named.index("identifier")
    students = [line for line in sheet.lines if _PARTICIPANT.fullmatch(line[place])]
    return replace(sheet, lines=students) if students else sheet


def _columns(sheet: Sheet) -> _Columns:
    by_place = list(zip(*sheet.lines, strict=True))
    named = [name.strip().casefold() for name in sheet.header]
    identifiers = [i for i, c in enumerate(by_place) if all(map(_PARTICIPANT.fullmatch, c))]
    # Somebody may have numbered the lines, or put a column of numbers before it.
    called = [i for i in identifiers if named[i] == "identifier"]
    worded = [i for i in identifiers if not any(map(str.isdecimal, map(str.strip, by_place[i])))]
    identifiers = called or ([] if "identifier" in named else worded or identifiers)
    found = [
        i
        for i in range(1, len(named) - 1)
        if all(c.strip() in _NO_GRADE or _NUMBER.fullmatch(c) for c in by_place[i])
        and len({c.strip() for c in by_place[i + 1]}) == 1
        and _NUMBER.fullmatch(by_place[i + 1][0])
    ]
    by_name = [i for i in found if named[i] in _GRADE] or found
    if identifiers and not by_name and (words := _scale(named, by_place)):
        raise ValueError(
            f"--moodle must be the worksheet of an assignment that is graded in points, and "
            f"{sheet.name} is of one that is graded by a scale ({words}): which word a mark comes to "
            "is not for labkit to say. In the assignment's settings choose Grade, Type: Point with "
            "the tick's maximum, and download the worksheet again; or enter the words by hand"
        )
    if identifiers and not by_name and (wrong := _no_grade(named, sheet)):
        raise ValueError(
            "--moodle must have numbers or nothing in the column Grade, and one number in the column "
            f"Maximum grade, not {wrong} in {sheet.name}; download the worksheet again"
        )
    if not identifiers or len(by_name) != 1:
        raise ValueError(
            "--moodle must be Moodle's grading worksheet, with columns as Identifier (Participant "
            f"1234), Grade and Maximum grade (a number), not {sheet.name}, which has "
            f"{', '.join(sheet.header)[:300]}; in the assignment choose Download grading worksheet"
        )
    grade, identifier = by_name[0], identifiers[0]
    beside = identifier + 1
    is_name = beside < grade and _are_names(named[beside], by_place[beside])
    changeable = grade + 2 if grade + 2 < len(named) else None
    return _Columns(identifier, grade, grade + 1, changeable, beside if is_name else None)


def _scale(named: Sequence[str], by_place: Sequence[tuple[str, ...]]) -> str:
    """Give the words of a scale, which Moodle lists in one cell beside the grade; "" if none."""
    for grade, cells in zip(named, by_place[1:], strict=False):
        words = [word.strip() for word in cells[0].split(",")]
        is_list = len(set(cells)) == 1 and len(words) > 1 and not any(map(_NUMBER.fullmatch, words))
        if grade in _GRADE and is_list:
            return ", ".join(words)[:200]
    return ""


def _no_grade(named: Sequence[str], sheet: Sheet) -> str:
    """Show the first cell that keeps the columns of Moodle's grade from being known; "" if none."""
    if not {"grade", "maximum grade"} <= set(named):
        return ""
    grade, most = named.index("grade"), named.index("maximum grade")
    for line in sheet.lines:
        if line[grade].strip() not in _NO_GRADE and not _NUMBER.fullmatch(line[grade]):
            return repr(line[grade][:40])
        if not _NUMBER.fullmatch(line[most]) or line[most].strip() != sheet.lines[0][most].strip():
            return repr(line[most][:40])
    return ""


def _are_names(header: str, cells: tuple[str, ...]) -> bool:
    """Tell names from the status, which stands there where students are marked without names."""
    distinct = len({cell.strip() for cell in cells})
    return header == "full name" or (len(cells) > 3 and distinct > 0.8 * len(cells))


def _of_line(number: int, line: list[str], columns: _Columns) -> Person:
    match = _PARTICIPANT.fullmatch(line[columns.identifier])
    others = line[columns.identifier + 1 : columns.grade]
    called = line[columns.called] if columns.called else ""
    names = tuple(text for text in others if text.strip() and text != called)
    return Person(number, match[1] if match else "", names, called)


def _folder(person: Person) -> str:
    """Name a student's folder: no "_" in the name, because Moodle takes the second part as the number."""
    name = re.sub(r"[^\w .'-]|_", " ", person.called)
    name = " ".join(name.split())[:80].strip(" .~") or "Participant"
    return f"{name}_{person.number}_{_PLUGIN}"


def _zip(folders: Mapping[str, str], pages: Path, tick: str) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for student, folder in sorted(folders.items()):
            page = pages / student / tick / f"{tick}.html"
            if page.is_file() and not page.is_symlink():
                info = zipfile.ZipInfo(f"{folder}/{tick}.html", _ALWAYS)
                info.compress_type = zipfile.ZIP_DEFLATED
                info.external_attr = 0o644 << 16
                archive.writestr(info, page.read_bytes())
    return data.getvalue()
