"""What demonstrations say of random draws: the same draws in Python, counted with labkit's own scores.

Each function takes all settings of a demonstration, and gives what was drawn as numbers and as lines.
"""

from itertools import islice

import numpy as np

from labkit import load_scores_table, matched_pair_t, two_sample_t
from labkit.demos._error_types import critical_lines
from labkit.demos.words import p_equation, show_score
from labkit.metrics import f_score, precision, recall
from labkit.significance.result import monte_carlo_interval
from labkit.text import write_share
from tests.demos.chance import random_items, random_tosses, random_words

#: Resamples from which on their share is called p, and scores that are the same.
ENOUGH, SAME = 100, 4e-12


def count(values, large, look, words):
    """Tell how many shuffles are as large as observed, and what the one that is looked at gives."""
    shuffles, extreme, shown = len(values), int(np.sum(large)), look or len(values)
    numbers = {"shown": shown, "extreme": extreme, "here": None, "sampled": None}
    if not shuffles:
        return numbers, []
    numbers |= {"here": float(values[shown - 1]), "sampled": (extreme + 1) / (shuffles + 1)}
    here = show_score(numbers["here"], signed=True)
    lines = [f"Shuffle {shown:,}: {here}; {extreme:,} of {shuffles:,} {words}"]
    if shuffles >= ENOUGH:
        p = p_equation(numbers["sampled"])
        lines.append(f"{p} = ({extreme:,} + 1) / ({shuffles:,} + 1)")
    return numbers, lines


def shuffling(metric, gold, shuffles, seed, look, exact, **counts):
    kinds = "correct", "spurious"
    correct, spurious = (counts[f"{kind}_1"] + counts[f"{kind}_2"] for kind in kinds)
    score = {"recall": recall(gold), "precision": precision, "F-score": f_score(gold)}[metric]

    def lead(right, wrong):
        """How far I leads with so many of the responses of one method alone."""
        both = [counts["correct_both"], counts["correct_both"] + counts["spurious_both"]]
        one, two = (
            score(np.stack([both[0] + c, both[1] + c + s], axis=-1))
            for c, s in ((right, wrong), (correct - right, spurious - wrong))
        )
        return one - two

    observed = lead(counts["correct_1"], counts["spurious_1"])
    sign = 1 if observed >= -SAME else -1
    tosses = random_tosses(seed, shuffles, correct + spurious)
    leads = sign * lead(tosses[:, :correct].sum(axis=1), tosses[:, correct:].sum(axis=1))
    return count(leads, leads >= abs(observed) - SAME, look, "at least as large")


def sign_flips(run_a, run_b, shuffles, seed, look, exact):
    a, b = (10_000 * load_scores_table().loc[[run_a, run_b]].to_numpy()).round().astype(int)
    sums = np.where(random_tosses(seed, shuffles, len(a)), b - a, a - b).sum(axis=1)
    large = abs(sums) >= abs((a - b).sum())
    return count(sums / 10_000 / len(a), large, look, "as far from 0")


def bootstrap(n, plus, minus, resamples, shifted, seed, look, exact):
    items = np.repeat([1, -1, 0], [plus, minus, n - plus - minus])
    gains = items[random_items(seed, resamples, n)].sum(axis=1)
    delta, extreme, shown = plus - minus, int((gains > 2 * (plus - minus)).sum()), look or resamples
    numbers = {"shown": shown, "extreme": extreme, "gain": None, "mean": None, "sampled": None}
    if not resamples:
        return numbers, []
    numbers |= {"gain": int(gains[shown - 1]) / n, "mean": int(gains.sum()) / resamples / n}
    numbers["sampled"] = extreme / resamples
    gain, mean = (show_score(numbers[name]) for name in ("gain", "mean"))
    p = f": {p_equation(extreme / resamples, resamples)}" if resamples >= ENOUGH and plus else ""
    above = f"gains above 2 delta = {show_score(2 * (delta / n))}{p}"
    return numbers, [
        f"Resample {shown:,}: gain {gain}; mean of all {mean}",
        f"{extreme:,} of {resamples:,} {above}",
    ]


def normal_pairs(seed, experiments, n):
    """Draw standard normal numbers (2, experiments, n), as Box and Muller do."""
    words = np.array(list(islice(random_words(seed, experiments), 2 * n)), dtype=float).T
    radius = np.sqrt(-2 * np.log((words[:, ::2] + 0.5) / 2**32))
    angle = 2 * np.pi * (words[:, 1::2] / 2**32)
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)])


def statistics(test, one, two):
    """A test's statistic of each experiment: scores (experiments, n) to a list."""
    if test == "sign test":
        return (one > two).sum(axis=1).tolist()
    compute = {"matched-pair t": matched_pair_t, "two-sample t": two_sample_t}[test]
    return [compute(a, b).standardized for a, b in zip(one, two, strict=True)]


def experiments_of(test, n, effect, correlation, alpha, experiments, seed):
    """The statistics of both halves, and how many of each the test rejects."""
    first, second = normal_pairs(seed, experiments, n)
    second = correlation * first + np.sqrt(1 - correlation**2) * second
    low, high = critical_lines(test, n, alpha)
    halves = [statistics(test, first + gain, second) for gain in (0.0, effect)]
    return halves, [sum(each < low or each > high for each in half) for half in halves]


def error_types(experiments, **settings):
    if not experiments:
        return dict.fromkeys(("type_one", "power", "type_two")), []
    _, (false, power) = experiments_of(experiments=experiments, **settings)
    limits = [monte_carlo_interval(each, experiments) for each in (false, power)]
    said = [f" ({100 * low:.1f} to {100 * high:.1f})" for low, high in limits]
    shares = [each / experiments for each in (false, power, experiments - power)]
    lines = [
        f"; seen: {write_share(share, 1)}{limit}"
        for share, limit in zip(shares, [*said, ""], strict=True)
    ]
    numbers = {"type_one": shares[0], "power": shares[1], "type_two": round(1 - shares[1], 10)}
    return numbers, lines


DRAWN = {each.__name__: each for each in (shuffling, sign_flips, bootstrap, error_types)}


def said(name, readout, settings):
    """Return what a demonstration's readout says with its draws, given what Python says without."""
    python = readout.splitlines()
    _, lines = DRAWN[name](**settings) if name in DRAWN else ({}, [])
    if name == "error_types" and lines:
        return [one + other for one, other in zip(python, lines, strict=True)]
    return [*python[:1], *lines, *python[1:]]
