"""A comparison, number by number, against direct calls of `labkit.significance`."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.metrics import f1_score, precision_score, recall_score

from labkit import load_scores_table
from labkit.comparison import compare_systems, read_predictions, render, review
from labkit.metrics import f1
from labkit.significance import (
    adjust_pvalues,
    bootstrap_interval,
    bootstrap_test,
    discordant_odds,
    matched_pair_t,
    randomization_test,
    response_correlation,
    sign_test,
    standardized_difference,
    wilcoxon_test,
)
from tests.ticks import ROOT


@pytest.fixture(scope="module")
def read():
    return read_predictions(ROOT / "data/shared-task")


@pytest.fixture(scope="module")
def right(read):
    gold = np.array(read.gold)
    return {name: (np.array(labels) == gold).astype(int) for name, labels in read.systems.items()}


@pytest.fixture(scope="module")
def accuracy(read):
    return compare_systems(read.systems, gold=read.gold, n_interval=2000)


def test_accuracies_and_their_exact_intervals(accuracy, right):
    assert [one.name for one in accuracy.systems] == sorted(
        right, key=lambda name: (-right[name].mean(), list(right).index(name))
    )
    for one in accuracy.systems:
        assert one.score == right[one.name].mean()
        limits = stats.binomtest(int(right[one.name].sum()), 1000).proportion_ci(0.95, "exact")
        assert (one.low, one.high) == pytest.approx((limits.low, limits.high))
        assert one.interval == "exact binomial"


def test_each_pair_is_what_the_tests_say_of_it(accuracy, right):
    assert len(accuracy.pairs) == 66
    for pair in accuracy.pairs:
        a, b = right[pair.better], right[pair.worse]
        assert pair.gain == pytest.approx(a.mean() - b.mean(), abs=1e-12) and pair.gain >= 0
        found = randomization_test(a, b)
        assert found.method == pair.method == "exact"
        assert pair.pvalue == pytest.approx(found.pvalue, rel=1e-9)
        assert (pair.wins, pair.losses, pair.ties) == (
            (a > b).sum(),
            (a < b).sum(),
            (a == b).sum(),
        )
        assert pair.correlation == pytest.approx(response_correlation(a, b))
        assert pair.effect == pytest.approx((a - b).mean() / (a - b).std(ddof=1))
        sizes = standardized_difference(a, b), discordant_odds(pair.wins, pair.losses)
        assert (pair.effect_low, pair.effect_high) == (sizes[0].low, sizes[0].high)
        assert pair.odds == pytest.approx(pair.wins / pair.losses)
        assert (pair.odds_low, pair.odds_high) == (sizes[1].low, sizes[1].high)
        assert pair.others == pytest.approx(
            {
                "bootstrap": bootstrap_test(a, b, alternative="two-sided").pvalue,
                "sign": sign_test(pair.wins, pair.losses, pair.ties).pvalue,
                "matched-t": matched_pair_t(a, b).pvalue,
                "wilcoxon": wilcoxon_test(a, b).pvalue,
            },
            rel=1e-9,
        )


def test_correction_and_verdicts(accuracy):
    raw = [pair.pvalue for pair in accuracy.pairs]
    assert [pair.adjusted for pair in accuracy.pairs] == pytest.approx(adjust_pvalues(raw))
    assert [pair.significant for pair in accuracy.pairs] == [p <= 0.05 for p in adjust_pvalues(raw)]
    for one in accuracy.systems:
        won = [pair for pair in accuracy.significant if pair.better == one.name]
        lost = [pair for pair in accuracy.significant if pair.worse == one.name]
        assert (one.better_than, one.worse_than) == (len(won), len(lost))
    for one in accuracy.agreement:
        other = adjust_pvalues([pair.others[one.test] for pair in accuracy.pairs])
        same = sum(
            (p <= 0.05) == pair.significant for p, pair in zip(other, accuracy.pairs, strict=True)
        )
        assert one.same == same and len(one.others) == 66 - same


def test_intervals_of_gains_are_those_of_the_bootstrap(accuracy, right):
    for pair in accuracy.pairs[::33]:
        found = bootstrap_interval(right[pair.better], right[pair.worse], n_resamples=5_000, rng=1)
        assert (pair.low, pair.high) == pytest.approx((found.low, found.high), abs=0.004)


def test_intervals_of_two_systems_are_those_of_the_bootstrap_exactly(right):
    a, b = right["amber/run-1"], right["cedar/run-3"]
    found = compare_systems({"a": a, "b": b}, n_interval=1000, seed=5, higher_is_better=True).pairs[
        0
    ]
    again = bootstrap_interval(b, a, n_resamples=1000, rng=5)
    assert (found.low, found.high) == pytest.approx((again.low, again.high), abs=1e-12)


def test_search_runs_are_what_the_tests_say_of_them():
    table = load_scores_table(ROOT / "data/search.results.table").iloc[:3]
    found = compare_systems(table, n_interval=1000, higher_is_better=True)
    scores = {name: row.to_numpy() for name, row in table.iterrows()}
    assert found.n == 24 and len(found.pairs) == 3
    for one in found.systems:
        assert one.score == pytest.approx(scores[one.name].mean())
        assert one.low < one.score < one.high and one.interval == "bootstrap"
    for pair in found.pairs:
        a, b = scores[pair.better], scores[pair.worse]
        assert pair.pvalue == pytest.approx(randomization_test(a, b).pvalue, rel=1e-9)
        assert pair.others["wilcoxon"] == pytest.approx(wilcoxon_test(a, b).pvalue)


@pytest.mark.parametrize(
    ("metric", "positive", "judge"),
    [
        ("f1", "POS", lambda y, x: f1_score(y, x, pos_label="POS")),
        ("f1", None, lambda y, x: f1_score(y, x, average="macro")),
        ("macro-f1", None, lambda y, x: f1_score(y, x, average="macro")),
        ("precision", "NEG", lambda y, x: precision_score(y, x, pos_label="NEG")),
        ("recall", "NEG", lambda y, x: recall_score(y, x, pos_label="NEG")),
    ],
)
def test_other_metrics_are_those_of_scikit_learn(read, metric, positive, judge):
    two = dict(list(read.systems.items())[:2])
    how = {"gold": read.gold, "positive": positive, "n_interval": 100, "n_resamples": 100}
    found = compare_systems(two, metric, **how)
    for one in found.systems:
        assert one.score == pytest.approx(judge(read.gold, two[one.name]))
    assert {one.test for one in found.agreement} == {"bootstrap"}
    assert found.pairs[0].effect is None and found.pairs[0].correlation is not None


def test_f1_is_tested_on_its_own_statistics(read):
    gold = np.array(read.gold) == "POS"
    guesses = {
        name: np.array(read.systems[name]) == "POS" for name in ("amber/run-1", "dune/run-1")
    }
    counts = {
        name: np.stack([guess & gold, guess, gold], 1).astype(int)
        for name, guess in guesses.items()
    }
    how = {"positive": "POS", "n_resamples": 5000, "n_interval": 5000}
    found = compare_systems(
        {name: read.systems[name] for name in counts}, "f1", gold=read.gold, **how
    )
    a, b = counts[found.pairs[0].better], counts[found.pairs[0].worse]
    assert found.pairs[0].pvalue == pytest.approx(
        randomization_test(a, b, f1, n_resamples=20_000, rng=0).pvalue, abs=0.01
    )
    again = bootstrap_interval(a, b, f1, n_resamples=5_000, rng=3)
    assert (found.pairs[0].low, found.pairs[0].high) == pytest.approx(
        (again.low, again.high), abs=0.003
    )


def test_losses_are_better_the_lower_they_are():
    rng = np.random.default_rng(0)
    a, b = rng.gamma(2, 1, 12), rng.gamma(5, 1, 12)
    found = compare_systems({"b": b, "a": a}, higher_is_better=False, n_interval=1000)
    assert [one.name for one in found.systems] == ["a", "b"]
    (pair,) = found.pairs
    assert pair.better == "a" and pair.gain == pytest.approx(b.mean() - a.mean())
    assert pair.low < pair.gain < pair.high
    assert pair.wins == (a < b).sum() and pair.effect == pytest.approx(
        (b - a).mean() / (b - a).std(ddof=1)
    )
    for one, losses in zip(found.systems, (a, b), strict=True):
        assert one.score == pytest.approx(losses.mean()) and one.low < one.score < one.high
    assert "by mean score (lower is better)" in found.paragraph


@pytest.mark.parametrize(("metric", "loss"), [("mae", abs), ("mse", np.square)])
def test_predicted_numbers(metric, loss):
    gold = [1.0, 2, 3, 4.5, 5]
    guesses = {"a": [1, 2, 3, 4, 5], "b": [2, 2, 1, 4, 9]}
    found = compare_systems(guesses, metric, gold=gold, n_interval=100)
    assert not found.measure.higher_is_better
    for one in found.systems:
        errors = loss(np.array(guesses[one.name]) - np.array(gold))
        assert one.score == pytest.approx(errors.mean())


def test_error_rates_of_counts_are_better_the_lower_they_are():
    good = np.tile([[8, 9, 10, 10], [3, 3, 4, 4]], (10, 1))
    bad = np.tile([[4, 4, 10, 10], [3, 3, 4, 4]], (10, 1))
    found = compare_systems({"bad": bad, "good": good}, "aer", n_interval=200, n_resamples=500)
    (pair,) = found.pairs
    assert pair.better == "good" and pair.gain > 0 and pair.low <= pair.gain <= pair.high
    assert (pair.wins, pair.losses, pair.ties) == (-1, -1, 10)


def test_groups_are_shuffled_whole(right):
    groups = np.repeat(np.arange(100), 10)
    two = {name: right[name] for name in ("amber/run-1", "cedar/run-3")}
    found = compare_systems(
        two, groups=groups, n_interval=500, n_resamples=5000, higher_is_better=True
    )
    alone = compare_systems(two, n_interval=500, higher_is_better=True)
    assert found.n_groups == 100 and found.digest != alone.digest
    (pair,) = found.pairs
    again = randomization_test(
        two[pair.better], two[pair.worse], groups=groups, n_resamples=5000, rng=0
    )
    assert pair.pvalue == pytest.approx(again.pvalue, abs=0.02)
    assert {one.test for one in found.agreement} == {"bootstrap"}
    assert {one.interval for one in found.systems} == {"bootstrap"}
    assert any("100 groups" in step.answer for step in found.path)


def test_a_baseline_is_compared_with_the_others_only(right):
    found = compare_systems(right, baseline="amber/run-1", n_interval=100, higher_is_better=True)
    assert len(found.pairs) == 11
    assert all("amber/run-1" in (pair.better, pair.worse) for pair in found.pairs)
    raw = [pair.pvalue for pair in found.pairs]
    assert [pair.adjusted for pair in found.pairs] == pytest.approx(adjust_pvalues(raw))


def test_the_detectable_gain_is_found_in_80_of_100_cases():
    """Make up such test sets, and test each."""
    rng = np.random.default_rng(1)
    n = 150
    a, b = rng.normal(size=(2, n)).round(1)
    gain = compare_systems({"a": a, "b": b}, higher_is_better=True).pairs[0].detectable
    spread = (a - b).std()
    again = gain + spread * rng.normal(size=(n, 4000))
    found = stats.ttest_1samp(again, 0).pvalue <= 0.05
    assert found.mean() == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize(("n", "test", "found"), [(5, "randomization", False), (6, "randomization", True),
                                                  (5, "matched-t", True)])  # fmt: skip
def test_no_gain_is_found_where_none_can_be_significant(n, test, found):
    a, b = np.arange(n) / 20, np.arange(n)[::-1] ** 2 / 40
    comparison = compare_systems({"a": a, "b": b}, test=test, n_interval=100, higher_is_better=True)
    assert (comparison.pairs[0].detectable is not None) == found
    assert ("is found with power" in comparison.paragraph) == found
    groups = np.arange(20) % 4
    grouped = compare_systems({"a": [0, 1] * 10, "b": [0, 1, 1, 1] * 5}, groups=groups, n_interval=100, higher_is_better=True)  # fmt: skip
    assert grouped.pairs[0].detectable is None


def test_no_gain_is_larger_than_a_share_can_be():
    right = {"a": [1, 1, 1, 0, 0, 0, 1], "b": [0, 0, 0, 1, 1, 1, 0]}
    assert compare_systems(right, n_interval=100, higher_is_better=True).pairs[0].detectable is None
    scores = {name: 2 * np.array(values) for name, values in right.items()}
    assert compare_systems(scores, n_interval=100, higher_is_better=True).pairs[0].detectable > 2


def test_the_items_needed_find_the_gain_in_80_of_100_cases():
    rng = np.random.default_rng(3)
    a = rng.normal(0.3, 1, 60).round(1)
    (pair,) = compare_systems({"a": a, "b": np.zeros(60)}, higher_is_better=True).pairs
    drawn = rng.choice(a - a.mean() + pair.gain, (pair.items_needed, 2000))
    assert (stats.ttest_1samp(drawn, 0).pvalue <= 0.05).mean() == pytest.approx(0.8, abs=0.04)
    assert (
        compare_systems({"a": a, "b": a}, n_interval=100, higher_is_better=True)
        .pairs[0]
        .items_needed
        is None
    )


def test_a_gain_that_is_always_the_same_has_no_spread():
    found = compare_systems(
        {"B": [2.0, 1, 3], "A": [2.5, 1.5, 3.5]}, n_interval=100, higher_is_better=True
    )
    (pair,) = found.pairs
    assert pair.effect is None and pair.detectable is None and pair.items_needed is None
    assert not pair.significant


def test_few_items_are_too_few_for_a_bootstrap():
    found = compare_systems(
        {"A": [1] * 5, "B": [0] * 5}, test="bootstrap", n_interval=100, higher_is_better=True
    )
    (pair,) = found.pairs
    assert pair.adjusted < 0.05 and pair.too_few and not pair.significant
    assert review(found, "A outperforms B.") and review(found, found.paragraph) == []
    assert "(too few items differ)" in found.paragraph
    whole = {"groups": list("aabbccddee"), "test": "bootstrap", "n_interval": 100}
    whole["higher_is_better"] = True
    found = compare_systems({"A": [1] * 10, "B": [0] * 10}, **whole)
    assert "(too few groups differ)" in found.paragraph
    assert "too few groups differ" in render(found, "html")
    again = compare_systems({"A": [1] * 5, "B": [0] * 5}, n_interval=100, higher_is_better=True)
    assert {one.test: one.same for one in again.agreement}["bootstrap"] == 1


def test_one_system_is_not_compared():
    found = compare_systems({"only": [1, 0, 1, 1]}, n_interval=100, higher_is_better=True)
    assert found.pairs == () and found.agreement == () and found.path == ()
    assert found.systems[0].score == 0.75 and "not compared" in found.paragraph


def test_one_item_shows_nothing():
    found = compare_systems({"a": [1], "b": [0]}, higher_is_better=True)
    (pair,) = found.pairs
    assert not pair.significant and pair.pvalue == 1 and pair.low is None
    assert any("One item" in note for note in found.notes)


def test_equal_systems_do_not_differ():
    found = compare_systems({"a": [1, 0, 1], "b": [1, 0, 1]}, n_interval=100, higher_is_better=True)
    (pair,) = found.pairs
    assert pair.gain == 0 and pair.pvalue == pair.adjusted == 1 and pair.detectable is None
    assert pair.effect is None and pair.odds is None and pair.correlation == pytest.approx(1)
    assert any("same on every item" in note for note in found.notes)


def test_perfect_systems_have_intervals_and_are_pointed_at():
    found = compare_systems(
        {"a": ["x"] * 30, "b": ["x"] * 29 + ["y"]}, gold=["x"] * 30, n_interval=100
    )
    assert found.systems[0].high == 1 and 0.8 < found.systems[0].low < 0.95
    assert any("no mistake" in note for note in found.notes)


def test_a_class_that_is_never_predicted_has_f1_0():
    found = compare_systems(
        {"a": ["x", "x", "y"], "b": ["x", "x", "x"]},
        "f1",
        gold=["x", "y", "y"],
        positive="y",
        n_interval=100,
    )
    assert found.systems[1].score == 0
    assert any("never predicts" in note for note in found.notes)


def test_the_same_data_have_the_same_digest_however_they_come():
    a, b = [1, 0, 1, 1], [0, 0, 1, 0]
    forms = [
        {"a": a, "b": b},
        {"b": np.array(b, float), "a": np.array(a, bool)},
        pd.DataFrame([a, b], index=["a", "b"]),
        {"a": pd.Series(a), "b": np.array(b, np.float32)},
    ]
    assert (
        len({compare_systems(form, n_interval=100, higher_is_better=True).digest for form in forms})
        == 1
    )
    assert (
        compare_systems({"a": b, "b": a}, n_interval=100, higher_is_better=True).digest
        != compare_systems(forms[0], n_interval=100, higher_is_better=True).digest
    )


def test_labels_are_the_same_as_text_and_numbers():
    gold = [1, 0, 1, 1]
    numbers = compare_systems({"a": [1, 1, 1, 1]}, gold=gold)
    texts = compare_systems({"a": ["1.0", "1", "1", "1"]}, gold=["1", "0", "1", "1"])
    assert numbers.systems == texts.systems and numbers.systems[0].score == 0.75


def test_the_same_seed_gives_the_same_report(read):
    two = dict(list(read.systems.items())[:2])
    once, again = (
        compare_systems(
            two, "macro-f1", gold=read.gold, n_resamples=300, n_interval=100, test="bootstrap"
        )
        for _ in range(2)
    )
    assert once == again


@pytest.mark.parametrize("scale", [1e-90, 1e90])
def test_every_scale_is_compared(scale):
    rng = np.random.default_rng(2)
    a, b = scale * rng.random(12), scale * rng.random(12)
    found = compare_systems({"a": a, "b": b}, n_interval=200, higher_is_better=True)
    plain = compare_systems({"a": a / scale, "b": b / scale}, n_interval=200, higher_is_better=True)
    assert found.pairs[0].pvalue == pytest.approx(plain.pairs[0].pvalue, rel=1e-6)
    assert found.pairs[0].effect == pytest.approx(plain.pairs[0].effect)
    assert found.pairs[0].low / scale == pytest.approx(plain.pairs[0].low, rel=1e-6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"outputs": {}}, "outputs must hold at least one system, not none"),
        ({"outputs": [[1]]}, "outputs must be a dictionary or a DataFrame"),
        ({"outputs": {1: [1], "1": [0]}}, "a different name for each system"),
        (
            {"outputs": {"a": [1, 2], "b": [1]}},
            r"outputs\['b'\] must have the shape of outputs\['a'\]",
        ),
        ({"outputs": {"a": ["x"]}}, r"outputs\['a'\] must hold numbers only"),
        ({"outputs": {"a": [1.0, np.nan]}}, "must be finite"),
        ({"gold": ["x", None]}, "gold must have a right answer for each item"),
        ({"gold": ["x"]}, "must be of equal length"),
        ({"gold": ["x", "y"], "metric": "rouge"}, "metric must be one of 'accuracy'"),
        ({"metric": "accuracy"}, r"if these \(accuracy\) are scores, .*gold must be the right"),
        ({"metric": 1}, "metric must be a string"),
        ({"positive": "x"}, "positive must be left out"),
        (
            {"gold": ["x", "y"], "metric": "f1", "positive": "z"},
            "positive must be one of x, y, not 'z'",
        ),
        ({"gold": ["x", "y"], "metric": "recall"}, "positive must be the class whose recall"),
        (
            {"gold": ["x", "y"], "metric": "mae"},
            "one of classes for .* no numbers such as 0.5: 'x'",
        ),
        ({"gold": ["1,0", "2"], "metric": "mae"}, "no numbers such as 0.5: '1,0'"),
        (
            {"outputs": {"a": [[0, 5], [0, 25]], "b": [[0, 4], [0, 2]]}},
            "not 'mean': 2 numbers an item .a decimal has a point, not a comma.",
        ),
        (
            {"gold": ["x", "y"], "higher_is_better": False},
            "higher_is_better must be True for accuracy, or left out, not False",
        ),
        (
            {"baseline": "z", "higher_is_better": True},
            r"baseline must be one of the systems \(a, b\), not 'z'",
        ),
        ({"test": "z"}, "test must be one of"),
        (
            {"test": "sign", "groups": ["x", "y"], "higher_is_better": True},
            "test must be one of randomization, bootstrap of clusters",
        ),
        ({"adjust": "z"}, "adjust must be one of"),
        ({"alpha": 0}, "alpha must be between 0 and 1"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"n_resamples": 0}, "n_resamples must be a whole number and at least 1"),
        ({"groups": ["x"], "higher_is_better": True}, "groups must be one cluster label an item"),
    ],
)
def test_bad_input_is_refused(arguments, message):
    outputs = {"a": [1, 0], "b": [0, 1]}
    if "gold" in arguments:
        outputs = {"a": ["x", "y"], "b": ["y", "y"]}
    with pytest.raises((ValueError, TypeError), match=message):
        compare_systems(**{"outputs": outputs, **arguments})


def test_a_record_cannot_be_changed(accuracy):
    with pytest.raises(dataclasses.FrozenInstanceError):
        accuracy.n = 5


def test_probabilities_are_no_classes_and_never_an_accuracy_of_0():
    with pytest.raises(ValueError, match="x must predict the classes .*0, 1.*, not 0.2, 0.91"):
        compare_systems({"x": ["0.91", "0.2"]}, gold=["1", "0"])
    assert compare_systems({"x": ["1.0", "0.0"]}, gold=["1", "0"]).systems[0].score == 1


def test_labels_of_bytes_are_texts():
    gold, found = ["PÖS", "NEG", "NEG"], ["PÖS", "NEG", "PÖS"]
    packed = {"a": np.array([label.encode() for label in found])}
    assert compare_systems(packed, gold=gold).systems[0].score == pytest.approx(2 / 3)


def test_what_never_varies_has_no_interval():
    groups = np.arange(8) // 2
    found = compare_systems(
        {"NB": [1] * 8, "SVM": [0, 1, 1, 1] * 2},
        groups=groups,
        n_interval=200,
        higher_is_better=True,
    )
    best, other = found.systems
    assert best.low is None and best.high is None and other.low < other.score < other.high
    assert "is 1.00 for NB and 0.75 (95 % confidence interval " in found.paragraph
    for form in ("html", "json", "latex", "text"):
        assert render(found, form)
    always = compare_systems(
        {"NB": [2.0, 1, 3], "SVM": [2.5, 1.5, 3.5]}, n_interval=100, higher_is_better=True
    )
    assert always.pairs[0].low is None and always.pairs[0].high is None


@pytest.mark.parametrize(
    ("gold", "said", "score"),
    [
        ([10**17, 10**17 + 2], [10**17 + 1, 10**17 + 2], 0.5),
        (["100000000000000000", "7"], ["100000000000000001", "7.0"], 0.5),
        ([1e17, 7], ["100000000000000000", "7"], 1),
        (["1_0", "2"], ["10", "2"], 0.5),
        ([0.0, 1.0], np.round([-0.25, 1.0]), 1),
        (["inf", "1e400"], ["inf", "1e400"], 1),
    ],
)
def test_numbers_are_one_label_only_where_they_are_equal(gold, said, score):
    assert compare_systems({"a": said}, gold=gold, n_interval=100).systems[0].score == score


@pytest.mark.parametrize(
    "said",
    [[["x", "y"], ["y"]], [["x"], ["y"]], pd.Series([["x"], ["y"]]), [("x",), "y"], "xy", []],
)
def test_several_labels_of_an_item_are_refused(said):
    with pytest.raises(ValueError, match=r"outputs\['a'\] must be a sequence of one label an item"):
        compare_systems({"a": said}, gold=["x", "y"])
