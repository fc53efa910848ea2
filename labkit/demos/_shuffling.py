"""Demonstration of shuffling: responses reassigned to two methods, as in Yeh (2000)."""

from collections.abc import Sequence

import numpy as np
from scipy import stats

from labkit import arguments
from labkit.demos.controls import choice, field
from labkit.demos.frame import Controls, Demonstration, Numbers
from labkit.demos.own_data import (
    COUNTS,
    PAIR,
    PREDICTIONS,
    SOURCES,
    follow_source,
    is_positive,
    predictions,
    source_controls,
)
from labkit.demos.resampling import ENOUGH, MOST, looked_at, random_signs, resampling_controls
from labkit.demos.words import show_score
from labkit.metrics import f_score, precision, recall
from labkit.plots import demonstrations

#: How many responses of a kind, or an array of such numbers.
Count = int | np.ndarray

METRICS = "F-score", "recall", "precision"
RESPONSES = "correct_both", "correct_1", "correct_2", "spurious_both", "spurious_1", "spurious_2"

#: The paper's counts, in the order of `RESPONSES`; there are 103 relations to find.
YEH = (19, 28, 6, 5, 43, 9)

#: Who may have given a response.
WHO = "both", "I", "II"

#: Responses of a kind at most: all shuffles of more do not fit into memory.
MOST_RESPONSES = 1000

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
    seed: int = 3,
    look: int = 0,
    exact: bool = False,
    data: str = COUNTS,
    system_1: str = PAIR[0],
    system_2: str = PAIR[1],
    pasted: str = PREDICTIONS,
) -> Numbers:
    """Reassign the responses that only one of two methods gave, and count large differences.

    Parameters
    ----------
    metric : {"recall", "precision", "F-score"}
        What a method's responses score.
    correct_both, correct_1, correct_2, spurious_both, spurious_1, spurious_2 : int
        Correct and spurious responses of both methods, of method I only, and of
        method II only, at most 1,000; by default those of Yeh's example.
    gold : int
        How many relations there are to find, at least as many as were found.
    shuffles, seed : int
        Shuffles so far, from 0 to 10,000; the same seed gives the same ones.
    look : int
        Which shuffle is looked at, counted from 1; 0 for the latest.
    exact : bool
        Whether the exact p and law are shown, too; it changes no number.
    data : {"counts", "two systems", "pasted"}
        Where the counts come from. From two systems of the lab, by their names,
        on 200 reviews, or from pasted predictions, a line an item with the
        right answer and both systems': their responses are the items that they
        call positive, and all of the counts above are replaced.
    system_1, system_2, pasted : str
        These systems, these lines.

    Returns
    -------
    dict
        The settings, and: `score_1`, `score_2`; `better` ("I" or "II");
        `difference` (better less other, at least 0); `shown` (the shuffle that
        is looked at, counted from 1; None before the first); `to_1` (which of
        the shuffled responses it gives to method I: first the correct ones,
        then the spurious; the observed ones before the first); `here` (its
        difference); `latest` (that of the latest); `differences` (of all
        so far); `extreme` (how many are at least as large as the observed);
        `sampled` ((extreme + 1) / (shuffles + 1); None before the first);
        `enough` (whether there are 100, so that it is shown as p); `pvalue` (of
        all shuffles; one-sided); `printed` (how many of 2^20 shuffles the paper
        counted; None unless these are its counts).

    See Also
    --------
    shuffling, labkit.randomization_test : The widget, and the test itself.

    Examples
    --------
    >>> numbers = shuffling_numbers("F-score", shuffles=1000)
    >>> numbers["better"], round(numbers["difference"], 4), round(numbers["pvalue"], 5)
    ('I', 0.1226, 0.01478)
    """
    counts = [correct_both, correct_1, correct_2, spurious_both, spurious_1, spurious_2]
    arguments.as_option(metric, "metric", METRICS)
    if arguments.as_option(data, "data", SOURCES) != COUNTS:
        *counts, gold = count_responses(data, system_1, system_2, pasted).values()
    pairs = zip(RESPONSES, counts, strict=True)
    named = {name: arguments.as_count(n, name, most=MOST_RESPONSES) for name, n in pairs}
    counts = list(named.values())
    gold = arguments.as_count(gold, "gold", least=max(1, sum(counts[:3])))
    shuffles = arguments.as_count(shuffles, "shuffles", most=MOST)
    seed = arguments.as_count(seed, "seed")
    shown = looked_at(look, shuffles)
    responses = Responses(metric, counts, gold)
    observed = float(responses.difference(counts[1], counts[4]))
    sign = 1 if observed >= 0 else -1
    swapped = random_signs(responses.correct + responses.spurious, seed)[:shuffles]
    taken = swapped[:, : responses.correct].sum(axis=1), swapped[:, responses.correct :].sum(axis=1)
    differences = sign * responses.difference(*taken)
    extreme = int((differences >= abs(observed) - 1e-9).sum())
    values, probabilities = responses.law
    settings = {"metric": metric, **named, "gold": gold, "shuffles": shuffles, "seed": seed}
    source = {"data": data, "system_1": system_1, "system_2": system_2, "pasted": pasted}
    return {
        **settings,
        "look": look,
        "exact": bool(exact),
        **source,
        "score_1": float(responses.score(counts[1], counts[4])),
        "score_2": float(responses.score(counts[2], counts[5])),
        "better": "I" if sign > 0 else "II",
        "difference": abs(observed),
        "shown": shown or None,
        "to_1": (swapped[shown - 1] if shown else responses.observed).tolist(),
        "here": float(differences[shown - 1]) if shown else None,
        "latest": float(differences[-1]) if shuffles else None,
        "differences": differences.tolist(),
        "extreme": extreme,
        "sampled": (extreme + 1) / (shuffles + 1) if shuffles else None,
        "enough": shuffles >= ENOUGH,
        "pvalue": float(probabilities[sign * values >= abs(observed) - 1e-9].sum()),
        "printed": PRINTED[metric] if (tuple(counts), gold) == (YEH, 103) else None,
    }


def count_responses(source: str, system_1: str, system_2: str, pasted: str) -> dict[str, int]:
    """Count two systems' responses, the items that they call positive, and what there is to find."""
    found = predictions(source, system_1, system_2, pasted)
    gold, one, two = (is_positive(labels, found.gold) for labels in found)
    kinds = [both & of for of in (gold, ~gold) for both in (one & two, one & ~two, two & ~one)]
    counts = zip(RESPONSES, (int(kind.sum()) for kind in kinds), strict=True)
    return {**dict(counts), "gold": int(gold.sum())}


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
    found_by = [f"{kind}, found by {who}" for kind in ("correct", "spurious") for who in WHO]
    named = zip(RESPONSES, YEH, found_by, strict=True)
    controls = {
        **source_controls(),
        "metric": choice("metric", METRICS),
        **{setting: field("", count, 0, 200, name=name) for setting, count, name in named},
        "gold": field("", 103, 1, 1000, name="relations to find"),
        **resampling_controls("shuffles", seed=3),
    }

    def limit(controls: Controls) -> None:
        controls["gold"].min = 1
        follow_source(controls, count_responses)
        for name in (*RESPONSES, "gold"):
            controls[name].disabled = controls["data"].value != COUNTS
        controls["gold"].min = max(1, sum(controls[name].value for name in RESPONSES[:3]))
        controls["look"].max = controls["shuffles"].value

    rows = {
        "found by": WHO,
        "correct": RESPONSES[:3],
        "spurious": RESPONSES[3:],
        "to find": ("gold",),
        "seed": ("seed", "look at:", "look"),
    }
    return Demonstration(
        "shuffling", controls, initial, shuffling_numbers, _picture, limit=limit, rows=rows
    )


def _picture(numbers: Numbers) -> str:
    responses = Responses(numbers["metric"], [numbers[n] for n in RESPONSES], numbers["gold"])
    better, other = ("I", "II") if numbers["better"] == "I" else ("II", "I")
    values, probabilities = responses.law
    values = values if better == "I" else -values
    alt = (
        f"Above, the {len(numbers['to_1'])} responses of one method alone, {sum(numbers['to_1'])} of them "
        f"now with method I. Below, the differences of {numbers['shuffles']} shuffles; filled: "
        f"{numbers['extreme']} at least as large as {show_score(numbers['difference'])}."
    )
    found, observed, seen = (
        np.array(numbers["differences"]),
        numbers["difference"],
        numbers["shown"],
    )
    shown = demonstrations.histogram(values, probabilities, found, observed)
    deal = np.array(numbers["to_1"], dtype=bool), responses.correct
    dealt = f"shuffle {seen:,}" if seen else "as observed"
    of = f"{numbers['metric']}: {better} less {other}"
    words = dealt, of, show_score(observed)
    outline = numbers["exact"]
    return demonstrations.as_svg(
        lambda: demonstrations.shuffling(
            *deal, shown, numbers["here"], observed, words, outline=outline
        ),
        alt,
        over=lambda figure: demonstrations.bar_targets(figure, shown, "look", seen or 0),
    )
