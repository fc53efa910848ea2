"""Responses reassigned to two methods, scored by labkit's own metrics and drawn as the page does."""

import numpy as np

from labkit.metrics import f_score, precision, recall
from labkit.significance import randomization_test
from tests.demos.chance import random_tosses
from tests.demos.words import count_shuffles, lines_of_shuffles, show_score

#: Of each kind of response: whether it is correct, and whether methods A and B gave it; and none.
_KINDS = [(1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0)]

#: Scores closer than this are the same.
SAME = 4e-12


def numbers(
    metric="F-score", correct_both=19, correct_1=28, correct_2=6, spurious_both=5, spurious_1=43,
    spurious_2=9, gold=103, shuffles=0, seed=7, look=0, exact=False,
):  # fmt: skip
    """Score two methods by the responses of both and of one alone, test the better one, and shuffle."""
    counts = [correct_both, correct_1, correct_2, spurious_both, spurious_1, spurious_2, 1]
    right, *given = np.repeat(_KINDS, counts, axis=0).T
    one, two = (np.stack([right * gave, gave], axis=1) for gave in given)
    score = {"recall": recall(gold), "precision": precision, "F-score": f_score(gold)}[metric]
    score_1, score_2 = (float(score(each.sum(axis=0))) for each in (one, two))
    sign = 1 if score_1 - score_2 >= -SAME else -1
    side = "greater" if sign == 1 else "less"
    found = {
        "score_1": score_1,
        "score_2": score_2,
        "better": "A" if sign == 1 else "B",
        "difference": abs(score_1 - score_2),
        "pvalue": randomization_test(one, two, score, alternative=side, method="exact").pvalue,
    }

    correct, spurious = correct_1 + correct_2, spurious_1 + spurious_2

    def score_with(right, wrong):
        """Score methods with so many of the responses of one method alone."""
        right, wrong = correct_both + right, spurious_both + wrong
        return score(np.stack([right, right + wrong], axis=-1))

    tosses = random_tosses(seed, shuffles, correct + spurious)
    c, s = tosses[:, :correct].sum(axis=1), tosses[:, correct:].sum(axis=1)
    leads = sign * (score_with(c, s) - score_with(correct - c, spurious - s))
    return found | count_shuffles(leads, leads >= found["difference"] - SAME, look)


def readout(found):
    one, two = (show_score(found[name]) for name in ("score_1", "score_2"))
    order = "A − B" if found["better"] == "A" else "B − A"
    observed = f"A {one}, B {two}; {order} = {show_score(found['difference'])}"
    return lines_of_shuffles(found, observed, "at least as large", "shuffled", "shuffles")
