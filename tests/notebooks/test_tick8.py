"""What the hidden check of tick 8 knows of its figures is what the systems' outputs give."""

from itertools import combinations

import pytest

from labkit import compare_all, significance_threshold
from labkit.checks.outcomes import Returned
from labkit.checks.questions import course_folder, load_module, load_questions
from labkit.experiments import DATA, calibrate_across, load_system_outputs, system_kinds, take_items
from tests.ticks import ROOT

TICK = ROOT / "notebooks" / "ticks" / "tick8-confidence-against-gain"
HOLDS = load_module(course_folder(TICK) / "hidden.py").HOLDS


@pytest.fixture(scope="module")
def reviews():
    return load_system_outputs(DATA / "systems" / "imdb.npz")


def test_the_visible_check_of_the_reading_tells_no_answer_from_another():
    (visible,) = load_questions(TICK)["reading"].cases
    asked = load_questions(TICK, hidden=True)["reading"]
    some = [set(letters) for n in range(1, 6) for letters in combinations("abcdef", n)]
    assert len(some) == 62 and not any(map(visible.judge, some))
    right = [s for s in some if not any(asked.judge([Returned(s)] * len(asked.cases)))]
    assert right == [{letter for letter, holds in HOLDS.items() if holds}]
    keys = [visible.judge(s).key for s in ("adf", {"A"}, {3}, set(), set("abcdef"))]
    assert keys == ["shape", "letters", "letters", "some", "some"]


def test_statements_about_pairs_and_new_data(reviews):
    pairs = compare_all(
        take_items(reviews, 1600), kinds=system_kinds(reviews), alternative="greater"
    )
    gains = pairs[pairs["pvalue"].between(0.04, 0.06)].groupby("kind")["gain"].mean()
    assert HOLDS["a"] == (gains["same"] < gains["different"])
    decided = pairs.loc[pairs["pvalue"] <= 0.05, "gain"]
    assert HOLDS["b"] == (decided.min() >= significance_threshold(pairs))
    second = {"": take_items(reviews, slice(1600, 3200))}
    (share,) = calibrate_across(pairs, second, bins=[(0.04, 0.08)], n_resamples=1)["share"]
    assert HOLDS["e"] == (share > 0.9)
    others = pairs[pairs["kind"] == "different"]
    snippets = {"": load_system_outputs(DATA / "systems" / "rotten_tomatoes.npz")}
    shares = calibrate_across(others, snippets, n_resamples=1)["share"]
    assert HOLDS["f"] == shares.between(0.45, 0.55).all()


@pytest.mark.long
def test_statements_about_sizes(reviews):
    small, middle, large = (
        significance_threshold(compare_all(take_items(reviews, n), alternative="greater"))
        for n in (2500, 5000, 10_000)
    )
    assert HOLDS["c"] == (large < 0.55 * middle)
    assert HOLDS["d"] == (middle < 0.01 < small)
