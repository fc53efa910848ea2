"""A test set, a resample of it, and the gains of many resamples."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from labkit.plots._style import BLUE, ORANGE
from labkit.plots.demonstrations._histogram import Histogram, fill, legend
from labkit.plots.demonstrations._parts import blank, mark

#: Colour and letter of an item: system 1 alone has it right, system 2 alone, both or neither.
KINDS = {1: (BLUE, "1"), -1: (ORANGE, "2"), 0: ("#999999", "")}


def bootstrap(
    items: np.ndarray, drawn: Sequence[int], counts: np.ndarray, law: np.ndarray, *, shifted: bool
) -> Figure:
    """Draw a test set, its latest resample, and the histogram of the gains so far.

    `items`, (n,), is 1 where only system 1 is right, -1 where only system 2 is, else 0; `drawn`
    are the items of the latest resample, if any; `counts` and `law`, (2 n + 1,), say how many
    resamples gained -n, ..., n items, and how probable that is. `shifted`: less the observed gain.
    """
    n, gained = len(items), int(items.sum())
    steps = np.arange(-n, n + 1)
    gains, delta = steps / n, gained / n
    shift = delta if shifted else 0
    figure = blank(top=0.97, bottom=0.12, hspace=0.42)
    cells, ax = figure.subplots(2, height_ratios=(1, 2.2))
    _draw_items(cells, items, np.array(drawn, dtype=int))
    latest = int(items[np.array(drawn, dtype=int)].sum()) / n - shift if len(drawn) else None
    fill(ax, Histogram(gains - shift, law, counts, steps > 2 * gained), latest)
    seen = gains[law > 1e-5]
    first, last = min(-0.6 / n, seen[0]), max(seen[-1], 2 * delta)
    ax.set_xlim(first - shift - 0.5 / n, last - shift + 0.5 / n)
    if delta > 0:
        names = ("0", "delta") if shift else ("delta", "2 delta")
        for place, name, line in zip((delta, 2 * delta), names, ("--", ":"), strict=True):
            mark(ax, place - shift, name, line=line)
    ax.set(xlabel="gain of system 1" + (", less delta" if shift else ""), ylabel="resamples")
    legend(ax, "above 2 delta", "endless resamples")
    return figure


def _draw_items(ax: Axes, items: np.ndarray, drawn: np.ndarray) -> None:
    """Draw the test set as a row of squares, and under each the draws of the latest resample."""
    n = len(items)
    times = np.bincount(drawn, minlength=n)
    size = min(17, 370 / n)
    for kind, (colour, letter) in KINDS.items():
        (mine,) = np.nonzero(items == kind)
        ax.plot(mine, np.zeros(len(mine)), "s", color=colour, markersize=size)
        again = np.repeat(mine, times[mine])
        level = np.concatenate([np.arange(1, t + 1) for t in times[mine]] or [np.empty(0)])
        ax.plot(again, -0.9 - 0.9 * level, "s", color=colour, markersize=0.7 * size)
        for place in mine.tolist():
            ax.text(place, 0, letter, ha="center", va="center", color="white", weight="bold")
    ax.axhline(-0.9, color="black", linewidth=1)
    ax.set_xlim(-0.7, n - 0.3)
    ax.set_ylim(-0.9 * (max(3, times.max(initial=0)) + 1.6), 0.8)
    ax.set_yticks([0, -2.7], ["test set", "resample"])
    ax.set_xticks([])
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
