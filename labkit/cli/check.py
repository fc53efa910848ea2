"""``labkit check``: run a notebook and say which questions pass."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

HELP = "run a notebook from top to bottom and say which questions pass"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add("notebook", type=Path, help="the notebook to run")
    add("--hidden", action="store_true", help="judge the hidden cases too (needs hidden.py)")
    where = "the tick whose questions these are (default: the notebook's own folder)"
    add("--tick", type=Path, metavar="FOLDER", help=where)
    limit = "how long one cell may run (default: 60)"
    add("--timeout", type=float, default=60, metavar="SECONDS", help=limit)


def run(notebook: Path, tick: Path | None, **how: Any) -> int:
    """Carry the command out, and return its exit status."""
    from labkit.checks.card import score
    from labkit.checks.notebook import mark_notebook
    from labkit.checks.questions import is_right

    signs = _signs(sys.stdout.encoding)
    whose = (tick or notebook.parent).resolve().name
    heading = [notebook.name + (f", by the checks of {whose}" if whose != notebook.stem else "")]

    def tell(found: object) -> None:
        while heading:
            print(heading.pop())
        print(f"  {_line(found, *signs)}", flush=True)

    if sys.stderr.isatty():
        print("running the cells ...", file=sys.stderr)
    report = mark_notebook(notebook, tick, told=tell, **how)
    for name, written in report.written.items():
        reads = "a written answer, which a person reads" if written else "not written yet"
        tell(f"{name}: {reads}")
    passed = sum(is_right(mark.hint) for mark in report.marks)
    earned, out_of = (
        {mark.question: getattr(mark, field) for mark in report.marks}
        for field in ("points", "out_of")
    )
    points = score(earned, out_of, report.starred, "points")
    unseen = "" if how["hidden"] else "; hidden cases are marked as well"
    noun = "question passes" if len(report.marks) == 1 else "questions pass"
    print(f"{passed} of {len(report.marks)} checked {noun}: {points}{unseen}.")
    return int(passed < len(report.marks))


def _line(found: object, right: str, wrong: str, later: str) -> str:
    from labkit.checks.card import count_points
    from labkit.checks.marking import CellError, Mark

    if isinstance(found, CellError):
        return f"! cell [{found.shown}]: {found.exception}: {found.message}"[:500]
    if not isinstance(found, Mark):
        return f"{later} {found}"
    earned = f"{found.points:g} of {count_points(found.out_of)}" if found.out_of else "no points"
    sign = right if not found.hint else later if found.hint.doubt else wrong
    line = f"{sign} {found.question}  {earned}"
    return f"{line}: {found.hint.text}" if found.hint else line


def _signs(encoding: str | None) -> tuple[str, str, str]:
    """Choose the signs for right, wrong and marked later, which not every console can show."""
    try:
        "✓✗–".encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return "+", "x", "-"
    return "✓", "✗", "–"
