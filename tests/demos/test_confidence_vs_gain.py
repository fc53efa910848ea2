"""The demonstration of confidence against gain: its pairs, by comparing them one by one."""

import pytest

from labkit import bootstrap_test, significance_threshold
from labkit.experiments import load_system_outputs, take_items
from labkit.metrics import f1
from labkit.sources import data_folder
from tests.demos.oracles.confidence_vs_gain import comparisons, numbers


@pytest.fixture(scope="module")
def outputs():
    """The systems' right and wrong answers on the first 200 items, and the counts of F1."""
    path = data_folder() / "systems" / "imdb.npz"
    return [take_items(load_system_outputs(path, positive=each), 200) for each in (None, 1)]


@pytest.mark.parametrize("point", [1, 3000, 11175])
def test_a_point_is_the_bootstrap_test_of_its_pair(outputs, point):
    right, counts = outputs
    pair = numbers(size=200, point=point)["pair"]
    a, b = pair["system_a"], pair["system_b"]
    result = bootstrap_test(right[a], right[b])
    assert pair["pvalue"] == round(result.pvalue, 4)
    assert pair["gain"] == pytest.approx(result.statistic, abs=1e-12)
    for name in (a, b):
        expected = {"accuracy": right[name].mean(), "F1": f1(counts[name].sum(axis=0))}
        assert pair["scores"][name] == pytest.approx(expected)


def test_the_p_values_of_f1_are_resampled(outputs):
    _, counts = outputs
    pair = numbers(size=200, metric="F1", point=2000)["pair"]
    a, b = (counts[pair[name]] for name in ("system_a", "system_b"))
    result = bootstrap_test(a, b, f1, n_resamples=40_000, rng=7)
    assert pair["gain"] == pytest.approx(result.statistic, abs=1e-9)
    assert pair["pvalue"] == pytest.approx(result.pvalue, abs=4 * (0.25 / 8000) ** 0.5)


def test_pairs_are_chosen_by_kind_and_come_in_the_order_of_their_gains():
    every, same, different = (
        numbers(size=200, pairs=pairs) for pairs in ("all", "same kind", "different kinds")
    )
    # 150 systems; 30 of each of 5 kinds.
    assert every["n_pairs"] == 150 * 149 // 2 == same["n_pairs"] + different["n_pairs"]
    assert same["n_pairs"] == 5 * 30 * 29 // 2
    assert same["pair"]["kind"] == "same"
    compared = comparisons("IMDB", 200, "accuracy")
    assert compared["gain"].is_monotonic_increasing and compared["gain"].max() > 0.1
    kinds = {kind: significance_threshold(some) for kind, some in compared.groupby("kind")}
    assert every["thresholds"] == pytest.approx(kinds)
    assert same["thresholds"] == {"same": every["thresholds"]["same"], "different": None}
