"""Figures of words: what they say for a class, and the laws of how often they occur."""

from collections.abc import Iterable, Mapping

import pandas as pd
from matplotlib.axes import Axes

from labkit import arguments
from labkit.laws import PowerLaw
from labkit.plots._style import BLUE, INK, ORANGE, VERMILION, axes_or_new, styled, written


@styled
def word_evidence(
    words: Iterable[str], evidence: Iterable[float], *, ax: Axes | None = None
) -> Axes:
    """Draw a bar for each word: to the right it speaks for POS, to the left for NEG.

    Parameters
    ----------
    words, evidence : sequence of str and of float, length m
        From the top down; for example log P(word | POS) - log P(word | NEG).
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        Those with the figure in them.

    See Also
    --------
    labkit.NaiveBayes : Its `feature_log_prob_` holds the evidence.

    Examples
    --------
    >>> ax = word_evidence(["superb", "waste"], [2.1, -2.6])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['superb', 'waste']
    """
    words, evidence = list(words), list(evidence)
    arguments.check_same_length(words=words, evidence=evidence)
    ax = axes_or_new(ax)
    colours = [BLUE if value >= 0 else VERMILION for value in evidence]
    ax.barh(range(len(words)), evidence, color=colours)
    ax.set_yticks(range(len(words)), map(written, words))
    ax.invert_yaxis()
    ax.axvline(0, color=INK, linewidth=1)
    ax.set_xlabel("evidence: for NEG to the left, for POS to the right")
    ax.grid(axis="y", visible=False)
    return ax


@styled
def zipf(
    frequencies: Iterable[int],
    law: PowerLaw | None = None,
    *,
    marked: Mapping[str, int] | None = None,
    ax: Axes | None = None,
) -> Axes:
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
        Those with the figure in them.

    See Also
    --------
    labkit.laws.rank_frequency, labkit.laws.fit_zipf : The frequencies and the law.

    Examples
    --------
    >>> ax = zipf([40, 20, 13, 10], marked={"film": 2})
    >>> ax.get_xscale(), ax.get_yscale(), ax.texts[0].get_text()
    ('log', 'log', 'film')
    """
    frequencies = list(frequencies)
    ranks = range(1, len(frequencies) + 1)
    ax = axes_or_new(ax)
    ax.loglog(ranks, frequencies, ".", markersize=3, color=BLUE, label="observed")
    if law is not None:
        label = f"{law.k:,.0f} / rank^{-law.exponent:.2f}"
        ax.loglog(ranks, law(ranks), color=VERMILION, label=label)
    # The names stand in a column under the curve, in the order of their ranks,
    # with a line to each point: beside the points they would overlap.
    ranked = sorted((marked or {}).items(), key=lambda item: item[1])
    for place, (word, rank) in enumerate(ranked):
        arguments.as_count(rank, f"the rank of {word!r} in marked", 1, len(frequencies))
        point, beside = (rank, frequencies[rank - 1]), (0.06 + 0.02 * place, 0.6 - 0.055 * place)
        ax.plot(*point, "o", color=ORANGE)
        line = {"arrowstyle": "-", "color": ORANGE, "linewidth": 0.8}
        ax.annotate(
            written(word), point, beside, textcoords="axes fraction", fontsize=11, arrowprops=line
        )
    ax.set(xlabel="rank of the word", ylabel="occurrences")
    ax.legend()
    return ax


@styled
def heaps(growth: pd.DataFrame, law: PowerLaw | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw the number of different words against the number of words read.

    Parameters
    ----------
    growth : DataFrame
        Columns ``tokens`` and ``types``.
    law : PowerLaw, optional
        A fitted law to draw as a line.
    ax : Axes, optional
        Where to draw; by default in a new figure.

    Returns
    -------
    Axes
        Those with the figure in them.

    See Also
    --------
    labkit.laws.vocabulary_growth, labkit.laws.fit_heaps : The counts and the law.

    Examples
    --------
    >>> import pandas as pd
    >>> ax = heaps(pd.DataFrame({"tokens": [1, 2, 4], "types": [1, 2, 3]}))
    >>> ax.get_ylabel()
    'different words seen (types)'
    """
    arguments.check_columns(growth, "growth", "tokens", "types")
    ax = axes_or_new(ax)
    ax.loglog(growth["tokens"], growth["types"], "o", color=BLUE, label="observed")
    if law is not None:
        label = f"{law.k:.1f} · words^{law.exponent:.2f}"
        ax.loglog(growth["tokens"], law(growth["tokens"]), color=VERMILION, label=label)
    ax.set(xlabel="words of text read (tokens)", ylabel="different words seen (types)")
    ax.legend()
    return ax
