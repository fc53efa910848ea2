"""Final marks as Moodle and Canvas take them in, and a list of who is not among them, and why.

By Moodle's importers (``mod/assign/feedback/offline``, ``feedback/file``) an unknown user ends the
import, and a grade above the maximum is passed over. By Canvas's (``lib/gradebook_importer.rb``) an
empty cell takes a score away. So only lines of students with final marks are written.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from labkit.checks.marking import Status
from labkit.checks.questions import short_name
from labkit.instructor.grading.base.atomic import packed, write_whole
from labkit.instructor.grading.judging.record import Record
from labkit.instructor.grading.marks.late import hundredths
from labkit.instructor.grading.marks.marks import Row
from labkit.instructor.grading.marks.publish import publish_again
from labkit.instructor.grading.submissions.identify import display
from labkit.instructor.grading.submissions.platforms import read_platforms
from labkit.instructor.grading.submissions.roster import Roster, Student, read_roster
from labkit.instructor.grading.submissions.tables import parse_table, read_file, without_formula

#: What stands in Canvas's line of the maxima.
_POSSIBLE = "Points Possible"


class Destination(StrEnum):
    """Where marks go."""

    MOODLE = "moodle"
    CANVAS = "canvas"


#: The table that each platform gives, and the columns that tell it from others.
_WANTED = {
    Destination.MOODLE: (
        "Moodle's grading worksheet in English, of an assignment that is graded in points "
        "(Download grading worksheet)",
        ("identifier", "grade", "maximum grade"),
    ),
    Destination.CANVAS: ("Canvas's gradebook (Grades, Export)", ("student", "id", "section")),
}


#: What is to be done with the files.
_NEXT = {
    Destination.MOODLE: "in the assignment: first Upload grading worksheet, and only then Upload "
    "multiple feedback files in a zip",
    Destination.CANVAS: "in the course: Grades, Import",
}


@dataclass
class Export:
    """What an export holds, and what it does not."""

    files: Mapping[str, bytes]
    #: The students whose marks are in it.
    filled: list[str]
    #: Student, by name -> the kind of reason why there is no mark of theirs in it, and what more there
    #: is to say; also those whom only the platform's table has.
    left_out: dict[str, str]

    def told(self, platform: Destination) -> str:
        """Say how many marks the files hold, what to do with them, and why there are no more."""
        lines = [f"{len(self.filled)} marks in {', '.join(sorted(self.files))}", _NEXT[platform]]
        if self.left_out:
            lines.append(f"left out: {len(self.left_out)}")
        alike = defaultdict[str, list[str]](list)
        for who, why in sorted(self.left_out.items()):
            kind, _, more = why.partition(": ")
            alike[kind].append(display(f"    {who}: {more}" if more else f"    {who}", 500))
        for kind, those in sorted(alike.items()):
            lines += [display(f"  {kind}: {len(those)}", 500), *those]
        return "\n".join(lines)


class _Sheet:
    """A platform's own table, and where in it the marks of a tick go."""

    def __init__(self, path: Path, platform: Destination, tick: str, column: str | None) -> None:
        """Read it; raise ValueError if it is another table."""
        argument, name = f"--{platform}", path.name
        data = read_file(path, argument)
        self.table = table = parse_table(data, argument, name)
        wanted, needed = _WANTED[platform]
        if "lastname" in table.headings:
            needed = ("lastname", *needed[1:])
        if not {*needed} <= table.headings.keys():
            raise ValueError(
                f"{argument} must be {wanted}, with the columns {', '.join(needed)}, not {name}, "
                f"which has {', '.join(table.header[:9])}"
            )
        self.roster = read_roster(data, name)
        #: Canvas's line of the maxima.
        self.above: list[dict[str, str]] = []
        first, second, third = (table.headings[heading] for heading in needed)
        if platform is Destination.MOODLE:
            number, self.grade, end = first, second, table.header.index(second)
            maxima = {line[third] for line in table.rows}
        else:
            number, self.grade = second, _assignment(table.header, tick, column)
            end = table.header.index(third) + 1
            self.above = [
                line for line in table.rows if _POSSIBLE in line[first] and not line[number].strip()
            ]
            # In the form of the user's language: Canvas takes any.
            maxima = {line[self.grade].replace(",", ".") for line in self.above}
        self.lines = {re.sub(r"\D", "", line[number]): line for line in table.rows}
        #: The headings of the columns that say who a student is.
        self.who = table.header[:end]
        #: As the platform writes it; "" if it says none.
        self.maximum = ", ".join(sorted(maxima)[:3])

    def most(self, out_of: float, scale: bool) -> float:
        """Return the platform's maximum; raise ValueError if it is not the tick's, or none."""
        try:
            most = float(self.maximum or out_of)
        except ValueError:  # several, or no number
            most = 0.0
        if not most > 0 or (most != out_of and not scale):
            raise ValueError(
                f"--{self.roster.platform} must be a table whose maximum is that of the tick, "
                f"{out_of:g}, not {self.maximum}; change it on the platform, to points, and "
                "download again, or give --scale to turn points into those of another maximum"
            )
        return most

    def filled(self, line: Mapping[str, str], points: float) -> dict[str, str]:
        """Return a student's line with a mark."""
        # Students choose names and addresses; a name must not be Canvas's line of the maxima.
        who = {h: without_formula(line[h].replace(_POSSIBLE, "Points-Possible")) for h in self.who}
        return {**line, **who, self.grade: f"{points:.2f}"}


def export(
    out: Path,
    ticks: Path,
    platform: Destination,
    table: Path,
    *,
    tick: str | None = None,
    column: str | None = None,
    scale: bool = False,
    zero: bool = False,
    questions: bool = False,
    differ: Collection[tuple[str, str]] = (),
) -> tuple[Path, Export]:
    """Write the final marks of a tick as a platform takes them in, all made anew before.

    `out` is the folder of the class, `ticks` the instructor's; the `table` is the platform's own.
    If several ticks have marks, `tick` is needed; `column` is the heading of Canvas's assignment.
    With `scale` points become those of the platform's maximum; with `zero` students of the roster
    who have handed in nothing get 0; with `questions` a second table has the points of each
    question. `differ` has the tick and student of answers on which markers do not agree. Return the
    folder of the files, and what is in them.
    """
    rows = publish_again(out, ticks)
    known = dict.fromkeys(row.record.tick for row in rows if row.graded)
    names = [name for name in known if tick in (None, name)]
    if len(names) != 1:
        raise ValueError(
            f"tick must be one with marks, not {tick}; there are {', '.join(known) or 'none'}: "
            "give --tick"
        )
    (name,) = names
    sheet = _Sheet(table, platform, name, column)
    final, left_out = _match(rows, name, zero, sheet.roster)
    out_of = max(row.out_of for row in rows if row.record.tick == name)
    most = sheet.most(out_of, scale)
    filled: dict[str, dict[str, str]] = {}
    pages = {}
    for number, row in final.items():
        line, student = sheet.lines[number], row.record.student
        points = hundredths((row.points or 0.0) * most / out_of)
        if line[sheet.grade].strip().upper() == "EX":
            left_out[student] = "Canvas says that this student is excused"
        elif platform is Destination.MOODLE and points > most:
            left_out[student] = f"{points:g} points are more than the {most:g} that Moodle takes"
        else:
            earned = {question: f"{p:g}" for question, p in row.earned.items()}
            filled[student] = earned | sheet.filled(line, points)
            page = out / "feedback" / student / name / f"{name}.html"
            if page.is_file():  # there is none where nothing was handed in
                in_zip = f"Participant_{number}_assignfeedback_file/{page.name}"
                pages[in_zip] = page.read_bytes()
    header, write = [*sheet.who, sheet.grade], sheet.table.write
    files = {}
    if platform is Destination.MOODLE:
        header = sheet.table.header
        files[f"moodle-{name}-feedback.zip"] = packed(pages)
    files[f"{platform}-{name}.csv"] = write([*sheet.above, *filled.values()], header)
    if questions:
        columns = dict.fromkeys(question for row in final.values() for question in row.earned)
        files[f"{platform}-{name}-questions.csv"] = write(filled.values(), [*sheet.who, *columns])
    folder = out / "exports"
    for file, content in files.items():
        write_whole(folder / file, content)
    for each in sheet.roster.students.values():
        if each.number not in final and each.identifier not in left_out:
            left_out[f"{each.display} {each.number}".strip()] = "nothing handed in here"
    for row in rows:
        who = row.record.student
        if row.record.tick == name and row.waiting and (name, who) in differ:
            left_out[who] = f"markers differ, and a third has to decide: {', '.join(row.waiting)}"
    named = {row.record.student: row.record.named for row in rows}
    why = {named.get(who, who): why for who, why in left_out.items()}
    return folder, Export(files, list(filled), why)


def _assignment(header: Sequence[str], tick: str, column: str | None) -> str:
    """Return the heading of an assignment of Canvas, "Tick 4 (5005)", of tick4-sign-test."""
    titles = {h: match[1] for h in header if (match := re.fullmatch(r"(.*)\s\(\d+\)\s*", h))}
    begins = short_name(tick) + r"(?!\d)"
    found = [
        heading
        for heading, title in titles.items()
        if (
            column in (title, heading)
            if column
            else re.match(begins, re.sub(r"\W", "", title), re.IGNORECASE)
        )
    ]
    if len(found) != 1:
        raise ValueError(
            f"--canvas must have one column for {column or tick}, not {len(found)}; say which with "
            f"--column: the assignments there are {', '.join(map(repr, titles))}"
        )
    return found[0]


def _match(
    rows: Iterable[Row], tick: str, zero: bool, roster: Roster
) -> tuple[dict[str, Row], dict[str, str]]:
    """Return the rows with final marks by number in the table, and why others are not among them."""
    found: dict[str, list[Row]] = defaultdict(list)
    final, left_out = {}, {}
    for row in rows:
        record = row.record
        missing = zero and record.status is Status.MISSING and not row.excused
        if record.tick == tick and (row.final or missing):
            try:
                found[_find(record, roster).number].append(row)
            except ValueError as error:
                why = str(error).replace("the roster", "the table")
                left_out[record.student] = f"no line in the table of --{roster.platform}: {why}"
        elif record.tick in (tick, ""):  # of a file whose tick cannot be told, too
            left_out[record.student or record.file] = row.obstacle
    for number, (row, *others) in found.items():
        if others:
            why = f"another student's mark would go to the same line: {number}"
            left_out |= {each.record.student: why for each in (row, *others)}
        else:  # of a student's several files the graded one counts
            final[number] = row
            left_out.pop(row.record.student, None)
    return final, left_out


def _find(record: Record, roster: Roster) -> Student:
    """Return the student of the number in the file's name, or of a login, or of a name."""
    # The name of a group's file is not a member's.
    outermost, _, inside = ("" if record.group else record.file).partition("/")
    if match := read_platforms()[roster.platform].match(outermost, not inside):
        return roster.find(match["name"] or "", match["number"] or "", roster.platform)
    login = record.student.casefold()
    mine = [
        student
        for student in roster.students.values()
        if login in (student.identifier.casefold(), student.email.casefold().partition("@")[0])
    ]
    return mine[0] if len(mine) == 1 else roster.find(record.display or record.student)
