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
    least = "leave out what has fewer characters of its own, names counted as one (default: 40)"
    parser.add_argument("--least", type=int, default=40, metavar="N", help=least)
    for name, share, what in (("alike", 0.8, "code"), ("passages", 0.4, "text")):
        text = f"how much of one's {what} must be in the other's (default: {share})"
        parser.add_argument(f"--{name}", type=float, default=share, metavar="SHARE", help=text)
    text = "write all code and texts into this new folder, too, for JPlag or Dolos"
    parser.add_argument("--export", type=Path, metavar="FOLDER", help=text)


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.arguments import as_count, as_fraction
    from labkit.grading.base.atomic import write_whole
    from labkit.grading.review import load_class
    from labkit.grading.review.pages import render
    from labkit.grading.review.similarity import export, find_similar

    thresholds = {
        "least": as_count(options.least, "least", least=1),
        "code": as_fraction(options.alike, "alike", 0.01),
        "texts": as_fraction(options.passages, "passages", 0.01),
    }
    records, ticks = load_class(options.marks, ticks_folder(options), options.tick)
    if options.export is not None:
        export(records, ticks, options.export)
    pairs, left_out = find_similar(records, ticks, thresholds)
    displays = {r.student: f"{r.display} ({r.student})" for r in records if r.display}
    page = options.marks / "similarity.html"
    content = render(
        "similarity", pairs=pairs, left_out=left_out, thresholds=thresholds, displays=displays
    )
    write_whole(page, content)
    print(f"{len(pairs)} pairs that are alike; {len(left_out)} not compared, as the page says")
    print(f"{page}: to be read before anything is thought of it")
    return 0
