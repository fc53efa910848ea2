"""The demonstration of the bootstrap: what it counts, by other ways to count it."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
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


@given(data=st.data(), n=st.integers(5, 14))
def test_the_p_value_of_endless_resamples_is_a_trinomial_tail(data, n):
    plus = data.draw(st.integers(1, n))
    minus = data.draw(st.integers(0, min(plus, n - plus)))
    numbers = demos.bootstrap_numbers(n=n, plus=plus, minus=minus)
    one, two = [1] * plus + [0] * (n - plus), [0] * plus + [1] * minus + [0] * (n - plus - minus)
    assert numbers["pvalue"] == pytest.approx(bootstrap_test(one, two).pvalue, abs=1e-12)
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
        numbers = demos.bootstrap_numbers(n=n, plus=plus, minus=minus, resamples=resamples)
        assert len(numbers["drawn"]) == n and set(numbers["drawn"]) <= set(range(n))
        gains.append(sum(score[item] for item in numbers["drawn"]))
        assert numbers["gain"] == pytest.approx(gains[-1] / n)
        assert numbers["mean"] == pytest.approx(sum(gains) / resamples / n)
        assert numbers["extreme"] == sum(gain > 2 * (plus - minus) for gain in gains)
        assert numbers["sampled"] == numbers["extreme"] / resamples
        assert numbers["gains"] == gains


def test_many_resamples_come_close_to_endless_ones():
    numbers = demos.bootstrap_numbers(n=20, plus=7, minus=2, resamples=10_000)
    error = (numbers["pvalue"] * (1 - numbers["pvalue"]) / 10_000) ** 0.5
    assert abs(numbers["sampled"] - numbers["pvalue"]) < 4 * error
    assert numbers["mean"] == pytest.approx(0.25, abs=4 * 0.14 / 100)


def test_another_seed_draws_others():
    one, other = (demos.bootstrap_numbers(resamples=500, seed=seed) for seed in (1, 2))
    assert one["gains"] != other["gains"] and one["pvalue"] == other["pvalue"]


def test_any_resample_can_be_looked_at():
    every = demos.bootstrap_numbers(resamples=40)
    for look in (1, 25):
        numbers = demos.bootstrap_numbers(resamples=40, look=look)
        assert numbers["drawn"] == demos.bootstrap_numbers(resamples=look)["drawn"]
        assert numbers["gain"] == every["gains"][look - 1] / 20
        assert numbers["gains"] == every["gains"] and numbers["mean"] == every["mean"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"plus": 15, "minus": 6}, "minus must be a whole number from 0 to 5, not 6"),
        ({"plus": 2, "minus": 3}, "minus must be a whole number from 0 to 2, not 3"),
        ({"n": 201}, "n must be a whole number from 1 to 200, not 201"),
        ({"resamples": 10_001}, "resamples must be a whole number from 0 to 10,000, not 10001"),
        ({"seed": -1}, "seed must be a whole number from 0 to 4,294,967,295, not -1"),
    ],
)
def test_bad_numbers_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        demos.bootstrap_numbers(**settings)


def test_the_answer_comes_when_it_is_asked_for():
    assert demos.bootstrap().readout() == "delta = 0.25\nNothing resampled so far"
    assert demos.bootstrap(exact=True).readout().endswith("\nEndless resamples: p = 0.0219")
    numbers = demos.bootstrap_numbers(resamples=1001)
    said = f"{numbers['extreme']} of 1,001 gains above 2 delta = 0.50: p = {numbers['sampled']:.3g}"
    for shift in ({}, {"shifted": True}):  # the shift moves the picture and no number
        assert demos.bootstrap(resamples=1001, **shift).readout().splitlines()[-1] == said
    assert "p =" not in demos.bootstrap(resamples=99).readout()


def test_no_p_is_printed_as_0():
    readout = demos.bootstrap(n=30, plus=25, minus=0, resamples=500).readout()
    assert readout.endswith("0 of 500 gains above 2 delta = 1.67: p < 0.002")


def test_systems_that_never_differ_have_no_p_below_what_can_be_counted():
    readout = demos.bootstrap(plus=0, minus=0, resamples=500, exact=True).readout()
    assert "the systems never differ, there is nothing to test" in readout
    assert "<" not in readout and readout.endswith("p = 1")
    assert "never differ" not in demos.bootstrap(plus=2, minus=2).readout()
