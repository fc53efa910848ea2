"""What the browser draws: what Python does, to the last count; fair, and each draw on its own."""

import numpy as np
import pytest
from scipy import stats

from tests.demos.chance import random_items, random_tosses


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1])
def test_the_browser_draws_what_python_draws(functions, seed):
    tosses, items = functions.evaluate(
        """(seed) => { const many = (n) => Array.from({ length: n });
        return [many(20).map((_, draw) => { const toss = randomTosses(seed, draw); return many(70).map(toss); }),
          many(20).map((_, draw) => { const words = randomWords(seed, draw);
            return many(70).map(() => drawBelow(words, 70)); })]; }""",
        seed,
    )
    assert tosses == random_tosses(seed, 20, 70).astype(int).tolist()
    assert items == random_items(seed, 20, 70).tolist()


def test_tosses_are_fair_and_items_uniform():
    """Chi-squared over many seeds: its p-values must themselves be spread as those of chance are."""
    tosses, items = [], []
    for seed in range(60):
        patterns = random_tosses(seed, 4000, 5) @ (1 << np.arange(5))
        tosses.append(stats.chisquare(np.bincount(patterns, minlength=32)).pvalue)
        drawn = random_items(seed, 400, 30)
        items.append(stats.chisquare(np.bincount(drawn.ravel(), minlength=30)).pvalue)
    for pvalues in (tosses, items):
        assert stats.kstest(pvalues, "uniform").pvalue > 0.001
    # Neighbouring draws have nothing to do with each other.
    tosses = random_tosses(1, 10_000, 64).mean(axis=1) - 0.5
    assert abs(np.corrcoef(tosses[1:], tosses[:-1])[0, 1]) < 0.04
