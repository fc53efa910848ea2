"""Tick 8: its questions, the cases students may see, and the hints."""

from labkit.checks import Case, Hint, Question, equals

OWN_CODE = "This question asks for code of your own; labkit's does the rest of the tick."

ONCE = "An item that was drawn twice is twice in the new test set."
REVERSED = "The gain is A minus B."
SAME_ITEMS = (
    "Only A is scored on the new test set. A bootstrap sample is one test set for both systems, "
    "so both are scored on the same items."
)

GOLD = ["POS", "POS", "NEG", "NEG", "POS"]
PREDICTED = ["POS", "NEG", "POS", "NEG", "POS"]

PAIRS = [  # gain in percentage points, p-value
    (1.54, 0.042),
    (2.43, 0.001),
    (0.45, 0.051),
    (1.0, 0.04),
    (1.15, 0.058),
    (0.05, 0.31),
    (0.25, 0.945),
    (2.12, 0.012),
    (1.98, 0.07),
    (1.57, 0.049),
    (1.42, 0.06),
]

ELSEWHERE = [  # p-value here, by how many items A is ahead elsewhere
    (0.02, 1),
    (0.008, 0),
    (0.004, -2),
    (0.008, 5),
    (0.009, 1),
    (0.009, 3),
    (0.005, 0),
    (0.006, 4),
    (0.004, -2),
    (0.01, 3),
    (0.001, 4),
    (0.009, -3),
]

SUBMITTED = {
    "North/one": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    "East/two": [1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0],
    "West/one": [0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0],
    "East/one": [0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0],
    "South/one": [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
}


def duels(text):
    """Pairs of runs from their initials: "N1>S1 E2>S1"."""
    names = {name[0] + {"one": "1", "two": "2"}[name[-3:]]: name for name in SUBMITTED}
    return [tuple(names[initials] for initials in duel.split(">")) for duel in text.split()]


# What the notebook's numbers say of its statements; tests/test_tick8.py computes them.
HOLDS = {"a": True, "b": False, "c": False, "d": True, "e": False, "f": True}


def judge_reading(value):
    """A set of letters: the hint is for the first statement that is judged wrongly."""
    if type(value) is not set:
        return Hint("shape")
    if not value <= set(HOLDS):
        return Hint("letters")
    return next((Hint(x) for x, holds in HOLDS.items() if (x in value) != holds), None)


QUESTIONS = [
    Question(
        "recentre",
        answer="recentre",
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
            "other": "The expected gain is the observed one. By how much, and in which direction, "
            "does each gain move so that 0 is expected?",
        },
        cases=(
            Case(
                ([7, 3, -2, 5, 9, 0], 4),
                equals(
                    [3, -1, -6, 1, 5, -4],
                    mean=[gain - 22 / 6 for gain in (7, 3, -2, 5, 9, 0)],
                    doubled=[-1, -5, -10, -3, 1, -8],
                    added=[11, 7, 2, 9, 13, 4],
                    reversed=[-3, 1, 6, -1, -5, 4],
                    mirrored=[-7, -3, 2, -5, -9, 0],
                    halved=[3.5, 1.5, -1, 2.5, 4.5, 0],
                    sizes=[3, 1, 6, 1, 5, 4],
                    counted=1 / 6,
                    floored=[3, 0, 0, 1, 5, 0],
                ),
            ),
            Case(([6, 6], 6), equals([0, 0])),
        ),
    ),
    Question(
        "bootstrap",
        answer="bootstrap_p",
        points=2,
        without=(
            "labkit.significance.bootstrap:bootstrap_test",
            "labkit.significance.pairs:compare_all",
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
            "units": "The one side of your comparison is a sum over the items, the other a mean.",
            "reversed": REVERSED,
            "count": "This is s, a count. What share of the draws is it?",
            "items": "You divide by the number of items; how many test sets were drawn?",
            "confidence": "This is 1 - p, the confidence.",
            "plus_one": "Adding one belongs to the test that shuffles. The bootstrap of figure 1 "
            "divides the plain count.",
            "other": "Take the first draw, write the scores of both systems on its items beside "
            "each other, and add up.",
        },
        cases=(
            Case(
                (
                    [0, 1, 0, 1, 1],
                    [0, 0, 1, 0, 0],
                    [
                        [4, 4, 3, 4, 1],
                        [2, 0, 0, 3, 1],
                        [3, 3, 1, 4, 0],
                        [3, 0, 4, 3, 3],
                        [2, 2, 2, 2, 2],
                        [2, 4, 2, 1, 3],
                        [4, 3, 0, 1, 2],
                        [4, 3, 1, 1, 4],
                        [4, 3, 2, 1, 2],
                        [4, 1, 2, 4, 3],
                        [3, 3, 4, 3, 2],
                        [3, 4, 1, 1, 1],
                        [1, 3, 4, 1, 3],
                        [1, 2, 4, 1, 1],
                        [2, 1, 0, 2, 0],
                        [4, 2, 0, 2, 3],
                    ],
                ),
                equals(
                    4 / 16,
                    not_doubled=9 / 16,
                    two_sided=5 / 16,
                    below_zero=2 / 16,
                    other_items=1 / 16,
                    units=13 / 16,
                    reversed=10 / 16,
                    count=4,
                    items=4 / 5,
                    confidence=12 / 16,
                    plus_one=5 / 17,
                ),
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
                    ],
                ),
                equals(2 / 6, at_least=4 / 6, both_tails=3 / 6, unpaired=1 / 6, once=0.0),
            ),
        ),
    ),
    Question(
        "threshold",
        answer="threshold",
        points=1,
        without=("labkit.significance.pairs:significance_threshold",),
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
            "other": "First list the gains of the pairs in the band, and count them.",
        },
        cases=(
            Case(
                (PAIRS,),
                equals(
                    1.5625,
                    bottom=0.5875,
                    everything=2.275,
                    significant=2.368,
                    exclusive=1.5655,
                    maximum=1.57,
                    share=0.476125,
                    mean=7.13 / 6,
                    median=1.285,
                    of_p=0.0595,
                    swapped=0.31,
                    confidence=0.25,
                ),
            ),
            Case(([(0.7, 0.0625), (0.8, 0.05), (0.9, 0.03125)],), equals(0.8)),
        ),
    ),
    Question(
        "f1-statistics",
        answer="f1_counts",
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
                ),
            ),
        ),
    ),
    Question(
        "f1-gain",
        answer="f1_gain",
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
            "ZeroDivisionError": "A new test set may happen to hold no POS at all, guessed or "
            "true. F1 is 0.0 then.",
            "other": "Add up the three numbers of the drawn items for A by hand, then for B.",
        },
        cases=(
            Case(
                (
                    [(0, 1, 0), (0, 0, 1), (1, 1, 1), (1, 1, 1), (1, 1, 1)],
                    [(0, 0, 0), (0, 0, 1), (0, 0, 1), (1, 1, 1), (1, 1, 1)],
                    [4, 0, 4, 2, 4],
                ),
                equals(
                    8 / 9 - 6 / 7,
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
                ([(1, 1, 1), (0, 1, 0), (0, 0, 0)], [(0, 0, 1), (0, 0, 0), (0, 0, 0)], [2, 1, 1]),
                equals(0.0),
            ),
        ),
    ),
    Question(
        "still-wins",
        answer="still_wins",
        points=1,
        hints={
            "of_all": "You divide by all pairs; a share of the pairs in this bin is asked for.",
            "ties": "A gain of 0 elsewhere is a tie: A does not win there.",
            "ties_left_out": "A pair that ties elsewhere is still a pair of the bin.",
            "count": "This is how many there are; their share is asked for.",
            "percentage": "A fraction is asked for; percentages come when it is printed.",
            "losses": "These are the pairs that turn round.",
            "cumulative": "The p-values of the bin are at least low, too.",
            "no_bin": "Only the pairs of the bin count.",
            "upper_end": "A p-value of exactly high belongs to the next bin.",
            "lower_end": "A p-value of exactly low belongs to this bin.",
            "mean_gain": "This is a mean gain; count how often A is ahead at all.",
            "other": "Strike out the pairs outside of the bin, and count what is left.",
        },
        cases=(
            Case(
                (ELSEWHERE, 0.005, 0.01),
                equals(
                    4 / 7,
                    of_all=4 / 12,
                    ties=6 / 7,
                    ties_left_out=4 / 5,
                    count=4,
                    percentage=400 / 7,
                    losses=1 / 7,
                    cumulative=5 / 10,
                    no_bin=7 / 12,
                    upper_end=5 / 8,
                    lower_end=4 / 6,
                    mean_gain=10 / 7,
                ),
            ),
        ),
    ),
    Question(
        "reading",
        answer="readings",
        points=1,
        hints={
            "shape": "Write a set: letters in quotation marks, with commas between them, in curly "
            "brackets.",
            "letters": "The letters go from a to f, each in quotation marks of its own.",
            "a": "Look at statement a again, beside the means of the gains in part 5.",
            "b": "Look at statement b again, beside the smallest significant gain in part 5.",
            "c": "Look at statement c again, beside the thresholds by size in part 7, for "
            "instance for 5,000 and 10,000 reviews.",
            "d": "Look at statement d again, beside the thresholds by size in part 7.",
            "e": "Look at statement e again, beside the last row of table 1. The population of "
            "part 9 is another experiment.",
            "f": "Look at statement f again, beside the table of both kinds in part 9. Which share "
            "would a coin have?",
            "other": "Compare each statement with the figure or the table that it speaks of.",
        },
        cases=(Case(None, judge_reading),),
    ),
    Question(
        "shared-task",
        answer="claims",
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
            "swapped": "The better run comes first.",
            "unsorted": "The pairs are right; return them sorted.",
            "untested": "A higher score alone is no claim: test it.",
            "insignificant": "These are the pairs about which nothing may be claimed.",
            "bootstrap": "These come from the bootstrap, which is one-sided. The question asks for "
            "a test that looks both ways.",
            "other": "Print the table that compare_all gives, with all its columns, and go "
            "through it row by row.",
        },
        cases=(
            Case(
                (SUBMITTED, 0.0625),
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
                    untested=duels("E1>S1 E2>E1 E2>S1 E2>W1 N1>E1 N1>E2 N1>S1 N1>W1 W1>E1 W1>S1"),
                    insignificant=duels("E1>S1 E2>E1 E2>W1 N1>E2 N1>W1 W1>E1 W1>S1"),
                    bootstrap=duels("E1>S1 E2>E1 E2>S1 N1>E1 N1>E2 N1>S1 N1>W1 W1>S1"),
                ),
            ),
            Case(({"a": [1, 0, 1, 1], "b": [0, 1, 1, 1]}, 0.5), equals([])),
        ),
    ),
]
