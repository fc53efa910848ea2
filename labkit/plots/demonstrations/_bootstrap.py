"""A test set, a resample of it, and the gains of many resamples."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from labkit.plots._style import BLUE, ORANGE
from labkit.plots.demonstrations._histogram import Histogram, fill, legend
from labkit.plots.demonstrations._parts import blank, mark

#: Colour, shape and letter of an item: system 1 alone has it right, system 2 alone, both or neither.
KINDS = {1: (BLUE, "s", "1"), -1: (ORANGE, "o", "2"), 0: ("#808080", "D", "")}

#: Items that stand in one row; more are in several rows, of so many each.
IN_A_ROW = 40


def bootstrap(
    items: np.ndarray,
    drawn: Sequence[int],
    shown: Histogram,
    *,
    shifted: bool,
    outline: bool,
    looked_at: str,
) -> Figure:
    """Draw a test set, a resample of it, and the histogram of the gains so far.

    `items`, (n,), is 1 where only system 1 is right, -1 where only system 2 is, else 0; `drawn`
    are the items of the resample, if any. `shown` has a bar for each of the gains that are
    possible. `shifted`: less the observed gain. `outline`: whether the exact law is drawn, too.
    `looked_at` names the resample.
    """
    n, gained = len(items), int(items.sum())
    delta = gained / n
    shift = delta if shifted else 0
    figure = blank(top=0.97, bottom=0.12, hspace=0.42)
    cells, ax = figure.subplots(2, height_ratios=(1, 2.2))
    draw_items = _draw_items if n <= IN_A_ROW else _draw_many_items
    draw_items(cells, items, np.array(drawn, dtype=int), looked_at)
    seen_above = int(items[np.array(drawn, dtype=int)].sum()) / n - shift if len(drawn) else None
    fill(ax, shown, seen_above, outline=outline)
    gains = shown.places + shift
    seen = gains[shown.law > 1e-5]
    first, last = min(-0.6 / n, seen[0]), max(seen[-1], 2 * delta)
    ax.set_xlim(first - shift - 0.5 / n, last - shift + 0.5 / n)
    if delta > 0:  # the words on either side of the two lines, which may be close
        names = ("0", "delta") if shift else ("delta", "2 delta")
        mark(ax, delta - shift, names[0], line="--", left_from=0)
        mark(ax, 2 * delta - shift, names[1], left_from=0.8)
    ax.set(xlabel="gain of system 1" + (", less delta" if shift else ""), ylabel="resamples")
    legend(ax, "above 2 delta", "endless resamples" if outline else "", "seen above")
    return figure


def _draw_items(ax: Axes, items: np.ndarray, drawn: np.ndarray, looked_at: str) -> None:
    """Draw the test set as a row of shapes, and under each the draws of the resample."""
    n = len(items)
    times = np.bincount(drawn, minlength=n)
    size = min(17, 370 / n)
    for kind, (colour, shape, letter) in KINDS.items():
        (mine,) = np.nonzero(items == kind)
        each = size if kind else 0.6 * size
        ax.plot(mine, np.zeros(len(mine)), shape, color=colour, markersize=each)
        again = np.repeat(mine, times[mine])
        level = np.concatenate([np.arange(1, t + 1) for t in times[mine]] or [np.empty(0)])
        ax.plot(again, -0.9 - 0.9 * level, shape, color=colour, markersize=0.7 * each)
        for place in mine.tolist():
            ink = "white" if kind > 0 else "#010101"  # on blue, on orange; in any theme
            ax.text(place, 0, letter, ha="center", va="center", color=ink, weight="bold")
    ax.axhline(-0.9, color="black", linewidth=1)
    ax.set_xlim(-0.7, n - 0.3)
    ax.set_ylim(-0.9 * (max(3, times.max(initial=0)) + 1.6), 0.8)
    ax.set_yticks([0, -2.7], ["test set", looked_at])
    _without_frame(ax)


def _draw_many_items(ax: Axes, items: np.ndarray, drawn: np.ndarray, looked_at: str) -> None:
    """Draw the test set in several rows, and the resample likewise: larger what it has oftener."""
    place = np.arange(len(items))
    column, row = place % (2 * IN_A_ROW), place // (2 * IN_A_ROW)
    rows = int(row.max()) + 1
    times = np.minimum(np.bincount(drawn, minlength=len(items)), 4)
    for kind, (colour, shape, _) in KINDS.items():
        for often, below in ((np.ones_like(times), 0), (times, rows + 1)):
            mine = (items == kind) & (often > 0)
            sizes = 6 * often[mine] if kind else 3 * often[mine]
            ax.scatter(column[mine], -row[mine] - below, sizes, marker=shape, color=colour)
    ax.axhline(-rows, color="black", linewidth=1)
    ax.set_xlim(-1, 2 * IN_A_ROW)
    ax.set_ylim(-2 * rows - 0.7, 0.7)
    ax.set_yticks([-(rows - 1) / 2, -rows - 1 - (rows - 1) / 2], ["test set", looked_at])
    _without_frame(ax)


def _without_frame(ax: Axes) -> None:
    ax.set_xticks([])
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
