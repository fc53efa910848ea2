"""``labkit check``: run a notebook and say which questions pass."""

import argparse
import sys
from pathlib import Path

HELP = "run a notebook from top to bottom and say which questions pass"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add = parser.add_argument
    add("notebook", type=Path)
    add("--hidden", action="store_true", help="judge the hidden cases too (needs hidden.py)")
    where = "where checks.py and hidden.py are (default: beside the notebook)"
    add("--tick", type=Path, metavar="FOLDER", help=where)
    limit = "how long one cell may run (default: 60)"
    add("--timeout", type=float, default=60, metavar="SECONDS", help=limit)


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.checks.notebook import mark_notebook

    how = {"hidden": options.hidden, "timeout": options.timeout}
    report = mark_notebook(options.notebook, options.tick, **how)
    right, wrong, written = _signs(sys.stdout.encoding)
    print(options.notebook.name)
    width = max((len(mark.question) for mark in report.marks), default=0)
    for mark in report.marks:
        if mark.hint:
            print(f"  {wrong} {mark.question:{width}}  {mark.hint.text}")
        else:
            print(f"  {right} {mark.question}")
    for question in report.written:
        print(f"  {written} {question:{width}}  a written answer: a person reads it")
    for error in report.errors:
        print(f"  ! {error}")
    passed = sum(mark.hint is None for mark in report.marks)
    print(f"{passed} of {len(report.marks)} checked questions pass.")
    return 0 if passed == len(report.marks) else 1


def _signs(encoding: str | None) -> tuple[str, str, str]:
    """Choose the signs for right, wrong and written, which not every console can show."""
    try:
        "✓✗–".encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return "+", "x", "-"
    return "✓", "✗", "–"
