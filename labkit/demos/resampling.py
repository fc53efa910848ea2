"""Demonstrations of resampling: the bootstrap, shuffled responses, and topics with signs flipped.

All three draw one resample after the other from a fixed seed and count as they
go. The first m resamples of a seed are always the same, so that "how many so
far" is a setting like any other.
"""

from functools import lru_cache

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from labkit.demos.frame import bars
from labkit.plots import VERMILION

MOST = 10_000
"""Resamples that a demonstration draws at most."""

FULL = 1000
"""Resamples that fill the exact distribution, until there are more."""


@lru_cache(maxsize=16)
def random_signs(n, seed):
    """Whether each of n things is swapped, in each of `MOST` shuffles: booleans (MOST, n)."""
    return np.random.default_rng(seed).integers(0, 2, (MOST, n), dtype=np.int8) > 0


@lru_cache(maxsize=16)
def random_items(n, seed):
    """Which items are drawn in each of `MOST` resamples of n items: numbers (MOST, n)."""
    return np.random.default_rng(seed).integers(0, n, (MOST, n), dtype=np.int16)


def fill(ax, places, found, law, extreme, last=None):
    """Draw how often each place was met so far, inside the outline of the exact law.

    Parameters
    ----------
    ax : Axes
    places : array of shape (m,)
        Centres of the bars, equally spaced.
    found : array of shape (m,)
        How many resamples fell there.
    law : array of shape (m,)
        How probable each place is.
    extreme : array of bool, shape (m,)
    last : float, optional
        Where the latest resample fell.
    """
    total = max(FULL, int(found.sum()))
    bars(ax, places, found, extreme, width=1.0)
    half = (places[1] - places[0]) / 2
    edges = np.append(places - half, places[-1] + half)
    ax.stairs(law * total, edges, color="black", linewidth=1.5)
    top = 1.3 * max(law.max() * total, found.max())
    if last is not None:
        ax.plot([last], [0.03 * top], "v", color="black", markersize=12, clip_on=False)
    ax.set_ylim(0, top)
    ax.set_xlim(edges[0], edges[-1])


def legend(ax, extreme, many, last):
    """Explain the parts of `fill` above the axes."""
    ax.legend(
        handles=[
            Patch(facecolor=VERMILION, edgecolor="white", hatch="//", label=extreme),
            Line2D([], [], color="black", linewidth=1.5, label=many),
            Line2D([], [], color="black", marker="v", linestyle="", markersize=10, label=last),
        ],
        loc="lower center",
        bbox_to_anchor=(0.45, 0.98),
        ncols=3,
        frameon=False,
        columnspacing=1,
        handletextpad=0.5,
    )
