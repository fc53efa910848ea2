"""Tick 4: its questions, the cases students may see, and the hints."""

from math import isclose, sqrt
from statistics import NormalDist

import pandas as pd

from labkit.checks import Case, Hint, Question, equals, showing
from labkit.checks.judges import otherwise, sampled
from labkit.report import review_claims

#: The normal curve's share below a value.
BELL = NormalDist().cdf

POWER = "If it names ^: in Python a power is two stars; ^ means something else."
TINY = (
    "With thousands of events, a number on the way may be too large for Python's floats, or so small "
    "that it becomes 0, also where it is rounded. Count with whole numbers, which stay exact, and divide "
    "once, by all outcomes, at the end."
)

# What the notebook's triangle shows of its six systems on the 200 test reviews: the accuracy, and p
# against each system above. tests/notebooks/test_tick4.py trains them and compares.
TRIANGLE = {
    "simple lexicon": (0.65,),
    "magnitude lexicon": (0.705, 0.4807),
    "unsmoothed Bayes": (0.54, 0.1374, 0.02376),
    "add-one Bayes": (0.715, 0.3974, 0.9437, 0.01626),
    "logistic regression": (0.805, 0.03408, 0.1790, 0.0002267, 0.2292),
    "linear SVM": (0.8, 0.04004, 0.2041, 0.0002893, 0.2590, 1.0),
}
PAIRS = [(a, b, p) for a, row in TRIANGLE.items() for b, p in zip(TRIANGLE, row[1:], strict=False)]
TESTED = pd.DataFrame(PAIRS, columns=["system_a", "system_b", "pvalue"])
for side in "ab":
    TESTED[f"score_{side}"] = [TRIANGLE[name][0] for name in TESTED[f"system_{side}"]]
TESTED["gain"] = TESTED["score_a"] - TESTED["score_b"]

#: Characters: a paragraph of 120 words has about 800, and far more would take minutes to read.
LONGEST = 5_000


def share(expected, *, ways=0, **mistakes):
    """A judge that also knows the expected probability when it was drawn at random."""
    return otherwise(equals(expected, **mistakes), sampled(expected, ways))


def tiny(expected):
    """A judge of a very small probability: 0 is not near enough, as it would be to `equals`."""

    def judge(value):
        if type(value) is not float:
            return equals(expected)(value)
        near = isclose(value, expected, rel_tol=1e-9)
        size = expected / 1e6 < value < 1e6 * expected  # wrong in another way, and not too small
        return None if near else Hint("other" if size or abs(value) > 1e-9 else "tiny")

    return showing(expected, judge)


def one_of(expected, **mistakes):
    """A judge of one of three sentences that notices another way of writing the right one."""
    judge = equals(expected, **mistakes)

    def judge_sentence(value):
        hint = judge(value)
        said = value.strip(" .!'\"\n").lower() if type(value) is str else None
        right = expected.lower(), expected[0].lower()  # "A" is meant for "A is better"
        return Hint("wording") if hint and said in right else hint

    return showing(expected, judge_sentence, judge.knows)


def classes(*signs):
    """Lists of classes: +, - and 0 are POS, NEG and NEUTRAL."""
    return tuple([{"+": "POS", "-": "NEG", "0": "NEUTRAL"}[sign] for sign in row] for row in signs)


A, B, NO = "A is better", "B is better", "inconclusive"

# Mistake -> what it gives in the first case of a question; of count-wins also in the second.
TAIL = {
    "exclusive": 56 / 1024, "point": 120 / 1024, "from_one": 175 / 1024, "upper": 968 / 1024,
    "upper_2": 848 / 1024, "doubled": 352 / 1024, "counted": 176, "floor": 0,
    "normal": BELL(-2 / sqrt(2.5)), "normal_2": BELL(-1.5 / sqrt(2.5)),
}  # fmt: skip
WINS = {
    "swapped": (1, 4, 3), "right": (5, 2, 1), "right_2": (5, 2, 3), "both_right": (4, 1, 1),
    "last_else": (4, 3, 1), "last_else_2": (4, 4, 0),
    "labels": (3, 2, 3), "order": (3, 4, 1), "parameters": (2, 4, 2), "parameters_2": (2, 1, 5),
}, {
    "swapped": (3, 2, 4), "right": (3, 4, 2), "right_2": (3, 4, 4), "both_right": (2, 3, 1),
    "both_wrong": (2, 3, 2), "both_wrong_2": (2, 5, 2), "last_else": (2, 6, 1),
    "last_else_2": (2, 7, 0), "labels": (2, 4, 3),
    "order": (4, 2, 3), "parameters": (1, 2, 6), "parameters_2": (1, 3, 5),
}  # fmt: skip
TIES = {
    "down": (4, 12), "all": (7, 18), "dropped": (2, 8), "larger": (9, 14), "one_name": (9, 14),
    "swapped": (14, 5),
    "n_unchanged": (5, 13), "one_side": (4, 13),
}  # fmt: skip
TESTS = {
    "one_tailed": 0.18410080866334813, "dropped": 0.00634765625, "normal": 2 * BELL(-1),
    "larger_side": 1.0, "larger_side_2": 1.7287469759261647, "one_name": 1.0,
    "one_name_2": 1.7287469759261647, "exclusive": 0.2712530240738347, "floor": 0.0,
}  # fmt: skip
POWERS = {
    "one_outcome": 0.0,
    "type_two": 0.6241861632, "one_side": 0.3758096384, "under_null": 22 / 1024,
    "one_side_2": 0.0000041984, "missing": 0.3758137344, "missing_2": 0.2684396544,
}  # fmt: skip
ALARMS = {
    "sum": 0.6, "all_err": 0.00050625, "none": 0.52200625, "exactly_one": 0.368475,
    "one_fewer": 0.385875, "not_all": 0.99949375,
}  # fmt: skip


def judge_report(value):
    """A paragraph about the systems: refused where the reading aid is sure, else perhaps to look at."""
    if type(value) is not str:
        return Hint("text")
    if len(value) > LONGEST:
        return Hint("long")
    if not value.strip() or value.strip(" *\n").startswith(
        ("Write your answer here", "YOUR ANSWER HERE")
    ):
        return Hint("unanswered")
    if len(value.split()) < 40:
        return Hint("short")
    text = " ".join(value.split()).lower()  # a name may stand across the end of a line
    if sum(name.lower() in text for name in TRIANGLE) < 3:
        return Hint("systems")
    found = sorted(review_claims(value, TESTED, n=200), key=lambda finding: not finding.sure)
    return Hint(found[0].sin, str(found[0]), doubt=not found[0].sure) if found else None


QUESTIONS = [
    Question(
        "tail-probability",
        answer="tail_probability",
        points=2,
        parameters=("k", "n"),
        without=(
            "labkit.significance:sign_test",
            *(f"scipy.stats:binom.{function}" for function in ("cdf", "logcdf", "pmf", "sf")),
            "scipy.stats:binomtest",
        ),
        meaning="Fair coins hardly ever give as few as 753 heads in 2,000 tosses.",
        hints={
            "exclusive": "At most k means that k itself counts as well: where does your sum end?",
            "point": "This is the probability of exactly k losses. Fewer count as well.",
            "from_one": "No loss at all is one of the outcomes: where does your sum begin?",
            "upper": "This is the other side, at least k losses or more than k: at most k is asked for.",
            "doubled": "This counts both tails. Here one is asked for.",
            "counted": "This is the number of outcomes. What share is it of all outcomes of n tosses?",
            "floor": "This is 0. Does your sum grow? // drops what is after the point, and math.comb takes n first.",
            "normal": "This is the normal curve, which is near but not exact. Count the outcomes themselves.",
            "sampled": "This is near, but not exact. If it is drawn at random: all outcomes can be counted.",
            "tiny": TINY,
            "OverflowError": TINY,
            "TypeError": POWER,
            "slow": "With 100 events this takes too long: math.comb counts the outcomes at once.",
            "other": "Take three tosses, and write down all outcomes. How many have at most one loss?",
        },
        cases=(
            Case((3, 10), share(176 / 1024, ways=1024, **TAIL)),
            Case(
                (40, 100),
                share(0.028443966820490395, normal=BELL(-2), floor=0, doubled=0.05688793364098078),
                seconds=1,
            ),
            Case((753, 2000), tiny(7.806666257279006e-29)),
        ),
    ),
    Question(
        "count-wins",
        answer="count_wins",
        points=1,
        parameters=("predicted_a", "predicted_b", "labels"),
        without=("labkit.significance:count_outcomes",),
        hints={
            "swapped": "The wins of the first system come first.",
            "right": "A win is a review that one system gets right and the other does not.",
            "both_right": "Where both systems are wrong, they do equally well, too.",
            "last_else": "Some ties are among the losses. If you have an else: what falls into it?",
            "both_wrong": "Look at who is right, not at whether the two say the same.",
            "labels": "A system that says POS may be wrong. Where does the truth come in?",
            "order": "Give the wins, the losses and the ties, in this order.",
            "parameters": "The two systems' predictions come first, the truth last.",
            "other": "Take the first reviews by hand: who is right, A, B, both or neither?",
        },
        cases=(
            Case(classes("++-+---+", "+-+-+---", "++-+++++"), equals((4, 1, 3), **WINS[0])),
            # With a third class both can be wrong, each in its own way.
            Case(classes("--00+0-+-", "--+--++-+", "-+-++0+-+"), equals((2, 3, 4), **WINS[1])),
            Case(
                classes("++-", "++-", "+++"),
                equals((0, 0, 3), both_right=(0, 0, 2), last_else=(0, 1, 2), last_else_2=(0, 3, 0)),
            ),
        ),
    ),
    Question(
        "split-ties",
        answer="split_ties",
        points=1,
        parameters=("plus", "minus", "ties"),
        without=("scipy.stats:tmean", "scipy.stats:tmin"),
        hints={
            "down": "Half the ties is rounded up here: // and int() round down, round() to an even number.",
            "one_side": "Half the ties is rounded up on both sides, and n is their sum.",
            "all": "Each tie counts half for each side, not as a whole event.",
            "dropped": "The ties are left out. Each counts as half a win and half a loss.",
            "larger": "k is the smaller of the two sides.",
            "one_name": "k is the smaller side, and that is not always minus.",
            "one_name_plus": "k is the smaller side, and that is not always plus.",
            "swapped": "k comes first, n second.",
            "n_unchanged": "After rounding, n should be the sum of the two sides.",
            "other": "Take the case on the card by hand: first the two sides, each with its half of the ties.",
        },
        cases=(
            Case((2, 6, 5), equals((5, 14), **TIES)),
            Case(
                (9, 2, 4),
                equals(
                    (4, 15),
                    all=(6, 19),
                    dropped=(2, 11),
                    larger=(11, 15),
                    one_name_plus=(11, 15),
                ),
            ),
        ),
    ),
    Question(
        "sign-test",
        answer="sign_test_p",
        points=2,
        parameters=("plus", "minus", "ties"),
        without=("labkit.significance:sign_test", "scipy.stats:binomtest"),
        meaning="One lexicon is right on 11 more of 200 reviews, and yet p is 0.48: it may be luck.",
        hints={
            "one_tailed": "This is one tail. The other is as extreme, and counts as well.",
            "dropped": "The ties are left out. Split them first.",
            "rounding": "Half the ties is rounded up for each side, and n is the sum of the two sides.",
            "normal": "This is the normal curve, which is near but not exact. Use your tail_probability.",
            "above_one": "Where the two sides are equal, the tails overlap: p is at most 1.",
            "larger_side": "Do you start from the larger side? k is the smaller one.",
            "one_name": "k is the smaller side, and that is not always minus.",
            "one_name_plus": "k is the smaller side, and that is not always plus.",
            "exclusive": "At most k means that k itself counts as well, in either tail.",
            "floor": "This is 0. Does your sum grow? // drops what is after the point.",
            "tiny": TINY,
            "OverflowError": TINY,
            "other": "Take the case on the card step by step: k and n, the tail up to k, then both tails.",
        },
        cases=(
            Case((1, 11, 88), equals(0.36820161732669626, **TESTS)),
            Case(
                (3, 8, 1),
                equals(
                    0.266845703125,
                    rounding=0.2265625,
                    rounding_2=0.3876953125,
                    larger_side=1.0,
                    larger_side_2=1.90771484375,
                    one_name=1.0,
                    one_name_2=1.90771484375,
                ),
            ),
            Case(
                (6, 2, 0),
                equals(
                    0.2890625,
                    larger_side=1.0,
                    larger_side_2=1.9296875,
                    one_name_plus=1.0,
                    one_name_plus_2=1.9296875,
                ),
            ),
            Case((5, 5, 0), equals(1.0, above_one=1.24609375)),
            Case(
                (1050, 950, 0),
                equals(
                    0.026824146240280695,
                    floor=0.0,
                    tiny=0.0,
                    normal=2 * BELL(-sqrt(5)),
                    larger_side=1.0,
                    larger_side_2=1.976105094670953,
                    one_name_plus=1.0,
                    one_name_plus_2=1.976105094670953,
                ),
            ),
        ),
    ),
    Question(
        "claim",
        answer="claim",
        points=1,
        parameters=("plus", "minus", "ties", "alpha"),
        without=("labkit.significance:sign_test",),
        hints={
            "direction": "Which system wins more of the reviews?",
            "never": "p is below alpha here, so there is a winner to name. Which way round do you compare?",
            "only_a": "p is below alpha here, and B wins more reviews than A.",
            "only_b": "p is below alpha here, and A wins more reviews than B.",
            "always": "A winner is named although p is above alpha.",
            "no_third": "p is above alpha here, so neither is better: there is a third answer.",
            "dropped": "Here most reviews are ties. Does your p split them?",
            "halved": "p counts both tails already: do you compare p itself with alpha itself?",
            "wording": "This is the right one of the three: write it letter for letter as the question does.",
            "one_tailed": "Here one tail is below alpha, but not both together.",
            "fixed_alpha": "Here alpha is not 0.05: do you use the one that is given?",
            "boundary": "Here p equals alpha, and that is significant, too.",
            "tiny": TINY,
            "OverflowError": TINY,
            "other": "Take the case on the card: what is p, is it at most alpha, and who wins more?",
        },
        cases=(
            Case((30, 10, 2, 0.05), one_of(A, direction=B, only_b=B, never=NO)),
            Case((10, 30, 2, 0.05), one_of(B, direction=A, only_a=A, never=NO)),
            Case((12, 10, 4, 0.05), one_of(NO, always=A, no_third=B)),
            Case((15, 6, 0, 0.05), one_of(NO, one_tailed=A, always=A, no_third=B)),
            Case((30, 14, 0, 0.01), one_of(NO, fixed_alpha=A, always=A, no_third=B)),
            Case((1, 11, 88, 0.05), one_of(NO, always=B, no_third=B, dropped=B)),
            Case((30, 15, 0, 0.05), one_of(A, never=NO, halved=NO)),
            Case((0, 5, 0, 0.0625), one_of(B, boundary=NO)),
            Case((1020, 980, 0, 0.05), one_of(NO, tiny=A, always=A, no_third=B)),
        ),
    ),
    Question(
        "report",
        answer="my_report",
        points=0,
        hints={
            "unanswered": "No paragraph was found. Write it above, save (Ctrl+S), and run both cells.",
            "text": "Write your paragraph as a string, between three quotation marks.",
            "short": "A few words more: which comparisons do you report, and what do they show?",
            "long": "This is far more than the paragraph of 60 to 120 words that is asked for.",
            "systems": "Name the systems as the tables do, at least three of them.",
        },
        cases=(Case(None, judge_report),),
    ),
    Question(
        "power",
        answer="power",
        points=2,
        parameters=("n", "q", "alpha"),
        without=("labkit.significance:sign_test",),
        meaning="With 100 events the test misses a true q of 0.4 more often than it finds it.",
        hints={
            "one_outcome": "This is 0. Do you add up how probable all outcomes are for which the test rejects?",
            "type_two": "This is the probability of missing the difference, the Type II error.",
            "one_side": "The test rejects on both sides: very few losses, and very many.",
            "under_null": "The number of losses follows the true q here, not 1/2.",
            "p_value_tail": "Too many outcomes reject here: is p, twice the tail, at most alpha?",
            "halved": "p counts both tails already: compare it with alpha, not with half of it.",
            "missing": "0 and n losses are outcomes, too: where does your sum begin and end?",
            "fixed_alpha": "Here alpha is not 0.05: do you use the one that is given?",
            "boundary": "Here p of some outcomes equals alpha: the test rejects there, too.",
            "slow": "With 50 events this takes too long: one probability for each number is enough.",
            "TypeError": POWER,
            "other": "Take n = 6 by hand. For which numbers of losses does the test reject? How probable "
            "is each?",
        },
        cases=(
            Case((10, 0.2, 0.05), equals(0.3758138368, **POWERS)),
            Case(
                (50, 0.4, 0.01),
                equals(
                    0.0955187972934103,
                    one_outcome=0.0,
                    p_value_tail=0.15614869149599142,
                    halved=0.053959630541272265,
                    fixed_alpha=0.23705687849990564,
                ),
            ),
            Case(
                (5, 0.5, 0.0625),
                equals(0.0625, one_outcome=0.0, fixed_alpha=0.0, halved=0.0, boundary=0.0),
            ),
        ),
    ),
    Question(
        "best-of-many",
        answer="false_alarm",
        points=1,
        parameters=("m", "alpha"),
        without=("scipy.stats:combine_pvalues",),
        meaning="Of 30 comparisons without any difference, at least one is significant in 79 % of cases.",
        hints={
            "sum": "Adding up counts it double when two err; with many it would exceed 1.",
            "not_all": "This is the probability that not all of them err.",
            "all_err": "This is the probability that every comparison errs.",
            "none": "This is the probability that no comparison errs.",
            "exactly_one": "Here exactly one errs. Two or more are a false alarm as well.",
            "one_fewer": "One comparison is left out: how many may err?",
            "sampled": "This is near, but not exact. If it is drawn at random: it can be computed.",
            "slow": "With 30 comparisons this takes too long: think of one combination alone.",
            "TypeError": POWER,
            "other": "How probable is it that one comparison does not err? That none of them does?",
        },
        cases=(
            Case((4, 0.15), share(0.47799375, **ALARMS)),
            Case(
                (30, 0.05),
                share(1 - 0.95**30, sum=1.5, sum_2=1.0, none=0.95**30, one_fewer=1 - 0.95**29),
                seconds=1,
            ),
        ),
    ),
]
