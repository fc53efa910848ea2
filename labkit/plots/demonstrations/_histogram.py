"""How resampled differences fill the exact distribution, bar by bar."""

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from labkit.plots.demonstrations._parts import bars, hatched, legend_above

#: Resamples that fill the exact distribution, until there are more.
FULL = 100


class Histogram(NamedTuple):
    """Bars of equal width, each wholly extreme or wholly not."""

    places: np.ndarray  # their middles
    law: np.ndarray  # how probable each is
    found: np.ndarray  # how many of the resamples fell there
    extreme: np.ndarray  # whether it is at least as far out as the observed difference


def histogram(
    values: np.ndarray,
    probabilities: np.ndarray,
    found: np.ndarray,
    observed: float,
    two_sided: bool = False,
) -> Histogram:
    """Sort all possible differences, and those `found` in resamples, into bars.

    `values` and `probabilities`, (m,), are the exact law; the bars begin and end where it is
    too rare. `observed`, at least 0, is the edge of a bar or, where the law has few different
    values, the middle of one. `two_sided`: differences as far below 0 are extreme, too.
    """
    order = np.argsort(values)
    below = np.cumsum(probabilities[order])
    low, high = values[order][np.searchsorted(below, [1e-5, 1 - 1e-5])]
    high = max(high, observed)
    low = min(low, -high) if two_sided else low
    start, width = _first_edge(values, observed, low, high)
    first, last = _bars(np.array([low, high]), start, width)
    bars_shown = last - first + 1
    law, counts = (
        np.bincount(np.clip(_bars(part, start, width), first, last) - first, weights, bars_shown)
        for part, weights in ((values, probabilities), (found, None))
    )
    places = start + width * (np.arange(first, last + 1) + 0.5)
    outside = abs(places) if two_sided else places
    return Histogram(places, law, counts, outside >= observed - 1e-6 * width)


def _first_edge(
    values: np.ndarray, observed: float, low: float, high: float
) -> tuple[float, float]:
    """Say where a bar begins, and how wide all are."""
    gaps = np.diff(np.unique(np.round(values, 9)))
    gap = gaps.min() if len(gaps) else 1.0
    steps = (values - observed) / gap
    if (high - low) / gap <= 120 and abs(steps - np.rint(steps)).max() < 1e-3:
        # A few equally spaced values: each is the middle of a bar.
        return observed - gap / 2, gap
    width = observed / max(1, round(40 * observed / (high - low)))
    return 0.0, width or (high - low) / 40


def _bars(values: np.ndarray, start: float, width: float) -> np.ndarray:
    """Give the number of each value's bar; an edge belongs to the bar further from the start."""
    steps = (values - start) / width
    inner = np.where(steps >= 0, np.floor(steps + 1e-6), np.ceil(steps - 1e-6) - 1)
    return inner.astype(int)


def fill(ax: Axes, shown: Histogram, last: float | None) -> None:
    """Draw how often each place was met, in the outline of the exact law; and the `last` one."""
    places, law, found, extreme = shown
    total = max(FULL, int(found.sum()))
    bars(ax, places, found, extreme, width=1.0)
    half = (places[1] - places[0]) / 2 if len(places) > 1 else 0.5
    edges = np.append(places - half, places[-1] + half)
    ax.stairs(law * total, edges, color="black", linewidth=1.5)
    top = 1.3 * max(law.max() * total, found.max())
    if last is not None:
        ax.plot([last], [0.03 * top], "v", color="black", markersize=12, clip_on=False)
    ax.set(xlim=(edges[0], edges[-1]), ylim=(0, top))


def legend(ax: Axes, extreme: str, law: str) -> None:
    """Explain the parts of `fill` above the axes."""
    handles = [
        hatched(extreme),
        Line2D([], [], color="black", linewidth=1.5, label=law),
        Line2D([], [], color="black", marker="v", linestyle="", markersize=10, label="latest"),
    ]
    legend_above(ax, ncols=3, handles=handles, columnspacing=1, handletextpad=0.5)
