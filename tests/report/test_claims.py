"""Claims good and bad, and what is objected to."""

import time

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from labkit.report import FOUR_SINS, SINS, meaningful_digits, review_claims
from labkit.significance import Result, sign_test

# Two significant pairs, one that is not, and a system that was never tested.
TESTED = {
    ("Naive Bayes", "simple lexicon"): sign_test(60, 20, 120),
    ("Naive Bayes", "magnitude lexicon"): sign_test(45, 40, 115),
    ("simple lexicon", "magnitude lexicon"): sign_test(5, 55, 140),
}


def sins(text, comparisons=TESTED, **options):
    return [finding.sin for finding in review_claims(text, comparisons, **options)]


HONEST = [
    "Naive Bayes is significantly better than the simple lexicon at alpha = 0.05.",
    "Naive Bayes outperforms the simple lexicon (p < 0.001).",
    "naive bayes beats the SIMPLE LEXICON.",
    "The simple lexicon is significantly worse than Naive Bayes.",
    "The simple lexicon is less accurate than the magnitude lexicon.",
    "The comparison of Naive Bayes with the magnitude lexicon is inconclusive (p = 0.75).",
    "Naive Bayes is not significantly better than the magnitude lexicon.",
    "There is no significant difference between Naive Bayes and the magnitude lexicon.",
    "We cannot say whether Naive Bayes is better than the magnitude lexicon.",
    "There is insufficient evidence to say that Naive Bayes is better than the magnitude lexicon.",
    "It isn't shown that Naive Bayes beats the magnitude lexicon.",
    "This does not mean that Naive Bayes and the magnitude lexicon are equally good.",
    "Naive Bayes is significantly better than the simple lexicon. It reaches 0.7.",
    "Naive Bayes reaches 70 %, the simple lexicon 50 %.",
    "Both Naive Bayes and the magnitude lexicon are significantly better than the simple lexicon.",
    "The difference between Naive Bayes and the simple lexicon is significant.",
    "Naive Bayes is significantly better than the simple lexicon, but the comparison with the "
    "magnitude lexicon is inconclusive.",
    "Only two significant digits are printed.",
    "",
]


@pytest.mark.parametrize("text", HONEST)
def test_honest_sentences_meet_no_objection(text):
    assert review_claims(text, TESTED) == []


SINFUL = {
    "Naive Bayes is better than a coin.": ["untested"],
    "Our system outperforms the baseline.": ["untested"],
    "Our system is significantly better.": ["significant-untested"],
    "The random forest significantly improves the accuracy.": ["significant-untested"],
    "The increase is significant.": ["significant-untested"],
    "Naive Bayes outperforms the magnitude lexicon.": ["insignificant"],
    "Naive Bayes is significantly better than the magnitude lexicon.": ["insignificant"],
    "The magnitude lexicon is worse than Naive Bayes.": ["insignificant"],
    "The difference between Naive Bayes and the magnitude lexicon is significant.": [
        "insignificant"
    ],
    "We turn to Naive Bayes. The difference from the magnitude lexicon is significant.": [
        "insignificant"
    ],
    "The simple lexicon is significantly better than Naive Bayes.": ["direction"],
    "Naive Bayes is worse than the simple lexicon.": ["direction"],
    "Naive Bayes and the magnitude lexicon are equally good.": ["equality"],
    "There is no difference between Naive Bayes and the magnitude lexicon.": ["equality"],
    "Naive Bayes is as good as the magnitude lexicon.": ["equality"],
    "Naive Bayes is the best system.": ["insignificant"],
    "The simple lexicon is the worst.": [],
    "Naive Bayes beats both the simple lexicon and the magnitude lexicon.": ["insignificant"],
    "Naive Bayes reaches 0.715.": ["digits"],
    "Naive Bayes reaches 71.5 %, the simple lexicon 51.50%.": ["digits", "digits"],
    "Naive Bayes beats the simple lexicon. It also beats the magnitude lexicon.": ["insignificant"],
    "Naive Bayes beats the simple lexicon, but outperforms the magnitude lexicon, too.": [
        "insignificant"
    ],
    "Naive Bayes reaches 0.712; it outperforms the magnitude lexicon. Deep networks are better.": [
        "digits",
        "insignificant",
        "untested",
    ],
}


@pytest.mark.parametrize("text", SINFUL)
def test_each_sin_is_found(text):
    findings = review_claims(text, TESTED)
    assert [finding.sin for finding in findings] == SINFUL[text]
    for finding in findings:
        assert finding.phrase and finding.phrase in text
        assert finding.phrase in str(finding) and SINS[finding.sin] in str(finding)


@pytest.mark.parametrize(
    "text",
    [
        "Naive Bayes is significantly better than the simple lexicon at the 0.05 level.",
        "We chose a significance level of 0.05.",
        "Stars mark differences at α = 0.05 and 0.01.",
        "The p-value of that comparison was small (p-value: 0.0021).",
        "The simple lexicon is outperformed by Naive Bayes.",
        "Compared with the simple lexicon, Naive Bayes is significantly better.",
        "Naive Bayes is significantly better than the simple\nlexicon.",
    ],
)
def test_honest_sentences_in_other_words(text):
    assert review_claims(text, TESTED) == []


NAMES = st.sampled_from([("Naive Bayes", "simple lexicon"), ("A", "B"), ("BM25", "TF-IDF")])


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), NAMES)
def test_the_sentence_that_a_result_supports_is_never_objected_to(plus, minus, ties, names):
    result = sign_test(plus, minus, ties + 1)
    assert review_claims(result.claim(*names), {names: result}) == []


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 60), NAMES)
def test_better_is_allowed_to_the_significant_winner_alone(plus, minus, ties, names):
    result = sign_test(plus, minus, ties)
    expected = [] if plus > minus else ["direction"]
    if result.pvalue > 0.05:
        expected = ["insignificant"]
    a, b = names
    assert sins(f"{a} is better than {b}.", {names: result}) == expected
    assert sins(f"{a} is better than {b}.", {names[::-1]: sign_test(minus, plus, ties)}) == expected


def test_results_tables_and_p_values_are_read_alike():
    rows = [(a, b, r.pvalue, r.statistic) for (a, b), r in TESTED.items()]
    table = pd.DataFrame(rows, columns=["system_a", "system_b", "pvalue", "gain"])
    for text, expected in SINFUL.items():
        assert sins(text, table, n=200) == expected
    # Bare p-values say nothing about the direction.
    bare = {pair: result.pvalue for pair, result in TESTED.items()}
    for text, expected in SINFUL.items():
        assert sins(text, bare, n=200) == [sin for sin in expected if sin != "direction"]


def test_digits_are_those_of_the_number_of_items():
    assert sins("It reaches 0.715.", {}, n=200) == ["digits"]
    assert sins("It reaches 0.715.", {}, n=500_000) == []
    assert sins("It reaches 0.715.", {}) == []  # nothing known about the items
    assert sins("It reaches 0.715.") == ["digits"]  # 200, by the results


@pytest.mark.parametrize(
    "text",
    """
    It reaches 0.81.
    It reaches 81 %.
    It reaches 81 percent, the other 75 per cent.
    They differ by 0.06.
    They differ by 6 points.
    The p-values 0.012 and 0.048 were found.
    The p-values are 0.0021, 0.0003 and 0.456, respectively.
    We found p between 0.012 and 0.048.
    Here p was only 0.0123.
    The p-value equals 0.0012, a p-value below 0.002, p less than 0.002.
    It has p ≈ 0.012, p ~ 0.012, (p = .0012, n = 200), p: 0.943 and p=0.0000012.
    The test gave p = 0.0021 (0.0005 with the other rule).
    We set alpha = 0.005, the 0.1% level, the 0.001 significance level.
    Its smoothing was 0.001, omega = 0.125, and a strong weight of 1.125.
    A fair coin does this with a probability of 0.0123; the power is 0.787.
    It has p = 0,031 at alpha = 0,005, on 1,000 and 12,500 reviews, and reaches 0,81 or 81 %.
    It has p = 0,031, 0,002 and 0,456 in tables 1,2 and (3,5).
    """.strip().splitlines(),
)
def test_numbers_that_are_no_scores_or_have_few_digits(text):
    assert sins(text) == []


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("It reaches 0.815.", "0.815"),
        ("It reaches .815.", ".815"),
        ("It reaches 81.5%.", "81.5%"),
        ("It reaches 81.5 percent.", "81.5 percent"),
        ("It reaches 81.5 per cent.", "81.5 per cent"),
        ("They differ by 0.055.", "0.055"),
        ("It reaches 0,815.", "0,815"),
        ("It reaches 81,5 %.", "81,5 %"),
        ("It reaches 81,525 per cent.", "81,525 per cent"),
        ("They differ by 5.5 points.", "5.5 points"),
        ("They differ by 5.5 percentage points.", "5.5 percentage"),
        ("The p-value is small and the accuracy is 0.815.", "0.815"),
        ("It has p = 0.04, and an accuracy of 0.815.", "0.815"),
        ("It reaches 0.815 (p = 0.001).", "0.815"),
        ("At alpha = 0.05 the accuracy is 0.815.", "0.815"),
        ("They differ (p = 0.001): 0.815 against 0.65.", "0.815"),
    ],
)
def test_a_share_and_a_percentage_are_held_to_one_rule(text, number):
    (finding,) = review_claims(text, TESTED)
    assert (finding.sin, finding.phrase) == ("digits", number)


@pytest.mark.parametrize("n", [5, 50, 200, 2_000, 20_000, 200_000, 2_000_000])
@pytest.mark.parametrize("digits", [1, 2, 3, 4])
def test_the_rule_is_one_for_every_test_set(n, digits):
    share = "0.8" + "1" * (digits - 1)
    percent = f"{float(share) * 100:.{max(0, digits - 2)}f} %"
    expected = [] if digits <= max(2, meaningful_digits(n)) else ["digits"]
    for text in (f"It reaches {share}.", f"It reaches {percent}."):
        assert sins(text, {}, n=n) == expected


def test_the_level_decides():
    text = "Naive Bayes is better than the simple lexicon."
    result = sign_test(30, 12, 0)
    assert 0.005 < result.pvalue < 0.01
    tested = {("Naive Bayes", "simple lexicon"): result}
    assert sins(text, tested, alpha=0.01) == []
    assert sins(text, tested, alpha=0.005) == ["insignificant"]


def test_a_name_within_a_longer_one_is_not_that_system():
    tested = {
        ("lexicon", "Bayes"): sign_test(20, 20, 10),
        ("magnitude lexicon", "Bayes"): sign_test(40, 5, 5),
    }
    assert sins("The magnitude lexicon is better than Bayes.", tested) == []
    assert sins("The lexicon is better than Bayes.", tested) == ["insignificant"]


@pytest.mark.parametrize("text", [None, 3, ["Naive Bayes is better."]])
def test_a_text_is_a_string(text):
    with pytest.raises(TypeError, match="text must be a string, not"):
        review_claims(text, TESTED)


@pytest.mark.parametrize(
    ("comparisons", "error", "words"),
    [
        (None, TypeError, "comparisons must be a dictionary of pairs, or a table"),
        ([0.05], TypeError, "comparisons must be a dictionary of pairs, or a table"),
        (pd.DataFrame({"system_a": ["x"], "pvalue": [1.0]}), ValueError, "comparisons must be"),
        ({"AB": 0.05}, ValueError, "comparisons must have pairs of systems as keys, not 'AB'"),
        ({("A", "B"): float("nan")}, ValueError, "pvalue must be between 0 and 1, not nan"),
        ({("A", "B"): 1.5}, ValueError, "pvalue must be between 0 and 1, not 1.5"),
    ],
)
def test_comparisons_are_pairs_or_a_table(comparisons, error, words):
    with pytest.raises(error, match=words):
        review_claims("", comparisons)


@pytest.mark.parametrize("options", [{"n": 0}, {"alpha": 0}, {"alpha": 1}])
def test_bad_options_of_the_reading_are_named(options):
    with pytest.raises(ValueError, match=f"{next(iter(options))} must be"):
        review_claims("", TESTED, **options)


def test_a_gain_that_is_not_known_has_no_direction():
    columns = ["system_a", "system_b", "pvalue", "gain"]
    for gain, expected in ((1.0, []), (-1.0, ["direction"]), (float("nan"), [])):
        table = pd.DataFrame([("A", "B", 0.01, gain)], columns=columns)
        assert sins("A is better than B.", table) == expected
        assert sins("B is better than A.", table.assign(gain=-gain)) == expected


DENIALS = """
Naive Bayes is not significantly better than the simple lexicon.
Naive Bayes is no better than the simple lexicon.
Naive Bayes isn't better than the simple lexicon.
There is no significant difference between Naive Bayes and the simple lexicon.
The difference between Naive Bayes and the simple lexicon is not significant.
The difference between Naive Bayes and the simple lexicon did not reach statistical significance.
The difference between Naive Bayes and the simple lexicon failed to reach significance.
The difference between Naive Bayes and the simple lexicon is non-significant.
No significant difference was found between Naive Bayes and the simple lexicon (p = 0.4).
The comparison of Naive Bayes with the simple lexicon is inconclusive.
Naive Bayes and the simple lexicon cannot be told apart.
We cannot say whether Naive Bayes is better than the simple lexicon.
It is unclear whether Naive Bayes is better than the simple lexicon.
The simple lexicon is not worse than Naive Bayes.
The simple lexicon is insignificantly worse than Naive Bayes.
The simple lexicon is not outperformed by Naive Bayes.
Naive Bayes does not outperform the simple lexicon.
Naive Bayes lacks a significant advantage over the simple lexicon.
Naive Bayes was not shown to be better than the simple lexicon.
Naive Bayes shows no improvement over the simple lexicon.
Naive Bayes beats the simple lexicon, but not significantly.
Naive Bayes might be better than the simple lexicon, but the test is inconclusive.
""".strip().splitlines()


@pytest.mark.parametrize("text", DENIALS)
def test_a_difference_that_was_found_is_not_to_be_denied(text):
    tested = {("Naive Bayes", "simple lexicon"): sign_test(90, 10, 100)}
    (finding,) = review_claims(text, tested)
    assert finding.sin == "denied" and f"p = {sign_test(90, 10, 100).pvalue:.2g}" in finding.advice
    # The same words are right where the test failed.
    assert sins(text, {("Naive Bayes", "simple lexicon"): sign_test(12, 10, 178)}) in (
        [],
        ["insignificant"],  # "beats ..., but not significantly": the first half claims too much
    )


@pytest.mark.parametrize(
    "text",
    """
    The simple lexicon is not significantly better than Naive Bayes.
    The simple lexicon does not outperform Naive Bayes.
    Naive Bayes is not only significantly better than the simple lexicon.
    Naive Bayes is not significantly better than the simple lexicon at the 0.001 level.
    Naive Bayes is significantly better than the simple lexicon at 0.05, but not at 0.001.
    Naive Bayes is significantly better than the simple lexicon. The second test was inconclusive.
    Without smoothing Naive Bayes is significantly better than the simple lexicon.
    With no smoothing Naive Bayes is better than the simple lexicon.
    Naive Bayes, which does not weigh words, is significantly better than the simple lexicon.
    Not surprisingly, Naive Bayes is significantly better than the simple lexicon.
    This does not mean that Naive Bayes is always better than the simple lexicon.
    It is not true that the comparison of Naive Bayes with the simple lexicon is inconclusive.
    We cannot say by how much Naive Bayes is better than the simple lexicon.
    """.strip().splitlines(),
)
def test_a_true_denial_or_none_meets_no_objection(text):
    assert sins(text) == []


def test_a_claim_is_held_to_the_level_that_it_states():
    text = "Naive Bayes is significantly better than the simple lexicon at {}."
    assert 0.001 < TESTED["Naive Bayes", "simple lexicon"].pvalue < 0.01
    for level in ("alpha = 0.01", "α = 0.05", "the 1 % level", "a significance level of 0.01"):
        assert sins(text.format(level)) == []
    for level in ("alpha = 0.001", "the 0.1 % level", "the 0.001 significance level", "α = 0,001"):
        assert sins(text.format(level)) == ["insignificant"]


def test_equality_beside_a_difference_is_told_what_was_found():
    text = "{} and the simple lexicon are equally good."
    (found,) = review_claims(text.format("Naive Bayes"), TESTED)
    assert found.sin == "equality" and "the test does show a difference" in found.advice
    tested = {("Naive Bayes", "simple lexicon"): sign_test(12, 10)}
    (failed,) = review_claims(text.format("Naive Bayes"), tested)
    assert failed.sin == "equality" and "inconclusive" in failed.advice


def test_too_few_items_and_error_rates_are_read_from_a_result():
    plain = dict(test="t", pvalue=0.01, alternative="two-sided", method="exact", n=9)
    few = {("A", "B"): Result(statistic=0.2, better=None, **plain)}
    assert sins("A is significantly better than B.", few) == ["insignificant"]
    assert sins("A is not significantly better than B.", few) == []
    (found,) = review_claims("A is significantly better than B.", few)
    assert "but too few data;" in found.advice
    errors = {("A", "B"): Result(statistic=-0.2, better="a", **plain)}
    assert sins("A is significantly better than B.", errors) == []
    assert sins("B is better than A.", errors) == ["direction"]


def test_the_four_sins_are_kinds_of_objection():
    assert len(FOUR_SINS) == 4 and set(FOUR_SINS) < set(SINS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Naive Bayes is significantly better than a linear SVM.", ["significant-untested"]),
        ("Naive Bayes outperforms a linear SVM.", ["untested"]),
        ("Naive Bayes beats every SVM that we know.", ["insignificant"]),
        ("Naive Bayes is better.", ["insignificant"]),  # than the one before
        ("It is better than Naive Bayes.", ["insignificant"]),
    ],
)
def test_what_follows_than_is_not_the_system_before(text, expected):
    before = "The magnitude lexicon is better than the simple lexicon. "
    assert sins(before + text) == expected


def test_as_another_is_too_is_no_claim_of_the_two():
    tested = {
        ("A", "B"): sign_test(90, 10),
        ("C", "B"): sign_test(80, 10),
        ("A", "C"): sign_test(12, 10),
    }
    assert sins("A is significantly better than B, as C is too.", tested) == []
    assert sins("A is significantly better than B, just as C is, too.", tested) == []
    assert sins("A is significantly better than B and C.", tested) == ["insignificant"]


#: Better, not significantly so, at exactly the level: p of each pair.
MISREAD = pd.DataFrame(
    [
        ("Naive Bayes", "lexicon", 0.001, 0.1),
        ("Naive Bayes", "SVM", 0.4, 0.02),
        ("SVM", "lexicon", 0.05, 0.08),
    ],
    columns=["system_a", "system_b", "pvalue", "gain"],
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Other words for better and worse.
        ("Naive Bayes achieves higher accuracy than the SVM.", ["insignificant"]),
        ("Naive Bayes achieves higher accuracy than the lexicon.", []),
        ("The lexicon achieves higher accuracy than Naive Bayes.", ["direction"]),
        ("Naive Bayes wins over the SVM.", ["insignificant"]),
        ("Naive Bayes wins on 60 reviews.", []),
        ("The SVM lags behind Naive Bayes.", ["insignificant"]),
        ("The lexicon lags behind Naive Bayes.", []),
        # "not significantly better", where p says otherwise.
        ("Naive Bayes is not significantly better than the lexicon.", ["denied"]),
        ("The lexicon is not significantly better than Naive Bayes.", []),
        ("Naive Bayes is not significantly better than the SVM.", []),
        # What follows "than" is another system than the one before.
        ("We counted the lexicon. Naive Bayes is better than a linear model.", ["untested"]),
        ("The lexicon is small. Naive Bayes is better than logistic regression.", ["untested"]),
        ("The lexicon is small. Naive Bayes achieves higher accuracy than a coin.", ["untested"]),
        # What is said of the system before is a claim of its own.
        ("Naive Bayes beats the lexicon, which in turn beats the SVM.", ["direction"]),
        ("Naive Bayes beats the lexicon, which is significantly worse than the SVM.", []),
        ("Naive Bayes beats the lexicon, which does not outperform the SVM.", []),
        (
            "The SVM beats the lexicon, which the SVM contains. It beats Naive Bayes.",
            ["insignificant"],
        ),
        ("Naive Bayes beats the lexicon, which lacks words. It beats the SVM.", ["insignificant"]),
        ("The lexicon, which is worse than the SVM, is worse than Naive Bayes.", []),
        # What is wanted is not claimed.
        ("We want to find the better system.", []),
        ("We want to find the better of Naive Bayes and the SVM.", []),
        ("Our aim is to beat the SVM.", []),
        ("Is Naive Bayes better than the SVM?", []),
        # p at exactly the level, and nearly there.
        ("The SVM is significantly better than the lexicon (p = .05).", []),
        ("The SVM is significantly better than the lexicon at p < 0.01.", ["insignificant"]),
        ("The SVM does not significantly outperform the lexicon (p = 0.05).", ["denied"]),
        ("Naive Bayes shows a trend towards better accuracy than the SVM.", ["insignificant"]),
        ("Naive Bayes is not even marginally significantly better than the SVM.", []),
        ("Naive Bayes outperforms all other systems.", ["insignificant"]),
        ("Naive Bayes vs. the SVM: the difference is significant.", ["insignificant"]),
        ("Naive Bayes (0.81) > SVM (0.80).", ["insignificant"]),
        ("The p-value shows that Naive Bayes and the SVM are the same.", ["equality"]),
        # What others report is no claim of one's own, unless it stands behind one.
        ("Naive Bayes outperforms the SVM, as previous work found.", ["insignificant"]),
        ("Naive Bayes beats the SVM that Smith et al. (2020) report.", ["insignificant"]),
        (
            "Smith et al. report that Naive Bayes beats the SVM, as our test shows.",
            ["insignificant"],
        ),
        ("Smith et al. report that Naive Bayes beats the SVM, but we see no gain.", []),
        ("Naive Bayes drops below the SVM.", ["insignificant"]),
        ("Naive Bayes > the SVM.", ["insignificant"]),
        ("The lexicon < the SVM.", []),
        ("Naive Bayes excels the SVM.", ["insignificant"]),
        # Of no system is said that it is better.
        ("None of the systems is significantly better than Naive Bayes.", []),
        ("None of the systems is significantly better than the lexicon.", ["denied", "denied"]),
        ("No system outperforms the SVM.", []),
        ("No difference was significant.", []),
        ("The chance that Naive Bayes is not better than the SVM is 3 %.", ["null"]),
        # A p that no test has found, and one that is none.
        ("Naive Bayes differs from the SVM (p < .05).", ["insignificant"]),
        ("Naive Bayes vs. the SVM: p = 0.02.", ["insignificant"]),
        ("Naive Bayes vs. the SVM: p = 0.4.", []),
        ("Naive Bayes vs. the lexicon: p < .05.", []),
        ("Naive Bayes vs. the SVM: p < 0.05 before, p < 0.1 after correction.", []),
        ("The p-value equals 0.", ["zero"]),
        ("Naive Bayes vs. the lexicon: p-value: 0.000.", ["zero"]),
        ("The p-value was 0.0.", ["zero"]),
    ],
)
def test_words_that_were_misread(text, expected):
    assert sins(text, MISREAD) == expected


def test_a_denial_against_a_bare_p():
    bare = {("Naive Bayes", "lexicon"): 0.001}
    assert sins("Naive Bayes is not significantly better than the lexicon.", bare) == ["denied"]
    assert sins(
        "There is no significant difference between Naive Bayes and the lexicon.", bare
    ) == ["denied"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The difference is not significant (p = 0.01).", ["denied"]),
        ("The difference is not significant (p < .05).", ["denied"]),
        ("The difference is not significant (p > .05).", []),
        ("The difference is not significant (p = 0.31).", []),
        ("The difference is not significant at the 0.001 level (p = 0.01).", []),
        ("The difference is not significant after Holm's correction (p = 0.03).", []),
        ("Not significant: p = 0,03.", ["denied"]),
    ],
)
def test_a_p_in_the_text_that_says_otherwise(text, expected):
    assert sins(text, {}) == expected


@pytest.mark.parametrize(
    ("names", "text", "expected"),
    [
        (("A", "B"), "A is a better system than B.", ["insignificant"]),
        (("A", "B"), "B outperforms a linear model.", ["untested"]),
        (("BERT", "GPT"), "BERT-large outperforms BERT.", ["untested"]),
        (("BERT", "GPT"), "BERT's accuracy is higher than GPT's.", ["insignificant"]),
        (("best-of-5", "improved CRF"), "best-of-5 is slower than the improved CRF.", []),
        (("best-of-5", "improved CRF"), "best-of-5 beats the improved CRF.", ["insignificant"]),
        (("NB 0.125", "SVM"), "NB 0.125 reaches 0.71.", []),
        (("Naive Bayes", "SVM"), "Na\u00efve Bayes is better than the SVM.", ["insignificant"]),
        (("Naive Bayes", "SVM"), "naive-bayes is better than the SVM.", ["insignificant"]),
        (("a+b (best)", "c*"), "a+b (best) is better than c*.", ["insignificant"]),
    ],
)
def test_names_are_names_and_no_words(names, text, expected):
    assert sins(text, {names: 0.3}, n=200) == expected


@pytest.mark.parametrize(
    "filler",
    [
        "x" * 300_000,
        "1" * 300_000,
        "good " * 20_000,
        "A beats B " * 9_000,
        r"\begin{tabular} " * 20_000,
    ],
)
def test_words_and_sentences_without_an_end_are_read_in_bounded_time(filler):
    """A picture in base 64, or a text that was cut out of a table."""
    tested = {("A", "B"): sign_test(30, 24)}
    begun = time.process_time()
    findings = review_claims(f"We thank our readers.\n\n{filler}\n\nA outperforms B.", tested)
    assert findings[-1].phrase == "A outperforms B"
    assert time.process_time() - begun < 20  # 3 s on a quiet machine; minutes before


def test_names_of_systems_may_be_longer_than_words():
    long = "run-" + "x" * 300
    (finding,) = review_claims(f"{long} outperforms B.", {(long, "B"): sign_test(30, 24)})
    assert finding.sin == "insignificant"
