"""All pairs of systems: each as if it were alone, and corrected together."""

import functools
import itertools
import math
import threading

import joblib
import numpy as np
import pandas as pd
import pytest
from scipy import stats

from labkit import metrics
from labkit.significance import (
    adjust_pvalues,
    bootstrap_test,
    compare_all,
    count_outcomes,
    matched_pair_t,
    randomization_test,
    sign_test,
    significance_threshold,
    wilcoxon_test,
)
from labkit.significance.pairs import BY_SCORES, PairTest, compare_pairs
from labkit.significance.resamples import in_threads
from tests.significance.made import real_scores, right_or_wrong, three_counts

TENTHS = np.round(real_scores(4, 40), 1)
COLUMNS = ["system_a", "system_b", "score_a", "score_b", "gain", "pvalue", "confidence", "kind"]
COLUMNS += ["method", "pvalue_low", "pvalue_high"]


# Each pair as if it were alone


@pytest.mark.parametrize(
    "outputs",
    [right_or_wrong(), np.round(real_scores(), 2), right_or_wrong() + np.arange(6)[:, None] % 2],
    ids=["0/1", "decimals", "whole numbers"],
)
def test_exact_pairs_are_bootstrap_tests(outputs):
    pairs = compare_all(outputs, alternative="greater")
    assert pairs.attrs["methods"] == {"exact": 15}
    assert list(pairs.columns) == COLUMNS
    for row in pairs.itertuples():
        alone = bootstrap_test(outputs[row.system_a], outputs[row.system_b])
        assert row.pvalue == pytest.approx(alone.pvalue, abs=1e-12)
        assert row.gain == pytest.approx(alone.statistic) and row.gain >= 0
        assert row.confidence == 1 - row.pvalue
        assert row.gain == pytest.approx(row.score_a - row.score_b)


@pytest.mark.parametrize(
    ("outputs", "metric", "test"),
    [
        (right_or_wrong(), metrics.mean, "bootstrap"),
        (real_scores(), metrics.mean, "bootstrap"),
        (three_counts(), metrics.f1, "bootstrap"),
        (three_counts(3, 100), metrics.f1, "randomization"),
        (real_scores(), metrics.mean, "randomization"),
        (np.round(real_scores(), 2), metrics.mean, "sign"),
    ],
    ids=["exact", "real", "drawn", "shuffled one by one", "shuffled together", "signs"],
)
def test_each_row_says_how_its_p_was_found_and_between_which_limits(outputs, metric, test):
    method = "monte-carlo" if metric is metrics.mean and test == "randomization" else "auto"
    pairs = compare_all(outputs, metric, test=test, method=method, n_resamples=500, rng=1)
    assert pairs["method"].value_counts().to_dict() == pairs.attrs["methods"]
    for row in pairs.itertuples():
        low, high = row.pvalue_low, row.pvalue_high
        assert 0 <= low <= row.pvalue <= high <= 1
        if row.method in ("exact", "computed"):
            assert low == row.pvalue == high
        if row.method == "monte-carlo":
            added = test == "randomization"
            extreme = round(row.pvalue * (500 + added)) - added
            exact = stats.binomtest(extreme, 500).proportion_ci(0.95, "exact")
            assert (low, high) == pytest.approx(tuple(exact))
    assert (pairs["pvalue_low"] < pairs["pvalue_high"]).any() == (
        set(pairs["method"]) == {"monte-carlo"}
    )


def test_drawn_pairs_are_bootstrap_tests():
    outputs = three_counts()
    pairs = compare_all(outputs, metrics.f1, alternative="greater", n_resamples=20_000, rng=5)
    assert pairs.attrs == {"test": "bootstrap", "methods": {"monte-carlo": 10}, "seed": 5}
    for row in pairs.itertuples():
        a, b = outputs[row.system_a], outputs[row.system_b]
        alone = bootstrap_test(a, b, metrics.f1, n_resamples=20_000, rng=6).pvalue
        assert abs(row.pvalue - alone) < 5 * math.sqrt(2 * (alone * (1 - alone) + 1e-4) / 20_000)


def test_clusters_of_all_pairs():
    outputs, groups = np.round(real_scores(4), 1), np.arange(300) // 6
    for row in compare_all(outputs, groups=groups, alternative="greater").itertuples():
        alone = bootstrap_test(outputs[row.system_a], outputs[row.system_b], groups=groups)
        assert row.pvalue == pytest.approx(alone.pvalue, abs=1e-12)


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("outputs", [
    *(np.round(real_scores(5, n), digits) for n, digits in ((13, 2), (27, 3), (62, 4), (63, 1))),
    real_scores(5, 20), right_or_wrong(5, 60), np.repeat([[3], [1], [0], [7], [1]], 40, axis=1),
])  # fmt: skip
def test_randomized_pairs_are_randomization_tests(outputs, alternative):
    pairs = compare_all(outputs, test="randomization", alternative=alternative)
    assert pairs.attrs["methods"] == {"exact": 10}
    for row in pairs.itertuples():
        alone = randomization_test(
            outputs[row.system_a], outputs[row.system_b], alternative=alternative
        )
        assert row.pvalue == pytest.approx(alone.pvalue, rel=1e-10)


def test_randomized_pairs_that_are_drawn():
    outputs = three_counts(3)
    pairs = compare_all(
        outputs,
        metrics.f1,
        test="randomization",
        method="monte-carlo",
        n_resamples=5000,
        rng=1,
        alternative="greater",
    )
    for row in pairs.itertuples():
        options = dict(alternative="greater", method="monte-carlo", n_resamples=5000)
        alone = randomization_test(
            outputs[row.system_a], outputs[row.system_b], metrics.f1, rng=2, **options
        ).pvalue
        assert abs(row.pvalue - alone) < 5 * math.sqrt(2 * (alone * (1 - alone) + 1e-3) / 5000)


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize(
    "outputs", [np.round(real_scores(4, 30), 2), real_scores(4, 30), right_or_wrong(4, 30)]
)
def test_randomized_means_that_are_drawn_share_their_signs(outputs, alternative):
    how = dict(
        test="randomization", method="monte-carlo", n_resamples=10_000, alternative=alternative
    )
    pairs = compare_all(outputs, rng=1, **how)
    assert pairs.attrs["methods"] == {"monte-carlo": 6}
    for row in pairs.itertuples():
        alone = randomization_test(
            outputs[row.system_a], outputs[row.system_b], alternative=alternative
        ).pvalue
        assert abs(row.pvalue - alone) < 5 * math.sqrt((alone * (1 - alone) + 1e-3) / 10_000)
    assert compare_all(outputs, rng=1, **how)["pvalue"].tolist() == pairs["pvalue"].tolist()


def test_equal_systems_are_never_significant_in_drawn_signs():
    pairs = compare_all(
        np.tile(real_scores(1, 30), (3, 1)),
        test="randomization",
        method="monte-carlo",
        n_resamples=1000,
    )
    assert pairs["pvalue"].tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_signs_of_all_pairs(alternative):
    outputs = right_or_wrong(4)
    for row in compare_all(outputs, test="sign", alternative=alternative).itertuples():
        outcomes = count_outcomes(outputs[row.system_a], outputs[row.system_b])
        assert row.pvalue == sign_test(*outcomes, alternative=alternative).pvalue


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize(
    "test, alone", [("matched-t", matched_pair_t), ("wilcoxon", wilcoxon_test)]
)
def test_tests_of_scores_are_those_of_one_pair(test, alone, alternative):
    outputs = real_scores(5, 40)
    pairs = compare_all(outputs, test=test, alternative=alternative)
    for row in pairs.itertuples():
        found = alone(outputs[row.system_a], outputs[row.system_b], alternative=alternative)
        assert (row.pvalue, row.method) == (found.pvalue, found.method)
        assert row.gain == pytest.approx(found.statistic)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
@pytest.mark.parametrize(("outputs", "metric"), [
    (right_or_wrong(4, 200), metrics.mean), (np.round(real_scores(4, 100), 1), metrics.mean),
    (real_scores(2, 40), metrics.mean), (three_counts(3, 60), metrics.f1),
    (three_counts(3, 60)[:, :, [0, 0, 1, 2]], metrics.aer),
], ids=["0/1", "tenths", "real", "F1", "AER"])  # fmt: skip
def test_two_sided_pairs_are_two_sided_bootstrap_tests(outputs, metric, method):
    options = dict(method=method, alternative="two-sided", n_resamples=4000, rng=4)
    pairs = compare_all(outputs, metric, **options)
    one_sided = compare_all(outputs, metric, **options | {"alternative": "greater"})
    for row, side in zip(pairs.itertuples(), one_sided.itertuples(), strict=True):
        alone = bootstrap_test(outputs[row.system_a], outputs[row.system_b], metric, **options)
        turned = bootstrap_test(outputs[row.system_b], outputs[row.system_a], metric, **options)
        assert row.method == alone.method and alone.alternative == "two-sided"
        assert alone.pvalue == turned.pvalue and alone.statistic == -turned.statistic
        assert row.pvalue == pytest.approx(
            alone.pvalue, abs=1e-12 + 2 * (row.pvalue_high - row.pvalue_low)
        )
        assert row.pvalue_low <= row.pvalue <= row.pvalue_high
        assert side.pvalue <= row.pvalue <= 1


@pytest.mark.parametrize("test", ["bootstrap", "randomization", *BY_SCORES])
def test_identical_systems_have_p_1(test):
    scores = right_or_wrong(2)
    pairs = compare_all([scores[0], scores[1], scores[0]], test=test)
    same = pairs[pairs["system_a"].isin([0, 2]) & pairs["system_b"].isin([0, 2])]
    assert same["pvalue"].tolist() == [1]
    drawn = compare_all([real_scores(1)[0]] * 2, n_resamples=1000)
    assert drawn["pvalue"].tolist() == [1]


def test_error_rates_gain_by_falling():
    sure = np.full(30, 5)
    bad, good = (np.column_stack([sure - misses, sure - misses, sure, sure]) for misses in (2, 1))
    outputs = {"bad": bad, "good": good}
    pairs = compare_all(outputs, metrics.aer, n_resamples=100, rng=1)
    assert pairs.loc[0, ["system_a", "system_b"]].tolist() == ["good", "bad"]
    assert pairs.loc[0, "gain"] == pytest.approx(0.2) and pairs.loc[0, "pvalue"] == 0


# Outputs, kinds, thresholds


def test_outputs_of_all_kinds_agree():
    scores = right_or_wrong(3)
    names = ["x", "y", "z"]
    by_array, by_list = compare_all(scores), compare_all(list(scores.tolist()))
    by_frame = compare_all(pd.DataFrame(scores, index=names))
    by_name = compare_all(dict(zip(names, scores.astype(bool), strict=True)))
    pd.testing.assert_frame_equal(by_array, by_list)
    pd.testing.assert_frame_equal(by_frame, by_name)
    assert by_array["pvalue"].tolist() == by_name["pvalue"].tolist()
    assert {type(name) for name in by_array["system_a"]} == {int}


def test_best_systems_come_first():
    pairs = compare_all(right_or_wrong(5))
    assert pairs["score_a"].is_monotonic_decreasing
    assert len(pairs) == 10 and (pairs["gain"] >= 0).all()


@pytest.mark.parametrize(
    "kinds",
    [{0: "x", 1: "x", 2: "y"}, ["x", "x", "y"], pd.Series(["x", "x", "y"])],
    ids=["mapping", "list", "Series"],
)
def test_kinds_of_pairs(kinds):
    pairs = compare_all(right_or_wrong(3), kinds=kinds)
    for row in pairs.itertuples():
        assert row.kind == ("same" if {row.system_a, row.system_b} == {0, 1} else "different")


def test_kinds_by_a_function():
    pairs = compare_all(right_or_wrong(3), kinds=lambda a, b: f"{min(a, b)}-{max(a, b)}")
    assert sorted(pairs["kind"]) == ["0-1", "0-2", "1-2"]
    assert compare_all(right_or_wrong(2))["kind"].isna().all()


def test_threshold_is_a_percentile_of_gains():
    pairs = pd.DataFrame({"gain": np.arange(101) / 100, "pvalue": [0.05] * 101})
    assert significance_threshold(pairs) == pytest.approx(0.95)
    assert significance_threshold(pairs, percentile=50) == pytest.approx(0.5)
    pairs.loc[60:, "pvalue"] = 0.01
    assert significance_threshold(pairs, percentile=100) == pytest.approx(0.59)
    assert significance_threshold(pairs, low=0, high=0.01, percentile=0) == pytest.approx(0.6)


# Tests of scores, and shuffles


@pytest.mark.parametrize("test", BY_SCORES)
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_equal_systems_have_p_1(test, alternative):
    outputs = np.vstack([TENTHS[0], TENTHS[0], TENTHS[1]])
    pairs = compare_all(outputs, test=test, alternative=alternative).set_index(
        ["system_a", "system_b"]
    )
    assert pairs.loc[(0, 1), "pvalue"] == 1
    positive = abs(TENTHS[0]) + 1
    noisy = np.vstack([positive + 0.1 + 0.2, positive + 0.3])  # equal but for the last bits
    assert compare_all(noisy, test=test, alternative=alternative)["pvalue"].tolist() == [1]


@pytest.mark.parametrize("test", [*BY_SCORES, "randomization"])
def test_what_is_no_mean_is_refused_where_scores_of_items_are_needed(test):
    counts = three_counts(3, 20)
    if test == "randomization":
        assert len(compare_all(counts, metrics.f1, test=test, n_resamples=50)) == 3
        return
    with pytest.raises(
        ValueError, match=f"outputs must be one score an item, .* for test '{test}'"
    ):
        compare_all(counts, metrics.f1, test=test)


def test_one_item_is_too_few_for_a_t_test_and_enough_for_others():
    with pytest.raises(
        ValueError, match="outputs must have at least 2 items for test 'matched-t', not 1"
    ):
        compare_all([[1], [0]], test="matched-t")
    for test, expected in (("sign", 0.5), ("wilcoxon", 0.5), ("randomization", 0.5)):
        assert compare_all([[1], [0]], test=test, alternative="greater")["pvalue"].tolist() == [
            expected
        ]


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_a_test_of_scores_that_draws_is_given_its_draws_and_shows_their_error(
    monkeypatch, alternative
):
    drawn = functools.partial(randomization_test, method="monte-carlo")
    monkeypatch.setitem(BY_SCORES, "sign", drawn)
    pairs = compare_all(TENTHS, test="sign", alternative=alternative, n_resamples=77, rng=5)
    assert pairs.attrs["methods"] == {"monte-carlo": 6}
    for row in pairs.itertuples():
        a, b = TENTHS[row.system_a], TENTHS[row.system_b]
        alone = drawn(a, b, alternative=alternative, n_resamples=77, rng=5)
        assert row.pvalue == alone.pvalue == (alone.n_extreme + 1) / 78
        interval = stats.binomtest(alone.n_extreme, 77).proportion_ci(0.95, "exact")
        assert (row.pvalue_low, row.pvalue_high) == pytest.approx((interval.low, interval.high))
    rng = np.random.default_rng(5)
    first, then = (compare_all(TENTHS, test="sign", n_resamples=77, rng=rng) for _ in range(2))
    assert (first["pvalue"] != then["pvalue"]).any()


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("metric", [metrics.f1, metrics.precision])
def test_exact_shuffles_of_pairs_are_those_of_two_systems(metric, alternative):
    outputs = three_counts(3, 9)[:, :, : 3 if metric is metrics.f1 else 2]
    pairs = compare_all(outputs, metric, test="randomization", alternative=alternative)
    assert pairs.attrs["methods"] == {"exact": 3}
    for row in pairs.itertuples():
        a, b = outputs[row.system_a], outputs[row.system_b]
        alone = randomization_test(a, b, metric, alternative=alternative)
        assert row.pvalue == pytest.approx(alone.pvalue, rel=1e-9)


def test_error_rates_are_shuffled_in_the_direction_of_the_better_system():
    good, bad = np.array([[9, 9, 10, 10]] * 7), np.array([[6, 6, 10, 10]] * 7)
    (row,) = compare_all(
        {"bad": bad, "good": good}, metrics.aer, test="randomization", alternative="greater"
    ).itertuples()
    assert (row.system_a, row.system_b) == ("good", "bad") and row.gain == pytest.approx(0.3)
    assert row.pvalue == pytest.approx(2.0**-7)


# One system against all others


@pytest.mark.parametrize("test", ["bootstrap", "randomization", *BY_SCORES])
@pytest.mark.parametrize("baseline", [0, 3, 5])
def test_the_pairs_of_a_baseline_are_those_of_all_pairs(test, baseline):
    outputs = np.round(real_scores(n=20), 1)
    everything = compare_all(outputs, test=test, alternative="greater")
    how = PairTest(test, "auto", "greater", 10**6, None)
    some = compare_pairs(outputs, metrics.mean, how, None, baseline=baseline)
    own = everything.query("system_a == @baseline or system_b == @baseline").reset_index(drop=True)
    assert len(some) == 5 and (some["gain"] >= 0).all()
    pd.testing.assert_frame_equal(some, own)


# Processors

AT_ONCE = threading.Barrier(2)


def worker():
    """Name the thread that runs this, when another one does as well."""
    AT_ONCE.wait(60)
    return threading.get_ident()


def test_without_a_configuration_one_processor_works():
    assert in_threads().n_jobs == 1


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_jobs_do_not_change_the_answer(test):
    outputs = three_counts(3, 2000 if test == "bootstrap" else 100)
    options = dict(test=test, method="monte-carlo", n_resamples=20_000, rng=9)
    one = compare_all(outputs, metrics.f1, **options)
    with joblib.parallel_config(n_jobs=2):
        workers = set(in_threads()(joblib.delayed(worker)() for _ in range(2)))
        assert len(workers) == 2
        pd.testing.assert_frame_equal(one, compare_all(outputs, metrics.f1, **options))
    assert not one["pvalue"].equals(
        compare_all(outputs, metrics.f1, **{**options, "rng": 10})["pvalue"]
    )


@pytest.mark.parametrize("doing, n, options", [
    ("resampling", 50, {"n_resamples": 2000}),
    ("shuffling", 50, {"test": "randomization", "method": "monte-carlo", "n_resamples": 9}),
    ("testing pairs", 9, {"test": "randomization"}),
])  # fmt: skip
def test_who_waits_sees_how_far_it_has_come(doing, n, options, capsys, monkeypatch):
    for watched in (False, True):
        if watched:
            monkeypatch.setenv("JPY_SESSION_NAME", "tick.ipynb")
            monkeypatch.setattr("tqdm.std.time", itertools.count().__next__)  # each look, a second
        compare_all(three_counts(3)[:, :n], metrics.f1, **options)
        out, err = capsys.readouterr()
        assert (doing in out, err) == (watched, "")


# Bad input

GOOD = {"x": [1, 0, 1], "y": [0, 0, 1]}
PAIRS = pd.DataFrame({"gain": [0.1], "pvalue": [0.05]})
BAD_CALLS = {
    "outputs None": (lambda: compare_all(None), "outputs"),
    "outputs a string": (lambda: compare_all("xyz"), "outputs"),
    "one system": (lambda: compare_all({"x": [1, 0]}), "outputs"),
    "no system": (lambda: compare_all([]), "outputs"),
    "0-d": (lambda: compare_all([1, 2]), "outputs"),
    "4-d": (lambda: compare_all(np.zeros((2, 2, 2, 2))), "outputs"),
    "empty systems": (lambda: compare_all([[], []]), "outputs"),
    "unequal length": (lambda: compare_all({"x": [1, 0], "y": [1]}), "outputs"),
    "columns differ": (lambda: compare_all({"x": [[1, 1]], "y": [[1]]}, metrics.recall(3)), "outputs"),
    "NaN": (lambda: compare_all({"x": [1, math.nan], "y": [1, 0]}), "outputs"),
    "NaN in a frame": (lambda: compare_all(pd.DataFrame([[1, np.nan], [1, 0]])), "outputs"),
    "infinity": (lambda: compare_all({"x": [1, math.inf], "y": [1, 0]}), "outputs"),
    "strings": (lambda: compare_all({"x": ["1", "0"], "y": ["1", "1"]}), "outputs"),
    "names twice": (lambda: compare_all(pd.DataFrame([[1, 0], [1, 1]], index=["x", "x"])), "outputs must have a different name"),
    "other items": (lambda: compare_all({"x": pd.Series([1, 0]), "y": pd.Series([1, 0], index=[5, 6])}), "index"),
    "negative counts": (lambda: compare_all([[[-1, 1]], [[1, 1]]], metrics.precision), "outputs"),
    "metric": (lambda: compare_all(GOOD, "f1"), "metric"),
    "metric of other columns": (lambda: compare_all(GOOD, metrics.f1), "metric"),
    "test": (lambda: compare_all(GOOD, test="t"), "test"),
    "method": (lambda: compare_all(GOOD, method="guess"), "method"),
    "inversion": (lambda: compare_all(GOOD, method="inversion"), "method"),
    "n_resamples": (lambda: compare_all(GOOD, n_resamples=0), "n_resamples"),
    "alternative": (lambda: compare_all(GOOD, test="sign", alternative="less"), "alternative"),
    "a baseline that is none": (lambda: compare_pairs(GOOD, metrics.mean, PairTest("sign", "auto", "greater", 1, None), None, baseline="z"), "baseline"),
    "a method of drawn signs": (lambda: compare_all(GOOD, test="sign", method="monte-carlo"), "method"),
    "t of one item": (lambda: compare_all([[1], [0]], test="matched-t"), "outputs"),
    "t of clusters": (lambda: compare_all(GOOD, test="matched-t", groups=[1, 1, 2]), "groups"),
    "t of counts": (lambda: compare_all([[[1, 2]], [[1, 1]]], metrics.precision, test="matched-t"), "outputs must be one score an item"),
    "signs of counts": (lambda: compare_all([[[1, 2]], [[1, 1]]], metrics.precision, test="sign"), "sign"),
    "kinds too short": (lambda: compare_all(GOOD, kinds=["x"]), "kinds"),
    "kinds without a system": (lambda: compare_all(GOOD, kinds={}), "kinds must .* none for 'x"),
    "kinds a string": (lambda: compare_all(GOOD, kinds="xy"), "kinds"),
    "groups": (lambda: compare_all(GOOD, groups=[1, 2]), "groups"),
    "rng": (lambda: compare_all(GOOD, rng="now"), "rng"),
    "p above 1": (lambda: adjust_pvalues([0.5, 1.5]), "p"),
    "p below 0": (lambda: adjust_pvalues([-0.1]), "p"),
    "p NaN": (lambda: adjust_pvalues([math.nan]), "p"),
    "p empty": (lambda: adjust_pvalues([]), "p"),
    "correction": (lambda: adjust_pvalues([0.5], "none"), "method"),
    "pairs a list": (lambda: significance_threshold([0.1]), "pairs"),
    "pairs without gains": (lambda: significance_threshold(PAIRS[["pvalue"]]), "pairs"),
    "pairs without p around 0.05": (lambda: significance_threshold(PAIRS, low=0.1, high=0.2), "pairs"),
    "a gain missing": (lambda: significance_threshold(PAIRS.assign(gain=[math.nan] * len(PAIRS))), r"pairs\['gain'\] must"),
    "a gain infinite": (lambda: significance_threshold(PAIRS.assign(gain=[math.inf] * len(PAIRS))), r"pairs\['gain'\] must"),
    "gains in words": (lambda: significance_threshold(PAIRS.assign(gain=["much"] * len(PAIRS))), r"pairs\['gain'\] must"),
    "a p-value missing": (lambda: significance_threshold(PAIRS.assign(pvalue=[math.nan] * len(PAIRS))), r"pairs\['pvalue'\] must"),
    "low": (lambda: significance_threshold(PAIRS, low=-1), "low"),
    "high": (lambda: significance_threshold(PAIRS, high="0.1"), "high"),
    "percentile": (lambda: significance_threshold(PAIRS, percentile=101), "percentile"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD_CALLS)
def test_bad_calls_name_the_argument(case):
    call, name = BAD_CALLS[case]
    with pytest.raises((ValueError, TypeError), match=rf"\b{name}\b"):
        call()
