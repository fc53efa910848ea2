"""`stop_at`: drawing ends when the verdict is certain, and the result says so."""

import numpy as np
import pytest

from labkit import metrics
from labkit.significance import bootstrap_test, compare_all, randomization_test
from tests.significance.made import three_counts

N = 200_000


def scores(gain, n=300, seed=3):
    """Two systems, right or wrong, whose p-values can be computed."""
    rng = np.random.default_rng(seed)
    both = rng.random(n) < 0.7
    a = np.where(rng.random(n) < 0.15, rng.random(n) < 0.5 + gain, both)
    return a.astype(int), both.astype(int)


@pytest.mark.parametrize("test", [bootstrap_test, randomization_test])
@pytest.mark.parametrize("gain", [-0.3, 0.1, 0.45])
def test_the_verdict_is_that_of_the_exact_p(test, gain):
    a, b = scores(gain)
    exact = test(a, b, method="exact").pvalue
    result = test(a, b, method="monte-carlo", n_resamples=N, stop_at=0.05, rng=1)
    assert result.n_resamples < N / 10 and result.seed == 1
    assert result.is_significant() == (exact <= 0.05)
    added = test is randomization_test
    assert result.pvalue == (result.n_extreme + added) / (result.n_resamples + added)
    side = "below" if exact < 0.05 else "above"
    assert f"stopped after {result.n_resamples} of {N} draws: that p is {side} 0.05" in result.note
    assert "chance of at most 1e-06" in result.note


@pytest.mark.parametrize("test", [bootstrap_test, randomization_test])
def test_p_close_to_the_level_stays_uncertain(test):
    a, b = scores(0.1)
    level = test(a, b, method="exact").pvalue
    result = test(a, b, method="monte-carlo", n_resamples=3000, stop_at=level, rng=1)
    assert result.n_resamples == 3000
    assert "all 3000 draws leave it uncertain" in result.note


@pytest.mark.parametrize("test", [bootstrap_test, randomization_test])
def test_what_is_computed_is_not_stopped(test):
    a, b = scores(0.1)
    assert test(a, b, stop_at=0.05) == test(a, b)


def test_equal_systems_have_p_1():
    a, _ = scores(0)
    counts = np.column_stack([a, a, a])
    for result in (
        bootstrap_test(a, a, method="monte-carlo", stop_at=0.05, rng=1),
        bootstrap_test(counts, counts, metrics.f1, method="monte-carlo", stop_at=0.05, rng=1),
        randomization_test(a, a, method="monte-carlo", stop_at=0.05, rng=1),
    ):
        assert result.pvalue == 1 and not result.is_significant()


OUTPUTS = three_counts(20, 300)


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
@pytest.mark.parametrize(
    "alternative", ["greater", pytest.param("two-sided", marks=pytest.mark.slow)]
)
def test_a_table_of_pairs_needs_a_tenth_of_the_draws(test, alternative):
    some = OUTPUTS[::3] if test == "randomization" else OUTPUTS
    n = 20_000
    options = dict(
        test=test, alternative=alternative, method="monte-carlo", n_resamples=n, progress=False
    )
    stopped = compare_all(some, metrics.f1, stop_at=0.05, rng=12, **options)
    in_full = compare_all(some, metrics.f1, rng=3, **options)
    assert "n_resamples" not in in_full
    decided = stopped["n_resamples"] < n
    same = (stopped["pvalue"] <= 0.05) == (in_full["pvalue"] <= 0.05)
    assert same[decided].all() and decided.mean() > 0.8
    assert stopped["n_resamples"].mean() < (0.5 if test == "randomization" else 0.25) * n
    inside = stopped["pvalue"].between(stopped["pvalue_low"], stopped["pvalue_high"])
    assert inside.all()
    endless = in_full["pvalue"].between(stopped["pvalue_low"] - 0.01, stopped["pvalue_high"] + 0.01)
    assert endless.all()


def test_the_number_of_processors_does_not_matter():
    options = dict(method="monte-carlo", n_resamples=5000, stop_at=0.05, rng=4, progress=False)
    one, two = (compare_all(OUTPUTS[:6], metrics.f1, n_jobs=jobs, **options) for jobs in (1, 2))
    assert one.equals(two)


def test_pairs_without_draws_have_no_number_of_draws():
    pairs = compare_all(OUTPUTS[:3, :, 0] > 3, stop_at=0.05)
    assert pairs["n_resamples"].isna().all() and set(pairs["method"]) == {"exact"}


@pytest.mark.parametrize("level", [0, 1, -0.1, "0.05", float("nan")])
def test_bad_levels(level):
    a, b = scores(0)
    for call in (
        lambda: bootstrap_test(a, b, stop_at=level),
        lambda: randomization_test(a, b, stop_at=level),
        lambda: compare_all([a, b], stop_at=level),
    ):
        with pytest.raises((ValueError, TypeError), match="stop_at"):
            call()


@pytest.mark.parametrize(
    "options", [dict(adjust="holm"), dict(adjust="max-statistic"), dict(test="sign")]
)
def test_what_cannot_stop_is_refused(options):
    with pytest.raises(ValueError, match="stop_at must be None"):
        compare_all([[1, 0], [0, 1]], stop_at=0.05, **options)
