"""The numbers of a comparison against direct calls of `labkit.significance`, and its intervals."""

import numpy as np
import pytest
from joblib import parallel_config
from scipy import stats

from labkit import load_scores_table
from labkit.comparison import compare_systems, read_predictions
from labkit.metrics import f1
from labkit.significance import (
    adjust_pvalues,
    bootstrap_test,
    matched_pair_t,
    randomization_test,
    sign_test,
    wilcoxon_test,
)
from tests.comparison.compared import compared
from tests.comparison.test_wording import drawn
from tests.ticks import ROOT

CORRECTIONS = ("none", "holm", "bonferroni", "benjamini-hochberg")


def compare(outputs, **how):
    return compared(outputs, **{"higher_is_better": True, "n_resamples": 2000, **how})


def pair_of(outputs, **how):
    (pair,) = compare(outputs, **how).pairs
    return pair


@pytest.fixture(scope="module")
def read():
    return read_predictions(ROOT / "data/shared-task")


@pytest.fixture(scope="module")
def right(read):
    gold = np.array(read.gold)
    return {name: (np.array(labels) == gold).astype(int) for name, labels in read.systems.items()}


@pytest.fixture(scope="module")
def accuracy(read):
    return compare_systems(read.systems, gold=read.gold)


def test_accuracies_and_their_exact_intervals(accuracy, right):
    best_first = sorted(right, key=lambda name: -right[name].mean())
    assert [one.name for one in accuracy.systems] == best_first
    for one in accuracy.systems:
        limits = stats.binomtest(int(right[one.name].sum()), 1000).proportion_ci(0.95, "exact")
        assert one.score == right[one.name].mean()
        assert (one.low, one.high) == pytest.approx((limits.low, limits.high))


def test_each_pair_is_what_the_tests_say_of_it(accuracy, right):
    assert len(accuracy.pairs) == 66
    for pair in accuracy.pairs:
        a, b = right[pair.better], right[pair.worse]
        test = randomization_test(a, b)
        assert pair.gain == pytest.approx(a.mean() - b.mean(), abs=1e-12) and pair.gain >= 0
        assert pair.method == "exact" and pair.pvalue == pytest.approx(test.pvalue, rel=1e-9)
        assert (pair.wins, pair.losses) == ((a > b).sum(), (a < b).sum())
        assert pair.ties == (a == b).sum()
        assert pair.others == pytest.approx(
            {
                "bootstrap": bootstrap_test(a, b, alternative="two-sided").pvalue,
                "matched-t": matched_pair_t(a, b).pvalue,
                "sign": sign_test(pair.wins, pair.losses, pair.ties).pvalue,
            },
            rel=1e-9,
        )


def test_correction_verdicts_and_agreement(accuracy):
    raw = [pair.pvalue for pair in accuracy.pairs]
    assert [pair.adjusted for pair in accuracy.pairs] == pytest.approx(adjust_pvalues(raw))
    assert [pair.significant for pair in accuracy.pairs] == [p <= 0.05 for p in adjust_pvalues(raw)]
    assert accuracy.significant == tuple(pair for pair in accuracy.pairs if pair.adjusted <= 0.05)
    for test, same in accuracy.agreement.items():
        other = adjust_pvalues([pair.others[test] for pair in accuracy.pairs]) <= 0.05
        assert same == sum(other == [pair.significant for pair in accuracy.pairs])


def test_search_runs_are_what_the_tests_say_of_them():
    table = load_scores_table(ROOT / "data/search.results.table").iloc[:3]
    found = compare(dict(table.T))
    assert found.n == 24 and len(found.pairs) == 3
    for pair in found.pairs:
        a, b = table.loc[pair.better], table.loc[pair.worse]
        assert pair.pvalue == pytest.approx(randomization_test(a, b).pvalue, rel=1e-9)
        assert pair.others["wilcoxon"] == pytest.approx(wilcoxon_test(a, b).pvalue)


def test_f1_is_tested_on_its_own_statistics(read):
    two = {name: read.systems[name][:150] for name in ("amber/run-1", "dune/run-1")}
    gold = np.array(read.gold[:150]) == "POS"
    how = {"gold": read.gold[:150], "positive": "POS", "n_resamples": 5000}
    (pair,) = compared(two, "f1", **how).pairs
    guesses = [np.array(two[name]) == "POS" for name in (pair.better, pair.worse)]
    counts = [np.stack([guess & gold, guess, gold], 1).astype(int) for guess in guesses]
    test = randomization_test(*counts, f1, n_resamples=20_000, rng=0)
    assert pair.pvalue == pytest.approx(test.pvalue, abs=0.02)
    left_out = [(each.sum(axis=0) - each).T for each in counts]
    of_a, of_b = (2 * both / (guessed + sought) for both, guessed, sought in left_out)
    width = stats.t(149).ppf(0.975) * np.sqrt(149) * np.std(of_a - of_b)
    assert (pair.low, pair.high) == pytest.approx((pair.gain - width, pair.gain + width))
    assert pair.others.keys() == {"bootstrap"}


def test_intervals_of_means_are_those_of_student():
    a, b = np.random.default_rng(0).normal(size=(2, 25))
    a = a + b.mean() - a.mean() + 0.3
    for level in (0.95, 0.99):
        found = compare({"a": a, "b": b}, alpha=1 - level)
        best, pair = found.systems[0], found.pairs[0]
        t = stats.ttest_rel(a, b).confidence_interval(level)
        assert (pair.low, pair.high) == pytest.approx((t.low, t.high))
        t = stats.ttest_1samp(a, 0).confidence_interval(level)
        assert (best.low, best.high) == pytest.approx((t.low, t.high))
        assert found.gain_level == pytest.approx(level)


def on_logits(score, width):
    """The limits of a share whose logit is known to so much."""
    middle, width = np.log(score / (1 - score)), width / (score * (1 - score))
    return 1 / (1 + np.exp(-np.array([middle - width, middle + width])))


def test_intervals_of_clusters_leave_out_one_at_a_time():
    rng = np.random.default_rng(4)
    groups = np.repeat(np.arange(12), rng.integers(1, 9, 12))
    a, b = rng.random((2, len(groups)))
    found = compare({"a": a, "b": b}, groups=groups)
    (pair,) = found.pairs

    def width(scores):
        left_out = [scores[groups != group].mean() for group in range(12)]
        return stats.t(11).ppf(0.975) * np.sqrt(11) * np.std(left_out)

    assert pair.high - pair.low == pytest.approx(2 * width(a - b))
    (one,) = [one for one in found.systems if one.name == "a"]
    assert (one.low, one.high) == pytest.approx(on_logits(a.mean(), width(a)))
    assert pair.others.keys() == {"bootstrap"}
    again = randomization_test(a, b, groups=groups)
    assert pair.pvalue == pytest.approx(again.pvalue)


def test_intervals_of_shares_are_found_on_the_logit_scale():
    scores = np.array([0.9, 0.95, 1.0, 0.99, 0.7, 1.0])
    (one,) = compare({"a": scores}).systems
    width = stats.t(5).ppf(0.975) * stats.sem(scores)
    assert (one.low, one.high) == pytest.approx(on_logits(scores.mean(), width))


@pytest.mark.parametrize("adjust", CORRECTIONS)
def test_gains_have_the_level_of_bonferroni_however_p_is_corrected(adjust):
    scores = np.random.default_rng(6).normal(size=(5, 12)) + np.arange(5)[:, None]
    found = compare(dict(zip("abcde", scores, strict=True)), adjust=adjust)
    level = 0.95 if adjust == "none" else 0.995
    assert found.gain_level == pytest.approx(level)
    for pair in found.pairs:
        better, worse = (scores["abcde".index(name)] for name in (pair.better, pair.worse))
        t = stats.ttest_rel(better, worse).confidence_interval(level)
        assert (pair.low, pair.high) == pytest.approx((t.low, t.high))


def test_an_interval_and_its_p_may_disagree():
    found = compare({"a": [5.0, 1, 1, 1, 1, 1, 1, 1, 1, 1], "b": [0.0] * 10})
    (pair,) = found.pairs
    assert pair.significant and pair.pvalue == 2 / 2**10 and 0.3 < pair.low < pair.gain
    (pair,) = compare({"a": [9.0, 1, 1, 1, 1, 1], "b": [0.0] * 6}).pairs
    assert pair.significant and pair.pvalue == 2 / 2**6 and pair.low < 0


def test_gains_of_shares_stay_within_their_limits():
    pair = pair_of({"a": [1, 1, 1, 1, 1, 0, 1], "b": [0, 0, 0, 0, 0, 0, 1]}, alpha=0.001)
    assert -1 < pair.low < 0 < pair.gain < pair.high == 1


def test_losses_are_better_the_lower_they_are():
    rng = np.random.default_rng(0)
    a, b = rng.gamma(2, 1, 12), rng.gamma(5, 1, 12)
    found = compare({"b": b, "a": a}, higher_is_better=False)
    (pair,) = found.pairs
    assert [one.name for one in found.systems] == ["a", "b"] and pair.better == "a"
    limits = stats.ttest_rel(b, a).confidence_interval(0.95)
    assert (pair.low, pair.high) == pytest.approx((limits.low, limits.high))
    assert pair.wins == (a < b).sum()
    for one, losses in zip(found.systems, (a, b), strict=True):
        assert one.score == pytest.approx(losses.mean()) and one.low < one.score < one.high


def test_error_rates_of_counts_are_better_the_lower_they_are():
    good = np.tile([[8, 9, 10, 10], [3, 3, 4, 4]], (10, 1))
    bad = np.tile([[4, 4, 10, 10], [3, 3, 4, 4]], (10, 1))
    pair = pair_of({"bad": bad, "good": good}, metric="aer", higher_is_better=None)
    assert pair.better == "good" and 0 < pair.low <= pair.gain <= pair.high
    assert (pair.wins, pair.losses, pair.ties) == (None,) * 3


def test_a_baseline_is_compared_with_the_others_only(right):
    found = compare(right, baseline="amber/run-1")
    assert len(found.pairs) == 11
    assert all("amber/run-1" in (pair.better, pair.worse) for pair in found.pairs)
    raw = [pair.pvalue for pair in found.pairs]
    assert [pair.adjusted for pair in found.pairs] == pytest.approx(adjust_pvalues(raw))


def test_half_the_detectable_gain_takes_four_times_the_items():
    """As a page says of any gain g: about n (detectable / g)^2."""
    a, b = np.random.default_rng(4).random((2, 200))
    small, large = (pair_of({"a": np.tile(a, k), "b": np.tile(b, k)}).detectable for k in (1, 4))
    assert small / large == pytest.approx(2, rel=0.02)


def test_the_detectable_gain_is_found_in_80_of_100_cases():
    """Make up such test sets, and test each."""
    rng = np.random.default_rng(1)
    a, b = rng.normal(size=(2, 12)).round(1)
    again = pair_of({"a": a, "b": b}).detectable + (a - b).std(ddof=1) * rng.normal(size=(12, 4000))
    found = stats.ttest_1samp(again, 0).pvalue <= 0.05
    assert found.mean() == pytest.approx(0.8, abs=0.03)


DETECTABLE = [
    (5, {}, False),
    (6, {}, True),
    (5, {"test": "matched-t"}, True),
    (6, {"alpha": 1 / 32}, True),  # the p of six wins of six
    (6, {"alpha": 0.01}, False),
    (20, {"groups": np.arange(20) % 4}, False),
]


@pytest.mark.parametrize("n, how, found", DETECTABLE)
def test_no_gain_is_found_where_none_can_be_significant(n, how, found):
    a, b = np.arange(n) / n / 4, np.arange(n)[::-1] ** 2 / n**2 / 2
    assert (pair_of({"a": a, "b": b}, **how).detectable is not None) == found


def test_no_gain_is_larger_than_a_share_can_be():
    right = {"a": [1, 1, 1, 0, 0, 0, 1], "b": [0, 0, 0, 1, 1, 1, 0]}
    assert pair_of(right).detectable is None
    assert pair_of({name: 2 * np.array(each) for name, each in right.items()}).detectable > 2


def test_what_never_varies_has_no_interval():
    pair = pair_of({"B": [2.0, 1, 3], "A": [2.5, 1.5, 3.5]})
    assert (pair.low, pair.high, pair.detectable) == (None,) * 3
    found = compare({"A": [1] * 8, "B": [0, 1, 1, 1] * 2}, groups=np.arange(8) // 2)
    best, other = found.systems
    assert best.low is None and best.high is None and other.low < other.score < other.high


def test_a_bootstrap_of_few_items_says_nothing():
    pair = pair_of({"A": [1] * 5, "B": [0] * 5}, test="bootstrap")
    assert (pair.pvalue, pair.pvalue_low, pair.pvalue_high, pair.adjusted) == (1,) * 4
    assert not pair.significant
    more = {"A": [1] * 6 + [0] * 4, "B": [0] * 10}
    assert pair_of(more, test="bootstrap").significant
    assert pair_of({"A": [1] * 5, "B": [0] * 5}).others["bootstrap"] == 1
    by_two = {"A": [1] * 10, "B": [0] * 10}
    assert pair_of(by_two, test="bootstrap", groups=list("aabbccddee")).pvalue == 1


def test_what_says_nothing():
    found = compare({"only": [1, 0, 1, 1]})
    assert (found.pairs, found.agreement, found.systems[0].score) == ((), {}, 0.75)
    assert found.gain_level == 0.95
    pair = pair_of({"a": [1], "b": [0]})
    assert not pair.significant and pair.pvalue == 1 and pair.low is None
    pair = pair_of({"a": [1, 0, 1], "b": [1, 0, 1]})
    assert pair.gain == 0 and pair.pvalue == pair.adjusted == 1 and pair.detectable is None


@pytest.mark.parametrize("scale", [1e-90, 1e90])
def test_every_scale_is_compared(scale):
    a, b = np.random.default_rng(2).uniform([[1], [0]], [[2], [1]], (2, 12))
    pair, plain = pair_of({"a": scale * a, "b": scale * b}), pair_of({"a": a, "b": b})
    assert pair.pvalue == pytest.approx(plain.pvalue, rel=1e-6)
    for name in ("gain", "low", "high", "detectable"):
        assert getattr(pair, name) / scale == pytest.approx(getattr(plain, name), rel=1e-6)


def test_a_drawn_p_has_the_seed_and_its_monte_carlo_error():
    (found,), (other,) = (drawn(seed=seed, n_resamples=2000).pairs for seed in (7, 8))
    with parallel_config(n_jobs=2):
        assert drawn(seed=7, n_resamples=2000).pairs == (found,) != (other,)
    limits = stats.binomtest(round(found.pvalue * 2000), 2000).proportion_ci(0.95, "exact")
    assert (found.pvalue_low, found.pvalue_high) == pytest.approx((limits.low, limits.high))
    assert found.method == "monte-carlo"
