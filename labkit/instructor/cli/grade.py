"""``labkit grade``: grade a class."""

import sys
from argparse import ArgumentParser, BooleanOptionalAction
from collections import Counter
from pathlib import Path
from shlex import quote
from typing import Any

from labkit.instructor.cli._options import add_submissions

HELP = "grade a class: marks, feedback pages, gradebook"

#: The files that are remembered.
_FILES = {
    "late": "deadlines and penalties (TOML)",
    "roster": "the class: Moodle's grading worksheet or participants, Canvas's gradebook, or a table "
    "with a column student; others are refused, and everyone in it gets a row",
    "groups": "who hands in together: a table with the columns student and group; each member gets a row",
    "platform": "another learning platform, as a table of patterns and headings (TOML)",
    "times": "when work was handed in: Moodle's grading worksheet, Canvas's list of submissions "
    "(JSON), or a table with the columns student, submitted and, for several, tick",
}


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = "Grade all submissions. Run it again to go on, or after marking by hand."
    add_submissions(parser)
    add = parser.add_argument
    add(
        "--tick",
        metavar="NAME",
        help="grade this tick only; files that do not say which tick they are count for it (default: all)",
    )
    add("--out", type=Path, required=True, metavar="DIR", help="the folder for marks and feedback")
    remembered = parser.add_argument_group("remembered in the folder of marks")
    for name, text in _FILES.items():
        remembered.add_argument(f"--{name}", type=Path, metavar="FILE", help=text)
    remembered.add_argument(
        "--file-times",
        action=BooleanOptionalAction,
        help="take the files' own times for those of handing in: only if nobody has copied or unpacked them",
    )
    again = "let other deadlines or times change the penalties of earlier runs"
    add("--change-penalties", action="store_true", help=again)
    limit = (
        "processor time of a submission (default: as the tick says, or 60); by the clock it may last "
        "five times as long"
    )
    add("--timeout", type=int, metavar="SECONDS", help=limit)
    anew = "grade what has not changed as well; keep manual marks"
    add("--force", action="store_true", help=anew)


def run(
    submissions: Path,
    out: Path,
    source: Path,
    jobs: int,
    unsafe: bool,
    timeout: int | None,
    **given: Any,
) -> None:
    """Carry the command out."""
    from labkit.checks.marking import Status
    from labkit.instructor.grading.marks.grade_class import Running, grade
    from labkit.instructor.grading.submissions.identify import display

    ticks = source / "notebooks" / "ticks"
    running = Running(jobs, unsafe, timeout)
    done = grade(submissions, out, ticks, running, source=str(source.resolve()), **given)
    print(f"graded now: {done.graded} of {len(done.rows)}; the others had not changed")
    statuses = Counter(row.record.status for row in done.rows)
    for status, count in sorted(statuses.items()):
        print(f"  {count:4} {status}")
    for row in done.rows:
        if row.record.status in (Status.REFUSED, Status.FAILED):
            text = f"  {row.record.student}: {row.record.file}: {row.record.ended}"
            print(display(text, 1000))
    if waiting := sum(bool(row.waiting) for row in done.rows):
        print(f"waiting for a person to read an answer: {waiting}")
        jupyter = quote(str(Path(sys.executable).with_name("jupyter")))
        print(
            f"  (cd {quote(str(out))} && {jupyter} lab)   then Formgrader, and this command again"
        )
    for note in done.notes:
        print(note)
    print(f"{out}/grades.csv, and for reading {out}/summary.html")
