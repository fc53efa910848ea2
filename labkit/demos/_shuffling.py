"""Demonstration of shuffling: responses reassigned to two methods, as in Yeh (2000)."""

import numpy as np

from labkit import arguments
from labkit.demos.chance import random_tosses
from labkit.demos.demonstration import Numbers, opener
from labkit.demos.resampling import SAME, check_draws, count_shuffles, write_shuffles
from labkit.demos.words import show_score
from labkit.metrics import f_score, precision, recall
from labkit.significance import randomization_test

METRICS = "F-score", "recall", "precision"
RESPONSES = "correct_both", "correct_1", "correct_2", "spurious_both", "spurious_1", "spurious_2"

#: Of each kind of response: whether it is correct, and whether methods I and II gave it; and none.
_KINDS = [(1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0)]

#: Responses of a kind at most, and relations to find.
MOST_RESPONSES, MOST_GOLD = 200, 1000


def shuffling_numbers(
    metric: str = "F-score",
    correct_both: int = 19,
    correct_1: int = 28,
    correct_2: int = 6,
    spurious_both: int = 5,
    spurious_1: int = 43,
    spurious_2: int = 9,
    gold: int = 103,
    shuffles: int = 0,
    seed: int = 7,
    look: int = 0,
    exact: bool = False,
) -> Numbers:
    """Reassign the responses that only one of two methods gave, and count large differences.

    Parameters
    ----------
    metric : {"recall", "precision", "F-score"}
        What a method's responses score.
    correct_both, correct_1, correct_2, spurious_both, spurious_1, spurious_2 : int
        Responses of both methods, of I only and of II only, at most 200; by default Yeh's.
    gold : int
        How many relations there are to find: as many as were found, to 1,000.
    shuffles, seed, look, exact : int, int, int, bool
        Shuffles so far, to 10,000; their seed; which is looked at, from 1 (0: the latest); whether
        the exact p is shown, too, which changes no number.

    Returns
    -------
    dict
        The counts; `score_1`, `score_2`, `better` ("I" or "II"), `difference` (at least 0);
        `differences` of all shuffles, `extreme` (how many are at least as large), `sampled`
        ((extreme + 1) / (shuffles + 1)), `pvalue` (of all; one-sided); of the `shown` shuffle
        `to_1` (which responses, correct ones first, it gives to I) and `here` (its difference).

    See Also
    --------
    shuffling, labkit.randomization_test : The demonstration, and the test itself.

    Examples
    --------
    >>> numbers = shuffling_numbers(shuffles=1000)
    >>> numbers["better"], round(numbers["difference"], 4), round(numbers["pvalue"], 5)
    ('I', 0.1226, 0.01478)
    """
    arguments.as_option(metric, "metric", METRICS)
    counts = [correct_both, correct_1, correct_2, spurious_both, spurious_1, spurious_2]
    named = zip(RESPONSES, counts, strict=True)
    counts = [arguments.as_count(count, name, most=MOST_RESPONSES) for name, count in named]
    gold = arguments.as_count(gold, "gold", least=max(1, sum(counts[:3])), most=MOST_GOLD)
    shuffles, seed, shown = check_draws(shuffles, "shuffles", seed, look)

    kinds = np.repeat(_KINDS, [*counts, 1], axis=0)  # a row a response, in the order of the counts
    right, given = kinds[:, 0], kinds[:, 1:].T
    alone = given[0] != given[1]
    score = {"recall": recall(gold), "precision": precision, "F-score": f_score(gold)}[metric]

    def score_both(to_1: np.ndarray) -> np.ndarray:
        """Score both methods (2, ...) where I is given these of the responses of one alone."""
        mine = np.stack([to_1, 1 - to_1])
        correct, found = mine @ right[alone], mine.sum(axis=-1)
        both = ~alone & (given[0] > 0)
        return score(np.stack([correct + right[both].sum(), found + both.sum()], axis=-1))

    observed = score_both(given[0, alone])
    sign = 1 if observed[0] - observed[1] >= -SAME else -1
    difference = abs(float(observed[0] - observed[1]))
    tosses = random_tosses(seed, shuffles, int(alone.sum()))
    differences = sign * np.subtract(*score_both(tosses.astype(int)))
    one, two = (np.stack([right * gave, gave], axis=1) for gave in given)
    better = "greater" if sign > 0 else "less"
    return {
        **dict(zip(RESPONSES, counts, strict=True)),
        "gold": gold,
        "score_1": float(observed[0]),
        "score_2": float(observed[1]),
        "better": "I" if sign > 0 else "II",
        "difference": difference,
        "to_1": (tosses[shown - 1] if shown else given[0, alone] > 0).tolist(),
        "differences": differences.tolist(),
        **count_shuffles(differences, differences >= difference - SAME, shown, exact),
        "pvalue": randomization_test(one, two, score, alternative=better, method="exact").pvalue,
    }


def _readout(numbers: Numbers) -> str:
    one, two = (show_score(numbers[name]) for name in ("score_1", "score_2"))
    order = "I − II" if numbers["better"] == "I" else "II − I"
    observed = f"I {one}, II {two}; {order} = {show_score(numbers['difference'])}"
    return write_shuffles(numbers, observed, "at least as large", "shuffled", "shuffles")


shuffling = opener(
    shuffling_numbers,
    _readout,
    """Show responses reassigned shuffle by shuffle, and the histogram of the differences.

    Source: Yeh (2000), section 3.3.""",
)
