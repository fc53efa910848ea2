"""Tick 4: its questions, the cases students may see, and the hints."""

import re
from math import comb, exp, factorial, isclose, isfinite, sqrt
from statistics import NormalDist

import pandas as pd

from labkit.checks import Case, Hint, Question, equals
from labkit.checks.judges import otherwise, sampled
from labkit.report import review_claims

OWN_CODE = "This question asks for a test of your own; labkit's is for later ticks."

EARLY_RETURN = (
    "Your function returns before its loop is through. How far is the line with return indented?"
)

RIGHT_IS_NO_WIN = (
    "You count what each system gets right. A win is a review that one gets right and the other "
    "does not."
)

ORDER = "The two systems' predictions come first, the truth last."

#: The normal curve's share below a value.
BELL = NormalDist().cdf

POWER = "Did you write ^ for a power? In Python that is two stars; ^ means something else."

# What the notebook's triangle shows of its six systems on the 200 test reviews:
# enough to read a paragraph by, without training them anew for each check.
# tests/notebooks/test_tick4.py trains them and compares.
ACCURACY = {
    "simple lexicon": 0.65,
    "magnitude lexicon": 0.705,
    "unsmoothed Bayes": 0.54,
    "add-one Bayes": 0.715,
    "logistic regression": 0.805,
    "linear SVM": 0.8,
}
PVALUES = {
    ("magnitude lexicon", "simple lexicon"): 0.4807,
    ("unsmoothed Bayes", "simple lexicon"): 0.1374,
    ("unsmoothed Bayes", "magnitude lexicon"): 0.02376,
    ("add-one Bayes", "simple lexicon"): 0.3974,
    ("add-one Bayes", "magnitude lexicon"): 0.9437,
    ("add-one Bayes", "unsmoothed Bayes"): 0.01626,
    ("logistic regression", "simple lexicon"): 0.03408,
    ("logistic regression", "magnitude lexicon"): 0.1790,
    ("logistic regression", "unsmoothed Bayes"): 0.0002267,
    ("logistic regression", "add-one Bayes"): 0.2292,
    ("linear SVM", "simple lexicon"): 0.04004,
    ("linear SVM", "magnitude lexicon"): 0.2041,
    ("linear SVM", "unsmoothed Bayes"): 0.0002893,
    ("linear SVM", "add-one Bayes"): 0.2590,
    ("linear SVM", "logistic regression"): 1.0,
}
TESTED = pd.DataFrame(
    [(a, b, p, ACCURACY[a] - ACCURACY[b]) for (a, b), p in PVALUES.items()],
    columns=["system_a", "system_b", "pvalue", "gain"],
)

# A significance level is no measured score, however many digits it has.
LEVELS = {"0.05", "0.01", "0.005", "0.001", ".05", ".01", ".005", ".001"}

# Why something is said: the "not" in "as the test is not significant" denies nothing before it.
REASON = re.compile(
    r"(?i),?\s+\b(?:as|since|because|for)\s+(?=the\s+(?:tests?|p|results?|differences?)\b|p\b|there\b)"
    r"[^,;:.]*(?:\.\d+[^,;:.]*)*|(?:^|(?<=[.;:]\s))(?:as|since|because)\s+(?=the\b|p\b|there\b)[^,;:.]*,\s"
)
# A difference that there may not be is left open, as this tick says of a test that fails.
OPEN = re.compile(
    r"(?i)\b(?:or|either|whether|may|might|could)\b[^,;]*\bno\s+(?:\w+\s+)?difference\b"
    r"|\bno\s+(?:\w+\s+)?difference\b[^;]*\bor\s+(?:that\s+)?(?:there|the\s+(?:data|tests?|sample)|too|not|because)\b"
    r"|\b(?:wrong|mistake\w*|false\w*)\b"
)

#: Characters: a paragraph of 120 words has about 800, and far more would take minutes to read.
LONGEST = 5_000


def share(expected, **mistakes):
    """A judge that also knows the expected probability when it was drawn at random."""
    return otherwise(equals(expected, **mistakes), sampled(expected))


def judge_tiny(expected):
    """A judge of a very small probability: 0 is not near enough, as it would be to `equals`."""
    close_to_zero = equals(expected)

    def judge(value):
        if type(value) is not float:
            return close_to_zero(value)
        if not isfinite(value):
            return Hint("not_a_number")
        if value == 0:
            return Hint("underflow")
        if isclose(value, expected, rel_tol=1e-9):
            return None
        return Hint("imprecise" if abs(value) < 1e-9 else "other")

    return judge


def judge_claim(expected, **mistakes):
    """A judge of one of three sentences that notices another way of writing the right one."""
    judge = equals(expected, **mistakes)

    def judge_sentence(value):
        hint = judge(value)
        said = value.strip(" .!'\"\n").lower() if type(value) is str else None
        return Hint("wording") if hint and said == expected.lower() else hint

    return judge_sentence


def judge_report(value):
    """A paragraph about the systems, in which the reading of claims finds nothing."""
    if type(value) is not str:
        return Hint("text")
    if len(value) > LONGEST:
        return Hint("long")
    value = " ".join(value.split())  # a name may stand across the end of a line
    if not value or value.strip("*").startswith(("Write your answer here", "YOUR ANSWER HERE")):
        return Hint("unsaved")
    if len(value.split()) < 40:
        return Hint("short")
    if sum(name.lower() in value.lower() for name in ACCURACY) < 3:
        return Hint("systems")
    findings = [
        finding
        for finding in review_claims(value, TESTED, n=200)
        if not (finding.sin == "digits" and finding.phrase in LEVELS)
    ]
    without_reasons = review_claims(REASON.sub(" ", value), TESTED, n=200)
    findings += [finding for finding in without_reasons if finding.sin == "equality"]
    findings = [f for f in findings if f.sin != "equality" or not OPEN.search(f.phrase)]
    return Hint(findings[0].sin, str(findings[0])) if findings else None


LECTURE = "significance-testing"

QUESTIONS = [
    Question(
        "tail-probability",
        answer="tail_probability",
        points=2,
        parameters=("k", "n"),
        about="the probability of at most k negative events among n, each with probability 1/2",
        hints={
            "exclusive": "At most k means that k itself counts as well: where does your sum end?",
            "point": "This is the probability of exactly k events. Sum from none up to k.",
            "upper": "This is the other tail, the probability of at least k.",
            "above": "This is the probability of more than k; the other side is asked for.",
            "two_tails": "One tail is asked for here; the second comes later.",
            "half_of_k": "Of the outcome k itself only half is counted. At most k means all of it.",
            "twice_as_many": "You divide by twice the number of outcomes: how many outcomes do n "
            "events have?",
            "starts_at_one": "No negative event at all is possible, too: where does your sum "
            "begin?",
            "floor": "This comes to 0. Two strokes, //, divide and drop what is behind the point; and "
            "math.comb is given the number of all events first.",
            "counted": "This is the number of outcomes. What share is it of all the outcomes of n "
            "tosses?",
            "normal": "This is the normal curve, an approximation. Sum the outcomes themselves.",
            "corrected": "This is the normal curve, with or without a correction for steps: an "
            "approximation. Sum the outcomes themselves.",
            "poisson": "This is another distribution, for rare events. Sum the outcomes themselves.",
            "power": POWER,
            "order": "Which of the two numbers comes first? The function is given k and then n; in "
            "math.comb(n, i) the number of all events comes first.",
            "sampled": "This is near, but not exact. Did you simulate, or approximate? All "
            "outcomes can be counted.",
            "slow": "With 100 events this takes too long. Is each sequence of events looked at, or "
            "each number computed from two smaller ones that are computed anew? math.comb counts "
            "at once.",
            "RecursionError": "The function calls itself more often than Python allows. Sum in a "
            "loop.",
            "ZeroDivisionError": "Some number on the way has become 0: numpy's whole numbers have "
            "64 bits, and larger ones are cut. Python's own keep all their digits.",
            "TypeError": POWER,
            "not_a_number": "Some number on the way is too large for a float and becomes infinite, "
            "and then nothing can be computed any more. Count with whole numbers, which Python "
            "keeps exact, and divide once at the end.",
            "underflow": "This is 0, and the probability is very small, but not 0. A number on "
            "the way was too small for Python, or was rounded, or was lost beside a 1. Count with "
            "whole numbers, which Python keeps exact, and divide once at the end.",
            "imprecise": "Of so small a probability too many digits are lost: is something "
            "subtracted from 1, or approximated? Count with whole numbers, which Python keeps "
            "exact, and divide once at the end.",
            "OverflowError": "Some number on the way is too large for a float. Count with whole "
            "numbers, which Python keeps exact, and divide once at the end.",
            "other": "Work out the ten tosses by hand: how many of the 1,024 outcomes have at most "
            "three negative events?",
        },
        cases=(
            Case(
                (3, 10),
                share(
                    176 / 1024,
                    exclusive=56 / 1024,
                    point=120 / 1024,
                    upper=968 / 1024,
                    above=848 / 1024,
                    two_tails=352 / 1024,
                    starts_at_one=175 / 1024,
                    half_of_k=116 / 1024,
                    twice_as_many=176 / 2048,
                    floor=0,
                    counted=176,
                    normal=BELL(-2 / sqrt(2.5)),
                    corrected=BELL(-1.5 / sqrt(2.5)),
                    poisson=sum(exp(-5) * 5**i / factorial(i) for i in range(4)),
                    power=22.0,
                    order=1.0,
                    order_2=8 / 1024,
                ),
            ),
            Case(
                (40, 100),
                share(
                    sum(comb(100, i) for i in range(41)) / 2**100,
                    normal=BELL(-2),
                    corrected=BELL(-1.9),
                ),
                seconds=1,
            ),
            Case((753, 2000), judge_tiny(7.806666257279006e-29)),
        ),
    ),
    Question(
        "count-wins",
        answer="count_wins",
        points=1,
        parameters=("predicted_a", "predicted_b", "labels"),
        about="on how many reviews A alone is right, B alone is right, and neither is ahead",
        hints={
            "swapped": "The wins of the first system come first.",
            "right": RIGHT_IS_NO_WIN,
            "right_and_ties": RIGHT_IS_NO_WIN,
            "both_right": "Where both systems are wrong, they do equally well, too.",
            "both_wrong": "Here both systems are wrong, each in its own way. Look at who is right, "
            "not at whether they say the same.",
            "labels": "Who says POS is not yet right. Where does the truth come in?",
            "order": "Give the wins, the losses and the ties, in this order.",
            "pair": "Three numbers are asked for; the last is that of the ties.",
            "parameters": ORDER,
            "labels_between": ORDER,
            "disagree": "Not every review on which the systems differ is won by one of them, and "
            "the rest are ties. Who is right?",
            "IndexError": "Do the positions that you look at exist in all three lists?",
            "early_return": EARLY_RETURN,
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
                    right_and_ties=(5, 2, 3),
                    both_right=(4, 1, 1),
                    labels=(3, 2, 3),
                    order=(3, 4, 1),
                    pair=(4, 1),
                    early_return=(0, 0, 1),
                    parameters=(2, 4, 2),
                    labels_between=(2, 1, 5),
                ),
            ),
            Case(
                (["POS", "NEUTRAL"], ["NEUTRAL", "POS"], ["NEG", "NEUTRAL"]),
                equals((1, 0, 1), both_wrong=(1, 1, 0), both_wrong_2=(1, 0, 0)),
            ),
        ),
    ),
    Question(
        "split-ties",
        answer="split_ties",
        points=1,
        parameters=("plus", "minus", "ties"),
        about="the smaller side k and the number n of all events, ties split",
        hints={
            "down": "Half a tie is rounded up. Python's // and int() round down, and round() goes "
            "to the even neighbour.",
            "one_side": "Half a tie is rounded up on both sides, and n is their sum.",
            "k_only": "Both sides get half of the ties, so n grows as well.",
            "halves": "Half events cannot be counted: round up at the end.",
            "all": "Each tie gives half an event to either side, not a whole one.",
            "dropped": "The ties are gone. Each gives half an event to either side.",
            "larger": "k is the smaller of the two sides.",
            "swapped": "k comes first, n second.",
            "n_unchanged": "After rounding, n should be the sum of the two sides.",
            "sides": "These are the two sides; n is the number of events of both together.",
            "other": "Work out the two sides with their halves of the ties, then k and n.",
        },
        cases=(
            Case(
                (2, 6, 5),
                equals(
                    (5, 14),
                    down=(4, 12),
                    one_side=(4, 13),
                    k_only=(5, 8),
                    halves=(4.5, 13),
                    all=(7, 18),
                    dropped=(2, 8),
                    larger=(9, 14),
                    swapped=(14, 5),
                    n_unchanged=(5, 13),
                    sides=(5, 9),
                ),
            ),
            Case((9, 2, 4), equals((4, 15), larger=(11, 15), dropped=(2, 11))),
        ),
    ),
    Question(
        "sign-test",
        answer="sign_test_p",
        points=2,
        parameters=("plus", "minus", "ties"),
        about="the two-tailed p-value, with ties split",
        without=("labkit.significance:sign_test",),
        hints={
            "PermissionError": OWN_CODE,
            "one_tailed": "This is one tail; an outcome as extreme on the other side counts as "
            "well.",
            "dropped": "The ties are gone. Split them first.",
            "chi_squared": "The ties are gone. Split them first.",
            "rounding": "An odd tie is lost: half a tie is rounded up, on both sides.",
            "n_unchanged": "After rounding, n should be the sum of the two sides.",
            "normal": "This is the normal curve, an approximation. Use your tail_probability.",
            "corrected": "This is the normal curve, an approximation. Use your tail_probability.",
            "middle": "When the two sides are equal, the outcome itself belongs to either tail: "
            "what is the most that p can be?",
            "both_sides": "You start from the larger side, which is the wrong tail: k is the "
            "smaller one.",
            "sampled": "This is near, but not exact. Did you simulate, or approximate? Use your "
            "tail_probability.",
            "OverflowError": "Some number on the way is too large for a float. Your "
            "tail_probability can do without it.",
            "percentage": "This is a percentage; a share between 0 and 1 is asked for.",
            "above_one": "No probability is larger than 1. When the two sides are equal, the two "
            "tails overlap: what is the most that p can be?",
            "larger_side": "This is 1. Do you start from the larger side, which is the wrong tail, or take "
            "the larger of two numbers in the end? k is the smaller side, and p is at most 1.",
            "confidence": "This is the confidence, 1 - p.",
            "exclusive": "At most k means that k itself counts as well, in either tail.",
            "half_of_k": "Of the outcome k itself only half is counted. At most k means all of it.",
            "other": "Follow the steps: split the ties, take the tail up to k, double it.",
        },
        cases=(
            Case(
                (1, 11, 88),
                share(
                    0.36820161732669626,
                    one_tailed=0.18410080866334813,
                    dropped=0.00634765625,
                    chi_squared=2 * BELL(-10 / sqrt(12)),
                    chi_squared_2=2 * BELL(-9 / sqrt(12)),
                    normal=2 * BELL(-1),
                    corrected=2 * BELL(-0.9),
                    confidence=1 - 0.36820161732669626,
                    percentage=36.820161732669626,
                    larger_side=1.0,
                    both_sides=1.7287469759261647,
                    exclusive=0.2712530240738347,
                    half_of_k=0.3197273207002655,
                ),
            ),
            # One tie: who has lost it above does so here.
            Case(
                (3, 8, 1),
                share(0.266845703125, rounding=0.2265625, n_unchanged=0.3876953125),
            ),
            Case((6, 2, 0), share(0.2890625, larger_side=1.0, one_tailed=0.14453125)),
            Case((5, 5, 0), equals(1.0, above_one=1.24609375, middle=0.75390625)),
        ),
    ),
    Question(
        "claim",
        answer="claim",
        points=1,
        parameters=("plus", "minus", "ties", "alpha"),
        about="what may be said of A and B at this level",
        without=("labkit.significance:sign_test",),
        hints={
            "PermissionError": OWN_CODE,
            "direction": "Which system wins more of the reviews?",
            "fixed_alpha": "Here alpha is not 0.05: do you use the one that is given?",
            "one_tailed": "Here one tail is below alpha, but not both together.",
            "dropped": "Here the ties decide: split them before you test.",
            "always": "A winner is named although the test fails.",
            "never": "Here the test succeeds: is p at most alpha?",
            "halved": "p counts both tails already: it is compared with alpha, not with half of it.",
            "wording": "The right one of the three; write it letter for letter as the question "
            "does.",
            "boundary": "p equal to alpha is significant, too: p is at most alpha.",
            "equal": "A failed test does not show that the systems are equally good. What may you "
            "say instead?",
            "other": "Return one of the three strings of the question, letter for letter.",
        },
        cases=(
            Case(
                (30, 10, 2, 0.05),
                judge_claim("A is better", direction="B is better", never="inconclusive"),
            ),
            Case(
                (10, 30, 2, 0.05),
                judge_claim("B is better", direction="A is better", never="inconclusive"),
            ),
            Case(
                (12, 10, 4, 0.05),
                judge_claim("inconclusive", always="A is better", equal="equally good"),
            ),
            Case((30, 15, 0, 0.05), judge_claim("A is better", halved="inconclusive")),
            Case((15, 6, 0, 0.05), judge_claim("inconclusive", one_tailed="A is better")),
            Case((30, 14, 0, 0.01), judge_claim("inconclusive", fixed_alpha="A is better")),
            Case((1, 11, 88, 0.05), judge_claim("inconclusive", dropped="B is better")),
            Case((0, 5, 0, 0.0625), judge_claim("B is better", boundary="inconclusive")),
        ),
    ),
    Question(
        "report",
        answer="my_report",
        points=0,
        about="your paragraph",
        hints={
            "unsaved": "No paragraph was found. Write it in the cell above, save the notebook "
            "(Ctrl+S), and run both cells again.",
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
        about="how probable it is that the two-tailed test gives p at most alpha",
        hints={
            "type_two": "This is the probability of missing the difference, the Type II error.",
            "one_side": "The test also rejects when there are very many negative events.",
            "under_null": "The number of negative events follows the true q here, not 1/2.",
            "alpha": "Alpha is a bound; how often does the test really reject?",
            "p_value_tail": "To decide which outcomes reject, double the tail.",
            "missing_0": "That there is no negative event at all is one of the outcomes, too: where "
            "does your sum begin?",
            "other_side": "The test also rejects when there are very few negative events.",
            "missing_n": "All n events can be negative, too: where does your sum end?",
            "p_value": "This is the p-value of one outcome. Which outcomes have a small one, and "
            "how probable are they together?",
            "quantile": "Too many outcomes reject here: for the outermost of them, is p at most "
            "alpha?",
            "normal": "This is the normal curve, an approximation. The probabilities of the outcomes "
            "that reject can be summed.",
            "counted": "How many outcomes reject is not how probable they are.",
            "counted_share": "The outcomes are not equally probable.",
            "sampled": "This is near, but not exact. Did you simulate, or approximate? The probabilities "
            "of the outcomes that reject can be summed.",
            "slow": "With 60 events this takes too long. For each number of negative events, one "
            "probability is enough.",
            "TypeError": POWER,
            "halved": "p counts both tails already: it is compared with alpha, not with half of it.",
            "fixed_alpha": "Here alpha is not 0.05: do you use the one that is given?",
            "boundary": "An outcome whose p equals alpha is rejected as well.",
            "other": "List the numbers of negative events for which the test rejects, and add up "
            "how probable they are.",
        },
        cases=(
            Case(
                (10, 0.2, 0.05),
                share(
                    0.3758138368,
                    missing_n=0.3758138368 - 0.2**10,
                    missing_0=0.3758138368 - 0.8**10,
                    missing_0_2=0.3758138368 - 0.8**10 - 0.2**10,
                    other_side=0.3758138368 - 0.3758096384,
                    p_value=112 / 1024,
                    type_two=1 - 0.3758138368,
                    one_side=0.3758096384,
                    under_null=22 / 1024,
                    alpha=0.05,
                    quantile=0.6778774528,
                    normal=BELL((0.3 * sqrt(10) + NormalDist().inv_cdf(0.025) / 2) / 0.4),
                    counted=4,
                    counted_share=4 / 11,
                ),
            ),
            Case((8, 0.3, 0.05), share(0.05771362, p_value_tail=0.25658866)),
            Case((10, 0.5, 0.05), share(22 / 1024, one_side=11 / 1024, alpha=0.05)),
            Case((12, 0.3, 0.05), share(0.2530217241099998, halved=0.08504046173799994)),
            Case((12, 0.3, 0.01), share(0.08504046173799994, fixed_alpha=0.2530217241099998)),
            Case((5, 0.5, 0.0625), share(2 / 32, boundary=0.0)),
        ),
    ),
    Question(
        "best-of-many",
        answer="false_alarm",
        points=1,
        parameters=("m", "alpha"),
        about="the probability that at least one of m comparisons comes out significant",
        hints={
            "sum": "Adding them up counts it double when two comparisons err; with many "
            "comparisons it would exceed 1.",
            "all_err": "This is the probability that every comparison errs.",
            "none": "This is the probability that no comparison errs.",
            "exactly_one": "This is the probability that exactly one comparison errs. Two or more "
            "are a false alarm as well.",
            "not_all": "This is the probability that not all of them err.",
            "inclusion": "With two or three comparisons this may be right; with more, too much is "
            "taken away or too little.",
            "sum_of_none": "Adding them up counts it double when two comparisons err.",
            "sampled": "This is near, but not exact. Did you simulate, or approximate? The "
            "probability can be computed.",
            "slow": "With 30 comparisons this takes too long: is each combination of outcomes "
            "looked at? It is enough to think of one of them.",
            "TypeError": POWER,
            "one_fewer": "One comparison is left out: how many may err?",
            "one_more": "One comparison more is counted than there are.",
            "single": "This is the probability for one comparison alone.",
            "pairs": "There are m comparisons; you count the pairs of m things.",
            "percentage": "This is a percentage; a share between 0 and 1 is asked for.",
            "other": "How probable is it that one comparison does not err? That none of them does?",
        },
        cases=(
            Case(
                (3, 0.1),
                share(
                    0.271,
                    sum=0.3,
                    all_err=0.001,
                    none=0.729,
                    single=0.1,
                    exactly_one=0.243,
                    not_all=0.999,
                    inclusion=0.3 - 0.1**3,
                    one_fewer=1 - 0.9**2,
                    one_more=1 - 0.9**4,
                    sum_of_none=0.7,
                    percentage=27.1,
                ),
            ),
            Case((5, 0.1), share(1 - 0.9**5, sum=0.5, pairs=1 - 0.9**10, inclusion=0.41)),
            # As many as the notebook asks for.
            Case(
                (30, 0.05),
                share(1 - 0.95**30, sum=1.0, one_fewer=1 - 0.95**29, one_more=1 - 0.95**31),
                seconds=1,
            ),
        ),
    ),
]
