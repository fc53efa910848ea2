"""Demonstration of smoothing: what omega does to a word's probabilities, and to the accuracy."""

import math
from functools import cache

import numpy as np
from ipywidgets import Combobox
from sklearn.feature_extraction.text import CountVectorizer

from labkit import arguments
from labkit.corpora import course_split, tokenize
from labkit.demos.controls import WIDE, scale
from labkit.demos.frame import Demonstration, Numbers
from labkit.demos.words import show_score
from labkit.plots import demonstrations
from labkit.tuning import tune_smoothing

#: The candidates: 0, which is no smoothing, and six from each power of ten to the next.
OMEGAS = (0.0, *(round(m * 10.0**e, 6) for e in range(-3, 2) for m in (1, 1.5, 2, 3, 5, 7)), 100.0)

#: Words to try; the first four are in reviews of one class alone.
WORDS = ["gandhi", "zombies", "bother", "captures", "superb", "awful", "film", "the"]


def smoothing_numbers(omega: float = 1.0, word: str = "gandhi") -> Numbers:
    """Give a word's smoothed probabilities in both classes, and the accuracy with this omega.

    Naive Bayes is trained on the course's 1,800 reviews, as in tick 2; the
    accuracy is that of cross-validation on them, ten stratified folds, as in
    tick 5.

    Parameters
    ----------
    omega : float
        The smoothing constant, one of `OMEGAS`.
    word : str
        One word, in any case.

    Returns
    -------
    dict
        The settings, the word as the classifier reads it, and: `known` (whether the
        training reviews have it: the classifier leaves others out); `counts`, `totals`
        (of all words) and `probabilities` for ``"POS"`` and ``"NEG"``; `vocabulary`
        (different words); `evidence` (log P(word | POS) - log P(word | NEG); infinite
        where one is 0, and 0 for a word that is left out);
        `accuracy`; `best` (the omega of highest accuracy) and `best_accuracy`;
        `accuracies` (of all `OMEGAS`).

    See Also
    --------
    smoothing, labkit.tune_smoothing : The widget; what chooses omega.

    Examples
    --------
    >>> numbers = smoothing_numbers(omega=1.0, word="gandhi")
    >>> numbers["counts"], round(numbers["accuracy"], 3), numbers["best"]
    ({'POS': 40, 'NEG': 0}, 0.818, 3.0)
    >>> {label: f"{p:.1e}" for label, p in numbers["probabilities"].items()}
    {'POS': '1.7e-04', 'NEG': '4.4e-06'}
    """
    if arguments.as_number(omega, "omega") not in OMEGAS:
        raise ValueError(f"omega must be one of the candidates in OMEGAS, not {omega!r}")
    read = tokenize(arguments.as_text(word, "word"))
    if len(read) != 1:
        raise ValueError(f"word must be one word, such as {', '.join(WORDS[:3])}, not {word!r}")
    words, (word,) = _trained(), read
    known = word in words.counts
    counts = words.counts.get(word, {"POS": 0, "NEG": 0})
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
        "known": known,
        "counts": counts,
        "totals": words.totals,
        "vocabulary": len(words.counts),
        "probabilities": probabilities,
        "evidence": logs[0] - logs[1] if known else 0.0,
        "accuracy": accuracies[OMEGAS.index(omega)],
        "best": OMEGAS[best],
        "best_accuracy": accuracies[best],
        "accuracies": accuracies,
    }


class _Trained:
    """The words of the training reviews, counted class by class, and what each omega achieves."""

    def __init__(self) -> None:
        train = course_split().train
        tokens = [tokenize(text) for text in train["text"]]
        vectorizer = CountVectorizer(analyzer=lambda words: words)
        counts = vectorizer.fit_transform(tokens)
        by_class = [
            np.asarray(counts[(train["label"] == label).to_numpy()].sum(axis=0)).ravel()
            for label in ("POS", "NEG")
        ]
        self.totals = {"POS": int(by_class[0].sum()), "NEG": int(by_class[1].sum())}
        self.counts = {
            word: {"POS": int(pos), "NEG": int(neg)}
            for word, pos, neg in zip(vectorizer.get_feature_names_out(), *by_class, strict=True)
        }
        tuned = tune_smoothing(train["text"], train["label"], OMEGAS)
        self.accuracies = tuned.means.loc[list(OMEGAS)].tolist()


_trained = cache(_Trained)


def smoothing(**initial: object) -> Demonstration:
    """Show a word's probabilities in both classes, and the accuracy, against omega.

    The first call reads the reviews and cross-validates: a few seconds.
    Source: MLRD lecture 4, "Starred Tick - Parameter tuning for NB Smoothing".

    Parameters
    ----------
    **initial
        Settings to begin with: arguments of `smoothing_numbers`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    smoothing_numbers : What its readout says.

    Examples
    --------
    >>> smoothing(word="superb")
    Demonstration(omega=1.0, word='superb')
    """
    controls = {
        "omega": scale("omega", [(f"{omega:g}", omega) for omega in OMEGAS], 1.0),
        "word": Combobox(
            value="gandhi", options=WORDS, description="word", continuous_update=False, layout=WIDE
        ),
    }
    return Demonstration("smoothing", controls, initial, smoothing_numbers, _picture)


def _picture(numbers: Numbers) -> str:
    omegas, here = np.array(OMEGAS), numbers["probabilities"]
    word = _shortened(numbers["word"])
    probabilities = {
        f"P({word} | {label})": (numbers["counts"][label] + omegas)
        / (numbers["totals"][label] + omegas * numbers["vocabulary"])
        for label in here
    }
    alt = (
        f"Above, P({word} | POS), a solid line, and P({word} | NEG), a dashed one, against omega; at "
        f"omega {numbers['omega']:g} they are {here['POS']:.2g} and {here['NEG']:.2g}. Below, accuracy "
        f"against omega: {show_score(numbers['accuracy'])} here, best {show_score(numbers['best_accuracy'])} at "
        f"{numbers['best']:g}."
    )
    places = OMEGAS.index(numbers["omega"]), OMEGAS.index(numbers["best"])
    return demonstrations.as_svg(
        lambda: demonstrations.smoothing(OMEGAS, probabilities, numbers["accuracies"], *places), alt
    )


def _shortened(word: str) -> str:
    """Give a word that fits into a legend twice."""
    return word if len(word) <= 16 else f"{word[:15]}…"
