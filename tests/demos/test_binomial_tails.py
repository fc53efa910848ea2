"""The demonstration of the tails: what they show, by other ways to compute it."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.demos.binomial import law, tails
from tests.demos.oracles import binomial_tails as oracle


@given(
    n=st.integers(1, 30),
    share=st.floats(0, 1),
    alpha=st.sampled_from([0.1, 0.05, 0.01]),
    two=st.booleans(),
)
@example(n=6, share=0, alpha=2 / 2**6, two=True)  # a p of just alpha
def test_p_and_what_is_rejected_are_those_of_the_law_in_fractions(n, share, alpha, two):
    pvalues = []
    for k in range(n + 1):
        lower, upper = tails(n, k)
        pvalues.append(min(1, 2 * min(lower, upper)) if two else lower)
    rejected = {k for k, p in enumerate(pvalues) if p <= alpha}
    k = round(share * n)
    found = oracle.numbers(n, k, "two tails" if two else "one tail", alpha)
    assert found["pvalue"] == pytest.approx(float(pvalues[k]), rel=1e-12)
    assert found["rejected"] == (k in rejected)
    low = -1 if found["low"] is None else found["low"]
    high = n + 1 if found["high"] is None else found["high"]
    assert rejected == {k for k in range(n + 1) if k <= low or k >= high}
    assert found["size"] == pytest.approx(float(sum(law(n)[k] for k in rejected)))
