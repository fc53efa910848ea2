"""The demonstration of smoothing: its probabilities and accuracies, by the classifier itself."""

import json
import math
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit import NaiveBayes, course_split, demos, tokenize, tune_smoothing
from labkit.demos._smoothing import OMEGAS, WORDS, smoothing_numbers


@pytest.fixture(scope="module")
def train():
    return course_split().train


@pytest.mark.slow
def test_the_probabilities_are_those_of_the_classifier(train):
    model = NaiveBayes(0.5).fit(train["text"], train["label"])
    for word in ("gandhi", "zombies", "superb", "the"):
        numbers = smoothing_numbers(0.5, word)
        logs = model.feature_log_prob_[word]
        found = [math.log(p) for p in numbers["probabilities"].values()]
        assert found == pytest.approx(logs)
        assert numbers["evidence"] == pytest.approx(logs[0] - logs[1])


def test_the_accuracy_is_that_of_cross_validation(train):
    assert OMEGAS[:8] == (0, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.007, 0.01)
    assert OMEGAS[-7:] == (10, 15, 20, 30, 50, 70, 100) and len(OMEGAS) == 32
    numbers = smoothing_numbers(3.0)
    expected = tune_smoothing(train["text"], train["label"], [3.0])
    assert numbers["accuracy"] == pytest.approx(expected.means.loc[3.0])
    accuracies = demos.smoothing().data["accuracies"]
    assert numbers["best_accuracy"] == max(accuracies)
    assert numbers["best_accuracy"] == accuracies[OMEGAS.index(numbers["best"])]


def test_the_readout_tells_the_best_omega_only_when_asked():
    lines = [
        "POS: 40 × “gandhi”, P = 0.00017",
        "NEG: 0 × “gandhi”, P = 4.4e-06",
        "Evidence for POS: 3.67",
        "Accuracy with omega 1: 0.82",
    ]
    assert demos.smoothing().readout().splitlines() == lines
    best = "Best omega of these: 3, with 0.82"
    assert demos.smoothing(reveal=True).readout().splitlines() == [*lines, best]


def test_without_smoothing_a_word_of_one_class_rules_the_other_out():
    demo = demos.smoothing(omega=0, word="zombies")
    assert "Evidence for NEG: without limit" in demo.readout()
    assert "POS: 0 × “zombies”, P = 0\n" in demo.readout()
    demo.settings = {"omega": 1.0, "word": "zombies"}
    assert "without limit" not in demo.readout()


@pytest.mark.parametrize("typed", ["Gandhi", " GANDHI ", "gandhi.", "“Gandhi”"])
def test_a_word_is_read_as_the_classifier_reads_it(typed):
    assert smoothing_numbers(1.0, typed) == smoothing_numbers(1.0, "gandhi")


@pytest.fixture(scope="module")
def add_one(train):
    return NaiveBayes(1).fit(train["text"], train["label"])


@pytest.mark.parametrize("omega", [OMEGAS[0], 1.0, OMEGAS[-1]])
def test_a_word_that_was_not_learnt_is_left_out(add_one, omega):
    numbers = smoothing_numbers(omega, "covid")
    assert numbers["counts"] == {"POS": 0, "NEG": 0} and not numbers["known"]
    assert numbers["evidence"] == 0
    without, with_it = add_one.joint_log_likelihood(["superb", "superb covid"])
    assert (without == with_it).all()
    said = demos.smoothing(omega=omega, word="covid").readout()
    assert "the classifier leaves “covid” out" in said


@settings(max_examples=30)
@given(
    omega=st.sampled_from(OMEGAS),
    word=st.sampled_from(["Gandhi", "zombies", "the", "film", "xyzzy"]),
)
def test_probabilities_are_counts_with_omega_in_fractions(omega, word):
    numbers, data = smoothing_numbers(omega, word), demos.smoothing().data
    share = Fraction(omega)
    for label, probability in numbers["probabilities"].items():
        total = data["totals"][label] + share * data["vocabulary"]
        assert probability == pytest.approx(float((numbers["counts"][label] + share) / total))


def test_the_page_knows_the_counts_of_words_that_occur_three_times(train):
    data = demos.smoothing().data
    assert len(json.dumps(data, separators=(",", ":"))) < 100_000
    counted = {label: {} for label in ("POS", "NEG")}
    for text, label in zip(train["text"], train["label"], strict=True):
        for word in tokenize(text):
            counted[label][word] = counted[label].get(word, 0) + 1
    expected = {
        word: f"{counted['POS'].get(word, 0)} {counted['NEG'].get(word, 0)}"
        for word in {**counted["POS"], **counted["NEG"]}
        if counted["POS"].get(word, 0) + counted["NEG"].get(word, 0) >= data["least"]
    }
    found = {word: counts for counts, words in data["words"].items() for word in words.split()}
    assert found == {**expected, "covid": "0 0"} and set(WORDS) <= set(found)


def test_the_page_knows_the_word_that_it_begins_with():
    rare = demos.smoothing(word="Streaming!")
    assert "streaming" in rare.data["words"]["0 1"].split()
    assert "NEG: 1 × “streaming”" in rare.readout()
    assert "streaming" not in demos.smoothing().data["words"].get("0 1", "").split()


@pytest.mark.parametrize("word", ["two words", "", "...", "!"])
def test_what_is_not_one_word_is_named(word):
    message = re.escape(f"word must be one word, such as gandhi, zombies, bother, not {word!r}")
    with pytest.raises(ValueError, match=message):
        smoothing_numbers(1.0, word)


@pytest.mark.parametrize("omega", [0.9, -1, float("nan")])
def test_a_bad_omega_is_named(omega):
    with pytest.raises(ValueError, match="omega must be"):
        smoothing_numbers(omega)


def test_what_is_no_word_or_number_is_named():
    with pytest.raises(TypeError, match="omega must be a number, not True"):
        smoothing_numbers(True)
    with pytest.raises(TypeError, match="word must be a string, not "):
        smoothing_numbers(1.0, 3)
