"""Demonstration of shuffling: responses reassigned to two methods, as in Yeh (2000)."""

import numpy as np

from labkit import arguments
from labkit.demos.demonstration import DRAWING, Numbers, opener
from labkit.demos.words import lines_of_draws, show_score
from labkit.metrics import f_score, precision, recall
from labkit.significance import randomization_test

METRICS = "F-score", "recall", "precision"

#: Of each kind of response: whether it is correct, and whether methods I and II gave it; and none.
_KINDS = [(1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0)]

#: Responses of a kind at most, and relations to find.
MOST_RESPONSES, MOST_GOLD = 200, 1000

#: Scores closer than this are the same.
SAME = 4e-12


def shuffling_numbers(
    metric: str = "F-score",
    correct_both: int = 19,
    correct_1: int = 28,
    correct_2: int = 6,
    spurious_both: int = 5,
    spurious_1: int = 43,
    spurious_2: int = 9,
    gold: int = 103,
) -> Numbers:
    """Score two methods by the responses of both and of one alone, and test the better one."""
    arguments.as_option(metric, "metric", METRICS)
    counts = {"correct_both": correct_both, "correct_1": correct_1, "correct_2": correct_2}
    counts |= {"spurious_both": spurious_both, "spurious_1": spurious_1, "spurious_2": spurious_2}
    for name, count in counts.items():
        arguments.as_count(count, name, most=MOST_RESPONSES)
    found = correct_both + correct_1 + correct_2
    gold = arguments.as_count(gold, "gold", least=max(1, found), most=MOST_GOLD)
    right, *given = np.repeat(_KINDS, [*counts.values(), 1], axis=0).T
    one, two = (np.stack([right * gave, gave], axis=1) for gave in given)
    score = {"recall": recall(gold), "precision": precision, "F-score": f_score(gold)}[metric]
    score_1, score_2 = (float(score(each.sum(axis=0))) for each in (one, two))
    first = score_1 - score_2 >= -SAME
    better = "greater" if first else "less"
    return {
        "score_1": score_1,
        "score_2": score_2,
        "better": "I" if first else "II",
        "difference": abs(score_1 - score_2),
        "pvalue": randomization_test(one, two, score, alternative=better, method="exact").pvalue,
    }


def _readout(found: Numbers) -> list[str]:
    one, two = (show_score(found[name]) for name in ("score_1", "score_2"))
    order = "I − II" if found["better"] == "I" else "II − I"
    observed = f"I {one}, II {two}; {order} = {show_score(found['difference'])}"
    return lines_of_draws(found, observed, "shuffles", "shuffled", "All shuffles")


shuffling = opener(
    shuffling_numbers,
    _readout,
    """Show responses reassigned shuffle by shuffle, and the histogram of the differences.

    Source: Yeh (2000), section 3.3.""",
    {"shuffles": 0, "seed": 7, **DRAWING},
)
