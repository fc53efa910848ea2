"""Demonstration of sign flips: two search runs on the same topics, randomized topic by topic."""

from functools import cache

from labkit import arguments
from labkit.demos.demonstration import DRAWING, Numbers, opener
from labkit.demos.words import lines_of_draws, show_score
from labkit.significance import randomization_test
from labkit.trecvid import load_scores_table


def sign_flips_numbers(run_a: str = "F_A_1_NB04_4", run_b: str = "F_C_1_LEX03_3") -> Numbers:
    """Compare two runs' means over the topics, and test the difference by all flips of signs."""
    table = load_table()
    a, b = (
        table[arguments.as_option(run, name, table)]
        for name, run in (("run_a", run_a), ("run_b", run_b))
    )
    result = randomization_test(a, b, method="exact")
    return {
        "mean_a": sum(a) / len(a),
        "mean_b": sum(b) / len(b),
        "difference": result.statistic,
        "pvalue": result.pvalue,
        "itself": run_a == run_b,
    }


@cache
def load_table() -> dict[str, list[float]]:
    """Return the scores of each run of the lab's table on all topics."""
    return {str(run): scores.tolist() for run, scores in load_scores_table().round(4).iterrows()}


def _readout(found: Numbers) -> list[str]:
    a, b = (show_score(found[name]) for name in ("mean_a", "mean_b"))
    itself = ": a run against itself, there is nothing to test" if found["itself"] else ""
    observed = f"Means {a}, {b}; a − b = {show_score(found['difference'], signed=True)}{itself}"
    return lines_of_draws(found, observed, "shuffles", "flipped", "All 2²⁴ flips")


sign_flips = opener(
    sign_flips_numbers,
    _readout,
    """Show two runs' differences on the topics, their signs flipped, and the means of many flips.

    Source: README of ``randCompareMeans.pl``.""",
    {"shuffles": 0, "seed": 5, **DRAWING},
    lambda settings: load_table(),
)
