"""``labkit data``: make the lab's own data files anew."""

from argparse import ArgumentParser
from pathlib import Path

HELP = "make the files in the folder data anew"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    made = parser.add_subparsers(required=True, metavar="WHAT")
    runs = made.add_parser("make-runs", help="the runs of tick 7")
    runs.add_argument(
        "--output", type=Path, metavar="FILE", default=Path("data/search.results.table")
    )
    runs.set_defaults(run=_make_runs)
    systems = made.add_parser(
        "make-systems",
        help="the systems of tick 8 and the sample of a shared task",
    )
    systems.add_argument("--output", type=Path, metavar="FOLDER", default=Path("data"))
    jobs = "how many processors; the files are the same (default: 1)"
    systems.add_argument("--jobs", type=int, default=1, metavar="N", help=jobs)
    systems.set_defaults(run=_make_systems)


def _make_runs(output: Path) -> None:
    from labkit.instructor.datasets.search_runs import write_runs

    table = write_runs(output)
    print(f"{output}: {len(table)} runs on {table.shape[1]} topics")


def _make_systems(output: Path, jobs: int) -> None:
    from labkit.instructor.datasets.resampled_systems import write_systems

    for path in write_systems(output, jobs):
        print(path)
