"""The command line: ``labkit check``, ``release``, ``compare-means``, ``data``, ``grade`` and others."""

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
        be carried out, 130 it was stopped from the keyboard.
    """
    options = _parser().parse_args(arguments)
    try:
        return options.run(options)
    except KeyboardInterrupt:
        print(f"\nlabkit {options.command}: stopped", file=sys.stderr)
        return 130
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
    _add_grading(commands)
    return parser


def _add_grading(commands):
    """The commands for a class."""
    grade = commands.add_parser(
        "grade",
        help="grade a class: marks, feedback pages, gradebook",
        description="Grade all submissions. Run it again to go on, or after marking by hand.",
    )
    _add_submissions(grade)
    grade.add_argument("--tick", metavar="NAME", help="grade this tick only (default: all)")
    grade.add_argument(
        "--out", type=Path, required=True, metavar="DIR", help="where marks and feedback go"
    )
    grade.add_argument("--late", type=Path, metavar="FILE", help="deadlines and penalties (TOML)")
    grade.add_argument("--dask", metavar="ADDRESS", help="grade on a Dask cluster instead")
    grade.add_argument(
        "--force", action="store_true", help="grade what has not changed as well; keep manual marks"
    )
    grade.set_defaults(run=_grade)

    collect = commands.add_parser(
        "collect-predictions",
        help="gather what the class predicts on hidden reviews, under pseudonyms",
    )
    _add_submissions(collect)
    collect.add_argument("--tick", required=True, metavar="NAME", help="the tick to take")
    collect.add_argument("--out", type=Path, required=True, metavar="DIR", help="a new folder")
    collect.add_argument(
        "--groups", type=Path, metavar="FILE", help="lab groups: a CSV file student,group"
    )
    collect.add_argument(
        "--key",
        type=Path,
        required=True,
        metavar="FILE",
        help="what the pseudonyms are made with; made if there is none, and yours to keep",
    )
    collect.add_argument("--replace", action="store_true", help="replace an earlier folder")
    collect.set_defaults(run=_collect_predictions)


def _add_submissions(command):
    command.add_argument(
        "submissions",
        type=Path,
        metavar="SUBMISSIONS",
        help="a folder student/tick/notebook, or a folder or zip file of student_tick.ipynb",
    )
    command.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="submissions at a time (default: 1)"
    )
    _add_place(command)


def _add_place(command):
    command.add_argument(
        "--source", type=Path, default=Path(), help="the lab's folder (default: this one)"
    )
    command.add_argument(
        "--unsafe",
        action="store_true",
        help="run students' code unconfined where it cannot be confined; every page says so",
    )


# Each command imports what it needs when it runs: nbgrader and the notebook
# machinery take seconds, which `labkit --help` should not.


def _check(options):
    from labkit.grading.notebook.marking import mark_notebook

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
    from labkit.grading.release.pack import release

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
    from labkit.datasets.search_runs import write_runs

    table = write_runs(options.output)
    print(f"{options.output}: {len(table)} runs on {table.shape[1]} topics")
    return 0


def _make_systems(options):
    from labkit.datasets.resampled_systems import system_names, write_systems

    if options.seed < 0 or options.jobs < 1:
        raise ValueError("--seed must be at least 0, and --jobs at least 1")
    for path in write_systems(options.output, seed=options.seed, n_jobs=options.jobs):
        print(path)
    print(f"{len(system_names())} systems")
    return 0


def _grade(options):
    from labkit.grading.classroom.batch import grade

    done = grade(
        options.submissions,
        options.out,
        options.source / "notebooks" / "ticks",
        tick=options.tick,
        late=options.late,
        jobs=options.jobs,
        dask=options.dask,
        force=options.force,
        unsafe=options.unsafe,
    )
    print(
        f"graded now: {done.graded}; not changed, or not to be graded: {len(done.rows) - done.graded}"
    )
    for status, count in sorted(done.statuses.items()):
        print(f"  {count:4} {status}")
    waiting = sum(bool(row.waiting) for row in done.rows)
    if waiting:
        print(f"waiting for a person to read an answer: {waiting} (in Formgrader)")
    for student in done.absent:
        print(f"an extension for {student}, who has handed in nothing: is the name right?")
    print(f"{options.out / 'grades.csv'}, and for reading {options.out / 'summary.html'}")
    return 0


def _collect_predictions(options):
    from labkit.grading.classroom.predictions import collect_predictions

    found = collect_predictions(
        options.submissions,
        options.out,
        options.tick,
        options.key,
        options.source / "notebooks" / "ticks",
        groups=options.groups,
        jobs=options.jobs,
        replace=options.replace,
        unsafe=options.unsafe,
    )
    print(f"{options.out}: {found.systems} systems on {found.reviews} reviews, and gold.txt")
    for student, reason in sorted(found.left_out.items()):
        print(f"  left out: {student}: {reason}")
    return 0
