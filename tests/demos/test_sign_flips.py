"""The demonstration of sign flips: what it shows of the lab's table, by another way to count it."""

from collections import Counter
from fractions import Fraction

import pytest

from labkit import load_scores_table
from tests.demos.oracles import sign_flips as oracle


def share_as_far(steps):
    """The share of all flips of these whole numbers whose sum is at least as far from 0, by its law."""
    law = {0: 1}
    for step in steps:
        after = Counter()
        for total, ways in law.items():
            after[total + step] += ways
            after[total - step] += ways
        law = after
    far = sum(ways for total, ways in law.items() if abs(total) >= abs(sum(steps)))
    return Fraction(far, 2 ** len(steps))


@pytest.mark.parametrize("run_b", ["F_C_1_LEX03_3", "F_A_1_NB05_5", "F_C_1_LEN01_1"])
def test_two_runs_are_compared_by_all_flips(run_b):
    numbers = oracle.numbers("F_A_1_NB04_4", run_b)
    runs = load_scores_table().loc[["F_A_1_NB04_4", run_b]]
    a, b = (runs * 10_000).round().astype(int).to_numpy()
    assert numbers["mean_a"] == pytest.approx(a.mean() / 10_000)
    assert numbers["mean_b"] == pytest.approx(b.mean() / 10_000)
    assert numbers["difference"] == pytest.approx((a - b).mean() / 10_000)
    assert numbers["pvalue"] == pytest.approx(float(share_as_far((a - b).tolist())), rel=1e-9)
