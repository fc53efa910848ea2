"""What several pictures have in common: an empty Figure, bars, and a marked place."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from labkit.plots._style import BLUE, VERMILION

# On a page of 1280 pixels the picture is 720 wide or wider: type of 13 points is
# at least 17 pixels there.
LOW, TALL = (7.6, 4.3), (7.6, 4.8)
MARGINS = {"left": 0.15, "right": 0.98, "bottom": 0.15, "top": 0.97}


def blank(size: tuple[float, float] = TALL, **margins: float) -> Figure:
    """Give an empty Figure with margins as in ``Figure.subplots_adjust``.

    They are fixed: axes that jump while a slider moves are hard to watch, and a
    fitting layout takes twice as long.
    """
    figure = Figure(figsize=size)
    figure.subplots_adjust(**{**MARGINS, **margins})
    return figure


def bars(
    ax: Axes,
    places: np.ndarray,
    heights: np.ndarray,
    filled: np.ndarray,
    width: float = 0.9,
    base: np.ndarray | float = 0.0,
) -> None:
    """Draw bars, blue or, where `filled`, vermilion and hatched; they are one path, which is quick."""
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
            drawn = PolyCollection(
                corners[shown],
                hatch=hatch,
                facecolor=colour,
                edgecolor="white" if hatch else colour,
                linewidth=0,
            )
            drawn.sticky_edges.y.append(0)  # no margin below the bars
            ax.add_collection(drawn)
    ax.update_datalim(corners.reshape(-1, 2))
    ax.autoscale_view()


def mark(ax: Axes, place: float, text: str, line: str = ":") -> None:
    """Draw a vertical line with words beside it, on the side where there is room."""
    low, high = ax.get_xlim()
    left = place > (low + high) / 2
    ax.axvline(place, color="black", linestyle=line, linewidth=2)
    ax.annotate(
        text,
        (place, 0.97),
        xycoords=("data", "axes fraction"),
        xytext=(-6 if left else 6, 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="top",
        color="black",
    )
