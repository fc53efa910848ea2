"""Figure of average ranks: which of many systems cannot be told apart."""

import math
from typing import TYPE_CHECKING

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from labkit import arguments
from labkit.plots._style import BLUE, ink, styled, written

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
    alpha = arguments.as_level(alpha)
    ranks, critical = friedman.ranks, friedman.critical_difference(alpha)
    places = [float(rank) for rank in ranks]
    low, high = math.floor(places[0]), math.ceil(places[-1])
    high = max(high, math.ceil(low + critical))  # so that its bar has room
    rows = math.ceil(len(places) / 2)
    levels = _levels(_ends_of_groups(friedman, alpha))
    first_row = 0.8 + _BAR * (1 + max(levels.values(), default=-1))
    if ax is None:
        height = max(2.4, 0.26 * (rows + first_row + _CRITICAL) + 0.5)
        names = [len(written(name, 60)) for name in ranks.index]
        width = 4.7 + 0.1 * (max(names[:rows]) + max(names[rows:]))
        _, ax = plt.subplots(figsize=(max(7.5, width), height), layout="constrained")
    aside = 0.03 * (high - low)
    _write_names(ax, friedman, first_row, (high + aside, low - aside))
    for (best, worst), level in levels.items():
        ends = (best - 0.5 * aside, worst + 0.5 * aside)
        height = -0.6 - _BAR * level
        ax.plot(ends, (height, height), color=BLUE, linewidth=4, solid_capstyle="butt", zorder=3)
    end = low + critical
    ax.plot((low, low, low, end, end, end), [_CRITICAL + up for up in (-0.2, 0.2, 0, 0, 0.2, -0.2)])
    ax.lines[-1].set(color=ink(), linewidth=1.5)
    said = f"critical difference {critical:.2f} (alpha = {alpha:g})"
    ax.text(low, _CRITICAL + 0.35, said, ha="right", va="bottom", fontsize=12)
    _dress(ax, (high + aside, low - aside), -first_row - rows + 0.3)
    return ax


def _ends_of_groups(friedman: "Friedman", alpha: float) -> list[tuple[float, float]]:
    """Give the best and the worst average rank of each group that cannot be told apart."""
    places = list(friedman.ranks)
    names = list(friedman.ranks.index)
    groups = friedman.groups(alpha)
    return [(places[names.index(group[0])], places[names.index(group[-1])]) for group in groups]


def _levels(bars: list[tuple[float, float]]) -> dict[tuple[float, float], int]:
    """Choose a level for each bar, in the order of their beginnings, so that none touches another."""
    ends: list[float] = []
    levels = {}
    for bar in bars:
        free = (level for level, end in enumerate(ends) if end < bar[0])
        level = next(free, len(ends))
        ends[level : level + 1] = [bar[1]]
        levels[bar] = level
    return levels


def _write_names(
    ax: Axes, friedman: "Friedman", first_row: float, sides: tuple[float, float]
) -> None:
    """Lead a line from each rank to its system's name: the better half on the right."""
    better = math.ceil(len(friedman.ranks) / 2)
    small = 12 if better < 16 else 9
    for place, (name, rank) in enumerate(friedman.ranks.items()):
        on_right = place < better
        row = place if on_right else len(friedman.ranks) - 1 - place
        side, height = sides[on_right], -first_row - row
        ax.plot((rank, rank, side), (0, height, height), color=ink(), linewidth=0.8, clip_on=False)
        said = written(name, 60)
        label = f"{said}  {rank:.2f}" if on_right else f"{rank:.2f}  {said}"
        ax.annotate(
            label,
            (side, height),
            xytext=(4 if on_right else -4, 0),
            textcoords="offset points",
            ha="left" if on_right else "right",
            va="center",
            fontsize=small,
        )


def _dress(ax: Axes, sides: tuple[float, float], lowest: float) -> None:
    """Leave of the axes only that of the ranks, the best one on the right."""
    ax.grid(visible=False)
    ax.set_xlim(*sides)
    ax.set_ylim(lowest, _CRITICAL + 1.2)
    for side in ("left", "right", "bottom"):
        ax.spines[side].set_visible(False)
    ax.spines["top"].set(visible=True, position=("data", 0))
    ax.xaxis.set_ticks_position("top")
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=10))
    ax.set_yticks([])
    ax.set_xlabel("average rank (1 is the best)")
