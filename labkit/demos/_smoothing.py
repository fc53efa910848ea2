"""Demonstration of smoothing: what omega does to a word's probabilities, and to the accuracy."""

import math
from functools import cache

import numpy as np
from ipywidgets import Combobox, Layout
from matplotlib.ticker import NullLocator
from sklearn.feature_extraction.text import CountVectorizer

from labkit.corpora import course_split, tokenize
from labkit.demos.frame import TALL, Demonstration, draw, scale
from labkit.plots import BLUE, VERMILION
from labkit.tuning import tune_smoothing

OMEGAS = (
    0.0,
    *(round(m * 10.0**e, 6) for e in range(-3, 2) for m in (1, 1.5, 2, 3, 5, 7)),
    100.0,
)
"""The candidates: 0, which is no smoothing, and six from each power of ten to the next."""

WORDS = ["gandhi", "zombies", "bother", "captures", "superb", "awful", "film", "the"]
"""Words to try; the first four are in reviews of one class alone."""


def smoothing_numbers(omega=1.0, word="gandhi"):
    """A word's smoothed probabilities in both classes, and the accuracy with this omega.

    Naive Bayes is trained on the course's 1,800 reviews, as in tick 2; the
    accuracy is that of cross-validation on them, ten stratified folds, as in
    tick 5.

    Parameters
    ----------
    omega : float
        The smoothing constant, one of `OMEGAS`.
    word : str
        A word of the training reviews, in lower case.

    Returns
    -------
    dict
        The settings, and: `counts`, `totals` (of all words) and `probabilities`
        for ``"POS"`` and ``"NEG"``; `vocabulary` (different words); `evidence`
        (log P(word | POS) - log P(word | NEG); infinite where one is 0);
        `accuracy`; `best` (the omega of highest accuracy) and `best_accuracy`;
        `accuracies` (of all `OMEGAS`).

    Raises
    ------
    ValueError
        If `omega` is no candidate or `word` not in the training reviews.

    References
    ----------
    MLRD lecture 4, "Starred Tick - Parameter tuning for NB Smoothing".

    Examples
    --------
    >>> numbers = smoothing_numbers(omega=1.0, word="gandhi")
    >>> numbers["counts"], round(numbers["accuracy"], 3), numbers["best"]
    ({'POS': 40, 'NEG': 0}, 0.818, 3.0)
    >>> {label: f"{p:.1e}" for label, p in numbers["probabilities"].items()}
    {'POS': '1.7e-04', 'NEG': '4.4e-06'}
    """
    if omega not in OMEGAS:
        raise ValueError(f"omega: expected one of the candidates in OMEGAS; got {omega!r}")
    words = _trained()
    if word not in words.counts:
        raise ValueError(f"word: {word!r} is not in the training reviews; try {', '.join(WORDS)}")
    counts = words.counts[word]
    probabilities = {
        label: (counts[label] + omega) / (words.totals[label] + omega * len(words.counts))
        for label in counts
    }
    logs = [math.log(p) if p else -math.inf for p in probabilities.values()]
    accuracies = words.accuracies
    best = max(range(len(OMEGAS)), key=lambda place: round(accuracies[place], 12))
    return {
        "omega": omega,
        "word": word,
        "counts": counts,
        "totals": words.totals,
        "vocabulary": len(words.counts),
        "probabilities": probabilities,
        "evidence": logs[0] - logs[1],
        "accuracy": accuracies[OMEGAS.index(omega)],
        "best": OMEGAS[best],
        "best_accuracy": accuracies[best],
        "accuracies": accuracies,
    }


class _Trained:
    """The words of the training reviews, counted class by class, and what each omega achieves."""

    def __init__(self):
        train = course_split().train
        tokens = [tokenize(text) for text in train["text"]]
        vectorizer = CountVectorizer(analyzer=lambda words: words)
        counts = vectorizer.fit_transform(tokens)
        by_class = [
            np.asarray(counts[(train["label"] == label).to_numpy()].sum(axis=0)).ravel()
            for label in ("POS", "NEG")
        ]
        self.totals = {
            label: int(c.sum()) for label, c in zip(("POS", "NEG"), by_class, strict=True)
        }
        self.counts = {
            word: {"POS": int(pos), "NEG": int(neg)}
            for word, pos, neg in zip(vectorizer.get_feature_names_out(), *by_class, strict=True)
        }
        tuned = tune_smoothing(train["text"], train["label"], OMEGAS)
        self.accuracies = tuned.means.loc[list(OMEGAS)].tolist()


_trained = cache(_Trained)


def smoothing(**initial):
    """Show a word's probabilities in both classes, and the accuracy, against omega.

    The first call reads the reviews and cross-validates: a few seconds.

    Parameters
    ----------
    **initial
        Settings to begin with: omega, word, as in `smoothing_numbers`.

    Returns
    -------
    Demonstration

    Raises
    ------
    ValueError
        If a setting is unknown or out of the range of its control.

    References
    ----------
    MLRD lecture 4, "Starred Tick - Parameter tuning for NB Smoothing".

    Examples
    --------
    >>> smoothing(word="superb")
    Demonstration(omega=1.0, word='superb')
    """
    controls = {
        "omega": scale("omega", [(f"{omega:g}", omega) for omega in OMEGAS], 1.0),
        "word": Combobox(
            value="gandhi",
            options=WORDS,
            description="word",
            continuous_update=False,
            layout=Layout(width="auto"),
        ),
    }
    return Demonstration(
        "smoothing",
        controls,
        initial,
        numbers=smoothing_numbers,
        say=_say,
        picture=_picture,
        caption=(
            "<p><b>What to notice.</b> Without smoothing, a word that one class lacks has probability "
            "0 there and rules that class out, whatever else a review says. A little omega mends "
            "that; much of it makes all words look alike. Neither end is best, and 1 is only a "
            "convention. Choose omega on training reviews, not on the test set. Source: MLRD lecture "
            "4, “Parameter tuning for NB Smoothing”.</p>"
        ),
    )


def _say(numbers):
    rows = "".join(
        f"<tr><th>{label}</th><td>{numbers['counts'][label]:,}</td>"
        f"<td>{_scientific(numbers['probabilities'][label])}</td></tr>"
        for label in ("POS", "NEG")
    )
    evidence = numbers["evidence"]
    speaks = "for POS" if evidence > 0 else "for NEG" if evidence < 0 else "for neither"
    size = "without limit" if math.isinf(evidence) else f"{abs(evidence):.2f}"
    return (
        f'<table class="labkit-table"><tr><th></th><th>count</th><th>P(word | class)</th></tr>{rows}'
        f"</table><p>Evidence {speaks}: {size}</p>"
        f"<p>Accuracy<br><b>{numbers['accuracy']:.3f}</b></p>"
        f"<p>Best omega of these: {numbers['best']:g}, with {numbers['best_accuracy']:.3f}</p>"
    )


def _scientific(probability):
    if probability == 0:
        return "0"
    number, exponent = f"{probability:.1e}".split("e")
    return f"{number} · 10<sup>{int(exponent)}</sup>".replace("-", "−")


def _picture(numbers):
    def panels(figure):
        upper, lower = figure.subplots(2, sharex=True)
        _draw_probabilities(upper, numbers)
        _draw_accuracies(lower, numbers)
        for ax in (upper, lower):
            ax.axvline(numbers["omega"], color="black", linestyle=":", linewidth=1.5)

    here = numbers["probabilities"]
    alt = (
        f"Above, P({numbers['word']} | POS) and P({numbers['word']} | NEG) against omega; at omega "
        f"{numbers['omega']:g} they are {here['POS']:.2g} and {here['NEG']:.2g}. Below, accuracy "
        f"against omega: {numbers['accuracy']:.3f} here, best {numbers['best_accuracy']:.3f} at "
        f"{numbers['best']:g}."
    )
    return draw(panels, alt, size=TALL, top=0.93, bottom=0.12, hspace=0.12)


def _draw_probabilities(ax, numbers):
    omegas = np.array(OMEGAS)
    for label, colour, line, shape in (("POS", BLUE, "-", "o"), ("NEG", VERMILION, "--", "s")):
        count, total = numbers["counts"][label], numbers["totals"][label]
        probabilities = (count + omegas) / (total + omegas * numbers["vocabulary"])
        shown = probabilities > 0
        name = f"P({numbers['word']} | {label})"
        ax.plot(omegas[shown], probabilities[shown], line, color=colour, label=name)
        here = numbers["probabilities"][label]
        if here:
            ax.plot([numbers["omega"]], [here], shape, color=colour, markersize=11)
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(lambda value, place: f"{value:.0e}")
    ax.yaxis.set_minor_locator(NullLocator())
    ax.set_ylabel("probability")
    ax.legend(loc="lower center", bbox_to_anchor=(0.45, 0.98), ncols=2, frameon=False)


def _draw_accuracies(ax, numbers):
    ax.plot(OMEGAS, numbers["accuracies"], color=BLUE)
    ax.plot([numbers["omega"]], [numbers["accuracy"]], "o", color="black", markersize=12)
    ax.plot([numbers["best"]], [numbers["best_accuracy"]], "*", color=VERMILION, markersize=16)
    ax.set_xscale("symlog", linthresh=1e-3, linscale=0.5)
    ticks = 0, 0.001, 0.01, 0.1, 1, 10, 100
    ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    ax.xaxis.set_minor_locator(NullLocator())
    ax.set_xlabel("omega (dot: here; star: best)")
    ax.set_ylabel("accuracy")
