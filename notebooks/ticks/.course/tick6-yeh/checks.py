"""Tick 6: its questions, the cases students may see, and the hints."""

import random
from collections.abc import Iterable
from typing import Any

from labkit.checks import Case, Question, equals
from labkit.checks.draws import fair_coins
from labkit.checks.judges import Rule, otherwise, sampled
from labkit.checks.plain_data import Seeded
from labkit.checks.questions import Judge

EMPTY = "Which divisor is 0? If a system has no response, part 3 says what its precision is."
EVERY = "Your p is 1, as if all of them counted. What is each compared with?"
ONE_SIDED = "This is one direction only. Two-sided, the other direction counts as well."
SIGN = "The observed difference may be negative: two-sided, only its size matters."
STRICT = "A way that does exactly as well as the observed one is at least as extreme, too."
SAMPLED = (
    "This is near, but not a share of all ways: draw none at random, add none, leave out none."
)
NO_MARGIN = "Rounding can set equal differences slightly apart: allow for that, as in part 5."

#: A response as (correct, found): correct, spurious, or not given.
KINDS = {"C": (1, 1), "S": (0, 1), "-": (0, 0)}

#: Two hundred responses and coins, and the sums after the exchange.
RNG = random.Random(6)
LONG = RNG.choices(["CC", "C-", "-C", "SS", "S-", "-S"], weights=[2, 4, 3, 1, 3, 5], k=200)
COINS_LONG = RNG.choices((0, 1), weights=[3, 2], k=200)
SUMS_LONG = ((60, 108), (64, 122))


def systems(*letters: Iterable[str]) -> tuple[list[tuple[int, int]], ...]:
    """Return systems as lists of responses, from a letter for each."""
    return tuple([KINDS[letter] for letter in system] for system in letters)


def column(table: dict[str, tuple[float | None, ...]], number: int) -> dict[str, float]:
    """Return what mistakes lead to in one case."""
    return {key: row[number] for key, row in table.items() if row[number] is not None}


def drawn(shuffles: int, extreme: int, **mistakes: int) -> Judge:
    """Judge a p-value of so many shuffles, so many of them extreme; a mistake counts others."""
    counts = {"every": shuffles, **mistakes}
    given = {key: (count + 1) / (shuffles + 1) for key, count in counts.items()}
    given["not_added"] = extreme / shuffles
    given |= {"half_added": (extreme + 1) / shuffles, "half_added_2": extreme / (shuffles + 1)}
    return equals((extreme + 1) / (shuffles + 1), **given)


def share(ways: int, extreme: int, **mistakes: float) -> Judge:
    """Judge the share of extreme ways, and tell what was sampled instead; a mistake counts others."""
    given = {key: count / ways for key, count in mistakes.items()}
    return otherwise(equals(extreme / ways, **given), sampled(extreme / ways, ways))


#: What mistakes lead to, in one case after the other; None where they make no difference.
SD = {
    "variance": (0.154, 7),
    "half": (0.077, 3.5),
    "plus": (0.346**0.5, 3**0.5),
    "once": (0.202**0.5, 6**0.5),
    "independent": (0.5, 5**0.5),
    "squared": (0.23848**0.5, 3),
    "squared_2": (0.46, 2),
    "root_early": (0.404, 5**0.5 + 2),
    "size": (None, 3**0.5),
    "size_2": (None, 5**0.5),
}
R12 = {
    "agreement": (0.7, 0.3),
    "no_neither": (-(0.1**0.5), -(0.6**0.5)),
    "covariance": (0.1, -0.1),
    "covariance_2": (10 / 99, -1 / 9),
    "covariance_3": (10, -1),
    "variances": (1 / 0.6, -1 / 0.6),
    "variances_2": (1 / 60, -1 / 6),
    "n_minus_one": (100 / 99 / 6**0.5, -10 / 9 / 6**0.5),
    "n_minus_one_2": (0.99 / 6**0.5, -0.9 / 6**0.5),
    "squared": (1 / 6, 1 / 6),
    "kappa": (0.4, -0.4),
    "only_found": (7 / 3, -0.02 / 0.0504**0.5),
}
#: Here as numbers of ways.
EXACT = {
    "every": (128, 1024, 256, 64, None),
    "added": (128 * 89 / 129, 1024 * 165 / 1025, 256 * 57 / 257, 64 * 29 / 65, None),
    "one_sided": (112, 982, 28, 56, 10),
    "one_sided_2": (44, 82, 252, 14, 10),
    "sign": (128, 1024, None, 64, None),
    "strict": (32, 84, 8, 16, 12),
    "recall": (80, 640, 256, 64, None),
    "no_margin": (64, None, 32, None, None),
    "above_one": (None, None, None, None, 20),
}
COUNTS = {
    "every": (512, 64, 64, 64, None),
    "unweighted": (512 * 14 / 30, 51.2, 24, 64 * 10 / 15, None),
    "unshared": (120, 26, None, None, None),
    "one_sided": (491, 56, 63, 56, 10),
    "one_sided_2": (41, 22, 7, 14, 10),
    "sign": (512, 64, 64, 64, None),
    "strict": (42, 16, 2, 16, 12),
    "short_range": (60, 29, 6, 13, None),
    "short_range_2": (75, 32, 10, 24, None),
    "short_range_3": (66, 40, 10, 16, None),
    "no_margin": (None, 28, 8, None, None),
}
NAN = float("nan")


def kept(expected: tuple[tuple[int, int], tuple[int, int]]) -> Rule:
    """Know sums after other coins than the given ones: no response is lost."""

    def rule(value: Any) -> str | None:
        totals = [[sum(column) for column in zip(*pair, strict=True)] for pair in (value, expected)]
        return "own_coins" if totals[0] == totals[1] else None

    return rule


QUESTIONS = [
    Question(
        "sd-difference",
        answer="sd_difference",
        points=1,
        parameters=("s1", "s2", "r12"),
        without=("labkit.significance:sd_of_difference",),
        meaning="With r12 = 0.8, a test that assumes independence takes s_d for 2.2 times as large.",
        hints={
            "variance": "This is the square of the standard deviation.",
            "plus": "What two scores share makes their difference vary less: look at the last sign.",
            "size": "If the correlation is negative, the difference varies more: keep its sign.",
            "once": "The last term is there twice: once for each score.",
            "independent": "The correlation has no effect: this is the value for r12 = 0.",
            "squared": "The last term has r12 and two standard deviations, without any square.",
            "root_early": "The root goes over all three terms: where does its bracket close?",
            "half": "This is half of the variance. If you wrote ** 1 / 2: the power comes first.",
            "other": "Work out the three terms of equation 2 one by one.",
        },
        cases=(
            Case((0.3, 0.4, 0.4), equals(0.154**0.5, **column(SD, 0))),
            Case((2.0, 1.0, -0.5), equals(7**0.5, **column(SD, 1))),
        ),
    ),
    Question(
        "correlation",
        answer="correlation_from_counts",
        points=1,
        parameters=("both", "only_1", "only_2", "neither"),
        without=("labkit.significance:response_correlation",),
        meaning="Yeh's two methods have r12 = 0.35: what one finds, the other finds more often, too.",
        hints={
            "agreement": "This is the share of things on which the systems agree. Two systems that "
            "find nearly everything agree often without any correlation.",
            "no_neither": "What neither of them finds belongs to the test set as well.",
            "covariance": "This has no scale yet: divide by the square roots of the formula.",
            "variances": "Divide by the square roots of the two sums, not by the sums.",
            "n_minus_one": "Part of your formula divides by n, part by n - 1. Use one of the two.",
            "squared": "This is the square of the correlation.",
            "kappa": "This is the agreement beyond chance, as in tick 5: near it, but not the same.",
            "only_found": "only_1 leaves out what both found. How many things did system 1 find?",
            "other": "Write down the two columns of 0 and 1, with their means; follow the formula.",
        },
        cases=(
            Case((30, 10, 20, 40), equals(6**-0.5, **column(R12, 0))),
            Case((1, 3, 4, 2), equals(-(6**-0.5), **column(R12, 1))),
        ),
    ),
    Question(
        "scores",
        answer="scores",
        points=1,
        parameters=("correct", "found", "gold"),
        without=tuple(f"labkit.metrics:{m}" for m in ("f1", "f_score", "precision", "recall")),
        meaning="Method A finds 47 of 103 and method B only 25, but B is more often right: 64 % to 49 %.",
        hints={
            "swapped": "Which is a share of the gold things, and which of the responses? Recall "
            "comes first.",
            "mean": "This is the plain mean of recall and precision; the F-score is another one.",
            "half": "Something is missing from F: if recall and precision are equal, so is F.",
            "precedence": "The division comes before the addition, unless brackets say otherwise.",
            "percent": "Give shares between 0 and 1, not percentages.",
            "disjoint": "found counts all responses, the correct ones included; gold counts all "
            "things that should be found, even those that were.",
            "empty_perfect": "A system that says nothing makes no mistake. But the question fixes its "
            "precision: read its last sentence again.",
            "nan": "nan is no number: numpy gives it for 0 / 0. What if no response is correct?",
            "ZeroDivisionError": "Which divisor is 0? The question says what to give if no response is correct.",
            "other": "Work out recall and precision by hand for one case, then F from these.",
        },
        cases=(
            Case(
                (6, 8, 12),
                equals(
                    (0.5, 0.75, 0.6),
                    swapped=(0.75, 0.5, 0.6),
                    mean=(0.5, 0.75, 0.625),
                    half=(0.5, 0.75, 0.3),
                    precedence=(0.5, 0.75, 2.25),
                    percent=(50.0, 75.0, 60.0),
                    disjoint=(0.5, 6 / 14, 12 / 26),
                    disjoint_2=(6 / 18, 0.75, 36 / 78),
                    disjoint_3=(6 / 18, 6 / 14, 12 / 32),
                ),
            ),
            Case(
                (2, 3, 7),
                equals(
                    (2 / 7, 2 / 3, 0.4),
                    swapped=(2 / 3, 2 / 7, 0.4),
                    mean=(2 / 7, 2 / 3, 10 / 21),
                    half=(2 / 7, 2 / 3, 0.2),
                    precedence=(2 / 7, 2 / 3, 2),
                    percent=(200 / 7, 200 / 3, 40),
                ),
            ),
            Case((0, 3, 5), equals((0.0, 0.0, 0.0), nan=(0.0, 0.0, NAN))),
            Case((0, 0, 5), equals((0.0, 0.0, 0.0), empty_perfect=(0, 1, 0), nan=(0.0, NAN, NAN))),
        ),
    ),
    Question(
        "toss",
        answer="toss",
        points=1,
        parameters=("n", "rng"),
        without=("labkit.arguments:as_generator",),
        meaning="Whatever you draw with, these coins are fair: chance is now yours to make.",
        hints={
            "size": "Each call gives as many tosses as n says.",
            "range": "Each toss is 0 or 1, and nothing else. Which numbers do yours come to?",
            "one_side": "All coins show the same side. Which whole numbers can your line draw? numpy "
            "leaves out the upper end.",
            "one_coin": "In each call all coins show the same side: one coin is tossed, and copied.",
            "pattern": "Each call gives the same coins, not as they would fall: draw each with rng.",
            "same_again": "Calls with one generator repeat each other. Do you make or seed a generator "
            "inside the function? Draw from the one that is given.",
            "biased": "In many tosses one side comes too often. What probability does each side have?",
            "balanced": "Each call has half of each side. Fair coins seldom do: it is the probability "
            "that is one half, not the share.",
            "dependent": "The sides come equally often, but a toss depends on the one before. Toss each "
            "coin for itself, and leave the tosses in their order.",
            "other": "Toss 20 coins, three times with the same generator, and print them. What would a "
            "real coin hardly ever do?",
        },
        cases=(
            Case((1000, Seeded(6, calls=20)), fair_coins(1000, 20)),
            Case((1, Seeded(60, calls=400)), fair_coins(1, 400)),
        ),
    ),
    Question(
        "shuffled-sums",
        answer="shuffled_sums",
        points=1,
        parameters=("a", "b", "coins"),
        without=("labkit.significance:count_outcomes",),
        meaning="One shuffle serves every score: recall, precision and F come from the same sums.",
        hints={
            "inverted": "You exchange where the coin shows 0, or give the second system first.",
            "one_way": "One system receives responses, and the other does not receive its share. If you "
            "wrote a = b, what b should get is gone.",
            "unshuffled": "Nothing has been exchanged: this is the sum of what was there before.",
            "correct_only": "A response goes over as a whole: correct and found together.",
            "only_exchanged": "A response whose coin shows 0 is not exchanged, and still counts.",
            "responses": "These are the responses after the exchange; their sums are asked for.",
            "early_return": "Only the first response is counted. If return stands inside the loop, it ends "
            "the function there.",
            "own_coins": "No response is lost, but not all are where the coins have put them. Each coin "
            "that is given moves its response, if it shows 1.",
            "other": "Follow one response whose coin shows 1 through your code: who has it then?",
        },
        cases=(
            Case(
                (*systems("CCS--C", "-C-CS-"), [1, 1, 1, 0, 0, 0]),
                equals(
                    ((2, 2), (3, 5)),
                    inverted=((3, 5), (2, 2)),
                    one_way=((2, 2), (2, 3)),
                    one_way_2=((3, 4), (3, 5)),
                    unshuffled=((3, 4), (2, 3)),
                    correct_only=((2, 4), (3, 3)),
                    correct_only_2=((3, 2), (2, 5)),
                    only_exchanged=((1, 1), (2, 3)),
                    responses=systems("-C---C", "CCSCS-"),
                    early_return=((0, 0), (1, 1)),
                ),
            ),
            Case(
                (*systems("-C-S-S", "CCC-SS"), [1, 1, 1, 0, 1, 0]),
                equals(
                    ((3, 6), (1, 2)),
                    inverted=((1, 2), (3, 6)),
                    one_way=((3, 6), (3, 5)),
                    one_way_2=((1, 3), (1, 2)),
                    unshuffled=((1, 3), (3, 5)),
                    correct_only=((3, 3), (1, 5)),
                    correct_only_2=((1, 6), (3, 2)),
                    only_exchanged=((3, 4), (1, 1)),
                    early_return=((1, 1), (0, 0)),
                ),
            ),
            Case(
                (*systems(*zip(*LONG, strict=True)), COINS_LONG),
                otherwise(equals(SUMS_LONG), kept(SUMS_LONG)),
            ),
        ),
    ),
    Question(
        "sampled-p",
        answer="sampled_p",
        points=2,
        parameters=("differences", "observed", "alternative"),
        without=("labkit.significance:count_outcomes",),
        meaning="You now have a complete randomization test, which can never say p = 0.",
        hints={
            "not_added": "What was observed is one of the shuffles: count it above and below the line.",
            "half_added": "One more is extreme, and one more is a shuffle: add above and below the line.",
            "strict": "A shuffle that does exactly as well as what was observed counts, too.",
            "one_side": "“two-sided” asks for the size: the other direction counts as well.",
            "doubled": "Twice one side is not quite it: count both sides, then add the observed one "
            "once.",
            "every": EVERY,
            "sign": SIGN,
            "both_sides": "“greater” counts only gains of the new one: a large loss is not a gain.",
            "less": "You count the small differences. “greater” counts those that are at least as large "
            "as the observed one.",
            "no_margin": "0.1 + 0.2 and 0.3 should be equal here, and to a computer they are not: read "
            "the last sentence of the question again.",
            "margin": "By how much may a difference miss the observed one? You allow more, or less.",
            "other": "Mark in the list by hand which differences count, and put their number into "
            "the formula. Is your p between 0 and 1? If not, look at the brackets.",
        },
        cases=(
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2, 0.15, -0.05], 0.2, "greater"),
                drawn(10, 3, strict=1, both_sides=5, less=9, less_2=7),
            ),
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2, 0.15, -0.35], 0.2, "two-sided"),
                drawn(10, 6, strict=4, one_side=3, doubled=7),
            ),
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2], -0.2, "two-sided"),
                drawn(8, 5, strict=3, one_side=6, sign=8),
            ),
            Case(
                ([0.1, -0.3, 0.2, 0.05, -0.1, 0.4, -0.25, 0.2], -0.2, "greater"),
                drawn(8, 6, both_sides=5, less=2),
            ),
            Case(
                ([0.3, 0.3, 0.7, 0.1, 0.5, -0.05], 0.1 + 0.2, "greater"),
                drawn(6, 4, strict=2, no_margin=2),
            ),
            Case(
                ([0.25 - 7e-10, 0.25 - 6e-10, 0.25 - 3e-9, 0.1, 0.4, 0.5, -0.1], 0.25, "greater"),
                drawn(7, 4, strict=2, no_margin=2, margin=2, margin_2=5),
            ),
        ),
    ),
    Question(
        "exact-p",
        answer="exact_p",
        points=2,
        parameters=("a", "b"),
        without=("labkit.significance:randomization_test", "scipy.stats:permutation_test"),
        meaning="No luck is left in this p: every way in which the coins can fall has been tried.",
        hints={
            "added": "All ways are there, with the observed one among them: nothing is added now.",
            "one_sided": ONE_SIDED,
            "every": EVERY,
            "sign": SIGN,
            "strict": STRICT,
            "recall": "Compare the precision of the two, not how many correct responses they have.",
            "no_margin": NO_MARGIN,
            "above_one": "No probability is above 1: twice one side may count some ways twice.",
            "sampled": SAMPLED,
            "ZeroDivisionError": EMPTY,
            "other": "List the 2 ** n ways for two systems with two responses, and score each by "
            "hand. The result is a share of the ways.",
        },
        cases=(
            Case(systems("C---SS-", "-CCCS-S"), share(128, 88, **column(EXACT, 0))),
            Case(systems("CS-S-CS-S-", "C-C-C--S-C"), share(1024, 164, **column(EXACT, 1))),
            Case(systems("CCC-S---", "C--CSSSS"), share(256, 56, **column(EXACT, 2))),
            Case(systems("CC--SS", "--CC--"), share(64, 28, **column(EXACT, 3))),
            Case(systems("C-S-", "-C-S"), share(16, 16, **column(EXACT, 4))),
        ),
    ),
    Question(
        "exact-from-counts",
        answer="exact_p_from_counts",
        points=1,
        parameters=("correct", "spurious"),
        without=("labkit.significance:randomization_test", "scipy.stats:permutation_test"),
        meaning="1,855 pairs of numbers stand for all the shuffles of Yeh's 86 responses.",
        hints={
            "unweighted": "The pairs of numbers are not equally probable: there are far more ways to "
            "receive half of the responses than all.",
            "unshared": "The responses that both gave are not shuffled, but they are still scored.",
            "one_sided": ONE_SIDED,
            "every": EVERY,
            "sign": SIGN,
            "strict": STRICT,
            "short_range": "range(m) ends before m, and the first system may receive all m.",
            "no_margin": NO_MARGIN,
            "sampled": SAMPLED,
            "ZeroDivisionError": EMPTY,
            "slow": "If you try the shuffles one by one: there are too many. Which pairs of numbers "
            "stand for them?",
            "other": "Try it with one or two responses of each kind, and compare with exact_p.",
        },
        cases=(
            Case(((1, 1, 3), (0, 4, 1)), share(512, 82, **column(COUNTS, 0))),
            Case(((1, 0, 2), (0, 2, 2)), share(64, 44, **column(COUNTS, 1))),
            Case(((1, 1, 2), (1, 3, 0)), share(64, 14, **column(COUNTS, 2))),
            Case(((0, 2, 2), (0, 2, 0)), share(64, 28, **column(COUNTS, 3))),
            Case(((0, 1, 1), (0, 1, 1)), share(16, 16, **column(COUNTS, 4))),
            Case(((31, 0, 2), (15, 0, 2)), equals(0.5, every=1.0)),
            # 39 responses have more shuffles than a computer tries in an hour.
            Case(((3, 12, 8), (2, 10, 9)), equals(0.7193225447445002), seconds=1),
        ),
    ),
]
