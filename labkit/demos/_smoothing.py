"""Demonstration of smoothing: what omega does to a word's probabilities, and to the accuracy."""

import math
from functools import cache

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer

from labkit import arguments
from labkit.corpora import course_split, tokenize
from labkit.demos.demonstration import Numbers, opener
from labkit.demos.words import raised
from labkit.report.digits import rounded
from labkit.tuning import tune_smoothing

#: The candidates: 0, which is no smoothing, and six from each power of ten to the next.
OMEGAS = (0.0, *(round(m * 10.0**e, 6) for e in range(-3, 2) for m in (1, 1.5, 2, 3, 5, 7)), 100.0)

#: Words to try; the first four are in reviews of one class alone, the last one in none.
WORDS = ["gandhi", "zombies", "bother", "captures", "superb", "awful", "film", "the", "covid"]

#: A page knows the words that occur so often in the training reviews.
LEAST = 3


def smoothing_numbers(omega: float = 1.0, word: str = "gandhi", reveal: bool = False) -> Numbers:
    """Compute a word's smoothed probabilities in both classes, and the accuracy with this omega.

    Naive Bayes is trained on the course's 1,800 reviews, as in tick 2; the accuracy is
    that of cross-validation on them, ten stratified folds, as in tick 5.

    Parameters
    ----------
    omega : float
        The smoothing constant, one of `OMEGAS`.
    word : str
        One word, in any case.
    reveal : bool
        Whether the accuracies of all `OMEGAS` are shown, too; it changes no number.

    Returns
    -------
    dict
        The settings, the word as the classifier reads it, and: `known` (whether the training
        reviews have it: the classifier leaves others out); `counts`, `totals` (of all words)
        and `probabilities` for ``"POS"`` and ``"NEG"``; `vocabulary` (different words);
        `evidence` (log P(word | POS) - log P(word | NEG); infinite where one is 0, and 0 for
        a word that is left out); `accuracy`; `best` (the omega of highest accuracy) and
        `best_accuracy`; `accuracies` (of all `OMEGAS`).

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
    words, totals, accuracies = _train()
    known, counts = read[0] in words, words.get(read[0], {"POS": 0, "NEG": 0})
    probabilities = {
        label: (counts[label] + omega) / (totals[label] + omega * len(words)) for label in counts
    }
    logs = [math.log(p) if p else -math.inf for p in probabilities.values()]
    best = max(range(len(OMEGAS)), key=lambda place: round(accuracies[place], 12))
    return {
        "omega": omega,
        "word": read[0],
        "reveal": bool(reveal),
        "known": known,
        "counts": counts,
        "totals": totals,
        "vocabulary": len(words),
        "probabilities": probabilities,
        "evidence": logs[0] - logs[1] if known else 0.0,
        "accuracy": accuracies[OMEGAS.index(omega)],
        "best": OMEGAS[best],
        "best_accuracy": accuracies[best],
        "accuracies": accuracies,
    }


@cache
def _train() -> tuple[dict[str, dict[str, int]], dict[str, int], list[float]]:
    """Return each word's counts in both classes, all words of a class, and the accuracies."""
    train = course_split().train
    vectorizer = CountVectorizer(analyzer=tokenize)
    counts = vectorizer.fit_transform(train["text"])
    by_class = {
        label: np.asarray(counts[(train["label"] == label).to_numpy()].sum(axis=0)).ravel()
        for label in ("POS", "NEG")
    }
    names = vectorizer.get_feature_names_out()
    words = {
        word: {"POS": int(pos), "NEG": int(neg)}
        for word, pos, neg in zip(names, *by_class.values(), strict=True)
    }
    tuned = tune_smoothing(train["text"], train["label"], OMEGAS)
    totals = {label: int(each.sum()) for label, each in by_class.items()}
    return words, totals, tuned.means.loc[list(OMEGAS)].tolist()


def _data_for(settings: Numbers) -> Numbers:
    """Return what the page needs: the accuracies, and words by their counts in both classes."""
    words, totals, accuracies = _train()
    (word,) = tokenize(settings["word"])
    grouped: dict[str, list[str]] = {}
    often = [each for each, counts in words.items() if sum(counts.values()) >= LEAST]
    for each in dict.fromkeys([*often, *WORDS, word]):
        counts = words.get(each, {"POS": 0, "NEG": 0})
        grouped.setdefault("{POS} {NEG}".format(**counts), []).append(each)
    return {
        "omegas": list(OMEGAS),
        "accuracies": accuracies,
        "totals": totals,
        "vocabulary": len(words),
        "suggestions": WORDS,
        "least": LEAST,
        "words": {counts: " ".join(those) for counts, those in grouped.items()},
    }


def _readout(numbers: Numbers) -> str:
    word, evidence = numbers["word"], numbers["evidence"]
    size = "without limit" if math.isinf(evidence) else f"{abs(evidence):.2f}"
    side = "POS" if evidence > 0 else "NEG" if evidence < 0 else "neither class"
    lines = [
        f"{label}: {numbers['counts'][label]:,} × “{word}”, P = {_scientific(p)}"
        for label, p in numbers["probabilities"].items()
    ]
    left_out = f"In no training review: the classifier leaves “{word}” out"
    lines.append(f"Evidence for {side}: {size}" if numbers["known"] else left_out)
    lines.append(f"Accuracy with omega {numbers['omega']:g}: {rounded(numbers['accuracy'])}")
    best = f"{numbers['best']:g}, with {rounded(numbers['best_accuracy'])}"
    return "\n".join([*lines, f"Best omega of these: {best}"][: 5 if numbers["reveal"] else 4])


def _scientific(probability: float) -> str:
    """Return a probability as 1.7 · 10⁻⁴."""
    if probability == 0:
        return "0"
    number, power = f"{probability:.1e}".split("e")
    return f"{number} · 10{raised(int(power))}"


smoothing = opener(
    smoothing_numbers,
    _readout,
    """Show a word's probabilities in both classes, and the accuracy, against omega.

    The first call reads the reviews and cross-validates: a few seconds. The page knows its
    first word and all that occur three times in the training reviews.
    Source: MLRD lecture 4, "Starred Tick - Parameter tuning for NB Smoothing".""",
    _data_for,
)
