"""Tick 2: its questions, the cases students may see, and the hints."""

from math import inf, log

from labkit.checks import Case, Question, equals, says


def logs(table):
    """Class -> word -> logarithm of the probability in the table."""
    return {
        label: {word: log(p) if p else -inf for word, p in words.items()}
        for label, words in table.items()
    }


REVIEWS = [["good", "good", "fun"], ["fun", "film"], ["dull", "film"]]
LABELS = ["POS", "POS", "NEG"]
COUNTS = {"POS": {"good": 2, "fun": 2, "film": 1}, "NEG": {"dull": 1, "film": 1}}

EVEN = {"POS": log(0.5), "NEG": log(0.5)}
MODEL = logs(
    {
        "POS": {"good": 0.12, "fun": 0.09, "film": 0.0004, "dull": 0.01, "slow": 0.02, "the": 0.2},
        "NEG": {"good": 0.03, "fun": 0.06, "film": 0.0004, "dull": 0.05, "slow": 0.03, "the": 0.25},
    }
)

OWN_VOCABULARY = (
    "Each class should have an entry for every word of the vocabulary, the words that only the "
    "other class uses included."
)
NO_ENTRY = (
    "The counts of a class hold only its own words. What is the count of a word that they lack?"
)
NOT_LOGS = "These are probabilities; their logarithms are asked for."


QUESTIONS = [
    Question(
        "class-log-priors",
        answer="class_log_priors",
        points=1,
        hints={
            "probabilities": NOT_LOGS,
            "counts": "These are numbers of reviews: which share of all reviews is that?",
            "log_counts": "You took the logarithm of the number of reviews. Make it a share of "
            "all reviews first.",
            "uniform": "Both classes get the same. Count how many reviews each class has.",
            "base": "Use the natural logarithm, math.log with one argument.",
            "other": "Count the labels by hand, divide by their number, and take math.log.",
        },
        cases=(
            Case(
                (["POS", "POS", "NEG", "POS", "NEG"],),
                equals(
                    {"POS": log(0.6), "NEG": log(0.4)},
                    probabilities={"POS": 0.6, "NEG": 0.4},
                    counts={"POS": 3, "NEG": 2},
                    log_counts={"POS": log(3), "NEG": log(2)},
                    uniform={"POS": log(0.5), "NEG": log(0.5)},
                    base={"POS": log(0.6, 2), "NEG": log(0.4, 2)},
                ),
            ),
            Case(
                (["NEG", "NEG", "POS", "NEG"],),
                equals(
                    {"POS": log(0.25), "NEG": log(0.75)},
                    base={"POS": log(0.25, 10), "NEG": log(0.75, 10)},
                ),
            ),
        ),
    ),
    Question(
        "count-words",
        answer="count_words",
        points=2,
        hints={
            "documents": "You count the reviews that hold the word. A word that comes twice in a "
            "review counts twice.",
            "both_classes": "Each class should hold the words of its own reviews only.",
            "first_review": "Only the first review of each class is counted. Does the loop end "
            "too early, or start anew each time?",
            "last_review": "Only the last review of each class is counted. Do you start from an "
            "empty count each time?",
            "early_return": "Your function returns before its loop is through. How far is the line "
            "with return indented?",
            "zeros": "A class holds only the words that occur in it: leave the others out.",
            "reviews": "You count reviews; their words are asked for.",
            "KeyError": "A word that was not seen yet has no entry to add to.",
            "other": "Write down the words of the POS reviews, and count each.",
        },
        cases=(
            Case(
                (REVIEWS, LABELS),
                equals(
                    COUNTS,
                    documents={
                        "POS": {"good": 1, "fun": 2, "film": 1},
                        "NEG": {"dull": 1, "film": 1},
                    },
                    both_classes={
                        label: {"good": 2, "fun": 2, "film": 2, "dull": 1} for label in COUNTS
                    },
                    first_review={"POS": {"good": 2, "fun": 1}, "NEG": {"dull": 1, "film": 1}},
                    last_review={"POS": {"fun": 1, "film": 1}, "NEG": {"dull": 1, "film": 1}},
                    early_return={"POS": {"good": 2, "fun": 1}, "NEG": {}},
                    zeros={
                        "POS": {"good": 2, "fun": 2, "film": 1, "dull": 0},
                        "NEG": {"good": 0, "fun": 0, "film": 1, "dull": 1},
                    },
                    reviews={"POS": 2, "NEG": 1},
                ),
            ),
        ),
    ),
    Question(
        "word-log-probabilities",
        answer="word_log_probabilities",
        points=2,
        hints={
            "probabilities": NOT_LOGS,
            "own_vocabulary": OWN_VOCABULARY,
            "both_totals": "You divide by the words of both classes together. Of a class's own "
            "words, which share is this one?",
            "types": "You divide by the number of different words. How many words has the class, "
            "repetitions counted?",
            "posterior": "You ask how many of this word's occurrences are in the class. Ask how "
            "many of the class's words are this one.",
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
                equals(
                    logs(
                        {
                            "POS": {"good": 2 / 5, "fun": 2 / 5, "film": 1 / 5, "dull": 0},
                            "NEG": {"good": 0, "fun": 0, "film": 1 / 2, "dull": 1 / 2},
                        }
                    ),
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
                ),
            ),
        ),
    ),
    Question(
        "smoothed-log-probabilities",
        answer="smoothed_log_probabilities",
        points=2,
        hints={
            "probabilities": NOT_LOGS,
            "numerator_only": "You add to the counts and not to their total, so the "
            "probabilities of a class no longer sum to 1.",
            "once": "You add to the total once. By how much does it grow when every word of the "
            "vocabulary gets omega more?",
            "own_vocabulary": OWN_VOCABULARY,
            "own_size": "|V| is the same for both classes: all the words that either class uses.",
            "counted_twice": "A word that both classes use is in the vocabulary once.",
            "tokens": "|V| is the number of different words, not of all the words.",
            "always_one": "This is right for omega = 1: where does omega come in?",
            "not_times_omega": "The total grows by omega for each word of the vocabulary, not "
            "by 1.",
            "KeyError": NO_ENTRY,
            "other": "Take one class: do the probabilities of all the words sum to 1?",
        },
        cases=(
            Case(
                (COUNTS, 1),
                equals(
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
                ),
            ),
            Case(
                (COUNTS, 0.5),
                equals(
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
        ),
    ),
    Question(
        "classify",
        answer="classify",
        points=2,
        hints={
            "names": "The classes are called 'POS' and 'NEG', in capitals.",
            "swapped": "The larger sum wins: of two negative numbers that is the one nearer to 0.",
            "multiplied": "The logarithm of a product is a sum: add the log-probabilities.",
            "prior_each_word": "The log-prior counts once for the whole review, not once for "
            "each word.",
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
            Case((["good", "film"], EVEN, MODEL), says("POS", "swapped")),
            Case((["dull", "film"], EVEN, MODEL), says("NEG", "swapped")),
            Case((["dull"], EVEN, MODEL), says("NEG", "multiplied")),
            Case((["dull", "zither"], EVEN, MODEL), says("NEG", "unknown")),
            Case(
                (["fun", "film"], {"POS": log(0.2), "NEG": log(0.8)}, MODEL),
                says("NEG", "prior"),
            ),
            Case(
                (["good", "fun"], {"POS": log(0.2), "NEG": log(0.8)}, MODEL),
                says("POS", "prior_each_word"),
            ),
            Case((["good", "slow", "slow", "slow", "slow"], EVEN, MODEL), says("NEG", "types")),
            Case((["film"] * 120 + ["dull"], EVEN, MODEL), says("NEG", "underflow")),
            Case((["film"], EVEN, MODEL), says("POS", "ties_negative")),
        ),
    ),
    Question(
        "telling-words",
        answer="telling_words",
        points=1,
        hints={
            "once": "A word's evidence counts each time it occurs.",
            "absolute": "These words speak strongly, some of them for NEG. Words that speak for "
            "POS are asked for.",
            "ascending": "These are the words at the other end of the list.",
            "probable": "These words are frequent in POS reviews. Are they rarer in NEG reviews?",
            "repeated": "Each word should stand in the list once.",
            "number": "The list should hold k words: look at the end of your slice.",
            "ties": "Two words with the same evidence come in alphabetical order.",
            "pairs": "The words alone are asked for, without their evidence.",
            "KeyError": "Words without a log-probability cannot count as evidence: pass over them.",
            "other": "Work out each word's evidence by hand, and sort.",
        },
        cases=(
            Case(
                (["a", "good", "film", "fun", "fun", "the", "dull", "fun", "fun"], MODEL, 2),
                equals(
                    ["fun", "good"],
                    once=["good", "fun"],
                    absolute=["fun", "dull"],
                    ascending=["dull", "the"],
                    probable=["the", "good"],
                    repeated=["fun", "fun"],
                    number=["fun", "good", "film"],
                    pairs=[("fun", 4 * log(1.5)), ("good", log(4))],
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
        ),
    ),
]
