"""``labkit handouts``: the lectures as pages: handouts to read and print, decks to show."""

import argparse
from pathlib import Path

from labkit.cli.instructor.submissions import add_source

HELP = "a page and a PDF of each lecture to hand out, or a deck to show"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Write an HTML page and a PDF of each lecture, which need no network and no server: code "
        "and speaker's notes left out, demonstrations live. With --slides each is a deck, with the "
        "speaker's notes: one file that opens in a browser."
    )
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--slides", action="store_true", help="decks to show, not handouts")
    parser.add_argument(
        "--lecture", action="append", metavar="NAME", help="this one only; may be given again"
    )
    parser.add_argument(
        "--no-pdf", action="store_true", help="no PDF, which Chromium or Chrome prints"
    )
    add_source(parser)


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.release.lectures import write_lectures

    written = write_lectures(
        options.outdir,
        options.source,
        options.lecture,
        slides=options.slides,
        pdf=not options.no_pdf,
    )
    for path, n_slides in written.items():
        print(f"{path}: {n_slides} slides")
    return 0
