"""What is drawn at random is judged by its law."""

import random

import numpy as np
import pytest
from scipy.stats import binom

from labkit.checks.draws import TAIL, fair_coins, fewest

N, CALLS = 1000, 20


@pytest.mark.parametrize("n", [1, 2, 36, 37, 400, 999, 20_000, 40_000])
def test_a_fair_count_is_beyond_its_limits_less_often_than_said(n):
    least = fewest(n)
    assert binom.cdf(least - 1, n, 0.5) <= TAIL < binom.cdf(least, n, 0.5) * (1 + 1e-6)


def test_right_answers_to_all_cases_of_a_question_are_refused_less_than_once_in_a_thousand_million():
    from labkit.checks.questions import load_questions
    from tests.ticks import COURSE

    cases = load_questions(COURSE[5], hidden=True)["toss"].cases
    chance = 0.0
    for n, seeded in (case.inputs for case in cases):
        chance += 4 * TAIL + 2.0 ** (1 - n * seeded.calls)
        chance += 2.0 ** ((1 - n) * seeded.calls) if n > 1 else 0
        if n >= 64:
            pairs = seeded.calls * (seeded.calls - 1) / 2
            chance += pairs * 2.0**-n + (2 * binom.pmf(n // 2, n, 0.5)) ** seeded.calls
    assert 0 < chance < 1e-9


WAYS = {
    "integers": lambda n, rng: rng.integers(2, size=n).tolist(),
    "one by one": lambda n, rng: [rng.integers(0, 2) for _ in range(n)],
    "halves": lambda n, rng: [rng.random() < 0.5 for _ in range(n)],
    "choice": lambda n, rng: list(rng.choice([0, 1], size=n)),
    "binomial": lambda n, rng: tuple(rng.binomial(1, 0.5, n)),
    "bits": lambda n, rng: np.unpackbits(np.frombuffer(rng.bytes(n), np.uint8))[:n].tolist(),
    "signs": lambda n, rng: [float(x > 0) for x in rng.normal(size=n)],
    "another generator": lambda n, rng: random.choices((0, 1), k=n),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_way_to_toss_a_fair_coin_is_right(way):
    for n, calls in ((N, CALLS), (1, 400), (2, 500), (999, 20), (4000, 10)):
        rng = np.random.default_rng(n)
        assert fair_coins(n, calls)([WAYS[way](n, rng) for _ in range(calls)]) is None


def blocks(n, rng, size):
    """Toss the same number of heads and tails in each block."""
    return np.concatenate([rng.permutation(size) % 2 for _ in range(n // size)]).tolist()


@pytest.mark.parametrize(
    ("key", "toss"),
    [
        ("wrong_type", lambda n, rng: 1),
        ("size", lambda n, rng: [0, 1]),
        ("range", lambda n, rng: rng.integers(3, size=n).tolist()),
        ("range", lambda n, rng: rng.random(n).tolist()),
        ("range", lambda n, rng: rng.choice(["heads", "tails"], size=n).tolist()),
        ("one_side", lambda n, rng: rng.integers(1, size=n).tolist()),
        ("one_side", lambda n, rng: [1] * n),
        ("one_coin", lambda n, rng: [int(rng.integers(2))] * n),
        ("pattern", lambda n, rng: [k % 2 for k in range(n)]),
        ("pattern", lambda n, rng: [0] * (n // 2) + [1] * (n // 2)),
        ("same_again", lambda n, rng: np.random.default_rng(1).integers(2, size=n).tolist()),
        ("biased", lambda n, rng: (rng.random(n) < 0.6).tolist()),
        ("biased", lambda n, rng: (rng.random(n) < 0.45).tolist()),
        ("biased", lambda n, rng: (rng.integers(3, size=n) % 2).tolist()),
        ("balanced", lambda n, rng: (rng.permutation(n) % 2).tolist()),
        ("dependent", lambda n, rng: blocks(n, rng, 2)),
        ("dependent", lambda n, rng: blocks(n, rng, 10)),
        ("dependent", lambda n, rng: sorted(rng.integers(2, size=n).tolist())),
        ("dependent", lambda n, rng: np.repeat(rng.integers(2, size=n // 2), 2).tolist()),
    ],
)
def test_a_wrong_way_is_told_which_it_is(key, toss):
    for seed in range(5):
        rng = np.random.default_rng(seed)
        hint = fair_coins(N, CALLS)([toss(N, rng) for _ in range(CALLS)])
        assert hint is not None and hint.key == key
