"""A test's statistic without a difference and with one, what it rejects, and experiments as dots."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from labkit.plots._style import BLUE, ORANGE, VERMILION
from labkit.plots.demonstrations._dots import dots, ring, size_on_the_page
from labkit.plots.demonstrations._parts import blank

#: Area -> its colour and, for a grey projector, its hatching.
AREAS = {"alpha": (VERMILION, "//"), "beta": (ORANGE, "-"), "power": (BLUE, "\\\\")}

#: Columns of dots from one end of the axis to the other, and dots that fill the height of a row.
_COLUMNS, _MORE_COLUMNS, _HIGH = 90, 160, 7


class Curves(NamedTuple):
    """Densities of a statistic without a difference and with one: `labkit.demos.rejections.Law`."""

    places: np.ndarray
    null: np.ndarray
    other: np.ndarray
    low: float | None
    high: float | None
    steps: bool


class Row(NamedTuple):
    """Experiments of one half: their statistics and whether the test rejected, and a title."""

    title: str
    statistics: np.ndarray
    rejected: np.ndarray


def error_types(
    curves: Curves,
    names: tuple[str, str],
    shares: Mapping[str, str],
    statistic: str,
    rows: list[Row],
) -> Figure:
    """Draw both curves with the areas of both errors, and below them a row of axes for each half.

    `names` are those of the curves, `shares` of the areas "alpha", "beta", "power" what they
    amount to; `statistic` names the axis. `experiments` lays the dots over it.
    """
    figure = blank(top=0.87, bottom=0.115, hspace=0.34, left=0.05, right=0.95)
    ax, *below = figure.subplots(1 + len(rows), sharex=True, height_ratios=(2.6, 1, 1))
    _draw_curves(ax, curves)
    _name_areas(ax, curves)
    critical = [Line2D([], [], color="black", linewidth=2, linestyle=":", label="critical line")]
    lines = [
        Line2D([], [], color="black", linewidth=2, linestyle="--", label=names[0]),
        Line2D([], [], color="black", linewidth=2, linestyle="-", label=names[1]),
    ]
    patches = [
        Patch(facecolor=colour, hatch=hatch, edgecolor="white", label=f"{name} {shares[name]}")
        for name, (colour, hatch) in AREAS.items()
    ]
    handles = [part for pair in zip([*lines, *critical], patches, strict=True) for part in pair]
    ax.legend(
        handles=handles, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False,
        columnspacing=1.2, handletextpad=0.5, borderpad=0.1, labelspacing=0.3,
    )  # fmt: skip
    for row_ax, row in zip(below, rows, strict=True):
        row_ax.set_title(row.title, loc="left", fontsize=13, pad=4)
        row_ax.set(ylim=(0, 1), yticks=[])
        row_ax.grid(visible=False)
        row_ax.spines["left"].set_visible(False)
        for line in (curves.low, curves.high):
            if line is not None:
                row_ax.axvline(line, color="black", linewidth=2, linestyle=":")
    below[-1].set_xlabel(statistic)
    below[-1].xaxis.set_major_locator(MaxNLocator(7, integer=curves.steps))
    below[-1].xaxis.set_major_formatter(lambda value, place: f"{value:,g}".replace("-", "−"))
    return figure


def _draw_curves(ax: Axes, curves: Curves) -> None:
    """Draw the curves and fill what is beyond the critical lines, and between them."""
    places, null, other, low, high, steps = curves
    x = np.repeat(places, 2)[1:-1] if steps else places
    flat, law = (np.repeat(f, 2) if steps else f for f in (null, other))
    middle = (x[:-1] + x[1:]) / 2
    least = -np.inf if low is None else low
    most = np.inf if high is None else high
    beyond = np.append((middle < least) | (middle > most), False)
    parts = ("beta", law, ~beyond), ("power", law, beyond), ("alpha", flat, beyond)
    for name, heights, where in parts:
        colour, hatch = AREAS[name]
        for start, end in _runs(where[:-1]):
            area = slice(start, end + 1)
            ax.fill_between(
                x[area],
                heights[area],
                facecolor=colour,
                hatch=hatch,
                edgecolor="white",
                linewidth=0,
            )
    ax.plot(x, flat, "--", color="black", linewidth=2)
    ax.plot(x, law, "-", color="black", linewidth=2)
    for line in (low, high):
        if line is not None:
            ax.axvline(line, color="black", linewidth=2, linestyle=":")
    ax.set(xlim=(x[0], x[-1]), ylim=(0, 1.06 * max(null.max(), other.max())), yticks=[])
    ax.tick_params(labelbottom=False)
    ax.grid(visible=False)
    ax.spines["left"].set_visible(False)


def _runs(which: np.ndarray) -> list[tuple[int, int]]:
    """Return where runs of True begin and end."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], which.astype(int), [0]])))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _name_areas(ax: Axes, curves: Curves) -> None:
    """Write each area's name in it where it has room, and on nothing else's name."""
    places, null, other, low, high, steps = curves
    middles = (places[:-1] + places[1:]) / 2 if steps else places
    left, right = ax.get_xlim()
    top = ax.get_ylim()[1]
    beyond = np.zeros(len(middles), bool)
    beyond |= middles < (left - 1 if low is None else low)
    beyond |= middles > (right + 1 if high is None else high)
    taken: list[tuple[float, float]] = []
    # What is under the other area, too, is alpha's: power is named where it stands out.
    areas = (
        ("power", np.where(beyond, other, 0), np.where(beyond, null, 0)),
        ("beta", np.where(beyond, 0, other), np.zeros(len(middles))),
        ("alpha", np.where(beyond, null, 0), np.zeros(len(middles))),
    )
    for name, heights, floor in areas:
        half = (right - left) * (0.012 * len(name) + 0.006)
        spots = []
        for place in middles:
            near = abs(middles - place) <= half
            base, roof = floor[near].max(), heights[near].min()
            free = all(
                abs(place - other_place) > half + other_half for other_place, other_half in taken
            )
            if free and place - half > left and place + half < right and roof - base > 0.14 * top:
                spots.append((roof - base, float(place), float(base + roof) / 2))
        if spots:
            _, place, height = max(spots)
            taken.append((place, half))
            box = {"boxstyle": "round,pad=0.1", "facecolor": AREAS[name][0], "edgecolor": "none"}
            said = ax.text(place, height, name, ha="center", va="center", bbox=box)
            said.set_color("white" if name == "power" else "#111111")  # in any theme


def experiments(figure: Figure, curves: Curves, rows: list[Row]) -> str:
    """Return every experiment as a dot in its row, one upon the other, and a ring around the latest.

    Whole numbers have a step for all of their dots; elsewhere a dot is where its statistic is.
    """
    return "".join(
        _row_of_dots(ax, row, curves)
        for ax, row in zip(figure.axes[1:], rows, strict=True)
        if len(row.statistics)
    )


def _row_of_dots(ax: Axes, row: Row, curves: Curves) -> str:
    _, statistics, rejected = row
    if curves.steps:  # spread evenly, and so that the next one is elsewhere
        golden = (np.arange(len(statistics)) * 0.6180339887) % 1
        statistics = statistics + 0.9 * (golden - 0.5)
    left, right = ax.get_xlim()
    width, height = size_on_the_page(ax)
    n_columns = _COLUMNS if len(statistics) <= 300 else _MORE_COLUMNS
    step = (right - left) / n_columns
    columns = np.clip((statistics - left) // step, 0, n_columns - 1).astype(int)
    lines = [line for line in (curves.low, curves.high) if line is not None]
    columns = _on_its_side(columns, statistics, left, step, lines)
    order = np.argsort(columns, kind="stable")
    ranks = np.empty(len(columns), int)
    ranks[order] = np.arange(len(columns)) - np.searchsorted(columns[order], columns[order])
    pitch = 1 / max(_HIGH, ranks.max() + 1)
    x, y = left + (columns + 0.5) * step, (ranks + 0.5) * pitch
    size = 0.9 * min(pitch * height, width / n_columns)
    return (
        dots(ax, x[~rejected], y[~rejected], "round", BLUE, size)
        + dots(ax, x[rejected], y[rejected], "square", VERMILION, size)
        + ring(ax, float(x[-1]), float(y[-1]), size + 1.5)
    )


def _on_its_side(
    columns: np.ndarray, statistics: np.ndarray, left: float, step: float, lines: list[float]
) -> np.ndarray:
    """Keep a dot beside a critical line on the side where its statistic is."""
    for line in lines:
        at = int((line - left) // step)
        middle = left + (at + 0.5) * step
        wrong = (columns == at) & ((statistics > line) != (middle > line))
        columns = np.where(wrong, columns + (1 if middle < line else -1), columns)
    return columns
