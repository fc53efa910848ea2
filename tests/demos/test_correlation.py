"""The demonstration of correlated systems: what it shows, by textbook formulas."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from labkit import demos
from labkit.demos._correlation import correlation_numbers


@given(data=st.data(), n=st.integers(2, 60) | st.sampled_from([10, 300]))
def test_the_tests_are_those_of_scipy_on_the_same_items(data, n):
    one, two = (data.draw(st.integers(1, n - 1)) for _ in range(2))
    both = data.draw(st.integers(max(0, one + two - n), min(one, two)))
    numbers = correlation_numbers(n, one, two, both)
    a = [1] * one + [0] * (n - one)
    b = [1] * both + [0] * (one - both) + [1] * (two - both) + [0] * (n - one - two + both)
    assert numbers["r12"] == pytest.approx(stats.pearsonr(a, b).statistic, abs=1e-9)
    unmatched = stats.ttest_ind(a, b)
    assert numbers["two_sample"]["pvalue"] == pytest.approx(unmatched.pvalue)
    assert numbers["two_sample"]["degrees"] == unmatched.df
    if a != b and abs(numbers["matched"]["t"]) < 1e6:
        matched = stats.ttest_rel(a, b)
        assert numbers["matched"]["pvalue"] == pytest.approx(matched.pvalue)
        assert numbers["matched"]["t"] == pytest.approx(matched.statistic)
        assert numbers["difference"] / numbers["s_d"] == pytest.approx(matched.statistic)
    assert numbers["difference"] / numbers["s_d_independent"] == pytest.approx(unmatched.statistic)


def test_the_overlap_matters_to_the_matched_test_alone():
    many, few = (correlation_numbers(both=both) for both in (30, 10))
    assert many["two_sample"] == few["two_sample"]
    assert many["matched"]["pvalue"] < many["two_sample"]["pvalue"] < few["matched"]["pvalue"]
    assert many["ratio"] < 1 < few["ratio"] and many["r12"] > 0 > few["r12"]


def test_yehs_correlation():
    numbers = correlation_numbers(103, 47, 25, 19)
    assert numbers["r12"] == pytest.approx(0.345, abs=5e-4)
    # Equation 2 with two deviations that are nearly equal is his table of section 2.1.
    assert numbers["ratio"] == pytest.approx(sqrt(1 - 0.345), abs=5e-3)


def test_the_readout_says_both_p_values():
    assert demos.correlation().readout().splitlines() == [
        "Difference 0.12; correlation r₁₂ = 0.58",
        "Standard deviation of the difference: 0.0443, 0.651 times that of independent systems, 0.0681",
        "Two-sample t test: p = 0.0884; t = 1.71",
        "Matched t test: p = 0.00984; t = 2.63",
    ]


def test_the_same_items_leave_nothing_to_vary():
    numbers = correlation_numbers(12, 5, 5, 5)
    assert (numbers["r12"], numbers["s_d"], numbers["ratio"]) == (1, 0, 0)
    assert numbers["matched"] == {"t": 0, "degrees": 11, "pvalue": 1}
    readout = demos.correlation(n=12, found_1=5, found_2=5, both=5).readout()
    assert "Matched t test: p = 1; t = 0.00" in readout


def test_p_is_never_printed_as_0():
    assert correlation_numbers(183, 182, 1, 0)["two_sample"]["pvalue"] == 0  # 1e-304
    demo = demos.correlation(n=300, found_1=299, found_2=1, both=0)
    assert "Two-sample t test: p < 1e-300" in demo.readout()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n": 1}, "n must be a whole number from 2 to 300, not 1"),
        ({"found_1": 103}, "found_1 must be a whole number from 1 to 102, not 103"),
        ({"found_2": 0}, "found_2 must be a whole number from 1 to 102, not 0"),
        ({"both": 36}, "both must be a whole number from 0 to 35, not 36"),
    ],
)
def test_bad_numbers_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        demos.correlation(**settings)
