"""What omega does to a word's probabilities, counted in the training reviews."""

import math
from collections import Counter
from functools import cache

from labkit import course_split, tokenize
from labkit.report.digits import rounded
from labkit.text import with_power
from labkit.tuning import tune_smoothing

OMEGAS = [0.0, *(m * 10.0**e for e in range(-3, 2) for m in (1, 1.5, 2, 3, 5, 7)), 100.0]


@cache
def train():
    """Return the counts of each word in both classes, and the accuracy of each omega."""
    reviews = course_split().train
    counts = {label: Counter() for label in ("POS", "NEG")}
    for text, label in zip(reviews["text"], reviews["label"], strict=True):
        counts[label].update(tokenize(text))
    return counts, tune_smoothing(reviews["text"], reviews["label"], OMEGAS).means.loc[
        OMEGAS
    ].tolist()


def numbers(omega=1, word="gandhi", reveal=False):
    """A word's smoothed probabilities in both classes, and the accuracy with this omega.

    The classifier is tick 2's, the accuracy that of tick 5's cross-validation.
    """
    (word,) = tokenize(word)
    counts, accuracies = train()
    vocabulary = len(counts["POS"] | counts["NEG"])
    found = {label: counts[label][word] for label in counts}
    known = any(found.values())
    probabilities = {
        label: (found[label] + omega) / (counts[label].total() + omega * vocabulary)
        for label in counts
    }
    logs = [math.log(p) if p else -math.inf for p in probabilities.values()]
    best = max(range(len(OMEGAS)), key=lambda place: round(accuracies[place], 12))
    (place,) = (place for place, each in enumerate(OMEGAS) if math.isclose(each, omega))
    return {
        "word": word,
        "known": known,
        "counts": found,
        "vocabulary": vocabulary,
        "probabilities": probabilities,
        "evidence": logs[0] - logs[1] if known else 0.0,
        "accuracy": accuracies[place],
        "best": OMEGAS[best],
        "best_accuracy": accuracies[best],
    }


def readout(found):
    word, evidence = found["word"], found["evidence"]
    size = "without limit" if math.isinf(evidence) else f"{abs(evidence):.2f}"
    side = "POS" if evidence > 0 else "NEG"
    left_out = f"In no training review: the classifier leaves “{word}” out"
    best = f"{found['best']:g}, with {rounded(found['best_accuracy'])}"
    lines = [
        f"{label}: {found['counts'][label]:,} × “{word}”, P = {with_power(f'{p:.2g}')}"
        for label, p in found["probabilities"].items()
    ]
    return [
        *lines,
        f"Evidence for {side}: {size}" if found["known"] else left_out,
        f"Accuracy with ω = {found['omega']:g}, ten folds of the training reviews: {rounded(found['accuracy'])}",
        *([f"Best ω of these: {best}"] if found["reveal"] else []),
    ]
