"""The demonstration of correlated systems: what it shows, by SciPy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tests.demos.oracles import correlation as oracle


@given(data=st.data(), n=st.integers(2, 60) | st.sampled_from([10, 300]))
def test_the_tests_are_those_of_scipy_on_the_same_items(data, n):
    one, two = (data.draw(st.integers(1, n - 1)) for _ in range(2))
    both = data.draw(st.integers(max(0, one + two - n), min(one, two)))
    numbers = oracle.numbers(n, one, two, both)
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


def test_the_same_items_leave_nothing_to_vary():
    numbers = oracle.numbers(12, 5, 5, 5)
    assert (numbers["r12"], numbers["s_d"], numbers["ratio"]) == (1, 0, 0)
    assert numbers["matched"] == {"t": 0, "degrees": 11, "pvalue": 1}


def test_a_p_that_no_float_holds_in_full_is_0():
    assert oracle.numbers(183, 182, 1, 0)["two_sample"]["pvalue"] == 0  # 1e-304
