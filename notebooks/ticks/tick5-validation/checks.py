"""Tick 5: its questions, the cases students may see, and the hints."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from labkit.checks import Case, Hint, Question, equals
from labkit.checks.judges import Rule, otherwise, same
from labkit.checks.questions import Judge

#: The lecture that goes with this tick.
LECTURE = "smoothing-and-validation"

EARLY_RETURN = (
    "Your function returns before its loop is through. How far is the line with return indented?"
)

SHARED_LIST = (
    "All {} are the same list here: a list that is multiplied holds one and the same list several "
    "times."
)

# Items in an order of their own, so that an item and its place are not confused.
ORDER = [7, 2, 9, 4, 0, 5, 1]
CLASSES = ["POS", "NEG", "NEG", "POS", "NEG", "POS", "NEG", "NEG"]
ITEMS = [5, 2, 7, 0, 3, 6, 1, 4]
TEN = [8, 3, 6, 1, 9, 0, 4, 7, 2, 5]
OF_TEN = ["NEG", "POS", "NEG", "NEG", "POS", "POS", "NEG", "NEG", "POS", "NEG"]

# Three folds for which three candidates are chosen. The best on each fold, the
# best on average, within or on the folds, the largest and the smallest all differ.
INNER = [
    {0.5: 0.60, 1.0: 0.66, 2.0: 0.68, 4.0: 0.61},
    {0.5: 0.62, 1.0: 0.67, 2.0: 0.57, 4.0: 0.63},
    {0.5: 0.69, 1.0: 0.65, 2.0: 0.59, 4.0: 0.64},
]
OUTER = [
    {0.5: 0.52, 1.0: 0.58, 2.0: 0.74, 4.0: 0.79},
    {0.5: 0.53, 1.0: 0.71, 2.0: 0.75, 4.0: 0.49},
    {0.5: 0.54, 1.0: 0.56, 2.0: 0.73, 4.0: 0.50},
]

EVIDENCE = {"chan": 0.5, "dull": -2.0, "plays": 1.5, "flair": -1.0, "film": 0.25, "zest": 3.0}
COUNTS = {
    "POS": {"chan": 2, "dull": 1, "plays": 5, "flair": 3, "film": 9, "zest": 4, "new": 1},
    "NEG": {"chan": 12, "dull": 7, "plays": 9, "film": 10, "zest": 4, "new": 9},
}

PEOPLE = [
    {"a": "NEG", "b": "POS", "c": "NEG"},
    {"a": "NEG", "b": "POS", "c": "POS"},
    {"a": "NEG", "b": "NEG", "c": "POS"},
    {"a": "NEG", "b": "POS", "c": "POS"},
]

# Four people, three classes: of each row's 12 ordered pairs agree 6, 12, 2, 4 and 12.
TABLE = [[0, 3, 1], [4, 0, 0], [1, 1, 2], [0, 2, 2], [0, 4, 0]]


# Eight classes: hardly an order but the alphabet's has them in the right one.
MANY = ["poor", "fair", "good", "bad", "odd", "dull", "fine", "great"]
MANY_ORDER = [11, 4, 6, 0, 13, 9, 2, 15, 7, 3, 12, 5, 1, 14, 8, 10]

# More words than the notebook has, a pattern in place of a language.
WORDS = [f"w{number}" for number in range(30_000)]
MANY_EVIDENCE = {word: (37 * i % 101 - 50) / 16 for i, word in enumerate(WORDS)}
MANY_COUNTS = {
    "POS": {word: 7 * i % 13 for i, word in enumerate(WORDS) if i % 4},
    "NEG": {word: 5 * i % 11 for i, word in enumerate(WORDS) if i % 16 == 0},
}

# Six thousand items, nine people, three classes.
MANY_ITEMS = [[i % 4, 2 * i % 5, 9 - i % 4 - 2 * i % 5] for i in range(6_000)]


def dealt(expected: list[list[int]], **mistakes: object) -> Judge:
    """Judge folds; where every item is there but elsewhere, the hint is "mixed"."""
    judge = equals(expected, **mistakes)

    def judge_folds(value: Any) -> Hint | None:
        hint = judge(value)
        if hint == Hint("other") and sorted(chain(*value)) == sorted(chain(*expected)):
            return Hint("mixed")
        return hint

    return judge_folds


def how_many(folds: int) -> Rule:
    """Know too many folds, or too few."""
    return lambda value: "how_many" if len(value) != folds else None


def misplaced(expected: list[list[int]], labels: Sequence[str]) -> Rule:
    """Know folds that have the right items in another order, or other items of the right classes."""

    def rule(value: Any) -> str | None:
        if sorted(chain(*value)) != sorted(chain(*expected)):
            return None
        if [sorted(fold) for fold in value] == [sorted(fold) for fold in expected]:
            return "other_order"
        classes = [[[labels[item] for item in fold] for fold in v] for v in (value, expected)]
        return "other_items" if classes[0] == classes[1] else None

    return rule


def by_class(expected: list[list[int]], labels: Sequence[str], order: Sequence[int]) -> Judge:
    """Judge folds of many classes; where the classes come in another order, say so."""
    judge = equals(expected)

    def judge_folds(value: Any) -> Hint | None:
        hint = judge(value)
        if hint != Hint("other"):
            return hint
        most = max(map(len, value))
        items = [fold[turn] for turn in range(most) for fold in value if turn < len(fold)]
        seen = list(dict.fromkeys(labels[item] for item in items))
        in_turn = sorted(order, key=lambda item: seen.index(labels[item]))
        return Hint("class_order") if items == in_turn and len(items) == len(labels) else hint

    return judge_folds


def triple(observed, chance):
    """What follows from these two: the observed agreement, that by chance, and kappa."""
    missing, most = 1 - observed, 1 - chance
    return observed, chance, 1 - missing / most


def half_right(*expected: float) -> Rule:
    """Know a triple that is right up to the chance agreement, or up to kappa."""

    def rule(value: Any) -> str | None:
        if len(value) != 3 or not same(value[0], expected[0]):
            return None
        return "kappa" if same(value[1], expected[1]) else "chance"

    return rule


QUESTIONS = [
    Question(
        "deal",
        answer="deal",
        points=1,
        parameters=("order", "folds"),
        about="the folds, each a list of item numbers",
        without=("labkit.tuning:make_folds",),
        hints={
            "PermissionError": "Compute it yourself: do without labkit here.",
            "blocks": "These are blocks of neighbours. When you deal cards, the second card goes "
            "to the second player.",
            "rounds": "These are the rounds of dealing. What does each fold get over all rounds?",
            "positions": "These are places in the order. The items that stand there are asked for.",
            "by_value": "The fold depends on where an item stands in the order, not on its number.",
            "sorted": "Keep the order in which the items come.",
            "left_over": "Items are missing: the last round need not be a full one.",
            "rest": "The last round is dealt like the others, also where it is not full: the "
            "items that are left do not all go to one fold.",
            "padded": "A fold may have an item less than another: nothing stands in its place.",
            "nought": "An item is missing: its number is 0, which counts as False in an if.",
            "how_many": "folds says how many folds there are, whatever the number of items.",
            "from_the_back": "Deal from the front: the first of the order is the first to be dealt.",
            "late_start": "The first item belongs to the first fold.",
            "one_list": SHARED_LIST.format("folds"),
            "back_again": "After the last fold comes the first again, and not the last once more.",
            "insert": "Within a fold, the item that was dealt first comes first.",
            "tuples": "Each fold should be a list of its items.",
            "fold_of_each": "This is the number of each item's fold; the items of each fold are "
            "asked for.",
            "few": "A fold to which no item falls is there as well, without items.",
            "mixed": "Every item is there, but not where dealing in the given order puts it.",
            "early_return": EARLY_RETURN,
            "other": "Deal the numbers by hand, one at a time, to as many heaps.",
        },
        cases=(
            # Two items are left for the last round: who loses them keeps more than one fold.
            Case(
                ([3, 8, 6, 1, 4], 3),
                equals([[3, 1], [8, 4], [6]], left_over=[[3, 1], [8, 4]]),
            ),
            Case(
                (ORDER, 3),
                otherwise(
                    equals(
                        [[7, 4, 1], [2, 0], [9, 5]],
                        blocks=[[7, 2, 9], [4, 0], [5, 1]],
                        rounds=[[7, 2, 9], [4, 0, 5], [1]],
                        positions=[[0, 3, 6], [1, 4], [2, 5]],
                        by_value=[[9, 0], [7, 4, 1], [2, 5]],
                        sorted=[[0, 4, 9], [1, 5], [2, 7]],
                        left_over=[[7, 4], [2, 0], [9, 5]],
                        rest=[[7, 4], [2, 0], [9, 5, 1]],
                        padded=[[7, 4, 1], [2, 0, None], [9, 5, None]],
                        nought=[[7, 4, 1], [2], [9, 5]],
                        from_the_back=[[1, 4, 7], [5, 9], [0, 2]],
                        late_start=[[9, 5], [7, 4, 1], [2, 0]],
                        late_start_2=[[2, 0], [9, 5], [4, 1]],
                        back_again=[[7, 5, 1], [2, 0], [9, 4]],
                        tuples=[(7, 4, 1), (2, 0), (9, 5)],
                        fold_of_each=[0, 1, 2, 0, 1, 2, 0],
                        one_list=[ORDER, ORDER, ORDER],
                        early_return=[[7], [], []],
                        early_return_2=[[7, 4, 1]],
                    ),
                    how_many(3),
                ),
            ),
            # Blocks are cut in more ways than one; and dealing a sorted order.
            Case(
                (ORDER, 2),
                equals(
                    [[7, 9, 0, 1], [2, 4, 5]],
                    blocks=[[7, 2, 9], [4, 0, 5, 1]],
                    blocks_2=[[7, 2, 9, 4], [0, 5, 1]],
                    sorted=[[0, 2, 5, 9], [1, 4, 7]],
                    sorted_2=[[0, 1, 7, 9], [2, 4, 5]],
                    insert=[[1, 0, 9, 7], [5, 4, 2]],
                ),
            ),
            Case(
                ([3, 8, 6, 1], 2),
                dealt(
                    [[3, 6], [8, 1]],
                    blocks=[[3, 8], [6, 1]],
                    sorted=[[1, 6], [3, 8]],
                    sorted_2=[[3, 6], [1, 8]],
                    late_start=[[8, 1], [3, 6]],
                ),
            ),
            Case(
                ([6, 3], 3),
                equals(
                    [[6], [3], []], few=[[6], [3]], rest=[[6, 3], [], []], rest_2=[[], [], [6, 3]]
                ),
            ),
        ),
    ),
    Question(
        "stratified-folds",
        answer="stratified_folds",
        points=2,
        parameters=("order", "labels", "folds"),
        about="the folds, dealt class by class",
        without=("labkit.tuning:make_folds",),
        hints={
            "PermissionError": "Compute it yourself: do without labkit here.",
            "restart": "One fold is too large by now: each class starts again at the first fold. "
            "Where did the class before end?",
            "gap": "The class is not dealt on from where the class before ended: after the fold of "
            "the last item comes the next fold.",
            "other_items": "Each fold has the right classes, but not the items that dealing gives "
            "it: within a class, keep the order that is given.",
            "other_order": "Each fold has its items, but in another order than that of dealing.",
            "classes_apart": "Each class has folds of its own here. A fold should hold items of "
            "every class.",
            "unstratified": "The items are dealt in the order given, whatever their class. (The "
            "classes may have other names than POS and NEG.)",
            "blocks": "These are blocks of the sorted items: each holds nearly one class. Deal "
            "them.",
            "file_order": "Within a class, the items should come in the order that is given, not "
            "by their number.",
            "by_place": "labels[item] is the class of the item with this number, wherever it "
            "stands in the order.",
            "class_order": "The classes should come in alphabetical order. A set has an order of "
            "its own, which may be another tomorrow.",
            "places": "These are the places of the items in the order; the items that stand there "
            "are asked for.",
            "fold_of_each": "This is the number of each item's fold; the items of each fold are "
            "asked for.",
            "classes": "Items of a class are missing. The classes may have other names, and there "
            "may be more than two.",
            "names": "These are the classes; the numbers of the items are asked for.",
            "other": "Write the items down class by class, and deal them by hand.",
        },
        cases=(
            Case(
                (TEN, OF_TEN, 4),
                # NEG: 3 6 9 0 7 2, then POS: 8 1 4 5; the third fold is next, not a neighbour of it
                equals(
                    [[3, 7, 4], [6, 2, 5], [9, 8], [0, 1]],
                    restart=[[3, 7, 8], [6, 2, 1], [9, 4], [0, 5]],
                    gap=[[3, 7, 5], [6, 2, 8], [9, 1], [0, 4]],
                    gap_2=[[3, 7, 1], [6, 2, 4], [9, 5], [0, 8]],
                ),
            ),
            Case(
                (ITEMS, CLASSES, 2),
                # NEG: 2 7 6 1 4, then POS: 5 0 3
                otherwise(
                    equals(
                        [[2, 6, 4, 0], [7, 1, 5, 3]],
                        classes_apart=[[2, 6, 4], [7, 1], [5, 3], [0]],
                        unstratified=[[5, 7, 3, 1], [2, 0, 6, 4]],
                        blocks=[[2, 7, 6, 1], [4, 5, 0, 3]],
                        file_order=[[1, 4, 7, 3], [2, 6, 0, 5]],
                        by_place=[[2, 3, 4, 0], [7, 1, 5, 6]],
                        class_order=[[5, 3, 7, 1], [0, 2, 6, 4]],
                        names=[["NEG", "NEG", "NEG", "POS"], ["NEG", "NEG", "POS", "POS"]],
                        places=[[1, 5, 7, 3], [2, 6, 0, 4]],
                        fold_of_each=[0, 1, 0, 1, 0, 1, 0, 1],
                    ),
                    misplaced([[2, 6, 4, 0], [7, 1, 5, 3]], CLASSES),
                ),
            ),
            Case(
                ([2, 0, 3, 1], ["mixed", "bad", "bad", "good"], 2),
                # bad: 2 1, good: 3, mixed: 0
                equals(
                    [[2, 3], [1, 0]],
                    classes=[[], []],
                    classes_2=[[2, 0], [1]],
                    classes_3=[[2, 3], [1]],
                    unstratified=[[2, 3], [0, 1]],
                    file_order=[[1, 3], [2, 0]],
                    class_order=[[0, 2], [3, 1]],
                ),
            ),
            Case(
                (MANY_ORDER, MANY + MANY, 3),
                # bad: 11 3, dull: 13 5, fair: 9 1, fine: 6 14, good: 2 10, great: 15 7, odd: 4 12,
                # poor: 0 8
                by_class(
                    [[11, 5, 6, 10, 4, 8], [3, 9, 14, 15, 12], [13, 1, 2, 7, 0]],
                    MANY + MANY,
                    MANY_ORDER,
                ),
            ),
        ),
    ),
    Question(
        "mean-and-variance",
        answer="mean_and_variance",
        points=1,
        parameters=("accuracies",),
        about="the pair of mean and variance",
        hints={
            "n_minus_1": "The sum of squares is divided by one less than the number of folds. "
            "What does the text above say about that?",
            "deviation": "This is the standard deviation, the square root of what is asked for.",
            "sum": "This is the sum of the squared distances; their mean is asked for.",
            "distances": "The distances are not squared.",
            "cancelled": "Distances above and below the mean cancel out, unless they are squared.",
            "squares": "This is the mean of the squares: squared distances from the mean are "
            "asked for.",
            "swapped": "The mean comes first, the variance second.",
            "variance_only": "Two numbers are asked for, the mean and the variance.",
            "mean_only": "Two numbers are asked for, the mean and the variance.",
            "median": "This is the median, the value in the middle; the mean is asked for.",
            "precedence": "The sum is divided again in every round: add up first, and divide once, "
            "below the loop.",
            "ten": "There need not be ten folds: how many accuracies are there?",
            "square_of_sum": "Square each distance, and then add up: here the sum is squared.",
            "standard_error": "Divided by the number of folds once too often: this says how sure "
            "the mean is, and not how far the folds lie from it.",
            "early_return": EARLY_RETURN,
            "percentage": "Accuracies are shares between 0 and 1: leave them so.",
            "other": "Work it out by hand: the mean first, then each distance from it, squared.",
        },
        cases=(
            Case(
                ([0.75, 0.5, 1.0, 0.125],),
                equals(
                    (0.59375, 0.1044921875),
                    n_minus_1=(0.59375, 0.41796875 / 3),
                    deviation=(0.59375, 0.1044921875**0.5),
                    sum=(0.59375, 0.41796875),
                    distances=(0.59375, 0.28125),
                    cancelled=(0.59375, 0.0),
                    squares=(0.59375, 0.45703125),
                    swapped=(0.1044921875, 0.59375),
                    variance_only=0.1044921875,
                    mean_only=0.59375,
                    percentage=(59.375, 1044.921875),
                    percentage_2=(59.375, 0.1044921875),
                    rounded=(0.594, 0.10449225),
                    rounded_2=(0.59, 0.10450625),
                    rounded_3=(0.5938, 0.10449219),
                    deviation_2=(0.59375, (0.41796875 / 3) ** 0.5),
                    standard_error_2=(0.59375, (0.41796875 / 12) ** 0.5),
                    standard_error_3=(0.59375, 0.026123046875**0.5),
                    median=(0.625, 0.10546875),
                    precedence=(0.59375, 0.06547927856445312),
                    ten=(0.2375, 0.09256249999999999),
                    early_return=(0.59375, 0.006103515625),
                    square_of_sum=(0.59375, 0.31640625),
                    standard_error=(0.59375, 0.026123046875),
                ),
            ),
            Case(
                ([0.8, 0.9, 0.85],),
                equals(
                    (0.85, 0.005 / 3),
                    n_minus_1=(0.85, 0.0025),
                    deviation=(0.85, (0.005 / 3) ** 0.5),
                ),
            ),
        ),
    ),
    Question(
        "tune-inside-folds",
        answer="tune_inside_folds",
        points=2,
        parameters=("inner", "outer"),
        about="for each fold, the accuracy there of the candidate chosen without it",
        without=("labkit.tuning:best_candidate",),
        hints={
            "PermissionError": "Compute it yourself: do without labkit here.",
            "peeked": "Each of these is the best on its own fold: the fold that judges has chosen "
            "as well.",
            "inner": "These are the accuracies by which you choose. How well does the chosen "
            "candidate do on the fold that was left out?",
            "candidates": "These are the candidates chosen; their accuracies are asked for.",
            "swapped": "You choose by what happens on the folds themselves. Which of the two may "
            "choose, and which one judges?",
            "one_for_all": "The same candidate is taken for all folds. For fold i chooses inner[i], "
            "and that alone.",
            "one_peeked": "The same candidate is taken for all folds, because it does best on "
            "folds that judge. What happens there has no say in the choice.",
            "places": "The candidates of outer may stand in another order than those of inner: "
            "look the chosen one up by itself, not by its place.",
            "mean": "This is the mean already. Give the accuracy of each fold.",
            "largest": "The largest candidate is taken, whatever its accuracy.",
            "smallest": "The smallest candidate is taken, whatever its accuracy.",
            "worst": "The candidate with the lowest accuracy is taken.",
            "never_reset": "The best of a fold is kept for the next fold, and stays if nothing beats "
            "it there. Where does your record begin anew?",
            "mean_of_both": "The fold itself has a say in the choice: choose by what happens within "
            "the other folds alone.",
            "pairs": "Give the accuracies alone, without the candidates.",
            "ties": "Two candidates do equally well within: which of them does the question ask "
            "for? A dictionary need not be in order.",
            "early_return": EARLY_RETURN,
            "other": "For each fold, find the best candidate in inner, and look it up in outer.",
        },
        cases=(
            Case(
                (INNER, OUTER),
                equals(
                    [0.74, 0.71, 0.54],
                    peeked=[0.79, 0.75, 0.73],
                    inner=[0.68, 0.67, 0.69],
                    candidates=[2.0, 1.0, 0.5],
                    swapped=[0.61, 0.57, 0.59],
                    one_for_all=[0.58, 0.71, 0.56],
                    one_peeked=[0.74, 0.75, 0.73],
                    mean=(0.74 + 0.71 + 0.54) / 3,
                    largest=[0.79, 0.49, 0.50],
                    smallest=[0.52, 0.53, 0.54],
                    worst=[0.52, 0.75, 0.73],
                    never_reset=[0.74, 0.75, 0.54],
                    mean_of_both=[0.74, 0.71, 0.73],
                    pairs=[(2.0, 0.74), (1.0, 0.71), (0.5, 0.54)],
                    early_return=[0.74],
                ),
            ),
            Case(
                ([{2.0: 0.4, 3.0: 0.3}], [{3.0: 0.5, 2.0: 0.25}]),
                equals([0.25], places=[0.5]),
            ),
            Case(
                ([{4.0: 0.8, 0.1: 0.8, 2.0: 0.7}], [{4.0: 0.66, 0.1: 0.62, 2.0: 0.64}]),
                equals([0.62], ties=[0.66]),
            ),
            Case(
                ([{0.1: 0.8, 4.0: 0.8, 2.0: 0.7}], [{0.1: 0.62, 4.0: 0.66, 2.0: 0.64}]),
                equals([0.62], ties=[0.66]),
            ),
        ),
    ),
    Question(
        "misleading-words",
        answer="misleading_words",
        points=1,
        parameters=("evidence", "counts", "k"),
        about="the words with the most negative push, the worst first",
        hints={
            "helpful": "These words push the right way. Which sign has the push of a word that "
            "misleads?",
            "size": "The size of the push does not tell whether it helps or misleads.",
            "unweighted": "You count how often a word is on the wrong side. How strongly it "
            "speaks in training matters as well.",
            "evidence_only": "A word misleads by what it does elsewhere: its counts there belong "
            "in the push.",
            "counts_only": "A word's evidence belongs in its push, and a word without evidence has "
            "none.",
            "total": "The counts of the two classes are subtracted: which pushes the right way?",
            "always_three": "k says how many words are asked for; here it has no effect.",
            "slow": "Your notebook has more than twenty thousand words, and for each of them your "
            "code goes through all the others. A dictionary is asked for a word directly; and "
            "sorting once, at the end, is enough.",
            "shares": "The push takes the counts as they are, not their shares.",
            "not_negative": "A word whose push is not negative does not mislead: leave it out.",
            "ascending": "The word with the most negative push should come first.",
            "ties": "Words with equal push should come in alphabetical order.",
            "alphabetical": "The words are right: put the worst first. The alphabet decides only "
            "between words with equal push.",
            "one_kind": "Words mislead in two ways: good ones that come more often in NEG texts, "
            "and bad ones that come more often in POS texts. One kind is missing here. (One Counter "
            "minus another keeps only what is positive.)",
            "whole": "A push need not be a whole number: rounded, different ones look equal.",
            "too_many": "Only k words are asked for.",
            "pairs": "Give the words alone, without their numbers.",
            "missing": "A word that one class lacks has the count 0 there, and still counts in "
            "the other.",
            "KeyError": "A word that does not occur in a class is missing from its dictionary: "
            "how often does it occur? And only words with evidence are asked for.",
            "other": "Work out the push of each word by hand.",
        },
        # chan -5, dull +12, plays -6, flair -3, film -0.25, zest 0
        cases=(
            # witty -8, slick -2.4, dire -2.25, grim -1, vile +9
            Case(
                (
                    {"dire": -1.125, "witty": 2.0, "slick": 1.2, "grim": -0.5, "vile": -3.0},
                    {
                        "POS": {"dire": 3, "slick": 1, "grim": 2, "vile": 1},
                        "NEG": {"dire": 1, "slick": 3, "witty": 4, "vile": 4},
                    },
                    4,
                ),
                equals(
                    ["witty", "slick", "dire", "grim"],
                    alphabetical=["dire", "grim", "slick", "witty"],
                    one_kind=["dire", "grim"],
                    one_kind_2=["witty", "slick"],
                    whole=["witty", "dire", "slick", "grim"],
                ),
            ),
            Case(
                (EVIDENCE, COUNTS, 3),
                equals(
                    ["plays", "chan", "flair"],
                    helpful=["dull", "zest", "film"],
                    helpful_2=["dull"],
                    counts_only=["chan", "new", "dull"],
                    total=["dull", "flair"],
                    size=["dull", "plays", "chan"],
                    unweighted=["chan", "plays", "flair"],
                    evidence_only=["dull", "flair", "film"],
                    ascending=["flair", "chan", "plays"],
                    too_many=["plays", "chan", "flair", "film"],
                    pairs=[("plays", -6.0), ("chan", -5.0), ("flair", -3.0)],
                    missing=["plays", "chan", "film"],
                    shares=["flair", "chan"],
                ),
            ),
            Case(
                (EVIDENCE, COUNTS, 5),
                equals(
                    ["plays", "chan", "flair", "film"],
                    not_negative=["plays", "chan", "flair", "film", "zest"],
                    missing=["plays", "chan", "film"],
                    ascending=["film", "flair", "chan", "plays"],
                    always_three=["plays", "chan", "flair"],
                ),
            ),
            Case(
                (
                    {"woody": 1.0, "hal": 2.0, "davis": -1.0},
                    {"POS": {"davis": 4}, "NEG": {"woody": 4, "hal": 2}},
                    3,
                ),
                equals(
                    ["davis", "hal", "woody"],
                    ties=["woody", "hal", "davis"],
                    missing=["davis", "woody", "hal"],
                ),
            ),
            Case(
                (MANY_EVIDENCE, MANY_COUNTS, 4),
                equals(["w11009", "w12322", "w13635", "w16261"]),
                seconds=1,
            ),
        ),
    ),
    Question(
        "agreement-table",
        answer="agreement_table",
        points=1,
        parameters=("judgements", "items", "classes"),
        about="a row of counts for each item",
        hints={
            "transposed": "Each row belongs to an item, each column to a class.",
            "people": "Each row here belongs to a person. How many people chose each class for "
            "an item?",
            "class_order": "The columns should come in the order of the classes that is given.",
            "classes": "There may be more than two classes, and they may have other names: count "
            "each of those that are given.",
            "shared_rows": SHARED_LIST.format("rows"),
            "by_number": "An item is looked up by its name: it need not stand at the place that its "
            "number says.",
            "shares": "These are shares; counts are asked for.",
            "dictionaries": "Each row should be a list of counts, without the names.",
            "present_only": "A class that nobody chose for an item has the count 0 there.",
            "majority": "These are the classes most people chose; the counts are asked for.",
            "item_order": "The rows should come in the order of the items that is given.",
            "every_item": "Only the items that are asked for should have a row.",
            "early_return": EARLY_RETURN,
            "KeyError": "A class that nobody chose for an item has no count to look up: what is "
            "it then? And an item is looked up by its name, which is one of items.",
            "PermissionError": "Count for yourself: do without labkit here.",
            "other": "Take the first item, and count by hand who chose what.",
        },
        cases=(
            Case(
                (PEOPLE, ["a", "b", "c"], ["POS", "NEG"]),
                equals(
                    [[0, 4], [3, 1], [3, 1]],
                    transposed=[[0, 3, 3], [4, 1, 1]],
                    people=[[1, 2], [2, 1], [1, 2], [2, 1]],
                    class_order=[[4, 0], [1, 3], [1, 3]],
                    shares=[[0.0, 1.0], [0.75, 0.25], [0.75, 0.25]],
                    dictionaries=[{"POS": 0, "NEG": 4}, {"POS": 3, "NEG": 1}, {"POS": 3, "NEG": 1}],
                    present_only=[[4], [3, 1], [3, 1]],
                    majority=["NEG", "POS", "POS"],
                    shared_rows=[[6, 6], [6, 6], [6, 6]],
                    early_return=[[0, 4]],
                ),
            ),
            Case(
                (
                    [{1: "neutral", 2: "good", 3: "bad"}, {1: "good", 2: "good", 3: "bad"}],
                    [3, 2],
                    ["good", "neutral", "bad"],
                ),
                equals(
                    [[0, 0, 2], [2, 0, 0]],
                    class_order=[[2, 0, 0], [0, 2, 0]],
                    item_order=[[2, 0, 0], [0, 0, 2]],
                    every_item=[[1, 1, 0], [2, 0, 0], [0, 0, 2]],
                    classes=[[0, 2], [0, 2]],
                    classes_2=[[0, 2], [2, 0]],
                    by_number=[[1, 1, 0], [2, 0, 0]],
                    present_only=[[2], [2]],
                ),
            ),
            Case(
                ([{"x": "yes"}, {"x": "yes"}], ["x"], ["no", "yes", "unsure"]),
                equals([[0, 2, 0]], present_only=[[2]]),
            ),
        ),
        without=("labkit.agreement:agreement_table",),
    ),
    Question(
        "fleiss-kappa",
        answer="fleiss_kappa",
        points=2,
        parameters=("table",),
        about="observed agreement, chance agreement and kappa",
        hints={
            "with_oneself": "Everybody agrees with themselves: leave those pairs out, above "
            "and below the fraction line.",
            "half_oneself": "The pairs of a person with themselves are left out in one place "
            "and counted in another.",
            "uniform": "Chance does not choose every class equally often, but as often as it is "
            "chosen in the whole table.",
            "by_item": "Work the chance agreement out from the shares in the whole table, not for "
            "each item by itself.",
            "not_scaled": "The agreement beyond chance is to be divided by the most that it could "
            "be.",
            "wrong_scale": "By how much could agreement exceed chance at most? Look at what you "
            "divide by.",
            "majority": "The share of the majority is not the share of the pairs that agree.",
            "unanimous": "Pairs of people agree also where not all of them do. (// would drop them.)",
            "not_averaged": "The observed agreement is a mean over the items.",
            "per_class": "Squared shares are summed over the classes, not averaged.",
            "percentage": "These are percentages; shares are asked for, and kappa is at most 1.",
            "kappa_only": "Three numbers are asked for: both agreements and kappa.",
            "order": "The observed agreement comes first, then that by chance, then kappa.",
            "chance": "The observed agreement is right, and the chance agreement is not: the share "
            "of a class is taken of all judgements, and squared.",
            "kappa": "Both agreements are right, and kappa is not: put them into the last formula.",
            "never_negative": "Kappa may be negative: people may agree less often than by chance.",
            "people": "How many people are there? Each row adds up to their number.",
            "unordered": "Above the fraction line each pair of people is counted once, and below "
            "it twice.",
            "two_people": "You divide by 2, as if there were one pair of people: how many ordered "
            "pairs do m people make?",
            "precedence": "The division comes before the subtraction, unless brackets say "
            "otherwise: look at the fraction for kappa.",
            "first_row": "The chance agreement is worked out from a part of the table: does each "
            "item go into it, and each class?",
            "unsquared": "Two people agree by chance if both choose the class: the share of each "
            "class is squared before they are added up.",
            "early_return": EARLY_RETURN,
            "slow": "Your table may have thousands of items. What do you add up again for each of "
            "them that is the same for all?",
            "PermissionError": "Compute it yourself: do without labkit here.",
            "other": "Work the first two items out by hand: how many pairs of people are there, "
            "and how many of them agree?",
        },
        cases=(
            Case(
                (TABLE,),
                otherwise(
                    equals(
                        triple(0.6, 0.375),
                        with_oneself=triple(0.7, 0.375),
                        half_oneself=triple(0.45, 0.375),
                        uniform=triple(0.6, 1 / 3),
                        by_item=triple(0.6, 0.7),
                        not_scaled=(0.6, 0.375, 0.225),
                        wrong_scale=(0.6, 0.375, 0.225 / 0.4),
                        majority=triple(0.75, 0.375),
                        unanimous=triple(0.4, 0.375),
                        not_averaged=triple(3.0, 0.375),
                        per_class=triple(0.6, 0.125),
                        kappa_only=0.36,
                        percentage=(60, 37.5, 36),
                        order=(0.36, 0.375, 0.6),
                        order_2=(0.36, 0.6, 0.375),
                        order_3=(0.375, 0.6, 0.36),
                        people=triple(0.36, 0.375),
                        people_2=triple(1.2, 0.375),
                        unordered=triple(0.3, 0.375),
                        two_people=triple(3.6, 0.375),
                        precedence=(0.6, 0.375, 0.0),
                        first_row=triple(0.6, 0.625),
                        unsquared=(0.6, 1.0, 0.0),
                        early_return=triple(0.5, 0.375),
                    ),
                    half_right(*triple(0.6, 0.375)),
                ),
            ),
            Case(
                ([[2, 1], [1, 2]],),
                equals(
                    triple(1 / 3, 1 / 2),
                    never_negative=(1 / 3, 1 / 2, 0.0),
                    never_negative_2=(1 / 3, 1 / 2, 1 / 3),
                ),
            ),
            Case(
                ([[3, 0], [1, 2], [3, 0]],),
                equals(
                    triple(7 / 9, 53 / 81),
                    with_oneself=triple(23 / 27, 53 / 81),
                    half_oneself=triple(14 / 27, 53 / 81),
                    uniform=triple(7 / 9, 1 / 2),
                    majority=triple(8 / 9, 53 / 81),
                    unanimous=triple(2 / 3, 53 / 81),
                ),
            ),
            Case((MANY_ITEMS,), equals(triple(17 / 36, 73 / 162)), seconds=1),
        ),
        without=("labkit.agreement:fleiss_kappa",),
    ),
]
