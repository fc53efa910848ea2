"""``labkit requests``: gather the regrade requests of a class."""

import argparse

from labkit.cli.instructor.marks import add_marks, ticks_folder

HELP = "gather students' regrade requests in one page"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Gather the lines 'Regrade request: question: reason' that students have written into text "
        "cells of their notebooks, each with the answer, the mark and the hint."
    )
    add_marks(parser)


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.base.atomic import write_whole
    from labkit.grading.marks.gradebook import manual_marks
    from labkit.grading.marks.late import Policy
    from labkit.grading.marks.marks import rows
    from labkit.grading.marks.rulings import read_rulings
    from labkit.grading.review import load_class
    from labkit.grading.review.pages import render
    from labkit.grading.review.requests import find_requests

    records, ticks = load_class(options.marks, ticks_folder(options), options.tick)
    by_hand, ruled = manual_marks(options.marks), read_rulings(options.marks)
    found = find_requests(rows(records, ticks, Policy(), by_hand, ruled))
    page = options.marks / "requests.html"
    write_whole(page, render("requests", found=found))
    print(f"{len(found)} requests: {page}")
    return 0
