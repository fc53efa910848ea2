"""The shuffles of a randomization test, exact by every way and drawn, against enumeration."""

import math
import subprocess
import sys
import warnings
from collections import Counter
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from labkit import metrics
from labkit.significance import shuffles
from labkit.significance.items import Drawing, Systems, collapse
from labkit.significance.shuffles import (
    _binomial_pmf,
    _list_cells,
    _signed_sum_tail,
    _tail_of_coins,
    count_shared_shuffles,
    draw_shuffles,
    exact_pvalue,
    swaps_of,
    toss_by_toss,
)
from tests.significance import oracles

ALTERNATIVES = ["two-sided", "greater", "less"]
TWO = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
#: Of different ranges: which column is which digit of a code, matters.
THREE = st.tuples(st.integers(-1, 1), st.integers(-3, 3), st.integers(-2, 2))


def approx(value, relative=1e-12):
    return pytest.approx(float(value), rel=relative, abs=0)


def pvalue_of_gains(gains, alternative="two-sided"):
    column = gains[:, None]
    return exact_pvalue(swaps_of(column, 0 * column, metrics.mean), alternative)


@given(
    st.lists(st.integers(-4, 4), min_size=1, max_size=8),
    st.sampled_from([1, 2, 3, 7]),
    st.sampled_from(ALTERNATIVES),
)
def test_p_of_whole_gains_is_the_share_of_all_signs(gains, unit, alternative):
    zeros = [0] * len(gains)
    expected = oracles.randomization_pvalue(gains, zeros, oracles.METRICS["mean"], alternative)
    with warnings.catch_warnings(action="error"):
        for size in (unit, unit * np.pi):  # which has no unit, and ties up to noise
            assert pvalue_of_gains(size * np.array(gains), alternative) == approx(expected)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_gains_of_nothing_are_reached_by_every_shuffle(alternative):
    with warnings.catch_warnings(action="error"):
        assert pvalue_of_gains(np.zeros(5, int), alternative) == 1


@pytest.mark.parametrize("kind", [int, float])
def test_a_sum_of_nothing_reaches_0_and_no_more(kind):
    nothing = np.array([], kind), np.array([], int)
    found = [_signed_sum_tail(*nothing, threshold) for threshold in (-3, -1, 0, 1, 2, 3)]
    assert found == [1, 1, 1, 0, 0, 0]


@pytest.mark.parametrize("noise, expected", [(0, 0.25), (0.5, 0.25), (1, 0.75), (2, 1), (4, 1)])
def test_sums_below_the_threshold_by_no_more_than_the_noise_count(noise, expected):
    # Two items of 0.5 and a threshold of 1: the sums are 1, 0 twice, and -1.
    steps, counts = np.array([0.5]), np.array([2])
    assert _signed_sum_tail(steps, counts, 1.0 - noise) == expected
    # The same of two different steps, on the way through two tables.
    steps, counts = np.array([0.5, 0.5 + 1e-9]), np.array([1, 1])
    assert _signed_sum_tail(steps, counts, 1.0 - noise - 1e-8) == expected


@given(st.lists(st.integers(1, 300), min_size=1, max_size=14), st.integers(-400, 400))
def test_both_routes_to_the_tail_agree(sizes, threshold):
    steps, counts = np.unique(sizes, return_counts=True)
    items = np.repeat(steps, counts)
    signs = 1 - 2 * (np.arange(2 ** len(items))[:, None] >> np.arange(len(items)) & 1)
    expected = ((signs @ items) >= threshold).mean()
    assert _signed_sum_tail(steps, counts, threshold) == approx(expected)
    assert _signed_sum_tail(steps.astype(float), counts, threshold) == approx(expected)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(shuffles, "LARGEST_TABLE", 0)
        assert _signed_sum_tail(steps, counts, threshold) == approx(expected)


def test_what_is_too_long_for_tables_and_lattices_is_left_to_drawing():
    rng = np.random.default_rng(1)
    whole = np.unique(rng.integers(1, 2**40, 200))
    for steps in (whole, whole / 3):
        assert _signed_sum_tail(steps, np.ones(len(steps), int), 0) is None
        # Only that no shuffle is less extreme than no gain is known without drawing.
        assert pvalue_of_gains(np.append(steps, -steps)) == 1


def test_a_common_unit_does_not_make_gains_too_long():
    gains = np.random.default_rng(2).integers(-50, 60, 300)
    expected = pvalue_of_gains(gains)
    assert expected is not None
    assert pvalue_of_gains(10**12 * gains) == expected


@given(st.lists(st.integers(0, 5), max_size=7))
def test_coins_one_by_one(steps):
    expected = np.zeros(sum(steps) + 1)
    for heads in product([0, 1], repeat=len(steps)):
        expected[np.dot(heads, steps).astype(int)] += 2.0 ** -len(steps)
    assert toss_by_toss(np.array(steps, int)).tolist() == expected.tolist()


@pytest.mark.parametrize("z", [0, 3, 8, 15])
def test_far_tails_keep_their_digits(z):
    n = 2000
    needed = n // 2 + round(z * math.sqrt(n) / 2)
    expected = sum(math.comb(n, k) for k in range(needed, n + 1)) / 2**n
    assert _signed_sum_tail(np.array([1]), np.array([n]), 2 * needed - n) == approx(expected)
    assert _tail_of_coins(np.ones(n, int), 2 * needed - n) == approx(expected)


@pytest.mark.parametrize("n", [0, 1, 2, 7, 53, 61, 1000])
def test_the_law_of_fair_coins(n):
    expected = [math.comb(n, i) / 2**n for i in range(n + 1)]
    np.testing.assert_allclose(_binomial_pmf(n), expected, rtol=1e-12 if n > 53 else 0)


def test_a_share_of_shuffles_is_no_less_for_being_a_sum():
    """A p of 1/128, eight times Holm's, is 1/16: claimed at an alpha of 1/16, and not below it."""
    gains = np.array([1, 1, 1, 1, 1, 1, 1, 1, 0, 0])
    assert pvalue_of_gains(gains) == 2 / 2**8
    assert pvalue_of_gains(np.append(-1, gains)) == 20 / 2**9


def test_no_p_is_above_1_for_being_a_sum_and_no_gain_is_hidden_by_the_noise_of_a_tie():
    assert pvalue_of_gains(np.full(54, -1), "greater") == 1
    counts = np.c_[np.arange(54) % 2, np.ones((54, 2), int)]
    assert exact_pvalue(swaps_of(counts, counts[::-1], metrics.f1), "two-sided") == 1
    one, two = np.array([[1e12], [0.3], [0.2], [0.1]]), np.array([[1e12], [0], [0], [0]])
    assert exact_pvalue(swaps_of(one, two, metrics.mean), "greater") == 1 / 8


def law_of(pieces):
    found = Counter()
    for sums, probabilities in pieces:
        for v, p in zip(map(tuple, sums.tolist()), probabilities, strict=True):
            found[v] += p
    return found


@given(st.lists(TWO, min_size=1, max_size=8) | st.lists(THREE, min_size=1, max_size=6))
def test_all_signs_and_cells_give_the_same_law(rows):
    gains = np.array(rows)
    assume(gains.any())
    expected = Counter()
    for signs in product([1, -1], repeat=len(gains)):
        expected[tuple((np.array(signs) @ gains).tolist())] += 2.0 ** -len(gains)
    assert law_of([_list_cells(*collapse(gains))]) == pytest.approx(expected, rel=1e-12)


def test_how_much_is_listed_built_up_and_drawn_at_once(monkeypatch):
    cubes, steps = np.arange(1, 22)[:, None] ** [1, 2, 3], []
    for n, fits in ((20, True), (21, False)):
        swaps = swaps_of(cubes[:n], 0 * cubes[:n], metrics.f1)
        assert (exact_pvalue(swaps, "greater") is not None) == fits
    monkeypatch.setattr(shuffles, "progress", lambda starts, _: steps.append(starts.step) or [])
    assert not [*draw_shuffles(swaps, 2**20, None)]
    systems = Systems(np.stack([cubes, 0 * cubes]), metrics.f1)
    count_shared_shuffles(systems, (np.array([0]), np.array([1])), "greater", Drawing(2**24, None))
    assert steps == [2**18, 4096]
    built = []
    stub = lambda steps, _: built.append(len(steps)) or 1  # noqa: E731
    monkeypatch.setattr(shuffles, "_tail_of_coins", stub)
    for more, fits in ((0, True), (1, False)):  # 2^28 additions
        steps = np.r_[2**14 + more, np.full(255, 2**14)]
        assert (_signed_sum_tail(steps, np.ones(256, int), 0) is not None) == fits
    assert built == [256]
    for first, whole in ((29, [10]), (30, [])):  # 5 x 3 outcomes cost as much as 750 additions
        built.clear()
        _signed_sum_tail(np.array([first, 30, 30, 30]), np.array([1, 2, 3, 4]), 0)
        assert built == whole


def moments(steps, counts, size=100_000, table=2**20, monkeypatch=None):
    """Mean and standard deviation of V, drawn, by whichever way fits."""
    items = np.repeat(steps, counts)
    swaps = swaps_of(np.c_[items, items * 0 + 1], np.c_[items * 0, items * 0 + 1], metrics.mean)
    monkeypatch.setattr(shuffles, "LARGEST_TABLE", table)
    drawn = list(draw_shuffles(swaps, size, np.random.default_rng(1)))
    sums = np.concatenate([v[:, 0] for v, _ in drawn]) * swaps.unit[0]
    weights = np.concatenate([w for _, w in drawn])
    assert weights.sum() == size and max(len(w) for w in weights[None]) <= size
    centre = (weights @ sums) / size
    return centre, np.sqrt(weights @ (sums - centre) ** 2 / size)


def test_a_seed_gives_the_same_shuffles_for_ever():
    for n, size, sums in (
        (200, 201, [-200, -198, -196, -194]),  # all outcomes
        (200, 200, [-10, -2, 6, -4]),  # items looked up
        (201, 200, [1, -17, 5, 27]),  # a binomial number
    ):
        swaps = swaps_of(np.ones((n, 1)), np.zeros((n, 1)), metrics.mean)
        found, _ = next(draw_shuffles(swaps, size, np.random.default_rng(1)))
        assert found[:4, 0].tolist() == sums


@pytest.mark.parametrize(
    "steps, counts, table",
    [
        ([1, 2, 5], [4, 3, 2], 2**20),  # one draw of the table
        ([1, 2, 5], [900, 500, 700], 0),  # a binomial number a cell
        (list(range(1, 38)), [1] * 37, 0),  # items looked up, sixteen at a time
        ([7, 8, 9, 10, 11], [1] * 5, 0),  # few of like size, each of which is felt
        ([0.1234567890123, np.pi], [20, 21], 0),
    ],
)
def test_shuffles_have_the_mean_and_spread_of_fair_signs(steps, counts, table, monkeypatch):
    centre, spread = moments(steps, counts, table=table, monkeypatch=monkeypatch)
    expected = np.sqrt(np.array(counts) @ np.array(steps, float) ** 2)
    assert abs(centre) < 5 * expected / np.sqrt(100_000)
    assert spread == pytest.approx(expected, rel=5 / np.sqrt(2 * 100_000))


def test_a_shuffle_is_extreme_as_its_scores_are():
    rng = np.random.default_rng(2)
    a, b = rng.integers(0, 4, (2, 6, 3))
    assert not swaps_of(a[:, :1] * [1, 0, 0], b * 0, metrics.f1).linear
    squared = metrics.Metric.of(lambda sums: sums[..., 0] ** 2)
    assert not swaps_of(a[:, :1], b[:, :1], squared).linear
    assert not swaps_of(a[:, :2], b[:, :2], metrics.mean).linear
    swaps = swaps_of(a, b, metrics.f1)
    signs = np.array(list(product([1, -1], repeat=6)))
    totals = signs @ (a - b)
    x, y = (((a + b).sum(axis=0) + s * (signs @ (a - b))) / 2 for s in (1, -1))
    gains = metrics.f1(x) - metrics.f1(y)
    seen = swaps.gain
    assert seen == pytest.approx(metrics.f1(a.sum(axis=0)) - metrics.f1(b.sum(axis=0)))
    for alternative, extreme in {
        "two-sided": abs(gains) >= abs(seen) - 1e-9,
        "greater": gains >= seen - 1e-9,
        "less": gains <= seen + 1e-9,
    }.items():
        found = swaps.is_extreme(totals / swaps.unit, alternative)
        assert found.tolist() == extreme.tolist()


@pytest.mark.parametrize("alternative", ["greater", "two-sided"])
@pytest.mark.parametrize("metric", [metrics.mean, metrics.aer])
def test_shared_shuffles_are_those_of_each_pair(metric, alternative):
    rng = np.random.default_rng(5)
    sure = rng.integers(1, 6, (9, 1))
    statistics = np.stack(
        [
            np.c_[rng.binomial(sure, share), rng.binomial(sure, share), sure, sure]
            for share in (0.9, 0.8, 0.7)
        ]
    )
    if metric is metrics.mean:
        statistics = np.stack([statistics[:, :, 0] / 3, np.ones((3, 9))], axis=2)
    systems = Systems(statistics, metric)
    best = np.argsort(-systems.direction * systems.observed)
    systems = Systems(statistics[best], metric)
    pairs = np.array([0, 0, 1]), np.array([1, 2, 2])
    drawing = Drawing(20_000, np.random.default_rng(1))
    side = alternative if systems.direction > 0 or alternative == "two-sided" else "less"
    counts = count_shared_shuffles(systems, pairs, side, drawing)
    for count, i, j in zip(counts, *pairs, strict=True):
        one, two = systems.statistics[[i, j]].tolist()
        name = "mean" if metric is metrics.mean else "aer"
        swaps = swaps_of(systems.statistics[i], systems.statistics[j], metric)
        exact = exact_pvalue(swaps, side)
        if name == "aer":
            truth = oracles.randomization_pvalue(one, two, oracles.METRICS[name], side)
            assert exact == pytest.approx(float(truth), rel=1e-9)
        assert abs(count / 20_000 - exact) < 5 * math.sqrt(exact * (1 - exact) / 20_000) + 1e-9


@pytest.mark.parametrize("n, n_resamples", [(300, 999), (1031, 4097)])
def test_signs_drawn_block_by_block_are_those_drawn_at_once(n, n_resamples):
    scores = np.random.default_rng(1).normal([[0.0], [0.05], [0.1]], 1, (3, n))
    statistics = np.stack([scores, np.ones_like(scores)], axis=2)
    pairs = np.triu_indices(3, 1)
    drawing = Drawing(n_resamples, np.random.default_rng(7))
    found = count_shared_shuffles(Systems(statistics, metrics.mean), pairs, "two-sided", drawing)
    rng, expected = np.random.default_rng(7), np.zeros(3, int)
    for size in (min(n_resamples, 4096), max(0, n_resamples - 4096)):
        sums = (
            scores @ (2.0 * rng.integers(0, 2, (n, size), np.int8) - 1)
            if size
            else np.zeros((3, 0))
        )
        gains = (scores[pairs[0]] - scores[pairs[1]]).sum(axis=1)
        expected += (abs(sums[pairs[0]] - sums[pairs[1]]) >= abs(gains)[:, None]).sum(axis=1)
    assert found.tolist() == expected.tolist()


USES = """
import resource
import numpy as np
from labkit import compare_all
{run}
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)  # in kB on Linux
"""
COMPARE = """
scores = np.random.default_rng(1).random(({m}, {n}))
compare_all(scores, test="{test}", alternative="two-sided", n_resamples=4097, rng=1)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems count in other units")
@pytest.mark.parametrize("m, n", [(2, 40_000), (12, 10_000)])
def test_memory_does_not_grow_with_shuffles_times_items(m, n):
    """4,096 shuffles of 40,000 items at once took 1.4 GB; a twentieth of it is needed now, and four times that allowed."""
    used = [
        int(subprocess.check_output([sys.executable, "-c", USES.format(run=run)], text=True))
        for run in ("", COMPARE.format(m=m, n=n, test="randomization"))
    ]
    assert used[1] - used[0] < 300_000
