"""Every test of two systems, every method, every alternative: against oracles, and its symmetries."""

from functools import partial
from typing import NamedTuple

import numpy as np
import pytest

from labkit.significance import (
    bootstrap_test,
    count_outcomes,
    matched_pair_t,
    randomization_test,
    sign_test,
    two_sample_t,
    unpaired_randomization_test,
    wilcoxon_test,
)
from tests.significance import oracles
from tests.significance.oracles import expected_rejections

SIDES = ("two-sided", "greater", "less")
MIRRORED = {"two-sided": "two-sided", "greater": "less", "less": "greater"}


class Row(NamedTuple):
    """A test, what it should say, what may be asked, the fewest and the most items asked here."""

    test: object
    oracle: object
    sides: tuple = SIDES
    least: int = 1
    most: int = 9
    draws: bool = False  # whether it takes `n_resamples`
    added: int = 1  # to the resamples drawn, and to those that are extreme


def sign(a, b, alternative, policy="split"):
    return sign_test(*count_outcomes(a, b), ties_policy=policy, alternative=alternative)


TESTS = {
    "sign, ties split": Row(sign, oracles.sign_test_pvalue),
    "sign, ties dropped": Row(partial(sign, policy="drop"), partial(oracles.sign_test_pvalue, policy="drop")),
    "Wilcoxon": Row(wilcoxon_test, oracles.signed_rank_pvalue),
    "matched t": Row(matched_pair_t, oracles.t_pvalue, least=2),
    "two-sample t": Row(two_sample_t, partial(oracles.t_pvalue, paired=False), least=2),
    "unpaired": Row(unpaired_randomization_test, oracles.unpaired_pvalue, least=2, most=5, draws=True),
    "randomization": Row(randomization_test, lambda a, b, side: oracles.randomization_pvalue(a, b, oracles.METRICS["mean"], side), draws=True),
    "bootstrap": Row(bootstrap_test, oracles.bootstrap_test_pvalue, SIDES[:2], most=4, draws=True, added=0),
    "bootstrap below zero": Row(partial(bootstrap_test, variant="below-zero"), partial(oracles.bootstrap_test_pvalue, variant="negative"),
                                SIDES[1:2], most=4, draws=True, added=0),
}  # fmt: skip
ASKED = [(name, side) for name, row in TESTS.items() for side in row.sides]
RNG = np.random.default_rng(29)
KINDS = {
    "right or wrong": lambda n: RNG.integers(0, 2, (2, n)),
    "whole numbers": lambda n: RNG.integers(-3, 4, (2, n)),
    "decimals": lambda n: RNG.integers(0, 12, (2, n)) / 10,
    "any": lambda n: RNG.normal(0.3, 1, (2, n)).round(9),
}
PAIRS = [make(n) for make in KINDS.values() for n in (1, 2, 3, 4, 5, 7, 9)]
PAIRS += [
    np.array(pair)
    for pair in (
        [[1, 0, 1], [1, 0, 1]],
        [[0.3, 0.5, 0.9], [0.2, 0.4, 0.8]],
        [[1, 1, 1, 1], [0, 0, 0, 0]],
        [[1e6 + 0.1, 1e6 + 0.3], [1e6 + 0.2, 1e6]],
    )
]


def pairs_for(row):
    """Those of a length that suits the test; the bootstrap is exact where scores have few decimals."""
    pairs = [pair for pair in PAIRS if row.least <= pair.shape[1] <= row.most]
    return [pair for pair in pairs if row.added or (pair.round(1) == pair).all()]


@pytest.mark.filterwarnings("ignore:Precision loss")  # SciPy's, of constant scores
@pytest.mark.parametrize("name, side", ASKED)
def test_p_is_that_of_the_oracle(name, side):
    row = TESTS[name]
    for a, b in pairs_for(row):
        found = row.test(a, b, alternative=side)
        wanted = float(row.oracle(a, b, side))
        assert found.pvalue == pytest.approx(wanted, rel=1e-9, abs=1e-12), (a, b)
        assert (found.alternative, found.n_resamples, found.seed) == (side, None, None)
        assert found.method == ("asymptotic" if name.endswith(" t") else "exact")
        assert found.n == len(a) * (2 if name in ("two-sample t", "unpaired") else 1)
        if not name.startswith("sign"):
            assert found.statistic == pytest.approx(a.mean() - b.mean(), abs=1e-9)


@pytest.mark.parametrize("name, side", [asked for asked in ASKED if TESTS[asked[0]].draws])
def test_a_sampled_p_is_near_that_of_the_oracle_and_says_how_near(name, side):
    row, method = TESTS[name], {} if name == "unpaired" else {"method": "monte-carlo"}
    inside = []
    for a, b in pairs_for(row)[::3]:
        n = 5 if name == "unpaired" else 2000
        found = row.test(a, b, alternative=side, n_resamples=n, rng=1, **method)
        if (a == b).all() or found.method == "exact":
            continue
        assert (found.method, found.n_resamples, found.seed) == ("monte-carlo", n, 1)
        if row.added or found.n_extreme < n:
            assert found.pvalue == (found.n_extreme + row.added) / (n + row.added)
        low, high = found.pvalue_interval
        assert low <= found.n_extreme / n <= high
        inside.append(low <= row.oracle(a, b, side) <= high)
    assert len(inside) > 2 and sum(inside) >= len(inside) - 1


@pytest.mark.parametrize("name, side", ASKED)
def test_identical_outputs_have_p_1(name, side):
    for scores in ([0.1, 0.7, 0.3], [1, 0, 1, 1, 0, 1], [2, 2, 2, 2], [0, 0]):
        row = TESTS[name]
        found = row.test(scores, scores, alternative=side)
        assert not found.is_significant() and "inconclusive" in found.claim("A", "B")
        if side == "two-sided" or name not in ("unpaired", "sign, ties split"):
            assert found.pvalue == 1


@pytest.mark.parametrize("name, side", ASKED)
def test_order_scale_side_and_float_noise_of_the_items_do_not_matter(name, side):
    row, rng = TESTS[name], np.random.default_rng(3)
    for a, b in pairs_for(row):
        if name.endswith(" t") and (np.ptp(a - b) < 1e-9 or np.ptp(a) + np.ptp(b) == 0):
            continue
        order = rng.permutation(len(a))
        noise = 1 + 1e-13 * row.added * rng.uniform(-1, 1, (2, len(a)))
        pvalue = pytest.approx(row.test(a, b, alternative=side).pvalue, rel=1e-5, abs=1e-12)
        for x, y in (
            (a[order], b[order]),
            (a * (np.pi if row.added else 3), b * (np.pi if row.added else 3)),
            (a * 1e-6, b * 1e-6),
            (a * noise[0], b * noise[1]),
            (list(a), tuple(b)),
        ):
            assert row.test(x, y, alternative=side).pvalue == pvalue, (a, b)
        if "greater" not in side or "less" in row.sides:
            assert row.test(b, a, alternative=MIRRORED[side]).pvalue == pvalue, (a, b)


@pytest.mark.parametrize("name, side", ASKED)
def test_p_is_that_of_the_decimals_that_went_through_float32(name, side):
    row, rng = TESTS[name], np.random.default_rng(8)
    for n in range(max(4, row.least), row.most + 1):
        a, b = rng.integers(0, 11, (2, n)) / 10
        expected = row.test(a, b, alternative=side).pvalue
        for kind in ("f2", "f4"):
            x, y = a.astype(kind), b.astype(kind)
            for one, two in ((x, y), (a, y), (x.tolist(), b)):
                assert row.test(one, two, alternative=side).pvalue == expected, (a, b)


@pytest.mark.parametrize("name, side", ASKED)
def test_p_is_that_of_any_numbers_that_went_through_float32(name, side):
    row, rng = TESTS[name], np.random.default_rng(9)
    n, drawn = (row.most, {"n_resamples": 499} if row.draws else {})
    many = 30 if name not in ("unpaired", "bootstrap", "bootstrap below zero") else n
    for a, b in (
        rng.random((2, many)),
        rng.integers(0, 10, (2, many)) / 9,
        rng.integers(-9, 10, (2, many)) / rng.integers(1, 8, (2, many)),
        100 * rng.random((2, many)),
    ):
        expected = row.test(a, b, alternative=side, **drawn)
        found = row.test(a.astype("f4"), b.astype("f4"), alternative=side, **drawn)
        assert found.pvalue == pytest.approx(expected.pvalue, rel=1e-5), (a, b)
        assert found.method == expected.method or not name.startswith("randomization")
        tie = row.test(a, a, alternative=side, **drawn).pvalue
        for form in (
            a.astype("f4"),
            a.astype("f4").tolist(),
            a.astype("f4").astype(str).astype(float),
        ):
            assert row.test(a, form, alternative=side, **drawn).pvalue == tie, a
            assert row.test(form, a, alternative=side, **drawn).pvalue == tie, a


#: Tests whose p takes so many values that a level of .05 is reached in .05 of all cases.
OF_FULL_LEVEL = ("matched t", "two-sample t", "randomization", "unpaired")


@pytest.mark.parametrize("name", [name for name in TESTS if "bootstrap" not in name])
def test_p_values_under_the_null_are_not_too_small(name):
    row, rng = TESTS[name], np.random.default_rng(5)
    repeats, drawn = (200, {"n_resamples": 499}) if row.draws else (1000, {})
    shared = 0 if name in ("two-sample t", "unpaired") else 2  # how hard an item is for both
    scores = shared * rng.normal(size=(repeats, 1, 14)) + rng.normal(size=(repeats, 2, 14))
    found = [row.test(*pair, alternative=row.sides[0], **drawn) for pair in scores]
    rejected = sum(result.pvalue <= 0.05 for result in found)
    assert rejected <= max(expected_rejections(0.05, repeats))
    assert name not in OF_FULL_LEVEL or rejected in expected_rejections(0.05, repeats)
