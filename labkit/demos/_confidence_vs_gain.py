"""Demonstration of confidence against gain: many systems, all pairs of them, and what each pair is."""

import json
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pandas as pd

from labkit import arguments
from labkit.demos import program
from labkit.demos.demonstration import Numbers, opener
from labkit.demos.words import p_equation
from labkit.experiments import load_system_outputs, system_kinds, take_items
from labkit.metrics import accuracy, f1
from labkit.report.digits import rounded
from labkit.significance import compare_all
from labkit.sources import data_folder

TEST_SETS = {"IMDB": "imdb.npz", "Rotten Tomatoes": "rotten_tomatoes.npz"}
SIZES = 200, 1000, 2000, 5000
METRICS = {"accuracy": (accuracy, None), "F1": (f1, 1)}
PAIRS = {"all": ("same", "different"), "same kind": ("same",), "different kinds": ("different",)}
MODELS = "any model", "naive-bayes", "bernoulli", "logistic", "svm", "lexicon"

#: Resamples of the bootstrap for F1; for the accuracy p is exact.
N_RESAMPLES = 10_000

#: Kind of pair -> its name.
KINDS = {"different": "different kinds", "same": "same kind"}


def confidence_vs_gain_numbers(
    test_set: str = "IMDB",
    size: int = 1000,
    metric: str = "accuracy",
    pairs: str = "all",
    model: str = "any model",
    point: int = 400,
    reveal: bool = False,
) -> Numbers:
    """Compare all pairs of 150 systems: gains, p-values, thresholds; and one pair in full.

    The systems are the lab's own: five kinds of model, each trained on thirty samples of reviews
    (see data/README.md). p is that of `bootstrap_test`, one-sided, here rounded to four decimals.

    Parameters
    ----------
    test_set : {"IMDB", "Rotten Tomatoes"}
    size : {200, 1000, 2000, 5000}
        Test items, the first of them.
    metric : {"accuracy", "F1"}
        F1 is that of the positive class.
    pairs : {"all", "same kind", "different kinds"}
    model : str
        "any model", or the kind of model of at least one of the two systems.
    point : int
        Number of a pair among those chosen, from 1, in the order of their gains.
    reveal : bool
        Whether the thresholds are shown; it changes no number.

    Returns
    -------
    dict
        The settings, and: `n_pairs` (that are chosen: all of them are drawn); `shown`
        (DataFrame, a row a pair); `thresholds` (kind of pair -> gain of
        `significance_threshold` among them, or None); `pair`: a dict of `system_a`,
        `system_b`, `kind`, `gain`, `pvalue` and `scores` (system -> metric -> score).

    See Also
    --------
    confidence_vs_gain, labkit.compare_all : The widget, and the comparison itself.

    Examples
    --------
    >>> numbers = confidence_vs_gain_numbers("IMDB", 1000, "accuracy", point=100)
    >>> numbers["n_pairs"], {kind: round(t, 4) for kind, t in numbers["thresholds"].items()}
    (11175, {'different': 0.022, 'same': 0.019})
    """
    settings: Numbers = {"test_set": test_set, "size": size, "metric": metric, "pairs": pairs}
    settings["model"] = model
    known = [*TEST_SETS], SIZES, [*METRICS], [*PAIRS], MODELS
    for name, options in zip(settings, known, strict=True):
        arguments.as_option(settings[name], name, options)
    chosen = comparisons(test_set, size, metric)
    chosen = chosen[chosen["kind"].isin(PAIRS[pairs])]
    if model != MODELS[0]:
        names = chosen["system_a"] + " " + chosen["system_b"]
        chosen = chosen[names.str.contains(f"{model}/", regex=False)]
    point = arguments.as_count(point, "point", least=1, most=len(chosen))
    near = chosen[chosen["pvalue"].between(0.04, 0.06)].groupby("kind")["gain"]
    thresholds = near.quantile(0.95).to_dict()
    pair = chosen.iloc[point - 1].to_dict()
    both = pair["system_a"], pair["system_b"]
    pair["scores"] = {name: _scores(test_set, size, name) for name in both}
    return {
        **settings,
        "point": point,
        "reveal": bool(reveal),
        "n_pairs": len(chosen),
        "thresholds": {kind: thresholds.get(kind) for kind in KINDS},
        "pair": pair,
        "shown": chosen.reset_index(drop=True),
    }


@cache
def _outputs(test_set: str, metric: str) -> dict[str, np.ndarray]:
    """Read the systems' outputs on the items of the largest size."""
    path = data_folder() / "systems" / TEST_SETS[test_set]
    return take_items(load_system_outputs(path, positive=METRICS[metric][1]), max(SIZES))


@lru_cache(maxsize=16)
def comparisons(test_set: str, size: int, metric: str) -> pd.DataFrame:
    """Compare all systems, once; the pairs come by growing gain, and then in the systems' order."""
    outputs = take_items(_outputs(test_set, metric), size)
    kinds, score = system_kinds(outputs), METRICS[metric][0]
    found = compare_all(outputs, score, kinds=kinds, n_resamples=N_RESAMPLES, rng=1, progress=False)
    found = found[["system_a", "system_b", "kind", "gain", "pvalue"]]
    found = found.round({"gain": 9, "pvalue": 4})
    places = {name: place for place, name in enumerate(outputs)}
    a, b = (found[name].map(places) for name in ("system_a", "system_b"))
    return found.iloc[np.lexsort((b, a, found["gain"]))].reset_index(drop=True)


@cache
def _scores(test_set: str, size: int, name: str) -> dict[str, float]:
    """Return a system's scores by all metrics."""
    right, counts = (_outputs(test_set, metric)[name][:size] for metric in METRICS)
    return {"accuracy": float(right.mean()), "F1": float(f1(counts.sum(axis=0)))}


@cache
def _data() -> dict[str, Any]:
    """Read the page's data, which tests/demos/confidence_pairs.py writes."""
    return json.loads(program.read("js/confidence_vs_gain.json"))


def _readout(numbers: Numbers) -> str:
    pair, metric = numbers["pair"], numbers["metric"]
    lines = [
        f"{letter} {name}: "
        + ", ".join(f"{score} {rounded(value)}" for score, value in pair["scores"][name].items())
        for letter, name in (("A", pair["system_a"]), ("B", pair["system_b"]))
    ]
    lines.append(f"Gain in {metric} {100 * pair['gain']:.1f} points, {KINDS[pair['kind']]}")
    lines.append(f"{p_equation(pair['pvalue'], N_RESAMPLES)}; {numbers['n_pairs']:,} pairs")
    if numbers["reveal"]:
        gains, named = numbers["thresholds"], {"same": "same kind", "different": "different"}
        said = [
            f"{100 * gains[kind]:.1f} ({named[kind]})" for kind in named if gains[kind] is not None
        ]
        lines.append(f"Threshold {', '.join(said)}" if said else "No pair is near p = 0.05")
    return "\n".join(lines)


confidence_vs_gain = opener(
    confidence_vs_gain_numbers,
    _readout,
    """Show the confidence of all pairs of systems against their gain, and any pair in full.

    To see a pair, click or tap it, or type its number at "point".
    Source: Berg-Kirkpatrick, Burkett & Klein (2012), sections 3.1.1, 3.2.1 and 4.1.""",
    lambda settings: _data(),
)
