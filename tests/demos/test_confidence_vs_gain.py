"""The demonstration of confidence against gain: its pairs, by comparing them one by one."""

import json

import pytest

from labkit import bootstrap_test, demos, significance_threshold
from labkit.demos._confidence_vs_gain import (
    SIZES,
    TEST_SETS,
    comparisons,
    confidence_vs_gain_numbers,
)
from labkit.experiments import load_system_outputs
from labkit.metrics import f1
from labkit.report import rounded
from labkit.sources import data_folder
from tests.demos.confidence_pairs import PATH, SIGNS, compute_panel


@pytest.fixture(scope="module")
def right():
    return load_system_outputs(data_folder() / "systems" / "imdb.npz")


@pytest.fixture(scope="module")
def counts():
    return load_system_outputs(data_folder() / "systems" / "imdb.npz", positive=1)


@pytest.mark.parametrize("point", [1, 3000, 11175])
def test_a_point_is_the_bootstrap_test_of_its_pair(right, counts, point):
    pair = confidence_vs_gain_numbers(size=200, point=point)["pair"]
    a, b = pair["system_a"], pair["system_b"]
    result = bootstrap_test(right[a][:200], right[b][:200])
    assert pair["pvalue"] == round(result.pvalue, 4)
    assert pair["gain"] == pytest.approx(result.statistic, abs=1e-12)
    for name in (a, b):
        assert pair["scores"][name]["accuracy"] == right[name][:200].mean()
        assert pair["scores"][name]["F1"] == pytest.approx(f1(counts[name][:200].sum(axis=0)))


def test_the_p_values_of_f1_are_resampled(counts):
    pair = confidence_vs_gain_numbers(size=200, metric="F1", point=2000)["pair"]
    a, b = pair["system_a"], pair["system_b"]
    result = bootstrap_test(counts[a][:200], counts[b][:200], f1, n_resamples=40_000, rng=7)
    assert pair["gain"] == pytest.approx(result.statistic, abs=1e-9)
    assert pair["pvalue"] == pytest.approx(result.pvalue, abs=4 * (0.25 / 8000) ** 0.5)


def test_pairs_are_chosen_by_kind():
    every, same, different = (
        confidence_vs_gain_numbers(**choice)
        for choice in ({}, {"pairs": "same kind"}, {"pairs": "different kinds"})
    )
    # 150 systems; 30 of each of 5 kinds.
    assert every["n_pairs"] == 150 * 149 // 2 == 11_175
    assert same["n_pairs"] == 5 * 30 * 29 // 2
    assert same["n_pairs"] + different["n_pairs"] == every["n_pairs"]
    assert same["pair"]["kind"] == "same"
    assert same["thresholds"]["different"] is None
    assert same["thresholds"]["same"] == every["thresholds"]["same"]


def test_thresholds_are_those_of_the_library():
    thresholds = confidence_vs_gain_numbers("Rotten Tomatoes", 1000)["thresholds"]
    compared = comparisons("Rotten Tomatoes", 1000, "accuracy")
    for kind in ("same", "different"):
        of_kind = compared[compared["kind"] == kind]
        assert thresholds[kind] == pytest.approx(significance_threshold(of_kind))


def test_points_come_in_the_order_of_their_gains():
    gains = comparisons("IMDB", 200, "accuracy")["gain"]
    assert gains.is_monotonic_increasing and gains.max() > 0.1
    message = "point must be a whole number from 1 to 11,175, not 11176"
    with pytest.raises(ValueError, match=message):
        confidence_vs_gain_numbers(size=200, point=11_176)


@pytest.mark.parametrize(
    ("test_set", "size"),
    [
        pytest.param(name, size, marks=() if size == 200 else pytest.mark.long)
        for name in TEST_SETS
        for size in SIZES
    ],
)
def test_the_page_has_the_p_values_of_all_pairs(test_set, size):
    data = demos.confidence_vs_gain().data
    assert data == json.loads(PATH.read_text(encoding="utf8")) and data["signs"] == SIGNS
    assert data["test_sets"][test_set][str(size)] == compute_panel(test_set, size)


def test_the_page_has_no_more_data_than_it_may():
    assert PATH.stat().st_size < 300_000
    assert len(demos.confidence_vs_gain().data["systems"]) == 150


def test_the_pair_is_named_in_the_readout():
    demo = demos.confidence_vs_gain(size=200, pairs="same kind", point=435)
    pair = demo.numbers()["pair"]
    lines = demo.readout().splitlines()
    for letter, name, line in zip("AB", pair["scores"], lines, strict=False):
        by = pair["scores"][name]
        scores = f"accuracy {rounded(by['accuracy'])}, F1 {rounded(by['F1'])}"
        assert line == f"{letter} {name}: {scores}"
    assert lines[2] == f"Gain in accuracy {100 * pair['gain']:.1f} points, same kind"
    assert lines[3:] == [f"p = {pair['pvalue']:.3g}; 2,175 pairs"]


def test_thresholds_are_told_only_when_asked():
    told = demos.confidence_vs_gain(reveal=True).readout().splitlines()
    assert told[-1] == "Threshold 1.9 (same kind), 2.2 (different)"
    assert told[:-1] == demos.confidence_vs_gain().readout().splitlines()


def test_a_p_that_is_too_small_for_four_decimals_is_not_called_0():
    for metric in ("accuracy", "F1"):
        demo = demos.confidence_vs_gain(size=200, metric=metric, point=11_175)
        assert "p < 0.0001; 11,175 pairs" in demo.readout()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"test_set": "imdb"}, "test_set must be one of 'IMDB', 'Rotten Tomatoes'"),
        ({"size": 300}, "size must be one of 200, 1000, 2000, 5000, not 300"),
        ({"metric": "BLEU"}, "metric must be one of 'accuracy', 'F1', not 'BLEU'"),
        (
            {"pairs": "none"},
            "pairs must be one of 'all', 'same kind', 'different kinds', not 'none'",
        ),
        ({"point": 0}, "point must be a whole number from 1 to 11,175, not 0"),
    ],
)
def test_bad_numbers_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        confidence_vs_gain_numbers(**settings)
