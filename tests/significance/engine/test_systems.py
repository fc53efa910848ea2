"""What the tests of all pairs know about many systems."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

from labkit import metrics
from labkit.comparison import compare_systems
from labkit.significance import compare_all, friedman_test
from labkit.significance.engine.statistics import cluster_sums
from labkit.significance.engine.systems import PairPvalues, Systems, as_systems

compare = partial(compare_systems, higher_is_better=True)
SCORES = np.array([[0.5, 0.25, 1.0], [0.0, 0.75, 0.5]])


def systems(scores, metric=metrics.mean, groups=None, **options):
    _, statistics = as_systems(scores, metric)
    return Systems(cluster_sums(statistics, groups), metric, **options)


def test_a_mean_is_linear_as_long_as_all_systems_have_the_same_items():
    scores, sizes = systems(SCORES).linear
    assert scores.tolist() == SCORES.tolist() and sizes.tolist() == [1, 1, 1]
    scores, sizes = systems(SCORES, groups=["x", "y", "x"]).linear
    assert scores.tolist() == [[1.5, 0.25], [0.5, 0.75]] and sizes.tolist() == [2, 1]
    counts = np.array([[[1, 2], [0, 1]], [[1, 1], [0, 1]]])
    assert systems(counts).linear is None  # one system has an item more
    assert systems(counts, metrics.precision).linear is None
    assert systems(counts[:, :, :1], metrics.recall(4)).linear[0].tolist() == [[1, 0], [1, 0]]


def test_a_metric_of_ones_own_is_linear_while_its_other_sums_stay_the_same():
    def share(sums):
        return sums[..., 0] / sums[..., 1]

    share.linear = True
    counts = np.array([[[1, 2], [0, 2]], [[1, 2], [1, 2]]])
    scores, sizes = systems(counts, share).linear
    assert scores.tolist() == [[1, 0], [1, 1]] and sizes.tolist() == [1, 1]
    counts[1, 0, 1] = 3
    assert systems(counts, share).linear is None


def test_units_too_large_for_whole_arithmetic_are_left_alone():
    large = np.ones((2, 200))
    large[0, 0] = 2.0**45  # times 200 items, times their sum: above 2^60
    assert systems(large).whole is None
    large[0, 0] = 2.0**20
    assert systems(large).whole is not None


def test_scores_on_a_lattice_are_whole():
    assert systems(SCORES).whole[0].tolist() == [[2, 1, 4], [0, 3, 2]]
    assert systems(SCORES * np.pi).whole is None
    assert systems(SCORES * [1, 1, 1e-9] + [0, 0, np.pi]).whole is None


@pytest.mark.parametrize("metric, sign", [(metrics.f1, 1), (metrics.aer, -1)])
def test_a_resample_counts_for_a_if_its_standing_is_higher(metric, sign):
    rng = np.random.default_rng(1)
    some = systems(rng.integers(1, 5, (3, 8, 4 if sign < 0 else 3)), metric)
    scores, seen = rng.random((3, 200)), some.observed
    counts = some.standings.count(scores)
    below = Systems(some.statistics, metric, "below-zero").standings.count(scores)
    for i, j in [(0, 1), (0, 2), (1, 2)]:
        gains = sign * (scores[i] - scores[j])
        assert counts[i, j] == (gains > 2 * sign * (seen[i] - seen[j])).sum()
        assert below[i, j] == (gains < 0).sum()


def test_names_come_from_what_holds_the_outputs():
    table = pd.DataFrame(SCORES, index=["a", "b"])
    for outputs, names in [
        (SCORES, [0, 1]),
        (table, ["a", "b"]),
        (dict(x=SCORES[0], y=SCORES[1]), ["x", "y"]),
    ]:
        found, statistics = as_systems(outputs, metrics.mean)
        assert found == names and statistics[:, :, 0].tolist() == SCORES.tolist()


@pytest.mark.parametrize("test", [compare_all, friedman_test, compare])
def test_systems_in_columns_are_not_taken_for_items(test):
    columns = pd.DataFrame({"NB": [0.5, 0.25], "SVM": [1.0, 0.5], "lexicon": [0.75, 0.5]})
    with pytest.raises(
        ValueError, match=r"must have a row a system, .* as 'NB': .* give outputs\.T"
    ):
        test(columns)
    assert test(columns.T) is not None
    assert test(pd.DataFrame(SCORES.T)) is not None  # neither has names


def test_settled_p_values_have_a_method_each():
    first, second, p = np.array([0, 0]), np.array([1, 2]), np.array([0.5, 0.25])
    assert PairPvalues.settled(first, second, p, "exact").method.tolist() == ["exact", "exact"]
    each = PairPvalues.settled(first, second, p, np.array(["exact", "monte-carlo"], object))
    assert each.method.tolist() == ["exact", "monte-carlo"]
    assert each.low.tolist() == each.high.tolist() == each.pvalue.tolist() == [0.5, 0.25]


@pytest.mark.parametrize("test", [compare_all, friedman_test, compare])
def test_tables_of_several_types_and_of_nullable_ones_are_numbers(test):
    whole = pd.DataFrame([[1, 0, 1, 1], [0, 0, 1, 0], [1, 0, 0, 1]], index=list("abc"))
    right = as_systems(whole, metrics.mean)[1].tolist()
    mixed = whole.T.assign(a=whole.T.a == 1, c=whole.T.c * 1.0).T
    for table in (whole.astype("Int64"), whole.astype("boolean"), whole.astype(object), mixed):
        assert as_systems(table, metrics.mean)[1].tolist() == right
        assert test(table) is not None
    for table in (whole.astype("Int64").replace(0, pd.NA), whole.astype(str)):
        with pytest.raises(TypeError, match=r"outputs\['a'\] must hold numbers only"):
            test(table)
