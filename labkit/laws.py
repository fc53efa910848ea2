"""Zipf's and Heaps' laws: how words are distributed in a text collection.

Zipf's law says that the r-th most frequent word occurs about k / r^alpha
times; Heaps' law that n words of text hold about k n^beta different ones.
Both are straight lines when both axes are logarithmic, and are fitted there.
Source: Manning, Raghavan and Schütze (2008), *Introduction to Information
Retrieval*, section 5.1.
"""

from collections import Counter
from dataclasses import dataclass

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class PowerLaw:
    """The law y = k x^exponent.

    Attributes
    ----------
    k : float
        The value at x = 1.
    exponent : float
        Minus alpha in Zipf's law, beta in Heaps' law.

    Examples
    --------
    >>> PowerLaw(k=1000.0, exponent=-1.0)([1, 4]).tolist()
    [1000.0, 250.0]
    """

    k: float
    exponent: float

    def __call__(self, x):
        """The value that the law predicts at `x`, a number or an array."""
        return self.k * np.power(x, self.exponent, dtype=float)


def rank_frequency(reviews):
    """Count the words of all reviews and rank them by frequency.

    Parameters
    ----------
    reviews : iterable of iterable of str
        Tokenized reviews.

    Returns
    -------
    DataFrame
        Index `rank` from 1; columns `word` and `frequency`, the most
        frequent first, equally frequent words in alphabetical order.

    Raises
    ------
    ValueError
        If there is no word at all.

    Examples
    --------
    >>> ranked = rank_frequency([["a", "good", "film"], ["a", "dull", "film", "a"]])
    >>> ranked.loc[1].to_dict(), ranked.loc[3].to_dict()
    ({'word': 'a', 'frequency': 3}, {'word': 'dull', 'frequency': 1})
    """
    counts = Counter()
    for tokens in reviews:
        counts.update(tokens)
    if not counts:
        raise ValueError("reviews: expected at least one word")
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    table = pd.DataFrame(ranked, columns=["word", "frequency"])
    table.index = pd.RangeIndex(1, len(table) + 1, name="rank")
    return table


def fit_zipf(frequencies, top=10_000):
    """Fit Zipf's law to the most frequent words.

    The line through (log rank, log frequency) is the least-squares one with
    each word weighted by its frequency: the many rare words share few
    frequencies and would otherwise decide alone.

    Parameters
    ----------
    frequencies : sequence of int
        From the most frequent word down.
    top : int
        How many of the first ranks to use, at least 2.

    Returns
    -------
    PowerLaw
        Rank -> frequency; alpha is minus its exponent.

    Raises
    ------
    ValueError
        If fewer than two frequencies are given or wanted, or they are not
        positive and in descending order.

    Examples
    --------
    >>> law = fit_zipf([1200, 600, 400, 300, 240])
    >>> round(law.k), round(-law.exponent, 6)
    (1200, 1.0)
    """
    if top < 2:
        raise ValueError(f"top: expected at least 2 ranks; got {top!r}")
    frequencies = np.asarray(frequencies, dtype=float)[:top]
    if frequencies.ndim != 1 or len(frequencies) < 2:
        raise ValueError("frequencies: expected at least two, in one sequence")
    positive = np.isfinite(frequencies).all() and frequencies.min() > 0
    if not positive or np.any(np.diff(frequencies) > 0):
        raise ValueError("frequencies: expected positive numbers, the largest first")
    ranks = np.arange(1, len(frequencies) + 1)
    return _fit(ranks, frequencies, weights=frequencies)


def vocabulary_growth(reviews):
    """Count the different words seen after 1, 2, 4, 8, ... words of text.

    Parameters
    ----------
    reviews : iterable of iterable of str
        Tokenized reviews, read in their order.

    Returns
    -------
    DataFrame
        Columns `tokens` (powers of two, and last the total) and `types` (how
        many different words they hold).

    Raises
    ------
    ValueError
        If there is no word at all.

    Examples
    --------
    >>> vocabulary_growth([["a", "good", "film"], ["a", "dull", "film"]])
       tokens  types
    0       1      1
    1       2      2
    2       4      3
    3       6      4
    """
    seen, rows, read, power = set(), [], 0, 1
    for tokens in reviews:
        for token in tokens:
            seen.add(token)
            read += 1
            if read == power:
                rows.append((read, len(seen)))
                power *= 2
    if not read:
        raise ValueError("reviews: expected at least one word")
    if rows[-1][0] != read:
        rows.append((read, len(seen)))
    return pd.DataFrame(rows, columns=["tokens", "types"])


def fit_heaps(growth, start=1):
    """Fit Heaps' law to what ``vocabulary_growth`` counts.

    The line through (log tokens, log types) is the ordinary least-squares
    one, so that each doubling of the text counts alike.

    Parameters
    ----------
    growth : DataFrame
        Columns `tokens` and `types`.
    start : int
        Leave out the rows with fewer tokens than this: at first nearly every
        word is new, and the line is steeper than later.

    Returns
    -------
    PowerLaw
        Number of tokens -> number of types; beta is its exponent.

    Raises
    ------
    ValueError
        If fewer than two rows are left.

    Examples
    --------
    >>> law = fit_heaps(pd.DataFrame({"tokens": [100, 400, 1600], "types": [50, 100, 200]}))
    >>> round(law.k, 6), round(law.exponent, 6)
    (5.0, 0.5)
    """
    growth = growth[growth["tokens"] >= start]
    if len(growth) < 2:
        raise ValueError(f"growth: expected at least two rows with {start} tokens or more")
    return _fit(growth["tokens"].to_numpy(), growth["types"].to_numpy())


def _fit(x, y, weights=None):
    # polyfit weights the residuals, not their squares: hence the root.
    weights = None if weights is None else np.sqrt(weights)
    slope, intercept = np.polyfit(np.log(x), np.log(y), 1, w=weights)
    return PowerLaw(k=float(np.exp(intercept)), exponent=float(slope))
