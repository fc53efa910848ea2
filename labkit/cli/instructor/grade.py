"""``labkit grade``: grade a class."""

import argparse
from pathlib import Path

from labkit.cli.instructor.submissions import add_submissions

HELP = "grade a class: marks, feedback pages, gradebook"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = "Grade all submissions. Run it again to go on, or after marking by hand."
    add_submissions(parser)
    parser.add_argument("--tick", metavar="NAME", help="grade this tick only (default: all)")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where marks and feedback go"
    )
    parser.add_argument("--late", type=Path, metavar="FILE", help="deadlines and penalties (TOML)")
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
        jobs=options.jobs,
        dask=options.dask,
        force=options.force,
        unsafe=options.unsafe,
    )
    print(
        f"graded now: {done.graded}; not changed, or not to be graded: {len(done.rows) - done.graded}"
    )
    for status, count in sorted(done.statuses.items()):
        print(f"  {count:4} {status}")
    waiting = sum(bool(row.waiting) for row in done.rows)
    if waiting:
        print(f"waiting for a person to read an answer: {waiting} (in Formgrader)")
    for student in done.absent:
        print(f"an extension for {student}, who has handed in nothing: is the name right?")
    print(f"{options.out / 'grades.csv'}, and for reading {options.out / 'summary.html'}")
    return 0
