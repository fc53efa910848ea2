"""The command line: ``labkit check``, ``release``, ``compare-means`` and ``data``."""

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

    compare = commands.add_parser(
        "compare-means",
        help="say which runs in a table are significantly better than which",
        description="Test all pairs of runs by randomization of their means.",
    )
    compare.add_argument(
        "iterations",
        type=int,
        metavar="ITERATIONS",
        help="differences to generate for a pair, usually at least 10000; 0 for all there are",
    )
    compare.add_argument("alpha", type=float, metavar="ALPHA", help="significance level: 0.01, ...")
    compare.add_argument(
        "file", type=Path, metavar="FILE", help="a row a run: its name, then one score a topic"
    )
    compare.add_argument(
        "substrings",
        nargs="*",
        metavar="SUBSTRING",
        help="compare only the runs whose names contain all of these",
    )
    compare.add_argument(
        "--adjust",
        choices=("holm", "bonferroni", "benjamini-hochberg"),
        help="correct the probabilities for the number of comparisons",
    )
    compare.add_argument("--seed", type=int, default=0, help="of the iterations (default: 0)")
    compare.add_argument("--verbose", action="store_true", help="add the Monte Carlo errors")
    form = compare.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print all pairs as JSON")
    form.add_argument("--latex", action="store_true", help="print the significant pairs as LaTeX")
    compare.set_defaults(run=_compare_means)

    data = commands.add_parser("data", help="make the files in the folder data anew")
    made = data.add_subparsers(dest="made", required=True, metavar="WHAT")
    runs = made.add_parser("make-runs", help="the runs of tick 7, in less than half a minute")
    runs.add_argument(
        "--output", type=Path, default=Path("data") / "search.results.table", metavar="FILE"
    )
    runs.set_defaults(run=_make_runs)
    systems = made.add_parser(
        "make-systems",
        help="the systems of tick 8 and the sample of a shared task, in less than a minute",
    )
    systems.add_argument("--output", type=Path, default=Path("data"), metavar="FOLDER")
    systems.add_argument("--seed", type=int, default=0, help="of the training sets (default: 0)")
    systems.add_argument(
        "--jobs", type=int, default=1, help="processors; the files are the same (default: 1)"
    )
    systems.set_defaults(run=_make_systems)
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


def _compare_means(options):
    import json

    from labkit.trecvid import compare_means, load_scores_table

    try:
        table = load_scores_table(options.file)
    except OSError as error:
        raise ValueError(f"{options.file}: {error.strerror}") from None
    compared = compare_means(
        table,
        options.iterations,
        options.alpha,
        options.substrings,
        adjust=options.adjust,
        rng=options.seed,
    )
    if options.json:
        print(json.dumps(compared.to_dict(), indent=1))
    elif options.latex:
        print(compared.to_latex(), end="")
    else:
        print(compared.to_text(verbose=options.verbose))
    return 0


def _make_runs(options):
    from labkit.runs import write_runs

    table = write_runs(options.output)
    print(f"{options.output}: {len(table)} runs on {table.shape[1]} topics")
    return 0


def _make_systems(options):
    from labkit.experiments.training import system_names, write_systems

    if options.seed < 0 or options.jobs < 1:
        raise ValueError("--seed must be at least 0, and --jobs at least 1")
    for path in write_systems(options.output, seed=options.seed, n_jobs=options.jobs):
        print(path)
    print(f"{len(system_names())} systems")
    return 0
