"""``labkit handouts``: the lectures as pages: handouts to read and print, decks to show."""

from argparse import ArgumentParser, BooleanOptionalAction
from pathlib import Path
from typing import Any

from labkit.instructor.cli._options import add_source

HELP = "make a page and a PDF of each lecture to hand out, or a deck to show"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Write an HTML page and a PDF of each lecture, which need no network and no server. Code and "
        "speaker's notes are left out, and demonstrations are live. With --slides each lecture becomes a "
        "deck with the speaker's notes, one file that opens in a browser; with --slides --pdf there is "
        "also a PDF with a page for each slide."
    )
    parser.add_argument("outdir", type=Path, help="the folder to write into")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--slides", action="store_true", help="make decks to show, not handouts")
    kind.add_argument(
        "--demonstrations",
        action="store_true",
        help="make a page of each demonstration, for the iframe of another page",
    )
    parser.add_argument("--lecture", action="append", help="this lecture only; may be given again")
    parser.add_argument(
        "--pdf",
        action=BooleanOptionalAction,
        help="print PDFs, with Chromium or Chrome (default: of handouts, not of slides)",
    )
    parser.add_argument(
        "--notes", action="store_true", help="print the speaker's notes below the slides of the PDF"
    )
    add_source(parser)


def run(
    outdir: Path, source: Path, lecture: list[str] | None, demonstrations: bool, **how: Any
) -> None:
    """Carry the command out."""
    from labkit.instructor.grading.release.lectures import write_demonstrations, write_lectures

    if demonstrations:
        print(*write_demonstrations(outdir), sep="\n")
        return
    for path, n_slides in write_lectures(outdir, source, lecture, **how).items():
        print(f"{path}: {n_slides} slides")
