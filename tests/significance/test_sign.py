"""The sign test against the course's formula in fractions."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.significance import Outcomes, count_outcomes, sign_test
from tests.significance import oracles

COUNTS = st.integers(0, 60)
ALTERNATIVES = ["two-sided", "greater", "less"]


@pytest.mark.parametrize(
    "plus, minus, ties, pvalue",
    [
        (3, 8, 1, 0.266845703125),
        (1, 11, 88, 0.36820161732669626),
        (2, 6, 0, 0.2890625),
        (10, 20, 170, 0.5246223557223149),
        (0, 0, 10, 1),
        (5, 5, 0, 1),
    ],
)
def test_the_course_s_formula(plus, minus, ties, pvalue):
    assert sign_test(plus, minus, ties).pvalue == pytest.approx(pvalue, rel=1e-12)


def test_dropped_ties():
    assert sign_test(3, 8, 1, ties_policy="drop").pvalue == pytest.approx(0.2265625, rel=1e-14)


def test_the_slides_1247_of_2000():
    assert sign_test(1247, 753, alternative="greater").pvalue == pytest.approx(
        7.806666257279006e-29, rel=1e-11
    )


@given(COUNTS, COUNTS, COUNTS, st.sampled_from(["split", "drop"]), st.sampled_from(ALTERNATIVES))
def test_p_equals_the_sum_in_fractions(plus, minus, ties, policy, alternative):
    if plus + minus + ties == 0:
        ties = 1
    expected = oracles.sign_pvalue(plus, minus, ties, policy, alternative)
    result = sign_test(plus, minus, ties, ties_policy=policy, alternative=alternative)
    assert result.pvalue == pytest.approx(float(expected), rel=1e-12)
    assert 0 < result.pvalue <= 1
    assert result.statistic == plus - minus and result.n == plus + minus + ties


def test_a_thousand_million_events():
    """Checked against the terms of the binomial, added outwards from the middle in extended precision."""
    n, plus = 10**9, 500_050_000
    k = np.arange(n // 2, n // 2 + 600_000, dtype=np.longdouble)
    relative = np.concatenate([[np.longdouble(1)], np.cumprod((n - k[:-1]) / (k[:-1] + 1))])
    expected = relative[k >= plus].sum() / (2 * relative.sum() - 1)
    result = sign_test(plus, n - plus, alternative="greater")
    assert result.pvalue == pytest.approx(float(expected), rel=1e-7)
    assert result.method == "exact"
    assert sign_test(10**9, 0).pvalue == 0  # smaller than any float


@pytest.mark.parametrize("name", ["plus", "minus", "ties"])
def test_more_events_than_a_machine_counts_are_refused(name):
    with pytest.raises(ValueError, match=rf"^{name} must be a whole number from 0 to 1,000,"):
        sign_test(**{"plus": 5, "minus": 3, name: 10**21})


def test_count_outcomes():
    assert count_outcomes([1, 0, 2, 3], [0, 1, 2, 1]) == Outcomes(plus=2, minus=1, ties=1)
    plus, minus, ties = count_outcomes([0.1 + 0.2, 1e6, 5], [0.3, 1e6 * (1 + 1e-12), 5])
    assert (plus, minus, ties) == (0, 0, 3)


@pytest.mark.parametrize(
    "convert",
    [
        list,
        tuple,
        lambda x: np.array(x, bool),
        lambda x: np.array(x, np.uint8),
        lambda x: pd.Series(x, index=list("abcd")),
    ],
)
def test_good_input(convert):
    assert count_outcomes(convert([0, 1, 1, 0]), convert([1, 0, 1, 1])) == (1, 2, 1)


@pytest.mark.parametrize("policy", ["split", "drop"])
def test_p_values_under_the_null_are_not_too_small(policy):
    """Every outcome of 40 items of which half are ties, with its probability: no simulation needed."""
    for alpha in (0.01, 0.05, 0.2):
        rejected = sum(
            math.comb(20, plus) / 2**20
            for plus in range(21)
            if sign_test(plus, 20 - plus, 20, ties_policy=policy).is_significant(alpha)
        )
        assert rejected <= alpha
