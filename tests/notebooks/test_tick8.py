"""What tick 8 says of its figures is what the systems' outputs give."""

import runpy

import pytest

from labkit import compare_all, significance_threshold
from labkit.experiments import DATA, calibrate_across, load_system_outputs, system_kinds, take_items
from tests.ticks import ROOT

CHECKS = runpy.run_path(
    str(ROOT / "notebooks" / "ticks" / "tick8-confidence-against-gain" / "checks.py")
)


@pytest.fixture(scope="module")
def reviews():
    return load_system_outputs(DATA / "systems" / "imdb.npz")


@pytest.fixture(scope="module")
def snippets():
    return load_system_outputs(DATA / "systems" / "rotten_tomatoes.npz")


@pytest.fixture(scope="module")
def pairs(reviews):
    return compare_all(take_items(reviews, 1600), kinds=system_kinds(reviews), progress=False)


def threshold(outputs, n):
    return significance_threshold(compare_all(take_items(outputs, n), progress=False))


def test_statements_about_thresholds(reviews, pairs):
    borderline = pairs[pairs["pvalue"].between(0.04, 0.06)]
    gains = borderline.groupby("kind")["gain"].mean()
    assert CHECKS["HOLDS"]["a"] == (gains["same"] < gains["different"])
    decided = pairs.loc[pairs["pvalue"] <= 0.05, "gain"]
    assert CHECKS["HOLDS"]["b"] == (decided.min() >= significance_threshold(pairs))
    by_size = {n: threshold(reviews, n) for n in (2500, 5000, 10_000)}
    assert CHECKS["HOLDS"]["c"] == (by_size[10_000] < 0.55 * by_size[5000])
    assert CHECKS["HOLDS"]["d"] == (by_size[5000] < 0.01 < by_size[2500])


def test_statements_about_new_data(reviews, snippets, pairs):
    near = [(0.04, 0.08)]
    second = take_items(reviews, slice(1600, 3200))
    (share,) = calibrate_across(pairs, {"": second}, bins=near, n_resamples=1)["share"]
    assert CHECKS["HOLDS"]["e"] == (share > 0.9)
    others = pairs[pairs["kind"] == "different"]
    shares = calibrate_across(others, {"": snippets}, n_resamples=1)["share"]
    assert CHECKS["HOLDS"]["f"] == shares.between(0.45, 0.55).all()


def test_report_of_the_shared_task():
    submitted = load_system_outputs(DATA / "shared-task")
    corrected = compare_all(
        submitted, test="randomization", alternative="two-sided", adjust="holm", progress=False
    )
    assert len(submitted) == 12
    assert (corrected["adjusted_pvalue"] <= 0.05).sum() == 26
    assert (compare_all(submitted)["pvalue"] <= 0.05).sum() == 47
