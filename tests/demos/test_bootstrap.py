"""The demonstration of the bootstrap: what it counts, by other ways to count it."""

import re
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit import bootstrap_test, demos


def share_above(n, plus, minus):
    """P(gain > 2 delta), summed over how often the two kinds of item are drawn."""
    p, q, r = Fraction(plus, n), Fraction(minus, n), Fraction(n - plus - minus, n)
    return sum(
        comb(n, i) * comb(n - i, j) * p**i * q**j * r ** (n - i - j)
        for i in range(n + 1)
        for j in range(n - i + 1)
        if i - j > 2 * (plus - minus)
    )


@settings(max_examples=40)
@given(data=st.data(), n=st.integers(5, 14))
def test_the_p_value_of_endless_resamples_is_a_trinomial_tail(data, n):
    plus = data.draw(st.integers(1, n))
    minus = data.draw(st.integers(0, min(plus, n - plus)))
    numbers = demos.bootstrap_numbers(n, plus, minus)
    expected = float(share_above(n, plus, minus))
    if plus == n:  # every resample gains the same: nothing is tested
        expected = 0
    assert numbers["pvalue"] == pytest.approx(expected, abs=1e-12)
    assert numbers["delta"] == pytest.approx((plus - minus) / n)


def test_the_counts_are_those_of_the_resamples_drawn_so_far():
    n, plus, minus = 12, 5, 2
    score = [1] * plus + [-1] * minus + [0] * (n - plus - minus)
    gains = []
    for resamples in range(1, 60):
        numbers = demos.bootstrap_numbers(n, plus, minus, resamples)
        assert len(numbers["drawn"]) == n and set(numbers["drawn"]) <= set(range(n))
        gains.append(sum(score[item] for item in numbers["drawn"]))
        assert numbers["gain"] == pytest.approx(gains[-1] / n)
        assert numbers["mean"] == pytest.approx(sum(gains) / resamples / n)
        assert numbers["extreme"] == sum(gain > 2 * (plus - minus) for gain in gains)
        assert numbers["sampled"] == numbers["extreme"] / resamples
        assert numbers["counts"] == [gains.count(gain) for gain in range(-n, n + 1)]


def test_many_resamples_come_close_to_endless_ones():
    numbers = demos.bootstrap_numbers(20, 7, 2, 10_000)
    error = (numbers["pvalue"] * (1 - numbers["pvalue"]) / 10_000) ** 0.5
    assert abs(numbers["sampled"] - numbers["pvalue"]) < 4 * error
    assert numbers["mean"] == pytest.approx(0.25, abs=4 * 0.14 / 100)


def test_another_seed_draws_others():
    one, other = (demos.bootstrap_numbers(resamples=500, seed=seed) for seed in (1, 2))
    assert one["counts"] != other["counts"] and one["pvalue"] == other["pvalue"]


def test_the_answer_comes_when_it_is_asked_for():
    demo = demos.bootstrap()
    assert "Nothing resampled so far" in demo.readout.value and "p =" not in demo.readout.value
    demo.controls["exact"].value = True
    assert "Endless resamples: p = 0.0219" in demo.readout.value
    assert "endless resamples" in demo.picture.value
    demo.controls["exact"].value = False
    demo.controls["thousand"].click()
    demo.controls["one"].click()
    numbers = demos.bootstrap_numbers(resamples=1001)
    assert f"{numbers['extreme']} of 1,001 gains above 2 delta = 0.5" in demo.readout.value
    assert f"p = {numbers['sampled']:.3g}" in demo.readout.value
    few = demos.bootstrap(resamples=99)
    assert "of 99 gains" in few.readout.value and "p =" not in few.readout.value


def test_no_p_is_printed_as_0():
    demo = demos.bootstrap(n=30, plus=25, minus=0, resamples=500)
    assert "p &lt; 0.002" in demo.readout.value


def test_any_resample_can_be_looked_at():
    every = demos.bootstrap_numbers(resamples=40)
    for look in (1, 25):
        numbers = demos.bootstrap_numbers(resamples=40, look=look)
        assert numbers["drawn"] == demos.bootstrap_numbers(resamples=look)["drawn"]
        assert numbers["gain"] == every["gains"][look - 1] / 20
        assert numbers["counts"] == every["counts"] and numbers["mean"] == every["mean"]


def test_a_click_on_a_bar_offers_a_resample_with_its_gain():
    demo = demos.bootstrap(resamples=300, shifted=True)
    (values,) = re.findall(r'data-set="look" data-values="([^"]*)"', demo.picture.value)
    gains = demos.bootstrap_numbers(resamples=300)["gains"]
    offered = values.split()
    assert len(offered) == 41  # gains of -20 to 20
    for gain, look in zip(range(-20, 21), offered, strict=True):
        assert (look == "-") == (gain not in gains)
        assert look == "-" or gains[int(look) - 1] == gain


def test_pasted_predictions_are_counted_by_hand():
    lines = ["a a b", "b b c", "c x c", "d d d", "e x y", "f f g"]
    numbers = demos.bootstrap_numbers(data="pasted", pasted="\n".join(lines))
    assert (numbers["n"], numbers["plus"], numbers["minus"]) == (6, 3, 1)
    assert not numbers["swapped"]
    swapped = "\n".join(" ".join((g, two, one)) for g, one, two in map(str.split, lines))
    demo = demos.bootstrap(data="pasted", pasted=swapped)
    assert {name: demo.settings[name] for name in ("n", "plus", "minus")} == {
        "n": 6, "plus": 3, "minus": 1,
    }  # fmt: skip
    assert "System 2 is better: it is drawn as the first" in demo.readout.value


def test_the_names_of_columns_are_no_item_and_an_item_is_no_name():
    pasted = "Label,Baseline,Ours\nPOS,POS,NEG\nNEG,NEG,POS"
    assert demos.bootstrap_numbers(data="pasted", pasted=pasted)["n"] == 2
    for pasted in (
        "right right wrong\nwrong wrong right",
        "label one two",
        "Rome Rome Oslo\na b a",
    ):
        numbers = demos.bootstrap_numbers(data="pasted", pasted=pasted)
        assert numbers["n"] == len(pasted.splitlines())


def test_systems_that_never_differ_have_no_p_below_what_can_be_counted():
    for never in (
        {"plus": 0, "minus": 0},
        {"data": "pasted", "pasted": "POS POS POS\nNEG POS POS"},
    ):
        demo = demos.bootstrap(resamples=500, exact=True, **never)
        assert "The systems never differ: there is nothing to test" in demo.readout.value
        assert "&lt;" not in demo.readout.value and "p = 1<" in demo.readout.value
    assert "never differ" not in demos.bootstrap(plus=2, minus=2).readout.value


def test_two_systems_of_the_lab_fill_the_counts():
    pair = "svm/full-02", "lexicon/half-01"
    demo = demos.bootstrap(data="two systems", system_1=pair[0], system_2=pair[1], resamples=100)
    systems = np.load(Path(__file__).parents[2] / "data" / "systems" / "imdb.npz")
    gold, one, two = (systems[name][:200] for name in ("gold", *pair))
    alone = ((one == gold) & (two != gold)).sum(), ((one != gold) & (two == gold)).sum()
    assert (demo.settings["plus"], demo.settings["minus"]) == (max(alone), min(alone))
    assert demo.settings["n"] == 200 and "alert" not in demo.readout.value
    expected = bootstrap_test((one == gold).astype(int), (two == gold).astype(int)).pvalue
    numbers = demos.bootstrap_numbers(**demo.settings)
    assert numbers["pvalue"] == pytest.approx(expected if alone[0] >= alone[1] else 1 - expected)


def test_the_shift_moves_the_picture_and_no_number():
    demo = demos.bootstrap(resamples=200)
    readout, picture = demo.readout.value, demo.picture.value
    assert "> 2 delta <" in picture
    demo.controls["shifted"].value = True
    assert demo.readout.value == readout
    assert "gain of system 1, less delta" in demo.picture.value
    assert "> 2 delta <" not in demo.picture.value


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"plus": 15, "minus": 6}, "minus must be a whole number from 0 to 5, not 6"),
        ({"plus": 2, "minus": 3}, "minus must be a whole number from 0 to 2, not 3"),
        ({"resamples": 10_001}, "resamples must be a whole number from 0 to 10,000, not 10001"),
        ({"seed": -1}, "seed must be a whole number and at least 0, not -1"),
    ],
)
def test_bad_numbers_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        demos.bootstrap_numbers(**settings)
