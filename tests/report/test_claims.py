"""Claims good and bad, and what is objected to."""

import time
import tomllib
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.report import SINS, meaningful_digits, review_claims
from labkit.significance import sign_test

# Two significant pairs, one that is not, and systems that were never tested.
TESTED = {
    ("Naive Bayes", "simple lexicon"): sign_test(60, 20, 120),
    ("Naive Bayes", "magnitude lexicon"): sign_test(45, 40, 115),
    ("simple lexicon", "magnitude lexicon"): sign_test(5, 55, 140),
}


def sins(text, comparisons=TESTED, **options):
    """The sins that are found; with a question mark where the reading aid only asks."""
    found = review_claims(text, comparisons, **options)
    return [finding.sin + "?" * (not finding.sure) for finding in found]


def table(text):
    """A line a case: the sentence, and behind a stroke the sins that are found in it."""
    lines = [line.strip().partition(" | ") for line in text.strip().splitlines()]
    return [(sentence, sins.split()) for sentence, _, sins in lines]


@pytest.mark.parametrize(
    ("text", "expected"),
    table("""
    Naive Bayes is significantly better than the simple lexicon at alpha = 0.05.
    Both Naive Bayes and the magnitude lexicon are significantly better than the simple lexicon.
    Naive Bayes is significantly better than the simple lexicon, but the comparison with the magnitude lexicon is inconclusive.
    Our system outperforms the baseline. | untested?
    Naive Bayes outperforms the magnitude lexicon. | insignificant
    The magnitude lexicon is worse than Naive Bayes. | insignificant
    The magnitude lexicon is outperformed by Naive Bayes. | insignificant
    Compared with the magnitude lexicon, Naive Bayes is better. | insignificant?
    The difference between Naive Bayes and the magnitude lexicon is significant. | insignificant?
    Naive Bayes is outperformed by the simple lexicon. | direction
    Naive Bayes is not significantly better than the simple lexicon. | denied?
    Naive Bayes and the magnitude lexicon are equally good. | equality
    We accept the null hypothesis for Naive Bayes and the magnitude lexicon. | equality?
    We reject the null hypothesis for Naive Bayes and the magnitude lexicon. | insignificant?
    We reject the null hypothesis for Naive Bayes and the simple lexicon.
    We cannot reject the null hypothesis for Naive Bayes and the simple lexicon. | denied?
    Naive Bayes beats both lexicons. | insignificant?
    Naive Bayes outperforms all other systems. | insignificant?
    Naive Bayes beats the simple lexicon. It also beats the magnitude lexicon. | insignificant?
    Naive Bayes beats the simple lexicon, and outperforms the magnitude lexicon. | insignificant?
    Naive Bayes beats the magnitude lexicon. However, this difference is not significant.
    Naive Bayes beats the magnitude lexicon, but not significantly.
    Is Naive Bayes better than the magnitude lexicon?
    If Naive Bayes is not better than the simple lexicon, we keep it.
    On the training reviews, Naive Bayes is better than the magnitude lexicon. | insignificant?
    # Naive Bayes beats the *magnitude lexicon* | insignificant?
    - Naive Bayes beats the magnitude lexicon | insignificant?
    We are 97 % sure that Naive Bayes is better than the simple lexicon. | null
    The probability that the null hypothesis is true is 3 %. | null
    If the null hypothesis were true, so large a difference would be improbable.
    The comparison was untested (p = 0.000). | zero
    The p-value was 0.0. | zero
    We found p < 0.001, p = 0.0004 and p = .01.
    The simple lexicon is not significantly better than Naive Bayes.
    We set alpha = 0.005, the 0.001 significance level, and 99 % confidence.
    Its smoothing was 0.001, omega = 0.125, and a strong weight of 1.125.
    A fair coin does this in some cases; the power is 0.787.
    """),
)
def test_what_is_objected_to(text, expected):
    findings = review_claims(text, TESTED)
    assert sins(text) == expected
    for finding in findings:
        assert finding.phrase.removeprefix("p ") in text.replace("*", "")
        said = SINS[finding.sin] if finding.sure else "Please look"
        assert finding.phrase in str(finding) and said in str(finding)


def test_what_the_tests_say_of_the_pair_is_shown():
    tested = {("A", "B"): 0.2, ("A", "C"): sign_test(60, 20, 120)}
    (found,) = review_claims("A is significantly better than B and C.", tested)
    assert str(found).endswith("Please look: the tests say: A and B: p = 0.2, inconclusive.")
    (found,) = review_claims("C is better than A.", tested)
    assert found.advice == "the tests say: C and A: A leads, p = 0.0057, significant."
    (found,) = review_claims("B is better than C.", tested)
    assert found.sin == "untested" and "no test of this is known" in found.advice


def test_numbers_are_held_against_those_of_the_pair():
    columns = ["system_a", "system_b", "pvalue", "gain", "score_a", "score_b"]
    table = pd.DataFrame([("A", "B", 0.016, 0.175, 0.715, 0.54)], columns=columns)
    right = "A (0.72) is significantly better than B (0.54) by {} (p = {})."
    for gain, p in (("0.18", "0.016"), ("18 points", ".02"), ("0.17", "0.02"), ("18 %", "0.016")):
        assert sins(right.format(gain, p), table) == []
    for gain, p in (("0.08", "0.02"), ("0.18", "0.2"), ("34 points", "0.016")):
        assert sins(right.format(gain, p), table) == ["number?"]
    (found,) = review_claims(right.format("0.08", "0.02"), table)
    assert found.phrase == "0.08" and "A leads by 0.18, p = 0.016, significant" in found.advice


def test_lines_lists_and_tables_are_not_in_the_way():
    text = "- Naive Bayes is **significantly** better\n  than the simple lexicon.\n"
    assert sins(f"{text}| system | 0.81234 |\n| --- | --- |\n| better | 0.81234 |\n\n") == []
    assert sins("1. We counted\n2. It reaches 0.815") == ["digits"]


NAMES = st.sampled_from([("Naive Bayes", "simple lexicon"), ("A", "B"), ("BM25", "TF-IDF")])


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 60), NAMES)
def test_only_what_a_result_supports_is_right(plus, minus, ties, names):
    result = sign_test(plus, minus, ties)
    assert review_claims(result.claim(*names), {names: result}) == []
    expected = [] if plus > minus else ["direction"]
    if result.pvalue > 0.05:
        expected = ["insignificant"]
    a, b = names
    assert sins(f"{a} is better than {b}.", {names: result}) == expected
    assert sins(f"{a} is better than {b}.", {names[::-1]: sign_test(minus, plus, ties)}) == expected


@pytest.mark.parametrize("filler", ["x" * 300_000, "1 " * 50_000, "A beats B " * 9_000])
def test_words_and_sentences_without_an_end_are_read_in_bounded_time(filler):
    """A picture in base 64, or a text that was cut out of a table."""
    begun = time.process_time()
    findings = review_claims(f"{filler}\n\nA outperforms B.", {("A", "B"): sign_test(30, 24)})
    assert findings[-1].phrase == "A outperforms B"
    assert time.process_time() - begun < 20  # 3 s on a quiet machine


@pytest.mark.parametrize("n", [5, 200, 2_000, 200_000])
@pytest.mark.parametrize("digits", [1, 2, 3, 4])
def test_a_share_and_a_percentage_have_the_digits_of_the_number_of_items(n, digits):
    share = "0.8" + "1" * (digits - 1)
    percent = f"{float(share) * 100:.{max(0, digits - 2)}f} %"
    expected = [] if digits <= max(2, meaningful_digits(n)) else ["digits"]
    for text in (f"It reaches {share}.", f"It reaches {percent}."):
        assert sins(text, {}, n=n) == expected
    assert sins("It reaches 0.8151.", {}) == []  # nothing is known about the items


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("It reaches {}.", "0.815"),
        ("It reaches {}.", ".815"),
        ("It reaches {}.", "81.5%"),
        ("It has p = 0.04, and an accuracy of {} (p = 0.001).", "0.815"),
        ("Naive Bayes, at {}, beats the simple lexicon.", "0.815"),
    ],
)
def test_a_number_with_needless_digits_is_quoted(text, number):
    (finding,) = review_claims(text.format(number), TESTED)
    assert (finding.sin, finding.phrase) == ("digits", number)
    assert finding.advice == "on 200 test items, write 0.82."


@pytest.mark.parametrize(
    ("comparisons", "error", "words"),
    [
        ([0.05], TypeError, "comparisons must be a table"),
        (pd.DataFrame({"system_a": ["x"], "pvalue": [1.0]}), ValueError, "comparisons must be"),
        ({"AB": 0.05}, ValueError, "comparisons must have pairs as keys, not 'AB'"),
        ({("A", "B"): float("nan")}, ValueError, "pvalue must be between 0 and 1, not nan"),
        ({("A", "B"): 1.5}, ValueError, "pvalue must be between 0 and 1, not 1.5"),
    ],
)
def test_comparisons_are_pairs_or_a_table(comparisons, error, words):
    with pytest.raises(error, match=words):
        review_claims("", comparisons)


@pytest.mark.parametrize("options", [{"n": 0}, {"alpha": 0}, {"alpha": 1}])
def test_bad_options_and_texts_are_named(options):
    with pytest.raises(ValueError, match=f"{next(iter(options))} must be"):
        review_claims("", {}, **options)
    with pytest.raises(TypeError, match="text must be a string, not"):
        review_claims(["A is better."], {})


HERE = Path(__file__).parent
SENTENCES = tomllib.loads((HERE / "sentences.toml").read_text(encoding="utf8"))
PHRASES = tomllib.loads((HERE / "claims.toml").read_text(encoding="utf8"))
COLUMNS = ["system_a", "system_b", "pvalue", "gain"]

#: System, system, p and gain, on 5,000 reviews. Nobody has tested anything else.
PAIRS = [
    ("SVM", "Naive Bayes", 0.003, 0.012),
    ("SVM", "lexicon", 1e-6, 0.06),
    ("SVM", "weighted lexicon", 1e-5, 0.049),
    ("Naive Bayes", "lexicon", 1e-4, 0.048),
    ("Naive Bayes", "weighted lexicon", 8e-4, 0.037),
    ("logistic regression", "SVM", 0.41, 0.004),
    ("logistic regression", "Naive Bayes", 0.001, 0.016),
    ("logistic regression", "lexicon", 1e-7, 0.064),
    ("logistic regression", "weighted lexicon", 1e-6, 0.053),
    ("weighted lexicon", "lexicon", 0.22, 0.011),
]
ON_5000 = pd.DataFrame(PAIRS, columns=COLUMNS)

#: What may be known of {a} and {b}: a is significantly ahead, b is, neither, or nobody has tested.
KNOWN = [
    ("SpanNet", "baseline", 0.001, 0.1),
    ("SpanNet", "baseline", 0.001, -0.1),
    ("SpanNet", "baseline", 0.4, 0.1),
    ("Rest", "Others", 0.001, 0.1),
]


def plain():
    """Each of the plain sentences, what was tested, and the objection that is right, or None."""
    for kind, sentences in SENTENCES.items():
        for sentence in sentences.splitlines():
            yield sentence, ON_5000, None if kind == "none" else kind


def in_four_cases():
    """Each phrase of abstracts the same, in each of four cases."""
    for kind in PHRASES.values():
        for phrase in kind["phrases"].splitlines():
            sentence = phrase.format(a="SpanNet", b="the baseline")
            sentence = sentence[0].upper() + sentence[1:] + ("" if phrase.endswith("?") else ".")
            for row, right in zip(KNOWN, kind["verdicts"], strict=True):
                yield sentence, pd.DataFrame([row], columns=COLUMNS), right or None


@pytest.mark.parametrize(("cases", "n"), [(plain, 5_000), (in_four_cases, None)])
def test_nothing_right_is_refused(cases, n):
    """What is found is told, not demanded: a sentence that is not understood may be asked about."""
    found = missed = asked = 0
    for sentence, tested, expected in cases():
        findings = review_claims(sentence, tested, n)
        assert expected or not any(one.sure for one in findings), sentence
        found += bool(expected and findings)
        missed += bool(expected and not findings)
        asked += bool(findings and not expected)
    print(f"{found} found, {missed} missed, {asked} right ones asked about")
    assert found > missed and found > asked
