"""The demonstration of sign flips: what it shows of the lab's table, by another way to count it."""

from fractions import Fraction

import pytest

from labkit import demos, load_scores_table
from labkit.demos._sign_flips import sign_flips_numbers


def share_as_far(steps):
    """The share of all flips of these whole numbers whose sum is at least as far from 0, by its law."""
    law = {0: 1}
    for step in steps:
        after = {}
        for total, ways in law.items():
            for flipped in (total + step, total - step):
                after[flipped] = after.get(flipped, 0) + ways
        law = after
    far = sum(ways for total, ways in law.items() if abs(total) >= abs(sum(steps)))
    return Fraction(far, 2 ** len(steps))


@pytest.mark.parametrize("run_b", ["F_C_1_LEX03_3", "F_A_1_NB05_5", "F_C_1_LEN01_1"])
def test_two_runs_are_compared_by_all_flips(run_b):
    numbers = sign_flips_numbers("F_A_1_NB04_4", run_b)
    runs = load_scores_table().loc[["F_A_1_NB04_4", run_b]]
    a, b = (runs * 10_000).round().astype(int).to_numpy()
    assert numbers["mean_a"] == pytest.approx(a.mean() / 10_000)
    assert numbers["mean_b"] == pytest.approx(b.mean() / 10_000)
    assert numbers["difference"] == pytest.approx((a - b).mean() / 10_000)
    assert numbers["pvalue"] == pytest.approx(float(share_as_far((a - b).tolist())), rel=1e-9)


def test_the_answer_comes_when_it_is_asked_for():
    means = "Means 0.84, 0.77; a − b = +0.07"
    assert demos.sign_flips().readout() == f"{means}\nNothing flipped so far"
    exact = demos.sign_flips(exact=True, shuffles=9).readout()
    assert exact == f"{means}\nAll 2²⁴ flips: p = 0.0186"


def test_a_run_against_itself_leaves_nothing_to_test():
    demo = demos.sign_flips(run_b="F_A_1_NB04_4", exact=True)
    assert "a run against itself, there is nothing to test" in demo.readout()
    assert demo.readout().endswith("All 2²⁴ flips: p = 1")


def test_the_page_has_all_runs_in_four_decimals():
    data, table = demos.sign_flips().data, load_scores_table()
    assert list(data) == list(table.index)
    assert data["F_A_1_NB04_4"] == table.loc["F_A_1_NB04_4"].round(4).tolist()


@pytest.mark.parametrize("run", [3, None, "C"])
def test_a_run_is_one_of_the_table_s(run):
    with pytest.raises(ValueError, match="run_a must be one of '.*', not "):
        demos.sign_flips(run_a=run)
