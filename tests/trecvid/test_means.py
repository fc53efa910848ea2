"""The comparison of search runs as randCompareMeans.pl does it."""

import itertools
import json

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


def three_clear_runs():
    rows = {"F_B_3": [0.1] * 8, "F_A_2": [0.2] * 8, "F_A_1": [0.4] * 8, "F_C_4": [0, 0.9] * 4}
    table = pd.DataFrame.from_dict(rows, orient="index")
    table.attrs["source"] = "some.table"
    return table


@pytest.mark.parametrize("sides", [1, 2])
def test_exact_comparisons_count_all_signs(sides):
    table = runs()
    compared = compare_means(table, 0, 0.05, sides=sides)
    assert [*compared.pairs.index] == [*range(10)] and compared.sides == sides
    signs = np.array(list(itertools.product([1, -1], repeat=10)))
    for pair in compared.pairs.itertuples():
        a, b = table.loc[pair.better], table.loc[pair.worse]
        gains = np.rint(10_000 * (a - b)).astype(int)
        count = int(((signs @ gains if sides == 1 else abs(signs @ gains)) >= gains.sum()).sum())
        assert (pair.count, pair.generated) == (count, 2**10)
        assert pair.probability == pytest.approx(count / 2**10, rel=1e-12)
        assert pair.low == pair.high == pair.probability == pair.adjusted
        assert pair.difference == pytest.approx(a.mean() - b.mean()) and pair.difference >= 0
        assert pair.significant == (count / 2**10 <= 0.05)
    assert ("one-sided" in str(compared)) == (sides == 1) and "two-sided" not in str(compared)


def test_drawn_comparisons_are_near_the_exact_ones_and_count_the_observed_signs():
    exact, drawn, again, other = (
        compare_means(runs(), n, 0.05, rng=seed)
        for n, seed in ((0, 1), (20_000, 3), (20_000, 3), (20_000, 4))
    )
    assert drawn.seed == 3 and drawn.iterations == 20_000
    pd.testing.assert_frame_equal(again.pairs, drawn.pairs)
    assert not other.pairs.equals(drawn.pairs)
    for pair, truth in zip(drawn.pairs.itertuples(), exact.pairs.itertuples(), strict=True):
        assert (pair.better, pair.worse) == (truth.better, truth.worse)
        assert pair.probability == pytest.approx((pair.count + 1) / (pair.generated + 1))
        error = np.sqrt(truth.probability * (1 - truth.probability) / 20_000)
        assert abs(pair.probability - truth.probability) < 5 * error + 1e-4
        assert pair.low <= pair.probability <= pair.high + 1e-4
        assert pair.generated == 20_000


def test_long_tests_are_counted_exactly_and_printed_beyond_all_floats():
    table = runs(3, 50)
    for pair in compare_means(table, 0, 0.05).pairs.itertuples():
        alone = randomization_test(table.loc[pair.better], table.loc[pair.worse])
        assert pair.probability == pytest.approx(alone.pvalue, rel=1e-12)
        assert (pair.generated, pair.count) == (2**50, round(alone.pvalue * 2**50))
    longer = pd.DataFrame([[1] * 1100, [0] * 100 + [1] * 1000], index=["A", "B"])
    fields = str(compare_means(longer, 0, 0.05)).split()
    assert float(fields[4]) == pytest.approx(2.0 * 2**1000, rel=1e-14)
    assert fields[5] == "1.358298529049386e+331"


TEXT = """\
F_A_1 > F_A_2 0.0078 2 256 0.200
F_A_1 > F_B_3 0.0078 2 256 0.300
F_A_2 > F_B_3 0.0078 2 256 0.100

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


def test_the_output_has_the_order_and_form_of_the_script():
    compared = compare_means(three_clear_runs(), 0, 0.01, "F_")
    assert str(compared) == TEXT and len(compared.means) == 4
    sides = "run substring 4:\ntest: two-sided randomization of means\n"
    assert compared.to_text(say_sides=True) == TEXT.replace("run substring 4:\n", sides)
    of_many_lengths = pd.DataFrame([[3] * 9, [2] * 9, [1] * 9, [0] * 9], ["A", "long", "no", "F"])
    lines = str(compare_means(of_many_lengths, 0, 0.05)).splitlines()
    assert [line[:13] for line in lines[:3]] == ["A    > F    0", "A    > long 0", "A    > no   0"]
    lines = str(compare_means(runs(4, 14, seed=2), 0, 0.2)).split("\n\n")[0].splitlines()
    assert {(len(line), len(line.split())) for line in lines} == {(len(lines[0]), 7)}
    assert any("<0.001" in line for line in lines) and not any(" 0.000 " in line for line in lines)


def test_verbose_output_shows_the_monte_carlo_error_of_the_chosen_runs():
    compared = compare_means(three_clear_runs(), 1_000, 0.05, ["F_", "A"], rng=7)
    assert list(compared.means.index) == ["F_A_2", "F_A_1"]
    low, high = compared.significant.iloc[0][["low", "high"]]
    first = compared.to_text(verbose=True).splitlines()[0]
    assert first.endswith(f" [{low:.3g} to {high:.3g}]")


@pytest.mark.parametrize("n_resamples", [0, 100])
def test_equal_runs_are_never_better(n_resamples, capsys):
    compared = compare_means(pd.DataFrame([[0.5] * 6] * 2, index=["A", "B"]), n_resamples, 0.99)
    assert compared.pairs["probability"].tolist() == [1.0] and compared.significant.empty
    assert compared.better_than.to_dict() == {"A": 0, "B": 0}
    assert capsys.readouterr() == ("", "")  # no bar


def test_correction_decides_what_is_significant():
    plain, holm = (compare_means(runs(6, 10, seed=4), 0, 0.05, adjust=a) for a in (None, "holm"))
    assert np.array_equal(holm.pairs["adjusted"], adjust_pvalues(plain.pairs["probability"]))
    assert np.array_equal(plain.pairs["adjusted"], plain.pairs["probability"])
    assert len(holm.significant) < len(plain.significant)
    assert (holm.significant["adjusted"] <= 0.05).all()
    assert "correction for 15 comparisons: holm" in str(holm)


def test_the_order_puts_the_best_first():
    compared = compare_means(runs(), 0, 0.05)
    best = list(compared.means.sort_values(ascending=False).index)
    assert list(compared.order.index) == list(compared.order.columns) == best
    pairs = [(a, b) for a, b in itertools.product(best, best) if compared.order.loc[a, b]]
    assert sorted(pairs) == compared.significant[["better", "worse"]].apply(tuple, axis=1).tolist()
    assert compared.order.sum(axis=1).to_dict() == compared.better_than.to_dict()
    assert [*compared.significant] == [*compared.pairs]
    assert len(compare_means(three_clear_runs(), 0, 2 / 2**8).significant) == 3  # a p of just alpha


def test_other_forms_of_output():
    compared = compare_means(three_clear_runs(), 1_000, 0.1, adjust="holm", rng=1)
    plain = json.loads(json.dumps(compared.to_dict()))
    assert len(plain["pairs"]) == 6
    assert plain["settings"]["seed"] == 1 and plain["settings"]["correction"] == "holm"
    assert plain["better_than"]["F_A_1"] == 2 and plain["means"]["F_A_2"] == pytest.approx(0.2)
    latex = compared.to_latex()
    assert r"F\_A\_1 & F\_B\_3 & 0.0" in latex and r"\alpha = 0.1$" in latex and "holm" in latex
    table = pd.DataFrame([[1] * 12, [0] * 12], index=["A_&%#$~^\\{}", "B"])
    row = compare_means(table, 0, 0.5).to_latex().splitlines()[6]
    name = r"A\_\&\%\#\$\textasciitilde \textasciicircum \textbackslash \{\}"
    assert row.startswith(rf"{name} & B & $<$0.001 &")


TOO_LONG = pd.DataFrame(np.random.default_rng(1).normal(size=(2, 500)), index=["A", "B"])
BAD = [
    ("table", [[0.1, 0.2], [0.3, 0.4]], "table must be a DataFrame with a row a run, not"),
    ("table", three_clear_runs().iloc[:1], "table must have at least two runs, not 1$"),
    ("table", TOO_LONG, "n_resamples must be a number of iterations .*, not 0"),
    ("substrings", ["B"], "two runs with 'B' in their names, not 1$"),
    *(("alpha", bad, f"alpha must be .*, not {bad!r}") for bad in (0, 1, -0.1, "0.05")),
    *(("n_resamples", bad, f"n_resamples must .*, not {bad}") for bad in (-1, 0.5, True)),
    *(("sides", bad, f"sides must be one of 1, 2, not {bad}") for bad in (0, 3, True, 1.5)),
]


@pytest.mark.parametrize("argument, value, message", BAD)
def test_bad_input_names_the_argument(argument, value, message):
    usual = {"table": three_clear_runs(), "n_resamples": 0, "alpha": 0.05}
    with pytest.raises((ValueError, TypeError), match=message):
        compare_means(**usual | {argument: value})
