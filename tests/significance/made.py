"""Outputs of systems on the same items: as hard for all, and some systems better."""

import numpy as np


def right_or_wrong(m=6, n=300, seed=1):
    """m systems of rising quality on n items, some of which are hard for all."""
    rng = np.random.default_rng(seed)
    return (
        rng.normal(size=(m, n)) + rng.normal(size=n) + np.linspace(0, 0.6, m)[:, None] > 0
    ).astype(int)


def real_scores(m=6, n=300, seed=2):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, n)) + rng.normal(size=n) + np.linspace(0, 0.2, m)[:, None]


def three_counts(m=5, n=400, seed=3):
    rng = np.random.default_rng(seed)
    gold = rng.integers(1, 12, n)
    guessed = np.clip(gold + rng.integers(-2, 3, (m, n)), 1, None)
    correct = rng.binomial(np.minimum(gold, guessed), np.linspace(0.7, 0.75, m)[:, None])
    return np.stack([correct, guessed, np.broadcast_to(gold, (m, n))], axis=2)
