"""The demonstration of shuffling: what it counts, by other ways to count it."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import demos, load_yeh_modifiers, randomization_test
from labkit.metrics import f_score, precision, recall

EXACT = {  # one-sided p and the better method
    "recall": (9.756279177963745e-05, "I"),
    "F-score": (0.014775688, "I"),
    "precision": (0.019994289, "II"),
}


@pytest.mark.parametrize("metric", EXACT)
def test_the_papers_counts_give_its_differences(metric):
    numbers = demos.shuffling_numbers(metric)
    pvalue, better = EXACT[metric]
    assert numbers["better"] == better
    assert numbers["pvalue"] == pytest.approx(pvalue, abs=5e-9)
    a, b = load_yeh_modifiers()
    score = {"recall": recall(103), "F-score": f_score(103), "precision": precision}[metric]
    expected = randomization_test(
        a, b, score, alternative="greater" if better == "I" else "less", method="exact"
    )
    assert numbers["pvalue"] == pytest.approx(expected.pvalue)
    assert numbers["difference"] == pytest.approx(abs(expected.statistic))


def by_hand(metric, to_1, kinds, both, gold):
    """Difference I less II of one deal, in fractions."""
    scores = []
    for method in (True, False):
        right = both[0] + sum(
            kind for kind, mine in zip(kinds, to_1, strict=True) if mine == method
        )
        found = both[0] + both[1] + sum(mine == method for mine in to_1)
        r, p = Fraction(right, gold), Fraction(right, found) if found else Fraction(0)
        f = 2 * r * p / (r + p) if r + p else Fraction(0)
        scores.append({"recall": r, "precision": p, "F-score": f}[metric])
    return scores[0] - scores[1]


@given(
    metric=st.sampled_from(list(EXACT)),
    counts=st.lists(st.integers(0, 3), min_size=6, max_size=6),
    more=st.integers(1, 5),
)
def test_small_examples_agree_with_every_deal_in_turn(metric, counts, more):
    gold = sum(counts[:3]) + more
    names = ("correct_both", "correct_1", "correct_2", "spurious_both", "spurious_1", "spurious_2")
    numbers = demos.shuffling_numbers(
        metric, **dict(zip(names, counts, strict=True)), gold=gold, shuffles=5
    )
    kinds = [1] * (counts[1] + counts[2]) + [0] * (counts[4] + counts[5])
    observed = [True] * counts[1] + [False] * counts[2] + [True] * counts[4] + [False] * counts[5]
    both = counts[0], counts[3]
    difference = by_hand(metric, observed, kinds, both, gold)
    sign = 1 if difference >= 0 else -1
    deals = list(product((True, False), repeat=len(kinds)))
    large = sum(
        sign * by_hand(metric, deal, kinds, both, gold) >= abs(difference) for deal in deals
    )
    assert numbers["difference"] == pytest.approx(float(abs(difference)))
    assert numbers["pvalue"] == pytest.approx(large / len(deals))
    latest = sign * by_hand(metric, numbers["to_1"], kinds, both, gold)
    assert numbers["latest"] == pytest.approx(float(latest))


def test_shuffles_are_counted_as_they_come():
    differences = []
    for shuffles in range(1, 40):
        numbers = demos.shuffling_numbers("precision", shuffles=shuffles, seed=4)
        differences.append(numbers["latest"])
        assert numbers["differences"] == differences
        extreme = sum(d >= numbers["difference"] for d in differences)
        assert numbers["extreme"] == extreme
        assert numbers["sampled"] == (extreme + 1) / (shuffles + 1)


def test_ten_thousand_shuffles_come_close():
    numbers = demos.shuffling_numbers("precision", shuffles=10_000)
    error = (numbers["pvalue"] / 10_000) ** 0.5
    assert abs(numbers["sampled"] - numbers["pvalue"]) < 4 * error


def test_the_readout_sets_the_papers_count_beside_the_expected_one():
    demo = demos.shuffling(metric="precision")
    assert "II − I = 0.146" in demo.readout.value
    assert "20,966 are expected; the paper counted 25,770" in demo.readout.value
    assert "Nothing shuffled so far" in demo.readout.value
    demo.controls["correct_1"].value = 27
    assert "paper" not in demo.readout.value
    demo.controls["one"].click()
    assert "+ 1) / (1 + 1)" in demo.readout.value and "shuffle 1" in demo.picture.value


def test_there_are_at_least_as_many_to_find_as_were_found():
    demo = demos.shuffling()
    demo.controls["gold"].value = 1
    assert demo.settings["gold"] == 19 + 28 + 6
    with pytest.raises(ValueError, match="gold must be a whole number and at least 53, not 52"):
        demos.shuffling_numbers(gold=52)


@pytest.mark.parametrize("metric", EXACT)
def test_shuffles_that_change_nothing_are_shown_nevertheless(metric):
    nothing = dict.fromkeys(("correct_1", "correct_2", "spurious_1", "spurious_2"), 0)
    demo = demos.shuffling(metric=metric, **nothing, shuffles=3)
    assert "<b>p = 1</b>" in demo.readout.value and "as large" in demo.picture.value
