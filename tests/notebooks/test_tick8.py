"""What tick 8 says of its figures is what the systems' outputs give."""

import runpy
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

from labkit import bootstrap_test, compare_all, significance_threshold
from labkit.checks.outcomes import Returned
from labkit.checks.questions import course_folder, load_questions
from labkit.experiments import DATA, calibrate_across, load_system_outputs, system_kinds, take_items
from tests.ticks import ROOT

TICK = ROOT / "notebooks" / "ticks" / "tick8-confidence-against-gain"
HIDDEN = runpy.run_path(str(course_folder(TICK) / "hidden.py"))


@pytest.fixture(scope="module")
def reviews():
    return load_system_outputs(DATA / "systems" / "imdb.npz")


@pytest.fixture(scope="module")
def snippets():
    return load_system_outputs(DATA / "systems" / "rotten_tomatoes.npz")


@pytest.fixture(scope="module")
def pairs(reviews):
    return compare_all(take_items(reviews, 1600), kinds=system_kinds(reviews), progress=False)


def test_the_visible_check_of_the_reading_tells_no_answer_from_another():
    (visible,) = load_questions(TICK)["reading"].cases
    letters = "abcdef"
    some = [set(s) for n in range(1, 6) for s in combinations(letters, n)]
    assert len(some) == 62
    assert [answer for answer in some if visible.judge(answer) is not None] == []
    asked = load_questions(TICK, hidden=True)["reading"]
    right = [s for s in some if asked.judge([Returned(s)] * len(asked.cases)) == [None, None]]
    assert right == [{letter for letter, holds in HIDDEN["HOLDS"].items() if holds}]
    assert [visible.judge(s).key for s in ("adf", {"A"}, {3}, set(), set(letters))] == [
        "shape",
        "letters",
        "letters",
        "some",
        "some",
    ]


def threshold(outputs, n):
    return significance_threshold(compare_all(take_items(outputs, n), progress=False))


@pytest.mark.long
def test_statements_about_thresholds(reviews, pairs):
    borderline = pairs[pairs["pvalue"].between(0.04, 0.06)]
    gains = borderline.groupby("kind")["gain"].mean()
    assert HIDDEN["HOLDS"]["a"] == (gains["same"] < gains["different"])
    decided = pairs.loc[pairs["pvalue"] <= 0.05, "gain"]
    assert HIDDEN["HOLDS"]["b"] == (decided.min() >= significance_threshold(pairs))
    by_size = {n: threshold(reviews, n) for n in (2500, 5000, 10_000)}
    assert HIDDEN["HOLDS"]["c"] == (by_size[10_000] < 0.55 * by_size[5000])
    assert HIDDEN["HOLDS"]["d"] == (by_size[5000] < 0.01 < by_size[2500])


def test_statements_about_new_data(reviews, snippets, pairs):
    near = [(0.04, 0.08)]
    second = take_items(reviews, slice(1600, 3200))
    (share,) = calibrate_across(pairs, {"": second}, bins=near, n_resamples=1)["share"]
    assert HIDDEN["HOLDS"]["e"] == (share > 0.9)
    others = pairs[pairs["kind"] == "different"]
    shares = calibrate_across(others, {"": snippets}, n_resamples=1)["share"]
    assert HIDDEN["HOLDS"]["f"] == shares.between(0.45, 0.55).all()


def test_four_pvalues_of_the_headline_pair(reviews):
    a, b = (take_items(reviews, 1600)[name] for name in ("logistic/full-01", "svm/full-06"))
    plus, minus = int((a > b).sum()), int((a < b).sum())
    delta, n = plus - minus, len(a)
    # The law by the binomials of its parts, as the notebook's is by powers of a polynomial.
    differ = np.arange(n + 1)
    of_those = binom.pmf(differ, n, (plus + minus) / n)

    def above(least):  # wins - losses >= least among so many that differ
        return float(
            of_those @ binom.sf(np.ceil((differ + least) / 2) - 1, differ, plus / (plus + minus))
        )

    assert (plus, minus) == (63, 46)
    assert round(above(2 * delta + 1), 4) == 0.0470 == round(bootstrap_test(a, b).pvalue, 4)
    assert round(above(2 * delta), 4) == 0.0571
    coins = binom.sf(plus - 1, plus + minus, 0.5)
    assert round(coins, 4) == 0.0625
    assert round(2 * coins, 4) == 0.1250


def test_independent_scores_are_there_with_their_notice():
    scores = pd.read_csv(DATA / "trec5-adhoc-ap.csv")
    assert scores.shape == (50, 61)
    assert scores.to_numpy().min() >= 0
    assert scores.to_numpy().max() <= 1
    notice = (DATA / "README.md").read_text(encoding="utf-8")
    assert "Attribution-ShareAlike 4.0" in notice.partition("`trec5-adhoc-ap.csv`")[2]


def test_report_of_the_shared_task():
    submitted = load_system_outputs(DATA / "shared-task")
    corrected = compare_all(
        submitted, test="randomization", alternative="two-sided", adjust="holm", progress=False
    )
    assert len(submitted) == 12
    assert (corrected["adjusted_pvalue"] <= 0.05).sum() == 26
    assert (compare_all(submitted)["pvalue"] <= 0.05).sum() == 47
