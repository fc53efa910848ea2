"""How numbers and names are written."""

import pytest

from labkit.text import (
    equation,
    join_words,
    plain,
    round_p,
    shorten,
    write_interval,
    write_p,
    write_share,
)


@pytest.mark.parametrize(
    "p, n_resamples, exactly, rounded",
    [
        (0.999, None, "0.999", "1"),
        (0.995, None, "0.995", "1"),
        (0.0351562, None, "0.0352", "0.035"),
        (0.001, None, "0.001", "0.001"),
        (9.5e-7, 2**20, "9.5e-07", "< 0.001"),
        (0.0, 10_000, "< 0.0001", "< 0.001"),
        (0.0, None, "< 1e-300", "< 0.001"),
    ],
)
def test_p_is_never_written_as_zero(p, n_resamples, exactly, rounded):
    assert (write_p(p, n_resamples), round_p(p)) == (exactly, rounded)


WRITTEN = [
    (equation, ("p", write_p(0.25)), "p = 0.25"),
    (equation, ("corrected p", round_p(1e-9)), "corrected p < 0.001"),
    (write_interval, (3, 0.123456), "3 to 0.123"),
    (plain, ("a\tb",), "a b"),
    (plain, ("",), "⟨no name⟩"),
    (plain, (7,), "7"),
    (plain, ("x\u202ey",), "x⟨U+202E⟩y"),
    (plain, ("👩\u200d🔬",), "👩\u200d🔬"),
    (shorten, ("a" * 24,), "a" * 24),
    (shorten, ("a" * 25,), f"{'a' * 11}…{'a' * 11}"),
    (write_share, (0.126,), "13\N{NO-BREAK SPACE}%"),
    (shorten, ("abcdefghij", 7), "abc…hij"),
    (join_words, ("a",), "a"),
    (join_words, ("ab",), "a and b"),
    (join_words, ("abc",), "a, b and c"),
]


@pytest.mark.parametrize("write, given, text", WRITTEN)
def test_numbers_and_names_are_written(write, given, text):
    assert write(*given) == text


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0, "0 %"), (1, "100 %"), (4e-4, "< 0.1 %"), (5.1e-4, "0.1 %"), (0.9994, "99.9 %"), (0.9996, "> 99.9 %")],
)  # fmt: skip
def test_only_what_never_happens_is_0_percent(share, shown):
    assert write_share(share, 1).replace("\N{NO-BREAK SPACE}", " ") == shown
