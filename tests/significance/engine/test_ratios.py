"""p of ratios without drawing: against 10^8 draws, the linear case, and itself."""

import json

import numpy as np
import pytest

from labkit import metrics
from labkit.significance import bootstrap_test, compare_all
from labkit.significance.engine import ratios
from labkit.significance.engine.inversion import tail_limits
from labkit.significance.engine.ratios import ratio_limits
from labkit.significance.engine.systems import Systems
from tests.benchmarks.many_draws import CASES, TABLE, VARIANTS, better_first
from tests.significance.made import real_scores, three_counts

DRAWN = json.loads(TABLE.read_text(encoding="utf-8"))
METRICS = {
    "precision": (metrics.precision, 2),
    "f_score": (metrics.f_score(7), 2),
    "f1": (metrics.f1, 3),
    "aer": (metrics.aer, 4),
    "mean": (metrics.mean, 2),
    "accuracy": (metrics.accuracy, 2),
}


def limits(statistics, metric, variant="recentred", n_steps=400):
    first, second = np.triu_indices(len(statistics), 1)
    return (
        first,
        second,
        *ratio_limits(Systems(statistics, metric, variant), first, second, n_steps),
    )


@pytest.mark.parametrize("case", DRAWN)
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_millions_of_draws_lie_within(case, variant):
    statistics, metric = CASES[case]()
    statistics = statistics[better_first(statistics, metric)]
    draws = DRAWN[case]["draws"]
    for i, j, low, high in zip(*limits(statistics, metric, variant), strict=True):
        share = DRAWN[case]["counts"][f"{i}-{j}"][variant] / draws
        slack = 4 * np.sqrt(share * (1 - share) / draws)
        assert low - slack < share < high + slack
        # Within the error of 10^6 draws, too, wherever the limits are.
        wanted = np.sqrt(share * (1 - share) / 1e6)
        if (high - low) / 2 < wanted:
            assert abs((low + high) / 2 - share) < wanted + slack


def test_each_small_term_has_its_sign():
    """With signs the middle is nearer to the truth than all terms without theirs could tell."""
    statistics, metric = CASES["AER of 120 sentences"]()
    drawn = DRAWN["AER of 120 sentences"]
    *pairs, low, high = limits(statistics[better_first(statistics, metric)], metric)
    share = [
        drawn["counts"][f"{i}-{j}"]["recentred"] / drawn["draws"]
        for i, j in zip(*pairs, strict=True)
    ]
    assert np.mean(abs((low + high) / 2 - share)) < np.mean(high - low) / 12


@pytest.mark.slow
def test_most_cases_beat_a_million_draws():
    """Else the test above would say little."""
    narrow = []
    for case in DRAWN:
        statistics, metric = CASES[case]()
        _, _, low, high = limits(statistics[better_first(statistics, metric)], metric, n_steps=2000)
        middle = (low + high) / 2
        narrow.extend(high - low < 2 * np.sqrt(middle * (1 - middle) / 1e6))
    assert np.mean(narrow) >= 0.5


def few_kinds_of_items(rng):
    """Two systems on items of five kinds: so few that all resamples can be listed."""
    n, scale = int(rng.integers(30, 56)), int(rng.choice([2, 4, 20]))
    gold, a, *extra = rng.integers(0, scale, (4, 5))
    b = np.maximum(a - rng.integers(-1, 2, 5), 0)
    kinds = [np.column_stack([x, x + y, gold + scale]) for x, y in zip((a, b), extra, strict=True)]
    items = np.repeat(np.arange(5), rng.multinomial(n, rng.dirichlet(np.full(5, 3))))
    return np.stack(kinds)[:, items]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_list_of_all_resamples_lies_within(seed, variant):
    """Sums of so few items lie on a coarse grid: here an expansion is at its worst."""
    rng = np.random.default_rng(seed)
    for _ in range(2):
        statistics = few_kinds_of_items(rng)
        statistics = statistics[better_first(statistics, metrics.f1)]
        exact = bootstrap_test(*statistics, metrics.f1, method="exact", variant=variant).pvalue
        *_, low, high = limits(statistics, metrics.f1, variant, n_steps=1000)
        assert exact == 1 or np.isnan(low[0]) or low[0] <= exact <= high[0]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 130))
def test_many_lists_of_all_resamples_lie_within(seed):
    for variant in VARIANTS:
        test_the_list_of_all_resamples_lies_within(seed, variant)


@pytest.mark.parametrize("name", METRICS)
def test_metrics_are_the_ratios_that_they_say(name):
    metric, columns = METRICS[name]
    sums = np.random.default_rng(1).integers(1, 100, (50, columns)).astype(float)
    upper, lower = metric.ratio(sums)
    np.testing.assert_allclose(upper / lower, metric(sums), rtol=1e-13)
    again = [
        part - metric.ratio(np.zeros(columns))[k] for k, part in enumerate(metric.ratio(3 * sums))
    ]
    alone = [part - metric.ratio(np.zeros(columns))[k] for k, part in enumerate(metric.ratio(sums))]
    np.testing.assert_allclose(again, 3 * np.array(alone), rtol=1e-13)  # weighted sums


@pytest.mark.parametrize("variant", VARIANTS)
def test_with_equal_denominators_nothing_is_expanded(variant):
    """Then the limits are those of the inversion, but for rounding: proven."""
    scores = real_scores(4)[np.argsort(-real_scores(4).mean(axis=1))]
    sizes = np.random.default_rng(2).integers(1, 4, 300).astype(float)
    statistics = np.stack([np.column_stack([row, sizes]) for row in scores])
    systems = Systems(statistics, metrics.mean, variant)
    first, second = np.triu_indices(4, 1)
    expected = tail_limits(systems.standing_by_item(scores, sizes), first, second, 400)
    for found, wanted in zip(limits(statistics, metrics.mean, variant)[2:], expected, strict=True):
        np.testing.assert_allclose(found, wanted, atol=3e-5)


@pytest.mark.slow
def test_pairs_together_are_pairs_alone():
    statistics = three_counts(5, 200)[::-1]
    for i, j, low, high in zip(*limits(statistics, metrics.f1), strict=True):
        *_, alone_low, alone_high = limits(statistics[[i, j]], metrics.f1)
        assert low <= alone_high[0] and alone_low[0] <= high
        assert (low + high) / 2 == pytest.approx((alone_low[0] + alone_high[0]) / 2, abs=3e-4)


def test_equal_systems_gain_nothing():
    statistics = np.repeat(three_counts(1, 100), 2, axis=0)
    *_, low, high = limits(statistics, metrics.f1)
    assert low == high == 0  # of resamples with a gain


@pytest.mark.parametrize(
    "statistics, metric",
    [
        (np.random.default_rng(3).integers(1, 9, (2, 50, 10)), metrics.bleu),  # no ratio
        (np.eye(60, dtype=int)[None, :, :2].repeat(2, axis=0), metrics.precision),  # found once
        (np.zeros((2, 30, 3), int), metrics.f1),  # nothing found at all
        (-three_counts(2, 30), metrics.f1),  # no counts
    ],
)
def test_what_cannot_be_expanded_is_left(statistics, metric):
    *_, low, high = limits(statistics, metric)
    assert np.isnan(low).all() and np.isnan(high).all()


def test_systems_that_differ_in_what_never_matters_are_left():
    """The linear part does not vary, but its rest does: nothing says how p moves."""
    a = np.column_stack([np.tile([1, 2], 40), np.tile([2, 4], 40)])
    b = np.column_stack([np.tile([1, 1], 40), np.tile([2, 2], 40)])
    *_, low, high = limits(np.stack([a, b]), metrics.precision)
    assert np.isnan(low).all() and np.isnan(high).all()


@pytest.mark.parametrize("scale", [1e-150, 1e-9, 1e9, 1e150])
def test_the_unit_of_counts_does_not_matter(scale):
    statistics = three_counts(3, 150)[::-1].astype(float)
    *_, low, high = limits(statistics, metrics.f1)
    *_, scaled_low, scaled_high = limits(scale * statistics, metrics.f1)
    np.testing.assert_allclose(scaled_low + scaled_high, low + high, atol=2e-5)  # the grid is lost
    assert (scaled_low < scaled_high).all()


@pytest.mark.parametrize("scale", [1e-3, 100])
def test_the_unit_of_the_score_does_not_matter(scale):
    """F1 in points of 100, for one: all terms, and what a grid can do, are in units of p."""

    def points(sums):
        return scale * metrics.f1(sums)

    points.ratio = lambda sums: (scale * metrics.f1.ratio(sums)[0], metrics.f1.ratio(sums)[1])
    statistics = three_counts(3, 150)[::-1].astype(float)
    found = limits(statistics, points)[2:], limits(statistics, metrics.f1)[2:]
    np.testing.assert_allclose(*found, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(
    ("values", "unit"),
    [([0, 1], 1), ([0, 3, 6], 3), ([0.5, -0.25], 0.25), ([0, 0], 0), ([1, np.sqrt(2)], np.inf)],
)
def test_the_grid_of_values_is_their_largest_common_part(values, unit):
    assert ratios._unit(np.array(values, float)) == pytest.approx(unit)


# Where it is used


def test_long_drawing_is_spared():
    """Only where drawing takes long, and only if the limits are closer than its error."""
    a, b = three_counts(5, 400)[[4, 1]]
    result = bootstrap_test(a, b, metrics.f1)
    assert result.method == "expansion" and result.n_resamples is None
    assert "checked, not proven" in result.note
    drawn = bootstrap_test(a, b, metrics.f1, n_resamples=10**4, rng=1)
    assert drawn.method == "monte-carlo"
    assert drawn.pvalue_interval[0] < result.pvalue < drawn.pvalue_interval[1]
    forced = bootstrap_test(a, b, metrics.f1, method="expansion", n_resamples=10**4)
    assert forced.pvalue == result.pvalue


@pytest.mark.parametrize(
    "alternative", ["greater", pytest.param("two-sided", marks=pytest.mark.slow)]
)
def test_all_pairs_say_between_which_limits(alternative):
    options = dict(alternative=alternative, method="expansion", n_resamples=20_000)
    pairs = compare_all(three_counts(4, 300), metrics.f1, **options)
    assert pairs.attrs["methods"] == {"expansion": 6}
    assert (pairs["pvalue_low"] < pairs["pvalue"]).all()
    assert (pairs["pvalue"] < pairs["pvalue_high"]).all()
    drawn = compare_all(
        three_counts(4, 300), metrics.f1, rng=2, **options | {"method": "monte-carlo"}
    )
    error = np.sqrt(drawn["pvalue"] * (1 - drawn["pvalue"]) / 20_000) + 1e-4
    assert (abs(pairs["pvalue"] - drawn["pvalue"]) < 4 * error).all()


def test_what_does_not_fit_is_drawn_or_refused():
    bleu = np.random.default_rng(3).integers(1, 9, (2, 50, 10))
    with pytest.raises(ValueError, match="method must be 'auto' or 'monte-carlo'"):
        bootstrap_test(*bleu, metrics.bleu, method="expansion")
    with pytest.raises(ValueError, match="method must be 'auto', 'exact' or 'monte-carlo'"):
        compare_all(bleu, metrics.bleu, test="randomization", method="expansion")
    assert bootstrap_test(*bleu, metrics.bleu, n_resamples=100, rng=1).method == "monte-carlo"
