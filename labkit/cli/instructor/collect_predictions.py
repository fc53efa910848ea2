"""``labkit collect-predictions``: share what a class predicts."""

import argparse
from pathlib import Path

from labkit.cli.instructor.submissions import add_submissions

HELP = "gather what the class predicts on hidden reviews, under pseudonyms"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_submissions(parser)
    parser.add_argument("--tick", required=True, metavar="NAME", help="the tick to take")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder")
    parser.add_argument(
        "--groups", type=Path, metavar="FILE", help="lab groups: a CSV file student,group"
    )
    parser.add_argument(
        "--key",
        type=Path,
        required=True,
        metavar="FILE",
        help="what the pseudonyms are made with; made if there is none, and yours to keep",
    )
    parser.add_argument("--replace", action="store_true", help="replace an earlier folder")


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.marks.predictions import collect_predictions

    found = collect_predictions(
        options.submissions,
        options.out,
        options.tick,
        options.key,
        options.source / "notebooks" / "ticks",
        groups=options.groups,
        jobs=options.jobs,
        replace=options.replace,
        unsafe=options.unsafe,
    )
    print(f"{options.out}: {found.systems} systems on {found.reviews} reviews, and gold.txt")
    for student, reason in sorted(found.left_out.items()):
        print(f"  left out: {student}: {reason}")
    return 0
