"""Tick 3: the hidden cases. This file stays with the instructor."""

from collections import Counter
from math import exp, log

import numpy as np

from labkit import course_split, tokenize
from labkit.checks import Case, equals
from labkit.laws import rank_frequency
from labkit.laws import vocabulary_growth as growth_table

# Reviews of another draw than the notebook's.
TOKENS = [
    tokenize(text) for text in course_split(seed=43, train=0, test=8, validation=0).test["text"]
]
RANKED = [(word, int(f)) for word, f in rank_frequency(TOKENS).itertuples(index=False)]
TEXT = [token for tokens in TOKENS for token in tokens]


def growth(tokens):
    """Pairs of tokens and types at the powers of two, counted from the start each time."""
    powers = [2**i for i in range(len(tokens).bit_length()) if 2**i <= len(tokens)]
    return [(power, len(set(tokens[:power]))) for power in powers]


def line(points):
    """The weighted line, by numpy, whose weights are those of the distances."""
    x, y, weights = map(np.array, zip(*points, strict=True))
    slope, intercept = np.polyfit(x, y, 1, w=np.sqrt(weights))
    return float(slope), float(intercept)


def fitted(points):
    """A judge of the line that also takes one found step by step, whose last digits differ."""
    expected = line(points)
    judge = equals(expected)

    def judge_it(value):
        hint = judge(value)
        pair = hint is not None and hint.key == "other" and len(value) == 2
        return None if pair and np.allclose(value, expected, rtol=1e-7, atol=0) else hint

    return judge_it


ZIPFIAN = [(log(r), log(f), f) for r, (_, f) in enumerate(RANKED[:300], start=1)]
STEEP = [(0.0, -1.0, 2), (1.0, 2.5, 3), (2.0, 4.0, 1)]
SHORT = [(1.0, 4.0, 10), (2.0, 3.5, 1), (5.0, -1.0, 2), (6.0, 0.0, 2)]

#: Short reviews, each of a word of its own, in alphabetical order.
MANY_TYPES = [[f"w{i:05}"] for i in range(11_000)]
#: A text as long as those of the notebook, of few types.
LONG = [f"w{i % 37}" for i in range(2**17)]

#: Points above each other, and weights that are shares.
REPEATED = [(1.0, 4.0, 0.5), (1.0, 3.0, 0.25), (2.0, 2.5, 1.5), (2.0, 1.0, 0.125), (4.0, 0.0, 2)]
LIGHT = [(x, y, weight / 2**20) for x, y, weight in SHORT]

CASES = {
    "rank-words": [
        Case((TOKENS,), equals(RANKED), "reviews of the corpus"),
        Case(
            ([[], ["zeal", "ado"], ["ado"]],), equals([("ado", 2), ("zeal", 1)]), "an empty review"
        ),
        Case(
            ([["late", "early"]],),
            equals([("early", 1), ("late", 1)]),
            "words of the same frequency",
        ),
        Case(
            ([["'em", "em", "'em", "em-", "em"]],),
            equals([("'em", 2), ("em", 2), ("em-", 1)]),
            "words with apostrophes and hyphens",
        ),
        Case(
            ([["em", "'em"], ["'em", "em"]],),
            equals([("'em", 2), ("em", 2)]),
            "words of the same frequency",
        ),
        Case(
            ([["naïve", "naive", "naïve"]],),
            equals([("naïve", 2), ("naive", 1)]),
            "words with accents",
        ),
        # More types than the notebook's figure shows.
        Case((MANY_TYPES,), equals([(word, 1) for (word,) in MANY_TYPES]), "very many types"),
    ],
    "weighted-line": [
        Case((ZIPFIAN,), fitted(ZIPFIAN), "frequencies of the corpus"),
        Case((SHORT,), fitted(SHORT), "few points"),
        Case((REPEATED,), fitted(REPEATED), "points above each other"),
        # The same point twice, and a line that rises steeply.
        Case(([*STEEP, STEEP[0]],), fitted([*STEEP, STEEP[0]]), "a point that is there twice"),
        # Weights that are all small: only what they are to each other counts.
        Case((LIGHT,), fitted(LIGHT), "very small weights"),
    ],
    "zipf-parameters": [
        Case((-0.97, 11.5), equals((exp(11.5), 0.97)), "a usual line"),
        Case((-1.4, 0.25), equals((exp(0.25), 1.4)), "a steep line"),
        Case((-0.5, -1.5), equals((exp(-1.5), 0.5)), "a flat line"),
        Case(
            (-1.34371, 9.87654), equals((exp(9.87654), 1.34371)), "digits that rounding would lose"
        ),
    ],
    "expected-frequency": [
        Case((137, 52_000.5, 1.07), equals(52_000.5 * 137**-1.07), "a usual rank"),
        Case((2, 3.0, 0.5), equals(3 / 2**0.5), "a low rank"),
        # Less than one occurrence is expected.
        Case((5_000, 800.0, 1.1), equals(800 / 5_000**1.1), "a very high rank"),
    ],
    "vocabulary-growth": [
        Case((TEXT,), equals(growth(TEXT)), "a text of the corpus"),
        Case((TEXT[:256],), equals(growth(TEXT[:256])), "a length that is a power of two"),
        Case((["once"],), equals([(1, 1)]), "a single token"),
        Case((["US", "us", "us", "US"],), equals([(1, 1), (2, 2), (4, 2)]), "words in capitals"),
        Case(
            (["'em", "em", "naïve", "naive"],),
            equals([(1, 1), (2, 2), (4, 4)]),
            "words with apostrophes and accents",
        ),
        Case(
            (LONG,), equals([(2**i, min(2**i, 37)) for i in range(18)]), "a long text of few types"
        ),
    ],
    "new-words": [
        Case(
            (20_000, 5_000, 8.5, 0.61),
            equals(8.5 * 25_000**0.61 - 8.5 * 20_000**0.61),
            "a long text",
        ),
        Case((100, 100, 2.0, 0.8), equals(2 * 200**0.8 - 2 * 100**0.8), "a text that doubles"),
        # So near its beginning the law promises more types than tokens.
        Case(
            (4, 12, 30.0, 0.75),
            equals(30 * 16**0.75 - 30 * 4**0.75),
            "the very beginning of a text",
        ),
    ],
    "unseen-share": [
        Case(
            (dict(Counter(TEXT)),),
            equals(sum(f == 1 for f in Counter(TEXT).values()) / len(TEXT)),
            "counts from the corpus",
        ),
        Case(({"so": 4, "on": 1},), equals(1 / 5), "few words"),
        # All that was read is new.
        Case(({"so": 1, "on": 1, "then": 1},), equals(1.0), "words all seen once"),
        Case(
            ({"so": 0, "on": 1, "then": 3},),
            equals(1 / 4, at_most=2 / 4),
            "a word that was never seen",
        ),
    ],
}

assert growth(TEXT) == list(growth_table([TEXT])[:-1].itertuples(index=False, name=None)), (
    "two ways of counting differ"
)
