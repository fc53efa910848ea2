"""The demonstration of confidence against gain: its pairs, by comparing them one by one."""

import pytest

from labkit import bootstrap_test, significance_threshold
from labkit.experiments import load_system_outputs, take_items
from labkit.metrics import f1
from labkit.sources import data_folder
from tests.demos.oracles.confidence_vs_gain import SIDES, comparisons, numbers

#: Systems of one kind, and of others.
SYSTEMS = "logistic/full-01", "logistic/half-01", "bernoulli/half-05", "lexicon/quarter-04"


@pytest.fixture(scope="module")
def outputs():
    """The systems' right and wrong answers on the first 200 items, and the counts of F1."""
    path = data_folder() / "systems" / "imdb.npz"
    return [take_items(load_system_outputs(path, positive=each), 200) for each in (None, 1)]


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("b", SYSTEMS[1:])
def test_a_pair_is_the_bootstrap_test_of_its_systems(outputs, b, sides):
    right, _ = outputs
    a = SYSTEMS[0]
    for first, second in ((a, b), (b, a)):
        found = numbers(size=200, a=first, b=second, sides=sides)
        ahead, behind = sorted((a, b), key=lambda name: -right[name].mean())
        result = bootstrap_test(right[ahead], right[behind], alternative=SIDES[sides])
        assert found["pvalue"] == round(result.pvalue, 4)
        assert found["gain"] == pytest.approx(result.statistic, abs=1e-12)
        assert found["score_a"] == pytest.approx(right[first].mean())
        assert found["score_b"] == pytest.approx(right[second].mean())


@pytest.mark.parametrize("sides", SIDES)
def test_the_p_values_of_f1_are_resampled(outputs, sides):
    _, counts = outputs
    found = numbers(size=200, metric="F1", sides=sides)
    a, b = (counts[name] for name in SYSTEMS[1:3])
    gain = f1(a.sum(axis=0)) - f1(b.sum(axis=0))
    a, b = (a, b) if gain > 0 else (b, a)
    result = bootstrap_test(a, b, f1, alternative=SIDES[sides], n_resamples=10_000, rng=7)
    assert found["gain"] == pytest.approx(result.statistic, abs=1e-9)
    assert found["pvalue"] == pytest.approx(
        result.pvalue, abs=4 * (0.25 / 8000 + 0.25 / 10_000) ** 0.5
    )


def test_a_pair_keeps_its_identity_while_the_items_grow():
    """It begins with one whose gain hardly changes, while its p falls at each step."""
    found = {size: numbers(size=size) for size in (200, 1000, 5000)}
    assert all(found[size]["track"] == found[200]["track"] for size in found)
    for size, each in found.items():
        assert each["track"][str(size)] == {key: each[key] for key in ("gain", "pvalue")}
    gains, pvalues = zip(*(each.values() for each in found[200]["track"].values()), strict=True)
    assert max(gains) - min(gains) < 0.001
    assert pvalues[0] > 0.3 > pvalues[1] > 0.05 > 0.001 > pvalues[2]
    # On 1,000 items it is significant by one side alone.
    assert numbers(sides="one-sided")["pvalue"] <= 0.05


@pytest.mark.parametrize("sides", SIDES)
def test_pairs_are_chosen_by_kind_and_come_in_the_order_of_their_gains(sides):
    every, same, different = (
        numbers(size=200, pairs=pairs, sides=sides) for pairs in ("all", "same kind", "different")
    )
    # 150 systems; 30 of each of 5 kinds.
    assert every["n_pairs"] == 150 * 149 // 2 == same["n_pairs"] + different["n_pairs"]
    assert same["n_pairs"] == 5 * 30 * 29 // 2
    compared = comparisons("IMDB", 200, "accuracy", sides)
    assert compared["gain"].is_monotonic_increasing and compared["gain"].max() > 0.1
    kinds = {kind: significance_threshold(some) for kind, some in compared.groupby("kind")}
    assert every["thresholds"] == pytest.approx(kinds)
    assert same["thresholds"] == {"same": every["thresholds"]["same"], "different": None}


def test_both_sides_need_a_larger_gain():
    both, one = (numbers(size=200, sides=sides)["thresholds"] for sides in SIDES)
    assert all(both[kind] > one[kind] for kind in both)
