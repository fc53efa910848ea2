"""Tick 8: its questions, the cases students may see, and the hints."""

import random

from labkit.checks import Case, Hint, Question, equals
from labkit.checks.judges import otherwise

OWN_CODE = "This question asks for code of your own; labkit's does the rest of the tick."

ONCE = "An item that was drawn twice is twice in the new test set."
REVERSED = "The gain is A minus B."
SAME_ITEMS = (
    "Only A is scored on the new test set. A bootstrap sample is one test set for both systems, "
    "so both are scored on the same items."
)

RETURN = "Only the first of them is looked at: how far is your return indented?"

GOLD = ["POS", "POS", "NEG", "NEG", "POS"]
PREDICTED = ["POS", "NEG", "POS", "NEG", "POS"]

PAIRS = [  # gain in percentage points, p-value
    (1.38, 0.051),
    (1.63, 0.051),
    (2.12, 0.012),
    (1.22, 0.05),
    (1.54, 0.07),
    (0.52, 0.042),
    (1.48, 0.06),
    (2.43, 0.001),
    (0.44, 0.053),
    (1.77, 0.04),
    (0.86, 0.042),
    (0.25, 0.945),
    (0.05, 0.31),
]

BEHIND = [(0.5, 0.05), (0.5, 0.045), (0.5, 0.055), (0.75, 0.05)]
BEHIND += [(-2.0, 0.05), (1.0, 0.052), (0.25, 0.041)]

ELSEWHERE = [  # p-value here, by how many items A is ahead elsewhere
    (0.006, 4),
    (0.005, 0),
    (0.009, 5),
    (0.005, 5),
    (0.005, 4),
    (0.009, -4),
    (0.007, 5),
    (0.008, 0),
    (0.009, -4),
    (0.009, -4),
    (0.001, 2),
    (0.01, -1),
    (0.005, 4),
    (0.008, -4),
    (0.006, 4),
]

AROUND = [(0.08, -2), (0.02, -3), (0.06, 3), (0.05, -3), (0.03, -3), (0.01, -2)]
AROUND += [(0.03, -2), (0.03, 1), (0.04, -1), (0.02, 4), (0.06, -2)]

SUBMITTED = {
    "North/one": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    "East/two": [1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0],
    "West/one": [0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0],
    "East/one": [0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0],
    "South/one": [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
}


TWENTY = {
    "North/one": [1] * 20,
    "East/one": [1] * 10 + [0] * 10,
    "West/one": [1] * 12 + [0, 0] + [1] * 4 + [0, 1],
}

# As many as the notebook has, and the same wherever they are made.
RNG = random.Random(8)
MANY_A, MANY_B = ([int(RNG.random() < share) for _ in range(1_600)] for share in (0.87, 0.86))
MANY_DRAWS = [[RNG.randrange(1_600) for _ in range(1_600)] for _ in range(25)]
MANY_TRIPLES = [(a * b, a, b) for a, b in zip(MANY_A, MANY_B, strict=True)]
MANY_PAIRS = [(RNG.randrange(-90, 400), RNG.randrange(1, 2_000) / 10_000) for _ in range(4_000)]


def duels(text):
    """Pairs of runs from their initials: "N1>S1 E2>S1"."""
    names = {name[0] + {"one": "1", "two": "2"}[name[-3:]]: name for name in SUBMITTED}
    return [tuple(names[initials] for initials in duel.split(">")) for duel in text.split()]


def arranged(expected):
    """A rule that knows the right pairs in another order, or with the worse run first in some."""

    def rule(value):
        if sorted(value) == expected:
            return "unsorted"
        return "swapped" if sorted(map(sorted, value)) == sorted(map(sorted, expected)) else None

    return rule


def judge_form(value):
    """A set of some of the letters. Which ones hold is judged when the work is graded."""
    if type(value) not in (set, frozenset):
        return Hint("shape")
    if not all(type(letter) is str and letter in "abcdef" and len(letter) == 1 for letter in value):
        return Hint("letters")
    return None if 0 < len(value) < 6 else Hint("some")


LECTURE = "confidence-against-gain"

QUESTIONS = [
    Question(
        "recentre",
        answer="recentre",
        parameters=("gains", "observed"),
        about="the gains, moved so that the expected one is 0",
        points=1,
        hints={
            "mean": "You move the drawn gains by their own mean. With endless draws that would be "
            "the observed gain; with a few it is not quite. Move them by what is expected.",
            "doubled": "Twice is too far: look where the middle of the picture would lie then.",
            "added": "This moves the gains away from 0.",
            "reversed": "This is right up to the sign: a gain above the expected one stays "
            "positive.",
            "mirrored": "This turns the picture round. Its middle has to be moved to 0.",
            "halved": "This squeezes the picture. Move it, and leave its width as it is.",
            "sizes": "Gains below the expected one become negative: keep the sign.",
            "counted": "A count comes later: return the list of the moved gains.",
            "floored": "A system may well lose on a new test set: gains may be negative.",
            "median": "You move the drawn gains by the middle one of them. Move them by what is "
            "expected.",
            "first_only": RETURN,
            "left_out": "Every drawn gain is moved, also one that is no larger than observed.",
            "sorted": "Each moved gain stays in the place where its gain was.",
            "once": "Two equal gains are two test sets: keep both.",
            "shares": "This gives shares of the observed gain. Move the gains, in reviews.",
            "behind": "Where A is behind, the observed gain is negative: keep its sign.",
            "slow": "It takes long for 2,000 gains. Go through them once.",
            "other": "The expected gain is the observed one. By how much, and in which direction, "
            "does each gain move so that 0 is expected?",
        },
        cases=(
            Case(
                ([8, 3, -3, 6, 3, 6], 5),
                equals(
                    [3, -2, -8, 1, -2, 1],
                    mean=[gain - 23 / 6 for gain in (8, 3, -3, 6, 3, 6)],
                    median=[3.5, -1.5, -7.5, 1.5, -1.5, 1.5],
                    doubled=[-2, -7, -13, -4, -7, -4],
                    added=[13, 8, 2, 11, 8, 11],
                    reversed=[-3, 2, 8, -1, 2, -1],
                    mirrored=[-8, -3, 3, -6, -3, -6],
                    halved=[4, 1.5, -1.5, 3, 1.5, 3],
                    sizes=[3, 2, 8, 1, 2, 1],
                    counted=0.0,
                    floored=[3, 0, 0, 1, 0, 1],
                    first_only=[3],
                    left_out=[3, 1, 1],
                    sorted=[-8, -2, -2, 1, 1, 3],
                    once=[3, -2, -8, 1],
                    shares=[0.6, -0.4, -1.6, 0.2, -0.4, 0.2],
                    mean_2=[4, -1, -7, 2, -1, 2],
                    mean_3=[5, 0, -6, 3, 0, 3],
                ),
            ),
            Case(([4, -1, -6], -4), equals([8, 3, -2], behind=[0, -5, -10])),
            Case(([6, 6], 6), equals([0, 0])),
            Case((list(range(-900, 1_100)), 80), equals(list(range(-980, 1_020))), seconds=1),
        ),
    ),
    Question(
        "bootstrap",
        answer="bootstrap_p",
        parameters=("scores_a", "scores_b", "draws"),
        about="the share of the draws that figure 1 counts",
        points=2,
        without=(
            "labkit.significance:bootstrap_test",
            "labkit.significance:compare_all",
        ),
        hints={
            "PermissionError": OWN_CODE,
            "not_doubled": "About half of all new test sets show more than the observed gain. "
            "What does figure 1 compare with?",
            "at_least": "A gain of exactly twice the observed one does not count. Did you compare "
            "means? With decimals equality is delicate: compare sums.",
            "two_sided": "A large gain of B is counted, too. This test asks whether A is better.",
            "both_tails": "Gains far below the expected one are counted, too. This test asks "
            "whether A is better.",
            "below_zero": "This is the variant of the paper's footnote, which comes later. Here, "
            "count as figure 1 does.",
            "unpaired": SAME_ITEMS,
            "other_items": "A and B are scored on different draws. A bootstrap sample is one test "
            "set for both systems.",
            "once": ONCE,
            "shifted": "Items are numbered from 0: number 0 is the first of the scores, and not the "
            "one before it.",
            "units": "The one side of your comparison is a sum over the items, the other a mean.",
            "reversed": REVERSED,
            "count": "This is s, a count. What share of the draws is it?",
            "items": "You divide by the number of items; how many test sets were drawn?",
            "confidence": "This is 1 - p, the confidence.",
            "plus_one": "Adding one belongs to the test that shuffles. The bootstrap of figure 1 "
            "divides the plain count.",
            "own_draws": "Draw nothing yourself: each of the draws says which items are in its test "
            "set, and how often.",
            "means": "You compare means of the two systems. Two numbers that are equal may differ "
            "in their last decimal then, and some ties count as larger: compare sums.",
            "at_most_zero": "You count the test sets on which A does not win. Here, count as figure "
            "1 does.",
            "above_zero": "You count the test sets on which A wins; nearly all do, as A wins on the "
            "one from which they are drawn. What does figure 1 compare with?",
            "return_early": "Only one draw is counted: how far is your return indented, and where does "
            "your count begin?",
            "percentage": "This is in percent; a share is asked for.",
            "doubled_p": "This is twice the share. The test asks in one direction only: whether A "
            "is better.",
            "slow": "It takes long for 1,600 reviews. What is the same for all draws needs computing "
            "only once, and not anew for each item.",
            "other": "Take the first draw, write the scores of both systems on its items beside "
            "each other, and add up.",
        },
        cases=(
            Case(
                ([1, 0, 1, 0, 1], [0, 1, 0, 0, 1], [[0, 2, 0, 2, 0]] * 30),
                otherwise(
                    equals(1.0, return_early=1 / 30, plus_one=30 / 31, plus_one_2=31 / 30),
                    lambda share: "own_draws" if 0 < share < 1 else None,
                ),
            ),
            Case(
                (
                    [0, 1, 1, 0, 1, 1],
                    [1, 0, 0, 0, 0, 1],
                    [
                        [2, 4, 4, 5, 4, 1],
                        [2, 3, 5, 2, 1, 2],
                        [4, 3, 1, 0, 4, 4],
                        [1, 5, 1, 5, 1, 4],
                        [1, 4, 2, 2, 2, 4],
                        [3, 3, 2, 3, 0, 2],
                        [3, 1, 0, 3, 4, 4],
                        [1, 2, 5, 1, 3, 1],
                        [0, 0, 3, 0, 0, 0],
                        [2, 5, 2, 4, 3, 4],
                        [3, 2, 2, 3, 4, 0],
                        [3, 2, 1, 4, 1, 2],
                        [0, 0, 3, 0, 0, 0],
                        [0, 1, 0, 0, 1, 3],
                        [5, 0, 5, 1, 5, 4],
                        [0, 3, 3, 5, 4, 4],
                        [5, 5, 0, 2, 2, 3],
                        [0, 3, 1, 3, 0, 5],
                        [4, 5, 5, 0, 3, 3],
                        [4, 3, 3, 5, 5, 0],
                        [1, 2, 3, 0, 5, 1],
                        [3, 0, 4, 5, 3, 4],
                        [4, 5, 1, 0, 3, 0],
                        [0, 3, 3, 0, 2, 4],
                        [0, 0, 1, 1, 2, 0],
                        [1, 4, 5, 3, 3, 0],
                        [4, 1, 1, 0, 4, 5],
                        [4, 2, 3, 5, 2, 2],
                        [1, 2, 4, 1, 3, 3],
                        [3, 4, 2, 3, 2, 1],
                    ],
                ),
                equals(
                    3 / 30,
                    not_doubled=12 / 30,
                    at_least=10 / 30,
                    two_sided=5 / 30,
                    both_tails=7 / 30,
                    below_zero=4 / 30,
                    other_items=2 / 30,
                    reversed=20 / 30,
                    count=3,
                    items=3 / 6,
                    confidence=27 / 30,
                    plus_one=4 / 31,
                    means=8 / 30,
                    at_most_zero=9 / 30,
                    percentage=10.0,
                    doubled_p=6 / 30,
                ),
            ),
            Case(
                (
                    [1, 1, 1, 0],
                    [0, 0, 1, 0],
                    [
                        [1, 1, 1, 3],
                        [3, 2, 1, 2],
                        [2, 3, 3, 3],
                        [0, 3, 1, 1],
                        [2, 3, 2, 3],
                        [3, 2, 2, 0],
                        [3, 1, 1, 0],
                        [0, 1, 1, 1],
                    ],
                ),
                equals(0.0, units=4 / 8, above_zero=6 / 8),
            ),
            Case(
                (
                    [1, 0, 1, 0],
                    [0, 1, 0, 0],
                    [
                        [3, 3, 0, 2],
                        [0, 3, 1, 0],
                        [3, 3, 2, 0],
                        [2, 3, 1, 1],
                        [2, 0, 2, 2],
                        [2, 3, 0, 0],
                        [1, 3, 1, 3],
                        [3, 1, 1, 3],
                        [1, 1, 3, 3],
                    ],
                ),
                equals(2 / 9, unpaired=1 / 9, once=0.0, shifted=3 / 9),
            ),
            Case((MANY_A, MANY_B, MANY_DRAWS), equals(1 / 25), seconds=1),
        ),
    ),
    Question(
        "threshold",
        answer="threshold",
        parameters=("pairs",),
        about="the 95th percentile of the gains around p = 0.05",
        points=1,
        without=("labkit.significance:significance_threshold",),
        hints={
            "PermissionError": OWN_CODE,
            "bottom": "Most of the pairs around p = 0.05 gain more than this. The threshold is at "
            "the other end: nearly all of them gain less.",
            "everything": "Only pairs whose p-value is around 0.05 count.",
            "significant": "These are all significant pairs, also those with a tiny p, which gain "
            "far more than is needed. Only those around 0.05 count.",
            "exclusive": "A p-value of exactly 0.04 or 0.06 counts as well.",
            "maximum": "One odd pair would set the threshold then: take the percentile.",
            "share": "A percentile runs from 0 to 100.",
            "mean": "This is the mean. About half of the borderline pairs gain more.",
            "median": "This is the median. About half of the borderline pairs gain more.",
            "of_p": "The p-values choose the pairs; the percentile is that of their gains.",
            "swapped": "In each pair, the gain comes first and the p-value second.",
            "confidence": "The band is around p = 0.05. What you took is the confidence, 1 - p.",
            "upper_open": "A p-value of exactly 0.06 counts as well.",
            "lower_open": "A p-value of exactly 0.04 counts as well.",
            "no_step": "A percentile may lie between two of the gains; np.percentile finds it.",
            "nearest": "One pair alone says little: take all pairs around 0.05.",
            "smallest": "This is the smallest gain that is significant: most pairs need more.",
            "deviations": "This supposes that the gains are normal. The percentile looks at them "
            "as they are.",
            "band": "The band begins and ends where the text above says: this one is narrower.",
            "which": "Which percentile does the text above ask for?",
            "unsorted": "A percentile is a place in the order of size: sort the gains.",
            "sizes": "A gain may be negative: keep its sign.",
            "positive": "All pairs of the band count, also those with a negative gain.",
            "once": "Two pairs may have the same gain: count both.",
            "rounded_p": "Take the p-values as they are: rounded, some from outside come into the band.",
            "slow": "It takes long for 4,000 pairs. Go through them once.",
            "other": "First list the gains of the pairs in the band, and count them.",
        },
        cases=(
            Case(
                (PAIRS,),
                equals(
                    1.721,
                    bottom=0.468,
                    everything=2.244,
                    significant=2.3525,
                    exclusive=1.5675,
                    maximum=1.77,
                    share=0.44532,
                    mean=1.1625,
                    median=1.3,
                    of_p=0.05755,
                    swapped=0.31,
                    confidence=0.25,
                    upper_open=1.728,
                    lower_open=1.585,
                    nearest=1.22,
                    smallest=0.52,
                    deviations=1.9352452065323669,
                    no_step=1.63,
                    no_step_2=1.847,
                    everything_2=1.7,
                    everything_3=2.2905,
                    band=1.5925,
                    which=1.672,
                    which_2=1.7455,
                    which_3=1.7602,
                    unsorted=1.1785,
                ),
            ),
            Case(
                ([(0.7, 0.0625), (0.8, 0.05), (0.9, 0.03125)],),
                equals(0.8, rounded_p=0.795),
            ),
            Case((BEHIND,), equals(0.925, sizes=1.7, positive=0.9375, once=0.95)),
            Case((MANY_PAIRS,), equals(372.0), seconds=1),
        ),
    ),
    Question(
        "f1-statistics",
        answer="f1_counts",
        parameters=("predicted", "gold"),
        about="the triple (correct, guessed, gold) of each item",
        points=1,
        hints={
            "accuracy": "A review that is rightly called NEG counts nowhere in F1 of POS: only POS "
            "is looked for.",
            "swapped": "The second number says what the system guessed, the third what is true.",
            "summed": "These are the sums. Keep one triple for each item: each new test set adds "
            "up others.",
            "other_class": "These are the counts for NEG; POS is looked for.",
            "every_item": "A guess is a review that was called POS, and gold one that is POS; the "
            "others have a 0 there.",
            "spurious": "These are the errors. The second number counts every guess, also the "
            "right ones, and the third everything that is truly POS.",
            "left_out": "Each item needs its triple, also one with three zeros: the places of the "
            "items must stay the same for all systems.",
            "cumulative": "These are the sums so far. Each item has its own triple.",
            "guessed_right": "The second number is 1 only if the system said POS.",
            "first_only": RETURN,
            "slow": "It takes long for 1,600 items. Go through both lists once, together.",
            "order": "What is rightly called POS comes first, then what was called POS, then what is.",
            "either": "The first number is 1 only if the item was called POS and is POS.",
            "columns": "These are three lists; a list of triples is asked for, one an item.",
            "other": "Three items by hand: one rightly called POS, one wrongly, and one POS that "
            "was missed.",
        },
        cases=(
            Case(
                (PREDICTED, GOLD),
                equals(
                    [(1, 1, 1), (0, 0, 1), (0, 1, 0), (0, 0, 0), (1, 1, 1)],
                    accuracy=[(1, 1, 1), (0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 1)],
                    swapped=[(1, 1, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0), (1, 1, 1)],
                    summed=(2, 3, 3),
                    other_class=[(0, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (0, 0, 0)],
                    every_item=[(1, 1, 1), (0, 1, 1), (0, 1, 1), (1, 1, 1), (1, 1, 1)],
                    spurious=[(1, 0, 0), (0, 0, 1), (0, 1, 0), (0, 0, 0), (1, 0, 0)],
                    left_out=[(1, 1, 1), (0, 0, 1), (0, 1, 0), (1, 1, 1)],
                    columns=[[1, 0, 0, 0, 1], [1, 0, 1, 0, 1], [1, 1, 0, 0, 1]],
                    cumulative=[(1, 1, 1), (1, 1, 2), (1, 2, 2), (1, 2, 2), (2, 3, 3)],
                    guessed_right=[(1, 1, 1), (0, 1, 1), (0, 1, 0), (0, 0, 0), (1, 1, 1)],
                    first_only=[(1, 1, 1)],
                    order=[(1, 1, 1), (0, 1, 0), (1, 0, 0), (0, 0, 0), (1, 1, 1)],
                    either=[(1, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 0), (1, 1, 1)],
                ),
            ),
            Case(
                (["POS", "NEG", "NEG"] * 1_000, ["POS", "POS", "NEG"] * 1_000),
                equals([(1, 1, 1), (0, 0, 1), (0, 0, 0)] * 1_000),
                seconds=1,
            ),
        ),
    ),
    Question(
        "f1-gain",
        answer="f1_gain",
        parameters=("counts_a", "counts_b", "draw"),
        about="F1 of A minus F1 of B on the drawn test set",
        points=2,
        hints={
            "averaged": "This is the mean of each item's own F1. F1 is a score of the whole test "
            "set: first add up, then compute it once.",
            "not_drawn": "This is the gain on the test set itself; only the drawn items count.",
            "once": ONCE,
            "unpaired": SAME_ITEMS,
            "reversed": REVERSED,
            "precision": "This compares precisions; look for the formula of F1 above.",
            "recall": "This compares recalls; look for the formula of F1 above.",
            "halved": "A system that is right everywhere has an F1 of 1: does yours?",
            "mean": "This is the plain mean of precision and recall; F1 is their harmonic mean.",
            "of_differences": "F1 of the differences is not the difference of the two F1. Score "
            "each system first.",
            "percentage": "The gain is a fraction here, not a percentage.",
            "micro": "This is a gain in accuracy; look for the formula of F1 above.",
            "absolute": "Where B is ahead, the gain is negative: keep its sign.",
            "only_a": "This is the score of A alone.",
            "product": "Below the line stands a sum.",
            "shifted": "Items are numbered from 0: number 0 is the first of the counts, and not the "
            "one before it.",
            "jaccard": "This leaves out the 2, and below the line counts what is correct once: look "
            "for the formula of F1 above.",
            "precedence": "The division comes before the addition, unless brackets say otherwise.",
            "root": "F1 has no square root.",
            "empty": "If nothing is guessed and nothing is gold, what is F1? The question says it.",
            "slow": "It takes long for 1,600 items. Each number is added up once.",
            "ZeroDivisionError": "A new test set may happen to hold no POS at all, guessed or "
            "true. F1 is 0.0 then. And if nothing that is guessed is correct, precision and recall "
            "sum to 0, and nothing can be divided by that: the formula above does without them.",
            "other": "Add up the three numbers of the drawn items for A by hand, then for B.",
        },
        cases=(
            Case(
                (
                    [(1, 1, 1), (1, 1, 1), (0, 1, 0), (1, 1, 1)],
                    [(1, 1, 1), (0, 0, 1), (0, 0, 0), (1, 1, 1)],
                    [1, 0, 2, 1],
                ),
                equals(
                    6 / 7 - 1 / 2,
                    shifted=1 / 7,
                    jaccard=3 / 4 - 1 / 3,
                    precedence=-0.5,
                    root=3 / 12**0.5 - 1 / 3**0.5,
                ),
            ),
            Case(
                (
                    [(0, 1, 0), (0, 0, 1), (1, 1, 1), (1, 1, 1), (1, 1, 1)],
                    [(0, 0, 0), (0, 0, 1), (0, 0, 1), (1, 1, 1), (1, 1, 1)],
                    [4, 0, 4, 2, 4],
                ),
                equals(
                    8 / 9 - 6 / 7,
                    micro=0.0,
                    only_a=8 / 9,
                    product=2 * 4 / 20 - 2 * 3 / 12,
                    averaged=0.2,
                    not_drawn=6 / 8 - 4 / 6,
                    once=4 / 5 - 2 / 3,
                    unpaired=8 / 9 - 4 / 6,
                    reversed=6 / 7 - 8 / 9,
                    precision=4 / 5 - 1,
                    recall=1 - 3 / 4,
                    halved=4 / 9 - 3 / 7,
                    mean=9 / 10 - 7 / 8,
                    of_differences=1,
                    percentage=100 * (8 / 9 - 6 / 7),
                ),
            ),
            Case(
                ([(1, 1, 1), (0, 0, 1)], [(1, 1, 1), (0, 0, 0)], [0, 1]),
                equals(2 / 3 - 1, absolute=1 / 3),
            ),
            Case(
                (MANY_TRIPLES, MANY_TRIPLES[::-1], list(range(1_200)) + list(range(400))),
                equals(2 * 1170 / 2747 - 2 * 1192 / 2749),
                seconds=1,
            ),
            Case(
                ([(1, 1, 1), (0, 1, 0), (0, 0, 0)], [(0, 0, 1), (0, 0, 0), (0, 0, 0)], [2, 1, 1]),
                equals(0.0, empty=-1.0, empty_2=float("nan")),
            ),
        ),
    ),
    Question(
        "still-wins",
        answer="still_wins",
        parameters=("pairs", "low", "high"),
        about="the share of the pairs of the bin that A wins elsewhere",
        points=1,
        hints={
            "of_all": "You divide by all pairs; a share of the pairs in this bin is asked for.",
            "ties": "A gain of 0 elsewhere is a tie: A does not win there.",
            "ties_left_out": "A pair that ties elsewhere is still a pair of the bin.",
            "count": "This is how many there are; their share is asked for.",
            "percentage": "A fraction is asked for; percentages come when it is printed.",
            "losses": "These are the pairs that turn round.",
            "cumulative": "The p-values of the bin are at least low, too.",
            "no_upper": "The p-values of the bin are below high, too.",
            "outside": "These are the pairs outside of the bin.",
            "plus_one": "Adding one belongs to the test that shuffles: this is a plain share.",
            "sizes": "A negative number says that A is behind: that is no win.",
            "signs": "A loss takes nothing off: this is the share of the wins.",
            "no_bin": "Only the pairs of the bin count.",
            "upper_end": "A p-value of exactly high belongs to the next bin.",
            "lower_end": "A p-value of exactly low belongs to this bin.",
            "swapped": "In each pair, the p-value comes first.",
            "of_wins": "Below the line stand the pairs of the bin, whoever wins.",
            "half_ties": "A tie is no win, and no half of one either.",
            "return_early": RETURN,
            "once": "Two pairs of systems may have the same numbers: count both.",
            "sum": "This shares out the items; count the pairs.",
            "slow": "It takes long for 4,000 pairs. Go through them once.",
            "mean_gain": "This is a mean gain; count how often A is ahead at all.",
            "other": "Strike out the pairs outside of the bin, and count what is left.",
        },
        cases=(
            Case(
                (AROUND, 0.02, 0.05),
                equals(
                    1 / 3, no_upper=3 / 10, outside=1 / 5, plus_one=3 / 7, sizes=1.0, signs=-1 / 3
                ),
            ),
            Case(
                (ELSEWHERE, 0.005, 0.01),
                equals(
                    7 / 13,
                    of_all=7 / 15,
                    ties=9 / 13,
                    ties_left_out=7 / 11,
                    count=7,
                    percentage=700 / 13,
                    losses=4 / 13,
                    cumulative=8 / 14,
                    no_bin=8 / 15,
                    upper_end=7 / 14,
                    lower_end=4 / 9,
                    mean_gain=15 / 13,
                    swapped=0.0,
                    of_wins=7 / 8,
                    half_ties=8 / 13,
                    return_early=1.0,
                    once=5 / 9,
                    sum=31 / 47,
                ),
            ),
            Case(
                ([(p, ahead) for ahead, p in MANY_PAIRS], 0.04, 0.08),
                equals(690 / 839),
                seconds=1,
            ),
        ),
    ),
    Question(
        "reading",
        answer="readings",
        points=1,
        provisional=True,
        hints={
            "shape": "Write a set: letters in quotation marks, with commas between them, in curly "
            "brackets.",
            "letters": "The letters go from a to f, each in quotation marks of its own.",
            "some": "Some of the statements hold, and some do not.",
            "other": "Compare each statement with the figure or the table that it speaks of.",
        },
        cases=(Case(None, judge_form),),
    ),
    Question(
        "shared-task",
        answer="claims",
        parameters=("outputs", "alpha"),
        about="the pairs (better, worse) that may be claimed, sorted",
        points=1,
        hints={
            "one_sided": "The table puts the higher score first, so the data chose the direction. "
            "Then either system might have won: the test has to look both ways.",
            "uncorrected": "Each of these pairs is significant for itself; ten comparisons "
            "together need the correction.",
            "wrong_column": "The corrected p-values are in a column of their own.",
            "bonferroni": "This is Bonferroni's correction, which is stricter than Holm's.",
            "false_discovery": "Benjamini and Hochberg's correction bounds the share of errors; "
            "Holm's bounds the chance of any.",
            "strict": "p equal to alpha is significant, too: p is at most alpha.",
            "fixed_alpha": "What may be claimed depends on alpha: do you use the one that is given?",
            "swapped": "The better run comes first.",
            "unsorted": "The pairs are right; return them sorted.",
            "untested": "A higher score alone is no claim: test it.",
            "insignificant": "These are the pairs about which nothing may be claimed.",
            "sign_test": "These come from the sign test. Which test is asked for?",
            "confidence": "The confidence in the table knows nothing of the correction.",
            "halved": "The p-value is two-sided already: alpha is not halved.",
            "both_ways": "Each pair is here twice; only one of the two runs is better.",
            "slow": "It takes long for four runs. compare_all goes through all pairs by itself.",
            "bootstrap": "These come from the bootstrap, which is one-sided. The question asks for "
            "a test that looks both ways.",
            "other": "Print the table that compare_all gives, with all its columns, and go "
            "through it row by row.",
        },
        cases=(
            Case(
                (TWENTY, 0.05),
                equals([("North/one", "East/one"), ("West/one", "East/one")], sign_test=[]),
            ),
            Case(
                (TWENTY, 1e-7),
                equals([], fixed_alpha=[("North/one", "East/one"), ("West/one", "East/one")]),
            ),
            Case(
                (SUBMITTED, 0.12),
                equals(duels("E2>S1 N1>E1 N1>S1 W1>S1"), halved=duels("E2>S1 N1>S1")),
            ),
            Case(
                (SUBMITTED, 0.0625),
                otherwise(
                    equals(
                        duels("E2>S1 N1>E1 N1>S1"),
                        one_sided=duels("E2>S1 N1>E1 N1>S1 W1>S1"),
                        uncorrected=duels("E2>E1 E2>S1 N1>E1 N1>S1 N1>W1 W1>S1"),
                        wrong_column=duels("E1>S1 E2>E1 E2>S1 N1>E1 N1>S1 N1>W1 W1>S1"),
                        bonferroni=duels("N1>S1"),
                        false_discovery=duels("E2>S1 N1>E1 N1>S1 N1>W1 W1>S1"),
                        strict=duels("E2>S1 N1>S1"),
                        swapped=duels("E1>N1 S1>E2 S1>N1"),
                        unsorted=duels("N1>E1 N1>S1 E2>S1"),
                        untested=duels(
                            "E1>S1 E2>E1 E2>S1 E2>W1 N1>E1 N1>E2 N1>S1 N1>W1 W1>E1 W1>S1"
                        ),
                        insignificant=duels("E1>S1 E2>E1 E2>W1 N1>E2 N1>W1 W1>E1 W1>S1"),
                        both_ways=duels("E1>N1 E2>S1 N1>E1 N1>S1 S1>E2 S1>N1"),
                        bootstrap=duels("E1>S1 E2>E1 E2>S1 N1>E1 N1>E2 N1>S1 N1>W1 W1>S1"),
                        bootstrap_2=duels("E1>S1 E2>E1 E2>S1 E2>W1 N1>E1 N1>E2 N1>S1 N1>W1 W1>S1"),
                    ),
                    arranged(duels("E2>S1 N1>E1 N1>S1")),
                ),
            ),
            Case(({"a": [1, 0, 1, 1], "b": [0, 1, 1, 1]}, 0.5), equals([])),
        ),
    ),
]
