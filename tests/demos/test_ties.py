"""The demonstration of ties: what it shows, by other ways to compute it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import demos
from labkit.demos._ties import ties_numbers
from tests.demos.binomial import tails


@given(plus=st.integers(0, 12), minus=st.integers(0, 12), tied=st.integers(1, 12))
def test_a_tie_is_half_an_event_for_each_side_or_none(plus, minus, tied):
    numbers = ties_numbers(plus, minus, tied)
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
    assert demos.ties(plus=1, minus=11, ties=88).readout().splitlines() == [
        "Ties split: p = 0.368; 45 of 100 events; inconclusive",
        "Ties dropped: p = 0.00635; 1 of 12 events; significant",
    ]


def test_ties_alone_leave_nothing_to_test():
    demo = demos.ties(plus=0, minus=0)
    assert "Ties dropped: p = 1; 0 of 0 events" in demo.readout()
    with pytest.raises(ValueError, match="plus, minus and ties must be above 0 together"):
        demo.settings = {**demo.settings, "ties": 0}


@pytest.mark.parametrize(("name", "most"), [("plus", 100), ("minus", 100), ("ties", 400)])
def test_what_the_page_cannot_show_is_refused(name, most):
    with pytest.raises(ValueError, match=f"{name} must be a whole number from 0 to {most}"):
        ties_numbers(**{name: most + 1})
