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
    from labkit.grading.review.classes import load_class
    from labkit.grading.review.pages import similarity_page
    from labkit.grading.review.similarity import export, similarities

    least = as_count(options.least, "least", least=1)
    alike, passages = (
        as_fraction(getattr(options, name), name, 0.01) for name in ("alike", "passages")
    )
    known = load_class(options.marks, ticks_folder(options), options.tick)
    if options.export is not None:
        export(known.records, known.ticks, options.export)
    result = similarities(known.records, known.ticks, least, alike, passages)
    page = options.marks / "similarity.html"
    write_whole(page, similarity_page(result, known.displays))
    write_whole(page.with_suffix(".json"), result.to_json())
    rare = sum(not pair.common for pair in result.pairs)
    print(
        f"{result.compared} compared, {result.short} too short to tell: {rare} pairs that are alike, "
        f"{len(result.pairs) - rare} that many have"
    )
    for (student, tick), why in sorted(result.left_out.items()):
        print(f"  not compared: {student}, {tick}: {why}")
    print(f"{page}: to be read before anything is thought of it")
    return 0
