"""The HTML pages: feedback for each student, and the summary of a class.

Each page is one file, fetches nothing, and runs no script: its own policy
forbids it, whatever a student's output says.
"""

from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from statistics import mean, median

import nbformat
from jinja2 import Environment, FileSystemLoader
from nbconvert import HTMLExporter
from pygments.formatters import HtmlFormatter

from labkit.checks.marking import Status
from labkit.grading.submission.cells import grade_id, question_of
from labkit.grading.submission.sanitize import cleaned

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

UNCONFINED = (
    "This notebook was run without confinement (--unsafe): its code could have read and "
    "changed what its grader can, these marks included."
)

#: The pages, the style sheet they share, and how a notebook's cells are shown.
TEMPLATES = Path(__file__).with_name("templates")


def _number(value):
    return "–" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


@cache
def _templates():
    environment = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True)
    environment.filters["number"] = _number
    environment.globals["policy"] = POLICY
    environment.globals["code_style"] = HtmlFormatter().get_style_defs(".highlight")
    return environment


@cache
def _exporter():
    return HTMLExporter(
        raw_template=(TEMPLATES / "notebook.html.j2").read_text(encoding="utf8"),
        sanitize_html=True,
        exclude_anchor_links=True,
        filters={"clean_html": cleaned, "number": _number},
    )


def feedback_page(row):
    """Make the page that a student gets back.

    It shows the student's own cells with what they gave, the points and the
    hints. It has nothing of the hidden cases but how many passed.

    Parameters
    ----------
    row : Row

    Returns
    -------
    str
    """
    lines = [_line(question, row) for question in row.earned]
    return (
        _templates()
        .get_template("feedback.html.j2")
        .render(
            row=row,
            record=row.record,
            submitted=f"{row.record.submitted:%d %B %Y, %H:%M}",
            unconfined="" if row.record.confined else UNCONFINED,
            lines=lines,
            notebook=_notebook(row, {line["question"]: line for line in lines}),
        )
    )


def _line(question, row):
    mark = row.record.mark(question)
    points = row.earned[question]
    out_of = row.points_of[question]
    says = [row.by_hand.comments.get(question, "")]
    if mark and mark.hint and points != out_of:
        says.append(mark.hint.text)
    if points is None:
        says.append("A person reads this answer.")
    if row.record.written.get(question) is False:
        says.append("Not answered.")
    return {
        "question": question,
        "points": points,
        "out_of": out_of,
        "verdict": _verdict(points, out_of),
        "passed": f"{mark.passed} of {mark.cases}" if mark else "",
        "says": " ".join(filter(None, says)),
    }


def _verdict(points, out_of):
    if points is None:
        return "part"
    return "full" if points >= out_of else "part" if points else "none"


def _notebook(row, lines):
    """The cells that a student wrote or that show a mark, and what the course's own gave."""
    notebook = nbformat.from_dict(row.record.notebook)
    notebook.cells = [cell for cell in notebook.cells if cell.get("outputs") or _own(cell)]
    for cell in notebook.cells:
        line = lines.get(question_of(grade_id(cell) or ""))
        show = line and cell.metadata.nbgrader.grade
        cell.metadata = {"line": line} if show else {}
    body, _ = _exporter().from_notebook_node(notebook)
    return body


def _own(cell):
    return grade_id(cell) or not cell.metadata.get("given")


def summary_page(rows, ticks):
    """Make the page about the whole class.

    Parameters
    ----------
    rows : list of Row
    ticks : dict
        Name -> Tick.

    Returns
    -------
    str
    """
    graded = [row for row in rows if row.graded]
    by_tick = defaultdict(list)
    for row in graded:
        by_tick[row.record.tick].append(row)
    unconfined = any(not row.record.confined for row in graded)
    return (
        _templates()
        .get_template("summary.html.j2")
        .render(
            graded=len(graded),
            waiting=sum(bool(row.waiting) for row in graded),
            others=[row.record for row in rows if not row.graded],
            unconfined="Some notebooks were run without confinement (--unsafe)."
            if unconfined
            else "",
            ticks=[_of_tick(name, by_tick[name]) for name in sorted(by_tick)],
            unusual=[line for row in graded for line in _unusual(row)],
        )
    )


def _of_tick(name, rows):
    out_of, points = rows[0].out_of, [row.points for row in rows]
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
        "questions": sorted(questions, key=lambda q: (q["mean"] is None, q["percent"])),
        "hints": [
            {"times": times, "question": question, "text": text}
            for (question, text), times in hints.most_common(10)
        ],
    }


def _of_question(question, rows):
    known = [row.earned[question] for row in rows if row.earned.get(question) is not None]
    hints = Counter(
        mark.hint.text
        for row in rows
        for mark in row.record.marks
        if mark.question == question and mark.hint
    )
    out_of = rows[0].points_of[question]
    average = mean(known) if known else None
    return {
        "name": question,
        "mean": average,
        "out_of": out_of,
        "percent": round(100 * average / out_of) if known and out_of else 0,
        "hint": hints.most_common(1)[0][0] if hints else "",
    }


def _bars(points, out_of, most_rem=7):
    width = max(1, -(-int(out_of) // 14))
    bins = Counter(min(int(p // width), int(out_of // width)) for p in points)
    tallest = max(bins.values())
    return [
        {
            "count": bins[b],
            "height": round(most_rem * bins[b] / tallest, 2),
            "label": str(b * width) if width == 1 else f"{b * width}+",
        }
        for b in range(int(out_of // width) + 1)
    ]


def _unusual(row):
    """What a marker may want to know of a submission, a line each."""
    record = row.record
    early = record.status is not Status.RAN
    found = [f"the run ended early: {record.ended}"] if early else []
    found += record.repairs
    if row.late.days:
        days = "1 day" if row.late.days == 1 else f"{row.late.days} days"
        found.append(f"{days} late, {_number(row.penalty)} points less")
    return [(record.student, record.tick, text) for text in found]
