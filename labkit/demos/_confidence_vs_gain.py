"""Demonstration of confidence against gain: many systems, all pairs of them, and what each pair is."""

import os
from functools import cache, lru_cache
from itertools import product
from threading import Lock, Thread

import numpy as np
import pandas as pd

from labkit import arguments
from labkit.demos.controls import choice, scale, whole
from labkit.demos.frame import Controls, Demonstration, Numbers
from labkit.demos.words import p_equation, show_score
from labkit.experiments import load_system_outputs, system_kinds, take_items
from labkit.metrics import accuracy, f1
from labkit.plots import demonstrations
from labkit.significance import compare_all
from labkit.sources import data_folder
from labkit.waiting import is_watched

TEST_SETS = {"IMDB": "imdb.npz", "Rotten Tomatoes": "rotten_tomatoes.npz"}
SIZES = 200, 500, 1000, 2000, 5000
METRICS = {"accuracy": (accuracy, None), "F1": (f1, 1)}
PAIRS = {"all": ("same", "different"), "same kind": ("same",), "different kinds": ("different",)}
MODELS = "any model", "naive-bayes", "bernoulli", "logistic", "svm", "lexicon"

#: Resamples of the bootstrap for F1; for the accuracy p is exact.
N_RESAMPLES = 10_000

#: The settings that choose the pairs.
ORDER = "test_set", "size", "metric", "pairs", "model"

#: Kind of pair -> its name.
KINDS = {"different": "different kinds", "same": "same kind"}


def confidence_vs_gain_numbers(
    test_set: str = "IMDB",
    size: int = 1000,
    metric: str = "accuracy",
    pairs: str = "all",
    model: str = "any model",
    point: int = 1,
) -> Numbers:
    """Compare all pairs of 150 systems: gains, p-values, thresholds; and one pair in full.

    The systems are the lab's own: five kinds of model, each trained on thirty
    samples of reviews (see data/README.md). p is that of `bootstrap_test`, one-sided.

    Parameters
    ----------
    test_set : {"IMDB", "Rotten Tomatoes"}
    size : {200, 500, 1000, 2000, 5000}
        Test items, the first of them.
    metric : {"accuracy", "F1"}
        F1 is that of the positive class.
    pairs : {"all", "same kind", "different kinds"}
    model : str
        "any model", or the kind of model of at least one of the two systems.
    point : int
        Number of a pair among those chosen, from 1, in the order of their gains.

    Returns
    -------
    dict
        The settings, and: `n_pairs` (that are chosen: all of them are drawn);
        `reach` and `most` (where the axis of the gains begins to be compressed: half
        as far again as nearly all pairs with p above 0.05; and the largest gain);
        `thresholds` (kind of pair -> gain of `significance_threshold` among the
        pairs chosen, or None); `pair`: a dict of `system_a`, `system_b`,
        `gain`, `pvalue`, `n_resamples` (None where p is exact), `kind` and `scores`
        (system -> metric -> score); `shown` (DataFrame, a row a point).

    See Also
    --------
    confidence_vs_gain, labkit.compare_all : The widget, and the comparison itself.

    Examples
    --------
    >>> numbers = confidence_vs_gain_numbers("IMDB", 1000, "accuracy", point=100)
    >>> numbers["n_pairs"], {kind: round(t, 4) for kind, t in numbers["thresholds"].items()}
    (11175, {'different': 0.022, 'same': 0.019})
    """
    arguments.as_option(test_set, "test_set", tuple(TEST_SETS))
    arguments.as_option(metric, "metric", tuple(METRICS))
    arguments.as_option(pairs, "pairs", tuple(PAIRS))
    arguments.as_option(model, "model", MODELS)
    arguments.as_option(size, "size", SIZES)
    reach, most, chosen = choose(test_set, size, metric, pairs, model)
    point = arguments.as_count(point, "point", least=1, most=len(chosen))
    near = chosen[chosen["pvalue"].between(0.04, 0.06)].groupby("kind")["gain"]
    thresholds = near.quantile(0.95).to_dict()
    settings = {"test_set": test_set, "size": size, "metric": metric, "pairs": pairs}
    return {
        **settings,
        "model": model,
        "point": point,
        "n_pairs": len(chosen),
        "reach": reach,
        "most": most,
        "thresholds": {kind: thresholds.get(kind) for kind in KINDS},
        "pair": _in_full(chosen.iloc[point - 1], test_set, size, metric),
        "shown": chosen,
    }


def _in_full(row: pd.Series, test_set: str, size: int, metric: str) -> Numbers:
    """Describe one pair, with the scores of both systems by every metric."""
    found = {name: scores(test_set, size, name) for name in METRICS}
    return {
        "system_a": row["system_a"],
        "system_b": row["system_b"],
        "kind": row["kind"],
        "gain": float(row["gain"]),
        "pvalue": float(row["pvalue"]),
        "n_resamples": None if metric == "accuracy" else N_RESAMPLES,
        "scores": {
            name: {score: found[score][name] for score in METRICS}
            for name in (row["system_a"], row["system_b"])
        },
    }


@lru_cache(maxsize=64)
def choose(
    test_set: str, size: int, metric: str, pairs: str, model: str
) -> tuple[float, float, pd.DataFrame]:
    """Give where the axis is compressed from, where it ends, and the pairs that are chosen."""
    compared = comparisons(test_set, size, metric)
    unclear = compared.loc[compared["pvalue"] > 0.05, "gain"]
    reach = 1.5 * float(unclear.quantile(0.995))
    chosen = compared[compared["kind"].isin(PAIRS[pairs])]
    if model != MODELS[0]:
        names = chosen["system_a"] + " " + chosen["system_b"]
        chosen = chosen[names.str.contains(f"{model}/", regex=False)]
    return reach, float(compared["gain"].max()), chosen.reset_index(drop=True)


@cache
def _outputs(test_set: str, metric: str) -> dict[str, np.ndarray]:
    """Read the systems' outputs on the items of the largest size."""
    path = data_folder() / "systems" / TEST_SETS[test_set]
    return take_items(load_system_outputs(path, positive=METRICS[metric][1]), max(SIZES))


def comparisons(test_set: str, size: int, metric: str) -> pd.DataFrame:
    """Compare all systems, once; the pairs come by growing gain."""
    settings = test_set, size, metric
    if settings not in _COMPARED:
        with _COMPARING:  # that two threads do not do the same work
            if settings not in _COMPARED:
                _COMPARED[settings] = _compare(*settings)
    return _COMPARED[settings]


_COMPARED: dict[tuple[str, int, str], pd.DataFrame] = {}
_COMPARING = Lock()


def _compare(test_set: str, size: int, metric: str) -> pd.DataFrame:
    outputs = take_items(_outputs(test_set, metric), size)
    kinds, score = system_kinds(outputs), METRICS[metric][0]
    found = compare_all(outputs, score, kinds=kinds, n_resamples=N_RESAMPLES, rng=1, progress=False)
    return found.sort_values("gain", kind="stable", ignore_index=True)


@cache
def scores(test_set: str, size: int, metric: str) -> dict[str, float]:
    """Score the systems."""
    outputs = take_items(_outputs(test_set, metric), size)
    if metric == "accuracy":
        return {name: float(right.mean()) for name, right in outputs.items()}
    return {name: float(f1(counts.sum(axis=0))) for name, counts in outputs.items()}


def prepare() -> None:
    """Compute all that the controls can ask for: a few seconds, once."""
    for metric, test_set, size in product(METRICS, TEST_SETS, SIZES):
        comparisons(test_set, size, metric)
        scores(test_set, size, metric)


@cache
def _prepare_meanwhile() -> None:
    """Compute it while somebody looks at the first picture; nobody waits for it elsewhere."""
    if is_watched() or "voila" in os.environ.get("SERVER_SOFTWARE", "").lower():
        Thread(target=prepare, daemon=True).start()


def confidence_vs_gain(**initial: object) -> Demonstration:
    """Show the confidence of all pairs of systems against their gain, and any pair in full.

    To see a pair, click or tap it, or move the slider "point". What the other controls will
    ask for is computed meanwhile, a few seconds.
    Source: Berg-Kirkpatrick, Burkett & Klein (2012), sections 3.1.1, 3.2.1 and 4.1.

    Parameters
    ----------
    **initial
        Settings to begin with: arguments of `confidence_vs_gain_numbers`.

    Returns
    -------
    Demonstration
        A widget, which follows its controls.

    See Also
    --------
    confidence_vs_gain_numbers : What its readout says.

    Examples
    --------
    >>> confidence_vs_gain(size=200, pairs="same kind").settings["point"]
    1000
    """
    _prepare_meanwhile()
    controls = {
        "test_set": choice("test set", TEST_SETS),
        "size": scale("items", [(f"{size:,}", size) for size in SIZES], 1000),
        "metric": choice("metric", METRICS),
        "pairs": choice("pairs", PAIRS),
        "model": scale("of", MODELS, MODELS[0]),
        "point": whole("point", 1000, 1, 1000),
    }

    def limit(controls: Controls) -> None:
        _, _, chosen = choose(*(controls[name].value for name in ORDER))
        controls["point"].max = len(chosen)

    return Demonstration(
        "confidence_vs_gain",
        controls,
        initial,
        confidence_vs_gain_numbers,
        _picture,
        limit=limit,
        at=_nearest,
    )


def _picture(numbers: Numbers) -> str:
    pair, metric, shown = numbers["pair"], numbers["metric"], numbers["shown"]
    significant = int((shown["pvalue"] <= 0.05).sum())
    alt = (
        f"{numbers['n_pairs']:,} pairs of systems on {numbers['size']:,} items of "
        f"{numbers['test_set']}: confidence rises with the gain in {metric}; {significant:,} pairs have "
        f"p up to 0.05. {_thresholds_in_words(numbers['thresholds'])} The circled pair: "
        f"{pair['system_a']} against {pair['system_b']}, gain {100 * pair['gain']:.2f} points, "
        f"{p_equation(pair['pvalue'], pair['n_resamples'])}."
    )
    return demonstrations.as_svg(
        lambda: demonstrations.confidence_vs_gain(_axis(numbers), metric, KINDS),
        alt,
        over=lambda figure: demonstrations.points(
            figure, _axis(numbers), shown, numbers["point"], _words(numbers)
        ),
    )


def _axis(numbers: Numbers) -> demonstrations.Axis:
    return demonstrations.Axis(numbers["reach"], numbers["most"])


def _thresholds_in_words(thresholds: dict[str, float | None]) -> str:
    said = [
        f"{100 * gain:.1f} points for {KINDS[kind]}"
        for kind, gain in thresholds.items()
        if gain is not None
    ]
    return (
        f"Threshold for p below 0.05: {', '.join(said)}." if said else "No pair is near p = 0.05."
    )


def _words(numbers: Numbers) -> list[str]:
    """Say in three lines what the circled pair is."""
    pair, metric = numbers["pair"], numbers["metric"]
    names = (
        f"{name} {show_score(pair['scores'][name][metric])}"
        for name in (pair["system_a"], pair["system_b"])
    )
    return [*names, p_equation(pair["pvalue"], pair["n_resamples"])]


def _nearest(numbers: Numbers, x: float, y: float) -> int:
    """Give the point nearest to a place of the picture."""
    places = demonstrations.places_of(_axis(numbers), numbers["shown"])
    return 1 + int(((places - (x, y)) ** 2).sum(axis=1).argmin())
