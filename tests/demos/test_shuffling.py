"""The demonstration of shuffling: what it counts, by other ways to count it."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
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


@settings(max_examples=30)
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
    assert numbers["here"] == pytest.approx(float(latest))


def test_shuffles_are_counted_as_they_come():
    differences = []
    for shuffles in range(1, 40):
        numbers = demos.shuffling_numbers("precision", shuffles=shuffles, seed=4)
        differences.append(numbers["here"])
        assert numbers["differences"] == differences
        extreme = sum(d >= numbers["difference"] for d in differences)
        assert numbers["extreme"] == extreme
        assert numbers["sampled"] == (extreme + 1) / (shuffles + 1)


def test_ten_thousand_shuffles_come_close():
    numbers = demos.shuffling_numbers("precision", shuffles=10_000)
    error = (numbers["pvalue"] / 10_000) ** 0.5
    assert abs(numbers["sampled"] - numbers["pvalue"]) < 4 * error


@pytest.mark.parametrize("metric", EXACT)
def test_the_first_shuffle_is_an_ordinary_one(metric):
    numbers = demos.shuffling_numbers(metric, shuffles=10)
    assert abs(numbers["differences"][0]) < 0.7 * numbers["difference"]
    assert numbers["extreme"] == 0


def test_any_shuffle_can_be_looked_at():
    every = demos.shuffling_numbers(shuffles=30, look=0)
    for look in (1, 17, 30):
        numbers = demos.shuffling_numbers(shuffles=30, look=look)
        assert numbers["shown"] == look and numbers["differences"] == every["differences"]
        assert numbers["to_1"] == demos.shuffling_numbers(shuffles=look)["to_1"]
        assert numbers["here"] == every["differences"][look - 1]
    with pytest.raises(ValueError, match="look must be a whole number from 0 to 30, not 31"):
        demos.shuffling_numbers(shuffles=30, look=31)


def test_the_answer_comes_when_it_is_asked_for():
    assert demos.shuffling(metric="precision").readout().splitlines() == [
        "I 0.49, II 0.64; II − I = 0.15",
        "Nothing shuffled so far",
    ]
    exact = demos.shuffling(metric="precision", exact=True).readout().splitlines()[-1]
    assert exact == "All shuffles: p = 0.02"


def test_p_is_shown_from_a_hundred_shuffles_on():
    assert "p =" not in demos.shuffling(shuffles=99).readout()
    numbers = demos.shuffling_numbers(shuffles=100)
    written = f"p = {numbers['sampled']:.3g} = ({numbers['extreme']} + 1) / (100 + 1)"
    assert demos.shuffling(shuffles=100).readout().splitlines()[-1] == written


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"gold": 52}, "gold must be a whole number from 53 to 1,000, not 52"),
        ({"correct_1": 201}, "correct_1 must be a whole number from 0 to 200, not 201"),
        ({"seed": 2**32}, "seed must be a whole number from 0 to 4,294,967,295, not 4294967296"),
        ({"metric": "accuracy"}, "metric must be one of 'F-score', 'recall', 'precision'"),
    ],
)
def test_what_the_page_cannot_show_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        demos.shuffling_numbers(**wrong)


@pytest.mark.parametrize("metric", EXACT)
def test_shuffles_that_change_nothing_are_all_as_large(metric):
    nothing = dict.fromkeys(("correct_1", "correct_2", "spurious_1", "spurious_2"), 0)
    for both in (19, 0):
        demo = demos.shuffling(
            metric=metric, **nothing, correct_both=both, spurious_both=both, shuffles=3, exact=True
        )
        assert "3 of 3 at least as large" in demo.readout() and "p = 1" in demo.readout()
