"""Counts of classes: their macro-F1 is scikit-learn's."""

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import f1_score

from labkit import metrics
from labkit.readers import class_statistics
from labkit.significance import bootstrap_test, randomization_test


@pytest.mark.parametrize("c", [2, 3, 20])
@pytest.mark.parametrize("words", [True, False])
def test_macro_f1_is_scikit_learns(c, words):
    rng = np.random.default_rng(c)
    gold = rng.choice(c, 200, p=np.arange(1, c + 1) / (c * (c + 1) / 2))
    predicted = np.where(rng.random(200) < 0.6, gold, rng.integers(c, size=200))
    if words:
        gold, predicted = (
            np.array([f"class {label}" for label in labels]) for labels in (gold, predicted)
        )
    counts = class_statistics(gold, predicted)
    classes = np.unique(gold)
    assert counts.shape == (200, 3 * len(classes))
    expected = f1_score(gold, predicted, average="macro", labels=classes, zero_division=0)
    assert float(metrics.macro_f1(counts.sum(axis=0))) == pytest.approx(expected, rel=1e-12)
    drawn = rng.integers(200, size=(10, 200))
    for scored, items in zip(metrics.macro_f1(counts[drawn].sum(axis=1)), drawn, strict=True):
        theirs = f1_score(
            gold[items], predicted[items], average="macro", labels=classes, zero_division=0
        )
        assert scored == pytest.approx(theirs, rel=1e-12)


def test_macro_f1_of_one_class_is_f1_and_has_leading_axes():
    sums = np.arange(24).reshape(2, 4, 3) % 7
    assert np.array_equal(metrics.macro_f1(sums), metrics.f1(sums))
    assert metrics.macro_f1([2, 2, 2, 0, 0, 0]) == 0.5


@pytest.mark.parametrize("sums", [[1, 2], 3, [[1, 2, 3, 4]]])
def test_sums_are_threes_of_columns(sums):
    with pytest.raises((ValueError, IndexError)):
        metrics.macro_f1(sums)


def test_the_tests_take_them():
    rng = np.random.default_rng(1)
    gold = rng.choice(["NEG", "NEU", "POS"], 120)
    a, b = (np.where(rng.random(120) < right, gold, "NEU") for right in (0.9, 0.4))
    of_a, of_b = class_statistics(gold, a), class_statistics(gold, b)
    for test in (randomization_test, bootstrap_test):
        assert test(of_a, of_b, metrics.macro_f1, n_resamples=999, rng=0).pvalue < 0.01


def test_classes_are_given_or_those_of_gold():
    assert class_statistics(["b", "a"], ["c", "a"]).tolist() == [
        [0, 0, 0, 0, 0, 1],
        [1, 1, 1, 0, 0, 0],
    ]
    given = class_statistics(["b", "a"], ["c", "a"], classes=["c", "b", "a"])
    assert given.tolist() == [[0, 1, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 1, 1, 1]]
    mixed = class_statistics([1, "b"], [1.0, "b"])
    assert mixed.tolist() == [[1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1]]
    from_pandas = class_statistics(pd.Series(["b", "a"], dtype="category"), ["b", "a"])
    assert from_pandas.tolist() == class_statistics(["b", "a"], ["b", "a"]).tolist()
    assert class_statistics(np.array([True, False]), [True, True]).tolist() == [
        [0, 0, 0, 1, 1, 1],
        [0, 0, 1, 0, 1, 0],
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["a"], ["a", "b"]), "gold and predicted must be of equal length, not 1 and 2"),
        (([], []), "gold must hold labels, not be empty"),
        ((["a", None], ["a", "a"]), "gold must have a label for each item, not NaN or None"),
        (([1, 0], [1, np.nan]), "predicted must have a label for each item"),
        (("ab", "ab"), "gold must be a sequence of labels"),
        (([["a"]], [["a"]]), "gold must be a sequence of labels"),
        (([0, 1], ["0", "1"]), "predicted must hold labels of the classes 0, 1, not '0'"),
        ((["a", "b"], ["a", "b"], ["a"]), "gold must hold labels of the classes a, not 'b'"),
        ((["a"], ["a"], ["a", "a"]), "classes must be different from each other"),
        (
            (pd.Series(["a", "b"], [1, 2]), pd.Series(["a", "b"], [2, 1])),
            "must have the same index",
        ),
    ],
)
def test_bad_labels_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        class_statistics(*arguments)
