"""Tick 6: its questions, the cases students may see, and the hints."""

import random
from collections.abc import Callable
from typing import Any

from labkit.checks import Case, Hint, Question, equals
from labkit.checks.judges import Rule, otherwise, sampled
from labkit.checks.questions import Judge

#: The lecture that goes with this tick.
LECTURE = "yeh"

OWN_CODE = "This question asks for code of your own; compare it with labkit's afterwards."
BEFORE = (
    "Does one of your functions above still lack its answer, or get other arguments than its "
    "question says?"
)
EARLY_RETURN = (
    "Your function returns before its loop is through. How far is the line with return indented?"
)
SHARE = "This is a number of ways. A p-value is their share: of how many?"
EMPTY = (
    "All responses may fall to one system, and the other is left without any. Part 3 says what its "
    "precision is then."
)
LEFT_OUT = "Every way in which the coins can fall counts, also if one system is left with nothing."
SAMPLED = (
    "This is near, and no share of all the ways. Do you draw shuffles at random, leave some out, or "
    "take another test? Here each way is to be tried, once."
)
ONE_SIDED = (
    "This is one direction, or half of the ways. Two-sided, a difference of the same size in the "
    "other direction counts as well."
)
ABOVE_ONE = (
    "No probability is larger than 1: if both systems do equally well, twice one side counts some "
    "ways twice. Count the ways by the size of their difference."
)
FIXED_NUMBERS = (
    "The number of responses that each system has is held fixed here, as in Fisher's test. Each coin "
    "falls for itself: one system may end with more of them."
)
TOLERANCE = (
    "Differences that are clearly smaller count for you as well. How much is a hair's breadth in "
    "part 5?"
)
SLOW = (
    "Your code tries the shuffles one by one, and there are too many of them. How many pairs of "
    "numbers stand for all of them?"
)

# Two systems as lists of (correct, found), a pair for each response of either.
GAVE, SPURIOUS, NOT = (1, 1), (0, 1), (0, 0)

#: A thousand responses and coins.
LONG = random.Random(6)
KINDS = [(GAVE, GAVE), (GAVE, NOT), (NOT, GAVE)]
KINDS += [(SPURIOUS, SPURIOUS), (SPURIOUS, NOT), (NOT, SPURIOUS)]
BOTH_LONG = LONG.choices(KINDS, weights=[2, 4, 3, 1, 3, 5], k=1000)
COINS_LONG = LONG.choices((0, 1), weights=[3, 2], k=1000)


def share(expected: float, ways: int, **mistakes: object) -> Judge:
    """Judge a share of so many ways, and tell what was sampled instead."""
    return otherwise(equals(expected, **mistakes), sampled(expected, ways))


def nearly(expected: tuple[float, ...]) -> Rule:
    """Know numbers that all but reach the expected ones, as with a little added below the line."""

    def rule(value: Any) -> str | None:
        pairs = list(zip(value, expected, strict=True))
        return "tiny" if all(abs(number - right) < 1e-4 for number, right in pairs) else None

    return rule


def exchanged(expected: tuple[tuple[int, int], tuple[int, int]], *mistakes: object) -> Judge:
    """Judge the sums after many coins: here other coins than the given ones show.

    What one of the `mistakes` leads to is named by the shorter cases, which can be followed by hand.
    """
    judge: Callable[[Any], Hint | None] = equals(expected)

    def judge_sums(value: Any) -> Hint | None:
        hint = judge(value)
        pairs = type(value) is tuple and [type(v) for v in value] == [tuple, tuple]
        if hint is None or not pairs or value in mistakes or [len(v) for v in value] != [2, 2]:
            return hint and Hint("other", hint.text)
        totals = [sum(column) for column in zip(*value, strict=True)]
        kept = totals == [sum(column) for column in zip(*expected, strict=True)]
        return Hint("own_coins" if kept else "torn")

    return judge_sums


QUESTIONS = [
    Question(
        "sd-difference",
        answer="sd_difference",
        points=1,
        parameters=("s1", "s2", "r12"),
        about="the standard deviation of the difference",
        without=("labkit.significance:sd_of_difference",),
        hints={
            "PermissionError": OWN_CODE,
            "variance": "This is the square of the standard deviation.",
            "plus": "What two scores share makes their difference vary less, not more: look at "
            "the sign of the last term.",
            "size": "The correlation may be negative, and the difference then varies more: keep its "
            "sign.",
            "once": "The last term is there twice: once for either score.",
            "independent": "The correlation has no effect: this is the value for independent "
            "systems.",
            "squared": "In the last term, the standard deviations themselves are multiplied, not "
            "their squares.",
            "subtracted": "This is the difference of the two standard deviations; the formula "
            "gives the standard deviation of the difference.",
            "root_early": "The root goes over all three terms: where does its bracket close?",
            "precedence": "** binds more strongly than * and -: put what the root goes over in "
            "brackets.",
            "half": "** binds more strongly than /, so this is half of the variance: the power "
            "wants brackets.",
            "as_variances": "Standard deviations come in, not variances: the formula squares them.",
            "swapped": "Are the three parameters in the order that the question gives?",
            "other": "Work out the three terms of equation 2 one by one.",
        },
        cases=(
            Case(
                (0.3, 0.4, 0.4),
                equals(
                    0.39242833740697163,
                    variance=0.154,
                    plus=0.5882176467941097,
                    once=0.4494441010848846,
                    independent=0.5,
                    squared=0.4883441409498019,
                    subtracted=0.1,
                    root_early=0.404,
                    precedence=0.0982106723119178,
                    half=0.077,
                    as_variances=0.650285991536785,
                    swapped=0.47328638264796935,
                ),
            ),
            Case(
                (2.0, 1.0, -0.5), equals(2.6457513110645907, size=1.7320508075688772, size_2=5**0.5)
            ),
        ),
    ),
    Question(
        "correlation",
        answer="correlation_from_counts",
        points=1,
        parameters=("both", "only_1", "only_2", "neither"),
        about="the correlation of the two systems",
        without=("labkit.significance:response_correlation",),
        hints={
            "PermissionError": OWN_CODE,
            "agreement": "This is the share of things on which the systems agree. Two systems that "
            "find nearly everything agree often without any correlation.",
            "no_neither": "What neither of them finds belongs to the test set as well.",
            "covariance": "This has no scale yet: divide by the square roots of the formula.",
            "variances": "Divide by the square roots of the two sums, not by the sums.",
            "n_minus_one": "Part of your formula divides by n and part by n - 1. Either will do, "
            "the same throughout.",
            "squared": "This is the square of the correlation.",
            "matrix": "This is the whole table of correlations, each of the two with each; which "
            "of its numbers is asked for?",
            "with_pvalue": "Two numbers come back from what you call: the correlation alone is "
            "asked for.",
            "columns": "You correlate the four counts with one another. What is to be correlated "
            "are two columns of 0 and 1, with a row for each thing.",
            "jaccard": "This is the share of what both found among what either found, and no "
            "correlation.",
            "kappa": "This is the agreement beyond chance, as in tick 5: near the correlation, but "
            "not the same.",
            "only_found": "only_1 is what system 1 found and system 2 did not. How many things did "
            "system 1 find in all?",
            "size": "A correlation may be negative: keep its sign.",
            "reversed": "The sign is the other way round: systems that find the same things have a "
            "positive correlation.",
            "with_itself": "This is the correlation of a system with itself: take it with the other.",
            "uncentred": "The formula takes the mean off each column first.",
            "slope": "This is the slope of a line: as in the formula, divide by both roots.",
            "no_root": "You divide by the product of the sums. What does the formula put over it?",
            "other": "Write the two columns of 0 and 1 down for a few things, with their means, "
            "and follow the formula.",
        },
        cases=(
            Case(
                (30, 10, 20, 40),
                equals(
                    0.408248290463863,
                    agreement=0.7,
                    no_neither=-0.31622776601683794,
                    covariance=0.1,
                    variances=1.6666666666666667,
                    n_minus_one=0.408248290463863 * 100 / 99,
                    n_minus_one_2=0.408248290463863 * 99 / 100,
                    covariance_2=10 / 99,
                    reversed=-0.408248290463863,
                    with_itself=1.0,
                    uncentred=30 / 2000**0.5,
                    slope=0.1 / 0.24,
                    squared=0.16666666666666666,
                    matrix=[[1.0, 0.408248290463863], [0.408248290463863, 1.0]],
                    with_pvalue=(0.408248290463863, 2.4824098569406748e-05),
                    columns=-1.0,
                    jaccard=0.5,
                    kappa=0.4,
                    only_found=2.3333333333333335,
                    no_root=0.00016666666666666666,
                ),
            ),
            Case(
                (1, 3, 4, 2),
                equals(-0.408248290463863, agreement=0.3, size=0.408248290463863),
            ),
        ),
    ),
    Question(
        "scores",
        answer="scores",
        points=1,
        parameters=("correct", "found", "gold"),
        about="recall, precision and F-score",
        without=("labkit.metrics:precision",),
        hints={
            "PermissionError": OWN_CODE,
            "swapped": "Which of the two is a share of the gold things, and which a share of the "
            "responses? Recall comes first.",
            "mean": "This is the plain mean of recall and precision; the F-score is another one.",
            "root": "The F-score has no square root.",
            "half": "Something is missing from the F-score: if recall and precision are equal, so "
            "is F.",
            "percent": "Give shares between 0 and 1, not percentages.",
            "whole": "// divides without remainder, and drops what is behind the point.",
            "nothing": "All three are 0 although there are correct responses: does a division "
            "drop its remainder, or a return come too early?",
            "empty_perfect": "Who says nothing makes no mistake, and yet the question fixes the "
            "precision of a system without responses: read its last sentence again.",
            "nan": "nan is not a number: numpy divides 0 by 0 without stopping. What are the three "
            "for a system without a correct response?",
            "accuracy": "The third number is to be the F-score of the other two. This one is the "
            "share of the correct among all that was found or wanted.",
            "order": "Recall comes first, then precision, and F last.",
            "two": "Three numbers are asked for: the F-score is missing.",
            "disjoint": "found counts all responses, also the correct ones, and gold all things that "
            "should be found, also those that were.",
            "precedence": "The division comes before the addition, unless brackets say otherwise.",
            "smaller": "F is near the smaller of the two, and seldom equal to it.",
            "tiny": "This is right but for a little: what you add below the line, so that it is never "
            "0, changes the scores. Ask for such a system with an if.",
            "names": "A triple is asked for, without names.",
            "zero_only": "A triple is asked for in every case, also where all is 0.",
            "ZeroDivisionError": "What are the three for a system without a correct response?",
            "other": "Work out recall and precision by hand for the example, then F from these.",
        },
        cases=(
            Case(
                (6, 8, 12),
                otherwise(
                    equals(
                        (0.5, 0.75, 0.6),
                        swapped=(0.75, 0.5, 0.6),
                        mean=(0.5, 0.75, 0.625),
                        root=(0.5, 0.75, 0.6123724356957945),
                        half=(0.5, 0.75, 0.3),
                        percent=(50.0, 75.0, 60.0),
                        whole=(0, 0, 0.6),
                        nothing=(0, 0, 0),
                        accuracy=(0.5, 0.75, 6 / 14),
                        order=(0.6, 0.5, 0.75),
                        two=(0.5, 0.75),
                        disjoint=(0.5, 6 / 14, 12 / 26),
                        disjoint_2=(6 / 18, 0.75, 36 / 78),
                        disjoint_3=(6 / 18, 6 / 14, 12 / 32),
                        precedence=(0.5, 0.75, 2.25),
                        smaller=(0.5, 0.75, 0.5),
                        names={"recall": 0.5, "precision": 0.75, "f": 0.6},
                    ),
                    nearly((0.5, 0.75, 0.6)),
                ),
            ),
            Case((2, 3, 7), equals((2 / 7, 2 / 3, 0.4), swapped=(2 / 3, 2 / 7, 0.4))),
            Case((0, 3, 5), equals((0.0, 0.0, 0.0), zero_only=0, nan=(0.0, 0.0, float("nan")))),
            Case(
                (0, 0, 5),
                equals(
                    (0.0, 0.0, 0.0), empty_perfect=(0, 1, 0), nan=(0.0, float("nan"), float("nan"))
                ),
            ),
        ),
    ),
    Question(
        "shuffled-sums",
        answer="shuffled_sums",
        points=2,
        parameters=("a", "b", "coins"),
        about="the sums of both systems after the exchange",
        without=("labkit.significance:count_outcomes",),
        hints={
            "PermissionError": OWN_CODE,
            "inverted": "Your systems exchange the responses whose coin shows 0, or come in the "
            "wrong order.",
            "one_way": "One system receives responses, but the other does not receive what it is "
            "owed: after a = b, what b should get is gone.",
            "unshuffled": "Nothing has been exchanged: this is the sum of what was there before.",
            "correct_only": "A response goes over as a whole: correct and found together.",
            "shared": "A response that both gave stays with both, and counts for both.",
            "own_coins": "No response is lost, but they are not where the coins have put them: "
            "do you use the coins that are given, all of them, or toss some of your own?",
            "torn": "Some responses are with both systems now, or with neither. One coin decides "
            "for both: what one system hands over, the other receives.",
            "lists": "Tuples are asked for: a pair of pairs.",
            "flat": "Each system has a pair of its own, and the two stand in a pair.",
            "responses": "These are the responses after the exchange; their sums are asked for.",
            "by_column": "You add up what belongs to one response. Add up over the responses: all "
            "that is correct, and all that is found.",
            "order": "Each pair begins with what is correct; what is found comes second.",
            "transposed": "A pair belongs to one system: what is correct and what is found of it.",
            "spurious": "The second number counts all that is found, also what is correct.",
            "only_exchanged": "A response whose coin shows 0 is not exchanged, and still counts.",
            "only_gold": "A spurious response changes hands as well, if its coin shows 1.",
            "skipped": "One response is left out. Does your loop begin with the first and end with the "
            "last?",
            "first_coin": "Each response has a coin of its own: here one coin decides for all.",
            "early_return": EARLY_RETURN,
            "other": "Follow one response whose coin shows 1 through your code: what does each "
            "system hold afterwards?",
        },
        cases=(
            Case(
                (*map(list, zip(*BOTH_LONG, strict=True)), COINS_LONG),
                exchanged(
                    ((330, 599), (312, 574)),
                    *(((312, 574), (330, 599)), ((330, 599), (288, 602))),
                    *(((354, 571), (288, 602)), ((330, 571), (312, 602))),
                    *(((201, 426), (183, 401)), ((599, 330), (574, 312))),
                    *(((330, 547), (312, 626)), ((0, 0), (0, 1))),
                    *(((330, 312), (599, 574)), ((330, 269), (312, 262))),
                    *(((115, 246), (139, 218)), ((354, 599), (288, 574))),
                    *(((330, 599), (312, 573)), ((329, 598), (311, 573))),
                ),
                seconds=2,
            ),
            Case(
                (
                    [GAVE, GAVE, SPURIOUS, NOT, NOT, GAVE],
                    [NOT, GAVE, NOT, GAVE, SPURIOUS, NOT],
                    [1, 1, 1, 0, 0, 0],
                ),
                equals(
                    ((2, 2), (3, 5)),
                    inverted=((3, 5), (2, 2)),
                    one_way=((2, 2), (2, 3)),
                    unshuffled=((3, 4), (2, 3)),
                    correct_only=((2, 4), (3, 3)),
                    shared=((1, 1), (2, 4)),
                    lists=[[2, 2], [3, 5]],
                    flat=(2, 2, 3, 5),
                    responses=(
                        [NOT, GAVE, NOT, NOT, NOT, GAVE],
                        [GAVE, GAVE, SPURIOUS, GAVE, SPURIOUS, NOT],
                    ),
                    by_column=((0, 2, 0, 0, 0, 2), (2, 2, 1, 2, 1, 0)),
                    order=((2, 2), (5, 3)),
                    transposed=((2, 3), (2, 5)),
                    spurious=((2, 0), (3, 2)),
                    only_exchanged=((1, 1), (2, 3)),
                    skipped=((1, 1), (3, 5)),
                    skipped_2=((2, 2), (2, 4)),
                    correct_only_2=((3, 2), (2, 5)),
                    early_return=((0, 0), (1, 1)),
                ),
            ),
            Case(
                ([SPURIOUS, NOT, GAVE], [SPURIOUS, SPURIOUS, NOT], [1, 1, 0]),
                equals(
                    ((1, 3), (0, 1)),
                    inverted=((0, 1), (1, 3)),
                    shared=((1, 2), (0, 0)),
                    only_gold=((1, 2), (0, 2)),
                    first_coin=((0, 2), (1, 2)),
                ),
            ),
        ),
    ),
    Question(
        "sampled-p",
        answer="sampled_p",
        points=2,
        parameters=("differences", "observed", "alternative"),
        about="the p-value from sampled shuffles",
        without=("labkit.significance:count_outcomes",),
        hints={
            "PermissionError": OWN_CODE,
            "not_added": "What was observed is itself one of the shuffles: count it, above and "
            "below the line.",
            "half_added": "What was observed counts above and below the line: as one more extreme "
            "one, and as one more shuffle.",
            "strict": "A shuffle that does exactly as well as what was observed is at least as "
            "large, too.",
            "both_sides": "“greater” asks about one direction only.",
            "behind": "“greater” asks the same also if the observed difference is negative: it keeps "
            "its sign, and larger means further to the right.",
            "distinct": "Shuffles with the same difference are shuffles of their own: count each.",
            "two_below": "One has been observed, so it is one more below the line, too.",
            "centred": "The differences stay as they are: their mean is not taken off.",
            "one_side": "“two-sided” asks for the size: differences in the other direction count "
            "as well.",
            "sign": "The observed difference may be negative; two-sided, only its size matters.",
            "doubled": "Twice one side is not quite it: the shuffles of either side have to be "
            "counted, and what was observed is added once.",
            "wrong_side": "You count the shuffles that are smaller, not those at least as large.",
            "complement": "This is how often chance does worse than what was observed.",
            "count": "This is a number of shuffles; their share is asked for.",
            "added_once": "One is added below the line only. What was observed is extreme itself: "
            "where does the formula count it, too?",
            "precedence": "Without brackets, only what stands next to / is divided: the formula "
            "divides one sum by another.",
            "narrow": "A difference that misses the observed one by less than the question allows "
            "does not count for you. How wide is its hair's breadth?",
            "tolerance": "A difference that is not as large counts for you as well: it misses the "
            "observed one by more than the question allows.",
            "tolerance_large": "Differences that are clearly smaller count for you as well. How "
            "much is a hair's breadth in the question?",
            "hair": "0.1 + 0.2 and 0.3 should be equal here, and to a computer they are not: read "
            "the last sentence of the question again.",
            "other": "Mark in the list by hand which differences count, and put their number into "
            "the formula.",
        },
        cases=(
            Case(
                (
                    [0.45, 0.2, 0.45, -0.05, 0.25, 0.3, 0.1, -0.35, 0.05, -0.3, 0.3, 0.2],
                    0.2,
                    "greater",
                ),
                equals(8 / 13, distinct=5 / 10, two_below=8 / 14, centred=3 / 13),
            ),
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2, 0.15, -0.05], 0.2, "greater"),
                equals(
                    4 / 11,
                    not_added=3 / 10,
                    half_added=4 / 10,
                    strict=2 / 11,
                    both_sides=6 / 11,
                    wrong_side=10 / 11,
                    complement=7 / 11,
                    added_once=3 / 11,
                    precedence=1.4,
                    count=4,
                    count_2=3,
                ),
            ),
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2, 0.15, -0.35], 0.2, "two-sided"),
                equals(7 / 11, one_side=4 / 11, doubled=8 / 11, not_added=6 / 10, strict=5 / 11),
            ),
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2], -0.2, "two-sided"),
                equals(
                    6 / 9,
                    not_added=5 / 8,
                    sign=1.0,
                    sign_2=14 / 9,
                    one_side=7 / 9,
                    strict=4 / 9,
                ),
            ),
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2], -0.2, "greater"),
                equals(7 / 9, behind=4 / 9, behind_2=3 / 9, both_sides=6 / 9, not_added=6 / 8),
            ),
            Case(([0.3, 0.1, -0.5], 0.1 + 0.2, "greater"), equals(0.5, hair=0.25)),
            Case(
                ([0.25 - 7e-10, 0.1, 0.4, -0.3], 0.25, "greater"),
                equals(3 / 5, narrow=2 / 5, not_added=2 / 4),
            ),
            Case(
                ([0.25, 0.25 - 3e-9, 0.22, 0.26, -0.3], 0.25, "greater"),
                equals(0.5, tolerance=4 / 6, tolerance_large=5 / 6, strict=2 / 6),
            ),
        ),
    ),
    Question(
        "exact-p",
        answer="exact_p",
        points=2,
        parameters=("a", "b"),
        about="the exact two-sided p-value of the difference in precision",
        without=("labkit.significance:randomization_test",),
        hints={
            "PermissionError": OWN_CODE,
            "TypeError": BEFORE,
            "added": "All ways are there, with the observed one among them: nothing is added now.",
            "one_sided": ONE_SIDED,
            "above_one": ABOVE_ONE,
            "tolerance": TOLERANCE,
            "sign": "The observed difference may be negative; two-sided, only its size matters.",
            "strict": "A way that does exactly as well as what was observed is at least as "
            "extreme, too; the observed one itself is one of them.",
            "recall": "Compare the precision of the two shuffled systems, not how many correct "
            "responses they have.",
            "f_score": "Compare the precision of the two shuffled systems, not their F-score.",
            "responses": "Compare the precision of the two shuffled systems, not how many responses "
            "they have.",
            "fixed_numbers": FIXED_NUMBERS,
            "confidence": "This is 1 - p.",
            "fewer": "You toss coins for some of the responses, and divide by the ways of all.",
            "distinct": "Several ways may lead to the same sums: count each of them.",
            "unshared": "The responses that both gave are not shuffled, but they are still scored.",
            "count": SHARE,
            "ZeroDivisionError": EMPTY,
            "empty": EMPTY,
            "left_out": LEFT_OUT,
            "sampled": SAMPLED,
            "slow": "This takes far longer than it has to: 14 responses have about sixteen "
            "thousand ways, and each needs only a few additions. What do you do again for every "
            "way that could be done once?",
            "hair": "Two ways to the same difference can miss each other by a hair's breadth: "
            "compare as in part 5.",
            "other": "List the 2 ** n ways for two systems with two responses, score each by "
            "hand, and compare.",
        },
        cases=(
            Case(
                (
                    [GAVE, SPURIOUS, GAVE, NOT, NOT, GAVE, NOT, GAVE],
                    [GAVE, SPURIOUS, NOT, SPURIOUS, GAVE, NOT, SPURIOUS, NOT],
                ),
                share(
                    0.15625,
                    2**8,
                    added=41 / 257,
                    one_sided=0.078125,
                    strict=0.03125,
                    recall=0.625,
                    count=40,
                    responses=1.0,
                    fixed_numbers=11 / 21,
                    confidence=0.84375,
                    fewer=0.0390625,
                    distinct=4 / 15,
                    f_score=0.21875,
                ),
            ),
            Case(
                (
                    [GAVE, SPURIOUS, NOT, SPURIOUS, NOT, GAVE, SPURIOUS, NOT, SPURIOUS, NOT],
                    [GAVE, NOT, GAVE, NOT, GAVE, NOT, NOT, SPURIOUS, NOT, GAVE],
                ),
                share(
                    0.16015625,
                    2**10,
                    added=165 / 1025,
                    one_sided=0.958984375,
                    sign=1.0,
                    strict=0.08203125,
                    recall=0.625,
                    # Both come to 0.25 in the case above.
                    f_score=0.1953125,
                    unshared=0.234375,
                ),
            ),
            Case(
                (
                    [GAVE, GAVE, GAVE, NOT, SPURIOUS, NOT, NOT, NOT],
                    [GAVE, NOT, NOT, GAVE, SPURIOUS, SPURIOUS, SPURIOUS, SPURIOUS],
                ),
                share(0.21875, 2**8, hair=0.125),
            ),
            Case(
                (
                    [GAVE, GAVE, NOT, NOT, SPURIOUS, SPURIOUS],
                    [NOT, NOT, GAVE, GAVE, NOT, NOT],
                ),
                share(0.4375, 2**6, empty=0.40625, left_out=26 / 62),
            ),
            Case(
                (
                    [GAVE, GAVE, GAVE, GAVE] + [SPURIOUS] * 6,
                    [GAVE, GAVE, GAVE, NOT, SPURIOUS, SPURIOUS, NOT, NOT, NOT, NOT],
                ),
                share(0.125, 2**10, tolerance=0.375),
            ),
            Case(
                ([GAVE, NOT, SPURIOUS, NOT], [NOT, GAVE, NOT, SPURIOUS]),
                equals(1.0, above_one=1.25),
            ),
        ),
    ),
    Question(
        "exact-from-counts",
        answer="exact_p_from_counts",
        points=1,
        parameters=("correct", "spurious"),
        about="the exact two-sided p-value, from counts of responses",
        without=("labkit.significance:randomization_test",),
        hints={
            "PermissionError": OWN_CODE,
            "TypeError": BEFORE,
            "unweighted": "The pairs of numbers are not equally probable: to receive half of the "
            "responses there are far more ways than to receive all.",
            "unshared": "The responses that both gave are not shuffled, but they are still scored.",
            "one_sided": ONE_SIDED,
            "above_one": ABOVE_ONE,
            "tolerance": TOLERANCE,
            "sign": "The observed difference may be negative; two-sided, only its size matters.",
            "strict": "What does exactly as well as what was observed is at least as extreme, too.",
            "added": "All ways are there, with the observed one among them: nothing is added now.",
            "hair": "Two ways to the same difference can miss each other by a hair's breadth: "
            "compare as in part 5.",
            "short_range": "Some pairs of numbers are left out: range(m) ends before m, and the "
            "first system may receive all m.",
            "fixed_numbers": FIXED_NUMBERS,
            "recall": "Compare the precision of the two shuffled systems, not how many correct "
            "responses they have.",
            "ratio": "Precision is the share of correct responses in all responses, not their number "
            "to each spurious one.",
            "shared": "A response that both gave stays with both: no coin is tossed for it.",
            "triples": "In each triple, what both gave comes first, then the first system only, then "
            "the second only.",
            "over_all": "Only the responses of one system are shuffled: how many coins are tossed?",
            "count": SHARE,
            "ZeroDivisionError": EMPTY,
            "empty": EMPTY,
            "left_out": LEFT_OUT,
            "sampled": SAMPLED,
            "slow": SLOW,
            "other": "Try it on a small example, with one or two responses of each kind, and "
            "compare with exact_p.",
        },
        cases=(
            Case(
                ((1, 1, 3), (0, 4, 1)),
                share(
                    0.16015625,
                    2**9,
                    unweighted=7 / 15,
                    unshared=0.234375,
                    fixed_numbers=26 / 126,
                    one_sided=0.958984375,
                    sign=1.0,
                    strict=0.08203125,
                    added=83 / 513,
                    # 0.080078125 has two causes, which the next case tells apart
                    short_range=0.1171875,
                    short_range_2=0.12890625,
                    short_range_3=0.146484375,
                    recall=0.625,
                    ratio=0.09765625,
                    shared=0.1943359375,
                    triples=0.09375,
                ),
            ),
            Case(
                ((1, 3, 1), (1, 0, 2)),
                share(
                    0.15625,
                    2**6,
                    unweighted=4 / 15,
                    unshared=0.25,
                    one_sided=0.078125,
                    strict=0.03125,
                    added=11 / 65,
                    short_range=0.0625,
                    fixed_numbers=8 / 20,
                    over_all=0.0390625,
                    count=10,
                ),
            ),
            Case(((1, 1, 2), (1, 3, 0)), share(0.21875, 2**6, hair=0.125)),
            Case(((31, 0, 2), (15, 0, 2)), share(0.5, 2**4, tolerance=0.75)),
            Case(((0, 1, 1), (0, 1, 1)), equals(1.0, above_one=1.25)),
            Case(((0, 2, 2), (0, 2, 0)), share(0.4375, 2**6, empty=0.40625, left_out=26 / 62)),
            # 39 responses have more shuffles than a computer tries in an hour.
            Case(((3, 12, 8), (2, 10, 9)), equals(0.7193225447445002), seconds=1),
        ),
    ),
]
