"""Thousands of dots as one path of SVG: quick to make, small to send, sharp at any size."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

#: What can be drawn at each place. The ends of a line of no length make the first two.
SHAPES = "round", "square", "plus"


def dots(ax: Axes, x: np.ndarray, y: np.ndarray, shape: str, colour: str, size: float) -> str:
    """Return dots of so many points at these places of the axes, as SVG to lay over the figure.

    Dots that are less than half a point apart are drawn once.
    """
    if not len(x):
        return ""
    halves = np.unique(np.rint(2 * on_the_page(ax, x, y)).astype(int), axis=0)
    moves = np.diff(halves, axis=0, prepend=0)
    arm = max(1, round(size))  # in halves
    strokes = f"m{-arm} 0h{2 * arm}m{-arm}-{arm}v{2 * arm}m0-{arm}" if shape == "plus" else "h0"
    path = "".join(f"m{right} {down}{strokes}" for right, down in moves.tolist())
    # The ends as a style: a figure has one style for all of its lines.
    return (
        f'<path transform="scale(.5)" d="{path.replace(" -", "-")}" fill="none" stroke="{colour}" '
        f'stroke-width="{3 if shape == "plus" else 2 * size:.3g}" '
        f'style="stroke-linecap: {"butt" if shape == "plus" else shape}"/>'
    )


def ring(ax: Axes, x: float, y: float, size: float) -> str:
    """Return a ring around one place, as SVG to lay over the figure."""
    ((left, top),) = on_the_page(ax, np.array([x]), np.array([y])).tolist()
    return (
        f'<circle cx="{left:.1f}" cy="{top:.1f}" r="{size:.3g}" fill="none" '
        'stroke="currentColor" stroke-width="2"/>'
    )


def size_on_the_page(ax: Axes) -> tuple[float, float]:
    """Return the width and the height of the axes, in points."""
    window = ax.get_window_extent()
    scale = 72 / _figure(ax).dpi
    return window.width * scale, window.height * scale


def on_the_page(ax: Axes, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return where places of the axes are in the SVG, in points from its left and its top."""
    figure = _figure(ax)
    places = ax.transData.transform(np.column_stack([x, y])) * 72 / figure.dpi
    return np.column_stack([places[:, 0], 72 * figure.get_figheight() - places[:, 1]])


def _figure(ax: Axes) -> Figure:
    figure = ax.get_figure(root=True)
    assert isinstance(figure, Figure)
    return figure
