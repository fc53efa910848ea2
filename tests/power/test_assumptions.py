"""Dropped ties and clusters: tables against simulation and against sums over all outcomes."""

import math

import pytest
from scipy import stats

from labkit import power
from labkit.significance import sign_test


def close(rate, truth, trials):
    return abs(rate - truth) <= 5 * math.sqrt(max(truth * (1 - truth), 1 / trials) / trials)


def test_dropping_ties_does_not_raise_the_type_one_error_above_alpha():
    table = power.ties_table(60, [0, 0.3, 0.6, 0.9, 1], alpha=0.05)
    dropped, split = (
        table[table.ties_policy == policy].reset_index() for policy in ("drop", "split")
    )
    assert (dropped.type_one_error <= 0.05).all()
    assert (split.type_one_error <= dropped.type_one_error + 1e-12).all()
    assert (split.power <= dropped.power + 1e-12).all()
    assert split.type_one_error[2] < 0.005 < 0.02 < dropped.type_one_error[2]


@pytest.mark.parametrize("policy", ["split", "drop"])
def test_simulation_gives_the_exact_answer_about_ties(policy):
    def test(a, b):
        return power.sign_test_of_scores(a, b, ties_policy=policy)

    exact = power.ties_table(40, [0.4]).set_index("ties_policy").loc[policy]
    null = power.rejection_rate(test, 40, tie_rate=0.4, n_simulations=1500, rng=1)
    assert close(null.rate, exact.type_one_error, 1500)
    effect = math.sqrt(2) * stats.norm.ppf(0.7)  # a wins 70 % of the items that are no ties
    better = power.rejection_rate(test, 40, effect=effect, tie_rate=0.4, n_simulations=1500, rng=2)
    assert close(better.rate, exact.power, 1500)


def test_ties_table_is_the_sum_over_all_outcomes():
    n, tie_rate, win_rate = 7, 0.3, 0.8
    row = (
        power.ties_table(n, [tie_rate], win_rate=win_rate, alpha=0.3)
        .set_index("ties_policy")
        .loc["split"]
    )
    total = 0
    for ties in range(n + 1):
        for plus in range(n - ties + 1):
            minus = n - ties - plus
            ways = math.comb(n, ties) * math.comb(n - ties, plus)
            probability = (
                ways * tie_rate**ties * (0.7 * win_rate) ** plus * (0.7 * (1 - win_rate)) ** minus
            )
            total += probability * sign_test(plus, minus, ties).is_significant(0.3)
    assert row.power == pytest.approx(total, rel=1e-12)


def test_naive_tests_err_on_clustered_items_and_clustered_tests_do_not():
    table = power.clusters_table(
        n_clusters=15, cluster_size=8, correlations=[0, 0.4], n_simulations=300, rng=4
    )
    margin = 5 * math.sqrt(0.05 * 0.95 / 300)
    assert (table.clustered <= 0.05 + margin).all()
    assert table.naive[0] <= 0.05 + margin
    assert table.naive[1] > 0.25


BAD = {
    "n must be a whole number from 1 to 2,000": lambda: power.ties_table(10**6),
    "tie_rates": lambda: power.ties_table(10, [0.5, 2]),
    "win_rate": lambda: power.ties_table(10, win_rate=-1),
    "n_clusters": lambda: power.clusters_table(n_clusters=1),
    "cluster_size": lambda: power.clusters_table(cluster_size=2.5),
    "correlations": lambda: power.clusters_table(correlations=[-0.2]),
}


@pytest.mark.parametrize("argument", BAD)
def test_bad_input_names_the_argument(argument):
    with pytest.raises((ValueError, TypeError), match=argument):
        BAD[argument]()
