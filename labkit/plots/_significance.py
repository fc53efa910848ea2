"""Figures of significance tests: distributions, p-values, and what may be claimed of whom."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

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
    VERMILION,
    axes_or_new,
    hatch,
    marked_line,
    paper,
    styled,
    written,
)

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
    low, high = min(k, n - k), max(k, n - k)
    spread = 5 * math.sqrt(n * q * (1 - q))
    first = max(0, min(low, math.floor(n * q - spread)))
    last = min(n, max(high, math.ceil(n * q + spread)))
    events = np.arange(first, last + 1)
    extreme = (events <= low) | (events >= high) if two_tailed else events <= k
    ax = axes_or_new(ax)
    colours = np.where(extreme, VERMILION, BLUE)
    width = 0.9 if len(events) < 60 else 1.0  # gaps of less than a pixel would flicker
    heights = stats.binom.pmf(events, n, q)
    hatch(ax.bar(events, heights, width=width, color=colours), extreme)
    _marked_above(ax, k, f"observed: {k:,}", heights.max(), left=k > (first + last) / 2)
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
    values = np.asarray(differences, dtype=float).ravel()
    shares = np.asarray(probabilities, dtype=float).ravel()
    arguments.check_same_length(differences=values, probabilities=shares)
    observed = arguments.as_number(observed, "observed")
    if observed == 0:
        raise ValueError("observed must be a difference other than 0, not 0")
    size, bins = abs(observed), arguments.as_count(bins, "bins", least=1)
    by_size = np.argsort(abs(values))
    within = np.cumsum(shares[by_size]) < 0.9999 * shares.sum()
    reach = max(size, abs(values[by_size][within]).max(initial=0))  # of what is not too rare
    width = size / max(1, round(bins * size / (2 * reach)))
    places, heights = _shuffled(values, shares, width, noise=1e-9 * size)
    target = round(size / width)
    above, below = places >= target, places < -target
    extreme = above | below if two_tailed else above if observed > 0 else below
    ax = axes_or_new(ax)
    colours = np.where(extreme, VERMILION, BLUE)
    bars = ax.bar(places * width, heights, width=0.95 * width, align="edge", color=colours)
    hatch(bars, extreme)
    _marked_above(ax, observed, f"observed: {observed:.3g}", heights.max(), left=observed > 0)
    end = 1.05 * (reach + width)
    ax.set(xlim=(-end, end), xlabel=f"{quantity} after shuffling", ylabel="probability")
    return ax


def _marked_above(ax: Axes, place: float, text: str, highest: float, *, left: bool) -> None:
    """Mark a place in words that stand above all bars, and reach towards the middle."""
    ax.set_ylim(0, highest / 0.88)
    marked_line(ax, place, text, left=left)


def _shuffled(
    values: np.ndarray, shares: np.ndarray, width: float, noise: float
) -> tuple[np.ndarray, np.ndarray]:
    """Sum the probabilities in bars of one width: the bars' numbers from 0 up, and the sums."""
    # Whole bars from 0 outwards; a hair's breadth of rounding does not move a
    # value, and the two middle bars share a difference of 0.
    steps = np.floor(abs(values) / width + 1e-9).astype(int)
    zero = abs(values) < noise
    halved = np.where(zero, shares / 2, shares)
    furthest = int(steps.max()) + 1
    places = np.arange(-furthest, furthest)
    right, left = zero | (values > 0), zero | (values < 0)
    heights = np.bincount(furthest + steps[right], weights=halved[right], minlength=len(places))
    heights += np.bincount(furthest - 1 - steps[left], weights=halved[left], minlength=len(places))
    return places, heights


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
        raise ValueError(
            f"estimates must be at least one result, each of a Monte Carlo test, not {results!r}"
        )
    shuffles = [float(result.n_resamples or 0) for result in results]
    low, high = zip(*intervals, strict=True)
    ax = axes_or_new(ax)
    ax.plot(shuffles, [result.pvalue for result in results], "o-", color=BLUE, label="estimated p")
    ax.fill_between(shuffles, low, high, color=BLUE, alpha=0.2, label="95 % interval")
    ax.axhline(exact, color=VERMILION, linestyle="--", label=f"exact {_p(exact)}")
    ax.set_xscale("log", base=2)
    ax.set(xlabel="number of shuffles", ylabel="p-value")
    ax.legend()
    return ax


def _p(value: float) -> str:
    """Write p as `Result` does: never as 0, which it is not."""
    return f"p = {value:.4g}" if value > 0 else "p < 1e-300"


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
    reached = stars.map(len).to_numpy(dtype=float)
    known = differences.to_numpy() != ""
    ax = axes_or_new(ax)
    levels = len(significance.levels)
    colours = ListedColormap(["#E8E8E8", "#F6C667", ORANGE, VERMILION][: levels + 1])
    filled = np.where(known, reached, np.nan)
    ax.imshow(filled, cmap=colours, vmin=-0.5, vmax=levels + 0.5, aspect="auto")
    for row, column in zip(*np.nonzero(known), strict=True):
        text = f"{differences.iloc[row, column]}\n{stars.iloc[row, column]}".strip()
        ax.text(column, row, text, ha="center", va="center", fontsize=12, color=ON_COLOUR)
    ax.set_xticks(
        range(len(stars.columns)), map(written, stars.columns), rotation=25, ha="right", fontsize=12
    )
    ax.set_yticks(range(len(stars)), map(written, stars.index), fontsize=12)
    ax.grid(visible=False)
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
    if names != list(order.columns):
        raise ValueError(
            f"order must have the same systems in rows and columns, not {names} and "
            f"{list(order.columns)}"
        )
    better = order.to_numpy(dtype=float)
    if np.tril(better).any():
        raise ValueError("order must have the best system first, not one after a system it beats")
    above = np.triu(np.ones_like(better), 1) > 0
    if ax is None:
        longest = max(len(written(name)) for name in names)
        size = 2.5 + 0.26 * len(names) + 0.08 * max(0, longest - 16)
        _, ax = plt.subplots(figsize=(size + 0.6, size), layout="constrained")
    colours = ListedColormap(["#E0E0E0", BLUE])
    ax.imshow(np.where(above, better, np.nan), cmap=colours, vmin=-0.5, vmax=1.5)
    ax.set_xticks(range(len(names)), map(written, names), rotation=90, fontsize=9)
    ax.set_yticks(range(len(names)), map(written, names), fontsize=9)
    ax.set_xticks(np.arange(len(names)) - 0.5, minor=True)
    ax.set_yticks(np.arange(len(names)) - 0.5, minor=True)
    ax.grid(visible=False)
    ax.grid(which="minor", color=paper(), alpha=1, linewidth=1.5)
    ax.tick_params(which="minor", length=0)
    ax.set(xlabel="... than this run", ylabel="this run is better ...")
    count = f"{int(better.sum())} of {int(above.sum())} pairs"
    ax.set_title(f"dark: significantly better ({count}); light: inconclusive", fontsize=12)
    return ax
