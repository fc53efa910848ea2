"""Zipf's and Heaps' laws: how words are distributed in a text collection.

Zipf's law says that the r-th most frequent word occurs about k / r^alpha times; Heaps' law that n
words of text hold about k n^beta different ones. Both are straight lines when both axes are
logarithmic, and are fitted there. Source: Manning, Raghavan and Schütze (2008), *Introduction to
Information Retrieval*, section 5.1.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from labkit.arguments import as_count, as_scores, check_columns, shown


@dataclass(frozen=True)
class PowerLaw:
    """The law y = k x^exponent.

    Parameters
    ----------
    k, exponent : float
        The value at x = 1; minus alpha in Zipf's law, beta in Heaps' law.

    See Also
    --------
    fit_zipf, fit_heaps : Find such laws.

    Examples
    --------
    >>> PowerLaw(k=1000.0, exponent=-1.0)([1, 4]).tolist()
    [1000.0, 250.0]
    """

    k: float
    exponent: float

    def __call__(self, x: ArrayLike) -> np.ndarray:
        """Predict the value at `x`, a number or an array."""
        return self.k * np.power(x, self.exponent, dtype=float)


def rank_frequency(reviews: Iterable[Iterable[str]]) -> pd.DataFrame:
    """Count the words of all reviews and rank them by frequency.

    Parameters
    ----------
    reviews : iterable of iterable of str
        Tokenized reviews, with at least one word.

    Returns
    -------
    DataFrame
        Index `rank` from 1; columns `word` and `frequency`, the most frequent first,
        equally frequent words in alphabetical order.

    See Also
    --------
    fit_zipf : Find the law that these frequencies follow.

    Examples
    --------
    >>> rank_frequency([["a", "good", "film"], ["a", "dull", "film", "a"]])["word"].tolist()
    ['a', 'film', 'dull', 'good']
    """
    ranked = sorted(Counter(_words(reviews)).items(), key=lambda item: (-item[1], item[0]))
    index = pd.RangeIndex(1, len(ranked) + 1, name="rank")
    return pd.DataFrame(ranked, index, ["word", "frequency"])


def fit_zipf(frequencies: ArrayLike, top: int = 10_000) -> PowerLaw:
    """Fit Zipf's law to the most frequent words.

    The line through (log rank, log frequency) is the least-squares one with each word weighted by
    its frequency: the many rare words share few frequencies and would otherwise decide alone.

    Parameters
    ----------
    frequencies : sequence of int
        Of at least two words, from the most frequent down.
    top : int, default 10_000
        How many of the first ranks to use, at least 2.

    Returns
    -------
    PowerLaw
        Rank -> frequency; alpha is minus its exponent.

    See Also
    --------
    rank_frequency : Count and rank the words.

    Examples
    --------
    >>> law = fit_zipf([1200, 600, 400, 300, 240])
    >>> round(law.k), round(-law.exponent, 6)
    (1200, 1.0)
    """
    top = as_count(top, "top", least=2)
    used = as_scores(frequencies, "frequencies", least=2)[:top].astype(float)
    if used.min() <= 0 or np.any(np.diff(used) > 0):
        raise ValueError("frequencies must be positive numbers with the largest first")
    # polyfit weights the residuals, not their squares: hence the root.
    return _fit(np.arange(1, len(used) + 1), used, np.sqrt(used))


def vocabulary_growth(reviews: Iterable[Iterable[str]]) -> pd.DataFrame:
    """Count the different words seen after 1, 2, 4, 8, ... words of text.

    Parameters
    ----------
    reviews : iterable of iterable of str
        Tokenized reviews, read in their order, with at least one word.

    Returns
    -------
    DataFrame
        Columns `tokens` (powers of two, and last the total) and `types` (different words).

    See Also
    --------
    fit_heaps : Find the law of this growth.

    Examples
    --------
    >>> vocabulary_growth([["a", "good", "film"], ["a", "dull", "film"]]).to_dict("list")
    {'tokens': [1, 2, 4, 6], 'types': [1, 2, 3, 4]}
    """
    types: set[str] = set()
    growth: dict[int, int] = {}
    for tokens, word in enumerate(_words(reviews), 1):
        types.add(word)
        if tokens.bit_count() == 1:  # a power of two
            growth[tokens] = len(types)
    growth[tokens] = len(types)
    return pd.DataFrame(growth.items(), columns=["tokens", "types"])


def fit_heaps(growth: pd.DataFrame, start: int = 1) -> PowerLaw:
    """Fit Heaps' law to what ``vocabulary_growth`` counts.

    The line through (log tokens, log types) is the ordinary least-squares one, so that each
    doubling of the text counts alike.

    Parameters
    ----------
    growth : DataFrame
        Columns `tokens` and `types`.
    start : int, default 1
        Leave out the rows with fewer tokens than this: at first nearly every word is new, and the
        line is steeper than later. At least two rows must be left.

    Returns
    -------
    PowerLaw
        Number of tokens -> number of types; beta is its exponent.

    See Also
    --------
    vocabulary_growth : Count the different words.

    Examples
    --------
    >>> law = fit_heaps(pd.DataFrame({"tokens": [100, 400, 1600], "types": [50, 100, 200]}))
    >>> round(law.k, 6), round(law.exponent, 6)
    (5.0, 0.5)
    """
    check_columns(growth, "growth", "tokens", "types")
    used = growth[growth["tokens"] >= start]
    if len(used) < 2:
        raise ValueError(
            f"growth must have at least 2 rows with {start} tokens or more, not {len(used)}"
        )
    return _fit(used["tokens"].to_numpy(), used["types"].to_numpy())


def _words(reviews: Iterable[Iterable[str]]) -> Iterator[str]:
    """Yield all words; raise if there are none, or letters of a text that would pass for words."""
    empty = True
    for tokens in reviews:
        if isinstance(tokens, str) or not isinstance(tokens, Iterable):
            raise TypeError(
                f"reviews must hold lists of words, as tokenize gives them, not {shown(tokens)}"
            )
        for word in tokens:
            empty = False
            yield word
    if empty:
        raise ValueError("reviews must hold at least one word, not none")


def _fit(x: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> PowerLaw:
    slope, intercept = np.polyfit(np.log(x), np.log(y), 1, w=weights)
    return PowerLaw(k=float(np.exp(intercept)), exponent=float(slope))
