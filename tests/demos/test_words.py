"""The numbers of the demonstrations as words."""

import re

import pytest

from labkit import demos, sign_test
from labkit.demos.words import p_equation, show_score
from labkit.report import rounded
from labkit.significance import Result
from labkit.text import write_p


@pytest.mark.parametrize("plus", [12, 60, 600, 5000])
def test_p_is_printed_as_results_print_it(plus):
    result = sign_test(plus, 3)
    assert re.search(rf"p( =)? {re.escape(write_p(result.pvalue))} \(", repr(result))
    assert p_equation(result.pvalue) in result.claim("a", "b")


def test_p_is_never_zero():
    sampled = Result("t", 1.0, 0.0, "greater", "monte-carlo", 9, n_resamples=500, n_extreme=0)
    assert p_equation(0, 500) == "p < 0.002" and "p < 0.002" in repr(sampled)
    assert p_equation(0.0) == "p < 1e-300"
    assert p_equation(5e-324) == "p = 4.94e-324"


def test_a_difference_has_a_true_minus_and_nothing_no_sign():
    shown = [show_score(value, signed=True) for value in (-0.5, 0.5, -0.0, 0.004, -0.0049)]
    assert shown == ["−0.50", "+0.50", "0.00", "0.00", "0.00"]
    plain = show_score(-0.5), show_score(0.5), show_score(0.00123, 4)
    assert plain == ("−0.50", "0.50", "0.0012")


def test_a_score_is_rounded_as_in_every_table():
    halves = [0.705, 0.145, 0.125, 0.715 - 0.705, 0.285, 1.005]
    assert [show_score(half) for half in halves] == [rounded(half) for half in halves]
    assert [show_score(half) for half in halves[:3]] == ["0.71", "0.15", "0.13"]


#: Those whose readouts tell of scores on so few items as a lecture has.
TOLD = ["shuffling", "sign_flips", "bootstrap", "smoothing"]


@pytest.mark.parametrize("name", TOLD)
def test_scores_are_told_in_whole_per_cents_as_the_lectures_promise(name):
    # A p has its own rule.
    said = re.sub(r"[pP] [=<] [\d.e-]+", "", getattr(demos, name)().readout())
    found = re.findall(r"\d\.\d+", said)
    assert found and [number for number in found if len(number) > 4] == []
