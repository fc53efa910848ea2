"""Metrics against fractions, by hand, and over leading axes."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit import metrics

COUNT = st.integers(0, 1000)


def ratio(part, whole):
    return Fraction(part, whole) if whole else Fraction(0)


@settings(deadline=None, derandomize=True)
@given(COUNT, COUNT, COUNT, COUNT)
def test_metrics_are_the_textbook_fractions(p, q, r, s):
    expected = {
        metrics.mean: ([p, q], ratio(p, q)),
        metrics.accuracy: ([p, q], ratio(p, q)),
        metrics.precision: ([p, q], ratio(p, q)),
        metrics.recall(50): ([p, q], ratio(p, 50)),
        metrics.f_score(50): ([p, q], ratio(2 * p, q + 50)),
        metrics.f1: ([p, q, r], ratio(2 * p, q + r)),
        metrics.aer: ([p, q, r, s], 1 - ratio(p + q, r + s)),
    }
    for metric, (sums, score) in expected.items():
        assert float(metric(sums)) == pytest.approx(float(score), rel=1e-14, abs=1e-15)


@settings(deadline=None, derandomize=True)
@given(COUNT.filter(bool), COUNT.filter(bool), COUNT.filter(bool))
def test_f_is_the_harmonic_mean_of_precision_and_recall(correct, more_found, more_gold):
    found, gold = correct + more_found, correct + more_gold
    p, r = float(metrics.precision([correct, found])), float(metrics.recall(gold)([correct]))
    assert metrics.f_score(gold)([correct, found]) == pytest.approx(2 * p * r / (p + r))
    assert metrics.f1([correct, found, gold]) == pytest.approx(2 * p * r / (p + r))


def test_yeh_s_table_of_section_3_3():
    one, two = [47, 95], [25, 39]
    for sums, recall, precision, f_score in ((one, 45.6, 49.5, 47.5), (two, 24.3, 64.1, 35.2)):
        assert 100 * metrics.recall(103)(sums) == pytest.approx(recall, abs=0.05)
        assert 100 * metrics.precision(sums) == pytest.approx(precision, abs=0.05)
        assert 100 * metrics.f_score(103)(sums) == pytest.approx(f_score, abs=0.05)


def test_bleu_by_hand():
    long_enough = [12, 10, 8, 5, 3, 2, 12, 11, 10, 9]
    assert metrics.bleu(long_enough) == pytest.approx((8 / 12 * 5 / 11 * 3 / 10 * 2 / 9) ** 0.25)
    short = [8, 10, 8, 5, 3, 2, 8, 7, 6, 5]
    assert metrics.bleu(short) == pytest.approx(
        math.exp(1 - 10 / 8) * (5 / 7 * 3 / 6 * 2 / 5) ** 0.25
    )
    assert metrics.bleu([10, 10, 10, 9, 8, 7, 10, 9, 8, 7]) == pytest.approx(1)


def test_nothing_found_earns_nothing():
    assert metrics.precision([0, 0]) == metrics.f1([0, 0, 0]) == metrics.bleu([0] * 10) == 0
    assert metrics.bleu([10, 10, 5, 3, 1, 0, 10, 9, 8, 7]) == 0
    assert metrics.aer([0, 0, 0, 0]) == 1


#: metric, its columns, and what the tests are told: linear, counts, higher is better, width
TOLD = [
    (metrics.mean, 2, (True, False, True, None)),
    (metrics.accuracy, 2, (True, True, True, None)),
    (metrics.precision, 2, (False, True, True, None)),
    (metrics.recall(9), 1, (True, True, True, 1)),
    (metrics.f_score(9), 2, (False, True, True, None)),
    (metrics.f1, 3, (False, True, True, None)),
    (metrics.macro_f1, 3, (False, True, True, None)),
    (metrics.aer, 4, (False, True, False, None)),
    (metrics.bleu, 10, (False, True, True, None)),
]


@pytest.mark.parametrize(("metric", "width", "told"), TOLD, ids=[str(each[0]) for each in TOLD])
def test_leading_axes_widths_and_what_is_told(metric, width, told):
    sums = np.random.default_rng(0).integers(0, 9, (4, 5, width))
    scores = metric(sums)
    assert scores.shape == (4, 5) and np.isfinite(scores).all()
    assert scores[2, 3] == metric(sums[2, 3])
    assert metric(sums[:0]).shape == (0, 5)
    assert (metric.linear, metric.counts, metric.higher_is_better, metric.width) == told
    for wrong in (np.ones((4, width + 2)), 3):
        with pytest.raises((ValueError, IndexError)):
            metric(wrong)


def test_the_wrong_number_of_columns_is_named():
    with pytest.raises(ValueError) as raised:
        metrics.precision([1, 2, 3])
    assert (
        str(raised.value) == "statistics for precision must have 2 columns (correct, found), not 3"
    )
    with pytest.raises(ValueError, match=r"for recall must have 1 or 2 columns .*, not 0"):
        metrics.recall(9)(7)


@pytest.mark.parametrize("make", [metrics.recall, metrics.f_score])
@pytest.mark.parametrize("gold", [0, -3, float("nan"), float("inf"), "103", None, [103]])
def test_gold_must_be_a_positive_number(make, gold):
    with pytest.raises((ValueError, TypeError), match="gold must be a (positive )?number, not"):
        make(gold)


def test_macro_f1_is_the_mean_of_the_classes():
    assert metrics.macro_f1([6, 8, 12, 3, 3, 3, 0, 0, 5]) == pytest.approx((0.6 + 1 + 0) / 3)


def test_narrow_counts_do_not_overflow():
    assert metrics.f1(np.array([200, 250, 250], np.uint8)) == pytest.approx(0.8)
