"""Almost stochastic order, against plain sums over quantiles and values of the package deepsig."""

from fractions import Fraction
from math import ceil

import numpy as np
import pytest

from labkit import metrics
from labkit.significance import StochasticOrder, almost_stochastic_order

FIVE = [0.82, 0.84, 0.79, 0.86, 0.83], [0.81, 0.80, 0.82, 0.78, 0.85]
CROSSING = [0.70, 0.75, 0.80, 0.85, 0.90, 0.95], [0.78, 0.79, 0.80, 0.81, 0.82, 0.83]
TWENTY = (
    [
        *(0.8408, 0.7489, 0.8084, 0.7886, 0.7909, 0.7957, 0.7596, 0.7954, 0.7827, 0.8665),
        *(0.8045, 0.7929, 0.7944, 0.7866, 0.7789, 0.7922, 0.8096, 0.7952, 0.8192, 0.796),
    ],
    [
        *(0.7907, 0.8364, 0.8064, 0.7748, 0.7845, 0.8062, 0.8481, 0.7819, 0.7827, 0.8201),
        *(0.7634, 0.7812, 0.8165, 0.8074, 0.7927, 0.8101, 0.7052, 0.8206, 0.7612, 0.7399),
    ],
)
UNEQUAL = [0.71, 0.74, 0.69, 0.77], [0.70, 0.72, 0.73, 0.68, 0.71, 0.75, 0.66]


def violation_of(a, b):
    """The integral of the squared distance where b is above, over all of it, on n1 n2 steps."""
    a, b = (sorted(Fraction(str(x)) for x in scores) for scores in (a, b))
    steps = len(a) * len(b)
    gaps = [
        b[ceil(k * len(b) / steps) - 1] - a[ceil(k * len(a) / steps) - 1]
        for k in range(1, steps + 1)
    ]
    return sum(gap**2 for gap in gaps if gap > 0) / sum(gap**2 for gap in gaps)


@pytest.mark.parametrize("scores", [FIVE, CROSSING, UNEQUAL])
def test_the_violation_is_the_sum_over_all_steps(scores):
    a, b = scores
    found = almost_stochastic_order(a, b, n_resamples=10)
    assert found.violation == pytest.approx(float(violation_of(a, b)))
    other = almost_stochastic_order(b, a, n_resamples=10)
    assert other.violation == pytest.approx(1 - found.violation)


# deepsig 1.2.8 (aso with dt=0.005, seed=1, and 2000 bootstrap iterations, 1000 for the last two): its
# eps_min; and its violation ratio with dt=1e-5 and 1e-3. The standard error of its bootstrap is 2 %.
@pytest.mark.parametrize(
    ("scores", "violation", "eps_min"),
    [
        (FIVE, 0.0, 0.46734),
        (CROSSING, 0.263144, 0.70963),
        (UNEQUAL, 0.0, 0.44084),
        (TWENTY, 0.130375, 0.59615),
    ],
)
def test_values_are_those_of_deepsig(scores, violation, eps_min):
    found = almost_stochastic_order(*scores, rng=1)
    assert found.violation == pytest.approx(violation, abs=3e-4)
    assert found.eps_min - found.violation == pytest.approx(eps_min - violation, rel=0.06)


def test_a_level_for_many_comparisons_is_higher():
    one = almost_stochastic_order(*CROSSING, level=1 - 0.05 / 3, rng=1)
    of_three = almost_stochastic_order(*CROSSING, comparisons=3, rng=1)
    assert of_three.eps_min == one.eps_min > almost_stochastic_order(*CROSSING, rng=1).eps_min
    assert of_three.level == pytest.approx(1 - 0.05 / 3)


def test_runs_of_items_are_scored_first():
    rng = np.random.default_rng(1)
    a, b = rng.integers(1, 5, (2, 6, 9, 3))
    scores = metrics.f1(a.sum(axis=1)), metrics.f1(b.sum(axis=1))
    assert almost_stochastic_order(a, b, metrics.f1, rng=1) == almost_stochastic_order(
        *scores, rng=1
    )
    plain = almost_stochastic_order(a[..., 0], b[..., 0], rng=1)
    expected = almost_stochastic_order(a[..., 0].mean(axis=1), b[..., 0].mean(axis=1), rng=1)
    assert plain.violation == pytest.approx(expected.violation)


def test_error_rates_are_better_when_lower():
    found = almost_stochastic_order(*FIVE, metrics.aer, rng=1)
    assert found.violation == 1 - almost_stochastic_order(*FIVE, rng=1).violation


def test_the_same_seed_gives_the_same_answer_whatever_the_number_of_jobs():
    found = almost_stochastic_order(*UNEQUAL, n_resamples=50_000, rng=4)
    assert found == almost_stochastic_order(*UNEQUAL, n_resamples=50_000, rng=4, n_jobs=2)
    assert found != almost_stochastic_order(*UNEQUAL, n_resamples=50_000, rng=5)


@pytest.mark.parametrize("scale", [1e-300, 1e-9, 1e9, 1e300])
def test_scale_does_not_matter(scale):
    expected = almost_stochastic_order(*CROSSING, n_resamples=500, rng=1)
    found = almost_stochastic_order(
        *(scale * np.array(scores) for scores in CROSSING), n_resamples=500, rng=1
    )
    assert (found.violation, found.eps_min) == pytest.approx((expected.violation, expected.eps_min))


def test_equal_runs_have_no_order():
    for scores in ([0.5, 0.5], [0.3, 0.7, 0.6]):
        found = almost_stochastic_order(scores, scores[::-1], rng=1)
        assert found.violation == 0.5 and not found.is_better()
    noisy = almost_stochastic_order([0.1 + 0.2] * 3, [0.3] * 3, rng=1)
    assert (noisy.violation, noisy.eps_min) == (0.5, 0.5)


def test_better_is_what_is_below_the_threshold():
    found = StochasticOrder(0.3, 0.1, 0.95, 5, 5, 1000, seed=2)
    assert found.is_better() and not found.is_better(0.2) and not found.is_better(0.3)
    assert repr(found) == (
        "<almost stochastic order: eps_min = 0.3, violation = 0.1, level = 0.95, "
        "5 and 5 runs, 1000 resamples, seed = 2>"
    )
    assert "<caption" in found._repr_html_() and "0.3" in found._repr_html_()
    with pytest.raises(ValueError, match="threshold must be between 0 and 0.5"):
        found.is_better(0.7)


BAD = {
    "one run": (dict(a=[0.5]), "a must have at least 2"),
    "one run of items": (dict(b=[[1, 0, 1]]), "b must have at least 2 runs"),
    "empty": (dict(a=[]), "a must hold numbers"),
    "NaN": (dict(b=[0.5, float("nan")]), "b must be finite"),
    "level": (dict(level=1), "level must be between 0 and 1"),
    "comparisons": (dict(comparisons=0), "comparisons must be a whole number"),
    "n_resamples": (dict(n_resamples=0), "n_resamples must be a whole number"),
    "rng": (dict(rng=None.__class__), "rng must be a seed"),
    "metric": (dict(a=[[1, 0], [1, 1]], b=[[1, 0], [1, 1]], metric=metrics.f1), "metric must suit"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_named(name):
    options, said = BAD[name]
    with pytest.raises((ValueError, TypeError), match=said):
        almost_stochastic_order(**(dict(a=FIVE[0], b=FIVE[1]) | options))
