"""What the commands on a folder of marks have in common: where it is, and where the ticks are."""

import sys
from argparse import ArgumentParser
from pathlib import Path


def add_marks(parser: ArgumentParser, *, one_tick: bool = False) -> None:
    """Add the options that these commands have in common."""
    parser.add_argument(
        "marks", type=Path, metavar="MARKS", help="the folder that labkit grade made with --out"
    )
    tick = "the tick" if one_tick else "this tick only (default: all)"
    parser.add_argument("--tick", required=one_tick, metavar="NAME", help=tick)
    parser.add_argument(
        "--source", type=Path, help="the lab's folder (default: that of labkit grade)"
    )


def ticks_folder(marks: Path, source: Path | None) -> Path:
    """Return the instructor's folder of ticks: as given, or as the class was graded with."""
    from labkit.instructor.grading.marks.settings import read_settings

    return Path(source or read_settings(marks).source) / "notebooks" / "ticks"


def write_page(path: Path, **values: object) -> None:
    """Write a page for people who mark, of the template by its name."""
    from labkit.instructor.grading.base.atomic import write_whole
    from labkit.instructor.grading.review.pages import render

    write_whole(path, render(path.stem, **values))


def shown(points: float | None) -> str:
    """Write points; a dash where there are none."""
    return "–" if points is None else f"{points:g}"


def agreed(question: str, otherwise: str) -> bool:
    """Ask a person, and tell what to do `otherwise` if there is none; no answer is a no."""
    if not sys.stdin.isatty():
        print(otherwise, file=sys.stderr)
        return False
    try:
        return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:  # Ctrl+D
        print()
        return False
