"""Every figure of the lab: one function each, which draws and returns the Axes.

The colours are from Okabe and Ito's set, which people with colour blindness
can tell apart; the sizes can be read from the back of a lecture room. Below
each figure a notebook prints the numbers that it shows.
"""

from functools import wraps

import matplotlib.pyplot as plt
from cycler import cycler

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
