"""``labkit similarity``: show which submissions of a class are alike."""

import argparse
from pathlib import Path

from labkit.cli.instructor.marks import add_marks, ticks_folder

HELP = "show submissions that are alike, side by side; never a verdict"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Compare the code and the texts of all submissions by copydetect. What the course gave out counts "
        "for nothing. The page is for you to read: it says nothing of why submissions are alike."
    )
    add_marks(parser)
    text = "write all code and texts into this new folder, too, for JPlag or Dolos"
    parser.add_argument("--export", type=Path, metavar="FOLDER", help=text)


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.base.atomic import write_whole
    from labkit.grading.review import load_class
    from labkit.grading.review.pages import render
    from labkit.grading.review.similarity import THRESHOLDS, export, find_similar

    records, ticks = load_class(options.marks, ticks_folder(options), options.tick)
    if options.export is not None:
        export(records, ticks, options.export)
    pairs, left_out = find_similar(records, ticks)
    displays = {r.student: f"{r.display} ({r.student})" for r in records if r.display}
    page = options.marks / "similarity.html"
    shown = {"pairs": pairs, "left_out": left_out, "thresholds": THRESHOLDS}
    write_whole(page, render("similarity", displays=displays, **shown))
    print(f"{len(pairs)} pairs that are alike; {len(left_out)} not compared, as the page says")
    print(f"{page}: to be read before anything is thought of it")
    return 0
