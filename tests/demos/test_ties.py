"""The demonstration of ties: what it shows, by other ways to compute it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import demos
from tests.demos.binomial import tails


@given(plus=st.integers(0, 12), minus=st.integers(0, 12), tied=st.integers(1, 12))
def test_a_tie_is_half_an_event_for_each_side_or_none(plus, minus, tied):
    numbers = demos.ties_numbers(plus, minus, tied)
    half = (tied + 1) // 2
    for policy, n, k in (
        ("split", 2 * half + plus + minus, half + min(plus, minus)),
        ("drop", plus + minus, min(plus, minus)),
    ):
        case = numbers[policy]
        assert (case["n"], case["k"]) == (n, k)
        assert case["pvalue"] == pytest.approx(float(min(1, 2 * tails(n, k)[0])))
        assert case["rejected"] == (case["pvalue"] <= 0.05)


def test_the_readout_sets_split_against_dropped():
    readout = demos.ties(plus=1, minus=11, ties=88).readout.value
    assert "Ties split: <b>p = 0.368</b><br>45 of 100 events; inconclusive" in readout
    assert "Ties dropped: <b>p = 0.00635</b><br>1 of 12 events; significant" in readout


def test_ties_alone_leave_nothing_to_test():
    demo = demos.ties(plus=0, minus=0)
    assert "Ties dropped: <b>p = 1</b>" in demo.readout.value
    assert "nothing is left to test" in demo.picture.value
    demo.controls["ties"].value = 0
    assert 'role="alert"' in demo.readout.value
    assert "plus, minus and ties must be above 0 together" in demo.readout.value
