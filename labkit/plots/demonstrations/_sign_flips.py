"""Two runs' differences on topics, their signs flipped, and the means of many flips."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from labkit.plots.demonstrations._histogram import Histogram, fill, legend
from labkit.plots.demonstrations._parts import bars, blank, mark


def sign_flips(
    gains: np.ndarray,
    flipped: np.ndarray,
    shown: Histogram,
    looked_at: float | None,
    words: Sequence[str],
    *,
    outline: bool,
) -> Figure:
    """Draw the signs of the topics' differences in a shuffle, and the means so far.

    `gains` and `flipped`, (topics,): how much better run a is, and whether the shuffle flips it.
    `looked_at` is the mean of this shuffle, if it is one. `words`: the topics, and the observed
    mean. `outline`: whether the exact law is drawn, too.
    """
    difference = float(gains.mean())
    figure = blank(top=0.97, bottom=0.12, hspace=0.42)
    topics, ax = figure.subplots(2, height_ratios=(1, 2))
    _draw_topics(topics, gains, flipped)
    topics.set_xlabel(words[0])
    fill(ax, shown, looked_at, outline=outline)
    mark(ax, difference, words[1])
    ax.axvline(-difference, color="black", linestyle=":", linewidth=1)
    ax.set(xlabel="mean of a − b", ylabel="shuffles")
    legend(ax, "as far out", "all flips" if outline else "", "seen above")
    return figure


def _draw_topics(ax: Axes, gains: np.ndarray, flipped: np.ndarray) -> None:
    bars(ax, np.arange(len(gains)), np.where(flipped, -gains, gains), flipped, width=0.8)
    reach = 1.1 * abs(gains).max() or 1
    ax.set(xlim=(-0.7, len(gains) - 0.3), ylim=(-reach, reach), xticks=[])
    ax.axhline(0, color="black", linewidth=1)
    ax.set_ylabel("a − b")
