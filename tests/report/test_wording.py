"""What texts say with signs, of confidence, of a p of nothing and of the null hypothesis."""

import pandas as pd
import pytest

from labkit.report import SINS, review_claims
from labkit.report.probable import misreads_p

ROWS = [("Naive Bayes", "lexicon", 0.3, 0.02), ("SVM", "lexicon", 0.00001, 0.1), ("SVM", "Naive Bayes", 0.01, 0.08)]  # fmt: skip
TESTED = pd.DataFrame(ROWS, columns=["system_a", "system_b", "pvalue", "gain"])


def sins(text):
    return [finding.sin for finding in review_claims(text, TESTED, 200)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SVM > Naive Bayes > lexicon.", ["insignificant"]),
        ("lexicon < Naive Bayes < SVM.", ["insignificant"]),
        ("SVM (0.81) >> Naive Bayes (0.73) \N{MUCH GREATER-THAN} lexicon (0.71).", ["insignificant"]),
        ("SVM > lexicon.", []),
        ("lexicon < SVM.", []),
        ("SVM < Naive Bayes < lexicon.", ["direction", "insignificant"]),
        ("Naive Bayes \N{ALMOST EQUAL TO} lexicon < SVM.", ["equality"]),
        ("Naive Bayes \N{ALMOST EQUAL TO} lexicon.", ["equality"]),
    ],
)  # fmt: skip
def test_each_sign_between_systems_is_a_claim(text, expected):
    assert sins(text) == expected


@pytest.mark.parametrize("p", ["p = 0.000", "p=.000", "p < 0.00", "p-value of 0.000", "p = 0", "P = 0,000", "p is .000"])  # fmt: skip
def test_no_p_is_0(p):
    (found,) = review_claims(f"SVM is significantly better than the lexicon ({p}).", TESTED, 200)
    assert found.sin == "zero" and found.phrase == p and "p < 0.001" in found.advice
    assert SINS["zero"] in str(found)


@pytest.mark.parametrize("p", ["p < 0.001", "p = 0.0004", "p = .01", "p is 0 only by mistake", "p > 0", "p < 0.0001"])  # fmt: skip
def test_a_small_p_is_not_0(p):
    assert sins(f"SVM is significantly better than the lexicon ({p}).") == []


@pytest.mark.parametrize(
    "text",
    [
        "We accept the null hypothesis for Naive Bayes and the lexicon.",
        "The null hypothesis that Naive Bayes and the lexicon are as good is accepted (p = 0.3).",
        "Accepting H0, Naive Bayes and the lexicon can replace each other.",
    ],
)
def test_the_null_hypothesis_is_not_to_be_accepted(text):
    assert sins(text) == ["equality"]


@pytest.mark.parametrize(
    "text",
    [
        "We cannot accept the null hypothesis for Naive Bayes and the lexicon.",
        "It would be wrong to accept the null hypothesis.",
        "The null hypothesis should never be accepted.",
        "We do not reject the null hypothesis for Naive Bayes and the lexicon.",
        "The reviewers accepted our hypothesis.",
    ],
)
def test_who_does_not_accept_it_is_right(text):
    assert sins(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "SVM is better than the lexicon with 99.9 % probability.",
        "There is only a 0.1 % chance that the SVM is no better than the lexicon.",
        "p is the probability that the SVM's gain over the lexicon is due to chance.",
        "The probability that Naive Bayes's lead over the lexicon happened by chance is 0.1 %.",
    ],
)
def test_what_is_misread_is_objected_to_once(text):
    assert sins(text) == ["null"]


@pytest.mark.parametrize(
    "text",
    [
        "with a 99.5 % confidence interval of 0.02 to 0.18",
        "the gain is 0.1 (99.5 % confidence interval 0.02 to 0.18)",
        "the SVM's gain over the lexicon is 0.1",
        "SVM is significantly better than the lexicon with 99.9 % confidence",
    ],
)
def test_an_interval_is_no_probability_of_a_hypothesis(text):
    assert sins(text) == [] and not misreads_p(text)


@pytest.mark.parametrize(
    "text",
    [
        "Although Naive Bayes scores higher than the lexicon, the difference is not significant.",
        "Naive Bayes outperforms the lexicon, but not significantly so (p = 0.3).",
        "Naive Bayes is nominally better than the lexicon; the difference is not significant.",
        "Naive Bayes beats the lexicon (0.82 vs. 0.80). However, this difference is not significant.",
        "Naive Bayes is better than the lexicon. The difference is not significant, though.",
        "Naive Bayes beats the lexicon by two points, which is not significant (p = 0.3).",
    ],
)
def test_what_the_next_words_take_back_is_not_claimed(text):
    assert sins(text) == []
    assert "denied" in sins(text.replace("Naive Bayes", "SVM"))


@pytest.mark.parametrize(
    "text",
    [
        "Naive Bayes beats the lexicon. It has three parts. The difference is not significant.",
        "Naive Bayes significantly beats the lexicon, but the difference is not significant.",
    ],
)
def test_what_is_taken_back_late_or_was_called_significant_was_claimed(text):
    assert sins(text) == ["insignificant"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SVM is significantly better than Naive Bayes (p < .05).", []),
        ("SVM is significantly better than Naive Bayes (p < .001).", ["insignificant"]),
        ("SVM is highly significantly better than Naive Bayes, p < 0.001.", ["insignificant"]),
        ("SVM is significantly better than Naive Bayes (p < .001, adjusted).", []),
        ("SVM is significantly better than the lexicon and Naive Bayes (p < 0.001 and p < 0.05).", []),
        ("SVM is significantly better than Naive Bayes and the lexicon (p = 0.01 and p < 0.001).", []),
        ("SVM is significantly better than Naive Bayes (p \N{LESS-THAN OR EQUAL TO} 0.009).", []),  # rounded
        ("All systems beat the lexicon.", ["insignificant"]),
        ("Both other systems are beaten by the SVM.", []),
        ("SVM and Naive Bayes perform best, with no significant difference.", ["denied"]),
        ("Naive Bayes and the lexicon perform worst, with no significant difference.", []),
        ("Moving from Naive Bayes to the SVM helps.", []),
        ("Moving from the SVM to Naive Bayes helped.", ["direction"]),
        ("Replacing the lexicon with Naive Bayes pays off.", ["insignificant"]),
        ("Using Naive Bayes instead of the lexicon helps.", ["insignificant"]),
        ("Annotators favoured Naive Bayes over the lexicon.", ["insignificant"]),
        ("SVM never fails to beat Naive Bayes.", []),
        ("SVM vs. Naive Bayes: significant; Naive Bayes vs. lexicon: not significant.", []),
    ],
)  # fmt: skip
def test_levels_all_systems_and_double_negations(text, expected):
    assert sins(text) == expected


def test_systems_that_differ_in_capitals_alone_are_two():
    def of(a, b, text):
        return [finding.sin for finding in review_claims(text, {(a, b): 0.3})]

    assert of("A", "a", "A is better than a.") == ["insignificant"]
    assert of("BERT", "bert", "bert is better than BERT.") == ["insignificant"]
    assert of("BERT", "GPT", "bert is better than gpt.") == ["insignificant"]


def test_a_level_that_p_misses_is_answered_with_p():
    (found,) = review_claims("SVM is significantly better than Naive Bayes (p < .001).", TESTED)
    assert found.advice.endswith("p = 0.01, above 0.001; write p.")


def test_a_p_of_0_is_not_printed_either():
    (found,) = review_claims("A and B do not differ significantly.", {("A", "B"): 0.0})
    assert "for A and B p < 0.001, not above" in found.advice
