"""The experiments against their definitions, written out pair by pair."""

import itertools

import numpy as np
import pandas as pd
import pytest

from labkit import bootstrap_test, compare_all, metrics, significance_threshold
from labkit.experiments import (
    DATA,
    TABLE_1_BINS,
    calibrate_across,
    calibrate_within,
    compare_each,
    load_system_outputs,
    system_kinds,
    take_items,
    threshold_table,
)


def systems(n, m=10, seed=0, step=0.01):
    rng = np.random.default_rng(seed)
    return {f"{'ab'[i % 2]}/{i}": (rng.random(n) < 0.6 + step * i).astype(int) for i in range(m)}


@pytest.fixture(scope="module")
def imdb():
    return load_system_outputs(DATA / "systems" / "imdb.npz")


def test_each_test_set_has_the_rows_of_compare_all():
    outputs = systems(400)
    test_sets = {100: take_items(outputs, 100), 400: outputs}
    pairs = compare_each(test_sets, kinds=system_kinds(outputs))
    assert pairs.columns[0] == "test_set"
    for label, some in test_sets.items():
        rows = pairs[pairs["test_set"] == label].drop(columns="test_set").reset_index(drop=True)
        pd.testing.assert_frame_equal(rows, compare_all(some, kinds=system_kinds(outputs)))
    assert pairs.attrs == {} and list(pairs.index) == list(range(len(pairs)))


def test_thresholds_are_those_of_the_paper_by_group():
    pairs = compare_all(systems(300, 24), kinds=system_kinds(systems(300, 24)))
    table = threshold_table(pairs, "kind", rng=0).set_index("kind")
    for kind, rows in pairs.groupby("kind"):
        assert table.loc[kind, "threshold"] == significance_threshold(rows)
        assert table.loc[kind, "n_pairs"] == rows["pvalue"].between(0.04, 0.06).sum()
        assert table.loc[kind, "low"] <= table.loc[kind, "threshold"] + 1e-12
    (whole,) = threshold_table(pairs, rng=0).itertuples()
    assert whole.threshold == significance_threshold(pairs)


def test_threshold_interval_draws_systems():
    """With three systems, all 27 draws can be listed: only two leave the pair in, or none."""
    pairs = pd.DataFrame(
        {
            "system_a": ["x", "x", "y"],
            "system_b": ["y", "z", "z"],
            "gain": [1.0, 2.0, 3.0],
            "pvalue": [0.05, 0.05, 0.05],
        }
    )
    found = []
    for drawn in itertools.product("xyz", repeat=3):
        gains = []
        for row in pairs.itertuples():
            gains += [row.gain] * (drawn.count(row.system_a) * drawn.count(row.system_b))
        if gains:
            found.append(np.percentile(gains, 95))
    low, high = np.percentile(found, [2.5, 97.5])
    table = threshold_table(pairs, n_resamples=20_000, rng=0)
    assert table.loc[0, "low"] == pytest.approx(low)
    assert table.loc[0, "high"] == pytest.approx(high)


def test_a_group_without_such_p_values_has_no_threshold():
    pairs = compare_all(systems(50, 3))
    (row,) = threshold_table(pairs, low=0.049999, high=0.05).itertuples()
    assert row.n_pairs == 0 and np.isnan([row.threshold, row.low, row.high]).all()


def test_groups_come_in_the_order_of_the_pairs_and_may_lack_a_name():
    gains = {"late": [0.3, 0.1], None: [0.2], "early": [0.4]}
    pairs = pd.DataFrame(
        [
            {"system_a": "x", "system_b": "y", "gain": gain, "pvalue": 0.05, "kind": kind}
            for kind, some in gains.items()
            for gain in some
        ]
    )
    table = threshold_table(pairs, "kind", percentile=100, n_resamples=1, rng=0)
    assert table["threshold"].tolist() == [0.3, 0.2, 0.4]
    assert table["n_pairs"].tolist() == [2, 1, 1]
    assert table["kind"].isna().tolist() == [False, True, False]


def test_wins_elsewhere_are_counted_pair_by_pair():
    here, there = systems(200, 12, 1), systems(150, 12, 2)
    bins = [(0, 0.05), (0.05, 0.3), (0.3, 1.01)]
    table = calibrate_across(compare_all(here), {"there": there, "here": here}, bins=bins, rng=0)
    for (low, high), label in itertools.product(bins, ("there", "here")):
        total = wins = 0
        for a, b in itertools.permutations(here, 2):
            if here[a].sum() < here[b].sum() or (here[a].sum() == here[b].sum() and a > b):
                continue
            if low <= bootstrap_test(here[a], here[b]).pvalue < high:
                total += 1
                other = {"there": there, "here": here}[label]
                wins += other[a].mean() > other[b].mean()
        found = table[(table["from"] == low) & (table["test_set"] == label)].iloc[0]
        assert (found["n_pairs"], found["wins"]) == (total, wins)
        assert found["share"] == wins / total
        assert found["low"] <= found["share"] <= found["high"]
    sure = table[(table["test_set"] == "here") & (table["from"] == 0)]
    assert (sure["share"] == 1).all() and (sure["low"] == 1).all()


def test_lower_error_rates_win():
    rng = np.random.default_rng(3)
    alignments = {}
    for name, skill in (("good", 0.9), ("bad", 0.5)):
        hits = rng.binomial(10, skill, 60)
        alignments[name] = np.stack([hits, hits, np.full(60, 10), np.full(60, 10)], axis=1)
    pairs = compare_all(alignments, metrics.aer, n_resamples=1000, rng=0)
    table = calibrate_across(pairs, {"same": alignments}, metrics.aer, bins=[(0, 1)], rng=0)
    assert pairs.loc[0, "system_a"] == "good" and table.loc[0, "share"] == 1


def test_the_bins_of_table_1_double():
    ends = [*(low for low, _ in TABLE_1_BINS), TABLE_1_BINS[-1][1]]
    assert ends == [0.00125, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08]


def test_test_sets_are_drawn_from_the_population():
    outputs = systems(500, 6)
    table = calibrate_within(outputs, n_items=80, n_test_sets=5, bins=[(0.01, 0.2)], rng=7)
    rng, won = np.random.default_rng(7), []
    for _ in range(5):
        items = rng.integers(500, size=80)
        for row in compare_all(
            {name: values[items] for name, values in outputs.items()}
        ).itertuples():
            if 0.01 <= row.pvalue < 0.2:
                won.append(outputs[row.system_a].sum() > outputs[row.system_b].sum())
    assert table.loc[0, ["n_pairs", "wins"]].tolist() == [len(won), sum(won)]


def test_the_share_at_005_is_near_the_papers(imdb):
    """92 % (869 of 942) in section 4.2, for other systems and another task."""
    table = calibrate_within(imdb, n_test_sets=5, rng=0)
    assert 0.85 < table.loc[0, "share"] < 0.97


def test_thresholds_shrink_with_the_root_of_the_size(imdb):
    sizes = (400, 1600, 6400)
    pairs = compare_each({n: take_items(imdb, n) for n in sizes})
    thresholds = threshold_table(pairs, "test_set", rng=0)["threshold"].to_numpy()
    assert thresholds[:-1] / thresholds[1:] == pytest.approx([2, 2], rel=0.15)


def refusals():
    outputs = systems(40, 3)
    pairs = compare_all(outputs)
    return {
        "test_sets must have at least one": lambda: compare_each({}),
        "pairs must be .* not one without 'domain'": lambda: threshold_table(pairs, "domain"),
        "percentile must be between 0 and 100": lambda: threshold_table(pairs, percentile=101),
        "n_resamples must be a whole number": lambda: threshold_table(pairs, n_resamples=0),
        "others must have at least one test set": lambda: calibrate_across(pairs, {}),
        r"others\['x'\] must have all systems that are in pairs, not lack": lambda: (
            calibrate_across(pairs, {"x": {"a/0": [1, 0]}})
        ),
        "n_resamples must be": lambda: calibrate_across(pairs, {"x": outputs}, n_resamples=0),
        "n_items must be": lambda: calibrate_within(outputs, n_items=0),
        "n_test_sets must be": lambda: calibrate_within(outputs, n_test_sets=0),
    }


@pytest.mark.parametrize("message", refusals())
def test_bad_input_names_the_argument(message):
    with pytest.raises(ValueError, match=message):
        refusals()[message]()
