"""``labkit compare-means``: compare all runs of a table."""

import argparse
from pathlib import Path

HELP = "say which runs in a table are significantly better than which"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.description = "Test all pairs of runs by randomization of their means."
    parser.add_argument(
        "iterations",
        type=int,
        metavar="ITERATIONS",
        help="differences to generate for a pair, usually at least 10000; 0 for all there are",
    )
    parser.add_argument("alpha", type=float, metavar="ALPHA", help="significance level: 0.01, ...")
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a row a run: its name, then one score a topic"
    )
    parser.add_argument(
        "substrings",
        nargs="*",
        metavar="SUBSTRING",
        help="compare only the runs whose names contain all of these",
    )
    parser.add_argument(
        "--adjust",
        choices=("holm", "bonferroni", "benjamini-hochberg"),
        help="correct the probabilities for the number of comparisons",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the iterations (default: 0)")
    parser.add_argument("--verbose", action="store_true", help="add the Monte Carlo errors")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print all pairs as JSON")
    form.add_argument("--latex", action="store_true", help="print the significant pairs as LaTeX")


def run(options: argparse.Namespace) -> int:
    """Carry the command out, and give its exit status."""
    import json

    from labkit.trecvid import compare_means, load_scores_table

    try:
        table = load_scores_table(options.file)
    except OSError as error:
        raise ValueError(f"{options.file}: {error.strerror}") from None
    iterations, alpha, substrings = options.iterations, options.alpha, options.substrings
    how = {"adjust": options.adjust, "rng": options.seed}
    compared = compare_means(table, iterations, alpha, substrings, **how)
    if options.json:
        print(json.dumps(compared.to_dict(), indent=1))
    elif options.latex:
        print(compared.to_latex(), end="")
    else:
        print(compared.to_text(verbose=options.verbose))
    return 0
