"""The paired bootstrap against all n^n resamples, scipy, its symmetries and the papers' numbers."""

import math

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from labkit import metrics
from labkit.significance import bootstrap_interval, bootstrap_test
from labkit.significance.bootstrap import _bca_tails
from labkit.significance.resamples import tail_of_draws
from tests.significance import oracles
from tests.significance.oracles import expected_rejections

VARIANTS = ["recentred", "below-zero"]
COLUMNS = {"precision": 2, "f_score": 2, "f1": 3, "aer": 4}
METRICS = {
    "precision": metrics.precision,
    "f_score": metrics.f_score(7),
    "f1": metrics.f1,
    "aer": metrics.aer,
}
GAINS = np.random.default_rng(8).normal(0.05, 1, 200)


def brute_force(a, b, name, variant, groups=None):
    """The share of all resamples; 1 if there is neither a gain nor a resample with one."""
    if name == "aer":  # lower is better
        a, b = b, a
    metric = oracles.METRICS[name]
    p = float(oracles.bootstrap_pvalue(a, b, metric, variant, groups))
    return 1.0 if p == 0 and oracles.gain(oracles.rows(a), oracles.rows(b), metric) <= 0 else p


def two_sided_by_force(a, b, name):
    """The share of all resamples that are as far from the observed gain as 0 is, or further; 1 without any."""
    metric = oracles.METRICS[name]
    observed = oracles.gain(oracles.rows(a), oracles.rows(b), metric)
    better, other = (a, b) if observed > 0 else (b, a)
    sides = [oracles.bootstrap_pvalue(better, other, metric, v) for v in ("recentred", "negative")]
    return float(sum(sides)) or (0.0 if observed else 1.0)


@st.composite
def scores(draw, most=5):
    n = draw(st.integers(1, most))
    decimals = st.integers(0, 1000).map(lambda i: i / 1000)
    score = draw(st.sampled_from([st.integers(0, 1), st.integers(-3, 3), decimals]))
    return [draw(st.lists(score, min_size=n, max_size=n)) for _ in range(2)]


@st.composite
def counts(draw, columns, most=4):
    n = draw(st.integers(1, most))
    row = st.lists(st.integers(0, 4), min_size=columns, max_size=columns)
    return [draw(st.lists(row, min_size=n, max_size=n)) for _ in range(2)]


# Against every resample


@given(pair=scores(), variant=st.sampled_from(VARIANTS))
@settings(max_examples=25)
def test_exact_p_of_a_mean(pair, variant):
    result = bootstrap_test(*pair, method="exact", variant=variant)
    assert result.method == "exact"
    assert result.pvalue == pytest.approx(brute_force(*pair, "mean", variant), abs=1e-12)


@given(pair=scores(most=4))
@settings(max_examples=25)
def test_exact_p_of_both_sides(pair):
    result = bootstrap_test(*pair, method="exact", alternative="two-sided")
    assert result.alternative == "two-sided"
    assert result.pvalue == pytest.approx(two_sided_by_force(*pair, "mean"), abs=1e-12)


@pytest.mark.parametrize("name", COLUMNS)
def test_both_sides_of_counts_are_drawn(name):
    a, b = np.random.default_rng(7).integers(0, 5, (2, 5, COLUMNS[name]))
    exact = two_sided_by_force(a.tolist(), b.tolist(), name)
    found = bootstrap_test(a, b, METRICS[name], alternative="two-sided", n_resamples=40_000, rng=2)
    assert abs(found.pvalue - exact) < 5 * math.sqrt(exact * (1 - exact) / 40_000)


@pytest.mark.parametrize("shape", ["0/1", "real"])
def test_without_a_gain_both_sides_are_the_sum_of_the_one_sided(shape):
    a = np.array([1, 1, 0, 0, 1, 0, 0, 1]) if shape == "0/1" else GAINS[:8] - GAINS[:8].mean()
    b = a[[1, 0, 2, 4, 3, 6, 7, 5]] if shape == "0/1" else -a
    options = dict(n_resamples=20_000, rng=4)
    one, other = (bootstrap_test(*pair, **options).pvalue for pair in ((a, b), (b, a)))
    both = bootstrap_test(a, b, alternative="two-sided", **options)
    assert both.statistic == pytest.approx(0, abs=1e-12) and one < 1 > other
    assert both.pvalue == pytest.approx(one + other, abs=1e-12)


def test_both_sides_are_drawn_together():
    """Resamples above twice the gain, and those below 0, of one and the same draw."""
    a, b = GAINS[:60].round(2) + 0.25, np.zeros(60)
    sides = [
        bootstrap_test(a, b, method="monte-carlo", n_resamples=3000, rng=5, **how)
        for how in (
            {"variant": "recentred"},
            {"variant": "below-zero"},
            {"alternative": "two-sided"},
        )
    ]
    above, below, both = (side.n_extreme for side in sides)
    assert above + below == both and sides[2].pvalue == both / 3000
    exact = bootstrap_test(a, b, alternative="two-sided")
    assert exact.method == "exact"
    low, high = sides[2].pvalue_interval
    assert low < exact.pvalue < high
    claim = bootstrap_test(b, a + 1, alternative="two-sided").claim("low", "high")
    assert claim.startswith("high is significantly better than low")


@given(pair=scores(most=7), data=st.data(), variant=st.sampled_from(VARIANTS))
def test_exact_p_of_clusters(pair, data, variant):
    groups = data.draw(st.lists(st.integers(0, 3), min_size=len(pair[0]), max_size=len(pair[0])))
    result = bootstrap_test(*pair, method="exact", variant=variant, groups=groups)
    # Scores times sizes of clusters may need a circle of thousands of points, with their rounding.
    assert result.pvalue == pytest.approx(brute_force(*pair, "mean", variant, groups), abs=1e-11)
    n, clusters = len(pair[0]), len(set(groups))
    assert result.note.startswith(f"{n} items in {clusters} clusters, drawn whole")


@pytest.mark.parametrize("name", ["mean", *COLUMNS])
@pytest.mark.parametrize("variant", VARIANTS)
def test_drawn_p_is_within_five_standard_errors(name, variant):
    rng = np.random.default_rng(len(name))
    for _ in range(3):
        columns = COLUMNS.get(name, 1)
        a, b = rng.integers(0, 4, (2, 4, columns)) if columns > 1 else rng.integers(0, 4, (2, 4))
        metric = METRICS.get(name, metrics.mean)
        exact = brute_force(a.tolist(), b.tolist(), name, variant)
        drawn = bootstrap_test(
            a, b, metric, method="monte-carlo", variant=variant, n_resamples=10_000, rng=3
        )
        assert drawn.n_resamples == 10_000
        if exact < 1 or drawn.n_extreme:
            assert drawn.pvalue == drawn.n_extreme / 10_000
            assert abs(drawn.pvalue - exact) < 5 * math.sqrt(exact * (1 - exact) / 10_000) + 1e-12
            low, high = drawn.pvalue_interval
            assert low <= drawn.pvalue <= high


def test_collapsed_and_counted_draws_agree():
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 2, (2, 400))
    exact = bootstrap_test(a, b).pvalue
    distinct = np.arange(400) * 1e-9  # no two items alike: counted, not multinomial
    for noise in (0, distinct):
        drawn = bootstrap_test(
            a + noise, b + noise, method="monte-carlo", n_resamples=40_000, rng=4
        )
        assert abs(drawn.pvalue - exact) < 5 * math.sqrt(exact * (1 - exact) / 40_000)


# The papers' numbers, and scipy's


def test_trinomial_of_the_reference():
    a = [1] * 120 + [0] * 90 + [1] * 1790
    b = [0] * 120 + [1] * 90 + [1] * 1790
    result = bootstrap_test(a, b)
    assert result.method == "exact"
    assert result.pvalue == pytest.approx(0.017728039594, abs=5e-13)
    assert result.statistic == pytest.approx(0.015)
    assert (
        result.claim("A", "B") == "A is significantly better than B at alpha = 0.05 (p = 0.0177)."
    )


@pytest.mark.parametrize("n", [200, 20_000])
def test_real_scores_against_scipy(n):
    gains = np.random.default_rng(8).normal(1 / math.sqrt(n), 1, n)
    result = bootstrap_test(gains, np.zeros(n))
    assert result.method == "computed"
    how = dict(n_resamples=5000, method="percentile", batch=100, rng=np.random.default_rng(1))
    sums = stats.bootstrap((gains,), np.mean, **how).bootstrap_distribution
    share = (sums > 2 * gains.mean()).mean()
    assert abs(result.pvalue - share) < 5 * math.sqrt(share * (1 - share) / 5000)


@pytest.mark.parametrize("kind, name", [("percentile", "percentile"), ("bca", "BCa")])
def test_intervals_against_scipy(kind, name):
    skewed = np.exp(np.random.default_rng(5).normal(size=80))
    ours = bootstrap_interval(skewed, np.zeros(80), kind=kind, n_resamples=100_000, rng=1)
    how = dict(n_resamples=100_000, method=name, rng=np.random.default_rng(2), batch=10_000)
    theirs = stats.bootstrap((skewed,), np.mean, **how).confidence_interval
    spread = theirs.high - theirs.low
    assert ours.difference == pytest.approx(skewed.mean())
    assert ours.low == pytest.approx(theirs.low, abs=0.02 * spread)
    assert ours.high == pytest.approx(theirs.high, abs=0.02 * spread)


@pytest.mark.parametrize("scale", [1e-60, 1e60])
def test_scale_does_not_matter_to_an_interval(scale):
    skewed = np.exp(np.random.default_rng(5).normal(size=30))
    plain = bootstrap_interval(skewed, np.zeros(30), n_resamples=2000, rng=1)
    scaled = bootstrap_interval(skewed * scale, np.zeros(30), n_resamples=2000, rng=1)
    assert np.array(scaled[:3]) / scale == pytest.approx(plain[:3], rel=1e-9)


@pytest.mark.parametrize("noise", [0, 1e-13, -1e-13])
@pytest.mark.parametrize(
    "below, ties, above", [(20, 40, 40), (40, 40, 20), (0, 30, 70), (50, 0, 50)]
)
def test_bias_of_a_bca_interval_counts_half_of_the_ties(below, ties, above, noise):
    """Efron & Tibshirani (1993), equation 14.14, and without acceleration: statistics are symmetric."""
    drawn = np.repeat([0.1, 0.2 + noise, 0.3], [below, ties, above])
    statistics = np.ones((2, 6, 2))
    statistics[0, :, 0] = [1, -1, 2, -2, 3, -3]
    tails = np.array([0.025, 0.5, 0.975])
    bias = stats.norm.ppf((below + ties / 2) / 100)
    found = _bca_tails(tails, drawn, 0.2, statistics, metrics.mean)
    np.testing.assert_allclose(found, stats.norm.cdf(2 * bias + stats.norm.ppf(tails)), rtol=1e-9)


@pytest.mark.parametrize("drawn", [0.1, 0.3])
def test_no_bias_is_corrected_where_all_resamples_are_on_one_side(drawn):
    tails = np.array([0.025, 0.975])
    found = _bca_tails(tails, np.full(50, drawn), 0.2, np.ones((2, 6, 2)), metrics.mean)
    assert found.tolist() == tails.tolist()


def test_interval_of_f1_covers_the_difference():
    rng = np.random.default_rng(4)
    gold = rng.integers(5, 20, 150)
    a, b = (np.column_stack([rng.binomial(gold, share), gold, gold]) for share in (0.8, 0.7))
    interval = bootstrap_interval(a, b, metrics.f1, n_resamples=5000, rng=1)
    assert interval.low < interval.difference < interval.high
    assert 0.05 < interval.low < 0.1 < interval.high < 0.15


@pytest.mark.parametrize("wins", [1, 3, 5])
def test_few_differing_items_allow_no_claim(wins):
    a = [1] * wins + [0] * 20
    for result in (
        bootstrap_test(a, [0] * len(a)),
        bootstrap_test(a, [0] * len(a), groups=range(len(a))),
    ):
        assert result.pvalue < 0.05 or wins == 1
        assert result.better is None and not result.is_significant(0.5)
        assert f"differ for a claim: {wins}" in result.note
        assert "inconclusive" in result.claim("A", "B", alpha=0.5)


def test_one_item_is_no_evidence():
    result = bootstrap_test([0.7], [0.3])
    assert result.pvalue == 0 and not result.is_significant()
    assert result.claim("A", "B").endswith("(p < 10⁻³⁰⁰): too few data for a claim.")


def test_six_differing_items_allow_one():
    assert bootstrap_test([1] * 6 + [0] * 20, [0] * 26).is_significant()
    clusters = [0] * 6 + [1] * 20  # of which one differs
    found = bootstrap_test([1] * 6 + [0] * 20, [0] * 26, groups=clusters)
    assert found.better is None and "too few clusters differ" in found.note


def test_interval_of_no_difference_is_a_point():
    interval = bootstrap_interval(GAINS, GAINS, n_resamples=100, rng=1)
    assert (interval.low, interval.difference, interval.high) == (0, 0, 0)


# Symmetries


@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_identical_systems_have_p_1(method, variant):
    counts_of_both = np.random.default_rng(1).integers(0, 5, (30, 3))
    options = dict(method=method, variant=variant, n_resamples=1000, rng=1)
    same = bootstrap_test(GAINS, GAINS, **options)
    assert (same.pvalue, same.note) == (1, "")
    assert bootstrap_test(counts_of_both, counts_of_both, metrics.f1, **options).pvalue == 1
    assert bootstrap_test(GAINS, GAINS + 1e-14, **options).pvalue == 1


@given(
    gains=st.lists(st.integers(-5, 5), min_size=2, max_size=30),
    order=st.randoms(use_true_random=False),
    scale=st.sampled_from([0.1, 7, 1e-6, 1e6]),
)
def test_order_and_scale_do_not_matter(gains, order, scale):
    gains = np.array(gains)
    zeros = np.zeros(len(gains))
    p = bootstrap_test(gains, zeros).pvalue
    shuffled = gains.copy()
    order.shuffle(shuffled)
    assert bootstrap_test(shuffled, zeros).pvalue == pytest.approx(p, abs=1e-12)
    assert bootstrap_test(scale * gains, zeros).pvalue == pytest.approx(p, abs=1e-12)
    assert bootstrap_test(gains + 0.1, zeros + 0.1).pvalue == pytest.approx(p, abs=1e-12)
    # P(D* > 2 D) of a over b and of b over a: what is left over is P(D* = 2 D).
    mirrored = bootstrap_test(zeros, gains).pvalue
    assert p == mirrored == 1 if not gains.any() else p + mirrored <= 1 + 1e-12


def test_swapping_real_scores_mirrors_p():
    zeros = np.zeros(200)
    options = dict(n_resamples=20_000, rng=5)
    over, under = bootstrap_test(GAINS, zeros, **options), bootstrap_test(zeros, GAINS, **options)
    assert over.pvalue + under.pvalue == pytest.approx(1, abs=1e-4)
    assert over.statistic == -under.statistic
    assert under.pvalue > 0.5


def test_float_noise_breaks_no_tie():
    a, b = np.array([0.1, 0.2, 0.3, 0.4, 0.5]), np.array([0.3, 0.1, 0.2, 0.2, 0.4])
    p = bootstrap_test(a, b).pvalue
    assert bootstrap_test(a + 1e-13, b).pvalue == p
    counts = np.round(10 * np.column_stack([a, a + 1, b + 2]))
    other = np.round(10 * np.column_stack([b, b + 1, b + 2]))
    options = dict(n_resamples=2000, rng=1)
    p = bootstrap_test(counts, other, metrics.f1, **options).pvalue
    assert bootstrap_test(counts * (1 + 1e-14), other, metrics.f1, **options).pvalue == p


def test_error_rates_are_better_when_low():
    rng = np.random.default_rng(3)
    sure = rng.integers(1, 6, 40)
    good, bad = (
        np.column_stack([*rng.binomial(sure, share, (2, 40)), sure, sure]) for share in (0.9, 0.5)
    )
    result = bootstrap_test(good, bad, metrics.aer, n_resamples=2000, rng=1)
    assert result.alternative == "less" and result.statistic < 0 and result.pvalue < 0.01
    assert result.claim("good", "bad").startswith("good is significantly better than bad")


# Which method


@pytest.mark.parametrize(
    "scores, method",
    [
        (np.arange(3000) % 2, "exact"),
        (np.round(GAINS, 3), "exact"),
        (GAINS, "computed"),
        (np.tile(GAINS, 900) + np.arange(180_000) * 1e-7, "computed"),
        (np.where(np.arange(200) < 3, np.abs(GAINS), 0), "monte-carlo"),
    ],
)
def test_auto_takes_the_first_method_that_fits(scores, method):
    result = bootstrap_test(scores, np.zeros(len(scores)), n_resamples=10**5, rng=1)
    assert result.method == method
    assert (result.n_resamples is None) == (method != "monte-carlo")


def test_methods_that_do_not_fit_are_refused():
    counts = np.random.default_rng(1).integers(0, 9, (50, 3))
    with pytest.raises(ValueError, match="method"):
        bootstrap_test(counts, counts[::-1], metrics.f1, method="exact")
    with pytest.raises(ValueError, match="method"):  # nor is anything nearly right
        bootstrap_test(GAINS, 0 * GAINS, method="exact")


@pytest.mark.slow
def test_the_seed_decides_on_any_number_of_processors():
    counts = np.random.default_rng(1).integers(0, 9, (2, 2000, 3))
    first, other = (
        bootstrap_test(*counts, metrics.f1, n_resamples=20_000, rng=rng) for rng in (11, 12)
    )
    assert first.seed == 11 and first.n_extreme != other.n_extreme
    with joblib.parallel_config(n_jobs=2):
        assert first == bootstrap_test(*counts, metrics.f1, n_resamples=20_000, rng=11)


@pytest.mark.parametrize("n, excess", [(400, 0.17), (2000, 0.06)])
def test_null_calibration(n, excess):
    """Without a difference, p <= alpha hardly more often than alpha says: from all outcomes, each with its chance.

    A test set is not the population, so the bootstrap rejects a little too often, by ever less.
    """
    most = 60 + int(0.6 * n / 2)
    plus, minus = (grid.ravel() for grid in np.meshgrid(np.arange(most), np.arange(most)))
    wins = np.column_stack([plus, minus, n - plus - minus])
    wins = wins[(wins >= 0).all(axis=1)]
    chance = stats.multinomial.pmf(wins, n, [0.21, 0.21, 0.58])
    wins, chance = wins[chance > 1e-12], chance[chance > 1e-12]
    assert chance.sum() == pytest.approx(1, abs=1e-6)
    p = tail_of_draws(np.array([1, -1, 0]), wins / n, 2 * (wins[:, 0] - wins[:, 1]), n)
    for alpha in (0.01, 0.05, 0.1):
        assert alpha < chance[p <= alpha].sum() < (1 + excess) * alpha
    for plus, minus, ties in wins[:: len(wins) // 5]:
        scores = np.repeat([[1, 0], [0, 1], [1, 1]], [plus, minus, ties], axis=0)
        expected = p[(wins[:, 0] == plus) & (wins[:, 1] == minus)][0]
        assert bootstrap_test(*scores.T).pvalue == pytest.approx(expected, abs=1e-12)


@pytest.mark.slow
def test_clusters_repair_the_error_of_correlated_items():
    """Items of a document share a gain: the plain test finds too much, the one of whole documents does not."""
    rng = np.random.default_rng(23)
    documents = np.repeat(np.arange(60), 10)
    plain, clustered = [], []
    for _ in range(300):
        gains = np.round(rng.normal(size=60)[documents] + rng.normal(size=600), 1)
        plain.append(bootstrap_test(gains, np.zeros(600)).pvalue)
        clustered.append(bootstrap_test(gains, np.zeros(600), groups=documents).pvalue)
    assert np.mean(np.array(plain) <= 0.05) > 0.2
    # 60 documents are few: 6 % is what to expect.
    assert np.sum(np.array(clustered) <= 0.05) in expected_rejections(0.06, 300)


def test_good_input_of_many_kinds():
    a, b = [1, 0, 1, 1, 0], [0, 0, 1, 0, 1]
    p = bootstrap_test(a, b).pvalue
    for kind in (tuple, pd.Series, np.array):
        assert bootstrap_test(kind(a), kind(b)).pvalue == p
    for dtype in (bool, np.uint8, np.int16, np.float32):
        assert bootstrap_test(np.array(a, dtype), np.array(b, dtype)).pvalue == p


# Bad input

BAD_CALLS = {
    "NaN": (dict(a=[1, math.nan]), "a"),
    "infinity": (dict(b=[1, math.inf]), "b"),
    "None": (dict(a=None), "a"),
    "strings": (dict(b=["0", "1"]), "b"),
    "unequal length": (dict(b=[0, 1, 1]), "length"),
    "empty": (dict(a=[], b=[]), "a"),
    "0-d": (dict(a=3), "a"),
    "3-d": (dict(a=np.zeros((2, 2, 2))), "a"),
    "negative counts": (dict(a=[[-1, 1]] * 2, b=[[0, 1]] * 2, metric=metrics.precision), "a"),
    "columns differ": (dict(a=[[1, 1]] * 2, b=[[0]] * 2, metric=metrics.recall(3)), "columns"),
    "indexes differ": (dict(a=pd.Series([1, 0]), b=pd.Series([1, 0], index=[1, 2])), "index"),
    "metric a name": (dict(metric="f1"), "metric"),
    "metric of other columns": (dict(metric=metrics.f1), "metric"),
    "method": (dict(method="montecarlo"), "method"),
    "variant": (dict(variant="centred"), "variant"),
    "n_resamples 0": (dict(n_resamples=0), "n_resamples"),
    "n_resamples fractional": (dict(n_resamples=1.5), "n_resamples"),
    "n_resamples a string": (dict(n_resamples="many"), "n_resamples"),
    "groups too short": (dict(groups=[1]), "groups"),
    "groups missing": (dict(groups=[1, None]), "groups"),
    "rng a string": (dict(rng="seed"), "rng"),
    "rng negative": (dict(rng=-1), "rng"),
}


@pytest.mark.parametrize(
    "function, case",
    [(bootstrap_test, case) for case in BAD_CALLS]
    + [(bootstrap_interval, case) for case in BAD_CALLS if case not in ("method", "variant")],
)
def test_bad_calls_name_the_argument(function, case):
    options, name = BAD_CALLS[case]
    with pytest.raises((ValueError, TypeError), match=rf"\b{name}\b"):
        function(**{"a": [1, 0], "b": [0, 0], **options})


@pytest.mark.parametrize(
    "options, name",
    [(dict(level=1), "level"), (dict(level="95"), "level"), (dict(kind="t"), "kind")],
)
def test_bad_intervals_name_the_argument(options, name):
    with pytest.raises((ValueError, TypeError), match=name):
        bootstrap_interval([1, 0], [0, 0], **options)


def test_one_item_or_cluster_has_no_interval():
    with pytest.raises(ValueError, match="a must have at least 2 items, not 1"):
        bootstrap_interval([1], [0], rng=1)
    with pytest.raises(ValueError, match="groups must be at least 2, not 1"):
        bootstrap_interval([1, 0, 1], [0, 0, 1], groups=["d", "d", "d"], rng=1)
    found = bootstrap_interval([1, 0, 1], [0, 0, 1], groups=["d", "d", "e"], rng=1)
    assert found.low == 0 and found.high > found.difference


@pytest.mark.parametrize("level", [0.95, 0.9999, 1 - 1e-12])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_giant_among_many_items_turns_no_interval_round(level, sign):
    gains = sign * np.r_[np.zeros(20), 1000]
    found = bootstrap_interval(gains, np.zeros(21), level=level, n_resamples=999, rng=0)
    assert found.low <= found.difference <= found.high
    assert abs(found.high if sign > 0 else found.low) > 100


def test_a_million_resamples_are_drawn_where_nobody_says_how_many():
    a, b = [[1, 2, 1], [0, 1, 1]], [[0, 1, 1], [1, 2, 1]]
    assert bootstrap_test(a, b, metrics.f1, method="monte-carlo", rng=1).n_resamples == 10**6
