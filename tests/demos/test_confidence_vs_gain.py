"""The demonstration of confidence against gain: its pairs, by comparing them one by one."""

import re

import numpy as np
import pytest

from labkit import bootstrap_test, demos, significance_threshold
from labkit.demos import _confidence_vs_gain as module
from labkit.demos._confidence_vs_gain import comparisons
from labkit.experiments import load_system_outputs
from labkit.metrics import f1
from labkit.plots.demonstrations import Axis, places_of
from labkit.report import rounded
from labkit.sources import data_folder


@pytest.fixture(scope="module")
def right():
    return load_system_outputs(data_folder() / "systems" / "imdb.npz")


@pytest.fixture(scope="module")
def counts():
    return load_system_outputs(data_folder() / "systems" / "imdb.npz", positive=1)


@pytest.mark.parametrize("point", [1, 3000, 11175])
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
    pair = demos.confidence_vs_gain_numbers(size=200, metric="F1", point=2000)["pair"]
    a, b = pair["system_a"], pair["system_b"]
    result = bootstrap_test(counts[a][:200], counts[b][:200], f1, n_resamples=40_000, rng=7)
    assert pair["gain"] == pytest.approx(result.statistic)
    assert pair["pvalue"] == pytest.approx(result.pvalue, abs=4 * (0.25 / 8000) ** 0.5)
    assert pair["n_resamples"] == 10_000


def test_pairs_are_chosen_by_kind_and_model():
    every, same, different, svm = (
        demos.confidence_vs_gain_numbers(**choice)
        for choice in ({}, {"pairs": "same kind"}, {"pairs": "different kinds"}, {"model": "svm"})
    )
    # 150 systems; 30 of each of 5 kinds.
    assert every["n_pairs"] == 150 * 149 // 2 == 11_175
    assert same["n_pairs"] == 5 * 30 * 29 // 2
    assert same["n_pairs"] + different["n_pairs"] == every["n_pairs"]
    assert svm["n_pairs"] == 30 * 29 // 2 + 30 * 120
    assert all(len(numbers["shown"]) == numbers["n_pairs"] for numbers in (every, same, svm))
    assert set(same["shown"]["kind"]) == {"same"}
    assert same["thresholds"]["different"] is None
    assert same["thresholds"]["same"] == every["thresholds"]["same"]


def test_thresholds_are_those_of_the_library():
    thresholds = demos.confidence_vs_gain_numbers("Rotten Tomatoes", 1000)["thresholds"]
    compared = comparisons("Rotten Tomatoes", 1000, "accuracy")
    for kind in ("same", "different"):
        of_kind = compared[compared["kind"] == kind]
        assert thresholds[kind] == pytest.approx(significance_threshold(of_kind))


def test_points_come_in_the_order_of_their_gains():
    numbers = demos.confidence_vs_gain_numbers(size=500)
    gains = numbers["shown"]["gain"]
    assert gains.is_monotonic_increasing and gains.max() == numbers["most"] > numbers["reach"]
    with pytest.raises(
        ValueError, match="point must be a whole number from 1 to 11,175, not 11176"
    ):
        demos.confidence_vs_gain_numbers(size=500, point=11_176)


def centres(picture):
    """The centres of all marks, in halves of a point, by what they are marked with."""
    found = {}
    for path, cap in re.findall(
        r'<path transform="scale\(.5\)" d="([^"]*)".*?linecap: (\w+)', picture
    ):
        x = y = 0
        places = set()
        for right, down, stroke, length in re.findall(r"m(-?\d+) ?(-?\d+)(?:([hv])(\d+))?", path):
            x, y, length = x + int(right), y + int(down), int(length or 0)
            if stroke == "h":  # a dot's only stroke, which goes nowhere, or a cross's first
                places.add((x + length // 2, y))
            x, y = x + length * (stroke == "h"), y + length * (stroke == "v")
        found["different" if cap == "round" else "same"] = places
    return found


@pytest.mark.parametrize("settings", [{}, {"pairs": "same kind", "model": "svm"}, {"size": 200}])
def test_every_pair_is_drawn_where_it_is(settings):
    numbers = demos.confidence_vs_gain_numbers(**settings)
    drawn = centres(demos.confidence_vs_gain(**settings).picture.value)
    places = np.rint(2 * places_of(Axis(numbers["reach"], numbers["most"]), numbers["shown"]))
    for kind, marks in drawn.items():
        of_kind = places[(numbers["shown"]["kind"] == kind).to_numpy()].astype(int)
        assert {tuple(place) for place in of_kind.tolist()} == marks
    assert sum(map(len, drawn.values())) > 100 and set(drawn) == set(numbers["shown"]["kind"])


def test_the_picture_is_small_enough_to_send_at_every_move():
    assert len(demos.confidence_vs_gain().picture.value) < 70_000


def test_a_click_finds_the_pair_there():
    demo = demos.confidence_vs_gain(size=500)
    numbers = demos.confidence_vs_gain_numbers(size=500)
    places = places_of(Axis(numbers["reach"], numbers["most"]), numbers["shown"])
    assert 'data-at="point"' in demo.picture.value
    for point in (1, 2_500, 11_175):
        x, y = places[point - 1]
        found = demo._at(demo._shown, x + 0.1, y)
        gone_to = places[found - 1]
        assert abs(gone_to - (x, y)).max() <= 0.5


def test_the_pair_is_named_in_the_readout_the_picture_and_its_text():
    demo = demos.confidence_vs_gain(pairs="same kind", model="svm", point=300)
    pair = demos.confidence_vs_gain_numbers(pairs="same kind", model="svm", point=300)["pair"]
    words = re.findall("<text x[^>]*>(.*?)</text>", demo.picture.value)[-3:]
    for name, line in zip((pair["system_a"], pair["system_b"]), words, strict=False):
        scores = pair["scores"][name]
        assert line == f"{name} {rounded(scores['accuracy'])}"
        assert (
            name in demo.readout.value and f"<td>{rounded(scores['F1'])}</td>" in demo.readout.value
        )
        assert name in re.search('aria-label="([^"]*)"', demo.picture.value)[1]
    assert words[2] == f"p = {pair['pvalue']:.3g}" and f"<b>{words[2]}</b>" in demo.readout.value


def test_a_p_that_no_resample_reached_is_not_called_0():
    demo = demos.confidence_vs_gain(size=200, metric="F1", point=11_175)
    assert "<b>p &lt; 0.0001</b>" in demo.readout.value
    assert re.findall("<text x[^>]*>(.*?)</text>", demo.picture.value)[-1] == "p &lt; 0.0001"


def test_the_slider_of_points_ends_with_the_last_point():
    demo = demos.confidence_vs_gain(point=7_000)
    demo.controls["pairs"].value = "same kind"
    assert demo.controls["point"].max == 2_175 == demo.settings["point"]
    assert 'role="alert"' not in demo.readout.value


def test_what_somebody_looks_at_is_prepared_meanwhile(monkeypatch):
    started = []
    monkeypatch.setattr(module.Thread, "start", lambda thread: started.append(thread._target))
    for variable, value in (
        (None, ""),
        ("JPY_SESSION_NAME", "a"),
        ("SERVER_SOFTWARE", "voila/0.5"),
    ):
        module._prepare_meanwhile.cache_clear()
        with monkeypatch.context() as patch:
            if variable:
                patch.setenv(variable, value)
            demos.confidence_vs_gain(size=200)
            demos.confidence_vs_gain(size=200)
    module._prepare_meanwhile.cache_clear()
    assert started == [module.prepare] * 2


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"test_set": "imdb"}, "test_set must be one of 'IMDB', 'Rotten Tomatoes'"),
        ({"size": 300}, "size must be one of 200, 500, 1000, 2000, 5000, not 300"),
        ({"model": "bert"}, "model must be one of 'any model'"),
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
        demos.confidence_vs_gain_numbers(**settings)
