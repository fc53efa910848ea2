"""``labkit similarity``: show which answers of a class are alike."""

import argparse

from labkit.cli.instructor.marks import add_marks, ticks_folder

HELP = "show answers that are alike, side by side; never a verdict"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Group submissions whose answers are equal but for names and layout, much alike, or share "
        "passages. What the course gave out counts for nothing. The page is for you to read: it "
        "says nothing of why answers are alike."
    )
    add_marks(parser)
    parser.add_argument(
        "--least",
        type=int,
        default=20,
        metavar="N",
        help="leave out code with fewer names and values (default: 20)",
    )
    parser.add_argument(
        "--alike",
        type=float,
        default=0.8,
        metavar="SHARE",
        help="how much of one's code must be in the other's, names left out (default: 0.8)",
    )
    parser.add_argument(
        "--passages",
        type=float,
        default=0.4,
        metavar="SHARE",
        help="how much of one text must be in the other (default: 0.4)",
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.base.atomic import write_whole
    from labkit.grading.review.answers import load_course
    from labkit.grading.review.classes import load_class
    from labkit.grading.review.pages import similarity_page
    from labkit.grading.review.similarity import Thresholds, similarities

    thresholds = Thresholds(least=options.least, alike=options.alike, passages=options.passages)
    sources = ticks_folder(options)
    known = load_class(options.marks, sources, options.tick)
    tasks = {record.tick for record in known.records}
    courses = {name: load_course(known.ticks[name], sources) for name in sorted(tasks)}
    found = similarities(known.records, courses, thresholds)
    page = options.marks / "similarity.html"
    write_whole(page, similarity_page(found, known.displays))
    write_whole(page.with_suffix(".json"), found.to_json())
    rare = sum(not group.common for group in found.groups)
    print(
        f"{sum(found.compared.values())} answers compared, {sum(found.short.values())} too short "
        f"to tell: {rare} groups that are alike, {len(found.groups) - rare} that many have"
    )
    for (student, tick), why in sorted(found.left_out.items()):
        print(f"  not compared: {student}, {tick}: {why}")
    print(f"{page}: to be read before anything is thought of it")
    return 0
