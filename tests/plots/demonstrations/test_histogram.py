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
    rng = np.random.default_rng(data.draw(st.integers(0, 10)))
    half = rng.normal(size=size).round(2)
    values = np.concatenate([half, -half])
    observed = abs(data.draw(st.sampled_from(half.tolist())))
    shown = histogram(values, np.full(2 * size, 0.5 / size), values, observed, two_sided)
    far = abs(values) if two_sided else values
    assert shown.found.sum() == 2 * size and shown.law.sum() == pytest.approx(1)
    assert shown.found[shown.extreme].sum() == (far >= observed - 1e-9).sum()
    assert shown.law[shown.extreme].sum() == pytest.approx((far >= observed - 1e-9).mean())
