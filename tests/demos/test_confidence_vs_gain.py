"""The demonstration of confidence against gain: its pairs, by comparing them one by one."""

import re

import pytest

from labkit import bootstrap_test, demos, significance_threshold
from labkit.demos._confidence_vs_gain import comparisons
from labkit.experiments import load_system_outputs
from labkit.metrics import f1
from labkit.sources import data_folder


@pytest.fixture(scope="module")
def right():
    return load_system_outputs(data_folder() / "systems" / "imdb.npz")


@pytest.fixture(scope="module")
def counts():
    return load_system_outputs(data_folder() / "systems" / "imdb.npz", positive=1)


@pytest.mark.parametrize("point", [1, 300, 600])
def test_a_point_is_the_bootstrap_test_of_its_pair(right, counts, point):
    pair = demos.confidence_vs_gain_numbers(size=500, point=point)["pair"]
    a, b = pair["system_a"], pair["system_b"]
    result = bootstrap_test(right[a][:500], right[b][:500])
    assert pair["pvalue"] == pytest.approx(result.pvalue)
    assert pair["gain"] == pytest.approx(result.statistic, abs=1e-12)
    for name in (a, b):
        assert pair["scores"][name]["accuracy"] == right[name][:500].mean()
        assert pair["scores"][name]["F1"] == pytest.approx(f1(counts[name][:500].sum(axis=0)))


def test_the_p_values_of_f1_are_resampled(counts):
    pair = demos.confidence_vs_gain_numbers(size=200, metric="F1", point=300)["pair"]
    a, b = pair["system_a"], pair["system_b"]
    result = bootstrap_test(counts[a][:200], counts[b][:200], f1, n_resamples=40_000, rng=7)
    assert pair["gain"] == pytest.approx(result.statistic)
    assert pair["pvalue"] == pytest.approx(result.pvalue, abs=4 * (0.25 / 8000) ** 0.5)


def test_pairs_are_chosen_by_kind_and_model():
    every, same, different, svm = (
        demos.confidence_vs_gain_numbers(**choice)
        for choice in ({}, {"pairs": "same kind"}, {"pairs": "different kinds"}, {"model": "svm"})
    )
    # 60 systems; 12 of each of 5 kinds.
    assert every["n_pairs"] == 60 * 59 // 2
    assert same["n_pairs"] == 5 * 12 * 11 // 2
    assert same["n_pairs"] + different["n_pairs"] == every["n_pairs"]
    assert svm["n_pairs"] == 12 * 11 // 2 + 12 * 48
    assert set(same["shown"]["kind"]) == {"same"}
    assert same["thresholds"]["different"] is None
    assert same["thresholds"]["same"] == every["thresholds"]["same"]


def test_thresholds_are_those_of_the_library():
    thresholds = demos.confidence_vs_gain_numbers("Rotten Tomatoes", 2000)["thresholds"]
    compared = comparisons("Rotten Tomatoes", 2000, "accuracy")
    for kind in ("same", "different"):
        of_kind = compared[compared["kind"] == kind]
        assert thresholds[kind] == pytest.approx(significance_threshold(of_kind))


def test_points_come_in_the_order_of_their_gains():
    numbers = demos.confidence_vs_gain_numbers(size=5000)
    gains = numbers["shown"]["gain"]
    assert gains.is_monotonic_increasing and gains.max() <= numbers["reach"]
    assert len(gains) == numbers["n_shown"]
    with pytest.raises(ValueError, match=f"point must be .* from 1 to {len(gains):,}, not"):
        demos.confidence_vs_gain_numbers(size=5000, point=len(gains) + 1)


def test_every_point_carries_its_pair_for_the_mouse():
    numbers = demos.confidence_vs_gain_numbers(pairs="same kind", model="svm", point=3)
    demo = demos.confidence_vs_gain(pairs="same kind", model="svm", point=3)
    points = re.findall('<g class="labkit-point same">(.*?)</g>', demo.picture.value)
    assert len(points) == numbers["n_shown"]
    words = re.findall("<text[^>]*>(.*?)</text>", points[2])
    pair = numbers["pair"]
    for name, line in zip((pair["system_a"], pair["system_b"]), words[1:3], strict=True):
        scores = pair["scores"][name]
        assert line == f"{name} {scores['accuracy']:.3f}, {scores['F1']:.3f}"
        assert name in demo.readout.value and f"<td>{scores['F1']:.3f}</td>" in demo.readout.value
    assert (
        words[3] == f"p = {pair['pvalue']:.3g}"
        and f"p = {pair['pvalue']:.3g}<" in demo.readout.value
    )


def test_the_slider_of_points_ends_with_the_last_point():
    demo = demos.confidence_vs_gain(point=700)
    demo.controls["pairs"].value = "same kind"
    shown = demos.confidence_vs_gain_numbers(pairs="same kind")["n_shown"]
    assert demo.controls["point"].max == shown == demo.settings["point"]
    assert 'role="alert"' not in demo.readout.value


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"test_set": "imdb"}, "test_set must be one of 'IMDB', 'Rotten Tomatoes'"),
        ({"size": 300}, "size must be one of 200, 500, 1000, 2000, 5000, not 300"),
        ({"model": "bert"}, "model must be one of 'any model'"),
    ],
)
def test_bad_numbers_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        demos.confidence_vs_gain_numbers(**settings)


def test_pairs_that_are_all_outside_the_picture_are_said_to_be():
    demo = demos.confidence_vs_gain(size=2000, model="lexicon")
    demo.controls["pairs"].value = "different kinds"
    assert "pairs and model must leave a pair in the picture" in demo.readout.value
    assert not demo.picture.value
    demo.reset.click()
    assert 'role="alert"' not in demo.readout.value
