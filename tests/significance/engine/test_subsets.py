"""Random subsets inside strata, against going through all of them."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from scipy import stats

from labkit.significance.engine import subsets
from labkit.significance.engine.resampling import Drawing
from labkit.significance.engine.subsets import (
    Stratum,
    draw_subsets,
    law_of_subsets,
    tail_by_halves,
)

RNG = np.random.default_rng(7)
STRATA = {
    "one of whole numbers": [Stratum(RNG.integers(-5, 9, (9, 1)), 4)],
    "one of reals": [Stratum(RNG.normal(size=(8, 1)), 3)],
    "three of counts": [Stratum(RNG.integers(-3, 4, (4, 2)), 2) for _ in range(3)],
    "alike and others": [Stratum(np.array([[0], [1], [1]]), 1)] * 4
    + [Stratum(np.array([[2], [7]]), 1)],
    "all of one": [Stratum(np.array([[4], [4]]), 2), Stratum(np.array([[1], [2], [2]]), 0)],
    "negative alike": [Stratum(np.array([[-4], [3], [3], [1]]), 2)] * 3,
}


def every_sum(strata):
    """How often each sum comes, of all choices of subsets."""
    choices = [
        [
            stratum.rows[list(chosen)].sum(axis=0)
            for chosen in combinations(range(len(stratum.rows)), stratum.size)
        ]
        for stratum in strata
    ]
    sums = Counter(tuple(np.round(sum(one), 9).tolist()) for one in product(*choices))
    return {each: count / sums.total() for each, count in sums.items()}


def as_shares(law):
    sums, shares = law
    found = Counter()
    for each, share in zip(sums, shares, strict=True):
        found[tuple(np.round(each, 9).tolist())] += share
    return {each: share for each, share in found.items() if share > 0}


@pytest.mark.parametrize("name", STRATA)
def test_the_law_is_that_of_all_subsets(name):
    assert as_shares(law_of_subsets(STRATA[name])) == pytest.approx(every_sum(STRATA[name]))


@pytest.mark.parametrize("name", STRATA)
def test_drawn_subsets_follow_the_law(name):
    strata = STRATA[name]
    drawn = np.concatenate(list(draw_subsets(strata, Drawing(20_000, np.random.default_rng(1)))))
    expected = every_sum(strata)
    mean = sum(share * np.array(each) for each, share in expected.items())
    assert drawn.mean(axis=0) == pytest.approx(mean, abs=0.15)
    seen = {tuple(np.round(each, 9).tolist()) for each in drawn}
    assert seen <= set(expected) and len(seen) > len(expected) / 2


@pytest.mark.parametrize("columns", [1, 2])
def test_large_strata_are_drawn_by_random_keys(columns):
    right = np.random.default_rng(3).integers(0, 2, (300, 1))
    rows = np.hstack([right, 1 - right])[:, :columns]
    drawn = np.concatenate(
        list(draw_subsets([Stratum(rows, 120)], Drawing(4000, np.random.default_rng(2))))
    )
    law = stats.hypergeom(300, right.sum(), 120)
    assert drawn[:, 0].mean() == pytest.approx(law.mean(), abs=0.5)
    assert drawn[:, 0].std() == pytest.approx(law.std(), rel=0.05)
    assert columns == 1 or (drawn.sum(axis=1) == 120).all()


@pytest.mark.parametrize("n", [20_000, 300])
def test_right_or_wrong_is_hypergeometric_to_the_last_tail(n):
    rows = np.random.default_rng(4).integers(0, 2, (n, 1))
    sums, shares = law_of_subsets([Stratum(rows, n // 3)])
    for at in (n // 6, n // 6 + n // 60, n // 6 + n // 12):
        expected = stats.hypergeom.sf(at - 1, n, rows.sum(), n // 3)
        assert shares[sums[:, 0] >= at].sum() == pytest.approx(expected, rel=1e-8)


def test_halves_meet_in_the_middle():
    values = np.random.default_rng(5).normal(size=13)
    sums = np.array([values[list(chosen)].sum() for chosen in combinations(range(13), 5)])
    for needed in np.quantile(sums, [0.1, 0.5, 0.99]) + 1e-9:
        assert tail_by_halves(values, 5, needed) == pytest.approx((sums >= needed).mean())


def test_too_many_subsets_have_no_law(monkeypatch):
    monkeypatch.setattr(subsets, "CASES_AT_ONCE", 2**12)
    assert law_of_subsets([Stratum(np.random.default_rng(6).normal(size=(40, 1)), 20)]) is None
    strata = [Stratum(np.random.default_rng(i).normal(size=(4, 1)), 2) for i in range(12)]
    assert law_of_subsets(strata) is None
