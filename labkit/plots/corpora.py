"""Figures of corpora: words, and the laws of their numbers."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from labkit.laws import PowerLaw
from labkit.plots.style import BLUE, INK, ORANGE, VERMILION, new_axes, styled, write_powers, written
from labkit.text import write_power


@styled
def word_evidence(words: Iterable[str], evidence: Iterable[float]) -> Axes:
    """Draw a bar for each word: to the right it speaks for POS, to the left for NEG.

    Parameters
    ----------
    words, evidence : sequence of str and of float, length m
        From the top down; for example log P(word | POS) - log P(word | NEG).

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
    ax.set_xlabel("evidence: for NEG to the left, for POS to the right")
    ax.grid(axis="y", visible=False)
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
