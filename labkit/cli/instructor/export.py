"""``labkit export``: marks as a learning platform takes them in."""

import argparse
from collections.abc import Iterable
from pathlib import Path

HELP = "marks for Moodle, Canvas or Gradescope"

#: What is to be done with the files.
_NEXT = {
    "moodle": "in the assignment: first Upload grading worksheet, and only then Upload multiple "
    "feedback files in a zip",
    "canvas": "in the course: Grades, Import",
    "gradescope": "each is what an autograder leaves as results/results.json",
}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Write the final marks of a tick for a learning platform. Marks that wait for a person are "
        "left out and listed: an empty cell would take away a grade that is there."
    )
    parser.add_argument(
        "out", type=Path, metavar="MARKS", help="the folder that labkit grade wrote (its --out)"
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--moodle",
        type=Path,
        metavar="FILE",
        help="fill in this grading worksheet of the assignment, and make a zip file of feedback",
    )
    where.add_argument(
        "--canvas", type=Path, metavar="FILE", help="fill in this gradebook of the course"
    )
    where.add_argument(
        "--gradescope", action="store_true", help="write a results.json for each student"
    )
    parser.add_argument("--tick", metavar="NAME", help="the tick, if several have marks")
    parser.add_argument(
        "--column", metavar="NAME", help='the assignment in Canvas, as "Tick 4 (5005)"'
    )
    parser.add_argument(
        "--scale",
        action="store_true",
        help="turn points into those of the platform, if its maximum is another",
    )
    parser.add_argument(
        "--source", type=Path, default=Path(), help="the lab's folder (default: this one)"
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.classroom.exporting import Platform, export

    platform = Platform.GRADESCOPE
    if options.moodle or options.canvas:
        platform = Platform.MOODLE if options.moodle else Platform.CANVAS
    folder, done = export(
        options.out,
        options.source / "notebooks" / "ticks",
        platform,
        options.moodle or options.canvas,
        tick=options.tick,
        column=options.column,
        scale=options.scale,
    )
    print(f"{len(done.filled)} marks in {folder}: {', '.join(_short(done.files))}")
    print(_NEXT[platform])
    _list("left out", (f"{s}: {why}" for s, why in sorted(done.left_out.items())))
    _list("in the platform's table, and without a mark here", done.without_marks)
    _list("without a penalty, because nobody knows when it was handed in", done.undated)
    return 0


def _short(files: Iterable[str]) -> list[str]:
    names = sorted(files)
    return names if len(names) < 4 else [names[0], "...", names[-1]]


def _list(title: str, lines: Iterable[str]) -> None:
    found = [printable(line) for line in lines]
    if found:
        print(f"{title}: {len(found)}")
        for line in found:
            print(f"  {line}")


def printable(text: str) -> str:
    """Show a text in which students had a part so that it does nothing to the terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)
