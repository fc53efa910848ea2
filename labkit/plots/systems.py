"""Figures of systems: accuracies, and what a gain is worth."""

from collections.abc import Iterable, Mapping, Sequence

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from labkit.plots.style import (
    BLUE,
    COLOURS,
    INK,
    SHAPES,
    VERMILION,
    new_axes,
    slanted,
    styled,
    write_powers,
    written,
    written_number,
)


@styled
def accuracy_curve(
    values: Sequence[float],
    accuracies: Iterable[float],
    *,
    parameter: str,
    chosen: float,
    ax: Axes | None = None,
) -> Axes:
    """Draw accuracy against the values of a parameter, the chosen one ringed.

    Values that are all above 0, and span more than a factor of 30, stand on a logarithmic axis.

    Parameters
    ----------
    values, accuracies : sequence of float, length m
        The candidates, and the accuracy with each, between 0 and 1.
    parameter : str
        What to write under the horizontal axis.
    chosen : float
        The candidate to mark.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        Those with the figure in them.

    See Also
    --------
    labkit.tune_smoothing, fold_accuracies : The accuracies, and their spread over folds.

    Examples
    --------
    >>> ax = accuracy_curve([1, 2, 3], [0.6, 0.7, 0.65], parameter="strong weight", chosen=2)
    >>> ax.get_xlabel()
    'strong weight'
    """
    curve = pd.Series(list(accuracies), values)
    ax = ax or new_axes()
    ax.plot(curve, "o-", color=BLUE)
    ax.plot(chosen, curve[chosen], "o", markersize=14, fillstyle="none", color=VERMILION)
    ax.annotate(
        f"chosen: {written_number(chosen)}",
        (chosen, curve[chosen]),
        (0, 12),
        textcoords="offset points",
        ha="center",
    )
    ax.margins(y=0.2)  # the words stand above the curve
    if 0 < 30 * curve.index.min() < curve.index.max():
        ax.set_xscale("log")
        write_powers(ax.xaxis)
    ax.set(xlabel=parameter, ylabel="accuracy")
    ax.locator_params(axis="y", nbins=5, steps=[1, 2, 5, 10])  # more would need more digits
    return ax


@styled
def fold_accuracies(by_kind: Mapping[str, Sequence[float]]) -> Axes:
    """Draw the accuracies of cross-validations: a row for each, a point for each fold.

    Parameters
    ----------
    by_kind : dict
        Name of a way to make folds -> its accuracies, from the top down.

    Returns
    -------
    Axes
        Those of a new figure.

    See Also
    --------
    labkit.cross_validate : Finds the accuracies.

    Examples
    --------
    >>> ax = fold_accuracies({"random": [0.8, 0.7, 0.9], "stratified": [0.8, 0.79, 0.81]})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['random', 'stratified']
    """
    ax = new_axes()
    for height, row in enumerate(by_kind.values()):
        # Equal accuracies would hide each other: the folds of a row lie a little
        # under each other, the first on top.
        heights = np.linspace(height - 0.15, height + 0.15, len(row), endpoint=False)
        ax.plot(row, heights, "o", color=BLUE, alpha=0.7)
        ax.plot([np.mean(row)] * 2, [height - 0.32, height + 0.32], color=VERMILION, linewidth=3)
    ax.set_yticks(range(len(by_kind)), map(written, by_kind))
    ax.invert_yaxis()
    ax.set_xlabel("accuracy")
    ax.grid(axis="y", visible=False)
    names = "a fold", "mean of the folds"  # of what the first row has
    ax.legend(names, loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)
    return ax


@styled
def confidence_vs_gain(pairs: pd.DataFrame, *, by: str = "kind") -> Axes:
    """Draw the confidence of each comparison against its gain, a point a pair of systems.

    Parameters
    ----------
    pairs : DataFrame
        From `compare_all` or `experiments.compare_each`: columns ``gain``,
        ``confidence`` and `by`.
    by : str, default "kind"
        Column whose values get a colour and a shape each: at most eight. Numbers,
        such as test sizes, get colours from light to dark.

    Returns
    -------
    Axes
        Those of a new figure, with a line at p = 0.05. The axis of gains ends half as far
        again as nearly all gains that are not significant. Pairs without any gain, at
        confidence 0, are below the axes.

    See Also
    --------
    labkit.compare_all, threshold_by_size : The pairs, and where they reach the line.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), figures 2 to 11.

    Examples
    --------
    >>> import pandas as pd
    >>> pair = {"gain": 0.02, "confidence": 0.97, "kind": "different"}
    >>> confidence_vs_gain(pd.DataFrame([pair])).get_ylabel()
    'confidence (1 − p)'
    """
    numeric = pairs[by].dtype.kind in "iuf"
    groups = pairs.groupby(pairs[by].fillna("pairs"), sort=numeric)
    if len(groups) > 8:
        raise ValueError(f"by must be a column of at most 8 values, not {by!r} with {len(groups)}")
    colours = plt.get_cmap("viridis")(np.linspace(0.92, 0, len(groups))) if numeric else COLOURS
    ax = new_axes()
    # Thousands of points have to show through one another; a few have to be seen.
    many = len(pairs) > 1000
    size, opacity = (3, 0.5) if many else (5.3, 0.8)
    for (name, some), colour, shape in zip(groups, colours, SHAPES, strict=False):
        ax.plot(
            "gain",
            "confidence",
            shape,
            data=some,
            label=f"{f'{name:,}' if numeric else written(name)} ({len(some):,} pairs)",
            color=colour,
            markersize=size,
            alpha=opacity,
            markeredgewidth=0,
            rasterized=many,  # in SVG, each point would be an element
        )
    ax.axhline(0.95, color=INK, linewidth=1, linestyle="--", label="p = 0.05")
    furthest = 1.5 * pairs.loc[pairs["confidence"] < 0.95, "gain"].quantile(0.995)
    lowest = pairs.loc[pairs["gain"] > 0, "confidence"].min()
    ax.set(
        xlabel="gain of the better system",
        ylabel="confidence (1 − p)",
        xlim=(0, furthest if furthest > 0 else None),  # nan where all pairs are significant
        ylim=(min(0.5, lowest) - 0.01, 1.01),
    )
    legend = ax.legend(loc="lower right")
    plt.setp(legend.legend_handles[:-1], alpha=1, markersize=7)
    return ax


@styled
def threshold_by_size(table: pd.DataFrame) -> Axes:
    """Draw the threshold of significance against the size of the test set, both axes logarithmic.

    Parameters
    ----------
    table : DataFrame
        From `experiments.threshold_table`: columns ``test_set`` (its size),
        ``threshold``, ``low``, ``high``.

    Returns
    -------
    Axes
        With the dashed line c/√n that fits the thresholds' logarithms best.

    See Also
    --------
    labkit.experiments.threshold_table : The table.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), section 4.1.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"test_set": [100, 400], "threshold": [0.1, 0.05]})
    >>> threshold_by_size(table.assign(low=0.04, high=0.11)).get_legend_handles_labels()[1][0]
    '1.00/√n'
    """
    sizes, thresholds = table["test_set"], table["threshold"]
    if not sizes.is_unique:
        raise ValueError("table must have one row a test set: take the rows of one kind")
    constant = np.exp(np.log(thresholds * np.sqrt(sizes)).mean())
    ax = new_axes()
    label = f"{constant:.2f}/√n"
    ax.loglog(sizes, constant / np.sqrt(sizes), "--", color=INK, linewidth=1, label=label)
    error = np.clip([thresholds - table["low"], table["high"] - thresholds], 0, None)
    ax.errorbar(sizes, thresholds, error, fmt="o", capsize=4, label="threshold")
    ax.set(xlabel="test set, items", ylabel="threshold (gain)")
    ax.set_xticks(sizes, [f"{size:,.0f}" for size in sizes], **slanted(30))
    ax.locator_params(axis="y", subs=(1, 2, 5))
    ax.yaxis.set_major_formatter("{x:g}")
    ax.minorticks_off()
    ax.legend()
    return ax


@styled
def calibration(table: pd.DataFrame) -> Axes:
    """Draw how often the better system wins elsewhere too, by its p-value.

    Parameters
    ----------
    table : DataFrame
        From `experiments.calibrate_across` or `calibrate_within`: columns
        ``from``, ``to``, ``test_set``, ``share``, ``low``, ``high``.

    Returns
    -------
    Axes
        Small p-values on the left; the dotted line at one half is a coin.

    See Also
    --------
    labkit.experiments.calibrate_across, labkit.experiments.calibrate_within : The table.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), table 1.

    Examples
    --------
    >>> import pandas as pd
    >>> row = {"from": 0.04, "to": 0.08, "test_set": "there", "share": 0.8, "low": 0.7, "high": 0.9}
    >>> calibration(pd.DataFrame([row])).get_xlabel()
    'p-value on the first test set'
    """
    bins = table.groupby(["from", "to"], sort=False)
    groups = table.assign(bin=bins.ngroup()).groupby("test_set", sort=False)
    ax = new_axes()
    for number, (name, rows) in enumerate(groups):
        aside = 0.12 * (number - (len(groups) - 1) / 2)  # so that intervals do not hide one another
        share = rows["share"]
        error = np.clip([share - rows["low"], rows["high"] - share], 0, None)
        ax.errorbar(
            rows["bin"] + aside, share, error, fmt=SHAPES[number], capsize=4, label=written(name)
        )
    ax.axhline(0.5, color=INK, linewidth=1, linestyle=":", label="a coin")
    ax.set_xticks(range(len(bins)), [f"{low:g}–{high:g}" for (low, high), _ in bins], **slanted(25))
    ax.set(xlabel="p-value on the first test set", ylabel="share still won", ylim=(None, 1.02))
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)
    return ax
