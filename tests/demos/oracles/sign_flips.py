"""Two search runs on the same topics: all flips by labkit's exact test, and those that the page draws."""

import numpy as np

from labkit import load_scores_table
from labkit.significance import randomization_test
from tests.demos.chance import random_tosses
from tests.demos.words import count_shuffles, lines_of_shuffles, show_score


def numbers(run_a="F_A_1_NB04_4", run_b="F_C_1_LEX03_3", shuffles=0, seed=2, look=0, exact=False):
    """Compare two runs' means over the topics, test the difference by all flips of signs, and flip."""
    scores = load_scores_table().loc[[run_a, run_b]].to_numpy()
    result = randomization_test(*scores, method="exact")
    a, b = (10_000 * scores).round().astype(int)
    sums = np.where(random_tosses(seed, shuffles, len(a)), b - a, a - b).sum(axis=1)
    return {
        "mean_a": sum(scores[0]) / len(a),
        "mean_b": sum(scores[1]) / len(b),
        "difference": result.statistic,
        "pvalue": result.pvalue,
        "itself": run_a == run_b,
        **count_shuffles(sums / 10_000 / len(a), abs(sums) >= abs((a - b).sum()), look),
    }


def readout(found):
    a, b = (show_score(found[name]) for name in ("mean_a", "mean_b"))
    itself = ": a run against itself, there is nothing to test" if found["itself"] else ""
    observed = f"Means {a}, {b}; A − B = {show_score(found['difference'], signed=True)}{itself}"
    return lines_of_shuffles(found, observed, "as far from 0", "flipped", "2²⁴ flips")
