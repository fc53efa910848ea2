"""The Bayesian sign test against baycomp's draws, beta tails and its own symmetry."""

import numpy as np
import pytest
from scipy import stats

from labkit.significance import bayesian_sign_test

#: Accuracies of two classifiers on 54 data sets, made up.
A = """.817 .841 .817 .735 .845 .822 .773 .829 .818 .815 .801 .827 .763 .792 .776 .830 .802 .785
.761 .787 .800 .786 .865 .850 .664 .706 .791 .779 .811 .811 .906 .744 .781 .902 .832 .833 .774 .718
.808 .805 .739 .766 .796 .753 .795 .805 .802 .775 .830 .845 .816 .759 .837 .775"""
B = """.839 .824 .839 .739 .824 .820 .778 .838 .802 .797 .809 .822 .772 .811 .747 .839 .830 .783
.749 .806 .809 .808 .862 .824 .666 .701 .811 .787 .782 .791 .928 .762 .772 .906 .845 .846 .796 .727
.810 .804 .764 .725 .797 .758 .770 .816 .793 .796 .831 .862 .844 .771 .823 .749"""
A, B = (np.array(text.split(), float) for text in (A, B))


@pytest.mark.parametrize(
    "rope, prior, place, expected",
    [  # baycomp 1.0.3, SignTest(A, B, rope, prior=prior), three times 2 * 10^6 draws
        (0.01, 1, "rope", (0.02061, 0.81055, 0.16883)),
        (0.0055, 1, "rope", (0.048, 0.04783, 0.90417)),
        (0.01, 0.5, "rope", (0.02358, 0.78925, 0.18717)),
        (0.02, 3, "a", (0.00009, 0.99988, 0.00003)),
        (0, 1, "rope", (0.049, 0, 0.951)),
    ],
)
def test_baycomp(rope, prior, place, expected):
    """Its draws have a standard error of 2e-4 at most, and 1e-4 of an item added to each count."""
    found = bayesian_sign_test(A, B, rope, prior=prior, prior_place=place)
    probabilities = found.a_better, found.equivalent, found.b_better
    assert probabilities == pytest.approx(expected, abs=8e-4)
    assert sum(probabilities) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("wins, losses", [(0, 3), (7, 2), (300, 280)])
def test_without_ties_it_is_a_beta_tail(wins, losses):
    """Without the prior, that more than half of all items are wins: a beta law."""
    a = [1] * wins + [0] * losses
    found = bayesian_sign_test(a, [1 - x for x in a], rope=0, prior=0)
    expected = stats.beta.sf(0.5, wins, losses) if wins else 0.0
    assert found.a_better == pytest.approx(expected, abs=1e-9)
    assert found.equivalent == 0 and (found.n_a, found.n_equivalent, found.n_b) == (wins, 0, losses)


@pytest.mark.parametrize("n", [5, 300, 10**5])
def test_three_equal_shares_are_equally_probable(n):
    counts = np.repeat([1, 0, -1], n)
    found = bayesian_sign_test(counts, np.zeros(3 * n), rope=0.5, prior=0)
    assert (found.a_better, found.equivalent, found.b_better) == pytest.approx(
        [1 / 3] * 3, abs=1e-8
    )


def test_swapping_the_systems_mirrors_it():
    one, other = bayesian_sign_test(A, B, 0.01), bayesian_sign_test(B, A, 0.01)
    assert (one.a_better, one.n_a) == (pytest.approx(other.b_better), other.n_b)


def test_the_edge_belongs_to_the_rope():
    """.7 - .6 is 0.09999999999999998, and .8 - .7 is 0.10000000000000009."""
    found = bayesian_sign_test([0.7, 0.8, 0.6, 0.85], [0.6, 0.7, 0.7, 0.7], rope=0.1)
    assert (found.n_a, found.n_equivalent, found.n_b) == (1, 3, 0)


def test_identical_systems():
    found = bayesian_sign_test([1, 0, 1], [1, 0, 1], rope=0)
    assert (found.a_better, found.equivalent, found.b_better) == (0, 1, 0)
    one_item = bayesian_sign_test([1], [0], rope=0, prior=1, prior_place="b")
    assert one_item.a_better == pytest.approx(0.5)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_scale_does_not_matter(scale):
    assert bayesian_sign_test(A * scale, B * scale, 0.01 * scale).a_better == pytest.approx(
        bayesian_sign_test(A, B, 0.01).a_better
    )


def test_it_is_told_in_one_line():
    text = repr(bayesian_sign_test(A, B, 0.01, prior=2, prior_place="a"))
    assert "a better 0.0" in text and "13, 23 and 18 of 54 items" in text
    assert text.endswith("rope 0.01, prior 2 for a>")


@pytest.mark.parametrize(
    "options, argument",
    [
        ({"rope": -0.1}, "rope"),
        ({"rope": float("nan")}, "rope"),
        ({"rope": None}, "rope"),
        ({"prior": -1}, "prior"),
        ({"prior": "1"}, "prior"),
        ({"prior_place": "left"}, "prior_place"),
    ],
)
def test_bad_options(options, argument):
    with pytest.raises((ValueError, TypeError), match=rf"^{argument} must be"):
        bayesian_sign_test(A, B, **{"rope": 0.01, **options})
