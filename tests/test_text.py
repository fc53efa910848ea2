"""How numbers and names are written."""

import pytest

from labkit.text import equation, join_words, plain, round_p, shorten, write_interval, write_p


@pytest.mark.parametrize(
    ("p", "n_resamples", "exactly", "rounded"),
    [
        (1.0, None, "1", "1"),
        (0.999, None, "0.999", "1"),
        (0.0351562, None, "0.0352", "0.035"),
        (0.001, None, "0.001", "0.001"),
        (9.5e-7, 2**20, "9.5e-07", "< 0.001"),
        (0.0, 10_000, "< 0.0001", "< 0.001"),
        (0.0, None, "< 1e-300", "< 0.001"),
    ],
)
def test_p_is_never_written_as_zero(p, n_resamples, exactly, rounded):
    assert write_p(p, n_resamples) == exactly
    assert round_p(p) == rounded


def test_an_equation_is_an_inequality_where_the_value_is_one():
    assert equation("p", write_p(0.25)) == "p = 0.25"
    assert equation("corrected p", round_p(1e-9)) == "corrected p < 0.001"


def test_an_interval_keeps_whole_numbers_and_rounds_others():
    assert write_interval(3, 0.123456) == "3 to 0.123"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("a\tb", "a b"),
        ("", "⟨no name⟩"),
        (7, "7"),
        ("x\u202ey", "x⟨U+202E⟩y"),
        ("👩\u200d🔬", "👩\u200d🔬"),
    ],
)
def test_a_name_hides_nothing(name, shown):
    assert plain(name) == shown


def test_a_long_name_keeps_both_ends():
    assert shorten("a" * 24) == "a" * 24
    assert shorten("abcdefghij", 7) == "abc…hij"


@pytest.mark.parametrize(("words", "text"), [("a", "a"), ("ab", "a and b"), ("abc", "a, b and c")])
def test_words_are_joined_as_in_a_sentence(words, text):
    assert join_words(words) == text
