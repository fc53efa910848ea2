"""What is drawn at random is judged by its law: a right answer passes, whatever generator drew it."""

import math
import random

import numpy as np
import pytest
from scipy.stats import binom

from labkit.checks.chance import RARE, resampled
from labkit.checks.chance import _divergence as divergence

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
