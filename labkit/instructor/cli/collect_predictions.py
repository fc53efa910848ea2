"""``labkit collect-predictions``: share what a class predicts."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from labkit.instructor.cli._options import add_submissions

HELP = "gather what the class predicts on hidden reviews, under pseudonyms"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_submissions(parser)
    add = parser.add_argument
    add("--tick", required=True, metavar="NAME", help="the tick to take")
    add("--out", type=Path, required=True, metavar="DIR", help="a new folder")
    add("--groups", type=Path, metavar="FILE", help="lab groups: a CSV file student,group")
    key = "the secret behind the pseudonyms; made if there is none; keep it to yourself"
    add("--key", type=Path, required=True, metavar="FILE", help=key)
    add("--replace", action="store_true", help="replace an earlier folder")


def run(submissions: Path, out: Path, tick: str, key: Path, source: Path, **how: Any) -> None:
    """Carry the command out."""
    from labkit.instructor.grading.marks.predictions import collect_predictions

    ticks = source / "notebooks" / "ticks"
    found = collect_predictions(submissions, out, tick, key, ticks, **how)
    print(f"{out}: {found.systems} systems on {found.reviews} reviews, and gold.txt")
    for student, reason in sorted(found.left_out.items()):
        print(f"  left out: {student}: {reason}")
