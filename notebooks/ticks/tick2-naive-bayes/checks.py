"""Tick 2: its questions, the cases students may see, and the hints."""

from math import inf, isinf, isnan, log

from labkit.checks import Case, Hint, Question, equals, says
from labkit.checks.judges import same


def logs(table):
    """Class -> word -> logarithm of the probability in the table."""
    return {
        label: {word: log(p) if p else -inf for word, p in words.items()}
        for label, words in table.items()
    }


REVIEWS = [
    ["good", "good", "fun"],
    ["dull", "film"],
    ["fun", "films", "film"],
    ["a", "dull", "c'mon", "10"],
]
LABELS = ["POS", "NEG", "POS", "NEG"]
COUNTED = {
    "POS": {"good": 2, "fun": 2, "films": 1, "film": 1},
    "NEG": {"dull": 2, "film": 1, "a": 1, "c'mon": 1, "10": 1},
}
COUNTS = {"POS": {"good": 2, "fun": 2, "film": 1}, "NEG": {"dull": 1, "film": 1}}

OVERLAP = {"POS": {"fun": 1, "dull": 2, "apt": 1}, "NEG": {"fun": 3, "dull": 1}}

EVEN = {"POS": log(0.5), "NEG": log(0.5)}
SKEWED = {"POS": log(0.2), "NEG": log(0.8)}
MODEL = logs(
    {
        "POS": {"good": 0.12, "fun": 0.09, "film": 0.0004, "dull": 0.01, "slow": 0.02, "the": 0.2},
        "NEG": {"good": 0.03, "fun": 0.06, "film": 0.0004, "dull": 0.05, "slow": 0.03, "the": 0.25},
    }
)

#: Two sums of these are as good as equal, and not equal.
NEAR = {
    "POS": {"fun": -6.5004, "apt": -7.25},
    "NEG": {"fun": -6.5, "apt": -7.25},
}
#: Of these words each class lacks one.
UNSMOOTHED = logs(
    {
        "POS": {"good": 0.3, "fun": 0.2, "worst": 0, "dull": 0.01},
        "NEG": {"good": 0.1, "fun": 0, "worst": 0.2, "dull": 0.05},
    }
)


def reverse(table):
    """The same dictionary in the other order: NEG first."""
    return dict(reversed(table.items()))


def many_words(number):
    """Counts of many words, each of which the class has seen once."""
    return {"POS": {f"w{n}": 1 for n in range(number)}, "NEG": {"w0": 3, "other": 5}}


OWN_VOCABULARY = (
    "Each class should have an entry for every word of the vocabulary, the words that only the "
    "other class uses included."
)
NO_ENTRY = (
    "The counts of a class hold only its own words. What is the count of a word that they lack?"
)
NOT_LOGS = "These are probabilities; their logarithms are asked for."
BASE = "Use the natural logarithm, math.log with one argument."
SIGN = "The logarithm of a number below 1 is negative. Where does its sign go?"
NAMES = "The dictionary's keys are the two classes: 'POS' and 'NEG', in capitals."
EARLY_RETURN = (
    "Your function returns before its loop is through. How far is the line with return indented?"
)
SLOW = (
    "There are thousands of words. What is the same for all of them, as a total or the "
    "vocabulary, should be worked out once, before the loop over the words."
)


def tables(expected, **mistakes):
    """Judge class -> number, or class -> word -> number."""
    judge = equals(expected, **mistakes)

    def judge_it(value):
        hint = judge(value)
        if hint and type(value) is dict and value and not value.keys() & {"POS", "NEG"}:
            spelt = all(str(key).lower()[:3] in ("pos", "neg") for key in value)
            return Hint("names" if spelt else "shape")
        return hint

    return judge_it


def judge_counts(value):
    """Judge the words counted in REVIEWS; some of them may have been passed over."""
    hint = COUNT_MISTAKES(value)
    if hint and hint.key == "other" and all(type(value.get(c)) is dict for c in COUNTED):
        kept = {c: {w: n for w, n in COUNTED[c].items() if w in value[c]} for c in COUNTED}
        return Hint("filtered") if same(value, kept) else hint
    return hint


def judge_large(value):
    """Judge the counts of thousands of words, each of which came twice."""
    pos = value.get("POS") if type(value) is dict else None
    right = type(pos) is dict and len(pos) == 16_000 and set(pos.values()) == {2}
    return None if right and not value.get("NEG") else Hint("other")


def is_gap(value):
    """Say whether a value stands for none."""
    return value is None or (type(value) is float and isnan(value))


def judge_limits(value):
    """Judge log-probabilities, some of which are minus infinity."""
    hint = LIMIT_MISTAKES(value)
    if hint and hint.key in ("other", "wrong_type") and type(value) is dict:
        found = [value.get(c, {}).get(w) for c, w in (("POS", "dull"), ("NEG", "good"))]
        if all("dull" in value.get(c, {}) for c in COUNTS) and all(map(is_gap, found)):
            return Hint("zero")
        if all(type(one) in (int, float) and one < -4 and not isinf(one) for one in found):
            return Hint("tiny")
    return hint


COUNT_MISTAKES = tables(
    COUNTED,
    documents={
        "POS": {"good": 1, "fun": 2, "films": 1, "film": 1},
        "NEG": {"dull": 2, "film": 1, "a": 1, "c'mon": 1, "10": 1},
    },
    both_classes={
        label: {"good": 2, "fun": 2, "films": 1, "film": 2, "dull": 2, "a": 1, "c'mon": 1, "10": 1}
        for label in COUNTED
    },
    swapped=dict(zip(COUNTED, reversed(COUNTED.values()), strict=True)),
    first_review={"POS": {"good": 2, "fun": 1}, "NEG": {"dull": 1, "film": 1}},
    last_review={
        "POS": {"fun": 1, "films": 1, "film": 1},
        "NEG": {"a": 1, "dull": 1, "c'mon": 1, "10": 1},
    },
    last_review_2={"POS": {}, "NEG": {"a": 1, "dull": 1, "c'mon": 1, "10": 1}},
    early_return={"POS": {"good": 2, "fun": 1}, "NEG": {}},
    early_return_2={"POS": {"good": 2, "fun": 1}},
    early_return_3={"POS": {"good": 1}, "NEG": {}},
    early_return_4={"POS": COUNTED["POS"]},
    zeros={
        label: dict.fromkeys(COUNTED["POS"] | COUNTED["NEG"], 0) | COUNTED[label]
        for label in COUNTED
    },
    first_time={label: {w: n - 1 for w, n in COUNTED[label].items()} for label in COUNTED},
    first_time_2={label: {w: n + 1 for w, n in COUNTED[label].items()} for label in COUNTED},
    ones={label: dict.fromkeys(COUNTED[label], 1) for label in COUNTED},
    parts={"POS": COUNTED["POS"] | {"film": 2}, "NEG": COUNTED["NEG"]},
    shares={label: {w: n / 6 for w, n in COUNTED[label].items()} for label in COUNTED},
    reviews={"POS": 2, "NEG": 2},
    totals={"POS": 6, "NEG": 6},
    totals_2={"POS": 4, "NEG": 5},
)

SHARES = {
    "POS": {"good": 2 / 5, "fun": 2 / 5, "film": 1 / 5, "dull": 0},
    "NEG": {"good": 0, "fun": 0, "film": 1 / 2, "dull": 1 / 2},
}
ADD_ONE = {
    "POS": {"good": 3 / 9, "fun": 3 / 9, "film": 2 / 9, "dull": 1 / 9},
    "NEG": {"good": 1 / 6, "fun": 1 / 6, "film": 2 / 6, "dull": 2 / 6},
}
LIMIT_MISTAKES = tables(
    logs(SHARES),
    probabilities={
        "POS": {"good": 2 / 5, "fun": 2 / 5, "film": 1 / 5, "dull": 0},
        "NEG": {"good": 0, "fun": 0, "film": 1 / 2, "dull": 1 / 2},
    },
    own_vocabulary=logs(
        {
            "POS": {"good": 2 / 5, "fun": 2 / 5, "film": 1 / 5},
            "NEG": {"film": 1 / 2, "dull": 1 / 2},
        }
    ),
    both_totals=logs(
        {
            "POS": {"good": 2 / 7, "fun": 2 / 7, "film": 1 / 7, "dull": 0},
            "NEG": {"good": 0, "fun": 0, "film": 1 / 7, "dull": 1 / 7},
        }
    ),
    types=logs(
        {
            "POS": {"good": 2 / 3, "fun": 2 / 3, "film": 1 / 3, "dull": 0},
            "NEG": {"good": 0, "fun": 0, "film": 1 / 2, "dull": 1 / 2},
        }
    ),
    posterior=logs(
        {
            "POS": {"good": 1, "fun": 1, "film": 1 / 2, "dull": 0},
            "NEG": {"good": 0, "fun": 0, "film": 1 / 2, "dull": 1},
        }
    ),
    zero={
        "POS": {
            "good": log(2 / 5),
            "fun": log(2 / 5),
            "film": log(1 / 5),
            "dull": 0,
        },
        "NEG": {"good": 0, "fun": 0, "film": log(1 / 2), "dull": log(1 / 2)},
    },
    counts=COUNTS,
    counts_2={
        "POS": {"good": 2, "fun": 2, "film": 1, "dull": 0},
        "NEG": {"good": 0, "fun": 0, "film": 1, "dull": 1},
    },
    log_counts=logs(
        {
            "POS": {"good": 2, "fun": 2, "film": 1, "dull": 0},
            "NEG": {"good": 0, "fun": 0, "film": 1, "dull": 1},
        }
    ),
    vocabulary=logs(
        {
            "POS": {"good": 2 / 4, "fun": 2 / 4, "film": 1 / 4, "dull": 0},
            "NEG": {"good": 0, "fun": 0, "film": 1 / 4, "dull": 1 / 4},
        }
    ),
    other_total=logs(
        {
            "POS": {"good": 2 / 2, "fun": 2 / 2, "film": 1 / 2, "dull": 0},
            "NEG": {"good": 0, "fun": 0, "film": 1 / 5, "dull": 1 / 5},
        }
    ),
    common=logs({"POS": {"film": 1 / 5}, "NEG": {"film": 1 / 2}}),
    own_vocabulary_2=logs(
        {
            "POS": {"good": 2 / 5, "fun": 2 / 5, "film": 1 / 5},
            "NEG": {"good": 0, "fun": 0, "film": 1 / 2},
        }
    ),
    smoothed=logs(
        {
            "POS": {"good": 3 / 9, "fun": 3 / 9, "film": 2 / 9, "dull": 1 / 9},
            "NEG": {"good": 1 / 6, "fun": 1 / 6, "film": 2 / 6, "dull": 2 / 6},
        }
    ),
    early_return=logs({"POS": {"good": 2 / 5, "fun": 2 / 5, "film": 1 / 5, "dull": 0}}),
    base={
        label: {w: log(p, 2) if p else -inf for w, p in words.items()}
        for label, words in SHARES.items()
    },
    base_2={
        label: {w: log(p, 10) if p else -inf for w, p in words.items()}
        for label, words in SHARES.items()
    },
    sign={
        label: {w: -log(p) if p else inf for w, p in words.items()}
        for label, words in SHARES.items()
    },
    sign_2={
        label: {w: log(p) if p else inf for w, p in words.items()}
        for label, words in SHARES.items()
    },
    sign_3={
        label: {w: -log(p) if p else -inf for w, p in words.items()}
        for label, words in SHARES.items()
    },
)


#: What the last card of the tick leads to.
LECTURE = "smoothing-and-validation"

QUESTIONS = [
    Question(
        "class-log-priors",
        answer="class_log_priors",
        points=1,
        parameters=("labels",),
        about="the logarithm of each class's share of these labels",
        hints={
            "probabilities": NOT_LOGS,
            "counts": "These are numbers of reviews: which share of all reviews is that?",
            "log_counts": "You took the logarithm of the number of reviews. Make it a share of "
            "all reviews first.",
            "quotient": "Divide first, and take the logarithm of the share then.",
            "uniform": "Both classes get the same. Count how many reviews each class has.",
            "base": BASE,
            "sign": SIGN,
            "swapped": "The two classes are swapped.",
            "odds": "You divide one class by the other one; divide by the number of all labels.",
            "smoothed": "The shares are to be those of the labels as they are, with nothing added.",
            "log1p": "math.log1p adds 1 to what it is given.",
            "ValueError": "math.log takes numbers above 0 only. Is the share of a class above 0? Two "
            "strokes, //, divide and drop what is behind the point.",
            "names": NAMES,
            "shape": NAMES,
            "early_return": EARLY_RETURN,
            "other": "Count the labels by hand, divide by their number, and take math.log.",
        },
        cases=(
            Case(
                (["POS", "POS", "NEG", "POS", "NEG"],),
                tables(
                    {"POS": log(0.6), "NEG": log(0.4)},
                    probabilities={"POS": 0.6, "NEG": 0.4},
                    counts={"POS": 3, "NEG": 2},
                    log_counts={"POS": log(3), "NEG": log(2)},
                    quotient={"POS": log(3) / log(5), "NEG": log(2) / log(5)},
                    quotient_2={"POS": log(3) / 5, "NEG": log(2) / 5},
                    uniform=EVEN,
                    base={"POS": log(0.6, 2), "NEG": log(0.4, 2)},
                    base_2={"POS": log(0.6, 10), "NEG": log(0.4, 10)},
                    sign={"POS": -log(0.6), "NEG": -log(0.4)},
                    swapped={"POS": log(0.4), "NEG": log(0.6)},
                    odds={"POS": log(3 / 2), "NEG": log(2 / 3)},
                    smoothed={"POS": log(4 / 7), "NEG": log(3 / 7)},
                    log1p={"POS": log(1.6), "NEG": log(1.4)},
                    early_return={"POS": log(0.6)},
                    early_return_2={"NEG": log(0.4)},
                ),
            ),
            Case(
                (["NEG", "NEG", "POS", "NEG"],),
                tables(
                    {"POS": log(0.25), "NEG": log(0.75)},
                    base={"POS": log(0.25, 10), "NEG": log(0.75, 10)},
                    swapped={"POS": log(0.75), "NEG": log(0.25)},
                ),
            ),
        ),
    ),
    Question(
        "count-words",
        answer="count_words",
        points=2,
        parameters=("reviews", "labels"),
        about="for each class, the words of its reviews and how often each occurs",
        hints={
            "documents": "You count the reviews that hold the word. A word that comes twice in a "
            "review counts twice.",
            "both_classes": "Each class should hold the words of its own reviews only. Is one "
            "dictionary shared by the two classes?",
            "swapped": "The two classes are swapped.",
            "first_review": "Only the first review of each class is counted. Does the loop end "
            "too early, or start anew each time?",
            "last_review": "Only the last review is counted. Do you start from an empty count each "
            "time?",
            "early_return": EARLY_RETURN,
            "zeros": "A class holds only the words that occur in it: leave the others out.",
            "first_time": "Each word's count is one off. What should its entry be after it was "
            "seen for the first time?",
            "ones": "Each word is counted once, however often it occurs.",
            "filtered": "Every token counts: short ones, numbers and those with an apostrophe "
            "as well.",
            "parts": "A word inside a longer word is not that word: compare whole tokens.",
            "capitals": "Take each token as it stands: who split the review has seen to its capitals.",
            "shares": "These are shares; how often each word occurs is asked for.",
            "reviews": "You count reviews; their words are asked for.",
            "totals": "This is one number for each class; a count for each word is asked for.",
            "shape": "For each class, under 'POS' and 'NEG', a dictionary from word to count is "
            "asked for.",
            "names": NAMES,
            "KeyError": "A word that was not seen yet has no entry to add to.",
            "TypeError": "A review is a list of words: does your code count the words, or try to "
            "count the list?",
            "slow": "Here are some thousand words; the training reviews have hundreds of thousands. "
            "Go through the tokens once: list.count, or a sum over all tokens, for each word goes "
            "through all of them again and again.",
            "other": "Write down the words of the POS reviews, and count each.",
        },
        cases=(
            Case((REVIEWS, LABELS), judge_counts),
            Case(
                ([["US", "us", "US"], ["US"]], ["NEG", "POS"]),
                tables(
                    {"POS": {"US": 1}, "NEG": {"US": 2, "us": 1}},
                    capitals={"POS": {"us": 1}, "NEG": {"us": 3}},
                ),
            ),
            Case(
                (
                    [[f"w{n + 1000 * (m % 16)}" for n in range(1000)] for m in range(32)],
                    ["POS"] * 32,
                ),
                judge_large,
                seconds=1,
            ),
        ),
    ),
    Question(
        "word-log-probabilities",
        answer="word_log_probabilities",
        points=2,
        parameters=("counts",),
        about="for each class, the log-probability of every word of the vocabulary",
        hints={
            "probabilities": NOT_LOGS,
            "own_vocabulary": OWN_VOCABULARY,
            "both_totals": "You divide by the words of both classes together. Of a class's own "
            "words, which share is this one?",
            "types": "You divide by the number of different words. How many words has the class, "
            "repetitions counted?",
            "posterior": "You ask how many of this word's occurrences are in the class. Ask how "
            "many of the class's words are this one.",
            "counts": "These are counts: which share of the class's words is that?",
            "log_counts": "You took the logarithm of a count. Make it a share of the class's words "
            "first.",
            "vocabulary": "You divide by the number of different words of both classes. How many "
            "words has the class, repetitions counted?",
            "other_total": "You divide by the words of the other class.",
            "common": "The vocabulary holds the words of either class, not of both only.",
            "smoothed": "Here the shares are as they were counted, with nothing added.",
            "tiny": "A small number in place of 0 is not 0: what is the logarithm of 0, as a limit?",
            "base": BASE,
            "sign": SIGN,
            "names": NAMES,
            "shape": NAMES,
            "early_return": EARLY_RETURN,
            "changed": "The counts that your function is given are changed: the next function that "
            "uses them finds other numbers. Build a new dictionary.",
            "slow": SLOW,
            "zero": "A word that the class lacks has probability 0. What is the logarithm of 0, "
            "as a limit? Python writes it -math.inf.",
            "ValueError": "math.log(0) is an error in Python: treat the probability 0 on its own.",
            "KeyError": NO_ENTRY,
            "other": "Take one class and one word: how many words has the class in all, and how "
            "many of them are this word?",
        },
        cases=(
            Case(
                (COUNTS,),
                judge_limits,
            ),
            Case(
                (many_words(6000),),
                equals(
                    {
                        "POS": {w: -log(6000) for w in many_words(6000)["POS"]} | {"other": -inf},
                        "NEG": {w: -inf for w in many_words(6000)["POS"]}
                        | {"w0": log(3 / 8), "other": log(5 / 8)},
                    }
                ),
                seconds=1,
            ),
        ),
    ),
    Question(
        "smoothed-log-probabilities",
        answer="smoothed_log_probabilities",
        points=2,
        parameters=("counts", "omega"),
        about="for each class, the smoothed log-probability of every word of the vocabulary",
        hints={
            "probabilities": NOT_LOGS,
            "numerator_only": "You add to the counts and not to their total, so the "
            "probabilities of a class no longer sum to 1.",
            "once": "You add to the total once. By how much does it grow when every word of the "
            "vocabulary gets omega more?",
            "own_vocabulary": OWN_VOCABULARY,
            "own_size": "|V| is the same for both classes: all the words that either class uses.",
            "counted_twice": "A word that both classes use is in the vocabulary once.",
            "common": "|V| counts the words of either class, not of both only.",
            "one_more": "Your |V| is larger than the number of different words: none is added for "
            "words that are not met yet.",
            "tokens": "|V| is the number of different words, not of all the words.",
            "always_one": "This is right for omega = 1: where does omega come in?",
            "not_times_omega": "The total grows by omega for each word of the vocabulary, not "
            "by 1.",
            "unsmoothed": "The probabilities are those without smoothing. Where does omega come in?",
            "unseen_only": "Every word gets omega more, and not only those that the class lacks.",
            "both_totals": "You divide by the words of both classes together.",
            "inverse": "omega is what is added to a count; it is not multiplied with it.",
            "precedence": "The division comes before the addition, unless brackets say otherwise.",
            "base": BASE,
            "sign": SIGN,
            "names": NAMES,
            "shape": NAMES,
            "early_return": EARLY_RETURN,
            "ValueError": "With omega above 0 each probability is above 0. Is omega taken as it is? "
            "It need not be a whole number.",
            "whole": "omega need not be a whole number: take it as it is.",
            "changed": "The counts that your function is given are changed: the next function that "
            "uses them finds other numbers. Build a new dictionary.",
            "slow": SLOW,
            "KeyError": NO_ENTRY,
            "other": "Take one class: do the probabilities of all the words sum to 1?",
        },
        cases=(
            # Two words in common and three in all: here these mistakes are no others.
            Case(
                (OVERLAP, 2),
                tables(
                    {
                        "POS": {"fun": log(3 / 10), "dull": log(4 / 10), "apt": log(3 / 10)},
                        "NEG": {"fun": log(5 / 10), "dull": log(3 / 10), "apt": log(2 / 10)},
                    },
                    common={
                        "POS": {"fun": log(3 / 8), "dull": log(4 / 8), "apt": log(3 / 8)},
                        "NEG": {"fun": log(5 / 8), "dull": log(3 / 8), "apt": log(2 / 8)},
                    },
                    one_more={
                        "POS": {"fun": log(3 / 12), "dull": log(4 / 12), "apt": log(3 / 12)},
                        "NEG": {"fun": log(5 / 12), "dull": log(3 / 12), "apt": log(2 / 12)},
                    },
                    not_times_omega={
                        "POS": {"fun": log(3 / 9), "dull": log(4 / 9), "apt": log(3 / 9)},
                        "NEG": {"fun": log(5 / 9), "dull": log(3 / 9), "apt": log(2 / 9)},
                    },
                ),
            ),
            Case(
                (COUNTS, 1),
                tables(
                    logs(
                        {
                            "POS": {"good": 3 / 9, "fun": 3 / 9, "film": 2 / 9, "dull": 1 / 9},
                            "NEG": {"good": 1 / 6, "fun": 1 / 6, "film": 2 / 6, "dull": 2 / 6},
                        }
                    ),
                    probabilities={
                        "POS": {"good": 3 / 9, "fun": 3 / 9, "film": 2 / 9, "dull": 1 / 9},
                        "NEG": {"good": 1 / 6, "fun": 1 / 6, "film": 2 / 6, "dull": 2 / 6},
                    },
                    numerator_only=logs(
                        {
                            "POS": {"good": 3 / 5, "fun": 3 / 5, "film": 2 / 5, "dull": 1 / 5},
                            "NEG": {"good": 1 / 2, "fun": 1 / 2, "film": 2 / 2, "dull": 2 / 2},
                        }
                    ),
                    once=logs(
                        {
                            "POS": {"good": 3 / 6, "fun": 3 / 6, "film": 2 / 6, "dull": 1 / 6},
                            "NEG": {"good": 1 / 3, "fun": 1 / 3, "film": 2 / 3, "dull": 2 / 3},
                        }
                    ),
                    own_vocabulary=logs(
                        {
                            "POS": {"good": 3 / 8, "fun": 3 / 8, "film": 2 / 8},
                            "NEG": {"film": 2 / 4, "dull": 2 / 4},
                        }
                    ),
                    own_size=logs(
                        {
                            "POS": {"good": 3 / 8, "fun": 3 / 8, "film": 2 / 8, "dull": 1 / 8},
                            "NEG": {"good": 1 / 4, "fun": 1 / 4, "film": 2 / 4, "dull": 2 / 4},
                        }
                    ),
                    counted_twice=logs(
                        {
                            "POS": {"good": 3 / 10, "fun": 3 / 10, "film": 2 / 10, "dull": 1 / 10},
                            "NEG": {"good": 1 / 7, "fun": 1 / 7, "film": 2 / 7, "dull": 2 / 7},
                        }
                    ),
                    tokens=logs(
                        {
                            "POS": {"good": 3 / 12, "fun": 3 / 12, "film": 2 / 12, "dull": 1 / 12},
                            "NEG": {"good": 1 / 9, "fun": 1 / 9, "film": 2 / 9, "dull": 2 / 9},
                        }
                    ),
                    unsmoothed=logs(SHARES),
                    both_totals=logs(
                        {
                            "POS": {"good": 3 / 11, "fun": 3 / 11, "film": 2 / 11, "dull": 1 / 11},
                            "NEG": {"good": 1 / 11, "fun": 1 / 11, "film": 2 / 11, "dull": 2 / 11},
                        }
                    ),
                    unseen_only=logs(
                        {
                            "POS": {"good": 2 / 5, "fun": 2 / 5, "film": 1 / 5, "dull": 1 / 5},
                            "NEG": {"good": 1 / 2, "fun": 1 / 2, "film": 1 / 2, "dull": 1 / 2},
                        }
                    ),
                    precedence=logs(
                        {
                            "POS": {w: (p * 9) / 5 + 4 for w, p in ADD_ONE["POS"].items()},
                            "NEG": {w: (p * 6) / 2 + 4 for w, p in ADD_ONE["NEG"].items()},
                        }
                    ),
                    precedence_2=logs(
                        {
                            "POS": {w: p * 9 - 1 + 1 / 9 for w, p in ADD_ONE["POS"].items()},
                            "NEG": {w: p * 6 - 1 + 1 / 6 for w, p in ADD_ONE["NEG"].items()},
                        }
                    ),
                    unseen_only_2=logs(
                        {
                            "POS": {"good": 2 / 9, "fun": 2 / 9, "film": 1 / 9, "dull": 1 / 9},
                            "NEG": {"good": 1 / 6, "fun": 1 / 6, "film": 1 / 6, "dull": 1 / 6},
                        }
                    ),
                    own_vocabulary_2=logs(
                        {
                            "POS": {"good": 3 / 9, "fun": 3 / 9, "film": 2 / 9},
                            "NEG": {"film": 2 / 6, "dull": 2 / 6},
                        }
                    ),
                    early_return=logs(
                        {"POS": {"good": 3 / 9, "fun": 3 / 9, "film": 2 / 9, "dull": 1 / 9}}
                    ),
                    base={
                        label: {w: log(p, 2) for w, p in words.items()}
                        for label, words in ADD_ONE.items()
                    },
                    base_2={
                        label: {w: log(p, 10) for w, p in words.items()}
                        for label, words in ADD_ONE.items()
                    },
                    sign={
                        label: {w: -log(p) for w, p in words.items()}
                        for label, words in ADD_ONE.items()
                    },
                ),
            ),
            Case(
                (COUNTS, 0.5),
                tables(
                    logs(
                        {
                            "POS": {
                                "good": 2.5 / 7,
                                "fun": 2.5 / 7,
                                "film": 1.5 / 7,
                                "dull": 0.5 / 7,
                            },
                            "NEG": {
                                "good": 0.5 / 4,
                                "fun": 0.5 / 4,
                                "film": 1.5 / 4,
                                "dull": 1.5 / 4,
                            },
                        }
                    ),
                    unsmoothed=logs(SHARES),
                    once=logs(
                        {
                            "POS": {w: (n + 0.5) / 5.5 for w, n in COUNTS["POS"].items()}
                            | {"dull": 0.5 / 5.5},
                            "NEG": {"good": 0.2, "fun": 0.2, "film": 0.6, "dull": 0.6},
                        }
                    ),
                    always_one=logs(
                        {
                            "POS": {"good": 3 / 9, "fun": 3 / 9, "film": 2 / 9, "dull": 1 / 9},
                            "NEG": {"good": 1 / 6, "fun": 1 / 6, "film": 2 / 6, "dull": 2 / 6},
                        }
                    ),
                    not_times_omega=logs(
                        {
                            "POS": {
                                "good": 2.5 / 9,
                                "fun": 2.5 / 9,
                                "film": 1.5 / 9,
                                "dull": 0.5 / 9,
                            },
                            "NEG": {
                                "good": 0.5 / 6,
                                "fun": 0.5 / 6,
                                "film": 1.5 / 6,
                                "dull": 1.5 / 6,
                            },
                        }
                    ),
                ),
            ),
            Case(
                (COUNTS, 1.5),
                tables(
                    logs(
                        {
                            "POS": {
                                "good": 3.5 / 11,
                                "fun": 3.5 / 11,
                                "film": 2.5 / 11,
                                "dull": 1.5 / 11,
                            },
                            "NEG": {
                                "good": 1.5 / 8,
                                "fun": 1.5 / 8,
                                "film": 2.5 / 8,
                                "dull": 2.5 / 8,
                            },
                        }
                    ),
                    whole=logs(ADD_ONE),
                ),
            ),
        ),
    ),
    Question(
        "classify",
        answer="classify",
        points=2,
        parameters=("tokens", "log_priors", "log_probabilities"),
        about="the class with the larger sum for a review with these words",
        hints={
            "names": "The classes are called 'POS' and 'NEG', in capitals.",
            "swapped": "The larger sum wins: of two negative numbers that is the one nearer to 0. "
            "Can your function return both classes?",
            "early_return": EARLY_RETURN,
            "skipped": "The first token and the last count as the others do. Where does your loop, or "
            "your slice, begin and end?",
            "prior_raw": "The log-priors are added as they are: they are logarithms already.",
            "infinite": "A class that lacks a word of the review has a sum of minus infinity, "
            "whatever the other words say. Do not pass over minus infinity, and do not take one "
            "infinity from another: compare the two sums.",
            "order": "Where the two sums are equal, the order in which a dictionary has its classes "
            "should not decide. Read again what the question says of that case.",
            "ZeroDivisionError": "What do you divide by? A review may have no word that the training "
            "reviews have; and of many words a product of probabilities becomes 0.",
            "ValueError": "A review may have no word that the training reviews have, or no word at "
            "all; and math.log takes numbers above 0 only. Is what you have a logarithm already?",
            "TypeError": "A token that the training reviews lack has no log-probability: what do "
            "you add for it?",
            "RecursionError": "A review can have thousands of words, and Python lets a function "
            "call itself only about a thousand times: use a loop.",
            "slow": "The notebook classifies hundreds of reviews with thousands of words known. "
            "Look each token of the review up once, instead of going through all known words.",
            "nearly": "The two sums are nearly equal here, and not equal: do you round them, or leave "
            "out words that say little?",
            "multiplied": "The logarithm of a product is a sum: add the log-probabilities.",
            "prior_each_word": "The log-prior counts once for the whole review, beside the sum of "
            "its words: not once for each word, nor beside their average.",
            "unknown": "Words that the training reviews lack say nothing: pass over them.",
            "prior": "The classes are not equally frequent here. Where do the log-priors come in?",
            "types": "A word that comes twice counts twice.",
            "underflow": "With many words, products of probabilities become so small that Python "
            "rounds them to 0 in both classes. Stay with the logarithms, and add.",
            "ties_negative": "Your function says NEG where the two classes come out equal. Read "
            "again what the question decides for that case.",
            "KeyError": "Words that the training reviews lack have no log-probability: pass over "
            "them.",
            "other": "Add up by hand: the log-prior of a class and the log-probability there of "
            "each word. Which class has the larger sum?",
        },
        cases=(
            Case((["good", "good"], EVEN, MODEL), says("POS", "swapped")),
            Case((["dull", "dull"], EVEN, MODEL), says("NEG", "swapped")),
            Case((["dull", "dull", "dull"], EVEN, MODEL), says("NEG", "multiplied")),
            Case((["film", "dull", "film"], EVEN, MODEL), says("NEG", "early_return")),
            Case((["dull", "film"], EVEN, MODEL), says("NEG", "skipped")),
            Case((["film", "dull"], EVEN, MODEL), says("NEG", "skipped")),
            Case((["dull", "zither"], EVEN, MODEL), says("NEG", "unknown")),
            Case((["zither", "dull"], EVEN, MODEL), says("NEG", "unknown")),
            Case((["fun", "film"], SKEWED, MODEL), says("NEG", "prior")),
            Case((["good", "fun"], SKEWED, MODEL), says("POS", "prior_each_word")),
            Case((["good", "slow", "slow", "slow", "slow"], EVEN, MODEL), says("NEG", "types")),
            Case((["fun", "fun"], SKEWED, MODEL), says("NEG", "prior_raw")),
            Case((["fun"] * 4, SKEWED, MODEL), says("POS", "prior_each_word")),
            Case((["film"] * 120 + ["dull"], EVEN, MODEL), says("NEG", "underflow")),
            Case((["fun", "apt"], EVEN, NEAR), says("NEG", "nearly")),
            Case((["film"], EVEN, MODEL), says("POS", "ties_negative")),
            Case(([], EVEN, MODEL), says("POS", "ties_negative")),
            Case((["film"], reverse(EVEN), reverse(MODEL)), says("POS", "order")),
            Case((["worst", "good", "good"], EVEN, UNSMOOTHED), says("NEG", "infinite")),
            Case((["fun", "dull", "dull"], reverse(SKEWED), UNSMOOTHED), says("POS", "infinite")),
            Case((["fun", "worst", "dull"], SKEWED, UNSMOOTHED), says("POS", "infinite")),
            Case((["worst", "fun", "good"], reverse(EVEN), UNSMOOTHED), says("POS", "infinite")),
            Case(
                (
                    ["w1", "w2", "w3", "zither"] * 6000,
                    EVEN,
                    {
                        "POS": {f"w{n}": -9.0 for n in range(15_000)},
                        "NEG": {f"w{n}": -8.0 for n in range(15_000)},
                    },
                ),
                says("NEG"),
                seconds=1,
            ),
        ),
    ),
    Question(
        "telling-words",
        answer="telling_words",
        points=1,
        parameters=("tokens", "log_probabilities", "k"),
        about="the words of this review with the most evidence for POS",
        hints={
            "once": "A word's evidence counts each time it occurs.",
            "absolute": "These words speak strongly, some of them for NEG. Words that speak for "
            "POS are asked for.",
            "ascending": "These are the words at the other end of the list.",
            "probable": "These words are frequent in POS reviews. Are they rarer in NEG reviews?",
            "repeated": "Each word should stand in the list once.",
            "number": "The list should hold the first k words: look at where your slice begins and ends.",
            "ties": "Two words with the same evidence come in alphabetical order.",
            "pairs": "The words alone are asked for, without their evidence.",
            "ratio": "Evidence is the number of occurrences times a difference of logarithms, not "
            "times a ratio of probabilities; nor is it the number alone.",
            "filtered": "Words that speak for NEG come last, but they do come: k words are asked "
            "for, or all of them where the review has fewer.",
            "sorted": "The strongest comes first: your words are in another order.",
            "IndexError": "A review may have fewer than k different words.",
            "ValueError": "A review may have fewer than k different words.",
            "TypeError": "A token that the training reviews lack has no log-probability.",
            "KeyError": "Words without a log-probability cannot count as evidence: pass over them.",
            "other": "Work out each word's evidence by hand, and sort.",
        },
        cases=(
            Case(
                (["a", "good", "film", "fun", "fun", "the", "dull", "fun", "fun"], MODEL, 2),
                equals(
                    ["fun", "good"],
                    absolute=["fun", "dull"],
                    ascending=["dull", "the"],
                    probable=["the", "good"],
                    repeated=["fun", "fun"],
                    number=["fun", "good", "film"],
                    number_2=["fun"],
                    number_3=["fun", "good", "film", "the", "dull"],
                    number_4=["good", "film"],
                    once=["good", "fun"],
                    pairs=[("fun", 4 * log(1.5)), ("good", log(4))],
                ),
            ),
            Case((["good", "fun", "fun", "fun"], MODEL, 1), equals(["good"], ratio=["fun"])),
            Case((["good", "fun", "fun", "fun", "fun"], MODEL, 1), equals(["fun"], once=["good"])),
            Case(
                (["a", "good", "film", "fun", "fun", "the", "dull", "fun", "fun"], MODEL, 9),
                equals(
                    ["fun", "good", "film", "the", "dull"],
                    filtered=["fun", "good", "film"],
                    filtered_2=["fun", "good"],
                    sorted=["dull", "film", "fun", "good", "the"],
                    once=["good", "fun", "film", "the", "dull"],
                ),
            ),
            Case(
                (
                    ["zesty", "apt", "the"],
                    logs(
                        {"POS": {"apt": 0.02, "zesty": 0.02}, "NEG": {"apt": 0.01, "zesty": 0.01}}
                    ),
                    2,
                ),
                equals(["apt", "zesty"], ties=["zesty", "apt"]),
            ),
            # Once with much evidence, and twice with half of it.
            Case(
                (
                    ["wry", "apt", "wry"],
                    {"POS": {"apt": -1.0, "wry": -2.0}, "NEG": {"apt": -3.0, "wry": -3.0}},
                    2,
                ),
                equals(["apt", "wry"], ties=["wry", "apt"]),
            ),
        ),
    ),
]
