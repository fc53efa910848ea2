"""Scores of 1e-300 to 1e300 in one and the same input, against fractions.

Floats are whole numbers times powers of two: sums, ranks and shares of all cases are found
in fractions, without any rounding, and compared with the stated tolerance of ties (4e-12 of the
two scores that are subtracted, and so of the sums). Cases that the tolerance leaves open are not asked.
"""

import math
import warnings
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy import special

from labkit import metrics
from labkit.significance import (
    bootstrap_test,
    compare_all,
    count_outcomes,
    matched_pair_t,
    randomization_test,
    sign_test,
    wilcoxon_test,
)
from tests.significance import oracles

TIE = Fraction(4, 10**12)
ALTERNATIVES = ["two-sided", "greater", "less"]


class Open(Exception):
    """The tolerance of ties leaves it open whether something is one."""


def compare(left, right, slack):
    """-1, 0 or 1: less, tied or greater, but for `slack`; nothing may be close to its edge."""
    gap = left - right
    if slack / 2 < abs(gap) < 2 * slack:
        raise Open
    return 0 if abs(gap) <= slack else (1 if gap > 0 else -1)


def as_fractions(scores):
    return [Fraction(float(x)) for x in scores]


def slacks(a, b):
    return [TIE * max(abs(x), abs(y)) for x, y in zip(a, b, strict=True)]


def gains_of(a, b):
    a, b = as_fractions(a), as_fractions(b)
    noise = slacks(a, b)
    signs = [compare(x, y, s) for x, y, s in zip(a, b, noise, strict=True)]
    gains = [(x - y) * bool(sign) for x, y, sign in zip(a, b, signs, strict=True)]
    return gains, [s * bool(sign) for s, sign in zip(noise, signs, strict=True)]


def signed_sums(gains, noise, alternative):
    """Share of all signs of `gains` whose sum is at least as extreme as the observed one."""
    observed, slack, extreme = sum(gains), sum(noise), 0
    for signs in product([1, -1], repeat=len(gains)):
        value = sum(s * gain for s, gain in zip(signs, gains, strict=True))
        left, right = {
            "two-sided": (abs(value), abs(observed)),
            "greater": (value, observed),
            "less": (observed, value),
        }[alternative]
        extreme += compare(left, right, slack) >= 0
    return extreme / 2 ** len(gains)


def by_randomization(a, b, alternative):
    return signed_sums(*gains_of(a, b), alternative)


def by_signed_ranks(a, b, alternative):
    gains, noise = (np.array(x, object) for x in gains_of(a, b))
    changed = [i for i, gain in enumerate(gains) if gain]
    order = sorted(changed, key=lambda i: abs(gains[i]))
    groups = []
    for i in order:
        if groups and compare(abs(gains[i]), abs(gains[groups[-1][0]]), noise[i]) == 0:
            groups[-1].append(i)
        else:
            groups.append([i])
    ranks, start = {}, 1
    for group in groups:
        ranks.update(dict.fromkeys(group, Fraction(2 * start + len(group) - 1, 2)))
        start += len(group)
    signed = [ranks[i] * (1 if gains[i] > 0 else -1) for i in changed]
    return signed_sums(signed, [0] * len(signed), alternative) if signed else 1.0


def by_signs(a, b, alternative):
    gains, _ = gains_of(a, b)
    plus, minus = sum(g > 0 for g in gains), sum(g < 0 for g in gains)
    return float(oracles.sign_pvalue(plus, minus, len(gains) - plus - minus, "split", alternative))


def by_bootstrap(a, b, variant):
    """Share of all n^n resamples; ties of sums are those of the largest score."""
    a, b = as_fractions(a), as_fractions(b)
    slack = TIE * max(map(abs, a + b)) * len(a)
    gains = [x - y for x, y in zip(a, b, strict=True)]
    total, extreme = sum(gains), 0
    for draw in product(gains, repeat=len(gains)):
        value = sum(draw)
        bar = (value, 2 * total) if variant == "recentred" else (0, value)
        extreme += compare(*bar, slack) > 0
    p = extreme / len(gains) ** len(gains)
    return 1.0 if p == 0 and compare(total, 0, slack) <= 0 else p


def by_t(a, b, alternative):
    """Mean and variance in fractions; one root, and scipy's law of t."""
    gains, _ = gains_of(a, b)
    n, mean = len(gains), sum(gains) / len(gains)
    variance = sum((gain - mean) ** 2 for gain in gains) / (n - 1)
    if not variance:
        return (
            1.0
            if not mean
            else {"two-sided": 0, "greater": mean < 0, "less": mean > 0}[alternative]
        )
    square = mean**2 / variance * n
    t = math.copysign(math.sqrt(square), mean) if square < 1e300 else math.copysign(math.inf, mean)
    if alternative == "two-sided":
        return 2 * special.stdtr(n - 1, -abs(t))
    return special.stdtr(n - 1, -t if alternative == "greater" else t)


def mixed(rng, n, kind):
    """Scores of two systems: every item of its own scale, two scales, or one item that dwarfs the rest."""
    if kind == "each its own":
        exponents = rng.uniform(-300, 300, n)
    elif kind == "two scales":
        exponents = rng.choice(rng.uniform(-300, 300, 2), n)
    elif kind == "one giant":
        exponents = np.full(n, rng.uniform(-300, 280))
        exponents[rng.integers(n)] += rng.uniform(0, 300 - exponents[0])
    else:  # close by, where sums still see all
        exponents = rng.uniform(-300, 290) + rng.uniform(0, 10, n)
    a, b = rng.choice([rng.normal(size=(2, n)), rng.integers(-3, 4, (2, n)).astype(float)])
    scale = 10.0**exponents
    equal = rng.random(n) < 0.2
    return a * scale, np.where(equal, a, b) * scale


KINDS = ["each its own", "two scales", "one giant", "close by"]


def close(found, expected):
    return abs(found - expected) <= 1e-9 * expected + 1e-12


def mistakes(seed, times, kind, most=7):
    """Wrong p-values of `times` random cases, and how many were asked."""
    rng = np.random.default_rng(seed)
    wrong, asked = [], 0
    for _ in range(times):
        a, b = mixed(rng, int(rng.integers(2, most + 1)), kind)
        alternative = str(rng.choice(ALTERNATIVES))
        variant = str(rng.choice(["recentred", "below-zero"]))
        few = slice(None, 5)
        asks = {
            "sign": (by_signs, sign_test_of, (a, b, alternative)),
            "wilcoxon": (by_signed_ranks, wilcoxon, (a, b, alternative)),
            "randomization": (by_randomization, randomization, (a, b, alternative)),
            "t": (by_t, matched, (a, b, alternative)),
            "bootstrap": (by_bootstrap, bootstrap, (a[few], b[few], variant)),
        }
        for name, (oracle, test, case) in asks.items():
            try:
                expected = float(oracle(*case))
            except Open:
                continue
            asked += 1
            found = test(*case)
            if not close(found, expected):
                wrong.append((name, *case, found, expected))
    return wrong, asked


def sign_test_of(a, b, alternative):
    return sign_test(*count_outcomes(a, b), alternative=alternative).pvalue


def wilcoxon(a, b, alternative):
    return wilcoxon_test(a, b, alternative=alternative).pvalue


def randomization(a, b, alternative):
    return randomization_test(a, b, alternative=alternative, method="exact").pvalue


def matched(a, b, alternative):
    return matched_pair_t(a, b, alternative=alternative).pvalue


def bootstrap(a, b, variant):
    return bootstrap_test(a, b, variant=variant).pvalue


@pytest.mark.parametrize("kind", KINDS)
def test_mixed_scales(kind):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wrong, asked = mistakes(KINDS.index(kind), 5, kind, most=5)
    assert wrong == []
    assert asked > 15


def test_differences_beside_a_giant_tie_count():
    """Scaled by the giant score, they would all be 0."""
    a, b = [8.67e-156, 4.27e203], [-6.9e-157, 4.27e203]
    assert matched_pair_t(a, b, alternative="less").pvalue == pytest.approx(0.75)
    assert matched_pair_t([2e307, 0], [0, 2e307]).pvalue == 1


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize(
    "test", [bootstrap_test, matched_pair_t, randomization_test, wilcoxon_test]
)
def test_the_largest_scores_are_tested_or_refused(test, alternative):
    """What a float can hold is seen before anything is added up; nothing warns."""
    a, b = np.array([3.0, -2, 5, 0, 7, 1, 2, -1]), np.array([1.0, 2, 5, 1, -4, 3, 0, -2])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = test(a * 2.0**1000, b * 2.0**1000, alternative=alternative)
        assert found.pvalue == pytest.approx(test(a, b, alternative=alternative).pvalue)
        with pytest.raises(ValueError, match="a must hold numbers whose sums a float can hold"):
            test(a * 1e307, b, alternative=alternative)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("kind", KINDS)
def test_many_mixed_scales(kind, seed):
    wrong, asked = mistakes(100 + seed, 40, kind, most=8)
    assert wrong == []
    assert asked > 120


# Longer tests, whose law is added up sum by sum in whole numbers


def law_of(steps):
    """How many ways there are to each sum of independent choices, one of each of `steps`."""
    law = {0: 1}
    for choices in steps:
        new = {}
        for total, ways in law.items():
            for choice in choices:
                new[total + choice] = new.get(total + choice, 0) + ways
        law = new
    return law


def share(law, is_extreme):
    return float(Fraction(sum(w for x, w in law.items() if is_extreme(x)), sum(law.values())))


def two_grids(rng, n):
    """Small whole gains, and some of another order of magnitude, all times a power of ten or two."""
    big = 2 ** int(rng.integers(0, 60))
    gains = [int(g) * (big if rng.random() < 0.3 else 1) for g in rng.integers(-3, 4, n)]
    unit = Fraction(2) ** int(rng.integers(-900, 900)) if rng.random() < 0.5 else Fraction(1)
    return gains, unit


def long_randomization(whole, gains):
    """Expected and found."""
    observed, slack = abs(sum(whole)), sum(TIE * abs(g) for g in whole)
    law = law_of([(g, -g) for g in whole])
    expected = share(law, lambda x: compare(abs(x), observed, slack) >= 0)
    return expected, randomization(gains, np.zeros(len(gains)), "two-sided")


def long_bootstrap(whole, gains):
    """Expected and found, of the first twelve."""
    whole, gains = whole[:12], gains[:12]
    slack = TIE * max(map(abs, whole)) * len(whole)
    law = law_of([whole] * len(whole))
    expected = share(law, lambda x: compare(x, 2 * sum(whole), slack) > 0)
    nothing = expected == 0 and compare(sum(whole), 0, slack) <= 0
    return 1.0 if nothing else expected, bootstrap(gains, np.zeros(len(gains)), "recentred")


def mistakes_of_long_tests(seed, times):
    rng = np.random.default_rng(seed)
    wrong, asked = [], 0
    for _ in range(times):
        whole, unit = two_grids(rng, int(rng.integers(10, 35)))
        gains = np.array([float(g * unit) for g in whole])
        for ask in (long_randomization, long_bootstrap):
            try:
                expected, found = ask(whole, gains)
            except Open:
                continue
            asked += 1
            if not close(found, expected):
                wrong.append((ask.__name__, whole, float(unit), found, expected))
    return wrong, asked


def test_long_tests_on_two_grids():
    wrong, asked = mistakes_of_long_tests(1, 3)
    assert wrong == []
    assert asked > 3


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_many_long_tests_on_two_grids(seed):
    wrong, asked = mistakes_of_long_tests(100 + seed, 15)
    assert wrong == []
    assert asked > 15


# Ratios of sums, and all pairs


def ratios_at_scales(rng, n):
    """Correct and found, real numbers, of two systems: each item of its own scale."""
    exponents = rng.uniform(-300, 295, n) if rng.random() < 0.5 else rng.uniform(-3, 3, n)
    scale = 10.0 ** (exponents if rng.random() < 0.5 else exponents[:1])
    found = rng.uniform(0.1, 1, (2, n)) * scale
    return [np.column_stack([f * rng.uniform(0, 1, n), f]) for f in found]


def ratio_by_force(a, b, test):
    """Precision of all shuffles, or of all resamples, in fractions."""
    a, b = ([as_fractions(row) for row in table] for table in (a, b))

    def gain(x, y):
        return oracles.gain(x, y, oracles.METRICS["precision"])

    scores = [oracles.METRICS["precision"](oracles.column_sums(table)) for table in (a, b)]
    observed, n, extreme = gain(a, b), len(a), 0
    for case in product(range(2 if test == "randomization" else n), repeat=n):
        if test == "randomization":
            x = [two if swap else one for one, two, swap in zip(a, b, case, strict=True)]
            y = [one if swap else two for one, two, swap in zip(a, b, case, strict=True)]
            extreme += compare(abs(gain(x, y)), abs(observed), TIE * sum(scores)) >= 0
        else:
            value = gain([a[i] for i in case], [b[i] for i in case])
            extreme += compare(value, 2 * observed, TIE * max(scores)) > 0
    p = extreme / (2 if test == "randomization" else n) ** n
    return 1.0 if p == 0 and observed <= 0 else p


def mistakes_of_ratios(seed, times):
    rng = np.random.default_rng(seed)
    wrong, asked = [], 0
    for _ in range(times):
        a, b = ratios_at_scales(rng, int(rng.integers(2, 5)))
        for name, test in (("randomization", randomization_test), ("bootstrap", bootstrap_test)):
            try:
                expected = ratio_by_force(a, b, name)
            except Open:
                continue
            asked += 1
            found = test(a, b, metrics.precision, method="exact").pvalue
            if not close(found, expected):
                wrong.append((name, a, b, found, expected))
    return wrong, asked


def test_ratios_at_mixed_scales():
    wrong, asked = mistakes_of_ratios(2, 8)
    assert wrong == []
    assert asked > 8


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10))
def test_many_ratios_at_mixed_scales(seed):
    wrong, asked = mistakes_of_ratios(100 + seed, 30)
    assert wrong == []
    assert asked > 30


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("test", ["bootstrap", "randomization", "sign", "matched-t", "wilcoxon"])
def test_all_pairs_at_mixed_scales(kind, test):
    """A table of systems says what each pair says alone."""
    rng = np.random.default_rng(KINDS.index(kind))
    outputs = np.concatenate([mixed(rng, 5, kind), mixed(rng, 5, kind)])
    alone = {
        "bootstrap": lambda a, b: bootstrap(a, b, "recentred"),
        "randomization": lambda a, b: randomization(a, b, "greater"),
        "sign": lambda a, b: sign_test_of(a, b, "greater"),
        "matched-t": lambda a, b: matched(a, b, "greater"),
        "wilcoxon": lambda a, b: wilcoxon(a, b, "greater"),
    }[test]
    for pair in compare_all(outputs, test=test).itertuples():
        a, b = outputs[pair.system_a], outputs[pair.system_b]
        if (a != b).any():
            assert pair.pvalue == pytest.approx(alone(a, b), abs=1e-12)
