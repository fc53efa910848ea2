"""The demonstration of the bootstrap: what it counts, by other ways to count it."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import bootstrap_test, demos
from labkit.demos._bootstrap import bootstrap_numbers


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
    numbers = bootstrap_numbers(n=n, plus=plus, minus=minus)
    one, two = [1] * plus + [0] * (n - plus), [0] * plus + [1] * minus + [0] * (n - plus - minus)
    assert numbers["pvalue"] == pytest.approx(bootstrap_test(one, two).pvalue, abs=1e-12)
    expected = float(share_above(n, plus, minus))
    if plus == n:  # every resample gains the same: nothing is tested
        expected = 0
    assert numbers["pvalue"] == pytest.approx(expected, abs=1e-12)
    assert numbers["delta"] == pytest.approx((plus - minus) / n)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"plus": 15, "minus": 6}, "minus must be a whole number from 0 to 5, not 6"),
        ({"plus": 2, "minus": 3}, "minus must be a whole number from 0 to 2, not 3"),
        ({"n": 201}, "n must be a whole number from 1 to 200, not 201"),
        ({"resamples": 10_001}, "resamples must be a whole number from 0 to 10,000, not 10001"),
        ({"look": 10_001}, "look must be a whole number from 0 to 10,000, not 10001"),
    ],
)
def test_bad_numbers_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        demos.bootstrap(**settings)


def test_the_answer_comes_when_it_is_asked_for():
    assert demos.bootstrap().readout() == "delta = 0.25\nNothing resampled so far"
    exact = demos.bootstrap(exact=True, resamples=9).readout()
    assert exact == "delta = 0.25\nEndless resamples: p = 0.0219"


def test_systems_that_never_differ_have_no_small_p():
    readout = demos.bootstrap(plus=0, minus=0, exact=True).readout()
    assert "the systems never differ, there is nothing to test" in readout
    assert readout.endswith("p = 1")
    assert "never differ" not in demos.bootstrap(plus=2, minus=2).readout()
