"""The demonstration of the tails: what they show, by other ways to compute it."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import demos, sign_test
from labkit.demos._binomial_tails import binomial_tails_numbers
from tests.demos.binomial import law, tails


@given(n=st.integers(1, 40), share=st.floats(0, 1), two=st.booleans())
def test_p_is_that_of_the_sign_test(n, share, two):
    k = round(share * n)
    numbers = binomial_tails_numbers(n, k, tails="two tails" if two else "one tail")
    expected = sign_test(n - k, k, alternative="two-sided" if two else "greater")
    assert numbers["pvalue"] == pytest.approx(expected.pvalue, rel=1e-12)
    assert numbers["rejected"] == expected.is_significant(0.05)


@given(
    n=st.integers(1, 30),
    q=st.sampled_from([Fraction(1, 10), Fraction(1, 2), Fraction(7, 10)]),
    alpha=st.sampled_from([0.1, 0.05, 0.01]),
    two=st.booleans(),
)
def test_the_rejected_region_holds_what_would_be_rejected_and_nothing_else(n, q, alpha, two):
    name = "two tails" if two else "one tail"
    rejected = set()
    for k in range(n + 1):
        lower, upper = tails(n, k, q)
        p = min(1, 2 * min(lower, upper)) if two else lower
        if p <= alpha:
            rejected.add(k)
    found = binomial_tails_numbers(n, 0, float(q), name, alpha)
    low = -1 if found["low"] is None else found["low"]
    high = n + 1 if found["high"] is None else found["high"]
    assert rejected == {k for k in range(n + 1) if k <= low or k >= high}
    assert found["size"] == pytest.approx(float(sum(law(n, q)[k] for k in rejected)))
    assert found["size"] <= alpha + 1e-12


def test_p_of_just_alpha_is_rejected():
    assert binomial_tails_numbers(6, 0, alpha=2 / 2**6)["rejected"]
    assert not binomial_tails_numbers(6, 0, alpha=0.031)["rejected"]


def test_the_lectures_example_of_2000_events():
    numbers = binomial_tails_numbers(2000, 753, tails="one tail")
    assert numbers["pvalue"] == pytest.approx(7.806666257279006e-29)
    readout = demos.binomial_tails(n=2000, k=753, tails="one tail").readout()
    assert "p = 7.81e-29" in readout and "is rejected" in readout


def test_the_readout_names_the_region():
    readout = demos.binomial_tails(n=20, k=6).readout()
    assert "p = 0.115" in readout and "is not rejected" in readout
    assert "at most 5 or at least 15 negative events" in readout
    assert "4.1\N{NO-BREAK SPACE}% of all experiments" in readout
    assert "no outcome at all" in demos.binomial_tails(n=4, k=0).readout()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n": 0}, "n must be a whole number from 1 to 2,000, not 0"),
        ({"k": 21}, "k must be a whole number from 0 to 20, not 21"),
        ({"q": 1.5}, "q must be between 0.01 and 0.99"),
        ({"alpha": 5}, "alpha must be between"),
        ({"tails": "both"}, "tails must be one of 'one tail', 'two tails'"),
    ],
)
def test_bad_numbers_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        binomial_tails_numbers(**settings)


@pytest.mark.parametrize(("alpha", "said"), [(0.9999, "100"), (0.05, "2.1"), (1e-7, "0")])
def test_how_often_it_rejects_is_said_without_powers_of_ten(alpha, said):
    readout = demos.binomial_tails(tails="one tail", alpha=alpha).readout()
    assert f"that happens in {said}\N{NO-BREAK SPACE}%" in readout
