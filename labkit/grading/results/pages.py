"""The HTML pages: feedback for each student, and the summary of a class.

Each page is one file, fetches nothing, and runs no script: its own policy
forbids it, whatever a student's output says. Points stand only in what the
page itself says; what a student wrote, and what the student's code printed,
is in frames that nothing leaves and that say whose it is.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean, median

import nbformat
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from nbconvert.filters import ansi2html
from nbformat import NotebookNode
from pygments.formatters import HtmlFormatter

from labkit.checks.marking import Mark, Status
from labkit.grading.results.analysis import FEWEST, Item, analysis
from labkit.grading.results.marks import Row
from labkit.grading.submission.cells import earns_points, grade_id, question_of, takes_answer
from labkit.grading.submission.record import Record
from labkit.grading.submission.sanitize import rendered, visible

#: How partial credit is given, for students to read.
PARTIAL = (
    "Partial credit is corrected for guessing: the cases that one would get right by tossing a coin "
    "between the two best answers - somewhat more than half of them where there are two classes, two "
    "of them where every case has another value - earn nothing, and each one beyond them its share."
)

#: What a browser may do with a page: show it, with pictures and styles that are in it.
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'"
)

#: What is said on the page of a notebook that was run as it was.
UNCONFINED = (
    "This notebook was run without confinement (--unsafe): its code could have read and "
    "changed what its grader can, these marks included."
)

#: The pages, the style sheet they share, and how a notebook's cells are shown.
TEMPLATES = Path(__file__).with_name("templates")

#: The most hints that the summary counts for each tick.
MOST_HINTS = 20

_HEADING = re.compile(r"(</?h)([1-6])>")

#: How code is coloured where a browser prefers a dark page.
DARK = "github-dark"

#: The height of the tallest bar, in the page's unit of length (rem).
TALLEST = 7


@dataclass(frozen=True)
class _Line:
    """What is said of one question to one student."""

    question: str
    points: float | None
    out_of: float
    passed: str
    says: str

    @property
    def verdict(self) -> str:
        """Give the class that the style sheet has for these points."""
        if self.points is None:
            return "part"
        return "full" if self.points >= self.out_of else "part" if self.points else "none"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f} %"


def _correlation(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}".replace("-", "−")


def _printable(value: object) -> object:
    """Let nothing on a page hide or turn round what is beside it."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return visible(value).replace("\x1b", "⟨001B⟩")


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, finalize=_printable
    )
    environment.filters |= {
        "number": _number,
        "percent": _percent,
        "correlation": _correlation,
        "name": _name,
        "terminal": lambda text: Markup(ansi2html(text)),
    }
    environment.globals |= {
        "policy": POLICY,
        "partial": PARTIAL,
        "code_style": Markup(HtmlFormatter().get_style_defs(".highlight")),
        "dark_style": Markup(HtmlFormatter(style=DARK).get_style_defs(".highlight")),
    }
    return environment


def _name(record: Record) -> str:
    """Give a student's name, with the identifier if that is another."""
    if not record.display or record.display == record.student:
        return record.student
    return f"{record.display} ({record.student})"


def feedback_page(row: Row, *, ran: bool = False) -> str:
    """Make the page that a student gets back, or that of our run for the marker.

    It shows the student's own cells with the outputs that they were handed in with, the points and
    the hints; of the hidden cases how many passed, and the labels of others. What our run gave could
    tell hidden inputs, also another student's: it stands on the marker's page alone.

    Parameters
    ----------
    row : Row
        The student's marks for a tick.
    ran : bool
        Whether to show what our run gave.

    Returns
    -------
    str
        The content of an HTML file.
    """
    lines = {question: _line(question, row, ran) for question in row.earned}
    return (
        _templates()
        .get_template("feedback.html.j2")
        .render(
            row=row,
            record=row.record,
            ran=ran,
            submitted=f"{row.record.submitted:%d %B %Y, %H:%M}",
            unconfined="" if row.record.confined else UNCONFINED,
            lines=lines.values(),
            cells=_cells(row, lines, ran),
            partly=any(line.verdict == "part" and line.passed for line in lines.values()),
        )
    )


def _said(mark: Mark, ran: bool) -> str:
    return mark.hint.text if ran and mark.hint else mark.told


def _line(question: str, row: Row, ran: bool) -> _Line:
    mark = row.record.mark(question)
    points, out_of = row.earned[question], row.points_of[question]
    says = [row.by_hand.comments.get(question, "")]
    if mark and points != out_of:
        says.append(_said(mark, ran))
    if points is None:
        says.append("A person reads this answer.")
    if row.record.written.get(question) is False:
        says.append("Not answered.")
    if question in row.ruled:
        says.append(row.ruled[question].says)
    return _Line(
        question,
        points,
        out_of,
        passed=f"{mark.passed} of {mark.cases}" if mark else "",
        says=" ".join(filter(None, says)),
    )


def _cells(row: Row, lines: Mapping[str, _Line], ran: bool) -> list[dict[str, object]]:
    """Show the cells that a student wrote or that show a mark, and what the course's own gave."""
    cells = nbformat.from_dict(row.record.notebook or {"cells": []}).cells
    outputs = row.record.run if ran else [cell.get("outputs", []) for cell in cells]
    return [
        {
            "number": number,
            "code": cell.cell_type == "code",
            "html": Markup(_html(cell)),
            "outputs": shown,
            "line": _line_below(cell, row, lines, ran),
        }
        for number, (cell, shown) in enumerate(zip(cells, outputs, strict=True), start=1)
        if shown or _is_own(cell)
    ]


def _line_below(
    cell: NotebookNode, row: Row, lines: Mapping[str, _Line], ran: bool
) -> _Line | None:
    """Give what is said below a cell: of what earns points, or of a check that only helps."""
    question = question_of(grade_id(cell) or "")
    if earns_points(cell):
        return lines.get(question)
    mark = row.record.mark(question)
    if mark is None or takes_answer(cell):
        return None
    passed = f"{mark.passed} of {mark.cases}"
    says = f"{_said(mark, ran)} {passed} checks passed; this earns no points."
    return _Line(question, None, 0.0, passed, says.strip())


def _html(cell: NotebookNode) -> str:
    """Give a cell's content as `prepared` has made it, with headings below those of the page."""
    if cell.cell_type == "code":
        html: str = cell.metadata.html
        return html
    return _HEADING.sub(lambda m: f"{m[1]}{min(6, int(m[2]) + 2)}>", rendered(cell.source))


def _is_own(cell: NotebookNode) -> bool:
    return bool(grade_id(cell)) or not cell.metadata.get("given")


def summary_page(rows: Sequence[Row]) -> str:
    """Make the page about the whole class.

    Parameters
    ----------
    rows : list of Row
        All of the class.

    Returns
    -------
    str
        The content of an HTML file.
    """
    graded = [row for row in rows if row.graded]
    by_tick = defaultdict(list)
    for row in graded:
        by_tick[row.record.tick].append(row)
    return (
        _templates()
        .get_template("summary.html.j2")
        .render(
            graded=len(graded),
            waiting=sum(bool(row.waiting) for row in graded),
            others=[row.record for row in rows if not row.graded],
            unconfined=any(not row.record.confined for row in graded),
            fewest=FEWEST,
            ticks=[_of_tick(name, by_tick[name]) for name in sorted(by_tick)],
            unusual=[line for row in graded for line in _unusual(row)],
            late=[(row.record, told) for row in graded if (told := _late(row))],
        )
    )


def _of_tick(name: str, rows: Sequence[Row]) -> dict[str, object]:
    out_of = max(row.out_of for row in rows)
    points = [row.points for row in rows if row.points is not None]
    items = analysis(rows)
    hints = [(times, item.question, text) for item in items for text, times in item.hints]
    return {
        "name": name,
        "students": len(rows),
        "mean": mean(points),
        "median": median(points),
        "out_of": out_of,
        "waiting": sum(bool(row.waiting) for row in rows),
        "bars": _bars(points, out_of),
        "items": [(item, _width(item)) for item in items],
        "hints": sorted(hints, key=lambda hint: -hint[0])[:MOST_HINTS],
        "more_hints": max(0, len(hints) - MOST_HINTS),
    }


def _width(item: Item) -> int:
    """Give the difficulty as the width of a bar; it has no more than its frame."""
    return min(100, round(100 * (item.difficulty or 0)))


def _bars(points: Iterable[float], out_of: float) -> list[dict[str, object]]:
    """Count the points in bins of whole points, at most 15 of them."""
    width = max(1, -(-int(out_of) // 14))
    last = int(out_of) // width
    bins = Counter(min(int(p) // width, last) for p in points)
    most = max(bins.values())
    return [
        {
            "count": bins[b],
            "height": round(TALLEST * bins[b] / most, 2),
            "label": str(b * width) if width == 1 else f"{b * width}+",
        }
        for b in range(last + 1)
    ]


def _unusual(row: Row) -> list[tuple[Record, str]]:
    """Say what a marker may want to know of a submission, a line each."""
    record = row.record
    found = [f"the run ended early: {record.ended}"] if record.status is not Status.RAN else []
    return [(record, text) for text in (*found, *record.repairs)]


def _late(row: Row) -> str:
    """Say how late a submission is, or that this is not known; "" if it is in time."""
    if row.late.unknown:
        return "unknown: only the file's own time, which copying changes"
    if not row.late.days:
        return ""
    days = "1 day" if row.late.days == 1 else f"{row.late.days} days"
    return f"{days} late, {_number(row.penalty)} points less"
