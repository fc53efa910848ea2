"""Power and Type I error: simulation against what is known exactly."""

import itertools
import math
from functools import partial
from types import SimpleNamespace

import joblib
import numpy as np
import pytest
from scipy import stats

from labkit import power
from labkit.power import rejection_rate
from labkit.significance import (
    count_outcomes,
    matched_pair_t,
    randomization_test,
    sign_test_of_scores,
    wilcoxon_test,
)

TESTS = {
    "sign": partial(sign_test_of_scores, ties_policy="drop"),
    "wilcoxon": wilcoxon_test,
    "t": matched_pair_t,
    "randomization": randomization_test,
}


def test_simulated_scores_have_the_effect_ties_and_correlation_asked_for():
    a, b = power.simulate_scores(40_000, effect=0.5, tie_rate=0.3, correlation=0.6, rng=1)
    tied = a == b
    assert tied.mean() == pytest.approx(0.3, abs=0.02)
    assert count_outcomes(a, b).ties == tied.sum()
    assert (a - b)[~tied].mean() == pytest.approx(0.5, abs=0.03)
    assert np.corrcoef(a[~tied], b[~tied])[0, 1] == pytest.approx(0.6, abs=0.02)
    assert a.std() == pytest.approx(1, abs=0.02)
    assert power.simulate_scores(1, correlation=1, effect=2, rng=2)[0] > 0
    opposite = power.simulate_scores(100, correlation=-1, rng=2)
    assert opposite[0] == pytest.approx(-opposite[1])


@pytest.mark.parametrize("test", TESTS.values(), ids=TESTS)
def test_no_test_rejects_more_often_than_alpha_where_nothing_differs(test):
    found = rejection_rate(test, 14, correlation=0.5, n_simulations=400, rng=2)
    assert found.rate <= 0.05 + 5 * math.sqrt(0.05 * 0.95 / 400)
    assert found.interval[0] <= found.rate <= found.interval[1]
    assert (found.n, found.n_simulations, found.seed) == (14, 400, 2)
    assert rejection_rate(test, 14, n_simulations=1, rng=2).rate in (0, 1)


def test_power_of_t_is_that_of_the_noncentral_t():
    n, effect, correlation = 20, 0.5, 0.5
    noncentral = stats.nct(n - 1, effect / math.sqrt(2 * (1 - correlation)) * math.sqrt(n))
    critical = stats.t.ppf(0.975, n - 1)
    truth = noncentral.sf(critical) + noncentral.cdf(-critical)
    made = {"effect": effect, "correlation": correlation, "n_simulations": 2000, "rng": 3}
    error = math.sqrt(truth * (1 - truth) / 2000)
    assert rejection_rate(matched_pair_t, n, **made).rate == pytest.approx(truth, abs=5 * error)
    made |= {"tie_rate": 0.2, "n_simulations": 99}
    assert rejection_rate(matched_pair_t, n, **made).rate == 42 / 99  # by this seed for ever
    assert rejection_rate(lambda a, b: SimpleNamespace(pvalue=0.05), n, n_simulations=9).rate == 1


@pytest.mark.slow
def test_the_answer_does_not_depend_on_the_number_of_processes():
    clusters = dict(n_clusters=5, cluster_size=3, correlations=[0.5], n_simulations=60, rng=1)
    made = dict(effect=0.4, tie_rate=0.2, n_simulations=120, rng=5)
    table, rate = power.clusters_table(**clusters), rejection_rate(matched_pair_t, 15, **made)
    with joblib.parallel_config(n_jobs=2):
        assert power.clusters_table(**clusters).equals(table)
        assert rejection_rate(matched_pair_t, 15, **made) == rate


def test_who_waits_sees_how_far_a_simulation_has_come(capsys, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", "tick.ipynb")
    monkeypatch.setattr("tqdm.std.time", itertools.count().__next__)  # each look, a second
    rejection_rate(matched_pair_t, 10, rng=0)
    assert "simulating" in capsys.readouterr().out


BAD = {
    "n": 0, "effect": float("nan"), "tie_rate": 1.2, "correlation": -1.5, "alpha": "0.05",
    "n_simulations": 0, "test": "t", "rng": "x",
}  # fmt: skip


@pytest.mark.parametrize("argument", BAD)
def test_bad_input_names_the_argument(argument):
    with pytest.raises((ValueError, TypeError), match=f"^{argument} must be"):
        rejection_rate(**{"test": matched_pair_t, "n": 10, argument: BAD[argument]})
