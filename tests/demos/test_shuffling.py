"""The demonstrations of shuffling and sign flips: what they count, by other ways to count it."""

from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import demos, load_yeh_modifiers, randomization_test
from labkit.demos.resampling import histogram
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
    with pytest.raises(ValueError, match="gold: expected at least the 53 found; got 52"):
        demos.shuffling_numbers(gold=52)


@pytest.mark.parametrize("two_sided", [False, True])
@given(data=st.data())
def test_bars_of_a_histogram_are_wholly_extreme_or_wholly_not(two_sided, data):
    size = data.draw(st.sampled_from([10, 500]))
    rng = np.random.default_rng(data.draw(st.integers(0, 10)))
    half = rng.normal(size=size).round(2)
    values = np.concatenate([half, -half])
    observed = abs(data.draw(st.sampled_from(half.tolist())))
    shown = histogram(values, np.full(2 * size, 0.5 / size), values, observed, two_sided)
    far = abs(values) if two_sided else values
    assert shown.found.sum() == 2 * size and shown.law.sum() == pytest.approx(1)
    assert shown.found[shown.extreme].sum() == (far >= observed - 1e-9).sum()
    assert shown.law[shown.extreme].sum() == pytest.approx((far >= observed - 1e-9).mean())


def small_table():
    return pd.DataFrame([[0.5, 0.25, 0.75, 1.0], [0.25, 0.5, 0.25, 0.5]], index=["A", "B"])


def test_flips_of_a_small_table_agree_with_all_of_them():
    numbers = demos.sign_flips_numbers("A", "B", shuffles=30, table=small_table())
    gains = [0.25, -0.25, 0.5, 0.5]
    assert numbers["gains"] == gains and numbers["difference"] == 0.25
    sums = [
        sum(s * g for s, g in zip(signs, gains, strict=True))
        for signs in product((1, -1), repeat=4)
    ]
    assert numbers["pvalue"] == sum(abs(s) >= 1 for s in sums) / 16
    flipped = [-g if f else g for g, f in zip(gains, numbers["flipped"], strict=True)]
    assert numbers["latest"] == pytest.approx(sum(flipped) / 4)
    assert numbers["extreme"] == sum(abs(mean) >= 0.25 for mean in numbers["means"])
    assert numbers["sampled"] == (numbers["extreme"] + 1) / 31


def test_the_labs_table_is_compared_exactly():
    demo = demos.sign_flips(shuffles=1000)
    assert "a − b = +0.0707" in demo.readout.value
    assert "All 2<sup>24</sup> flips: p = 0.0188" in demo.readout.value
    numbers = demos.sign_flips_numbers(shuffles=1000)
    assert f"({numbers['extreme']} + 1) / (1,000 + 1)" in demo.readout.value
    assert "observed: +0.071" in demo.picture.value


def test_a_table_of_ones_own_can_be_shown():
    demo = demos.sign_flips(small_table(), shuffles=2)
    assert (demo.settings["run_a"], demo.settings["run_b"]) == ("A", "B")
    assert "All 2<sup>4</sup> flips" in demo.readout.value


def test_a_run_is_not_compared_with_itself():
    demo = demos.sign_flips()
    demo.controls["run_b"].value = demo.settings["run_a"]
    assert "run_b: expected another run than run_a" in demo.readout.value
    assert not demo.picture.value
    with pytest.raises(ValueError, match="run_a: expected one of the table's 2 runs; got 'C'"):
        demos.sign_flips_numbers("C", "B", table=small_table())


@pytest.mark.parametrize("metric", EXACT)
def test_shuffles_that_change_nothing_are_shown_nevertheless(metric):
    nothing = dict.fromkeys(("correct_1", "correct_2", "spurious_1", "spurious_2"), 0)
    demo = demos.shuffling(metric=metric, **nothing, shuffles=3)
    assert "<b>p = 1</b>" in demo.readout.value and "as large" in demo.picture.value
