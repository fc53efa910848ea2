"""What a result says, and what it must not say."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from labkit.significance import Result
from labkit.significance.result import monte_carlo_interval


def result(**changes):
    facts = dict(
        test="sign test", statistic=3, pvalue=0.04, alternative="two-sided", method="exact", n=20
    )
    return Result(**{**facts, **changes})


def test_claims_are_the_slides_words():
    assert (
        result().claim("A", "B") == "A is significantly better than B at alpha = 0.05 (p = 0.04)."
    )
    assert result(statistic=-3).claim("A", "B").startswith("B is significantly better than A")
    failed = result().claim("A", "B", alpha=0.01)
    assert failed == "The comparison of A with B is inconclusive at alpha = 0.01 (p = 0.04)."


@given(
    st.floats(0, 1),
    st.floats(-5, 5),
    st.sampled_from(["two-sided", "greater", "less"]),
    st.booleans(),
)
def test_no_claim_of_equality(pvalue, statistic, alternative, higher):
    claim = result(
        pvalue=pvalue, statistic=statistic, alternative=alternative, higher_is_better=higher
    ).claim("A", "B")
    someone_is_ahead = bool(statistic) or alternative != "two-sided"
    assert ("significantly better" in claim) == (pvalue <= 0.05 and someone_is_ahead)
    assert ("inconclusive" in claim) == (pvalue > 0.05 or not someone_is_ahead)
    assert "equal" not in claim


@pytest.mark.parametrize("higher, winner", [(True, "A"), (False, "B")])
def test_the_direction_of_a_one_sided_claim(higher, winner):
    one_sided = result(alternative="greater", higher_is_better=higher)
    assert one_sided.claim("A", "B").startswith(f"{winner} is significantly better")
    assert (
        not result(alternative="less", higher_is_better=higher).claim("A", "B").startswith(winner)
    )


@pytest.mark.parametrize("size", [1e-9, 0.02, 0.5, 1, 30])
@pytest.mark.parametrize("higher, winner, loser", [(True, "A", "B"), (False, "B", "A")])
def test_the_winner_of_a_two_sided_claim_whatever_the_size_of_the_gain(size, higher, winner, loser):
    claim = f"{winner} is significantly better than {loser} at"
    assert result(statistic=size, higher_is_better=higher).claim("A", "B").startswith(claim)
    # And the other way round where b has the higher score.
    assert result(statistic=-size, higher_is_better=higher).claim("B", "A").startswith(claim)


def test_no_claim_without_knowing_who_is_better():
    with pytest.raises(ValueError, match="statistic must"):
        result(statistic=None).claim("A", "B")
    assert "inconclusive" in result(statistic=None, pvalue=0.5).claim("A", "B")
    one_sided = result(statistic=None, alternative="less")
    assert one_sided.claim("A", "B").startswith("B is significantly better than A")


def test_a_claim_takes_its_winner_from_the_test_s_own_statistic():
    by_ranks = result(statistic=-0.1, favours=40.0)
    assert by_ranks.better == "a"
    assert by_ranks.claim("A", "B").startswith("A is significantly better than B at")
    assert by_ranks.claim("A", "B").endswith("(p = 0.04), although its score is worse.")
    errors = result(statistic=-0.1, favours=40.0, higher_is_better=False)
    assert errors.better == "b" and errors.claim("A", "B").endswith("although its score is worse.")
    for agreeing in (result(statistic=0.1, favours=40.0), result(statistic=0, favours=40.0)):
        assert agreeing.claim("A", "B").endswith("(p = 0.04).")
    assert result(statistic=0.1, favours=0.0).better is None
    assert result(statistic=None).better is None


def test_no_winner_where_neither_scores_higher():
    drawn = result(statistic=0).claim("A", "B")
    assert drawn.startswith("The comparison of A with B is inconclusive")
    assert drawn.endswith("(p = 0.04): neither scores higher.")


def test_significance_includes_alpha_itself():
    assert result(pvalue=0.05).is_significant(0.05)
    assert not result(pvalue=0.0500001).is_significant()
    assert result().confidence == 0.96


@pytest.mark.parametrize("alpha", [0, 1, -0.1, 5, float("nan"), "0.05", None])
def test_alpha_must_be_a_level(alpha):
    error = ValueError if isinstance(alpha, int | float) else TypeError
    for call in (lambda: result().is_significant(alpha), lambda: result().claim("A", "B", alpha)):
        with pytest.raises(error, match="alpha must be (.* )?between 0 and 1"):
            call()


def test_repr_is_one_line_that_says_everything():
    sampled = result(
        test="randomization test",
        method="monte-carlo",
        n_resamples=1000,
        n_extreme=39,
        pvalue_interval=(0.0279, 0.0529),
        seed=7,
        note="12 clusters swapped whole",
    )
    text = repr(sampled)
    assert "\n" not in text
    for fact in (
        "randomization test",
        "3",
        "0.04",
        "two-sided",
        "monte-carlo",
        "20 items",
        "39 of 1000",
        "0.0279 to 0.0529",
        "seed = 7",
        "12 clusters",
    ):
        assert fact in text
    assert "seed" not in repr(result()) and "resamples" not in repr(result())


def test_a_p_of_zero_is_shown_as_a_bound():
    none_extreme = result(pvalue=0.0, method="monte-carlo", n_resamples=10**6, n_extreme=0)
    assert "p < 1e-06 (two-sided)" in repr(none_extreme)
    assert none_extreme.claim("A", "B").endswith("at alpha = 0.05 (p < 1e-06).")
    assert "p < 1e-300" in repr(result(pvalue=0.0))
    assert "difference = 494," in repr(result(statistic=494))


def test_html_card_escapes_and_carries_the_same_facts():
    card = result(test="a < b", note="<script>")._repr_html_()
    assert "a &lt; b" in card and "&lt;script&gt;" in card and "<script>" not in card
    assert "0.04 (two-sided)" in card and "20 items" in card


def test_results_are_frozen_and_comparable():
    with pytest.raises(dataclasses.FrozenInstanceError):
        result().pvalue = 0
    assert result() == result() != result(pvalue=0.05)


@given(st.integers(0, 500), st.integers(1, 500))
def test_interval_is_clopper_pearson(extreme, more):
    trials = extreme + more
    expected = stats.binomtest(extreme, trials).proportion_ci(0.95, method="exact")
    assert monte_carlo_interval(extreme, trials) == pytest.approx(
        (expected.low, expected.high), rel=1e-7, abs=1e-12
    )
    assert monte_carlo_interval(trials, trials)[1] == 1
