"""Tick 3: the course's versions of answers that later cells need; adapters over the library."""

import numpy as np
import pandas as pd
from scipy import stats
from sklearn.linear_model import LinearRegression

from labkit import laws
from labkit.checks import version


@version("rank-words")
def rank_words(reviews):
    """Ask the lab's table."""
    return list(laws.rank_frequency(reviews).itertuples(index=False, name=None))


@version("weighted-line")
def weighted_line(points):
    """Ask scikit-learn."""
    table = pd.DataFrame(points, columns=["x", "y", "weight"])
    line = LinearRegression().fit(table[["x"]], table["y"], sample_weight=table["weight"])
    return float(line.coef_[0]), float(line.intercept_)


@version("zipf-parameters")
def zipf_parameters(slope, intercept):
    """Ask the lab's fit, through two points of the law."""
    law = laws.fit_zipf(np.exp(intercept + slope * np.log([1, 2])))
    return law.k, -law.exponent


@version("expected-frequency")
def expected_frequency(rank, k, alpha):
    """Ask the lab's law."""
    return float(laws.PowerLaw(k, np.negative(alpha))(rank))


@version("vocabulary-growth")
def vocabulary_growth(tokens):
    """Ask the lab's table, whose last row may be the end of the text."""
    table = laws.vocabulary_growth([tokens])
    return list(table[np.log2(table["tokens"]) % 1 == 0].itertuples(index=False, name=None))


@version("new-words")
def new_words(n, more, k, beta):
    """Ask the lab's law at both ends."""
    return float(np.ptp(laws.PowerLaw(k, beta)([n, n + more])))


@version("unseen-share")
def unseen_share(counts):
    """Ask scipy how many of the tokens, each with its word's frequency, have at most 1."""
    frequencies = list(counts.values())
    tokens = np.repeat(frequencies, frequencies)
    return float(stats.percentileofscore(tokens, 1, kind="weak")) / 100
