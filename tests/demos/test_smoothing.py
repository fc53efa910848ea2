"""The demonstration of smoothing: its probabilities and accuracies, by the classifier itself."""

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labkit import NaiveBayes, course_split, demos, tune_smoothing
from labkit.demos._smoothing import OMEGAS


@pytest.fixture(scope="module")
def train():
    return course_split().train


@pytest.mark.slow
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
    assert '<th scope="row">POS</th><td>0</td><td>0</td>' in demo.readout.value
    demo.controls["omega"].value = 1.0
    assert "without limit" not in demo.readout.value


@pytest.mark.parametrize("typed", ["Gandhi", " GANDHI ", "gandhi.", "“Gandhi”"])
def test_a_word_is_read_as_the_classifier_reads_it(typed):
    assert demos.smoothing_numbers(1.0, typed) == demos.smoothing_numbers(1.0, "gandhi")
    assert "“gandhi”" in demos.smoothing(word=typed).readout.value


@pytest.fixture(scope="module")
def add_one(train):
    return NaiveBayes(1).fit(train["text"], train["label"])


@pytest.mark.parametrize("omega", [OMEGAS[0], 1.0, OMEGAS[-1]])
def test_a_word_that_was_not_learnt_is_left_out(add_one, omega):
    numbers = demos.smoothing_numbers(omega, "xyzzy")
    assert numbers["counts"] == {"POS": 0, "NEG": 0} and not numbers["known"]
    assert numbers["evidence"] == 0
    without, with_it = add_one.joint_log_likelihood(["superb", "superb xyzzy"])
    assert (without == with_it).all()
    demo = demos.smoothing(omega=omega, word="xyzzy")
    assert "the classifier leaves it out" in demo.readout.value and "<svg" in demo.picture.value


@settings(max_examples=30)
@given(
    omega=st.sampled_from(OMEGAS),
    word=st.sampled_from(["Gandhi", "zombies", "the", "film", "xyzzy"]),
)
def test_probabilities_are_counts_with_omega_in_fractions(omega, word):
    numbers = demos.smoothing_numbers(omega, word)
    share = Fraction(omega)
    for label, probability in numbers["probabilities"].items():
        total = numbers["totals"][label] + share * numbers["vocabulary"]
        assert probability == pytest.approx(float((numbers["counts"][label] + share) / total))


@pytest.mark.parametrize("word", ["two words", "", "...", "!"])
def test_what_is_not_one_word_is_named(word):
    message = re.escape(f"word must be one word, such as gandhi, zombies, bother, not {word!r}")
    with pytest.raises(ValueError, match=message):
        demos.smoothing_numbers(1.0, word)


@pytest.mark.parametrize("omega", [0.9, -1, float("nan")])
def test_a_bad_omega_is_named(omega):
    with pytest.raises(ValueError, match="omega must be"):
        demos.smoothing_numbers(omega)


def test_what_is_no_word_or_number_is_named():
    with pytest.raises(TypeError, match="omega must be a number, not True"):
        demos.smoothing_numbers(True)
    with pytest.raises(TypeError, match="word must be a string, not "):
        demos.smoothing_numbers(1.0, 3)


def test_a_long_word_is_cut_in_the_legend_alone():
    demo = demos.smoothing(word="a" * 60)
    assert "a" * 60 in demo.readout.value
    assert f"P({'a' * 15}… | POS)" in demo.picture.value and "a" * 20 not in demo.picture.value
