"""The demonstration of shuffling: what it counts, by other ways to count it."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit import load_yeh_modifiers, randomization_test
from labkit.metrics import f_score, precision, recall
from tests.demos.oracles import shuffling as oracle

EXACT = {  # one-sided p and the better method
    "recall": (9.756279177963745e-05, "A"),
    "F-score": (0.014775688, "A"),
    "precision": (0.019994289, "B"),
}


@pytest.mark.parametrize("metric", EXACT)
def test_the_papers_counts_give_its_differences(metric):
    numbers = oracle.numbers(metric)
    pvalue, better = EXACT[metric]
    assert numbers["better"] == better
    assert numbers["pvalue"] == pytest.approx(pvalue, abs=5e-9)
    a, b = load_yeh_modifiers()
    score = {"recall": recall(103), "F-score": f_score(103), "precision": precision}[metric]
    side = "greater" if better == "A" else "less"
    expected = randomization_test(a, b, score, alternative=side, method="exact")
    assert numbers["pvalue"] == pytest.approx(expected.pvalue)
    assert numbers["difference"] == pytest.approx(abs(expected.statistic))


def by_hand(metric, to_1, kinds, both, gold):
    """Difference A less B of one shuffle, in fractions."""
    scores = []
    for method in (True, False):
        alone = [kind for kind, mine in zip(kinds, to_1, strict=True) if mine == method]
        right = both[0] + sum(alone)
        found = both[0] + both[1] + sum(mine == method for mine in to_1)
        r, p = Fraction(right, gold), Fraction(right, found) if found else Fraction(0)
        f = 2 * r * p / (r + p) if r + p else Fraction(0)
        scores.append({"recall": r, "precision": p, "F-score": f}[metric])
    return scores[0] - scores[1]


@settings(max_examples=30)
@given(
    metric=st.sampled_from(list(EXACT)),
    counts=st.lists(st.integers(0, 2), min_size=6, max_size=6),
    more=st.integers(1, 5),
)
def test_small_examples_agree_with_every_deal_in_turn(metric, counts, more):
    gold = sum(counts[:3]) + more
    names = ("correct_both", "correct_1", "correct_2", "spurious_both", "spurious_1", "spurious_2")
    numbers = oracle.numbers(metric, **dict(zip(names, counts, strict=True)), gold=gold)
    kinds = [1] * (counts[1] + counts[2]) + [0] * (counts[4] + counts[5])
    observed = [True] * counts[1] + [False] * counts[2] + [True] * counts[4] + [False] * counts[5]
    both = counts[0], counts[3]
    difference = by_hand(metric, observed, kinds, both, gold)
    sign = 1 if difference >= 0 else -1
    deals = list(product((True, False), repeat=len(kinds)))
    leads = [sign * by_hand(metric, deal, kinds, both, gold) for deal in deals]
    large = sum(lead >= abs(difference) for lead in leads)
    assert numbers["difference"] == pytest.approx(float(abs(difference)))
    assert numbers["pvalue"] == pytest.approx(large / len(deals))


@pytest.mark.parametrize("metric", EXACT)
def test_shuffles_that_change_nothing_are_all_as_large(metric):
    nothing = dict.fromkeys(("correct_1", "correct_2", "spurious_1", "spurious_2"), 0)
    for both in (19, 0):
        numbers = oracle.numbers(metric, **nothing, correct_both=both, spurious_both=both)
        assert (numbers["pvalue"], numbers["better"]) == (1, "A")
