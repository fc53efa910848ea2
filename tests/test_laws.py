"""Zipf's and Heaps' laws: counts by brute force, fits against scipy."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import curve_fit

from labkit.laws import PowerLaw, fit_heaps, fit_zipf, rank_frequency, vocabulary_growth

WORDS = st.sampled_from(["a", "film", "dull", "zest", "é", "don't"])
TWICE = vocabulary_growth([["so", "dull", "so", "dull"]])
SOME_WORDS = st.lists(st.lists(WORDS)).filter(any)


def log_line(x, y, sigma=None):
    """Slope and k of the line through logarithms, by scipy's iterations."""
    (slope, log_k), _ = curve_fit(lambda t, a, b: a * t + b, np.log(x), np.log(y), sigma=sigma)
    return pytest.approx((slope, np.exp(log_k)), rel=1e-6)


@given(SOME_WORDS)
def test_ranks_and_growth_are_brute_force_counts(reviews):
    text = [word for tokens in reviews for word in tokens]
    table = rank_frequency(iter(map(iter, reviews)))
    expected = sorted((-text.count(word), word) for word in set(text))
    assert list(zip(-table["frequency"], table["word"], strict=True)) == expected
    assert table.index.tolist() == list(range(1, len(expected) + 1))
    assert table.index.name == "rank"
    growth = vocabulary_growth(reviews)
    points = sorted({2**i for i in range(20) if 2**i <= len(text)} | {len(text)})
    assert growth.columns.tolist() == ["tokens", "types"]
    assert growth.to_numpy().tolist() == [[n, len(set(text[:n]))] for n in points]
    pd.testing.assert_frame_equal(vocabulary_growth(iter([iter(text)])), growth)


NO_WORDS = [
    *((bad, TypeError, "lists of words, as tokenize gives them")
      for bad in (["a film", "a dull film"], "a film", [["a"], float("nan")])),
    *((bad, ValueError, "at least one word") for bad in ([], [[], []])),
]  # fmt: skip


@pytest.mark.parametrize("count", [rank_frequency, vocabulary_growth])
@pytest.mark.parametrize("reviews, error, message", NO_WORDS)
def test_what_holds_no_words_is_refused(count, reviews, error, message):
    with pytest.raises(error, match=f"reviews must hold {message}"):
        count(reviews)


def test_zipf_agrees_with_scipy_s_weighted_fit():
    f = np.sort(np.random.default_rng(5).zipf(1.7, 500))[::-1].astype(float)
    law, ranks = fit_zipf(f), np.arange(1, 501)
    # A point of weight w is one that is known to within 1 / sqrt(w).
    assert (law.exponent, law.k) == log_line(ranks, f, sigma=f**-0.5)
    assert (law.exponent, law.k) != log_line(ranks, f)  # weighting is no detail here


@pytest.mark.parametrize("start, first", [(1, 0), (4, 2), (5, 3)])
def test_heaps_agrees_with_scipy_s_plain_fit_of_the_later_rows(start, first):
    growth = pd.DataFrame({"tokens": [1, 2, 4, 8, 16, 21], "types": [1, 2, 4, 6, 9, 11]})
    law = fit_heaps(growth, start=start)
    assert (law.exponent, law.k) == log_line(growth["tokens"][first:], growth["types"][first:])


def test_only_the_top_ranks_are_fitted_and_two_points_are_enough():
    frequencies = [1000, 400, 390, 100, 20, 1]
    assert fit_zipf(frequencies, top=4) == fit_zipf(frequencies[:4]) != fit_zipf(frequencies)
    assert fit_zipf(frequencies, top=2) == fit_zipf(frequencies[:2])
    long = pd.Series(range(10_005, 0, -1))
    assert fit_zipf(long) == fit_zipf(long[:10_000]) != fit_zipf(long[:9_999])
    assert fit_heaps(TWICE, start=2).exponent == pytest.approx(0.0, abs=1e-12)


def test_a_law_predicts_numbers_and_arrays_of_whole_numbers():
    law = PowerLaw(k=12.0, exponent=-1.0)
    assert law(4) == 3.0 and law(np.array([1, 2, 3])).tolist() == [12.0, 6.0, 4.0]


NAN = float("nan")
BAD = [
    *((fit_zipf, (bad,), "frequencies must") for bad in ([], [7], [[3, 2], [2, 1]])),
    *((fit_zipf, (bad,), "frequencies must be positive") for bad in ([3, 2, 0], [3, -1], [1, 2])),
    (fit_zipf, ([5, 3, 4],), "frequencies must be positive numbers with the largest first"),
    *((fit_zipf, (bad,), "frequencies must be finite") for bad in ([NAN, 2], [3, NAN, 1])),
    *((fit_zipf, ([3, 2, 1], top), "top must be a whole .* at least 2") for top in (1, 0, -1)),
    (fit_heaps, (TWICE, 3), "growth must have at least 2 rows with 3 tokens or more, not 1"),
    (fit_heaps, (TWICE[["tokens"]],), "growth must be .* not one without 'types'"),
]


@pytest.mark.parametrize("fit, arguments, message", BAD)
def test_bad_input_is_named(fit, arguments, message):
    with pytest.raises(ValueError, match=message):
        fit(*arguments)
