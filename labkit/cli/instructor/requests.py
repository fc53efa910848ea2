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
    from labkit.grading.review.classes import load_class, rows_of
    from labkit.grading.review.pages import requests_page
    from labkit.grading.review.requests import requests

    rows = rows_of(load_class(options.marks, ticks_folder(options), options.tick))
    found = requests(rows)
    page = options.marks / "requests.html"
    write_whole(page, requests_page(found))
    unknown = sum(not request.known for request in found.found)
    print(f"{len(found.found)} requests, {unknown} of them for a question that there is not")
    for (student, tick), more in sorted(found.more.items()):
        print(f"  {student} has {more} more in {tick} than are shown")
    print(page)
    return 0
