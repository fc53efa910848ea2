"""Triangles against scipy, digits by brute force, and claims good and bad."""

from fractions import Fraction
from itertools import combinations
from math import inf

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from labkit.report import (
    SINS,
    meaningful_digits,
    review_claims,
    significance_triangle,
    smallest_significant_difference,
)
from labkit.significance import Result, sign_test


def split_p(a, b):
    """The p-value of the sign test, ties split: scipy's binomial test of the two sides."""
    wins, losses = int(np.sum(a > b)), int(np.sum(a < b))
    half = -(-(len(a) - wins - losses) // 2)
    return stats.binomtest(half + wins, 2 * half + wins + losses).pvalue


# --- the significance triangle


@pytest.fixture(scope="module")
def systems():
    """Right and wrong of six systems on 150 items, from poor to good."""
    rng = np.random.default_rng(3)
    shares = (0.1, 0.5, 0.5, 0.6, 0.7, 0.9)
    return {f"S{i}": rng.random(150) < share for i, share in enumerate(shares)}


@pytest.fixture(scope="module")
def triangle(systems):
    return significance_triangle(systems, levels=(0.01, 0.1, 0.05))


def test_each_pair_has_the_p_value_of_a_sign_test(systems, triangle):
    found = triangle.pvalues.stack().dropna()
    assert set(found.index) == {(b, a) for a, b in combinations(systems, 2)}
    for (row, column), p in found.items():
        assert p == pytest.approx(split_p(systems[row], systems[column]), rel=1e-9)


def test_the_triangle_has_scores_in_its_margins(systems, triangle):
    margin = [f"{name} ({np.mean(right):.3f})" for name, right in systems.items()]
    for table in (triangle.table, triangle.differences):
        assert table.index.tolist() == margin[1:]
        assert table.columns.tolist() == margin[:-1]
    assert triangle.scores.to_dict() == pytest.approx({k: v.mean() for k, v in systems.items()})


def test_one_star_for_each_level_that_is_reached(systems, triangle):
    kinds = set()
    for (i, row), (j, column) in combinations(enumerate(systems), 2):
        p = split_p(systems[row], systems[column])
        stars = "*" * sum(p <= level for level in (0.1, 0.05, 0.01))
        kinds.add(stars)
        assert triangle.table.iloc[j - 1, i] == stars
    assert len(kinds) > 2
    assert triangle.caption.endswith("n = 150; * p ≤ 0.1, ** p ≤ 0.05, *** p ≤ 0.01")


def test_nothing_stands_above_the_diagonal(triangle):
    for table in (triangle.table, triangle.differences):
        assert not "".join(table.iloc[i, j] for i in range(5) for j in range(i + 1, 5))


def test_differences_are_row_less_column_with_their_sign():
    triangle = significance_triangle({"a": [1, 1, 1, 0], "b": [0, 0, 0, 0], "c": [1, 1, 1, 1]})
    assert triangle.differences.to_numpy().tolist() == [["-0.750", ""], ["+0.250", "+1.000"]]


def test_p_equal_to_a_level_earns_its_star():
    # Five wins and no loss: p = 2/32.
    scores = {"a": [0] * 5, "b": [1] * 5}
    assert significance_triangle(scores, levels=(0.0625,)).table.iloc[0, 0] == "*"
    assert significance_triangle(scores, levels=(0.0624,)).table.iloc[0, 0] == ""


def test_another_test_is_called_with_row_and_column():
    calls = []

    def test(a, b):
        calls.append((a.tolist(), b.tolist()))
        return Result("my test", float(a.mean() - b.mean()), 0.03, "two-sided", "exact", len(a))

    triangle = significance_triangle({"x": [1, 2], "y": [3, 4], "z": [5, 6]}, test)
    assert calls == [([3, 4], [1, 2]), ([5, 6], [1, 2]), ([5, 6], [3, 4])]
    assert triangle.table.to_numpy().tolist() == [["*", ""], ["*", "*"]]
    assert triangle.caption.startswith("my test, two-sided, n = 2;")


def test_print_html_and_latex_say_the_same(triangle):
    text, page, latex = repr(triangle), triangle._repr_html_(), triangle.to_latex()
    for name in triangle.table.index:
        assert name in text and name in page and name in latex
    assert triangle.caption in text and triangle.caption in page
    assert "Difference" in page and "Significance" in page  # neighbouring tables
    for size in triangle.differences.to_numpy().ravel():
        assert size in page
    assert r"p $\leq$ 0.05" in latex and latex.count(r"\\") == 6
    assert "***" in text and "***" in page and "***" in latex


def test_html_shows_names_and_not_what_they_could_do():
    page = significance_triangle({"<b>&": [1, 0], "plain": [0, 1]})._repr_html_()
    assert "&lt;b&gt;&amp;" in page and "<b>&" not in page


def test_latex_prints_names_with_signs_of_its_own():
    latex = significance_triangle({"tf_idf": [1, 0], "50% & more": [0, 1]}).to_latex()
    assert r"tf\_idf" in latex and r"50\% \& more" in latex


@pytest.mark.parametrize("scores", [{}, {"a": [1, 0]}, [[1, 0], [0, 1]], None])
def test_fewer_than_two_systems_are_an_error(scores):
    with pytest.raises(ValueError, match="scores: expected a dictionary of at least two systems"):
        significance_triangle(scores)


@pytest.mark.parametrize("levels", [(), (0.05, 0), (1,), (5,), (-0.05,), (float("nan"),)])
def test_bad_levels_are_named(levels):
    with pytest.raises(ValueError, match="levels: expected numbers between 0 and 1"):
        significance_triangle({"a": [1, 0], "b": [0, 1]}, levels=levels)


@pytest.mark.parametrize("other", [[1], [1, 0, 1], [], [float("nan"), 1]])
def test_scores_of_other_items_are_an_error(other):
    with pytest.raises(ValueError):
        significance_triangle({"a": [1, 0], "b": other})


# --- digits


def scan(n, alpha, policy):
    """The first number of wins, without a loss, that is significant; a share of n, or none."""
    for wins in range(1, n + 1):
        half = -(-(n - wins) // 2) if policy == "split" else 0
        if stats.binomtest(half, wins + 2 * half).pvalue <= alpha:
            return Fraction(wins, n)
    return None


@pytest.mark.parametrize("policy", ["split", "drop"])
@pytest.mark.parametrize(("n", "alpha"), [(1, 0.05), (5, 0.05), (6, 0.05), (37, 0.05), (121, 0.01)])
def test_the_smallest_difference_is_that_of_a_scan(n, alpha, policy):
    expected = scan(n, alpha, policy)
    found = smallest_significant_difference(n, alpha, policy)
    assert found == (inf if expected is None else float(expected))
    # A digit means something as long as five units of it are no smaller.
    most = [d for d in range(9) if expected and expected <= Fraction(5, 10**d)]
    assert meaningful_digits(n, alpha, policy) == max(most, default=0)


def test_more_items_allow_more_digits():
    digits = [meaningful_digits(n) for n in (5, 200, 5_000, 10**6)]
    assert digits == sorted(digits) and digits[0] == 0 and digits[-1] == 3
    assert meaningful_digits(200, ties_policy="drop") > meaningful_digits(200)
    assert meaningful_digits(300, alpha=0.5) > meaningful_digits(300)


@pytest.mark.parametrize("n", [0, -1, 2.0, True, "200", None])
def test_a_number_of_items_is_whole_and_positive(n):
    for function in (smallest_significant_difference, meaningful_digits):
        with pytest.raises(ValueError, match="n: expected a positive whole number"):
            function(n)


def test_bad_options_of_the_digits_are_named():
    for alpha in (0, 1, -0.05, float("nan")):
        with pytest.raises(ValueError, match="alpha"):
            meaningful_digits(200, alpha)
    with pytest.raises(ValueError, match="ties_policy"):
        meaningful_digits(200, ties_policy="ignore")


# --- the reading of claims

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
    "Naive Bayes reaches 0.71; it outperforms the magnitude lexicon. Deep networks are better.": [
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
    with pytest.raises(ValueError, match="text: expected a string"):
        review_claims(text, TESTED)


@pytest.mark.parametrize("comparisons", [None, [0.05], pd.DataFrame({"a": ["x"], "pvalue": [1.0]})])
def test_comparisons_are_pairs_or_a_table(comparisons):
    with pytest.raises(ValueError, match="comparisons: expected"):
        review_claims("", comparisons)
