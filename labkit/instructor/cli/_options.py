"""What commands have in common: their options, and how they ask and answer."""

import sys
from argparse import ArgumentParser
from pathlib import Path

import labkit


def add_submissions(parser: ArgumentParser) -> None:
    """Add the options that the commands for a class have in common."""
    parser.add_argument(
        "submissions",
        type=Path,
        metavar="SUBMISSIONS",
        help="a zip file from Moodle or Canvas, or what was unpacked from it; nbgrader's folder "
        "student/tick/notebook; or a folder or zip file of student_tick.ipynb",
    )
    add_source(parser)
    add_running(parser)


def add_source(parser: ArgumentParser) -> None:
    """Add the option of the commands that need the lab's own files."""
    # Typed in any folder: the lab that one stands in, or else the one whose labkit runs.
    installed = Path(labkit.__file__).parents[1]
    hidden = "notebooks/ticks/.course/*/hidden.py"
    found = (each for each in (Path(), installed) if any(each.glob(hidden)))
    lab = "the lab's folder (default: this one if it is a lab, else the one that labkit belongs to)"
    parser.add_argument(
        "--source", type=Path, default=next(found, Path()), metavar="FOLDER", help=lab
    )


def add_running(parser: ArgumentParser) -> None:
    """Add the options of the commands that run students' code."""
    jobs = "how many submissions at a time (default: 1)"
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help=jobs)
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="run students' code unconfined where it cannot be confined; every page says so",
    )


def add_marks(parser: ArgumentParser, *, one_tick: bool = False) -> None:
    """Add the options that these commands have in common."""
    parser.add_argument(
        "marks", type=Path, metavar="MARKS", help="the folder that labkit grade made with --out"
    )
    tick = "the tick" if one_tick else "this tick only (default: all)"
    parser.add_argument("--tick", required=one_tick, metavar="NAME", help=tick)
    source = "the lab's folder (default: that of labkit grade)"
    parser.add_argument("--source", type=Path, metavar="FOLDER", help=source)


def ticks_folder(marks: Path, source: Path | None) -> Path:
    """Return the instructor's folder of ticks: as given, or as the class was graded with."""
    from labkit.instructor.grading.marks.settings import read_settings

    return Path(source or read_settings(marks).source) / "notebooks" / "ticks"


def write_points(points: float | None) -> str:
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
