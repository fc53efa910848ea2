"""Figures of significance tests: distributions, p-values, and what may be claimed of whom."""

import math
from collections.abc import Iterable
from itertools import compress
from typing import TYPE_CHECKING, Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from numpy.typing import ArrayLike
from scipy import stats

from labkit import arguments
from labkit.plots._style import (
    BLUE,
    ON_COLOUR,
    ORANGE,
    PAPER,
    VERMILION,
    axes_or_new,
    marked_line,
    styled,
    written,
)
from labkit.text import equation, write_number, write_p

if TYPE_CHECKING:  # a figure does not need the tests themselves
    from labkit.report import Triangle
    from labkit.significance import Result


@styled
def binomial(
    n: int, k: int, *, q: float = 0.5, two_tailed: bool = True, ax: Axes | None = None
) -> Axes:
    """Draw the binomial distribution, with the outcomes as extreme as `k` filled.

    Parameters
    ----------
    n, k : int
        Number of events, and of negative ones among them.
    q : float
        Probability of a negative event.
    two_tailed : bool
        Whether to fill the other tail, too: the outcomes as far from n / 2.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        Those with the figure in them.

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
    q = arguments.as_fraction(q, "q")
    low, high = sorted((k, n - k))
    spread = 5 * math.sqrt(n * q * (1 - q))
    first = max(0, min(low, math.floor(n * q - spread)))
    last = min(n, max(high, math.ceil(n * q + spread)))
    events = np.arange(first, last + 1)
    extreme = (events <= low) | (events >= high) if two_tailed else events <= k
    ax = axes_or_new(ax)
    width = 0.9 if len(events) < 60 else 1.0  # gaps of less than a pixel would flicker
    heights = stats.binom.pmf(events, n, q)
    _draw_bars(ax, events, heights, extreme, width=width)
    marked_line(ax, k, f"observed: {k:,}", left=k > (first + last) / 2)
    ax.set(xlabel=f"negative events among {n:,}", ylabel="probability")
    return ax


@styled
def exact_distribution(
    differences: ArrayLike,
    probabilities: ArrayLike,
    observed: float,
    *,
    two_tailed: bool = True,
    quantity: str = "difference",
    bins: int = 40,
    ax: Axes | None = None,
) -> Axes:
    """Draw how probable each difference is under shuffling, the extreme ones filled.

    Parameters
    ----------
    differences, probabilities : array of shape (m,)
        All differences that shuffling can give, also repeated, and how probable each is.
    observed : float
        The observed difference, not 0.
    two_tailed : bool
        Whether to fill the other tail, too.
    quantity : str
        What differs, for the horizontal axis.
    bins : int
        About how many bars to show. They end at the observed difference, so
        that each is either extreme or not.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        Those with the figure in them.

    See Also
    --------
    labkit.randomization_test : The test.

    Examples
    --------
    >>> ax = exact_distribution([-3, -1, 1, 3], [0.125, 0.375, 0.375, 0.125], 3)
    >>> [float(bar.get_height()) for bar in ax.patches if bar.get_height()]
    [0.125, 0.375, 0.375, 0.125]
    """
    values, shares = (np.ravel(each).astype(float) for each in (differences, probabilities))
    arguments.check_same_length(differences=values, probabilities=shares)
    observed = arguments.as_number(observed, "observed")
    if observed == 0:
        raise ValueError("observed must be a difference other than 0, not 0")
    size, bins = abs(observed), arguments.as_count(bins, "bins", least=1)
    by_size = np.argsort(abs(values))
    within = np.cumsum(shares[by_size]) < 0.9999 * shares.sum()
    reach = max(size, abs(values[by_size][within]).max(initial=0))  # of what is not too rare
    width = size / max(1, round(bins * size / (2 * reach)))
    # A bar begins at a multiple of its width, to which a hair's breadth of rounding leads outwards;
    # the two middle bars share a difference of 0.
    hair = 1e-9 * size
    sides = np.where(abs(values) < hair, [[-1], [1]], np.sign(values))
    furthest = int((abs(values).max() + hair) / width) + 1
    places = np.arange(-furthest, furthest)
    edges = width * np.arange(-furthest, furthest + 1)
    heights, _ = np.histogram(values + hair * sides, edges, weights=np.stack([shares / 2] * 2))
    extreme = np.maximum(places, ~places) >= round(size / width)  # on the left, bar 0 is -1
    if not two_tailed:
        extreme &= (places < 0) == (observed < 0)
    ax = axes_or_new(ax)
    _draw_bars(ax, edges[:-1], heights, extreme, width=0.95 * width, align="edge")
    marked_line(ax, observed, f"observed: {write_number(observed)}", left=observed > 0)
    end = 1.05 * (reach + width)
    ax.set(xlim=(-end, end), xlabel=f"{quantity} after shuffling", ylabel="probability")
    return ax


def _draw_bars(
    ax: Axes, places: np.ndarray, heights: np.ndarray, extreme: np.ndarray, **form: Any
) -> None:
    """Draw bars, the extreme ones hatched, with room above them for words."""
    bars = ax.bar(places, heights, color=np.where(extreme, VERMILION, BLUE), **form)
    for bar in compress(bars, extreme):  # printed in grey, blue and vermilion are the same
        bar.set(hatch="//", edgecolor=PAPER, linewidth=0)
    ax.set_ylim(0, heights.max() / 0.88)


@styled
def convergence(estimates: "Iterable[Result]", exact: float, *, ax: Axes | None = None) -> Axes:
    """Draw sampled p-values with their error bands against the number of shuffles.

    Parameters
    ----------
    estimates : sequence of Result
        Of Monte Carlo tests, in the order of growing numbers of shuffles.
    exact : float
        The p-value that they estimate.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        Those with the figure in them.

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
    results = list(estimates)
    intervals = [result.pvalue_interval for result in results if result.pvalue_interval]
    if not results or len(intervals) < len(results):
        wanted = "at least one result, each of a Monte Carlo test"
        raise ValueError(f"estimates must be {wanted}, not {results!r}")
    shuffles = [float(result.n_resamples or 0) for result in results]
    low, high = zip(*intervals, strict=True)
    ax = axes_or_new(ax)
    ax.plot(shuffles, [result.pvalue for result in results], "o-", color=BLUE, label="estimated p")
    ax.fill_between(shuffles, low, high, color=BLUE, alpha=0.2, label="95 % interval")
    ax.axhline(
        exact, color=VERMILION, linestyle="--", label=f"exact {equation('p', write_p(exact))}"
    )
    ax.set_xscale("log", base=2)
    ax.set(xlabel="number of shuffles", ylabel="p-value")
    ax.legend()
    return ax


@styled
def triangle(significance: "Triangle", *, ax: Axes | None = None) -> Axes:
    r"""Draw a significance triangle as a heat map, with the differences in it.

    Parameters
    ----------
    significance : Triangle
        What ``labkit.report.significance_triangle`` gives.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        Those with the figure in them.

    See Also
    --------
    labkit.report.significance_triangle : The table.

    Examples
    --------
    >>> from labkit.report import significance_triangle
    >>> ax = triangle(significance_triangle({"A": [1] * 20, "B": [0] * 20}))
    >>> ax.texts[0].get_text()
    '-1.000\n**'
    """
    stars, differences = significance.table, significance.differences
    known = (differences != "").to_numpy()
    ax = axes_or_new(ax)
    levels = len(significance.levels)
    colours = ListedColormap(["#E8E8E8", "#F6C667", ORANGE, VERMILION][: levels + 1])
    reached = np.where(known, stars.map(len), np.nan)
    ax.imshow(reached, cmap=colours, vmin=-0.5, vmax=levels + 0.5, aspect="auto")
    for row, column in zip(*np.nonzero(known), strict=True):
        text = f"{differences.iloc[row, column]}\n{stars.iloc[row, column]}".strip()
        ax.text(column, row, text, ha="center", va="center", fontsize=12, color=ON_COLOUR)
    _name_sides(ax, stars, fontsize=12)
    plt.setp(ax.get_xticklabels(), rotation=25, ha="right")
    ax.set_title(significance.caption.replace("; ", "\n"), fontsize=12)
    return ax


@styled
def partial_order(order: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw which systems are significantly better than which, as a matrix.

    Parameters
    ----------
    order : DataFrame of bool
        Row system significantly better than column system; the same systems
        in rows and columns, best first. ``compare_means(...).order`` gives it.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        Those with the figure in them.

    See Also
    --------
    labkit.trecvid.compare_means : Finds the order.

    Examples
    --------
    >>> import pandas as pd
    >>> ax = partial_order(pd.DataFrame([[False, True], [False, False]], list("AB"), list("AB")))
    >>> ax.get_title()
    'dark: significantly better (1 of 1 pairs); light: inconclusive'
    """
    names = list(order.index)
    better = order.to_numpy(dtype=float)
    if names != list(order.columns) or np.tril(better).any():
        wanted = "the same systems in rows and columns, and none before one that beats it"
        raise ValueError(f"order must have {wanted}, not {names} and {list(order.columns)}")
    above = np.triu(np.ones_like(better), 1) > 0
    if ax is None:
        longest = max(len(written(name)) for name in names)
        size = 2.5 + 0.26 * len(names) + 0.08 * max(0, longest - 16)
        _, ax = plt.subplots(figsize=(size + 0.6, size), layout="constrained")
    colours = ListedColormap(["#E0E0E0", BLUE])
    ax.imshow(np.where(above, better, np.nan), cmap=colours, vmin=-0.5, vmax=1.5)
    _name_sides(ax, order, fontsize=9)
    plt.setp(ax.get_xticklabels(), rotation=90)
    edges = np.arange(len(names)) - 0.5
    ax.set_xticks(edges, minor=True)
    ax.set_yticks(edges, minor=True)
    ax.grid(which="minor", color=PAPER, alpha=1, linewidth=1.5)
    ax.tick_params(which="minor", length=0)
    ax.set(xlabel="... than this run", ylabel="this run is better ...")
    count = f"{better.sum():.0f} of {above.sum()} pairs"
    ax.set_title(f"dark: significantly better ({count}); light: inconclusive", fontsize=12)
    return ax


def _name_sides(ax: Axes, table: pd.DataFrame, fontsize: int) -> None:
    """Write the names of rows and columns beside a picture of a table."""
    ax.set_xticks(range(table.shape[1]), map(written, table.columns), fontsize=fontsize)
    ax.set_yticks(range(len(table)), map(written, table.index), fontsize=fontsize)
    ax.grid(visible=False)
