"""``labkit compare-means``: compare all runs of a table."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

HELP = "say which runs in a table are significantly better than which"


def add_options(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = "Test all pairs of runs by randomization of their means, two-sided."
    add = parser.add_argument
    iterations = (
        "how many differences to generate for a pair, usually at least 10000; 0 for all there are"
    )
    add("iterations", type=int, help=iterations)
    add("alpha", type=float, help="significance level: 0.01, ...")
    add("file", type=Path, help="one row per run: its name, then one score per topic")
    substrings = "compare only the runs whose names contain all of these"
    add("substrings", nargs="*", help=substrings)
    corrections = ("holm", "bonferroni", "benjamini-hochberg")
    add("--adjust", choices=corrections, help="correct the probabilities for many comparisons")
    sides = "the sides of the test; 1 if you decided beforehand that only one direction counts (default: 2)"
    add("--sides", type=int, choices=(1, 2), default=2, help=sides)
    seed = "the seed of the iterations (default: 0)"
    add("--seed", dest="rng", type=int, default=0, metavar="N", help=seed)
    add(
        "--verbose",
        action="store_true",
        help="add the intervals of probabilities that were sampled",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print all pairs as JSON")
    form.add_argument("--latex", action="store_true", help="print the significant pairs as LaTeX")


def run(
    file: Path,
    iterations: int,
    alpha: float,
    substrings: list[str],
    verbose: bool,
    json: bool,
    latex: bool,
    **how: Any,
) -> None:
    """Carry the command out."""
    from json import dumps

    from labkit.trecvid import compare_means, load_scores_table

    compared = compare_means(load_scores_table(file), iterations, alpha, substrings, **how)
    if json:
        print(dumps(compared.to_dict(), indent=1))
    elif latex:
        print(compared.to_latex(), end="")
    else:
        print(compared.to_text(verbose=verbose, say_sides=True))
