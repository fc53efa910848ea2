"""The demonstration of the bootstrap: what it counts, by other ways to count it."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import bootstrap_test
from tests.demos.oracles import bootstrap as oracle


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
    numbers = oracle.numbers(n=n, plus=plus, minus=minus)
    one, two = [1] * plus + [0] * (n - plus), [0] * plus + [1] * minus + [0] * (n - plus - minus)
    assert numbers["pvalue"] == pytest.approx(bootstrap_test(one, two).pvalue, abs=1e-12)
    # Where every resample gains the same, nothing is tested.
    expected = 0 if plus == n else float(share_above(n, plus, minus))
    assert numbers["pvalue"] == pytest.approx(expected, abs=1e-12)
    assert numbers["delta"] == pytest.approx((plus - minus) / n)
