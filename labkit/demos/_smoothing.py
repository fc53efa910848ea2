"""Demonstration of smoothing: what omega does to a word's probabilities, and to the accuracy."""

import math
from collections import Counter
from functools import cache

from labkit import arguments
from labkit.corpora import course_split, tokenize
from labkit.demos.demonstration import Numbers, opener
from labkit.report.digits import rounded
from labkit.tuning import tune_smoothing

#: The candidates: 0, which is no smoothing, and six from each power of ten to the next.
OMEGAS = (0.0, *(round(m * 10.0**e, 6) for e in range(-3, 2) for m in (1, 1.5, 2, 3, 5, 7)), 100.0)

#: Words to try; the first four are in reviews of one class alone, the last one in none.
WORDS = ["gandhi", "zombies", "bother", "captures", "superb", "awful", "film", "the", "covid"]

#: A page knows the words that occur so often in the training reviews.
LEAST = 3


def smoothing_numbers(omega: float = 1.0, word: str = "gandhi") -> Numbers:
    """Return a word's smoothed probabilities in both classes, and the accuracy with this omega.

    The classifier is tick 2's, the accuracy that of tick 5's cross-validation.
    """
    if arguments.as_number(omega, "omega") not in OMEGAS:
        raise ValueError(f"omega must be one of the candidates in OMEGAS, not {omega!r}")
    read = tokenize(arguments.as_text(word, "word"))
    if len(read) != 1:
        raise ValueError(f"word must be one word, such as {', '.join(WORDS[:3])}, not {word!r}")
    words, totals, accuracies = _train()
    counts = words.get(read[0], {"POS": 0, "NEG": 0})
    probabilities = {
        label: (counts[label] + omega) / (totals[label] + omega * len(words)) for label in counts
    }
    logs = [math.log(p) if p else -math.inf for p in probabilities.values()]
    best = max(range(len(OMEGAS)), key=lambda place: round(accuracies[place], 12))
    return {
        "word": read[0],
        "known": read[0] in words,
        "counts": counts,
        "probabilities": probabilities,
        "evidence": logs[0] - logs[1] if read[0] in words else 0.0,
        "accuracy": accuracies[OMEGAS.index(omega)],
        "best": OMEGAS[best],
        "best_accuracy": accuracies[best],
    }


@cache
def _train() -> tuple[dict[str, dict[str, int]], dict[str, int], list[float]]:
    """Return each word's counts in both classes, all words of a class, and the accuracies."""
    train = course_split().train
    counts: dict[str, Counter[str]] = {"POS": Counter(), "NEG": Counter()}
    for text, label in zip(train["text"], train["label"], strict=True):
        counts[label].update(tokenize(text))
    vocabulary = sorted({*counts["POS"], *counts["NEG"]})
    words = {word: {label: counts[label][word] for label in counts} for word in vocabulary}
    totals = {label: each.total() for label, each in counts.items()}
    tuned = tune_smoothing(train["text"], train["label"], OMEGAS)
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


def _readout(found: Numbers) -> list[str]:
    word, evidence = found["word"], found["evidence"]
    size = "without limit" if math.isinf(evidence) else f"{abs(evidence):.2f}"
    side = "POS" if evidence > 0 else "NEG"
    left_out = f"In no training review: the classifier leaves “{word}” out"
    best = f"{found['best']:g}, with {rounded(found['best_accuracy'])}"
    lines = [
        f"{label}: {found['counts'][label]:,} × “{word}”, P = {p:.2g}"
        for label, p in found["probabilities"].items()
    ]
    return [
        *lines,
        f"Evidence for {side}: {size}" if found["known"] else left_out,
        f"Accuracy with omega {found['omega']:g}: {rounded(found['accuracy'])}",
        *([f"Best omega of these: {best}"] if found["reveal"] else []),
    ]


smoothing = opener(
    smoothing_numbers,
    _readout,
    """Show a word's probabilities in both classes, and the accuracy, against omega.

    The first call reads the reviews and cross-validates: a few seconds. The page knows its
    first word and all that occur three times in the training reviews.
    Source: MLRD lecture 4, "Starred Tick - Parameter tuning for NB Smoothing".""",
    {"reveal": False},
    _data_for,
)
