"""How resampled differences fill the exact distribution, bar by bar."""

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from labkit.plots.demonstrations._parts import bars, hatched, legend_above, targets

#: Resamples that fill the exact distribution, until there are more.
FULL = 100


class Histogram(NamedTuple):
    """Bars of equal width, each wholly extreme or wholly not."""

    places: np.ndarray  # their middles
    law: np.ndarray  # how probable each is
    found: np.ndarray  # how many of the resamples fell there
    extreme: np.ndarray  # whether it is at least as far out as the observed difference
    bars: np.ndarray  # the bar of each resample, in the order in which they came

    def to_look_at(self, current: int) -> list[int | None]:
        """Return a resample of each bar, counted from 1: the next one there after the `current`."""
        order = np.roll(np.arange(1, len(self.bars) + 1), -current)
        bars, first = np.unique(self.bars[order - 1], return_index=True)
        found = dict(zip(bars.tolist(), order[first].tolist(), strict=True))
        return [found.get(bar) for bar in range(len(self.places))]


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
    bars, possible = (
        np.clip(_bars(part, start, width), first, last) - first for part in (found, values)
    )
    law = np.bincount(possible, probabilities, bars_shown)
    counts = np.bincount(bars, None, bars_shown)
    places = start + width * (np.arange(first, last + 1) + 0.5)
    outside = abs(places) if two_sided else places
    return Histogram(places, law, counts, outside >= observed - 1e-6 * width, bars)


def _first_edge(
    values: np.ndarray, observed: float, low: float, high: float
) -> tuple[float, float]:
    """Return where a bar begins, and how wide all are."""
    scale = high - low or 1.0
    gaps = scale * np.diff(np.unique(np.round(values / scale, 9)))
    gap = gaps.min() if len(gaps) else scale
    steps = (values - observed) / gap
    if (high - low) / gap <= 120 and abs(steps - np.rint(steps)).max() < 1e-3:
        # A few equally spaced values: each is the middle of a bar.
        return observed - gap / 2, gap
    if observed < scale / 1000:  # noise for a difference, or a picture of dust
        return 0.0, scale / 40
    return 0.0, observed / max(1, round(40 * observed / scale))


def _bars(values: np.ndarray, start: float, width: float) -> np.ndarray:
    """Return the number of each value's bar; an edge belongs to the bar further from the start."""
    steps = (values - start) / width
    inner = np.where(steps >= 0, np.floor(steps + 1e-6), np.ceil(steps - 1e-6) - 1)
    return inner.astype(int)


def fill(ax: Axes, shown: Histogram, looked_at: float | None, *, outline: bool) -> None:
    """Draw how often each place was met, perhaps in the `outline` of the exact law.

    A triangle is at the place that is `looked_at`.
    """
    places, law, found, extreme, _ = shown
    total = max(FULL, int(found.sum()))
    bars(ax, places, found, extreme, width=1.0)
    edges = edges_of(places)
    if outline:
        ax.stairs(law * total, edges, color="black", linewidth=1.5)
    top = 1.3 * max(law.max() * total, found.max())
    if looked_at is not None:
        ax.plot([looked_at], [0.03 * top], "v", color="black", markersize=12, clip_on=False)
    ax.set(xlim=(edges[0], edges[-1]), ylim=(0, top))


def edges_of(places: np.ndarray) -> np.ndarray:
    """Return the ends of the bars."""
    half = (places[1] - places[0]) / 2 if len(places) > 1 else 0.5
    return np.append(places - half, places[-1] + half)


def bar_targets(figure: Figure, shown: Histogram, setting: str, current: int) -> str:
    """Return SVG by which a click on a bar of a picture's last axes sets which resample is seen."""
    ax = figure.axes[-1]
    edges = edges_of(shown.places)
    return targets(ax, edges[0], edges[-1], setting, shown.to_look_at(current))


def legend(ax: Axes, extreme: str, law: str, looked_at: str) -> None:
    """Explain the parts of `fill` above the axes; without a name of the `law`, it was not drawn."""
    handles = [
        hatched(extreme),
        *([Line2D([], [], color="black", linewidth=1.5, label=law)] if law else []),
        Line2D([], [], color="black", marker="v", linestyle="", markersize=10, label=looked_at),
    ]
    legend_above(ax, ncols=3, handles=handles, columnspacing=1, handletextpad=0.5)
