"""The demonstration of sign flips: what it counts, by other ways to count it."""

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
    demo = demos.sign_flips(shuffles=1000)
    assert "a − b = +0.0709" in demo.readout.value
    assert "All 2<sup>24</sup> flips: p = 0.0186" in demo.readout.value
    numbers = demos.sign_flips_numbers(shuffles=1000)
    assert f"({numbers['extreme']} + 1) / (1,000 + 1)" in demo.readout.value
    assert "observed: +0.071" in demo.picture.value


def test_a_table_of_ones_own_can_be_shown():
    demo = demos.sign_flips(small_table(), shuffles=2)
    assert (demo.settings["run_a"], demo.settings["run_b"]) == ("A", "B")
    assert "All 2<sup>4</sup> flips" in demo.readout.value


def test_a_run_is_not_compared_with_itself():
    demo = demos.sign_flips()
    demo.controls["run_b"].value = demo.settings["run_a"]
    assert "run_b must be another run than run_a" in demo.readout.value
    assert not demo.picture.value
    with pytest.raises(ValueError, match="run_a must be one of the table's 2 runs, not 'C'"):
        demos.sign_flips_numbers("C", "B", table=small_table())
