"""Power and Type I error: simulation against what is known exactly."""

import math

import numpy as np
import pytest
from scipy import stats

from labkit import power
from labkit.power import simulation
from labkit.significance import (
    count_outcomes,
    matched_pair_t,
    randomization_test,
    wilcoxon_test,
)


def sign_test_dropping_ties(a, b):
    return power.sign_test_of_scores(a, b, ties_policy="drop")


def close(rate, truth, trials):
    return abs(rate - truth) <= 5 * math.sqrt(max(truth * (1 - truth), 1 / trials) / trials)


def test_simulated_scores_have_the_effect_ties_and_correlation_asked_for():
    a, b = power.simulate_scores(40_000, effect=0.5, tie_rate=0.3, correlation=0.6, rng=1)
    tied = a == b
    assert tied.mean() == pytest.approx(0.3, abs=0.02)
    assert (a - b)[~tied].mean() == pytest.approx(0.5, abs=0.03)
    assert np.corrcoef(a[~tied], b[~tied])[0, 1] == pytest.approx(0.6, abs=0.02)
    assert a.std() == pytest.approx(1, abs=0.02)
    opposite = power.simulate_scores(100, correlation=-1, rng=2)
    assert opposite[0] == pytest.approx(-opposite[1])


@pytest.mark.parametrize(
    "test", [sign_test_dropping_ties, wilcoxon_test, matched_pair_t, randomization_test]
)
def test_no_test_rejects_more_often_than_alpha_where_nothing_differs(test):
    found = power.rejection_rate(test, 14, correlation=0.5, n_simulations=400, rng=2)
    assert found.rate <= 0.05 + 5 * math.sqrt(0.05 * 0.95 / 400)
    assert found.interval[0] <= found.rate <= found.interval[1]


def test_power_of_t_is_that_of_the_noncentral_t():
    n, effect, correlation = 20, 0.5, 0.5
    noncentrality = effect / math.sqrt(2 * (1 - correlation)) * math.sqrt(n)
    critical = stats.t.ppf(0.975, n - 1)
    truth = stats.nct.sf(critical, n - 1, noncentrality) + stats.nct.cdf(
        -critical, n - 1, noncentrality
    )
    found = power.rejection_rate(
        matched_pair_t, n, effect=effect, correlation=correlation, n_simulations=2000, rng=3
    )
    assert close(found.rate, truth, 2000)


@pytest.mark.slow
def test_the_answer_does_not_depend_on_the_number_of_processes():
    options = dict(effect=0.4, tie_rate=0.2, n_simulations=120, rng=5)
    assert power.rejection_rate(matched_pair_t, 15, **options, n_jobs=1) == power.rejection_rate(
        matched_pair_t, 15, **options, n_jobs=2
    )
    clusters = dict(n_clusters=5, cluster_size=3, correlations=[0.5], n_simulations=60, rng=1)
    assert power.clusters_table(**clusters, n_jobs=2).equals(power.clusters_table(**clusters))


@pytest.mark.parametrize("progress", [None, True, False])
def test_a_progress_bar_appears_after_a_second_unless_it_is_silenced(progress, monkeypatch):
    bars = []

    def bar(batches, **options):
        bars.append(options)
        return batches

    monkeypatch.setattr(simulation, "tqdm", bar)
    power.rejection_rate(matched_pair_t, 10, n_simulations=120, rng=0, progress=progress)
    (shown,) = bars
    assert shown["disable"] == (progress is False)
    assert shown["total"] == 3 and shown["delay"] == 1 and shown["leave"] is False


BAD = {
    "n": lambda: power.rejection_rate(matched_pair_t, 0),
    "effect": lambda: power.rejection_rate(matched_pair_t, 10, effect=float("nan")),
    "tie_rate": lambda: power.rejection_rate(matched_pair_t, 10, tie_rate=1.2),
    "correlation": lambda: power.simulate_scores(10, correlation=-1.5),
    "alpha": lambda: power.rejection_rate(matched_pair_t, 10, alpha="0.05"),
    "n_simulations": lambda: power.rejection_rate(matched_pair_t, 10, n_simulations=0),
    "test": lambda: power.rejection_rate("t", 10),
    "rng": lambda: power.rejection_rate(matched_pair_t, 10, rng="x"),
}


@pytest.mark.parametrize("argument", BAD)
def test_bad_input_names_the_argument(argument):
    with pytest.raises((ValueError, TypeError), match=argument):
        BAD[argument]()


def test_outcomes_of_simulated_ties_are_counted_as_ties():
    a, b = power.simulate_scores(200, tie_rate=0.5, rng=0)
    assert count_outcomes(a, b).ties == (a == b).sum()
