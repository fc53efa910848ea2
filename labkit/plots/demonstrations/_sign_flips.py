"""Two runs' differences on topics, their signs flipped, and the means of many flips."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from labkit.plots.demonstrations._histogram import fill, histogram, legend
from labkit.plots.demonstrations._parts import bars, blank, mark


def sign_flips(
    gains: np.ndarray,
    flipped: np.ndarray,
    law: tuple[np.ndarray, np.ndarray],
    means: Sequence[float],
    observed: str,
) -> Figure:
    """Draw the latest signs of the topics' differences, and the means so far.

    `gains` and `flipped`, (topics,): how much better run a is, and whether the latest shuffle
    flips it. `law`: all means, and how probable each is. `observed` is the mean in words.
    """
    difference = float(gains.mean())
    figure = blank(top=0.97, bottom=0.12, hspace=0.42)
    topics, ax = figure.subplots(2, height_ratios=(1, 2))
    _draw_topics(topics, gains, flipped)
    shown = histogram(*law, np.array(means), abs(difference), two_sided=True)
    fill(ax, shown, means[-1] if len(means) else None)
    mark(ax, difference, observed)
    ax.axvline(-difference, color="black", linestyle=":", linewidth=1)
    ax.set(xlabel="mean of a − b", ylabel="shuffles")
    legend(ax, "as far out", "all flips")
    return figure


def _draw_topics(ax: Axes, gains: np.ndarray, flipped: np.ndarray) -> None:
    bars(ax, np.arange(len(gains)), np.where(flipped, -gains, gains), flipped, width=0.8)
    reach = 1.1 * abs(gains).max()
    ax.set(xlim=(-0.7, len(gains) - 0.3), ylim=(-reach, reach), xticks=[])
    ax.axhline(0, color="black", linewidth=1)
    ax.set(xlabel=f"{len(gains)} topics", ylabel="a − b")
