"""Demonstration of shuffling: responses reassigned to two methods, as in Yeh (2000)."""

import numpy as np
from scipy import stats

from labkit import arguments
from labkit.demos.frame import (
    TALL,
    Demonstration,
    choice,
    counter,
    draw,
    field,
    mark,
    show_p,
    signed,
)
from labkit.demos.resampling import MOST, fill, histogram, legend, random_signs
from labkit.metrics import f_score, precision, recall
from labkit.plots import BLUE, ORANGE

METRICS = "F-score", "recall", "precision"
COUNTS = "correct_both", "correct_1", "correct_2", "spurious_both", "spurious_1", "spurious_2"
YEH = (19, 28, 6, 5, 43, 9)
"""The paper's counts, in the order of `COUNTS`; there are 103 relations to find."""

PRINTED = {"recall": 96, "precision": 25770, "F-score": 14794}
"""How many of 2^20 shuffles the paper counted (Yeh 2000, section 3.3)."""


def shuffling_numbers(
    metric="F-score",
    correct_both=19,
    correct_1=28,
    correct_2=6,
    spurious_both=5,
    spurious_1=43,
    spurious_2=9,
    gold=103,
    shuffles=0,
    seed=1,
):
    """Reassign the responses that only one of two methods gave, and count large differences.

    The counts to begin with are those of Yeh's example.

    Parameters
    ----------
    metric : {"recall", "precision", "F-score"}
    correct_both, correct_1, correct_2 : int
        Correct responses of both methods, of method I only, of method II only.
    spurious_both, spurious_1, spurious_2 : int
        The same of spurious responses.
    gold : int
        How many relations there are to find.
    shuffles : int
        Shuffles so far, from 0 to 10,000.
    seed : int
        The same seed gives the same shuffles.

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

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    References
    ----------
    Yeh (2000), section 3.3.

    Examples
    --------
    >>> numbers = shuffling_numbers("F-score", shuffles=1000)
    >>> numbers["better"], round(numbers["difference"], 4), round(numbers["pvalue"], 5)
    ('I', 0.1226, 0.01478)
    """
    counts = (correct_both, correct_1, correct_2, spurious_both, spurious_1, spurious_2)
    _check(metric, counts, gold, shuffles, seed)
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
        **dict(zip(COUNTS, counts, strict=True)),
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


def _check(metric, counts, gold, shuffles, seed):
    arguments.as_option(metric, "metric", METRICS)
    for name, count in zip(COUNTS, counts, strict=True):
        arguments.as_count(count, name)
    if sum(counts[:3]) > arguments.as_count(gold, "gold", least=1):
        raise ValueError(f"gold: expected at least the {sum(counts[:3])} found; got {gold}")
    if arguments.as_count(shuffles, "shuffles") > MOST:
        raise ValueError(f"shuffles: expected at most {MOST:,}; got {shuffles:,}")
    arguments.check_rng(seed)


class Responses:
    """Two methods' responses, of which those of one method alone may be reassigned.

    All correct ones of these are alike, and so are all spurious ones: a shuffle
    is how many of each go to method I.
    """

    def __init__(self, metric, counts, gold):
        (
            self.correct_both,
            self.correct_1,
            correct_2,
            self.spurious_both,
            self.spurious_1,
            spurious_2,
        ) = counts
        self.correct, self.spurious = self.correct_1 + correct_2, self.spurious_1 + spurious_2
        self.metric = {"recall": recall(gold), "precision": precision, "F-score": f_score(gold)}[
            metric
        ]

    @property
    def observed(self):
        """Which of them are method I's: first the correct ones, then the spurious."""
        return np.concatenate(
            [np.arange(self.correct) < self.correct_1, np.arange(self.spurious) < self.spurious_1]
        )

    def score(self, correct, spurious):
        """Score of a method that is given so many of them; arrays, too."""
        right = self.correct_both + np.asarray(correct)
        return self.metric(np.stack([right, right + self.spurious_both + spurious], axis=-1))

    def difference(self, correct, spurious):
        """Method I less method II, where method I is given so many of them."""
        other = self.score(self.correct - correct, self.spurious - spurious)
        return self.score(correct, spurious) - other

    @property
    def law(self):
        """All differences that shuffles can give, and how probable they are."""
        correct, spurious = np.mgrid[: self.correct + 1, : self.spurious + 1]
        probable = stats.binom.pmf(correct, self.correct, 0.5) * stats.binom.pmf(
            spurious, self.spurious, 0.5
        )
        return self.difference(correct, spurious).ravel(), probable.ravel()


def shuffling(**initial):
    """Show responses reassigned shuffle by shuffle, and the histogram of the differences.

    Parameters
    ----------
    **initial
        Settings to begin with: metric, the six counts, gold, shuffles, seed, as
        in `shuffling_numbers`.

    Returns
    -------
    Demonstration

    Raises
    ------
    ValueError
        If a setting is unknown or out of the range of its control.

    References
    ----------
    Yeh (2000), section 3.3.

    Examples
    --------
    >>> shuffling(metric="recall", shuffles=1).settings["correct_1"]
    28
    """
    shuffles, one, thousand = counter("shuffles", MOST, "shuffles")
    controls = {
        "metric": choice("metric", METRICS),
        **{name: field("", count, 0, 50) for name, count in zip(COUNTS, YEH, strict=True)},
        "gold": field("", 103, 1, 500),
        "shuffles": shuffles,
        "seed": field("", 1, 0, 999),
        "one": one,
        "thousand": thousand,
    }

    def limit(controls):
        controls["gold"].min = max(1, sum(controls[name].value for name in COUNTS[:3]))

    return Demonstration(
        "shuffling",
        controls,
        initial,
        numbers=shuffling_numbers,
        say=_say_shuffling,
        picture=_picture_of_shuffling,
        caption=(
            "<p>Bars at the top: responses that only one method gave, correct (blue) or spurious "
            "(orange). <b>What to notice.</b> If the methods do not differ, a coin could have dealt "
            "them out. Each shuffle is one such deal; p is how often it makes a difference as large "
            "as the observed one. Responses of both methods stay. Source: Yeh (2000), section 3.3, "
            "whose counts these are.</p>"
        ),
        limit=limit,
        rows={
            "found by": ["both", "I", "II"],
            "correct": COUNTS[:3],
            "spurious": COUNTS[3:],
            "to find": ["gold", "seed:", "seed"],
        },
    )


def _say_shuffling(numbers):
    shuffles, other = numbers["shuffles"], {"I": "II", "II": "I"}[numbers["better"]]
    if shuffles:
        sampled = (
            f"<p><b>p = {show_p(numbers['sampled'])}</b><br>({numbers['extreme']:,} + 1) / "
            f"({shuffles:,} + 1)<br>Latest difference {signed(numbers['latest'], 3)}</p>"
        )
    else:
        sampled = "<p>Nothing shuffled so far</p>"
    printed = ""
    if numbers["printed"] is not None:
        printed = (
            f"<p>Of 2<sup>20</sup> shuffles {numbers['pvalue'] * 2**20:,.0f} are expected; "
            f"the paper counted {numbers['printed']:,}.</p>"
        )
    return (
        f"<p>I {numbers['score_1']:.3f}, II {numbers['score_2']:.3f}<br>"
        f"{numbers['better']} − {other} = {numbers['difference']:.3f}</p>{sampled}"
        f"<p>All shuffles: p = {show_p(numbers['pvalue'])}</p>{printed}"
    )


def _picture_of_shuffling(numbers):
    responses = Responses(numbers["metric"], [numbers[name] for name in COUNTS], numbers["gold"])
    sign = 1 if numbers["better"] == "I" else -1
    values, probabilities = responses.law
    shown = histogram(sign * values, probabilities, numbers["differences"], numbers["difference"])
    other = {"I": "II", "II": "I"}[numbers["better"]]

    def panels(figure):
        deal, ax = figure.subplots(2, height_ratios=(1, 2.6))
        _draw_deal(deal, responses, np.array(numbers["to_1"], dtype=bool), numbers["shuffles"])
        fill(ax, shown.places, shown.found, shown.law, shown.extreme, numbers["latest"])
        mark(ax, numbers["difference"], f"observed: {numbers['difference']:.3f}")
        ax.set_xlabel(f"{numbers['metric']}: {numbers['better']} less {other}")
        ax.set_ylabel("shuffles")
        legend(ax, "as large", "all shuffles", "latest")

    alt = (
        f"Above, the {len(numbers['to_1'])} responses of one method alone, {sum(numbers['to_1'])} of them "
        f"now with method I. Below, the differences of {numbers['shuffles']} shuffles; filled: "
        f"{numbers['extreme']} at least as large as {numbers['difference']:.3f}."
    )
    return draw(panels, alt, size=TALL, top=0.97, bottom=0.12, hspace=0.35)


def _draw_deal(ax, responses, to_1, shuffles):
    """Every response as an upright bar, in the row of the method that it is dealt to."""
    column = np.arange(len(to_1))
    row = np.where(to_1, 1, 0)
    width = min(10, 310 / max(1, len(column)))
    kinds = (column < responses.correct, BLUE), (column >= responses.correct, ORANGE)
    for mine, colour in kinds:
        ax.vlines(column[mine], row[mine] - 0.35, row[mine] + 0.35, color=colour, linewidth=width)
    ax.set_yticks([1, 0], [f"I: {sum(to_1)}", f"II: {sum(~to_1)}"])
    ax.set_ylim(-0.6, 1.6)
    ax.set_xlim(-1, len(column))
    ax.set_xticks([])
    ax.set_xlabel("as observed" if shuffles == 0 else f"shuffle {shuffles:,}")
    ax.grid(visible=False)
