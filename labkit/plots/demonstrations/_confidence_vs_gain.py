"""Many pairs of systems, each a point that says which pair it is."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from labkit.plots._style import BLUE, VERMILION
from labkit.plots.demonstrations._parts import blank

#: Kind of pair -> the colour and the shape of its points, which `demo.css` and `hover_points` draw.
LOOKS = {"different": (BLUE, "o"), "same": (VERMILION, "s")}


def confidence_vs_gain(
    reach: float, circled: tuple[float, float], metric: str, kinds: Mapping[str, str]
) -> Figure:
    """Draw the axes of confidence against gain, and a ring around one point.

    Parameters
    ----------
    reach : float
        The largest gain shown.
    circled : (float, float)
        Gain and confidence of the pair in the ring.
    metric : str
        What the gain is in, for the horizontal axis.
    kinds : dict
        Kind of pair, "different" or "same" -> its name in the legend.

    Returns
    -------
    Figure
        Without the points: `hover_points` lays them over it.

    See Also
    --------
    hover_points : The points.
    labkit.demos.confidence_vs_gain : Shows both.
    labkit.plots.confidence_vs_gain : The same in a notebook.
    """
    figure = blank(top=0.93, bottom=0.13)
    ax = figure.subplots()
    ax.set_xlim(0, 100 * reach)
    ax.set_ylim(0.485, 1.015)
    ax.axhline(0.95, color="black", linewidth=1.5, linestyle="--")
    gain, confidence = circled
    (ring,) = ax.plot([100 * gain], [confidence], "o", color="black", clip_on=False)
    ring.set(fillstyle="none", markersize=18, markeredgewidth=3)
    handles = [
        Line2D([], [], color=colour, marker=shape, linestyle="", markersize=9, label=kinds[kind])
        for kind, (colour, shape) in LOOKS.items()
    ]
    line = Line2D([], [], color="black", linewidth=1.5, linestyle="--", label="p = 0.05")
    ax.legend(
        handles=[*handles, line],
        loc="lower center",
        bbox_to_anchor=(0.45, 0.98),
        ncols=3,
        frameon=False,
    )
    ax.set_xlabel(f"gain in {metric}, in percentage points")
    ax.set_ylabel("confidence, 1 − p")
    return figure


def hover_points(figure: Figure, points: pd.DataFrame, words: Sequence[Sequence[str]]) -> str:
    """Give every point as SVG with its words, which the style sheet shows under the mouse.

    Parameters
    ----------
    figure : Figure
        From `confidence_vs_gain`.
    points : DataFrame
        Columns ``gain``, ``confidence`` and ``kind``.
    words : sequence of sequence of str
        Four lines for each point.

    Returns
    -------
    str
        A ``g`` element to lay over the Figure.

    See Also
    --------
    confidence_vs_gain : The axes.
    """
    (ax,) = figure.axes
    height = 72 * figure.get_figheight()
    places = ax.transData.transform(np.column_stack([100 * points["gain"], points["confidence"]]))
    places = places * 72 / figure.dpi
    (_, low), (right, _) = ax.transAxes.transform([(0, 0), (1, 0)]) * 72 / figure.dpi
    x, bottom = f"{right - 6:.0f}", height - low
    drawn = []
    for (left, up), kind, lines in zip(places.tolist(), points["kind"], words, strict=True):
        text = "".join(
            f'<text x="{x}" y="{bottom - 67 + 19 * line:.0f}">{said}</text>'
            for line, said in enumerate(lines)
        )
        y = height - up
        shape = (
            f'<rect x="{left - 2.5:.1f}" y="{y - 2.5:.1f}" width="5" height="5"/>'
            if kind == "same"
            else f'<circle cx="{left:.1f}" cy="{y:.1f}" r="2.8"/>'
        )
        drawn.append(f'<g class="labkit-point {kind}">{shape}{text}</g>')
    return f'<g class="labkit-points">{"".join(drawn)}</g>'
