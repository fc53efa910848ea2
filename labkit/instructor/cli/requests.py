"""``labkit requests``: gather the regrade requests of a class."""

from argparse import ArgumentParser
from pathlib import Path

from labkit.instructor.cli._options import add_marks, ticks_folder

HELP = "gather students' regrade requests in one page"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Gather the lines 'Regrade request: question: reason' that students have written into text "
        "cells of their notebooks, each with the answer, the mark and the hint."
    )
    add_marks(parser)


def run(marks: Path, source: Path | None, tick: str | None) -> None:
    """Carry the command out."""
    from labkit.instructor.grading.marks.publish import class_rows
    from labkit.instructor.grading.marks.rulings import read_rulings
    from labkit.instructor.grading.review import load_class
    from labkit.instructor.grading.review.pages import write_page
    from labkit.instructor.grading.review.requests import find_requests

    records, ticks = load_class(marks, ticks_folder(marks, source), tick)
    found = find_requests(class_rows(marks, records, ticks, read_rulings(marks)))
    page = marks / "requests.html"
    write_page(page, found=found)
    print(f"{len(found)} requests: {page}")
