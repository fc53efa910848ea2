"""A word's probabilities, and the accuracy, against the smoothing constant."""

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from labkit.plots._style import BLUE, VERMILION
from labkit.plots.demonstrations._parts import blank, legend_above


def smoothing(
    omegas: Sequence[float],
    probabilities: Mapping[str, np.ndarray],
    accuracies: Sequence[float],
    here: int,
    best: int,
) -> Figure:
    """Draw a word's probabilities in two classes and the accuracy, both against omega.

    `probabilities`: name of a curve -> the word's probability with each omega, shape (m,).
    `here` and `best` are the places of the omegas to mark with dots, and with a star.
    """
    figure = blank(top=0.92, bottom=0.12, hspace=0.12)
    upper, lower = figure.subplots(2, sharex=True)
    _draw_probabilities(upper, np.array(omegas), probabilities, here)
    lower.plot(omegas, accuracies, color=BLUE)
    lower.plot([omegas[here]], [accuracies[here]], "o", color="black", markersize=12)
    lower.plot([omegas[best]], [accuracies[best]], "*", color=VERMILION, markersize=16)
    lower.set_xscale("symlog", linthresh=1e-3, linscale=0.5)
    ticks = 0, 0.001, 0.01, 0.1, 1, 10, 100
    lower.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
    lower.xaxis.set_minor_locator(NullLocator())
    lower.set(xlabel="omega (dot: here; star: best)", ylabel="accuracy")
    for ax in (upper, lower):
        ax.axvline(omegas[here], color="black", linestyle=":", linewidth=1.5)
    return figure


def _draw_probabilities(
    ax: Axes, omegas: np.ndarray, probabilities: Mapping[str, np.ndarray], here: int
) -> None:
    looks = (BLUE, "-", "o"), (VERMILION, "--", "s")
    for (name, curve), (colour, line, shape) in zip(probabilities.items(), looks, strict=True):
        shown = curve > 0
        ax.plot(omegas[shown], curve[shown], line, color=colour, label=name)
        if curve[here]:
            ax.plot([omegas[here]], [curve[here]], shape, color=colour, markersize=11)
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(lambda value, place: f"{value:.0e}")
    ax.yaxis.set_minor_locator(NullLocator())
    ax.set_ylabel("probability")
    legend_above(ax)
