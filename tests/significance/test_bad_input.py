"""Bad input raises an error that names the argument; it never becomes a p-value."""

import datetime
from functools import partial

import numpy as np
import pandas as pd
import pytest

from labkit import metrics, significance
from labkit.comparison import Settings, compare_systems
from labkit.significance import (
    chi2_precision,
    count_outcomes,
    discordant_odds,
    equivalence_test,
    matched_pair_t,
    randomization_checks,
    randomization_test,
    response_correlation,
    sd_of_difference,
    sign_test,
    standardized_difference,
    two_proportion_z,
    two_sample_t,
    unpaired_randomization_test,
    wilcoxon_test,
)

GOOD = [0.5, 0.25, 1.0, 0.75]
NAN, INF = float("nan"), float("inf")

#: What is no list of scores, and cannot become one.
BAD_SCORES = {
    "NaN": [0.5, NAN, 1.0, 0.75],
    "infinity": [0.5, -INF, 1.0, 0.75],
    "None inside": [0.5, None, 1.0, 0.75],
    "None": None,
    "strings": ["1", "0", "1", "1"],
    "a string": "1011",
    "a number": 3,
    "empty": [],
    "unequal length": [0.5, 0.25, 1.0],
    "ragged": [[1, 2], [3], [4], [5]],
    "3-d": np.ones((4, 2, 2)),
    "complex": [1j, 0, 1, 1],
    "dates": [datetime.date(2000, 1, 1)] * 4,
    "missing in pandas": pd.Series([1, 0, None, 1], dtype="Int64"),
    "masked": np.ma.masked_array(GOOD, [False, True, False, False]),
    "a set": {0.5, 0.25, 1.0, 0.75},
    "a mapping": {"a": 1},
    "too large for 64 bits": [10**30, 1, 2, 3],
}


def of_a_margin(a, b):
    return equivalence_test(a, b, margin=0.1)


#: Functions of two lists of scores: (function, names of its arguments).
OF_TWO_LISTS = [
    (standardized_difference, ("a", "b")),
    (of_a_margin, ("a", "b")),
    (count_outcomes, ("scores_a", "scores_b")),
    (matched_pair_t, ("a", "b")),
    (wilcoxon_test, ("a", "b")),
    (randomization_test, ("a", "b")),
    (response_correlation, ("a", "b")),
    (two_sample_t, ("a", "b")),
    (unpaired_randomization_test, ("a", "b")),
]

#: Those of them whose lists may be of different items, and of different length.
OF_TWO_SETS = (two_sample_t, unpaired_randomization_test)


def of_many(call, **options):
    return lambda a, b: call({"a": a, "b": b, "c": a[::-1]}, **options)


#: Whatever is computed from the scores of items.
OF_SCORES = [
    *(partial(function, **{"rng": 1} if function is unpaired_randomization_test else {}) for function, _ in OF_TWO_LISTS),
    partial(significance.bootstrap_test, rng=1, n_resamples=1000),
    partial(significance.bootstrap_interval, rng=1, n_resamples=1000),
    partial(randomization_test, method="monte-carlo", rng=1, n_resamples=1000),
    *(of_many(significance.compare_all, test=test, rng=1, n_resamples=1000) for test in significance.pairs.TESTS_OF_PAIRS),
    of_many(significance.friedman_test),
    of_many(compare_systems, higher_is_better=True, settings=Settings(n_resamples=1000)),
]  # fmt: skip


@pytest.mark.parametrize("function", OF_SCORES)
def test_scores_whose_squares_vanish_are_refused_and_twelve_others_are_as_larger_ones(function):
    a, b = np.random.default_rng(2).normal(0.5, 0.2, (2, 12))
    for size in (1e-170, 1e-102, 5e-324 / abs(a).min()):
        for small in (size * a, np.append(size * a[1:], 0.5)):
            with pytest.raises(ValueError, match="must be 0 or of a size of at least 1e-100, not"):
                function(small, size * b)
    large, small = (scale_free(function(size * a, size * b)) for size in (1, 2.0**-325))
    assert (
        small == large or getattr(function, "func", None) is of_a_margin
    )  # which has a margin of that size


def scale_free(found):
    """Return what stays as it is if all scores are multiplied by a power of two."""
    if isinstance(found, significance.Interval):
        return found.low / found.high
    if hasattr(pairs := getattr(found, "pairs", found), "columns"):
        return pairs["pvalue"].tolist()
    return getattr(found, "pvalue", None) or [
        getattr(one, "pvalue", one) for one in np.atleast_1d(pairs)
    ]


COUNTS = np.array([[1, 2], [0, 1], [1, 1]])


def on_yeh(**options):
    return randomization_test(COUNTS, COUNTS[::-1], **{"metric": metrics.precision, **options})


def checks(metric, **options):
    return randomization_checks(COUNTS, COUNTS, metric, **options)


#: (call, name of the argument that the message must contain)
BAD_CALLS = {
    "sign: negative plus": (lambda: sign_test(-1, 3), "plus"),
    "sign: fractional minus": (lambda: sign_test(1, 3.5), "minus"),
    "sign: fractional ties": (lambda: sign_test(1, 3, 0.5), "ties"),
    "sign: NaN": (lambda: sign_test(NAN, 3), "plus"),
    "sign: infinite": (lambda: sign_test(INF, 3), "plus"),
    "sign: None": (lambda: sign_test(None, 3), "plus"),
    "sign: string": (lambda: sign_test("3", 3), "plus"),
    "sign: array": (lambda: sign_test(np.array([1, 2]), 3), "plus"),
    "sign: bool": (lambda: sign_test(True, 3), "plus"),
    "sign: nothing counted": (lambda: sign_test(0, 0), "plus"),
    "sign: policy": (lambda: sign_test(1, 3, ties_policy="ignore"), "ties_policy"),
    "sign: alternative": (lambda: sign_test(1, 3, alternative="both"), "alternative"),
    "sign: alternative None": (lambda: sign_test(1, 3, alternative=None), "alternative"),
    "scores of 2-d": (lambda: count_outcomes(COUNTS, COUNTS), "scores_a"),
    "odds of nothing": (lambda: discordant_odds(0, 0), "plus"),
    "odds: negative": (lambda: discordant_odds(-1, 3), "plus"),
    "odds: fractional": (lambda: discordant_odds(1, 3.5), "minus"),
    "odds: level": (lambda: discordant_odds(1, 3, level=95), "level"),
    "unpaired: one score": (lambda: unpaired_randomization_test([1], GOOD), "a"),
    "unpaired: one of b": (lambda: unpaired_randomization_test(GOOD, [1]), "b"),
    "unpaired: side": (lambda: unpaired_randomization_test(GOOD, GOOD, alternative="a"), "alternative"),
    "unpaired: draws": (lambda: unpaired_randomization_test(GOOD, GOOD, n_resamples=0), "n_resamples"),
    "d_z of one item": (lambda: standardized_difference([1], [0]), "a"),
    "d_z: level": (lambda: standardized_difference(GOOD, GOOD[::-1], level="95"), "level"),
    "t of one item": (lambda: matched_pair_t([1], [0]), "a"),
    "t: alternative": (lambda: matched_pair_t(GOOD, GOOD, alternative="larger"), "alternative"),
    "Wilcoxon: alternative": (lambda: wilcoxon_test(GOOD, GOOD, alternative=1), "alternative"),
    "two-sample t: one of a": (lambda: two_sample_t([1], [1, 2]), "a"),
    "two-sample t: one item": (lambda: two_sample_t([1, 2], [1]), "b"),
    "two-sample t: alternative": (lambda: two_sample_t(GOOD, GOOD, alternative=""), "alternative"),
    "correlation of a constant": (lambda: response_correlation([1, 1, 1, 1], GOOD), "a"),
    "correlation with a constant": (lambda: response_correlation(GOOD, [0.1, 0.1, 0.1, 0.1]), "b"),
    "z: more successes than items": (lambda: two_proportion_z(11, 10, 5, 10), "successes_a"),
    "z: negative successes": (lambda: two_proportion_z(1, 10, -5, 10), "successes_b"),
    "z: no items": (lambda: two_proportion_z(0, 0, 5, 10), "n_a"),
    "z: fractional items": (lambda: two_proportion_z(1, 10, 5, 10.5), "n_b"),
    "z: alternative": (lambda: two_proportion_z(1, 10, 5, 10, alternative="two sided"), "alternative"),
    "chi2: negative": (lambda: chi2_precision(-1, 2, 3, 4), "r1"),
    "chi2: fractional": (lambda: chi2_precision(1, 2.5, 3, 4), "s1"),
    "chi2: no responses": (lambda: chi2_precision(1, 2, 0, 0), "r2"),
    "chi2: NaN": (lambda: chi2_precision(1, 2, 3, NAN), "s2"),
    "margin 0": (lambda: equivalence_test(GOOD, GOOD, 0), "margin"),
    "margin negative": (lambda: equivalence_test(GOOD, GOOD, -1), "margin"),
    "margin infinite": (lambda: equivalence_test(GOOD, GOOD, INF), "margin"),
    "margin a string": (lambda: equivalence_test(GOOD, GOOD, "0.1"), "margin"),
    "margin: one item": (lambda: equivalence_test([1], [0], 0.1), "a"),
    "margin: alpha": (lambda: equivalence_test(GOOD, GOOD, 0.1).is_equivalent(5), "alpha"),
    "equation 2: negative deviation": (lambda: sd_of_difference(-1, 1, 0), "s1"),
    "equation 2: NaN": (lambda: sd_of_difference(1, NAN, 0), "s2"),
    "equation 2: infinite": (lambda: sd_of_difference(1, INF, 0), "s2"),
    "equation 2: no correlation": (lambda: sd_of_difference(1, 1, 1.01), "r12"),
    "equation 2: string": (lambda: sd_of_difference(1, 1, "0"), "r12"),
    "metric: a name": (lambda: on_yeh(metric="f1"), "metric"),
    "metric: None": (lambda: on_yeh(metric=None), "metric"),
    "metric: other columns": (lambda: on_yeh(metric=metrics.f1), "metric"),
    "metric: precision of bare scores": (lambda: randomization_test(GOOD, GOOD, metrics.precision), "metric"),
    "metric: one number for all": (lambda: on_yeh(metric=lambda sums: 1.0), "metric"),
    "metric: not a number": (lambda: on_yeh(metric=lambda sums: sums[..., 0] * NAN), "metric"),
    "metric: a column too many": (lambda: on_yeh(metric=lambda sums: sums[..., 7]), "metric"),
    "metric: no score for some shuffles": (lambda: on_yeh(metric=lambda sums: np.where(sums[..., 1] == 5, NAN, sums[..., 0])), "metric"),
    "negative counts": (lambda: randomization_test(-COUNTS, COUNTS, metrics.precision), "a"),
    "columns differ": (lambda: randomization_test(COUNTS, COUNTS[:, :1], metrics.recall(5)), "columns"),
    "no columns": (lambda: randomization_test(COUNTS[:, :0], COUNTS[:, :0]), "a"),
    "alternative unknown": (lambda: on_yeh(alternative="bigger"), "alternative"),
    "method unknown": (lambda: on_yeh(method="bootstrap"), "method"),
    "method None": (lambda: on_yeh(method=None), "method"),
    "n_resamples 0": (lambda: on_yeh(n_resamples=0), "n_resamples"),
    "n_resamples negative": (lambda: on_yeh(n_resamples=-5), "n_resamples"),
    "n_resamples fractional": (lambda: on_yeh(n_resamples=10.5), "n_resamples"),
    "n_resamples a string": (lambda: on_yeh(n_resamples="1000"), "n_resamples"),
    "groups too short": (lambda: on_yeh(groups=[1, 2]), "groups"),
    "groups with a gap": (lambda: on_yeh(groups=["x", None, "y"]), "groups"),
    "groups of NaN": (lambda: on_yeh(groups=[1.0, NAN, 2.0]), "groups"),
    "groups a number": (lambda: on_yeh(groups=3), "groups"),
    "groups a string": (lambda: on_yeh(groups="xyz"), "groups"),
    "groups 2-d": (lambda: on_yeh(groups=[[1], [2], [3]]), "groups"),
    "rng negative": (lambda: on_yeh(rng=-1), "rng"),
    "rng a string": (lambda: on_yeh(rng="seed"), "rng"),
    "rng fractional": (lambda: on_yeh(rng=1.5), "rng"),
    "rng of the old kind": (lambda: on_yeh(rng=np.random.RandomState(1)), "rng"),
    "checks: recall is not 0 or 1": (lambda: randomization_checks(2 * COUNTS, COUNTS, metrics.precision), "a"),
    "checks: n_resamples": (lambda: checks(metrics.precision, n_resamples=0), "n_resamples"),
    "checks: alternative": (lambda: checks(metrics.precision, alternative="x"), "alternative"),
    "checks: metric": (lambda: checks("precision"), "metric"),
    "checks: 1-d": (lambda: randomization_checks([1, 0], [0, 1], metrics.precision), "metric"),
}  # fmt: skip


def names(argument):
    """The message holds the argument's name as a word of its own."""
    return rf"(^|\W){argument}(\W|$)"


def test_the_least_and_the_most_that_are_allowed_are_allowed():
    for call in (on_yeh, partial(checks, metrics.precision)):
        assert call(n_resamples=1)
    for name in ("unpaired_randomization_test", "bootstrap_test", "bootstrap_interval"):
        assert getattr(significance, name)([0, 1], [1, 0], n_resamples=1, rng=1)
    assert len(significance.compare_all([[0], [1]], n_resamples=1)) == 1
    assert len(significance.compare_all([[0, 1], [3, 1]], test="matched-t")) == 1
    for of_two in (two_sample_t, matched_pair_t, response_correlation, standardized_difference):
        assert of_two([0, 1], [3, 1])
    assert (
        two_proportion_z(0, 1, 1, 1).statistic == -1 and chi2_precision(1, 0, 0, 1).statistic == 1
    )
    assert sign_test(10**9, 0, 10**9) and discordant_odds(10**9, 10**9).value == 1
    assert sd_of_difference(3e-170, 4e-170, 0) == pytest.approx(5e-170, abs=0)
    assert sd_of_difference(3e200, 4e200, 0) == pytest.approx(5e200)
    assert sd_of_difference(0, 0, 1) == sd_of_difference(0, 0, -1) == 0


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    "function, arguments, bad",
    [
        pytest.param(function, arguments, bad, id=f"{function.__name__}-{bad}")
        for function, arguments in OF_TWO_LISTS
        for bad in BAD_SCORES
        if function not in OF_TWO_SETS or bad != "unequal length"
    ],
)
def test_bad_scores(function, arguments, bad, side):
    pair = [GOOD, GOOD]
    pair[side] = BAD_SCORES[bad]
    with pytest.raises((ValueError, TypeError), match=names(arguments[side])):
        function(*pair)


@pytest.mark.parametrize("call", BAD_CALLS)
def test_bad_calls(call):
    function, argument = BAD_CALLS[call]
    with pytest.raises((ValueError, TypeError), match=names(argument)):
        function()


@pytest.mark.parametrize(
    "function, arguments",
    OF_TWO_LISTS[: -len(OF_TWO_SETS)],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_series_of_different_items(function, arguments):
    a, b = pd.Series(GOOD), pd.Series(GOOD, index=[1, 2, 3, 4])
    with pytest.raises(ValueError, match="index"):
        function(a, b)


def test_groups_of_different_items():
    a = pd.Series(GOOD, index=list("abcd"))
    with pytest.raises(ValueError, match="groups"):
        randomization_test(a, a, groups=pd.Series([1, 1, 2, 2], index=list("abce")))


@pytest.mark.parametrize("test", [sign_test, discordant_odds])
def test_scores_for_counts_are_told_how_to_be_counted(test):
    with pytest.raises(TypeError, match=r"plus must be a whole number, not 4 values: count_outcom"):
        test(np.array(GOOD), GOOD[::-1])


def test_messages_have_one_line():
    with pytest.raises(ValueError, match="masked") as error:
        randomization_test(np.ma.masked_array(range(1000), [True] * 1000), range(1000))
    assert len(str(error.value)) < 200 and "\n" not in str(error.value)
