"""The demonstration of the two errors: the rates, by the tests one experiment at a time."""

import numpy as np
import pytest
from scipy import stats

from labkit import demos, matched_pair_t, two_sample_t, wilcoxon_test
from labkit.demos._error_types import two_sided_pvalues
from labkit.power import rejection_rate, sign_test_of_scores

LIBRARY = {
    "sign test": sign_test_of_scores,
    "Wilcoxon": wilcoxon_test,
    "matched-pair t": matched_pair_t,
    "two-sample t": two_sample_t,
}


@pytest.mark.parametrize("test", LIBRARY)
@pytest.mark.parametrize("n", [7, 24])
def test_each_p_is_that_of_the_librarys_test(test, n):
    one, two = np.random.default_rng(n).normal([[[0.7]], [[0]]], size=(2, 25, n))
    found = two_sided_pvalues(test, one, two, one - two)
    expected = [LIBRARY[test](a, b).pvalue for a, b in zip(one, two, strict=True)]
    assert found == pytest.approx(expected)


def test_the_power_of_the_matched_t_test_is_that_of_theory():
    numbers = demos.error_types_numbers("matched-pair t", 40, 0.4, 0.5)
    # Differences have standard deviation sqrt(2 - 2 * 0.5) = 1.
    noncentral, edge = stats.nct(39, 0.4 * np.sqrt(40)), stats.t(39).ppf(0.975)
    power = noncentral.sf(edge) + noncentral.cdf(-edge)
    assert numbers["intervals"][1][0] <= power <= numbers["intervals"][1][1]
    assert numbers["intervals"][0][0] <= 0.05 <= numbers["intervals"][0][1]
    assert numbers["type_two"] == pytest.approx(1 - numbers["power"])


def test_the_rates_are_those_of_the_librarys_simulation():
    numbers = demos.error_types_numbers("sign test", 30, 0.5)
    other = rejection_rate(
        sign_test_of_scores, 30, effect=0.5, n_simulations=1000, rng=5, progress=False
    )
    assert numbers["power"] == pytest.approx(other.rate, abs=4 * np.sqrt(2 * 0.25 / 1000))


def test_an_effect_of_0_makes_both_halves_the_same():
    numbers = demos.error_types_numbers(effect=0)
    assert numbers["without"] == numbers["with_effect"]
    assert numbers["power"] == numbers["type_one"]


def test_the_two_sample_test_loses_power_when_systems_correlate():
    unmatched, matched = (
        demos.error_types_numbers(test, correlation=0.8)
        for test in ("two-sample t", "matched-pair t")
    )
    assert unmatched["power"] < matched["power"] - 0.2
    assert unmatched["type_one"] < 0.01


def test_the_readout_says_the_rates():
    numbers = demos.error_types_numbers()
    readout = demos.error_types().readout.value
    for rate in ("type_one", "power", "type_two"):
        assert f"<b>{100 * numbers[rate]:.1f}&nbsp;%</b>" in readout


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"test": "t"}, "test must be one of 'sign test', 'Wilcoxon'"),
        ({"n": 201}, "n must be a whole number from 2 to 200, not 201"),
        ({"correlation": 1}, "correlation must be between -0.99 and 0.99"),
    ],
)
def test_bad_numbers_are_named(settings, message):
    with pytest.raises(ValueError, match=message):
        demos.error_types_numbers(**settings)
