"""Demonstrations of resampling: the bootstrap, shuffled responses, and topics with signs flipped.

All three draw one resample after the other from a fixed seed and count as they
go. The first m resamples of a seed are always the same, so that "how many so
far" is a setting like any other.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from labkit.demos.frame import bars
from labkit.plots import VERMILION

MOST = 10_000
"""Resamples that a demonstration draws at most."""

FULL = 100
"""Resamples that fill the exact distribution, until there are more."""


@lru_cache(maxsize=16)
def random_signs(n, seed):
    """Whether each of n things is swapped, in each of `MOST` shuffles: booleans (MOST, n)."""
    return np.random.default_rng(seed).integers(0, 2, (MOST, n), dtype=np.int8) > 0


@lru_cache(maxsize=16)
def random_items(n, seed):
    """Which items are drawn in each of `MOST` resamples of n items: numbers (MOST, n)."""
    return np.random.default_rng(seed).integers(0, n, (MOST, n), dtype=np.int16)


class Histogram(NamedTuple):
    """Bars of equal width, each wholly extreme or wholly not."""

    places: np.ndarray  # their middles
    law: np.ndarray  # how probable each is
    found: np.ndarray  # how many of the resamples fell there
    extreme: np.ndarray  # whether it is at least as far out as the observed difference


def histogram(values, probabilities, found, observed, two_sided=False):
    """Sort all possible differences, and the resampled ones, into bars.

    Parameters
    ----------
    values, probabilities : arrays of shape (m,)
        The exact law.
    found : array of shape (resamples,)
    observed : float
        At least 0. It is the edge of a bar or, where the law has few different
        values, the middle of one.
    two_sided : bool

    Returns
    -------
    Histogram
    """
    order = np.argsort(values)
    below = np.cumsum(probabilities[order])
    low, high = values[order][np.searchsorted(below, [1e-5, 1 - 1e-5])]
    high = max(high, observed)
    low = min(low, -high) if two_sided else low
    gap = np.diff(np.unique(np.round(values, 9)))
    gap = gap.min() if len(gap) else 1.0
    steps = (values - observed) / gap
    if (high - low) / gap <= 120 and abs(steps - np.rint(steps)).max() < 1e-3:
        # A few equally spaced values: each is the middle of a bar.
        width, start = gap, observed - gap / 2
    else:
        width, start = observed / max(1, round(40 * observed / (high - low))), 0.0
        width = width or (high - low) / 40
    first, last = _bars(np.array([low, high]), start, width)
    heights = [
        np.bincount(
            np.clip(_bars(part, start, width), first, last) - first,
            weights,
            minlength=last - first + 1,
        )
        for part, weights in ((values, probabilities), (np.asarray(found), None))
    ]
    places = start + width * (np.arange(first, last + 1) + 0.5)
    outside = abs(places) if two_sided else places
    return Histogram(places, *heights, outside >= observed - 1e-6 * width)


def _bars(values, start, width):
    """The number of each value's bar; one on an edge belongs to the bar further from the start."""
    steps = (values - start) / width
    inner = np.where(steps >= 0, np.floor(steps + 1e-6), np.ceil(steps - 1e-6) - 1)
    return inner.astype(int)


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
    half = (places[1] - places[0]) / 2 if len(places) > 1 else 0.5
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
