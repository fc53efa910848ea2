"""``labkit release``: make the student pack."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from labkit.instructor.cli._options import add_source

HELP = "make the student pack"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("outdir", type=Path, help="the folder to write the pack into")
    add_source(parser)
    parser.add_argument("--replace", action="store_true", help="replace an earlier pack")
    parser.add_argument(
        "--with-lectures",
        dest="lectures",
        action="store_true",
        help="add handouts of the lectures (as labkit handouts writes them)",
    )
    parser.add_argument(
        "--no-pdf",
        dest="pdf",
        action="store_false",
        help="make handouts without PDFs (which Chromium prints)",
    )


def run(outdir: Path, source: Path, **how: Any) -> None:
    """Carry the command out."""
    from labkit.instructor.grading.release.pack import find_mentions, release

    folder, archive = release(outdir, source, **how)
    notebooks = len(list(folder.rglob("*.ipynb")))
    print(f"{folder}: {notebooks} notebooks; no line of a solution or of a hidden case was found")
    print("stuck.py of a tick is in it on purpose: answers that call the library, for no points")
    print(f"{archive}: {archive.stat().st_size / 1e3:.0f} kB, the same to hand out")
    if mentions := find_mentions(folder):
        print("What still names a tick that is not in notebooks/ticks.toml:")
        print(*(f"    {mention}" for mention in mentions), sep="\n")
