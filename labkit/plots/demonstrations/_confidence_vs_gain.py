"""Thousands of pairs of systems, each a point; and which pair one of them is."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from labkit.plots._style import VERMILION
from labkit.plots.demonstrations._dots import dots, on_the_page, ring
from labkit.plots.demonstrations._parts import blank, legend_above

#: Kind of pair -> how its points look: colour, marker of the legend, shape, size in points. The
#: dots are light and lie on the crosses, of which the ends stick out: both are seen in grey.
LOOKS = {"same": (VERMILION, "+", "plus", 8.0), "different": ("#56B4E9", "o", "round", 2.6)}

#: The lowest confidence that has a place of its own: pairs below it, such as identical systems,
#: stand at the lower edge.
LOWEST = 0.48

#: The compressed part of the axis, as a share of the other.
_BEYOND = 0.16


class Axis(NamedTuple):
    """Gains from 0 to `reach`, and in a narrow part the larger ones, up to `most`."""

    reach: float
    most: float

    def place(self, gains: np.ndarray) -> np.ndarray:
        """Return where gains are drawn: 1 is `reach`."""
        room = max(self.most - self.reach, 1e-9)
        return np.minimum(gains / self.reach, 1) + _BEYOND * np.clip(
            (gains - self.reach) / room, 0, 1
        )

    @property
    def end(self) -> float:
        """Return where the axis ends."""
        return 1 + _BEYOND if self.most > self.reach else 1.0


def confidence_vs_gain(axis: Axis, metric: str, kinds: Mapping[str, str]) -> Figure:
    """Draw the axes of gain and confidence; `points` lays the pairs over them.

    `kinds` names the kinds of pair in the legend.
    """
    figure = blank(top=0.93, bottom=0.13)
    ax = figure.subplots()
    ax.set(xlim=(-0.01, axis.end + 0.01), ylim=(LOWEST - 0.01, 1.015))
    ax.axhline(0.95, color="black", linewidth=1.5, linestyle="--")
    ticks = [
        tick
        for tick in MaxNLocator(6).tick_values(0, 100 * axis.reach)
        if 0 <= tick <= 100 * axis.reach
    ]
    if axis.end > 1:
        ax.axvline(1, color="black", linewidth=1, linestyle=":")
        ticks = [*(tick for tick in ticks if tick < 93 * axis.reach), 100 * axis.most]
    ax.set_xticks(axis.place(np.array(ticks) / 100), [f"{tick:.3g}" for tick in ticks])
    handles = [
        Line2D([], [], color=colour, marker=marker, linestyle="", markersize=9, label=kinds[kind])
        for kind, (colour, marker, *_) in LOOKS.items()
    ]
    handles[0].set_markeredgewidth(2)
    line = Line2D([], [], color="black", linewidth=1.5, linestyle="--", label="p = 0.05")
    legend_above(ax, ncols=3, handles=[*handles, line])
    ax.set(xlabel=f"gain in {metric}, in percentage points", ylabel="confidence, 1 − p")
    return figure


def points(
    figure: Figure, axis: Axis, pairs: pd.DataFrame, circled: int, words: Sequence[str]
) -> str:
    """Return all pairs as SVG, a ring around the one of this number (from 1), and lines about it.

    `pairs` has the columns gain, confidence and kind. A click anywhere in the axes says "point".
    """
    (ax,) = figure.axes
    x, y = axis.place(pairs["gain"].to_numpy()), _height(pairs)
    drawn = []
    for kind, (colour, _, shape, size) in LOOKS.items():
        chosen = (pairs["kind"] == kind).to_numpy()
        drawn.append(dots(ax, x[chosen], y[chosen], shape, colour, size))
    drawn.append(ring(ax, float(x[circled - 1]), float(y[circled - 1]), 8))
    (left, top), (right, bottom) = on_the_page(
        ax, np.array([0, axis.end]), np.array([1.015, LOWEST])
    )
    ((edge, _),) = on_the_page(ax, np.ones(1), np.ones(1))
    drawn += [
        f'<text x="{edge - 5:.0f}" y="{bottom - 46 + 18 * line:.0f}" text-anchor="end" '
        f'style="font: 13px DejaVu Sans, sans-serif">{said.replace("<", "&lt;")}</text>'
        for line, said in enumerate(words)
    ]
    drawn.append(
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}" '
        'fill="transparent" data-at="point"/>'
    )
    return "".join(drawn)


def places_of(axis: Axis, pairs: pd.DataFrame) -> np.ndarray:
    """Return where pairs are in the SVG: (m, 2), from its left and its top."""
    (ax,) = confidence_vs_gain(axis, "", dict.fromkeys(LOOKS, "")).axes
    return on_the_page(ax, axis.place(pairs["gain"].to_numpy()), _height(pairs))


def _height(pairs: pd.DataFrame) -> np.ndarray:
    return np.maximum(pairs["confidence"].to_numpy(), LOWEST)
