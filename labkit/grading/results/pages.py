"""The HTML pages: feedback for each student, and the summary of a class.

Each page is one file, fetches nothing, and runs no script: its own policy
forbids it, whatever a student's output says.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean, median

import nbformat
from jinja2 import Environment, FileSystemLoader
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from pygments.formatters import HtmlFormatter

from labkit.checks.marking import Status
from labkit.grading.results.marks import Row
from labkit.grading.submission.cells import earns_points, grade_id, question_of
from labkit.grading.submission.sanitize import cleaned

#: What a browser may do with a page: show it, with pictures and styles that are in it.
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

#: What is said on the page of a notebook that was run as it was.
UNCONFINED = (
    "This notebook was run without confinement (--unsafe): its code could have read and "
    "changed what its grader can, these marks included."
)

#: The pages, the style sheet they share, and how a notebook's cells are shown.
TEMPLATES = Path(__file__).with_name("templates")

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


@dataclass(frozen=True)
class _Question:
    """What is said of one question to whoever teaches the class."""

    name: str
    mean: float | None
    out_of: float
    hint: str

    @property
    def percent(self) -> int:
        """Give the mean as a part of all points; 0 if there is none."""
        return round(100 * self.mean / self.out_of) if self.mean and self.out_of else 0


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


@cache
def _templates() -> Environment:
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True)
    environment.filters["number"] = _number
    environment.globals["policy"] = POLICY
    environment.globals["code_style"] = HtmlFormatter().get_style_defs(".highlight")
    return environment


@cache
def _exporter() -> HTMLExporter:
    return HTMLExporter(
        raw_template=(TEMPLATES / "notebook.html.j2").read_text(encoding="utf8"),
        sanitize_html=True,
        exclude_anchor_links=True,
        filters={"clean_html": cleaned, "number": _number},
    )


def feedback_page(row: Row) -> str:
    """Make the page that a student gets back.

    It shows the student's own cells with what they gave, the points and the
    hints. It has nothing of the hidden cases but how many passed.

    Parameters
    ----------
    row : Row
        The student's marks for a tick.

    Returns
    -------
    str
        The content of an HTML file.
    """
    lines = {question: _line(question, row) for question in row.earned}
    return (
        _templates()
        .get_template("feedback.html.j2")
        .render(
            row=row,
            record=row.record,
            submitted=f"{row.record.submitted:%d %B %Y, %H:%M}",
            unconfined="" if row.record.confined else UNCONFINED,
            lines=lines.values(),
            notebook=_notebook(row, lines),
        )
    )


def _line(question: str, row: Row) -> _Line:
    mark = row.record.mark(question)
    points, out_of = row.earned[question], row.points_of[question]
    says = [row.by_hand.comments.get(question, "")]
    if mark and mark.hint and points != out_of:
        says.append(mark.hint.text)
    if points is None:
        says.append("A person reads this answer.")
    if row.record.written.get(question) is False:
        says.append("Not answered.")
    return _Line(
        question,
        points,
        out_of,
        passed=f"{mark.passed} of {mark.cases}" if mark else "",
        says=" ".join(filter(None, says)),
    )


def _notebook(row: Row, lines: Mapping[str, _Line]) -> str:
    """Show the cells that a student wrote or that show a mark, and what the course's own gave."""
    notebook = nbformat.from_dict(row.record.notebook)
    notebook.cells = [cell for cell in notebook.cells if cell.get("outputs") or _is_own(cell)]
    for cell in notebook.cells:
        line = lines.get(question_of(grade_id(cell) or ""))
        show = line and earns_points(cell)
        cell.metadata = {"line": line} if show else {}
    body, _ = _exporter().from_notebook_node(notebook)
    return body


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
            ticks=[_of_tick(name, by_tick[name]) for name in sorted(by_tick)],
            unusual=[line for row in graded for line in _unusual(row)],
        )
    )


def _of_tick(name: str, rows: Sequence[Row]) -> dict[str, object]:
    out_of = rows[0].out_of
    points = [row.points for row in rows if row.points is not None]
    questions = [_of_question(question, rows) for question in rows[0].earned]
    hints = Counter(
        (mark.question, mark.hint.text) for row in rows for mark in row.record.marks if mark.hint
    )
    return {
        "name": name,
        "students": len(rows),
        "mean": mean(points),
        "median": median(points),
        "out_of": out_of,
        "waiting": sum(bool(row.waiting) for row in rows),
        "bars": _bars(points, out_of),
        "questions": sorted(questions, key=lambda q: (q.mean is None, q.percent)),
        "hints": [
            {"times": times, "question": question, "text": text}
            for (question, text), times in hints.most_common(10)
        ],
    }


def _of_question(question: str, rows: Sequence[Row]) -> _Question:
    earned = (row.earned.get(question) for row in rows)
    known = [points for points in earned if points is not None]
    hints = Counter(
        mark.hint.text
        for row in rows
        for mark in row.record.marks
        if mark.question == question and mark.hint
    )
    return _Question(
        question,
        mean=mean(known) if known else None,
        out_of=rows[0].points_of[question],
        hint=hints.most_common(1)[0][0] if hints else "",
    )


def _bars(points: Iterable[float], out_of: float) -> list[dict[str, object]]:
    """Count the points in bins of whole points, at most 15 of them."""
    width = max(1, -(-int(out_of) // 14))
    bins = Counter(min(int(p // width), int(out_of // width)) for p in points)
    most = max(bins.values())
    return [
        {
            "count": bins[b],
            "height": round(TALLEST * bins[b] / most, 2),
            "label": str(b * width) if width == 1 else f"{b * width}+",
        }
        for b in range(int(out_of // width) + 1)
    ]


def _unusual(row: Row) -> list[tuple[str, str, str]]:
    """Say what a marker may want to know of a submission, a line each."""
    record = row.record
    found = [f"the run ended early: {record.ended}"] if record.status is not Status.RAN else []
    found += record.repairs
    if row.late.days:
        days = "1 day" if row.late.days == 1 else f"{row.late.days} days"
        found.append(f"{days} late, {_number(row.penalty)} points less")
    return [(record.student, record.tick, text) for text in found]
