"""The histograms of the demonstrations of resampling."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.plots.demonstrations._histogram import histogram


@pytest.mark.parametrize("two_sided", [False, True])
@given(data=st.data())
def test_bars_of_a_histogram_are_wholly_extreme_or_wholly_not(two_sided, data):
    size = data.draw(st.sampled_from([10, 500]))
    half = np.random.default_rng(data.draw(st.integers(0, 10))).normal(size=size).round(2)
    values = np.concatenate([half, -half])
    observed = abs(data.draw(st.sampled_from(half.tolist())))
    shown = histogram(values, np.full(2 * size, 0.5 / size), values, observed, two_sided)
    far = abs(values) if two_sided else values
    assert shown.found.sum() == 2 * size and shown.law.sum() == pytest.approx(1)
    assert shown.found[shown.extreme].sum() == (far >= observed - 1e-9).sum()
    assert shown.law[shown.extreme].sum() == pytest.approx((far >= observed - 1e-9).mean())


@pytest.mark.parametrize("two_sided", [False, True])
@pytest.mark.parametrize("observed", [1e-17, 1e-6])
def test_noise_for_a_difference_is_no_width_of_a_bar(two_sided, observed):
    values = np.array([-0.7, -0.31, -0.1, 0.1, 0.31, 0.7])
    shown = histogram(values, np.full(6, 1 / 6), values, observed, two_sided)
    assert 10 < len(shown.places) < 100
    assert shown.found[shown.extreme].sum() == (6 if two_sided else 3)


@pytest.mark.parametrize("size", [1e-12, 1, 1e15])
def test_bars_are_the_same_for_scores_of_any_size(size):
    values = np.array([-3, -1, 1, 3]) * size
    shown = histogram(values, np.array([1, 3, 3, 1]) / 8, values, 3 * size, two_sided=True)
    assert shown.places / size == pytest.approx([-3, -1, 1, 3])
    assert shown.found.tolist() == [1, 1, 1, 1]
    assert shown.extreme.tolist() == [True, False, False, True]
