"""Tick 5: the hidden cases. This file stays with the instructor."""

import ast
from collections import Counter

import numpy as np

from labkit import NaiveBayes, course_split, load_reviews, make_folds, tokenize, tune_smoothing
from labkit.agreement import agreement_table, fleiss_kappa
from labkit.checks import Case, equals
from labkit.corpora import lexicon_lines

# Reviews of another draw than the notebook's, and the last of the snippets.
REVIEWS = course_split(seed=45, train=0, test=60, validation=0).test
TEXTS, LABELS = REVIEWS["text"].tolist(), REVIEWS["label"].tolist()
SNIPPETS = load_reviews("rotten_tomatoes")[-400:]

SHUFFLED = np.random.default_rng(45).permutation(60).tolist()
LARGE = np.random.default_rng(46).permutation(1800).tolist()
THREE = ["neutral", "bad", "good", "bad", "bad", "neutral", "good", "bad", "bad", "good", "bad"]


def fold(order, folds):
    """Fold by fold: every item whose place leaves the fold's number as remainder."""
    return [order[number::folds] for number in range(folds)]


def stratified(order, labels, folds):
    """The classes one after another, each in the given order, then dealt."""
    return fold([i for wanted in sorted(set(labels)) for i in order if labels[i] == wanted], folds)


GRID = [4.0, 0.2, 1.0]
FOLDS = make_folds(LABELS, 5, rng=45)
OUTER_TABLE = tune_smoothing(TEXTS, LABELS, GRID, folds=FOLDS).table
INNER, OUTER = [], []
for number in range(5):
    rest = np.flatnonzero(number != FOLDS)
    within = tune_smoothing([TEXTS[i] for i in rest], [LABELS[i] for i in rest], GRID, folds=3)
    here = OUTER_TABLE[OUTER_TABLE["fold"] == number].set_index("value")["accuracy"]
    INNER.append({omega: float(within.means[omega]) for omega in GRID})
    OUTER.append({omega: float(here[omega]) for omega in GRID})
ACCURACIES = [row[1.0] for row in OUTER]


def choice(within):
    """The smallest candidate whose accuracy is the highest."""
    return min(omega for omega in within if within[omega] == max(within.values()))


def evidence():
    """What Naive Bayes learns from the reviews, in 64ths: then no sum depends on rounding."""
    known = NaiveBayes(1).fit(TEXTS, LABELS).feature_log_prob_
    return {word: round(64 * (pos - neg)) / 64 for word, (pos, neg) in known.items()}


def counts():
    """How often each word occurs in the snippets of each class."""
    found = {"POS": Counter(), "NEG": Counter()}
    for text, label in zip(SNIPPETS["text"], SNIPPETS["label"], strict=True):
        found[label].update(tokenize(text))
    return {label: dict(words) for label, words in found.items()}


def misleading(evidence, counts, k):
    """By the push of each word, in pairs, so that equal ones sort by the word."""
    pushes = [
        (strength * (counts["POS"].get(word, 0) - counts["NEG"].get(word, 0)), word)
        for word, strength in evidence.items()
    ]
    return [word for push, word in sorted(pushes) if push < 0][:k]


EVIDENCE, COUNTS = evidence(), counts()
FEW = {word: EVIDENCE[word] for word in list(EVIDENCE)[:400]}
COUNTED = {label: {w: n for w, n in COUNTS[label].items() if w in FEW} for label in COUNTS}

SIGNS = ["negative", "neutral", "positive"]
RATED = [ast.literal_eval(line.split("\t")[3]) for line in lexicon_lines()[3000:3040]]
SIGNED = [[SIGNS[int(np.sign(rating)) + 1] for rating in ratings] for ratings in RATED]
TABLE = agreement_table(SIGNED, SIGNS).tolist()
RATERS = [{item: row[rater] for item, row in enumerate(SIGNED)} for rater in range(10)]


def kappa(table):
    """Both agreements from shares of the table, and labkit's kappa."""
    rows = np.array(table)
    raters = rows[0].sum()
    observed = np.mean(((rows / raters) ** 2).sum(axis=1) * raters - 1) / (raters - 1)
    chance = np.sum((rows.sum(axis=0) / rows.sum()) ** 2)
    return float(observed), float(chance), fleiss_kappa(table)


CASES = {
    "deal": [
        Case((SHUFFLED, 7), equals(fold(SHUFFLED, 7)), "shuffled items"),
        Case(
            (list(range(20, 0, -1)), 10),
            equals(fold(list(range(20, 0, -1)), 10)),
            "items in descending order",
        ),
        Case(([8, 1, 5], 4), equals([[8], [1], [5], []]), "more folds than items"),
        Case(([5, 3, 9, 0, 2, 7], 4), equals([[5, 2], [3, 7], [9], [0]]), "uneven folds"),
        Case((LARGE, 10), equals(fold(LARGE, 10)), "many items", seconds=2),
    ],
    "stratified-folds": [
        Case((SHUFFLED, LABELS, 7), equals(stratified(SHUFFLED, LABELS, 7)), "shuffled items"),
        Case(
            (list(range(60)), LABELS, 10),
            equals(stratified(list(range(60)), LABELS, 10)),
            "items in order",
        ),
        Case(
            (LARGE, LABELS * 30, 10),
            equals(stratified(LARGE, LABELS * 30, 10)),
            "many items",
            seconds=2,
        ),
        Case(
            ([4, 0, 3, 1, 2], ["POS", "POS", "NEG", "POS", "POS"], 2),
            equals([[2, 0, 1], [4, 3]], class_order=[[4, 3, 2], [0, 1]]),
            "very unequal classes",
        ),
        Case(
            ([9, 3, 0, 10, 6, 1, 8, 2, 7, 5, 4], THREE, 4),
            equals(stratified([9, 3, 0, 10, 6, 1, 8, 2, 7, 5, 4], THREE, 4)),
            "three classes",
        ),
        # Only some of the items are to be dealt.
        Case(([9, 3, 0, 6, 8], THREE, 2), equals([[3, 9, 0], [8, 6]]), "some of the items only"),
    ],
    "mean-and-variance": [
        Case(
            (ACCURACIES,),
            equals((float(np.mean(ACCURACIES)), float(np.var(ACCURACIES)))),
            "usual accuracies",
        ),
        Case(([0.5, 0.5, 0.5],), equals((0.5, 0.0)), "accuracies that are all equal"),
        Case(([0.125],), equals((0.125, 0.0)), "a single fold"),
        # All of a fold may be wrong, and is still a fold.
        Case(([0.0, 0.25, 0.5],), equals((0.25, 1 / 24)), "a fold without a right answer"),
    ],
    "tune-inside-folds": [
        Case(
            (INNER, OUTER),
            equals([row[choice(w)] for w, row in zip(INNER, OUTER, strict=True)]),
            "usual tables",
        ),
        Case(
            (
                [{9.0: 0.5, 1.0: 0.75, 0.3: 0.75}, {9.0: 0.9, 1.0: 0.8, 0.3: 0.85}],
                [{9.0: 0.4, 1.0: 0.7, 0.3: 0.6}, {9.0: 0.55, 1.0: 0.9, 0.3: 0.95}],
            ),
            equals([0.6, 0.55]),
            "candidates that tie",
        ),
        # As text, and in a set, the larger of two that are as good comes first.
        Case(
            ([{16: 0.75, 9: 0.75}], [{16: 0.5, 9: 0.625}]),
            equals([0.625]),
            "candidates that tie",
        ),
        # Two digits make these two equal, and then the smaller one would win.
        # The folds' own candidates stand in another order.
        Case(
            ([{1.0: 0.4, 3.0: 0.45, 9.0: 0.3}], [{9.0: 0.25, 1.0: 0.75, 3.0: 0.5}]),
            equals([0.5]),
            "candidates in another order",
        ),
        Case(
            ([{2.0: 0.752, 0.5: 0.749}], [{2.0: 0.625, 0.5: 0.75}]),
            equals([0.625]),
            "accuracies that differ by very little",
        ),
        # So do four digits here.
        Case(
            ([{2.0: 0.81252, 0.5: 0.81248}], [{2.0: 0.625, 0.5: 0.75}]),
            equals([0.625]),
            "accuracies that differ by very little",
        ),
    ],
    "misleading-words": [
        Case(
            (EVIDENCE, COUNTS, 25),
            equals(misleading(EVIDENCE, COUNTS, 25)),
            "evidence from the corpus",
        ),
        Case(
            (FEW, COUNTED, 10_000),
            equals(misleading(FEW, COUNTED, 10_000)),
            "more words wanted than there are",
        ),
        # With two digits, two of these are equal and the third is none.
        Case(
            (
                {"bland": -0.504, "arch": -0.502, "coy": -0.001},
                {"POS": {"bland": 1, "arch": 1, "coy": 1}, "NEG": {}},
                3,
            ),
            equals(["bland", "arch", "coy"]),
            "evidence that differs by very little",
        ),
        # With three digits, two are equal, and the one that misleads more comes second.
        Case(
            ({"arch": -0.5021, "bland": -0.5024}, {"POS": {"arch": 1, "bland": 1}, "NEG": {}}, 2),
            equals(["bland", "arch"]),
            "evidence that differs by very little",
        ),
        Case((FEW, COUNTED, 0), equals([]), "no words wanted"),
        Case(
            ({"bogus": -1.0, "wells": 1.0}, {"POS": {}, "NEG": {"bogus": 3}}, 2),
            equals([]),
            "no word that misleads",
        ),
    ],
    "agreement-table": [
        Case((RATERS, list(range(40)), SIGNS), equals(TABLE), "all raters"),
        Case(
            (RATERS[:3], [7, 30, 2], SIGNS[::-1]),
            equals(agreement_table([SIGNED[i][:3] for i in (7, 30, 2)], SIGNS[::-1]).tolist()),
            "some raters and items, classes in another order",
        ),
        # The name of one class is in the others', at their end or their beginning.
        Case(
            (
                [{1: "sure", 2: "unsure"}, {1: "unsure", 2: "unsure"}, {1: "surely", 2: "unsure"}],
                [1, 2],
                ["sure", "unsure", "surely"],
            ),
            equals([[1, 1, 1], [0, 3, 0]]),
            "classes whose names contain each other",
        ),
    ],
    "fleiss-kappa": [
        Case((TABLE,), equals(kappa(TABLE)), "counts from raters"),
        Case(([[1, 1], [1, 1]],), equals((0.0, 0.5, -1.0)), "agreement below chance"),
        Case(([[5, 0, 0], [0, 5, 0]],), equals((1.0, 0.5, 1.0)), "complete agreement"),
        # Nearly all is of one class: 1 less the chance agreement is small.
        Case(
            ([[3, 0]] * 60 + [[0, 3]],),
            equals(kappa([[3, 0]] * 60 + [[0, 3]])),
            "nearly all of one class",
        ),
        Case(
            ([[9, 1, 0, 0], [0, 6, 4, 0]],),
            equals(kappa([[9, 1, 0, 0], [0, 6, 4, 0]])),
            "four classes",
        ),
    ],
}
