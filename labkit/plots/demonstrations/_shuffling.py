"""Responses dealt out to two methods, and the differences of many deals."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from labkit.plots._style import BLUE, ORANGE
from labkit.plots.demonstrations._histogram import Histogram, fill, legend
from labkit.plots.demonstrations._parts import blank, mark


def shuffling(
    to_1: np.ndarray,
    n_correct: int,
    shown: Histogram,
    looked_at: float | None,
    observed: float,
    words: Sequence[str],
    *,
    outline: bool,
) -> Figure:
    """Draw which responses a shuffle gives to which method, and the differences so far.

    `to_1`, booleans (m,), says which responses of one method alone are now with method I; the
    first `n_correct` are correct. `looked_at` is the difference of this deal, if it is a shuffle.
    `observed` is at least 0. `words`: what is dealt, what the differences are of, and the observed
    difference as it is written. `outline`:
    whether the exact law is drawn, too.
    """
    figure = blank(top=0.97, bottom=0.12, hspace=0.35)
    deal, ax = figure.subplots(2, height_ratios=(1, 2.6))
    _draw_deal(deal, to_1, n_correct)
    deal.set_xlabel(words[0])
    fill(ax, shown, looked_at, outline=outline)
    mark(ax, observed, f"observed: {words[2]}")
    ax.set(xlabel=words[1], ylabel="shuffles")
    legend(ax, "as large", "all shuffles" if outline else "", "seen above")
    return figure


def _draw_deal(ax: Axes, to_1: np.ndarray, n_correct: int) -> None:
    """Draw every response as an upright bar, in the row of the method that it is dealt to.

    Spurious ones are broken in the middle, as colours alone are lost in grey.
    """
    column = np.arange(len(to_1))
    row = np.where(to_1, 1, 0)
    width = min(10, 310 / max(1, len(column)))
    right = column < n_correct
    for mine, colour, ends in (
        (right, BLUE, [(-0.35, 0.35)]),
        (~right, ORANGE, [(-0.35, -0.08), (0.08, 0.35)]),
    ):
        for low, high in ends:
            ax.vlines(
                column[mine], row[mine] + low, row[mine] + high, color=colour, linewidth=width
            )
    ax.set_yticks([1, 0], [f"I: {sum(to_1)}", f"II: {sum(~to_1)}"])
    ax.set(xlim=(-1, len(column)), ylim=(-0.6, 1.6))
    ax.set_xticks([])
    ax.grid(visible=False)
