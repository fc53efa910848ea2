"""Demonstration of shuffling: responses reassigned to two methods, as in Yeh (2000)."""

from collections.abc import Sequence

import numpy as np
from scipy import stats

from labkit import arguments
from labkit.demos.controls import choice, counter, field
from labkit.demos.frame import Controls, Demonstration, Numbers
from labkit.demos.resampling import MOST, random_signs
from labkit.metrics import f_score, precision, recall
from labkit.plots import demonstrations

#: How many responses of a kind, or an array of such numbers.
Count = int | np.ndarray

METRICS = "F-score", "recall", "precision"
COUNTS = "correct_both", "correct_1", "correct_2", "spurious_both", "spurious_1", "spurious_2"

#: The paper's counts, in the order of `COUNTS`; there are 103 relations to find.
YEH = (19, 28, 6, 5, 43, 9)

#: How many of 2^20 shuffles the paper counted (Yeh 2000, section 3.3).
PRINTED = {"recall": 96, "precision": 25770, "F-score": 14794}


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
    seed: int = 1,
) -> Numbers:
    """Reassign the responses that only one of two methods gave, and count large differences.

    Parameters
    ----------
    metric : {"recall", "precision", "F-score"}
        What a method's responses score.
    correct_both, correct_1, correct_2, spurious_both, spurious_1, spurious_2 : int
        Correct and spurious responses of both methods, of method I only, and of
        method II only; by default those of Yeh's example.
    gold : int
        How many relations there are to find, at least as many as were found.
    shuffles, seed : int
        Shuffles so far, from 0 to 10,000; the same seed gives the same ones.

    Returns
    -------
    dict
        The settings, and: `score_1`, `score_2`; `better` ("I" or "II");
        `difference` (better less other, at least 0); `to_1` (which of the
        shuffled responses the latest shuffle gives to method I: first the
        correct ones, then the spurious; the observed ones before the first);
        `latest` (its difference; None before the first); `differences` (of all
        so far); `extreme` (how many are at least as large as the observed);
        `sampled` ((extreme + 1) / (shuffles + 1); None before the first);
        `pvalue` (of all shuffles; one-sided); `printed` (how many of 2^20
        shuffles the paper counted; None unless these are its counts).

    See Also
    --------
    shuffling, labkit.randomization_test : The widget, and the test itself.

    Examples
    --------
    >>> numbers = shuffling_numbers("F-score", shuffles=1000)
    >>> numbers["better"], round(numbers["difference"], 4), round(numbers["pvalue"], 5)
    ('I', 0.1226, 0.01478)
    """
    counts = (correct_both, correct_1, correct_2, spurious_both, spurious_1, spurious_2)
    arguments.as_option(metric, "metric", METRICS)
    named = {name: arguments.as_count(n, name) for name, n in zip(COUNTS, counts, strict=True)}
    arguments.as_count(gold, "gold", least=max(1, sum(counts[:3])))
    arguments.as_count(shuffles, "shuffles", most=MOST)
    arguments.as_count(seed, "seed")
    responses = Responses(metric, counts, gold)
    observed = responses.difference(correct_1, spurious_1)
    sign = 1 if observed >= 0 else -1
    swapped = random_signs(responses.correct + responses.spurious, seed)[:shuffles]
    taken = swapped[:, : responses.correct].sum(axis=1), swapped[:, responses.correct :].sum(axis=1)
    differences = sign * responses.difference(*taken)
    extreme = int((differences >= abs(observed) - 1e-9).sum())
    values, probabilities = responses.law
    return {
        "metric": metric,
        **named,
        "gold": gold,
        "shuffles": shuffles,
        "seed": seed,
        "score_1": float(responses.score(correct_1, spurious_1)),
        "score_2": float(responses.score(correct_2, spurious_2)),
        "better": "I" if sign > 0 else "II",
        "difference": float(abs(observed)),
        "to_1": (swapped[-1] if shuffles else responses.observed).tolist(),
        "latest": float(differences[-1]) if shuffles else None,
        "differences": differences.tolist(),
        "extreme": extreme,
        "sampled": (extreme + 1) / (shuffles + 1) if shuffles else None,
        "pvalue": float(probabilities[sign * values >= abs(observed) - 1e-9].sum()),
        "printed": PRINTED[metric] if (counts, gold) == (YEH, 103) else None,
    }


class Responses:
    """Two methods' responses, of which those of one method alone may be reassigned.

    All correct ones of these are alike, and so are all spurious ones: a shuffle
    is how many of each go to method I.
    """

    def __init__(self, metric: str, counts: Sequence[int], gold: int) -> None:
        self.correct_both, self.correct_1, correct_2 = counts[:3]
        self.spurious_both, self.spurious_1, spurious_2 = counts[3:]
        self.correct, self.spurious = self.correct_1 + correct_2, self.spurious_1 + spurious_2
        metrics = {"recall": recall(gold), "precision": precision, "F-score": f_score(gold)}
        self.metric = metrics[metric]

    @property
    def observed(self) -> np.ndarray:
        """Which of them are method I's: first the correct ones, then the spurious."""
        return np.concatenate(
            [np.arange(self.correct) < self.correct_1, np.arange(self.spurious) < self.spurious_1]
        )

    def score(self, correct: Count, spurious: Count) -> np.ndarray:
        """Score a method that is given so many of them; arrays, too."""
        right = self.correct_both + np.asarray(correct)
        return self.metric(np.stack([right, right + self.spurious_both + spurious], axis=-1))

    def difference(self, correct: Count, spurious: Count) -> np.ndarray:
        """Score method I less method II, where method I is given so many of them."""
        other = self.score(self.correct - correct, self.spurious - spurious)
        return self.score(correct, spurious) - other

    @property
    def law(self) -> tuple[np.ndarray, np.ndarray]:
        """All differences that shuffles can give, and how probable they are."""
        correct, spurious = np.mgrid[: self.correct + 1, : self.spurious + 1]
        of_correct = stats.binom.pmf(correct, self.correct, 0.5)
        probable = of_correct * stats.binom.pmf(spurious, self.spurious, 0.5)
        return self.difference(correct, spurious).ravel(), probable.ravel()


def shuffling(**initial: object) -> Demonstration:
    """Show responses reassigned shuffle by shuffle, and the histogram of the differences.

    Source: Yeh (2000), section 3.3.

    Parameters
    ----------
    **initial
        Settings to begin with: arguments of `shuffling_numbers`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    shuffling_numbers : What its readout says.

    Examples
    --------
    >>> shuffling(metric="recall", shuffles=1).settings["correct_1"]
    28
    """
    controls = {
        "metric": choice("metric", METRICS),
        **{name: field("", count, 0, 50) for name, count in zip(COUNTS, YEH, strict=True)},
        "gold": field("", 103, 1, 500),
        **counter("shuffles", MOST),
        "seed": field("", 1, 0, 999),
    }

    def limit(controls: Controls) -> None:
        controls["gold"].min = max(1, sum(controls[name].value for name in COUNTS[:3]))

    rows = {
        "found by": ("both", "I", "II"),
        "correct": COUNTS[:3],
        "spurious": COUNTS[3:],
        "to find": ("gold", "seed:", "seed"),
    }
    return Demonstration(
        "shuffling", controls, initial, shuffling_numbers, _picture, limit=limit, rows=rows
    )


def _picture(numbers: Numbers) -> str:
    responses = Responses(numbers["metric"], [numbers[name] for name in COUNTS], numbers["gold"])
    better, other = ("I", "II") if numbers["better"] == "I" else ("II", "I")
    values, probabilities = responses.law
    law = (values if better == "I" else -values), probabilities
    alt = (
        f"Above, the {len(numbers['to_1'])} responses of one method alone, {sum(numbers['to_1'])} of them "
        f"now with method I. Below, the differences of {numbers['shuffles']} shuffles; filled: "
        f"{numbers['extreme']} at least as large as {numbers['difference']:.3f}."
    )
    deal = np.array(numbers["to_1"], dtype=bool), responses.correct
    found, quantity = numbers["differences"], f"{numbers['metric']}: {better} less {other}"
    return demonstrations.as_svg(
        lambda: demonstrations.shuffling(*deal, law, found, numbers["difference"], quantity), alt
    )
