"""Dropped ties and clusters: tables against simulation and against sums over all outcomes."""

import math
from functools import partial

import pytest
from scipy import stats

from labkit.power import clusters_table, rejection_rate, ties_table
from labkit.significance import sign_test, sign_test_of_scores


def five_errors(truth, trials):
    return pytest.approx(truth, abs=5 * math.sqrt(max(truth * (1 - truth), 1 / trials) / trials))


def test_dropping_ties_does_not_raise_the_type_one_error_above_alpha():
    assert ties_table(5)["tie_rate"].unique().tolist() == [0, 0.25, 0.5, 0.75, 0.9]
    table = ties_table(60, [0, 0.3, 0.6, 0.9, 1], alpha=0.05)
    dropped, split = (
        table[table.ties_policy == policy].reset_index() for policy in ("drop", "split")
    )
    assert (dropped.type_one_error <= 0.05).all()
    assert (split.type_one_error <= dropped.type_one_error + 1e-12).all()
    assert (split.power <= dropped.power + 1e-12).all()
    assert split.type_one_error[2] < 0.005 < 0.02 < dropped.type_one_error[2]


@pytest.mark.parametrize("policy", ["split", "drop"])
def test_simulation_gives_the_exact_answer_about_ties(policy):
    test = partial(sign_test_of_scores, ties_policy=policy)
    exact = ties_table(40, [0.4]).set_index("ties_policy").loc[policy]
    wins_70_percent = math.sqrt(2) * stats.norm.ppf(0.7)
    for effect, truth in ((0, exact.type_one_error), (wins_70_percent, exact.power)):
        rate = rejection_rate(test, 40, effect=effect, tie_rate=0.4, n_simulations=1500, rng=1).rate
        assert rate == five_errors(truth, 1500)


def test_ties_table_is_the_sum_over_all_outcomes():
    n, tie_rate, win_rate, total = 7, 0.3, 0.8, 0
    for ties in range(n + 1):
        for plus in range(n - ties + 1):
            minus = n - ties - plus
            ways = math.comb(n, ties) * math.comb(n - ties, plus) * tie_rate**ties
            probability = ways * (0.7 * win_rate) ** plus * (0.7 * (1 - win_rate)) ** minus
            total += probability * sign_test(plus, minus, ties).is_significant(0.3)
    table = ties_table(n, [tie_rate], win_rate=win_rate, alpha=0.3).set_index("ties_policy")
    assert table.loc["split", "power"] == pytest.approx(total, rel=1e-12)
    # Five wins of five, or none: a p of just alpha is rejected. One item never is.
    assert ties_table(5, [0], alpha=1 / 16).type_one_error.tolist() == pytest.approx([1 / 16] * 2)
    assert ties_table(1).type_one_error.tolist() == [0] * 10


def test_a_seed_gives_the_same_errors_for_ever():
    made = {"n_clusters": 4, "cluster_size": 5, "alpha": 0.3, "n_simulations": 99, "rng": 1}
    (row,) = clusters_table(correlations=[0.4], **made).itertuples()
    assert (row.naive, row.clustered) == (60 / 99, 27 / 99)
    least = {"n_clusters": 2, "cluster_size": 1, "n_simulations": 1}
    assert clusters_table(correlations=[1], **least).naive.tolist() == [0]


@pytest.mark.slow
def test_naive_tests_err_on_clustered_items_and_clustered_tests_do_not():
    made = {"n_clusters": 15, "cluster_size": 8, "n_simulations": 300, "rng": 4}
    table = clusters_table(correlations=[0, 0.4], **made)
    margin = 5 * math.sqrt(0.05 * 0.95 / 300)
    assert (table.clustered <= 0.05 + margin).all()
    assert table.naive[0] <= 0.05 + margin and table.naive[1] > 0.25


BAD = [
    (ties_table, {"n": 10**6}, "n must be a whole number from 1 to 2,000"),
    (ties_table, {"n": 10, "tie_rates": [0.5, 2]}, "tie_rates"),
    (ties_table, {"n": 10, "win_rate": -1}, "win_rate"),
    (clusters_table, {"n_clusters": 1}, "n_clusters"),
    (clusters_table, {"cluster_size": 2.5}, "cluster_size"),
    (clusters_table, {"n_simulations": 0}, "n_simulations"),
    (clusters_table, {"correlations": [-0.2]}, "correlations"),
]


@pytest.mark.parametrize("call, options, message", BAD)
def test_bad_input_names_the_argument(call, options, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call(**options)
