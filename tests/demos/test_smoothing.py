"""The demonstration of smoothing: its probabilities and accuracies, by the classifier itself."""

import math

import pytest

from labkit import NaiveBayes, course_split, tune_smoothing
from labkit.demos.data import OMEGAS, data_for
from tests.demos.oracles.smoothing import numbers as found


@pytest.fixture(scope="module")
def train():
    return course_split().train


def test_the_probabilities_are_those_of_the_classifier(train):
    model = NaiveBayes(1).fit(train["text"], train["label"])
    for word in ("gandhi", "zombies", "superb", "the"):
        numbers = found(1.0, word)
        logs = model.feature_log_prob_[word]
        assert [math.log(p) for p in numbers["probabilities"].values()] == pytest.approx(logs)
        assert numbers["evidence"] == pytest.approx(logs[0] - logs[1])
    without, with_it = model.joint_log_likelihood(["superb", "superb covid"])
    assert (without == with_it).all()  # a word that was not learnt is left out


def test_the_accuracy_is_that_of_cross_validation(train):
    numbers, accuracies = found(3.0), data_for("smoothing", {})["accuracies"]
    expected = tune_smoothing(train["text"], train["label"], [3.0])
    assert numbers["accuracy"] == pytest.approx(expected.means.loc[3.0])
    assert numbers["best_accuracy"] == max(accuracies)
    assert numbers["best_accuracy"] == accuracies[OMEGAS.index(numbers["best"])]
