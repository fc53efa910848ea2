"""Figures of tuning and cross-validation."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from labkit import arguments
from labkit.plots._style import BLUE, VERMILION, axes_or_new, styled, written
from labkit.text import write_number

if TYPE_CHECKING:  # which would fetch scikit-learn for every figure
    from labkit.tuning import CrossValidation


@styled
def accuracy_curve(
    values: Iterable[float],
    accuracies: Iterable[float],
    *,
    parameter: str,
    chosen: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw accuracy against the values of a parameter.

    Parameters
    ----------
    values, accuracies : sequence of float, length m
        The candidates, and the accuracy with each, between 0 and 1.
    parameter : str
        What to write under the horizontal axis.
    chosen : float, optional
        The candidate to mark.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        Those with the figure in them.

    See Also
    --------
    labkit.tune_smoothing, fold_accuracies : The accuracies, and their spread over folds.

    Examples
    --------
    >>> ax = accuracy_curve([1, 2, 3], [0.6, 0.7, 0.65], parameter="strong weight", chosen=2)
    >>> ax.get_xlabel()
    'strong weight'
    """
    values, accuracies = list(values), list(accuracies)
    arguments.check_same_length(values=values, accuracies=accuracies)
    if chosen is not None:
        arguments.as_option(chosen, "chosen", values)
    ax = axes_or_new(ax)
    ax.plot(values, accuracies, marker="o", color=BLUE)
    if chosen is not None:
        best = accuracies[values.index(chosen)]
        ax.plot([chosen], [best], marker="o", markersize=14, fillstyle="none", color=VERMILION)
        ax.annotate(
            f"chosen: {write_number(chosen)}",
            (chosen, best),
            (0, 12),
            textcoords="offset points",
            ha="center",
            color=VERMILION,
        )
        ax.margins(y=0.2)  # the words stand above the curve
    ax.set(xlabel=parameter, ylabel="accuracy")
    ax.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))  # more would need more digits
    return ax


@styled
def fold_accuracies(
    by_kind: "Mapping[str, Iterable[float] | CrossValidation]", *, ax: Axes | None = None
) -> Axes:
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
        Those with the figure in them.

    See Also
    --------
    labkit.cross_validate : Finds the accuracies.

    Examples
    --------
    >>> ax = fold_accuracies({"random": [0.8, 0.7, 0.9], "stratified": [0.8, 0.79, 0.81]})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['random', 'stratified']
    """
    rows = [list(f.accuracies if hasattr(f, "accuracies") else f) for f in by_kind.values()]
    if not rows or not all(rows):
        raise ValueError(f"by_kind must be at least one name with accuracies, not {by_kind!r}")
    ax = axes_or_new(ax)
    for height, row in enumerate(rows):
        labels = ("a fold", "mean of the folds") if height == 0 else (None, None)
        # Equal accuracies would hide each other: the folds of a row lie a little
        # under each other, the first on top.
        heights = [height - 0.15 + 0.3 * fold / len(row) for fold in range(len(row))]
        ax.plot(row, heights, "o", color=BLUE, alpha=0.7, label=labels[0])
        mean, ends = sum(row) / len(row), [height - 0.32, height + 0.32]
        ax.plot([mean, mean], ends, color=VERMILION, linewidth=3, label=labels[1])
    ax.set_yticks(range(len(rows)), map(written, by_kind))
    ax.invert_yaxis()
    ax.set_xlabel("accuracy")
    ax.grid(axis="y", visible=False)
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)
    return ax
