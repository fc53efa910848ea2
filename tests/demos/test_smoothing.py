"""The demonstration of smoothing: its probabilities and accuracies, by the classifier itself."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from labkit import NaiveBayes, course_split, demos, tokenize, tune_smoothing
from labkit.demos._smoothing import OMEGAS, WORDS, smoothing_numbers


@pytest.fixture(scope="module")
def train():
    return course_split().train


@pytest.fixture(scope="module")
def data():
    return demos.smoothing().data


def test_the_probabilities_are_those_of_the_classifier(train):
    model = NaiveBayes(1).fit(train["text"], train["label"])
    for word in ("gandhi", "zombies", "superb", "the"):
        numbers = smoothing_numbers(1.0, word)
        logs = model.feature_log_prob_[word]
        assert [math.log(p) for p in numbers["probabilities"].values()] == pytest.approx(logs)
        assert numbers["evidence"] == pytest.approx(logs[0] - logs[1])
    without, with_it = model.joint_log_likelihood(["superb", "superb covid"])
    assert (without == with_it).all()  # a word that was not learnt is left out


def test_the_accuracy_is_that_of_cross_validation(train, data):
    assert OMEGAS[:8] == (0, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.007, 0.01)
    assert OMEGAS[-7:] == (10, 15, 20, 30, 50, 70, 100) and len(OMEGAS) == 32
    numbers = smoothing_numbers(3.0)
    expected = tune_smoothing(train["text"], train["label"], [3.0])
    assert numbers["accuracy"] == pytest.approx(expected.means.loc[3.0])
    assert numbers["best_accuracy"] == max(data["accuracies"])
    assert numbers["best_accuracy"] == data["accuracies"][OMEGAS.index(numbers["best"])]


GANDHI = (
    "POS: 40 × “gandhi”, P = 0.00017\nNEG: 0 × “gandhi”, P = 4.4e-06\n"
    "Evidence for POS: 3.67\nAccuracy with omega 1: 0.82"
)
LEFT_OUT = "In no training review: the classifier leaves “covid” out\nAccuracy with omega"
#: Settings, and the whole readout.
SAID = [
    ({}, GANDHI),
    ({"reveal": True}, f"{GANDHI}\nBest omega of these: 3, with 0.82"),
    ({"omega": 0, "word": "zombies"}, "POS: 0 × “zombies”, P = 0\nNEG: 23 × “zombies”, P = 0.00011\n"
                                      "Evidence for NEG: without limit\nAccuracy with omega 0: 0.54"),
    ({"word": "covid"}, f"POS: 0 × “covid”, P = 4.2e-06\nNEG: 0 × “covid”, P = 4.4e-06\n{LEFT_OUT} 1: 0.82"),
    ({"omega": 0, "word": "covid"}, f"POS: 0 × “covid”, P = 0\nNEG: 0 × “covid”, P = 0\n{LEFT_OUT} 0: 0.54"),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "said"), SAID)
def test_the_readout_tells_the_best_omega_only_when_asked(settings, said):
    assert demos.smoothing(**settings).readout() == said


@pytest.mark.parametrize("typed", ["Gandhi", " GANDHI ", "gandhi.", "“Gandhi”"])
def test_a_word_is_read_as_the_classifier_reads_it(typed):
    assert smoothing_numbers(1.0, typed) == smoothing_numbers(1.0, "gandhi")


def test_probabilities_are_counts_with_omega_in_fractions(data):
    for omega, word in product(OMEGAS, ("gandhi", "zombies", "the", "xyzzy")):
        numbers, share = smoothing_numbers(omega, word), Fraction(omega)
        for label, probability in numbers["probabilities"].items():
            total = data["totals"][label] + share * data["vocabulary"]
            assert probability == pytest.approx(float((numbers["counts"][label] + share) / total))
    assert numbers["counts"] == {"POS": 0, "NEG": 0} and numbers["evidence"] == 0


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
