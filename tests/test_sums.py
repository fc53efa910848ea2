"""Sums are taken apart by columns, and never overflow."""

import numpy as np
import pytest

from labkit.sums import columns, columns_of_each, ratio


def test_columns_are_the_last_axis_in_64_bits():
    sums = np.array([[[1, 2], [3, 4]]], dtype=np.int8)
    first, second = columns(sums, "metric", "one", "other")
    assert (first.tolist(), second.tolist()) == ([[1, 3]], [[2, 4]])
    assert first.dtype == np.int64
    assert [c.tolist() for c in columns([5.0], "metric", "one", "other", least=1)] == [5.0]


def test_columns_of_each_class():
    a, b = columns_of_each([[1, 2, 3, 4], [5, 6, 7, 8]], "metric", "one", "other")
    assert (a.tolist(), b.tolist()) == ([[1, 3], [5, 7]], [[2, 4], [6, 8]])


def test_the_wrong_number_of_columns_is_named():
    with pytest.raises(
        ValueError, match=r"statistics for m must have 2 columns \(one, other\), not 3"
    ):
        columns([1, 2, 3], "m", "one", "other")
    with pytest.raises(
        ValueError,
        match=r"statistics for m must have 2 columns \(one, other\) for each, not 3 in all",
    ):
        columns_of_each([1, 2, 3], "m", "one", "other")
    with pytest.raises(ValueError, match="not 0 in all"):
        columns_of_each(3, "m", "one", "other")


def test_a_ratio_of_nothing_is_nothing():
    assert ratio(np.array([0, 3.0]), np.array([0, 4])).tolist() == [0, 0.75]
