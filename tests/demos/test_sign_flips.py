"""The demonstration of sign flips: what it counts, by other ways to count it."""

from functools import partial
from itertools import product

import pandas as pd
import pytest

from labkit import demos


def small_table():
    return pd.DataFrame([[0.5, 0.25, 0.75, 1.0], [0.25, 0.5, 0.25, 0.5]], index=["A", "B"])


def test_flips_of_a_small_table_agree_with_all_of_them():
    numbers = demos.sign_flips_numbers("A", "B", shuffles=30, table=small_table())
    gains = [0.25, -0.25, 0.5, 0.5]
    assert numbers["gains"] == gains and numbers["difference"] == 0.25
    sums = [
        sum(s * g for s, g in zip(signs, gains, strict=True))
        for signs in product((1, -1), repeat=4)
    ]
    assert numbers["pvalue"] == sum(abs(s) >= 1 for s in sums) / 16
    flipped = [-g if f else g for g, f in zip(gains, numbers["flipped"], strict=True)]
    assert numbers["latest"] == pytest.approx(sum(flipped) / 4)
    assert numbers["extreme"] == sum(abs(mean) >= 0.25 for mean in numbers["means"])
    assert numbers["sampled"] == (numbers["extreme"] + 1) / 31


def test_the_labs_table_is_compared_exactly():
    demo = demos.sign_flips(shuffles=1000, exact=True)
    assert "a − b = +0.07" in demo.readout.value
    assert "All 2<sup>24</sup> flips: p = 0.0186" in demo.readout.value
    numbers = demos.sign_flips_numbers(shuffles=1000)
    assert f"({numbers['extreme']} + 1) / (1,000 + 1)" in demo.readout.value
    assert "observed: +0.07" in demo.picture.value


def test_a_table_of_ones_own_can_be_shown():
    demo = demos.sign_flips(small_table(), shuffles=2, exact=True)
    assert (demo.settings["run_a"], demo.settings["run_b"]) == ("A", "B")
    assert "All 2<sup>4</sup> flips" in demo.readout.value


def test_a_run_against_itself_leaves_nothing_to_test():
    demo = demos.sign_flips(shuffles=100)
    demo.controls["run_b"].value = demo.settings["run_a"]
    assert "A run against itself: there is nothing to test" in demo.readout.value
    assert "p = 1<" in demo.readout.value and "observed: 0.00" in demo.picture.value
    assert demos.sign_flips_numbers("A", "A", table=small_table())["pvalue"] == 1
    with pytest.raises(ValueError, match="run_a must be one of the table's 2 runs, not 'C'"):
        demos.sign_flips_numbers("C", "B", table=small_table())


@pytest.mark.parametrize(
    "rows, names",
    [([[0.5]], ["A"]), ([[0.5]] * 3, ["A", "A", "B"]), ([[0.5]] * 2, [None, "B"])],
)
def test_a_table_needs_two_runs_with_names_of_their_own(rows, names):
    table = pd.DataFrame(rows, index=names)
    for show in (demos.sign_flips, partial(demos.sign_flips_numbers, table=table)):
        with pytest.raises(ValueError, match="with a name of its own, not one with the rows"):
            show(table) if show is demos.sign_flips else show()


@pytest.mark.parametrize("table", [small_table().to_numpy(), {"A": [0.5]}, "scores.csv"])
def test_what_is_no_table_is_refused_by_name(table):
    with pytest.raises(TypeError, match="table must be a DataFrame with a row a run, each with"):
        demos.sign_flips(table)


@pytest.mark.parametrize("run", [["A"], 3, None])
def test_a_run_is_one_of_the_table_s(run):
    with pytest.raises(ValueError, match="run_a must be one of the table's 2 runs, not "):
        demos.sign_flips_numbers(run, "B", table=small_table())


@pytest.mark.parametrize("pasted", ["0,1;0,2\n0,3;0,2", "0.5000001 0.5\n0.3 0.1\n0.1 0.3"])
def test_equal_means_and_noise_are_drawn(pasted):
    demo = demos.sign_flips(data="pasted", pasted=pasted, shuffles=200, exact=True)
    assert "a − b = 0.0000" in demo.readout.value and "p = 1<" in demo.readout.value
    assert demo.picture.value.count("data-values") and len(demo.picture.value) < 60_000


def test_pasted_scores_are_those_of_a_table():
    table = small_table()
    rows = zip(table.loc["A"], table.loc["B"], strict=True)
    pasted = "\n".join(f"topic-{n}\t{a}\t{b}".replace(".", ",") for n, (a, b) in enumerate(rows))
    own = demos.sign_flips_numbers(data="pasted", pasted=pasted, shuffles=20)
    numbers = demos.sign_flips_numbers("A", "B", table=table, shuffles=20)
    for same in ("gains", "pvalue", "means", "flipped", "mean_a", "mean_b"):
        assert own[same] == numbers[same]
    demo = demos.sign_flips(data="pasted", pasted="0.5 0.25\n0.5\n1 0")
    assert "line 2 must be two numbers: the scores of a and of b, not “0.5”" in demo.readout.value


@pytest.mark.parametrize(
    "pasted", ["0.5,0.25", "0.5, 0.25", "0.5;0.25", "0,5\t0,25", "t1 0,5 0,25"]
)
def test_scores_may_be_parted_as_they_come(pasted):
    assert demos.sign_flips_numbers(data="pasted", pasted=pasted)["gains"] == [0.25]


def test_any_shuffle_can_be_looked_at():
    every = demos.sign_flips_numbers(shuffles=30)
    numbers = demos.sign_flips_numbers(shuffles=30, look=7)
    flipped = [-g if f else g for g, f in zip(every["gains"], numbers["flipped"], strict=True)]
    assert numbers["here"] == pytest.approx(sum(flipped) / len(flipped))
    assert numbers["here"] == every["means"][6] and numbers["latest"] == every["latest"]


def test_the_first_shuffle_is_an_ordinary_one():
    for runs in (demos._sign_flips.RUNS, ("F_A_1_NB05_5", "F_A_1_NB01_1")):
        numbers = demos.sign_flips_numbers(*runs, shuffles=1)
        assert abs(numbers["here"]) < 0.7 * numbers["difference"]


@pytest.mark.parametrize("unit", [1e-13, 1e-3, 1, 1e6, 1e90])
def test_scores_may_be_of_any_size(unit):
    pasted = "\n".join(f"{2 * unit * n:.17g} {unit:.17g}" for n in (1, 1, 2, 3))
    numbers = demos.sign_flips_numbers(data="pasted", pasted=pasted, shuffles=400)
    assert numbers["pvalue"] == pytest.approx(2 / 2**4)
    assert numbers["extreme"] / 400 == pytest.approx(2 / 2**4, abs=0.05)
    demo = demos.sign_flips(data="pasted", pasted=pasted, shuffles=400)
    assert "alert" not in demo.readout.value


def test_a_tie_of_means_is_one_whatever_floats_make_of_it():
    rows = [(0.1 + 1e6, 1e6), (0.2 + 1e6, 1e6), (1e6, 0.3 + 1e6)]
    pasted = "\n".join(f"{a!r} {b!r}" for a, b in rows)
    numbers = demos.sign_flips_numbers(data="pasted", pasted=pasted, shuffles=50)
    assert numbers["extreme"] == 50  # the mean is 0, and no shuffle is closer to it
