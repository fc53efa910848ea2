"""The demonstration of smoothing: its probabilities and accuracies, by the classifier itself."""

import math

import pytest

from labkit import NaiveBayes, course_split, demos, tune_smoothing
from labkit.demos._smoothing import OMEGAS


@pytest.fixture(scope="module")
def train():
    return course_split().train


def test_the_probabilities_are_those_of_the_classifier(train):
    model = NaiveBayes(0.5).fit(train["text"], train["label"])
    for word in ("gandhi", "zombies", "superb", "the"):
        numbers = demos.smoothing_numbers(0.5, word)
        logs = model.feature_log_prob_[word]
        found = [math.log(p) for p in numbers["probabilities"].values()]
        assert found == pytest.approx(logs)
        assert numbers["evidence"] == pytest.approx(logs[0] - logs[1])


def test_the_accuracy_is_that_of_cross_validation(train):
    numbers = demos.smoothing_numbers(3.0)
    expected = tune_smoothing(train["text"], train["label"], [3.0])
    assert numbers["accuracy"] == pytest.approx(expected.means.loc[3.0])
    assert numbers["best_accuracy"] == max(numbers["accuracies"])
    assert numbers["best_accuracy"] == numbers["accuracies"][OMEGAS.index(numbers["best"])]


def test_without_smoothing_a_word_of_one_class_rules_the_other_out():
    demo = demos.smoothing(omega=0, word="zombies")
    assert "Evidence for NEG: without limit" in demo.readout.value
    assert "<th>POS</th><td>0</td><td>0</td>" in demo.readout.value
    demo.controls["omega"].value = 1.0
    assert "without limit" not in demo.readout.value


def test_a_word_that_was_not_learnt_is_named():
    demo = demos.smoothing()
    demo.controls["word"].value = "xyzzy"
    assert "word must be in the training reviews, such as gandhi" in demo.readout.value
    with pytest.raises(ValueError, match="omega must be one of the candidates"):
        demos.smoothing_numbers(0.9)
