"""``labkit export``: marks as a learning platform takes them in."""

import argparse
from pathlib import Path

from labkit.cli.instructor.marks import add_marks, ticks_folder

HELP = "marks for Moodle or Canvas"

#: In the place of a file: the one that was given to ``labkit grade`` as the class.
ROSTER = Path()

#: What is to be done with the files.
_NEXT = {
    "moodle": "in the assignment: first Upload grading worksheet, and only then Upload multiple "
    "feedback files in a zip",
    "canvas": "in the course: Grades, Import",
}


def add_options(parser: argparse.ArgumentParser) -> None:
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
        "--scale": "turn points into those of the platform, if its maximum is another",
        "--zero": "give 0 to students of the roster who have handed in nothing",
        "--questions": "write a second table, with the points of each question",
    }
    for name, says in flags.items():
        parser.add_argument(name, action="store_true", help=says)


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.marks.export import Platform, export

    platform = Platform.MOODLE if options.moodle else Platform.CANVAS
    table = options.moodle or options.canvas
    table = options.marks / "settings" / "roster.csv" if table == ROSTER else table
    folder, done = export(
        options.marks,
        ticks_folder(options),
        platform,
        table,
        tick=options.tick,
        column=options.column,
        scale=options.scale,
        zero=options.zero,
        questions=options.questions,
    )
    print(f"{len(done.filled)} marks in {folder}: {', '.join(sorted(done.files))}")
    print(_NEXT[platform])
    if done.left_out:
        print(f"left out: {len(done.left_out)}")
    for student, why in sorted(done.left_out.items()):
        print(printable(f"  {student}: {why}"))
    return 0


def printable(text: str) -> str:
    """Show a text in which students had a part so that it does nothing to the terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)
