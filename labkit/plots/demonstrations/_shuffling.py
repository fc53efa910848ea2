"""Responses dealt out to two methods, and the differences of many deals."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from labkit.plots._style import BLUE, ORANGE
from labkit.plots.demonstrations._histogram import fill, histogram, legend
from labkit.plots.demonstrations._parts import blank, mark


def shuffling(
    to_1: np.ndarray,
    n_correct: int,
    law: tuple[np.ndarray, np.ndarray],
    differences: Sequence[float],
    observed: float,
    quantity: str,
) -> Figure:
    """Draw which responses the latest shuffle gives to which method, and the differences so far.

    `to_1`, booleans (m,), says which responses of one method alone are now with method I; the
    first `n_correct` are correct. `law`: all differences, and how probable each is. `observed`
    is at least 0.
    """
    figure = blank(top=0.97, bottom=0.12, hspace=0.35)
    deal, ax = figure.subplots(2, height_ratios=(1, 2.6))
    _draw_deal(deal, to_1, n_correct)
    shuffles = len(differences)
    deal.set_xlabel("as observed" if shuffles == 0 else f"shuffle {shuffles:,}")
    shown = histogram(*law, np.array(differences), observed)
    fill(ax, shown, differences[-1] if shuffles else None)
    mark(ax, observed, f"observed: {observed:.3f}")
    ax.set(xlabel=quantity, ylabel="shuffles")
    legend(ax, "as large", "all shuffles")
    return figure


def _draw_deal(ax: Axes, to_1: np.ndarray, n_correct: int) -> None:
    """Draw every response as an upright bar, in the row of the method that it is dealt to."""
    column = np.arange(len(to_1))
    row = np.where(to_1, 1, 0)
    width = min(10, 310 / max(1, len(column)))
    for mine, colour in ((column < n_correct, BLUE), (column >= n_correct, ORANGE)):
        ax.vlines(column[mine], row[mine] - 0.35, row[mine] + 0.35, color=colour, linewidth=width)
    ax.set_yticks([1, 0], [f"I: {sum(to_1)}", f"II: {sum(~to_1)}"])
    ax.set(xlim=(-1, len(column)), ylim=(-0.6, 1.6))
    ax.set_xticks([])
    ax.grid(visible=False)
