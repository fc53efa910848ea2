"""Score functions of summed per-item statistics.

A test of two systems has to score thousands of reshuffled test sets. It never goes back to the
texts: each item leaves a row of a few numbers (correct, guessed, gold, ...), the rows of a test
set are summed, and a metric turns the sums into a score (Berg-Kirkpatrick, Burkett & Klein 2012,
footnote 4).

A metric is any callable that maps sums of shape ``(..., k)`` to scores of shape ``(...)``; the
leading axes are resamples. The ones here give fractions between 0 and 1, and ``nan`` never: an
empty ratio (0/0) earns nothing, so what finds nothing has precision, recall and F-score 0.

Attributes tell the tests what they cannot see from outside: ``metric.linear`` is True when the
score is proportional to the first sum as long as the other sums do not change; ``metric.width``
is the number of leading columns that matter, if not all do; ``metric.counts`` is True when
negative statistics make no sense; ``metric.higher_is_better`` is False for error rates;
``metric.ratio``, if the score is a ratio of two weighted sums, maps sums to the two (to each of
which a constant may be added).
"""

import functools
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from labkit.arguments import as_positive
from labkit.sums import columns, columns_of_each, ratio

__all__ = [
    "Metric",
    "accuracy",
    "aer",
    "bleu",
    "chrf",
    "f1",
    "f_score",
    "macro_f1",
    "mean",
    "precision",
    "recall",
    "ter",
]

#: Sums of shape ``(..., k)`` -> scores of shape ``(...)``.
Metric: TypeAlias = Callable[[np.ndarray], np.ndarray]
#: Sums of shape ``(..., k)`` -> numerators and denominators of shape ``(...)``.
Ratio: TypeAlias = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]


def mean(sums: ArrayLike) -> np.ndarray:
    """Give the mean score of an item.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Sum of the scores, number of items.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    accuracy : The mean of scores that are 0 or 1.

    Examples
    --------
    >>> float(mean([3.0, 4]))
    0.75
    """
    return ratio(*columns(sums, "mean", "score", "items"))


def accuracy(sums: ArrayLike) -> np.ndarray:
    """Give the share of the items that are correct.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Number of correct items, number of items.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    mean : The same for scores of any kind.

    Examples
    --------
    >>> float(accuracy([150, 200]))
    0.75
    """
    return ratio(*columns(sums, "accuracy", "correct", "items"))


def precision(sums: ArrayLike) -> np.ndarray:
    """Give the share of what was found that is correct, R / (R + S) in Yeh (2000), section 2.2.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Number of correct responses R, number of responses found R + S.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    recall : Share of what there is to find.

    Examples
    --------
    >>> round(float(precision([25, 39])), 3)
    0.641
    """
    return ratio(*columns(sums, "precision", "correct", "found"))


def recall(gold: float) -> Metric:
    """Make the metric of the share of the `gold` items that were found.

    Parameters
    ----------
    gold : float
        How many items of the test set there are to find, above 0: no response carries it.

    Returns
    -------
    metric
        On sums of shape ``(..., 1)`` (correct) or ``(..., 2)`` (correct, found).

    See Also
    --------
    precision : Share of what was found.

    Examples
    --------
    >>> round(float(recall(103)([47, 95])), 3)
    0.456
    """
    metric = functools.partial(_recall, gold=as_positive(gold, "gold"))
    return _mark(metric, linear=True, counts=True, width=1)


def f_score(gold: float) -> Metric:
    """Make the metric of the balanced F-score, 2ab / (a + b) in Yeh (2000), section 3.2.

    Parameters
    ----------
    gold : float
        How many items there are to find, above 0.

    Returns
    -------
    metric
        On sums of shape ``(..., 2)``: correct, found.

    See Also
    --------
    f1 : The same where each item has its own number to find.

    Examples
    --------
    >>> round(float(f_score(103)([47, 95])), 3)
    0.475
    """
    gold = as_positive(gold, "gold")
    parts = functools.partial(_matches_of_found, gold=gold)
    return _mark(functools.partial(_f_score, gold=gold), counts=True, ratio=parts)


def f1(sums: ArrayLike) -> np.ndarray:
    """Give the balanced F-score of three counts.

    Parameters
    ----------
    sums : array of shape (..., 3)
        Number correct, number guessed, number in the gold standard.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    f_score : The same where the number of items to find is fixed.

    Examples
    --------
    >>> float(f1([6, 8, 12]))
    0.6
    """
    correct, guessed, gold = columns(sums, "f1", "correct", "guessed", "gold")
    return ratio(2 * correct, guessed + gold)


def macro_f1(sums: ArrayLike) -> np.ndarray:
    """Give the mean F-score of all classes (Opitz & Burst 2019, equation 1).

    A class that nobody guesses and no item has scores 0: a resample can lose a rare class.

    Parameters
    ----------
    sums : array of shape (..., 3c)
        For each of c classes: number correct, number guessed, number in the gold standard.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    labkit.readers.class_statistics : Counts these.

    Examples
    --------
    >>> float(macro_f1([6, 8, 12, 3, 3, 3]))  # F-scores .6 and 1
    0.8
    """
    correct, guessed, gold = columns_of_each(sums, "macro_f1", "correct", "guessed", "gold")
    return ratio(2 * correct, guessed + gold).mean(axis=-1)


def aer(sums: ArrayLike) -> np.ndarray:
    """Give the alignment error rate (Och & Ney 2003): lower is better.

    Parameters
    ----------
    sums : array of shape (..., 4)
        ``|A & S|``, ``|A & P|``, ``|A|``, ``|S|`` for an alignment A, sure
        links S and possible links P.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    f1 : A score of sets without sure and possible members.

    Examples
    --------
    >>> round(float(aer([8, 9, 10, 10])), 2)
    0.15
    """
    sure_hits, possible_hits, links, sure = columns(sums, "aer", "|A&S|", "|A&P|", "|A|", "|S|")
    return 1 - ratio(sure_hits + possible_hits, links + sure)


def bleu(sums: ArrayLike) -> np.ndarray:
    """Give the BLEU of a corpus, with n-grams up to 4 and brevity penalty (Papineni et al. 2002).

    Unsmoothed: a corpus without a single correct n-gram of some order scores 0.

    Parameters
    ----------
    sums : array of shape (..., 10)
        Hypothesis length, reference length, correct 1- to 4-grams, all 1- to
        4-grams of the hypothesis.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    mean : The score of a single number for each item.

    Examples
    --------
    >>> round(float(bleu([10, 10, 8, 5, 3, 2, 10, 9, 8, 7])), 4)
    0.4671
    """
    names = ["hyp_len", "ref_len"] + [f"{w} {n}" for w in ("correct", "total") for n in range(1, 5)]
    hyp_len, ref_len, *counts = columns(sums, "bleu", *names)
    precisions = ratio(np.stack(counts[:4]), np.stack(counts[4:]))
    with np.errstate(divide="ignore"):  # log 0 = -inf is the score 0
        log_precision = np.log(precisions).mean(axis=0)
    shortness = np.maximum(0, ratio(ref_len, hyp_len) - 1)
    return np.exp(log_precision - shortness)


def chrf(sums: ArrayLike) -> np.ndarray:
    """Give the chrF2 of a corpus, an F-score of n-grams of characters (Popović 2015).

    Parameters
    ----------
    sums : array of shape (..., 3k)
        For each of k orders: n-grams of the hypothesis, of the reference, and of both.

    Returns
    -------
    array of shape (...)
        The score of each row of sums.

    See Also
    --------
    labkit.readers.translation_statistics : Counts these.

    Examples
    --------
    >>> round(float(chrf([10, 8, 6, 9, 7, 4])), 4)
    0.6274
    """
    found, gold, shared = columns_of_each(sums, "chrf", "hypothesis", "reference", "both")
    possible = (found > 0) & (gold > 0)
    orders = np.maximum(possible.sum(axis=-1), 1)
    precise = (possible * ratio(shared, found)).sum(axis=-1) / orders
    complete = (possible * ratio(shared, gold)).sum(axis=-1) / orders
    return ratio(5 * precise * complete, 4 * precise + complete)


def ter(sums: ArrayLike) -> np.ndarray:
    """Give the translation edit rate (Snover et al. 2006): lower is better, and 1 is no limit.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Number of edits, number of words in the reference.

    Returns
    -------
    array of shape (...)
        The score of each row of sums; of empty references 0, or 1 if there are edits.

    See Also
    --------
    labkit.readers.translation_statistics : Counts these.

    Examples
    --------
    >>> float(ter([3, 12]))
    0.25
    """
    edits, words = columns(sums, "ter", "edits", "words")
    return np.where(words > 0, ratio(edits, words), edits > 0)


def _mark(metric: Metric, **facts: bool | int | Ratio) -> Metric:
    """Give a metric the attributes that the tests read."""
    vars(metric).update(facts)
    return metric


def _first_of_second(sums: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return sums[..., 0], sums[..., 1]


def _matches(sums: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return 2 * sums[..., 0], sums[..., 1] + sums[..., 2]


def _matches_of_found(sums: np.ndarray, gold: float) -> tuple[np.ndarray, np.ndarray]:
    return 2 * sums[..., 0], sums[..., 1] + gold


def _misalignments(sums: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    links = sums[..., 2] + sums[..., 3]
    return links - sums[..., 0] - sums[..., 1], links


_mark(mean, linear=True, ratio=_first_of_second)
_mark(accuracy, linear=True, counts=True, ratio=_first_of_second)
_mark(precision, counts=True, ratio=_first_of_second)
_mark(f1, counts=True, ratio=_matches)
_mark(aer, counts=True, higher_is_better=False, ratio=_misalignments)
_mark(macro_f1, counts=True)
_mark(bleu, counts=True)
_mark(chrf, counts=True)
_mark(ter, linear=True, counts=True, higher_is_better=False, ratio=_first_of_second)


def _recall(sums: ArrayLike, gold: float) -> np.ndarray:
    return columns(sums, "recall", "correct", "found", least=1)[0] / gold


def _f_score(sums: ArrayLike, gold: float) -> np.ndarray:
    correct, found = columns(sums, "f_score", "correct", "found")
    return 2 * correct / (found + gold)
