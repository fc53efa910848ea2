"""Tick 7: its questions, the cases students may see, and the hints."""

from itertools import product

from labkit.checks import Case, Question, equals
from labkit.checks.judges import otherwise, sampled

TESTS = (
    "labkit.significance:randomization_test",
    "labkit.significance:compare_all",
    "labkit.significance:adjust_pvalues",
    "labkit.trecvid:compare_means",
    "scipy.stats:permutation_test",
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


def vectors(text):
    """Read sign vectors: "+- --" are [1, -1] and [-1, -1]."""
    return [[1 if sign == "+" else -1 for sign in word] for word in text.split()]


def wins(*numbers):
    """Give each of RUNS how many others it beats; None leaves it out."""
    return {run: n for run, n in zip(RUNS, numbers, strict=True) if n is not None}


def share(count, ways, **mistakes):
    """Judge a share of so many ways; of a mistake, too, a whole number is the count."""
    known = {key: n / ways if isinstance(n, int) else n for key, n in mistakes.items()}
    return equals(count / ways, count=count, plus_one=(count + 1) / (ways + 1), **known)


def drawn(count, ways, **mistakes):
    """Judge a share; what no count of the ways can give was drawn at random."""
    return otherwise(share(count, ways, **mistakes), sampled(count / ways, ways, near=False))


def signed(differences, expected, **mistakes):
    """Judge a mean of signed differences; what other signs would give comes of signs of one's own."""
    ways = {sum(s * d for s, d in zip(signs, differences, strict=True)) / len(differences)
            for signs in product((1, -1), repeat=len(differences))}  # fmt: skip

    def rule(value):
        return "own_signs" if type(value) is float and value in ways else None

    return otherwise(equals(expected, **mistakes), rule)


QUESTIONS = [
    Question(
        "shuffled-mean",
        answer="shuffled_mean",
        parameters=("scores_a", "scores_b", "signs"),
        meaning="One such number shows what chance alone can do; ten thousand show how often.",
        points=1,
        without=("labkit.metrics:mean",),
        hints={
            "sum": "This is the sum; a mean is asked for.",
            "ignored": "The signs make no difference here. Each one belongs to a topic.",
            "reversed": "The difference is a minus b.",
            "first_only": "The sign turns the whole difference round, not one of the two scores.",
            "sizes": "Where b is ahead, the difference is negative: keep that sign, and multiply.",
            "left_out": "A sign of -1 does not take the topic out; it turns its difference round.",
            "absolute": "A mean may be negative: keep its sign.",
            "own_signs": "Other signs would give this: multiply each difference by its own topic's sign.",
            "return_early": "Only the first topic is looked at. If return stands inside the loop, it ends "
            "the function there.",
            "other": "Write down each difference, multiply it by its sign, and take the mean.",
        },
        cases=(
            Case(
                ([0.0, 0.75, 0.875, 0.25], [0.5, 0.0, 1.0, 1.0], [1, 1, 1, -1]),
                signed(
                    [-0.5, 0.75, -0.125, -0.75],
                    0.21875,
                    sum=0.875,
                    ignored=-0.15625,
                    reversed=-0.21875,
                    first_only=-0.28125,
                    sizes=0.15625,
                    left_out=0.03125,
                    left_out_2=0.125 / 3,
                    return_early=-0.125,
                ),
            ),
            Case(
                ([0.25, 0.5, 0.0, 0.0, 0.5], [0.0, 0.5, 0.375, 0.5, 1.0], [-1, 1, 1, 1, -1]),
                signed(
                    [0.25, 0.0, -0.375, -0.5, -0.5],
                    -0.125,
                    sum=-0.625,
                    ignored=-0.225,
                    reversed=0.125,
                    first_only=-0.525,
                    sizes=0.025,
                    left_out=-0.175,
                    left_out_2=-0.875 / 3,
                    absolute=0.125,
                    return_early=-0.05,
                ),
            ),
        ),
    ),
    Question(
        "count-extreme",
        answer="count_extreme",
        parameters=("gains", "sign_vectors"),
        meaning="Now you can say how often the coins alone go as far as the data did.",
        points=2,
        without=("labkit.significance:count_outcomes",),
        hints={
            "strict": "A shuffle that is exactly as far from zero as what was observed counts, too.",
            "one_sided": "Only one direction is counted. The other run could have been ahead.",
            "signed": "Compare how far from zero the sums are, whatever their sign.",
            "observed_sign": "The observed sum may be negative: take its distance from zero, too.",
            "share": "The share comes later: return how many there are.",
            "plus_one": "What was observed is added in the next part, not here.",
            "return_early": "You count 1. Does return stand behind the loop, and does your count grow?",
            "every": "You count every sign vector. What is its sum compared with?",
            "not_reset": "Each sign vector has a sum of its own: where does your total begin anew?",
            "other": "Write down the sum of each sign vector, and beside it how far it is from zero.",
        },
        cases=(
            Case(
                ([-6, 6, 5, 1], vectors("-+-- ++-+ -+++ ++-+ --+- ++-+ +-+- +--+ +--+")),
                equals(
                    5,
                    strict=4,
                    every=9,
                    one_sided=2,
                    signed=2,
                    share=5 / 9,
                    plus_one=6,
                    return_early=1,
                    not_reset=8,
                ),
            ),
            Case(
                ([-1, -2, 2, -6], vectors("+--+ --+- --++ ++-+ ++++ +-+- +-+- +--- +++-")),
                equals(
                    6,
                    strict=4,
                    every=9,
                    one_sided=3,
                    signed=8,
                    observed_sign=9,
                    share=6 / 9,
                    plus_one=7,
                    return_early=1,
                    not_reset=5,
                ),
            ),
        ),
    ),
    Question(
        "sampled-p",
        answer="sampled_p",
        parameters=("count", "generated"),
        meaning="However many shuffles you draw, your p-value is never 0.",
        points=1,
        without=("labkit.metrics:precision",),
        hints={
            "plain": "This leaves out what was observed, which is one more extreme case.",
            "only_count": "What was observed belongs below the line, too: it is one of all.",
            "only_generated": "What was observed is as extreme as itself: add it above the line.",
            "confidence": "This is 1 - p.",
            "upside_down": "A probability is at most 1: which number is the larger one?",
            "percentage": "This is in percent; a share is asked for.",
            "doubled": "Both directions are counted already: nothing is to be doubled.",
            "brackets": "Division comes before addition, unless brackets say otherwise.",
            "other": "How many are extreme in all, and how many are there in all?",
        },
        cases=(
            Case(
                (119, 9_999),
                equals(
                    0.012,
                    plain=119 / 9_999,
                    only_count=120 / 9_999,
                    only_generated=0.0119,
                    confidence=0.988,
                    upside_down=10_000 / 120,
                    percentage=1.2,
                    doubled=0.024,
                    brackets=120 + 1 / 9_999,
                    brackets_2=119 + 1 / 10_000,
                ),
            ),
            Case((0, 6), equals(1 / 7, only_count=1 / 6, only_generated=0.0)),
        ),
    ),
    Question(
        "exact-p",
        answer="exact_p",
        parameters=("gains",),
        meaning="No luck of the coins is left: the same gains always give the same p-value.",
        points=2,
        without=TESTS,
        hints={
            "one_sided": "Only one direction is counted; the other is as extreme.",
            "strict": "Shuffles as far from zero as the observed sum count, too.",
            "plus_one": "The observed signs are among all of them: nothing has to be added.",
            "count": "This is how many there are; their share is asked for.",
            "confidence": "This is 1 - p.",
            "doubled": "Both directions are counted already: do not double the share.",
            "sampled": "This is not a share of all ways: try each once, and divide by their number.",
            "slow": "Twelve topics have 4,096 sign vectors. Do you go through more than these?",
            "other": "Write down all sign vectors for three topics first. How many are there?",
        },
        cases=(
            Case(
                ([7, 8, -6, -6, 8],),
                drawn(14, 32, one_sided=7, strict=12, confidence=18, doubled=28),
            ),
            Case(
                ([2, -2, 1, 2, -9, -7],),
                drawn(28, 64, one_sided=14, one_sided_2=53, strict=22, confidence=36, doubled=56),
            ),
            Case(
                ([638, -457, -695, 58, 423, 310, -120, 877, 256, -64, 512, 190],),
                drawn(984, 4_096),
                seconds=2,
            ),
        ),
    ),
    Question(
        "runs-beaten",
        answer="runs_beaten",
        parameters=("runs", "alpha"),
        meaning="A pair that is not decided stays open: it is not a tie.",
        points=1,
        without=TESTS,
        hints={
            "strict": "p equal to alpha is significant, too: p is at most alpha.",
            "untested": "A higher sum alone is counted here: is the difference significant?",
            "swapped": "This counts how many runs are better than each.",
            "both": "Each significant pair is counted for both runs; only one of them is better.",
            "left_out": "Every run belongs in the dictionary, also one that beats no other.",
            "topics": "The better run has the higher sum; on how many topics it leads does not count.",
            "fixed_alpha": "The level is the alpha that is given: it can differ from call to call.",
            "first_named": "The better of two runs may also come later in the dictionary.",
            "neighbours": "Every run is compared with all others, not only with its neighbour.",
            "other": "Take the example's two runs: what are the gains, their sum, and the p-value?",
        },
        cases=(
            Case(
                (RUNS, 3 / 32),
                equals(
                    wins(2, 1, 3, 0, 1),
                    strict=wins(2, 1, 2, 0, 1),
                    untested=wins(4, 2, 3, 0, 1),
                    swapped=wins(0, 1, 0, 4, 2),
                    fixed_alpha=wins(1, 0, 2, 0, 1),
                    first_named=wins(2, 1, 2, 0, 0),
                    neighbours=wins(0, 0, 2, 0, 1),
                    neighbours_2=wins(0, 0, 1, 0, 0),
                    neighbours_3=wins(0, 0, 1, 0, 1),
                ),
            ),
            Case(
                (RUNS, 0.0625),
                equals(
                    wins(2, 1, 2, 0, 1),
                    strict=wins(1, 0, 2, 0, 1),
                    untested=wins(4, 2, 3, 0, 1),
                    swapped=wins(0, 1, 0, 4, 1),
                    both=wins(2, 2, 2, 4, 2),
                    left_out=wins(2, 1, 2, None, 1),
                    fixed_alpha=wins(1, 0, 2, 0, 1),
                    first_named=wins(2, 1, 1, 0, 0),
                    neighbours=wins(0, 0, 2, 0, 1),
                    neighbours_2=wins(0, 0, 1, 0, 0),
                    neighbours_3=wins(0, 0, 1, 0, 1),
                ),
            ),
            Case(
                (BOLD, 0.0625),
                equals(
                    {"bold": 2, "steady": 1, "low": 0}, topics={"bold": 1, "steady": 2, "low": 0}
                ),
            ),
        ),
    ),
    Question(
        "holm",
        answer="holm",
        parameters=("pvalues",),
        meaning="Of the 171 pairs of runs that are significant at 0.05, your correction leaves 113.",
        points=2,
        without=TESTS,
        hints={
            "bonferroni": "That is Bonferroni's correction. Holm's multiplies by fewer and fewer.",
            "false_rate": "This is Benjamini and Hochberg's correction. Holm's has no division.",
            "from_above": "You begin with the largest p-value. Begin with the smallest: no later "
            "one comes out below it.",
            "overtaken": "A corrected p-value is smaller than that of a smaller p. None may be.",
            "above_one": "No probability is larger than 1.",
            "sorted": "The values are right, in another order: put each back where it came from.",
            "unsorted": "Multiply in the order of size, not in the order in which they came.",
            "largest_first": "The smallest p-value is multiplied by the largest number.",
            "off_by_one": "The smallest is multiplied by how many there are, the largest by 1.",
            "ties": "Two equal p-values are two comparisons: both count, and each needs its value.",
            "other": "Sort three p-values by hand and multiply them; then apply the two rules.",
        },
        cases=(
            Case(
                ([0.6, 0.01, 0.47, 0.4, 0.0234],),
                equals(
                    [1.0, 0.05, 1.0, 1.0, 0.0936],
                    bonferroni=[1.0, 0.05, 1.0, 1.0, 0.117],
                    bonferroni_2=[3.0, 0.05, 2.35, 2.0, 0.117],
                    false_rate=[0.6, 0.05, 0.5875, 0.5875, 0.0585],
                    false_rate_2=[0.6, 0.05, 0.5875, 2 / 3, 0.0585],
                    from_above=[0.6, 0.05, 0.6, 0.6, 0.0936],
                    overtaken=[0.6, 0.05, 0.94, 1.0, 0.0936],
                    overtaken_2=[0.94, 0.05, 1.0, 1.0, 0.0936],
                    overtaken_3=[0.6, 0.05, 0.94, 1.2, 0.0936],
                    above_one=[1.2, 0.05, 1.2, 1.2, 0.0936],
                    sorted=[0.05, 0.0936, 1.0, 1.0, 1.0],
                    sorted_2=[0.0936, 1.0, 1.0, 1.0, 0.05],
                    unsorted=[1.0, 0.04, 1.0, 0.8, 0.0234],
                    largest_first=[1.0, 0.01, 1.0, 1.0, 0.0468],
                    off_by_one=[0.8, 0.04, 0.8, 0.8, 0.0702],
                ),
            ),
            Case(
                ([0.15, 0.006, 0.03, 0.03, 0.03],),
                equals(
                    [0.15, 0.03, 0.12, 0.12, 0.12],
                    bonferroni=[0.75, 0.03, 0.15, 0.15, 0.15],
                    false_rate=[0.15, 0.03, 0.0375, 0.0375, 0.0375],
                    false_rate_2=[0.15, 0.03, 0.075, 0.05, 0.0375],
                    from_above=[0.15, 0.03, 0.06, 0.06, 0.06],
                    unsorted=[0.75, 0.024, 0.09, 0.06, 0.03],
                    ties=[0.15, 0.03, 0.12, 0.0, 0.0],
                    ties_2=[0.15, 0.018, 0.06, 0.06, 0.06],
                    ties_3=[0.45, 0.03, 0.12, 0.12, 0.12],
                    ties_4=[0.15, 0.03, 0.09, 0.09, 0.09],
                ),
            ),
        ),
    ),
    Question(
        "permutation-p",
        answer="permutation_p",
        parameters=("values_a", "values_b"),
        meaning="A small p-value here says: not alike in everything. It need not be the mean.",
        points=1,
        without=TESTS,
        hints={
            "values": "Two equal values are still two: choose among the places.",
            "medians": "These are distances of the medians. The question asks for the means.",
            "other_size": "You choose as many as the other group has, and divide by the size of this one.",
            "sums": "The groups differ in size here, and then sums say something else than means.",
            "one_sided": "Only one direction is counted; the other is as extreme.",
            "strict": "A way that is exactly as extreme counts, too.",
            "plus_one": "The observed way is among all of them: nothing has to be added.",
            "paired": "These values are not paired. Throw them together and choose anew.",
            "count": "This is how many there are; their share is asked for.",
            "decimals": "With decimals, equal distances may differ a little: compare whole numbers.",
            "other": "Write down all ways to choose two of four places first.",
        },
        cases=(
            Case(
                ([5, 4, 2], [7, 5, 4, 1]),
                share(
                    32,
                    35,
                    values=24 / 27,
                    values_2=34,
                    values_3=28,
                    other_size=31,
                    medians=35,
                    sums=17,
                    one_sided=24,
                    one_sided_2=16,
                    strict=21,
                    paired=0.25,
                    decimals=26,
                ),
            ),
            Case(
                ([3, 5, 0, 4, 7], [4, 9, 4]),
                share(
                    23,
                    56,
                    values=11 / 26,
                    values_2=32,
                    values_3=35,
                    other_size=52,
                    medians=56,
                    sums=53,
                    one_sided=48,
                    one_sided_2=12,
                    strict=18,
                    paired=0.25,
                    decimals=22,
                ),
            ),
            Case(([4, 6, 5], [8, 1, 2]), share(14, 20, medians=8)),
        ),
    ),
]
