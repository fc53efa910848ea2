"""Demonstration of confidence against gain: many systems, all pairs of them, and what each pair is."""

from functools import cache
from itertools import product

import numpy as np
import pandas as pd

from labkit import arguments
from labkit.demos.controls import choice, scale, whole
from labkit.demos.frame import Controls, Demonstration, Numbers
from labkit.demos.words import show_p
from labkit.experiments import load_system_outputs, system_kinds, take_items
from labkit.metrics import accuracy, f1
from labkit.plots import demonstrations
from labkit.significance import compare_all
from labkit.sources import data_folder

TEST_SETS = {"IMDB": "imdb.npz", "Rotten Tomatoes": "rotten_tomatoes.npz"}
SIZES = 200, 500, 1000, 2000, 5000
METRICS = {"accuracy": (accuracy, None), "F1": (f1, 1)}
PAIRS = {"all": ("same", "different"), "same kind": ("same",), "different kinds": ("different",)}
MODELS = "any model", "naive-bayes", "bernoulli", "logistic", "svm", "lexicon"

#: Of the ten resamples of each training set, those that are shown: 60 systems, 1,770 pairs.
SAMPLES = "01", "02", "03", "04"

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
    point: int = 1,
) -> Numbers:
    """Compare all pairs of 60 systems: gains, p-values, thresholds; and one pair in full.

    The systems are the lab's own: five kinds of model, each trained on
    resampled reviews (four of the ten resamples of each size; see
    data/README.md). p is that of `bootstrap_test`, one-sided.

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
        Number of a pair among those shown, from 1, in the order of their gains.

    Returns
    -------
    dict
        The settings, and: `n_pairs` (that are chosen); `n_shown` (of these,
        with p up to 0.51 and a gain that the axis reaches); `reach` (the end of
        the axis: half as far again as nearly all pairs with p above 0.05);
        `thresholds` (kind of pair -> gain of `significance_threshold` among the
        pairs chosen, or None); `pair`: a dict of `system_a`, `system_b`,
        `gain`, `pvalue`, `kind` and `scores` (system -> metric -> score);
        `shown` (DataFrame, a row a point).

    See Also
    --------
    confidence_vs_gain, labkit.compare_all : The widget, and the comparison itself.

    Examples
    --------
    >>> numbers = confidence_vs_gain_numbers("IMDB", 1000, "accuracy", point=100)
    >>> numbers["n_pairs"], {kind: round(t, 4) for kind, t in numbers["thresholds"].items()}
    (1770, {'different': 0.022, 'same': 0.0185})
    """
    arguments.as_option(test_set, "test_set", tuple(TEST_SETS))
    arguments.as_option(metric, "metric", tuple(METRICS))
    arguments.as_option(pairs, "pairs", tuple(PAIRS))
    arguments.as_option(model, "model", MODELS)
    arguments.as_option(size, "size", SIZES)
    reach, chosen, shown = choose(test_set, size, metric, pairs, model)
    if shown.empty:
        raise ValueError(
            "pairs and model must leave a pair in the picture, not only pairs with gains above "
            f"{100 * reach:.1f} points or with none at all"
        )
    point = arguments.as_count(point, "point", least=1, most=len(shown))
    near = chosen[chosen["pvalue"].between(0.04, 0.06)].groupby("kind")["gain"]
    thresholds = near.quantile(0.95).to_dict()
    settings = {"test_set": test_set, "size": size, "metric": metric, "pairs": pairs}
    return {
        **settings,
        "model": model,
        "point": point,
        "n_pairs": len(chosen),
        "n_shown": len(shown),
        "reach": reach,
        "thresholds": {kind: thresholds.get(kind) for kind in KINDS},
        "pair": _in_full(shown.iloc[point - 1], test_set, size),
        "shown": shown,
    }


def _in_full(row: pd.Series, test_set: str, size: int) -> Numbers:
    """Describe one pair, with the scores of both systems by every metric."""
    found = {metric: scores(test_set, size, metric) for metric in METRICS}
    return {
        "system_a": row["system_a"],
        "system_b": row["system_b"],
        "kind": row["kind"],
        "gain": float(row["gain"]),
        "pvalue": float(row["pvalue"]),
        "scores": {
            name: {metric: found[metric][name] for metric in METRICS}
            for name in (row["system_a"], row["system_b"])
        },
    }


def choose(
    test_set: str, size: int, metric: str, pairs: str, model: str
) -> tuple[float, pd.DataFrame, pd.DataFrame]:
    """Give the end of the axis, the pairs that are chosen, and those of them that are drawn."""
    compared = comparisons(test_set, size, metric)
    unclear = compared.loc[compared["pvalue"] > 0.05, "gain"]
    reach = 1.5 * float(unclear.quantile(0.995))
    chosen = compared[compared["kind"].isin(PAIRS[pairs])]
    if model != MODELS[0]:
        names = chosen["system_a"] + " " + chosen["system_b"]
        chosen = chosen[names.str.contains(f"{model}/", regex=False)]
    return reach, chosen, chosen[(chosen["gain"] <= reach) & (chosen["pvalue"] <= 0.51)]


@cache
def _outputs(test_set: str, metric: str) -> dict[str, np.ndarray]:
    """Read the outputs of the systems that are shown, on the items of the largest size."""
    path = data_folder() / "systems" / TEST_SETS[test_set]
    outputs = load_system_outputs(path, positive=METRICS[metric][1])
    shown = {name: scores for name, scores in outputs.items() if name.endswith(SAMPLES)}
    return take_items(shown, max(SIZES))


@cache
def comparisons(test_set: str, size: int, metric: str) -> pd.DataFrame:
    """Compare all systems that are shown; the pairs come by growing gain."""
    outputs = take_items(_outputs(test_set, metric), size)
    kinds, score = system_kinds(outputs), METRICS[metric][0]
    found = compare_all(outputs, score, kinds=kinds, n_resamples=N_RESAMPLES, rng=1, progress=False)
    return found.sort_values("gain", kind="stable", ignore_index=True)


@cache
def scores(test_set: str, size: int, metric: str) -> dict[str, float]:
    """Score the systems that are shown."""
    outputs = take_items(_outputs(test_set, metric), size)
    if metric == "accuracy":
        return {name: float(right.mean()) for name, right in outputs.items()}
    return {name: float(f1(counts.sum(axis=0))) for name, counts in outputs.items()}


def prepare() -> None:
    """Compute all that the controls can ask for: a few seconds, once."""
    for test_set, size, metric in product(TEST_SETS, SIZES, METRICS):
        comparisons(test_set, size, metric)
        scores(test_set, size, metric)


def confidence_vs_gain(**initial: object) -> Demonstration:
    """Show the confidence of all pairs of systems against their gain, and any pair in full.

    The first call compares all systems: a few seconds. To see a pair, move the
    slider "point", or the mouse over it.
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
    100
    """
    prepare()
    controls = {
        "test_set": choice("test set", TEST_SETS),
        "size": scale("items", [(f"{size:,}", size) for size in SIZES], 1000),
        "metric": choice("metric", METRICS),
        "pairs": choice("pairs", PAIRS),
        "model": scale("of", MODELS, MODELS[0]),
        "point": whole("point", 100, 1, 100),
    }

    def limit(controls: Controls) -> None:
        *settings, point = controls.values()
        _, _, shown = choose(*(widget.value for widget in settings))
        point.max = max(1, len(shown))

    return Demonstration(
        "confidence_vs_gain", controls, initial, confidence_vs_gain_numbers, _picture, limit=limit
    )


def _picture(numbers: Numbers) -> str:
    shown, pair, metric = numbers["shown"], numbers["pair"], numbers["metric"]
    alt = (
        f"{numbers['n_shown']} pairs of systems on {numbers['size']:,} items of {numbers['test_set']}: "
        f"confidence rises with the gain in {metric}. The circled pair: "
        f"{pair['system_a']} against {pair['system_b']}, gain {100 * pair['gain']:.2f} points, "
        f"p = {show_p(pair['pvalue'])}."
    )
    circled = pair["gain"], 1 - pair["pvalue"]
    words = _words_of_points(shown, numbers["test_set"], numbers["size"])
    return demonstrations.as_svg(
        lambda: demonstrations.confidence_vs_gain(numbers["reach"], circled, metric, KINDS),
        alt,
        over=lambda figure: demonstrations.hover_points(figure, shown, words),
    )


def _words_of_points(shown: pd.DataFrame, test_set: str, size: int) -> list[tuple[str, ...]]:
    """Say in four lines what each pair is."""
    found = [scores(test_set, size, metric) for metric in METRICS]
    by_metric = {name: ", ".join(f"{score[name]:.3f}" for score in found) for name in found[0]}
    rows = zip(shown["system_a"], shown["system_b"], shown["pvalue"].tolist(), strict=True)
    return [
        (", ".join(METRICS), f"{a} {by_metric[a]}", f"{b} {by_metric[b]}", f"p = {show_p(p)}")
        for a, b, p in rows
    ]
