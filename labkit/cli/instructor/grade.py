"""``labkit grade``: grade a class."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from labkit.cli.instructor.export import printable
from labkit.cli.instructor.submissions import add_submissions

if TYPE_CHECKING:
    from labkit.grading.marks.grade_class import Done

HELP = "grade a class: marks, feedback pages, gradebook"

#: The files that are remembered.
_FILES = {
    "late": "deadlines and penalties (TOML)",
    "roster": "the class: Moodle's grading worksheet or participants, Canvas's gradebook, or a table "
    "with a column student; others are refused, and everyone in it gets a row",
    "platform": "another learning platform, as a table of patterns and headings (TOML)",
    "times": "when work was handed in: Moodle's grading worksheet, Canvas's list of submissions "
    "(JSON), or a table with the columns student, submitted and, for several, tick",
}

#: Options that are arguments of `grade` by the same name.
_VALUES = "tick file_times change_penalties jobs dask force unsafe timeout"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = "Grade all submissions. Run it again to go on, or after marking by hand."
    add_submissions(parser)
    parser.add_argument("--tick", metavar="NAME", help="grade this tick only (default: all)")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where marks and feedback go"
    )
    remembered = parser.add_argument_group("remembered in the folder of marks")
    for name, text in _FILES.items():
        remembered.add_argument(f"--{name}", type=Path, metavar="FILE", help=text)
    remembered.add_argument(
        "--file-times",
        action=argparse.BooleanOptionalAction,
        help="the files' own times are those of handing in: nobody has copied or unpacked them",
    )
    parser.add_argument(
        "--change-penalties",
        action="store_true",
        help="let other deadlines or times change the penalties of earlier runs",
    )
    parser.add_argument(
        "--timeout",
        type=int,
        metavar="SECONDS",
        help="how long a submission may take at most (default: as the tick says, or 60)",
    )
    parser.add_argument("--dask", metavar="ADDRESS", help="grade on a Dask cluster instead")
    parser.add_argument(
        "--force", action="store_true", help="grade what has not changed as well; keep manual marks"
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.marks.grade_class import grade

    ticks = options.source / "notebooks" / "ticks"
    more = {name: getattr(options, name) for name in (*_FILES, *_VALUES.split())}
    done = grade(
        options.submissions, options.out, ticks, source=str(options.source.resolve()), **more
    )
    _tell(done, options.out)
    return 0


def _tell(done: "Done", out: Path) -> None:
    from labkit.checks.marking import Status

    print(f"graded now: {done.graded} of {len(done.rows)}; the others had not changed")
    for status, count in sorted(done.statuses.items()):
        print(f"  {count:4} {status}")
    for row in done.rows:
        if row.record.status in (Status.REFUSED, Status.FAILED):
            print(printable(f"  {row.record.student}: {row.record.file}: {row.record.ended}"))
    if waiting := sum(bool(row.waiting) for row in done.rows):
        print(f"waiting for a person to read an answer: {waiting}")
        print(f"  cd {out} && jupyter lab   (then Formgrader; afterwards this command again)")
    for note in done.notes:
        print(note)
    print(f"{out}/grades.csv, and for reading {out}/summary.html")
