"""``labkit handouts``: what stays of the lectures on paper and on a page."""

import argparse
from pathlib import Path

HELP = "a page and a PDF of each lecture to hand out"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = (
        "Write an HTML page and a PDF of each lecture, which need no network and no server: code "
        "and speaker's notes left out, demonstrations as pictures with their numbers. "
        "Demonstrations that can be moved without a server come beside them."
    )
    parser.add_argument("outdir", type=Path)
    parser.add_argument(
        "--lecture", action="append", metavar="NAME", help="this one only; may be given again"
    )
    parser.add_argument(
        "--no-pdf", action="store_true", help="no PDF, which Chromium or Chrome prints"
    )
    parser.add_argument(
        "--source", type=Path, default=Path(), help="the lab's folder (default: this one)"
    )


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    from labkit.grading.release.handouts import write_handouts
    from labkit.grading.release.offline import PAGE

    done = write_handouts(
        options.outdir, options.source, pdf=not options.no_pdf, names=options.lecture
    )
    for handout in done:
        files = " and ".join(str(file) for file in (handout.page, handout.paper) if file)
        print(f"{files}: {handout.n_slides} slides")
    print(f"{options.outdir / PAGE.name}: demonstrations that need no server")
    return 0
