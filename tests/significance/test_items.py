"""From what a caller gives to statistics: what ties, what lies on a lattice, how clusters add up."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import metrics
from labkit.significance import compare_all, friedman_test
from labkit.significance.items import (
    Systems,
    as_paired_statistics,
    as_statistics,
    as_systems,
    cluster_sums,
    collapse,
    differences,
    merge_near,
    noise_of,
    on_lattice,
)

SCORES = np.array([[0.5, 0.25, 1.0], [0.0, 0.75, 0.5]])


def systems(scores, metric=metrics.mean, groups=None):
    _, statistics = as_systems(scores, metric)
    return Systems(cluster_sums(statistics, groups), metric)


@pytest.mark.parametrize(
    "values, multiples",
    [
        ([0.5, -1.25, 0.0], [2, -5, 0]),
        ([0.1 + 0.2, 0.6], [1, 2]),
        ([1 / 3, 2 / 3, -1.0], [1, 2, -3]),
        ([1 / 64, 1.0], [1, 64]),
        ([1e-9, 1.0], [1, 10**9]),
        ([1e-10, 1.0], [1, 10**10]),
        ([12, -18], [2, -3]),
        ([0.0, 0.0], [0, 0]),
        ([math.pi, 1.0], None),
        ([1 / 65, 1.0], [1, 65]),
        ([1.5 * math.pi, 3.5 * math.pi], [3, 7]),
        ([65 * math.pi, 66 * math.pi], None),
    ],
)
def test_whole_multiples_of_a_common_unit(values, multiples):
    found = on_lattice(np.array(values), 1e-15)
    assert found is None if multiples is None else found.tolist() == multiples


def test_noise_is_no_difference_of_size():
    values = np.array([0.3, -0.3 - 1e-14, 0.5, 1e-14, -0.5, 0.3 + 2e-14])
    merged = merge_near(values, 1e-13)
    assert sorted(set(abs(merged).tolist())) == sorted({0.0, abs(merged[0]), 0.5})
    assert np.sign(merged[[0, 1, 2, 4, 5]]).tolist() == [1, -1, 1, -1, 1]
    assert len(set(abs(merge_near(values, 1e-16)).tolist())) == 5


def test_each_value_has_its_own_noise():
    values, noise = np.array([5.0, 5.5, 8.0, -8.5, 0.5]), np.array([0.1, 0.1, 0.1, 1, 1])
    assert merge_near(values, noise).tolist() == [5, 5.5, 8, -8, 0]


def test_values_as_far_apart_as_the_noise_are_still_near():
    assert merge_near(np.array([1.0, 1.5, 2.25]), 0.5).tolist() == [1, 1, 2.25]
    assert on_lattice(np.array([0.5, 1.0001]), np.array([0, 1e-3])).tolist() == [1, 2]
    assert on_lattice(np.array([0.5001, 1.0]), np.array([0, 1e-4])) is None
    assert on_lattice(np.array([1 / 64, 1]), 1e-6).tolist() == [1, 64]
    assert on_lattice(np.array([1.0, 2]), 0.01).tolist() == [1, 2]
    assert on_lattice(np.array([1.0, 2]), 0.02) is None


@given(st.lists(st.lists(st.integers(-2, 2), min_size=3, max_size=3), min_size=1, max_size=12))
def test_cells_hold_each_row_that_differs_up_to_its_sign(rows):
    steps, counts = collapse(np.array(rows))
    expected = {}
    for row in map(tuple, rows):
        if any(row):
            key = max(row, tuple(-x for x in row))
            expected[key] = expected.get(key, 0) + 1
    found = {
        max(tuple(s), tuple(-x for x in s)): c for s, c in zip(steps.tolist(), counts, strict=True)
    }
    assert found == expected


@pytest.mark.parametrize("size", [1e-90, 1e-9, 1, 7e5, 1e90])
def test_scores_tie_within_four_parts_in_10_to_the_12_of_their_size(size):
    one = np.array([size])
    for gap, tied in [(0, True), (3.9e-12, True), (4.1e-12, False), (1e-3, False)]:
        for a, b in [(one, one * (1 - gap)), (-one, -one * (1 - gap))]:
            assert (differences(a, b) == 0).all() == tied
            assert (differences(b, a) == 0).all() == tied
            assert tied or differences(a, b) == a - b


def test_other_items_do_not_decide_what_ties():
    a, b = np.array([1e15, 1e12, 0.3, 1e-13, 0.1 + 0.2]), np.array([1e15, 0.0, 0.2, 0.0, 0.3])
    assert differences(a, b).tolist() == [0, 1e12, 0.3 - 0.2, 1e-13, 0]
    assert noise_of(a, b) == pytest.approx([4000, 4, 1.2e-12, 4e-25, 1.2e-12])


def test_whole_numbers_never_tie_unless_they_are_equal():
    large = np.array([10**15, 10**15])
    assert differences(large, large - [0, 1]).tolist() == [0, 1]


def test_scores_of_a_mean_bring_their_number():
    assert as_statistics([3, 4], "a", metrics.mean).tolist() == [[3, 1], [4, 1]]
    assert as_statistics([True, False], "a", metrics.accuracy).tolist() == [[1, 1], [0, 1]]
    assert as_statistics([3, 4], "a", metrics.recall(5)).tolist() == [[3], [4]]
    assert as_statistics([[3, 4]], "a", metrics.mean).tolist() == [[3, 4]]


def test_a_pair_has_one_type():
    a, b = as_paired_statistics([1, 2], [0.5, 2], metrics.mean)
    assert a.dtype == b.dtype == float
    a, b = as_paired_statistics(np.array([1, 2], np.uint8), [0, 3], metrics.mean)
    assert a.dtype == b.dtype == np.int64


def test_clusters_are_added_up_in_the_order_they_come_in():
    statistics = np.arange(16).reshape(2, 4, 2)
    sums = cluster_sums(statistics, ["y", "x", "y", "x"])
    assert sums[0].tolist() == [[4, 6], [8, 10]]
    assert sums[1].tolist() == [[20, 22], [24, 26]]
    assert sums.dtype == statistics.dtype
    assert cluster_sums(statistics, None) is statistics
    items = pd.Series([0.0] * 4, index=list("abcd"))
    with pytest.raises(ValueError, match="groups and the items must have the same index"):
        cluster_sums(statistics, pd.Series([1, 1, 2, 2]), items)


@pytest.mark.parametrize(
    "metric, message",
    [
        ("f1", "metric must be a function"),
        (lambda sums: sums, "metric must map"),
        (lambda sums: len(sums[0, 0]), "metric must suit"),
        (lambda sums: sums[..., 9], "metric must suit"),
        (lambda sums: np.full(len(sums), np.inf), "metric must give a finite number"),
        (lambda sums: np.full(len(sums), "x"), "metric must map"),
    ],
)
def test_what_is_no_metric_of_these_statistics(metric, message):
    with pytest.raises((ValueError, TypeError), match=message):
        as_paired_statistics(np.ones((3, 2), int), np.ones((3, 2), int), metrics.Metric.of(metric))


def test_counts_are_not_negative():
    with pytest.raises(ValueError, match="b must hold counts of at least 0, not -1"):
        as_paired_statistics([[1, 1, 1], [1, 1, 3]], [[1, 1, -1], [1, 1, 3]], metrics.f1)


def test_different_numbers_of_columns_are_named():
    with pytest.raises(ValueError, match="b must have as many columns as a, 2, not 3"):
        as_paired_statistics(np.ones((5, 2)), np.ones((5, 3)), metrics.recall(5))


def test_a_mean_is_linear_as_long_as_all_systems_have_the_same_items():
    scores, sizes = systems(SCORES).linear
    assert scores.tolist() == SCORES.tolist() and sizes.tolist() == [1, 1, 1]
    scores, sizes = systems(SCORES, groups=["x", "y", "x"]).linear
    assert scores.tolist() == [[1.5, 0.25], [0.5, 0.75]] and sizes.tolist() == [2, 1]
    counts = np.array([[[1, 2], [0, 1]], [[1, 1], [0, 1]]])
    assert systems(counts).linear is None  # one system has an item more
    assert systems(counts * [1, 0] + [[0, 1], [0, 0]]).linear is None  # of no size
    assert systems(counts, metrics.precision).linear is None
    assert systems(counts[:, :, :1], metrics.recall(4)).linear[0].tolist() == [[1, 0], [1, 0]]


def test_a_metric_of_ones_own_is_linear_while_its_other_sums_stay_the_same():
    share = metrics.Metric(lambda sums: sums[..., 0] / sums[..., 1], (), linear=True)
    counts = np.array([[[1, 2], [0, 2]], [[1, 2], [1, 2]]])
    scores, sizes = systems(counts, share).linear
    assert scores.tolist() == [[1, 0], [1, 1]] and sizes.tolist() == [1, 1]
    for place in (np.s_[1, 0], np.s_[1], np.s_[:, 0]):
        others = counts.copy()
        others[place][..., 1] = 3
        assert systems(others, share).linear is None


def test_units_too_large_for_whole_arithmetic_are_left_alone():
    large = np.ones((2, 512), int)
    for size, fits in ((2**42, True), (2**42 + 1, False)):  # times 512 items, times their sum: 2^60
        large[0, 0] = size
        assert (systems(large).integer_scores is not None) == fits


def test_scores_on_a_lattice_are_whole():
    assert systems(SCORES).integer_scores.tolist() == [[2, 1, 4], [0, 3, 2]]
    assert systems(1000 * SCORES + 1e-9).integer_scores.tolist() == [[2, 1, 4], [0, 3, 2]]
    assert systems(SCORES * np.pi).integer_scores.tolist() == [[2, 1, 4], [0, 3, 2]]
    assert systems(SCORES * [1, 1, 1e-9] + [0, 0, np.pi]).integer_scores is None


def test_scores_tie_by_the_size_of_the_largest():
    assert systems([[1.0, 2.0], [1e6, 5e5]]).noise == pytest.approx(4e-6)
    assert systems([[1.0, 2.0], [1e6, 5e5]], groups=[7, 7]).noise == pytest.approx(3e-6)


def test_names_come_from_what_holds_the_outputs():
    table = pd.DataFrame(SCORES, ["a", "b"], list("xyz"))
    for outputs, names in [
        (SCORES, [0, 1]),
        (table, ["a", "b"]),
        (dict(x=SCORES[0], y=SCORES[1]), ["x", "y"]),
    ]:
        found, statistics = as_systems(outputs, metrics.mean)
        assert found == names and statistics[:, :, 0].tolist() == SCORES.tolist()


@pytest.mark.parametrize("test", [compare_all, friedman_test])
def test_systems_in_columns_are_not_taken_for_items(test):
    columns = pd.DataFrame({"NB": [0.5, 0.25], "SVM": [1.0, 0.5], "lexicon": [0.75, 0.5]})
    with pytest.raises(
        ValueError, match=r"must have a row a system, .* as 'NB': .* give outputs\.T"
    ):
        test(columns)
    assert test(columns.T) is not None
    assert test(pd.DataFrame(SCORES.T)) is not None  # neither has names


@pytest.mark.parametrize("test", [compare_all, friedman_test])
def test_tables_of_several_types_and_of_nullable_ones_are_numbers(test):
    whole = pd.DataFrame([[1, 0, 1, 1], [0, 0, 1, 0], [1, 0, 0, 1]], index=list("abc"))
    right = as_systems(whole, metrics.mean)[1].tolist()
    mixed = whole.T.assign(a=whole.T.a == 1, c=whole.T.c * 1.0).T
    for table in (whole.astype("Int64"), whole.astype("boolean"), whole.astype(object), mixed):
        assert as_systems(table, metrics.mean)[1].tolist() == right
        assert test(table) is not None
    for table in (whole.astype("Int64").replace(0, pd.NA), whole.astype(str)):
        refused = r"outputs\['a'\] must (hold numbers only|be finite)"
        with pytest.raises((TypeError, ValueError), match=refused):
            test(table)
