"""Tick 2: the hidden cases. This file stays with the instructor."""

from collections import Counter
from math import log

from labkit import NaiveBayes, course_split, tokenize
from labkit.checks import Case, equals

# Reviews of another draw than the notebook's. A case holds only the words it
# needs, so that it stays small.
DRAW = course_split(seed=42, train=400, test=30, validation=12)


def tokens_of(reviews):
    """The reviews as lists of words."""
    return [tokenize(text) for text in reviews["text"]]


FEW = tokens_of(DRAW.validation)
FEW_LABELS = DRAW.validation["label"].tolist()
FEW_COUNTS = {
    label: dict(Counter(w for ws, c in zip(FEW, FEW_LABELS, strict=True) if c == label for w in ws))
    for label in ("POS", "NEG")
}


def table(omega):
    """The log-probabilities that the lab's own classifier learns from the few."""
    model = NaiveBayes(omega).fit(DRAW.validation["text"], FEW_LABELS)
    columns = zip(*model.feature_log_prob_.values(), strict=True)
    return {
        label: dict(zip(model.feature_log_prob_, column, strict=True))
        for label, column in zip(model.classes_.tolist(), columns, strict=True)
    }


MODEL = NaiveBayes(0.3).fit(DRAW.train["text"], DRAW.train["label"])
TEST = tokens_of(DRAW.test)
PREDICTED = MODEL.predict(DRAW.test["text"]).tolist()


def learnt(words):
    """Class -> word -> log-probability, for those of the words that the model knows."""
    known = {
        word: MODEL.feature_log_prob_[word] for word in words if word in MODEL.feature_log_prob_
    }
    return {"POS": {w: p[0] for w, p in known.items()}, "NEG": {w: p[1] for w, p in known.items()}}


def most_positive(tokens, k):
    """The k words with the most evidence for POS, counted another way than students do."""
    ratios = {
        w: MODEL.feature_log_prob_[w][0] - MODEL.feature_log_prob_[w][1]
        for w in set(tokens) & MODEL.feature_log_prob_.keys()
    }
    return sorted(sorted(ratios), key=lambda w: -round(tokens.count(w) * ratios[w], 9))[:k]


SKEWED = ["NEG"] * 13 + ["POS"] * 29


def shared_task():
    """The class as a shared task: a question, inputs for its answer, and the true classes."""
    reviews = course_split(seed=43, train=0, test=1000, validation=0).test
    inputs = [(words, MODEL.class_log_prior_, learnt(words)) for words in tokens_of(reviews)]
    return "classify", inputs, reviews["label"].tolist()


CASES = {
    "class-log-priors": [
        Case(
            (SKEWED,),
            equals(
                {"POS": log(29 / 42), "NEG": log(13 / 42)},
                uniform={"POS": log(1 / 2), "NEG": log(1 / 2)},
            ),
        ),
        Case((FEW_LABELS + ["POS"] * 4,), equals({"POS": log(10 / 16), "NEG": log(6 / 16)})),
    ],
    "count-words": [
        Case((FEW, FEW_LABELS), equals(FEW_COUNTS)),
        Case((FEW[::-1], FEW_LABELS[::-1]), equals(FEW_COUNTS)),
        Case(
            ([["x", "x"], ["y"]], ["NEG", "POS"]),
            equals({"POS": {"y": 1}, "NEG": {"x": 2}}),
        ),
    ],
    "word-log-probabilities": [Case((FEW_COUNTS,), equals(table(0)))],
    "smoothed-log-probabilities": [
        Case((FEW_COUNTS, omega), equals(table(omega))) for omega in (1, 0.05, 3.0)
    ],
    "classify": [
        Case((tokens, MODEL.class_log_prior_, learnt(tokens)), equals(label))
        for tokens, label in zip(TEST, PREDICTED, strict=True)
    ]
    + [
        Case(
            (
                ["plot"] * 900 + ["limp"],
                {"POS": log(0.55), "NEG": log(0.45)},
                {
                    "POS": {"plot": log(0.003), "limp": log(0.001)},
                    "NEG": {"plot": log(0.003), "limp": log(0.002)},
                },
            ),
            equals("NEG", underflow="POS"),
        ),
        Case(
            ([], {"POS": log(0.4), "NEG": log(0.6)}, learnt(["fine"])), equals("NEG", prior="POS")
        ),
        Case(
            (["xylophonic"], {"POS": log(0.5), "NEG": log(0.5)}, learnt(["fine"])),
            equals("POS", ties_negative="NEG"),
        ),
    ],
    "telling-words": [
        Case((tokens, learnt(tokens), 4), equals(most_positive(tokens, 4))) for tokens in TEST[:6]
    ],
}
