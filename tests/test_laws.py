"""Zipf's and Heaps' laws: counts by brute force, fits against scipy and exact laws."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import curve_fit

from labkit.laws import PowerLaw, fit_heaps, fit_zipf, rank_frequency, vocabulary_growth

REVIEWS = st.lists(st.lists(st.sampled_from(["a", "film", "dull", "zest", "é", "don't"])))
SOME_WORDS = REVIEWS.filter(any)


def joined(reviews):
    return [token for tokens in reviews for token in tokens]


def log_line(x, y, sigma=None):
    """Slope and k of the line through logarithms, by scipy's iterations."""
    (slope, log_k), _ = curve_fit(lambda t, a, b: a * t + b, np.log(x), np.log(y), sigma=sigma)
    return slope, np.exp(log_k)


# --- counting


@given(SOME_WORDS)
def test_ranks_are_brute_force_counts(reviews):
    text, table = joined(reviews), rank_frequency(reviews)
    expected = sorted((-text.count(word), word) for word in set(text))
    assert list(zip(-table["frequency"], table["word"], strict=True)) == expected
    assert table.index.tolist() == list(range(1, len(expected) + 1))
    assert table.index.name == "rank"


@pytest.mark.parametrize("reviews", [["a film", "a dull film"], "a film", [["a"], float("nan")]])
@pytest.mark.parametrize("count", [rank_frequency, vocabulary_growth])
def test_letters_of_a_text_are_not_counted_for_words(count, reviews):
    with pytest.raises(TypeError, match="reviews must hold lists of words, as tokenize gives them"):
        count(reviews)


def test_equally_frequent_words_are_in_alphabetical_order():
    table = rank_frequency([["zest", "film"], ["dull", "zest", "film", "an"]])
    assert table["word"].tolist() == ["film", "zest", "an", "dull"]


@given(SOME_WORDS)
def test_growth_is_counted_anew_at_each_power_of_two(reviews):
    text = joined(reviews)
    points = sorted({2**i for i in range(20) if 2**i <= len(text)} | {len(text)})
    table = vocabulary_growth(reviews)
    assert table.columns.tolist() == ["tokens", "types"]
    assert table.to_numpy().tolist() == [[n, len(set(text[:n]))] for n in points]


def test_growth_does_not_depend_on_where_reviews_end():
    text = ["the", "film", "is", "the", "film", "that", "the", "dull", "are", "dull", "about"]
    whole = vocabulary_growth([text])
    pd.testing.assert_frame_equal(vocabulary_growth([text[:3], [], text[3:4], text[4:]]), whole)
    pd.testing.assert_frame_equal(vocabulary_growth(iter([iter(text)])), whole)


@pytest.mark.parametrize("count", [rank_frequency, vocabulary_growth])
@pytest.mark.parametrize("reviews", [[], [[]], [[], []]])
def test_no_words_are_an_error(count, reviews):
    with pytest.raises(ValueError, match="reviews must hold at least one word"):
        count(reviews)


# --- fitting


@given(st.floats(1, 1e7), st.floats(0.1, 3), st.integers(2, 300))
def test_an_exact_zipf_law_is_found_whatever_the_weights(k, alpha, n):
    law = fit_zipf([k / rank**alpha for rank in range(1, n + 1)])
    assert (law.k, -law.exponent) == pytest.approx((k, alpha), rel=1e-6)


@given(st.floats(0.5, 100), st.floats(0.1, 1))
def test_an_exact_heaps_law_is_found(k, beta):
    tokens = 2 ** np.arange(12)
    law = fit_heaps(pd.DataFrame({"tokens": tokens, "types": k * tokens**beta}))
    assert (law.k, law.exponent) == pytest.approx((k, beta), rel=1e-6)


FREQUENCIES = st.lists(st.integers(1, 10**6), min_size=3, max_size=60, unique=True).map(
    lambda numbers: sorted(numbers, reverse=True)
)


@given(FREQUENCIES)
def test_the_residuals_of_zipf_balance_when_weighted_by_frequency(frequencies):
    # What makes a weighted least-squares line: sum(w r) = sum(w r log rank) = 0.
    law, f = fit_zipf(frequencies), np.array(frequencies, dtype=float)
    ranks = np.arange(1, len(f) + 1)
    pull = f * (np.log(f) - np.log(law.k) - law.exponent * np.log(ranks))
    scale = np.sum(f * np.log(f + 1)) * np.log(len(f))
    assert abs(pull.sum()) < 1e-9 * scale
    assert abs(np.sum(pull * np.log(ranks))) < 1e-9 * scale


def test_zipf_agrees_with_scipy_s_weighted_fit():
    rng = np.random.default_rng(5)
    f = np.sort(rng.zipf(1.7, 500))[::-1].astype(float)
    law = fit_zipf(f)
    # A point of weight w is one that is known to within 1 / sqrt(w).
    slope, k = log_line(np.arange(1, 501), f, sigma=f**-0.5)
    assert (law.exponent, law.k) == pytest.approx((slope, k), rel=1e-6)
    plain = log_line(np.arange(1, 501), f)
    assert abs(plain[0] - slope) > 0.05  # weighting is no detail here


def test_heaps_agrees_with_scipy_s_plain_fit_of_the_later_rows():
    growth = pd.DataFrame({"tokens": [1, 2, 4, 8, 16, 21], "types": [1, 2, 4, 6, 9, 11]})
    for start, rows in ((1, slice(0, None)), (4, slice(2, None)), (5, slice(3, None))):
        law = fit_heaps(growth, start=start)
        slope, k = log_line(growth["tokens"][rows], growth["types"][rows])
        assert (law.exponent, law.k) == pytest.approx((slope, k), rel=1e-6)


def test_only_the_top_ranks_are_fitted():
    frequencies = [1000, 400, 390, 100, 20, 1]
    assert fit_zipf(frequencies, top=4) == fit_zipf(frequencies[:4])
    assert fit_zipf(frequencies, top=4) != fit_zipf(frequencies)
    assert fit_zipf(pd.Series(frequencies)) == fit_zipf(frequencies, top=10_000)


def test_a_law_predicts_numbers_and_arrays_of_whole_numbers():
    law = PowerLaw(k=12.0, exponent=-1.0)
    assert law(4) == 3.0
    assert law(np.array([1, 2, 3])).tolist() == [12.0, 6.0, 4.0]
    assert PowerLaw(k=2.0, exponent=0.5)([0, 9]).tolist() == [0.0, 6.0]


# --- bad input


@pytest.mark.parametrize("frequencies", [[], [7], [[3, 2], [2, 1]]])
def test_zipf_wants_two_frequencies_in_one_sequence(frequencies):
    with pytest.raises(ValueError, match="frequencies must"):
        fit_zipf(frequencies)


@pytest.mark.parametrize(
    "frequencies",
    [
        [3, 2, 0],
        [3, -1],
        [1, 2],
        [5, 3, 4],
        [np.nan, 2],
        [3, np.nan, 1],
        [np.inf, 2],
    ],
)
def test_zipf_wants_positive_numbers_in_descending_order(frequencies):
    with pytest.raises(ValueError, match="frequencies must be (positive|finite)"):
        fit_zipf(frequencies)


@pytest.mark.parametrize("top", [1, 0, -1])
def test_zipf_wants_two_ranks(top):
    with pytest.raises(ValueError, match="top must be a whole number and at least 2"):
        fit_zipf([3, 2, 1], top=top)


def test_heaps_wants_two_rows():
    growth = vocabulary_growth([["so", "dull", "so", "dull"]])
    with pytest.raises(
        ValueError, match="growth must have at least 2 rows with 3 tokens or more, not 1"
    ):
        fit_heaps(growth, start=3)
    with pytest.raises(ValueError, match="growth must be .* not one without 'types'"):
        fit_heaps(growth[["tokens"]])
    assert fit_heaps(growth, start=2).exponent == pytest.approx(0.0, abs=1e-12)
