"""Two systems on different items, against going through every shuffle and resample, and scipy."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from labkit import metrics
from labkit.significance import unpaired_bootstrap_test, unpaired_randomization_test
from tests.significance import oracles

#: Days of survival of 16 mice, Efron & Tibshirani (1993), table 2.1.
TREATED, CONTROL = [94, 197, 16, 38, 99, 141, 23], [52, 104, 146, 10, 51, 30, 40, 27, 46]
RNG = np.random.default_rng(9)
REAL_A, REAL_B = RNG.normal(size=5).round(9), RNG.normal(size=4).round(9)
COUNTS_A, COUNTS_B = RNG.integers(0, 4, (4, 3)), RNG.integers(0, 4, (5, 3))
STRATA = list("xxyyy"), list("xyxx")


def scored(rows, labels, weights, metric):
    """The score of rows of Fractions, those of each stratum as often as its weight says."""
    weighted = [[weights[label] * x for x in row] for row, label in zip(rows, labels, strict=True)]
    return metric(oracles.column_sums(weighted))


def weights_of(own, both):
    """How often a stratum counts: at its share of both sets."""
    return {
        label: Fraction(both.count(label), len(both)) / Fraction(own.count(label), len(own))
        for label in set(both)
    }


def shuffled_pvalue(a, b, metric, alternative, strata=None):
    """Share of all ways to deal out the items, inside strata, that are at least as extreme."""
    rows = oracles.rows(a) + oracles.rows(b)
    of_a, of_b = strata or ("x" * len(a), "x" * len(b))
    labels = [*of_a, *of_b]
    weights = [weights_of(list(own), labels) for own in (of_a, of_b)]

    def gain(chosen):
        sides = [sorted(chosen), [i for i in range(len(rows)) if i not in chosen]]
        score_a, score_b = (
            scored([rows[i] for i in side], [labels[i] for i in side], w, metric)
            for side, w in zip(sides, weights, strict=True)
        )
        return score_a - score_b

    parts = [[i for i, own in enumerate(labels) if own == label] for label in sorted(set(labels))]
    choices = [combinations(part, sum(i < len(a) for i in part)) for part in parts]
    observed = gain(set(range(len(a))))
    cases = [gain({i for some in chosen for i in some}) for chosen in product(*choices)]
    extreme = [oracles.at_least_as_extreme(case, observed, alternative) for case in cases]
    return Fraction(sum(extreme), len(extreme))


def resampled_pvalue(a, b, metric, alternative, strata=None):
    """Share of all resamples of a and of b, inside strata, that gain more than twice the gain."""
    of_a, of_b = strata or ("x" * len(a), "x" * len(b))
    labels = [*of_a, *of_b]

    def scores(rows, own):
        weights = weights_of(list(own), labels)
        parts = [[i for i, each in enumerate(own) if each == label] for label in sorted(set(own))]
        for drawn in product(*[product(part, repeat=len(part)) for part in parts]):
            items = [i for some in drawn for i in some]
            yield scored([rows[i] for i in items], [own[i] for i in items], weights, metric)

    rows_a, rows_b = oracles.rows(a), oracles.rows(b)
    observed = scored(rows_a, of_a, weights_of(list(of_a), labels), metric) - scored(
        rows_b, of_b, weights_of(list(of_b), labels), metric
    )
    if alternative == "two-sided" and observed == 0:
        return 1  # there is nothing to test
    all_b = list(scores(rows_b, of_b))
    gains = [x - y for x in scores(rows_a, of_a) for y in all_b]
    away = [
        gain - observed > observed
        if alternative == "greater"
        else abs(gain - observed) > abs(observed)
        for gain in gains
    ]
    return Fraction(sum(away), len(away))


CASES = {
    "0/1": ([1, 0, 1, 1, 1], [0, 1, 0, 0], "mean", None),
    "whole numbers": ([3, 1, 4, 1, 5], [9, 2, 6, 5], "mean", None),
    "decimals": ([0.1, 0.2, 0.3, 0.7, 0.3], [0.3, 0.4, 0.1, 0.2], "mean", None),
    "reals": (REAL_A, REAL_B, "mean", None),
    "a tie": ([0.1, 0.2], [0.3, 0.0], "mean", None),
    "counts": (COUNTS_A, COUNTS_B, "f1", None),
    "error rate": (
        np.hstack([COUNTS_A, COUNTS_A[:, :1]]),
        np.hstack([COUNTS_B, COUNTS_B[:, :1]]),
        "aer",
        None,
    ),
    "strata": ([1, 0, 1, 1, 1], [0, 1, 0, 0], "mean", STRATA),
    "strata of reals": (REAL_A, REAL_B, "mean", STRATA),
    "strata of equal shares": ([1, 0, 3, 1], [0, 1, 5, 0], "mean", ("xyxy", "yxyx")),
    "strata of counts": (np.vstack([COUNTS_A, [1, 2, 2]]), COUNTS_B[:4], "f1", STRATA),
}
METRICS = {"mean": metrics.mean, "f1": metrics.f1, "aer": metrics.aer}


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("name", CASES)
def test_shuffles_are_all_shuffles(name, alternative):
    a, b, metric, strata = CASES[name]
    strata = strata and (list(strata[0]), list(strata[1]))
    expected = shuffled_pvalue(a, b, oracles.METRICS[metric], alternative, strata)
    found = unpaired_randomization_test(
        a, b, METRICS[metric], alternative=alternative, strata=strata
    )
    assert found.method == "exact"
    assert found.pvalue == pytest.approx(float(expected), abs=1e-12)


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize(
    "name", [name for name in CASES if name not in ("error rate", "counts", "strata of counts")]
)
def test_resamples_are_all_resamples(name, alternative):
    a, b, metric, strata = CASES[name]
    a, b = a[:4], b[:3]
    strata = strata and (list(strata[0])[:4], list(strata[1])[:3])
    expected = resampled_pvalue(a, b, oracles.METRICS[metric], alternative, strata)
    found = unpaired_bootstrap_test(a, b, METRICS[metric], alternative=alternative, strata=strata)
    assert found.method == "exact"
    assert found.pvalue == pytest.approx(float(expected), abs=1e-12)


def test_resamples_of_counts_are_all_resamples():
    a, b = COUNTS_A[:3], COUNTS_B[:3]
    expected = resampled_pvalue(a, b, oracles.METRICS["f1"], "greater")
    assert unpaired_bootstrap_test(a, b, metrics.f1).pvalue == pytest.approx(float(expected))


def test_the_mice_of_efron_and_tibshirani():
    found = [
        unpaired_randomization_test(TREATED, CONTROL, alternative=alternative).pvalue * 11440
        for alternative in ("greater", "less", "two-sided")
    ]
    assert found == pytest.approx([1613, 11440 - 1587, 3184])
    drawn = unpaired_randomization_test(
        TREATED, CONTROL, alternative="greater", method="monte-carlo", n_resamples=20_000, rng=1
    )
    low, high = drawn.pvalue_interval
    assert low < 1613 / 11440 < high and drawn.pvalue == (drawn.n_extreme + 1) / 20_001


def test_reals_beyond_listing_are_met_in_the_middle_as_scipy_draws_them():
    rng = np.random.default_rng(3)
    a, b = rng.normal(0.4, size=11), rng.normal(size=14)
    for alternative in ("greater", "less"):
        found = unpaired_randomization_test(a, b, alternative=alternative)
        drawn = stats.permutation_test(
            (a, b),
            lambda x, y, axis: x.mean(axis) - y.mean(axis),
            vectorized=True,
            n_resamples=5000,
            alternative=alternative,
            rng=np.random.default_rng(4),
        )
        assert found.method == "exact"
        assert found.pvalue == pytest.approx(drawn.pvalue, abs=0.03)
    both = unpaired_randomization_test(a, b).pvalue
    mirrored = unpaired_randomization_test(-a, -b, alternative="greater").pvalue
    assert both == pytest.approx(unpaired_randomization_test(b, a).pvalue)
    assert unpaired_randomization_test(a, b, alternative="less").pvalue == pytest.approx(mirrored)


def test_right_or_wrong_is_fishers_exact_test():
    for right_a, n_a, right_b, n_b in (
        (80, 100, 130, 200),
        (9_000, 10_000, 8_800, 10_000),
        (3, 3, 0, 5),
    ):
        a, b = (
            np.repeat([1, 0], [right_a, n_a - right_a]),
            np.repeat([1, 0], [right_b, n_b - right_b]),
        )
        table = [[right_a, n_a - right_a], [right_b, n_b - right_b]]
        for alternative in ("greater", "less"):
            found = unpaired_randomization_test(a, b, alternative=alternative).pvalue
            expected = stats.fisher_exact(table, alternative=alternative).pvalue
            assert found == pytest.approx(expected, rel=1e-7)


def test_resamples_of_right_or_wrong_are_two_binomials():
    a, b = np.repeat([1, 0], [80, 20]), np.repeat([1, 0], [130, 70])
    right_a, right_b = np.ogrid[:101, :201]
    law = stats.binom.pmf(right_a, 100, 0.8) * stats.binom.pmf(right_b, 200, 0.65)
    gains = 2 * right_a - right_b  # in items of 200
    assert unpaired_bootstrap_test(a, b).pvalue == pytest.approx(law[gains > 60].sum())
    both = unpaired_bootstrap_test(a, b, alternative="two-sided")
    assert both.pvalue == pytest.approx(law[(gains > 60) | (gains < 0)].sum())
    # b over a: of gains of b, the negative ones, those above twice its own, -60 of 200.
    assert unpaired_bootstrap_test(b, a).pvalue == pytest.approx(law[gains < 60].sum())


@pytest.mark.parametrize("name", ["counts", "strata", "strata of counts", "reals"])
def test_what_is_drawn_agrees_with_what_is_exact(name):
    a, b, metric, strata = CASES[name]
    for test in (unpaired_randomization_test, unpaired_bootstrap_test):
        exact = test(a, b, METRICS[metric], strata=strata).pvalue
        drawn = test(
            a, b, METRICS[metric], strata=strata, method="monte-carlo", n_resamples=20_000, rng=5
        )
        assert drawn.pvalue == pytest.approx(exact, abs=0.018)
        low, high = drawn.pvalue_interval
        assert drawn.method == "monte-carlo" and low <= drawn.pvalue <= high
        again = test(
            a,
            b,
            METRICS[metric],
            strata=strata,
            method="monte-carlo",
            n_resamples=20_000,
            rng=5,
            n_jobs=2,
        )
        assert again == drawn


def test_strata_do_not_let_the_easier_mix_win():
    # In each genre both systems get the same share right, but a has more of the easy genre.
    right = {"easy": [1] * 9 + [0], "hard": [1] + [0] * 9}
    a, of_a = right["easy"] * 9 + right["hard"], ["easy"] * 90 + ["hard"] * 10
    b, of_b = right["easy"] + right["hard"] * 9, ["easy"] * 10 + ["hard"] * 90
    assert unpaired_randomization_test(a, b).pvalue < 1e-10
    for test in (unpaired_randomization_test, unpaired_bootstrap_test):
        found = test(a, b, strata=(of_a, of_b), alternative="two-sided", n_resamples=2000, rng=1)
        assert found.statistic == pytest.approx(0, abs=1e-12) and found.pvalue == 1
        assert "2 strata, scored at the same shares" in found.note


def test_strata_of_awkward_sizes_are_tested_as_well():
    rng = np.random.default_rng(6)
    sizes = [(211, 199), (97, 101), (307, 293), (89, 83), (173, 179), (61, 67)]  # all prime
    a, b = ([rng.integers(0, 2, pair[side]) for pair in sizes] for side in (0, 1))
    labels = [np.repeat(range(6), [pair[side] for pair in sizes]) for side in (0, 1)]
    how = dict(strata=labels, n_resamples=4000, rng=1)
    found = unpaired_randomization_test(np.concatenate(a), np.concatenate(b), **how)
    # The variance of a difference of shares in each stratum, under shuffling, without a program.
    shares = [sum(pair) / sum(map(sum, sizes)) for pair in sizes]
    gain = sum(w * (x.mean() - y.mean()) for w, x, y in zip(shares, a, b, strict=True))
    variance = sum(
        w**2 * np.concatenate([x, y]).var(ddof=1) * (1 / len(x) + 1 / len(y))
        for w, x, y in zip(shares, a, b, strict=True)
    )
    assert found.statistic == pytest.approx(gain)
    assert found.pvalue == pytest.approx(2 * stats.norm.sf(abs(gain) / variance**0.5), abs=0.04)


def test_clusters_are_shuffled_and_drawn_whole():
    a, b = [1, 1, 1, 0, 0, 1, 1], [0, 0, 1, 0, 1, 0]
    groups = [1, 1, 2, 3, 3, 3, 4], ["p", "p", "q", "q", "r", "r"]
    clusters = [[[2, 2], [1, 1], [1, 3], [1, 1]], [[0, 2], [1, 2], [1, 2]]]
    for alternative in ("two-sided", "greater"):
        expected = shuffled_pvalue(*clusters, oracles.METRICS["mean"], alternative)
        found = unpaired_randomization_test(a, b, groups=groups, alternative=alternative)
        assert found.pvalue == pytest.approx(float(expected))
        assert found.n == 13 and "4 and 3 clusters" in found.note
    expected = resampled_pvalue(*clusters, oracles.METRICS["mean"], "greater")
    assert unpaired_bootstrap_test(a, b, groups=groups).pvalue == pytest.approx(float(expected))


@pytest.mark.parametrize("scale", [1e-300, 1e-12, 1.0, 1e12, 1e290])
def test_scale_does_not_matter(scale):
    for test in (unpaired_randomization_test, unpaired_bootstrap_test):
        plain = test(REAL_A, REAL_B, n_resamples=4000, rng=1).pvalue
        assert test(
            scale * REAL_A, scale * REAL_B, n_resamples=4000, rng=1
        ).pvalue == pytest.approx(plain)


def test_a_huge_item_does_not_tie_small_whole_numbers():
    a, b = [10**12, 1, 2, 3], [1, 2, 9, 2]
    expected = float(shuffled_pvalue(a, b, oracles.METRICS["mean"], "greater"))
    for kind in (int, float):
        some, other = np.array(a, kind), np.array(b, kind)
        found = unpaired_randomization_test(some, other, alternative="greater")
        assert found.pvalue == pytest.approx(expected)


def test_the_kind_of_array_does_not_matter():
    a, b = [1, 0, 1, 1, 1, 1], [0, 1, 0, 0]
    kinds = (
        list,
        tuple,
        np.array,
        pd.Series,
        lambda x: np.array(x, bool),
        lambda x: np.array(x, np.float32),
    )
    for test in (unpaired_randomization_test, unpaired_bootstrap_test):
        assert len({test(kind(a), kind(b)).pvalue for kind in kinds}) == 1


def test_identical_outputs_leave_nothing_to_test():
    for a in ([1, 0, 1], [0.1, 0.7], [3]):
        assert unpaired_bootstrap_test(a, a[::-1], alternative="greater").pvalue == 1
        assert unpaired_randomization_test(a, a[::-1], method="monte-carlo").pvalue == 1
        # On one side shuffles that fall on the other count less.
        ways = [sum(x) >= sum(a) - 1e-9 for x in combinations([*a, *a], len(a))]
        for side in ("greater", "less"):
            found = unpaired_randomization_test(a, a[::-1], alternative=side)
            assert found.pvalue == pytest.approx(sum(ways) / len(ways))
    assert unpaired_bootstrap_test([1, 1], [1, 1, 1]).pvalue == 1
    assert unpaired_randomization_test([1, 1], [1, 1, 1]).pvalue == 1


def test_a_bootstrap_of_few_items_is_not_offered_as_a_claim():
    found = unpaired_bootstrap_test([0.9, 0.8, 0.95], [0.1, 0.2, 0.15])
    assert found.pvalue == 0 and found.too_few and not found.is_significant()
    assert "inconclusive" in found.claim("A", "B")
    assert found.claim("A", "B").endswith(": too few observations.")
    found = unpaired_bootstrap_test([0.9] * 6, [0.1] * 6, groups=(list("aabbcc"), list("ddeeff")))
    assert found.too_few and found.claim("A", "B").endswith(": too few clusters.")
    assert not unpaired_bootstrap_test([0.9] * 4, [0.1] * 4).too_few
    assert unpaired_randomization_test([0.9, 0.8, 0.95], [0.1, 0.2, 0.15]).pvalue == pytest.approx(
        0.1
    )


def test_error_rates_are_better_when_lower():
    good, bad = [[9, 9, 10, 10]] * 8, [[5, 6, 10, 10]] * 8
    found = unpaired_bootstrap_test(good, bad, metrics.aer)
    assert found.alternative == "less" and found.pvalue == 0
    assert found.claim("A", "B").startswith("A is significantly better than B")
    both = unpaired_randomization_test(good, bad, metrics.aer)
    assert both.claim("A", "B").startswith("A is significantly better than B")


@pytest.mark.slow
def test_equal_systems_are_called_different_as_often_as_alpha_says():
    rng = np.random.default_rng(11)
    rejected = [
        unpaired_randomization_test(rng.normal(size=12), rng.normal(size=9)).pvalue <= 0.05
        for _ in range(400)
    ]
    assert sum(rejected) in oracles.expected_rejections(0.05, 400)


def test_it_signs_itself_and_measures_its_effect():
    found = unpaired_randomization_test(TREATED, CONTROL)
    assert "test=unpaired_randomization_test; metric=mean" in found.signature
    assert found.effect.name == "Cliff's delta"
    assert (
        found.signature == unpaired_randomization_test(np.array(TREATED, float), CONTROL).signature
    )
    strata = list("xxxxyyy"), list("xxxxyyyyy")
    signed = unpaired_randomization_test(TREATED, CONTROL, strata=strata).signature
    assert "strata=2" in signed and signed.split("data=")[1] != found.signature.split("data=")[1]


BAD = {
    "a empty": (dict(a=[]), "a must hold numbers"),
    "b of NaN": (dict(b=[1.0, float("nan")]), "b must be finite"),
    "columns": (
        dict(a=[[1, 2]], b=[[1, 2, 3]], metric=metrics.precision),
        "a and b must have the same columns",
    ),
    "metric": (dict(metric="mean"), "metric must be a function"),
    "negative counts": (
        dict(b=[[-1, 2]], a=[[1, 2]], metric=metrics.precision),
        "b must hold counts",
    ),
    "method": (dict(method="inversion"), "method must be one of"),
    "alternative": (dict(alternative="both"), "alternative must be one of"),
    "n_resamples": (dict(n_resamples=0), "n_resamples must be a whole number"),
    "rng": (dict(rng="1"), "rng must be a seed"),
    "strata of one set": (dict(strata=[1, 2, 3]), "strata must be two sequences"),
    "strata too short": (dict(strata=([1, 1], [1, 1])), "strata must be one label an item"),
    "strata with a gap": (dict(strata=([1, 1, None], [1, 1])), "strata must have a label"),
    "strata of a alone": (
        dict(strata=([1, 1, 2], [1, 1])),
        "strata must each have items of both systems, not none of b in 2",
    ),
    "strata of b alone": (
        dict(strata=(["x"] * 3, ["x", "y"])),
        "strata must each have items of both systems, not none of a in 'y'",
    ),
    "groups of one set": (dict(groups="ab"), "groups must be two sequences"),
    "groups across strata": (
        dict(groups=([1, 1, 2], [1, 1]), strata=([1, 2, 2], [1, 2])),
        "groups must lie in one stratum",
    ),
    "too many for exact": (
        dict(
            a=np.random.default_rng(1).normal(size=30),
            b=np.random.default_rng(2).normal(size=30),
            method="exact",
        ),
        "method must be 'auto' or 'monte-carlo'",
    ),
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("test", [unpaired_randomization_test, unpaired_bootstrap_test])
def test_bad_input_is_named(test, name):
    options, said = BAD[name]
    arguments = dict(a=[1, 0, 1], b=[0, 1]) | options
    with pytest.raises((ValueError, TypeError), match=said):
        test(**arguments)
