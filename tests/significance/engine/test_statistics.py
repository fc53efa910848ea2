"""From what a caller gives to statistics: which scores tie, and how clusters add up."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import metrics
from labkit.significance.engine.statistics import (
    as_paired_statistics,
    as_statistics,
    check_metric,
    check_metric_on,
    cluster_sums,
    differences,
    in_units,
    noise_of,
)


@pytest.mark.parametrize("size", [1e-300, 1e-9, 1, 7e5, 1e300])
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


@given(st.lists(st.floats(-1e308, 1e308), min_size=1, max_size=5))
def test_units_round_nothing(scores):
    unit, (scaled, half) = in_units(np.array(scores), np.array(scores) / 2)
    assert all(
        one * unit == score or abs(one) < 1e-290 for one, score in zip(scaled, scores, strict=True)
    )
    assert abs(scaled).max() <= 2
    assert not any(scores) or max(abs(scaled).max(), abs(half).max()) >= 0.5


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
    with pytest.raises(ValueError, match="groups must have the index"):
        cluster_sums(statistics, pd.Series([1, 1, 2, 2]), items)


@pytest.mark.parametrize(
    "metric, message",
    [
        ("f1", "metric must be a function"),
        (lambda sums: sums, "metric must map"),
        (lambda sums: len(sums[0, 0]), "metric must suit"),
        (lambda sums: sums[..., 9], "metric must suit"),
        (lambda sums: np.full(len(sums), np.inf), "metric must give a finite score"),
        (lambda sums: np.full(len(sums), "x"), "metric must map"),
    ],
)
def test_what_is_no_metric_of_these_statistics(metric, message):
    with pytest.raises((ValueError, TypeError), match=message):
        check_metric(metric)
        check_metric_on(metric, np.ones((3, 2), int), "a")


def test_counts_are_not_negative():
    with pytest.raises(ValueError, match="a must hold counts of at least 0, not -1"):
        check_metric_on(metrics.f1, np.array([[1, 1, -1], [1, 1, 3]]), "a")


def test_different_numbers_of_columns_are_named():
    with pytest.raises(ValueError, match="a and b must have the same columns, not 2 and 3"):
        as_paired_statistics(np.ones((5, 2)), np.ones((5, 3)), np.sum)
