"""Several runs of each system, against going through every draw and every way to deal out."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from labkit import metrics
from labkit.significance import (
    hierarchical_bootstrap_test,
    randomization_test,
    stratified_randomization_test,
    unpaired_randomization_test,
)
from tests.significance import oracles

RNG = np.random.default_rng(14)
RIGHT_A, RIGHT_B = RNG.integers(0, 2, (2, 3)) | [[1, 0, 1]] * 2, RNG.integers(0, 2, (2, 3))
METRICS = {"mean": metrics.mean, "f1": metrics.f1, "aer": metrics.aer}
CASES = {
    "0/1": (RIGHT_A, RIGHT_B, "mean"),
    "decimals": (RNG.integers(0, 9, (3, 3)) / 10, RNG.integers(0, 9, (2, 3)) / 10, "mean"),
    "counts": (RNG.integers(1, 4, (2, 3, 3)), RNG.integers(0, 4, (2, 3, 3)), "f1"),
    "error rate": (RNG.integers(1, 4, (2, 3, 4)), RNG.integers(0, 4, (2, 3, 4)), "aer"),
}


def mean_score(runs, items, metric):
    return sum(metric(oracles.column_sums([run[i] for i in items])) for run in runs) / len(runs)


def hierarchical_pvalue(a, b, metric, alternative):
    """Share of all draws of a's runs, of b's runs and of items that gain more than twice the gain."""
    a, b = [oracles.rows(run) for run in a], [oracles.rows(run) for run in b]
    n = len(a[0])
    observed = mean_score(a, range(n), metric) - mean_score(b, range(n), metric)
    if alternative == "two-sided" and observed == 0:
        return 1
    count = total = 0
    for items in product(range(n), repeat=n):
        scores = [
            [metric(oracles.column_sums([run[i] for i in items])) for run in runs]
            for runs in (a, b)
        ]
        of_a, of_b = (
            [sum(some) / len(own) for some in product(own, repeat=len(own))] for own in scores
        )
        for x, y in product(of_a, of_b):
            beyond = x - y - observed
            total += 1
            if alternative == "two-sided":
                count += abs(beyond) > abs(observed)
            else:
                count += beyond > observed if alternative == "greater" else beyond < observed
    return Fraction(count, total)


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("name", CASES)
def test_drawn_p_is_that_of_all_draws(name, alternative):
    a, b, metric = CASES[name]
    asked = "less" if (metric, alternative) == ("aer", "greater") else alternative
    expected = float(hierarchical_pvalue(a, b, oracles.METRICS[metric], asked))
    found = hierarchical_bootstrap_test(
        a, b, METRICS[metric], alternative=alternative, n_resamples=20_000, rng=3
    )
    assert found.pvalue == pytest.approx(expected, abs=0.018)
    assert found.alternative == asked and found.method == "monte-carlo"
    low, high = found.pvalue_interval
    assert low <= found.pvalue <= high and found.n_extreme == round(found.pvalue * 20_000)


def test_the_same_seed_gives_the_same_answer_whatever_the_number_of_jobs():
    a, b, _ = CASES["decimals"]
    found = [
        hierarchical_bootstrap_test(a, b, n_resamples=100_000, rng=5, n_jobs=jobs, progress=False)
        for jobs in (1, 2)
    ]
    assert found[0] == found[1] != hierarchical_bootstrap_test(a, b, n_resamples=100_000, rng=6)


def stratified_pvalue(a, b, metric, alternative):
    """Share of all ways to deal out each item's outputs that are at least as extreme."""
    a, b = [oracles.rows(run) for run in a], [oracles.rows(run) for run in b]
    items = list(zip(*a, *b, strict=True))
    choices = [list(combinations(range(len(a) + len(b)), len(a)))] * len(items)

    def gain(chosen):
        sides = [[], []]
        for outputs, some in zip(items, chosen, strict=True):
            for place, output in enumerate(outputs):
                sides[place not in some].append(output)
        return metric(oracles.column_sums(sides[0])) - metric(oracles.column_sums(sides[1]))

    observed = gain([tuple(range(len(a)))] * len(items))
    cases = [gain(chosen) for chosen in product(*choices)]
    extreme = [oracles.at_least_as_extreme(case, observed, alternative) for case in cases]
    return Fraction(sum(extreme), len(extreme))


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("name", CASES)
def test_outputs_of_an_item_are_dealt_out_in_all_ways(name, alternative):
    a, b, metric = CASES[name]
    expected = float(stratified_pvalue(a, b, oracles.METRICS[metric], alternative))
    found = stratified_randomization_test(a, b, METRICS[metric], alternative=alternative)
    assert found.method == "exact" and found.n == 3
    assert found.pvalue == pytest.approx(expected)
    if alternative == "two-sided":
        drawn = stratified_randomization_test(
            a, b, METRICS[metric], method="monte-carlo", n_resamples=20_000, rng=1
        )
        assert drawn.pvalue == pytest.approx(expected, abs=0.018)


@pytest.mark.parametrize("n", [12, 200])
def test_one_run_of_each_has_the_randomization_test(n):
    a, b = np.random.default_rng(n).integers(0, 4, (2, n))
    for alternative in ("two-sided", "greater", "less"):
        alone = randomization_test(a, b, alternative=alternative)
        found = stratified_randomization_test([a], [b], alternative=alternative)
        assert found.pvalue == pytest.approx(alone.pvalue) and found.statistic == pytest.approx(
            alone.statistic
        )


def test_many_items_and_runs_are_exact():
    rng = np.random.default_rng(8)
    a, b = rng.integers(0, 2, (2, 5, 300))
    exact = stratified_randomization_test(a, b)
    drawn = stratified_randomization_test(a, b, method="monte-carlo", n_resamples=2000, rng=1)
    assert exact.method == "exact" and drawn.pvalue == pytest.approx(exact.pvalue, abs=0.04)
    swapped = stratified_randomization_test(b, a)
    assert swapped.pvalue == pytest.approx(exact.pvalue) and swapped.statistic == -exact.statistic


def test_the_order_of_runs_does_not_matter():
    a, b, _ = CASES["decimals"]
    assert (
        stratified_randomization_test(a, b).pvalue
        == stratified_randomization_test(a[::-1], b).pvalue
    )


def seeds(rng, runs, n=400, spread=0.03):
    """Two equal systems whose runs are luckier or not: right or wrong on n items."""
    lucky = np.clip(0.8 + spread * rng.normal(size=(2 * runs, 1)), 0, 1)
    right = (rng.random((2 * runs, n)) < lucky).astype(int)
    return right[:runs], right[runs:]


def test_one_seed_is_not_a_system():
    """Two equal systems; what one run of each says of them is wrong far too often."""
    rng = np.random.default_rng(2)
    trials = [seeds(rng, 5) for _ in range(80)]
    of_one = [randomization_test(a[0], b[0]).pvalue <= 0.05 for a, b in trials]
    of_runs = [
        unpaired_randomization_test(a.mean(axis=1), b.mean(axis=1)).pvalue <= 0.05
        for a, b in trials
    ]
    assert sum(of_one) > 16  # a fifth and more, where one in twenty is promised
    assert sum(of_runs) <= oracles.expected_rejections(0.05, 80)[-1]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(("runs", "percent"), [(2, 17), (3, 13), (5, 9), (10, 6)])
def test_few_runs_have_the_false_positives_that_the_docstring_tells(runs, percent):
    rng = np.random.default_rng(runs)
    better = 0
    for i in range(200):
        a, b = np.repeat(rng.normal(size=(2, runs, 1)), 6, axis=2)
        found = hierarchical_bootstrap_test(a, b, n_resamples=500, rng=i)
        better += found.pvalue <= 0.05
        assert found.too_few == (runs == 2)
    assert better in range(*(oracles.expected_rejections(percent / 100, 200)[at] for at in (0, -1)))


def test_few_runs_and_few_items_are_told():
    a, b = np.ones((2, 20)), np.zeros((4, 20))
    found = hierarchical_bootstrap_test(a, b, n_resamples=100, rng=1)
    assert found.pvalue == 0 and found.too_few and not found.is_significant()
    assert "2 and 4 runs; few runs" in found.note
    assert found.claim("A", "B").endswith(": too few runs.")
    many = hierarchical_bootstrap_test(
        np.ones((10, 20)), np.zeros((10, 20)), n_resamples=100, rng=1
    )
    assert not many.too_few and many.note == "10 and 10 runs" and many.is_significant()
    turned = hierarchical_bootstrap_test(np.ones((20, 9)), np.zeros((20, 9)), n_resamples=9, rng=1)
    assert turned.note == "20 and 20 runs; more runs than items (9): is each row a run?"
    ones, zeros = np.ones((10, 20)), np.zeros((10, 20))
    few = hierarchical_bootstrap_test(ones[:, :5], zeros[:, :5], n_resamples=100, rng=1)
    assert few.too_few and few.claim("A", "B").endswith(": too few items differ.")
    enough = hierarchical_bootstrap_test(ones[:, :6], zeros[:, :6], n_resamples=100, rng=1)
    assert not enough.too_few and enough.is_significant()
    # Twenty items of five documents are five things that differ.
    drawn_whole = {"groups": np.repeat(range(5), 4), "n_resamples": 100, "rng": 1}
    few = hierarchical_bootstrap_test(ones, zeros, **drawn_whole)
    assert few.too_few and few.claim("A", "B").endswith(": too few clusters differ.")


def test_equal_runs_leave_nothing_to_test():
    a = [[1, 0, 1], [1, 1, 0]]
    assert stratified_randomization_test(a, a).pvalue == 1
    # Of 36 shuffles 9 favour b: of the second item's four outputs, and of the third's.
    assert stratified_randomization_test(a, a, alternative="greater").pvalue == pytest.approx(0.75)
    constant = np.full((3, 8), 0.5)
    for alternative in ("greater", "two-sided"):
        assert (
            hierarchical_bootstrap_test(
                constant, constant, alternative=alternative, n_resamples=50
            ).pvalue
            == 1
        )
    assert hierarchical_bootstrap_test(a, a, alternative="two-sided", n_resamples=50).pvalue == 1


def test_clusters_are_drawn_and_dealt_out_whole():
    a, b = RNG.integers(0, 2, (2, 2, 6))
    groups = list("xxyyzz")
    summed = [
        np.stack([runs.reshape(2, 3, 2).sum(axis=2), np.full((2, 3), 2)], axis=2) for runs in (a, b)
    ]
    found, expected = (
        stratified_randomization_test(a, b, groups=groups),
        stratified_randomization_test(*summed),
    )
    assert found.pvalue == expected.pvalue and found.n == 6 and "3 clusters" in found.note
    how = dict(n_resamples=2000, rng=1)
    found = hierarchical_bootstrap_test(a, b, groups=groups, **how)
    assert found.pvalue == hierarchical_bootstrap_test(*summed, **how).pvalue
    assert "3 clusters drawn whole" in found.note


@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1e9, 1e290])
def test_scale_does_not_matter(scale):
    a, b, _ = CASES["decimals"]
    for test, how in (
        (stratified_randomization_test, {}),
        (hierarchical_bootstrap_test, dict(n_resamples=3000, rng=1)),
    ):
        assert test(scale * a, scale * b, **how).pvalue == pytest.approx(
            test(a, b, **how).pvalue, abs=0.01
        )


def test_it_signs_itself():
    a, b, _ = CASES["0/1"]
    signed = stratified_randomization_test(a, b).signature
    assert "test=stratified_randomization_test; metric=mean; runs=2+2" in signed
    assert signed == stratified_randomization_test(a.tolist(), b.astype(float)).signature


GOOD = [[1, 0, 1], [0, 0, 1]]
BAD = {
    "one list": (dict(a=[1, 0, 1]), "a must be several runs of a system"),
    "four dimensions": (dict(b=np.ones((2, 2, 2, 2))), "b must be several runs of a system"),
    "ragged": (dict(a=[[1, 0, 1], [1, 0]]), "a must be an array, not a ragged list"),
    "other items": (
        dict(b=[[1, 0], [0, 1]]),
        "a and b must have runs on the same items, not on 3 and 2",
    ),
    "NaN": (dict(b=[[1, 0, np.nan], [0, 1, 1]]), "b must be finite"),
    "metric": (dict(metric=None), "metric must be a function"),
    "columns": (dict(metric=metrics.f1), "metric must suit the statistics"),
    "other columns": (
        dict(a=np.ones((2, 3, 3)), b=np.ones((2, 3, 4)), metric=lambda sums: sums[..., 0]),
        "a and b must have statistics of the same columns, not of 3 and 4",
    ),
    "alternative": (dict(alternative="both"), "alternative must be one of"),
    "n_resamples": (dict(n_resamples=0), "n_resamples must be a whole number"),
    "groups": (dict(groups=[1, 2]), "groups must be one cluster label an item"),
    "rng": (dict(rng="1"), "rng must be a seed"),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("test", [hierarchical_bootstrap_test, stratified_randomization_test])
def test_bad_input_is_named(test, name):
    options, said = BAD[name]
    with pytest.raises((ValueError, TypeError), match=said):
        test(**(dict(a=GOOD, b=GOOD) | options))


def test_one_run_is_refused_where_seeds_are_asked_about():
    with pytest.raises(
        ValueError, match="b must have at least 2 runs, not 1: one run says nothing"
    ):
        hierarchical_bootstrap_test(GOOD, GOOD[:1])
