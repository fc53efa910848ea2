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
    pairs = compare_each({100: take_items(outputs, 100), 400: outputs}, kinds=system_kinds(outputs))
    assert pairs.columns[0] == "test_set" and pairs.attrs == {}
    assert list(pairs.index) == list(range(len(pairs)))
    for n in (100, 400):
        rows = pairs[pairs["test_set"] == n].drop(columns="test_set").reset_index(drop=True)
        expected = compare_all(take_items(outputs, n), kinds=system_kinds(outputs))
        pd.testing.assert_frame_equal(rows, expected)


def test_thresholds_are_those_of_the_paper_by_group():
    pairs = compare_all(systems(300, 24), kinds=system_kinds(systems(300, 24)))
    groups = [(each, pairs[pairs["kind"] == each.kind])
              for each in threshold_table(pairs, "kind", rng=0).itertuples()]  # fmt: skip
    for row, some in [*groups, (*threshold_table(pairs, rng=0).itertuples(), pairs)]:
        assert row.threshold == significance_threshold(some) >= row.low - 1e-12
        assert row.n_pairs == some["pvalue"].between(0.04, 0.06).sum()
    assert len(groups) == 2


def made_up(gains, kinds=None):
    """Pairs of x, y and z with these gains, all with p = 0.05."""
    first, second = ["x", "x", "y", "x"][: len(gains)], ["y", "z", "z", "y"][: len(gains)]
    table = {"system_a": first, "system_b": second, "gain": gains, "pvalue": 0.05, "kind": kinds}
    return pd.DataFrame(table)


@pytest.mark.slow
def test_threshold_interval_draws_systems():
    """With three systems, all 27 draws can be listed: only two leave the pair in, or none."""
    pairs, percentiles = made_up([1.0, 2.0, 3.0]), []
    for drawn in itertools.product("xyz", repeat=3):
        times = [drawn.count(a) * drawn.count(b) for a, b in ("xy", "xz", "yz")]
        if any(times):
            percentiles.append(np.percentile(np.repeat(pairs["gain"], times), 95))
    table = threshold_table(pairs, n_resamples=20_000, rng=0)
    expected = np.percentile(percentiles, [2.5, 97.5])
    assert table.loc[0, ["low", "high"]].tolist() == pytest.approx(expected)


def test_a_group_without_such_p_values_has_no_threshold():
    (row,) = threshold_table(compare_all(systems(50, 3)), low=0.049999, high=0.05).itertuples()
    assert row.n_pairs == 0 and np.isnan([row.threshold, row.low, row.high]).all()


def test_groups_come_in_the_order_of_the_pairs_and_may_lack_a_name():
    pairs = made_up([0.3, 0.1, 0.2, 0.4], ["late", "late", None, "early"])
    table = threshold_table(pairs, "kind", percentile=100, n_resamples=1, rng=0)
    assert table["threshold"].tolist() == [0.3, 0.2, 0.4]
    assert table["n_pairs"].tolist() == [2, 1, 1]
    assert table["kind"].isna().tolist() == [False, True, False]


def test_wins_elsewhere_are_counted_pair_by_pair():
    here, there = systems(200, 12, 1), systems(150, 12, 2)
    bins = [(0, 0.05), (0.05, 0.3), (0.3, 1.01)]
    table = calibrate_across(
        compare_all(here, alternative="greater"), {"there": there, "here": here}, bins=bins, rng=0
    )
    for (low, high), (label, other) in itertools.product(
        bins, {"there": there, "here": here}.items()
    ):
        wins = []
        for a, b in itertools.permutations(here, 2):
            ahead = here[a].sum() - here[b].sum()
            if ahead < 0 or (ahead == 0 and a > b):
                continue
            if low <= bootstrap_test(here[a], here[b]).pvalue < high:
                wins.append(other[a].mean() > other[b].mean())
        row = table[(table["from"] == low) & (table["test_set"] == label)].iloc[0]
        assert row[["n_pairs", "wins", "share"]].tolist() == [len(wins), sum(wins), np.mean(wins)]
        assert row["low"] <= row["share"] <= row["high"]
    assert table.loc[[0, 4], "low"].tolist() == pytest.approx([0.449914, 0.2], abs=1e-6)
    sure = table[(table["test_set"] == "here") & (table["from"] == 0)]
    assert (sure["share"] == 1).all() and (sure["low"] == 1).all()


def test_a_bin_holds_its_lower_end_and_a_tie_is_no_win():
    there = {"there": {"x": [1], "y": [1], "z": [0]}}
    how = {"bins": [(0.05, 0.1), (0.01, 0.05)], "n_resamples": 1, "rng": 0}
    table = calibrate_across(made_up([0.1, 0.2, 0.3]), there, **how)
    assert table[["n_pairs", "wins"]].to_numpy().tolist() == [[3, 2], [0, 0]]
    assert len(calibrate_within(OUTPUTS, n_items=1, n_test_sets=1)) == 1


def test_lower_error_rates_win():
    rng, full = np.random.default_rng(3), np.full(60, 10)
    hits = {name: rng.binomial(10, skill, 60) for name, skill in (("good", 0.9), ("bad", 0.5))}
    links = {name: np.stack([each, each, full, full], axis=1) for name, each in hits.items()}
    pairs = compare_all(links, metrics.aer, n_resamples=1000, rng=0)
    table = calibrate_across(pairs, {"same": links}, metrics.aer, bins=[(0, 1)], rng=0)
    assert pairs.loc[0, "system_a"] == "good" and table.loc[0, "share"] == 1


def test_the_bins_of_table_1_double():
    ends = [*(low for low, _ in TABLE_1_BINS), TABLE_1_BINS[-1][1]]
    assert ends == [0.00125, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08]


def test_test_sets_are_drawn_from_the_population():
    outputs, rng, won = systems(500, 6), np.random.default_rng(7), []
    for _ in range(5):
        items = rng.integers(500, size=80)
        pairs = compare_all({name: values[items] for name, values in outputs.items()})
        for row in pairs[(pairs["pvalue"] >= 0.01) & (pairs["pvalue"] < 0.2)].itertuples():
            won.append(outputs[row.system_a].sum() > outputs[row.system_b].sum())
    table = calibrate_within(outputs, n_items=80, n_test_sets=5, bins=[(0.01, 0.2)], rng=7)
    assert table.loc[0, ["n_pairs", "wins"]].tolist() == [len(won), sum(won)]


@pytest.mark.long
def test_the_share_at_005_is_near_the_papers(imdb):
    """92 % (869 of 942) in section 4.2, for other systems and another task."""
    table = calibrate_within(imdb, n_test_sets=5, rng=0)
    assert 0.85 < table.loc[0, "share"] < 0.97


@pytest.mark.long
def test_thresholds_shrink_with_the_root_of_the_size(imdb):
    sizes = (400, 1600, 6400)
    pairs = compare_each({n: take_items(imdb, n) for n in sizes})
    thresholds = threshold_table(pairs, "test_set", rng=0)["threshold"].to_numpy()
    assert thresholds[:-1] / thresholds[1:] == pytest.approx([2, 2], rel=0.15)


OUTPUTS = systems(40, 3)
PAIRS = compare_all(OUTPUTS)
LACKING = {"x": {"a/0": [1, 0]}}
BAD = [
    (compare_each, ({},), {}, "test_sets must have at least one"),
    (threshold_table, (PAIRS, "domain"), {}, "pairs must be .* not one without 'domain'"),
    (threshold_table, (PAIRS,), {"percentile": 101}, "percentile must be between 0 and 100"),
    (threshold_table, (PAIRS,), {"n_resamples": 0}, "n_resamples must be a whole number"),
    (calibrate_across, (PAIRS, {}), {}, "others must have at least one test set"),
    (calibrate_across, (PAIRS, LACKING), {}, r"others\['x'\] must have all systems .*, not lack"),
    (calibrate_across, (PAIRS, {"x": OUTPUTS}), {"n_resamples": 0}, "n_resamples must be"),
    (calibrate_within, (OUTPUTS,), {"n_items": 0}, "n_items must be"),
    (calibrate_within, (OUTPUTS,), {"n_test_sets": 0}, "n_test_sets must be"),
]


@pytest.mark.parametrize("call, arguments, options, message", BAD)
def test_bad_input_names_the_argument(call, arguments, options, message):
    with pytest.raises(ValueError, match=message):
        call(*arguments, **options)
