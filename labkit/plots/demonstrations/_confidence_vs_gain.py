"""Many pairs of systems, each a point that says which pair it is."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from labkit.plots._style import BLUE, VERMILION
from labkit.plots.demonstrations._parts import blank, legend_above

#: Kind of pair -> the colour and the shape of its points, which `demo.css` and `hover_points` draw.
LOOKS = {"different": (BLUE, "o"), "same": (VERMILION, "s")}


def confidence_vs_gain(
    reach: float, circled: tuple[float, float], metric: str, kinds: Mapping[str, str]
) -> Figure:
    """Draw axes of gain, up to `reach`, and confidence, with a ring around one such point.

    `kinds` names the kinds of pair in the legend. `hover_points` lays the points over it.
    """
    figure = blank(top=0.93, bottom=0.13)
    ax = figure.subplots()
    ax.set(xlim=(0, 100 * reach), ylim=(0.485, 1.015))
    ax.axhline(0.95, color="black", linewidth=1.5, linestyle="--")
    gain, confidence = circled
    (ring,) = ax.plot([100 * gain], [confidence], "o", color="black", clip_on=False)
    ring.set(fillstyle="none", markersize=18, markeredgewidth=3)
    handles = [
        Line2D([], [], color=colour, marker=shape, linestyle="", markersize=9, label=kinds[kind])
        for kind, (colour, shape) in LOOKS.items()
    ]
    line = Line2D([], [], color="black", linewidth=1.5, linestyle="--", label="p = 0.05")
    legend_above(ax, ncols=3, handles=[*handles, line])
    ax.set(xlabel=f"gain in {metric}, in percentage points", ylabel="confidence, 1 − p")
    return figure


def hover_points(figure: Figure, points: pd.DataFrame, words: Sequence[Sequence[str]]) -> str:
    """Give every point as SVG, and four lines of words that the style sheet shows under the mouse.

    `points` has the columns gain, confidence and kind; the figure is from `confidence_vs_gain`.
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
