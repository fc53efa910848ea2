"""Metrics against fractions, by hand, and over leading axes."""

import functools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit import metrics

COUNT = st.integers(0, 1000)


def ratio(part, whole):
    return Fraction(part, whole) if whole else Fraction(0)


@given(COUNT, COUNT, COUNT, COUNT)
def test_metrics_are_the_textbook_fractions(p, q, r, s):
    for metric, sums, score in (
        (metrics.mean, [p, q], ratio(p, q)),
        (metrics.accuracy, [p, q], ratio(p, q)),
        (metrics.precision, [p, q], ratio(p, q)),
        (metrics.recall(50), [p, q], ratio(p, 50)),
        (metrics.f_score(50), [p, q], ratio(2 * p, q + 50)),
        (metrics.f1, [p, q, r], ratio(2 * p, q + r)),
        (metrics.aer, [p, q, r, s], 1 - ratio(p + q, r + s)),
    ):
        assert float(metric(sums)) == pytest.approx(float(score), rel=1e-14, abs=1e-15)


def test_yeh_s_table_of_section_3_3():
    for sums, *percents in (([47, 95], 45.6, 49.5, 47.5), ([25, 39], 24.3, 64.1, 35.2)):
        scores = [m(sums) for m in (metrics.recall(103), metrics.precision, metrics.f_score(103))]
        assert 100 * np.array(scores) == pytest.approx(percents, abs=0.05)


BLEU = [  # sums, and the score by hand
    ([12, 10, 8, 5, 3, 2, 12, 11, 10, 9], (8 / 12 * 5 / 11 * 3 / 10 * 2 / 9) ** 0.25),
    ([8, 10, 8, 5, 3, 2, 8, 7, 6, 5], math.exp(1 - 10 / 8) * (5 / 7 * 3 / 6 * 2 / 5) ** 0.25),
    ([10, 10, 10, 9, 8, 7, 10, 9, 8, 7], 1),
    ([10, 10, 5, 3, 1, 0, 10, 9, 8, 7], 0),
    ([0] * 10, 0),
]


@pytest.mark.parametrize("sums, score", BLEU)
def test_bleu_by_hand(sums, score):
    assert metrics.bleu(sums) == pytest.approx(score)


#: metric, number of its columns, and what the tests read of it: linear, counts, higher is better
RECORDS = [
    (metrics.mean, 2, (True, False, True)),
    (metrics.accuracy, 2, (True, True, True)),
    (metrics.precision, 2, (False, True, True)),
    (metrics.recall(9), 1, (True, True, True)),
    (metrics.f_score(9), 2, (False, True, True)),
    (metrics.f1, 3, (False, True, True)),
    (metrics.macro_f1, 3, (False, True, True)),
    (metrics.aer, 4, (False, True, False)),
    (metrics.bleu, 10, (False, True, True)),
]


@pytest.mark.parametrize("metric, width, facts", RECORDS, ids=[str(each[0]) for each in RECORDS])
def test_leading_axes_and_widths_of_records(metric, width, facts):
    sums = np.random.default_rng(0).integers(0, 9, (4, 5, width))
    scores = metric(sums)
    assert scores.shape == (4, 5) and np.isfinite(scores).all()
    assert scores[2, 3] == metric(sums[2, 3]) and metric(sums[:0]).shape == (0, 5)
    assert (metric.linear, metric.counts, metric.higher_is_better) == facts
    for wrong in [3, *[np.ones((4, width + 2))] * (str(metric) != "recall")]:
        with pytest.raises((ValueError, IndexError)):
            metric(wrong)


def test_macro_f1_is_the_mean_of_the_classes_and_recall_reads_its_first_column_only():
    assert metrics.macro_f1([6, 8, 12, 3, 3, 3, 0, 0, 5]) == pytest.approx((0.6 + 1 + 0) / 3)
    assert metrics.recall(4)([3]) == metrics.recall(4)([3, 9]) == 0.75 / metrics.recall(4).width
    assert metrics.f1(np.array([200, 250, 250], np.uint8)) == pytest.approx(0.8)  # no overflow


COLUMNS = r"^statistics for precision must have 2 columns \(correct, found\), not"
BAD = [
    (metrics.precision, [1, 2, 3], f"{COLUMNS} 3$"),
    (metrics.precision, 7, f"{COLUMNS} 0$"),
    *((make, gold, "gold must be a (positive )?number, not")
      for make in (metrics.recall, metrics.f_score) for gold in (0, math.inf, "103")),
]  # fmt: skip


@pytest.mark.parametrize("call, given, message", BAD)
def test_bad_input_is_named(call, given, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call(given)


class Half:
    """A metric that is no function: it has no name."""

    def __call__(self, sums):
        return sums[..., 0] / 2


@pytest.mark.parametrize(
    "function", [lambda sums: sums[..., 0] / 2, functools.partial(np.mean, axis=-1), Half()]
)
def test_of_a_function_of_ones_own_nothing_else_is_known(function):
    metric = metrics.Metric.of(function)
    sums = np.array([[-3.0, 5.0], [4.0, 0.0]])
    assert metric(sums).tolist() == function(sums).tolist() and str(metric)
    facts = metric.linear, metric.higher_is_better, metric.counts, metric.width, metric.is_mean
    assert facts == (False, True, False, None, False)
    assert metrics.Metric.of(metric) is metric


@pytest.mark.parametrize("wrong", ["f1", None, 0.5])
def test_what_is_no_function_is_no_metric(wrong):
    with pytest.raises(TypeError, match="^metric must be a function of summed statistics, such as"):
        metrics.Metric.of(wrong)
