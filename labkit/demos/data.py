"""The data that some demonstrations need; most need no more than their settings."""

import json
from collections import Counter
from functools import cache
from typing import Any

from labkit.corpora import course_split, tokenize
from labkit.demos import program
from labkit.trecvid import load_scores_table
from labkit.tuning import tune_smoothing

Data = dict[str, Any]

#: The omegas to choose from: 0, which is no smoothing, and six from each power of ten to the next.
OMEGAS = (0.0, *(round(m * 10.0**e, 6) for e in range(-3, 2) for m in (1, 1.5, 2, 3, 5, 7)), 100.0)

#: Words to try; the first four are in reviews of one class alone, the last one in none.
WORDS = ["gandhi", "zombies", "bother", "captures", "superb", "awful", "film", "the", "covid"]

#: A page knows the words that occur so often in the training reviews.
LEAST = 3


def data_for(name: str, settings: Data) -> Data:
    """Return what a demonstration needs to show these settings, and others later."""
    if name == "confidence_vs_gain":
        # tests/demos/confidence_pairs.py writes these.
        return json.loads(program.read("js/confidence_vs_gain.json"))
    if name == "sign_flips":
        return {str(run): scores.tolist() for run, scores in load_scores_table().iterrows()}
    return _words(str(settings.get("word", ""))) if name == "smoothing" else {}


def _words(wanted: str) -> Data:
    """Return the accuracies, and the words by their counts in both classes, what is wanted among them."""
    words, totals, accuracies = _train()
    grouped: dict[str, list[str]] = {}
    often = [each for each, counts in words.items() if sum(counts.values()) >= LEAST]
    for each in dict.fromkeys([*often, *WORDS, *tokenize(wanted)]):
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
