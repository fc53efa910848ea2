"""Every figure of the lab: one function each, which draws and returns the Axes.

The colours are from Okabe and Ito's set, which people with colour blindness
can tell apart; the sizes can be read from the back of a lecture room. Below
each figure a notebook prints the numbers that it shows.
"""

import math
from functools import wraps

import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.colors import ListedColormap
from matplotlib.ticker import LogLocator
from scipy import stats

BLUE, ORANGE, GREEN, VERMILION = "#0072B2", "#E69F00", "#009E73", "#D55E00"

STYLE = {
    "figure.figsize": (7.5, 4.2),
    "figure.dpi": 110,
    "font.size": 13,
    "axes.prop_cycle": cycler(color=[BLUE, ORANGE, GREEN, VERMILION]),
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "lines.linewidth": 2,
}


def _styled(draw):
    """Draw in the lab's style, and leave the user's own settings as they were."""

    # plt.rc_context restores all settings, also the one by which the first
    # figure of a session tells Jupyter to show figures: no later one would show.
    @wraps(draw)
    def styled(*args, **kwargs):
        before = {name: plt.rcParams[name] for name in STYLE}
        plt.rcParams.update(STYLE)
        try:
            return draw(*args, **kwargs)
        finally:
            plt.rcParams.update(before)

    return styled


def _axes(ax):
    return plt.subplots(layout="constrained")[1] if ax is None else ax


@_styled
def accuracy_curve(values, accuracies, *, parameter, chosen=None, ax=None):
    """Draw accuracy against the values of a parameter.

    Parameters
    ----------
    values : sequence of float, length m
        The candidates.
    accuracies : sequence of float, length m
        The accuracy with each, between 0 and 1.
    parameter : str
        What to write under the horizontal axis.
    chosen : float, optional
        The candidate to mark.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If the two sequences differ in length, or `chosen` is no candidate.

    Examples
    --------
    >>> ax = accuracy_curve([1, 2, 3], [0.6, 0.7, 0.65], parameter="strong weight", chosen=2)
    >>> ax.get_xlabel()
    'strong weight'
    """
    values, accuracies = list(values), list(accuracies)
    if len(values) != len(accuracies):
        raise ValueError(
            f"accuracies: expected one for each of the {len(values)} values; got {len(accuracies)}"
        )
    if chosen is not None and chosen not in values:
        raise ValueError(f"chosen: expected one of the values; got {chosen!r}")
    ax = _axes(ax)
    ax.plot(values, accuracies, marker="o", color=BLUE)
    if chosen is not None:
        best = accuracies[values.index(chosen)]
        ax.plot([chosen], [best], marker="o", markersize=14, fillstyle="none", color=VERMILION)
        ax.annotate(
            f"chosen: {chosen:.3g}",
            (chosen, best),
            xytext=(0, -42),
            textcoords="offset points",
            ha="center",
            color=VERMILION,
        )
    ax.set_xlabel(parameter)
    ax.set_ylabel("accuracy")
    return ax


@_styled
def word_evidence(words, evidence, *, ax=None):
    """Draw a bar for each word: to the right it speaks for POS, to the left for NEG.

    Parameters
    ----------
    words : sequence of str, length m
        From the top down.
    evidence : sequence of float, length m
        For example log P(word | POS) - log P(word | NEG).
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If the two sequences differ in length.

    Examples
    --------
    >>> ax = word_evidence(["superb", "waste"], [2.1, -2.6])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['superb', 'waste']
    """
    words, evidence = list(words), list(evidence)
    if len(words) != len(evidence):
        raise ValueError(
            f"evidence: expected one for each of the {len(words)} words; got {len(evidence)}"
        )
    ax = _axes(ax)
    ax.barh(
        range(len(words)), evidence, color=[BLUE if value >= 0 else VERMILION for value in evidence]
    )
    ax.set_yticks(range(len(words)), words)
    ax.invert_yaxis()
    ax.axvline(0, color="black", linewidth=1)
    ax.set_xlabel("evidence: for NEG to the left, for POS to the right")
    ax.grid(axis="y", visible=False)
    return ax


@_styled
def zipf(frequencies, law=None, *, marked=None, ax=None):
    """Draw the frequencies of words against their ranks, both axes logarithmic.

    Parameters
    ----------
    frequencies : sequence of int, length m
        From the most frequent word down.
    law : PowerLaw, optional
        A fitted law to draw as a line.
    marked : dict, optional
        Word -> rank, from 1, of words to mark by name.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If a marked rank is not among the frequencies.

    Examples
    --------
    >>> ax = zipf([40, 20, 13, 10], marked={"film": 2})
    >>> ax.get_xscale(), ax.get_yscale(), ax.texts[0].get_text()
    ('log', 'log', 'film')
    """
    frequencies = list(frequencies)
    ranks = range(1, len(frequencies) + 1)
    ax = _axes(ax)
    ax.loglog(ranks, frequencies, ".", markersize=3, color=BLUE, label="observed")
    if law is not None:
        label = f"{law.k:,.0f} / rank^{-law.exponent:.2f}"
        ax.loglog(ranks, law(ranks), color=VERMILION, label=label)
    _mark(ax, frequencies, marked or {})
    ax.set_xlabel("rank of the word")
    ax.set_ylabel("occurrences")
    ax.legend()
    return ax


def _mark(ax, frequencies, marked):
    # The names stand in a column under the curve, in the order of their ranks,
    # with a line to each point: beside the points they would overlap.
    for place, (word, rank) in enumerate(sorted(marked.items(), key=lambda item: item[1])):
        if not 1 <= rank <= len(frequencies):
            raise ValueError(f"marked: expected ranks from 1 to {len(frequencies)}; got {rank!r}")
        point = rank, frequencies[rank - 1]
        ax.plot(*point, "o", color=ORANGE)
        ax.annotate(
            word,
            point,
            xytext=(0.06 + 0.02 * place, 0.6 - 0.055 * place),
            textcoords="axes fraction",
            fontsize=11,
            arrowprops={"arrowstyle": "-", "color": ORANGE, "linewidth": 0.8},
        )


@_styled
def heaps(growth, law=None, *, ax=None):
    """Draw the number of different words against the number of words read.

    Parameters
    ----------
    growth : DataFrame
        Columns `tokens` and `types`.
    law : PowerLaw, optional
        A fitted law to draw as a line.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes

    Examples
    --------
    >>> import pandas as pd
    >>> ax = heaps(pd.DataFrame({"tokens": [1, 2, 4], "types": [1, 2, 3]}))
    >>> ax.get_ylabel()
    'different words seen (types)'
    """
    ax = _axes(ax)
    ax.loglog(growth["tokens"], growth["types"], "o", color=BLUE, label="observed")
    if law is not None:
        label = f"{law.k:.1f} · words^{law.exponent:.2f}"
        ax.loglog(growth["tokens"], law(growth["tokens"]), color=VERMILION, label=label)
    ax.set_xlabel("words of text read (tokens)")
    ax.set_ylabel("different words seen (types)")
    ax.legend()
    return ax


@_styled
def binomial(n, k, *, q=0.5, two_tailed=True, ax=None):
    """Draw the binomial distribution, with the outcomes as extreme as `k` filled.

    Parameters
    ----------
    n : int
        Number of events.
    k : int
        Observed number of negative events, from 0 to n.
    q : float
        Probability of a negative event.
    two_tailed : bool
        Whether to fill the other tail, too: the outcomes as far from n / 2.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If `k` is not between 0 and `n`.

    Examples
    --------
    >>> ax = binomial(20, 5)
    >>> sum(bar.get_facecolor() == ax.patches[0].get_facecolor() for bar in ax.patches)
    12
    """
    if not 0 <= k <= n:
        raise ValueError(f"k: expected a number of events from 0 to {n}; got {k!r}")
    low, high = min(k, n - k), max(k, n - k)
    spread = 5 * math.sqrt(n * q * (1 - q))
    first = max(0, min(low, math.floor(n * q - spread)))
    last = min(n, max(high, math.ceil(n * q + spread)))
    events = np.arange(first, last + 1)
    if two_tailed:
        extreme = (events <= low) | (events >= high)
    else:
        extreme = events <= k
    ax = _axes(ax)
    colours = np.where(extreme, VERMILION, BLUE)
    width = 0.9 if len(events) < 60 else 1.0  # gaps of less than a pixel would flicker
    ax.bar(events, stats.binom.pmf(events, n, q), width=width, color=colours)
    ax.axvline(k, color="black", linestyle=":", linewidth=1.5)
    ax.annotate(
        f"observed: {k}",
        (k, 0.97),
        xycoords=("data", "axes fraction"),
        xytext=(6, 0),
        textcoords="offset points",
        va="top",
    )
    ax.set_xlabel(f"negative events among {n:,}")
    ax.set_ylabel("probability")
    return ax


@_styled
def triangle(significance, *, ax=None):
    """Draw a significance triangle as a heat map, with the differences in it.

    Parameters
    ----------
    significance : Triangle
        What ``labkit.report.significance_triangle`` gives.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from labkit.report import significance_triangle
    >>> ax = triangle(significance_triangle({"A": [1] * 20, "B": [0] * 20}))
    >>> ax.texts[0].get_text()
    '-1.000\\n**'
    """
    stars, differences = significance.table, significance.differences
    reached = stars.map(len).to_numpy(dtype=float)
    known = differences.to_numpy() != ""
    ax = _axes(ax)
    levels = len(significance.levels)
    colours = ListedColormap(["#E8E8E8", "#F6C667", ORANGE, VERMILION][: levels + 1])
    filled = np.where(known, reached, np.nan)
    ax.imshow(filled, cmap=colours, vmin=-0.5, vmax=levels + 0.5, aspect="auto")
    for row, column in zip(*np.nonzero(known), strict=True):
        text = f"{differences.iloc[row, column]}\n{stars.iloc[row, column]}".strip()
        ax.text(column, row, text, ha="center", va="center", fontsize=11)
    ax.set_xticks(range(len(stars.columns)), stars.columns, rotation=25, ha="right", fontsize=11)
    ax.set_yticks(range(len(stars)), stars.index, fontsize=11)
    ax.grid(visible=False)
    ax.set_title(significance.caption, fontsize=11)
    return ax


@_styled
def fold_accuracies(by_kind, *, ax=None):
    """Draw the accuracies of cross-validations: a row for each, a point for each fold.

    Parameters
    ----------
    by_kind : dict
        Name of a way to make folds -> its accuracies, or a CrossValidation;
        from the top down.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If there is nothing to draw.

    Examples
    --------
    >>> ax = fold_accuracies({"random": [0.8, 0.7, 0.9], "stratified": [0.8, 0.79, 0.81]})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['random', 'stratified']
    """
    rows = [list(getattr(folds, "accuracies", folds)) for folds in by_kind.values()]
    if not rows or not all(rows):
        raise ValueError("by_kind: expected at least one name, and accuracies for each")
    ax = _axes(ax)
    for height, row in enumerate(rows):
        first = height == 0
        # Equal accuracies would hide each other: the folds of a row lie a little
        # under each other, the first on top.
        heights = [height - 0.15 + 0.3 * fold / len(row) for fold in range(len(row))]
        ax.plot(row, heights, "o", color=BLUE, alpha=0.7, label="a fold" if first else None)
        mean = sum(row) / len(row)
        ax.plot(
            [mean, mean],
            [height - 0.32, height + 0.32],
            color=VERMILION,
            linewidth=3,
            label="mean of the folds" if first else None,
        )
    ax.set_yticks(range(len(rows)), by_kind)
    ax.invert_yaxis()
    ax.set_xlabel("accuracy")
    ax.grid(axis="y", visible=False)
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)
    return ax


@_styled
def exact_distribution(
    differences,
    probabilities,
    observed,
    *,
    two_tailed=True,
    quantity="difference",
    bins=40,
    ax=None,
):
    """Draw how probable each difference is under shuffling, the extreme ones filled.

    Parameters
    ----------
    differences, probabilities : array of shape (m,)
        All differences that shuffling can give, and how probable each is. The
        same difference may stand there more than once.
    observed : float
        The observed difference, not 0.
    two_tailed : bool
        Whether to fill the other tail, too.
    quantity : str
        What differs, for the horizontal axis.
    bins : int
        About how many bars to show: from the middle to where hardly any
        probability is left, on both sides. They end at the observed
        difference, so that each is either extreme or not.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If the first two differ in length, or `observed` is 0.

    Examples
    --------
    >>> ax = exact_distribution([-3, -1, 1, 3], [0.125, 0.375, 0.375, 0.125], 3)
    >>> [float(bar.get_height()) for bar in ax.patches if bar.get_height()]
    [0.125, 0.375, 0.375, 0.125]
    """
    differences = np.asarray(differences, dtype=float).ravel()
    probabilities = np.asarray(probabilities, dtype=float).ravel()
    if len(differences) != len(probabilities):
        raise ValueError(
            f"probabilities: expected one for each of the {len(differences)} differences; "
            f"got {len(probabilities)}"
        )
    if observed == 0:
        raise ValueError("observed: expected a difference other than 0")
    size = abs(observed)
    by_size = np.argsort(abs(differences))
    within = np.cumsum(probabilities[by_size]) < 0.9999 * probabilities.sum()
    reach = max(size, abs(differences[by_size][within]).max(initial=0))  # of what is not too rare
    width = size / max(1, round(bins * size / (2 * reach)))
    # Whole bars from 0 outwards; a hair's breadth of rounding does not move a
    # value, and the two middle bars share a difference of 0.
    steps = np.floor(abs(differences) / width + 1e-9).astype(int)
    zero = abs(differences) < 1e-9 * size
    share = np.where(zero, probabilities / 2, probabilities)
    furthest = steps.max() + 1
    places = np.arange(-furthest, furthest)
    right, left = zero | (differences > 0), zero | (differences < 0)
    heights = np.bincount(furthest + steps[right], weights=share[right], minlength=len(places))
    heights += np.bincount(furthest - 1 - steps[left], weights=share[left], minlength=len(places))
    target = round(size / width)
    above, below = places >= target, places < -target
    extreme = above | below if two_tailed else above if observed > 0 else below
    ax = _axes(ax)
    ax.bar(
        places * width,
        heights,
        width=0.95 * width,
        align="edge",
        color=np.where(extreme, VERMILION, BLUE),
    )
    ax.axvline(observed, color="black", linestyle=":", linewidth=1.5)
    ax.annotate(
        f"observed: {observed:.3g}",
        (observed, 0.97),
        xycoords=("data", "axes fraction"),
        xytext=(6 if observed > 0 else -6, 0),
        textcoords="offset points",
        ha="left" if observed > 0 else "right",
        va="top",
    )
    ax.set_xlim(-1.05 * (reach + width), 1.05 * (reach + width))
    ax.set_xlabel(f"{quantity} after shuffling")
    ax.set_ylabel("probability")
    return ax


@_styled
def convergence(estimates, exact, *, ax=None):
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

    Raises
    ------
    ValueError
        If there is nothing to draw, or a result was not sampled.

    Examples
    --------
    >>> from labkit import randomization_test
    >>> a, b = [3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8]
    >>> results = [
    ...     randomization_test(a, b, method="monte-carlo", n_resamples=n, rng=n) for n in (10, 100)
    ... ]
    >>> ax = convergence(results, randomization_test(a, b).pvalue)
    >>> ax.get_xscale(), [float(n) for n in ax.lines[0].get_xdata()]
    ('log', [10.0, 100.0])
    """
    estimates = list(estimates)
    if not estimates or any(result.pvalue_interval is None for result in estimates):
        raise ValueError("estimates: expected at least one result, each of a Monte Carlo test")
    shuffles = [result.n_resamples for result in estimates]
    low, high = zip(*(result.pvalue_interval for result in estimates), strict=True)
    ax = _axes(ax)
    ax.plot(
        shuffles, [result.pvalue for result in estimates], "o-", color=BLUE, label="estimated p"
    )
    ax.fill_between(shuffles, low, high, color=BLUE, alpha=0.2, label="95 % interval")
    ax.axhline(exact, color=VERMILION, linestyle="--", label=f"exact p = {exact:.4g}")
    ax.set_xscale("log", base=2)
    ax.set_xlabel("number of shuffles")
    ax.set_ylabel("p-value")
    ax.legend()
    return ax


@_styled
def partial_order(order, *, ax=None):
    """Draw which systems are significantly better than which, as a matrix.

    Above the diagonal, a pair is dark where the row's system is significantly
    better than the column's, and light where the comparison is inconclusive.

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

    Raises
    ------
    ValueError
        If rows and columns are not the same, or a system is better than one
        that stands before it.

    Examples
    --------
    >>> import pandas as pd
    >>> ax = partial_order(pd.DataFrame([[False, True], [False, False]], list("AB"), list("AB")))
    >>> ax.get_title()
    'dark: significantly better (1 of 1 pairs); light: inconclusive'
    """
    names = list(order.index)
    if names != list(order.columns):
        raise ValueError("order: expected the same systems in rows and columns")
    better = order.to_numpy(dtype=float)
    if np.tril(better).any():
        raise ValueError("order: expected the best system first")
    above = np.triu(np.ones_like(better), 1) > 0
    if ax is None:
        size = 2.5 + 0.26 * len(names)
        _, ax = plt.subplots(figsize=(size + 0.6, size), layout="constrained")
    colours = ListedColormap(["#E0E0E0", BLUE])
    ax.imshow(np.where(above, better, np.nan), cmap=colours, vmin=-0.5, vmax=1.5)
    ax.set_xticks(range(len(names)), names, rotation=90, fontsize=9)
    ax.set_yticks(range(len(names)), names, fontsize=9)
    ax.set_xticks(np.arange(len(names)) - 0.5, minor=True)
    ax.set_yticks(np.arange(len(names)) - 0.5, minor=True)
    ax.grid(visible=False)
    ax.grid(which="minor", color="white", alpha=1, linewidth=1.5)
    ax.tick_params(which="minor", length=0)
    ax.set_xlabel("... than this run")
    ax.set_ylabel("this run is better ...")
    count = f"{int(better.sum())} of {int(above.sum())} pairs"
    ax.set_title(f"dark: significantly better ({count}); light: inconclusive", fontsize=11)
    return ax


@_styled
def confidence_vs_gain(pairs, *, by="kind", alpha=0.05, ax=None):
    """Draw the confidence of each comparison against its gain, a point a pair of systems.

    Parameters
    ----------
    pairs : DataFrame
        From `compare_all` or `experiments.compare_each`: columns ``gain``,
        ``confidence`` and `by`.
    by : str
        Column whose values get a colour each: at most eight. Numbers, such as
        test sizes, get colours from light to dark.
    alpha : float
        Where the line for significance is drawn.
    ax : matplotlib Axes, optional

    Returns
    -------
    matplotlib Axes
        The axis of gains ends half as far again as nearly all gains that are
        not significant reach. Pairs without any gain, at confidence 0, are
        below the axes.

    Raises
    ------
    ValueError
        If a column is missing, or `by` has more than eight values.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), figures 2 to 11.

    Examples
    --------
    >>> import pandas as pd
    >>> pairs = pd.DataFrame(
    ...     {"gain": [0.01, 0.02], "confidence": [0.8, 0.97], "kind": ["same", "different"]}
    ... )
    >>> confidence_vs_gain(pairs).get_ylabel()
    'confidence (1 - p)'
    """
    needed = ["gain", "confidence", by]
    if missing := [column for column in needed if column not in pairs]:
        raise ValueError(
            f"pairs: expected the columns {', '.join(needed)}; {missing[0]!r} is missing"
        )
    groups = pairs[by].unique().tolist()
    if len(groups) > 8:
        raise ValueError(f"by: {by!r} has {len(groups)} values; at most 8 can be told apart")
    ax = _axes(ax)
    # Thousands of points have to show through one another; a few have to be seen.
    size, opacity = (9, 0.5) if len(pairs) > 1000 else (28, 0.8)
    for group, colour in zip(groups, _colours(groups), strict=True):
        some = pairs[pairs[by] == group] if group is not None else pairs
        ax.scatter(
            some["gain"],
            some["confidence"],
            s=size,
            alpha=opacity,
            linewidths=0,
            color=colour,
            label=_named(group, len(some)),
            zorder=3,
        )
    ax.axhline(1 - alpha, color="black", linewidth=1, linestyle="--", label=f"p = {alpha:g}")
    unclear = pairs.loc[pairs["confidence"] < 1 - alpha, "gain"]
    furthest = 1.5 * unclear.quantile(0.995) if len(unclear) else 0
    lowest = pairs.loc[pairs["gain"] > 0, "confidence"].min()
    ax.set(
        xlabel="gain of the better system",
        ylabel="confidence (1 - p)",
        xlim=(0, furthest or pairs["gain"].max() or None),
        ylim=(min(0.5, 1 if math.isnan(lowest) else lowest) - 0.01, 1.01),
    )
    legend = ax.legend(loc="lower right", fontsize=11)
    for handle in legend.legend_handles[: len(groups)]:
        handle.set(alpha=1, sizes=[50])
    return ax


def _colours(groups):
    if all(isinstance(group, (int, float)) for group in groups):
        order = sorted(groups, reverse=True)
        shades = plt.get_cmap("viridis")(np.linspace(0, 0.92, len(groups)))
        return [shades[order.index(group)] for group in groups]
    return [BLUE, ORANGE, GREEN, VERMILION, "#CC79A7", "#56B4E9", "black", "#F0E442"][: len(groups)]


def _named(group, count):
    name = f"{group:,}" if isinstance(group, (int, float)) else group or "pairs"
    return f"{name} ({count:,} pairs)"


@_styled
def threshold_by_size(table, *, ax=None):
    """Draw the threshold of significance against the size of the test set, both axes logarithmic.

    Parameters
    ----------
    table : DataFrame
        From `experiments.threshold_table` by test sets labelled with their
        sizes: columns ``test_set``, ``threshold``, ``low``, ``high``; and
        perhaps ``kind``, whose values get a curve each.
    ax : matplotlib Axes, optional

    Returns
    -------
    matplotlib Axes
        With the dashed line c / sqrt(n) that fits all thresholds best, in the
        mean of the logarithms.

    Raises
    ------
    ValueError
        If a column is missing or a size is no positive number.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), section 4.1.

    Examples
    --------
    >>> import pandas as pd
    >>> table = pd.DataFrame(
    ...     {"test_set": [100, 400], "threshold": [0.1, 0.05], "low": [0.08, 0.04], "high": [0.11, 0.06]}
    ... )
    >>> threshold_by_size(table).get_legend_handles_labels()[1][0]
    '1.00 / sqrt(n)'
    """
    needed = ["test_set", "threshold", "low", "high"]
    if missing := [column for column in needed if column not in table]:
        raise ValueError(
            f"table: expected the columns {', '.join(needed)}; {missing[0]!r} is missing"
        )
    sizes = table["test_set"].to_numpy()
    if sizes.dtype.kind not in "iuf" or (sizes <= 0).any():
        raise ValueError("table: test_set must hold the sizes of the test sets, positive numbers")
    ax = _axes(ax)
    table = table[table["threshold"] > 0]
    constant = np.exp(np.log(table["threshold"] * np.sqrt(table["test_set"])).mean())
    ends = np.array([table["test_set"].min(), table["test_set"].max()])
    ax.plot(
        ends,
        constant / np.sqrt(ends),
        color="black",
        linewidth=1,
        linestyle="--",
        label=f"{constant:.2f} / sqrt(n)",
    )
    curves = table.groupby("kind", sort=False) if "kind" in table else [("threshold", table)]
    for (label, curve), marker in zip(curves, "osD^v", strict=False):
        error = [curve["threshold"] - curve["low"], curve["high"] - curve["threshold"]]
        ax.errorbar(
            curve["test_set"],
            curve["threshold"],
            np.clip(error, 0, None),
            fmt=marker,
            capsize=4,
            label=label,
        )
    sizes = sorted(set(table["test_set"]))
    ax.set(xscale="log", yscale="log", xlabel="test set, items", ylabel="threshold (gain)")
    ax.set_xticks(sizes, [f"{size:,}" for size in sizes], rotation=30)
    ax.xaxis.minorticks_off()
    ax.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    ax.yaxis.set_major_formatter("{x:g}")
    ax.yaxis.minorticks_off()
    ax.legend()
    return ax


@_styled
def calibration(table, *, ax=None):
    """Draw how often the better system wins elsewhere too, by its p-value.

    Parameters
    ----------
    table : DataFrame
        From `experiments.calibrate_across` or `calibrate_within`: columns
        ``from``, ``to``, ``test_set``, ``share``, ``low``, ``high``.
    ax : matplotlib Axes, optional

    Returns
    -------
    matplotlib Axes
        Small p-values on the left; the dotted line at one half is a coin.

    Raises
    ------
    ValueError
        If a column is missing.

    References
    ----------
    Berg-Kirkpatrick, Burkett & Klein (2012), table 1.

    Examples
    --------
    >>> import pandas as pd
    >>> row = {"from": 0.04, "to": 0.08, "test_set": "there", "share": 0.8, "low": 0.7, "high": 0.9}
    >>> calibration(pd.DataFrame([row])).get_xlabel()
    'p-value on the first test set'
    """
    needed = ["from", "to", "test_set", "share", "low", "high"]
    if missing := [column for column in needed if column not in table]:
        raise ValueError(
            f"table: expected the columns {', '.join(needed)}; {missing[0]!r} is missing"
        )
    ax = _axes(ax)
    bins = list(dict.fromkeys(zip(table["from"], table["to"], strict=True)))
    groups = table.groupby("test_set", sort=False)
    for number, (label, rows) in enumerate(groups):
        aside = 0.12 * (number - (len(groups) - 1) / 2)  # so that intervals do not hide one another
        places = [bins.index(ends) + aside for ends in zip(rows["from"], rows["to"], strict=True)]
        error = np.clip([rows["share"] - rows["low"], rows["high"] - rows["share"]], 0, None)
        ax.errorbar(places, rows["share"], error, fmt="osD^v"[number % 5], capsize=4, label=label)
    ax.axhline(0.5, color="black", linewidth=1, linestyle=":", label="a coin")
    ax.set_xticks(range(len(bins)), [f"{a:g}–{b:g}" for a, b in bins], rotation=25, ha="right")
    ax.set(xlabel="p-value on the first test set", ylabel="share still won", ylim=(None, 1.02))
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3, fontsize=11)
    return ax
