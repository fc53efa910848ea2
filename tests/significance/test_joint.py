"""The randomized Tukey test, against going through every way to deal out each item's outputs."""

import inspect
from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest

from labkit import load_scores_table, metrics
from labkit.significance import randomization_test, randomized_tukey, unpaired_randomization_test
from labkit.sources import data_folder
from tests.significance import oracles
from tests.significance.made import right_or_wrong

RNG = np.random.default_rng(4)
CASES = {
    "0/1": (RNG.integers(0, 2, (3, 4)), "mean"),
    "decimals": (RNG.integers(0, 6, (3, 4)) / 10, "mean"),
    "reals": (RNG.normal(size=(3, 4)).round(12) * np.pi, "mean"),
    "f1": (RNG.integers(0, 4, (3, 4, 3)), "f1"),
    "error rate": (RNG.integers(0, 4, (3, 3, 4)), "aer"),
    "all alike": (np.ones((3, 4), int), "mean"),
}
METRICS = {"mean": metrics.mean, "f1": metrics.f1, "aer": metrics.aer}


def joint_pvalues(outputs, metric):
    """Share of all (m!)^n shuffles whose range reaches the difference of each pair."""
    systems = [oracles.rows(system) for system in outputs]
    observed = [metric(oracles.column_sums(rows)) for rows in systems]
    items = [list(permutations(item)) for item in zip(*systems, strict=True)]
    ranges = []
    for dealt in product(*items):
        scores = [metric(oracles.column_sums(rows)) for rows in zip(*dealt, strict=True)]
        ranges.append(max(scores) - min(scores))
    m = len(systems)
    return {
        (i, j): sum(r >= abs(observed[i] - observed[j]) for r in ranges) / len(ranges)
        for i in range(m)
        for j in range(i)
    }


@pytest.mark.parametrize("name", CASES)
def test_p_is_the_share_of_all_shuffles(name):
    outputs, metric = CASES[name]
    # Its fractions take long: what is real is read as the decimals that it prints as.
    expected = joint_pvalues(outputs.tolist(), oracles.METRICS[metric])
    pairs = randomized_tukey(outputs, METRICS[metric])
    assert set(pairs["method"]) == {"exact"} and pairs.attrs["methods"] == {"exact": 3}
    for row in pairs.itertuples():
        key = max(row.system_a, row.system_b), min(row.system_a, row.system_b)
        assert row.pvalue == pytest.approx(expected[key], abs=1e-12)
        assert row.pvalue_low == row.pvalue == row.pvalue_high


@pytest.mark.parametrize("name", ["0/1", "f1", "reals"])
def test_what_is_drawn_agrees_with_what_is_exact(name):
    outputs, metric = CASES[name]
    exact = randomized_tukey(outputs, METRICS[metric])
    how = dict(method="monte-carlo", n_resamples=20_000, rng=1)
    drawn = randomized_tukey(outputs, METRICS[metric], **how)
    assert drawn["pvalue"].to_numpy() == pytest.approx(exact["pvalue"].to_numpy(), abs=0.018)
    assert (drawn["pvalue_low"] <= drawn["pvalue"]).all()
    assert (drawn["pvalue"] <= drawn["pvalue_high"]).all()
    pd.testing.assert_frame_equal(
        drawn, randomized_tukey(outputs, METRICS[metric], n_jobs=2, **how)
    )


@pytest.mark.parametrize("metric", [metrics.mean, metrics.f1])
def test_two_systems_have_the_randomization_test(metric):
    outputs = right_or_wrong(2, 60) if metric is metrics.mean else RNG.integers(0, 5, (2, 40, 3))
    (row,) = randomized_tukey(outputs, metric).itertuples()
    assert row.pvalue == randomization_test(outputs[0], outputs[1], metric).pvalue


def test_right_or_wrong_scores_of_four_systems_are_exact_and_drawn_alike():
    outputs = right_or_wrong(4, 60)
    exact = randomized_tukey(outputs)
    drawn = randomized_tukey(outputs, method="monte-carlo", n_resamples=20_000, rng=2)
    assert exact.attrs["methods"] == {"exact": 6}
    assert drawn["pvalue"].to_numpy() == pytest.approx(exact["pvalue"].to_numpy(), abs=0.015)


def test_a_larger_gain_never_has_a_larger_p():
    pairs = randomized_tukey(
        load_scores_table(data_folder() / "search.results.table"), n_resamples=1000, rng=1
    )
    by_gain = pairs.sort_values("gain", ascending=False)["pvalue"].to_numpy()
    assert (np.diff(by_gain) >= 0).all()
    assert by_gain[0] == 1 / 1001  # never 0 from draws
    assert len(pairs) == 21 * 20 / 2 and (pairs["gain"] >= 0).all()
    assert pairs.attrs == {"test": "randomized Tukey", "methods": {"monte-carlo": 210}, "seed": 1}


def test_p_may_be_below_that_of_the_pair_alone():
    """Steady systems lend their steadiness to a pair whose scores vary: the docstring says so."""
    rng = np.random.default_rng(0)
    steady = np.full((8, 12), 0.5)
    a, b = 0.62 + rng.normal(0, 0.3, 12), 0.38 + rng.normal(0, 0.3, 12)
    pairs = randomized_tukey(np.vstack([a, b, steady]), n_resamples=4000, rng=1)
    joint = pairs.set_index(["system_a", "system_b"])["pvalue"].to_dict()[0, 1]
    assert joint < randomization_test(a, b).pvalue - 0.01


def test_error_rates_are_better_when_lower():
    good, fair, bad = ([[hits, hits, 10, 10]] * 6 for hits in (9, 7, 4))
    pairs = randomized_tukey({"bad": bad, "good": good, "fair": fair}, metrics.aer)
    assert pairs["system_a"].tolist() == ["good", "good", "fair"]
    assert pairs["gain"].to_numpy() == pytest.approx([0.2, 0.5, 0.3])


def test_clusters_are_dealt_out_whole():
    outputs = RNG.integers(0, 2, (3, 8))
    groups = [1, 1, 2, 2, 3, 3, 4, 4]
    summed = np.stack([outputs.reshape(3, 4, 2).sum(axis=2), np.full((3, 4), 2)], axis=2)
    found, expected = randomized_tukey(outputs, groups=groups), randomized_tukey(summed)
    assert found["pvalue"].tolist() == expected["pvalue"].tolist()


@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1e9, 1e290])
def test_scale_does_not_matter(scale):
    outputs = CASES["reals"][0]
    expected = randomized_tukey(outputs)["pvalue"].tolist()
    assert randomized_tukey(scale * outputs)["pvalue"].tolist() == pytest.approx(expected)


def test_what_all_systems_share_does_not_matter():
    outputs = CASES["reals"][0].round(3)
    expected = randomized_tukey(outputs)["pvalue"].tolist()
    harder = outputs + np.array([1e6, -1e6, 0, 5])
    assert randomized_tukey(harder)["pvalue"].tolist() == pytest.approx(expected)
    more = np.hstack([outputs, np.full((3, 5), 0.3)])  # items on which all agree
    assert randomized_tukey(more)["pvalue"].tolist() == pytest.approx(expected)


def test_memory_is_bounded_whatever_the_number_of_shuffles():
    import tracemalloc

    outputs = np.random.default_rng(1).normal(size=(20, 400))
    tracemalloc.start()
    randomized_tukey(outputs, n_resamples=600, rng=1)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 100e6  # all shuffles at once: 600 * 8000 numbers, several times over


@pytest.mark.slow
def test_a_family_of_equal_systems_has_a_false_discovery_as_often_as_alpha_says():
    rng = np.random.default_rng(12)
    found = [
        randomized_tukey(rng.normal(size=(6, 20)) + rng.normal(size=20), n_resamples=499, rng=i)[
            "pvalue"
        ].min()
        <= 0.05
        for i in range(150)
    ]
    assert sum(found) in oracles.expected_rejections(0.05, 150)


BAD = {
    "one system": (dict(outputs={"A": [1, 0]}), "outputs must hold at least two systems"),
    "lengths": (dict(outputs={"A": [1, 0], "B": [1], "C": [1, 1]}), "must be of equal length"),
    "NaN": (dict(outputs={"A": [1, 0], "B": [1, float("nan")], "C": [1, 1]}), "must be finite"),
    "metric": (dict(metric="f1"), "metric must be a function"),
    "method": (dict(method="asymptotic"), "method must be one of"),
    "n_resamples": (dict(n_resamples=0), "n_resamples must be a whole number"),
    "groups": (dict(groups=[1]), "groups must be one cluster label an item"),
    "rng": (dict(rng=-1), "rng must be a seed"),
    "too many for exact": (
        dict(outputs=np.random.default_rng(1).normal(size=(4, 30)), method="exact"),
        "method must be 'auto' or 'monte-carlo'",
    ),
    "no score for some shuffles": (
        dict(
            outputs=RNG.integers(1, 9, (3, 4, 2)),
            metric=lambda sums: np.where(sums[..., 0] == 15, np.nan, sums[..., 0] / 9),
        ),
        "metric must give a finite score",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_named(name):
    options, said = BAD[name]
    with pytest.raises((ValueError, TypeError), match=said):
        randomized_tukey(**(dict(outputs={"A": [1, 0], "B": [0, 1], "C": [1, 1]}) | options))


def test_as_many_shuffles_are_drawn_by_default_as_for_other_test_items():
    defaults = [
        inspect.signature(test).parameters["n_resamples"].default
        for test in (randomized_tukey, unpaired_randomization_test)
    ]
    assert defaults == 2 * [10**5]
