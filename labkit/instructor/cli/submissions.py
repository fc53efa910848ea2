"""What the commands for a class have in common: where submissions are, and how they run."""

from argparse import ArgumentParser
from pathlib import Path


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
    lab = "the lab's folder (default: this one)"
    parser.add_argument("--source", type=Path, default=Path(), help=lab)


def add_running(parser: ArgumentParser) -> None:
    """Add the options of the commands that run students' code."""
    parser.add_argument("--jobs", type=int, default=1, help="submissions at a time (default: 1)")
    parser.add_argument(
        "--unsafe",
        action="store_true",
        help="run students' code unconfined where it cannot be confined; every page says so",
    )
