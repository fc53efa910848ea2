"""Tick 1: the hidden cases. This file stays with the instructor."""

import random

from labkit import LexiconClassifier, course_split, load_lexicon, tokenize
from labkit.checks import Case, equals
from labkit.corpora import lexicon_lines

# Reviews of another draw than the notebook's; the lexicon is cut down to the
# words in them, so that a case stays small.
REVIEWS = course_split(seed=41, train=0, test=60, validation=0).test
TOKENS = [tokenize(text) for text in REVIEWS["text"]]
VALENCE = dict(load_lexicon()[["word", "valence"]].itertuples(index=False))
USED = {word: VALENCE[word] for word in sorted(set().union(*TOKENS)) if word in VALENCE}


def used(tokens):
    """The lexicon, cut down to the words of one review and of the next few."""
    start = TOKENS.index(tokens)
    words = set().union(*TOKENS[start : start + 4])
    return {word: USED[word] for word in sorted(words) if word in USED}


def predictions(strong_weight):
    """What the lab's own classifier says of the reviews."""
    return LexiconClassifier(strong_weight).fit().predict(REVIEWS["text"]).tolist()


def share_right(strong_weight):
    """Its accuracy on them."""
    predicted = predictions(strong_weight)
    return sum(p == t for p, t in zip(predicted, REVIEWS["label"], strict=True)) / len(REVIEWS)


def confusion(true_pos, pos_as_neg, true_neg, neg_as_pos):
    """Two lists, predicted and true, with these numbers of reviews."""
    predicted = "POS " * true_pos + "NEG " * pos_as_neg + "NEG " * true_neg + "POS " * neg_as_pos
    labels = "POS " * (true_pos + pos_as_neg) + "NEG " * (true_neg + neg_as_pos)
    return predicted.split(), labels.split()


def sample_lines():
    """Lines of the real lexicon, some with a space in the word."""
    lines = [line for line in lexicon_lines() if " " in line.split("\t")[0]]
    return lines + lexicon_lines()[4000:4200:7]


def first_two_fields(lines):
    """Word -> mean valence."""
    return {fields[0]: float(fields[1]) for fields in (line.split("\t") for line in lines)}


def lines_of(words):
    """The lines of the real lexicon that begin with these words."""
    found = {line.partition("\t")[0]: line for line in lexicon_lines()}
    return [found[word] for word in words]


#: Words that look like a comment, a number, a date, two fields, or are in no alphabet.
ODD_WORDS = ["..###:", "1337", "aug-00", ",-:", ":-Þ", "(-:O", "self-confident", "can't stand"]

TABLE_LINES = [
    '"meh\t-0.3\t0.45826\t[0, -1, 0, 0, -1, 0, 0, -1, 0, 0]',
    "null\t-0.6\t0.8\t[0, -1, 0, -2, -1, 0, 0, -2, 0, 0]",
    "NA\t0.2\t0.4\t[0, 1, 0, 0, 1, 0, 0, 0, 0, 0]",
    'so"\t0.1\t0.3\t[0, 0, 0, 0, 1, 0, 0, 0, 0, 0]',
]

WEIGHTS = [3, 1.5, 8, 1, 2.5]
SCORES = {weight: share_right(weight) for weight in WEIGHTS}
BEST = min(w for w in WEIGHTS if SCORES[w] == max(SCORES.values()))

INVENTED = {"glorious": 2.0, "tidy": 1.2, "limp": -0.4, "vile": -3.1, "stale": -1.99}

REVERSED = {word: -valence for word, valence in INVENTED.items()}


def short_reviews(seed, strong_weight):
    """Short reviews whose two sides are about equal, each with its class."""
    draw, found = random.Random(seed), []
    while len(found) < 24:
        words = draw.choices([*INVENTED, "tidying", "unlimp", "not", "the"], k=draw.randint(2, 7))
        weights = {
            word: (strong_weight if abs(valence) >= 2 else 1) * (1 if valence > 0 else -1)
            for word, valence in INVENTED.items()
        }
        balance = sum(weights.get(word, 0) for word in words)
        if abs(balance) <= 1:
            found.append((words, "POS" if balance >= 0 else "NEG"))
    return found


def is_best(weight, weights, hardest):
    """Reviews on which one weight is the best: those below or above it get some of them wrong."""
    below = [["glorious", *["limp"] * n] for n in range(1, hardest + 1)]
    labels = ["POS" if n <= weight else "NEG" for n in range(1, hardest + 1)]
    return below, labels, INVENTED, weights


def shared_task():
    """The class as a shared task: a question, inputs for its answer, and the true classes."""
    reviews = course_split(seed=43, train=0, test=1000, validation=0).test
    inputs = []
    for tokens in map(tokenize, reviews["text"]):
        inputs.append((tokens, {w: VALENCE[w] for w in tokens if w in VALENCE}, 2.5))
    return "classify-by-magnitude", inputs, reviews["label"].tolist()


CASES = {
    "read-lexicon": [
        Case(
            (sample_lines(),), equals(first_two_fields(sample_lines())), "lines of the real lexicon"
        ),
        Case(
            (lines_of(ODD_WORDS),),
            equals(first_two_fields(lines_of(ODD_WORDS))),
            "odd words: signs, numbers, apostrophes",
        ),
        Case(
            (["sly wink\t0.0\t1.1\t[0, 0, 1, -1, 0, 2, -2, 0, 0, 0]"],),
            equals({"sly wink": 0.0}),
            "a word with a space in it",
        ),
        Case(
            (["catch 22\t-1.3\t0.6\t[-1, -2, -1, -1, -2, -1, -1, -2, -1, -1]"],),
            equals({"catch 22": -1.3}),
            "a word with a number in it",
        ),
        # To a program that reads tables these are a quoted text, and values that are missing.
        Case(
            (TABLE_LINES,),
            equals({'"meh': -0.3, "null": -0.6, "NA": 0.2, 'so"': 0.1}),
            "words that a reader of tables changes",
        ),
    ],
    "classify-by-count": [
        Case((tokens, used(tokens)), equals(label), "reviews of the corpus")
        for tokens, label in zip(TOKENS[:20], predictions(1)[:20], strict=True)
    ]
    + [
        Case((["vile", "tidy", "glorious", "vile"], INVENTED), equals("POS"), "a tie"),
        Case(
            (["limp", "limp", "glorious", "so"], INVENTED),
            equals("NEG"),
            "many weak words against one strong word",
        ),
        Case(([], INVENTED), equals("POS"), "an empty review"),
        # As small as a valence may be, and counted.
        Case((["hum", "so"], {"hum": -0.03, "hm": 0.02}), equals("NEG"), "very weak words"),
        Case((["hum", "hm", "hm"], {"hum": -0.03, "hm": 0.02}), equals("POS"), "very weak words"),
        # Forms of a word are other words.
        Case(
            (["viles", "limps", "staler", "so"], INVENTED),
            equals("POS"),
            "words that only begin like words of the lexicon",
        ),
        # The same words in another lexicon: who keeps what was found shows here.
        Case(
            (["limp", "limp", "glorious", "so"], REVERSED),
            equals("POS"),
            "the same words in another lexicon",
        ),
    ]
    + [
        Case((words, INVENTED), equals(label), "short reviews that are nearly tied")
        for words, label in short_reviews(1, 1)
    ],
    "accuracy": [
        Case(confusion(31, 6, 22, 12), equals(53 / 71), "many reviews"),
        Case(confusion(0, 4, 3, 0), equals(3 / 7), "few reviews, none of one class right"),
        Case(confusion(0, 3, 0, 5), equals(0.0), "no review right"),
        Case(confusion(6, 0, 0, 0), equals(1.0), "all reviews of one class"),
        Case((["NEG"], ["NEG"]), equals(1.0), "a single review"),
    ],
    "per-class-accuracy": [
        Case(confusion(31, 6, 22, 12), equals({"POS": 31 / 37, "NEG": 22 / 34}), "many reviews"),
        Case(confusion(1, 8, 7, 4), equals({"POS": 1 / 9, "NEG": 7 / 11}), "few reviews"),
        Case(
            confusion(0, 3, 4, 3),
            equals({"POS": 0.0, "NEG": 4 / 7}),
            "a class of which none is right",
        ),
        Case(
            confusion(2, 0, 0, 5),
            equals({"POS": 1.0, "NEG": 0.0}),
            "a class of which none is right",
        ),
        Case(confusion(0, 2, 0, 3), equals({"POS": 0.0, "NEG": 0.0}), "no review right"),
    ],
    "classify-by-magnitude": [
        Case((tokens, used(tokens), 2.5), equals(label), "reviews of the corpus")
        for tokens, label in zip(TOKENS[20:40], predictions(2.5)[20:40], strict=True)
    ]
    + [
        Case(
            (["glorious", "limp", "stale"], INVENTED, 2.5),
            equals("POS"),
            "valences at and near the boundary",
        ),
        Case((["stale", "tidy", "limp"], INVENTED, 4), equals("NEG"), "weak words alone"),
        Case((["vile", "tidy", "tidy", "tidy"], INVENTED, 3), equals("POS"), "a tie"),
        Case(([], INVENTED, 1.5), equals("POS"), "an empty review"),
        Case((["hum", "so"], {"hum": -0.03, "hm": 0.02}, 3), equals("NEG"), "very weak words"),
        Case(
            (["viles", "limps", "staler", "so"], INVENTED, 3),
            equals("POS"),
            "words that only begin like words of the lexicon",
        ),
        # As strong as a word can be, and twice 2: it has the weight once.
        Case(
            (["utter", "tidy", "tidy", "tidy"], {"utter": -4.0, "tidy": 1.2}, 3),
            equals("POS"),
            "a very strong word",
        ),
        Case(
            (["vile", "tidy", "tidy", "tidy"], INVENTED, 3.5),
            equals("NEG"),
            "one strong word against several weak ones",
        ),
        Case(
            (["vile", "tidy", "tidy", "tidy"], REVERSED, 3.5),
            equals("POS"),
            "the same words in another lexicon",
        ),
    ]
    + [
        Case((words, INVENTED, weight), equals(label), "short reviews that are nearly tied")
        for seed, weight in enumerate((2, 3, 2.5))
        for words, label in short_reviews(seed, weight)[:8]
    ],
    "tune-strong-weight": [
        Case(
            (TOKENS, REVIEWS["label"].tolist(), USED, WEIGHTS),
            equals(BEST),
            "reviews of the corpus",
        ),
        Case(
            ([["vile", "tidy"], ["limp"]], ["NEG", "NEG"], INVENTED, [7, 2.5, 5]),
            equals(2.5),
            "several weights that are equally good",
        ),
        # Of few POS reviews and many NEG ones: the mean of two classes chooses another weight.
        Case(
            (
                [["vile", *["tidy"] * 4]] * 3 + [["limp"]] * 4,
                ["POS", *["NEG"] * 6],
                INVENTED,
                [5, 3],
            ),
            equals(5),
            "classes of different sizes",
        ),
    ]
    + [
        Case(is_best(best, weights, 8), equals(best), "weights in any order")
        for best, weights in (
            (4, [1, 6, 4, 2, 7]),
            (2, [5, 3, 2, 8, 7, 1]),
            (6, [2, 3, 6, 8, 1, 4]),
            (1.5, [4, 2.5, 1.5, 6.5]),
            (1, [4, 2, 1]),
        )
    ]
    + [
        # One review of many, and the last one, makes the difference: three digits do not show it.
        Case(
            (
                [*[["glorious"]] * 2_399, ["glorious", "limp", "limp", "limp"]],
                ["POS"] * 2_400,
                INVENTED,
                [3, 2],
            ),
            equals(3),
            "a difference of one review in many",
        ),
        # Even the best weight gets most of them wrong.
        Case(
            (
                [["glorious", "limp", "limp", "limp"], ["limp"], ["tidy"]],
                ["POS", "POS", "NEG"],
                INVENTED,
                [5, 2],
            ),
            equals(5),
            "a best weight that gets most reviews wrong",
        ),
        # As text, and in a set, the larger of these weights comes first.
        Case(
            ([["vile"]], ["NEG"], INVENTED, [16, 9]),
            equals(9),
            "several weights that are equally good",
        ),
        # No weight gets any review right.
        Case(
            ([["limp"], ["tidy"]], ["POS", "NEG"], INVENTED, [4, 2, 3]),
            equals(2),
            "no review right with any weight",
        ),
    ],
}
