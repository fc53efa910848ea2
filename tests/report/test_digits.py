"""The digits that mean something, by brute force."""

from fractions import Fraction
from math import inf

import pytest
from scipy import stats

from labkit.report import meaningful_digits, rounded, smallest_significant_difference


def scan(n, alpha):
    """The first number of wins, without a loss, that is significant, ties split; a share of n, or none."""
    for wins in range(1, n + 1):
        half = -(-(n - wins) // 2)
        if stats.binomtest(half, wins + 2 * half).pvalue <= alpha:
            return Fraction(wins, n)
    return None


@pytest.mark.parametrize(("n", "alpha"), [(1, 0.05), (5, 0.05), (6, 0.05), (20, 0.05), (121, 0.01)])
def test_the_smallest_difference_is_that_of_a_scan(n, alpha):
    expected = scan(n, alpha)
    found = smallest_significant_difference(n, alpha)
    assert alpha != 0.05 or found == smallest_significant_difference(n)
    assert found == (inf if expected is None else float(expected))
    # A digit means something as long as five units of it are no smaller.
    most = [d for d in range(9) if expected and expected <= Fraction(5, 10**d)]
    assert meaningful_digits(n, alpha) == max(most, default=0)


@pytest.mark.parametrize(
    ("argument", "bad"),
    [
        *(("n", (n,)) for n in (0, -1, 2.5, True, "200")),
        *(("alpha", (200, alpha)) for alpha in (0, 1, -0.05, float("nan"))),
    ],
)
def test_bad_input_names_the_argument(argument, bad):
    for function in (smallest_significant_difference, meaningful_digits):
        with pytest.raises((ValueError, TypeError), match=f"{argument} must be"):
            function(*bad)


@pytest.mark.parametrize(
    ("score", "digits", "printed"),
    [
        (141 / 200, 2, "0.71"),
        (143 / 200, 2, "0.72"),
        (143 / 200 - 141 / 200, 2, "0.01"),
        (130 / 200 - 141 / 200, 2, "-0.06"),
        (0.6749999, 2, "0.67"),
        (0.005 - 1e-12, 2, "0.00"),
        (0.005 - 4e-13, 2, "0.01"),  # twelve digits count
        (1, 0, "1"),
        (1e-9, 3, "0.000"),
    ],
)
def test_a_half_is_rounded_away_from_0(score, digits, printed):
    assert rounded(score, digits) == printed


@pytest.mark.parametrize("score", [0.0, -0.0, -1e-15])
def test_nothing_has_no_sign_of_less(score):
    assert (rounded(score), rounded(score, signed=True)) == ("0.00", "+0.00")
    assert rounded(-0.001, signed=True) == "-0.00"
