"""The numbers of the demonstrations as words."""

import pytest

from labkit import sign_test
from labkit.demos.words import p_equation, show_score


@pytest.mark.parametrize("plus", [12, 60, 600, 5000])
def test_p_is_printed_as_results_print_it(plus):
    result = sign_test(plus, 3)
    assert p_equation(result.pvalue) in result.claim("a", "b")


def test_p_is_never_zero():
    given = (0, 500), (0.0,), (5e-324,)
    assert [p_equation(*p) for p in given] == ["p < 0.002", "p < 1e-300", "p = 4.94e-324"]


def test_a_difference_has_a_true_minus_and_nothing_no_sign():
    shown = [show_score(value, signed=True) for value in (-0.5, 0.5, -0.0, 0.004, -0.0049)]
    assert shown == ["−0.50", "+0.50", "0.00", "0.00", "0.00"]
    plain = [show_score(-0.5), show_score(0.5), show_score(0.00123, 4)]
    assert plain == ["−0.50", "0.50", "0.0012"]
