"""All pairs of many systems, compared anew from their outputs."""

from functools import cache

import numpy as np

from labkit.experiments import load_system_outputs, system_kinds, take_items
from labkit.metrics import accuracy, f1
from labkit.report.digits import rounded
from labkit.significance import compare_all
from labkit.sources import data_folder
from tests.demos.words import p_equation

TEST_SETS = {"IMDB": "imdb.npz", "Rotten Tomatoes": "rotten_tomatoes.npz"}
SIZES = 200, 1000, 5000
METRICS = {"accuracy": (accuracy, None), "F1": (f1, 1)}
PAIRS = {"all": ("same", "different"), "same kind": ("same",), "different": ("different",)}
SIDES = {"two-sided": "two-sided", "one-sided": "greater"}

#: Resamples of the bootstrap for F1; for the accuracy p is exact.
N_RESAMPLES = 10_000


def numbers(
    a="logistic/half-01",
    b="bernoulli/half-05",
    size=1000,
    sides="two-sided",
    test_set="IMDB",
    metric="accuracy",
    pairs="all",
    reveal=False,
):
    """All pairs of the lab's systems on the first items, and one of them on each number of items.

    p is that of `bootstrap_test`, of both sides or of the one that is ahead, rounded to four
    decimals. A threshold is that of `significance_threshold`.
    """
    chosen = comparisons(test_set, size, metric, sides)
    chosen = chosen[chosen["kind"].isin(PAIRS[pairs])]
    near = chosen[chosen["pvalue"].between(0.04, 0.06)].groupby("kind")["gain"]
    thresholds = dict.fromkeys(("same", "different")) | near.quantile(0.95).to_dict()
    track = {}
    for each in SIZES:
        found = comparisons(test_set, each, metric, sides)
        ours = found[found["system_a"].isin([a, b]) & found["system_b"].isin([a, b])]
        row = {"gain": 0, "pvalue": 1} if a == b else ours[["gain", "pvalue"]].iloc[0].to_dict()
        track[str(each)] = row
    scores = {
        f"score_{letter}": _score(test_set, size, metric, name)
        for letter, name in (("a", a), ("b", b))
    }
    found = {"n_pairs": len(chosen), "thresholds": thresholds, "track": track}
    return found | scores | track[str(size)]


@cache
def outputs_of(test_set, metric):
    """Read the systems' outputs on the items of the largest size."""
    path = data_folder() / "systems" / TEST_SETS[test_set]
    return take_items(load_system_outputs(path, positive=METRICS[metric][1]), max(SIZES))


@cache
def comparisons(test_set, size, metric, sides):
    """Compare all systems, once; the pairs come by growing gain, and then in the systems' order."""
    outputs = take_items(outputs_of(test_set, metric), size)
    kinds, score = system_kinds(outputs), METRICS[metric][0]
    found = compare_all(
        outputs, score, kinds=kinds, alternative=SIDES[sides], n_resamples=N_RESAMPLES, rng=1
    )
    found = found[["system_a", "system_b", "kind", "gain", "pvalue"]]
    found = found.round({"gain": 9, "pvalue": 4})
    places = {name: place for place, name in enumerate(outputs)}
    a, b = (found[name].map(places) for name in ("system_a", "system_b"))
    return found.iloc[np.lexsort((b, a, found["gain"]))].reset_index(drop=True)


def _score(test_set, size, metric, name):
    """Return a system's score."""
    rows = outputs_of(test_set, metric)[name][:size]
    return float(rows.mean() if metric == "accuracy" else f1(rows.sum(axis=0)))


def readout(found):
    a, b, gain = found["score_a"], found["score_b"], f"{100 * found['gain']:.1f}"
    ahead = "equal" if found["gain"] == 0 else f"{'A' if a > b else 'B'} is ahead by {gain} points"
    lines = [
        f"{p_equation(found['pvalue'], N_RESAMPLES)}, {found['sides']}",
        f"A {rounded(a)}, B {rounded(b)}: {ahead}",
    ]
    if found["a"] == found["b"]:
        lines[1] = "A system against itself: nothing to test"
    if found["reveal"]:
        gains = found["thresholds"]
        said = [f"{100 * gains[kind]:.1f} ({kind})" for kind in gains if gains[kind] is not None]
        lines.append(f"Threshold {', '.join(said)}" if said else "No pair is near p = 0.05")
    return lines
