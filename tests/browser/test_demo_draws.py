"""What the browser draws: what Python does, to the last count; fair, and each draw on its own."""

import numpy as np
import pytest
from scipy import stats

from labkit import load_scores_table
from labkit.demos.data import data_for
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


def law_of_gains():
    """Of 20 items, 7 that only A has right and 2 that only B has: the gain of as many drawn anew."""
    plus, minus = np.mgrid[:21, :21].reshape(2, -1)
    both = plus + minus <= 20
    outcomes = np.stack([plus, minus, 20 - plus - minus], axis=1)[both]
    return (plus - minus)[both], stats.multinomial.pmf(outcomes, 20, [0.35, 0.1, 0.55])


def law_of_shuffles():
    """Coins deal 34 correct and 52 spurious responses to two methods: the difference of their F-scores."""
    correct, spurious = np.mgrid[:35, :53]
    a = 2 * (19 + correct) / (19 + correct + 5 + spurious + 103)
    b = 2 * (19 + 34 - correct) / (19 + 34 - correct + 5 + 52 - spurious + 103)
    return a - b, stats.binom.pmf(correct, 34, 0.5) * stats.binom.pmf(spurious, 52, 0.5)


def law_of_flips(run_a, run_b):
    """Each difference, in units of a ten-thousandth, is added or taken away: the mean over 24 topics."""
    table = (10_000 * load_scores_table()).round().astype(int)
    steps = (table.loc[run_a] - table.loc[run_b]).abs()
    sums = np.arange(-steps.sum(), steps.sum() + 1)
    probable = (sums == 0).astype(float)
    for step in steps:
        probable = (np.roll(probable, step) + np.roll(probable, -step)) / 2
    return sums / 240_000, probable


def law_of_wins(effect):
    """The items, of 50, on which a system is ahead whose scores are better by so many deviations."""
    wins = np.arange(51)
    return wins, stats.binom.pmf(wins, 50, stats.norm.cdf(effect / np.sqrt(2)))


RUNS = {"run_a": "F_A_1_NB04_4", "run_b": "F_C_1_LEX03_3"}
RUNS_OF_THE_LECTURE = {"run_a": "F_A_1_NB05_5", "run_b": "F_A_1_NB01_1"}
#: Demonstration, what of it is set, where it keeps what it drew, and the law of that.
DRAWN = [
    ("bootstrap", {}, "gains", law_of_gains),
    ("error_types", {}, "without.statistics", lambda: law_of_wins(0)),
    ("error_types", {}, "with_effect.statistics", lambda: law_of_wins(0.3)),
    ("shuffling", {}, "differences", law_of_shuffles),
    ("sign_flips", {}, "means", lambda: law_of_flips(**RUNS)),
    ("sign_flips", RUNS_OF_THE_LECTURE, "means", lambda: law_of_flips(**RUNS_OF_THE_LECTURE)),
]


@pytest.mark.parametrize(("name", "settings", "where", "law"), DRAWN)
def test_what_a_class_sees_first_is_typical(functions, name, settings, where, law):
    """None of the first five draws is among the 5 % farthest out, and they lie on both sides of the mean."""
    first = functions.evaluate(
        f"""([name, given, data]) => {{
          const demonstration = defined(name), {{ settings }} = within(demonstration, given, data);
          const counting = demonstration.controls.find(({{ kind }}) => kind === "counter").name;
          return demonstration.numbers({{ ...settings, [counting]: 5 }}, data).{where};
        }}""",
        [name, settings, data_for(name, settings)],
    )
    values, probable = law()
    tails = [
        (probable[values <= x + 1e-9].sum(), probable[values >= x - 1e-9].sum()) for x in first
    ]
    assert len(first) == 5 and 2 * np.min(tails) >= 0.05, (first, tails)
    assert min(first) < (values * probable).sum() < max(first), first
