"""Tick 6: its questions, the cases students may see, and the hints."""

from labkit.checks import Case, Question, equals

OWN_CODE = "This question asks for code of your own; compare it with labkit's afterwards."
BEFORE = "Does one of your functions above still lack its answer?"

# Two systems as lists of (correct, found), a pair for each response of either.
GAVE, SPURIOUS, NOT = (1, 1), (0, 1), (0, 0)

QUESTIONS = [
    Question(
        "sd-difference",
        answer="sd_difference",
        points=1,
        without=("labkit.significance.matched:sd_of_difference",),
        hints={
            "PermissionError": OWN_CODE,
            "variance": "This is the square of the standard deviation.",
            "plus": "What two scores share makes their difference vary less, not more: look at "
            "the sign of the last term.",
            "once": "The last term is there twice: once for either score.",
            "independent": "The correlation has no effect: this is the value for independent "
            "systems.",
            "squared": "In the last term, the standard deviations themselves are multiplied, not "
            "their squares.",
            "subtracted": "This is the difference of the two standard deviations; the formula "
            "gives the standard deviation of the difference.",
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
                ),
            ),
            Case((2.0, 1.0, -0.5), equals(2.6457513110645907, plus=1.7320508075688772)),
        ),
    ),
    Question(
        "correlation",
        answer="correlation_from_counts",
        points=1,
        without=("labkit.significance.matched:response_correlation",),
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
                    squared=0.16666666666666666,
                ),
            ),
            Case((1, 3, 4, 2), equals(-0.408248290463863, agreement=0.3)),
        ),
    ),
    Question(
        "scores",
        answer="scores",
        points=1,
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
            "ZeroDivisionError": "What are the three for a system without a correct response?",
            "other": "Work out recall and precision by hand for the example, then F from these.",
        },
        cases=(
            Case(
                (6, 8, 12),
                equals(
                    (0.5, 0.75, 0.6),
                    swapped=(0.75, 0.5, 0.6),
                    mean=(0.5, 0.75, 0.625),
                    root=(0.5, 0.75, 0.6123724356957945),
                    half=(0.5, 0.75, 0.3),
                    percent=(50.0, 75.0, 60.0),
                ),
            ),
            Case((0, 3, 5), equals((0.0, 0.0, 0.0))),
            Case((0, 0, 5), equals((0.0, 0.0, 0.0))),
        ),
    ),
    Question(
        "shuffled-sums",
        answer="shuffled_sums",
        points=2,
        hints={
            "inverted": "Your systems exchange the responses whose coin shows 0, or come in the "
            "wrong order.",
            "one_way": "One system receives responses, but the other does not receive what it is "
            "owed: after a = b, what b should get is gone.",
            "unshuffled": "Nothing has been exchanged: this is the sum of what was there before.",
            "correct_only": "A response goes over as a whole: correct and found together.",
            "shared": "A response that both gave stays with both, and counts for both.",
            "other": "Follow one response whose coin shows 1 through your code: what does each "
            "system hold afterwards?",
        },
        cases=(
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
                ),
            ),
            Case(
                ([SPURIOUS, NOT, GAVE], [SPURIOUS, SPURIOUS, NOT], [1, 1, 0]),
                equals(((1, 3), (0, 1)), inverted=((0, 1), (1, 3)), shared=((1, 2), (0, 0))),
            ),
        ),
    ),
    Question(
        "sampled-p",
        answer="sampled_p",
        points=2,
        hints={
            "not_added": "What was observed is itself one of the shuffles: count it, above and "
            "below the line.",
            "half_added": "What was observed counts above and below the line: as one more extreme "
            "one, and as one more shuffle.",
            "strict": "A shuffle that does exactly as well as what was observed is at least as "
            "large, too.",
            "both_sides": "“greater” asks about one direction only.",
            "one_side": "“two-sided” asks for the size: differences in the other direction count "
            "as well.",
            "sign": "The observed difference may be negative; two-sided, only its size matters.",
            "doubled": "Twice one side is not quite it: the shuffles of either side have to be "
            "counted, and what was observed is added once.",
            "wrong_side": "You count the shuffles that are smaller, not those at least as large.",
            "hair": "0.1 + 0.2 and 0.3 should be equal here, and to a computer they are not: read "
            "the last sentence of the question again.",
            "other": "Mark in the list by hand which differences count, and put their number into "
            "the formula.",
        },
        cases=(
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2, 0.15], 0.2, "greater"),
                equals(
                    0.4,
                    not_added=3 / 9,
                    half_added=4 / 9,
                    strict=0.2,
                    both_sides=0.6,
                    wrong_side=0.9,
                ),
            ),
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2, 0.15], 0.2, "two-sided"),
                equals(0.6, one_side=0.4, doubled=0.8, not_added=5 / 9, strict=0.4),
            ),
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2], -0.2, "two-sided"),
                equals(6 / 9, not_added=5 / 8, sign=1.0, one_side=7 / 9, strict=4 / 9),
            ),
            Case(([0.3, 0.1, -0.5], 0.1 + 0.2, "greater"), equals(0.5, hair=0.25, strict=0.25)),
        ),
    ),
    Question(
        "exact-p",
        answer="exact_p",
        points=2,
        without=("labkit.significance.randomization:randomization_test",),
        hints={
            "PermissionError": OWN_CODE,
            "TypeError": BEFORE,
            "added": "All ways are there, with the observed one among them: nothing is added now.",
            "one_sided": "This is one direction. Two-sided, a difference of the same size in the "
            "other direction counts as well.",
            "sign": "The observed difference may be negative; two-sided, only its size matters.",
            "strict": "A way that does exactly as well as what was observed is at least as "
            "extreme, too; the observed one itself is one of them.",
            "recall": "Compare the precision of the two shuffled systems, not how many correct "
            "responses they have.",
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
                equals(
                    0.15625,
                    added=41 / 257,
                    one_sided=0.078125,
                    strict=0.03125,
                    recall=0.625,
                ),
            ),
            Case(
                (
                    [GAVE, SPURIOUS, NOT, SPURIOUS, NOT, GAVE, SPURIOUS, NOT, SPURIOUS, NOT],
                    [GAVE, NOT, GAVE, NOT, GAVE, NOT, NOT, SPURIOUS, NOT, GAVE],
                ),
                equals(
                    0.16015625,
                    added=165 / 1025,
                    one_sided=0.958984375,
                    sign=1.0,
                    strict=0.08203125,
                    recall=0.625,
                ),
            ),
            Case(
                (
                    [GAVE, GAVE, GAVE, NOT, SPURIOUS, NOT, NOT, NOT],
                    [GAVE, NOT, NOT, GAVE, SPURIOUS, SPURIOUS, SPURIOUS, SPURIOUS],
                ),
                equals(0.21875, hair=0.125),
            ),
        ),
    ),
    Question(
        "exact-from-counts",
        answer="exact_p_from_counts",
        points=1,
        without=("labkit.significance.randomization:randomization_test",),
        hints={
            "PermissionError": OWN_CODE,
            "TypeError": BEFORE,
            "unweighted": "The pairs of numbers are not equally probable: to receive half of the "
            "responses there are far more ways than to receive all.",
            "unshared": "The responses that both gave are not shuffled, but they are still scored.",
            "one_sided": "This is one direction. Two-sided, a difference of the same size in the "
            "other direction counts as well.",
            "sign": "The observed difference may be negative; two-sided, only its size matters.",
            "strict": "What does exactly as well as what was observed is at least as extreme, too.",
            "added": "All ways are there, with the observed one among them: nothing is added now.",
            "hair": "Two ways to the same difference can miss each other by a hair's breadth: "
            "compare as in part 5.",
            "other": "Try it on a small example, with one or two responses of each kind, and "
            "compare with exact_p.",
        },
        cases=(
            Case(
                ((1, 3, 1), (1, 0, 2)),
                equals(
                    0.15625,
                    unweighted=4 / 15,
                    unshared=0.25,
                    one_sided=0.078125,
                    strict=0.03125,
                    added=11 / 65,
                ),
            ),
            Case(
                ((1, 1, 3), (0, 4, 1)),
                equals(
                    0.16015625,
                    unweighted=7 / 15,
                    unshared=0.234375,
                    one_sided=0.958984375,
                    sign=1.0,
                    strict=0.08203125,
                ),
            ),
            Case(((1, 1, 2), (1, 3, 0)), equals(0.21875, hair=0.125)),
        ),
    ),
]
