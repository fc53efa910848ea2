"""What the browser draws: what Python does, to the last count; fair, and each draw on its own."""

from itertools import islice

import numpy as np
import pytest
from scipy import stats

from tests.browser.modules import open_functions
from tests.demos.chance import random_items, random_tosses, random_words

MASK = 2**32 - 1


@pytest.fixture(scope="module")
def functions(browser):
    page = open_functions(browser)
    yield page
    page.close()


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


def words_by_hand(seed, draw, many):
    """The words of one draw by the plain rule of sfc32, in whole numbers of any size."""
    a, b, c, counter = 0x243F6A88, 0x85A308D3 ^ draw, seed, 1
    words = []
    for _ in range(20 + many):
        total = (a + b + counter) & MASK
        counter += 1
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & MASK
        c = (((c << 21) & MASK | c >> 11) + total) & MASK
        words.append(total)
    return words[20:]


@pytest.mark.parametrize("seed", [0, 3, 2**32 - 1])
def test_words_are_those_of_the_plain_rule(seed):
    words = np.array([*islice(random_words(seed, 6), 4)])
    for draw in range(6):
        assert words[:, draw].tolist() == words_by_hand(seed, draw, 4)


def test_the_first_draws_stay_whatever_comes_after():
    for draw in (random_tosses, random_items):
        assert (draw(7, 50, 40)[:9] == draw(7, 9, 40)).all()
        assert draw(7, 0, 40).shape == (0, 40) and draw(7, 3, 1).shape == (3, 1)
        assert (draw(7, 50, 40) != draw(8, 50, 40)).any()
    assert random_tosses(7, 3, 0).shape == (3, 0)


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


def test_neighbouring_draws_have_nothing_to_do_with_each_other():
    tosses = random_tosses(1, 10_000, 64).mean(axis=1) - 0.5
    assert abs(np.corrcoef(tosses[1:], tosses[:-1])[0, 1]) < 0.04
