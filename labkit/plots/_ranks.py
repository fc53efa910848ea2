"""Figure of average ranks: which of many systems cannot be told apart."""

import math
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from labkit.plots._style import BLUE, INK, styled, written

if TYPE_CHECKING:  # a figure does not need the tests themselves
    from labkit.significance import Friedman

#: Heights, in rows of names: of the bar of the critical difference, and from bar to bar of a group.
_CRITICAL, _BAR = 2.1, 0.42


@styled
def critical_difference(
    friedman: "Friedman", *, alpha: float = 0.05, ax: Axes | None = None
) -> Axes:
    """Draw the average ranks of systems, those that cannot be told apart joined by a bar.

    Parameters
    ----------
    friedman : Friedman
        What ``labkit.significance.friedman_test`` gives.
    alpha : float
        Significance level of Nemenyi's test of all pairs.
    ax : Axes, optional
        Where to draw; by default in a new figure, the taller the more systems there are.

    Returns
    -------
    Axes
        The best systems on the right, each with its average rank; above them the length
        of the critical difference. ``friedman.in_words(alpha)`` says the same.

    See Also
    --------
    labkit.significance.friedman_test : The test.

    References
    ----------
    Demsar (2006), *Statistical Comparisons of Classifiers over Multiple Data Sets*, JMLR 7,
    section 3.2.4.

    Examples
    --------
    >>> from labkit.significance import friedman_test
    >>> ax = critical_difference(friedman_test({"A": [9, 8, 9], "B": [7, 6, 5], "C": [1, 2, 3]}))
    >>> [text.get_text() for text in ax.texts]
    ['A  1.00', 'B  2.00', '3.00  C', 'critical difference 1.91 (alpha = 0.05)']
    """
    ranks, critical = friedman.ranks, friedman.critical_difference(alpha)
    low = math.floor(ranks.min())
    high = math.ceil(max(ranks.max(), low + critical))  # so that its bar has room
    aside = 0.03 * (high - low)
    better = math.ceil(len(ranks) / 2)
    bars = _stacked([(ranks[group[0]], ranks[group[-1]]) for group in friedman.groups(alpha)])
    first_row = 0.8 + _BAR * (1 + max((level for *_, level in bars), default=-1))
    if ax is None:
        height = max(2.4, 0.26 * (better + first_row + _CRITICAL) + 0.5)
        lengths = [len(written(name, 60)) for name in ranks.index]
        width = 4.7 + 0.1 * (max(lengths[:better]) + max(lengths[better:]))
        _, ax = plt.subplots(figsize=(max(7.5, width), height), layout="constrained")
    _write_names(ax, ranks, first_row, (low - aside, high + aside))
    for best, worst, level in bars:
        ends, height = (best - 0.5 * aside, worst + 0.5 * aside), -0.6 - _BAR * level
        ax.plot(ends, (height, height), color=BLUE, linewidth=4, solid_capstyle="butt", zorder=3)
    end = low + critical
    heights = [_CRITICAL + up for up in (-0.2, 0.2, 0, 0, 0.2, -0.2)]
    ax.plot((low, low, low, end, end, end), heights, color=INK, linewidth=1.5)
    said = f"critical difference {critical:.2f} (alpha = {alpha:g})"
    ax.text(low, _CRITICAL + 0.35, said, ha="right", va="bottom", fontsize=12)
    # Of the axes, only that of the ranks is left, the best one on the right.
    ax.grid(visible=False)
    ax.set(xlim=(high + aside, low - aside), ylim=(-first_row - better + 0.3, _CRITICAL + 1.2))
    ax.spines[["left", "right", "bottom"]].set_visible(False)
    ax.spines["top"].set(visible=True, position=("data", 0))
    ax.xaxis.set_ticks_position("top")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=10))
    ax.set_yticks([])
    ax.set_xlabel("average rank (1 is the best)")
    return ax


def _stacked(bars: list[tuple[float, float]]) -> list[tuple[float, float, int]]:
    """Return each bar with a level, so that none touches another; they come in their order."""
    ends: list[float] = []
    stacked = []
    for best, worst in bars:
        level = next((level for level, end in enumerate(ends) if end < best), len(ends))
        ends[level : level + 1] = [worst]
        stacked.append((best, worst, level))
    return stacked


def _write_names(ax: Axes, ranks: pd.Series, first_row: float, sides: tuple[float, float]) -> None:
    """Lead a line from each rank to its system's name: the better half on the right."""
    better = math.ceil(len(ranks) / 2)
    for place, (name, rank) in enumerate(ranks.items()):
        on_left = place >= better
        row = len(ranks) - 1 - place if on_left else place
        side, height = sides[on_left], -first_row - row
        ax.plot((rank, rank, side), (0, height, height), color=INK, linewidth=0.8, clip_on=False)
        words = [written(name, 60), f"{rank:.2f}"]
        ax.annotate(
            "  ".join(reversed(words) if on_left else words),
            (side, height),
            xytext=(-4 if on_left else 4, 0),
            textcoords="offset points",
            ha="right" if on_left else "left",
            va="center",
            fontsize=12 if better < 16 else 9,
        )
