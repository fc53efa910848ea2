"""``labkit export``: marks as a learning platform takes them in."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from labkit.instructor.cli._options import add_marks, ticks_folder

HELP = "write marks for Moodle or Canvas"

#: In the place of a file: the one that was given to ``labkit grade`` as the class.
ROSTER = Path()


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Write the final marks of a tick for a learning platform. Marks that wait for a person are "
        "left out and listed: an empty cell would take away a grade that is there."
    )
    add_marks(parser)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--moodle",
        type=Path,
        nargs="?",
        const=ROSTER,
        metavar="FILE",
        help="fill in this grading worksheet (default: that of --roster), and make a zip of feedback",
    )
    where.add_argument(
        "--canvas", type=Path, metavar="FILE", help="fill in this gradebook of the course"
    )
    parser.add_argument(
        "--column", metavar="NAME", help='the assignment in Canvas, as "Tick 4 (5005)"'
    )
    flags = {
        "--scale": "scale the points, if the platform has another maximum",
        "--zero": "give 0 to students of the roster who have handed in nothing",
        "--questions": "write a second table, with the points of each question",
    }
    for name, says in flags.items():
        parser.add_argument(name, action="store_true", help=says)


def run(marks: Path, source: Path | None, moodle: Path | None, canvas: Path, **how: Any) -> None:
    """Carry the command out."""
    from labkit.instructor.grading.marks.export import Destination, export
    from labkit.instructor.grading.review.markers import find_differing

    platform = Destination.MOODLE if moodle else Destination.CANVAS
    table = marks / "settings" / "roster.csv" if moodle == ROSTER else moodle or canvas
    ticks = ticks_folder(marks, source)
    how["differ"] = find_differing(marks, ticks)
    folder, done = export(marks, ticks, platform, table, **how)
    print(f"{folder}: {done.told(platform)}")
