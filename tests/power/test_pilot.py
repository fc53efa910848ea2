"""Items that a power takes, from a pilot: against exact sums, the noncentral t, and simulation."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from labkit import metrics
from labkit.power import detectable_gain, items_needed, resampled
from labkit.power.published import sign_test_power
from labkit.power.resampled import Pilot
from labkit.significance import matched_pair_t, sign_test


def right_and_wrong(plus, minus, ties):
    return [1] * plus + [0] * (minus + ties), [0] * plus + [1] * minus + [0] * ties


def test_right_and_wrong_need_no_drawing():
    a, b = right_and_wrong(40, 20, 140)
    found = items_needed(a, b, rng=0)
    assert (found.test, found.pilot, found.gain) == ("sign test", 200, pytest.approx(0.1))
    assert (
        sign_test_power(found.n, 0.2, 0.1, 0.05)
        >= 0.8
        > sign_test_power(found.n - 1, 0.2, 0.1, 0.05)
    )
    assert found.rate_interval == (found.rate, found.rate) and found.rate >= 0.8
    scaled = items_needed(np.array(a) * 3.5, np.array(b) * 3.5, rng=0)
    assert (scaled.n, scaled.gain) == (found.n, pytest.approx(0.35))
    turned = items_needed(b, a, rng=0)
    assert (turned.n, turned.gain) == (found.n, pytest.approx(-0.1))
    # Resampled and tested, it comes out the same.
    drawn = items_needed(a, b, test=drops_ties, n_simulations=200, rng=0)
    assert drawn.n == pytest.approx(found.n, rel=0.15)


def drops_ties(a, b):
    plus, minus = int((a > b).sum()), int((a < b).sum())
    return sign_test(plus, minus, len(a) - plus - minus, ties_policy="drop")


def normal_scores(n, mean, rng):
    """Scores whose differences have exactly this mean and standard deviation 1."""
    d = rng.normal(size=n)
    d = (d - d.mean()) / d.std(ddof=1) + mean
    b = rng.normal(size=n)
    return b + d, b


#: statsmodels 0.15.0, TTestPower().solve_power(effect_size=..., alpha=0.05, power=0.8).
TEXTBOOK = {0.3: 89.149, 0.5: 33.367}


def t_power(n, effect):
    critical = stats.t.isf(0.025, n - 1)
    shift = effect * math.sqrt(n)
    return stats.nct.sf(critical, n - 1, shift) + stats.nct.cdf(-critical, n - 1, shift)


@pytest.mark.parametrize("effect", TEXTBOOK)
def test_normal_scores_take_as_many_items_as_the_noncentral_t_says(effect):
    a, b = normal_scores(1000, effect, np.random.default_rng(0))
    found = items_needed(a, b, n_simulations=4000, rng=1)
    assert found.n == pytest.approx(TEXTBOOK[effect], rel=0.1)
    assert found.rate_interval[0] <= found.rate <= found.rate_interval[1]
    # statsmodels 0.15.0, TTestPower().solve_power(nobs=200, alpha=0.05, power=0.8)
    spread = np.std((a - b)[:200], ddof=1)
    assert detectable_gain(a[:200], b[:200]) / spread == pytest.approx(0.199065, abs=1e-5)


@pytest.mark.slow
def test_the_interval_holds_the_truth_as_often_as_it_says():
    # The truth is known: normal differences with mean 0.3 and standard deviation 1.
    truth = TEXTBOOK[0.3]
    rng = np.random.default_rng(5)
    hits = 0
    for _ in range(40):
        b = rng.normal(size=100)
        found = items_needed(b + rng.normal(0.3, 1, size=100), b, n_simulations=50, rng=rng)
        hits += found.interval[0] <= truth <= found.interval[1]
    assert hits >= 33  # 38 are expected; fewer than 33 come in less than one case of 1,000


def test_a_pilot_that_could_as_well_show_nothing_has_no_upper_limit():
    a, b = right_and_wrong(12, 8, 30)
    assert items_needed(a, b, rng=0).interval[1] == math.inf
    a, b = right_and_wrong(300, 100, 600)
    assert items_needed(a, b, rng=0).interval[1] < 2 * items_needed(a, b, rng=0).n


def test_another_gain_keeps_the_spread():
    a, b = right_and_wrong(40, 20, 140)
    found = items_needed(a, b, gain=0.05, rng=0)
    assert sign_test_power(found.n, 0.175, 0.125, 0.05) >= 0.8
    assert found.interval[1] < math.inf
    with pytest.raises(
        ValueError, match=r"gain must be at most 0.3, as the systems differ on so many"
    ):
        items_needed(a, b, gain=0.4)
    scores = normal_scores(500, 0.5, np.random.default_rng(0))
    wider = items_needed(*scores, gain=0.25, rng=0)
    assert wider.n == pytest.approx(
        next(n for n in range(3, 999) if t_power(n, 0.25) >= 0.8), rel=0.1
    )
    shifted = items_needed(*scores, gain=0.25, test=matched_pair_t, n_simulations=100, rng=0)
    assert shifted.n == pytest.approx(wider.n, rel=0.35)


def counts(n, rng):
    gold = rng.integers(0, 2, n)
    rows = [np.where(rng.random(n) < right, gold, 1 - gold) for right in (0.9, 0.75)]
    return [np.stack([guess & gold, guess, gold], axis=1) for guess in rows]


def test_metrics_that_are_no_means_have_pseudo_values():
    a, b = counts(800, np.random.default_rng(0))
    found = items_needed(a, b, metrics.f1, n_simulations=1000, rng=0)
    observed = metrics.f1(a.sum(axis=0)) - metrics.f1(b.sum(axis=0))
    assert found.gain == pytest.approx(observed, abs=1e-3)  # less the bias of F1
    # The spread of the pseudo-values is that of resampled test sets.
    rng = np.random.default_rng(1)
    drawn = rng.integers(800, size=(1000, 800))
    gains = metrics.f1(a[drawn].sum(axis=1)) - metrics.f1(b[drawn].sum(axis=1))
    pilot = Pilot.of(a, b, metrics.f1, None)
    assert pilot.differences.std() / math.sqrt(800) == pytest.approx(gains.std(), rel=0.08)
    by_normal_law = (2.8016 * gains.std() * math.sqrt(800) / observed) ** 2
    assert found.n == pytest.approx(by_normal_law, rel=0.15)


def test_recall_of_so_many_items_is_a_mean_here():
    right = np.array([1, 1, 0, 1, 0, 1, 1, 1] * 10)
    other = np.array([1, 0, 0, 1, 0, 1, 0, 1] * 10)
    found = items_needed(right, other, metrics.recall(80), rng=0)
    assert found.gain == pytest.approx(float((right - other).mean()))
    assert found.n == items_needed(right, other, rng=0).n


def test_detectable_gain_has_the_power_and_less_has_not():
    a, b = right_and_wrong(40, 20, 140)
    gain = detectable_gain(a, b)
    for factor, enough in ((1.001, True), (0.999, False)):
        win, loss = (0.3 + factor * gain) / 2, (0.3 - factor * gain) / 2
        assert (sign_test_power(200, win, loss, 0.05) >= 0.8) == enough
    assert detectable_gain(*right_and_wrong(3, 1, 100)) == math.inf
    assert detectable_gain(np.array(a) * 10, np.array(b) * 10) == pytest.approx(10 * gain)


def test_the_same_seed_gives_the_same_answer():
    a, b = normal_scores(60, 0.5, np.random.default_rng(0))
    assert items_needed(a, b, rng=3) == items_needed(a, b, rng=3) != items_needed(a, b, rng=4)


@pytest.mark.slow
def test_the_number_of_processes_does_not_change_the_answer():
    a, b = normal_scores(60, 0.5, np.random.default_rng(0))
    one, two = (
        items_needed(a, b, test=matched_pair_t, n_simulations=60, rng=3, n_jobs=n) for n in (1, 2)
    )
    assert one == two and one.seed == 3


def test_its_line_says_all():
    a, b = right_and_wrong(40, 20, 140)
    line = repr(items_needed(a, b, rng=0))
    assert line.startswith("<249 items (95 %: ") and line.endswith(
        "by the sign test, from a pilot of 200>"
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: items_needed([1, 0], [1, 0]), "a and b must differ in score, not 0"),
        (lambda: items_needed([1, 0], [0, 1]), "a and b must differ in score, not 0"),
        (
            lambda: items_needed([1, 0], [1, 0], gain=0.1),
            "a and b must differ on some of the items",
        ),
        (lambda: items_needed([1], [0]), "a and b must have at least 2 items, not 1"),
        (lambda: items_needed([1, 0], [1]), "a and b must be of equal length"),
        (lambda: items_needed([1, 0], [0, 0], gain=0), "gain must be a difference, not 0"),
        (lambda: items_needed([1, 0], [0, 0], gain=float("nan")), "gain must be a finite number"),
        (lambda: items_needed([1, 0], [0, 0], power=1), "power must be between 0 and 0.9999"),
        (lambda: items_needed([1, 0], [0, 0], alpha=0), "alpha must be between 0 and 1"),
        (
            lambda: items_needed([1, 0], [0, 0], n_simulations=0),
            "n_simulations must be a whole number",
        ),
        (
            lambda: items_needed(*right_and_wrong(41, 40, 100), largest=100),
            "largest must be more, not 100",
        ),
        (
            lambda: items_needed([0.1, 0.5, 0.2], [0.3, 0.2, 0.2], largest=10, rng=0),
            "largest must be more, not 10",
        ),
        (lambda: items_needed([1, 0], [0, 0], test="t"), "test must be a function of the outputs"),
        (lambda: items_needed([1, 0], [0, 0], rng="x"), "rng must be a seed"),
        (lambda: detectable_gain([1, 0], [1, 0]), "a and b must differ on some of the items"),
        (
            lambda: detectable_gain([1, 1], [0, 0]),
            "a and b must differ on some of the items, and not by",
        ),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()


def test_many_different_values_are_drawn_by_their_normal_law(monkeypatch):
    rng = np.random.default_rng(0)
    values = rng.exponential(size=4000) - 0.9
    plain = resampled._moments(values[:2000], 5000, 2000, rng)
    monkeypatch.setattr(resampled, "MANY", 100)
    quick = resampled._moments(values[:2000], 5000, 2000, rng)
    for one, other in zip(plain, quick, strict=True):
        assert one.mean() == pytest.approx(other.mean(), abs=5 * one.std() / 40)
        assert one.std() == pytest.approx(other.std(), rel=0.1)
    assert np.corrcoef(*plain)[0, 1] == pytest.approx(np.corrcoef(*quick)[0, 1], abs=0.05)


@pytest.mark.parametrize("scale", [1e-300, 1e-30, 1e30, 1e300])
def test_scale_makes_no_difference(scale):
    a, b = np.array([1.0, 2, 1, 4]), np.array([0, 1, 0, 0.1])
    plain, scaled = items_needed(a, b, rng=0), items_needed(a * scale, b * scale, rng=0)
    assert (scaled.n, scaled.interval, scaled.rate) == (plain.n, plain.interval, plain.rate)
    assert scaled.gain == pytest.approx(plain.gain * scale)
    assert detectable_gain(a * scale, b * scale) == pytest.approx(scale * detectable_gain(a, b))


def test_kinds_of_arrays_make_no_difference():
    a, b = [True, False, True, True, False], [False, False, True, False, False]
    plain = items_needed(a, b, rng=0)
    for kind in (np.float32, np.int8, pd.Series):
        both = [pd.Series(x) if kind is pd.Series else np.array(x, dtype=kind) for x in (a, b)]
        assert items_needed(*both, rng=0, progress=False) == plain


def test_a_gain_that_takes_billions_of_items_is_refused_at_once():
    with pytest.raises(ValueError, match=r"largest must be more, not 1,000,000: it takes 3,1\d\d,"):
        items_needed([1, 0, 1, 1, 1] * 10, [0, 0, 1, 1, 0] * 10, gain=1e-6)


@pytest.mark.parametrize("n", [2, 6, 20])
@pytest.mark.parametrize("gain", [None, 0.5])
def test_a_pilot_of_equal_differences_knows_no_spread(n, gain):
    found = items_needed([1] * n, [0] * n, gain=gain, rng=0)
    assert found.interval == (found.n, math.inf)
    assert "no limit)" in repr(found)


def test_no_pilot_says_that_a_sign_test_could_do_with_fewer_items_than_it_can():
    found = items_needed([1] * 6 + [0], [0] * 6 + [1], rng=0)
    assert found.interval[0] == 6 < found.n
