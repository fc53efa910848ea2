"""The tails of a binomial distribution."""

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from scipy import stats

from labkit.plots._style import ORANGE
from labkit.plots.demonstrations._parts import LOW, bars, blank, hatched, mark, targets


def binomial_tails(
    k: int, q: float, pvalues: np.ndarray, low: int | None = None, high: int | None = None
) -> Figure:
    """Draw the middle of a binomial distribution, and `k`; what is rejected is shaded.

    That is what is at most `low` or at least `high`; `pvalues`, (n + 1,), say p of 0 to n events.
    """
    figure = blank(LOW, top=0.89)
    ax = figure.subplots()
    first, last = draw_tails(ax, k, q, pvalues)
    for start, end in (first, low), (high, last):
        if start is not None and end is not None:
            ax.axvspan(start - 0.5, end + 0.5, color=ORANGE, alpha=0.25, zorder=0)
    ax.set(xlabel=f"negative events among {len(pvalues) - 1:,}", ylabel="probability")
    handles = [
        hatched("at least as extreme as observed"),
        Patch(facecolor=ORANGE, alpha=0.25, label="rejected at alpha"),
    ]
    place = (0.5, 1.14)
    ax.legend(handles=handles, loc="upper center", ncols=2, bbox_to_anchor=place, frameon=False)
    return figure


def tail_targets(figure: Figure, setting: str) -> str:
    """Return SVG by which a picture of `binomial_tails` takes clicks and drags to a setting."""
    (ax,) = figure.axes
    first, last = ax.dataLim.intervalx  # ends of bars, about half an event beyond their middles
    events = range(math.ceil(first), math.floor(last) + 1)
    return targets(ax, events[0] - 0.5, events[-1] + 0.5, setting, events, drag=True)


def draw_tails(ax: Axes, k: int, q: float, pvalues: np.ndarray) -> tuple[int, int]:
    """Draw what is probable, and `k`; return the first and the last outcome drawn."""
    n = len(pvalues) - 1
    middle, spread = n * q, 5 * math.sqrt(n * q * (1 - q)) + 1
    first = max(0, min(k, math.floor(middle - spread)))
    last = min(n, max(k, math.ceil(middle + spread)))
    events = np.arange(first, last + 1)
    extreme = pvalues[events] <= pvalues[k] * (1 + 1e-9)
    ax.margins(x=0.02, y=0.22)
    bars(ax, events, stats.binom.pmf(events, n, q), extreme)
    mark(ax, k, f"observed: {k}")
    ax.locator_params(axis="x", integer=True)
    return first, last
