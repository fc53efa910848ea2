"""The demonstration of the two errors: its experiments one by one, against the exact rates."""

import re
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit import demos
from labkit.demos.rejections import TESTS
from labkit.power import rejection_rate, sign_test_of_scores


@settings(max_examples=25)
@given(
    test=st.sampled_from(TESTS),
    n=st.integers(2, 60),
    effect=st.floats(0, 1.5),
    correlation=st.floats(-0.9, 0.95),
    alpha=st.sampled_from([0.001, 0.05, 0.1]),
    seed=st.integers(0, 3),
)
def test_experiments_reject_as_often_as_the_law_says(test, n, effect, correlation, alpha, seed):
    numbers = demos.error_types_numbers(test, n, effect, correlation, alpha, seed=seed)
    for half, rate in (("without", "type_one"), ("with_effect", "power")):
        expected, rejected = numbers["exact"][rate], numbers[half]["rejected"]
        assert numbers[rate] == np.mean(rejected) == numbers[half]["rejected_count"] / 1000
        # Six standard deviations of a share of 1,000, and what the law of Wilcoxon's test is off.
        assert numbers[rate] == pytest.approx(expected, abs=6 * np.sqrt(0.25 / 1000))
        if expected == 0:
            assert not any(rejected)
        low, high = numbers["critical"]
        for statistic, seen in zip(numbers[half]["statistics"], rejected, strict=True):
            assert seen == ((low is not None and statistic < low) or (high is not None and statistic > high))  # fmt: skip
    assert numbers["exact"]["type_two"] == 1 - numbers["exact"]["power"]


def test_the_rates_are_those_of_the_librarys_simulation():
    numbers = demos.error_types_numbers("sign test", 30, 0.5)
    other = rejection_rate(
        sign_test_of_scores, 30, effect=0.5, n_simulations=1000, rng=5, progress=False
    )
    assert numbers["power"] == pytest.approx(other.rate, abs=4 * np.sqrt(2 * 0.25 / 1000))
    assert numbers["exact"]["power"] == pytest.approx(other.rate, abs=4 * np.sqrt(0.25 / 1000))


def test_experiments_come_one_by_one_and_stay():
    every = demos.error_types_numbers(experiments=2000, seed=7)
    for experiments in (0, 1, 11, 1000, 1001):
        some = demos.error_types_numbers(experiments=experiments, seed=7)
        for half in ("without", "with_effect"):
            for kind in ("statistics", "rejected"):
                assert some[half][kind] == every[half][kind][:experiments]
    assert (
        demos.error_types_numbers(seed=8)["without"] != demos.error_types_numbers(seed=7)["without"]
    )


def test_without_experiments_there_are_no_shares():
    numbers = demos.error_types_numbers(experiments=0)
    assert numbers["power"] is numbers["type_one"] is numbers["intervals"] is None
    assert numbers["exact"]["power"] == pytest.approx(0.1725, abs=1e-4)
    demo = demos.error_types()
    assert demo.settings["experiments"] == 0 and "No experiments so far" in demo.readout.value


def test_an_effect_of_0_makes_both_halves_the_same():
    numbers = demos.error_types_numbers(effect=0)
    assert numbers["without"] == numbers["with_effect"]
    assert numbers["power"] == numbers["type_one"]
    assert numbers["exact"]["power"] == numbers["exact"]["type_one"]


def test_the_two_sample_test_loses_power_when_systems_correlate():
    unmatched, matched = (
        demos.error_types_numbers(test, correlation=0.8)
        for test in ("two-sample t", "matched-pair t")
    )
    assert unmatched["power"] < matched["power"] - 0.2
    assert unmatched["exact"]["type_one"] < 0.01


def test_the_readout_says_the_rates_and_counts():
    numbers = demos.error_types_numbers(experiments=200)
    readout = demos.error_types(experiments=200).readout.value.replace("\N{NO-BREAK SPACE}", " ")
    for rate in ("type_one", "power", "type_two"):
        assert f"<b>{100 * numbers['exact'][rate]:.1f} %</b>" in readout
        assert f"{round(200 * numbers[rate])} of 200: {100 * numbers[rate]:.1f} %" in readout


def test_a_sliders_noise_does_not_show():
    clean, noisy = demos.error_types(effect=0.6), demos.error_types(effect=0.1 + 0.5000000000000001)
    assert clean.settings["effect"] != noisy.settings["effect"]
    assert clean._shown["exact"] == noisy._shown["exact"]


def test_every_experiment_is_a_dot_and_what_is_rejected_a_square():
    demo = demos.error_types(experiments=60, n=10)
    numbers = demos.error_types_numbers(experiments=60, n=10)
    rejected = sum(numbers[half]["rejected_count"] for half in ("without", "with_effect"))
    drawn = {"square": 0, "round": 0}
    paths = r'<path transform="scale\(.5\)" d="([^"]*)".*?linecap: (\w+)'
    for path, cap in re.findall(paths, demo.picture.value):
        drawn[cap] += path.count("h0")
    assert drawn == {"square": rejected, "round": 120 - rejected}
    assert rejected > 0 and demo.picture.value.count("<circle") == 2  # the latest of each half


def test_a_test_that_can_reject_nothing_is_drawn_as_well():
    demo = demos.error_types(n=2, experiments=10)
    assert "nothing would be rejected" in demo.picture.value and "0 of 10" in demo.readout.value


ENDS = {
    "test": TESTS,
    "n": (2, 200),
    "effect": (0, 1.5),
    "correlation": (-0.9, 0.95),
    "alpha": (0.001, 0.1),
    "experiments": (0, 2000),
}


@pytest.mark.slow
@pytest.mark.long
def test_every_pair_of_ends_is_drawn_and_said():
    demo = demos.error_types()
    for (one, ones), (other, others) in combinations(ENDS.items(), 2):
        for value, another in product(ones, others):
            demo.set(**{**demo._initial, one: value, other: another})
            assert 'role="alert"' not in demo.readout.value, demo.settings
            assert demo.picture.value.count("<svg") == 1


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"test": "t"}, "test must be one of 'sign test', 'Wilcoxon'"),
        ({"n": 201}, "n must be a whole number from 2 to 200, not 201"),
        ({"n": 1}, "n must be a whole number from 2 to 200, not 1"),
        ({"effect": float("nan")}, "effect must be between -10 and 10, not nan"),
        ({"correlation": 1}, "correlation must be between -0.99 and 0.99"),
        ({"alpha": 0}, "alpha must be between 0 and 1, and neither of them, not 0"),
        ({"experiments": 2001}, "experiments must be a whole number from 0 to 2,000, not 2001"),
    ],
)
def test_bad_numbers_are_named(wrong, message):
    with pytest.raises(ValueError, match=message):
        demos.error_types_numbers(**wrong)


def test_what_is_no_number_is_named():
    with pytest.raises(TypeError, match="seed must be a whole number, not 'x'"):
        demos.error_types_numbers(seed="x")


def test_no_rate_is_below_nothing_or_above_all():
    demo = demos.error_types(test="two-sample t", n=3)
    demo.set(effect=1.5, correlation=0.95, alpha=0.999)
    rates = demos.error_types_numbers("two-sample t", 3, 1.5, 0.95, 0.999)["exact"]
    assert all(0 <= rate <= 1 for rate in rates.values())
    assert "-0" not in demo.readout.value
