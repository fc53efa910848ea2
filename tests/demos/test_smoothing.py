"""The demonstration of smoothing: its probabilities and accuracies, by the classifier itself."""

import math
from collections import Counter

import pytest

from labkit import NaiveBayes, course_split, demos, tokenize, tune_smoothing
from labkit.demos.data import OMEGAS, WORDS
from tests.demos.oracles.smoothing import numbers as found


@pytest.fixture(scope="module")
def train():
    return course_split().train


@pytest.fixture(scope="module")
def data():
    return demos.smoothing().data


def test_the_probabilities_are_those_of_the_classifier(train):
    model = NaiveBayes(1).fit(train["text"], train["label"])
    for word in ("gandhi", "zombies", "superb", "the"):
        numbers = found(1.0, word)
        logs = model.feature_log_prob_[word]
        assert [math.log(p) for p in numbers["probabilities"].values()] == pytest.approx(logs)
        assert numbers["evidence"] == pytest.approx(logs[0] - logs[1])
    without, with_it = model.joint_log_likelihood(["superb", "superb covid"])
    assert (without == with_it).all()  # a word that was not learnt is left out


def test_the_accuracy_is_that_of_cross_validation(train, data):
    assert OMEGAS[:8] == (0, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.007, 0.01)
    assert OMEGAS[-7:] == (10, 15, 20, 30, 50, 70, 100) and len(OMEGAS) == 32
    numbers = found(3.0)
    expected = tune_smoothing(train["text"], train["label"], [3.0])
    assert numbers["accuracy"] == pytest.approx(expected.means.loc[3.0])
    assert numbers["best_accuracy"] == max(data["accuracies"])
    assert numbers["best_accuracy"] == data["accuracies"][OMEGAS.index(numbers["best"])]


def test_the_page_knows_the_counts_of_words_that_occur_three_times(train, data):
    counted = {"POS": Counter(), "NEG": Counter()}
    for text, label in zip(train["text"], train["label"], strict=True):
        counted[label].update(tokenize(text))
    pos, neg = counted.values()
    often = {word for word, count in (pos + neg).items() if count >= 3}
    expected = {word: f"{pos[word]} {neg[word]}" for word in often}
    found = {word: counts for counts, words in data["words"].items() for word in words.split()}
    assert found == {**expected, "covid": "0 0"} and set(WORDS) <= set(found)


def test_the_page_knows_the_word_that_it_begins_with(data):
    assert "streaming" in demos.smoothing(word="Streaming!").data["words"]["0 1"].split()
    assert "0 1" not in data["words"]
