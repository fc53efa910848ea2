"""What several pictures have in common: an empty Figure, bars, and a marked place."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from labkit.plots._style import BLUE, VERMILION, marked_line

# On a page of 1280 pixels the picture is 720 wide or wider: type of 13 points is
# at least 17 pixels there.
LOW, TALL = (7.6, 4.3), (7.6, 4.8)
MARGINS = {"left": 0.15, "right": 0.98, "bottom": 0.15, "top": 0.97}


def blank(size: tuple[float, float] = TALL, **margins: float) -> Figure:
    """Return an empty Figure. Its margins are fixed: axes that fit would jump, and are slow."""
    figure = Figure(figsize=size)
    figure.subplots_adjust(**{**MARGINS, **margins})
    return figure


def bars(
    ax: Axes,
    places: np.ndarray,
    heights: np.ndarray,
    filled: np.ndarray,
    *,
    width: float = 0.9,
    base: np.ndarray | float = 0.0,
) -> None:
    """Draw bars, blue or, where `filled`, vermilion and hatched: one path, which is quick."""
    width = width if len(places) < 60 else 1.0  # gaps of less than a pixel would flicker
    step = places[1] - places[0] if len(places) > 1 else 1
    sides = np.array([-0.5, -0.5, 0.5, 0.5]) * width * step
    base = np.broadcast_to(base, places.shape)
    ends = np.stack([base, base + heights, base + heights, base], axis=-1)
    corners = np.stack([places[:, None] + sides, ends], axis=-1)
    seen = abs(heights) > abs(heights).max(initial=0) / 2000  # the others are less than a pixel
    for which, colour, hatch in ((~filled, BLUE, None), (filled, VERMILION, "//")):
        shown = which & seen
        if shown.any():
            edge = "white" if hatch else colour
            drawn = PolyCollection(
                corners[shown], hatch=hatch, facecolor=colour, edgecolor=edge, linewidth=0
            )
            drawn.sticky_edges.y.append(0)  # no margin below the bars
            ax.add_collection(drawn)
    ax.update_datalim(corners.reshape(-1, 2))
    ax.autoscale_view()


def hatched(label: str) -> Patch:
    """Make the entry of a legend for bars that are filled."""
    return Patch(facecolor=VERMILION, edgecolor="white", hatch="//", label=label)


def legend_above(ax: Axes, *, ncols: int = 2, **more: Any) -> None:
    """Put a legend above the axes."""
    ax.legend(loc="lower center", bbox_to_anchor=(0.45, 0.98), ncols=ncols, frameon=False, **more)


def mark(ax: Axes, place: float, text: str, line: str = ":", *, left_from: float = 0.5) -> None:
    """Draw a vertical line with words beside it: to its left from this share of the axis on."""
    low, high = ax.get_xlim()
    left = place > low + left_from * (high - low)
    marked_line(ax, place, text, left=left, linestyle=line)


def targets(
    ax: Axes,
    low: float,
    high: float,
    setting: str,
    values: Iterable[int | None],
    *,
    drag: bool = False,
) -> str:
    """Return SVG that takes clicks, or with `drag` the mouse on its way, to a setting.

    What lies from `low` to `high` on the x axis is cut into equal parts, one for each of the
    `values`; None is for a part where nothing is to be had.
    """
    figure = ax.get_figure(root=True)
    assert figure is not None
    points = ax.transData.transform([(low, 0), (high, 0)]) * 72 / figure.dpi
    (_, bottom), (_, top) = ax.transAxes.transform([(0, 0), (1, 1)]) * 72 / figure.dpi
    (left, _), (right, _) = points
    y = 72 * figure.get_figheight() - top
    words = " ".join("-" if value is None else str(value) for value in values)
    dragged = ' data-drag="data-drag"' if drag else ""
    return (
        f'<rect class="labkit-target" fill="transparent" x="{left:.1f}" y="{y:.1f}" '
        f'width="{right - left:.1f}" height="{top - bottom:.1f}" '
        f'data-set="{setting}" data-values="{words}"{dragged}/>'
    )
