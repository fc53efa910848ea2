"""The colours, the style, and where a figure is drawn.

Figures are transparent, their text and lines dark or, where JupyterLab's theme is dark, light.
Jupyter notes which of them a figure has, and lays it on paper of the other kind where the page
has not that colour: a figure that was drawn in the other theme can be read as well.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import Any, ParamSpec, TypeVar

import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patches import Patch
from matplotlib.typing import RcKeyType

P = ParamSpec("P")
Drawn = TypeVar("Drawn")

BLUE, ORANGE, GREEN, VERMILION = "#0072B2", "#E69F00", "#009E73", "#D55E00"

#: Ink on a coloured field, which is light in every theme.
ON_COLOUR = "#111112"

#: Theme -> the colours of ink and paper in it.
THEMES = {"light": ("black", "white"), "dark": ("#E0E0E0", "#111111")}

#: Where JupyterLab keeps what its user has chosen in the menu Settings, Theme.
_CHOSEN = Path("@jupyterlab", "apputils-extension", "themes.jupyterlab-settings")

_SETTINGS: dict[RcKeyType, Any] = {
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
    "legend.framealpha": 0.8,
}

_INKED: tuple[RcKeyType, ...] = (
    *("text.color", "axes.labelcolor", "axes.titlecolor", "axes.edgecolor"),
    *("xtick.color", "ytick.color", "patch.edgecolor"),
)


def style(theme: str) -> dict[RcKeyType, Any]:
    """Give matplotlib's settings for figures in a theme, "light" or "dark"."""
    ink, paper = THEMES[theme]
    inked: dict[RcKeyType, Any] = dict.fromkeys(_INKED, ink)
    return {**_SETTINGS, **inked, "legend.facecolor": paper, "hatch.color": paper}


def theme() -> str:
    """Tell which theme the JupyterLab has in which this notebook is open: "light" or "dark"."""
    if "JPY_SESSION_NAME" not in os.environ:
        return "light"
    config = os.environ.get("JUPYTER_CONFIG_DIR") or Path.home() / ".jupyter"
    default = Path(config, "lab", "user-settings")
    chosen = Path(os.environ.get("JUPYTERLAB_SETTINGS_DIR") or default, _CHOSEN)
    try:
        text = re.sub(r"^\s*//.*", "", chosen.read_text(encoding="utf8"), flags=re.MULTILINE)
    except (OSError, ValueError):
        return "light"
    name = re.search(r'"theme"\s*:\s*"([^"]*)"', text)
    follows_the_system = re.search(r'"adaptive-theme"\s*:\s*true', text)
    return "dark" if name and not follows_the_system and "dark" in name[1].lower() else "light"


#: Matplotlib's settings for every figure.
STYLE: dict[RcKeyType, Any] = style(theme())

# All threads have the same settings; a demonstration answers in one of its own.
_DRAWING = RLock()


def ink() -> str:
    """Give the colour of text and lines in the figure that is being drawn."""
    return str(plt.rcParams["text.color"])


def paper() -> str:
    """Give the colour of what is behind the figure that is being drawn."""
    return str(plt.rcParams["hatch.color"])


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


def styled(draw: Callable[P, Drawn]) -> Callable[P, Drawn]:
    """Draw in the lab's style, and leave the user's own settings as they were."""

    @wraps(draw)
    def styled(*args: P.args, **kwargs: P.kwargs) -> Drawn:
        ax = kwargs.get("ax")
        with settings(style(_theme_of(ax) if isinstance(ax, Axes) else theme())):
            return draw(*args, **kwargs)

    return styled


def _theme_of(ax: Axes) -> str:
    # Somebody else's figure has its ink already.
    return "dark" if sum(to_rgb(ax.xaxis.label.get_color())) > 1.5 else "light"


def written(name: object, longest: int = 36) -> str:
    """Write a name for a figure as it is: long ones lose their middle, and a dollar is no formula."""
    text = " ".join(str(name).split())
    if len(text) > longest:
        ends = (longest - 1) // 2  # often names differ in their last letters only
        text = f"{text[:ends]}\N{HORIZONTAL ELLIPSIS}{text[-ends:]}"
    text = text.replace("$", r"\$")
    return f" {text}" if text.startswith("_") else text  # else it would be in no legend


def hatch(bars: Iterable[Patch], which: Iterable[bool]) -> None:
    """Hatch some of the bars: printed in grey, blue and vermilion are the same."""
    for bar, filled in zip(bars, which, strict=True):
        if filled:
            bar.set(hatch="//", edgecolor=paper(), linewidth=0)


def marked_line(ax: Axes, place: float, text: str, *, left: bool = False, **line: Any) -> None:
    """Draw a vertical line at `place` with words beside its top, on the right or the left."""
    ax.axvline(place, color=ink(), **{"linestyle": ":", "linewidth": 1.5, **line})
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
