"""What a result says, and what it must not say."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from labkit.significance import Result
from labkit.significance.result import favoured, monte_carlo_interval


def result(**changes):
    facts = dict(
        test="sign test", statistic=3, pvalue=0.04, alternative="two-sided", method="exact", n=20
    )
    return Result(**{**facts, **changes})


def test_a_result_has_a_dozen_facts():
    assert len(dataclasses.fields(Result)) == 12


OPEN = "The comparison of A with B is inconclusive at alpha = 0.05 (p = "
#: What a test found, the system that it favours, and how its claim begins.
CLAIMS = [
    (dict(), "a", "A is significantly better than B at alpha = 0.05 (p = 0.0400)."),
    (dict(statistic=-1e-9), "b", "B is significantly better than A at"),
    (dict(statistic=-3, alternative="greater"), "a", "A is significantly better than B at"),
    (dict(statistic=3, alternative="less"), "b", "B is significantly better than A at"),
    (dict(better="b"), "b", "B is significantly better than A at"),
    (dict(pvalue=0.05), "a", "A is significantly better than B at alpha = 0.05 (p = 0.0500)."),
    (dict(pvalue=0.0500001), "a", OPEN + "0.0500)."),
    (dict(pvalue=0.06, better=None), None, OPEN + "0.0600)."),
    (dict(better=None), None, OPEN + "0.0400): too few data"),
    (dict(pvalue=0.05, better=None), None, OPEN + "0.0500): too few data"),
    (dict(statistic=0), None, OPEN + "0.0400)"),
]


@pytest.mark.parametrize("facts, better, claim", CLAIMS)
def test_claims_are_the_slides_words(facts, better, claim):
    found = result(**facts)
    assert found.better == better
    assert found.claim("A", "B").startswith(claim)
    assert found.is_significant() == ("significantly" in claim)
    assert result(**{**facts, "pvalue": 1e-9}).is_significant() == (better is not None)


@pytest.mark.parametrize("higher_is_better, winner, loser", [(True, "a", "b"), (False, "b", "a")])
def test_whom_a_test_favours(higher_is_better, winner, loser):
    for gain, alternative, expected in (
        (0.2, "two-sided", winner),
        (-0.2, "two-sided", loser),
        (0, "two-sided", None),
        (-0.2, "greater", winner),
        (0.2, "less", loser),
    ):
        assert favoured(gain, alternative, higher_is_better) == expected


@given(st.floats(0, 1), st.floats(-5, 5), st.sampled_from(["two-sided", "greater", "less"]))
def test_no_claim_of_equality(pvalue, statistic, alternative):
    found = result(pvalue=pvalue, statistic=statistic, alternative=alternative)
    claim = found.claim("A", "B")
    significant = pvalue <= 0.05 and (bool(statistic) or alternative != "two-sided")
    assert ("significantly better" in claim) == significant != ("inconclusive" in claim)
    assert "equal" not in claim and found.confidence == 1 - pvalue


@pytest.mark.parametrize("alpha", [0, 1, -0.1, 5, float("nan"), "0.05", None])
def test_alpha_must_be_a_level(alpha):
    error = ValueError if isinstance(alpha, int | float) else TypeError
    for call in (lambda: result().is_significant(alpha), lambda: result().claim("A", "B", alpha)):
        with pytest.raises(error, match="^alpha must be "):
            call()


def test_a_result_is_written_on_one_line_and_as_a_table():
    sampled = result(
        test="a < b",
        method="monte-carlo",
        n_resamples=1000,
        n_extreme=39,
        seed=7,
        note="<script> & so on",
    )
    assert repr(sampled) == (
        "<a < b: difference = 3, p = 0.0400 (two-sided), 95 % interval of p = 0.0279 to 0.0529, "
        "method = monte-carlo, n = 20 items, extreme = 39 of 1000 resamples, seed = 7, "
        "note <script> & so on>"
    )
    assert repr(result(statistic=494.0)) == (
        "<sign test: difference = 494, p = 0.0400 (two-sided), method = exact, n = 20 items>"
    )
    card = sampled._repr_html_()
    assert "<b>a &lt; b</b>" in card and "&lt;script&gt;" in card and "<script>" not in card
    assert card.count("<tr>") == 8 and "0.0400 (two-sided)" in card and "20 items" in card


def test_a_p_of_zero_is_shown_as_a_bound():
    none_extreme = result(pvalue=0.0, method="monte-carlo", n_resamples=10**6, n_extreme=0)
    assert "p < 10⁻⁶ (two-sided)" in repr(none_extreme)
    assert none_extreme.claim("A", "B").endswith("at alpha = 0.05 (p < 10⁻⁶).")
    assert "p < 10⁻³⁰⁰" in repr(result(pvalue=0.0))


def test_results_are_frozen_and_comparable():
    with pytest.raises(dataclasses.FrozenInstanceError):
        result().pvalue = 0
    assert result() == result() != result(pvalue=0.05)
    assert dataclasses.replace(result(), better=None).better is None


@given(st.integers(0, 500), st.integers(1, 500))
def test_interval_is_clopper_pearson(extreme, more):
    trials = extreme + more
    expected = stats.binomtest(extreme, trials).proportion_ci(0.95, method="exact")
    found = result(n_resamples=trials, n_extreme=extreme).pvalue_interval
    assert found == pytest.approx((expected.low, expected.high), rel=1e-7, abs=1e-12)
    assert monte_carlo_interval(trials, trials)[1] == 1
    assert result(n_resamples=trials).pvalue_interval is None is result().pvalue_interval
