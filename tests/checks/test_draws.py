"""What is drawn at random is judged by its law."""

import math
import random

import numpy as np
import pytest
from scipy.stats import binom

from labkit.checks.draws import RARE, TAIL, fair_coins, fewest, resampled
from labkit.checks.draws import _divergence as divergence

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


CASES = [(1, 3), (2, 200), (5, 1000), (40, 50), (300, 20), (2000, 1)]


def key(draw, n, calls, seed=1):
    rng = np.random.default_rng(seed)
    hint = resampled(n, calls)([draw(n, rng) for _ in range(calls)])
    return hint and (hint.key, hint.doubt)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize(
    "draw",
    [
        lambda n, rng: rng.integers(n, size=n).tolist(),
        lambda n, rng: random.choices(range(n), k=n),
        lambda n, rng: [int(n * rng.random()) for _ in range(n)],
        lambda n, rng: sorted(np.random.default_rng().integers(n, size=n).tolist()),
    ],
)
def test_a_right_draw_passes_by_any_generator(draw, case):
    assert [key(draw, *case, seed) for seed in range(5)] == [None] * 5


@pytest.mark.parametrize(
    ("draw", "named"),
    [
        (lambda n, rng: int(rng.integers(n)), "one"),
        (lambda n, rng: {*rng.integers(n, size=n).tolist()}, "wrong_type"),
        (lambda n, rng: ["0"] * n, "other"),
        (lambda n, rng: rng.integers(n, size=n - 1).tolist(), "length"),
        (lambda n, rng: (n * rng.random(n)).tolist(), "floats"),
        (lambda n, rng: rng.integers(1, n + 1, n).tolist(), "from_one"),
        (lambda n, rng: rng.integers(n + 1, size=n).tolist(), "outside"),
        (lambda n, rng: np.random.default_rng(8).integers(n, size=n).tolist(), "same_again"),
        (lambda n, rng: n * [int(rng.integers(n))], "same_item"),
        (lambda n, rng: rng.permutation(n).tolist(), "no_repeats"),
        (lambda n, rng: rng.integers(n - 1, size=n).tolist(), "never"),
        (lambda n, rng: [round((n - 1) * rng.random()) for _ in range(n)], "unequal"),
        (lambda n, rng: (2 * rng.permutation(n).tolist()[: (n + 1) // 2])[:n], "dependent"),
    ],
)
def test_a_wrong_draw_is_named(draw, named):
    assert {key(draw, 5, 1000, seed) for seed in range(3)} == {(named, False)}


def test_whole_floats_are_right_and_asked_about():
    assert key(lambda n, rng: np.floor(n * rng.random(n)).tolist(), 5, 1000) == ("floats", True)


@pytest.mark.parametrize(("n", "q"), [(5000, 0.2), (40, 0.2), (2000, 0.5)])
def test_a_share_is_refused_more_rarely_than_the_bound_says(n, q):
    refused = [k for k in range(n + 1) if n * divergence(k / n, q) > -math.log(RARE)]
    assert sum(binom.pmf(refused, n, q)) < 2 * RARE
    assert divergence(q, q) == 0
