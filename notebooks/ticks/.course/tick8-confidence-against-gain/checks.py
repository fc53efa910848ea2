"""Tick 8: its questions, the cases students may see, and the hints."""

import random
from fractions import Fraction

from labkit.checks import Case, Hint, Question, equals
from labkit.checks.draws import resampled
from labkit.checks.judges import otherwise, sampled
from labkit.checks.plain_data import Seeded

ONCE = "An item that was drawn twice is twice in the new test set."
FIRST = "Only the first is looked at. If return stands inside the loop, it ends the function there."

FAR_AHEAD = "13402 33030 20433 40313 30030 00334 33010 30001 03033"
TEN_EACH = "5241746597 2588022897 0188397364 1653306746 5815437911 0629821970 3291354353"

# gain in percentage points, p-value
PAIRS = [(1.38, 0.051), (1.63, 0.051), (2.12, 0.012), (1.22, 0.05), (1.54, 0.07), (0.52, 0.042)]
PAIRS += [(1.48, 0.06), (2.43, 0.001), (0.44, 0.053), (1.77, 0.04), (0.86, 0.042), (0.25, 0.945)]
PAIRS += [(0.05, 0.31)]
BEHIND = [(0.5, 0.05), (0.5, 0.045), (0.5, 0.055), (0.75, 0.05), (-2.0, 0.05), (1.0, 0.052)]
BEHIND += [(0.25, 0.041), (1.5, 0.0625), (0.05, 0.3)]

# p-value here, by how many items A is ahead elsewhere
ELSEWHERE = [(0.006, 4), (0.005, 0), (0.009, 5), (0.005, 5), (0.005, 4), (0.009, -4), (0.007, 5)]
ELSEWHERE += [(0.008, 0), (0.009, -4), (0.009, -4), (0.001, 2), (0.01, -1), (0.005, 4)]
ELSEWHERE += [(0.008, -4), (0.006, 4)]

AROUND = [(0.08, -2), (0.02, -3), (0.06, 3), (0.05, -3), (0.03, -3), (0.01, -2)]
AROUND += [(0.03, -2), (0.03, 1), (0.04, -1), (0.02, 4), (0.06, -2)]

SUBMITTED = {
    "North/one": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    "East/two": [1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0],
    "West/one": [0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 1, 0],
    "East/one": [0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 0],
    "South/one": [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
}
LAST = {"a": [1] * 7 + [0] * 3, "b": [0] * 3 + [1] * 7, "c": [0] * 10}
BEFORE_LAST = [("a", "c"), ("b", "c")]

# As many as the notebook has, and the same wherever they are made.
RNG = random.Random(8)
MANY_A, MANY_B = ([int(RNG.random() < share) for _ in range(1_600)] for share in (0.87, 0.86))
MANY_DRAWS = [[RNG.randrange(1_600) for _ in range(1_600)] for _ in range(25)]
MANY_TRIPLES = [(a * b, a, b) for a, b in zip(MANY_A, MANY_B, strict=True)]
MANY_PAIRS = [(RNG.randrange(-90, 400), RNG.randrange(1, 2_000) / 10_000) for _ in range(4_000)]


def number(text):
    """Judge by a text such as "1/3 of_all=2/11": what is right, and what mistakes lead to."""
    right, *wrong = text.split()
    mistakes = {key: float(Fraction(n)) for key, n in (item.split("=") for item in wrong)}
    return equals(float(Fraction(right)), **mistakes)


def of_draws(text, draws):
    """Judge by a text as `number` does; what is no share of so many draws comes from others."""

    def rule(value):
        return "own_draws" if sampled(0.5, draws, near=False)(value) else None

    return otherwise(number(text), rule)


def drawn(text):
    """Lists of small numbers, one for each word: its digits."""
    return [[int(digit) for digit in word] for word in text.split()]


def duels(text):
    """Pairs of runs from their initials: "N1>S1 E2>S1"."""
    names = {name[0] + {"one": "1", "two": "2"}[name[-3:]]: name for name in SUBMITTED}
    return [tuple(names[initials] for initials in duel.split(">")) for duel in text.split()]


def ranked(expected, **mistakes):
    """Judge pairs: the right ones may come in another order, or the worse run first in some."""

    def rule(value):
        if sorted(value) == expected:
            return "unsorted"
        return "swapped" if sorted(map(sorted, value)) == sorted(map(sorted, expected)) else None

    return otherwise(equals(expected, **mistakes), rule)


def judge_form(value):
    """A set of some of the letters. Which ones hold is judged when the work is graded."""
    if type(value) not in (set, frozenset):
        return Hint("shape")
    if not all(type(letter) is str and letter in "abcdef" and len(letter) == 1 for letter in value):
        return Hint("letters")
    return None if 0 < len(value) < 6 else Hint("some")


QUESTIONS = [
    Question(
        "draw",
        answer="draw",
        parameters=("n", "rng"),
        meaning="Each item has the same chance each time, whatever was drawn before it.",
        points=1,
        without=("labkit.arguments:as_generator",),
        hints={
            "one": "This is one number. A new test set is a list of n numbers.",
            "length": "A new test set has as many items as the old one: n.",
            "floats": "These are numbers with a decimal point, and a list has no place with such a "
            "number: scores[2.0] is an error. Make them whole numbers with int.",
            "from_one": "These run from 1 to n, and the first item has the number 0.",
            "outside": "There is a number that no item has: they run from 0 to n - 1.",
            "same_again": "Each call gives the same. A generator that you make yourself may begin at "
            "the same place each time: draw with the one that is given.",
            "same_item": "One item fills the whole test set. Draw again for each place.",
            "no_repeats": "No item ever comes twice: this is the old test set in another order. "
            "Each item goes back before the next one is drawn.",
            "never": "In thousands of draws some item never comes. Which of the n is it?",
            "unequal": "In thousands of draws, some items come more often than others.",
            "dependent": "Over many calls, items are repeated too seldom or too often. No draw may "
            "depend on the draws before it.",
            "AttributeError": "If rng lacks it: there are rng.integers, rng.random and rng.choice.",
            "other": "Call it several times with a small n, and look: how many numbers, from where "
            "to where, and is any of them there twice?",
        },
        cases=(
            Case((5, Seeded(1, calls=1_000)), resampled(5, 1_000)),
            Case((40, Seeded(2, calls=50)), resampled(40, 50)),
            Case((2_000, Seeded(3, calls=1)), resampled(2_000, 1), seconds=2),
        ),
    ),
    Question(
        "by-chance",
        answer="gains_by_chance",
        parameters=("scores_a", "scores_b", "draws"),
        meaning="They spread as far as before, around 0: so far do gains go by chance alone.",
        points=1,
        without=("labkit.significance:bootstrap_test", "labkit.metrics:mean"),
        hints={
            "not_moved": "These are the drawn gains. Where would their middle be if we expected 0?",
            "mean": "You move the gains by their own mean. Move them by the gain that is expected.",
            "doubled": "Twice is too far: look where the middle of the picture would lie then.",
            "added": "This moves the gains away from 0.",
            "reversed": "Right except for the sign: a gain above the expected one stays positive.",
            "sizes": "Gains below the expected one become negative: keep the sign.",
            "floored": "A system may well lose on a new test set: gains may be negative.",
            "first_only": FIRST,
            "behind": "Where A is behind, the observed gain is negative: keep its sign.",
            "once": ONCE,
            "apart": "A and B are scored on different items. The bootstrap is paired: each draw is "
            "for both of them.",
            "shares": "These are shares of the test set. Count items: whole numbers are exact.",
            "each_item": "The observed gain belongs to the whole test set: it is taken away once.",
            "other": "Take the first draw, write both scores of its items in two rows, and add up.",
        },
        cases=(
            Case(
                (*drawn("11010 01001"), drawn("33030 13402 20433")),
                equals(
                    [4, 0, 1],
                    not_moved=[5, 1, 2],
                    mean=[gain - 8 / 3 for gain in (5, 1, 2)],
                    doubled=[3, -1, 0],
                    added=[6, 2, 3],
                    reversed=[-4, 0, -1],
                    first_only=[4],
                    once=[1, 0, 0],
                    apart=[3, 2, 0],
                    apart_2=[2, 1, 2],
                    apart_3=[2, 0, 0],
                    apart_4=[3, 1, 1],
                    apart_5=[3, 0, 2],
                    shares=[0.8, 0.0, 0.2],
                    each_item=[0, -4, -3],
                ),
            ),
            Case(
                (*drawn("11001 11011"), drawn("34223 11422 22322 02203")),
                equals(
                    [-1, 1, 0, 0],
                    not_moved=[-2, 0, -1, -1],
                    doubled=[0, 2, 1, 1],
                    added=[-3, -1, -2, -2],
                    behind=[-3, -1, -2, -2],
                    reversed=[1, -1, 0, 0],
                    sizes=[1, 1, 0, 0],
                    floored=[0, 1, 0, 0],
                    first_only=[-1],
                    once=[0, 1, 0, 0],
                    apart=[-1, 1, -2, 2],
                    apart_2=[-1, 3, -2, 0],
                    apart_3=[-2, 0, -3, -1],
                    apart_4=[-3, -1, -4, -2],
                    shares=[-0.2, 0.2, 0.0, 0.0],
                    each_item=[3, 5, 4, 4],
                ),
            ),
            Case(
                (
                    *drawn("1001101101 1010000011"),
                    drawn("5241746597 2588022897 0188397364 0629821970"),
                ),
                equals(
                    [2, -7, 1, -3],
                    not_moved=[4, -5, 3, -1],
                    mean=[gain - 1 / 4 for gain in (4, -5, 3, -1)],
                    doubled=[0, -9, -1, -5],
                    added=[6, -3, 5, 1],
                    reversed=[-2, 7, -1, 3],
                    sizes=[2, 7, 1, 3],
                    floored=[2, 0, 1, 0],
                    first_only=[2],
                    once=[0, -3, 1, -2],
                    apart=[-3, -1, -3, 0],
                    apart_2=[-4, -3, -2, 2],
                    apart_3=[0, -3, 1, 0],
                    apart_4=[2, -1, 3, 2],
                    apart_5=[-3, -3, -3, 2],
                    shares=[0.2, -0.7, 0.1, -0.3],
                    each_item=[-16, -25, -17, -21],
                ),
            ),
        ),
    ),
    Question(
        "bootstrap",
        answer="bootstrap_p",
        parameters=("scores_a", "scores_b", "draws"),
        meaning="Chance alone gains A more than its 17 reviews in about 47 of 1,000 test sets.",
        points=1,
        without=(
            "labkit.significance:bootstrap_test",
            "labkit.significance:compare_all",
            "labkit.significance:count_outcomes",
        ),
        hints={
            "not_doubled": "You compare with the observed gain itself. Read step 2 of figure 1 again.",
            "at_least": "Exactly twice the observed gain does not count. Did you compare means? "
            "With decimals equality is delicate: compare sums.",
            "doubled": "You double s / b. Does figure 1?",
            "two_sided": "You also count gains far on the other side. Does figure 1?",
            "wins": "You count all test sets on which A wins. Count as figure 1 does.",
            "loses": "You count test sets on which A loses. Count as figure 1 does.",
            "does_not_win": "You count test sets on which A does not win. Count as figure 1 does.",
            "once": ONCE,
            "apart": "A and B are scored on different items. The bootstrap is paired: each draw is "
            "for both of them.",
            "own_draws": "This is no share of the draws: use each once, and divide by their number.",
            "count": "This is s, a count. What share of the draws is it?",
            "confidence": "This is 1 - p.",
            "return_early": "At most one draw is counted. Do return and s = 0 stand outside the loop?",
            "plus_one": "Adding one belongs to the test that shuffles. Here s stays as it is.",
            "other": "Take the first draw, write both scores of its items in two rows, and add up.",
        },
        cases=(
            Case(
                (*drawn("11010 01001"), drawn(FAR_AHEAD)),
                of_draws(
                    "6/9 doubled=1 doubled_2=12/9 not_doubled=8/9 at_least=8/9 loses=0 does_not_win=0 once=0 count=6 "
                    "return_early=0 return_early_2=1/9 plus_one=7/10 plus_one_2=7/9 confidence=3/9 "
                    "apart=1 apart_2=8/9 apart_3=7/9 apart_4=5/9 wins=1",
                    9,
                ),
            ),
            Case(
                (*drawn("11001 11011"), drawn("22322 34223 02203 13300 30323 11422 34122")),
                of_draws(
                    "4/7 doubled=1 doubled_2=8/7 not_doubled=1/7 at_least=6/7 two_sided=1/7 two_sided_2=1 loses=6/7 "
                    "does_not_win=1 once=1 count=4 return_early=1/7 plus_one=5/8 plus_one_2=5/7 "
                    "confidence=3/7 apart=5/7 apart_2=3/7 apart_3=2/7 wins=0",
                    7,
                ),
            ),
            Case(
                (*drawn("1001101101 1010000011"), drawn(TEN_EACH)),
                of_draws(
                    "1/7 doubled=2/7 not_doubled=4/7 at_least=3/7 two_sided=2/7 two_sided_2=3/7 loses=2/7 "
                    "does_not_win=2/7 once=0 count=1 return_early=0 plus_one=2/8 plus_one_2=2/7 "
                    "confidence=6/7 apart=0 apart_2=2/7 wins=5/7",
                    7,
                ),
            ),
            Case((MANY_A, MANY_B, MANY_DRAWS), equals(1 / 25), seconds=1),
        ),
    ),
    Question(
        "threshold",
        answer="threshold",
        parameters=("pairs",),
        meaning="On these 1,600 reviews a gain of 1.62 points is probably significant.",
        points=1,
        without=("labkit.significance:significance_threshold",),
        hints={
            "everything": "Only pairs whose p-value is around 0.05 count.",
            "significant": "These are all significant pairs. Take only those with p around 0.05.",
            "exclusive": "A p-value of exactly 0.04 or 0.06 counts as well.",
            "maximum": "One odd pair would set the threshold then: take the percentile.",
            "no_step": "A percentile may lie between two of the gains; np.percentile finds it.",
            "share": "A percentile runs from 0 to 100.",
            "mean": "This is the middle: about half of the pairs around 0.05 gain more.",
            "low_end": "This is the low end: nearly all of these pairs gain more.",
            "pvalue": "This is a p-value. The threshold is a gain.",
            "swapped": "In each pair, the gain comes first and the p-value second.",
            "other": "First list the gains of the pairs in the band, and count them.",
        },
        cases=(
            Case(
                (PAIRS,),
                number(
                    "1.721 everything=2.244 significant=2.3525 significant_2=2.368 maximum=1.77 "
                    "exclusive=1.5675 exclusive_2=1.728 exclusive_3=1.585 share=0.44532 "
                    "no_step=1.63 no_step_2=1.77 no_step_3=1.847 mean=1.1625 mean_2=1.3 swapped=0.31 "
                    "low_end=0.468 low_end_2=0.44 pvalue=0.05755"
                ),
            ),
            Case(
                (BEHIND,),
                number(
                    "0.925 everything=1.3 significant=0.7 significant_2=0.4875 maximum=1 "
                    "no_step=0.75 no_step_2=1 no_step_3=1.15 share=-1.87175 mean=3/14 "
                    "mean_2=0.5 swapped=0.3 low_end=-1.325 low_end_2=-2 pvalue=0.0541"
                ),
            ),
            # Of so many the one at the percentile's place is not the largest.
            Case((MANY_PAIRS,), equals(372.0, maximum=399), seconds=1),
        ),
    ),
    Question(
        "still-wins",
        answer="still_wins",
        parameters=("pairs", "low", "high"),
        meaning="On the snippets, A still wins about two of three pairs with p from 0.04 to 0.08.",
        points=1,
        without=("labkit.significance:count_outcomes",),
        hints={
            "of_all": "You divide by all pairs; a share of the pairs in this bin is asked for.",
            "ties": "A gain of 0 elsewhere is a tie: A does not win there.",
            "half": "A tie is not a win, not even half of one.",
            "loses": "This is the share of pairs that A loses elsewhere.",
            "ties_left_out": "A pair that ties elsewhere is still a pair of the bin.",
            "count": "This is how many there are; their share is asked for.",
            "percentage": "A fraction is asked for; percentages come when it is printed.",
            "no_bin": "Only the pairs of the bin count: p is at least low, and less than high.",
            "upper_end": "A p-value of exactly high belongs to the next bin.",
            "lower_end": "A p-value of exactly low belongs to this bin.",
            "other": "Take the example's four pairs, one at a time: does each count, and where?",
        },
        cases=(
            Case(
                (AROUND, 0.02, 0.05),
                number(
                    "1/3 of_all=2/11 count=2 percentage=100/3 no_bin=3/11 no_bin_2=2/7 "
                    "no_bin_3=3/10 no_bin_4=3/6 upper_end=2/7 lower_end=1/4 lower_end_2=1/5 "
                    "loses=4/6"
                ),
            ),
            Case(
                (ELSEWHERE, 0.005, 0.01),
                number(
                    "7/13 of_all=7/15 ties=9/13 ties_left_out=7/11 count=7 percentage=700/13 "
                    "no_bin=8/15 no_bin_2=8/14 no_bin_3=7/14 no_bin_4=8/13 upper_end=7/14 "
                    "lower_end=4/9 lower_end_2=4/10 half=8/13 loses=4/13"
                ),
            ),
            Case(
                ([(p, ahead) for ahead, p in MANY_PAIRS], 0.04, 0.08),
                number(
                    "690/839 no_bin=3243/4000 no_bin_2=1311/1621 no_bin_3=1311/1609 "
                    "no_bin_4=3243/839"
                ),
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
            "shape": "Write a set: letters in quotation marks, with commas, in curly brackets.",
            "letters": "The letters go from a to f, each in quotation marks of its own.",
            "some": "Some of the statements are true, and some are not.",
            "other": "Compare each statement with the figure or the table that it speaks of.",
        },
        cases=(Case(None, judge_form),),
    ),
    Question(
        "f1-statistics",
        answer="f1_counts",
        parameters=("predicted", "gold"),
        meaning="Three small numbers for each review are all that F1 of a drawn test set needs.",
        points=1,
        hints={
            "accuracy": "A review that is rightly called NEG counts nowhere in F1 of POS.",
            "swapped": "The second number says what the system guessed, the third what is true.",
            "summed": "These are the sums. Keep a triple for each item; test sets add up others.",
            "other_class": "These are the counts for NEG; POS is wanted.",
            "spurious": "These are the errors. Count every guess, then everything that is POS.",
            "left_out": "Each item needs its triple, also one with three zeros.",
            "first_only": FIRST,
            "columns": "These are three lists; a list of triples is asked for, one for each item.",
            "other": "Three items by hand: one rightly called POS, one wrongly, one POS missed.",
        },
        cases=(
            Case(
                (["POS", "NEG", "POS", "NEG", "POS"], ["POS", "POS", "NEG", "NEG", "POS"]),
                equals(
                    [(1, 1, 1), (0, 0, 1), (0, 1, 0), (0, 0, 0), (1, 1, 1)],
                    accuracy=[(1, 1, 1), (0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 1, 1)],
                    swapped=[(1, 1, 1), (0, 1, 0), (0, 0, 1), (0, 0, 0), (1, 1, 1)],
                    summed=(2, 3, 3),
                    other_class=[(0, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1), (0, 0, 0)],
                    spurious=[(1, 0, 0), (0, 0, 1), (0, 1, 0), (0, 0, 0), (1, 0, 0)],
                    left_out=[(1, 1, 1), (0, 0, 1), (0, 1, 0), (1, 1, 1)],
                    first_only=[(1, 1, 1)],
                    columns=[[1, 0, 0, 0, 1], [1, 0, 1, 0, 1], [1, 1, 0, 0, 1]],
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
        meaning="In F1 the same two systems have p = 0.054, in accuracy 0.047.",
        points=2,
        without=("labkit.metrics:f1", "labkit.metrics:f_score"),
        hints={
            "averaged": "This is a mean of the items' own F1. First add up, then compute F1 once.",
            "not_drawn": "This is the gain on the test set itself; only the drawn items count.",
            "once": ONCE,
            "unpaired": "Both systems are scored on the drawn items, not A alone.",
            "reversed": "The gain is A minus B.",
            "precision": "This compares precisions or recalls; look for the formula of F1 above.",
            "halved": "A system that is right everywhere has an F1 of 1: does yours?",
            "empty": "If nothing is guessed and nothing is gold, what is F1? The question says it.",
            "ZeroDivisionError": "Which divisor is 0? The question says what F1 is if no POS is drawn, "
            "guessed or true. Its formula needs no precision, no recall and no F1 of an item.",
            "other": "Add up the three numbers of the drawn items for A by hand, then for B.",
        },
        cases=(
            Case(
                (
                    [(1, 1, 1), (0, 1, 0), (0, 0, 1), (1, 1, 1)],
                    [(1, 1, 1), (0, 0, 0), (1, 1, 1), (0, 0, 1)],
                    [1, 0, 2, 1],
                ),
                number(
                    "-3/5 averaged=-1/4 not_drawn=-2/15 once=-1/2 unpaired=-2/5 reversed=3/5 "
                    "precision=-2/3 precision_2=-1/2 halved=-3/10"
                ),
            ),
            Case(
                (
                    [(0, 1, 0), (0, 0, 1), (1, 1, 1), (1, 1, 1), (1, 1, 1)],
                    [(0, 0, 0), (0, 0, 1), (0, 0, 1), (1, 1, 1), (1, 1, 1)],
                    [4, 0, 4, 2, 4],
                ),
                number(
                    "2/63 averaged=1/5 not_drawn=1/12 once=2/15 unpaired=2/9 reversed=-2/63 "
                    "precision=-1/5 precision_2=1/4 halved=1/63"
                ),
            ),
            Case(
                ([(1, 1, 1), (0, 1, 0), (0, 0, 0)], [(0, 0, 1), (0, 0, 0), (0, 0, 0)], [2, 1, 1]),
                equals(0.0, not_drawn=2 / 3, empty=-1.0, empty_2=float("nan")),
            ),
            Case(
                (MANY_TRIPLES, MANY_TRIPLES[::-1], list(range(1_200)) + list(range(400))),
                equals(2 * 1170 / 2747 - 2 * 1192 / 2749, not_drawn=0.0),
                seconds=1,
            ),
        ),
    ),
    Question(
        "shared-task",
        answer="claims",
        parameters=("outputs", "alpha"),
        meaning="Of 47 pairs that look significant one by one, 26 may be claimed.",
        points=1,
        without=("labkit.report:significance_triangle",),
        hints={
            "one_sided": "The data chose which run is ahead, so the test has to look both ways.",
            "uncorrected": "Each is significant alone, but there are many pairs: correct their p-values first.",
            "bonferroni": "This is Bonferroni's correction, which is stricter than Holm's.",
            "false_rate": "This is Benjamini and Hochberg's correction. The question asks for Holm's.",
            "sign": "This is the sign test, which here gives half of each tie to both runs. The "
            "question asks for randomization.",
            "strict": "p equal to alpha is significant, too: p is at most alpha.",
            "fixed_alpha": "What may be claimed depends on alpha: use the one that is given.",
            "swapped": "The better run comes first.",
            "unsorted": "The pairs are right; return them sorted.",
            "bootstrap": "These come from the bootstrap, which compare_all takes if you name no test.",
            "other": "Print the table that compare_all gives, and go through it row by row.",
        },
        cases=(
            Case(
                (SUBMITTED, 0.0625),
                ranked(
                    duels("E2>S1 N1>E1 N1>S1"),
                    one_sided=duels("E2>S1 N1>E1 N1>S1 W1>S1"),
                    uncorrected=duels("E2>E1 E2>S1 N1>E1 N1>S1 N1>W1 W1>S1"),
                    uncorrected_2=duels("E1>S1 E2>E1 E2>S1 N1>E1 N1>S1 N1>W1 W1>S1"),
                    bonferroni=duels("N1>S1"),
                    strict=duels("E2>S1 N1>S1"),
                    false_rate=duels("E2>S1 N1>E1 N1>S1 N1>W1 W1>S1"),
                    sign=duels("N1>S1"),
                    fixed_alpha=duels("N1>S1"),
                    bootstrap=duels("E1>S1 E2>E1 E2>S1 N1>E1 N1>E2 N1>S1 N1>W1 W1>S1"),
                    bootstrap_2=duels("E1>S1 E2>E1 E2>S1 E2>W1 N1>E1 N1>E2 N1>S1 N1>W1 W1>S1"),
                ),
            ),
            Case(
                (SUBMITTED, 0.12),
                ranked(
                    duels("E2>S1 N1>E1 N1>S1 W1>S1"),
                    one_sided=duels("E2>S1 N1>E1 N1>S1 N1>W1 W1>S1"),
                    uncorrected=duels("E2>E1 E2>S1 N1>E1 N1>S1 N1>W1 W1>S1"),
                    uncorrected_2=duels("E1>S1 E2>E1 E2>S1 N1>E1 N1>S1 N1>W1 W1>S1"),
                    bonferroni=duels("E2>S1 N1>E1 N1>S1"),
                    false_rate=duels("E2>E1 E2>S1 N1>E1 N1>S1 N1>W1 W1>S1"),
                    sign=duels("E2>S1 N1>S1"),
                    fixed_alpha=duels("N1>S1"),
                    bootstrap=duels("E1>S1 E2>E1 E2>S1 N1>E1 N1>E2 N1>S1 N1>W1 W1>S1"),
                    bootstrap_2=duels("E1>S1 E2>E1 E2>S1 E2>W1 N1>E1 N1>E2 N1>S1 N1>W1 W1>S1"),
                ),
            ),
            Case(
                (LAST, 0.04),
                equals(
                    [],
                    one_sided=BEFORE_LAST,
                    uncorrected=BEFORE_LAST,
                    fixed_alpha=BEFORE_LAST,
                    false_rate=BEFORE_LAST,
                    bootstrap=BEFORE_LAST,
                ),
            ),
        ),
    ),
]
