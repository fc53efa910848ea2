"""The demonstration of shuffling: what it counts, by other ways to count it."""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score, precision_score, recall_score

from labkit import demos, load_yeh_modifiers, randomization_test
from labkit.metrics import f_score, precision, recall

ROOT = Path(__file__).parents[2]
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


def test_the_answer_comes_when_it_is_asked_for():
    demo = demos.shuffling(metric="precision")
    assert "II − I = 0.15" in demo.readout.value and "Nothing shuffled so far" in demo.readout.value
    assert "p =" not in demo.readout.value and "all shuffles" not in demo.picture.value
    demo.controls["exact"].value = True
    assert "All shuffles: p = 0.02" in demo.readout.value and "all shuffles" in demo.picture.value
    assert "20,966 are expected; the paper counted 25,770" in demo.readout.value
    demo.controls["correct_1"].value = 27
    assert "paper" not in demo.readout.value


def test_p_is_shown_from_a_hundred_shuffles_on():
    demo = demos.shuffling(shuffles=99)
    assert "of 99 at least as large" in demo.readout.value and "p =" not in demo.readout.value
    demo.controls["one"].click()
    numbers = demos.shuffling_numbers(shuffles=100)
    assert f"p = {numbers['sampled']:.3g}" in demo.readout.value
    assert f"({numbers['extreme']} + 1) / (100 + 1)" in demo.readout.value


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
        assert numbers["latest"] == every["latest"] == every["here"]
    with pytest.raises(ValueError, match="look must be a whole number from 0 to 30, not 31"):
        demos.shuffling_numbers(shuffles=30, look=31)


def targets(demo):
    (values,) = re.findall(r'data-set="look" data-values="([^"]*)"', demo.picture.value)
    return [None if value == "-" else int(value) for value in values.split()]


def test_a_click_on_a_bar_shows_its_shuffles_one_after_the_other():
    demo = demos.shuffling(shuffles=200)
    differences = np.array(demos.shuffling_numbers(shuffles=200)["differences"])
    bars = targets(demo)
    offered = [look for look in bars if look is not None]
    assert len(offered) == len(set(offered)) > 10
    # From left to right they grow, and each bar's are nearer to each other than to any other's.
    assert (np.diff(differences[np.array(offered) - 1]) > -1e-12).all()
    place = max(
        range(len(bars)), key=lambda bar: bars[bar] is not None and abs(bar - len(bars) / 2) < 2
    )
    met = []
    while (look := targets(demo)[place]) not in met and len(met) < 5:
        demo.page._hear(None, {"kind": "set", "name": "look", "value": str(look), "id": 1}, None)
        assert demo.settings["look"] == look and f"shuffle {look}<" in demo.picture.value
        met.append(look)
    assert met == sorted(met) and len(met) > 2
    assert np.ptp(differences[np.array(met) - 1]) < np.ptp(differences) / 10
    demo.controls["one"].click()
    assert demo.settings["look"] == 0 and "shuffle 201<" in demo.picture.value


def labels(gold, one, two):
    names = {True: "POS", False: "NEG"}
    rows = zip(gold, one, two, strict=True)
    return "\n".join(" ".join(names[value] for value in row) for row in rows)


@settings(max_examples=15)
@given(
    st.lists(st.tuples(*[st.booleans()] * 3), min_size=1, max_size=40).filter(
        lambda items: any(gold for gold, _, _ in items)
    )
)
def test_pasted_predictions_score_as_scikit_learn_scores_them(items):
    gold, one, two = zip(*items, strict=True)
    for metric, score in (
        ("recall", recall_score),
        ("precision", precision_score),
        ("F-score", f1_score),
    ):
        numbers = demos.shuffling_numbers(metric, data="pasted", pasted=labels(gold, one, two))
        for mine, predicted in (("score_1", one), ("score_2", two)):
            assert numbers[mine] == pytest.approx(score(gold, predicted, zero_division=0))


def test_two_systems_of_the_lab_fill_the_counts():
    pair = "svm/full-02", "lexicon/half-01"
    demo = demos.shuffling(data="two systems", system_1=pair[0], system_2=pair[1])
    systems = np.load(ROOT / "data" / "systems" / "imdb.npz")
    gold, one, two = (systems[name][:200] == 1 for name in ("gold", *pair))
    assert demo.settings["correct_both"] == (gold & one & two).sum()
    assert demo.settings["spurious_2"] == (~gold & ~one & two).sum()
    assert demo.settings["gold"] == gold.sum() and demo.controls["gold"].disabled
    demo.controls["data"].value = "counts"  # they stay, and can be changed
    assert demo.settings["correct_both"] == (gold & one & two).sum()
    assert not demo.controls["gold"].disabled
    demo.reset.click()
    assert demo.settings["system_1"] == pair[0] and demo.settings["data"] == "two systems"


@pytest.mark.parametrize(
    ("pasted", "message"),
    [
        ("POS POS NEG\n\nPOS POS", "line 3 must be three words: what is right, system 1, system 2"),
        ("POS POS NEG NEG", "line 1 must be three words"),
        ("", "pasted must have a line for each item, and it is empty"),
        ("\n".join(["POS POS NEG"] * 201), "pasted must have at most 200 lines, not 201"),
        ("good good bad", "pasted must call one class of the right answers POS"),
        ("<b>x</b>", "line 1 must be three words: .*, not “<b>x</b>”"),
    ],
)
def test_bad_lines_are_named(pasted, message):
    with pytest.raises(ValueError, match=message):
        demos.shuffling_numbers(data="pasted", pasted=pasted)
    demo = demos.shuffling(data="pasted", pasted=pasted)
    assert 'role="alert"' in demo.readout.value and "<b>x" not in demo.readout.value
    demo.controls["data"].value = "counts"
    assert "alert" not in demo.readout.value


@pytest.mark.parametrize("mark", [" ", "\t", ",", "; ", ", ", "   "])
def test_columns_may_be_parted_as_they_come(mark):
    pasted = "\n".join(mark.join(line) for line in (("1", "1", "0"), ("0", "1", "0"), ("yes",) * 3))
    numbers = demos.shuffling_numbers(data="pasted", pasted=pasted.replace("yes", "1"))
    assert (numbers["correct_1"], numbers["spurious_1"], numbers["correct_both"]) == (1, 1, 1)


@pytest.mark.parametrize(
    "pasted",
    [
        '"POS","POS","NEG"\n"NEG","POS","NEG"',
        "\ufeffPOS POS NEG\nNEG POS NEG",
        "POS\tPOS\tNEG\t\nNEG\tPOS\tNEG\t",
        "1.0 1.0 0.0\n0.0 1.0 0.0",
        "gold\tone\ttwo\nPOS\tPOS\tNEG\nNEG\tPOS\tNEG",
    ],
    ids=["quoted", "byte order mark", "empty last column", "floats", "names of columns"],
)
def test_what_a_table_has_around_its_words_is_no_part_of_them(pasted):
    numbers = demos.shuffling_numbers(data="pasted", pasted=pasted)
    assert (numbers["correct_1"], numbers["spurious_1"], numbers["gold"]) == (1, 1, 1)


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
    assert "3 of 3 at least as large" in demo.readout.value and "as large" in demo.picture.value
