"""The HTML pages: feedback for each student, and the summary of a class.

Each is one file, fetches nothing and runs no script. Points stand only in what the page itself
says; what a student wrote or printed is in frames that nothing leaves and that say whose it is.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from statistics import mean, median

import nbformat
import pandas as pd
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from nbconvert.filters import strip_ansi
from nbformat import NotebookNode
from pygments.formatters import HtmlFormatter

from labkit.checks.marking import Status
from labkit.instructor.grading.judging.clean_html import rendered, visible
from labkit.instructor.grading.judging.tick import earns_points, grade_id, question_of, takes_answer
from labkit.instructor.grading.marks.marks import Row

#: What a browser may do with a page: show it, with pictures and styles that are in it.
POLICY = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'"
)

#: The pages, the style sheet they share, and how a notebook's cells are shown.
TEMPLATES = Path(__file__).with_name("templates")

#: The most hints that the summary counts for each tick.
MOST_HINTS = 20


def _number(value: float | None) -> str:
    unknown = value is None or math.isnan(value)
    return "–" if unknown else f"{value:.2f}".rstrip("0").rstrip(".")


def _printable(value: object) -> object:
    """Let nothing on a page hide or turn round what is beside it."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return visible(value).replace("\x1b", "⟨001B⟩")


@cache
def templates(*folders: Path) -> Environment:
    """Return the pages in some folders and here; what is put into one is escaped, and can be seen."""
    loader = FileSystemLoader([*folders, TEMPLATES])
    environment = Environment(loader=loader, autoescape=True, finalize=_printable)
    environment.filters |= {"number": _number, "terminal": strip_ansi, "html": _html}
    environment.globals |= {
        "policy": POLICY,
        "code_style": Markup(HtmlFormatter().get_style_defs(".highlight")),
        "dark_style": Markup(HtmlFormatter(style="github-dark").get_style_defs(".highlight")),
    }
    return environment


def feedback_page(row: Row, *, ran: bool = False) -> str:
    """Make a student's page; or, with `ran`, the marker's, with the outputs of our run.

    Only the marker's page tells what our run gave: it can hold hidden inputs, also another's.
    """
    cells = nbformat.from_dict(row.record.notebook or {"cells": []}).cells
    outputs = row.record.run if ran else [cell.get("outputs", []) for cell in cells]
    # What the course itself says is left out.
    shown = [
        (number, cell, given, _question(cell))
        for number, (cell, given) in enumerate(zip(cells, outputs, strict=True), start=1)
        if given or grade_id(cell) or not cell.metadata.get("given")
    ]
    page = templates().get_template("feedback.html.j2")
    return page.render(row=row, record=row.record, ran=ran, cells=shown)


def _question(cell: NotebookNode) -> str:
    """Return the question that is marked below a cell; "" if there is none."""
    only_answers = takes_answer(cell) and not earns_points(cell)
    return "" if only_answers else question_of(grade_id(cell))


def _html(cell: NotebookNode) -> Markup:
    """Return a cell's content as `make_harmless` left it, with headings below those of the page."""
    html = cell.metadata.html if cell.cell_type == "code" else rendered(cell.source)
    return Markup(re.sub("(</?h)([1-4])>", lambda m: f"{m[1]}{int(m[2]) + 2}>", html))


def summary_page(rows: Sequence[Row]) -> str:
    """Make the page about the whole class."""
    graded = sorted((row for row in rows if row.graded), key=_nothing_to_look_at)
    ticks = dict.fromkeys(row.record.tick for row in rows if row.graded)
    page = templates().get_template("summary.html.j2")
    return page.render(
        graded=graded,
        others=[row.record for row in rows if not row.graded],
        fewest=FEWEST,
        ticks=[_of_tick(name, [r for r in graded if r.record.tick == name]) for name in ticks],
    )


def _nothing_to_look_at(row: Row) -> tuple[bool, ...]:
    """Put what may have cost a student marks first: a run that ended early, lateness, an excuse."""
    costs = row.record.status is not Status.RAN or row.late_days or row.excused
    return not costs, not row.waiting, not row.record.repairs


def _of_tick(name: str, rows: Sequence[Row]) -> dict[str, object]:
    out_of = max(row.out_of for row in rows)
    points = [row.points or 0.0 for row in rows]
    marks = [mark for row in rows for mark in row.record.marks]
    hints = Counter((mark.question, mark.hint.text) for mark in marks if mark.hint)
    return {
        "name": name,
        "rows": rows,
        "mean": mean(points),
        "median": median(points),
        "out_of": out_of,
        "bars": _bars(points, out_of),
        "items": analysis(rows).itertuples(),
        "hints": hints.most_common(MOST_HINTS),
    }


def _bars(points: Iterable[float], out_of: float) -> dict[str, int]:
    """Count the points in bins of whole points, at most 15 of them: the least points -> how many."""
    width = max(1, math.ceil(int(out_of) / 14))
    last = int(out_of) // width
    bins = Counter(min(int(p) // width, last) for p in points)
    return {f"{b * width}{'+' if width > 1 else ''}": bins[b] for b in range(last + 1)}


#: Of fewer answers a correlation says next to nothing.
FEWEST = 10

#: Behind the point. Sums of the same points in another order differ behind that.
_DIGITS = 9


def analysis(rows: Sequence[Row]) -> pd.DataFrame:
    """Return a line for each question of one tick's graded rows, the hardest first.

    Answers that nobody has read yet are left out; what cannot be told is NaN.
    """
    rows = [row for row in rows if row.record.marks]
    earned = pd.DataFrame([row.earned for row in rows], dtype=float)
    most = pd.DataFrame([row.points_of for row in rows], dtype=float)[earned.columns]
    out_of = most.where(earned.notna())
    rest = earned.rsub(earned.sum(axis=1), axis=0) / out_of.rsub(out_of.sum(axis=1), axis=0)
    points, rest = earned.where(rest.notna()).round(_DIGITS), rest.round(_DIGITS)
    # Where all are the same their mean can be another float, and the rest of that correlates.
    telling = (points.count() >= FEWEST) & (points.nunique() > 1) & (rest.nunique() > 1)
    items = pd.DataFrame(
        {
            "out_of": most.max(),
            "answers": earned.count(),
            "mean": earned.mean(),
            "difficulty": earned.mean() / most.max(),
            "discrimination": points.corrwith(rest).where(telling),
            # Extra credit makes up for nothing that others have lost.
            "lost": (out_of - earned).clip(lower=0).sum().round(2),
        }
    )
    return items.sort_values("difficulty", kind="stable")
