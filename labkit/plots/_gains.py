"""Figures of many comparisons: what a gain is worth, and how often it comes again."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import LogLocator
from numpy.typing import ArrayLike

from labkit import arguments
from labkit.plots._style import BLUE, GREEN, INK, ORANGE, VERMILION, axes_or_new, styled, written

#: A shape and a colour for each of eight kinds: the first ones are far apart in grey, too.
SHAPES = "osD^vP*X"
COLOURS = [BLUE, ORANGE, INK, VERMILION, GREEN, "#CC79A7", "#56B4E9", "#F0E442"]


@styled
def confidence_vs_gain(
    pairs: pd.DataFrame, *, by: str = "kind", alpha: float = 0.05, ax: Axes | None = None
) -> Axes:
    """Draw the confidence of each comparison against its gain, a point a pair of systems.

    Parameters
    ----------
    pairs : DataFrame
        From `compare_all` or `experiments.compare_each`: columns ``gain``,
        ``confidence`` and `by`.
    by : str
        Column whose values get a colour and a shape each: at most eight. Numbers,
        such as test sizes, get colours from light to dark.
    alpha : float
        Where the line for significance is drawn.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        The axis of gains ends half as far again as nearly all gains that are not
        significant. Pairs without any gain, at confidence 0, are below the axes.

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
    'confidence (1 - p)'
    """
    arguments.check_columns(pairs, "pairs", "gain", "confidence", by)
    alpha = arguments.as_fraction(alpha, "alpha")
    groups = pairs[by].unique().tolist()
    if len(groups) > 8:
        raise ValueError(f"by must be a column of at most 8 values, not {by!r} with {len(groups)}")
    ax = axes_or_new(ax)
    # Thousands of points have to show through one another; a few have to be seen.
    many = len(pairs) > 1000
    size, opacity = (9, 0.5) if many else (28, 0.8)
    for group, colour, shape in zip(groups, _colours(groups), SHAPES, strict=False):
        some = pairs[pairs[by] == group] if group is not None else pairs
        ax.scatter(
            some["gain"],
            some["confidence"],
            label=f"{_named(group)} ({len(some):,} pairs)",
            color=colour,
            marker=shape,
            s=size,
            alpha=opacity,
            linewidths=0,
            zorder=3,
            rasterized=many,  # in SVG, each point would be an element
        )
    ax.axhline(1 - alpha, color=INK, linewidth=1, linestyle="--", label=f"p = {alpha:g}")
    unclear = pairs.loc[pairs["confidence"] < 1 - alpha, "gain"]
    furthest = 1.5 * unclear.quantile(0.995) if len(unclear) else 0
    lowest = pairs.loc[pairs["gain"] > 0, "confidence"].min()  # nan where there is none
    ax.set(
        xlabel="gain of the better system",
        ylabel="confidence (1 - p)",
        xlim=(0, furthest or pairs["gain"].max() or None),
        ylim=(np.fmin(lowest, 0.5) - 0.01, 1.01),
    )
    legend = ax.legend(loc="lower right", fontsize=12)
    for handle in legend.legend_handles[: len(groups)]:
        plt.setp(handle, alpha=1, sizes=[50])
    return ax


def _colours(groups: list[Any]) -> list[Any]:
    """Return a colour for each group: numbers from light to dark, anything else by its place."""
    if not all(isinstance(group, int | float) for group in groups):
        return COLOURS
    shades = plt.get_cmap("viridis")(np.linspace(0.92, 0, len(groups)))
    return [shades[sorted(groups).index(group)] for group in groups]


def _named(group: object) -> str:
    return f"{group:,}" if isinstance(group, int | float) else written(group or "pairs")


@styled
def threshold_by_size(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the threshold of significance against the size of the test set, both axes logarithmic.

    Parameters
    ----------
    table : DataFrame
        From `experiments.threshold_table`: columns ``test_set`` (its size),
        ``threshold``, ``low``, ``high``, and perhaps ``kind``, a curve each.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        With the dashed line c / sqrt(n) that fits the thresholds' logarithms best.

    See Also
    --------
    labkit.experiments.threshold_table : The table.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), section 4.1.

    Examples
    --------
    >>> import pandas as pd
    >>> row = {"test_set": 100, "threshold": 0.1, "low": 0.08, "high": 0.11}
    >>> threshold_by_size(pd.DataFrame([row])).get_legend_handles_labels()[1][0]
    '1.00 / sqrt(n)'
    """
    arguments.check_columns(table, "table", "test_set", "threshold", "low", "high")
    for size in table["test_set"]:
        arguments.as_positive(size, "test_set")
    ax = axes_or_new(ax)
    table = table[table["threshold"] > 0]
    ends = np.array([table["test_set"].min(), table["test_set"].max()])
    constant = np.exp(np.log(table["threshold"] * np.sqrt(table["test_set"])).mean())
    root = f"{constant:.2f} / sqrt(n)"
    ax.plot(ends, constant / np.sqrt(ends), "--", color=INK, linewidth=1, label=root)
    curves = table.groupby("kind", sort=False) if "kind" in table else [("threshold", table)]
    for (label, curve), shape in zip(curves, SHAPES, strict=False):
        _draw_intervals(ax, curve["test_set"], curve, "threshold", shape, label)
    marks = sorted(set(table["test_set"]))
    ax.set(xscale="log", yscale="log", xlabel="test set, items", ylabel="threshold (gain)")
    ax.set_xticks(marks, [f"{size:,}" for size in marks], rotation=30)
    ax.xaxis.minorticks_off()
    ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    ax.yaxis.set_major_formatter("{x:g}")
    ax.yaxis.minorticks_off()
    ax.legend()
    return ax


@styled
def calibration(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how often the better system wins elsewhere too, by its p-value.

    Parameters
    ----------
    table : DataFrame
        From `experiments.calibrate_across` or `calibrate_within`: columns
        ``from``, ``to``, ``test_set``, ``share``, ``low``, ``high``.
    ax : Axes, optional
        Where to draw; by default in a new figure.

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
    arguments.check_columns(table, "table", "from", "to", "test_set", "share", "low", "high")
    ax = axes_or_new(ax)
    bins = list(dict.fromkeys(zip(table["from"], table["to"], strict=True)))
    groups = table.groupby("test_set", sort=False)
    for number, (label, rows) in enumerate(groups):
        aside = 0.12 * (number - (len(groups) - 1) / 2)  # so that intervals do not hide one another
        places = [bins.index(ends) + aside for ends in zip(rows["from"], rows["to"], strict=True)]
        _draw_intervals(ax, places, rows, "share", SHAPES[number % 8], label)
    ax.axhline(0.5, color=INK, linewidth=1, linestyle=":", label="a coin")
    ax.set_xticks(range(len(bins)), [f"{a:g}–{b:g}" for a, b in bins], rotation=25, ha="right")
    ax.set(xlabel="p-value on the first test set", ylabel="share still won", ylim=(None, 1.02))
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, fontsize=12)
    return ax


def _draw_intervals(
    ax: Axes, places: ArrayLike, rows: pd.DataFrame, column: str, shape: str, label: object
) -> None:
    """Draw the values of a column with their intervals, ``low`` to ``high``."""
    middle = rows[column]
    error = np.clip([middle - rows["low"], rows["high"] - middle], 0, None)
    ax.errorbar(places, middle, error, fmt=shape, capsize=4, label=written(label))
