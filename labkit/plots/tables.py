"""Figures in the place of small tables: counts, intervals, shares and p-values, one call a slide."""

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.markers import MarkerStyle
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Affine2D

from labkit import arguments
from labkit.plots.style import (
    BLUE,
    COLOURS,
    HATCHES,
    INK,
    ORANGE,
    SHAPES,
    VERMILION,
    new_axes,
    styled,
    write_powers,
    written,
    written_number,
)
from labkit.text import write_share

#: Of a block of ten dots, five over five: its columns with the gap to the next, and its rows.
ACROSS, DOWN = 5.8, 3.2


@styled
def dots(counts: Mapping[str, int]) -> Axes:
    """Draw a dot for each item, a row for each group, in blocks of ten.

    Parameters
    ----------
    counts : dict
        Name of a group -> its number of items, from the top down: at most eight groups.

    Returns
    -------
    Axes
        Those of a new figure: each group has a colour, a shape, and beside it its name and number.

    See Also
    --------
    labkit.count_outcomes : Counts who was right.

    Examples
    --------
    >>> ax = dots({"only A right": 38, "only B right": 16})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['only A right: 38', 'only B right: 16']
    """
    numbers = [arguments.as_count(n, f"counts[{name!r}]", most=1000) for name, n in counts.items()]
    if not any(numbers) or len(numbers) > len(SHAPES):
        raise ValueError(f"counts must be of 1 to 8 groups with items, not {counts!r}")

    def lines_of(blocks: int) -> list[int]:
        return [max(1, -(-n // (10 * blocks))) for n in numbers]

    # Rows of up to 50 are compared at a look. Longer ones go on in the next line, with so many blocks
    # in each as make the largest dots.
    most = -(-max(numbers) // 10)
    blocks = max(
        range(min(5, most), most + 1),
        key=lambda blocks: min(1.5 / (blocks * ACROSS), 1 / (sum(lines_of(blocks)) * DOWN)),
    )
    tops = DOWN * np.cumsum([0, *lines_of(blocks)]) + 0.8 * np.arange(len(numbers) + 1)
    ax = new_axes(layout="compressed")  # the other cuts names off beside axes of one scale
    for n, top, colour, shape in zip(numbers, tops, COLOURS, SHAPES, strict=False):
        block, place = np.divmod(np.arange(n), 10)
        line, block = np.divmod(block, blocks)
        x, y = ACROSS * block + place % 5, top + DOWN * line + place // 5
        style = MarkerStyle(shape)
        dot = style.get_path().transformed(style.get_transform())
        dot = dot.transformed(Affine2D().scale(0.88 / max(dot.get_extents().size)))
        each = [dot.transformed(Affine2D().translate(*centre)) for centre in zip(x, y, strict=True)]
        # One part of the drawing, in the units of the axes: it grows with the figure.
        ax.add_patch(PathPatch(Path.make_compound_path(*each), facecolor=colour, linewidth=0))
    names = [f"{written(name)}: {n:,}" for name, n in zip(counts, numbers, strict=True)]
    ax.set_yticks((tops[:-1] + tops[1:] - 0.8 - DOWN + 1) / 2, names)
    ax.set(
        xlim=(-1, ACROSS * max(3, blocks) - 0.8), ylim=(tops[-1] - 2, -1), aspect="equal", xticks=[]
    )
    ax.grid(visible=False)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    return ax


@styled
def intervals(
    table: pd.DataFrame, *, quantity: str = "difference", margin: float | None = None
) -> Axes:
    """Draw intervals under one another, with 0 where it is near.

    Parameters
    ----------
    table : DataFrame
        A row for each interval, from the top down, with its name as the index. Columns: ``low``
        and ``high``; perhaps ``estimate``, where a dot is, and ``label``, a text to the right.
    quantity : str, default "difference"
        What the intervals are of, for the horizontal axis.
    margin : float, optional
        Differences up to this count as none: they are shaded.

    Returns
    -------
    Axes
        Those of a new figure.

    See Also
    --------
    labkit.bootstrap_interval, labkit.significance.equivalence_test : Find intervals.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"low": [-0.01, 0.01], "high": [0.05, 0.02]}, ["A", "B"])
    >>> intervals(table, margin=0.02).texts[0].get_text()
    'no more than ±0.02'
    """
    arguments.check_columns(table, "table", "low", "high")
    low, high = (arguments.as_scores(table[end], f"table[{end!r}]") for end in ("low", "high"))
    if (low > high).any():
        raise ValueError(f"table must have no low above its high, not {table[low > high]}")
    ax, rows = new_axes(), np.arange(len(table))
    ax.hlines(rows, low, high, color=BLUE, linewidth=4)
    if "estimate" in table:
        ax.plot(table["estimate"], rows, "o", color=BLUE, markersize=11)
    if margin is not None:
        margin = arguments.as_positive(margin, "margin")
        ax.axvspan(-margin, margin, color=ORANGE, alpha=0.25, linewidth=0)
        words = f"no more than ±{written_number(margin)}"
        ax.text(0, 1.01, words, transform=ax.get_xaxis_transform(), ha="center", va="bottom")
    aside = (high.max() - low.min()) / 2
    if margin is not None or low.min() - aside <= 0 <= high.max() + aside:
        ax.axvline(0, color=INK, linewidth=1)
    texts = table.get("label", [])
    ax.locator_params(axis="x", nbins=4 if len(texts) else 6, steps=[1, 2, 5, 10])
    for row, text in enumerate(texts):
        ax.text(1.02, row, str(text), transform=ax.get_yaxis_transform(), va="center")
    _name_rows(ax, table.index)
    ax.set_xlabel(quantity)
    return ax


@styled
def bars(table: pd.DataFrame, *, quantity: str, line: float | None = None) -> Axes:
    """Draw shares as bars, each with its percentage at the end.

    Parameters
    ----------
    table : DataFrame
        Shares from 0 to 1: a group of bars for each row, from the top down, and a bar, a colour
        and a hatching for each column, of which there are at most eight.
    quantity : str
        What the shares are of, for the horizontal axis.
    line : float, optional
        A share to compare with, such as α.

    Returns
    -------
    Axes
        Those of a new figure. A slide has room for some twelve bars.

    See Also
    --------
    dots : Shows items one by one.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame({"false alarms": [0.05, 0.19]}, ["one look", "twenty looks"])
    >>> [text.get_text().split() for text in bars(table, quantity="share of experiments").texts]
    [['5.0', '%'], ['19.0', '%']]
    """
    shares = _columns(table, at_least=0)
    if len(shares) > len(COLOURS):
        raise ValueError(f"table must have at most 8 columns, not {len(shares)}")
    digits = int(any(0 < share < 0.1 for share in np.ravel([*shares.values()])))
    ax, thick = new_axes(), 0.8 / len(shares)
    looks = zip(shares.items(), COLOURS, HATCHES, strict=False)
    for number, ((name, column), colour, hatch) in enumerate(looks):
        places = np.arange(len(table)) + thick * (number - (len(shares) - 1) / 2)
        drawn = ax.barh(places, column, thick * 0.9, color=colour, hatch=hatch, label=name)
        ax.bar_label(drawn, [write_share(share, digits) for share in column], padding=5)
    _name_rows(ax, table.index)
    if len(shares) > 1:
        ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=4, frameon=False)
    if line is not None:
        ax.axvline(arguments.as_fraction(line, "line"), color=INK, linestyle=":")
        ax.set_ylim(1.1 * len(table) - 0.5, -0.5)  # below the bars is room for its words
        ax.text(line, 1.09 * len(table) - 0.5, f" {write_share(line)}", va="bottom")
    ax.set(xlabel=quantity, xticks=[], xlim=(0, None))
    return ax


@styled
def pvalues(table: pd.DataFrame, *, alpha: float = 0.05) -> Axes:
    """Draw how p changes with a number, the more surprising the higher, on a logarithmic axis.

    Parameters
    ----------
    table : DataFrame
        Values of p, above 0: a line for each column, with a number such as n as the index.
    alpha : float, default 0.05
        The level of significance, a line of its own.

    Returns
    -------
    Axes
        Those of a new figure. The lines are named at their ends.

    See Also
    --------
    convergence : How an estimated p comes near to the exact one.

    Examples
    --------
    >>> import pandas as pd
    >>> ax = pvalues(pd.DataFrame({"gain 0.02": [0.6, 0.2, 0.004]}, [100, 1000, 10_000]))
    >>> [text.get_text() for text in ax.texts]  # from below
    ['α = 0.05', 'gain 0.02']
    """
    lines, alpha = _columns(table, at_least=5e-324), arguments.as_level(alpha)
    places = arguments.as_scores(table.index, "table.index")
    ax = new_axes()
    for (name, column), colour, shape in zip(lines.items(), COLOURS, SHAPES, strict=False):
        ax.plot(places, column, f"{shape}-", color=colour, label=name, clip_on=False)
    ax.axhline(alpha, color=VERMILION, linestyle="--")
    if places.min() > 0 and places.max() > 100 * places.min():
        ax.set_xscale("log")
    least = min(alpha, *np.ravel([*lines.values()]))
    powers = MaxNLocator(8, integer=True).tick_values(0, -np.log10(least))
    ax.set(
        yscale="log",
        yticks=10.0 ** -powers[powers <= -np.log10(least)],
        ylim=(1, max(least / 2, 5e-324)),
    )
    ax.set(xlabel=table.index.name or "n", ylabel="smaller p →")
    write_powers(ax.xaxis, ax.yaxis)
    ax.minorticks_off()
    ends = {name: column[places.argmax()] for name, column in lines.items()}
    _name_ends(ax, ends | {f"α = {written_number(alpha)}": alpha})
    return ax


def _columns(table: pd.DataFrame, at_least: float) -> dict[str, np.ndarray]:
    """Return the columns of a table of shares by their names, as a figure writes these."""
    arguments.check_columns(table, "table")
    columns = {
        written(name): arguments.as_numbers(column, f"table[{name!r}]", of_scores=False)
        for name, column in table.items()
    }
    if not columns:
        raise ValueError("table must have a column, not none")
    for name, column in columns.items():
        if not ((at_least <= column) & (column <= 1)).all():
            above = "above 0" if at_least else "from 0"
            raise ValueError(f"table[{name!r}] must be {above} to 1, not {column.tolist()}")
    return columns


def _name_rows(ax: Axes, names: Iterable[object]) -> None:
    """Write names beside rows, which are at 0, 1, ... from the top down."""
    rows = [written(name) for name in names]
    ax.set_yticks(range(len(rows)), rows)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.grid(axis="y", visible=False)


def _name_ends(ax: Axes, ends: Mapping[str, float]) -> None:
    """Write names on the right of the axes, at the heights of values, and never over one another."""
    to_axes = ax.transData - ax.transAxes
    heights = {name: to_axes.transform((1, value))[1] for name, value in ends.items()}
    lowest = -1.0
    for name in sorted(heights, key=heights.__getitem__):
        lowest = max(heights[name], lowest + 0.1)
        ax.text(1.02, lowest, name, transform=ax.transAxes, va="center")
