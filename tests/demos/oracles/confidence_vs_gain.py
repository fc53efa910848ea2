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
SIZES = 200, 1000, 2000, 5000
METRICS = {"accuracy": (accuracy, None), "F1": (f1, 1)}
PAIRS = {"all": ("same", "different"), "same kind": ("same",), "different kinds": ("different",)}

#: Resamples of the bootstrap for F1; for the accuracy p is exact.
N_RESAMPLES = 10_000

#: Kind of pair -> its name.
KINDS = {"different": "different kinds", "same": "same kind"}


def numbers(test_set="IMDB", size=1000, metric="accuracy", pairs="all", point=400, reveal=False):
    """All pairs of the lab's systems on the first items, and one of them in full.

    `point` is its number among those chosen, in the order of their gains. p is the one-sided one of
    `bootstrap_test`, rounded to four decimals. A threshold is that of `significance_threshold`.
    """
    chosen = comparisons(test_set, size, metric)
    chosen = chosen[chosen["kind"].isin(PAIRS[pairs])]
    near = chosen[chosen["pvalue"].between(0.04, 0.06)].groupby("kind")["gain"]
    thresholds = dict.fromkeys(KINDS) | near.quantile(0.95).to_dict()
    pair = chosen.iloc[point - 1].to_dict()
    both = pair["system_a"], pair["system_b"]
    pair["scores"] = {name: _scores(test_set, size, name) for name in both}
    return {"n_pairs": len(chosen), "thresholds": thresholds, "pair": pair}


@cache
def outputs_of(test_set, metric):
    """Read the systems' outputs on the items of the largest size."""
    path = data_folder() / "systems" / TEST_SETS[test_set]
    return take_items(load_system_outputs(path, positive=METRICS[metric][1]), max(SIZES))


@cache
def comparisons(test_set, size, metric):
    """Compare all systems, once; the pairs come by growing gain, and then in the systems' order."""
    outputs = take_items(outputs_of(test_set, metric), size)
    kinds, score = system_kinds(outputs), METRICS[metric][0]
    found = compare_all(
        outputs, score, kinds=kinds, alternative="greater", n_resamples=N_RESAMPLES, rng=1
    )
    found = found[["system_a", "system_b", "kind", "gain", "pvalue"]]
    found = found.round({"gain": 9, "pvalue": 4})
    places = {name: place for place, name in enumerate(outputs)}
    a, b = (found[name].map(places) for name in ("system_a", "system_b"))
    return found.iloc[np.lexsort((b, a, found["gain"]))].reset_index(drop=True)


def _scores(test_set, size, name):
    """Return a system's scores by all metrics."""
    right, counts = (outputs_of(test_set, metric)[name][:size] for metric in METRICS)
    return {"accuracy": float(right.mean()), "F1": float(f1(counts.sum(axis=0)))}


def readout(found):
    pair, gains = found["pair"], found["thresholds"]
    lines = [
        f"{letter} {name}: "
        + ", ".join(f"{score} {rounded(value)}" for score, value in pair["scores"][name].items())
        for letter, name in (("A", pair["system_a"]), ("B", pair["system_b"]))
    ]
    lines.append(
        f"Gain in {found['metric']} {100 * pair['gain']:.1f} points, {KINDS[pair['kind']]}"
    )
    lines.append(f"{p_equation(pair['pvalue'], N_RESAMPLES)}; {found['n_pairs']:,} pairs")
    if found["reveal"]:
        named = ("same", "same kind"), ("different", "different")
        said = [
            f"{100 * gains[kind]:.1f} ({name})" for kind, name in named if gains[kind] is not None
        ]
        lines.append(f"Threshold {', '.join(said)}" if said else "No pair is near p = 0.05")
    return lines
