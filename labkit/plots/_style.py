"""The colours, the style, and where a figure is drawn."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.typing import RcKeyType

P = ParamSpec("P")
Drawn = TypeVar("Drawn")

BLUE, ORANGE, GREEN, VERMILION = "#0072B2", "#E69F00", "#009E73", "#D55E00"

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
}


def styled(draw: Callable[P, Drawn]) -> Callable[P, Drawn]:
    """Draw in the lab's style, and leave the user's own settings as they were."""

    # plt.rc_context restores all settings, also the one by which the first
    # figure of a session tells Jupyter to show figures: no later one would show.
    @wraps(draw)
    def styled(*args: P.args, **kwargs: P.kwargs) -> Drawn:
        before = {name: plt.rcParams[name] for name in STYLE}
        plt.rcParams.update(STYLE)
        try:
            return draw(*args, **kwargs)
        finally:
            plt.rcParams.update(before)

    return styled


def marked_line(ax: Axes, place: float, text: str, *, left: bool = False, **line: Any) -> None:
    """Draw a vertical line at `place` with words beside its top, on the right or the left."""
    ax.axvline(place, color="black", **{"linestyle": ":", "linewidth": 1.5, **line})
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
    """Give the Axes, or those of a new figure."""
    return plt.subplots(layout="constrained")[1] if ax is None else ax
