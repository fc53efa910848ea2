"""The randomization test against enumeration, its symmetries, and the papers' numbers."""

import functools
import math
import tracemalloc
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import metrics
from labkit.significance import Result, randomization_checks, randomization_test
from labkit.significance.randomization import RandomizationChecks
from tests.significance import oracles
from tests.significance.oracles import expected_rejections

ALTERNATIVES = ["two-sided", "greater", "less"]
COLUMNS = {"precision": 2, "recall": 1, "f_score": 2, "f1": 3, "aer": 4}
METRICS = {
    "precision": metrics.precision,
    "recall": metrics.recall(7),
    "f_score": metrics.f_score(7),
    "f1": metrics.f1,
    "aer": metrics.aer,
}


def approx(value, relative=1e-12):
    return pytest.approx(float(value), rel=relative, abs=0)


@st.composite
def count_pairs(draw, columns, most=7, highest=4):
    n = draw(st.integers(1, most))
    row = st.lists(st.integers(0, highest), min_size=columns, max_size=columns)
    return [draw(st.lists(row, min_size=n, max_size=n)) for _ in range(2)]


@st.composite
def score_pairs(draw, most=9):
    """Scores of two systems: 0/1, small integers, fixed decimals, or anything."""
    n = draw(st.integers(1, most))
    score = draw(
        st.sampled_from(
            [
                st.booleans().map(int),
                st.integers(-6, 6),
                st.integers(0, 10**4).map(lambda i: i / 10**4),
                st.builds(math.ldexp, st.integers(-255, 255), st.integers(-14, -5)),
            ]
        )
    )
    return [draw(st.lists(score, min_size=n, max_size=n)) for _ in range(2)]


# Against enumeration


@pytest.mark.slow
@pytest.mark.parametrize("name", COLUMNS)
@given(data=st.data(), alternative=st.sampled_from(ALTERNATIVES))
def test_exact_p_of_counts_equals_enumeration(name, data, alternative):
    a, b = data.draw(count_pairs(COLUMNS[name]))
    result = randomization_test(a, b, METRICS[name], alternative=alternative)
    assert result.method == "exact"
    assert result.pvalue == approx(
        oracles.randomization_pvalue(a, b, oracles.METRICS[name], alternative)
    )
    assert result.statistic == pytest.approx(
        float(oracles.gain(a, b, oracles.METRICS[name])), abs=1e-12
    )


@given(score_pairs(), st.sampled_from(ALTERNATIVES))
def test_exact_p_of_means_equals_enumeration(pair, alternative):
    a, b = pair
    result = randomization_test(a, b, alternative=alternative)
    assert result.method == "exact"
    assert result.pvalue == approx(
        oracles.randomization_pvalue(a, b, oracles.METRICS["mean"], alternative)
    )


@given(score_pairs(), st.data(), st.sampled_from(ALTERNATIVES))
def test_exact_p_of_clustered_means_equals_enumeration(pair, data, alternative):
    a, b = pair
    groups = data.draw(st.lists(st.sampled_from("xyz"), min_size=len(a), max_size=len(a)))
    result = randomization_test(a, b, alternative=alternative, groups=groups)
    assert result.pvalue == approx(
        oracles.randomization_pvalue(a, b, oracles.METRICS["mean"], alternative, groups)
    )


@pytest.mark.parametrize("name", ["precision", "f1"])
@given(data=st.data(), alternative=st.sampled_from(ALTERNATIVES))
def test_exact_p_of_clustered_counts_equals_enumeration(name, data, alternative):
    a, b = data.draw(count_pairs(COLUMNS[name]))
    groups = data.draw(st.lists(st.integers(0, 3), min_size=len(a), max_size=len(a)))
    result = randomization_test(a, b, METRICS[name], alternative=alternative, groups=groups)
    assert result.pvalue == approx(
        oracles.randomization_pvalue(a, b, oracles.METRICS[name], alternative, groups)
    )


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_exact_p_of_bleu_equals_enumeration(alternative):
    rng = np.random.default_rng(5)
    a, b = (
        np.c_[rng.integers(5, 15, (9, 2)), rng.integers(1, 6, (9, 4)), rng.integers(6, 9, (9, 4))]
        for _ in "ab"
    )
    swaps = (np.arange(2**9)[:, None] >> np.arange(9) & 1)[:, :, None]
    x, y = (np.where(swaps, p, q).sum(axis=1) for p, q in ((a, b), (b, a)))
    gains = metrics.bleu(x) - metrics.bleu(y)
    observed = metrics.bleu(a.sum(0)) - metrics.bleu(b.sum(0))
    extreme = {
        "two-sided": abs(gains) >= abs(observed) - 1e-12,
        "greater": gains >= observed - 1e-12,
        "less": gains <= observed + 1e-12,
    }
    result = randomization_test(a, b, metrics.bleu, alternative=alternative)
    assert result.pvalue == approx(extreme[alternative].mean())


def test_real_scores_of_forty_items_meet_in_the_middle():
    rng = np.random.default_rng(4)
    gains = rng.normal(0.3, 1, 36)
    result = randomization_test(gains, np.zeros(36))
    assert result.method == "exact"
    # Half the items by enumeration, the other half too: an independent count with plain sorting.
    signs = 1 - 2 * (np.arange(2**18)[:, None] >> np.arange(18) & 1)
    left, right = np.sort(signs @ gains[:18]), np.sort(signs @ gains[18:])
    reach = gains.sum() - 1e-9
    extreme = (len(right) - np.searchsorted(right, reach - left)).sum()
    assert result.pvalue == approx(2 * extreme / 2**36, relative=1e-8)


def test_real_statistics_of_a_metric_that_is_no_mean():
    def geometric(sums):
        return np.sqrt(sums[..., 0] * sums[..., 1])

    rng = np.random.default_rng(6)
    a, b = 1e-6 * rng.random((12, 2)), 1e-6 * rng.random((12, 2))
    swaps = (np.arange(2**12)[:, None] >> np.arange(12) & 1)[:, :, None]
    gains = geometric(np.where(swaps, b, a).sum(1)) - geometric(np.where(swaps, a, b).sum(1))
    result = randomization_test(a, b, geometric)
    assert result.method == "exact"
    assert result.pvalue == approx((abs(gains) >= abs(gains[0]) - 1e-18).mean())


# Monte Carlo


@pytest.mark.parametrize(
    "n, highest, metric",
    [
        (6, 1, metrics.precision),  # few outcomes: one multinomial draw
        (60, 3, metrics.precision),  # packed, two columns
        (3000, 1, metrics.f1),  # few cells: binomial draws
    ],
)
def test_sampled_p_is_within_five_standard_errors(n, highest, metric):
    rng = np.random.default_rng(n)
    k = 3 if metric is metrics.f1 else 2
    a, b = rng.integers(0, highest + 1, (n, k)), rng.integers(0, highest + 1, (n, k))
    if k == 3:
        a[:, 2] = b[:, 2]
    if n == 6:
        truth, error = randomization_test(a, b, metric, method="exact").pvalue, 0.0
    else:
        swap = rng.integers(0, 2, (10_000, n), np.int8)
        moved = swap @ (b - a).astype(float)
        gains = metric(a.sum(axis=0) + moved) - metric(b.sum(axis=0) - moved)
        truth = (abs(gains) >= abs(metric(a.sum(axis=0)) - metric(b.sum(axis=0))) - 1e-12).mean()
        error = 1 / 10_000
    result = randomization_test(a, b, metric, method="monte-carlo", n_resamples=40_000, rng=3)
    assert result.method == "monte-carlo"
    deviation = math.sqrt(truth * (1 - truth) * (1 / 40_000 + error))
    assert abs(result.pvalue - truth) <= 5 * deviation + 1 / 40_000
    low, high = result.pvalue_interval
    assert low <= result.pvalue <= high


def test_sampled_p_of_packed_real_scores_is_within_five_standard_errors():
    gains = np.random.default_rng(2).normal(0.2, 1, 37)
    truth = randomization_test(gains, 0 * gains, alternative="greater").pvalue
    result = randomization_test(
        gains, 0 * gains, alternative="greater", method="monte-carlo", n_resamples=300_000, rng=1
    )
    assert abs(result.pvalue - truth) <= 5 * math.sqrt(truth * (1 - truth) / 300_000)


def test_sampled_p_counts_the_observed_order_too():
    result = randomization_test(
        [1.0] * 60, [0.0] * 60, method="monte-carlo", n_resamples=999, rng=0
    )
    assert result.n_extreme == 0
    assert result.pvalue == 1 / 1000
    assert result.pvalue_interval[0] == 0


def test_auto_samples_what_is_too_large_and_exact_refuses():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 99, (2, 60, 3))
    assert randomization_test(a, b, metrics.f1, n_resamples=1000, rng=1).method == "monte-carlo"
    for scores, metric in (((a, b), metrics.f1), (rng.normal(size=(2, 60)), metrics.mean)):
        with pytest.raises(ValueError, match="method"):
            randomization_test(*scores, metric, method="exact")


def test_same_seed_same_answer():
    a, b = np.random.default_rng(0).normal(size=(2, 60))
    draw = functools.partial(randomization_test, a, b, method="monte-carlo", n_resamples=5000)
    one, two, other = (draw(rng=seed) for seed in (7, 7, 8))
    assert one == two and one.seed == 7
    assert one.n_extreme != other.n_extreme
    drawn = draw()
    assert drawn == draw(rng=drawn.seed)
    given_generator = draw(rng=np.random.default_rng(7))
    assert given_generator.n_extreme == one.n_extreme and given_generator.seed is None


@pytest.mark.slow
def test_memory_does_not_grow_with_items_times_shuffles():
    a, b = np.random.default_rng(0).normal(size=(2, 3000))
    tracemalloc.start()
    randomization_test(a, b, method="monte-carlo", n_resamples=2**20, rng=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50e6  # 2^20 x 3000 signs would take 3 GB even as bytes


# Symmetries


@given(score_pairs())
def test_swapping_the_systems_mirrors_the_sides(pair):
    a, b = pair
    forward, backward = (
        randomization_test(a, b, alternative="greater"),
        randomization_test(b, a, alternative="less"),
    )
    assert forward.pvalue == approx(backward.pvalue)
    assert forward.statistic == -backward.statistic
    assert randomization_test(a, b).pvalue == approx(randomization_test(b, a).pvalue)


@given(score_pairs(), st.randoms(use_true_random=False), st.sampled_from(ALTERNATIVES))
def test_the_order_of_the_items_does_not_matter(pair, random, alternative):
    order = list(range(len(pair[0])))
    random.shuffle(order)
    shuffled = [[system[i] for i in order] for system in pair]
    first, second = (
        randomization_test(*p, alternative=alternative).pvalue for p in (pair, shuffled)
    )
    assert first == approx(second)


@given(
    score_pairs(),
    st.sampled_from([0.1, 3.0, math.pi, 1e-6, 12345.678]),
    st.sampled_from(ALTERNATIVES),
)
def test_the_scale_of_the_scores_does_not_matter(pair, scale, alternative):
    scaled = [[x * scale for x in system] for system in pair]
    first, second = (randomization_test(*p, alternative=alternative).pvalue for p in (pair, scaled))
    assert first == approx(second)


@given(score_pairs(), st.integers(0, 2**32 - 1), st.sampled_from(ALTERNATIVES))
def test_float_noise_does_not_break_ties(pair, seed, alternative):
    rng = np.random.default_rng(seed)
    noisy = [np.array(s, float) * (1 + 1e-12 * rng.uniform(-1, 1, len(s))) for s in pair]
    first, second = (randomization_test(*p, alternative=alternative).pvalue for p in (pair, noisy))
    assert first == approx(second)


def test_noise_does_not_make_a_long_test_of_few_values_uncountable():
    rng = np.random.default_rng(0)
    a, b = rng.integers(0, 2, (2, 500)) * math.pi
    noisy = a * (1 + 1e-13 * rng.uniform(-1, 1, 500))
    assert randomization_test(noisy, b).method == "exact"
    assert randomization_test(noisy, b).pvalue == approx(randomization_test(a, b).pvalue)


@pytest.mark.parametrize("method", ["auto", "monte-carlo"])
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("name", ["mean", *COLUMNS])
def test_identical_outputs_have_p_1(name, alternative, method):
    if name == "mean":
        a, metric = [0.1, 0.2, 0.3], metrics.mean
    else:
        a, metric = np.arange(5 * COLUMNS[name]).reshape(5, -1), METRICS[name]
    result = randomization_test(
        a, a, metric, alternative=alternative, method=method, n_resamples=100
    )
    assert result.pvalue == 1
    assert not result.is_significant(0.99)


def test_groups_of_one_item_change_nothing_and_one_group_leaves_two_cases(maize):
    zeros = [0] * 15
    alone = randomization_test(maize, zeros, groups=range(15))
    assert alone.pvalue == randomization_test(maize, zeros).pvalue
    together = randomization_test(maize, zeros, groups=["document"] * 15, alternative="greater")
    assert together.pvalue == 0.5
    assert together.n == 15


# The papers' numbers


def test_yeh_section_3_3(yeh):
    """numbers.md gives F to 2e-9 of these; fractions over the 35 x 53 table settle the rest."""
    one, two = yeh
    f_score, recall = metrics.f_score(103), metrics.recall(103)
    cases = [
        (recall, "greater", 22 / 103, 9.756279177963745e-05, 1.951256e-04, 102.3),
        (f_score, "greater", 0.122635, 0.014775688, 0.029551377, 15493.4),
        (metrics.precision, "less", -0.146289, 0.019994289, 0.039988579, 20965.5),
    ]
    for metric, side, gain, one_sided, two_sided, expected_count in cases:
        result = randomization_test(one, two, metric, alternative=side)
        assert result.method == "exact"
        assert result.statistic == pytest.approx(gain, abs=5e-7)
        assert result.pvalue == pytest.approx(one_sided, abs=5e-9)
        assert randomization_test(one, two, metric).pvalue == pytest.approx(two_sided, abs=1e-8)
        assert result.pvalue * 2**20 == pytest.approx(expected_count, abs=0.05)
    assert randomization_test(one, two, recall, alternative="greater").pvalue == approx(
        9.756279177963745e-05
    )


def test_yeh_f_score_in_fractions(yeh):
    def gain(recalled, spurious):
        f_one = Fraction(2 * (19 + recalled), 103 + 24 + recalled + spurious)
        f_two = Fraction(2 * (53 - recalled), 103 + 24 + 86 - recalled - spurious)
        return f_one - f_two

    extreme = sum(
        math.comb(34, i) * math.comb(52, j)
        for i in range(35)
        for j in range(53)
        if gain(i, j) >= gain(28, 43)
    )
    result = randomization_test(*yeh, metrics.f_score(103), alternative="greater")
    assert result.pvalue == approx(Fraction(extreme, 2**86))


def test_yehs_printed_counts_of_precision_and_f_do_not_come_from_fair_coins(yeh):
    for metric, side, printed, deviations in (
        (metrics.f_score(103), "greater", 14794, -5.7),
        (metrics.precision, "less", 25770, 33.5),
        (metrics.recall(103), "greater", 96, -0.6),
    ):
        p = randomization_test(*yeh, metric, alternative=side).pvalue
        assert (printed - p * 2**20) / math.sqrt(2**20 * p * (1 - p)) == pytest.approx(
            deviations, abs=0.1
        )


def test_darwins_maize(maize):
    assert randomization_test(maize, [0] * 15).pvalue == 1726 / 32768
    assert randomization_test(maize, [0] * 15, alternative="greater").pvalue == 863 / 32768


def test_yehs_two_checks(yeh):
    checks = randomization_checks(*yeh, metrics.precision, alternative="less", rng=11)
    assert checks.agree
    assert checks.first.n_resamples == checks.second.n_resamples == 2**20
    assert checks.first.seed == 11 != checks.second.seed
    assert checks.first.n_extreme != checks.second.n_extreme
    assert checks.recall_sign_test.pvalue == approx(9.756279177963745e-05)
    assert abs(checks.recall.n_extreme - 102.3) < 5 * math.sqrt(102.3)


def test_the_checks_take_bare_scores_too():
    right, wrong = [1] * 20 + [0] * 10, [0, 1] * 15
    checks = randomization_checks(right, wrong, metrics.mean, n_resamples=20_000, rng=2)
    assert checks.agree
    assert checks.first.pvalue == pytest.approx(2 * checks.recall.pvalue, rel=0.2)
    # Of a system and itself every shuffle counts.
    checks = randomization_checks(right, right, metrics.mean, n_resamples=500)
    assert checks.first.n_extreme == checks.recall.n_extreme == 500


def test_the_checks_agree_within_five_standard_errors():
    def agree(*pvalues):
        facts = {"alternative": "greater", "method": "monte-carlo", "n": 9, "n_resamples": 10_000}
        return RandomizationChecks(*(Result("test", 0, p, **facts) for p in pvalues)).agree

    for errors, agreed in ((4.99, True), (5.01, False)):
        of_two = errors * math.sqrt(2)
        assert agree(0.5, 0.5 - of_two * 0.005, 0.5, 0.5) == agreed
        assert agree(0.5, 0.5, 0.5 - errors * 0.005, 0.5) == agreed
        # At the ends it is that of a single shuffle.
        assert agree(0, of_two * 1e-4, 0.5, 0.5) == agree(1, 1 - of_two * 1e-4, 0.5, 0.5) == agreed


def test_the_checks_notice_a_generator_that_is_not_random(yeh):
    class Stuck(np.random.Generator):
        def multinomial(self, n, probabilities):
            drawn = np.zeros(len(probabilities), dtype=np.int64)
            drawn[0] = n
            return drawn

    checks = randomization_checks(
        *yeh, metrics.precision, alternative="less", rng=Stuck(np.random.PCG64(1))
    )
    assert not checks.agree


# Good input, and calibration


@pytest.mark.parametrize("convert", [
    list, tuple, lambda x: pd.Series(x, index=range(10, 10 + len(x))),
    *(lambda x, kind=kind: np.array(x, kind) for kind in (bool, np.uint8, np.int64, np.float32)),
])  # fmt: skip
def test_good_input(convert):
    a, b = [1, 1, 1, 0, 1, 1] * 50, [0, 1, 0, 1, 0, 0] * 50
    assert (
        randomization_test(convert(a), convert(b)).pvalue
        == randomization_test(np.array(a), np.array(b)).pvalue
    )


def test_narrow_integers_do_not_overflow():
    a, b = np.full((2, 40), 200, np.uint8)
    b = b - 1
    assert randomization_test(a, b).statistic == 1
    assert randomization_test(a, b, alternative="greater").pvalue == 2.0**-40


def test_p_values_under_the_null_are_not_too_small():
    rng = np.random.default_rng(12)
    pvalues = np.array([randomization_test(*rng.normal(size=(2, 12))).pvalue for _ in range(500)])
    for alpha in (0.01, 0.05, 0.2, 0.5):  # p is 1/2048, 2/2048, ...
        assert (pvalues <= alpha).sum() in expected_rejections(alpha, 500)


def test_error_rates_are_better_when_lower():
    a = np.array([[8, 9, 10, 10]] * 12)
    b = np.array([[4, 5, 10, 10]] * 12)
    result = randomization_test(a, b, metrics.aer)
    assert result.statistic < 0
    assert result.claim("A", "B").startswith("A is significantly better")


def test_a_metric_of_one_s_own_may_have_statistics_below_0():
    a, b = np.array([-1.0, 2.0, 0.5]), np.array([0.0, -1.0, 0.25])
    own = randomization_test(a[:, None], b[:, None], lambda sums: sums[..., 0])
    assert own.pvalue == randomization_test(a, b).pvalue
