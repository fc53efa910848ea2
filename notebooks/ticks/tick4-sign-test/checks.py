"""Tick 4: its questions, the cases students may see, and the hints."""

from itertools import combinations

import pandas as pd

from labkit.grading import Case, Hint, Question, equals
from labkit.report import review_claims

OWN_CODE = "This question asks for a test of your own; labkit's is for later ticks."

# What the notebook's triangle shows of its six systems on the 200 test reviews:
# enough to read a paragraph by, without training them anew for each check.
# tests/test_tick4.py trains them and compares.
ACCURACY = {
    "simple lexicon": 0.65,
    "magnitude lexicon": 0.705,
    "unsmoothed Bayes": 0.54,
    "add-one Bayes": 0.715,
    "logistic regression": 0.805,
    "linear SVM": 0.8,
}
SIGNIFICANT = {  # at alpha = 0.05
    ("unsmoothed Bayes", "magnitude lexicon"),
    ("add-one Bayes", "unsmoothed Bayes"),
    ("logistic regression", "simple lexicon"),
    ("logistic regression", "unsmoothed Bayes"),
    ("linear SVM", "simple lexicon"),
    ("linear SVM", "unsmoothed Bayes"),
}
TESTED = pd.DataFrame(
    [
        (a, b, 0.05 if (a, b) in SIGNIFICANT else 1.0, ACCURACY[a] - ACCURACY[b])
        for b, a in combinations(ACCURACY, 2)
    ],
    columns=["system_a", "system_b", "pvalue", "gain"],
)


def judge_report(value):
    """A paragraph about the systems, in which the reading of claims finds nothing."""
    if type(value) is not str:
        return Hint("text")
    if len(value.split()) < 40:
        return Hint("short")
    if sum(name.lower() in value.lower() for name in ACCURACY) < 3:
        return Hint("systems")
    findings = review_claims(value, TESTED, n=200)
    if not findings:
        return None
    first = findings[0]
    if first.sin == "insignificant":  # the p-values are in the triangle, not here
        return Hint(first.sin, f"“{first.phrase}” – the triangle has no star for this pair.")
    return Hint(first.sin, str(first))


QUESTIONS = [
    Question(
        "tail-probability",
        answer="tail_probability",
        points=2,
        hints={
            "exclusive": "At most k means that k itself counts as well: where does your sum end?",
            "point": "This is the probability of exactly k events. Sum from none up to k.",
            "upper": "This is the other tail, the probability of at least k.",
            "above": "This is the probability of more than k; the other side is asked for.",
            "two_tails": "One tail is asked for here; the second comes later.",
            "starts_at_one": "No negative event at all is possible, too: where does your sum "
            "begin?",
            "underflow": "Some number on the way is too small for Python and becomes 0. Count "
            "with whole numbers, which Python keeps exact, and divide once at the end.",
            "OverflowError": "Some number on the way is too large for a float. Count with whole "
            "numbers, which Python keeps exact, and divide once at the end.",
            "other": "Work out the ten tosses by hand: how many of the 1,024 outcomes have at most "
            "three negative events?",
        },
        cases=(
            Case(
                (3, 10),
                equals(
                    176 / 1024,
                    exclusive=56 / 1024,
                    point=120 / 1024,
                    upper=968 / 1024,
                    above=848 / 1024,
                    two_tails=352 / 1024,
                    starts_at_one=175 / 1024,
                ),
            ),
            Case((753, 2000), equals(7.806666257279006e-29, underflow=0.0)),
        ),
    ),
    Question(
        "count-wins",
        answer="count_wins",
        points=1,
        hints={
            "swapped": "The wins of the first system come first.",
            "right": "You count what each system gets right. A win is a review that one gets right "
            "and the other does not.",
            "both_right": "Where both systems are wrong, they do equally well, too.",
            "order": "Give the wins, the losses and the ties, in this order.",
            "other": "Write for each review who is right, and count the three kinds.",
        },
        cases=(
            Case(
                (
                    ["POS", "POS", "NEG", "POS", "NEG", "NEG", "NEG", "POS"],
                    ["POS", "NEG", "POS", "NEG", "POS", "NEG", "NEG", "NEG"],
                    ["POS", "POS", "NEG", "POS", "POS", "POS", "POS", "POS"],
                ),
                equals(
                    (4, 1, 3),
                    swapped=(1, 4, 3),
                    right=(5, 2, 1),
                    both_right=(4, 1, 1),
                    order=(3, 4, 1),
                ),
            ),
        ),
    ),
    Question(
        "split-ties",
        answer="split_ties",
        points=1,
        hints={
            "down": "Half a tie is rounded up. Python's // and int() round down, and round() goes "
            "to the even neighbour.",
            "halves": "Half events cannot be counted: round up at the end.",
            "all": "Each tie gives half an event to either side, not a whole one.",
            "dropped": "The ties are gone. Each gives half an event to either side.",
            "larger": "k is the smaller of the two sides.",
            "swapped": "k comes first, n second.",
            "n_unchanged": "After rounding, n should be the sum of the two sides.",
            "other": "Work out the two sides with their halves of the ties, then k and n.",
        },
        cases=(
            Case(
                (3, 8, 5),
                equals(
                    (6, 17),
                    down=(5, 15),
                    halves=(5.5, 16),
                    all=(8, 21),
                    dropped=(3, 11),
                    larger=(11, 17),
                    swapped=(17, 6),
                    n_unchanged=(6, 16),
                ),
            ),
            Case((9, 2, 4), equals((4, 15), larger=(11, 15), dropped=(2, 11))),
        ),
    ),
    Question(
        "sign-test",
        answer="sign_test_p",
        points=2,
        without=("labkit.significance.sign:sign_test",),
        hints={
            "PermissionError": OWN_CODE,
            "one_tailed": "This is one tail; an outcome as extreme on the other side counts as "
            "well.",
            "dropped": "The ties are gone. Split them first.",
            "above_one": "No probability is larger than 1. When the two sides are equal, the two "
            "tails overlap: what is the most that p can be?",
            "larger_side": "You start from the larger side, which is the wrong tail: k is the "
            "smaller one.",
            "confidence": "This is the confidence, 1 - p.",
            "other": "Follow the steps: split the ties, take the tail up to k, double it.",
        },
        cases=(
            Case(
                (3, 8, 1),
                equals(
                    0.266845703125,
                    one_tailed=0.1334228515625,
                    dropped=0.2265625,
                    confidence=1 - 0.266845703125,
                    larger_side=1.0,
                ),
            ),
            Case((1, 11, 88), equals(0.36820161732669626, dropped=0.00634765625)),
            Case((6, 2, 0), equals(0.2890625, larger_side=1.0, one_tailed=0.14453125)),
            Case((5, 5, 0), equals(1.0, above_one=1.24609375)),
        ),
    ),
    Question(
        "claim",
        answer="claim",
        points=1,
        without=("labkit.significance.sign:sign_test",),
        hints={
            "PermissionError": OWN_CODE,
            "direction": "Which system wins more of the reviews?",
            "always": "A winner is named although the test fails.",
            "never": "Here the test succeeds: is p at most alpha?",
            "boundary": "p equal to alpha is significant, too: p is at most alpha.",
            "equal": "A failed test does not show that the systems are equally good. What may you "
            "say instead?",
            "other": "Return one of the three strings of the question, letter for letter.",
        },
        cases=(
            Case(
                (30, 10, 2, 0.05),
                equals("A is better", direction="B is better", never="inconclusive"),
            ),
            Case(
                (10, 30, 2, 0.05),
                equals("B is better", direction="A is better", never="inconclusive"),
            ),
            Case(
                (12, 10, 4, 0.05),
                equals("inconclusive", always="A is better", equal="equally good"),
            ),
            Case((0, 5, 0, 0.0625), equals("B is better", boundary="inconclusive")),
        ),
    ),
    Question(
        "power",
        answer="power",
        points=2,
        hints={
            "type_2": "This is the probability of missing the difference, the Type II error.",
            "one_side": "The test also rejects when there are very many negative events.",
            "under_null": "The number of negative events follows the true q here, not 1/2.",
            "alpha": "Alpha is a bound; how often does the test really reject?",
            "p_value_tail": "To decide which outcomes reject, double the tail.",
            "boundary": "An outcome whose p equals alpha is rejected as well.",
            "other": "List the numbers of negative events for which the test rejects, and add up "
            "how probable they are.",
        },
        cases=(
            Case(
                (10, 0.2, 0.05),
                equals(
                    0.3758138368,
                    type_2=1 - 0.3758138368,
                    one_side=0.3758096384,
                    under_null=22 / 1024,
                    alpha=0.05,
                ),
            ),
            Case((8, 0.3, 0.05), equals(0.05771362, p_value_tail=0.25658866)),
            Case((10, 0.5, 0.05), equals(22 / 1024, one_side=11 / 1024, alpha=0.05)),
            Case((5, 0.5, 0.0625), equals(2 / 32, boundary=0.0)),
        ),
    ),
    Question(
        "report",
        answer="my_report",
        points=0,
        hints={
            "text": "Write your paragraph as a string, between three quotation marks.",
            "short": "A few words more: which comparisons do you report, and what do they show?",
            "systems": "Name the systems as the tables do, at least three of them.",
        },
        cases=(Case(None, judge_report),),
    ),
    Question(
        "best-of-many",
        answer="false_alarm",
        points=1,
        hints={
            "sum": "Adding them up counts it double when two comparisons err; with many "
            "comparisons it would exceed 1.",
            "all_err": "This is the probability that every comparison errs.",
            "none": "This is the probability that no comparison errs.",
            "single": "This is the probability for one comparison alone.",
            "other": "How probable is it that one comparison does not err? That none of them does?",
        },
        cases=(
            Case(
                (3, 0.1),
                equals(0.271, sum=0.3, all_err=0.001, none=0.729, single=0.1),
            ),
        ),
    ),
]
