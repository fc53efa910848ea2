"""Figures of significance tests: distributions, p-values, and what may be claimed of whom."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from numpy.typing import ArrayLike
from scipy import stats

from labkit import arguments
from labkit.plots.style import (
    BLUE,
    INK,
    ORANGE,
    PAPER,
    VERMILION,
    marked_line,
    new_axes,
    slanted,
    styled,
    written,
    written_number,
)
from labkit.report import Triangle
from labkit.significance import Friedman, Result
from labkit.text import equation, write_p, write_power


@styled
def binomial(n: int, k: int, *, two_tailed: bool = True) -> Axes:
    """Draw the distribution of `n` fair coins, with the outcomes as extreme as `k` filled.

    Parameters
    ----------
    n, k : int
        Number of events, and of negative ones among them.
    two_tailed : bool, default True
        Whether to fill the other tail, too: the outcomes as far from n / 2.

    Returns
    -------
    Axes
        Those of a new figure.

    See Also
    --------
    labkit.sign_test, labkit.demos.binomial_tails : The test; the same with sliders.

    Examples
    --------
    >>> ax = binomial(20, 5)
    >>> sum(bar.get_facecolor() == ax.patches[0].get_facecolor() for bar in ax.patches)
    12
    """
    n = arguments.as_count(n, "n")
    k = arguments.as_count(k, "k", most=n)
    first = max(0, min(k, n - k, int(n / 2 - 2.5 * n**0.5)))  # five standard deviations
    events = np.arange(first, n - first + 1)
    extreme = abs(events - n / 2) >= abs(k - n / 2) if two_tailed else events <= k
    width = 0.9 if len(events) < 60 else 1.0  # gaps of less than a pixel would flicker
    ax = _draw_bars(events, stats.binom.pmf(events, n, 0.5), extreme, width)
    marked_line(ax, k, f"observed: {k:,}", left=k > n / 2)
    ax.set_xlabel(f"negative events among {n:,}")
    return ax


@styled
def exact_distribution(
    differences: ArrayLike,
    probabilities: ArrayLike,
    observed: float,
    *,
    quantity: str = "difference",
) -> Axes:
    """Draw how probable each difference is under shuffling, both extreme tails filled.

    Parameters
    ----------
    differences, probabilities : array of shape (m,)
        All differences that shuffling can give, also repeated, and how probable each is.
    observed : float
        The observed difference, not 0.
    quantity : str, default "difference"
        What differs, for the horizontal axis.

    Returns
    -------
    Axes
        Those of a new figure. About 40 bars, one of which ends at the observed difference, so
        that each is either extreme or not.

    See Also
    --------
    labkit.randomization_test : The test.

    Examples
    --------
    >>> ax = exact_distribution([-3, -1, 1, 3], [0.125, 0.375, 0.375, 0.125], 3)
    >>> [float(bar.get_height()) for bar in ax.patches if bar.get_height()]
    [0.125, 0.375, 0.375, 0.125]
    """
    values, shares = np.ravel(differences), np.ravel(probabilities)
    size = arguments.as_positive(abs(observed), "abs(observed)")
    # The axis ends beyond all but one difference in ten thousand.
    reach = max(size, np.quantile(abs(values), 0.9999, weights=shares, method="inverted_cdf"))
    width = size / max(1, round(20 * size / reach))
    # A difference where two bars meet belongs to the outer one, whatever its last bits; one of 0
    # to both in the middle.
    depths = np.floor((1 + 1e-9) * abs(values) / width).astype(int)
    left, right = (
        np.bincount(depths, shares * (1 + side * np.sign(values)) / 2) for side in (-1, 1)
    )
    heights = np.concatenate([left[::-1], right])
    middles = (np.arange(len(heights)) - len(left) + 0.5) * width
    ax = _draw_bars(middles, heights, abs(middles) > size, 0.95 * width)
    marked_line(ax, observed, f"observed: {written_number(observed)}", left=observed > 0)
    end = 1.05 * (reach + width)
    ax.set(xlim=(-end, end), xlabel=f"{quantity} after shuffling")
    return ax


def _draw_bars(places: np.ndarray, heights: np.ndarray, extreme: np.ndarray, width: float) -> Axes:
    """Draw bars, the extreme ones hatched, with room above them for words."""
    ax = new_axes()
    # Printed in grey, blue and red-orange are the same: hence the hatching.
    ax.bar(
        places,
        heights,
        width,
        color=np.where(extreme, VERMILION, BLUE),
        hatch=np.where(extreme, "//", ""),
    )
    ax.set(ylim=(0, heights.max() / 0.88), ylabel="probability")
    return ax


@styled
def convergence(estimates: Iterable[Result], exact: float) -> Axes:
    """Draw sampled p-values with their error bands against the number of shuffles.

    Parameters
    ----------
    estimates : sequence of Result
        Of Monte Carlo tests, in the order of growing numbers of shuffles.
    exact : float
        The p-value that they estimate.

    Returns
    -------
    Axes
        Those of a new figure.

    See Also
    --------
    labkit.randomization_test : Gives the results with ``method="monte-carlo"``.

    Examples
    --------
    >>> from labkit import randomization_test
    >>> a, b = [3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8]
    >>> estimate = randomization_test(a, b, method="monte-carlo", n_resamples=100, rng=1)
    >>> ax = convergence([estimate], randomization_test(a, b).pvalue)
    >>> ax.get_xscale(), float(ax.lines[0].get_xdata()[0])
    ('log', 100.0)
    """
    rows = [(r.n_resamples, r.pvalue, *(r.pvalue_interval or ())) for r in estimates]
    shuffles, pvalues, low, high = np.array(rows).T
    ax = new_axes()
    ax.semilogx(shuffles, pvalues, "o-", base=2, color=BLUE, label="estimated p")
    ax.fill_between(shuffles, low, high, color=BLUE, alpha=0.2, label="95 % interval")
    ax.axhline(
        exact, color=VERMILION, linestyle="--", label=f"exact {equation('p', write_p(exact))}"
    )
    ax.set(xlabel="number of shuffles", ylabel="p-value")
    ax.xaxis.set_major_formatter(lambda n, _: f"2{write_power(np.log2(n), 0)}")
    ax.legend()
    return ax


@styled
def triangle(significance: Triangle) -> Axes:
    r"""Draw a significance triangle as a heat map, with the differences in it.

    Parameters
    ----------
    significance : Triangle
        What ``labkit.report.significance_triangle`` gives.

    Returns
    -------
    Axes
        Those of a new figure.

    See Also
    --------
    labkit.report.significance_triangle : The table.

    Examples
    --------
    >>> from labkit.report import significance_triangle
    >>> ax = triangle(significance_triangle({"A": [1] * 20, "B": [0] * 20}))
    >>> [text.get_text() for text in ax.texts]
    ['−1.000', '**']
    """
    stars, differences = significance.table, significance.differences
    reached = stars.map(len).where(differences != "")
    ax = new_axes()
    # Of no star to three: light in every theme, and so is not the page's ink what is written on them.
    colours = ["#E8E8E8", "#F6C667", ORANGE, VERMILION]
    ax.imshow(reached, cmap=ListedColormap(colours), vmin=-0.5, vmax=3.5, aspect="auto")
    # Stars by themselves: in the lines of one text a page's font would not be in the middle.
    for (row, column), text in np.ndenumerate(differences):
        below = stars.iat[row, column]
        for words, side in (
            (text.replace("-", "−"), "bottom" if below else "center"),
            (below, "top"),
        ):
            ax.text(column, row, words, ha="center", va=side, color="#111112")
    _name_sides(ax, stars, **slanted(25))
    ax.set_title(significance.caption.replace("; ", "\n"), fontsize=13, loc="left")
    return ax


@styled
def partial_order(order: pd.DataFrame) -> Axes:
    """Draw which systems are significantly better than which, as a matrix.

    Parameters
    ----------
    order : DataFrame of bool
        Row system significantly better than column system; the same systems
        in rows and columns, best first. ``compare_means(...).order`` gives it.

    Returns
    -------
    Axes
        Those of a new figure.

    See Also
    --------
    labkit.trecvid.compare_means : Finds the order.

    Examples
    --------
    >>> import pandas as pd
    >>> ax = partial_order(pd.DataFrame([[False, True], [False, False]], list("AB"), list("AB")))
    >>> ax.get_title().splitlines()
    ['dark: significantly better (1 of 1 pairs)', 'light: inconclusive']
    """
    above = ~np.tri(len(order), dtype=bool)
    fields = order.astype(float).where(above | order)
    size = 2.2 + 0.26 * len(order) + 0.11 * max(len(written(name)) for name in order)
    ax = new_axes((size + 0.6, size))
    places = range(len(order))
    ax.pcolormesh(
        places,
        places,
        fields,
        cmap=ListedColormap(["#E0E0E0", BLUE]),
        vmin=0,
        vmax=1,
        edgecolors=PAPER,
        linewidth=1,
    )
    ax.invert_yaxis()
    _name_sides(ax, order, **slanted(90))
    ax.set(xlabel="… than this run", ylabel="this run is better …", aspect="equal")
    ax.set_title(
        f"dark: significantly better ({fields.sum().sum():.0f} of {above.sum()} pairs)\n"
        "light: inconclusive",
        fontsize=13,
    )
    return ax


def _name_sides(ax: Axes, table: pd.DataFrame, **turned: Any) -> None:
    """Write the names of rows and columns beside a picture of a table."""
    columns = map(written, table.columns)
    ax.set_xticks(range(table.shape[1]), columns, **turned)
    ax.set_yticks(range(len(table)), map(written, table.index))
    ax.grid(visible=False)


@styled
def critical_difference(friedman: Friedman) -> Axes:
    """Draw the average ranks of systems, those that cannot be told apart joined by a bar.

    Parameters
    ----------
    friedman : Friedman
        What ``labkit.significance.friedman_test`` gives.

    Returns
    -------
    Axes
        Those of a new figure, the taller the more systems there are. The best systems are on
        the right, each with its average rank; above them is the length of the critical
        difference by Nemenyi's test at 0.05. ``friedman.in_words()`` says the same.

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
    >>> [text.get_text().strip() for text in ax.texts]
    ['A  1.00', 'B  2.00', '3.00  C', 'critical difference 1.91 (α = 0.05)']
    """
    ranks, critical = friedman.ranks, friedman.critical_difference()
    low = np.floor(ranks.min())
    high = np.ceil(max(ranks.max(), low + critical))  # so that its bar has room
    aside = 0.03 * (high - low)
    bars = [(ranks[group[0]], ranks[group[-1]]) for group in friedman.groups()]
    # Both ends of the bars ascend: they need as many levels as there are bars at one rank.
    levels = max(sum(best <= rank <= worst for best, worst in bars) for rank in ranks)
    # Heights are in rows of names, which stand below the bars, the better half on the right.
    first_row = 0.8 + 0.42 * levels
    lowest = first_row + (len(ranks) + 1) // 2
    ax = new_axes((7.5, 1.05 + 0.26 * lowest))
    elbow = {"arrowstyle": "-", "connectionstyle": "angle,angleA=0,angleB=90", "shrinkB": 0}
    for place, (name, rank) in enumerate(ranks.items()):
        row = min(place, len(ranks) - 1 - place)
        side, align = (low - aside, "left") if row == place else (high + aside, "right")
        words = f"{written(name)}  {rank:.2f}" if row == place else f"{rank:.2f}  {written(name)}"
        corner = side, -first_row - row
        ax.annotate(words, (rank, 0), corner, ha=align, va="center", arrowprops=elbow)
    for number, (best, worst) in enumerate(bars):
        height = -0.6 - 0.42 * (number % levels)
        ax.hlines(height, best - aside / 2, worst + aside / 2, color=BLUE, linewidth=4)
    ax.plot((low, low + critical), (2.1, 2.1), "|-", color=INK, markeredgewidth=2)
    ax.text(
        low,
        2.45,
        f"critical difference {critical:.2f} (α = 0.05)",
        ha="right",
        va="bottom",
    )
    # Of the axes, only that of the ranks is left, the best one on the right.
    ax.grid(visible=False)
    ax.set(xlim=(high + aside, low - aside), ylim=(0.3 - lowest, 3.3), yticks=[])
    ax.spines[:].set_visible(False)
    ax.spines["top"].set(visible=True, position=("data", 0))
    ax.xaxis.tick_top()
    ax.locator_params(axis="x", integer=True, nbins=6)
    ax.set_xlabel("average rank (1 is the best)")
    return ax
