"""Figures of corpora: words, what they say of reviews, and the laws of their numbers."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from labkit.laws import PowerLaw
from labkit.plots.style import BLUE, INK, ORANGE, VERMILION, new_axes, styled, write_powers, written
from labkit.text import write_power


@styled
def word_evidence(
    words: Iterable[str],
    evidence: Iterable[float],
    *,
    label: str = "evidence: for NEG to the left, for POS to the right",
) -> Axes:
    """Draw a bar for each word: to the right it speaks for POS, to the left for NEG.

    Parameters
    ----------
    words, evidence : sequence of str and of float, length m
        From the top down; for example log P(word | POS) - log P(word | NEG).
    label : str, optional
        What the length of a bar is, for the horizontal axis.

    Returns
    -------
    Axes
        Those of a new figure.

    See Also
    --------
    labkit.NaiveBayes : Its `feature_log_prob_` holds the evidence.

    Examples
    --------
    >>> ax = word_evidence(["superb", "waste"], [2.1, -2.6])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['superb', 'waste']
    """
    bars = pd.Series(list(evidence), list(map(written, words)))
    ax = new_axes()
    ax.barh(
        range(len(bars)), bars, tick_label=bars.index, color=np.where(bars >= 0, BLUE, VERMILION)
    )
    ax.invert_yaxis()
    ax.axvline(0, color=INK, linewidth=1)
    ax.locator_params(axis="x", nbins=5)
    ax.set_xlabel(label)
    ax.grid(axis="y", visible=False)
    return ax


@styled
def running_sum(words: Sequence[str], evidence: Iterable[float]) -> Axes:
    """Draw how the evidence of a text's words adds up from its first word to its last.

    Parameters
    ----------
    words, evidence : sequence of str and of float, length m
        In reading order; for example log P(word | POS) - log P(word | NEG).

    Returns
    -------
    Axes
        Those of a new figure: blue where the words so far speak for POS, red-orange where they speak
        for NEG. The strongest words are named where there is room.

    See Also
    --------
    word_evidence : The words by themselves.

    Examples
    --------
    >>> ax = running_sum(["a", "superb", "waste"], [0.0, 2.1, -2.6])
    >>> [word.get_text() for word in ax.texts], ax.lines[1].get_ydata().round(1).tolist()
    (['waste', 'superb'], [0.0, 0.0, 2.1, -0.5])
    """
    steps = np.array(list(evidence), dtype=float)
    read, total = np.arange(len(steps) + 1), np.concatenate([[0], np.cumsum(steps)])
    ax = new_axes()
    ax.axhline(0, color=INK, linewidth=1)
    ax.plot(read, total, color=INK, linewidth=1)
    for filled, colour in ((total >= 0, BLUE), (total <= 0, VERMILION)):
        ax.fill_between(read, total, where=filled, color=colour, alpha=0.5, interpolate=True)
    named: list[int] = []
    for i in np.argsort(-abs(steps)):
        if steps[i] and len(named) < 6 and all(abs(i - other) > len(steps) / 8 for other in named):
            named.append(i)
            beyond, side = (6, "bottom") if steps[i] > 0 else (-6, "top")
            ax.annotate(
                written(words[i]),
                (i + 1, total[i + 1]),
                (0, beyond),
                textcoords="offset points",
                ha="center",
                va=side,
            )
    ax.margins(y=0.2)  # for the words
    ax.locator_params(axis="x", integer=True)
    ax.set(xlabel="words read", ylabel="evidence for POS so far")
    return ax


@styled
def decisions(
    balances: pd.DataFrame, labels: Sequence[str], predicted: Sequence[str], *, slope: float
) -> Axes:
    """Draw reviews as points in a plane, those that are called wrongly on top.

    Parameters
    ----------
    balances : DataFrame of shape (n, 2)
        Where each review is, across and upward; the columns' names become those of the axes.
    labels, predicted : sequence of str of length n
        What is true, and what a classifier says: "POS" or "NEG".
    slope : float
        Of the line through 0 above which a review should be called POS.

    Returns
    -------
    Axes
        Those of a new figure. Whole numbers are spread a little: else points would hide each other.

    See Also
    --------
    labkit.class_counts : Count the mistakes.

    Examples
    --------
    >>> balances = pd.DataFrame({"weak words": [2, -1], "strong words": [-1, 1]})
    >>> ax = decisions(balances, ["NEG", "NEG"], ["NEG", "POS"], slope=-1)
    >>> [text.get_text() for text in ax.get_legend().texts]
    ['POS, called NEG: 0', 'NEG, called POS: 1']
    """
    places = balances.to_numpy() + np.random.default_rng(0).uniform(-0.4, 0.4, (len(balances), 2))
    truth, said = np.asarray(labels), np.asarray(predicted)
    ax = new_axes()
    kinds = (("POS", "NEG", BLUE, "o"), ("NEG", "POS", VERMILION, "^"))
    for right in (True, False):
        for label, other, colour, shape in kinds:
            shown = places[(truth == label) & ((said == label) == right)]
            words = "" if right else f"{label}, called {other}: {len(shown):,}"
            (dots,) = ax.plot(*shown.T, shape, label=words, color=colour, markersize=4)
            dots.set(alpha=0.2 if right else 0.8, markeredgewidth=0)
    ax.set(xlabel=balances.columns[0], ylabel=balances.columns[1])
    ax.axline((0, 0), slope=slope, color=INK)
    ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False)
    return ax


@styled
def zipf(frequencies: Sequence[int], law: PowerLaw, *, marked: Mapping[str, int]) -> Axes:
    """Draw the frequencies of words against their ranks, both axes logarithmic.

    Parameters
    ----------
    frequencies : sequence of int, length m
        From the most frequent word down.
    law : PowerLaw
        A fitted law to draw as a line.
    marked : dict
        Word -> rank, from 1, of words to mark by name.

    Returns
    -------
    Axes
        Those of a new figure.

    See Also
    --------
    labkit.laws.rank_frequency, labkit.laws.fit_zipf : The frequencies and the law.

    Examples
    --------
    >>> ax = zipf([40, 20, 13, 10], PowerLaw(40, -1), marked={"film": 2})
    >>> ax.get_xscale(), ax.get_yscale(), ax.texts[0].get_text()
    ('log', 'log', 'film')
    """
    counts = pd.Series(frequencies)
    counts.index += 1
    ax = new_axes()
    ax.loglog(counts, ".", markersize=3, color=BLUE, label="observed")
    label = f"{law.k:,.0f} / rank{write_power(-law.exponent)}"
    ax.loglog(counts.index, law(counts.index), color=VERMILION, label=label)
    # The names stand in a column under the curve, in the order of their ranks,
    # with a line to each point: beside the points they would overlap.
    line = {"arrowstyle": "-", "color": ORANGE, "linewidth": 0.8}
    for place, (word, rank) in enumerate(pd.Series(marked).sort_values().items()):
        point, beside = (rank, counts[rank]), (0.06 + 0.02 * place, 0.6 - 0.055 * place)
        ax.plot(*point, "o", color=ORANGE)
        ax.annotate(written(word), point, beside, "data", "axes fraction", line)
    ax.set(xlabel="rank of the word", ylabel="occurrences")
    write_powers(ax.xaxis, ax.yaxis)
    ax.legend()
    return ax


@styled
def heaps(growth: pd.DataFrame, law: PowerLaw) -> Axes:
    """Draw the number of different words against the number of words read.

    Parameters
    ----------
    growth : DataFrame
        Columns ``tokens`` and ``types``.
    law : PowerLaw
        A fitted law to draw as a line.

    Returns
    -------
    Axes
        Those of a new figure.

    See Also
    --------
    labkit.laws.vocabulary_growth, labkit.laws.fit_heaps : The counts and the law.

    Examples
    --------
    >>> import pandas as pd
    >>> ax = heaps(pd.DataFrame({"tokens": [1, 2, 4], "types": [1, 2, 3]}), PowerLaw(1, 0.8))
    >>> ax.get_ylabel()
    'different words seen (types)'
    """
    ax = new_axes()
    ax.loglog("tokens", "types", "o", data=growth, color=BLUE, label="observed")
    label = f"{law.k:.1f} · words{write_power(law.exponent)}"
    ax.loglog(growth["tokens"], law(growth["tokens"]), color=VERMILION, label=label)
    ax.set(xlabel="words of text read (tokens)", ylabel="different words seen (types)")
    write_powers(ax.xaxis, ax.yaxis)
    ax.legend()
    return ax
