"""What tick 6 says in words about Yeh's figures is what his counts give."""

import math

import numpy as np
import pytest

from labkit import load_yeh_modifiers, randomization_test
from labkit.metrics import f_score, precision, recall

SHUFFLES = 2**20


@pytest.fixture(scope="module")
def methods():
    return load_yeh_modifiers()


@pytest.mark.parametrize(
    ("metric", "alternative", "pvalue", "printed", "agrees"),
    [
        (recall(103), "greater", 9.756279177963745e-05, 96, True),
        (f_score(103), "greater", 0.014775686, 14794, False),
        (precision, "less", 0.019994289562099, 25770, False),
    ],
)
def test_the_counts_of_section_3_3(methods, metric, alternative, pvalue, printed, agrees):
    result = randomization_test(*methods, metric, alternative=alternative)
    assert result.method == "exact"
    assert result.pvalue == pytest.approx(pvalue, rel=1e-6)
    error = math.sqrt(SHUFFLES * pvalue * (1 - pvalue))
    assert (abs(printed - SHUFFLES * pvalue) < 3 * error) == agrees


def test_two_sided_is_twice_one_sided_but_not_in_the_paper(methods):
    one_sided = randomization_test(*methods, precision, alternative="less").pvalue
    two_sided = randomization_test(*methods, precision).pvalue
    assert two_sided == pytest.approx(2 * one_sided, rel=1e-12)
    assert two_sided < 0.04 < 2 * 25770 / SHUFFLES


def test_no_reading_of_the_threshold_explains_the_counts():
    correct, spurious = np.ogrid[:35, :53]  # that method I receives
    ways = np.array([math.comb(34, i) for i in range(35)], dtype=float)[:, None]
    ways = ways * np.array([math.comb(52, j) for j in range(53)], dtype=float)
    found = 24 + correct + spurious
    gain = (53 - correct) / (134 - found) - (19 + correct) / found
    f_gain = 2 * (19 + correct) / (found + 103) - 2 * (53 - correct) / (134 - found + 103)
    for gains, observed, rounded, printed in (
        (gain, 25 / 39 - 47 / 95, 0.641 - 0.495, 25770),
        (f_gain, 94 / 198 - 50 / 142, 0.475 - 0.352, 14794),
    ):
        for extreme in (
            gains > observed - 1e-9,
            gains > observed + 1e-9,
            gains > rounded - 1e-9,
        ):
            share = ways[extreme].sum() / 2.0**86
            assert abs(printed - SHUFFLES * share) > 5 * math.sqrt(SHUFFLES * share)
