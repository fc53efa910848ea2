"""Tails computed from characteristic functions, against exact laws, and against drawings of numpy's own."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from labkit import metrics
from labkit.significance import bootstrap_test, compare_all, inversion, randomization_test
from labkit.significance.inversion import (
    law_of_draws,
    tail_of_signs,
    tails_of_draws,
)
from labkit.significance.resamples import lattice_tail
from labkit.significance.shuffles import _signed_sum_tail
from tests.significance.made import real_scores

PAIR = np.array([0]), np.array([1])


def tail_of_draws(values, whole=None):
    """P(sum of n draws from `values` (n,) > 0), and its error."""
    systems = np.stack([values / 2, -values / 2])
    tails, errors = tails_of_draws(systems, PAIR, [law_of_draws(values, whole, 0)])
    return tails.item(), errors.item()


def drawn_bootstrap(gains, n_resamples, rng):
    """The share of resampled gains above twice the gain; a tie is a millionth part of a step off."""
    sums = [gains[rng.integers(0, len(gains), len(gains))].sum() for _ in range(n_resamples)]
    return np.mean(np.array(sums) > 2 * gains.sum() + 1e-9 * abs(gains).max())


def drawn_shuffles(gains, n_resamples, rng):
    """The share of shuffled gains that are at least as far from 0."""
    signs = rng.choice([-1.0, 1.0], (n_resamples, len(gains)))
    return np.mean(abs(signs @ gains) >= abs(gains.sum()) - 1e-9 * abs(gains).max())


KINDS = {
    "real": lambda rng, n: rng.normal(size=n),
    "heavy tails": lambda rng, n: rng.standard_cauchy(n),
    "one outlier": lambda rng, n: np.append(rng.normal(size=n - 1), rng.choice([-30, 30])),
    "many ties": lambda rng, n: rng.normal(size=n) * (rng.random(n) < rng.uniform(0.1, 0.9)),
    "skewed": lambda rng, n: rng.exponential(size=n) - 1,
    "shared steps": lambda rng, n: rng.choice([0, 0, 0, 0.1, -0.1, 0.2], n),
    "steps and reals": lambda rng, n: np.where(
        rng.random(n) < 0.5, rng.choice([0.1, -0.1, 0.3], n), rng.normal(size=n)
    ),
    "rounded": lambda rng, n: rng.normal(size=n).round(rng.integers(1, 6)),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("test", [bootstrap_test, randomization_test])
def test_random_tables_against_drawings(kind, test):
    rng, n_resamples, computed = np.random.default_rng(len(kind)), 2_000, 0
    for n in rng.geometric(1 / 300, 12) + 19:
        easy, gains = rng.random(n), KINDS[kind](rng, n)
        gains += (gains != 0) * (kind == "real") * rng.uniform(0, 2) / math.sqrt(n)
        found = test(easy + gains, easy, n_resamples=10, rng=1)
        if found.method == "monte-carlo":
            continue
        computed += found.method == "computed"
        draw = drawn_bootstrap if test is bootstrap_test else drawn_shuffles
        share, p = draw(gains, n_resamples, rng), found.pvalue
        assert abs(share - p) <= 5 * math.sqrt(max(p * (1 - p), 1 / n_resamples) / n_resamples)
    assert computed or kind in ("shared steps", "rounded")


@pytest.mark.parametrize(
    "plus, minus, n, expected",
    [(10, 6, 60, 0.1276), (12, 6, 200, 0.0628), (6, 0, 60, 0.00568)],
)
def test_real_scores_whose_differences_share_a_step_are_on_its_lattice(plus, minus, n, expected):
    easy, gains = np.random.default_rng(n).random(n), np.zeros(n)
    gains[:plus], gains[plus : plus + minus] = 0.1, -0.1
    found = bootstrap_test(easy + gains, easy)
    assert found.method == "exact" and found.pvalue == pytest.approx(expected, rel=5e-3)
    # The sum of n draws of +1, -1 and 0: binomially many that are not 0, and binomially many of these up.
    many = np.arange(n + 1)
    up = stats.binom.sf((many + 2 * (plus - minus)) // 2, many, plus / (plus + minus))
    assert found.pvalue == pytest.approx(stats.binom.pmf(many, n, (plus + minus) / n) @ up)


@pytest.mark.parametrize("n, decimals", [(60, 3), (400, 3), (1_000, 2), (200, 4)])
def test_on_a_lattice_inversion_is_exact(n, decimals):
    steps = np.random.default_rng(n).normal(0.04, 1, n).round(decimals) * 10**decimals
    steps = np.rint(steps).astype(int)
    terms = steps * n - 2 * steps.sum()
    tail, error = tail_of_draws(terms / 7, terms)
    assert tail == pytest.approx(lattice_tail(terms, n), abs=1e-10) and error < 1e-7
    steps = abs(steps[steps != 0])
    steps, counts = np.unique(steps // np.gcd.reduce(steps), return_counts=True)
    threshold = int(counts @ steps) % 2 + 2 * int(math.sqrt(counts @ steps**2))
    tail, error = tail_of_signs(steps, counts, threshold)
    assert tail == pytest.approx(_signed_sum_tail(steps, counts, threshold), abs=1e-10)
    assert error < 1e-7


def test_a_few_sizes_met_often_are_exact_too():
    steps, counts = np.array([1, 3, 4]), np.array([5_000, 3_000, 2_000])
    tail, error = tail_of_signs(steps, counts, 300)
    assert tail == pytest.approx(_signed_sum_tail(steps, counts, 300), abs=1e-11) and error < 1e-11


@pytest.mark.parametrize("n", [20, 24, 30, 45])
def test_the_error_is_told(n):
    """Midway between two points of a fine lattice its tail is that of real scores; on a fine one all digits are known."""
    whole = np.random.default_rng(n).integers(-(2**14), 2**14, n)
    terms = whole * n - 2 * whole.sum()
    real, error = tail_of_draws((terms + 0.5) * math.pi)
    assert abs(real - lattice_tail(terms, n, -n / 2)) <= error + 1e-9 and error <= 1e-5


@pytest.mark.parametrize("seed", [100, 145, 203, 306, 327, 360])
def test_frequencies_side_by_side_add_in_step_where_psi_comes_back(seed):
    steps = np.sort(abs(np.random.default_rng(seed).normal(size=24)))
    tail, error = tail_of_signs(steps, np.ones(24, int), 2.0)
    assert abs(tail - _signed_sum_tail(steps, np.ones(24, int), 2.0)) <= error


@pytest.mark.parametrize("n", [300, pytest.param(1_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("noise", [1e-9, 1e-7, 1e-5])
def test_scores_near_a_lattice_come_back(n, noise):
    """What lies between two points of the lattice by more than all noise is known: five items lie there."""
    rng = np.random.default_rng(5)
    whole = np.append(rng.integers(-3, 4, n - 5) * 100, [45] * 5)
    gains = whole / 100 * (1 + rng.normal(size=n) * noise)
    steps, counts = np.unique(abs(whole[whole != 0]) // 5, return_counts=True)
    for test in (bootstrap_test, randomization_test):
        found = test(gains, 0 * gains, n_resamples=9, rng=1)
        if found.method == "monte-carlo":
            continue
        if test is bootstrap_test:
            low, high = (lattice_tail(whole, n, 2 * whole.sum() + off) for off in (2, -2))
        else:
            size = abs(whole.sum()) // 5
            low, high = (2 * _signed_sum_tail(steps, counts, size + off) for off in (0.4, -0.4))
        error = float(found.note.split()[-1])
        assert low - error <= found.pvalue <= high + error


def test_one_item_whose_gain_is_hardly_more_than_noise_gives_no_warning():
    assert bootstrap_test([1e12 + 300], [1e12]).pvalue == 0


def test_what_comes_back_for_ever_is_not_computed():
    few = np.r_[np.zeros(180), [1, -1, math.pi] * 5]
    assert np.isnan(tail_of_draws(few)[0])
    assert np.isnan(tail_of_draws(np.random.default_rng(1).normal(size=12))[0])
    assert np.isnan(tail_of_signs(np.sqrt([2.0, 3, 5, 7]), np.array([40, 40, 40, 40]), 9)[0])


def test_p_is_never_said_to_be_smaller_than_its_error():
    easy, gains = np.random.default_rng(1).random((2, 200))
    for test in (bootstrap_test, randomization_test):
        found = test(easy + gains, easy)
        assert found.method == "computed" and 0 < found.pvalue < 1e-10
        assert found.note == f"p is right to within {found.pvalue:.0e}"
        assert test(easy, easy + gains, alternative="greater").pvalue == pytest.approx(1)


def test_the_order_of_systems_and_what_they_share_play_no_part():
    a, b = real_scores(2)
    for test in (bootstrap_test, randomization_test):
        one, other = (test(*pair, alternative="two-sided") for pair in ((a, b), (b, a)))
        assert one.method == "computed" and one.pvalue == pytest.approx(other.pvalue, abs=1e-12)
        hard = 1e4 * np.arange(len(a))
        assert test(a + hard, b + hard, alternative="two-sided").pvalue == pytest.approx(
            one.pvalue, rel=1e-6
        )
        assert test(a, a, alternative="two-sided").pvalue == 1


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
def test_all_pairs_are_computed_as_each_alone(test, alternative):
    outputs, groups = real_scores(4, 360), np.arange(360) // 3
    alone = {"bootstrap": bootstrap_test, "randomization": randomization_test}[test]
    for clusters in (None, groups):
        pairs = compare_all(outputs, test=test, alternative=alternative, groups=clusters)
        assert pairs.attrs["methods"] == {"computed": 6}
        for row in pairs.itertuples():
            scores = outputs[row.system_a], outputs[row.system_b]
            one = alone(*scores, alternative=alternative, groups=clusters)
            assert row.pvalue == pytest.approx(one.pvalue, abs=1e-11)


@pytest.mark.parametrize("variant", ["recentred", "below-zero"])
def test_clusters_of_unequal_sizes_against_drawings(variant):
    rng = np.random.default_rng(7)
    groups = np.repeat(np.arange(60), rng.integers(1, 9, 60))
    gains = rng.normal(0.12, 1, len(groups))
    found = bootstrap_test(gains, 0 * gains, variant=variant, groups=groups)
    sizes, sums = np.bincount(groups), np.bincount(groups, gains)
    drawn = rng.integers(0, 60, (20_000, 60))
    means = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    counted = means > 2 * gains.mean() if variant == "recentred" else means < 0
    assert found.method == "computed"
    assert abs(found.pvalue - counted.mean()) < 5 * math.sqrt(found.pvalue / 20_000)


def test_error_rates_and_sums_are_computed_too():
    a, b = real_scores(2)
    for test in (bootstrap_test, randomization_test):
        up = test(a, b, metrics.mean, alternative="greater")
        lower = metrics.Metric(lambda sums: sums[..., 0], ("errors",), True, False, counts=False)
        down = test(-a, -b, lower, alternative="less" if test is randomization_test else "greater")
        assert down.pvalue == pytest.approx(up.pvalue, abs=1e-12)


def test_a_hundred_thousand_items_take_a_few_frequencies(monkeypatch):
    blocks, turns = [], inversion._turns
    counted = lambda *given: (blocks.append(len(b)) or b for b in turns(*given))  # noqa: E731
    monkeypatch.setattr(inversion, "_turns", counted)
    gains = np.random.default_rng(1).normal(0.005, 1, 100_000)
    for test in (bootstrap_test, randomization_test):
        blocks.clear()
        found = test(gains, 0 * gains)
        assert found.method == "computed" and sum(blocks) < 200
        z = gains.mean() / gains.std() * math.sqrt(len(gains))
        sides = 1 if test is bootstrap_test else 2
        assert found.pvalue == pytest.approx(sides * stats.norm.sf(z), rel=0.01)


def test_the_law_of_two_items_is_told_by_its_fractions():
    """Four equal resamples of two items: with whole steps the frequencies end, and all is said."""
    tail, _ = tail_of_signs(np.array([1, 2]), np.array([1, 1]), 1)
    assert tail == pytest.approx(float(Fraction(1, 2)))


def test_differences_near_a_coarse_lattice_are_not_smoothed():
    """Sums meet near its points, and half of what met at the observed one was counted: .1036 for .1082."""
    rng = np.random.default_rng(5)
    gains = rng.integers(-3, 5, 60) * 0.3 + rng.normal(0, 3e-5, 60)
    found, drawn = bootstrap_test(gains, 0 * gains, rng=1).pvalue, 0
    for _ in range(20):
        resamples = rng.integers(0, 60, (50_000, 60))
        drawn += (gains[resamples].sum(axis=1) > 2 * gains.sum()).sum() / 1_000_000
    assert abs(found - drawn) <= 5 * math.sqrt(2 * drawn * (1 - drawn) / 1_000_000)
