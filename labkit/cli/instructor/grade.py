"""``labkit grade``: grade a class."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from labkit.cli.instructor.submissions import add_submissions

if TYPE_CHECKING:
    from labkit.grading.classroom.batch import Done

HELP = "grade a class: marks, feedback pages, gradebook"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = "Grade all submissions. Run it again to go on, or after marking by hand."
    add_submissions(parser)
    parser.add_argument("--tick", metavar="NAME", help="grade this tick only (default: all)")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where marks and feedback go"
    )
    remembered = parser.add_argument_group("remembered in the folder of marks")
    remembered.add_argument(
        "--late", type=Path, metavar="FILE", help="deadlines and penalties (TOML)"
    )
    remembered.add_argument(
        "--roster",
        type=Path,
        metavar="FILE",
        help="the class: Moodle's grading worksheet or participants, Canvas's gradebook, or a table "
        "with a column student; others are refused, and everyone in it gets a row",
    )
    remembered.add_argument(
        "--times",
        type=Path,
        metavar="FILE",
        help="when work was handed in: Moodle's grading worksheet, Canvas's list of submissions "
        "(JSON), or a table with the columns student, submitted and, for several, tick",
    )
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
    parser.add_argument("--dask", metavar="ADDRESS", help="grade on a Dask cluster instead")
    parser.add_argument(
        "--force", action="store_true", help="grade what has not changed as well; keep manual marks"
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.classroom.batch import grade

    done = grade(
        options.submissions,
        options.out,
        options.source / "notebooks" / "ticks",
        tick=options.tick,
        late=options.late,
        roster=options.roster,
        times=options.times,
        file_times=options.file_times,
        change_penalties=options.change_penalties,
        jobs=options.jobs,
        dask=options.dask,
        force=options.force,
        unsafe=options.unsafe,
    )
    _tell(done, options.out)
    return 0


def _tell(done: "Done", out: Path) -> None:
    print(
        f"graded now: {done.graded}; not changed, or not to be graded: {len(done.rows) - done.graded}"
    )
    for status, count in sorted(done.statuses.items()):
        print(f"  {count:4} {status}")
    waiting = sum(bool(row.waiting) for row in done.rows)
    if waiting:
        print(f"waiting for a person to read an answer: {waiting} (in Formgrader)")
    if done.undated:
        print(
            f"with a deadline, but handed in nobody knows when: {done.undated}; nothing is taken off. "
            "Give --times FILE, or --file-times if the files' own times can be trusted"
        )
    for student in done.absent:
        print(f"an extension for {student}, who has handed in nothing: is the name right?")
    for student in done.strangers:
        print(f"marks of an earlier run for {student}, who is not in the roster")
    print(f"{out / 'grades.csv'}, and for reading {out / 'summary.html'}")
