"""Tick 5: its questions, the cases students may see, and the hints."""

from collections.abc import Sequence
from typing import Any

from labkit.checks import Case, Question, equals
from labkit.checks.judges import Rule, otherwise, same

SHARED_LIST = (
    "All {} are alike here. If a list is multiplied, or appended again, it stays one list."
)
ENDS = "If return stands inside the loop, it ends the function there."

FIVE = [3, 8, 6, 1, 4]
SEVEN = [7, 2, 9, 4, 0, 5, 1]
TEN = [8, 3, 6, 1, 9, 0, 4, 7, 2, 5]
OF_TEN = ["NEG", "POS", "NEG", "NEG", "POS", "POS", "NEG", "NEG", "POS", "NEG"]

# Eight classes: hardly an order but the alphabet's has them in the right one.
MANY = ["poor", "fair", "good", "bad", "odd", "dull", "fine", "great"] * 2
MANY_ORDER = [11, 4, 6, 0, 13, 9, 2, 15, 7, 3, 12, 5, 1, 14, 8, 10]

# Three folds for which three candidates are chosen. The best on each fold, the
# best on average within the folds, the largest and the smallest all differ.
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

# More words than the notebook has, a pattern in place of a language.
WORDS = [f"w{number}" for number in range(30_000)]
MANY_EVIDENCE = {word: (37 * i % 101 - 50) / 16 for i, word in enumerate(WORDS)}
MANY_COUNTS = {
    "POS": {word: 7 * i % 13 for i, word in enumerate(WORDS) if i % 4},
    "NEG": {word: 5 * i % 11 for i, word in enumerate(WORDS) if i % 16 == 0},
}

PEOPLE = [
    {"a": "NEG", "b": "POS", "c": "NEG"},
    {"a": "NEG", "b": "POS", "c": "POS"},
    {"a": "NEG", "b": "NEG", "c": "POS"},
    {"a": "NEG", "b": "POS", "c": "POS"},
]

# Four people, three classes: of each row's 12 ordered pairs agree 6, 12, 2, 4 and 12.
TABLE = [[0, 3, 1], [4, 0, 0], [1, 1, 2], [0, 2, 2], [0, 4, 0]]

# Six thousand items, nine people, three classes.
MANY_ITEMS = [[i % 4, 2 * i % 5, 9 - i % 4 - 2 * i % 5] for i in range(6_000)]


def in_another_order(order: Sequence[int], labels: Sequence[str]) -> Rule:
    """Know folds that were dealt class by class, the classes in another order."""

    def rule(value: Any) -> str | None:
        most = max(map(len, value))
        items = [fold[turn] for turn in range(most) for fold in value if turn < len(fold)]
        seen = list(dict.fromkeys(labels[item] for item in items))
        in_turn = sorted(order, key=lambda item: seen.index(labels[item]))
        return "class_order" if items == in_turn and seen != sorted(seen) else None

    return rule


def triple(observed: float, chance: float) -> tuple[float, float, float]:
    """Return these two, the observed agreement and that by chance, and the kappa that follows."""
    missing, most = 1 - observed, 1 - chance
    return observed, chance, 1 - missing / most


def half_right(*expected: float) -> Rule:
    """Know a triple that is right up to the chance agreement, or up to kappa."""

    def rule(value: Any) -> str | None:
        if len(value) != 3 or not same(value[0], expected[0]):
            return None
        return "kappa" if same(value[1], expected[1]) else "chance"

    return rule


def case(inputs: Any, expected: object, rule: Rule = lambda value: None, **mistakes: Any) -> Case:
    """Return a case with its mistakes, and a rule that names what none of them explains."""
    seconds = mistakes.pop("seconds", Case.seconds)
    return Case(inputs, otherwise(equals(expected, **mistakes), rule), seconds=seconds)


QUESTIONS = [
    Question(
        "agreement-table",
        answer="agreement_table",
        points=1,
        parameters=("judgements", "items", "classes"),
        without=("labkit.agreement:agreement_table",),
        hints={
            "transposed": "Each row belongs to an item, each column to a class.",
            "people": "Each row here belongs to a person. An item should have a row.",
            "class_order": "The columns should come in the order of the classes that is given.",
            "classes": "Count each class that is given: there may be more, with other names.",
            "item_order": "There is a row for each item that is asked for, in the order given.",
            "present_only": "A class that nobody chose for an item has the count 0 there.",
            "shares": "These are shares; counts are asked for.",
            "shared_rows": SHARED_LIST.format("rows"),
            "early_return": f"Only the first item is counted. {ENDS}",
            "KeyError": "A person's dictionary has items as keys. One of your own lacks a class until "
            "you put it in, even if nobody chose it.",
            "other": "Take the first item, and count by hand who chose what.",
        },
        cases=(
            case(
                (PEOPLE, ["a", "b", "c"], ["POS", "NEG"]),
                [[0, 4], [3, 1], [3, 1]],
                transposed=[[0, 3, 3], [4, 1, 1]],
                people=[[1, 2], [2, 1], [1, 2], [2, 1]],
                class_order=[[4, 0], [1, 3], [1, 3]],
                present_only=[[4], [3, 1], [3, 1]],
                present_only_2=[[4], [3, 1], [1, 3]],
                shares=[[0.0, 1.0], [0.75, 0.25], [0.75, 0.25]],
                shared_rows=[[6, 6], [6, 6], [6, 6]],
                early_return=[[0, 4]],
            ),
            case(
                (
                    [{1: "neutral", 2: "good", 3: "bad"}, {1: "good", 2: "good", 3: "bad"}],
                    [3, 2],
                    ["good", "neutral", "bad"],
                ),
                [[0, 0, 2], [2, 0, 0]],
                transposed=[[0, 2], [0, 0], [2, 0]],
                people=[[1, 0, 1], [1, 0, 1]],
                people_2=[[1, 1, 1], [2, 0, 1]],
                class_order=[[2, 0, 0], [0, 2, 0]],
                classes=[[0, 0], [0, 0]],
                classes_2=[[0, 2], [0, 2]],
                classes_3=[[0, 2], [2, 0]],
                item_order=[[2, 0, 0], [0, 0, 2]],
                item_order_2=[[1, 1, 0], [2, 0, 0], [0, 0, 2]],
                present_only=[[2], [2]],
                shares=[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]],
                shared_rows=[[2, 0, 2], [2, 0, 2]],
                early_return=[[0, 0, 2]],
            ),
        ),
    ),
    Question(
        "fleiss-kappa",
        answer="fleiss_kappa",
        points=2,
        parameters=("table",),
        without=("labkit.agreement:fleiss_kappa",),
        meaning="On the lexicon's words, ten people reach a kappa of 0.63.",
        hints={
            "with_oneself": "Do not pair people with themselves, either above or below the line.",
            "uniform": "Chance chooses a class as often as all people did, not all equally.",
            "by_item": "Work P_e out from the whole table, not for each item by itself.",
            "majority": "The share of the majority is not the share of the pairs that agree.",
            "one_number": "Three numbers are asked for: P, P_e and kappa.",
            "not_scaled": "The agreement beyond chance is divided by the most that it could be.",
            "unordered": "You count each pair of people once above the line, and twice below it.",
            "chance": "P is right, P_e is not: add up the squared share of each class.",
            "kappa": "P and P_e are right, kappa is not: see the formula, and brackets.",
            "other": "Take the first item by hand: how many pairs are there, how many agree?",
        },
        cases=(
            case(
                (TABLE,),
                triple(0.6, 0.375),
                with_oneself=triple(0.7, 0.375),
                with_oneself_2=triple(0.45, 0.375),
                uniform=triple(0.6, 1 / 3),
                by_item=triple(0.6, 0.7),
                majority=triple(0.75, 0.375),
                one_number=0.36,
                one_number_2=(0.6, 0.375),
                not_scaled=(0.6, 0.375, 0.225),
                not_scaled_2=(0.6, 0.375, 0.225 / 0.4),
                unordered=triple(0.3, 0.375),
                rule=half_right(*triple(0.6, 0.375)),
            ),
            case(
                ([[2, 1], [1, 2]],),
                triple(1 / 3, 1 / 2),
                with_oneself=triple(5 / 9, 1 / 2),
                with_oneself_2=triple(2 / 9, 1 / 2),
                by_item=triple(1 / 3, 5 / 9),
                majority=triple(2 / 3, 1 / 2),
                one_number=-1 / 3,
                one_number_2=(1 / 3, 1 / 2),
                not_scaled=(1 / 3, 1 / 2, -1 / 6),
                not_scaled_2=(1 / 3, 1 / 2, -1 / 4),
                unordered=triple(1 / 6, 1 / 2),
                rule=half_right(*triple(1 / 3, 1 / 2)),
            ),
            case(([[1, 1], [2, 0]],), triple(1 / 2, 5 / 8)),
            case((MANY_ITEMS,), triple(17 / 36, 73 / 162), seconds=1),
        ),
    ),
    Question(
        "deal",
        answer="deal",
        points=1,
        parameters=("order", "folds"),
        without=("labkit.tuning:make_folds",),
        meaning="Each item is now in one fold, and no fold has two items more than another.",
        hints={
            "blocks": "These are blocks of neighbours. In dealing, who gets the second card?",
            "positions": "These are places in the order. The items that stand there are asked for.",
            "by_value": "The fold depends on where an item stands in the order, not on its number.",
            "left_over": "Items are missing: the last round need not be a full one.",
            "late_start": "The first item belongs to the first fold.",
            "one_list": SHARED_LIST.format("folds"),
            "early_return": f"Only the first item is dealt. {ENDS}",
            "rows": "These are the rounds of dealing. A fold gets one item of each round.",
            "from_end": "You deal from the end of the order. Begin with its first item.",
            "other": "Deal the numbers by hand, one at a time, into that many piles.",
        },
        cases=(
            case(
                (FIVE, 3),
                [[3, 1], [8, 4], [6]],
                blocks=[[3, 8], [6, 1], [4]],
                blocks_2=[[3], [8], [6, 1, 4]],
                blocks_3=[[3], [8], [6]],
                rows=[[3, 8, 6], [1, 4]],
                from_end=[[4, 8], [1, 3], [6]],
                positions=[[0, 3], [1, 4], [2]],
                by_value=[[3, 6], [1, 4], [8]],
                left_over=[[3], [8], [6]],
                late_start=[[6], [3, 1], [8, 4]],
                one_list=[FIVE, FIVE, FIVE],
                early_return=[[3], [], []],
            ),
            case(
                (SEVEN, 3),
                [[7, 4, 1], [2, 0], [9, 5]],
                blocks=[[7, 2, 9], [4, 0], [5, 1]],
                blocks_2=[[7, 2], [9, 4], [0, 5, 1]],
                blocks_3=[[7, 2, 9], [4, 0, 5], [1]],
                blocks_4=[[7, 2], [9, 4], [0, 5]],
                rows=[[7, 2, 9], [4, 0, 5], [1]],
                from_end=[[1, 4, 7], [5, 9], [0, 2]],
                positions=[[0, 3, 6], [1, 4], [2, 5]],
                by_value=[[9, 0], [7, 4, 1], [2, 5]],
                left_over=[[7, 4], [2, 0], [9, 5]],
                late_start=[[9, 5], [7, 4, 1], [2, 0]],
                one_list=[SEVEN, SEVEN, SEVEN],
                early_return=[[7], [], []],
            ),
            case(([6, 3], 3), [[6], [3], []], positions=[[0], [1], []]),
            case(([2, 0, 9, 7, 5], 3), [[2, 7], [0, 5], [9]]),
        ),
    ),
    Question(
        "stratified-folds",
        answer="stratified_folds",
        points=2,
        parameters=("order", "labels", "folds"),
        without=("labkit.tuning:make_folds",),
        meaning="Each of your ten folds will hold 90 POS and 90 NEG reviews.",
        hints={
            "restart": "Each class starts at the first fold again. Where did the class before end?",
            "unstratified": "The items are dealt in the order given, whatever their class.",
            "blocks": "These are blocks of the sorted items, each of nearly one class. Deal them.",
            "file_order": "Within a class, keep the order that is given: do not sort the numbers.",
            "by_place": "labels[item] is the class of this item, wherever it stands in the order.",
            "class_order": "Classes come in alphabetical order. A set has an order of its own.",
            "classes": "If you name classes, or take two: there may be more, with other names.",
            "other": "Write the items down class by class, and deal them by hand.",
        },
        cases=(
            case(
                (TEN, OF_TEN, 4),
                # NEG: 3 6 9 0 7 2, then POS: 8 1 4 5
                [[3, 7, 4], [6, 2, 5], [9, 8], [0, 1]],
                restart=[[3, 7, 8], [6, 2, 1], [9, 4], [0, 5]],
                unstratified=[[8, 9, 2], [3, 0, 5], [6, 4], [1, 7]],
                blocks=[[3, 6, 9], [0, 7, 2], [8, 1], [4, 5]],
                blocks_2=[[3, 6, 9], [0, 7, 2], [8, 1, 4], [5]],
                blocks_3=[[3, 6], [9, 0], [7, 2], [8, 1, 4, 5]],
                file_order=[[0, 7, 5], [2, 9, 8], [3, 1], [6, 4]],
                by_place=[[8, 7, 0], [6, 5, 2], [1, 3], [4, 9]],
            ),
            case(
                ([2, 0, 3, 1], ["mixed", "bad", "bad", "good"], 2),
                # bad: 2 1, good: 3, mixed: 0
                [[2, 3], [1, 0]],
                restart=[[2, 3, 0], [1]],
                unstratified=[[2, 3], [0, 1]],
                file_order=[[1, 3], [2, 0]],
                by_place=[[0, 1], [3, 2]],
                classes=[[], []],
                classes_2=[[2, 3], [1]],
            ),
            case(
                (MANY_ORDER, MANY, 3),
                # bad: 11 3, dull: 13 5, fair: 9 1, fine: 6 14, good: 2 10, great: 15 7, odd: 4 12,
                # poor: 0 8
                [[11, 5, 6, 10, 4, 8], [3, 9, 14, 15, 12], [13, 1, 2, 7, 0]],
                rule=in_another_order(MANY_ORDER, MANY),
            ),
        ),
    ),
    Question(
        "mean-and-variance",
        answer="mean_and_variance",
        points=1,
        parameters=("accuracies",),
        without=("labkit.tuning:CrossValidation.mean", "labkit.tuning:CrossValidation.variance"),
        hints={
            "n_minus_1": "You divide by one less than the number of folds: see the text.",
            "deviation": "This is a standard deviation: the square root of a variance.",
            "sum": "This is the sum of the squared distances; their mean is asked for.",
            "distances": "The distances are not squared.",
            "zero": "Your variance is 0. Distances that are not squared add up to 0; squares do not.",
            "squares": "Square the distances from the mean, not the accuracies.",
            "swapped": "The mean comes first, the variance second.",
            "one_number": "Two numbers are asked for, the mean and the variance.",
            "other": "Work it out by hand: the mean first, then each distance from it, squared.",
        },
        cases=(
            case(
                ([0.75, 0.5, 1.0, 0.125],),
                (0.59375, 0.1044921875),
                n_minus_1=(0.59375, 0.41796875 / 3),
                deviation=(0.59375, 0.1044921875**0.5),
                deviation_2=(0.59375, (0.41796875 / 3) ** 0.5),
                sum=(0.59375, 0.41796875),
                distances=(0.59375, 0.28125),
                zero=(0.59375, 0.0),
                squares=(0.59375, 0.45703125),
                swapped=(0.1044921875, 0.59375),
                one_number=0.59375,
                one_number_2=0.1044921875,
            ),
            case(([0.8, 0.9, 0.85, 0.65],), (0.8, 0.00875), n_minus_1=(0.8, 0.035 / 3)),
        ),
    ),
    Question(
        "tune-inside-folds",
        answer="tune_inside_folds",
        points=2,
        parameters=("inner", "outer"),
        without=("labkit.tuning:best_candidate",),
        meaning="No fold has a say in its own tuning now: you may report the mean.",
        hints={
            "peeked": "You choose on the fold that you measure on: each is the best there.",
            "inner": "You choose by these. How accurate is the chosen one on the fold itself?",
            "mean": "This is the mean. The list is asked for: an accuracy for each fold.",
            "candidates": "These are the candidates chosen; their accuracies are asked for.",
            "one_for_all": "One candidate is taken for all folds. For fold i, inner[i] chooses.",
            "places": "Look the chosen one up in outer: its place there may be another.",
            "largest": "The largest candidate is taken, whatever its accuracy.",
            "early_return": f"Only the first fold is looked at. {ENDS}",
            "never_reset": "The best of one fold is kept for the next: begin anew in each.",
            "ties": "Which of equally good ones is asked for? A dictionary may be in any order.",
            "other": "For each fold, find the best candidate in inner, and look it up in outer.",
        },
        cases=(
            case(
                (INNER, OUTER),
                [0.74, 0.71, 0.54],
                peeked=[0.79, 0.75, 0.73],
                inner=[0.68, 0.67, 0.69],
                mean=(0.74 + 0.71 + 0.54) / 3,
                candidates=[2.0, 1.0, 0.5],
                one_for_all=[0.58, 0.71, 0.56],
                one_for_all_2=[0.74, 0.75, 0.73],
                one_for_all_3=[0.52, 0.53, 0.54],
                largest=[0.79, 0.49, 0.50],
                never_reset=[0.74, 0.75, 0.54],
                early_return=[0.74],
            ),
            case(
                ([{2.0: 0.4, 3.0: 0.3, 5.0: 0.2}], [{3.0: 0.5, 5.0: 0.7, 2.0: 0.2575}]),
                [0.2575],
                peeked=[0.7],
                inner=[0.4],
                mean=0.2575,
                candidates=[2.0],
                largest=[0.7],
                places=[0.5],
            ),
            case(
                (
                    [{4.0: 0.8, 0.1: 0.8, 2.0: 0.7}, {0.1: 0.8, 4.0: 0.8, 2.0: 0.7}],
                    [{4.0: 0.66, 0.1: 0.62, 2.0: 0.64}, {0.1: 0.56, 4.0: 0.52, 2.0: 0.68}],
                ),
                [0.62, 0.56],
                peeked=[0.66, 0.68],
                inner=[0.8, 0.8],
                mean=0.59,
                candidates=[0.1, 0.1],
                candidates_2=[4.0, 0.1],
                largest=[0.66, 0.52],
                early_return=[0.62],
                ties=[0.66, 0.56],
                ties_2=[0.62, 0.52],
                ties_3=[0.66, 0.52],
            ),
        ),
    ),
    Question(
        "misleading-words",
        answer="misleading_words",
        points=1,
        parameters=("evidence", "counts", "k"),
        meaning="Of the 14 words that mislead most in other reviews from IMDB, 7 are names.",
        hints={
            "helpful": "These words push the right way. Which sign has a push that misleads?",
            "size": "The size of the push does not tell whether it helps or misleads.",
            "unweighted": "How strongly a word speaks in training matters as well as its counts.",
            "not_negative": "A word whose push is not negative does not mislead: leave it out.",
            "ascending": "The word with the most negative push should come first.",
            "ties": "Words with equal push should come in alphabetical order.",
            "one_kind": "Good words may mislead, and bad ones as well. One kind is missing here.",
            "missing": "A word that one class lacks has the count 0 there, and still matters.",
            "KeyError": "counts has the classes as keys, and in each of these the words. A word may be "
            "missing there, or have no evidence.",
            "other": "Work out the push of each word by hand.",
        },
        cases=(
            # witty -8, slick -2.4, dire -2.25, grim -1, vile +9
            case(
                (
                    {"dire": -1.125, "witty": 2.0, "slick": 1.2, "grim": -0.5, "vile": -3.0},
                    {
                        "POS": {"dire": 3, "slick": 1, "grim": 2, "vile": 1},
                        "NEG": {"dire": 1, "slick": 3, "witty": 4, "vile": 4},
                    },
                    3,
                ),
                ["witty", "slick", "dire"],
                helpful=["vile"],
                helpful_2=["vile", "grim", "dire"],
                size=["vile", "witty", "slick"],
                unweighted=["witty", "dire", "grim"],
                ascending=["grim", "dire", "slick"],
                ascending_2=["dire", "slick", "witty"],
                one_kind=["dire", "grim"],
                one_kind_2=["witty", "slick"],
                missing=["slick", "dire"],
            ),
            # chan -5, dull +12, plays -6, flair -3, film -0.25, zest 0
            case(
                (EVIDENCE, COUNTS, 5),
                ["plays", "chan", "flair", "film"],
                helpful=["dull"],
                helpful_2=["dull", "zest", "film", "flair", "chan"],
                size=["dull", "plays", "chan", "flair", "film"],
                unweighted=["chan", "plays", "flair", "film"],
                not_negative=["plays", "chan", "flair", "film", "zest"],
                ascending=["film", "flair", "chan", "plays"],
                one_kind=["flair"],
                one_kind_2=["plays", "chan", "film"],
                missing=["plays", "chan", "film"],
            ),
            case(
                (
                    {"woody": 1.0, "hal": 2.0, "davis": -1.0},
                    {"POS": {"davis": 4}, "NEG": {"woody": 4, "hal": 2}},
                    3,
                ),
                ["davis", "hal", "woody"],
                ties=["woody", "hal", "davis"],
                missing=[],
            ),
            case(
                (MANY_EVIDENCE, MANY_COUNTS, 4), ["w11009", "w12322", "w13635", "w16261"], seconds=1
            ),
        ),
    ),
]
