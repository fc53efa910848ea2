"""The numbers of the demonstrations as words."""

import re

import pytest

from labkit import demos, sign_test
from labkit.demos.words import p_equation, render, show_score, show_share
from labkit.report import rounded
from labkit.significance import Result
from labkit.text import write_p


@pytest.mark.parametrize("plus", [12, 60, 600, 5000])
def test_p_is_printed_as_results_print_it(plus):
    result = sign_test(plus, 3)
    assert f"p = {write_p(result.pvalue)} (" in repr(
        result
    ) or f"p {write_p(result.pvalue)} (" in repr(result)
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


def test_a_difference_has_a_true_minus_and_nothing_no_sign():
    shown = [show_score(value, signed=True) for value in (-0.5, 0.5, -0.0, 0.004, -0.0049)]
    assert shown == ["−0.50", "+0.50", "0.00", "0.00", "0.00"]
    assert (show_score(-0.5), show_score(0.5), show_score(0.00123, 4)) == (
        "−0.50",
        "0.50",
        "0.0012",
    )


def test_a_score_is_rounded_as_in_every_table():
    halves = [0.705, 0.145, 0.125, 0.715 - 0.705, 0.285, 1.005]
    assert [show_score(half) for half in halves] == [rounded(half) for half in halves]
    assert [show_score(half) for half in halves[:3]] == ["0.71", "0.15", "0.13"]


#: What their readouts and pictures say of scores on so few items as a lecture has.
TOLD = ["shuffling", "sign_flips", "bootstrap", "smoothing", "confidence_vs_gain", "correlation"]


@pytest.mark.parametrize("name", TOLD)
def test_scores_are_told_in_whole_per_cents_as_the_lectures_promise(name):
    demo = getattr(demos, name)()
    for counter in ("shuffles", "resamples"):
        if counter in demo.controls:
            demo.controls[counter].value = 3
    # A p has its own rule, and a standard deviation is no score.
    said = re.sub(r"p (?:=|&lt;) [\d.e-]+|(?:s<sub>d.*?</p>)|t = .*?<br>", "", demo.readout.value)
    label = re.search('aria-label="([^"]*)"', demo.picture.value)[1]
    label = re.sub(
        r"standard deviation [\d.]+|these, solid, [\d.]+|they are .* Below|p = [\d.e-]+", "", label
    )
    found = re.findall(r"\d\.\d+", said) + re.findall(r"(?<!p below )\b0\.\d+", label)
    assert found and [number for number in found if len(number) > 4] == []


def test_a_score_of_more_digits_than_a_float_has_is_told_in_three():
    assert show_score(1e300) == "1e+300"
    assert show_score(-2.5e12, signed=True) == "−2.5e+12"
    assert show_score(2.5e12, signed=True) == "+2.5e+12"
    assert show_score(123456789.125) == "123456789.13"
