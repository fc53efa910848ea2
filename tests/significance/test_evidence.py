"""What a result keeps of the data: a hash that knows values and order, and no more."""

import copy
import functools
import pickle
import re

import numpy as np
import pandas as pd
import pytest

from labkit import metrics
from labkit.significance import (
    bootstrap_test,
    chi2_precision,
    matched_pair_t,
    randomization_checks,
    randomization_test,
    sign_test,
    two_proportion_z,
    two_sample_t,
    wilcoxon_test,
)
from labkit.significance.evidence import Evidence, data_hash, name_of

A, B = [1, 0, 1, 1, 0, 1, 1, 1], [0, 0, 1, 0, 1, 0, 0, 1]
COUNTS = np.array([[1, 2], [0, 1], [1, 1], [2, 2], [0, 3], [1, 2], [1, 1], [0, 1]])

#: One result of each test.
RESULTS = {
    "sign_test": lambda: sign_test(5, 1, 2),
    "matched_pair_t": lambda: matched_pair_t(A, B),
    "wilcoxon_test": lambda: wilcoxon_test(A, B),
    "two_sample_t": lambda: two_sample_t(A, B),
    "two_proportion_z": lambda: two_proportion_z(6, 8, 3, 8),
    "chi2_precision": lambda: chi2_precision(6, 2, 3, 5),
    "randomization_test": lambda: randomization_test(A, B),
    "bootstrap_test": lambda: bootstrap_test(A, B),
}

#: The same eight numbers in other forms.
FORMS = {
    "list": list,
    "tuple": tuple,
    "int64": np.array,
    "bool": lambda x: np.array(x, bool),
    "uint8": lambda x: np.array(x, np.uint8),
    "float32": lambda x: np.array(x, np.float32),
    "float64": lambda x: np.array(x, float),
    "strided": lambda x: np.repeat(x, 2)[::2],
    "big-endian": lambda x: np.array(x, ">f8"),
    "Series": lambda x: pd.Series(x, index=list("abcdefgh")),
    "negative zero": lambda x: -1.0 * np.where(np.array(x) == 0, 0.0, -1.0),
}


def test_the_hash_is_that_of_shape_and_floats():
    """The digits of sha256 of b"(3,)" and of three little-endian doubles, by coreutils' sha256sum."""
    assert data_hash([1, 0, 1]) == data_hash(np.array([1.0, -0.0, 1.0], np.float32))
    assert re.fullmatch("[0-9a-f]{12}", data_hash([1, 0, 1]))
    assert data_hash([1, 0, 1]) == "679dc26ad4d4"


def test_hashes_differ_where_data_do():
    hashes = [
        data_hash(A, B),
        data_hash(B, A),
        data_hash(A[::-1], B[::-1]),
        data_hash(A + B),
        data_hash([A, B]),
        data_hash(A),
        data_hash(A, B, A),
        data_hash(A, [*B[:-1], 1 + 1e-15]),
        data_hash(A[:3], A[3:]),
    ]
    assert len(set(hashes)) == len(hashes)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "test", [matched_pair_t, wilcoxon_test, randomization_test, bootstrap_test]
)
def test_equal_values_have_one_signature_whatever_their_form(test, form):
    wanted = test(A, B).signature
    assert test(FORMS[form](A), FORMS[form](B)).signature == wanted
    assert test(A[::-1], B[::-1]).signature != wanted


def test_single_precision_is_the_decimal_that_it_prints_as():
    tenths = np.array([0.1, 0.7, 0.3], np.float32)
    double = matched_pair_t([0.1, 0.7, 0.3], [0.2, 0.2, 0.1])
    other = np.float32([0.2, 0.2, 0.1])
    assert matched_pair_t(tenths, other).signature == double.signature
    widened = matched_pair_t(tenths.astype(float), other.astype(float))
    assert widened.signature == double.signature
    assert data_hash([0.1, 1e300, 0.5]) == data_hash([float(np.float32(0.1)), 1e300, 0.5])
    assert data_hash([1 / 3]) != data_hash(np.float32([1 / 3]))


@pytest.mark.parametrize("name", RESULTS)
def test_each_test_signs_its_result(name):
    result = RESULTS[name]()
    facts = dict(part.split("=", 1) for part in result.signature.split("; "))
    assert "\n" not in result.signature
    assert list(facts)[:2] == ["labkit", "test"] and facts["test"] == name
    assert facts["alternative"] == result.alternative and facts["method"] == result.method
    assert facts["n"] == str(result.n)
    assert re.fullmatch("[0-9a-f]{12}", facts["data"])
    assert "seed" not in facts
    assert RESULTS[name]().signature == result.signature


def test_a_sampled_result_signs_with_seed_and_draws():
    drawn = randomization_test(A, B, method="monte-carlo", n_resamples=100, rng=7)
    assert "; method=monte-carlo; n_resamples=100; seed=7; n=8; data=" in drawn.signature
    other = randomization_test(A, B, method="monte-carlo", n_resamples=100, rng=8)
    assert other.signature != drawn.signature
    assert drawn.effect == randomization_test(A, B).effect is not None
    stopped = randomization_test(A, B, method="monte-carlo", stop_at=0.05, rng=7)
    assert "; stop_at=0.05;" in stopped.signature
    unknown = bootstrap_test(
        A, B, method="monte-carlo", n_resamples=100, rng=np.random.default_rng(7)
    )
    assert "; variant=recentred;" in unknown.signature and "; seed=unknown;" in unknown.signature
    checks = randomization_checks(A, B, metrics.recall(5), n_resamples=100, rng=1)
    assert "metric=recall" in checks.first.signature
    assert "metric=recall(gold=1.0)" in checks.recall.signature


def test_one_data_set_has_one_hash_in_all_tests_of_two_systems():
    def digits(result):
        return result.signature[-12:]

    wanted = digits(matched_pair_t(A, B))
    for test in (wilcoxon_test, two_sample_t, randomization_test, bootstrap_test):
        assert digits(test(A, B)) == wanted == data_hash(A, B)
    of_counts = randomization_test(COUNTS, COUNTS[::-1], metrics.precision)
    assert digits(of_counts) == data_hash(COUNTS, COUNTS[::-1])


def test_clusters_are_part_of_the_signature():
    groups = list("aabbccdd")
    signatures = {
        test(A, B, groups=labels).signature.split("; ", 1)[1]
        for test in (randomization_test, bootstrap_test)
        for labels in (None, groups, [1, 1, 2, 2, 3, 3, 4, 4], list("abcdabcd"))
    }
    assert len(signatures) == 6  # other names of the same clusters are the same clusters
    assert "; clusters=4;" in bootstrap_test(A, B, groups=groups).signature


def test_what_the_caller_changes_afterwards_is_not_signed():
    a = np.array(A, float)
    result, other = matched_pair_t(a, B), randomization_test(a, B)
    a[:] = 0.5
    assert result.signature[-12:] == other.signature[-12:] == data_hash(A, B)
    assert other.effect.value == 0.375


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_survives_saving_and_copying(name):
    for asked_before in (False, True):
        result = RESULTS[name]()
        if asked_before:
            assert result.effect is not None
        for again in (
            pickle.loads(pickle.dumps(result)),
            copy.copy(result),
            copy.deepcopy(result),
        ):
            assert again == result and repr(again) == repr(result)
            assert again.signature == result.signature
            assert again.effect == result.effect
            assert again.why_no_effect == result.why_no_effect


def test_a_saved_result_is_small():
    a, b = np.random.default_rng(1).normal(size=(2, 20_000))
    for test in (matched_pair_t, wilcoxon_test):
        assert len(pickle.dumps(test(a, b))) < 2000
    few = randomization_test(a[:30], b[:30], method="monte-carlo", n_resamples=10, rng=1)
    assert few.effect is not None
    assert len(pickle.dumps(few)) < 2000


def test_a_result_with_a_metric_that_cannot_be_saved_keeps_its_effect():
    result = randomization_test(COUNTS, COUNTS[::-1] + 1, lambda sums: sums[..., 0] / sums[..., 1])
    again = pickle.loads(pickle.dumps(result))
    assert again.effect == result.effect is not None
    assert again.signature == result.signature


def test_what_was_kept_plays_no_part_in_equality_or_text():
    one, other = matched_pair_t(A, B), matched_pair_t(A[::-1], B[::-1])
    assert one == other and repr(one) == repr(other) and one.signature != other.signature
    assert "vidence" not in repr(one)


def test_nothing_is_measured_before_it_is_asked_for():
    asked = []
    kept = Evidence("test", {}, (np.array(A),), lambda: asked.append(1) or "no effect")
    assert kept.function == "test" and asked == []
    assert kept.effect == kept.effect == "no effect" and asked == [1]


@pytest.mark.parametrize(
    "metric, name",
    [
        (metrics.f1, "f1"),
        (metrics.recall(7), "recall"),
        (metrics.f_score(2.5), "f_score"),
        (functools.partial(np.quantile, 0.5), "quantile(0.5)"),
        (lambda sums: sums, "<lambda>"),
    ],
)
def test_names_of_metrics(metric, name):
    assert name_of(metric) == name
    assert name_of(type("Mine", (), {"__call__": lambda self, sums: sums})()) == "Mine"


@pytest.mark.parametrize("test", [randomization_test, bootstrap_test])
@pytest.mark.parametrize("options", [{}, {"stop_at": 0.05}, {"groups": np.arange(300) // 3}])
def test_a_signature_is_enough_to_get_the_result_again(test, options):
    a, b = np.random.default_rng(5).normal([[0.1], [0.0]], 1, (2, 300))
    drawn = test(a, b, method="monte-carlo", n_resamples=3000, rng=3, **options)
    facts = dict(part.split("=", 1) for part in drawn.signature.split("; "))
    again = {"metric": getattr(metrics, facts["metric"]), "rng": int(facts["seed"])}
    again |= {"n_resamples": int(facts["n_resamples"])}
    again |= {key: facts[key] for key in ("method", "alternative", "variant") if key in facts}
    again |= {"stop_at": float(facts["stop_at"])} if "stop_at" in facts else {}
    again |= {"groups": options["groups"]} if "clusters" in facts else {}
    assert test(a, b, **again).pvalue == drawn.pvalue
    assert test(a, b, **again).signature == drawn.signature
