"""How numbers and names are written."""

import pytest

from labkit import text

#: p, of how many resamples; written with three digits, and rounded.
P = [
    (0.999, None, "0.999", "1"),
    (0.995, None, "0.995", "1"),
    (0.0351562, None, "0.0352", "0.035"),
    (0.02, None, "0.0200", "0.02"),
    (1, None, "1", "1"),
    (0.001, None, "0.00100", "0.001"),
    (9.5e-7, 2**20, "9.50 × 10⁻⁷", "< 0.001"),
    (0.0, 10_000, "< 0.0001", "< 0.001"),
    (1e-6, None, "1.00 × 10⁻⁶", "< 0.001"),
    (0.0, 10**6, "< 10⁻⁶", "< 0.001"),
    (0.0, None, "< 10⁻³⁰⁰", "< 0.001"),
]


@pytest.mark.parametrize("p, n_resamples, exactly, rounded", P)
def test_p_is_never_written_as_zero(p, n_resamples, exactly, rounded):
    assert (text.write_p(p, n_resamples), text.round_p(p)) == (exactly, rounded)


WRITTEN = [
    (text.equation, ("p", "0.25"), "p = 0.25"),
    (text.equation, ("corrected p", "< 0.001"), "corrected p < 0.001"),
    (text.write_interval, (3, 0.16), "3.00 to 0.160"),
    (text.write_interval, (-120, 1e-7), "-120 to 1.00 × 10⁻⁷"),
    (text.plain, ("a\tb",), "a b"),
    (text.plain, ("",), "⟨no name⟩"),
    (text.plain, (7,), "7"),
    (text.plain, ("x\u202ey",), "x⟨U+202E⟩y"),
    (text.plain, ("👩\u200d🔬",), "👩\u200d🔬"),
    (text.shorten, ("a" * 24,), "a" * 24),
    (text.shorten, ("a" * 25,), f"{'a' * 11}…{'a' * 11}"),
    (text.shorten, ("abcdefghij", 7), "abc…hij"),
    (text.join_words, ("a",), "a"),
    (text.join_words, ("ab",), "a and b"),
    (text.join_words, ("abc",), "a, b and c"),
    (text.write_share, (0.126,), "13\xa0%"),
    # Only what never happens is 0 %.
    (text.write_share, (0, 1), "0\xa0%"),
    (text.write_share, (1, 1), "100\xa0%"),
    (text.write_share, (4e-4, 1), "< 0.1\xa0%"),
    (text.write_share, (5.1e-4, 1), "0.1\xa0%"),
    (text.write_share, (0.9994, 1), "99.9\xa0%"),
    (text.write_share, (0.9996, 1), "> 99.9\xa0%"),
]


@pytest.mark.parametrize("write, given, written", WRITTEN)
def test_numbers_and_names_are_written(write, given, written):
    assert write(*given) == written
