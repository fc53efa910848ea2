"""``labkit similarity``: show which submissions of a class are alike."""

from argparse import ArgumentParser
from pathlib import Path

from labkit.instructor.cli._options import add_marks, ticks_folder

HELP = "show submissions that are alike, side by side; never a verdict"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Compare the code and the texts of all submissions by copydetect, without what the course gave "
        "out. The page is for you to read: it does not say why submissions are alike."
    )
    add_marks(parser)
    text = "write all code and texts into this new folder, too, for JPlag or Dolos"
    parser.add_argument("--export", dest="folder", type=Path, metavar="FOLDER", help=text)


def run(marks: Path, source: Path | None, tick: str | None, folder: Path | None) -> None:
    """Carry the command out."""
    from labkit.instructor.grading.review import load_class
    from labkit.instructor.grading.review.pages import write_page
    from labkit.instructor.grading.review.similarity import THRESHOLDS, export_answers, find_similar

    records, ticks = load_class(marks, ticks_folder(marks, source), tick)
    if folder:
        export_answers(records, ticks, folder)
    pairs, left_out = find_similar(records, ticks)
    names = {record.student: record.named for record in records}
    page = marks / "similarity.html"
    write_page(page, pairs=pairs, left_out=left_out, names=names, thresholds=THRESHOLDS)
    print(f"{len(pairs)} pairs that are alike; {len(left_out)} not compared, as the page says")
    print(f"{page}: read it before you draw any conclusion")
