"""What the commands on a folder of marks have in common: where it is, and where the ticks are."""

import argparse
import sys
from pathlib import Path


def add_marks(parser: argparse.ArgumentParser, *, one_tick: bool = False) -> None:
    """Add the options that these commands have in common."""
    parser.add_argument(
        "marks", type=Path, metavar="MARKS", help="the folder that labkit grade made with --out"
    )
    tick = "the tick" if one_tick else "this tick only (default: all)"
    parser.add_argument("--tick", required=one_tick, metavar="NAME", help=tick)
    parser.add_argument(
        "--source", type=Path, help="the lab's folder (default: that of labkit grade)"
    )


def ticks_folder(options: argparse.Namespace) -> Path:
    """Return the instructor's folder of ticks: as given, or as the class was graded with."""
    from labkit.grading.marks.settings import read_settings

    return Path(options.source or read_settings(options.marks).source) / "notebooks" / "ticks"


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
