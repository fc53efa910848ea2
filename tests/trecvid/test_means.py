"""The comparison of search runs as randCompareMeans.pl does it."""

import itertools
import json
import time

import numpy as np
import pandas as pd
import pytest

from labkit import randomization_test
from labkit.significance import adjust_pvalues
from labkit.trecvid import compare_means


def runs(m=5, n=10, seed=1):
    rng = np.random.default_rng(seed)
    scores = 0.5 + 0.1 * rng.normal(size=(m, n)) + 0.06 * np.arange(m)[:, None]
    return pd.DataFrame(np.clip(scores, 0, 1).round(4), index=[f"F_A_{i}_X0{i}" for i in range(m)])


def by_all_signs(a, b):
    """Count of the sign vectors as extreme as the observed one, and of all."""
    gains = np.rint(10_000 * (a - b)).astype(int)
    signs = np.array(list(itertools.product([1, -1], repeat=len(gains))))
    return int((abs(signs @ gains) >= abs(gains.sum())).sum()), len(signs)


def test_exact_comparisons_count_all_signs():
    table = runs()
    compared = compare_means(table, 0, 0.05)
    assert len(compared.pairs) == 10
    for pair in compared.pairs.itertuples():
        a, b = table.loc[pair.better], table.loc[pair.worse]
        count, generated = by_all_signs(a, b)
        assert (pair.count, pair.generated) == (count, generated)
        assert pair.probability == pytest.approx(count / generated, rel=1e-12)
        assert pair.difference == pytest.approx(a.mean() - b.mean()) and pair.difference >= 0
        assert pair.significant == (count / generated <= 0.05)


def test_drawn_comparisons_are_near_the_exact_ones_and_count_the_observed_signs():
    exact = compare_means(runs(), 0, 0.05).pairs
    drawn = compare_means(runs(), 20_000, 0.05, rng=3)
    assert drawn.seed == 3
    for one, other in zip(drawn.pairs.itertuples(), exact.itertuples(), strict=True):
        assert (one.better, one.worse) == (other.better, other.worse)
        assert one.generated == 20_000
        assert one.probability == pytest.approx((one.count + 1) / 20_001)
        error = np.sqrt(other.probability * (1 - other.probability) / 20_000)
        assert abs(one.probability - other.probability) < 5 * error + 1e-4
        assert one.low <= one.probability <= one.high + 1e-4
    again = compare_means(runs(), 20_000, 0.05, rng=3)
    pd.testing.assert_frame_equal(again.pairs, drawn.pairs)
    assert not compare_means(runs(), 20_000, 0.05, rng=4).pairs.equals(drawn.pairs)


def test_long_tests_are_counted_exactly():
    table = runs(3, 50)
    for pair in compare_means(table, 0, 0.05).pairs.itertuples():
        alone = randomization_test(table.loc[pair.better], table.loc[pair.worse])
        assert pair.probability == pytest.approx(alone.pvalue, rel=1e-12)
        assert pair.generated == 2**50
        assert pair.count == round(alone.pvalue * 2**50)


@pytest.mark.parametrize("table", [[[0.1, 0.2], [0.3, 0.4]], {"A": [0.1], "B": [0.2]}, "a.table"])
def test_what_is_no_table_is_refused(table):
    with pytest.raises(TypeError, match="table must be a DataFrame with a row a run, as load_sco"):
        compare_means(table, 0, 0.05)


TEXT = """\
F_A_1 > F_A_2 0.008 2 256 0.200
F_A_1 > F_B_3 0.008 2 256 0.300
F_A_2 > F_B_3 0.008 2 256 0.100

Target iterations: 0 (exact)
significance level: 0.01
scores file: some.table
run substring 1: F_
run substring 2:
run substring 3:
run substring 4:

Number of runs each run is significantly better than
according to current test:
2 F_A_1
1 F_A_2
0 F_C_4
0 F_B_3"""


def three_clear_runs():
    rows = {"F_B_3": [0.1] * 8, "F_A_2": [0.2] * 8, "F_A_1": [0.4] * 8, "F_C_4": [0, 0.9] * 4}
    table = pd.DataFrame.from_dict(rows, orient="index")
    table.attrs["source"] = "some.table"
    return table


def test_the_output_has_the_order_and_form_of_the_script():
    assert str(compare_means(three_clear_runs(), 0, 0.01, ["F_"])) == TEXT


def test_verbose_output_shows_the_monte_carlo_error():
    table = three_clear_runs().iloc[:3]
    compared = compare_means(table, 1_000, 0.05, rng=7)
    text = compared.to_text(verbose=True)
    assert "signs: drawn, seed 7" in text
    pair = compared.significant.iloc[0]
    assert f"[{pair.low:.5f}, {pair.high:.5f}]" in text.splitlines()[0]
    assert "largest Monte Carlo error" in text
    assert "exact" in compare_means(table, 0, 0.05).to_text(verbose=True).splitlines()[0]


def test_runs_must_contain_all_substrings():
    table = three_clear_runs()
    assert list(compare_means(table, 0, 0.05, ["F_", "A"]).means.index) == ["F_A_2", "F_A_1"]
    assert len(compare_means(table, 0, 0.05, "F_").means) == 4
    with pytest.raises(
        ValueError, match="table must have at least two runs with 'B' in their names, not 1$"
    ):
        compare_means(table, 0, 0.05, ["B"])
    with pytest.raises(ValueError, match="table must have at least two runs, not 1$"):
        compare_means(table.iloc[:1], 0, 0.05)


def test_equal_runs_are_never_better():
    table = pd.DataFrame([[0.5] * 6, [0.5] * 6], index=["A", "B"])
    for n_resamples in (0, 100):
        compared = compare_means(table, n_resamples, 0.99)
        assert compared.pairs["probability"].tolist() == [1.0]
        assert compared.significant.empty
        assert compared.better_than.to_dict() == {"A": 0, "B": 0}


def test_correction_decides_what_is_significant():
    table = runs(6, 10, seed=4)
    plain, holm = (compare_means(table, 0, 0.05, adjust=adjust) for adjust in (None, "holm"))
    assert np.array_equal(holm.pairs["adjusted"], adjust_pvalues(plain.pairs["probability"]))
    assert np.array_equal(plain.pairs["adjusted"], plain.pairs["probability"])
    assert len(holm.significant) < len(plain.significant)
    assert (holm.significant["adjusted"] <= 0.05).all()
    assert "correction for 15 comparisons: holm" in str(holm)


def test_the_order_puts_the_best_first():
    compared = compare_means(runs(), 0, 0.05)
    assert list(compared.order.index) == list(compared.means.sort_values(ascending=False).index)
    assert compared.order.to_numpy().sum() == len(compared.significant)
    for pair in compared.significant.itertuples():
        assert compared.order.loc[pair.better, pair.worse]
    assert compared.order.sum(axis=1).to_dict() == compared.better_than.to_dict()


def test_other_forms_of_output():
    compared = compare_means(three_clear_runs(), 1_000, 0.1, adjust="holm", rng=1)
    plain = json.loads(json.dumps(compared.to_dict()))
    assert len(plain["pairs"]) == 6
    assert plain["settings"]["seed"] == 1 and plain["settings"]["correction"] == "holm"
    assert plain["better_than"]["F_A_1"] == 2
    latex = compared.to_latex()
    assert r"F\_A\_1 & F\_B\_3" in latex and r"\alpha = 0.1" in latex and "holm" in latex


@pytest.mark.parametrize("alpha", [0, 1, -0.1, 1.5, float("nan"), "0.05"])
def test_alpha_is_between_0_and_1(alpha):
    with pytest.raises((ValueError, TypeError), match="alpha must be .*between 0 and 1"):
        compare_means(runs(), 0, alpha)


@pytest.mark.parametrize("n_resamples", [-1, 0.5, True])
def test_iterations_are_a_whole_number(n_resamples):
    with pytest.raises((ValueError, TypeError), match="n_resamples must be a whole number"):
        compare_means(runs(), n_resamples, 0.05)


def test_too_much_work_for_an_exact_answer():
    table = pd.DataFrame(np.random.default_rng(1).normal(size=(2, 500)), index=["A", "B"])
    with pytest.raises(ValueError, match="n_resamples must be a number of iterations .*, not 0"):
        compare_means(table, 0, 0.05)


def test_a_hundred_runs_on_fifty_topics_are_fast():
    table = runs(100, 50, seed=9)
    start = time.perf_counter()
    exact = compare_means(table, 0, 0.01)
    middle = time.perf_counter()
    drawn = compare_means(table, 10_000, 0.01, rng=1)
    end = time.perf_counter()
    assert len(exact.pairs) == len(drawn.pairs) == 4950
    # On a quiet machine about 2 s and 0.5 s: the bounds allow for a busy one.
    assert middle - start < 15 and end - middle < 10


def test_one_side_counts_the_sums_on_that_side():
    table = runs()
    two, one = compare_means(table, 0, 0.05), compare_means(table, 0, 0.05, sides=1)
    assert (two.sides, one.sides) == (2, 1)
    for pair in one.pairs.itertuples():
        gains = np.rint(10_000 * (table.loc[pair.better] - table.loc[pair.worse])).astype(int)
        signs = np.array(list(itertools.product([1, -1], repeat=len(gains))))
        assert pair.count == int((signs @ gains >= gains.sum()).sum())
    assert str(one).count("one-sided") == 1 and "sided" not in str(two)
    drawn = compare_means(table, 20_000, 0.05, sides=1, rng=0).pairs
    assert (abs(drawn["probability"] - one.pairs["probability"]) < 0.02).all()
    for bad in (0, 3, True, "1", 1.5):
        with pytest.raises(ValueError, match="sides must be one of 1, 2, not"):
            compare_means(table, 0, 0.05, sides=bad)


def test_names_of_runs_are_no_latex():
    table = pd.DataFrame([[1] * 6, [0] * 6], index=["A_&%#$~^\\{}", "B"])
    written = compare_means(table, 0, 0.5).to_latex()
    assert r"A\_\&\%\#\$\textasciitilde{}\textasciicircum{}\textbackslash{}\{\} & B" in written
