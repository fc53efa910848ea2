"""``labkit data``: make the lab's own data files anew."""

import argparse
from pathlib import Path

HELP = "make the files in the folder data anew"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    made = parser.add_subparsers(dest="made", required=True, metavar="WHAT")
    runs = made.add_parser("make-runs", help="the runs of tick 7")
    table = Path("data/search.results.table")
    runs.add_argument("--output", type=Path, default=table, metavar="FILE")
    runs.set_defaults(make=_make_runs)
    systems = made.add_parser(
        "make-systems",
        help="the systems of tick 8 and the sample of a shared task",
    )
    systems.add_argument("--output", type=Path, default=Path("data"), metavar="FOLDER")
    systems.add_argument(
        "--jobs", type=int, default=1, help="processors; the files are the same (default: 1)"
    )
    systems.set_defaults(make=_make_systems)


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    return int(options.make(options))


def _make_runs(options: argparse.Namespace) -> int:
    from labkit.datasets.search_runs import write_runs

    table = write_runs(options.output)
    print(f"{options.output}: {len(table)} runs on {table.shape[1]} topics")
    return 0


def _make_systems(options: argparse.Namespace) -> int:
    from labkit.datasets.resampled_systems import write_systems

    for path in write_systems(options.output, options.jobs):
        print(path)
    return 0
