"""The colours, the style, and where a figure is drawn.

Figures are transparent and their ink is black. Jupyter notes that, and lays them on light paper
where its theme is dark.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import Any

import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.typing import RcKeyType

from labkit.text import shorten

BLUE, ORANGE, GREEN, VERMILION = "#0072B2", "#E69F00", "#009E73", "#D55E00"
INK, PAPER = "black", "white"

#: Ink on a coloured field, which is light in every theme: not that of a page.
ON_COLOUR = "#111112"

#: Matplotlib's settings for every figure.
STYLE: dict[RcKeyType, Any] = {
    "figure.figsize": (7.5, 4.2),
    "figure.dpi": 110,
    "font.size": 13,
    "axes.prop_cycle": cycler(color=[BLUE, ORANGE, GREEN, VERMILION]),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "lines.linewidth": 2,
    "figure.facecolor": (1, 1, 1, 0),
    "axes.facecolor": "none",
    "legend.facecolor": PAPER,
    "legend.framealpha": 0.8,
    "text.color": INK,
    "hatch.color": PAPER,
}

# All threads have the same settings; a demonstration answers in one of its own.
_DRAWING = RLock()


@contextmanager
def settings(changed: Mapping[RcKeyType, Any]) -> Iterator[None]:
    """Draw with some settings of Matplotlib's, and then put these back; one thread after the other.

    plt.rc_context restores all settings, also the one by which the first figure of a session
    tells Jupyter to show figures: no later one would show.
    """
    with _DRAWING:
        before = {name: plt.rcParams[name] for name in changed}
        plt.rcParams.update(changed)
        try:
            yield
        finally:
            plt.rcParams.update(before)


#: Decorates a function that draws in the lab's style, and leaves the user's own settings as they were.
styled = settings(STYLE)


def written(name: object, longest: int = 36) -> str:
    """Return a name for a figure: long ones lose their middle, and a dollar begins no formula."""
    text = shorten(name, longest).replace("$", r"\$")
    return f" {text}" if text.startswith("_") else text  # else it would be in no legend


def marked_line(
    ax: Axes,
    place: float,
    text: str,
    *,
    left: bool = False,
    linestyle: str = ":",
    linewidth: float = 1.5,
) -> None:
    """Draw a vertical line at `place` with words beside its top, on the right or the left."""
    ax.axvline(place, color=INK, linestyle=linestyle, linewidth=linewidth)
    ax.annotate(
        text,
        (place, 0.97),
        xycoords=("data", "axes fraction"),
        xytext=(-6 if left else 6, 0),
        textcoords="offset points",
        ha="right" if left else "left",
        va="top",
    )


def axes_or_new(ax: Axes | None) -> Axes:
    """Return the Axes, or those of a new figure."""
    return plt.subplots(layout="constrained")[1] if ax is None else ax
