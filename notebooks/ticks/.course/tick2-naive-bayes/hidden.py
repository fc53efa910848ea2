"""Tick 2: the hidden cases. This file stays with the instructor."""

import random
from collections import Counter
from math import inf, log

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


def exact_sums(seed, number):
    """Short reviews and models whose sums have no rounding, with the class of the larger sum."""
    draw, found = random.Random(seed), []
    for _ in range(number):
        order = draw.choice([("POS", "NEG"), ("NEG", "POS")])
        model = {
            c: {w: draw.choice([-1.0, -2.0, -2.5, -3.0]) for w in "abcdef"} for c in ("POS", "NEG")
        }
        model["POS"]["a"], model["NEG"]["b"] = draw.choice([(-inf, -1.0), (-1.0, -inf)])
        model["POS"]["c"], model["NEG"]["d"] = -inf, -inf
        words = draw.choices("abcdefz", weights=(1, 1, 1, 1, 6, 6, 3), k=draw.randint(1, 6))
        priors = {"POS": draw.choice([-1.0, -2.0]), "NEG": -1.0}
        sums = {c: priors[c] + sum(model[c].get(w, 0) for w in words) for c in model}
        inputs = (words, {c: priors[c] for c in order}, {c: model[c] for c in order})
        found.append((inputs, "POS" if sums["POS"] >= sums["NEG"] else "NEG"))
    return found


SKEWED = ["NEG"] * 13 + ["POS"] * 29


def shared_task():
    """The class challenge: a function of the notebook, inputs for it, and the true classes."""
    reviews = course_split(seed=43, train=0, test=1000, validation=0).test
    inputs = [(words, MODEL.class_log_prior_, learnt(words)) for words in tokens_of(reviews)]
    return "challenge", inputs, reviews["label"].tolist()


CASES = {
    "class-log-priors": [
        Case(
            (SKEWED,),
            equals({"POS": log(29 / 42), "NEG": log(13 / 42)}),
            "classes of different sizes",
        ),
        Case(
            (FEW_LABELS + ["POS"] * 4,),
            equals({"POS": log(10 / 16), "NEG": log(6 / 16)}),
            "few reviews",
        ),
        # So rare a class that what is added to its share against a 0, or below which no share may
        # fall, shows.
        Case(
            (["POS"] * 149 + ["NEG"],),
            equals({"POS": log(149 / 150), "NEG": log(1 / 150)}),
            "a rare class",
        ),
    ],
    "count-words": [
        Case((FEW, FEW_LABELS), equals(FEW_COUNTS), "reviews of the corpus"),
        Case(
            (FEW[::-1], FEW_LABELS[::-1]), equals(FEW_COUNTS), "the same reviews in another order"
        ),
        Case(
            ([["x", "x"], ["y"]], ["NEG", "POS"]),
            equals({"POS": {"y": 1}, "NEG": {"x": 2}}),
            "a word of one class only",
        ),
        Case(
            ([["b", "a"], [], ["a", "aa", "-", "9"], ["a"]], ["NEG", "POS", "POS", "NEG"]),
            equals({"POS": {"a": 1, "aa": 1, "-": 1, "9": 1}, "NEG": {"a": 2, "b": 1}}),
            "an empty review, and odd tokens",
        ),
        Case(
            ([["fine"], ["fine"]], ["POS", "NEG"]),
            equals({"POS": {"fine": 1}, "NEG": {"fine": 1}}),
            "the same review in both classes",
        ),
    ],
    "word-log-probabilities": [
        Case((FEW_COUNTS,), equals(table(0)), "counts from the corpus"),
        Case(
            ({"NEG": {"x": 1, "y": 3}, "POS": {"z": 5}},),
            equals(
                {
                    "POS": {"x": -inf, "y": -inf, "z": 0.0},
                    "NEG": {"x": log(1 / 4), "y": log(3 / 4), "z": -inf},
                }
            ),
            "a word of one class only",
        ),
        Case(
            ({"POS": {"aa": 7, "b": 1}, "NEG": {"b": 2, "aa": 6, "a": 2}},),
            equals(
                {
                    "POS": {"a": -inf, "aa": log(7 / 8), "b": log(1 / 8)},
                    "NEG": {"a": log(1 / 5), "aa": log(3 / 5), "b": log(1 / 5)},
                }
            ),
            "words that both classes have",
        ),
    ],
    "smoothed-log-probabilities": [
        Case((FEW_COUNTS, omega), equals(table(omega)), "counts from the corpus")
        for omega in (1, 0.05, 3.0, 2e-4)
    ]
    + [
        Case(
            ({"NEG": {"x": 1, "y": 3}, "POS": {"z": 5}}, 2),
            equals(
                {
                    "POS": {"x": log(2 / 11), "y": log(2 / 11), "z": log(7 / 11)},
                    "NEG": {"x": log(3 / 10), "y": log(5 / 10), "z": log(2 / 10)},
                }
            ),
            "a word of one class only",
        )
    ],
    "classify": [
        Case(
            (tokens, MODEL.class_log_prior_, learnt(tokens)), equals(label), "reviews of the corpus"
        )
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
            equals("NEG"),
            "a very long review",
        ),
        Case(
            ([], {"POS": log(0.4), "NEG": log(0.6)}, learnt(["fine"])),
            equals("NEG"),
            "an empty review",
        ),
        Case(
            (["xylophonic"], {"POS": log(0.5), "NEG": log(0.5)}, learnt(["fine"])),
            equals("POS"),
            "a review of unknown words",
        ),
    ]
    + [
        Case(inputs, equals(label), "short reviews, some with words of probability 0")
        for inputs, label in exact_sums(5, 40)
    ]
    # A sum that is larger by a millionth.
    + [
        Case(
            (["so"], {"POS": -0.5, "NEG": -0.5}, {"POS": {"so": -3.000001}, "NEG": {"so": -3.0}}),
            equals("NEG"),
            "a difference that is very small",
        ),
    ]
    # A word in capitals is another word, and the last of many words counts as the first does.
    + [
        Case(
            (
                tokens,
                {"POS": log(0.5), "NEG": log(0.5)},
                {"POS": {"us": -3.0}, "NEG": {"us": -2.0}},
            ),
            equals(label),
            "capitals, and a very long review",
        )
        for tokens, label in ((["US"], "POS"), (["a"] * 6_000 + ["us"], "NEG"))
    ]
    # Words that say next to nothing, and say it often.
    + [
        Case(
            (
                ["so"] * 30 + ["fine"],
                {"POS": log(0.5), "NEG": log(0.5)},
                {"POS": {"so": -3.0, "fine": -4.0}, "NEG": {"so": -2.96, "fine": -5.0}},
            ),
            equals("NEG"),
            "a word that says little, many times",
        )
    ],
    "telling-words": [
        Case((tokens, learnt(tokens), k), equals(most_positive(tokens, k)), "reviews of the corpus")
        for k, tokens in enumerate([*TEST[:6], TEST[7], TEST[8]], start=1)
    ]
    + [
        Case(
            (TEST[9], learnt(TEST[9]), 25),
            equals(most_positive(TEST[9], 25)),
            "more words wanted than there are",
        )
    ]
    + [
        Case(
            (
                ["u", "t", "v", "t", "w", "zz", "u"],
                {
                    "POS": {"t": -1.0, "u": -1.5, "v": -2.0, "w": -3.0},
                    "NEG": {"t": -2.0, "u": -2.5, "v": -1.0, "w": -3.0},
                },
                k,
            ),
            equals(["t", "u", "w", "v"][:k]),
            "equal evidence, and any number of words wanted",
        )
        for k in (0, 1, 2, 3, 20)
    ]
    # Three digits, or capitals, do not tell these words apart.
    + [
        Case(
            (
                ["apt", "zesty"],
                {
                    "POS": {"apt": -1.0, "zesty": -1.0},
                    "NEG": {"apt": -2.0, "zesty": -2.0001},
                },
                2,
            ),
            equals(["zesty", "apt"]),
            "words that differ by very little",
        ),
        Case(
            (
                ["US", "film"],
                {
                    "POS": {"US": -1.0, "us": -5.0, "film": -2.0},
                    "NEG": {"US": -3.0, "us": -1.0, "film": -2.5},
                },
                2,
            ),
            equals(["US", "film"]),
            "words in capitals",
        ),
    ],
}
