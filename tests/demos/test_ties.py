"""The demonstration of ties: what it shows, by other ways to compute it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.demos.binomial import tails
from tests.demos.oracles import ties as oracle


@given(plus=st.integers(0, 12), minus=st.integers(0, 12), tied=st.integers(1, 12))
def test_a_tie_is_half_an_event_for_each_side_or_none(plus, minus, tied):
    numbers = oracle.numbers(plus, minus, tied)
    half = (tied + 1) // 2
    for policy, n, k in (
        ("split", 2 * half + plus + minus, half + min(plus, minus)),
        ("drop", plus + minus, min(plus, minus)),
    ):
        case = numbers[policy]
        assert (case["n"], case["k"]) == (n, k)
        assert case["pvalue"] == pytest.approx(float(min(1, 2 * tails(n, k)[0])))
        assert case["rejected"] == (case["pvalue"] <= 0.05)
