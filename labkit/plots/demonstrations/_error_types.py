"""Experiments with a difference and without one, and in which of them a test saw it."""

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from labkit.plots._style import BLUE
from labkit.plots.demonstrations._parts import bars, blank, hatched


def error_types(halves: Mapping[str, tuple[np.ndarray, np.ndarray]]) -> Figure:
    """Draw histograms of observed differences, with the experiments that were rejected filled.

    `halves`, from the top down: title -> the differences, and whether the test rejected each, two
    arrays of shape (experiments,).
    """
    everything = np.concatenate([gains for gains, _ in halves.values()])
    edges = np.linspace(everything.min(), everything.max(), 46)
    middles = (edges[:-1] + edges[1:]) / 2
    every, nothing = np.ones(len(middles), bool), np.zeros(len(middles), bool)
    figure = blank(top=0.93, bottom=0.12, hspace=0.28)
    upper, lower = axes = figure.subplots(2, sharex=True, sharey=True)
    for ax, (title, (gains, rejected)) in zip(axes, halves.items(), strict=True):
        seen, not_seen = (np.histogram(gains[which], edges)[0] for which in (rejected, ~rejected))
        bars(ax, middles, seen, every, width=0.95)
        bars(ax, middles, not_seen, nothing, width=0.95, base=seen)
        ax.set_title(title, loc="left")
        ax.set_ylabel("experiments")
    lower.set_xlabel("observed difference of the means")
    handles = [hatched("rejected"), Patch(facecolor=BLUE, label="not rejected")]
    upper.legend(handles=handles, loc="upper right", frameon=False, borderpad=0)
    return figure
