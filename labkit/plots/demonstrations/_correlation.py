"""Two systems that overlap, and how much their difference varies."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from labkit.plots._style import BLUE, ORANGE, VERMILION
from labkit.plots.demonstrations._parts import blank, legend_above, mark


def correlation(
    n: int,
    found_1: int,
    found_2: int,
    both: int,
    *,
    independent: tuple[float, int],
    overlapping: tuple[float, int],
    observed: str,
) -> Figure:
    """Draw what two systems found of n items, and the law of their difference by two t tests.

    `independent` (two-sample) and `overlapping` (matched-pair) are each the standard deviation
    of the difference and the degrees of freedom. `observed` is the difference as it is written.
    """
    difference = (found_1 - found_2) / n
    figure = blank(bottom=0.13, hspace=0.62, right=0.96)
    items, ax = figure.subplots(2, height_ratios=(1, 2.4))
    _draw_overlap(items, n, found_1, found_2, both)
    reach = max(4 * independent[0], 1.1 * abs(difference))
    x = np.linspace(-reach, reach, 401)
    for (spread, degrees), colour, line, hatch, name in (
        (independent, VERMILION, "--", "//", "if they were independent"),
        (overlapping, BLUE, "-", "\\\\", "as they overlap"),
    ):
        if spread > 0:
            density = stats.t.pdf(x / spread, degrees) / spread
            ax.plot(x, density, line, color=colour, label=name, linewidth=2.5)
            ax.fill_between(
                x,
                density,
                where=abs(x) >= abs(difference),
                facecolor=(colour, 0.4),
                hatch=hatch,
                edgecolor=colour,
                linewidth=0,
            )
        else:  # the same items: there is no difference, and nothing that could vary
            ax.axvline(0, color=colour, linestyle=line, label=name, linewidth=2.5)
    ax.set(xlim=(-reach, reach), ylim=(0, 1.25 * ax.dataLim.y1))
    mark(ax, difference, f"observed: {observed}")
    ax.set(xlabel="difference of the recalls, if there were none", ylabel="density")
    legend_above(ax)
    return figure


def _draw_overlap(ax: Axes, n: int, found_1: int, found_2: int, both: int) -> None:
    """Draw the items as a strip for each system, with what it found filled."""
    for row, start, found, colour in ((1, 0, found_1, BLUE), (0, found_1 - both, found_2, ORANGE)):
        ax.barh(row, n, height=0.7, color="#808080", alpha=0.25)
        ax.barh(row, found, left=start, height=0.7, color=colour)
    for edge in (found_1 - both, found_1):
        ax.plot([edge, edge], [-0.6, 1.6], color="black", linestyle=":", linewidth=2)
    ax.set_yticks([1, 0], ["I", "II"])
    ax.set(xlim=(0, n), ylim=(-0.6, 1.6), xlabel=f"items; both found {both} of them")
    ax.grid(visible=False)
