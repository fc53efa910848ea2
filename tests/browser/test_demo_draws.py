"""What the browser draws: what Python does, to the last count."""

import pytest

from labkit.demos.chance import random_items, random_tosses
from tests.browser.modules import open_functions


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
