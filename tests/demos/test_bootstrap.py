"""The demonstration of the bootstrap: what it counts, by other ways to count it."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import demos


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


def test_the_buttons_count_on_and_stop_at_the_most():
    demo = demos.bootstrap()
    assert "Nothing resampled so far" in demo.readout.value
    demo.controls["one"].click()
    demo.controls["thousand"].click()
    numbers = demos.bootstrap_numbers(resamples=1001)
    assert demo.settings["resamples"] == 1001
    assert f"{numbers['extreme']} of 1,001 gains above 2 delta = 0.5" in demo.readout.value
    demo._picture = str  # not to be looked at
    for _ in range(10):
        demo.controls["thousand"].click()
    assert demo.settings["resamples"] == 10_000


def test_the_shift_moves_the_picture_and_no_number():
    demo = demos.bootstrap(resamples=200)
    readout, picture = demo.readout.value, demo.picture.value
    assert ">2 delta<" in picture
    demo.controls["shifted"].value = True
    assert demo.readout.value == readout
    assert "gain of system 1, less delta" in demo.picture.value
    assert ">2 delta<" not in demo.picture.value


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
