"""The command line: ``labkit check NOTEBOOK`` and ``labkit release OUTDIR``."""

import argparse
import sys
from pathlib import Path


def main(arguments=None):
    """Run one command.

    Parameters
    ----------
    arguments : list of str, optional
        By default those of the command line.

    Returns
    -------
    int
        The exit status: 0 done, 1 a check failed, 2 the command could not
        be carried out.
    """
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except (OSError, ValueError) as error:
        print(f"labkit {options.command}: {error}", file=sys.stderr)
        return 2


def _parser():
    parser = argparse.ArgumentParser(prog="labkit", description="The lab's commands.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    check = commands.add_parser(
        "check",
        help="run a notebook from top to bottom and say which questions pass",
    )
    check.add_argument("notebook", type=Path)
    check.add_argument(
        "--hidden", action="store_true", help="judge the hidden cases too (needs hidden.py)"
    )
    check.add_argument(
        "--tick",
        type=Path,
        metavar="FOLDER",
        help="where checks.py and hidden.py are (default: beside the notebook)",
    )
    check.add_argument(
        "--timeout",
        type=float,
        default=60,
        metavar="SECONDS",
        help="how long one cell may run (default: 60)",
    )
    check.set_defaults(run=_check)

    release = commands.add_parser("release", help="make the student pack")
    release.add_argument("outdir", type=Path)
    release.add_argument(
        "--source", type=Path, default=Path(), help="the lab's folder (default: this one)"
    )
    release.add_argument("--replace", action="store_true", help="replace an earlier pack")
    release.set_defaults(run=_release)
    return parser


# Each command imports what it needs when it runs: nbgrader and the notebook
# machinery take seconds, which `labkit --help` should not.


def _check(options):
    from labkit.grading.marking import mark_notebook

    report = mark_notebook(
        options.notebook, options.tick, hidden=options.hidden, timeout=options.timeout
    )
    print(options.notebook.name)
    width = max(len(mark.question) for mark in report.marks)
    for mark in report.marks:
        verdict = (
            f"✗ {mark.question:{width}}  {mark.hint.text}" if mark.hint else f"✓ {mark.question}"
        )
        print(f"  {verdict}")
    for question in report.written:
        print(f"  – {question:{width}}  a written answer: a person reads it")
    for error in report.errors:
        print(f"  ! {error}")
    passed = sum(mark.hint is None for mark in report.marks)
    print(f"{passed} of {len(report.marks)} checked questions pass.")
    return 0 if passed == len(report.marks) else 1


def _release(options):
    from labkit.grading.release import release

    folder, archive = release(options.outdir, options.source, replace=options.replace)
    notebooks = len(list(folder.rglob("*.ipynb")))
    print(f"{folder}: {notebooks} notebooks, no solution and no hidden case in them")
    print(f"{archive}: {archive.stat().st_size / 1e3:.0f} kB, the same to hand out")
    return 0
