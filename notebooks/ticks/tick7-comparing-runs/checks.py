"""Tick 7: its questions, the cases students may see, and the hints."""

import random

from labkit.checks import Case, Question, equals
from labkit.checks.judges import otherwise, same, sampled
from labkit.significance import adjust_pvalues

OWN_CODE = "This question asks for a test of your own; labkit's is for later ticks."
TESTS = (
    "labkit.significance:randomization_test",
    "labkit.significance:compare_all",
    "labkit.significance:adjust_pvalues",
    "labkit.trecvid:compare_means",
)

RETURN = "Only the first of them is looked at: how far is your return indented?"
SAMPLED = (
    "This is no share of the ways that there are. Did you draw some of them, or leave some out? "
    "Go through all, each once."
)


def other_signs(scores_a, scores_b):
    """A rule that knows the means of all shuffles: none of them is right but one."""
    differences = [a - b for a, b in zip(scores_a, scores_b, strict=True)]

    def rule(value):
        sums = {0.0}
        for difference in differences:
            sums = {total + way for total in sums for way in (difference, -difference)}
        return "own_signs" if any(same(value, x / len(differences)) for x in sums) else None

    return rule


def elsewhere(expected):
    """A rule that knows the right values in other places."""

    def rule(value):
        return "sorted" if same(sorted(value), sorted(expected), exact=False) else None

    return rule


def share(expected, ways, **mistakes):
    """Judge a share of so many ways; what no count of them can give was sampled."""
    return otherwise(equals(expected, **mistakes), sampled(expected, ways, near=False))


LONGER = (
    [0.518, 0.5137, 0.7324, 0.6592, 0.69, 0.9459, 0.7629, 0.7803, 0.6181, 0.5119],
    [0.6626, 0.5683, 0.7551, 0.9993, 0.8372, 0.5909, 0.9468, 0.8984, 0.8672, 0.9533],
)

RUNS = {
    "LEX": [54, 93, 38, 55, 27, 39],
    "NB": [40, 42, 25, 83, 14, 24],
    "LR": [57, 55, 39, 87, 22, 27],
    "KNN": [8, 27, 27, 32, 6, 13],
    "LEN": [47, 45, 38, 49, 23, 24],
}
BOLD = {
    "bold": [90, 75, 80, 95, 70, 30, 45, 35, 50, 25, 40],
    "steady": [40, 25, 30, 45, 20, 31, 46, 36, 51, 26, 41],
    "low": [9, 5, 8, 4, 7, 6, 3, 9, 5, 8, 2],
}

# As many as the notebook has, or more, and the same wherever they are made.
COINS = random.Random(7)
MANY_GAINS = [37 * topic % 101 - 42 for topic in range(24)]
MANY_SIGNS = [COINS.choices([1, -1], k=24) for _ in range(1_500)]
MANY_PVALUES = [(91 * pair * pair + 17) % 2_003 / 2_003 for pair in range(210)]

LECTURE = "comparing-runs"

QUESTIONS = [
    Question(
        "shuffled-mean",
        answer="shuffled_mean",
        parameters=("scores_a", "scores_b", "signs"),
        about="the mean of the differences, each with its sign",
        points=1,
        hints={
            "sum": "This is the sum; a mean is asked for.",
            "ignored": "The signs make no difference here. Each one belongs to a topic.",
            "reversed": "The difference is a minus b.",
            "first_only": "The sign turns the whole difference round, not one of the two scores.",
            "sizes": "A topic on which b is ahead has a negative difference: keep its own sign "
            "before you multiply.",
            "left_out": "A sign of -1 does not take the topic out; it turns its difference round.",
            "own_signs": "This is a shuffle, but with other signs: each topic keeps its difference and "
            "the sign that you were given for it.",
            "absolute": "A mean may be negative: keep its sign.",
            "return_early": RETURN,
            "last_only": "Only the last topic is left in the end. Where does your total begin?",
            "floored": "Here the decimals are lost: // rounds down.",
            "one_fewer": "A mean is divided by how many there are.",
            "by_signs": "A mean is divided by how many there are, whatever their signs.",
            "median": "This is the median; a mean is asked for.",
            "slow": "It takes long for 2,000 topics. Go through the three lists once, together.",
            "other": "Write the differences of the topics, multiply each by its sign, and take "
            "the mean.",
        },
        cases=(
            Case(
                (*LONGER, [1, -1, -1, 1, 1, 1, 1, 1, -1, -1]),
                otherwise(
                    equals(
                        0.01889,
                        sum=0.1889,
                        ignored=-0.13467,
                        reversed=-0.01889,
                        first_only=-0.60989,
                        sizes=0.05211,
                        left_out=-0.05789,
                        return_early=-0.01446,
                        last_only=0.04414,
                        floored=0.0,
                        one_fewer=0.020988888889,
                        by_signs=0.031483333333,
                        median=-0.0477,
                    ),
                    other_signs(*LONGER),
                ),
            ),
            Case(
                ([0.5, 0.75, 0.25, 1.0], [0.25, 0.25, 0.5, 0.125], [-1, 1, 1, -1]),
                equals(-0.21875, absolute=0.21875),
            ),
            Case(
                (
                    [37 * topic % 64 / 64 for topic in range(2_000)],
                    [(5 * topic * topic + topic) % 64 / 64 for topic in range(2_000)],
                    [1 if topic % 7 in (0, 2, 3) else -1 for topic in range(2_000)],
                ),
                equals(-9.90625 / 2_000),
                seconds=1,
            ),
        ),
    ),
    Question(
        "count-extreme",
        answer="count_extreme",
        parameters=("gains", "sign_vectors"),
        about="how many of the sign vectors are at least as extreme",
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
            "unique": "Some sign vectors are here twice. Each stands for a shuffle of its own: count "
            "it each time.",
            "inside": "These are the shuffles that are at most as far from zero.",
            "equal": "Only what gives the observed sum again is counted here. What is further from "
            "zero is more extreme still.",
            "units": "One side of your comparison is a sum, the other a mean.",
            "return_early": "Hardly any is counted. How far is your return indented? And do you compare "
            "a sum with a sum?",
            "sizes": "The gains keep their own signs: each is multiplied as it is.",
            "wins": "You count on how many topics either run is ahead: here it counts by how much, too.",
            "sizes_summed": "Add up first, and then take the distance from zero: here each topic's "
            "distance is added.",
            "largest": "What was observed is the sum of the gains with their signs, not the sum of "
            "their sizes.",
            "first_vector": "What was observed are the gains as they are, and not with the first of "
            "the sign vectors.",
            "not_reset": "Each sign vector has a sum of its own: where does your total begin anew?",
            "slow": "It takes long for 1,500 sign vectors. What does not change from one to the "
            "next needs computing only once.",
            "other": "Write the sum of each sign vector, and beside it how far it is from zero.",
        },
        cases=(
            Case(
                (
                    [9, -1, 2, 1],
                    [
                        [1, 1, 1, 1],
                        [1, -1, 1, 1],
                        [-1, 1, 1, 1],
                        [1, 1, -1, -1],
                        [1, -1, -1, -1],
                        [-1, -1, -1, -1],
                        [1, 1, 1, -1],
                        [-1, -1, 1, 1],
                        [-1, 1, 1, 1],
                        [1, 1, 1, -1],
                        [1, 1, 1, -1],
                    ],
                ),
                equals(3, wins=5, sizes=6),
            ),
            Case(
                (
                    [1, 5, 6, -2, -2],
                    [
                        [1, 1, -1, -1, -1],
                        [1, -1, -1, -1, -1],
                        [1, -1, -1, -1, -1],
                        [1, -1, -1, 1, -1],
                        [1, 1, 1, -1, -1],
                        [-1, 1, 1, 1, -1],
                        [1, -1, 1, 1, 1],
                        [-1, -1, 1, 1, -1],
                        [1, 1, -1, -1, -1],
                        [-1, 1, -1, -1, -1],
                        [1, -1, 1, -1, 1],
                        [1, 1, -1, -1, -1],
                        [-1, -1, -1, 1, 1],
                        [1, -1, -1, 1, -1],
                        [1, 1, 1, -1, -1],
                        [-1, 1, 1, 1, -1],
                    ],
                ),
                equals(7, sizes_summed=16, largest=3, first_vector=12, not_reset=10),
            ),
            Case(
                (
                    [-3, -4, 2, 2, -1],
                    [
                        [1, -1, -1, 1, 1],
                        [1, 1, 1, -1, -1],
                        [1, -1, -1, 1, 1],
                        [1, 1, 1, 1, 1],
                        [-1, -1, 1, -1, -1],
                        [-1, -1, 1, -1, 1],
                        [1, -1, -1, -1, 1],
                        [-1, -1, -1, -1, 1],
                        [1, -1, -1, 1, 1],
                        [1, -1, -1, 1, -1],
                        [-1, 1, -1, -1, -1],
                        [1, -1, 1, 1, 1],
                        [1, -1, 1, -1, -1],
                        [-1, -1, 1, -1, 1],
                        [-1, -1, 1, -1, -1],
                        [1, -1, -1, 1, 1],
                    ],
                ),
                equals(
                    9,
                    strict=5,
                    one_sided=4,
                    signed=15,
                    observed_sign=16,
                    share=9 / 16,
                    plus_one=10,
                    unique=7,
                    inside=11,
                    equal=3,
                    units=12,
                    return_early=0,
                    sizes=1,
                ),
            ),
            Case(
                (
                    [4, 2, -1],
                    [[1, 1, 1], [1, -1, -1], [-1, -1, 1], [-1, 1, -1], [1, 1, -1], [-1, -1, -1]],
                ),
                equals(4, strict=2, one_sided=2, share=4 / 6, plus_one=5),
            ),
            Case((MANY_GAINS, MANY_SIGNS), equals(657), seconds=1),
        ),
    ),
    Question(
        "sampled-p",
        answer="sampled_p",
        parameters=("count", "generated"),
        about="the p-value of so many extreme shuffles",
        points=1,
        hints={
            "plain": "This leaves out what was observed, which is one more extreme case.",
            "only_count": "What was observed is one of all the cases, too: it belongs below the "
            "line as well.",
            "only_generated": "What was observed is as extreme as itself: it belongs above the "
            "line as well.",
            "confidence": "This is 1 - p.",
            "upside_down": "A probability is at most 1: which number is the larger one?",
            "percentage": "This is in percent; a share is asked for.",
            "doubled": "Both directions are counted already: nothing is to be doubled.",
            "twice": "What was observed is one way, so one is added above the line and one below it.",
            "two_below": "One has been observed, so it is one more below the line, too.",
            "floored": "Here the decimals are lost: // rounds down.",
            "brackets": "Division comes before addition, unless brackets say otherwise.",
            "ZeroDivisionError": "Without a single shuffle there is still what was observed.",
            "other": "How many are extreme in all, and how many are there in all?",
        },
        cases=(
            Case(
                (119, 9_999),
                equals(
                    0.012,
                    percentage=1.2,
                    doubled=0.024,
                    two_below=120 / 10_001,
                    floored=0,
                    brackets=120 + 1 / 9_999,
                    brackets_2=119 + 1 / 10_000,
                    twice=121 / 10_001,
                    plain=119 / 9_999,
                    only_count=120 / 9_999,
                    only_generated=119 / 10_000,
                    confidence=0.988,
                    upside_down=10_000 / 120,
                ),
            ),
            Case((5, 300), equals(6 / 301)),
            Case((0, 3), equals(0.25, plain=0.0, only_generated=0.0)),
        ),
    ),
    Question(
        "exact-p",
        answer="exact_p",
        parameters=("gains",),
        about="the share of extreme ones among all sign vectors",
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
            "sampled": SAMPLED,
            "nought": "A sign is 1 or -1: a 0 takes the topic out of the sum.",
            "distinct": "Several sign vectors may lead to the same sum: count each of them.",
            "median": "Compare the sums, or the means: the median says something else.",
            "observed_left_out": "The observed gains are one of all the ways; count them with "
            "the others.",
            "ranks": "Wilcoxon's test puts ranks in the place of the gains; here their sizes count.",
            "t_test": "The t-test takes the gains to be normal; here all shuffles are counted.",
            "topics": "The sign test only counts topics; here the sizes of the gains matter.",
            "slow": "It takes long for 12 topics, which have 4,096 sign vectors. Do you go through "
            "more than these, or make some of them many times?",
            "other": "Write down all sign vectors for three topics first. How many are there?",
        },
        cases=(
            Case(
                ([1, 8, 1, -7, -2, 3],),
                equals(0.75, nought=37 / 64, distinct=20 / 23, median=46 / 64),
            ),
            Case(
                ([-5, -14, -11, -1, 3, 2],),
                share(
                    0.25,
                    64,
                    one_sided=0.125,
                    strict=0.1875,
                    plus_one=17 / 65,
                    count=16,
                    confidence=0.75,
                    doubled=0.5,
                    observed_left_out=15 / 63,
                    ranks=0.3125,
                    t_test=0.18861191516995807,
                    topics=0.6875,
                    one_sided_2=0.90625,
                ),
            ),
            Case(
                ([5, 3, -2, 4, 1, 6],),
                share(
                    0.09375,
                    64,
                    one_sided=0.046875,
                    strict=0.0625,
                    plus_one=7 / 65,
                    count=6,
                    confidence=0.90625,
                    doubled=0.1875,
                    topics=0.21875,
                ),
            ),
            Case(([2, -2, 1, -1],), equals(1.0, above_one=1.25, doubled=2.0, strict=0.75)),
            Case(([3, 1, -1, 4, 0],), equals(0.375, one_sided=0.1875, strict=0.125)),
            Case(
                ([638, -457, -695, 58, 423, 310, -120, 877, 256, -64, 512, 190],),
                share(984 / 4_096, 4_096),
                seconds=2,
            ),
        ),
    ),
    Question(
        "runs-beaten",
        answer="runs_beaten",
        parameters=("runs", "alpha"),
        about="how many others each run is significantly better than",
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
            "topics": "The better run is the one with the higher sum. On how many topics it is "
            "ahead, or by how much on a middle one, does not decide that.",
            "another_test": "These are the verdicts of another test. Which one is asked for?",
            "corrected": "A correction comes in part 7: here each pair stands for itself.",
            "neighbours": "Each run is compared with all others, not only with the next one.",
            "fixed_alpha": "The level is the alpha that is given, which is another each time.",
            "first_named": "The better of two runs may also be the one that comes later in the "
            "dictionary.",
            "other": "Take one pair: who has the higher sum, and what is the exact p-value?",
        },
        cases=(
            Case(
                (RUNS, 0.2),
                equals(
                    {"LEX": 2, "NB": 1, "LR": 3, "KNN": 0, "LEN": 1},
                    fixed_alpha={"LEX": 1, "NB": 0, "LR": 2, "KNN": 0, "LEN": 1},
                    fixed_alpha_2={"LEX": 2, "NB": 1, "LR": 2, "KNN": 0, "LEN": 1},
                    another_test={"LEX": 1, "NB": 1, "LR": 1, "KNN": 0, "LEN": 1},
                ),
            ),
            Case(
                (RUNS, 0.0625),
                equals(
                    {"LEX": 2, "NB": 1, "LR": 2, "KNN": 0, "LEN": 1},
                    strict={"LEX": 1, "NB": 0, "LR": 2, "KNN": 0, "LEN": 1},
                    untested={"LEX": 4, "NB": 2, "LR": 3, "KNN": 0, "LEN": 1},
                    swapped={"LEX": 0, "NB": 1, "LR": 0, "KNN": 4, "LEN": 1},
                    both={"LEX": 2, "NB": 2, "LR": 2, "KNN": 4, "LEN": 2},
                    one_tailed={"LEX": 2, "NB": 1, "LR": 3, "KNN": 0, "LEN": 1},
                    another_test={"LEX": 2, "NB": 0, "LR": 2, "KNN": 0, "LEN": 1},
                    corrected={"LEX": 0, "NB": 0, "LR": 0, "KNN": 0, "LEN": 0},
                    neighbours={"LEX": 0, "NB": 0, "LR": 2, "KNN": 0, "LEN": 1},
                    first_named={"LEX": 2, "NB": 1, "LR": 1, "KNN": 0, "LEN": 0},
                    another_test_2={"LEX": 1, "NB": 1, "LR": 2, "KNN": 0, "LEN": 1},
                    left_out={"LEX": 2, "NB": 1, "LR": 2, "LEN": 1},
                ),
            ),
            Case(
                (BOLD, 0.0625),
                equals(
                    {"bold": 2, "steady": 1, "low": 0},
                    topics={"bold": 1, "steady": 2, "low": 0},
                    swapped={"bold": 0, "steady": 1, "low": 2},
                ),
            ),
        ),
    ),
    Question(
        "holm",
        answer="holm",
        parameters=("pvalues",),
        about="the corrected p-values, in the order in which they came",
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
            "ties": "Two equal p-values are two comparisons: both count among all, and each place "
            "needs its value.",
            "from_the_top": "This goes from the largest p-value down, as Hochberg's correction does; "
            "Holm's goes up from the smallest.",
            "powers": "This raises to a power, as Sidak's correction does; Holm's multiplies.",
            "divided": "This makes each p-value smaller. A correction makes it larger.",
            "slow": "It takes long for 210 p-values. Sort them once.",
            "other": "Sort three p-values by hand and multiply them; then look at the two rules "
            "about order and about 1.",
        },
        cases=(
            Case(
                ([0.01, 0.035, 0.03, 0.005, 0.6, 0.7],),
                otherwise(
                    equals(
                        [0.05, 0.12, 0.12, 0.03, 1.0, 1.0],
                        from_the_top=[0.05, 0.105, 0.105, 0.03, 0.7, 0.7],
                        powers=[1 - 0.99**5, 1 - 0.97**4, 1 - 0.97**4, 1 - 0.995**6, 0.84, 0.84],
                        divided=[0.01 / 5, 0.035 / 3, 0.03 / 4, 0.005 / 6, 0.6 / 2, 0.7],
                        bonferroni=[0.06, 0.21, 0.18, 0.03, 1.0, 1.0],
                        overtaken=[0.05, 0.105, 0.12, 0.03, 1.0, 0.7],
                        above_one=[0.05, 0.12, 0.12, 0.03, 1.2, 1.2],
                        sorted=[0.03, 0.05, 0.12, 0.12, 1.0, 1.0],
                        unsorted=[0.06, 0.175, 0.12, 0.015, 1.0, 0.7],
                        largest_first=[0.02, 0.14, 0.09, 0.005, 1.0, 1.0],
                        off_by_one=[0.04, 0.09, 0.09, 0.025, 0.6, 0.6],
                        false_discovery=[0.03, 0.0525, 0.0525, 0.03, 0.7, 0.7],
                        false_discovery_2=[0.0735, 0.128625, 0.128625, 0.0735, 1.0, 1.0],
                        bonferroni_2=[0.06, 0.21, 0.18, 0.03, 3.6, 4.2],
                        off_by_one_2=[0.04, 0.09, 0.09, 0.025, 0.6, 0.7],
                        off_by_one_3=[0.06, 0.15, 0.15, 0.035, 1.0, 1.0],
                    ),
                    elsewhere([0.05, 0.12, 0.12, 0.03, 1.0, 1.0]),
                ),
            ),
            Case(
                ([0.0123, 0.3, 0.0123, 0.0456],),
                equals(
                    [0.0492, 0.3, 0.0492, 0.0912],
                    ties=[0.0492, 0.3, 0.0, 0.0912],
                    ties_2=[0.0369, 0.3, 0.0369, 0.0912],
                    ties_4=[0.0492, 0.6, 0.0492, 0.1368],
                    ties_3=[0.04305, 0.3, 0.04305, 0.0912],
                ),
            ),
            # The first of them overtakes the second and the third.
            Case(
                ([0.032, 0.03, 0.035, 0.4],),
                equals([0.12, 0.12, 0.12, 0.4], overtaken=[0.12, 0.12, 0.096, 0.4]),
            ),
            Case(([0.2],), equals([0.2], off_by_one=[0.0])),
            Case((MANY_PVALUES,), equals(adjust_pvalues(MANY_PVALUES).tolist()), seconds=1),
        ),
    ),
    Question(
        "permutation-p",
        answer="permutation_p",
        parameters=("values_a", "values_b"),
        about="the share of extreme ways among all ways to deal out",
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
            "decimals": "With decimals, two distances that are equal may differ in the last digit, "
            "and then >= fails. Multiply by both sizes and compare whole numbers, or allow for a "
            "tiny difference.",
            "tolerance": "Ways that are clearly less extreme count for you as well: only the last digits "
            "are no difference.",
            "doubled": "Twice the smaller tail, as some libraries have it, is something else if the "
            "groups differ in size. Count all that are as far from zero, in either direction.",
            "sampled": SAMPLED,
            "t_test": "This is a t-test; here all ways are counted.",
            "ranks": "This test puts ranks in the place of the values; here the means count.",
            "slow": "It takes long. How many ways are there to choose, and do you go through each "
            "once?",
            "other": "Write down all ways to choose two of four places first.",
        },
        cases=(
            Case(
                ([1, 1, 9], [2, 5, 6, 4]),
                share(
                    30 / 35,
                    35,
                    values=0.8,
                    sums=20 / 35,
                    one_sided=23 / 35,
                    strict=25 / 35,
                    plus_one=31 / 36,
                    paired=0.75,
                    medians=12 / 35,
                    decimals=29 / 35,
                    doubled=32 / 35,
                    t_test=0.8512635598234061,
                    ranks=22 / 35,
                    count=30,
                    values_2=22 / 25,
                    one_sided_2=16 / 35,
                    t_test_2=0.8212002512727763,
                ),
            ),
            Case(
                ([0, 5, 9], [4, 0, 2, 3, 5]),
                share(
                    30 / 56,
                    56,
                    decimals=24 / 56,
                    strict=18 / 56,
                    count=30,
                    paired=0.5,
                ),
            ),
            Case(
                ([4, 2], [1, 9, 4, 6]),
                share(8 / 15, 15, doubled=10 / 15, strict=0.4),
            ),
        ),
    ),
]
