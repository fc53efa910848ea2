"""Tick 7: its questions, the cases students may see, and the hints."""

from labkit.checks import Case, Question, equals

OWN_CODE = "This question asks for a test of your own; labkit's is for later ticks."
TESTS = (
    "labkit.significance.randomization:randomization_test",
    "labkit.significance.pairs:compare_all",
    "labkit.significance.pairs:adjust_pvalues",
    "labkit.trecvid:compare_means",
)

QUESTIONS = [
    Question(
        "shuffled-mean",
        answer="shuffled_mean",
        points=1,
        hints={
            "sum": "This is the sum; a mean is asked for.",
            "ignored": "The signs make no difference here. Each one belongs to a topic.",
            "reversed": "The difference is a minus b.",
            "first_only": "The sign turns the whole difference round, not one of the two scores.",
            "sizes": "A topic on which b is ahead has a negative difference: keep its own sign "
            "before you multiply.",
            "left_out": "A sign of -1 does not take the topic out; it turns its difference round.",
            "other": "Write the differences of the topics, multiply each by its sign, and take "
            "the mean.",
        },
        cases=(
            Case(
                ([0.5, 0.75, 0.25, 1.0], [0.25, 0.25, 0.5, 0.125], [1, -1, -1, 1]),
                equals(
                    0.21875,
                    sum=0.875,
                    ignored=0.34375,
                    reversed=-0.21875,
                    first_only=-0.15625,
                    sizes=0.09375,
                    left_out=0.28125,
                ),
            ),
        ),
    ),
    Question(
        "count-extreme",
        answer="count_extreme",
        points=2,
        hints={
            "strict": "A shuffle that is exactly as far from zero as what was observed counts, "
            "too.",
            "one_sided": "Only one direction is counted. The other run could have been ahead.",
            "signed": "Here the observed sum is negative. Compare how far from zero the sums are, "
            "whatever their sign.",
            "observed_sign": "Here the observed sum is negative, and every distance is larger than "
            "that. Take its distance from zero, too.",
            "share": "The share comes later: return how many there are.",
            "plus_one": "The observed differences themselves are added in the next part, not here.",
            "other": "Write the sum of each sign vector, and beside it how far it is from zero.",
        },
        cases=(
            Case(
                (
                    [3, -1, 2, -5, -4],
                    [
                        [1, 1, 1, 1, 1],
                        [-1, -1, -1, -1, -1],
                        [1, -1, 1, -1, 1],
                        [1, 1, -1, 1, 1],
                        [-1, 1, -1, -1, 1],
                        [1, -1, -1, 1, 1],
                        [-1, 1, 1, 1, -1],
                        [1, 1, 1, -1, -1],
                        [1, -1, 1, -1, -1],
                        [1, 1, 1, 1, -1],
                        [-1, 1, 1, 1, 1],
                    ],
                ),
                equals(
                    9,
                    strict=6,
                    one_sided=5,
                    signed=8,
                    observed_sign=11,
                    share=9 / 11,
                    plus_one=10,
                ),
            ),
            Case(
                (
                    [4, 2, -1],
                    [[1, 1, 1], [1, -1, -1], [-1, -1, 1], [-1, 1, -1], [1, 1, -1], [-1, -1, -1]],
                ),
                equals(4, strict=2, one_sided=2, share=4 / 6, plus_one=5),
            ),
        ),
    ),
    Question(
        "sampled-p",
        answer="sampled_p",
        points=1,
        hints={
            "plain": "This leaves out what was observed, which is one more extreme case.",
            "only_count": "What was observed is one of all the cases, too: it belongs below the "
            "line as well.",
            "only_generated": "What was observed is as extreme as itself: it belongs above the "
            "line as well.",
            "confidence": "This is 1 - p.",
            "upside_down": "A probability is at most 1: which number is the larger one?",
            "ZeroDivisionError": "Without a single shuffle there is still what was observed.",
            "other": "How many are extreme in all, and how many are there in all?",
        },
        cases=(
            Case(
                (119, 9_999),
                equals(
                    0.012,
                    plain=119 / 9_999,
                    only_count=120 / 9_999,
                    only_generated=119 / 10_000,
                    confidence=0.988,
                    upside_down=10_000 / 120,
                ),
            ),
            Case((0, 3), equals(0.25, plain=0.0, only_generated=0.0)),
        ),
    ),
    Question(
        "exact-p",
        answer="exact_p",
        points=2,
        without=TESTS,
        hints={
            "PermissionError": OWN_CODE,
            "one_sided": "Only one direction is counted; the other is as extreme.",
            "strict": "Shuffles as far from zero as the observed sum count, too.",
            "plus_one": "All sign vectors are there, and the observed one among them: nothing has "
            "to be added.",
            "count": "This is how many there are; their share is asked for.",
            "confidence": "This is 1 - p.",
            "above_one": "No probability is larger than 1. Count each sign vector once.",
            "doubled": "Both directions are counted already: do not double the share.",
            "other": "Write down all sign vectors for three topics first. How many are there?",
        },
        cases=(
            Case(
                ([5, 3, -2, 4, 1, 6],),
                equals(
                    0.09375,
                    one_sided=0.046875,
                    strict=0.0625,
                    plus_one=7 / 65,
                    count=6,
                    confidence=0.90625,
                    doubled=0.1875,
                ),
            ),
            Case(
                ([-5, -3, 2, -4, -1, -6],),
                equals(0.09375, one_sided=0.96875, strict=0.0625),
            ),
            Case(([2, -2, 1, -1],), equals(1.0, above_one=1.25, doubled=2.0, strict=0.75)),
            Case(([3, 1, -1, 4, 0],), equals(0.375, one_sided=0.1875, strict=0.125)),
        ),
    ),
    Question(
        "runs-beaten",
        answer="runs_beaten",
        points=1,
        without=TESTS,
        hints={
            "PermissionError": OWN_CODE,
            "strict": "p equal to alpha is significant, too: p is at most alpha.",
            "untested": "A higher sum alone is counted here: is the difference significant?",
            "swapped": "This counts how many runs are better than each.",
            "both": "Each significant pair is counted for both runs; only one of them is better.",
            "one_tailed": "The test is two-sided, as before.",
            "left_out": "Every run belongs into the dictionary, also one that beats no other.",
            "other": "Take one pair: who has the higher sum, and what is the exact p-value?",
        },
        cases=(
            Case(
                (
                    {
                        "LEX": [40, 35, 50, 45, 38, 52],
                        "NB": [48, 44, 57, 46, 47, 60],
                        "LR": [50, 43, 66, 55, 48, 61],
                        "LEN": [30, 38, 31, 20, 33, 25],
                    },
                    0.0625,
                ),
                equals(
                    {"LEX": 1, "NB": 2, "LR": 2, "LEN": 0},
                    strict={"LEX": 0, "NB": 2, "LR": 2, "LEN": 0},
                    untested={"LEX": 1, "NB": 2, "LR": 3, "LEN": 0},
                    swapped={"LEX": 2, "NB": 0, "LR": 0, "LEN": 3},
                    both={"LEX": 3, "NB": 2, "LR": 2, "LEN": 3},
                    left_out={"LEX": 1, "NB": 2, "LR": 2},
                ),
            ),
            Case(
                (
                    {
                        "LEX": [40, 35, 50, 45, 38, 52],
                        "NB": [48, 44, 57, 46, 47, 60],
                        "LR": [50, 43, 66, 55, 48, 61],
                        "LEN": [30, 38, 31, 20, 33, 25],
                    },
                    0.04,
                ),
                equals(
                    {"LEX": 0, "NB": 2, "LR": 2, "LEN": 0},
                    one_tailed={"LEX": 1, "NB": 2, "LR": 2, "LEN": 0},
                    untested={"LEX": 1, "NB": 2, "LR": 3, "LEN": 0},
                    left_out={"NB": 2, "LR": 2},
                ),
            ),
        ),
    ),
    Question(
        "holm",
        answer="holm",
        points=2,
        without=TESTS,
        hints={
            "PermissionError": OWN_CODE,
            "bonferroni": "Each is multiplied by the number of comparisons: that is Bonferroni's "
            "correction. Holm's multiplies by fewer and fewer.",
            "overtaken": "A corrected p-value is smaller than that of a smaller p. None may be.",
            "above_one": "No probability is larger than 1.",
            "sorted": "The values are right, in another order: put each back where it came from.",
            "unsorted": "Multiply in the order of size, not in the order in which they came.",
            "largest_first": "The smallest p-value is multiplied by the largest number.",
            "off_by_one": "The smallest is multiplied by the number of all p-values, and the last "
            "by 1.",
            "false_discovery": "This bounds the share of errors, as Benjamini and Hochberg do; "
            "Holm's correction is asked for.",
            "other": "Sort three p-values by hand and multiply them; then look at the two rules "
            "about order and about 1.",
        },
        cases=(
            Case(
                ([0.01, 0.035, 0.03, 0.005, 0.6, 0.7],),
                equals(
                    [0.05, 0.12, 0.12, 0.03, 1.0, 1.0],
                    bonferroni=[0.06, 0.21, 0.18, 0.03, 1.0, 1.0],
                    overtaken=[0.05, 0.105, 0.12, 0.03, 1.0, 0.7],
                    above_one=[0.05, 0.12, 0.12, 0.03, 1.2, 1.2],
                    sorted=[0.03, 0.05, 0.12, 0.12, 1.0, 1.0],
                    unsorted=[0.06, 0.175, 0.12, 0.015, 1.0, 0.7],
                    largest_first=[0.02, 0.14, 0.09, 0.005, 1.0, 1.0],
                    off_by_one=[0.04, 0.09, 0.09, 0.025, 0.6, 0.6],
                    false_discovery=[0.03, 0.0525, 0.0525, 0.03, 0.7, 0.7],
                ),
            ),
            Case(([0.2],), equals([0.2], off_by_one=[0.0])),
        ),
    ),
    Question(
        "permutation-p",
        answer="permutation_p",
        points=1,
        without=TESTS,
        hints={
            "PermissionError": OWN_CODE,
            "values": "Two equal values are still two: choose among the places.",
            "sums": "The groups differ in size here, and then sums say something else than means.",
            "one_sided": "Only one direction is counted; the other is as extreme.",
            "strict": "A way that is exactly as extreme counts, too.",
            "plus_one": "All ways are there, and the observed one among them: nothing has to be "
            "added.",
            "paired": "These values are not paired. Throw them together and choose anew.",
            "medians": "This compares medians; means are asked for.",
            "count": "This is how many there are; their share is asked for.",
            "other": "Write down all ways to choose two of four places first.",
        },
        cases=(
            Case(
                ([9, 9], [7, 1, 8, 6]),
                equals(
                    0.2,
                    values=3 / 11,
                    sums=1.0,
                    one_sided=1 / 15,
                    strict=2 / 15,
                    plus_one=0.25,
                    paired=0.5,
                    medians=0.4,
                    count=3,
                ),
            ),
            Case(
                ([4, 2], [1, 9, 4, 6]),
                equals(8 / 15, one_sided=0.8, strict=0.4, paired=1.0, count=8),
            ),
        ),
    ),
]
