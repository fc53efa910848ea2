"""The numbers of the demonstrations as words."""

import pytest

from labkit import sign_test
from labkit.demos.words import p_equation, render, show_p, show_share, signed
from labkit.significance import Result


@pytest.mark.parametrize("plus", [12, 60, 600, 5000])
def test_p_is_printed_as_results_print_it(plus):
    result = sign_test(plus, 3)
    assert f"p = {show_p(result.pvalue)} (" in repr(
        result
    ) or f"p {show_p(result.pvalue)} (" in repr(result)
    assert p_equation(result.pvalue) in result.claim("a", "b")


def test_p_is_never_zero():
    sampled = Result("t", 1.0, 0.0, "greater", "monte-carlo", 9, n_resamples=500, n_extreme=0)
    assert p_equation(0, 500) == "p < 0.002" and "p < 0.002" in repr(sampled)
    assert p_equation(0.0) == "p < 1e-300"
    assert p_equation(5e-324) == "p = 4.94e-324"
    assert render("error.html", message=p_equation(0)).count("p &lt; 1e-300") == 1


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0, "0 %"), (1, "100 %"), (4e-4, "< 0.1 %"), (5.1e-4, "0.1 %"), (0.9994, "99.9 %"), (0.9996, "> 99.9 %")],
)  # fmt: skip
def test_only_what_never_happens_is_0_percent(share, shown):
    assert show_share(share).replace("\N{NO-BREAK SPACE}", " ") == shown


def test_a_difference_has_a_true_minus():
    assert (signed(-0.5, 2), signed(0.5, 2)) == ("−0.50", "+0.50")
