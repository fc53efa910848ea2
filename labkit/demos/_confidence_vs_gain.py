"""Demonstration of confidence against gain: many systems, all pairs of them, and what each pair is."""

from functools import cache

import numpy as np
from matplotlib.lines import Line2D

from labkit import arguments
from labkit.demos.frame import TALL, Demonstration, choice, draw, scale, show_p, whole
from labkit.experiments import DATA, load_system_outputs, system_kinds, take_items
from labkit.metrics import accuracy, f1
from labkit.plots import BLUE, VERMILION
from labkit.significance import compare_all

TEST_SETS = {"IMDB": "imdb.npz", "Rotten Tomatoes": "rotten_tomatoes.npz"}
SIZES = 200, 500, 1000, 2000, 5000
METRICS = {"accuracy": (accuracy, None), "F1": (f1, 1)}
PAIRS = {
    "all": ("same", "different"),
    "same kind": ("same",),
    "different kinds": ("different",),
}
MODELS = "any model", "naive-bayes", "bernoulli", "logistic", "svm", "lexicon"

SAMPLES = "01", "02", "03", "04"
"""Of the ten resamples of each training set, those that are shown: 60 systems, 1,770 pairs."""

N_RESAMPLES = 10_000
"""Of the bootstrap for F1; for the accuracy p is exact."""

GROUPS = {"different": (BLUE, "o", "different kinds"), "same": (VERMILION, "s", "same kind")}


def confidence_vs_gain_numbers(
    test_set="IMDB", size=1000, metric="accuracy", pairs="all", model="any model", point=1
):
    """All pairs of 60 systems: their gains, p-values, thresholds; and one pair in full.

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
        with p up to 0.51 and a gain that the axis reaches); `reach` (the end of the axis: half
        as far again as nearly all pairs with p above 0.05); `thresholds` (kind
        of pair -> gain of `significance_threshold` among the pairs chosen, or
        None); `pair`: a dict of `system_a`, `system_b`, `gain`, `pvalue`,
        `kind` and `scores` (system -> metric -> score); `shown` (DataFrame, a
        row a point).

    Raises
    ------
    ValueError, TypeError
        If an argument is out of its range.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), sections 3.1.1 and 3.2.1.

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
    if size not in SIZES:
        raise ValueError(f"size: expected one of {', '.join(map(str, SIZES))}; got {size!r}")
    point = arguments.as_count(point, "point", least=1)
    reach, chosen, shown = choose(test_set, size, metric, pairs, model)
    if shown.empty:
        raise ValueError(
            "pairs, model: all of these pairs are outside the picture, with gains above "
            f"{100 * reach:.1f} points or with none at all; choose others"
        )
    if point > len(shown):
        raise ValueError(f"point: expected a number of a point from 1 to {len(shown)}; got {point}")
    near = chosen[chosen["pvalue"].between(0.04, 0.06)].groupby("kind")["gain"]
    thresholds = near.quantile(0.95).to_dict()
    return {
        "test_set": test_set,
        "size": size,
        "metric": metric,
        "pairs": pairs,
        "model": model,
        "point": point,
        "n_pairs": len(chosen),
        "n_shown": len(shown),
        "reach": reach,
        "thresholds": {kind: thresholds.get(kind) for kind in GROUPS},
        "pair": _in_full(shown.iloc[point - 1], test_set, size),
        "shown": shown,
    }


def _in_full(row, test_set, size):
    """One pair, with the scores of both systems by every metric."""
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


def choose(test_set, size, metric, pairs, model):
    """The end of the axis, the pairs that are chosen, and those of them that are drawn."""
    compared = comparisons(test_set, size, metric)
    unclear = compared.loc[compared["pvalue"] > 0.05, "gain"]
    reach = 1.5 * float(unclear.quantile(0.995))
    chosen = compared[compared["kind"].isin(PAIRS[pairs])]
    if model != MODELS[0]:
        names = chosen["system_a"] + " " + chosen["system_b"]
        chosen = chosen[names.str.contains(f"{model}/", regex=False)]
    return reach, chosen, chosen[(chosen["gain"] <= reach) & (chosen["pvalue"] <= 0.51)]


@cache
def _outputs(test_set, metric):
    """The outputs of the systems that are shown, on the items of the largest size."""
    path = DATA / "systems" / TEST_SETS[test_set]
    outputs = load_system_outputs(path, positive=METRICS[metric][1])
    shown = {name: scores for name, scores in outputs.items() if name.endswith(SAMPLES)}
    return take_items(shown, max(SIZES))


@cache
def comparisons(test_set, size, metric):
    """`compare_all` of the systems that are shown, by growing gain."""
    outputs = take_items(_outputs(test_set, metric), size)
    found = compare_all(
        outputs,
        METRICS[metric][0],
        kinds=system_kinds(outputs),
        n_resamples=N_RESAMPLES,
        rng=1,
        progress=False,
    )
    return found.sort_values("gain", kind="stable", ignore_index=True)


@cache
def scores(test_set, size, metric):
    """System -> score."""
    outputs = take_items(_outputs(test_set, metric), size)
    if metric == "accuracy":
        return {name: float(right.mean()) for name, right in outputs.items()}
    return {name: float(f1(counts.sum(axis=0))) for name, counts in outputs.items()}


def prepare():
    """Compute all that the controls can ask for: a few seconds, once."""
    for test_set in TEST_SETS:
        for metric in METRICS:
            for size in SIZES:
                comparisons(test_set, size, metric)
                scores(test_set, size, metric)


def confidence_vs_gain(**initial):
    """Show the confidence of all pairs of systems against their gain, and any pair in full.

    The first call compares the systems on all test sets, of all sizes, by both
    metrics: a few seconds. To see a pair, move the slider "point", or the mouse
    over it.

    Parameters
    ----------
    **initial
        Settings to begin with: test_set, size, metric, pairs, model, point, as
        in `confidence_vs_gain_numbers`.

    Returns
    -------
    Demonstration

    Raises
    ------
    ValueError
        If a setting is unknown or out of the range of its control.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), sections 3.1.1, 3.2.1 and 4.1.

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

    def limit(controls):
        *settings, point = controls.values()
        _, _, shown = choose(*(widget.value for widget in settings))
        point.max = max(1, len(shown))

    return Demonstration(
        "confidence_vs_gain",
        controls,
        initial,
        numbers=confidence_vs_gain_numbers,
        say=_say,
        picture=_picture,
        caption=(
            "<p>A point is a pair of systems; point at one, or move the slider, to see which. "
            "<b>What to notice.</b> Larger gains are surer, but no gain is sure by itself: systems "
            "of one kind err alike and reach the line with less. Ten times the test items take "
            "about a third of the gain. Source: Berg-Kirkpatrick et al. (2012), sections 3.2, 4.1.</p>"
        ),
        limit=limit,
    )


def _say(numbers):
    pair = numbers["pair"]
    names = (pair["system_a"], pair["system_b"])
    named = "<br>".join(f"{letter} {name}" for letter, name in zip("AB", names, strict=True))
    rows = "".join(
        f'<tr><th scope="row">{metric}</th>'
        + "".join(f"<td>{pair['scores'][name][metric]:.3f}</td>" for name in names)
        + "</tr>"
        for metric in METRICS
    )
    found = [
        f"{100 * gain:.2f} ({GROUPS[kind][2]})"
        for kind, gain in numbers["thresholds"].items()
        if gain is not None
    ]
    return (
        f"<p>{named}</p>"
        '<table class="labkit-table"><tr><th></th><th scope="col">A</th><th scope="col">B</th></tr>'
        f"{rows}</table>"
        f"<p>Gain {100 * pair['gain']:.2f} points, {GROUPS[pair['kind']][2]}<br>"
        f"<b>p = {show_p(pair['pvalue'])}</b></p>"
        f"<p>Threshold for p &lt; 0.05: {' or '.join(found) or 'no pair near it'}</p>"
    )


def _picture(numbers):
    shown, pair = numbers["shown"], numbers["pair"]

    def panels(figure):
        ax = figure.subplots()
        ax.set_xlim(0, 100 * numbers["reach"])
        ax.set_ylim(0.485, 1.015)
        ax.axhline(0.95, color="black", linewidth=1.5, linestyle="--")
        ring = {"color": "black", "fillstyle": "none", "markersize": 18, "markeredgewidth": 3}
        ax.plot([100 * pair["gain"]], [1 - pair["pvalue"]], "o", clip_on=False, **ring)
        ax.legend(
            handles=_LEGEND, loc="lower center", bbox_to_anchor=(0.45, 0.98), ncols=3, frameon=False
        )
        ax.set_xlabel(f"gain in {numbers['metric']}, in percentage points")
        ax.set_ylabel("confidence, 1 − p")

    def points(figure):
        found = [scores(numbers["test_set"], numbers["size"], metric) for metric in METRICS]
        by_metric = {name: ", ".join(f"{s[name]:.3f}" for s in found) for name in found[0]}
        return _hover_points(figure, shown, by_metric)

    alt = (
        f"{numbers['n_shown']} pairs of systems on {numbers['size']:,} items of {numbers['test_set']}: "
        f"confidence rises with the gain in {numbers['metric']}. The circled pair: "
        f"{pair['system_a']} against {pair['system_b']}, gain {100 * pair['gain']:.2f} points, "
        f"p = {show_p(pair['pvalue'])}."
    )
    return draw(panels, alt, size=TALL, over=points, top=0.93, bottom=0.13)


_LEGEND = [
    *(
        Line2D([], [], color=colour, marker=shape, linestyle="", markersize=9, label=name)
        for colour, shape, name in GROUPS.values()
    ),
    Line2D([], [], color="black", linestyle="--", label="p = 0.05"),
]


def _hover_points(figure, shown, by_metric):
    """Every point as SVG with its words, which the style sheet shows while the mouse is on it."""
    (ax,) = figure.axes
    height = 72 * figure.get_figheight()
    places = ax.transData.transform(np.column_stack([100 * shown["gain"], shown["confidence"]]))
    places = places * 72 / figure.dpi
    (_, low), (right, _) = ax.transAxes.transform([(0, 0), (1, 0)]) * 72 / figure.dpi
    columns = ["system_a", "system_b", "pvalue", "kind"]
    rows = shown[columns].itertuples(index=False, name=None)
    x, bottom = f"{right - 6:.0f}", height - low
    drawn = []
    for (left, up), (a, b, p, kind) in zip(places.tolist(), rows, strict=True):
        lines = ", ".join(METRICS), f"{a} {by_metric[a]}", f"{b} {by_metric[b]}", f"p = {show_p(p)}"
        words = "".join(
            f'<text x="{x}" y="{bottom - 67 + 19 * line:.0f}">{text}</text>'
            for line, text in enumerate(lines)
        )
        y = height - up
        shape = (
            f'<rect x="{left - 2.5:.1f}" y="{y - 2.5:.1f}" width="5" height="5"/>'
            if kind == "same"
            else f'<circle cx="{left:.1f}" cy="{y:.1f}" r="2.8"/>'
        )
        drawn.append(f'<g class="labkit-point {kind}">{shape}{words}</g>')
    return f'<g class="labkit-points">{"".join(drawn)}</g>'
