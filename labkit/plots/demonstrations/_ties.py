"""What becomes of ties."""

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from labkit.plots.demonstrations._binomial_tails import draw_tails
from labkit.plots.demonstrations._parts import blank


def ties(cases: Mapping[str, tuple[int, np.ndarray]]) -> Figure:
    """Draw the sign test's law with what is as extreme as observed filled, a panel for each case.

    `cases`: what was done with ties -> the events observed, and the p-value of each number of
    events, shape (n + 1,).
    """
    figure = blank(top=0.93, bottom=0.12, hspace=0.45)
    axes = figure.subplots(len(cases))
    for ax, (name, (k, pvalues)) in zip(axes, cases.items(), strict=True):
        ax.set_title(name, loc="left")
        ax.set_ylabel("probability")
        if len(pvalues) == 1:
            ax.text(0.5, 0.5, "nothing is left to test", ha="center", transform=ax.transAxes)
        else:
            draw_tails(ax, k, 0.5, pvalues)
    axes[-1].set_xlabel("events for the system that wins less often")
    return figure
