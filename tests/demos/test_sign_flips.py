"""The demonstration of sign flips: what it counts, by other ways to count it."""

from functools import partial
from itertools import product

import pandas as pd
import pytest

from labkit import demos


def small_table():
    return pd.DataFrame([[0.5, 0.25, 0.75, 1.0], [0.25, 0.5, 0.25, 0.5]], index=["A", "B"])


def test_flips_of_a_small_table_agree_with_all_of_them():
    numbers = demos.sign_flips_numbers(run_a="A", run_b="B", shuffles=30, table=small_table())
    gains = [0.25, -0.25, 0.5, 0.5]
    assert numbers["gains"] == gains and numbers["difference"] == 0.25
    sums = [
        sum(s * g for s, g in zip(signs, gains, strict=True))
        for signs in product((1, -1), repeat=4)
    ]
    assert numbers["pvalue"] == sum(abs(s) >= 1 for s in sums) / 16
    flipped = [-g if f else g for g, f in zip(gains, numbers["flipped"], strict=True)]
    assert numbers["here"] == pytest.approx(sum(flipped) / 4)
    assert numbers["extreme"] == sum(abs(mean) >= 0.25 for mean in numbers["means"])
    assert numbers["sampled"] == (numbers["extreme"] + 1) / 31


def test_the_labs_table_is_compared_exactly():
    numbers = demos.sign_flips_numbers(shuffles=1000)
    first, _, p, exact = demos.sign_flips(shuffles=1000, exact=True).readout().splitlines()
    assert first == "Means 0.84, 0.77; a − b = +0.07"
    assert p == f"p = {numbers['sampled']:.3g} = ({numbers['extreme']} + 1) / (1,000 + 1)"
    assert exact == "All 2²⁴ flips: p = 0.0186"


def test_a_table_of_ones_own_can_be_shown():
    demo = demos.sign_flips(small_table(), shuffles=2, exact=True)
    assert (demo.settings["run_a"], demo.settings["run_b"]) == ("A", "B")
    assert demo.data == {run: row.tolist() for run, row in small_table().T.items()}
    assert "All 2⁴ flips" in demo.readout()
    assert demos.sign_flips(small_table(), run_a="B").settings["run_a"] == "B"


def test_a_run_against_itself_leaves_nothing_to_test():
    demo = demos.sign_flips(small_table(), run_b="A", shuffles=100, exact=True)
    assert "a run against itself, there is nothing to test" in demo.readout()
    assert demo.readout().endswith("All 2⁴ flips: p = 1")


@pytest.mark.parametrize(
    "rows, names",
    [([[0.5]], ["A"]), ([[0.5]] * 3, ["A", "A", "B"]), ([[0.5]] * 2, [None, "B"])],
)
def test_a_table_needs_two_runs_with_names_of_their_own(rows, names):
    table = pd.DataFrame(rows, index=names)
    for show in (demos.sign_flips, partial(demos.sign_flips_numbers, "A", "B")):
        with pytest.raises(ValueError, match="with a name of its own, not one with the rows"):
            show(table=table)


@pytest.mark.parametrize("score", [-0.1, 31.5, float("nan")])
def test_scores_are_from_0_to_1(score):
    with pytest.raises(ValueError, match="table must have scores from 0 to 1 on at most 100"):
        demos.sign_flips(pd.DataFrame([[0.5], [score]], index=["A", "B"]))


@pytest.mark.parametrize("table", [small_table().to_numpy(), {"A": [0.5]}, "scores.csv"])
def test_what_is_no_table_is_refused_by_name(table):
    with pytest.raises(TypeError, match="table must be a DataFrame with a row a run, each with"):
        demos.sign_flips(table)


@pytest.mark.parametrize("run", [["A"], 3, None, "C"])
def test_a_run_is_one_of_the_table_s(run):
    with pytest.raises(ValueError, match="run_a must be one of the table's 2 runs, not "):
        demos.sign_flips_numbers(run_a=run, run_b="B", table=small_table())


def test_equal_means_are_a_tie_whatever_floats_make_of_them():
    table = pd.DataFrame([[0.1, 0.2, 0.0], [0.0, 0.0, 0.3]], index=["A", "B"])
    numbers = demos.sign_flips_numbers("A", "B", shuffles=50, table=table)
    assert numbers["extreme"] == 50 and numbers["pvalue"] == 1  # no mean is closer to 0


def test_any_shuffle_can_be_looked_at():
    every = demos.sign_flips_numbers(shuffles=30)
    numbers = demos.sign_flips_numbers(shuffles=30, look=7)
    flipped = [-g if f else g for g, f in zip(every["gains"], numbers["flipped"], strict=True)]
    assert numbers["here"] == pytest.approx(sum(flipped) / len(flipped))
    assert numbers["here"] == every["means"][6] and numbers["means"] == every["means"]


def test_the_first_shuffle_is_an_ordinary_one():
    for a, b in (demos._sign_flips.RUNS, ("F_A_1_NB05_5", "F_A_1_NB01_1")):
        numbers = demos.sign_flips_numbers(run_a=a, run_b=b, shuffles=1)
        assert abs(numbers["here"]) < 0.7 * numbers["difference"]
